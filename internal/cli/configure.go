package cli

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/skillbrief/skillbrief/internal/check"
	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/source"
)

// configure reads the settings: the repository's own from the trusted commit
// only, the inputs over them.
func (r *run) configure(ctx context.Context) (err error) {
	if r.own, err = r.readConfig(ctx, r.trees.Trusted); err != nil {
		return err
	}
	r.next = r.own
	if r.trees.After != r.trees.Trusted {
		if r.next, err = r.readConfig(ctx, r.trees.After); err != nil {
			return err
		}
		for _, f := range r.own.Faults {
			r.notes = append(r.notes, fmt.Sprintf("the configuration at the trusted commit is faulty: %s:%d: %s", f.Path, max(f.Span.Start.Line, 1), f.Message))
		}
	}
	r.previous = r.own
	if r.trees.Before != r.trees.Trusted {
		if r.previous, err = r.readConfig(ctx, r.trees.Before); err != nil {
			return err
		}
	}
	if r.cfg, err = r.own.Settings(r.apply); err != nil {
		return err
	}
	switch {
	case r.librariesOnly:
		r.cfg.Paths = nil
	case !r.cfg.Given["paths"]:
		r.cfg.Paths = []string{r.place.base}
	}
	if r.cfg.Project == "" {
		r.cfg.Project = r.project()
	}
	r.unknownLanguages()
	return nil
}

func (r *run) readConfig(ctx context.Context, t *source.Tree) (*config.File, error) {
	if t == nil {
		return &config.File{}, nil
	}
	return config.Read(ctx, t, check.Configurable())
}

// project is the identity of the repository, where it is known.
func (r *run) project() string {
	return cmp.Or(r.env("GITHUB_REPOSITORY"), r.env("CI_PROJECT_PATH"), projectOf(r.trees.Origin))
}

// projectOf is the path of a remote's address: owner/repo of
// "https://host/owner/repo.git" and of "git@host:owner/repo.git". An address on
// this machine names no project.
func projectOf(address string) string {
	rest, ok := "", false
	if u, err := url.Parse(address); err == nil && u.Scheme != "" && u.Host != "" {
		rest, ok = u.Path, u.Scheme != "file"
	} else if !strings.Contains(address, "://") {
		_, rest, ok = strings.Cut(address, ":")
	}
	if !ok {
		return ""
	}
	return strings.TrimSuffix(strings.Trim(rest, "/"), ".git")
}
