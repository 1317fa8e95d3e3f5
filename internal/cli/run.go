// Package cli is skillbrief's command line and action: the straight line from
// what is asked for to what is written.
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/event"
	"github.com/skillbrief/skillbrief/internal/report"
)

// The exit statuses.
const (
	exitPass     = 0
	exitFindings = 1
	exitUsage    = 2
	exitFailed   = 3 // could not run, or nothing could be trusted
)

// streams are what a run reads and writes. On a CI runner out and log are inert:
// no text in them is taken for a command.
type streams struct {
	env      func(string) string
	in       io.Reader
	out, log io.Writer
	commands io.Writer // stdout as it is
	terminal io.Writer // stderr as it is, where it may be a terminal
}

// command does the work of one word on the command line.
type command struct {
	name, args, help string
	run              func(context.Context, streams, *request) (int, error)
}

var commands = []command{
	{"check", "[path...]", "check the work tree, or --after REV; --before REV adds the comparison", runCheck},
	{"render", "[path...]", "print the block for a prompt: exactly its bytes and nothing else", runRender},
	{"provenance", "[path...]", "print what a brief is made of, as JSON", runProvenance},
	{"tokens", "[file...]", "count tokens; - reads stdin", runTokens},
	{"explain", "[rule...]", "print a rule's document, or the list", runExplain},
	{"version", "", "print version, commit and Go version", runVersion},
}

// Run is a whole run: it returns the exit status. Without a command on a CI
// runner it is the action.
func Run(ctx context.Context, args []string, env func(string) string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := streams{env: env, in: stdin, out: stdout, log: stderr, commands: stdout, terminal: stderr}
	if s.onRunner() {
		out, log := report.Inert(stdout), report.Inert(stderr)
		defer out.Flush() //nolint:errcheck // the stream itself is gone
		defer log.Flush() //nolint:errcheck // the stream itself is gone
		s.out, s.log = out, log
	}
	if s.isAction(args) {
		return runAction(ctx, s, args)
	}
	if len(args) == 0 {
		usage(s.log)
		return exitUsage
	}
	return s.exit(s.dispatch(ctx, args[0], args[1:]))
}

// isAction reports whether a run without a command is the whole job of a CI
// runner; flags may be given.
func (s streams) isAction(args []string) bool {
	if !s.onRunner() && s.env("GITLAB_CI") != "true" {
		return false
	}
	return len(args) == 0 || strings.HasPrefix(args[0], "-") && !slices.Contains(asked, args[0])
}

// asked are the flags that stand for a command.
var asked = []string{"-h", "-help", "--help", "-v", "-version", "--version"}

func (s streams) onRunner() bool { return s.env("GITHUB_ACTIONS") == "true" }

func (s streams) dispatch(ctx context.Context, name string, args []string) (int, error) {
	switch name {
	case "help", "-h", "-help", "--help":
		if len(args) == 0 {
			usage(s.out)
			return exitPass, nil
		}
		name, args = args[0], []string{"-h"}
	case "--version", "-version", "-v":
		name = "version"
	}
	c, err := commandByName(name)
	if err != nil {
		return exitUsage, config.UsageError{Err: err}
	}
	r, err := parse(name, args)
	if errors.Is(err, flag.ErrHelp) {
		help(s.out, c)
		return exitPass, nil
	}
	if err != nil {
		return exitUsage, config.UsageError{Err: err}
	}
	return c.run(ctx, s, r)
}

func commandByName(name string) (command, error) {
	names := make([]string, len(commands))
	for i, c := range commands {
		if c.name == name {
			return c, nil
		}
		names[i] = c.name
	}
	hint := "use " + strings.Join(names, ", ")
	if near := diag.Nearest(name, names); near != "" {
		hint = "did you mean " + near + "?"
	}
	return command{}, fmt.Errorf("command %s is unknown; %s", diag.Quote(name), hint)
}

// exit prints an error once and says which status it stands for.
func (s streams) exit(code int, err error) int {
	if err == nil {
		return code
	}
	fmt.Fprintf(s.log, "skillbrief: %s\n", oneLine(err.Error()))
	return status(err)
}

func status(err error) int {
	var usage config.UsageError
	if errors.As(err, &usage) || errors.Is(err, report.ErrOutputDir) || errors.Is(err, event.ErrInput) {
		return exitUsage
	}
	return exitFailed
}

// oneLine folds an error of several lines, such as git's.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}

// write gives what --output names, or stdout, to a function that writes to it.
func (s streams) write(name string, text func(io.Writer) error) error {
	w, done, err := s.create(name)
	if err != nil {
		return err
	}
	return errors.Join(text(w), done())
}

// create opens what --output names, or gives stdout.
func (s streams) create(name string) (io.Writer, func() error, error) {
	if name == "" || name == "-" {
		return s.out, func() error { return nil }, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, nil, config.UsageError{Err: fmt.Errorf("output: %w", err)}
	}
	return f, f.Close, nil
}
