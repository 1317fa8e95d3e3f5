package manifest

import (
	"path"
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/source"
)

// unused reports files in references/ that no rule cites. Beside a SKILL.md they
// are that skill's; and a manifest that could not be read whole may cite them.
// Meant are the paths that a citation at fault most likely means.
func (m *Manifest) unused(t *source.Tree, meant map[string]bool) {
	if m.Status != Loaded && m.Status != Invalid {
		return
	}
	_, shared := t.Find(beside(m.Path, "SKILL.md"))
	if shared || m.overfull || slices.ContainsFunc(m.Faults, func(f diag.Fault) bool { return f.Rule == "toml-syntax" }) {
		return
	}
	cited := m.cited(t)
	dir := beside(m.Path, "references/")
	for _, f := range t.Files {
		if !strings.HasPrefix(f.Path, dir) || cited[f.Path] || meant[f.Path] || m.strays[stem(f.Path)] {
			continue
		}
		if target, err := t.Resolve(f.Path); f.Mode == source.Link && err == nil && cited[target.Path] {
			continue // another name of what is cited, or on the way to it
		}
		advice := "cite it in references, or remove it"
		if fault := referenceFault("references/" + f.Path[len(dir):]); fault != "" && f.Mode == source.Regular {
			advice = "only names that end in .md can be cited; remove it"
		}
		m.Faults = append(m.Faults, diag.Fault{Rule: "reference-unused", Path: f.Path, Message: "no rule of " + diag.Quote(m.Path) + " cites this file; " + advice})
	}
}

// cited are the paths that the references lead to and through.
func (m *Manifest) cited(t *source.Tree) map[string]bool {
	cited := map[string]bool{}
	for _, ref := range m.References {
		for p := beside(m.Path, ref.Path); p != "." && p != "/"; p = path.Dir(p) {
			cited[p] = true
		}
		if f, err := t.Resolve(beside(m.Path, ref.Path)); err == nil {
			cited[f.Path] = true
		}
	}
	return cited
}

// stray remembers a citation that cannot be read, for the file that it means.
func (m *Manifest) stray(citation string) {
	if m.strays == nil {
		m.strays = map[string]bool{}
	}
	m.strays[stem(strings.ReplaceAll(citation, `\`, "/"))] = true
}

// stem is what is left of a path's last segment when spelling mistakes are made:
// lower case, without extension.
func stem(p string) string {
	name := strings.ToLower(path.Base(p))
	return strings.TrimSuffix(name, path.Ext(name))
}
