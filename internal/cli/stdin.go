package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/source"
)

// checkStdin checks one SKILL.md, or one manifest or configuration file, from stdin
// as if it stood at --stdin-path.
func checkStdin(ctx context.Context, s streams, q *request) (int, error) {
	data, err := io.ReadAll(s.in)
	if err != nil {
		return exitFailed, fmt.Errorf("read stdin: %w", err)
	}
	r, err := s.startStdin(ctx, q)
	if err != nil {
		return exitFailed, err
	}
	defer r.close() //nolint:errcheck // what is left is temporary
	name, err := r.stdinName()
	if err != nil {
		return exitUsage, config.UsageError{Err: err}
	}
	t := source.Memory(map[string]string{name: string(data)}, nil)
	r.trees = &source.Trees{Trusted: t, After: t}
	r.place.base = path.Dir(name)
	if err := r.configure(ctx); err != nil {
		return exitFailed, err
	}
	if err := r.load(ctx); err != nil {
		return exitFailed, err
	}
	r.makePlans()
	r.check()
	return r.finish()
}

// startStdin finds the root that the file's path is relative to. What is checked is
// that file, whatever paths are given.
func (s streams) startStdin(ctx context.Context, q *request) (*run, error) {
	if len(q.args) > 1 || q.fix || q.diff || q.repo != "" || q.trusted+q.before+q.after != "" {
		return nil, config.UsageError{Err: errors.New("what comes from stdin is one file: other arguments, --fix, --diff, --repo and revisions do not go with it")}
	}
	own := *q
	own.args = nil
	r, err := s.start(ctx, &own)
	if err != nil {
		return nil, err
	}
	delete(r.given, "paths")
	delete(r.given, "brief-paths")
	return r, r.settle()
}

// stdinName is the path of the file from stdin, relative to the root.
func (r *run) stdinName() (string, error) {
	given := cmp.Or(r.stdinPath, "SKILL.md")
	name, ok := r.place.relative(given)
	switch {
	case !ok:
		return "", fmt.Errorf("stdin-path: %s leaves %s", diag.Quote(given), diag.Quote(r.place.root))
	case !strings.EqualFold(path.Base(name), "SKILL.md") && path.Ext(name) != ".toml":
		return "", fmt.Errorf("stdin-path: %s names no SKILL.md; write the whole path of the file", diag.Quote(given))
	}
	return name, nil
}
