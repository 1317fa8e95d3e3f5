package skill

import (
	"fmt"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// required are the fields that a skill cannot do without.
var required = []string{"name", "description"}

// judge finds the faults of the fields that r has read, and sets the skill's.
func (p *parser) judge(r *reading) {
	p.skill.Fields = r.root.Fields
	p.duplicates(r.root)
	for _, key := range required {
		f := p.skill.Field(key)
		switch {
		case f == nil:
			if !strings.Contains(r.lost, key) {
				p.fault("missing-field", p.firstLine(), `field "`+key+`" is missing; add it to the frontmatter`)
			}
		case !p.isUnsure(r, f):
			p.required(r, f)
		}
	}
	for _, key := range []string{"license", "compatibility"} {
		if f := p.skill.Field(key); f != nil && f.Kind != Scalar {
			p.warn("field-type", f.KeySpan, p.typeMessage(f))
		}
	}
	p.commentInValue(r)
	p.tabs(r)
	p.dropUnsure(r)
}

// isUnsure reports whether the value of a field was blanked out, or the field is
// no text.
func (p *parser) isUnsure(r *reading, f *Field) bool {
	if end := max(p.skill.Lines.Offset(f.KeySpan.End), p.skill.Lines.Offset(f.ValueSpan.End)); r.guessed &&
		findBadText(p.skill.Raw[p.skill.Lines.Offset(f.KeySpan.Start):end]) != nil {
		return true
	}
	for start := range r.unsure {
		if p.place(start, start).Start == f.KeySpan.Start {
			return true
		}
	}
	return false
}

// dropUnsure takes the fields away whose values were blanked out.
func (p *parser) dropUnsure(r *reading) {
	if len(r.unsure) == 0 && !r.guessed {
		return
	}
	var sure []Field
	for i := range p.skill.Fields {
		if !p.isUnsure(r, &p.skill.Fields[i]) {
			sure = append(sure, p.skill.Fields[i])
		}
	}
	p.skill.Fields = sure
}

// required judges the value of name or description.
func (p *parser) required(r *reading, f *Field) {
	text := TrimSpace(f.Text)
	switch {
	case f.Kind != Scalar && p.placeholder(r, f):
		return
	case f.Kind != Scalar:
		p.fault("field-type", f.KeySpan, p.typeMessage(f))
		return
	case f.Style == Plain && f.Type == nullType:
		p.fault("missing-field", f.KeySpan, `field "`+f.Key+`" has no value`+p.instead(f)+"; write one")
		return
	case text == "":
		p.fault("missing-field", f.KeySpan, `field "`+f.Key+`" is blank; write its value`)
		return
	}
	if f.Style == Plain && f.Type != textType {
		p.skill.Faults = append(p.skill.Faults, diag.Fault{
			Rule: "untyped-text", Path: p.skill.Path, Span: f.ValueSpan,
			Message: fmt.Sprintf("%s %s is the YAML %s, expected text; quote it", f.Key, diag.Quote(f.Text), kindOfType(f)),
			Fix:     p.quoting(f),
		})
	}
	if f.Key == "name" {
		p.skill.Name = text
	} else {
		p.skill.Description = text
	}
}

// placeholder reports whether a value is a map only as "{{" is one, which is told
// as a key that is no text.
func (p *parser) placeholder(r *reading, f *Field) bool {
	for _, feature := range r.features {
		start := p.place(feature.start, feature.start).Start
		if feature.kind == keyFeature && start.Line == f.ValueSpan.Start.Line && start.Column == f.ValueSpan.Start.Column+1 {
			return true
		}
	}
	return false
}

// instead says what stands where a value is missing.
func (p *parser) instead(f *Field) string {
	if f.Text != "" {
		return " (" + diag.Quote(f.Text) + " is the YAML null)"
	}
	rest := p.skill.Raw[p.skill.Lines.Offset(f.KeySpan.End):]
	line, _ := nextLine(rest)
	if comment := strings.Trim(rest[:line], " \t:"); strings.HasPrefix(comment, "#") {
		return " (" + diag.Quote(trimRight(comment)) + " is a YAML comment, unless in quotes)"
	}
	return ""
}

func kindOfType(f *Field) string {
	if f.Type == booleanType {
		switch f.Text {
		case "true", "True", "TRUE", "on", "On", "ON", "yes", "Yes", "YES":
			return "boolean true"
		}
		return "boolean false"
	}
	return f.Type
}

func (p *parser) typeMessage(f *Field) string {
	kind, cure := "list", "write it as one"
	if f.Kind == Map {
		kind = "map"
		if p.skill.Raw[p.skill.Lines.Offset(f.ValueSpan.Start)] != '{' && strings.Contains(f.Fields[0].Key, " ") {
			cure = `": " made it one; quote the text or use ">-"`
		}
	}
	return `field "` + f.Key + `" is a ` + kind + ", expected text; " + cure
}

// duplicates tells the first key that a map, at any level, holds twice.
func (p *parser) duplicates(root Field) {
	var first, again *Field
	rest := 0
	each(root, func(fields []Field) {
		seen := make(map[string]*Field, len(fields))
		for i := range fields {
			f := &fields[i]
			if seen[f.Key] == nil || p.skill.IsFeature(*f) {
				seen[f.Key] = f
				continue
			}
			if again == nil {
				first, again = seen[f.Key], f
			} else {
				rest++
			}
		}
	})
	if again != nil {
		message := fmt.Sprintf("key %s is used twice, first on line %d; remove one", diag.Quote(again.Key), first.KeySpan.Start.Line)
		p.fault("duplicate-key", again.KeySpan, andMore(message, rest))
	}
}

// each visits the fields of every map in f, outer ones first.
func each(f Field, visit func([]Field)) {
	if f.Kind == Map {
		visit(f.Fields)
	}
	for _, c := range f.Fields {
		each(c, visit)
	}
	for _, c := range f.Items {
		each(c, visit)
	}
}

// commentInValue warns, at the value, of a comment on the line on which a plain
// description ends.
func (p *parser) commentInValue(r *reading) {
	f := p.skill.Field("description")
	if f == nil || f.Kind != Scalar || f.Style != Plain || f.Type == nullType || p.isUnsure(r, f) {
		return
	}
	rest := p.skill.Raw[p.skill.Lines.Offset(f.ValueSpan.End):]
	end, _ := nextLine(rest)
	if comment := trimRight(strings.TrimLeft(rest[:end], " \t")); strings.HasPrefix(comment, "#") {
		p.warn("comment-in-value", f.ValueSpan, "description is cut off at "+diag.Quote(comment)+", which is a YAML comment; quote the description")
	}
}

// tabs warns of tabs between or in plain values.
func (p *parser) tabs(r *reading) {
	if len(r.tabs) > 0 {
		p.warn("tab-in-value", p.place(r.tabs[0], r.tabs[0]+1),
			andMore("tab in or before a value, for which PyYAML refuses the file; write spaces", len(r.tabs)-1))
	}
}

// quoting puts a plain value of one line into quotes.
func (p *parser) quoting(f *Field) *diag.Edit {
	if f.ValueSpan.Start.Line != f.ValueSpan.End.Line {
		return nil
	}
	start, end := p.skill.Lines.Offset(f.ValueSpan.Start), p.skill.Lines.Offset(f.ValueSpan.End)
	return &diag.Edit{Start: start, End: end, Text: quote(p.skill.Raw[start:end])}
}

// quote writes text of one line as a quoted scalar.
func quote(text string) string {
	if strings.ContainsAny(text, `"\`) {
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return `"` + text + `"`
}
