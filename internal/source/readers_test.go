package source

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skillbrief/skillbrief/internal/event"
)

// odd fills a work tree with what is hard to list.
func odd(f fixture) {
	for _, path := range []string{
		"README.md", "a/b/c.md", "a.b", "a-b", "with blank/x", "ü/x", "-rf/x", "--help", "tab\tq\"uote/x", "new\nline/x", `back\slash`,
		"\xff\xfe/x", "~/x", "$HOME", ":(top)x", ":!x", "*", "[a]", "deep/1/2/3/4/5/6/7/8/9/x", "Case/x", "case/x", ".hidden/x", "x.", "@{u}",
	} {
		f.write(path, "text of "+path+"\r\n")
	}
	f.write("empty", "")
	f.write(".gitattributes", "* export-subst\nREADME.md export-ignore filter=evil\n")
	f.link("link", "a/b/c.md")
	f.link("to-dir", "a")
	f.link("a/out", "../../outside")
	f.link("absolute", "/etc/passwd")
}

// The same files come out of a commit, the work tree, a plain directory, a bare
// repository, a linked work tree and a fetched commit.
func TestReadersAgree(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"sha1", "sha256"} {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, "--object-format="+format)
			odd(f)
			head := f.commit("all")
			other := fixture{t, t.TempDir()}
			other.git("clone", "-q", "--bare", f.dir, "bare.git")
			f.git("worktree", "add", "-q", "--detach", filepath.Join(other.dir, "linked"), head)
			plain := filepath.Join(other.dir, "plain")
			if out, err := exec.Command("cp", "-a", f.dir, plain).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if err := os.RemoveAll(filepath.Join(plain, ".git")); err != nil {
				t.Fatal(err)
			}

			commit := openAt(t, f.dir, rev("HEAD"))
			if commit.Commit != head {
				t.Errorf("commit %s, want %s", commit.Commit, head)
			}
			want := contents(t, commit)
			if len(want) != 30 || want["--help"] != "text of --help\r\n" || want["link"] != "a/b/c.md" {
				t.Fatalf("%d files: %q", len(want), want)
			}
			fetched := openAll(t, Options{Dir: t.TempDir(), RemoteURL: "file://" + f.dir}, event.Wishes{After: sha(head)}).After
			for name, tree := range map[string]*Tree{
				"work tree":        openAt(t, f.dir, onDisk),
				"bare":             openAt(t, filepath.Join(other.dir, "bare.git"), sha(head)),
				"linked commit":    openAt(t, filepath.Join(other.dir, "linked"), rev("HEAD")),
				"linked work tree": openAt(t, filepath.Join(other.dir, "linked"), onDisk),
				"plain":            openAt(t, plain, onDisk),
				"fetched":          fetched,
			} {
				if diff := cmp.Diff(paths(commit), paths(tree)); diff != "" {
					t.Errorf("%s: %s", name, diff)
				}
				if diff := cmp.Diff(want, contents(t, tree)); diff != "" {
					t.Errorf("%s: %s", name, diff)
				}
				if diff := cmp.Diff(commit.links, tree.links); diff != "" {
					t.Errorf("%s: links %s", name, diff)
				}
				changes, err := Diff(context.Background(), commit, tree)
				if err != nil || len(changes) > 0 {
					t.Errorf("%s: changes %v, %v", name, changes, err)
				}
			}
		})
	}
}
