package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// disk reads files below a directory. No link is followed: what was replaced by
// one since it was listed is an error.
type disk struct {
	root   *os.Root
	format string // object format of the ids given; empty: none
}

func (d *disk) read(ctx context.Context, files []File, limit int64, spend spend) ([]Blob, error) {
	blobs := make([]Blob, len(files))
	seen := map[string]bool{"": true}
	for i, f := range files {
		err := ctx.Err()
		if err == nil {
			err = d.directory(parent(f.Path), seen)
		}
		if err == nil {
			blobs[i], err = d.blob(f, limit, spend)
		}
		if err != nil {
			return nil, fmt.Errorf("read %q: %w", f.Path, err)
		}
	}
	return blobs, nil
}

func (d *disk) blob(f File, limit int64, spend spend) (Blob, error) {
	b, err := d.load(f, limit, spend)
	if err == nil && !b.Large && d.format != "" {
		b.ID = objectID(d.format, "blob", b.Data)
	}
	return b, err
}

func (d *disk) load(f File, limit int64, spend spend) (Blob, error) {
	if f.Mode == Link {
		target, err := d.root.Readlink(f.Path)
		target = filepath.ToSlash(target)
		return bounded(target, limit), err
	}
	file, size, err := d.open(f.Path)
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

var errReplaced = errors.New("it is no longer the file that was listed")

// open opens a regular file and gives its size in bytes.
func (d *disk) open(path string) (*os.File, int64, error) {
	listed, err := d.root.Lstat(path)
	if err != nil {
		return nil, 0, err
	}
	if !listed.Mode().IsRegular() {
		return nil, 0, errReplaced
	}
	file, err := d.root.Open(path)
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

// directory makes sure that dir and its parents are directories, not links;
// seen holds those known to be.
func (d *disk) directory(dir string, seen map[string]bool) error {
	if seen[dir] {
		return nil
	}
	if err := d.directory(parent(dir), seen); err != nil {
		return err
	}
	info, err := d.root.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return errReplaced
	}
	seen[dir] = true
	return nil
}
