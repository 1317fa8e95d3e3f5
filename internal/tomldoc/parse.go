package tomldoc

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// maxMends bounds how many faults are mended in a copy to find those behind them.
const maxMends = 50

// maxParts bounds the parts of a dotted key, and how deep lists and tables in
// braces nest: a thousand of them take BurntSushi/toml a tenth of a second, and
// more the square of that.
const maxParts = 50

// maxJudged is the size of documents, in bytes, that the libraries are asked
// about: both take the square of the number of tables. No manifest that is not too
// long is larger.
const maxJudged = 200_000

// parser turns go-toml's stream of expressions into a tree with places.
type parser struct {
	text   string
	data   []byte // text and a line feed, faults that have been reported mended in place
	place  placer
	ast    unstable.Parser
	root   *Table
	here   *Table // that key-value pairs go into
	end    int    // byte offset behind the last expression
	depth  int    // of brackets and braces
	lost   []int  // offsets of what is left out
	faults []Fault
}

// extent is the bytes [start, end) of the text.
type extent struct{ start, end int }

// Parse reads a document. The table is nil where the document cannot be read to
// its end; else it holds all that could be read, faults or not, so that what it
// says can be checked too. Faults come in no order.
func Parse(raw string) (*Table, []Fault) {
	if f := wide(raw); f != nil {
		return nil, []Fault{*f}
	}
	p := &parser{text: raw, data: append([]byte(raw), '\n'), place: placer{lines: diag.NewLines(raw), text: raw}}
	faults := p.mendEncoding()
	stopped := -1
	for mends := 1; ; mends++ {
		err := p.run()
		if err == nil {
			faults = append(faults, p.faults...)
			if len(faults) == 0 && len(raw) <= maxJudged {
				faults = p.judge()
			}
			return p.root, faults
		}
		at := p.errorOffset(err)
		if at <= stopped {
			break
		}
		stopped = at
		c := p.explain(at, err)
		if mends == maxMends {
			c.message += fmt.Sprintf("; this is the %dth such fault, no more are looked for", maxMends)
		}
		if !p.isBad(c.start) {
			faults = append(faults, Fault{p.place.span(c.start, c.end), c.message})
		}
		if c.mend.end <= c.mend.start || mends == maxMends {
			break
		}
		p.mend(c.mend)
	}
	return nil, append(faults, p.faults...)
}

// mend overwrites an extent so that the rest can be read.
func (p *parser) mend(m mending) {
	with := m.with
	switch with {
	case '#':
		p.lost = append(p.lost, m.start)
	case '[':
		with = '1'
	}
	for i := m.start; i < m.end; i++ {
		p.data[i] = with
	}
	if m.with == '[' {
		p.data[m.start], p.data[m.end-1] = '[', ']'
	}
}

// isBad reports whether at an offset stands what cannot stand in any text file,
// which is reported as such.
func (p *parser) isBad(at int) bool {
	if at >= len(p.text) || p.text[at] == p.data[at] {
		return false
	}
	r, n := utf8.DecodeRuneInString(p.text[at:])
	return r == 0 || r == utf8.RuneError && n == 1
}

// isMended reports whether a reported fault lies within [start, end): what was
// mended differs there from the text.
func (p *parser) isMended(start, end int) bool {
	return string(p.data[start:end]) != p.text[start:end]
}

// run reads the data once. The error is a syntax error.
func (p *parser) run() error {
	p.root, p.faults, p.end = &Table{form: explicit}, nil, 0
	p.here, p.place.last = p.root, 0
	p.ast.Reset(p.data)
	lost := p.lost
	for p.ast.NextExpression() {
		n := p.ast.Expression()
		it := n.Key()
		it.Next()
		for ; len(lost) > 0 && lost[0] < int(it.Node().Raw.Offset); lost = lost[1:] {
			p.here.Lost = true
		}
		switch n.Kind {
		case unstable.Table, unstable.ArrayTable:
			p.header(n)
		case unstable.KeyValue:
			p.end = p.pair(p.here, n)
		}
	}
	p.here.Lost = p.here.Lost || len(lost) > 0
	return p.ast.Error()
}

// fault records a fault at the bytes [start, end).
func (p *parser) fault(start, end int, message string) {
	p.faults = append(p.faults, Fault{p.place.span(start, end), message})
}

// key is one part of a dotted key.
type key struct {
	name string
	span diag.Span
	extent
}

func (p *parser) keys(it unstable.Iterator) []key {
	var keys []key
	for it.Next() {
		n := it.Node()
		at := extent{int(n.Raw.Offset), int(n.Raw.Offset + n.Raw.Length)}
		p.newEscapes(at)
		keys = append(keys, key{string(n.Data), p.place.span(at.start, at.end), at})
	}
	if n := len(keys); n > maxParts {
		p.fault(keys[maxParts].start, keys[n-1].end, fmt.Sprintf("the key has %d parts, at most %d are read", n, maxParts))
	}
	return keys
}

// header opens the table that a [name] or [[name]] header names.
func (p *parser) header(n *unstable.Node) {
	it := n.Key()
	it.Next()
	start := bytes.LastIndexByte(p.data[:it.Node().Raw.Offset], '[')
	brackets := 1
	if n.Kind == unstable.ArrayTable {
		start--
		brackets = 2
	}
	from := p.place.pos(start)
	keys := p.keys(n.Key())
	end := keys[len(keys)-1].end
	p.end = end + bytes.IndexByte(p.data[end:], ']') + brackets
	span := diag.Span{Start: from, End: p.place.pos(p.end)}
	if !p.isMended(keys[0].start, end) {
		p.here = p.open(keys, span, brackets == 2)
		return
	}
	p.reopen(start, span)
}

// reopen opens the table that a header at fault most likely means; where that is
// not clear, one apart from the document.
func (p *parser) reopen(start int, span diag.Span) {
	written := p.text[start:p.end]
	name := strings.Trim(written, "[] \t")
	if name == "" || bareKey.FindString(name) != name {
		p.here = &Table{Span: span, form: explicit}
		return
	}
	at := start + strings.Index(written, name)
	meant := key{name, p.place.span(at, at+len(name)), extent{at, at + len(name)}}
	p.here = p.open([]key{meant}, span, strings.Count(written, "[") > 1 || strings.Count(written, "]") > 1)
	p.here.Lost = true
}

// pair reads a key-value pair into a table and returns the offset behind it.
func (p *parser) pair(t *Table, n *unstable.Node) int {
	keys := p.keys(n.Key())
	at, _ := p.gap(keys[len(keys)-1].end)
	at, _ = p.gap(at + 1) // behind the equals sign
	v, end := p.value(n.Value(), at)
	if !p.isMended(keys[0].start, keys[len(keys)-1].end) {
		p.set(t, keys, v)
	}
	return end
}

// errorOffset is where go-toml's parser stopped: the highlight of its error is a
// slice of the data. At the end of the document it is the line feed added there.
func (p *parser) errorOffset(err error) int {
	var pe *unstable.ParserError
	if !errors.As(err, &pe) {
		return p.end
	}
	return min(cap(p.data)-cap(pe.Highlight), len(p.text))
}
