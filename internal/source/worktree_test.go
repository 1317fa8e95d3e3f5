package source

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skillbrief/skillbrief/internal/event"
)

func remove(t *testing.T, elements ...string) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(elements...)); err != nil {
		t.Fatal(err)
	}
}

// What git tracks is seen although it is ignored, what it ignores and does not
// track is not.
func TestIgnored(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.write(".gitignore", ".claude/\n")
	f.write(".claude/skills/kept/SKILL.md", "tracked")
	f.write(".claude/skills/scratch/SKILL.md", "untracked")
	f.git("add", ".gitignore")
	f.git("add", "-f", ".claude/skills/kept/SKILL.md")
	f.git("commit", "-q", "-m", "base")
	f.write("new/SKILL.md", "neither tracked nor ignored")
	f.write("excluded", "")
	f.write(".git/info/exclude", "excluded\n")
	f.write("ours", "")
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, ".gitconfig"), []byte("[core]\n\texcludesFile = "+home+"/ignore\n\tfsmonitor = true\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "ignore"), []byte("ours\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o := Options{Dir: f.dir, Env: env("HOME", home, "RUNNER_TEMP", t.TempDir())}
	got := paths(openAll(t, o, event.Wishes{After: onDisk}).After)
	if diff := cmp.Diff([]string{".claude/skills/kept/SKILL.md", ".gitignore", "new/SKILL.md"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestGoneAndReplaced(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, path := range []string{"gone", "gone-dir/x", "file-to-dir", "dir-to-file/x", "kept", "to-link", "staged-gone"} {
		f.write(path, path)
	}
	f.link("from-link", "kept")
	before := f.commit("all")
	for _, path := range []string{"gone", "gone-dir", "file-to-dir", "dir-to-file", "to-link", "from-link"} {
		remove(t, f.dir, path)
	}
	f.git("rm", "-q", "--cached", "staged-gone")
	f.write("file-to-dir/x", "now a file in a directory")
	f.write("dir-to-file", "now a file")
	f.write("from-link", "kept")
	f.link("to-link", "kept")
	f.write("intended", "to be added")
	f.git("add", "-N", "intended")
	trees := openAll(t, Options{Dir: f.dir}, event.Wishes{Before: sha(before), After: onDisk})
	want := []string{"dir-to-file", "file-to-dir/x", "from-link", "intended", "kept", "staged-gone", "to-link"}
	if diff := cmp.Diff(want, paths(trees.After)); diff != "" {
		t.Error(diff)
	}
	changes, err := Diff(context.Background(), trees.Before, trees.After)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Change{
		{Path: "dir-to-file", Added: true},
		{Path: "dir-to-file/x", Removed: true},
		{Path: "file-to-dir", Removed: true},
		{Path: "file-to-dir/x", Added: true},
		{Path: "from-link"},
		{Path: "gone", Removed: true},
		{Path: "gone-dir/x", Removed: true},
		{Path: "intended", Added: true},
		{Path: "to-link"},
	}, changes); diff != "" {
		t.Error(diff)
	}
}

func TestUnmerged(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.write("both", "base\n")
	f.write("theirs-gone", "base\n")
	f.commit("base")
	f.git("checkout", "-q", "-b", "topic")
	f.write("both", "topic\n")
	f.git("rm", "-q", "theirs-gone")
	f.commit("topic")
	f.git("checkout", "-q", "main")
	f.write("both", "main\n")
	f.write("theirs-gone", "main\n")
	f.commit("main")
	blob := f.git("rev-parse", "HEAD:both")
	f.feed(fmt.Sprintf("0 %040d\tboth\n100644 %s 1\tboth\n100644 %s 2\tboth\n100644 %s 3\tboth\n", 0, blob, blob, blob), "update-index", "--index-info")
	if got := paths(openAt(t, f.dir, onDisk)); !cmp.Equal(got, []string{"both", "theirs-gone"}) {
		t.Errorf("files %q", got)
	}
}

func TestSubmodules(t *testing.T) {
	t.Parallel()
	module := newFixture(t)
	module.write("SKILL.md", "of the submodule")
	id := module.commit("x")
	f := newFixture(t)
	f.write("x", "x")
	f.git("submodule", "--quiet", "add", "file://"+module.dir, "skills/sub")
	head := f.commit("sub")
	f.git("init", "-q", "nested/repo")
	f.write("nested/repo/SKILL.md", "of a repository that is not tracked")
	f.in("nested/repo").commit("x")
	want := []File{{Path: "skills/sub", Mode: Submodule, ID: id}}
	for name, w := range map[string]event.Wish{"commit": sha(head), "work tree": onDisk} {
		tree := openAt(t, f.dir, w)
		var got []File
		for _, f := range tree.Files {
			if f.Mode == Submodule && strings.HasPrefix(f.Path, "skills") {
				got = append(got, f)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if _, err := tree.Read(context.Background(), got, 10); err == nil {
			t.Errorf("%s: a submodule was read", name)
		}
	}
	tree := openAt(t, f.dir, onDisk)
	if nested, ok := tree.Find("nested/repo"); !ok || nested.Mode != Submodule {
		t.Errorf("a repository that is not tracked is %+v in %q", nested, paths(tree))
	}
	// Inside of the submodule, the submodule is the repository.
	inner := openAt(t, f.dir+"/skills/sub", onDisk)
	if got := contents(t, inner); got["SKILL.md"] != "of the submodule" || len(got) != 1 {
		t.Errorf("submodule: %q", got)
	}
	if got := openAt(t, f.dir+"/skills/sub", rev("HEAD")).Commit; got != id {
		t.Errorf("submodule: commit %s, want %s", got, id)
	}
	// Not checked out, it is an empty directory; removed, it is gone.
	remove(t, f.dir, "skills/sub")
	if _, ok := openAt(t, f.dir, onDisk).Find("skills/sub"); ok {
		t.Error("a submodule that is gone is listed")
	}
	f.in("skills/sub")
	if _, ok := openAt(t, f.dir, onDisk).Find("skills/sub"); !ok {
		t.Error("a submodule that is not checked out is not listed")
	}
}

func TestSparseCheckout(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.write("in/x", "x")
	f.write("out/x", "x")
	f.write("top", "x")
	f.commit("all")
	f.git("sparse-checkout", "set", "--sparse-index", "--cone", "in")
	if got := paths(openAt(t, f.dir, onDisk)); !cmp.Equal(got, []string{"in/x", "top"}) {
		t.Errorf("files %q", got)
	}
	if got := len(contents(t, openAt(t, f.dir, rev("HEAD")))); got != 3 {
		t.Errorf("%d files in the commit", got)
	}
}

func TestEntries(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	pointer := fmt.Sprintf("version https://git-lfs.github.com/spec/v1\noid sha256:%064d\nsize 1234\n", 0)
	f.write("common/s.md", "linked")
	f.link("skills/link/SKILL.md", "../../common/s.md")
	f.write("skills/lfs/SKILL.md", pointer)
	f.write("skills/run.sh", "x")
	if err := os.Chmod(filepath.Join(f.dir, "skills/run.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	f.git("add", "-A")
	f.git("update-index", "--add", "--cacheinfo", "160000,"+strings.Repeat("1", 40)+",skills/sub")
	f.git("commit", "-q", "-m", "base")
	f.in("skills/sub")
	for name, w := range map[string]event.Wish{"commit": rev("HEAD"), "work tree": onDisk} {
		tree := openAt(t, f.dir, w)
		if got := paths(tree); len(got) != 5 {
			t.Errorf("%s: files %q", name, got)
		}
		file, err := tree.Resolve("skills/link/SKILL.md")
		if err != nil || file.Path != "common/s.md" {
			t.Errorf("%s: the link leads to %+v, %v", name, file, err)
		}
		if !IsLFSPointer(contents(t, tree)["skills/lfs/SKILL.md"]) {
			t.Errorf("%s: the pointer is not seen", name)
		}
	}
}

func TestIsLFSPointer(t *testing.T) {
	t.Parallel()
	oid := "oid sha256:" + strings.Repeat("a", 64)
	v1 := "version https://git-lfs.github.com/spec/v1\n"
	for text, want := range map[string]bool{
		v1 + oid + "\nsize 1\n":                                            true,
		v1 + oid + "\nsize 1":                                              true,
		strings.ReplaceAll(v1+oid+"\nsize 1\n", "\n", "\r\n"):              true,
		v1 + "ext-0-x sha256:b\n" + oid + "\nsize 1\n":                     true,
		"version https://hawser.github.com/spec/v1\n" + oid + "\nsize 1\n": true,
		v1 + oid + "\n":                    false,
		v1 + "size 1\n":                    false,
		"":                                 false,
		"\n" + v1 + oid:                    false,
		"# A\n" + v1 + oid + "\nsize 1\n":  false,
		"version 1\n" + oid + "\nsize 1\n": false,
		v1 + oid + "\nsize 1\n" + strings.Repeat("x", 1024): false,
	} {
		if got := IsLFSPointer(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
