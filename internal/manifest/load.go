package manifest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/skillbrief/skillbrief/internal/diag"
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
	l := loader{tree: t, options: o, beside: map[string]map[string]string{}}
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
		l.found = append(l.found, place{path: clean, manifest: Unread(clean, err)})
	}
}

func (l *loader) glob(pattern string) {
	matched := false
	for _, f := range l.tree.Files {
		if ok, err := doublestar.Match(pattern, f.Path); err != nil || !ok || l.excluded(f.Path) {
			continue
		}
		matched = true
		if file, err := l.tree.Resolve(f.Path); err != nil {
			l.found = append(l.found, place{path: f.Path, manifest: Unread(f.Path, err)})
		} else {
			l.found = append(l.found, place{path: f.Path, file: &file})
		}
	}
	if !matched {
		l.found = append(l.found, place{path: pattern, manifest: &Manifest{Path: pattern, Status: Missing}})
	}
}

func (l *loader) excluded(p string) bool {
	return slices.ContainsFunc(l.options.Exclude, func(glob string) bool {
		ok, err := doublestar.Match(glob, p)
		return err == nil && ok
	})
}

// Unread is the manifest that could not be read, and why.
func Unread(path string, err error) *Manifest {
	return &Manifest{Path: path, Status: Unavailable, Err: err}
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
		return fmt.Errorf("reading manifests: %w", err)
	}
	return nil
}

func parseBlob(path string, b source.Blob, project string) *Manifest {
	if !b.Large {
		return Parse(path, b.Data, project)
	}
	m := &Manifest{Path: path, Status: Loaded}
	r := reader{m: m}
	r.schema(diag.Span{}, "the file has %d bytes; at most %d are read", b.Size, maxBytes)
	m.settle()
	m.broken = true
	return m
}

// cite reads what the manifests cite and checks them against the tree.
func (l *loader) cite(ctx context.Context) error {
	var files []source.File
	var into []*Reference
	reasons := map[*Reference]string{}
	for _, p := range l.found {
		for i := range p.manifest.References {
			ref := &p.manifest.References[i]
			f, err := l.tree.Resolve(beside(p.path, ref.Path))
			if err != nil {
				reasons[ref] = l.reason(p.path, ref.Path, err)
				continue
			}
			files, into = append(files, f), append(into, ref)
		}
	}
	blobs, err := l.tree.Read(ctx, files, source.MaxBytes)
	if err != nil {
		for i, p := range l.found {
			if len(p.manifest.References) > 0 {
				l.found[i].manifest = Unread(p.path, err)
			}
		}
		return fmt.Errorf("reading references of manifests: %w", err)
	}
	for i, b := range blobs {
		if !utf8.ValidString(b.Data) {
			reasons[into[i]] = "is not UTF-8 and counts as missing; save it as UTF-8"
			continue
		}
		into[i].Found, into[i].Text, into[i].SHA256 = true, b.Data, digest(b.Data)
	}
	paths := make([]string, len(l.tree.Files))
	for i, f := range l.tree.Files {
		paths[i] = f.Path
	}
	subjects := subjects(paths)
	for _, p := range l.found {
		p.manifest.against(l.tree, subjects, reasons)
	}
	return nil
}

// beside is a path relative to a manifest's directory as one of the tree.
func beside(manifest, rel string) string {
	return manifest[:strings.LastIndexByte(manifest, '/')+1] + rel
}

// reason says why a cited file is missing.
func (l *loader) reason(manifest, cited string, err error) string {
	var link *source.LinkError
	if errors.As(err, &link) && (link.Link != "" || link.Kind != source.Dangles) {
		return "counts as missing: " + link.Error()
	}
	names := l.beside[manifest]
	if names == nil {
		names = l.references(manifest)
		l.beside[manifest] = names
	}
	stem := strings.TrimSuffix(strings.TrimPrefix(cited, "references/"), ".md")
	stems := slices.Sorted(maps.Keys(names))
	for _, s := range stems {
		if strings.EqualFold(names[s], cited) {
			return "does not exist; only the letter case of " + diag.Quote(names[s]) + " differs"
		}
	}
	return "does not exist beside the manifest" + meant(names[nearStem(stem, stems)], "; add it, or remove it here")
}

// references are the files below references/ beside a manifest, by what differs
// between their paths.
func (l *loader) references(manifest string) map[string]string {
	names := map[string]string{}
	for _, f := range l.tree.Files {
		if name, ok := strings.CutPrefix(f.Path, beside(manifest, "references/")); ok {
			names[strings.TrimSuffix(name, ".md")] = "references/" + name
		}
	}
	return names
}

// nearStem is the nearest name; a short one is near to nothing.
func nearStem(stem string, stems []string) string {
	if near := diag.Nearest(stem, stems); utf8.RuneCountInString(stem) > 2 {
		return near
	}
	return ""
}
