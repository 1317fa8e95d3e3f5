// Package source reads the files of a directory, a work tree or a commit as one
// sorted list, and is the only place where git is started.
package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// MaxFiles is the number of files that one tree may hold.
const MaxFiles = 200_000

// maxPaths bounds the paths of one tree together, in bytes: some trees repeated
// below each other name more than fits into memory.
const maxPaths = 64 << 20

// ErrLongPaths is returned for a tree whose paths are longer than that.
var ErrLongPaths = errors.New("more than 64 MiB of paths")

// ErrTooManyFiles is returned for a tree of more than MaxFiles files.
var ErrTooManyFiles = errors.New("more than 200,000 files")

// Mode is the kind of an entry of a tree.
type Mode uint8

// The kinds of entries; directories are no entries.
const (
	Regular Mode = iota
	Link
	Submodule
)

// File is one entry of a tree.
type File struct {
	Path string // relative to the root, "/"-separated, raw bytes
	Mode Mode
	ID   string // git's blob id in lower-case hex; of a submodule: its commit; empty where it is not known without reading
}

// Tree is every file of a commit or directory: a list, not a file system, so
// that neither a link nor a path can lead out of it.
type Tree struct {
	Commit string // full object id; empty for a directory or work tree
	Plain  bool   // a directory that is no work tree
	Files  []File // sorted by Path, as Compare does

	store  store
	closer io.Closer
	format string            // object format of the repository, empty without one
	links  map[string]string // target of each link, as stored; long ones are left out
	budget budget
}

// store reads what the list names.
type store interface {
	// read gives the blobs of files in their order, asking spend before it holds
	// the bytes of one.
	read(ctx context.Context, files []File, limit int64, spend spend) ([]Blob, error)
}

// Close releases what reading the tree needs, such as an open directory or a
// temporary repository. A tree of Trees is closed with them.
func (t *Tree) Close() error {
	if t.closer == nil {
		return nil
	}
	return t.closer.Close()
}

// Find is the entry of that exact path.
func (t *Tree) Find(path string) (File, bool) {
	i, ok := slices.BinarySearchFunc(t.Files, path, byPath)
	if !ok {
		return File{}, false
	}
	return t.Files[i], true
}

// holds reports whether dir is a directory of the tree; the empty one always is.
func (t *Tree) holds(dir string) bool {
	if dir == "" {
		return true
	}
	i, _ := slices.BinarySearchFunc(t.Files, dir+"/", byPath)
	return i < len(t.Files) && strings.HasPrefix(t.Files[i].Path, dir+"/")
}

func byPath(f File, path string) int { return Compare(f.Path, path) }

// Compare orders paths component by component in code point order: "a", "a/b",
// "a.b".
func Compare(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return cmp.Compare(rank(a[i]), rank(b[i]))
		}
	}
	return cmp.Compare(len(a), len(b))
}

func rank(c byte) int {
	if c == '/' {
		return -1
	}
	return int(c)
}

// sorted puts files in order. A path that occurs twice, or as file and directory
// at once, is an error: only a forged tree object has one.
func sorted(files []File) ([]File, error) {
	slices.SortFunc(files, func(a, b File) int { return Compare(a.Path, b.Path) })
	for i := 1; i < len(files); i++ {
		before, path := files[i-1].Path, files[i].Path
		if path == before || strings.HasPrefix(path, before) && path[len(before)] == '/' {
			return nil, fmt.Errorf("the tree is malformed: it holds %q twice", before)
		}
	}
	return files, nil
}
