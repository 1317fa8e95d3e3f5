// Package tomldoc reads TOML 1.0 documents with the exact place of every key,
// value and fault (https://toml.io/en/v1.0.0). A document is valid when both
// BurntSushi/toml and go-toml take it, no key is set twice and it holds nothing
// that only TOML 1.1 allows: the readers that skillbrief's consumers use know 1.0.
// What would keep the libraries busy for minutes is refused before they are asked.
package tomldoc

import "github.com/skillbrief/skillbrief/internal/diag"

// Kind is the type of a value.
type Kind uint8

// The types of values. Unknown is a value whose own fault is reported already:
// nothing more can be said of it.
const (
	Unknown Kind = iota
	Text
	Integer
	Float
	Boolean
	Time // a date, a time or both
	List
	Map
)

// Fault is one thing wrong with a document, at a place or, with the zero Span, as
// a whole. Message is one line.
type Fault struct {
	Span    diag.Span
	Message string
}

// Table is a table: the document itself, one with a header, one in braces, or
// one that a dotted key or a longer header made.
type Table struct {
	// Span of the header, its brackets included, or of the braces and what is
	// between; of the key where neither is there; zero for the document.
	Span    diag.Span
	Entries []*Entry // in the order of the document
	// Lost is set where a line of it could not be read: what seems to be missing
	// may stand there.
	Lost  bool
	index map[string]*Entry
	form  form
}

// Entry is a key of a table with its value.
type Entry struct {
	Key     string
	KeySpan diag.Span // quotes included; of a dotted key: of this part
	Value   *Value
}

// Value is one value.
type Value struct {
	Kind    Kind
	Span    diag.Span // quotes, brackets and braces included; of [[tables]]: the first header
	Raw     string    // of a scalar: as written
	Text    string    // of a text: decoded, line ends LF
	Int     int64
	Float   float64
	Bool    bool
	Items   []*Value // of a list, or the tables of that name
	Table   *Table   // of a table
	Headers bool     // the list is that of [[name]] headers
}

// Entry is the entry of exactly that key, nil where there is none.
func (t *Table) Entry(key string) *Entry { return t.index[key] }

func (t *Table) add(e *Entry) {
	if t.index == nil {
		t.index = map[string]*Entry{}
	}
	t.Entries, t.index[e.Key] = append(t.Entries, e), e
}
