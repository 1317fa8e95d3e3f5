package manifest

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/source"
)

// against adds the faults that only the tree shows: patterns that match
// nothing, references that are missing, too long or no text.
func (m *Manifest) against(t *source.Tree, files []subject, reasons map[*Reference]string) {
	if m.Status != Loaded && m.Status != Invalid {
		return
	}
	r := reader{m: m}
	for _, rule := range m.Rules {
		for i, item := range rule.Paths.Items {
			r.pattern(files, &rule.include[i], item, true)
		}
		for i, item := range rule.ExcludePaths.Items {
			r.pattern(files, &rule.exclude[i], item, false)
		}
	}
	r.cites(reasons)
	r.pointers(t)
}

// pattern checks one glob against the files of the tree.
func (r *reader) pattern(files []subject, g *Glob, at Text, needed bool) {
	isLiteral := strings.ContainsAny(g.pattern, "[]{}!")
	if g.pattern == "" || !needed && !isLiteral {
		return
	}
	for i := range files {
		if g.match(&files[i]) {
			return
		}
	}
	if isLiteral {
		r.fault("glob-literal", at.Span, "in %s the characters [ ] { } and ! stand for themselves; list the paths one by one, and exclusions in exclude_paths", diag.Quote(at.Value))
	}
	if needed {
		r.fault("glob-matches-nothing", at.Span, "%s matches no file of the tree%s", diag.Quote(at.Value), wider(files, g.pattern))
	}
}

// wider suggests the glob of a directory's files to who named the directory.
func wider(files []subject, pattern string) string {
	dir := strings.TrimRight(strings.TrimSuffix(pattern, "**/"), "/")
	if dir != "" && strings.HasSuffix(pattern, "/") || !strings.ContainsAny(dir, "*?") && isDirectory(files, dir) {
		return "; for all files below the directory write " + diag.Quote(dir+"/**")
	}
	return ""
}

func isDirectory(files []subject, dir string) bool {
	return slices.ContainsFunc(files, func(f subject) bool { return strings.HasPrefix(f.path, dir+"/") })
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

// pointers reports references that are what Git LFS leaves in place of a text.
// Beside a SKILL.md they are that skill's resources, which are looked at there.
func (r *reader) pointers(t *source.Tree) {
	if _, shared := t.Find(beside(r.m.Path, "SKILL.md")); shared {
		return
	}
	for _, ref := range r.m.References {
		if source.IsLFSPointer(ref.Text) {
			r.m.Faults = append(r.m.Faults, diag.Fault{Rule: "not-text", Path: beside(r.m.Path, ref.Path), Message: "file is a Git LFS pointer, expected text that rules cite; store it in the repository itself"})
		}
	}
}
