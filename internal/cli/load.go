package cli

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/library"
	"github.com/skillbrief/skillbrief/internal/manifest"
	"github.com/skillbrief/skillbrief/internal/source"
)

// load loads the libraries of the three roles; roles of one tree share one.
func (r *run) load(ctx context.Context) (err error) {
	o := library.Options{
		Paths: r.cfg.Paths, BriefPaths: r.cfg.BriefPaths, Exclude: r.cfg.Exclude,
		OutputDir: path.Clean(filepath.ToSlash(r.cfg.OutputDir)),
		Manifests: manifest.Options{Paths: r.cfg.Manifests, Exclude: r.cfg.Exclude, Project: r.cfg.Project, Mode: manifest.Mode(r.cfg.RolloutMode)},
	}
	if o.Encoding, r.estimated, err = encoding(&r.cfg); err != nil {
		return config.UsageError{Err: err}
	}
	if !r.cfg.Enabled {
		r.notes = append(r.notes, "enabled is false: nothing is scanned, and nothing is rendered")
		o.Paths, o.BriefPaths, r.cfg.LibraryPaths, o.Manifests.Paths = nil, nil, nil, nil
	}
	if err = r.openLibraries(ctx); err != nil {
		return err
	}
	o.Host = r.host
	loaded := map[*source.Tree]*library.Library{}
	var earlier []*library.Library
	for _, role := range []struct {
		tree *source.Tree
		lib  **library.Library
	}{{r.trees.Trusted, &r.trusted}, {r.trees.Before, &r.before}, {r.trees.After, &r.after}} {
		if role.tree == nil {
			continue
		}
		if loaded[role.tree] == nil {
			if loaded[role.tree], err = library.Load(ctx, role.tree, o, earlier...); err != nil {
				return err
			}
			earlier = append(earlier, loaded[role.tree])
			r.noteUnread(loaded[role.tree])
		}
		*role.lib = loaded[role.tree]
	}
	return nil
}

// noteUnread says which of the project's rules could not be read, where no
// finding does.
func (r *run) noteUnread(lib *library.Library) {
	if lib.Unread != nil {
		r.notes = append(r.notes, "project rules are unavailable: "+lib.Unread.Error())
		return
	}
	for _, m := range lib.Manifests {
		if m.Err == nil || len(m.Faults) > 0 {
			continue
		}
		if note := "project rules are unavailable: " + m.Err.Error(); !slices.Contains(r.notes, note) {
			r.notes = append(r.notes, note)
		}
	}
}

// openLibraries opens the host's libraries. One that is not there is a warning.
func (r *run) openLibraries(ctx context.Context) error {
	for _, entry := range r.cfg.LibraryPaths {
		entry = strings.TrimSpace(entry)
		if _, pinned := source.ParsePin(entry); pinned {
			t, err := source.Library(ctx, r.reading(), entry)
			if err != nil {
				return err
			}
			r.host = append(r.host, library.Host{Entry: entry, Tree: t})
			continue
		}
		if !hostLevel(entry) {
			return config.UsageError{Err: fmt.Errorf("library-paths: %s is neither absolute, ~, $VAR nor pinned as owner/repo@sha//dir; a repository's own directory belongs into paths", diag.Quote(entry))}
		}
		if err := r.openDirectory(ctx, entry); err != nil {
			return err
		}
	}
	return nil
}

// openDirectory opens a library on disk: a directory, or a path to a SKILL.md.
func (r *run) openDirectory(ctx context.Context, entry string) error {
	dir, file := expand(entry, r.env), ""
	if filepath.Base(dir) == "SKILL.md" {
		dir, file = filepath.Split(dir)
	}
	if info, err := os.Stat(dir); !filepath.IsAbs(dir) || err != nil || !info.IsDir() {
		r.cfg.Warnings = append(r.cfg.Warnings, fmt.Sprintf("library path %s is not there", diag.Quote(entry)))
		return nil
	}
	if r.checkedOut(dir) {
		return config.UsageError{Err: fmt.Errorf("library-paths: %s is part of the repository itself, and on disk whatever is checked out; name it in paths, of which the trusted commit is read", diag.Quote(entry))}
	}
	if r.surrounded(dir) {
		return config.UsageError{Err: fmt.Errorf("library-paths: %s holds the repository itself, which is on disk whatever is checked out; name a directory beside it", diag.Quote(entry))}
	}
	t, err := source.Library(ctx, r.reading(), filepath.Clean(dir))
	if err != nil {
		return err
	}
	r.host = append(r.host, library.Host{Entry: entry, Tree: t, Dir: file})
	return nil
}

// checkedOut reports whether a directory is part of a repository whose files on disk
// need not be trusted ones. One that git does not track there, as the checkout of
// another repository, is the host's.
func (r *run) checkedOut(dir string) bool {
	if r.trustsDisk() {
		return false
	}
	physical, err := filepath.EvalSymlinks(dir)
	return slices.ContainsFunc([]string{dir, physical}, func(d string) bool {
		rel, ok := r.place.relative(d)
		return err == nil && ok && (rel == "." || r.tracked(rel))
	})
}

// surrounded reports whether such a repository lies in a directory.
func (r *run) surrounded(dir string) bool {
	physical, err := filepath.EvalSymlinks(dir)
	return err == nil && !r.trustsDisk() && slices.ContainsFunc(append([]string{r.place.root}, r.place.aliases...), func(root string) bool {
		rel, err := filepath.Rel(physical, root)
		return err == nil && filepath.IsLocal(rel)
	})
}

// trustsDisk reports whether the files on disk are what is trusted.
func (r *run) trustsDisk() bool { return r.command != "action" && r.trees.Trusted == r.trees.After }
