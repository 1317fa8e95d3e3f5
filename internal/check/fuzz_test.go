package check

import (
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// FuzzRun holds of any SKILL.md and resource: the same findings twice, each in
// its file, no value of a secret in a message, and fixes that mend for good.
func FuzzRun(f *testing.F) {
	for _, r := range Known() {
		d, _ := Document(r.ID)
		for _, file := range d.Files {
			if len(file.Content) < 4096 {
				f.Add(file.Content, "# R\n[a](b.md) <!-- x -->\n")
			}
		}
	}
	f.Fuzz(func(t *testing.T, main, resource string) {
		files := map[string]string{"skills/x/SKILL.md": main, "skills/x/r.md": resource}
		found := checked(t, files, nil)
		if d := cmp.Diff(found, checked(t, files, nil)); d != "" {
			t.Errorf("not the same twice: %s", d)
		}
		edits := map[string][]diag.Edit{}
		for _, finding := range found {
			inFile(t, files, finding)
			if finding.Fix != nil {
				edits[finding.Path] = append(edits[finding.Path], *finding.Fix)
			}
		}
		for path, list := range edits {
			if mended := Apply(files[path], list); utf8.ValidString(files[path]) && !utf8.ValidString(mended) {
				t.Errorf("a fix cuts a character of %s", path)
			}
		}
	})
}

func inFile(t *testing.T, files map[string]string, f diag.Finding) {
	t.Helper()
	text, ok := files[f.Path]
	if f.Path == "" || f.Span.IsZero() {
		return
	}
	lines := diag.NewLines(text)
	if !ok || lines.Pos(lines.Offset(f.Span.Start)) != f.Span.Start || lines.Pos(lines.Offset(f.Span.End)) != f.Span.End ||
		lines.Offset(f.Span.End) < lines.Offset(f.Span.Start) {
		t.Errorf("place outside its file: %s", show(f))
	}
	if f.Fix != nil && (f.Fix.Start < 0 || f.Fix.End > len(text) || f.Fix.Start > f.Fix.End) {
		t.Errorf("fix outside its file: %+v", f.Fix)
	}
}
