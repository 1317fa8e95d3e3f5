package library

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/manifest"
	"github.com/skillbrief/skillbrief/internal/source"
	"github.com/skillbrief/skillbrief/internal/tokens"
)

func options(t testing.TB, paths ...string) Options {
	t.Helper()
	e, err := tokens.ByName("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	return Options{Paths: paths, Encoding: e}
}

func made(t testing.TB, files map[string]string, o Options, earlier ...*Library) *Library {
	t.Helper()
	lib, err := Load(t.Context(), source.Memory(files, nil), o, earlier...)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

func file(name, body string) string {
	return "---\nname: " + name + "\ndescription: D.\n---\n" + body + "\n"
}

// shown lists the skills in order, with what stands for them.
func shown(lib *Library) []string {
	var list []string
	for _, s := range lib.Skills {
		line := fmt.Sprintf("%s %s", s.Place, s.Name)
		switch {
		case s.MirrorOf != nil:
			line += " = " + s.MirrorOf.Place
		case s.ShadowedBy != nil:
			line += " < " + s.ShadowedBy.Place
		case s.Broken:
			line += " broken"
		case !s.InBrief:
			line += " outside"
		}
		list = append(list, line)
	}
	return list
}

func TestOrderMirrorsAndShadows(t *testing.T) {
	o := options(t, ".")
	o.Host = []Host{
		{Entry: "/lib/one", Tree: source.Memory(map[string]string{"z/SKILL.md": file("z", "host"), "b/SKILL.md": file("b", "host")}, nil)},
		{Entry: "/lib/two/", Tree: source.Memory(map[string]string{"sub/b/SKILL.md": file("b", "host"), "sub/a/SKILL.md": file("a", "other")}, nil), Dir: "sub"},
	}
	lib := made(t, map[string]string{
		"x/b/SKILL.md": file("b", "mine"), "x/c/SKILL.md": file("c", "one"), "y/c/SKILL.md": file("c", "one"), "y.d/c/SKILL.md": file("c", "two"),
		"broken/SKILL.md": "no fence", "w/ä/SKILL.md": file("ä", ""),
	}, o)
	want := []string{
		"/lib/two/a/SKILL.md a",
		"/lib/one/b/SKILL.md b",
		"/lib/two/b/SKILL.md b = /lib/one/b/SKILL.md",
		"/lib/one/z/SKILL.md z",
		"broken/SKILL.md  broken",
		"x/b/SKILL.md b < /lib/one/b/SKILL.md",
		"x/c/SKILL.md c",
		"y/c/SKILL.md c = x/c/SKILL.md",
		"y.d/c/SKILL.md c",
		"w/ä/SKILL.md ä",
	}
	if diff := cmp.Diff(want, shown(lib)); diff != "" {
		t.Error(diff)
	}
}

func TestBriefPathsExcludeAndOutput(t *testing.T) {
	o := options(t, "skills")
	o.BriefPaths, o.Exclude, o.OutputDir = []string{"skills/a", "more", "gone"}, []string{"skills/old/**"}, "skills/out"
	lib := made(t, map[string]string{
		"skills/a/SKILL.md": file("a", ""), "skills/b/SKILL.md": file("b", ""), "skills/old/c/SKILL.md": file("c", ""), "skills/old/d/skill.md": file("d", ""),
		"skills/out/skills/a/SKILL.md": file("a", ""), "more/m/SKILL.md": file("m", ""),
	}, o)
	want := []string{"skills/a/SKILL.md a", "skills/b/SKILL.md b outside", "more/m/SKILL.md m"}
	if diff := cmp.Diff(want, shown(lib)); diff != "" {
		t.Error(diff)
	}
	if len(lib.Found.Missing) != 1 || lib.Found.Missing[0].Entry != "gone" {
		t.Errorf("missing %v, wanted gone", lib.Found.Missing)
	}
	if len(lib.Found.LetterCase) != 0 {
		t.Errorf("excluded, but found: %v", lib.Found.LetterCase)
	}
}

func TestMisnamedFiles(t *testing.T) {
	lib := made(t, map[string]string{
		"a/skill.md": file("a", ""), "b/Skill.md": "# a document", "c/SKILL.md": file("c", ""), "c/skill.MD": "a twin",
		"c/assets/skill.md": file("d", ""), "c/scripts/Skill.md": "# a document",
	}, options(t, ".", "a/skill.md"))
	if diff := cmp.Diff([]string{"a/skill.md", "c/skill.MD"}, lib.Found.LetterCase); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"c/assets/skill.md"}, lib.Found.Samples); diff != "" {
		t.Error(diff)
	}
}

func TestTheOutputDirectoryHoldsNoResources(t *testing.T) {
	o := options(t, ".")
	o.OutputDir = "out"
	lib := made(t, map[string]string{"SKILL.md": file("root", ""), "out/brief.md": "x", "guide.md": "y"}, o)
	if len(lib.Skills) != 1 || len(lib.Skills[0].Resources) != 1 || lib.Skills[0].Resources[0].Name != "guide.md" {
		t.Errorf("resources %+v", lib.Skills[0].Resources)
	}
}

