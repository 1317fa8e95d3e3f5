package manifest

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/glob"
)

// maxChangedLines is how many lines of a manifest an evolution may remove and add.
const maxChangedLines = 600

// Evolution is a pull request that a program opened to propose a change of one
// manifest's rules; it must stay within a narrow boundary.
type Evolution struct {
	Changed       []string // every path that the pull request changes
	Before, After []*Manifest
	Trusted       []*Manifest // at the trusted commit
	MaxEdits      int         // rules that may be changed or added; 1 to 3, else the nearest of these
	Message       string      // of the head commit
	// Secrets finds what looks like a secret in a text; nil finds none.
	Secrets func(text string) []diag.Span
}

// IsEvolution reports whether a head branch is one of those (doublestar globs)
// that programs propose evolutions on.
func IsEvolution(branch string, globs []string) bool {
	return branch != "" && slices.ContainsFunc(globs, func(g string) bool { return glob.Match(g, branch) })
}

// Faults are the breaks of the boundary, findings of evolution-boundary.
func (e Evolution) Faults() []diag.Fault {
	g := guard{Evolution: e}
	path, ok := g.only()
	if !ok {
		return g.faults
	}
	g.path = path
	g.before, g.after = at(e.Before, path), at(e.After, path)
	switch {
	case !exists(g.before):
		g.breaks(diag.Span{}, "the manifest does not exist before this change; a person must add it first")
		return g.faults
	case !exists(g.after):
		g.breaks(diag.Span{}, "the manifest does not exist after this change; an evolution must not remove it")
		return g.faults
	case g.before.Raw == g.after.Raw:
		g.breaks(diag.Span{}, "the text of the manifest does not change")
		return g.faults
	}
	g.whole()
	g.fields()
	if g.before.broken || g.after.broken {
		return g.faults
	}
	g.rules()
	g.edits()
	return g.faults
}

// guard is an Evolution being checked.
type guard struct {
	Evolution
	path          string
	before, after *Manifest
	faults        []diag.Fault
}

func (g *guard) breaks(span diag.Span, format string, args ...any) {
	g.faults = append(g.faults, diag.Fault{Rule: "evolution-boundary", Path: g.path, Span: span, Message: fmt.Sprintf(format, args...)})
}

func at(manifests []*Manifest, path string) *Manifest {
	if i := slices.IndexFunc(manifests, func(m *Manifest) bool { return m.Path == path }); i >= 0 {
		return manifests[i]
	}
	return nil
}

func exists(m *Manifest) bool { return m != nil && (m.Status == Loaded || m.Status == Invalid) }

// only is the one manifest that the pull request changes and nothing else.
func (g *guard) only() (string, bool) {
	var manifests, others []string
	for _, path := range g.Changed {
		if exists(at(g.Before, path)) || exists(at(g.After, path)) {
			manifests = append(manifests, path)
		} else {
			others = append(others, path)
		}
	}
	if len(manifests) == 0 {
		if len(others) > 0 {
			g.path = others[0]
		}
		g.breaks(diag.Span{}, "the pull request changes no manifest; an evolution changes one and nothing else")
		return "", false
	}
	g.path = manifests[0]
	if more := append(manifests[1:], others...); len(more) > 0 {
		g.breaks(diag.Span{}, "the pull request changes other files too, such as %s (%d in all); an evolution changes one manifest and nothing else", diag.Quote(more[0]), len(more))
	}
	return manifests[0], true
}

// whole checks what concerns the manifest as a whole.
func (g *guard) whole() {
	if g.before.Status != Loaded {
		g.breaks(diag.Span{}, "the manifest is not valid before this change; a person must mend it first")
	}
	if g.after.Status != Loaded {
		g.breaks(diag.Span{}, "the manifest is not valid after this change: %s", g.after.firstError())
	}
	if n := changedLines(g.before.Raw, g.after.Raw, maxChangedLines); n > maxChangedLines {
		g.breaks(diag.Span{}, "more than %d lines of the manifest are removed and added", maxChangedLines)
	}
	if g.Secrets != nil {
		for _, span := range g.Secrets(g.after.Raw) {
			g.breaks(span, "this looks like a secret; an evolution must not hold one")
		}
	}
	trusted := ""
	if m := at(g.Trusted, g.path); m != nil {
		trusted = m.Hash
	}
	for _, hash := range trailers(g.Message, "Skill-Base-Hash") {
		if !strings.EqualFold(hash, trusted) {
			g.breaks(diag.Span{}, "the proposal is superseded: it was made for the manifest with SHA-256 %s, that of the trusted commit has %s", diag.Quote(hash), diag.Quote(trusted))
		}
	}
}

