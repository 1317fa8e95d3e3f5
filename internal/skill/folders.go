package skill

import (
	"errors"
	"fmt"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/source"
)

// folders tells which directories below one are not searched. It remembers the
// last answer: files come in the order of their directories.
type folders struct {
	*search
	from  string
	dir   string
	known bool
	shut  bool
}

// closed reports whether a file lies in a directory that is not searched.
func (f *folders) closed(path string) bool {
	dir := dirOf(path)
	if !f.known || dir != f.dir {
		f.dir, f.known = dir, true
		f.shut = f.passes(dir)
	}
	return f.shut
}

// passes reports whether dir, or a directory between it and from, is passed over.
func (f *folders) passes(dir string) bool {
	for at := dir; len(at) > len(f.from); at = dirOf(at) {
		switch baseOf(at) {
		case ".git", ".venv", "node_modules", "vendor":
		default:
			if f.exclude == nil || !f.exclude(at) {
				continue
			}
		}
		if !f.isOpened(at, dir) {
			return true
		}
	}
	return false
}

// isOpened reports whether a path entry inside the directory at leads to dir.
func (f *folders) isOpened(at, dir string) bool {
	for _, entry := range f.opened {
		if within(entry, at) && within(dir, entry) {
			return true
		}
	}
	return false
}

// within reports whether a path is dir or lies below it.
func within(path, dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }

// collect finds the resources of a place.
func (s *search) collect(p *Place) {
	walk := folders{search: s, from: p.Dir}
	last, nested, unused := "", "", false
	files := below(s.tree, p.Dir)
	for i := 0; i < len(files); i++ {
		f := files[i]
		if dir := dirOf(f.Path); i == 0 || dir != last {
			last = dir
			nested, unused = s.between(p.Dir, dir)
		}
		if nested != "" { // skipped as a whole: skills may lie in skills without end
			i += len(below(s.tree, nested)) - 1
			continue
		}
		markdown := strings.HasSuffix(f.Path, ".md") && !unused
		if f.Path == p.Path || !markdown && f.Mode != source.Link || walk.closed(f.Path) {
			continue
		}
		switch f.Mode {
		case source.Regular:
			p.members = append(p.members, member{f.Path, f})
		case source.Submodule:
			p.faults = append(p.faults, submoduleFault(f.Path))
		case source.Link:
			s.follow(p, f, markdown)
		}
	}
}

// between gives the highest directory from one below top down to dir that holds a
// skill of its own, empty where none does, and whether one is named scripts or assets.
func (s *search) between(top, dir string) (nested string, unused bool) {
	for ; len(dir) > len(top); dir = dirOf(dir) {
		base := baseOf(dir)
		if s.holders[dir] {
			nested = dir
		}
		unused = unused || base == "scripts" || base == "assets"
	}
	return nested, unused
}

// follow takes a link among the resources.
func (s *search) follow(p *Place, f source.File, markdown bool) {
	target, err := s.tree.Resolve(f.Path)
	var link *source.LinkError
	switch {
	case err == nil && markdown:
		p.members = append(p.members, member{f.Path, target})
	case errors.As(err, &link) && (isEscape(link.Kind) || markdown && link.Kind == source.IsSubmodule):
		p.faults = append(p.faults, linkFault(f.Path, link))
	}
}

func submoduleFault(path string) diag.Fault {
	return diag.Fault{Rule: "not-text", Path: path, Message: "path is a submodule, expected a text file; store the file in this repository"}
}

// linkFault is the fault of a link that leads to no file.
func linkFault(path string, link *source.LinkError) diag.Fault {
	if link.Kind == source.IsSubmodule && link.Link == "" {
		return submoduleFault(path)
	}
	what := ""
	switch link.Kind {
	case source.Absolute:
		what = "is absolute"
	case source.Leaves:
		what = "leaves the tree"
	case source.TooLong:
		what = "is a loop or passes through more than 8 links"
	case source.IsDirectory:
		what = "leads to a directory, expected a file"
	case source.IsSubmodule:
		return diag.Fault{Rule: "not-text", Path: path, Message: "link leads into the submodule " + diag.Quote(link.At) + ", which is not read; link to a file of this repository"}
	default:
		what = "leads to " + diag.Quote(link.At) + ", which does not exist"
	}
	return diag.Fault{Rule: "symlink", Path: path, Message: fmt.Sprintf("link to %s %s and is not read; link to a file inside the tree by a relative path", diag.Quote(link.Target), what)}
}
