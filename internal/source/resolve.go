package source

import (
	"fmt"
	"path/filepath"
	"strings"
)

const (
	maxLinks  = 8    // links followed on the way to one file
	maxTarget = 4096 // bytes of a link's target; PATH_MAX of Linux
)

// LinkKind says why a path leads to no file.
type LinkKind uint8

// The ways in which a path leads to no file.
const (
	Dangles     LinkKind = iota // nothing is there
	Absolute                    // a link's target is absolute
	Leaves                      // the way leads out of the tree
	TooLong                     // more than 8 links, or a loop
	IsDirectory                 // At is a directory of the tree
	IsSubmodule                 // At is a submodule, or the way leads into it
)

// LinkError says where and why a path leads to no file.
type LinkError struct {
	Kind   LinkKind
	Path   string // as asked for
	At     string // how far the way led, links resolved
	Link   string // the last link followed; empty: none
	Target string // its target as stored; empty where longer than 4096 bytes
}

func (e *LinkError) Error() string {
	if e.Link == "" {
		return fmt.Sprintf("%q %s", e.Path, e.what())
	}
	return fmt.Sprintf("link %q to %q %s", e.Link, e.Target, e.what())
}

func (e *LinkError) what() string {
	switch e.Kind {
	case Absolute:
		return "is absolute; make it relative to the link's directory"
	case Leaves:
		return "leaves the tree"
	case TooLong:
		return fmt.Sprintf("is a loop or passes more than %d links", maxLinks)
	case IsDirectory:
		return fmt.Sprintf("leads to a directory, %q", e.At)
	case IsSubmodule:
		return fmt.Sprintf("leads into a submodule, %q, which is not read", e.At)
	default:
		return fmt.Sprintf("leads to %q, which does not exist", e.At)
	}
}

// Resolve follows links from path to a file, within the list: nothing outside
// the tree can be reached. Every error is a *LinkError.
func (t *Tree) Resolve(path string) (File, error) {
	// No path of a tree leads through a link, so that one in the list is the file itself.
	if f, ok := t.Find(path); ok && f.Mode == Regular {
		return f, nil
	}
	w := way{tree: t, path: path, rest: strings.Split(path, "/")}
	for len(w.rest) > 0 {
		if err := w.step(); err != nil {
			return File{}, err
		}
	}
	switch {
	case w.file == nil:
		return File{}, w.fail(IsDirectory)
	case w.file.Mode == Submodule:
		return File{}, w.fail(IsSubmodule)
	}
	return *w.file, nil
}

// way walks a path as a kernel does: ".." is the parent of the directory reached,
// not of the name written.
type way struct {
	tree  *Tree
	path  string
	rest  []string // components still to go
	at    string   // path reached, without links
	file  *File    // set where at is no directory
	link  string
	aim   string
	links int
}

func (w *way) step() error {
	if w.file != nil {
		if w.file.Mode == Submodule {
			return w.fail(IsSubmodule)
		}
		w.at += "/" + strings.Join(w.rest, "/")
		return w.fail(Dangles)
	}
	name := w.rest[0]
	w.rest = w.rest[1:]
	switch name {
	case "", ".":
		return nil
	case "..":
		if w.at == "" {
			return w.fail(Leaves)
		}
		w.at = parent(w.at)
		return nil
	}
	return w.enter(strings.TrimPrefix(w.at+"/"+name, "/"))
}

func (w *way) enter(next string) error {
	f, ok := w.tree.Find(next)
	if ok && f.Mode == Link {
		return w.follow(f)
	}
	w.at = next
	if ok {
		w.file = &f
		return nil
	}
	if !w.tree.holds(next) {
		return w.fail(Dangles)
	}
	return nil
}

func (w *way) follow(f File) error {
	target := w.tree.links[f.Path]
	w.link, w.aim = f.Path, target
	if w.links++; w.links > maxLinks {
		return w.fail(TooLong)
	}
	if target == "" || strings.Contains(target, "\x00") {
		return w.fail(Dangles)
	}
	if target[0] == '/' || filepath.IsAbs(target) {
		return w.fail(Absolute)
	}
	w.rest = append(strings.Split(target, "/"), w.rest...)
	return nil
}

func (w *way) fail(kind LinkKind) error {
	return &LinkError{Kind: kind, Path: w.path, At: w.at, Link: w.link, Target: w.aim}
}

// parent is the directory of a path, empty at the root.
func parent(p string) string { return p[:max(strings.LastIndexByte(p, '/'), 0)] }
