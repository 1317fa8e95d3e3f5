package source

import (
	"slices"
	"strings"
)

// Without is the tree less what is below dir.
func (t *Tree) Without(dir string) *Tree {
	return &Tree{
		Commit: t.Commit, store: t.store, format: t.format, links: t.links,
		Files: slices.DeleteFunc(slices.Clone(t.Files), func(f File) bool { return strings.HasPrefix(f.Path, dir+"/") }),
	}
}
