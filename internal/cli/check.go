package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/skillbrief/skillbrief/internal/check"
	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/event"
	"github.com/skillbrief/skillbrief/internal/report"
	"github.com/skillbrief/skillbrief/internal/source"
)

func isRefusal(err error) bool { return errors.Is(err, event.ErrRefused) }

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
		return nil, config.UsageError{Err: fmt.Errorf("repo: %s is no directory", diag.Quote(root))}
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

func runCheck(ctx context.Context, s streams, q *request) (int, error) {
	if slices.Equal(q.args, []string{"-"}) {
		return checkStdin(ctx, s, q)
	}
	r, err := s.start(ctx, q)
	if err != nil {
		return exitFailed, err
	}
	defer r.close() //nolint:errcheck // what is left is temporary
	if err := r.line(ctx); err != nil {
		return exitFailed, err
	}
	if q.fix || q.diff {
		return r.mend()
	}
	return r.verdict(), r.print(r.fill(nil), r.formatName())
}

func (r *run) formatName() string {
	switch {
	case r.format != "":
		return r.format
	case r.onRunner():
		return "github"
	}
	return "text"
}

// print writes a report in a format to where the request says. A format writes
// nothing but its own commands, so that it needs no further defusing.
func (r *run) print(rep *report.Report, name string) error {
	f, err := report.FormatByName(name)
	if err != nil {
		return config.UsageError{Err: err}
	}
	if name != "text" && name != "github" { // those have them in the report
		r.warn(rep.Warnings)
	}
	s := r.streams
	s.out = r.commands
	w, done, err := s.create(r.output)
	if err != nil {
		return err
	}
	return errors.Join(f.Write(w, rep), done())
}

// colored reports whether the text format may use colours.
func (r *run) colored() bool {
	switch {
	case r.color == "always" || r.color == "never":
		return r.color == "always"
	case r.env("NO_COLOR") != "":
		return false
	case r.env("FORCE_COLOR") != "":
		return true
	}
	f, ok := r.commands.(*os.File)
	return ok && r.output == "" && terminal(f)
}

// checkStdin checks one SKILL.md from stdin as if it stood at --stdin-path.
func checkStdin(ctx context.Context, s streams, q *request) (int, error) {
	data, err := io.ReadAll(s.in)
	if err != nil {
		return exitFailed, fmt.Errorf("read stdin: %w", err)
	}
	path := filepath.ToSlash(filepath.Clean(q.stdinPath))
	if !filepath.IsLocal(q.stdinPath) {
		return exitUsage, config.UsageError{Err: fmt.Errorf("stdin-path: %s leaves the repository", diag.Quote(q.stdinPath))}
	}
	r := &run{streams: s, request: q, cfg: q.Settings}
	t := source.Memory(map[string]string{path: string(data)}, nil)
	r.trees = &source.Trees{Trusted: t, After: t}
	r.place.base = "."
	if err := r.configure(ctx); err != nil {
		return exitFailed, err
	}
	if err := r.load(ctx); err != nil {
		return exitFailed, err
	}
	r.makePlans()
	r.check()
	return r.verdict(), r.print(r.fill(nil), r.formatName())
}

// mend applies the certain fixes to the work tree, or prints them as a diff.
func (r *run) mend() (int, error) {
	if r.trees.After.Commit != "" {
		return exitUsage, config.UsageError{Err: errors.New("fixes apply to the work tree only; leave out --after")}
	}
	edits := map[string][]diag.Edit{}
	for _, f := range r.found {
		if f.Fix != nil {
			edits[f.Path] = append(edits[f.Path], *f.Fix)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(edits)) {
		before, ok := r.text(path)
		if !ok {
			continue
		}
		after := check.Apply(before, edits[path])
		if r.diff {
			if _, err := io.WriteString(r.out, check.Diff(path, before, after)); err != nil {
				return exitFailed, err
			}
		}
		if r.fix && after != before {
			if err := r.rewrite(path, before, after); err != nil {
				return exitFailed, err
			}
			fmt.Fprintf(r.log, "mended %s\n", diag.Path(path))
		}
	}
	return r.verdict(), nil
}

// rewrite replaces a file's text, if it is still the one that was checked. No
// link leads it out of the work tree.
func (r *run) rewrite(path, before, after string) error {
	root, err := os.OpenRoot(r.place.root)
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // read only
	now, err := root.ReadFile(path)
	if err != nil {
		return fmt.Errorf("mend %s: %w", diag.Quote(path), err)
	}
	if string(now) != before {
		return fmt.Errorf("mend %s: it changed since it was checked; run again", diag.Quote(path))
	}
	return root.WriteFile(path, []byte(after), 0o666)
}
