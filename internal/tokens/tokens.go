// Package tokens counts the tokens of a text exactly as OpenAI's byte pair
// encodings do. Text that spells a special token is plain text.
package tokens

import (
	"fmt"
	"strings"
	"sync"
)

// Encoding is one vocabulary with its way to split text. It is immutable and
// safe for concurrent use.
type Encoding struct {
	name  string
	split splitter
	vocab vocabulary

	counters sync.Pool // of *counter
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
	return nil, fmt.Errorf("encoding %.60q is unknown; use %s", name, strings.Join(Names(), ", "))
}

// Name is the name that ByName takes.
func (e *Encoding) Name() string { return e.name }
