package source

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// MaxBytes is how much of one tree is read, in bytes. A file that is read again
// counts once; a blob that stands at several paths, or that several links lead to,
// counts for each, as whoever reads holds a text for each.
const MaxBytes = 64 << 20

// ErrTooMuch is returned where more than MaxBytes of a tree are asked for.
var ErrTooMuch = errors.New("more than 64 MiB of files to read")

// Blob is what was read of one file.
type Blob struct {
	ID   string // git's blob id of Data; empty in a plain directory and where Large
	Data string // content; of a link: the target as stored
	Size int64  // bytes
	// Large is set, and Data empty, where the file is larger than the limit asked for.
	Large bool
}

// Read reads files of the tree in one batch, in their order. One larger than
// limit bytes comes back as Large. Errors are those of the outside world, and
// ErrTooMuch.
func (t *Tree) Read(ctx context.Context, files []File, limit int64) ([]Blob, error) {
	for _, f := range files {
		if f.Mode == Submodule {
			return nil, fmt.Errorf("%q is a submodule, which holds no text", f.Path)
		}
	}
	return t.store.read(ctx, files, limit, t.budget.once())
}

// spend accounts for size bytes of the file at path.
type spend func(path string, size int64) error

// turn is the nth time that one read asks for a path.
type turn struct {
	path string
	n    int
}

type budget struct {
	mu   sync.Mutex
	used int64
	seen map[turn]bool
}

// once accounts for one read: what an earlier one asked for is free. A read may
// spend from several goroutines.
func (b *budget) once() spend {
	times := map[string]int{}
	return func(path string, size int64) error {
		b.mu.Lock()
		defer b.mu.Unlock()
		times[path]++
		return b.spend(turn{path, times[path]}, size)
	}
}

// spend takes size bytes for a turn that was not taken before; the lock is held.
func (b *budget) spend(key turn, size int64) error {
	if b.seen[key] {
		return nil
	}
	if b.used+size > MaxBytes {
		return ErrTooMuch
	}
	if b.seen == nil {
		b.seen = map[turn]bool{}
	}
	b.seen[key] = true
	b.used += size
	return nil
}
