package manifest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/source"
)

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
		return fmt.Errorf("load what manifests cite: %w", err)
	}
	for i, b := range blobs {
		if !utf8.ValidString(b.Data) {
			reasons[into[i]] = "is not UTF-8 and counts as missing; save it as UTF-8"
			continue
		}
		into[i].Found, into[i].Text, into[i].SHA256 = true, b.Data, Digest(b.Data)
	}
	paths := make([]string, len(l.tree.Files))
	for i, f := range l.tree.Files {
		paths[i] = f.Path
	}
	subjects := subjects(paths)
	for _, p := range l.found {
		p.manifest.against(l.tree, subjects, reasons)
		p.manifest.unused(l.tree, l.meant)
		p.manifest.settle()
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
			l.meant[beside(manifest, names[s])] = true
			return "does not exist; only the letter case of " + diag.Quote(names[s]) + " differs"
		}
	}
	near := names[nearStem(stem, stems)]
	l.meant[beside(manifest, near)] = near != ""
	return "does not exist beside the manifest" + meant(near, "; add it, or remove it here")
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
	if near := diag.Nearest(stem, stems); utf8.RuneCountInString(stem) >= minNear {
		return near
	}
	return ""
}
