package report

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// ErrOutputDir is wrapped by every refusal of an output directory: a fault of usage,
// found before anything is written.
var ErrOutputDir = errors.New("output-dir is refused")

// Dir is the output directory. Its files are made new, never through a link.
type Dir struct {
	root *os.Root
	name string // relative to the workspace, "/"-separated
	uid  int    // owner of what is made; -1: as it comes
	gid  int

	ownership error
}

// OpenDir makes the directory dir of the workspace, or empties it of what an
// earlier run wrote. It refuses a path that leads out of the workspace, through a
// link or into .git, one that git tracks, and a directory that holds entries under
// its own names which no earlier run wrote. Tracked reports whether git tracks a
// path, something below it, or a file or submodule above it; paths are relative to
// the workspace. Nil: nothing is tracked.
func OpenDir(workspace, dir string, tracked func(path string) bool) (*Dir, error) {
	d, missing, err := reach(workspace, dir, tracked)
	if err != nil {
		return nil, err
	}
	if err := d.prepare(dir, missing); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// ClearDir empties the directory dir of the workspace of what an earlier run wrote.
// It leaves everything alone where no run did.
func ClearDir(workspace, dir string) error {
	d, missing, err := reach(workspace, dir, nil)
	if err != nil {
		return err
	}
	if len(missing) == 0 && d.marked() {
		err = d.prepare(dir, nil)
	}
	return errors.Join(err, d.Close())
}

// Vacant reports whether the directory dir of the workspace does not exist, or is one
// that an earlier run filled.
func Vacant(workspace, dir string) bool {
	d, missing, err := reach(workspace, dir, nil)
	if err != nil {
		return false
	}
	defer d.Close() //nolint:errcheck // read only
	return len(missing) > 0 || d.marked()
}

// reach opens the directory as far as it exists, and returns what is missing.
func reach(workspace, dir string, tracked func(path string) bool) (d *Dir, missing []string, err error) {
	parts, err := components(dir)
	if err != nil {
		return nil, nil, err
	}
	ws, err := os.OpenRoot(workspace)
	if err != nil {
		return nil, nil, fmt.Errorf("open the workspace: %w", err)
	}
	defer ws.Close() //nolint:errcheck // read only
	d = &Dir{name: strings.Join(parts, "/"), uid: -1, gid: -1}
	if tracked != nil && tracked(d.name) {
		return nil, nil, refuse(dir, "git tracks it; name a directory that git does not track")
	}
	if info, err := ws.Stat("."); err == nil && os.Geteuid() == 0 {
		if uid, gid, ok := owner(info); ok {
			d.uid, d.gid = uid, gid
		}
	}
	missing, err = d.descend(ws, dir, parts)
	return d, missing, err
}

func refuse(dir, why string) error {
	return fmt.Errorf("%w: %s: %s", ErrOutputDir, diag.Quote(dir), why)
}

// components are the parts of a relative path that stays in the workspace.
func components(dir string) ([]string, error) {
	slashed := filepath.ToSlash(dir)
	if path.IsAbs(slashed) || filepath.IsAbs(dir) || filepath.VolumeName(dir) != "" {
		return nil, refuse(dir, "it is absolute; give a path relative to the workspace")
	}
	parts := slices.DeleteFunc(strings.Split(slashed, "/"), func(p string) bool { return p == "" || p == "." })
	if len(parts) == 0 {
		return nil, refuse(dir, "it is the workspace itself; name a directory in it")
	}
	for _, p := range parts {
		switch {
		case p == "..":
			return nil, refuse(dir, `it has a component ".."; give a path that goes down only`)
		case strings.EqualFold(p, ".git"):
			return nil, refuse(dir, "it lies in git's own directory")
		case oneLine(p) != p || !filepath.IsLocal(p):
			return nil, refuse(dir, "it holds a character or name that is not portable")
		}
	}
	return parts, nil
}

// descend opens the directory component by component as far as it exists, and
// returns what is missing. Each is looked at first, and what is opened must be
// what was seen.
func (d *Dir) descend(ws *os.Root, dir string, parts []string) (missing []string, err error) {
	d.root, err = ws.OpenRoot(".")
	if err != nil {
		return nil, fmt.Errorf("open the workspace: %w", err)
	}
	for i, p := range parts {
		seen, err := d.root.Lstat(p)
		if errors.Is(err, fs.ErrNotExist) {
			return parts[i:], nil
		}
		if err == nil && !seen.IsDir() {
			err = refuse(dir, fmt.Sprintf("%s is %s, not a directory", diag.Quote(strings.Join(parts[:i+1], "/")), kind(seen)))
		}
		if err == nil {
			err = d.enter(p, seen)
		}
		if err != nil {
			return nil, errors.Join(err, d.Close())
		}
	}
	return nil, nil
}

func kind(info fs.FileInfo) string {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return "a link"
	case info.Mode().IsRegular():
		return "a file"
	}
	return "no file"
}

// enter goes down into the directory p, which must be the one that was seen: a
// link could have taken its place.
func (d *Dir) enter(p string, seen fs.FileInfo) error {
	next, err := d.root.OpenRoot(p)
	if err != nil {
		return fmt.Errorf("open the output directory: %w", err)
	}
	opened, err := next.Stat(".")
	if err != nil || !os.SameFile(seen, opened) {
		return errors.Join(fmt.Errorf("%w: %s was replaced while it was opened", ErrOutputDir, diag.Quote(p)), err, next.Close())
	}
	err = d.root.Close()
	d.root = next
	return err
}

// prepare makes the missing directories, removes what an earlier run wrote and
// leaves the marker.
func (d *Dir) prepare(dir string, missing []string) error {
	if len(missing) == 0 {
		if err := d.clear(dir); err != nil {
			return err
		}
	}
	for _, p := range missing {
		if err := d.mkdir(p); err != nil {
			return err
		}
		seen, err := d.root.Lstat(p)
		if err == nil {
			err = d.enter(p, seen)
		}
		if err != nil {
			return err
		}
	}
	return d.Write(markerName, []byte(marker))
}

// Path is the path of an entry relative to the workspace; of an empty name that
// of the directory.
func (d *Dir) Path(name string) string { return path.Join(d.name, name) }

// Ownership is the first failure to give an entry to the owner of the workspace; the
// files are complete all the same.
func (d *Dir) Ownership() error { return d.ownership }

// Close releases the directory.
func (d *Dir) Close() error { return d.root.Close() }
