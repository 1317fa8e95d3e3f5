package manifest

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/glob"
	"github.com/skillbrief/skillbrief/internal/source"
)

// maxBytes is the size of a manifest that is read, in bytes.
const maxBytes = 1 << 20

// Options say which manifests of a tree are meant.
type Options struct {
	Paths   []string // paths or doublestar globs
	Exclude []string // doublestar globs of paths not looked at
	Project string   // that manifests must name; empty: not checked
	Mode    Mode     // ModeDisabled reads nothing
}

// Load finds, reads and parses the manifests of a tree and what they cite, in
// path order. A path or glob that leads to nothing gives one missing manifest.
// The error is that of reading; manifests concerned are unavailable.
func Load(ctx context.Context, t *source.Tree, o Options) ([]*Manifest, error) {
	l := loader{tree: t, options: o, beside: map[string]map[string]string{}, meant: map[string]bool{}}
	for _, entry := range o.Paths {
		l.find(strings.TrimSpace(entry))
	}
	slices.SortFunc(l.found, func(a, b place) int { return source.Compare(a.path, b.path) })
	l.found = slices.CompactFunc(l.found, func(a, b place) bool { return a.path == b.path })
	err := l.read(ctx)
	if err == nil {
		err = l.cite(ctx)
	}
	manifests := make([]*Manifest, len(l.found))
	for i, p := range l.found {
		manifests[i] = p.manifest
	}
	return manifests, err
}

// loader is one Load at work.
type loader struct {
	tree    *source.Tree
	options Options
	found   []place
	beside  map[string]map[string]string // files in references/, by manifest
	meant   map[string]bool              // paths that were suggested for missing ones
}

// place is where a manifest was found or should be.
type place struct {
	path     string
	file     *source.File // links resolved; nil where manifest is set
	manifest *Manifest
}

// find adds what an entry of the configuration leads to.
func (l *loader) find(entry string) {
	clean := path.Clean(entry)
	if entry == "" || l.excluded(clean) {
		return
	}
	if l.options.Mode == ModeDisabled {
		l.found = append(l.found, place{path: clean, manifest: &Manifest{Path: clean, Status: Disabled}})
		return
	}
	f, err := l.tree.Resolve(clean)
	var link *source.LinkError
	switch {
	case err == nil:
		l.found = append(l.found, place{path: clean, file: &f})
	case strings.ContainsAny(clean, `*?[{\`):
		l.glob(clean)
	case errors.As(err, &link) && link.Kind == source.Dangles && link.Link == "":
		l.found = append(l.found, place{path: clean, manifest: &Manifest{Path: clean, Status: Missing}})
	default:
		l.found = append(l.found, place{path: clean, manifest: unfollowed(clean, err)})
	}
}

func (l *loader) glob(pattern string) {
	g, _ := glob.Compile(pattern) // a faulty one was refused, and matches nothing
	matched := false
	for _, f := range l.tree.Files {
		if !g.Match(f.Path) || l.excluded(f.Path) {
			continue
		}
		matched = true
		if file, err := l.tree.Resolve(f.Path); err != nil {
			l.found = append(l.found, place{path: f.Path, manifest: unfollowed(f.Path, err)})
		} else {
			l.found = append(l.found, place{path: f.Path, file: &file})
		}
	}
	if !matched {
		l.found = append(l.found, place{path: pattern, manifest: &Manifest{Path: pattern, Status: Missing}})
	}
}

func (l *loader) excluded(p string) bool {
	return slices.ContainsFunc(l.options.Exclude, func(g string) bool { return glob.Match(g, p) })
}

// Unread is the manifest that could not be read, and why.
func Unread(path string, err error) *Manifest {
	return &Manifest{Path: path, Status: Unavailable, Err: err}
}

// unfollowed is the manifest whose path leads to no file: a fault of the tree where
// that is a link's, or a submodule.
func unfollowed(path string, err error) *Manifest {
	m := Unread(path, err)
	var link *source.LinkError
	switch {
	case !errors.As(err, &link):
	case link.Kind == source.IsSubmodule:
		m.Faults = []diag.Fault{{Rule: "not-text", Path: path, Message: err.Error() + "; store the manifest in this repository"}}
	case link.Link != "":
		m.Faults = []diag.Fault{{Rule: "symlink", Path: path, Message: err.Error() + ", and the manifest is not read"}}
	}
	return m
}

// read reads and parses the manifests.
func (l *loader) read(ctx context.Context) error {
	var files []source.File
	for _, p := range l.found {
		if p.file != nil {
			files = append(files, *p.file)
		}
	}
	blobs, err := l.tree.Read(ctx, files, maxBytes)
	n := 0
	for i, p := range l.found {
		switch {
		case p.file == nil:
		case err != nil:
			l.found[i].manifest = Unread(p.path, err)
		default:
			l.found[i].manifest = parseBlob(p.path, blobs[n], l.options.Project)
			n++
		}
	}
	if err != nil {
		return fmt.Errorf("load manifests: %w", err)
	}
	return nil
}

func parseBlob(path string, b source.Blob, project string) *Manifest {
	if !b.Large {
		return Parse(path, b.Data, project)
	}
	m := &Manifest{Path: path, Status: Loaded}
	r := reader{m: m}
	r.schema(diag.Span{}, "the file has %d bytes, at most %d are read", b.Size, maxBytes)
	m.settle()
	m.broken = true
	return m
}
