package manifest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skillbrief/skillbrief/internal/source"
)

// TestUnused: a file is unused when no rule cites it, leads through it or, by a
// mistake that is reported, means it.
func TestUnused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ cites, want string }{
		{`[]`, "api.md img.png k.md l.md linked"},
		{`["references/api.md"]`, "img.png linked"},
		{`["references/l.md"]`, "img.png linked"},
		{`["references/k.md"]`, "img.png linked"},
		{`["references/linked/x.md"]`, "api.md img.png k.md l.md"},
		{`["references/API.md"]`, "img.png k.md l.md linked"},
		{`["references/appi.md"]`, "img.png k.md l.md linked"},
		{`["references/other.md"]`, "api.md img.png k.md l.md linked"},
		{`["./references/api.md"]`, "img.png k.md l.md linked"},
		{`['references\api.md']`, "img.png k.md l.md linked"},
		{`["reference/api.md"]`, "img.png k.md l.md linked"},
		{`["references/api"]`, "img.png k.md l.md linked"},
		{`["api.txt"]`, "img.png k.md l.md linked"},
		{`"references/api.md"`, "img.png k.md l.md linked"},
		{`[""]`, "api.md img.png k.md l.md linked"},
		{`[7]`, "api.md img.png k.md l.md linked"},
		{`["references/img.png"]`, "api.md k.md l.md linked"},
	} {
		raw := "schema_version = 1\nproject = \"a/b\"\n[[rules]]\nid = \"a\"\ntargets = [\"review\"]\ninstruction = \"A.\"\nreferences = " + tt.cites + "\n"
		tree := source.Memory(map[string]string{"m/skill.toml": raw, "m/references/api.md": "A", "m/references/img.png": "B", "m/other/x.md": "X"},
			map[string]string{"m/references/k.md": "api.md", "m/references/l.md": "k.md", "m/references/linked": "../other"})
		var unused []string
		for _, f := range loadOne(t, tree).Faults {
			if f.Rule == "reference-unused" {
				unused = append(unused, strings.TrimPrefix(f.Path, "m/references/"))
				if strings.Contains(f.Message, "cite it") == strings.HasSuffix(f.Path, ".png") {
					t.Errorf("%s: %s", f.Path, f.Message)
				}
			}
		}
		if got := strings.Join(unused, " "); got != tt.want {
			t.Errorf("%s: unused %q, want %q", tt.cites, got, tt.want)
		}
	}
}

// TestPointers: what Git LFS leaves is no text, be it beside a skill (which says
// so of its own resources) or not.
func TestPointers(t *testing.T) {
	t.Parallel()
	raw := "schema_version = 1\nproject = \"a/b\"\n[[rules]]\nid = \"a\"\ntargets = [\"review\"]\ninstruction = \"A.\"\nreferences = [\"references/a.md\"]\n"
	pointer := fmt.Sprintf("version https://git-lfs.github.com/spec/v1\noid sha256:%064d\nsize 12\n", 0)
	for beside, want := range map[string]int{"README.md": 1, "SKILL.md": 0} {
		m := loadOne(t, source.Memory(map[string]string{"m/skill.toml": raw, "m/references/a.md": pointer, "m/" + beside: "x"}, nil))
		said := 0
		for _, f := range m.Faults {
			if f.Rule == "not-text" && f.Path == "m/references/a.md" {
				said++
			}
		}
		if said != want || m.Status != Loaded {
			t.Errorf("beside %s: %d findings, %s", beside, said, m.Status)
		}
	}
}

func loadOne(t *testing.T, tree *source.Tree) *Manifest {
	t.Helper()
	ms, err := Load(t.Context(), tree, Options{Paths: []string{"m/skill.toml"}, Mode: ModeReviewAndImprove})
	if err != nil || len(ms) != 1 {
		t.Fatalf("%d manifests, %v", len(ms), err)
	}
	return ms[0]
}
