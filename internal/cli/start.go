package cli

import (
	"context"
	"fmt"
	"os"

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
		return exitFailed, err
	}
	return end(r)
}

// start finds where a command runs and normalises what it was given.
func (s streams) start(ctx context.Context, q *request) (*run, error) {
	r := &run{streams: s, request: q}
	r.cfg = q.Settings
	root, dir := q.repo, ""
	if root == "" {
		dir = workDir()
		var err error
		if root, err = source.Root(ctx, dir, s.env); err != nil {
			return nil, err
		}
	} else if info, err := os.Stat(root); err != nil || !info.IsDir() {
		return nil, config.UsageError{Err: fmt.Errorf("%s is no directory; expected the root of the repository", diag.Quote(root))}
	}
	var err error
	if r.place, err = locate(root, dir, s.env); err != nil {
		return nil, config.UsageError{Err: err}
	}
	if err := r.takePaths(); err != nil {
		return nil, config.UsageError{Err: err}
	}
	return r, nil
}

// takePaths makes repository paths of what was given, positional arguments
// included; one of these that lies outside is a library path.
func (r *run) takePaths() error {
	option := "paths"
	if r.command == "render" || r.command == "provenance" {
		option = "brief-paths"
	}
	var own []string
	for _, a := range r.args {
		if _, ok := r.place.relative(expand(a, r.env)); !ok && hostLevel(a) {
			r.given["library-paths"] = append(r.given["library-paths"], a)
		} else {
			own = append(own, expand(a, r.env))
		}
	}
	if len(own) > 0 {
		r.given[option] = own
		if option == "brief-paths" && len(r.given["paths"]) == 0 {
			r.given["paths"] = own
		}
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
