//go:build unix

package report

import (
	"os"
	"path/filepath"
	"testing"
)

// TestDirOwner holds that what root makes in a container belongs to the owner of
// the workspace, links in it aside.
func TestDirOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root gives files away")
	}
	ws := t.TempDir()
	if err := os.Chown(ws, 1234, 5678); err != nil {
		t.Skip(err)
	}
	d := openDir(t, ws, "a/out")
	if err := d.Write("brief.md", []byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := d.WriteTree([]File{{"pdf/SKILL.md", "x"}}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "a/out", "a/out/.gitignore", "a/out/brief.md", "a/out/skills", "a/out/skills/pdf", "a/out/skills/pdf/SKILL.md"} {
		info, err := os.Lstat(filepath.Join(ws, name))
		if err != nil {
			t.Fatal(err)
		}
		if uid, gid, _ := owner(info); uid != 1234 || gid != 5678 {
			t.Errorf("%s belongs to %d:%d", name, uid, gid)
		}
	}
	if err := d.Ownership(); err != nil {
		t.Error(err)
	}
}