// trailers are the values of a trailer of a commit message: of its last
// paragraph, as git interpret-trailers reads it.
func trailers(message, key string) []string {
	message = strings.TrimSpace(strings.ReplaceAll(message, "\r\n", "\n"))
	last := message[strings.LastIndex(message, "\n\n")+1:]
	var values []string
	for line := range strings.Lines(last) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.EqualFold(strings.TrimSpace(name), key) {
			values = append(values, strings.TrimSpace(value))
		}
	}
	return values
}

// fields checks the fields beside the rules, where they could be read.
func (g *guard) fields() {
	if g.before.broken || slices.ContainsFunc(g.after.Faults, func(f diag.Fault) bool { return f.Rule == "toml-syntax" }) {
		return
	}
	for _, f := range []struct {
		name     string
		old, now Text
	}{
		{"schema_version", g.before.Version, g.after.Version},
		{"project", g.before.Project, g.after.Project},
		{"name", g.before.Name, g.after.Name},
		{"description", g.before.Description, g.after.Description},
	} {
		if f.old.Value != f.now.Value {
			g.breaks(f.now.Span, "%s must stay %s", f.name, diag.Quote(f.old.Value))
		}
	}
}

// rules checks the rules one by one, and that none is gone or moved.
func (g *guard) rules() {
	for i := range g.before.Rules {
		if id := g.before.Rules[i].ID.Value; g.after.Rule(id) == nil {
			g.breaks(g.after.rulesKey, "the rule %s must not be removed", diag.Quote(id))
		}
	}
	for _, now := range moved(g.before, g.after) {
		g.breaks(now.At, "the rule %s must keep its place: rules keep their order", diag.Quote(now.ID.Value))
	}
	for i := range g.after.Rules {
		now := &g.after.Rules[i]
		if old := g.before.Rule(now.ID.Value); old != nil {
			g.rule(old, now)
		} else if len(now.References.Items) > 0 {
			g.breaks(now.References.Items[0].Span, "the new rule %s must not have references", diag.Quote(now.ID.Value))
		}
	}
}

// rule checks a rule that was there before.
func (g *guard) rule(old, now *Rule) {
	g.same(now, compareLists("targets", old.Targets, now.Targets, asIs))
	g.same(now, compareLists("languages", old.Languages, now.Languages, asLanguage))
	references := compareLists("references", old.References, now.References, asIs)
	g.same(now, references)
	if len(references.came)+len(references.gone) == 0 && !slices.Equal(old.References.Values(), now.References.Values()) {
		g.breaks(now.References.Key, "references of the rule %s must stay in their order", diag.Quote(now.ID.Value))
	}
	before, after := utf8.RuneCountInString(old.Instruction.Value), utf8.RuneCountInString(now.Instruction.Value)
	if after < before {
		g.breaks(now.Instruction.Span, "the instruction of the rule %s must not get shorter: it has %d characters, before %d", diag.Quote(now.ID.Value), after, before)
	}
	paths := compareLists("paths", old.Paths, now.Paths, asPath)
	g.came(now, paths, "paths may only lose entries")
	if len(now.Paths.Items) == 0 && len(old.Paths.Items) > 0 {
		g.breaks(placeOf(now, now.Paths), "paths of the rule %s must not become empty: it would apply to every file", diag.Quote(now.ID.Value))
	}
	g.went(now, compareLists("exclude_paths", old.ExcludePaths, now.ExcludePaths, asPath), "exclude_paths may only gain entries")
}

// same holds a list as a set.
func (g *guard) same(now *Rule, l listChange) {
	g.came(now, l, l.field+" must stay")
	g.went(now, l, l.field+" must stay")
}

func (g *guard) came(now *Rule, l listChange, why string) {
	for _, item := range l.came {
		g.breaks(item.Span, "%s: %s is added to the rule %s", why, diag.Quote(item.Value), diag.Quote(now.ID.Value))
	}
}

func (g *guard) went(now *Rule, l listChange, why string) {
	for _, value := range l.gone {
		g.breaks(placeOf(now, l.now), "%s: %s is removed from the rule %s", why, diag.Quote(value), diag.Quote(now.ID.Value))
	}
}

// edits counts the rules that are changed or added.
func (g *guard) edits() {
	limit := min(max(g.MaxEdits, 1), 3)
	edited := 0
	for i := range g.after.Rules {
		now := &g.after.Rules[i]
		if old := g.before.Rule(now.ID.Value); old != nil && old.written() == now.written() {
			continue
		}
		if edited++; edited == limit+1 {
			g.breaks(now.At, "more than %s changed or added, the rule %s among them", counted(limit), diag.Quote(now.ID.Value))
		}
	}
	if edited == 0 && len(g.after.Rules) >= len(g.before.Rules) {
		g.breaks(diag.Span{}, "no rule is changed or added")
	}
}

func counted(rules int) string {
	if rules == 1 {
		return "1 rule is"
	}
	return fmt.Sprintf("%d rules are", rules)
}

// written is all that a rule says.
func (r *Rule) written() string {
	var b strings.Builder
	r.json(&b)
	return b.String()
}
