package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/skillbrief/skillbrief/internal/brief"
	"github.com/skillbrief/skillbrief/internal/config"
)

// runRender prints a part of the brief, and the findings to the log: they do not
// change the exit status.
func runRender(ctx context.Context, s streams, q *request) (int, error) {
	r, err := s.start(ctx, q)
	if err != nil {
		return exitFailed, err
	}
	defer r.close() //nolint:errcheck // what is left is temporary
	if err := r.line(ctx); err != nil {
		return exitFailed, err
	}
	s.warn(r.cfg.Warnings)
	s.warn(r.notes)
	for i, f := range r.found {
		if r.inScope[i] {
			fmt.Fprintf(s.log, "%s:%d:%d: %s: %s [%s]\n", f.Path, f.Span.Start.Line, f.Span.Start.Column, f.Severity, f.Message, f.Rule)
		}
	}
	w, done, err := s.create(q.output)
	if err != nil {
		return exitUsage, err
	}
	_, err = io.WriteString(w, r.part(q.part))
	return exitPass, errors.Join(err, done())
}

// part is a part of what a model is handed.
func (r *run) part(name string) string {
	if r.plan == nil {
		return ""
	}
	switch name {
	case "project-rules":
		return r.projectRules()
	case "brief":
		return brief.Text(r.plan.Block, r.projectRules(), r.trusted.Commit)
	}
	return r.plan.Block
}

// warn prints warnings that are no findings.
func (s streams) warn(lines []string) {
	for _, l := range lines {
		fmt.Fprintf(s.log, "warning: %s\n", oneLine(l))
	}
}

func (r *run) projectRules() string { return "" }

func runProvenance(_ context.Context, _ streams, _ *request) (int, error) {
	return exitUsage, config.UsageError{Err: errors.New("not built yet")}
}
