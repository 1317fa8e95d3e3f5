package config

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/glob"
	"github.com/skillbrief/skillbrief/internal/tomldoc"
)

// own reads .skillbrief.toml.
func (f *File) own(t *tomldoc.Table) {
	f.tables(t, map[string]func(*tomldoc.Entry){
		"brief":      func(e *tomldoc.Entry) { f.each(e, f.option) },
		"severity":   func(e *tomldoc.Entry) { f.each(e, f.severity) },
		"exceptions": func(e *tomldoc.Entry) { f.list(e, f.exception) },
		"routes":     func(e *tomldoc.Entry) { f.list(e, f.route) },
	})
}

// tables hands each entry to its reader; an unknown key is a fault.
func (f *File) tables(t *tomldoc.Table, read map[string]func(*tomldoc.Entry)) {
	for _, e := range t.Entries {
		if r := read[e.Key]; r != nil {
			r(e)
		} else {
			f.unknown(e, "key", keys(read))
		}
	}
}

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func (f *File) unknown(e *tomldoc.Entry, what string, known []string) {
	hint := "; use " + strings.Join(known, ", ")
	if near := diag.Nearest(e.Key, known); near != "" {
		hint = "; did you mean " + diag.Quote(near) + "?"
	} else if len(known) > 8 {
		hint = ""
	}
	f.fault(e.KeySpan, "unknown %s %s%s", what, diag.Quote(e.Key), hint)
}

// each hands the entries of a table to read.
func (f *File) each(e *tomldoc.Entry, read func(*tomldoc.Entry)) {
	if e.Value.Kind != tomldoc.Map {
		f.wrong(e, e.Value, "a table: write ["+e.Key+"]")
		return
	}
	for _, entry := range e.Value.Table.Entries {
		read(entry)
	}
}

// list hands the tables of a list to read.
func (f *File) list(e *tomldoc.Entry, read func(*tomldoc.Value)) {
	if e.Value.Kind != tomldoc.List {
		f.wrong(e, e.Value, "a list of tables: write [["+e.Key+"]]")
		return
	}
	for _, item := range e.Value.Items {
		if item.Kind == tomldoc.Map {
			read(item)
		} else {
			f.wrong(e, item, "a table")
		}
	}
}

// wrong reports a value of the wrong type, once.
func (f *File) wrong(e *tomldoc.Entry, v *tomldoc.Value, want string) {
	if v.Kind != tomldoc.Unknown {
		f.fault(v.Span, "%s is %s, expected %s", diag.Quote(e.Key), v.Kind, want)
	}
}

func (f *File) severity(e *tomldoc.Entry) {
	if e.Value.Kind != tomldoc.Text {
		f.wrong(e, e.Value, "text: off, notice, warning or error")
		return
	}
	i := slices.IndexFunc(f.rules, func(r Rule) bool { return r.ID == e.Key })
	if i < 0 {
		var ids []string
		for _, r := range f.rules {
			ids = append(ids, r.ID)
		}
		f.unknown(e, "rule", ids)
		return
	}
	if level, err := diag.ParseSeverity(e.Value.Text); err == nil && level < f.rules[i].Least {
		f.fault(e.Value.Span, "security rule %s cannot be lowered to %s; write an exception with a reason", e.Key, level)
		return
	}
	f.take(&f.brief, assignment{"severity", []string{e.Key + "=" + e.Value.Text}, e.Value.Span})
}

func (f *File) exception(v *tomldoc.Value) {
	x := Exception{Span: v.Table.Span}
	if !f.texts(v, []string{"rule", "path", "reason"}, map[string]*string{"rule": &x.Rule, "path": &x.Path, "reason": &x.Reason, "until": &x.Until}) {
		return
	}
	if _, err := glob.Compile(x.Path); err != nil {
		f.fault(v.Table.Entry("path").Value.Span, "path %s %v", diag.Quote(x.Path), err)
		return
	}
	if until := v.Table.Entry("until"); until != nil {
		if _, err := time.Parse(time.DateOnly, x.Until); err != nil {
			f.fault(until.Value.Span, "until %s is no date; write it as 2031-12-31", diag.Quote(x.Until))
			return
		}
	}
	f.Exceptions = append(f.Exceptions, x)
}

// texts fills fields from a table's texts; it reports false where one is
// missing, blank, unknown, of another type, or may stand in a line that could not
// be read.
func (f *File) texts(v *tomldoc.Value, required []string, fields map[string]*string) bool {
	before := len(f.Faults)
	for _, e := range v.Table.Entries {
		field := fields[e.Key]
		switch {
		case field == nil:
			f.unknown(e, "key", keys(fields))
		case e.Value.Kind == tomldoc.Text:
			*field = e.Value.Text
		case e.Value.Kind == tomldoc.Time && e.Key == "until":
			*field = e.Value.Raw
		default:
			f.wrong(e, e.Value, "text")
		}
	}
	if v.Table.Lost {
		return false
	}
	for _, key := range required {
		if e := v.Table.Entry(key); e == nil {
			f.fault(v.Table.Span, "%s is missing; an exception needs %s", key, strings.Join(required, ", "))
		} else if e.Value.Kind == tomldoc.Text && strings.TrimSpace(e.Value.Text) == "" {
			f.fault(e.Value.Span, "%s is blank", key)
		}
	}
	return len(f.Faults) == before
}

func (f *File) route(v *tomldoc.Value) {
	var r Route
	before := len(f.Faults)
	for _, e := range v.Table.Entries {
		switch e.Key {
		case "skills":
			r.Skills, r.SkillSpans = f.named(e)
		case "paths":
			r.Paths, r.PathSpans = f.named(e)
		default:
			f.unknown(e, "key", []string{"paths", "skills"})
		}
	}
	if v.Table.Lost {
		return
	}
	for _, key := range []string{"skills", "paths"} {
		if v.Table.Entry(key) == nil {
			f.fault(v.Table.Span, "%s is missing; a route needs skills and paths", key)
		}
	}
	if len(f.Faults) == before {
		f.Routes = append(f.Routes, r)
	}
}

// named are the texts of a list that must not be empty.
func (f *File) named(e *tomldoc.Entry) ([]string, []diag.Span) {
	texts, spans, ok := f.textList(e)
	if ok && len(texts) == 0 {
		f.fault(e.Value.Span, "%s is empty", diag.Quote(e.Key))
	}
	return texts, spans
}

// textList are the texts of a list; it reports false where one is none.
func (f *File) textList(e *tomldoc.Entry) (texts []string, spans []diag.Span, ok bool) {
	if e.Value.Kind != tomldoc.List {
		f.wrong(e, e.Value, "a list of texts")
		return nil, nil, false
	}
	ok = true
	for _, v := range e.Value.Items {
		if v.Kind != tomldoc.Text {
			f.wrong(e, v, "text")
			ok = false
			continue
		}
		texts, spans = append(texts, v.Text), append(spans, v.Span)
	}
	return texts, spans, ok
}
