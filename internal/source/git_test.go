package source

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skillbrief/skillbrief/internal/event"
)

// fixture is a git repository that a test builds, with its own home and a fixed
// identity.
type fixture struct {
	testing.TB
	dir string
}

func newFixture(t testing.TB, args ...string) fixture {
	t.Helper()
	f := fixture{t, t.TempDir()}
	f.git(append([]string{"init", "-q", "-b", "main"}, args...)...)
	return f
}

// in is the same with another directory.
func (f fixture) in(dir string) fixture {
	f.Helper()
	if err := os.MkdirAll(filepath.Join(f.dir, dir), 0o755); err != nil {
		f.Fatal(err)
	}
	return fixture{f.TB, filepath.Join(f.dir, dir)}
}

func (f fixture) git(args ...string) string {
	f.Helper()
	return f.feed("", args...)
}

func (f fixture) feed(stdin string, args ...string) string {
	f.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = f.dir
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=/nonexistent", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0",
		"GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@example.com", "GIT_AUTHOR_DATE=1700000000 +0000",
		"GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@example.com", "GIT_COMMITTER_DATE=1700000000 +0000",
		"GIT_CONFIG_COUNT=2", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*",
		"GIT_CONFIG_KEY_1=protocol.file.allow", "GIT_CONFIG_VALUE_1=always",
	}
	cmd.Stdin = strings.NewReader(stdin)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		f.Fatalf("git %q in %s: %v: %s", args, f.dir, err, said.String())
	}
	return strings.TrimSuffix(out.String(), "\n")
}

func (f fixture) write(path, text string) {
	f.Helper()
	path = filepath.Join(f.dir, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		f.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		f.Fatal(err)
	}
}

func (f fixture) link(path, target string) {
	f.Helper()
	path = filepath.Join(f.dir, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		f.Fatal(err)
	}
	if err := os.Symlink(target, path); err != nil {
		f.Fatal(err)
	}
}

// commit commits all files and gives the id.
func (f fixture) commit(message string) string {
	f.Helper()
	f.git("add", "-A")
	f.git("commit", "-q", "--allow-empty", "-m", message)
	return f.head()
}

func (f fixture) head() string {
	f.Helper()
	return f.git("rev-parse", "HEAD")
}

// env is the environment that code under test is given: nothing of the host but
// what it takes to find programs.
func env(variables ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(variables); i += 2 {
			if variables[i] == name {
				return variables[i+1]
			}
		}
		if name == "PATH" {
			return os.Getenv("PATH")
		}
		return ""
	}
}

func sha(id string) event.Wish { return event.Wish{Kind: event.SHA, Value: id, Why: "test"} }

func rev(name string) event.Wish { return event.Wish{Kind: event.Rev, Value: name, Why: "test"} }

var onDisk = event.Wish{Kind: event.WorkTree, Why: "test"}

// openAt opens with after as the only role but for trusted, the same.
func openAt(t testing.TB, dir string, after event.Wish) *Tree {
	t.Helper()
	return openAll(t, Options{Dir: dir}, event.Wishes{After: after, Trusted: event.Wish{Kind: event.After}}).After
}

func openAll(t testing.TB, o Options, w event.Wishes) *Trees {
	t.Helper()
	trees, err := tryOpen(t, o, w)
	if err != nil {
		t.Fatal(err)
	}
	return trees
}

// tryOpen opens below a temporary directory of the test, which must be empty
// after the trees are closed.
func tryOpen(t testing.TB, o Options, w event.Wishes) (*Trees, error) {
	t.Helper()
	temp := t.TempDir()
	if o.Env == nil {
		o.Env = env("RUNNER_TEMP", temp)
	}
	trees, err := Open(context.Background(), o, w)
	t.Cleanup(func() {
		if trees != nil {
			if err := trees.Close(); err != nil {
				t.Error(err)
			}
		}
		if left, _ := os.ReadDir(temp); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	})
	return trees, err
}

// contents reads every file of a tree: what it holds by its path.
func contents(t testing.TB, tree *Tree) map[string]string {
	t.Helper()
	var files []File
	for _, f := range tree.Files {
		if f.Mode != Submodule {
			files = append(files, f)
		}
	}
	blobs, err := tree.Read(context.Background(), files, MaxBytes)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for i, f := range files {
		all[f.Path] = blobs[i].Data
		if f.ID != "" && f.ID != blobs[i].ID {
			t.Errorf("%q: id %s listed, %s read", f.Path, f.ID, blobs[i].ID)
		}
	}
	return all
}

func paths(tree *Tree) []string {
	list := make([]string, len(tree.Files))
	for i, f := range tree.Files {
		list[i] = f.Path
	}
	if !slices.IsSortedFunc(list, Compare) {
		panic("not sorted")
	}
	return list
}

// state is every file below dir with its bytes, mode and time.
func state(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		data := []byte(nil)
		if info.Mode().IsRegular() {
			data, err = os.ReadFile(path)
		}
		all[path] = info.Mode().String() + info.ModTime().String() + string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
