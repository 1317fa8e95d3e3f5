package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/source"
)

// through takes a command along the line and to its end.
func (s streams) through(ctx context.Context, q *request, end func(*run) (int, error)) (int, error) {
	r, err := s.start(ctx, q)
	if err != nil {
		return exitFailed, err
	}
	defer r.close() //nolint:errcheck // what is left is temporary
	if err := r.line(ctx); err != nil {
		return exitFailed, errors.Join(err, r.tell(err))
	}
	return end(r)
}

// tell gives the readers of a report one of a check that failed, too; a person reads
// the error itself.
func (r *run) tell(failure error) error {
	if r.command != "check" || r.formatName() == "text" {
		return nil
	}
	return r.print(r.fill(failure), r.formatName())
}

// start finds where a command runs and normalises what it was given. The request
// itself stays as it is.
func (s streams) start(ctx context.Context, q *request) (*run, error) {
	own := *q
	own.given, own.args = maps.Clone(q.given), slices.Clone(q.args)
	r := &run{streams: s, request: &own}
	r.cfg = own.Settings
	root, dir, err := r.root(ctx)
	if err != nil {
		return nil, err
	}
	if r.place, err = locate(root, dir, s.env); err != nil {
		return nil, config.UsageError{Err: err}
	}
	if err := r.takePaths(); err != nil {
		return nil, config.UsageError{Err: err}
	}
	return r, nil
}

// root is the root of the tree, and the directory in it that entries are
// relative to; empty: the root.
func (r *run) root(ctx context.Context) (root, dir string, err error) {
	if r.repo != "" {
		if info, err := os.Stat(r.repo); err != nil || !info.IsDir() {
			return "", "", config.UsageError{Err: fmt.Errorf("%s is no directory; expected the root of the repository", diag.Quote(r.repo))}
		}
		return r.repo, "", nil
	}
	dir = workDir()
	if root, err = source.Root(ctx, dir, r.env); err != nil {
		return "", "", err
	}
	if _, err := os.Lstat(filepath.Join(root, ".git")); err == nil || len(r.args) == 0 {
		return root, dir, nil
	}
	// Without a repository here, the first argument may name a place of its own. The
	// directory that a container starts in is all of its files: none means those.
	first := expand(r.args[0], r.env)
	if !filepath.IsAbs(first) {
		return root, dir, nil
	}
	place, err := locate(root, dir, r.env)
	if err != nil {
		return root, dir, nil
	}
	if _, inside := place.relative(first); inside && root != filepath.Dir(root) {
		return root, dir, nil
	}
	info, err := os.Stat(first)
	if err != nil {
		return root, dir, nil
	}
	if !info.IsDir() {
		first = filepath.Dir(first)
	}
	root, err = source.Root(ctx, first, r.env)
	return root, "", err
}

// takePaths makes repository paths of what was given, positional arguments
// included; one of these that lies outside is a library path.
func (r *run) takePaths() error {
	own, outside := r.sortArgs()
	r.given["library-paths"] = append(slices.Clone(r.given["library-paths"]), outside...)
	r.librariesOnly = len(outside) > 0 && len(own) == 0
	switch {
	case len(own) == 0:
	case r.command == "render" || r.command == "provenance":
		r.given["brief-paths"] = own
		if len(r.given["paths"]) == 0 {
			r.given["paths"] = own
		}
	default:
		r.given["paths"] = own
	}
	for _, name := range []string{"paths", "brief-paths"} {
		rels, err := r.place.entries(name, r.given[name])
		if err != nil {
			return err
		}
		if len(rels) > 0 {
			r.given[name] = rels
		}
	}
	return r.settle()
}

// sortArgs tells arguments below the root from those of the host.
func (r *run) sortArgs() (own, outside []string) {
	for _, a := range r.args {
		if _, ok := r.place.relative(expand(a, r.env)); ok || !hostLevel(a) {
			own = append(own, expand(a, r.env))
			continue
		}
		outside = append(outside, a)
		if r.command == "check" {
			r.notes = append(r.notes, fmt.Sprintf("%s lies outside %s and is read as a library, whose faults are no findings; --repo %s checks it", diag.Quote(a), diag.Quote(r.place.root), a))
		}
	}
	return own, outside
}
