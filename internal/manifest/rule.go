package manifest

import (
	"slices"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/tomldoc"
)

// rules reads the [[rules]] tables. Tables under a wrong name or of a wrong
// shape are a fault and are read all the same, so that theirs are reported too.
func (r *reader) rules(e, singular *tomldoc.Entry) {
	var tables []*tomldoc.Table
	if singular != nil {
		r.schema(singular.KeySpan, "the tables of rules are named [[rules]], not [[rule]]")
		tables = tablesOf(singular.Value)
	}
	if e != nil {
		read, faults, _ := e.Tables()
		if e.Value.Kind == tomldoc.Map && len(e.Value.Table.Unknown(ruleFields...)) < len(e.Value.Table.Entries) {
			read = tablesOf(e.Value)
		}
		if e.Value.Kind == tomldoc.List && !e.Value.Headers {
			r.m.rulesKey = e.KeySpan
		}
		for _, f := range faults {
			r.schema(f.Span, "%s", f.Message)
		}
		tables = append(tables, read...)
	}
	if len(tables) == 0 && (e == nil || e.Value.Kind == tomldoc.List && len(e.Value.Items) == 0) && !r.misread() {
		r.fault("manifest-empty", emptyPlace(e), "the manifest has no rules; add a [[rules]] table, or remove the file")
	}
	for i, t := range tables {
		if i == maxRules {
			r.schema(t.Span, "the manifest has %d rules, at most %d are allowed", len(tables), maxRules)
		}
		r.m.Rules = append(r.m.Rules, r.rule(t))
	}
}

// misread reports whether there may be rules that a fault hides.
func (r *reader) misread() bool {
	return r.misnamed || slices.ContainsFunc(r.m.Faults, func(f diag.Fault) bool { return f.Rule == "toml-syntax" })
}

func emptyPlace(e *tomldoc.Entry) diag.Span {
	if e == nil {
		return diag.Span{}
	}
	return e.KeySpan
}

func tablesOf(v *tomldoc.Value) []*tomldoc.Table {
	if v.Kind == tomldoc.Map {
		return []*tomldoc.Table{v.Table}
	}
	var tables []*tomldoc.Table
	for _, item := range v.Items {
		if item.Kind == tomldoc.Map {
			tables = append(tables, item.Table)
		}
	}
	return tables
}

func (r *reader) rule(t *tomldoc.Table) Rule {
	for _, e := range t.Unknown(ruleFields...) {
		r.unknown(e, ruleFields, topFields[:4], "must stand above the first [[rules]], at the top of the file")
	}
	rule := Rule{At: t.Span}
	rule.ID = r.id(t)
	rule.Targets = r.targets(t)
	rule.Instruction = r.instruction(t)
	rule.Languages, rule.languages = r.languages(t.Entry("languages"))
	rule.Paths, rule.include = r.globs(t.Entry("paths"))
	rule.ExcludePaths, rule.exclude = r.globs(t.Entry("exclude_paths"))
	rule.References = r.references(t.Entry("references"))
	return rule
}

// required is a text of a rule that must be there and not be blank.
func (r *reader) required(t *tomldoc.Table, key, hint string) (Text, bool) {
	e := t.Entry(key)
	if e == nil {
		r.absent(t, "the rule has no %s; %s", key, hint)
		return Text{}, false
	}
	v, fault := e.As(tomldoc.Text)
	if fault != nil {
		r.schema(fault.Span, "%s", fault.Message)
	}
	if v == nil {
		return Text{}, false
	}
	text := Text{trim(v.Text), v.Span}
	if text.Value == "" {
		r.schema(e.KeySpan, "%s is blank; %s", key, hint)
	}
	return text, text.Value != ""
}

// absent reports a field that a rule lacks, where all of the rule could be read.
func (r *reader) absent(t *tomldoc.Table, format string, args ...any) {
	if !t.Lost {
		r.schema(t.Span, format, args...)
	}
}

func validID(id string) bool { return len(id) <= maxID && ruleID.MatchString(id) }

func (r *reader) id(t *tomldoc.Table) Text {
	id, ok := r.required(t, "id", `write id = "..." with a short name that is unique in the manifest`)
	if !ok {
		return id
	}
	if !validID(id.Value) {
		r.schema(id.Span, "the id %s must begin with a letter A-Z or digit and hold only these and _ . -, 128 characters at most", diag.Quote(id.Value))
	}
	if line := r.ids[id.Value]; line > 0 {
		r.fault("manifest-duplicate", id.Span, "the id %s is that of the rule in line %d already", diag.Quote(id.Value), line)
	} else {
		r.ids[id.Value] = id.Span.Start.Line
	}
	return id
}

func (r *reader) instruction(t *tomldoc.Table) Text {
	text, ok := r.required(t, "instruction", "say what a review must look at")
	if !ok {
		return text
	}
	n := utf8.RuneCountInString(text.Value)
	if n > maxInstruction {
		r.schema(text.Span, "the instruction has %d characters, at most %d are allowed", n, maxInstruction)
	}
	if r.total <= maxInstructions && r.total+n > maxInstructions {
		r.schema(text.Span, "with this one all instructions have more than %d characters together", maxInstructions)
	}
	r.total += n
	same := sameText(text.Value)
	if line := r.texts[same]; line > 0 {
		r.fault("manifest-duplicate", text.Span, "the instruction is that of the rule in line %d already, letter case and white space aside", line)
	} else {
		r.texts[same] = text.Span.Start.Line
	}
	return text
}

func (r *reader) targets(t *tomldoc.Table) Entries {
	e := t.Entry("targets")
	if e == nil {
		r.absent(t, `the rule has no targets; write targets = ["review"] or ["review", "improve"]`)
		return Entries{}
	}
	list := r.entries(e, "manifest-schema", func(s string) string { return s })
	if e.Value.Kind == tomldoc.List && len(e.Value.Items) == 0 {
		r.schema(e.KeySpan, `targets is empty; write ["review"], ["improve"] or both`)
	}
	for _, item := range list.Items {
		switch {
		case item.Value == "review" || item.Value == "improve":
		case PublicTarget(item.Value) == "improve":
			r.schema(item.Span, "%s is a stage of improve; write %q", diag.Quote(item.Value), "improve")
		default:
			r.schema(item.Span, "unknown target %s%s", diag.Quote(item.Value), meant(diag.Nearest(item.Value, []string{"review", "improve"}), "; only review and improve exist"))
		}
	}
	return list
}

// meant ends a message with a near name, or with what is said where none is.
func meant(near, otherwise string) string {
	if near == "" {
		return otherwise
	}
	return "; did you mean " + diag.Quote(near) + "?"
}

func (r *reader) languages(e *tomldoc.Entry) (Entries, []string) {
	list := r.entries(e, "manifest-schema", func(s string) string {
		if id := Language(s); id != "" {
			return id
		}
		return s
	})
	var ids []string
	for _, item := range list.Items {
		id := Language(item.Value)
		if id == "" {
			near := ""
			if r.suggested++; r.suggested <= maxSuggested {
				near = NearestLanguage(item.Value)
			}
			r.schema(item.Span, "unknown language %s%s", diag.Quote(item.Value), meant(near, "; use ids such as python, go, cpp"))
			continue
		}
		ids = append(ids, id)
	}
	return list, ids
}
