package cli

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write anew what the scripts compare with")

// TestMain makes the test binary the command skillbrief of the scripts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"skillbrief": func() {
		os.Exit(Run(context.Background(), os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr))
	}})
}

// TestScripts runs the scripts of testdata/script. Beside the commands of
// testscript they have those of scriptCommands; every script starts with an
// environment made from nothing.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/script",
		Setup:               setUpScript,
		Cmds:                scriptCommands,
		Condition:           scriptCondition,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// scriptCommands are the words that scripts have beside those of testscript.
var scriptCommands = map[string]func(*testscript.TestScript, bool, []string){
	"status":   positive(cmdStatus),
	"git":      positive(cmdGit),
	"file":     positive(cmdFile),
	"append":   positive(cmdAppend),
	"replace":  positive(cmdReplace),
	"var":      positive(cmdVar),
	"text":     positive(printing(cmdText)),
	"show":     positive(printing(cmdShow)),
	"listing":  positive(printing(cmdListing)),
	"commit":   positive(cmdCommit),
	"checkout": positive(cmdCheckout),
	"pull":     positive(cmdPull),
	"event":    positive(cmdEvent),
	"step":     positive(cmdStep),
	"trace":    positive(printing(cmdTrace)),
	"outputs":  positive(printing(cmdOutputs)),
	"output":   positive(printing(cmdOutput)),
	"commands": positive(printing(cmdCommands)),
	"api":      positive(cmdAPI),
}

// setUpScript fixes what a commit's id depends on; GORACE spares every process of
// a race build the second that it sleeps at its end.
func setUpScript(e *testscript.Env) error {
	e.Vars = append(e.Vars,
		"GORACE=atexit_sleep_ms=0", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull,
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_AUTHOR_DATE=2026-01-02T03:04:05Z",
		"GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.com", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z",
	)
	return nil
}

// scriptCondition knows whether the tests run as root, and whether a process may
// be cut off the network or traced here.
func scriptCondition(name string) (bool, error) {
	switch name {
	case "root":
		return os.Geteuid() == 0, nil
	case "unshare":
		return exec.Command("unshare", "-rn", "true").Run() == nil, nil
	case "strace":
		return exec.Command("strace", "-f", "-qq", "-o", os.DevNull, "true").Run() == nil, nil
	}
	return false, errors.New("unknown condition")
}

func positive(run func(*script, []string)) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg {
			ts.Fatalf("! is not supported")
		}
		run(&script{ts}, args)
	}
}

// printing makes what a command prints stand for stdout, also where it is nothing;
// stderr stays what it was.
func printing(run func(*script, []string)) func(*script, []string) {
	return func(s *script, args []string) {
		stderr := s.ReadFile("stderr")
		run(s, args)
		s.Stdout()
		_, err := io.WriteString(s.Stderr(), stderr)
		s.Check(err)
	}
}

// script adds to a running script what its commands share.
type script struct{ *testscript.TestScript }

func (s *script) need(ok bool, usage string) {
	if !ok {
		s.Fatalf("usage: %s", usage)
	}
}

// git runs git in a directory and gives what it prints.
func (s *script) git(dir string, args ...string) string {
	s.Check(s.Exec("git", append([]string{"-C", s.MkAbs(dir)}, args...)...))
	return strings.TrimSuffix(s.ReadFile("stdout"), "\n")
}

// run runs a program whose exit status must be code. What it printed is there
// for cmp afterwards, with the script's directory as $WORK.
func (s *script) run(code int, program string, args ...string) {
	err := s.Exec(program, args...)
	status := 0
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		status = exit.ExitCode()
	} else {
		s.Check(err)
	}
	s.ended(status, code, s.ReadFile("stdout"), s.ReadFile("stderr"))
}

// act runs the action within this process: it looks at no working directory, and
// a process less is time saved.
func (s *script) act(code int) {
	var stdout, stderr bytes.Buffer
	status := Run(context.Background(), nil, s.Getenv, strings.NewReader(""), &stdout, &stderr)
	s.ended(status, code, stdout.String(), stderr.String())
}

func (s *script) ended(status, code int, stdout, stderr string) {
	fmt.Fprint(s.Stdout(), s.unplaced(stdout))
	fmt.Fprint(s.Stderr(), s.unplaced(stderr))
	if status != code {
		s.Fatalf("exit status %d, wanted %d", status, code)
	}
}

// unplaced is text with $WORK for the script's directory.
func (s *script) unplaced(text string) string {
	return strings.ReplaceAll(text, s.Getenv("WORK"), "$WORK")
}

// status N program [args...] wants the exit status N.
func cmdStatus(s *script, args []string) {
	s.need(len(args) > 1, "status N program [args...]")
	code, err := strconv.Atoi(args[0])
	s.Check(err)
	s.run(code, args[1], unescaped(s, args[2:])...)
}

// git [args...] runs git in the current directory.
func cmdGit(s *script, args []string) {
	s.Check(s.Exec("git", args...))
}

// var NAME makes a variable of what the last program printed.
func cmdVar(s *script, args []string) {
	s.need(len(args) == 1, "var NAME")
	s.Setenv(args[0], strings.TrimSpace(s.ReadFile("stdout")))
}

// unescaped reads arguments with a backslash as Go strings.
func unescaped(s *script, args []string) []string {
	var all []string
	for _, a := range args {
		if strings.Contains(a, `\`) {
			text, err := strconv.Unquote(`"` + a + `"`)
			if err != nil {
				s.Fatalf("%s: %v", a, err)
			}
			a = text
		}
		all = append(all, a)
	}
	return all
}
