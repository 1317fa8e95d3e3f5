package skill

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/source"
)

const sound = "---\nname: s\ndescription: d\n---\nBody.\n"

// treeOf makes a tree of sound SKILL.md and other files by path, and of links
// written "path -> target".
func treeOf(entries ...string) *source.Tree {
	files, links := map[string]string{}, map[string]string{}
	for _, e := range entries {
		path, target, isLink := strings.Cut(e, " -> ")
		switch {
		case isLink:
			links[path] = target
		case baseOf(path) == fileName:
			files[path] = sound
		default:
			files[path] = "text of " + path + "\n"
		}
	}
	return source.Memory(files, links)
}

// summary writes what a search found, one line each.
func summary(places []Place, found Found) []string {
	var lines []string
	for _, p := range places {
		line := p.Path
		if p.File.Path != p.Path {
			line += " reads " + p.File.Path
		}
		for _, m := range p.members {
			line += " +" + strings.TrimPrefix(m.path[len(p.Dir):], "/")
		}
		for _, f := range p.faults {
			line += " " + f.Rule + ":" + f.Path
		}
		lines = append(lines, line)
	}
	list := func(what string, paths []string) {
		for _, p := range paths {
			lines = append(lines, what+" "+p)
		}
	}
	for _, m := range found.Missing {
		lines = append(lines, "missing "+m.Entry+" "+m.Reason)
	}
	list("sample", found.Samples)
	list("letters", found.LetterCase)
	list("sample letters", found.SampleCase)
	list("submodule", found.Submodules)
	for _, f := range found.Escapes {
		lines = append(lines, f.Rule+" "+f.Path)
	}
	if found.PassedOver > 0 {
		lines = append(lines, fmt.Sprint("passed over ", found.PassedOver))
	}
	return lines
}