// TestTheOutputDirectoryIsNotSearched unless an entry lies inside it.
func TestTheOutputDirectoryIsNotSearched(t *testing.T) {
	files := map[string]string{"a/SKILL.md": file("a", ""), "out/b/SKILL.md": file("b", ""), "out/c/SKILL.md": file("c", ""), "a/out/d.md": "text"}
	for _, c := range []struct {
		paths  []string
		want   []string
		passed int
	}{
		{[]string{"."}, []string{"a/SKILL.md a"}, 2},
		{[]string{".", "out/b"}, []string{"a/SKILL.md a", "out/b/SKILL.md b"}, 1},
		{[]string{"out"}, []string{"out/b/SKILL.md b", "out/c/SKILL.md c"}, 0},
	} {
		o := options(t, ".")
		o.Paths, o.OutputDir = c.paths, "out"
		lib := made(t, files, o)
		if diff := cmp.Diff(c.want, shown(lib)); diff != "" || lib.Found.PassedOver != c.passed {
			t.Errorf("%v: %d passed over\n%s", c.paths, lib.Found.PassedOver, diff)
		}
	}
}

// TestSharing holds that what two trees have in common is parsed and counted
// once, and that one changed resource makes another skill.
func TestSharing(t *testing.T) {
	before := map[string]string{"a/SKILL.md": file("a", "text"), "a/r.md": "one", "b/SKILL.md": file("b", "text"), "b/r.md": "one"}
	after := maps.Clone(before)
	after["b/r.md"] = "two"
	now := made(t, before, options(t, "."))
	next := made(t, after, options(t, "."), now)
	if now.Skills[0].Skill != next.Skills[0].Skill || now.Skills[0].Tokens != next.Skills[0].Tokens {
		t.Error("the same skill is loaded twice")
	}
	if now.Skills[1].Skill == next.Skills[1].Skill || now.Skills[1].Text == next.Skills[1].Text {
		t.Error("a skill with another resource is taken for the same")
	}
	for _, s := range next.Skills {
		if s.Tokens != next.Encoding.Count(s.Text) {
			t.Errorf("%s: %d tokens", s.Name, s.Tokens)
		}
	}
}

// TestHostsAreLoadedOnce holds it for a plain directory, whose files have no ids
// to tell that they are the same.
func TestHostsAreLoadedOnce(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "SKILL.md"), []byte(file("host", "text")), 0o644); err != nil {
		t.Fatal(err)
	}
	tree, err := source.Directory(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close() //nolint:errcheck // read only
	o := options(t, ".")
	o.Host = []Host{{Entry: dir, Tree: tree}}
	first := made(t, map[string]string{"a/SKILL.md": file("a", "one")}, o)
	second := made(t, map[string]string{"a/SKILL.md": file("a", "two")}, o, first)
	if first.Skills[0].Skill != second.Skills[0].Skill || first.Skills[0].Tokens != second.Skills[0].Tokens || second.Skills[0].Tokens == 0 {
		t.Error("the host's skill is loaded twice")
	}
	if diff := cmp.Diff(shown(first), shown(second)); diff != "" {
		t.Error(diff)
	}
}

func TestTextsOfTheTree(t *testing.T) {
	o := options(t, ".")
	o.Manifests = manifest.Options{Paths: []string{"m/skill.toml"}, Mode: manifest.ModeReviewAndImprove}
	lib := made(t, map[string]string{"a/SKILL.md": file("a", "x"), "a/r.md": "res", "m/skill.toml": "schema_version = 1", "other.md": "o"}, o)
	for path, want := range map[string]string{"a/SKILL.md": file("a", "x"), "a/r.md": "res", "m/skill.toml": "schema_version = 1"} {
		if got, ok := lib.Text(path); !ok || got != want {
			t.Errorf("Text(%q) = %q, %v", path, got, ok)
		}
	}
	if _, ok := lib.Text("other.md"); ok {
		t.Error("a file that was not read has a text")
	}
	if len(lib.Manifests) != 1 || lib.Manifests[0].Status != manifest.Invalid {
		t.Errorf("manifests %+v", lib.Manifests)
	}
}

func TestRoutes(t *testing.T) {
	lib := made(t, map[string]string{
		"a/SKILL.md": "---\nname: a\ndescription: D.\nmetadata:\n  paths: \"x/**\\u00a0 y\"\n---\n",
		"b/SKILL.md": "---\nname: b\ndescription: D.\nmetadata:\n  paths: [x]\n---\n",
		"c/SKILL.md": file("c", ""),
	}, options(t, "."))
	var got [][]string
	for _, s := range lib.Skills {
		got = append(got, s.Routes())
	}
	if diff := cmp.Diff([][]string{{"x/**", "y"}, nil, nil}, got); diff != "" {
		t.Error(diff)
	}
}

func TestTooManySkills(t *testing.T) {
	files := map[string]string{}
	for i := range maxSkills + 1 {
		files[fmt.Sprintf("%05d/SKILL.md", i)] = "x"
	}
	tree := source.Memory(files, nil)
	if _, err := Load(t.Context(), tree, options(t, ".")); err == nil || !strings.Contains(err.Error(), "more than 20000 SKILL.md") {
		t.Errorf("%v", err)
	}
	if lib, err := Load(t.Context(), tree, options(t, "00001")); err != nil || len(lib.Skills) != 1 {
		t.Errorf("narrowed: %v", err)
	}
}
