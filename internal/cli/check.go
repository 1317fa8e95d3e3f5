package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/report"
	"github.com/skillbrief/skillbrief/internal/source"
)

func runCheck(ctx context.Context, s streams, q *request) (int, error) {
	if slices.Equal(q.args, []string{"-"}) {
		return checkStdin(ctx, s, q)
	}
	switch {
	case q.diff:
		return s.through(ctx, q, (*run).showFixes)
	case q.fix:
		return fixAll(ctx, s, q)
	}
	return s.through(ctx, q, (*run).finish)
}

// finish reports what was found.
func (r *run) finish() (int, error) { return r.verdict(), r.print(r.fill(nil), r.formatName()) }

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
	if q.fix || q.diff || q.repo != "" || q.trusted+q.before+q.after != "" {
		return exitUsage, config.UsageError{Err: errors.New("what comes from stdin is one file: --fix, --diff, --repo and revisions do not go with it")}
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
