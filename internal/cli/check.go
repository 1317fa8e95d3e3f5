package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"

	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/report"
)

func runCheck(ctx context.Context, s streams, q *request) (int, error) {
	switch {
	case slices.Contains(q.args, "-"):
		return checkStdin(ctx, s, q)
	case q.stdinPath != "":
		return exitUsage, config.UsageError{Err: errors.New("stdin-path says where a file from stdin stands; add the argument -")}
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
	return s.write(r.output, func(w io.Writer) error { return f.Write(w, rep) })
}

// colored reports whether the text format may use colours: in a file only where
// --color asks for them.
func (r *run) colored() bool {
	switch {
	case r.color == "always" || r.color == "never":
		return r.color == "always"
	case r.env("NO_COLOR") != "", r.output != "" && r.output != "-":
		return false
	case r.env("FORCE_COLOR") != "":
		return true
	}
	f, ok := r.commands.(*os.File)
	return ok && r.env("TERM") != "dumb" && terminal(f)
}
