package tomldoc

import (
	"fmt"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// String names a type as messages do.
func (k Kind) String() string {
	return [...]string{"unknown", "text", "an integer", "a float", "true or false", "a date or time", "a list", "a table"}[k]
}

// Describe says what a value is, for messages that say what was found.
func (v *Value) Describe() string {
	switch v.Kind {
	case Integer, Float, Time:
		noun := map[Kind]string{Integer: "integer", Float: "float", Time: "date or time"}[v.Kind]
		return fmt.Sprintf("the %s %s", noun, short(v.Raw))
	case Boolean:
		return v.Raw
	}
	return v.Kind.String()
}

func short(raw string) string {
	q := diag.Quote(raw)
	if len(q) == len(raw)+2 {
		return raw
	}
	return q
}

// Place is where a fault of an entry's value is reported: at the value, but of a
// list or a table at its key.
func (e *Entry) Place() diag.Span {
	if e.Value.Kind == List || e.Value.Kind == Map {
		return e.KeySpan
	}
	return e.Value.Span
}

// As is the value of an entry when it has the kind, else nil and the fault; nil
// without fault where the value's own fault is reported already.
func (e *Entry) As(kind Kind) (*Value, *Fault) {
	switch v := e.Value; v.Kind {
	case kind:
		return v, nil
	case Unknown:
		return nil, nil
	}
	return nil, &Fault{e.Place(), mismatch(e.Key, kind, e.Value)}
}

func mismatch(name string, kind Kind, v *Value) string {
	hint := ""
	switch {
	case kind == Text && (v.Kind == Integer || v.Kind == Float || v.Kind == Time || v.Kind == Boolean):
		hint = "; put it in quotes"
	case kind == List && v.Kind == Text:
		hint = `; write ["..."]`
	case (kind == Integer || kind == Boolean || kind == Float) && v.Kind == Text:
		hint = "; write it without quotes"
	}
	return fmt.Sprintf("%s is %s, expected %s%s", name, v.Describe(), kind, hint)
}

// Texts is the list of texts of an entry. Elements of another type are faults at
// themselves and are left out; ok is false where the value is no list.
func (e *Entry) Texts() (texts []*Value, faults []Fault, ok bool) {
	v, fault := e.As(List)
	if fault != nil {
		fault.Message = fmt.Sprintf("%s is %s, expected a list of texts%s", e.Key, e.Value.Describe(), listHint(e.Value))
		return nil, []Fault{*fault}, false
	}
	if v == nil {
		return nil, nil, false
	}
	for _, item := range v.Items {
		switch item.Kind {
		case Text:
			texts = append(texts, item)
		case Unknown:
		default:
			faults = append(faults, Fault{item.Span, mismatch("an entry of "+e.Key, Text, item)})
		}
	}
	return texts, faults, true
}

func listHint(v *Value) string {
	if v.Kind == Text {
		return `; write ["..."]`
	}
	return ""
}

// Tables is the list of tables of an entry, written with [[headers]] or inline.
func (e *Entry) Tables() (tables []*Table, faults []Fault, ok bool) {
	v, fault := e.As(List)
	if fault != nil {
		fault.Message = fmt.Sprintf("%s is %s, expected a list of tables; begin each one with [[%[1]s]]", e.Key, e.Value.Describe())
		return nil, []Fault{*fault}, false
	}
	if v == nil {
		return nil, nil, false
	}
	for _, item := range v.Items {
		switch item.Kind {
		case Map:
			tables = append(tables, item.Table)
		case Unknown:
		default:
			faults = append(faults, Fault{item.Span, mismatch("an entry of "+e.Key, Map, item)})
		}
	}
	return tables, faults, true
}

// Unknown is the entries of a table whose keys are not among those known.
func (t *Table) Unknown(known ...string) []*Entry {
	allowed := map[string]bool{}
	for _, k := range known {
		allowed[k] = true
	}
	var unknown []*Entry
	for _, e := range t.Entries {
		if !allowed[e.Key] {
			unknown = append(unknown, e)
		}
	}
	return unknown
}

// UnknownKey is the fault of a key that does not exist, with the nearest one.
func (e *Entry) UnknownKey(noun string, known ...string) Fault {
	message := fmt.Sprintf("unknown %s %s", noun, diag.Quote(e.Key))
	if near := diag.Nearest(e.Key, known); near != "" {
		message += fmt.Sprintf("; did you mean %s?", diag.Quote(near))
	}
	return Fault{e.KeySpan, message}
}
