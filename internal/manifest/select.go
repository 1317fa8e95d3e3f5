package manifest

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// Query says what a review is about.
type Query struct {
	Target    string   // review, improve or one of its stages; others select nothing
	Changed   []string // files of the change; empty: not known
	Languages []string // ids or other names; empty: those of Changed
	Mode      Mode     // the zero mode injects nothing
}

// Effective is the part of a manifest that is for one review.
type Effective struct {
	Manifest  *Manifest
	Query     Query
	Status    Status
	Error     string // LINE:COL: message of the first error; empty where there is none
	Rules     []Selected
	Facts     []Fact // references of the selected rules, in the order of first use
	Truncated bool   // a fact was clipped, or the budget was used up
}

// Selected is a rule that is for a review.
type Selected struct {
	*Rule
	Matched []string // changed files, in the order given
}

// Fact is a reference as it is given to a review.
type Fact struct {
	Path    string
	SHA256  string
	Text    string // clipped
	Clipped bool
}

// Select picks the rules for a review.
func Select(m *Manifest, q Query) Effective {
	e := Effective{Manifest: m, Query: q, Status: m.Status}
	if q.Mode == ModeDisabled {
		e.Status = Disabled
		return e
	}
	if m.Status == Invalid && !m.broken {
		e.Status = Loaded // a missing reference counts only where it is needed
	}
	if e.Status != Loaded {
		e.Error = m.firstError()
		return e
	}
	changed := Changed(q.Changed)
	languages := Languages(q.Languages, changed)
	subjects := subjects(changed)
	for i := range m.Rules {
		rule := &m.Rules[i]
		if !rule.isFor(PublicTarget(q.Target), languages) {
			continue
		}
		matched := rule.matched(subjects)
		if len(changed) == 0 || len(matched) > 0 {
			e.Rules = append(e.Rules, Selected{rule, matched})
		}
	}
	e.collect()
	return e
}

// Changed are changed files as rules see them: relative with /, each once, in
// the order given.
func Changed(files []string) []string {
	seen := make(map[string]bool, len(files))
	var changed []string
	for _, f := range files {
		f = strings.TrimLeft(strings.ReplaceAll(f, `\`, "/"), "/")
		if f != "" && !seen[f] {
			seen[f] = true
			changed = append(changed, f)
		}
	}
	return changed
}

// Languages are the ids of the languages given, or where none is given, of the
// changed files; sorted. Unknown ones are left out.
func Languages(given, changed []string) []string {
	if len(given) == 0 {
		return changedLanguages(changed)
	}
	var ids []string
	for _, name := range given {
		if id := Language(trim(name)); id != "" {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// UnknownLanguages are those of the languages given that match nothing, as given.
func UnknownLanguages(given []string) []string {
	return slices.DeleteFunc(slices.Clone(given), func(name string) bool { return Language(trim(name)) != "" })
}

func (r *Rule) isFor(target string, languages []string) bool {
	if !slices.ContainsFunc(r.Targets.Items, func(t Text) bool { return t.Value == target }) {
		return false
	}
	return len(r.languages) == 0 || slices.ContainsFunc(r.languages, func(id string) bool { return slices.Contains(languages, id) })
}

// matched are the files that a rule is about.
func (r *Rule) matched(changed []subject) []string {
	var matched []string
	for i := range changed {
		f := &changed[i]
		if (len(r.include) == 0 || anyMatch(r.include, f)) && !anyMatch(r.exclude, f) {
			matched = append(matched, f.path)
		}
	}
	return matched
}

func anyMatch(globs []Glob, path *subject) bool {
	for i := range globs {
		if globs[i].match(path) {
			return true
		}
	}
	return false
}

// collect gathers the references of the selected rules. A missing one makes all
// of it invalid.
func (e *Effective) collect() {
	left := maxFacts
	seen := map[string]bool{}
	for _, rule := range e.Rules {
		for _, item := range rule.References.Items {
			if seen[item.Value] {
				continue
			}
			seen[item.Value] = true
			ref := e.Manifest.reference(item.Value)
			if !ref.Found {
				*e = Effective{Manifest: e.Manifest, Query: e.Query, Status: Invalid, Error: e.Manifest.errorAt(item.Span)}
				return
			}
			fact := Fact{Path: ref.Path, SHA256: ref.SHA256}
			fact.Text, fact.Clipped = clip(ref.Text, left)
			left -= utf8.RuneCountInString(fact.Text)
			e.Facts = append(e.Facts, fact)
			e.Truncated = e.Truncated || fact.Clipped || left == 0
		}
	}
}

// clip keeps the first n code points of a text.
func clip(s string, n int) (text string, clipped bool) {
	for i := range s {
		if n == 0 {
			return s[:i], true
		}
		n--
	}
	return s, false
}

func (m *Manifest) reference(path string) *Reference {
	i := slices.IndexFunc(m.References, func(r Reference) bool { return r.Path == path })
	return &m.References[i]
}

// firstError is the first fault that makes a manifest invalid.
func (m *Manifest) firstError() string {
	for _, f := range m.Faults {
		if breaks(f) {
			return placed(f)
		}
	}
	return ""
}

func (m *Manifest) errorAt(span diag.Span) string {
	for _, f := range m.Faults {
		if breaks(f) && f.Span == span {
			return placed(f)
		}
	}
	return fmt.Sprintf("%d:%d: the reference is missing", span.Start.Line, span.Start.Column)
}

// placed is a fault as LINE:COL: message.
func placed(f diag.Fault) string {
	at := f.Span.Start
	return fmt.Sprintf("%d:%d: %s", max(at.Line, 1), max(at.Column, 1), f.Message)
}