func TestDiscover(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		tree    *source.Tree
		entries []string
		exclude string
		want    []string
	}{
		{
			"walk order is that of components, a directory's own skill first",
			treeOf("b/SKILL.md", "a/in/SKILL.md", "a/SKILL.md", "a-b/SKILL.md", "a.b/SKILL.md", "B/SKILL.md", "A/z/SKILL.md", "SKILL.md"),
			[]string{"."},
			"",
			[]string{"SKILL.md", "A/z/SKILL.md", "B/SKILL.md", "a/SKILL.md", "a/in/SKILL.md", "a-b/SKILL.md", "a.b/SKILL.md", "b/SKILL.md"},
		},
		{
			"entries as given, each skill once",
			treeOf("x/s/SKILL.md", "x/t/SKILL.md", "y/SKILL.md"),
			[]string{"x/t", "", "x/s/SKILL.md", "x/s/../t"},
			"",
			[]string{"x/t/SKILL.md", "x/s/SKILL.md", "y/SKILL.md"},
		},
		{
			"entries that lead to nothing",
			treeOf("s/SKILL.md", "s/r.md", "l/skill.md"),
			[]string{"nope", "s/r.md", "../up", "s/SKILL.md/x", "l/skill.md", "s/nope/SKILL.md"},
			"",
			[]string{
				"missing nope does not exist", "missing s/r.md is a file not named SKILL.md", "missing ../up leads out of the tree",
				"missing s/SKILL.md/x does not exist", "missing l/skill.md is a file not named SKILL.md", "missing s/nope/SKILL.md does not exist",
				"letters l/skill.md",
			},
		},
		{
			"an entry that is a link is resolved",
			treeOf(".agents/skills/a/SKILL.md", ".claude/skills -> ../.agents/skills", "SKILL.md -> .agents/skills/a/SKILL.md"),
			[]string{".claude/skills", ".claude/skills/a/SKILL.md", "."},
			"",
			[]string{".agents/skills/a/SKILL.md"},
		},
		{
			"a linked SKILL.md belongs to the directory that holds the link",
			treeOf("lib/real.md", "lib/note.md", "s/SKILL.md -> ../lib/real.md", "s/own.md"),
			[]string{"s"},
			"",
			[]string{"s/SKILL.md reads lib/real.md +own.md"},
		},
		{
			"two places of one file are one skill, at the first",
			treeOf("a/SKILL.md -> ../b/SKILL.md", "b/SKILL.md", "b/only.md"),
			[]string{"."},
			"",
			[]string{"a/SKILL.md reads b/SKILL.md"},
		},
		{
			"directory links are not followed",
			treeOf("out/a/SKILL.md", "s/more -> ../out", "s/b/SKILL.md"),
			[]string{"s"},
			"",
			[]string{"s/b/SKILL.md"},
		},
		{
			"links that lead nowhere, as entry and where a skill would be",
			treeOf("skills/a/SKILL.md", "skills/up -> ../..", "skills/abs -> /etc", "skills/gone -> nope", "skills/loop -> loop", "docs/up -> ../..", "e -> /etc", "f -> nope"),
			[]string{"skills", "e", "f", "."},
			"",
			[]string{"skills/a/SKILL.md", "symlink e", "symlink f", "symlink skills/abs", "symlink skills/gone", "symlink skills/loop", "symlink skills/up"},
		},
		{
			"directories that are not searched",
			treeOf("a/SKILL.md", ".git/x/SKILL.md", "node_modules/p/SKILL.md", "b/.venv/SKILL.md", "b/vendor/v/SKILL.md", "out/skills/SKILL.md", "vendored/SKILL.md", "node_modules/p/skill.md"),
			[]string{"."},
			"out",
			[]string{"a/SKILL.md", "vendored/SKILL.md", "passed over 5"},
		},
		{
			"an entry inside such a directory is searched",
			treeOf("a/SKILL.md", "vendor/lib/s/SKILL.md", "vendor/other/SKILL.md", "vendor/lib/node_modules/SKILL.md"),
			[]string{".", "vendor/lib"},
			"",
			[]string{"a/SKILL.md", "vendor/lib/s/SKILL.md", "passed over 2"},
		},
		{
			"samples below assets and scripts",
			treeOf("s/SKILL.md", "s/assets/t/SKILL.md", "s/x/scripts/y/SKILL.md", "s/assets/t/skill.md", "o/assets/SKILL.md", "assets/SKILL.md", "s/in/SKILL.md", "s/in/assets/SKILL.md"),
			[]string{".", "s/assets/t", "s/assets/t/SKILL.md"},
			"",
			[]string{"assets/SKILL.md", "o/assets/SKILL.md", "s/SKILL.md", "s/in/SKILL.md", "sample s/assets/t/SKILL.md", "sample s/in/assets/SKILL.md", "sample s/x/scripts/y/SKILL.md", "sample letters s/assets/t/skill.md"},
		},
		{
			"names that differ by letter case",
			treeOf("a/skill.md", "b/Skill.md", "c/SKILL.MD", "d/SKILL.md", "d/skill.md", "e/SKILL.md.bak", "f/MY-SKILL.md"),
			[]string{"."},
			"",
			[]string{"d/SKILL.md +skill.md", "letters a/skill.md", "letters b/Skill.md", "letters c/SKILL.MD", "letters d/skill.md"},
		},
		{
			"resources",
			treeOf("s/SKILL.md", "s/b.md", "s/a/z.md", "s/a.md", "s/x.MD", "s/x.txt", "s/scripts/a.md", "s/r/assets/b.md", "s/Scripts/c.md",
				"s/in/SKILL.md", "s/in/d.md", "s/in/deep/e.md", "s/node_modules/f.md", "s/out/g.md", "t.md"),
			[]string{"s"},
			"s/out",
			[]string{"s/SKILL.md +Scripts/c.md +a/z.md +a.md +b.md", "s/in/SKILL.md +d.md +deep/e.md"},
		},
		{
			"links among the resources",
			treeOf("s/SKILL.md", "s/in.md -> ../docs/a.md", "docs/a.md", "s/dir.md -> ../docs", "s/out.md -> ../../x.md", "s/abs.md -> /etc/passwd",
				"s/loop.md -> loop.md", "s/gone.md -> nope.md", "s/tool -> /usr/bin/tool", "s/ok -> SKILL.md", "s/scripts/up -> ../../../x", "s/assets/l.md -> ../SKILL.md"),
			[]string{"s"},
			"",
			[]string{"s/SKILL.md +in.md symlink:s/abs.md symlink:s/gone.md symlink:s/loop.md symlink:s/out.md symlink:s/scripts/up symlink:s/tool"},
		},
		{
			"a directory named SKILL.md is none",
			treeOf("s/SKILL.md/a.md", "t/SKILL.md"),
			[]string{"."},
			"",
			[]string{"t/SKILL.md"},
		},
	}
	for _, tt := range tests {
		places, found := Discover(tt.tree, tt.entries, func(path string) bool { return path == tt.exclude })
		if diff := cmp.Diff(tt.want, summary(places, found)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestDiscoverSubmodules(t *testing.T) {
	t.Parallel()
	tree := treeOf("s/SKILL.md", "a.md")
	for _, path := range []string{"s/ref.md", "s/sub", "other", "t/SKILL.md"} {
		tree.Files = append(tree.Files, source.File{Path: path, Mode: source.Submodule, ID: strings.Repeat("1", 40)})
	}
	slices.SortFunc(tree.Files, func(a, b source.File) int { return source.Compare(a.Path, b.Path) })
	places, found := Discover(tree, []string{".", "other", "other/x"}, nil)
	want := []string{
		"s/SKILL.md not-text:s/ref.md", "t/SKILL.md reads ",
		"missing other/x lies in the submodule other, which is not read", "submodule other", "submodule s/sub",
	}
	if diff := cmp.Diff(want, summary(places, found)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	skills, err := Load(context.Background(), tree, places)
	if err != nil {
		t.Fatal(err)
	}
	if s := skills[1]; !s.Broken || len(s.Faults) != 1 || s.Faults[0].Rule != "not-text" {
		t.Errorf("a submodule as SKILL.md: %+v", s)
	}
}
