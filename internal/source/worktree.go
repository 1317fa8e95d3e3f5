package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// worktree lists what git tracks or does not ignore, as far as it is on disk.
// warnings are what git could not look into.
func (g git) worktree(ctx context.Context, r *repository) (tree *Tree, warnings string, err error) {
	ctx, cancel := context.WithTimeout(ctx, localTime)
	defer cancel()
	wanted, warnings, err := g.candidates(ctx, r.dir)
	if err != nil {
		return nil, "", err
	}
	root, err := os.OpenRoot(r.dir)
	if err != nil {
		return nil, "", fmt.Errorf("open the work tree: %w", err)
	}
	l := listing{links: map[string]string{}}
	err = l.present(root, "", wanted)
	if err == nil {
		l.files, err = sorted(l.files)
	}
	if err != nil {
		_ = root.Close()
		return nil, "", fmt.Errorf("list the work tree %q: %w", r.dir, err)
	}
	store := &disk{root: root, format: r.format}
	return &Tree{Files: l.files, links: l.links, format: r.format, store: store, closer: root}, warnings, nil
}

// candidates are the paths of the index and those that are neither in it nor
// ignored, in order, once each. A directory among them is a Submodule.
func (g git) candidates(ctx context.Context, dir string) (files []File, warnings string, err error) {
	add := func(f File) error {
		if len(files) >= 2*MaxFiles {
			return ErrTooManyFiles
		}
		files = append(files, f)
		return nil
	}
	cmd := g.command(ctx, personal, dir, "ls-files", "-z", "--stage")
	_, err = records(cmd, "ls-files", func(record string) error {
		f, err := staged(record)
		if err != nil {
			return err
		}
		return add(f)
	})
	if err != nil {
		return nil, "", err
	}
	cmd = g.command(ctx, personal, dir, "ls-files", "-z", "--others", "--exclude-standard")
	warnings, err = records(cmd, "ls-files", func(path string) error {
		if below, ok := strings.CutSuffix(path, "/"); ok {
			return add(File{Path: below, Mode: Submodule})
		}
		return add(File{Path: path})
	})
	slices.SortStableFunc(files, func(a, b File) int { return Compare(a.Path, b.Path) })
	files = slices.CompactFunc(files, func(a, b File) bool { return a.Path == b.Path })
	return files, warnings, err
}

// staged reads "mode id stage<TAB>path". An unmerged path has up to three.
func staged(record string) (File, error) {
	entry, path, ok := strings.Cut(record, "\t")
	fields := strings.Fields(entry)
	if !ok || len(fields) != 3 || path == "" {
		return File{}, fmt.Errorf("git ls-files gives %q", record)
	}
	if fields[0] == "160000" {
		return File{Path: path, Mode: Submodule, ID: fields[1]}, nil
	}
	return File{Path: path}, nil
}

// present adds those of wanted, all below prefix, that are in dir: links and
// files as they are on disk, submodules where there is a directory. What lies
// behind a link is gone.
func (l *listing) present(dir *os.Root, prefix string, wanted []File) error {
	modes := map[string]fs.FileMode{}
	err := entries(dir, func(e fs.DirEntry) error {
		modes[e.Name()] = e.Type()
		return nil
	})
	for err == nil && len(wanted) > 0 {
		name, _, below := strings.Cut(wanted[0].Path[len(prefix):], "/")
		n := 1
		if below {
			n = leading(wanted, prefix+name+"/")
		}
		mode, here := modeOf(dir, name, modes)
		switch {
		case here && below && mode.IsDir():
			err = l.descend(dir, name, prefix+name+"/", wanted[:n])
		case here && !below && mode.IsDir() && wanted[0].Mode == Submodule:
			l.files = append(l.files, wanted[0])
		case here && !below:
			err = l.add(dir, name, mode, wanted[0].Path)
		}
		wanted = wanted[n:]
	}
	return err
}

func (l *listing) descend(dir *os.Root, name, prefix string, wanted []File) error {
	child, err := dir.OpenRoot(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer child.Close() //nolint:errcheck // read only
	return l.present(child, prefix, wanted)
}

// leading is the number of files at the front whose path has the prefix.
func leading(files []File, prefix string) int {
	n := slices.IndexFunc(files, func(f File) bool { return !strings.HasPrefix(f.Path, prefix) })
	if n < 0 {
		return len(files)
	}
	return n
}

// modeOf looks name up among the entries of dir, then asks the file system, which
// may know it in other letter case.
func modeOf(dir *os.Root, name string, modes map[string]fs.FileMode) (fs.FileMode, bool) {
	if mode, ok := modes[name]; ok {
		return mode, true
	}
	info, err := dir.Lstat(name)
	if err != nil {
		return 0, false
	}
	return info.Mode(), true
}
