package tokens

import "strings"

// Models that tiktoken knows by name or by prefix (its model.py), for the two
// encodings offered. o200k_harmony differs from o200k_base only in special
// tokens, which are plain text here. Models of older encodings are left out.
var modelNames = map[string]*Encoding{
	"o1":                     o200k,
	"o3":                     o200k,
	"o4-mini":                o200k,
	"gpt-5":                  o200k,
	"gpt-4.5":                o200k,
	"gpt-4.1":                o200k,
	"gpt-4o":                 o200k,
	"gpt-4":                  cl100k,
	"gpt-3.5-turbo":          cl100k,
	"gpt-3.5":                cl100k,
	"gpt-35-turbo":           cl100k,
	"davinci-002":            cl100k,
	"babbage-002":            cl100k,
	"text-embedding-ada-002": cl100k,
	"text-embedding-3-small": cl100k,
	"text-embedding-3-large": cl100k,
}

// The first prefix that fits decides, as in tiktoken.
var modelPrefixes = []struct {
	prefix   string
	encoding *Encoding
}{
	{"o1-", o200k},
	{"o3-", o200k},
	{"o4-mini-", o200k},
	{"gpt-5", o200k},
	{"gpt-4.5-", o200k},
	{"gpt-4.1-", o200k},
	{"chatgpt-4o-", o200k},
	{"gpt-4o-", o200k},
	{"gpt-4-", cl100k},
	{"gpt-3.5-turbo-", cl100k},
	{"gpt-35-turbo-", cl100k},
	{"gpt-oss-", o200k},
	{"ft:gpt-4o", o200k},
	{"ft:gpt-4", cl100k},
	{"ft:gpt-3.5-turbo", cl100k},
	{"ft:davinci-002", cl100k},
	{"ft:babbage-002", cl100k},
}

// ForModel returns the encoding that a model uses. known is false for a model
// that tiktoken does not know or whose encoding is not offered; enc is then
// o200k_base, and its counts are estimates for that model.
func ForModel(model string) (enc *Encoding, known bool) {
	if enc, ok := modelNames[model]; ok {
		return enc, true
	}
	for _, m := range modelPrefixes {
		if strings.HasPrefix(model, m.prefix) {
			return m.encoding, true
		}
	}
	return o200k, false
}
