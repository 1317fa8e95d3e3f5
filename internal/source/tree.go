// Package source reads the files of a directory, a work tree or a commit as one
// sorted list, and is the only place where git is started.
package source

import "context"

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
	ID   string // git's blob id in lower-case hex; empty where it is not known without reading
}

// Tree is every file of a commit or directory: a list, not a file system, so
// that neither a link nor a path can lead out of it.
type Tree struct {
	Commit string // full object id; empty for a directory or work tree
	Files  []File // sorted by Path, component by component in code point order
	store  store
}

// store reads what the list names.
type store interface {
	read(ctx context.Context, files []File, limit int64) ([]Blob, error)
}

// Blob is what was read of one file.
type Blob struct {
	ID   string // git's blob id of Data; empty in a plain directory and where Large
	Data string // content; of a link: the target as stored
	Size int64  // bytes
	// Large is set, and Data empty, where the file is larger than the limit asked for.
	Large bool
}
