package manifest

import (
	"strings"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/source"
)

// against adds the faults that only the tree shows: patterns that match
// nothing, references that are missing, too long or unused.
func (m *Manifest) against(t *source.Tree, reasons map[*Reference]string) {
	if m.Status != Loaded && m.Status != Invalid {
		return
	}
	r := reader{m: m}
	for _, rule := range m.Rules {
		for i, item := range rule.Paths.Items {
			r.pattern(t, rule.include[i], item, true)
		}
		for i, item := range rule.ExcludePaths.Items {
			r.pattern(t, rule.exclude[i], item, false)
		}
	}
	r.cites(reasons)
	r.unused(t)
	m.settle()
}

// pattern checks one glob against the files of the tree.
func (r *reader) pattern(t *source.Tree, g Glob, at Text, needed bool) {
	isLiteral := strings.ContainsAny(g.pattern, "[]{}!")
	if g.pattern == "" || !needed && !isLiteral {
		return
	}
	for _, f := range t.Files {
		if g.Match(f.Path) {
			return
		}
	}
	if isLiteral {
		r.fault("glob-literal", at.Span, "in %s the characters [ ] { } and ! stand for themselves; list the paths one by one, and exclusions in exclude_paths", diag.Quote(at.Value))
	}
	if needed {
		r.fault("glob-matches-nothing", at.Span, "%s matches no file of the tree%s", diag.Quote(at.Value), wider(t, g.pattern))
	}
}

// wider suggests the glob of a directory's files to who named the directory.
func wider(t *source.Tree, pattern string) string {
	dir := strings.TrimSuffix(pattern, "/")
	if dir != pattern || !strings.ContainsAny(dir, "*?") && isDirectory(t, dir) {
		return "; for all files below the directory write " + diag.Quote(dir+"/**")
	}
	return ""
}

func isDirectory(t *source.Tree, dir string) bool {
	for _, f := range t.Files {
		if strings.HasPrefix(f.Path, dir+"/") {
			return true
		}
	}
	return false
}

// cites reports references that are missing, and the one that passes the budget.
func (r *reader) cites(reasons map[*Reference]string) {
	byPath := map[string]*Reference{}
	for i := range r.m.References {
		byPath[r.m.References[i].Path] = &r.m.References[i]
	}
	total, seen := 0, map[string]bool{}
	for _, rule := range r.m.Rules {
		for _, item := range rule.References.Items {
			ref := byPath[item.Value]
			if !ref.Found {
				r.fault("manifest-reference", item.Span, "the reference %s %s", diag.Quote(item.Value), reasons[ref])
			}
			if seen[item.Value] {
				continue
			}
			seen[item.Value] = true
			n := utf8.RuneCountInString(ref.Text)
			if total <= maxFacts && total+n > maxFacts {
				r.fault("reference-budget", item.Span, "with %s the references have %d characters; a review that uses all of them gets the first %d", diag.Quote(item.Value), total+n, maxFacts)
			}
			total += n
		}
	}
}

// unused reports files in references/ that no rule cites. Beside a SKILL.md they
// are that skill's.
func (r *reader) unused(t *source.Tree) {
	if _, ok := t.Find(beside(r.m.Path, "SKILL.md")); ok || len(r.m.Rules) == 0 {
		return
	}
	cited := map[string]bool{}
	for _, ref := range r.m.References {
		cited[beside(r.m.Path, ref.Path)] = true
	}
	dir := beside(r.m.Path, "references/")
	for _, f := range t.Files {
		if strings.HasPrefix(f.Path, dir) && !cited[f.Path] {
			r.m.Faults = append(r.m.Faults, Fault{Rule: "reference-unused", Path: f.Path, Message: "no rule of " + diag.Quote(r.m.Path) + " cites this file; cite it in references, or remove it"})
		}
	}
}
