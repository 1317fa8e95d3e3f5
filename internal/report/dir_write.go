package report

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// File is a file to be made, its path "/"-separated.
type File struct{ Path, Data string }

// Write makes the file name at the top of the directory. It must be one of the
// directory's own names, and new.
func (d *Dir) Write(name string, data []byte) error {
	if !own(name) {
		return fmt.Errorf("%s is no name of the output directory's files", diag.Quote(name))
	}
	return d.create(name, data)
}

// WriteTree makes files below the directory skills. Two that cannot both exist,
// and a path that leads elsewhere, are errors.
func (d *Dir) WriteTree(files []File) error {
	if err := d.mkdir("skills"); err != nil {
		return err
	}
	made := map[string]bool{".": true}
	for _, f := range files {
		if !safe(f.Path) {
			return fmt.Errorf("%s cannot be written to the output directory: its path is not a plain one", diag.Quote(f.Path))
		}
		if err := d.parents(path.Dir(f.Path), made); err != nil {
			return err
		}
		if err := d.create("skills/"+f.Path, []byte(f.Data)); err != nil {
			return err
		}
	}
	return nil
}

// safe reports whether a path goes down only, and past git's own directory.
func safe(p string) bool {
	for part := range strings.SplitSeq(p, "/") {
		if part == "" || part == "." || strings.EqualFold(part, ".git") {
			return false
		}
	}
	return filepath.IsLocal(filepath.FromSlash(p)) && (filepath.Separator == '/' || !strings.ContainsAny(p, `\:`))
}

func (d *Dir) parents(dir string, made map[string]bool) error {
	if made[dir] {
		return nil
	}
	if err := d.parents(path.Dir(dir), made); err != nil {
		return err
	}
	made[dir] = true
	return d.mkdir("skills/" + dir)
}

func (d *Dir) mkdir(name string) error {
	if err := d.root.Mkdir(name, 0o755); err != nil {
		return fmt.Errorf("make the output directory: %w", err)
	}
	d.give(name)
	return nil
}

// create makes a file that must not exist yet: O_EXCL follows no link.
func (d *Dir) create(name string, data []byte) error {
	f, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("write the output directory: %w", err)
	}
	_, err = f.Write(data)
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write the output directory: %w", err)
	}
	d.give(name)
	return nil
}

// give gives an entry to the owner of the workspace: later steps of a job do not
// run as root. Some mounted file systems allow it to nobody.
func (d *Dir) give(name string) {
	if d.uid < 0 {
		return
	}
	if err := d.root.Lchown(name, d.uid, d.gid); err != nil && d.ownership == nil {
		d.ownership = fmt.Errorf("give %s to the owner of the workspace: %w", diag.Quote(d.Path(name)), err)
	}
}
