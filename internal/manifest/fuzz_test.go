package manifest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// FuzzParse: no panic, the same twice, every finding has a rule, one line of
// message and a place in the file, and what is valid can be selected and rendered.
func FuzzParse(f *testing.F) {
	paths, err := filepath.Glob("testdata/*/*.toml")
	if err != nil || len(paths) == 0 {
		f.Fatal(paths, err)
	}
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		if len(raw) < 5_000 {
			f.Add(string(raw))
		}
	}
	f.Fuzz(func(t *testing.T, raw string) {
		m := load(t, raw)
		lines := diag.NewLines(raw)
		for _, fault := range m.Faults {
			if fault.Rule == "" || fault.Message == "" || strings.ContainsAny(fault.Message, "\r\n") {
				t.Errorf("fault %+v", fault)
			}
			if s := fault.Span; !s.IsZero() && (lines.Pos(lines.Offset(s.Start)) != s.Start || lines.Pos(lines.Offset(s.End)) != s.End || comparePos(s.Start, s.End) > 0) {
				t.Errorf("%s: span %v is not in the file", fault.Rule, s)
			}
		}
		again := load(t, raw)
		if diff := cmp.Diff(m.Faults, again.Faults); diff != "" {
			t.Errorf("not the same twice:\n%s", diff)
		}
		e := Select(m, Query{Target: "review", Changed: []string{"src/a.go", "app/i/page.tsx"}, Mode: ModeReviewAndImprove})
		if (e.Render() != "") != (e.Status == Loaded && len(e.Rules) > 0) || e.Status == Invalid && e.Error == "" {
			t.Errorf("%s renders %q, error %q", e.Status, e.Render(), e.Error)
		}
		if changes := Changes(m, again); len(changes) > 0 && !m.broken {
			t.Errorf("changes to itself: %v", changes)
		}
	})
}
