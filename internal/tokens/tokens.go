// Package tokens counts the tokens of a text exactly as OpenAI's byte pair
// encodings do. Text that spells a special token is plain text.
package tokens

import (
	"fmt"
	"strings"
	"sync"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

// Encoding is one vocabulary with its way to split text. It is immutable and
// safe for concurrent use.
type Encoding struct {
	name string
	load func() *tiktoken.Tiktoken
}

var (
	o200k  = encoding("o200k_base")
	cl100k = encoding("cl100k_base")
)

func encoding(name string) *Encoding {
	return &Encoding{name: name, load: sync.OnceValue(func() *tiktoken.Tiktoken {
		tiktoken.SetBpeLoader(loader.NewOfflineLoader())
		t, err := tiktoken.GetEncoding(name)
		if err != nil {
			panic(err)
		}
		return t
	})}
}

// Names lists the encodings that ByName takes, the default first.
func Names() []string { return []string{o200k.name, cl100k.name} }

// ByName returns the encoding of that exact name. The error names those that
// are allowed.
func ByName(name string) (*Encoding, error) {
	for _, e := range []*Encoding{o200k, cl100k} {
		if e.name == name {
			return e, nil
		}
	}
	return nil, fmt.Errorf("unknown encoding %.60q, expected one of %s", name, strings.Join(Names(), ", "))
}

// Name is the name that ByName takes.
func (e *Encoding) Name() string { return e.name }

// Count returns the number of tokens of text.
func (e *Encoding) Count(text string) int { return len(e.load().EncodeOrdinary(text)) }

// CountAll returns the number of tokens of each text, in their order.
func (e *Encoding) CountAll(texts []string) []int {
	counts := make([]int, len(texts))
	for i, t := range texts {
		counts[i] = e.Count(t)
	}
	return counts
}
