package tomldoc

import (
	"fmt"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// form is how a table came about; it decides what may still be added to it.
type form uint8

const (
	implicit form = iota // by a longer header
	explicit             // by its own header
	dotted               // by a dotted key
	inline               // by braces: complete
)

// open finds or makes the table of a header. Where the header clashes with what
// stands before it, the fault is recorded and what follows goes into a table of
// its own, apart from the document.
func (p *parser) open(keys []key, span diag.Span, list bool) *Table {
	t, last := p.root, len(keys)-1
	for i := range keys[:last] {
		if t = p.enter(t, keys[i], span); t == nil {
			return &Table{Span: span, form: explicit}
		}
	}
	made := &Table{Span: span, form: explicit}
	e := t.Entry(keys[last].name)
	switch {
	case e == nil && list:
		items := []*Value{{Kind: Map, Span: span, Table: made}}
		t.add(&Entry{keys[last].name, keys[last].span, &Value{Kind: List, Span: span, Items: items, Headers: true}})
	case e == nil:
		t.add(&Entry{keys[last].name, keys[last].span, &Value{Kind: Map, Span: span, Table: made}})
	case list && e.Value.Headers:
		e.Value.Items = append(e.Value.Items, &Value{Kind: Map, Span: span, Table: made})
	case !list && e.Value.Kind == Map && e.Value.Table.form == implicit:
		made = e.Value.Table
		made.form, made.Span, e.Value.Span, e.KeySpan = explicit, span, span, keys[last].span
	default:
		p.clash(keys[last], e, list)
	}
	return made
}

// enter goes from a table into the one of a key that is not a header's last.
func (p *parser) enter(t *Table, k key, span diag.Span) *Table {
	e := t.Entry(k.name)
	if e == nil {
		made := &Table{Span: span}
		t.add(&Entry{k.name, k.span, &Value{Kind: Map, Span: span, Table: made}})
		return made
	}
	switch {
	case e.Value.Headers:
		return e.Value.Items[len(e.Value.Items)-1].Table
	case e.Value.Kind == Map && e.Value.Table.form != inline:
		return e.Value.Table
	}
	p.clash(k, e, false)
	return nil
}

// set puts a value into a table at a key that may be dotted.
func (p *parser) set(t *Table, keys []key, v *Value) {
	last := len(keys) - 1
	for _, k := range keys[:last] {
		e := t.Entry(k.name)
		if e == nil {
			made := &Table{Span: k.span, form: dotted}
			e = &Entry{k.name, k.span, &Value{Kind: Map, Span: k.span, Table: made}}
			t.add(e)
		}
		if e.Value.Kind != Map || e.Value.Table.form != dotted {
			p.clash(k, e, false)
			return
		}
		t = e.Value.Table
	}
	if e := t.Entry(keys[last].name); e != nil {
		p.clash(keys[last], e, false)
		return
	}
	t.add(&Entry{keys[last].name, keys[last].span, v})
}

// clash records that a key is there already.
func (p *parser) clash(k key, first *Entry, list bool) {
	name, line := diag.Quote(k.name), first.KeySpan.Start.Line
	message := fmt.Sprintf("%s is set already in line %d; keep one of them", name, line)
	switch {
	case first.Value.Headers:
		message = fmt.Sprintf("%s is a list of [[%s]] tables since line %d; it cannot be set in another way", name, k.name, line)
	case list && first.Value.Kind == Map:
		message = fmt.Sprintf("%s is a single table since line %d and cannot be a list of [[tables]] too", name, line)
	case first.Value.Kind == Map && first.Value.Table.form == inline:
		message = fmt.Sprintf("the table %s is complete since its braces in line %d; add the key there", name, line)
	case first.Value.Kind == Map:
		message = fmt.Sprintf("the table %s stands already in line %d; write its keys together", name, line)
	}
	p.fault(k.start, k.end, message)
}
