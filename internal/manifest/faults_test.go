package manifest

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/source"
)

var update = flag.Bool("update", false, "rewrite golden files")

const rulesDir = "skills/rules/"

// treeAround is a tree with a manifest in it.
func treeAround(raw string) *source.Tree {
	return source.Memory(map[string]string{
		rulesDir + "skill.toml":              raw,
		rulesDir + "references/ok.md":        "# OK\n",
		rulesDir + "references/big.md":       strings.Repeat("é", maxFacts),
		rulesDir + "references/latin1.md":    "Gr\xfc\xdfe\n",
		rulesDir + "references/nested/UP.MD": "# Up\n",
		rulesDir + "references/dir.md/x.md":  "x\n",
		rulesDir + "SKILL.md":                "---\nname: rules\ndescription: Rules host.\n---\n# R\n",
		"skills/other/secret.md":             "# S\n",
		"src/a.go":                           "package a\n",
		"app/i/page.tsx":                     "x\n",
		"app/[id]/page.tsx":                  "x\n",
		"app/[[...slug]]/page.tsx":           "x\n",
	}, map[string]string{
		rulesDir + "references/out.md": "../../../../etc/passwd",
		rulesDir + "references/in.md":  "ok.md",
	})
}

func load(t testing.TB, raw string) *Manifest {
	t.Helper()
	ms, err := Load(t.Context(), treeAround(raw), Options{Paths: []string{"skills/*/skill.toml"}, Project: "example/repo", Mode: ModeReviewAndImprove})
	if err != nil || len(ms) != 1 {
		t.Fatalf("%d manifests, %v", len(ms), err)
	}
	return ms[0]
}

// TestFaults holds the status of every manifest of testdata/faults with all its
// faults and their places.
func TestFaults(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("testdata/faults/*.toml")
	if err != nil || len(paths) < 30 {
		t.Fatalf("%d manifests, %v", len(paths), err)
	}
	var got bytes.Buffer
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m := load(t, string(raw))
		fmt.Fprintf(&got, "%s: %s\n", filepath.Base(path), m.Status)
		for _, f := range m.Faults {
			where := fmt.Sprintf("%d:%d-%d:%d", f.Span.Start.Line, f.Span.Start.Column, f.Span.End.Line, f.Span.End.Column)
			if f.Path != rulesDir+"skill.toml" {
				where = f.Path
			}
			fmt.Fprintf(&got, "\t%s %s [%s]\n", where, f.Message, f.Rule)
		}
	}
	golden(t, "testdata/faults.txt", got.String())
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}

// TestFaultCounts holds what users of other tools reported as missed or doubled.
func TestFaultCounts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		line  int
		want  map[string]int // findings on the line by rule
		valid bool
	}{
		{"prefixes", 7, map[string]int{"manifest-glob": 4, "glob-backslash": 1, "glob-matches-nothing": 1}, false},
		{"class", 7, map[string]int{"manifest-glob": 1, "glob-backslash": 1}, false},
		{"list-as-text", 7, map[string]int{"manifest-schema": 1}, false},
		{"unknown-table", 12, map[string]int{"manifest-unknown-field": 1}, false},
		{"duplicate-key", 5, map[string]int{"toml-syntax": 1}, false},
		{"key-case", 5, map[string]int{"manifest-unknown-field": 1}, false},
		{"latin1", 11, map[string]int{"toml-syntax": 1}, false},
		{"byte-order-mark", 1, map[string]int{"toml-syntax": 1}, false},
		{"crlf", 1, map[string]int{}, true},
		{"version-float", 1, map[string]int{"manifest-schema": 1}, false},
		{"version-huge", 1, map[string]int{"toml-syntax": 1}, false},
		{"version-text", 1, map[string]int{"manifest-schema": 1}, false},
		{"version-newer", 1, map[string]int{"manifest-schema": 1}, false},
		{"version-missing", 0, map[string]int{"manifest-schema": 1}, false},
		{"version-after-rules", 0, map[string]int{"manifest-schema": 1}, false},
		{"version-after-rules", 10, map[string]int{"manifest-unknown-field": 1}, false},
		{"escape", 7, map[string]int{"toml-syntax": 1}, false},
		{"element-types", 4, map[string]int{"manifest-schema": 1}, false},
		{"element-types", 5, map[string]int{"manifest-schema": 1}, false},
		{"element-types", 6, map[string]int{"manifest-schema": 2}, false},
		{"references", 10, map[string]int{"manifest-reference": 6}, false},
	} {
		raw, err := os.ReadFile("testdata/faults/" + tt.name + ".toml")
		if err != nil {
			t.Fatal(err)
		}
		m := load(t, string(raw))
		got := map[string]int{}
		for _, f := range m.Faults {
			if f.Span.Start.Line == tt.line && f.Path == m.Path {
				got[f.Rule]++
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" || (m.Status == Loaded) != tt.valid {
			t.Errorf("%s, line %d: status %s\n%s", tt.name, tt.line, m.Status, diff)
		}
	}
}

// TestUnfollowed holds that a manifest that is a link to nowhere is not passed
// over in silence.
func TestUnfollowed(t *testing.T) {
	t.Parallel()
	tree := source.Memory(map[string]string{"d/skill.toml/x": "", "m/a.toml": "schema_version = 1\n"}, map[string]string{
		"a/skill.toml": "/etc/passwd", "b/skill.toml": "gone.toml", "c/skill.toml": "../../up.toml", "e/skill.toml": "skill.toml", "f/skill.toml": "../m/a.toml",
	})
	ms, err := Load(t.Context(), tree, Options{Paths: []string{"*/skill.toml", "a/skill.toml", "d/skill.toml"}, Mode: ModeReviewAndImprove})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range ms {
		for _, f := range m.Faults {
			if f.Rule == "symlink" {
				got = append(got, fmt.Sprintf("%s %s", f.Path, m.Status))
			}
		}
	}
	if diff := cmp.Diff([]string{"a/skill.toml unavailable", "b/skill.toml unavailable", "c/skill.toml unavailable", "e/skill.toml unavailable"}, got); diff != "" {
		t.Error(diff)
	}
}
