package check

import (
	"encoding/base64"
	"hash/crc32"
	"math"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// provider is a kind of token that can be told by its form. The sources are the
// providers' own documents; prefix and length are theirs.
type provider struct {
	name   string
	prefix string
	extra  string // characters allowed behind the prefix beside letters and digits
	least  int    // characters behind the prefix
	most   int    // 0: any number
	real   func(rest string) bool
}

// providers is sorted by name.
var providers = []provider{
	{"AWS access key", "AKIA", "", 16, 16, base32Key},
	{"AWS temporary access key", "ASIA", "", 16, 16, base32Key},
	{"Anthropic key", "sk-ant-", "-_", 80, 0, random(4)},
	{"Atlassian token", "ATATT3xFf", "-_=", 100, 0, random(4)},
	{"Databricks token", "dapi", "", 32, 32, hexKey},
	{"DigitalOcean token", "dop_v1_", "", 64, 64, hexKey},
	{"Figma token", "figd_", "-_", 40, 0, random(4)},
	{"GitHub OAuth token", "gho_", "", 36, 36, checksummed},
	{"GitHub app token", "ghu_", "", 36, 36, checksummed},
	{"GitHub fine-grained token", "github_pat_", "_", 82, 82, random(4)},
	{"GitHub installation token", "ghs_", "", 36, 36, checksummed},
	{"GitHub personal token", "ghp_", "", 36, 36, checksummed},
	{"GitHub refresh token", "ghr_", "", 36, 76, checksummed},
	{"GitLab token", "glpat-", "-_.", 20, 0, random(3.4)},
	{"Google API key", "AIza", "-_", 35, 35, random(3.9)},
	{"Google OAuth secret", "GOCSPX-", "-_", 28, 28, random(3.8)},
	{"Grafana token", "glsa_", "_", 41, 41, grafana},
	{"Groq key", "gsk_", "", 52, 52, random(4)},
	{"Hugging Face token", "hf_", "", 34, 0, random(3.8)},
	{"Linear key", "lin_api_", "", 40, 40, random(4)},
	{"OpenAI key", "sk-", "-_", 48, 0, openAI},
	{"Postman key", "PMAK-", "-", 59, 59, random(3.4)},
	{"PyPI token", "pypi-AgEIcHlwaS5vcmc", "-_", 50, 0, random(4)},
	{"SendGrid key", "SG.", "-_.", 66, 66, sendGrid},
	{"Shopify token", "shpat_", "", 32, 32, hexKey},
	{"Slack app token", "xapp-", "-", 60, 0, random(3.4)},
	{"Slack bot token", "xoxb-", "-", 40, 0, slack},
	{"Slack user token", "xoxp-", "-", 40, 0, slack},
	{"Slack webhook", "hooks.slack.com/services/", "/", 40, 0, slackHook},
	{"Stripe live key", "sk_live_", "", 24, 0, random(3.5)},
	{"Stripe live restricted key", "rk_live_", "", 24, 0, random(3.5)},
	{"Vault token", "hvs.", "-_", 90, 0, random(4)},
	{"npm token", "npm_", "", 36, 36, checksummed},
}

// documented are values that providers show in their own examples.
var documented = []string{
	"AIzaSyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe", // Google Maps
}

func secret(p *Pass, t *text) {
	for _, start := range t.signs().tokens {
		at, what := find(t.raw, int(start))
		if what != "" && !p.full() {
			t.report(p, at.start, at.end, nil, "looks like a secret (%s); revoke it, and keep it out of the repository", what)
		}
	}
}

// Secrets are the places of what looks like a secret in a text.
func Secrets(text string) []diag.Span {
	var spans []diag.Span
	lines := diag.NewLines(text)
	for _, start := range scan(text).tokens {
		if at, what := find(text, int(start)); what != "" {
			spans = append(spans, lines.Span(at.start, at.end))
		}
	}
	return spans
}

// find says what secret the word at an offset begins, and where that is.
func find(raw string, start int) (at interval, what string) {
	for i := range providers {
		if v := &providers[i]; strings.HasPrefix(raw[start:], v.prefix) {
			if at, ok := v.token(raw, start); ok {
				return at, v.name
			}
		}
	}
	if at, ok := privateKey(raw, start); ok {
		return at, "private key"
	}
	if at, ok := awsSecret(raw, start); ok {
		return at, "AWS secret key"
	}
	return interval{}, ""
}

// token is the provider's token that begins at an offset.
func (v *provider) token(raw string, start int) (interval, bool) {
	behind := start + len(v.prefix)
	rest := strings.TrimRight(raw[behind:behind+run(raw[behind:], v.extra)], "-_.=/")
	at := interval{start, behind + len(rest)}
	fits := len(rest) >= v.least && (v.most == 0 || len(rest) <= v.most)
	return at, fits && v.real(rest) && !shown(raw[at.start:at.end])
}

// run is the length of the letters, digits and extra characters that s begins
// with.
func run(s, extra string) int {
	for i := range len(s) {
		if (class[s[i]] != inWord || s[i] == '_') && strings.IndexByte(extra, s[i]) < 0 {
			return i
		}
	}
	return len(s)
}

// shown reports whether a value is one that documents show: a provider's own
// example, or one made up in words.
func shown(value string) bool {
	for _, d := range documented {
		if value == d {
			return true
		}
	}
	small := strings.ToLower(value)
	for _, w := range []string{"example", "sample", "dummy", "fake", "your", "placeholder", "redacted", "xxxx", "changeme", "replace", "1234", "abcd", "token-here", "notreal", "0000"} {
		if strings.Contains(small, w) {
			return true
		}
	}
	return false
}

// entropy is Shannon's, in bits a character.
func entropy(s string) float64 {
	var counts [256]int
	for i := range len(s) {
		counts[s[i]]++
	}
	sum := 0.0
	for _, n := range counts {
		if n > 0 {
			share := float64(n) / float64(len(s))
			sum -= share * math.Log2(share)
		}
	}
	return sum
}

// random makes a test of how random a text is: at least so many bits a
// character, characters of two sorts, and no large part of it in runs that go
// through the alphabet, as made-up values do.
func random(bits float64) func(string) bool {
	return func(s string) bool {
		return entropy(s) >= bits && !counted(s) && mixed(s)
	}
}

// counted reports whether a quarter of s is in runs of four or more characters
// that repeat, follow or precede each other in the alphabet.
func counted(s string) bool {
	inRuns, length, step := 0, 1, 2
	for i := 1; i <= len(s); i++ {
		next := 2
		if i < len(s) {
			next = int(s[i]) - int(s[i-1])
		}
		if next >= -1 && next <= 1 && (next == step || length == 1) {
			length, step = length+1, next
			continue
		}
		if length >= 4 {
			inRuns += length
		}
		length, step = 1, 2
	}
	return inRuns*4 >= len(s)
}

// mixed reports whether s has two of digits, small and capital letters.
func mixed(s string) bool {
	sorts := 0
	for _, sort := range []string{"09", "az", "AZ"} {
		if strings.ContainsFunc(s, func(r rune) bool { return r >= rune(sort[0]) && r <= rune(sort[1]) }) {
			sorts++
		}
	}
	return sorts > 1
}

func hexKey(s string) bool {
	return strings.Trim(s, "0123456789abcdef") == "" && random(3)(s)
}

func base32Key(s string) bool {
	return strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == "" && entropy(s) >= 2.8 && !counted(s)
}

// checksummed tests the last six characters of a GitHub or npm token, which are
// the CRC-32 of those before them, in base 62:
// https://github.blog/engineering/behind-githubs-new-authentication-token-formats/.
func checksummed(s string) bool {
	const size = 6
	body, sum := s[:len(s)-size], s[len(s)-size:]
	return base62(crc32.ChecksumIEEE([]byte(body)), size) == sum
}

func base62(n uint32, width int) string {
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	b := make([]byte, width)
	for i := width - 1; i >= 0; i-- {
		b[i] = digits[n%62]
		n /= 62
	}
	return string(b)
}

// grafana tokens end in the CRC-32 of what is before the last underscore:
// https://grafana.com/docs/grafana/latest/administration/service-accounts/.
func grafana(s string) bool {
	body, sum, ok := strings.Cut(s, "_")
	return ok && len(body) == 32 && len(sum) == 8 && random(3.8)(body)
}

// openAI keys hold the words OpenAI in base 64 in their midst.
func openAI(s string) bool { return strings.Contains(s, "T3BlbkFJ") && random(4)(s) }

func sendGrid(s string) bool {
	id, key, ok := strings.Cut(s, ".")
	return ok && len(id) == 22 && len(key) == 43 && random(4)(key)
}

func slack(s string) bool {
	parts := strings.Split(s, "-")
	last := parts[len(parts)-1]
	return len(parts) >= 3 && len(last) >= 24 && random(3.2)(last) && strings.Trim(parts[0], "0123456789") == ""
}

func slackHook(s string) bool {
	parts := strings.Split(s, "/")
	return len(parts) == 3 && strings.HasPrefix(parts[0], "T") && strings.HasPrefix(parts[1], "B") && len(parts[2]) == 24 && random(3.5)(parts[2])
}

// awsSecret is the secret key that is assigned to the name at an offset: such
// keys have no prefix of their own.
func awsSecret(raw string, name int) (interval, bool) {
	end := name + run(raw[name:], "_")
	switch strings.ReplaceAll(strings.ToLower(raw[name:end]), "_", "") {
	case "awssecretaccesskey", "secretaccesskey", "awssecretkey":
	default:
		return interval{}, false
	}
	start := len(raw) - len(strings.TrimLeft(raw[end:], " \t\"'=:"))
	at := interval{start, start + run(raw[start:], "/+=")}
	value := raw[at.start:at.end]
	return at, len(value) == 40 && start-end > 0 && start-end < 8 && random(4.2)(value) && !shown(value)
}

// privateKey is the PEM block, with a whole private key in it, of whose title the
// words PRIVATE KEY stand at an offset; its place is that of the title.
func privateKey(raw string, word int) (interval, bool) {
	const begin, end, dashes = "-----BEGIN ", "-----END ", "-----"
	const longest, largest = 40, 16 << 10 // bytes of a title, of a key
	if !strings.HasPrefix(raw[word:], "PRIVATE KEY") {
		return interval{}, false
	}
	title, _, ok := strings.Cut(raw[word:min(len(raw), word+longest)], dashes)
	from := max(0, word-longest)
	start := strings.LastIndex(raw[from:word], begin)
	if !ok || start < 0 {
		return interval{}, false
	}
	at := interval{from + start, word + len(title) + len(dashes)}
	body, _, ok := strings.Cut(raw[at.end:min(len(raw), at.end+largest)], end)
	return at, ok && keyMaterial(body)
}

// keyMaterial reports whether the body of a PEM block is a key and no sketch of
// one: base 64 of a DER sequence that is all there, of OpenSSH's format, or
// enough of it where it is encrypted or OpenPGP's.
func keyMaterial(body string) bool {
	encrypted := strings.Contains(body, "ENCRYPTED") || strings.Contains(body, "\n\n")
	var b strings.Builder
	for line := range strings.Lines(strings.ReplaceAll(body, `\n`, "\n")) {
		line = strings.Trim(line, " \t\r\n\"',>|\\")
		if strings.Contains(line, ":") || strings.HasPrefix(line, "=") {
			continue // headers; OpenPGP's checksum
		}
		b.WriteString(line)
	}
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(b.String(), "="))
	if err != nil || len(data) < 40 {
		return false
	}
	return strings.HasPrefix(string(data), "openssh-key-v1\x00") && len(data) > 200 || wholeSequence(data) || encrypted && len(data) > 300 && entropy(string(data)) > 6
}

// wholeSequence reports whether data is one DER sequence of its own length.
func wholeSequence(data []byte) bool {
	if data[0] != 0x30 {
		return false
	}
	length, head := int(data[1]), 2
	if length > 0x80 {
		n := length - 0x80
		if n > 4 {
			return false
		}
		length, head = 0, 2+n
		for _, c := range data[2:head] {
			length = length<<8 | int(c)
		}
	}
	return length == len(data)-head
}
