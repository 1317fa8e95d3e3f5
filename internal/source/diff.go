package source

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"sync"
)

// Change is a path that differs between two trees. A file that was renamed is
// one removed and one added.
type Change struct {
	Path           string
	Removed, Added bool // neither: the file is in both and differs
}

// Diff lists in order the paths at which two trees differ, by git's object ids.
// The files of a work tree or directory are read for theirs as far as both trees
// have them; an error is one of reading.
func Diff(ctx context.Context, before, after *Tree) ([]Change, error) {
	if before == after {
		return nil, nil
	}
	var list []Change
	var pairs [2][]File
	a, b := before.Files, after.Files
	for len(a) > 0 || len(b) > 0 {
		switch c := order(a, b); {
		case c < 0:
			list = append(list, Change{Path: a[0].Path, Removed: true})
			a = a[1:]
		case c > 0:
			list = append(list, Change{Path: b[0].Path, Added: true})
			b = b[1:]
		default:
			if a[0].Mode != b[0].Mode {
				list = append(list, Change{Path: a[0].Path})
			} else {
				pairs[0], pairs[1] = append(pairs[0], a[0]), append(pairs[1], b[0])
			}
			a, b = a[1:], b[1:]
		}
	}
	differing, err := compare(ctx, before, after, pairs)
	list = append(list, differing...)
	slices.SortFunc(list, func(a, b Change) int { return Compare(a.Path, b.Path) })
	return list, err
}

// order compares the first paths of two lists; an empty list is past its end.
func order(a, b []File) int {
	switch {
	case len(a) == 0:
		return 1
	case len(b) == 0:
		return -1
	default:
		return Compare(a[0].Path, b[0].Path)
	}
}

// compare gives those of the pairs of one path whose contents differ.
func compare(ctx context.Context, before, after *Tree, pairs [2][]File) ([]Change, error) {
	format := max(before.format, after.format, sha1Format)
	old, err := before.ids(ctx, format, pairs[0])
	if err != nil {
		return nil, err
	}
	now, err := after.ids(ctx, format, pairs[1])
	if err != nil {
		return nil, err
	}
	var list []Change
	for i, f := range pairs[0] {
		if old[i] != now[i] {
			list = append(list, Change{Path: f.Path})
		}
	}
	return list, nil
}

// ids gives the object ids of files, reading those that have none.
func (t *Tree) ids(ctx context.Context, format string, files []File) ([]string, error) {
	ids := make([]string, len(files))
	d, onDisk := t.store.(*disk)
	if !onDisk {
		for i, f := range files {
			ids[i] = f.ID
		}
		return ids, nil
	}
	var work sync.WaitGroup
	errs := make([]error, runtime.GOMAXPROCS(0))
	for worker := range errs {
		work.Go(func() {
			for i := worker; i < len(files) && errs[worker] == nil; i += len(errs) {
				ids[i], errs[worker] = d.id(ctx, format, files[i])
			}
		})
	}
	work.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// id hashes a file as git does, without holding it in memory.
func (d *disk) id(ctx context.Context, format string, f File) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	switch f.Mode {
	case Submodule:
		return f.ID, nil
	case Link:
		target, err := d.root.Readlink(f.Path)
		return objectID(format, "blob", target), err
	}
	file, size, err := d.open(f.Path)
	if err == nil {
		defer file.Close() //nolint:errcheck // read only
		var id string
		if id, err = streamID(format, file, size); err == nil {
			return id, nil
		}
	}
	return "", fmt.Errorf("read %q: %w", f.Path, err)
}

func streamID(format string, file *os.File, size int64) (string, error) {
	h := newHash(format)
	_, _ = fmt.Fprintf(h, "blob %d\x00", size)
	n, err := io.Copy(h, file)
	if err == nil && n != size {
		err = errReplaced
	}
	return fmt.Sprintf("%x", h.Sum(nil)), err
}
