package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Directory lists every file below dir. Links are entries, never followed;
// sockets, pipes and devices are none. The ids of its files are empty.
func Directory(dir string) (*Tree, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the directory: %w", err)
	}
	l := listing{links: map[string]string{}}
	err = l.walk(root, "")
	if err == nil {
		l.files, err = sorted(l.files)
	}
	if err != nil {
		_ = root.Close()
		return nil, fmt.Errorf("list the directory %q: %w", dir, err)
	}
	return &Tree{Plain: true, Files: l.files, links: l.links, store: &disk{root: root}, closer: root}, nil
}

// listing collects the files of a directory on disk.
type listing struct {
	files []File
	links map[string]string
}

// walk adds what is below dir. It opens each directory from its parent, so that
// depth costs no more than breadth.
func (l *listing) walk(dir *os.Root, prefix string) error {
	return entries(dir, func(e fs.DirEntry) error {
		if !e.IsDir() {
			return l.add(dir, e.Name(), e.Type(), prefix+e.Name())
		}
		child, err := dir.OpenRoot(e.Name())
		if err != nil {
			return err
		}
		defer child.Close() //nolint:errcheck // read only
		return l.walk(child, prefix+e.Name()+"/")
	})
}

// add adds the entry name of dir under path.
func (l *listing) add(dir *os.Root, name string, mode fs.FileMode, path string) error {
	if len(l.files) == MaxFiles {
		return ErrTooManyFiles
	}
	switch {
	case mode.IsRegular():
		l.files = append(l.files, File{Path: path})
	case mode&fs.ModeSymlink != 0:
		target, err := dir.Readlink(name)
		if err != nil {
			return err
		}
		l.files = append(l.files, File{Path: path, Mode: Link})
		if len(target) <= maxTarget {
			l.links[path] = filepath.ToSlash(target)
		}
	}
	return nil
}

// entries calls each for every entry of dir, in no order.
func entries(dir *os.Root, each func(fs.DirEntry) error) error {
	f, err := dir.Open(".")
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // read only
	for {
		some, err := f.ReadDir(1024)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		for _, e := range some {
			if err := each(e); err != nil {
				return err
			}
		}
	}
}
