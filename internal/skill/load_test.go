package skill

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/source"
)

func loadAll(t *testing.T, tree *source.Tree, known ...[]*Skill) []*Skill {
	t.Helper()
	places, _ := Discover(tree, []string{"."}, nil)
	skills, err := Load(context.Background(), tree, places, known...)
	if err != nil {
		t.Fatal(err)
	}
	return skills
}

func TestLoad(t *testing.T) {
	t.Parallel()
	pointer := "version https://git-lfs.github.com/spec/v1\noid sha256:" + strings.Repeat("0", 64) + "\nsize 12\n"
	tree := source.Memory(map[string]string{
		"big/SKILL.md":      sound + strings.Repeat("x", sizeLimit),
		"lfs/SKILL.md":      pointer,
		"s/SKILL.md":        sound,
		"s/large.md":        strings.Repeat("x", resourceLimit+1),
		"s/exact.md":        strings.Repeat("x", resourceLimit),
		"s/lfs.md":          pointer,
		"s/latin.md":        "a\nb\xE9\n",
		"s/wide.md":         "\xFF\xFEa\x00",
		"s/nul.md":          "a\r\n\x00",
		"s/marked.md":       "\uFEFFa\r\nb\rc\u2028",
		"common/linked.txt": "from afar",
		"s/nested/link.bin": "",
	}, map[string]string{"s/link.md": "../common/linked.txt", "gone/SKILL.md": "nope", "s/away.md": "../../x"})
	var got []string
	for _, s := range loadAll(t, tree) {
		got = append(got, fmt.Sprintf("%s broken=%v target=%s blob=%v", s.Path, s.Broken, s.Target, s.Blob != ""))
		for _, r := range s.Resources {
			got = append(got, fmt.Sprintf("  %s %s %d %v", r.Path, r.Name, len(r.Text), r.Blob != ""))
		}
		for _, f := range s.Faults {
			got = append(got, fmt.Sprintf("  %s %d:%d %s", f.Path, f.Span.Start.Line, f.Span.Start.Column, f.Rule))
		}
	}
	want := []string{
		"big/SKILL.md broken=true target=big/SKILL.md blob=true",
		"  big/SKILL.md 0:0 file-too-large",
		"gone/SKILL.md broken=true target=gone/SKILL.md blob=false",
		"  gone/SKILL.md 0:0 symlink",
		"lfs/SKILL.md broken=true target=lfs/SKILL.md blob=true",
		"  lfs/SKILL.md 0:0 not-text",
		"s/SKILL.md broken=false target=s/SKILL.md blob=true",
		"  s/exact.md exact.md 262144 true",
		"  s/link.md link.md 9 true",
		"  s/marked.md marked.md 8 true",
		"  s/away.md 0:0 symlink",
		"  s/large.md 0:0 resource-too-large",
		"  s/latin.md 2:2 resource-encoding",
		"  s/lfs.md 0:0 not-text",
		"  s/marked.md 1:1 byte-order-mark",
		"  s/nul.md 2:1 resource-encoding",
		"  s/wide.md 0:0 resource-encoding",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// A skill is shared between trees only where nothing that belongs to it differs.
func TestLoadShares(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a/SKILL.md": sound, "a/r.md": "r", "b/SKILL.md": sound, "c/SKILL.md": sound, "d/SKILL.md": sound}
	before := loadAll(t, source.Memory(files, nil))
	files["b/r.md"] = "new resource"
	files["c/SKILL.md"] = sound + "more"
	after := loadAll(t, source.Memory(files, map[string]string{"d/x.md": "/abs"}), nil, before)
	for i, shared := range []bool{true, false, false, false} {
		if (before[i] == after[i]) != shared {
			t.Errorf("%s: shared %v, want %v", after[i].Path, !shared, shared)
		}
	}
	unknown := source.Memory(files, nil)
	for i := range unknown.Files {
		unknown.Files[i].ID = ""
	}
	if plain := loadAll(t, unknown, after); plain[0] == after[0] {
		t.Error("a skill without blob ids was shared")
	}
}

// Results come in the order of the places, whatever the number of processors.
func TestLoadOrder(t *testing.T) {
	files := map[string]string{}
	for i := range 50 {
		files[fmt.Sprintf("s%02d/SKILL.md", i)] = fmt.Sprintf("---\nname: s%02d\ndescription: d\n---\n", i)
	}
	tree := source.Memory(files, nil)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for n := 1; n <= 8; n++ {
		runtime.GOMAXPROCS(n)
		for i, s := range loadAll(t, tree) {
			if want := fmt.Sprintf("s%02d", i); s.Name != want {
				t.Fatalf("place %d holds %q, want %q", i, s.Name, want)
			}
		}
	}
}

func TestLoadFails(t *testing.T) {
	t.Parallel()
	tree, err := source.Directory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	places := []Place{{Path: "s/SKILL.md", Dir: "s", File: source.File{Path: "s/SKILL.md"}}}
	if _, err := Load(context.Background(), tree, places); err == nil || !strings.HasPrefix(err.Error(), "load skills: ") {
		t.Errorf("error %v, want one of reading", err)
	}
}

func TestFenced(t *testing.T) {
	t.Parallel()
	tree := source.Memory(map[string]string{
		"a/skill.md": sound, "b/Skill.md": "# Notes\n", "c/SKILL.MD": "\uFEFF---\r\nname: c\r\n", "d/skill.md": " ---\n", "e/skill.md": "",
	}, map[string]string{"f/skill.md": "../a/skill.md", "g/skill.md": "nope"})
	_, found := Discover(tree, []string{"."}, nil)
	got, err := Fenced(context.Background(), tree, found.LetterCase)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a/skill.md", "c/SKILL.MD", "f/skill.md"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
