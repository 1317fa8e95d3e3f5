package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
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
	err := d.each(ctx, files, func(i int, dir *os.Root, name string) (err error) {
		blobs[i], err = load(dir, name, files[i], limit, spend)
		if err == nil && !blobs[i].Large && d.format != "" {
			blobs[i].ID = objectID(d.format, "blob", blobs[i].Data)
		}
		return err
	})
	return blobs, err
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
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	return bounded(string(data), limit), err
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
