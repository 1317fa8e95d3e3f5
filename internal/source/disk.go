package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// disk reads files below a directory. No link is followed: what was replaced by
// one since it was listed is an error.
type disk struct {
	root   *os.Root
	format string // object format of the ids given; empty: none
}

var errReplaced = errors.New("it is no longer what was listed")

func (d *disk) read(ctx context.Context, files []File, limit int64, spend spend) ([]Blob, error) {
	blobs := make([]Blob, len(files))
	visit := func(i int, dir *os.Root, name string) (err error) {
		blobs[i], err = load(dir, name, files[i], limit, spend)
		if err == nil && !blobs[i].Large && d.format != "" {
			blobs[i].ID = objectID(d.format, "blob", blobs[i].Data)
		}
		return err
	}
	// Runs of files, so that each worker keeps the directory it is in.
	workers := min(runtime.GOMAXPROCS(0), len(files)/64+1)
	errs := make([]error, workers)
	var work sync.WaitGroup
	for w := range workers {
		from, to := w*len(files)/workers, (w+1)*len(files)/workers
		work.Go(func() {
			errs[w] = d.each(ctx, files[from:to], func(i int, dir *os.Root, name string) error { return visit(from+i, dir, name) })
		})
	}
	work.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return blobs, nil
}

// each visits files with the directory that holds each, which stays open from one
// file to the next.
func (d *disk) each(ctx context.Context, files []File, visit func(i int, dir *os.Root, name string) error) error {
	at, dir := "", d.root
	defer func() { d.leave(dir) }()
	for i, f := range files {
		err := ctx.Err()
		if to := parent(f.Path); err == nil && to != at {
			d.leave(dir)
			at = to
			dir, err = d.enter(to)
		}
		if err == nil {
			err = visit(i, dir, f.Path[strings.LastIndexByte(f.Path, '/')+1:])
		}
		if err != nil {
			return fmt.Errorf("read %q: %w", f.Path, err)
		}
	}
	return nil
}

func (d *disk) leave(dir *os.Root) {
	if dir != nil && dir != d.root {
		_ = dir.Close()
	}
}

// enter opens a directory from its parent, as none of them may be a link.
func (d *disk) enter(dir string) (*os.Root, error) {
	at := d.root
	if dir == "" {
		return at, nil
	}
	for name := range strings.SplitSeq(dir, "/") {
		info, err := at.Lstat(name)
		if err == nil && !info.IsDir() {
			err = errReplaced
		}
		var next *os.Root
		if err == nil {
			next, err = at.OpenRoot(name)
		}
		d.leave(at)
		if err != nil {
			return nil, err
		}
		at = next
	}
	return at, nil
}

func load(dir *os.Root, name string, f File, limit int64, spend spend) (Blob, error) {
	if f.Mode == Link {
		target, err := dir.Readlink(name)
		return bounded(filepath.ToSlash(target), limit), err
	}
	file, size, err := open(dir, name)
	if err != nil {
		return Blob{}, err
	}
	defer file.Close() //nolint:errcheck // read only
	if size > limit {
		return Blob{Size: size, Large: true}, nil
	}
	if err := spend(f.Path, size); err != nil {
		return Blob{}, err
	}
	// A byte more than the size shows whether the file has grown meanwhile.
	data := make([]byte, size+1)
	n, err := io.ReadFull(file, data)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return bounded(string(data[:n]), limit), nil
	}
	return Blob{}, cmp.Or(err, errReplaced)
}

func bounded(data string, limit int64) Blob {
	if size := int64(len(data)); size > limit {
		return Blob{Size: size, Large: true}
	}
	return Blob{Data: data, Size: int64(len(data))}
}

// open opens a regular file and gives its size in bytes.
func open(dir *os.Root, name string) (*os.File, int64, error) {
	listed, err := dir.Lstat(name)
	if err != nil {
		return nil, 0, err
	}
	if !listed.Mode().IsRegular() {
		return nil, 0, errReplaced
	}
	file, err := dir.Open(name)
	if err != nil {
		return nil, 0, err
	}
	// The link that may have taken the file's place was followed by Open.
	opened, err := file.Stat()
	if err == nil && !os.SameFile(listed, opened) {
		err = errReplaced
	}
	if err != nil {
		_ = file.Close()
		return nil, 0, err
	}
	return file, opened.Size(), nil
}
