package source

import (
	"context"
	"encoding/hex"
	"errors"
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
	workers := runtime.GOMAXPROCS(0)
	errs := make([]error, workers)
	for w := range workers {
		start, end := w*len(files)/workers, (w+1)*len(files)/workers
		work.Go(func() { errs[w] = d.ids(ctx, format, files[start:end], ids[start:end]) })
	}
	work.Wait()
	return ids, errors.Join(errs...)
}

// ids hashes files as git does, without holding them in memory.
func (d *disk) ids(ctx context.Context, format string, files []File, ids []string) error {
	buffer := make([]byte, 32<<10)
	return d.each(ctx, files, func(i int, dir *os.Root, name string) (err error) {
		switch files[i].Mode {
		case Submodule:
			ids[i] = files[i].ID
		case Link:
			var target string
			target, err = dir.Readlink(name)
			ids[i] = objectID(format, "blob", target)
		default:
			ids[i], err = hashFile(format, dir, name, buffer)
		}
		return err
	})
}

func hashFile(format string, dir *os.Root, name string, buffer []byte) (string, error) {
	file, size, err := open(dir, name)
	if err != nil {
		return "", err
	}
	defer file.Close() //nolint:errcheck // read only
	h := newHash(format)
	_, _ = fmt.Fprintf(h, "blob %d\x00", size)
	n, err := io.CopyBuffer(h, struct{ io.Reader }{file}, buffer)
	if err == nil && n != size {
		err = errReplaced
	}
	return hex.EncodeToString(h.Sum(nil)), err
}
