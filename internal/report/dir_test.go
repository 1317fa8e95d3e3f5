package report

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tree is every entry of a directory: files with their content, links with their
// target after "->".
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, name)
		switch {
		case err != nil:
			return err
		case e.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(name)
			all[rel] = "->" + target
			return err
		case e.IsDir():
			all[rel] = "/"
		default:
			all[rel] = read(t, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		file := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(file), 0o755)
		switch target, isLink := strings.CutPrefix(content, "->"); {
		case err != nil:
		case isLink:
			err = os.Symlink(target, file)
		case content == "/":
			err = os.MkdirAll(file, 0o755)
		default:
			err = os.WriteFile(file, []byte(content), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func untracked(string) bool { return false }

func openDir(t *testing.T, workspace, dir string) *Dir {
	t.Helper()
	d, err := OpenDir(workspace, dir, untracked)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}

func TestDir(t *testing.T) {
	ws := t.TempDir()
	for _, content := range []string{"first run, the longer one", "second"} {
		d := openDir(t, ws, "./a//skillbrief-out/")
		if err := d.Write("brief.md", []byte(content)); err != nil {
			t.Fatal(err)
		}
		err := d.WriteTree([]File{{"skills/pdf/SKILL.md", content}, {"skills/pdf/ref/x.md", "x"}, {".library/1/y/SKILL.md", "y"}})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{
			".": "/", ".gitignore": "*\n", "brief.md": content, "skills": "/", "skills/skills": "/", "skills/skills/pdf": "/",
			"skills/skills/pdf/SKILL.md": content, "skills/skills/pdf/ref": "/", "skills/skills/pdf/ref/x.md": "x",
			"skills/.library": "/", "skills/.library/1": "/", "skills/.library/1/y": "/", "skills/.library/1/y/SKILL.md": "y",
		}
		if diff := cmp.Diff(want, tree(t, filepath.Join(ws, "a/skillbrief-out"))); diff != "" {
			t.Errorf("output directory differs (-want +got):\n%s", diff)
		}
		if got := d.Path("brief.md"); got != "a/skillbrief-out/brief.md" {
			t.Errorf("path is %q", got)
		}
		if err := d.Ownership(); err != nil {
			t.Error(err)
		}
	}
}

// TestDirClears holds that only what a run writes itself is removed, and that a
// link planted in its place is not followed.
func TestDirClears(t *testing.T) {
	ws, outside := t.TempDir(), t.TempDir()
	write(t, outside, map[string]string{"keep.md": "keep", "sub/keep": "keep"})
	write(t, ws, map[string]string{
		"out/.gitignore": "*\n", "out/brief.md": "->" + outside + "/keep.md", "out/skills": "->" + outside,
		"out/summary.md/x": "a directory where a file should be", "out/project-rules-improve.md": "stale", "out/prompt.md": "stale", "out/notes.txt": "foreign",
	})
	d := openDir(t, ws, "out")
	if err := errors.Join(d.Write("brief.md", []byte("new")), d.WriteTree([]File{{"a/SKILL.md", "a"}}), d.Write("summary.md", nil)); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		".": "/", ".gitignore": "*\n", "brief.md": "new", "notes.txt": "foreign", "skills": "/", "skills/a": "/", "skills/a/SKILL.md": "a", "summary.md": "",
	}
	if diff := cmp.Diff(want, tree(t, filepath.Join(ws, "out"))); diff != "" {
		t.Errorf("output directory differs (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]string{".": "/", "keep.md": "keep", "sub": "/", "sub/keep": "keep"}, tree(t, outside)); diff != "" {
		t.Errorf("the outside changed (-want +got):\n%s", diff)
	}
}

// TestClearDir holds that only what a run filled is emptied.
func TestClearDir(t *testing.T) {
	ws := t.TempDir()
	write(t, ws, map[string]string{
		"out/.gitignore": "*\n", "out/brief.md": "stale", "out/notes.txt": "foreign", "out/skills/a/SKILL.md": "stale",
		"src/main.go": "x", "src/summary.md": "foreign", "link": "->out",
	})
	for dir, refused := range map[string]bool{"out": false, "src": false, "none/below": false, "link": true, "../x": true} {
		if vacant := dir == "out" || dir == "none/below"; Vacant(ws, dir) != vacant {
			t.Errorf("Vacant(%q) is %v", dir, !vacant)
		}
		if err := ClearDir(ws, dir); errors.Is(err, ErrOutputDir) != refused || err != nil && !refused {
			t.Errorf("ClearDir(%q) is %v", dir, err)
		}
	}
	want := map[string]string{
		".": "/", "out": "/", "out/.gitignore": "*\n", "out/notes.txt": "foreign", "src": "/", "src/main.go": "x", "src/summary.md": "foreign", "link": "->out",
	}
	if diff := cmp.Diff(want, tree(t, ws)); diff != "" {
		t.Errorf("workspace differs (-want +got):\n%s", diff)
	}
}

func TestDirRefused(t *testing.T) {
	outside := t.TempDir()
	for _, c := range []struct {
		dir   string
		files map[string]string
		want  string
	}{
		{"", nil, "it is the workspace itself"},
		{".", nil, "it is the workspace itself"},
		{"./", nil, "it is the workspace itself"},
		{"..", nil, `component ".."`},
		{"../x", nil, `component ".."`},
		{"a/../../x", nil, `component ".."`},
		{"a/../b", nil, `component ".."`},
		{"/tmp/x", nil, "absolute"},
		{outside, nil, "absolute"},
		{".git", nil, "git's own"},
		{"a/.GIT/hooks", nil, "git's own"},
		{"a\nb", nil, "not portable"},
		{"a\x00b", nil, "not portable"},
		{"a\u202eb", nil, "not portable"},
		{"out", map[string]string{"out": "->" + outside}, `"out" is a link`},
		{"out", map[string]string{"out": "->missing"}, `"out" is a link`},
		{"out", map[string]string{"out": "->real", "real": "/"}, `"out" is a link`},
		{"a/out", map[string]string{"a": "->" + outside}, `"a" is a link`},
		{"a/out/b", map[string]string{"a/out": "->../c", "c/b": "/"}, `"a/out" is a link`},
		{"out", map[string]string{"out": "a file"}, `"out" is a file`},
		{"a/out", map[string]string{"a": "a file"}, `"a" is a file`},
		{"out", map[string]string{"out/skills/mine": "x"}, `it holds "skills", which no earlier run`},
		{"out", map[string]string{"out/brief.md": "x"}, `it holds "brief.md", which no earlier run`},
		{"out", map[string]string{"out/.gitignore": "*.tmp\n"}, `it holds ".gitignore", which no earlier run`},
		{"out", map[string]string{"out/.gitignore": "->x", "out/x": "*\n", "out/skills/a": "x"}, "which no earlier run"},
		{"tracked", nil, "git tracks it"},
		{"tracked", map[string]string{"tracked/x": "x"}, "git tracks it"},
	} {
		ws := t.TempDir()
		write(t, ws, c.files)
		before := tree(t, ws)
		d, err := OpenDir(ws, c.dir, func(p string) bool { return p == "tracked" })
		if err == nil {
			_ = d.Close()
		}
		if !errors.Is(err, ErrOutputDir) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q with %v: error is %v, want %q", c.dir, c.files, err, c.want)
		}
		if diff := cmp.Diff(before, tree(t, ws)); diff != "" {
			t.Errorf("%q: refused, yet the workspace changed:\n%s", c.dir, diff)
		}
	}
	if got := tree(t, outside); len(got) != 1 {
		t.Errorf("the outside was written to: %v", got)
	}
}

func TestDirKeepsForeignFiles(t *testing.T) {
	ws := t.TempDir()
	write(t, ws, map[string]string{"build/app": "binary"})
	openDir(t, ws, "build")
	if diff := cmp.Diff(map[string]string{".": "/", ".gitignore": "*\n", "app": "binary"}, tree(t, filepath.Join(ws, "build"))); diff != "" {
		t.Errorf("directory differs (-want +got):\n%s", diff)
	}
}

func TestDirWorkspaceMissing(t *testing.T) {
	_, err := OpenDir(filepath.Join(t.TempDir(), "none"), "out", nil)
	if err == nil || errors.Is(err, ErrOutputDir) {
		t.Errorf("error is %v", err)
	}
}

func TestWriteTreePaths(t *testing.T) {
	outside := t.TempDir()
	for _, p := range []string{"", ".", "..", "../x", "a/../../x", "/etc/x", "a//b", "a/./b", "a/", ".git/hooks/pre-commit", "a/.GIT/config"} {
		ws := t.TempDir()
		d := openDir(t, ws, "out")
		if err := d.WriteTree([]File{{p, "x"}}); err == nil {
			t.Errorf("%q was written: %v", p, tree(t, ws))
		}
	}
	ws := t.TempDir()
	d := openDir(t, ws, "out")
	if err := d.WriteTree([]File{{"a", "x"}, {"a/b", "x"}}); err == nil {
		t.Error("a file became a directory")
	}
	write(t, ws, map[string]string{"other/skills": "->" + outside, "other/.gitignore": "*\n"})
	d = openDir(t, ws, "other")
	write(t, ws, map[string]string{"other/skills/x": "->" + outside})
	if err := d.WriteTree([]File{{"x/SKILL.md", "x"}}); err == nil {
		t.Error("written into a directory that came in between")
	}
	write(t, outside, map[string]string{"target": "kept"})
	write(t, ws, map[string]string{"other/summary.md": "->../out/.gitignore", "other/report.json": "->" + outside + "/target", "other/brief.md": "->.gitignore"})
	for _, name := range []string{"summary.md", "report.json", "brief.md"} {
		if err := d.Write(name, []byte("through a link")); err == nil {
			t.Errorf("%s was written through a link that came in between", name)
		}
	}
	if err := d.Write("evil.sh", nil); err == nil {
		t.Error("written under a name that is not the directory's own")
	}
	if got := tree(t, outside); len(got) != 2 || got["target"] != "kept" {
		t.Errorf("the outside was written to: %v", got)
	}
}

func TestOddNames(t *testing.T) {
	ws := t.TempDir()
	d := openDir(t, ws, "out")
	names := []string{"sp ace/SKILL.md", "ü/SKILL.md", "a\tb/SKILL.md", "a\nb/SKILL.md", `q"uote/SKILL.md`, "-dash/SKILL.md", "b\\s/SKILL.md", "\xff/SKILL.md"}
	var files []File
	for _, n := range names {
		files = append(files, File{n, n})
	}
	if err := d.WriteTree(files); err != nil {
		t.Skip(err) // not every file system takes every name
	}
	got := tree(t, filepath.Join(ws, "out", "skills"))
	for _, n := range names {
		if got[n] != n {
			t.Errorf("%q holds %q", n, got[n])
		}
	}
}
