package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/report"
)

// request is what a command line or a runner asks for.
type request struct {
	command string
	args    []string // positional
	config.Settings
	given map[string][]string // options as given, to be laid over the repository's files

	repo                   string
	trusted, before, after string // local revisions
	format, output, color  string
	part                   string // render
	fix, diff              bool   // check
	stdinPath              string
}

// flags adds the options that a command has beside the table's.
func (r *request) flags(set *flag.FlagSet) {
	set.StringVar(&r.format, "format", "", "output `format`: "+strings.Join(formats(), ", "))
	set.StringVar(&r.output, "output", "", "`file` to write instead of stdout")
	set.StringVar(&r.color, "color", "auto", "`when` to use colours: auto, always, never")
	if r.command == "action" { // its commits are the event's
		return
	}
	set.StringVar(&r.repo, "repo", "", "`directory` that is the root of the tree: a git work tree or a plain one")
	set.StringVar(&r.trusted, "trusted", "", "`revision` that is rendered (default: what is checked)")
	set.StringVar(&r.before, "before", "", "`revision` to compare with")
	set.StringVar(&r.after, "after", "", "`revision` that is checked (default: the work tree)")
	switch r.command {
	case "render":
		set.StringVar(&r.part, "part", "skills", "`part` of the brief: skills (default), project-rules, brief")
	case "check":
		set.BoolVar(&r.fix, "fix", false, "apply the certain fixes to the work tree")
		set.BoolVar(&r.diff, "diff", false, "print the certain fixes as a unified diff")
		set.StringVar(&r.stdinPath, "stdin-path", "", "`path` that a SKILL.md from stdin (-) is checked as (default: SKILL.md)")
	}
}

// values collects an option's values: the last one, or all of a list. An empty
// value counts as not given.
type values struct {
	option config.Option
	given  map[string][]string
}

func (v values) String() string { return "" }

func (v values) IsBoolFlag() bool { return v.option.Default == "true" || v.option.Default == "false" }

func (v values) Set(s string) error {
	if strings.TrimSpace(s) == "" {
		return nil
	}
	if v.option.List {
		v.given[v.option.Name] = append(v.given[v.option.Name], s)
	} else {
		v.given[v.option.Name] = []string{s}
	}
	return nil
}

// parse reads the command line of one command; flags and positional arguments
// may be mixed, and -- ends the flags.
func parse(command string, args []string) (*request, error) {
	r := &request{command: command, given: map[string][]string{}}
	listed := command
	if command == "action" { // a run without a command takes those of check
		listed = "check"
	}
	set := flag.NewFlagSet("skillbrief "+listed, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.Usage = func() {}
	r.flags(set)
	for _, o := range config.Options {
		set.Var(values{o, r.given}, o.Name, o.Help)
	}
	for args = joinBooleans(args); len(args) > 0; {
		if err := set.Parse(args); err != nil {
			return nil, flagError(set, err)
		}
		rest := set.Args()
		if n := len(args) - len(rest); n > 0 && args[n-1] == "--" {
			r.args = append(r.args, rest...)
			break
		}
		if len(rest) == 0 {
			break
		}
		r.args, args = append(r.args, rest[0]), rest[1:]
	}
	return r, r.settle()
}

// joinBooleans writes "--comment false" as "--comment=false": the word behind a
// boolean flag is meant for it.
func joinBooleans(args []string) []string {
	var joined []string
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			return append(joined, args[i:]...)
		}
		isBoolean := slices.ContainsFunc(config.Options, func(o config.Option) bool {
			return strings.TrimLeft(a, "-") == o.Name && a != o.Name && values{option: o}.IsBoolFlag()
		})
		if isBoolean && i+1 < len(args) && (strings.EqualFold(args[i+1], "true") || strings.EqualFold(args[i+1], "false")) {
			i++
			a += "=" + args[i]
		}
		joined = append(joined, a)
	}
	return joined
}

func flagError(set *flag.FlagSet, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	if name, ok := strings.CutPrefix(err.Error(), "flag needs an argument: -"); ok {
		return fmt.Errorf("flag --%s has no value; write one behind it", name)
	}
	name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !ok {
		return err
	}
	var known []string
	set.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
	if near := diag.Nearest(strings.TrimPrefix(name, "-"), known); near != "" {
		return fmt.Errorf("flag --%s is unknown; did you mean --%s?", name, near)
	}
	return fmt.Errorf("flag --%s is unknown; %s -h lists them", name, set.Name())
}

// settle checks what was given and lays it over the defaults.
func (r *request) settle() error {
	r.args = slices.DeleteFunc(r.args, func(a string) bool { return strings.TrimSpace(a) == "" })
	if r.format != "" {
		if _, err := report.FormatByName(r.format); err != nil {
			return err
		}
	}
	if !slices.Contains([]string{"", "auto", "always", "never"}, r.color) {
		return fmt.Errorf("color %s is unknown; use auto, always, never", diag.Quote(r.color))
	}
	if !slices.Contains([]string{"", "skills", "project-rules", "brief"}, r.part) {
		return fmt.Errorf("part %s is unknown; use skills, project-rules, brief", diag.Quote(r.part))
	}
	r.Settings = config.Defaults()
	if err := r.apply(&r.Settings); err != nil {
		return err
	}
	return knownRules(r.Severity)
}

// apply lays what was given over settings, in the table's order.
func (r *request) apply(s *config.Settings) error {
	for _, o := range config.Options {
		if v := r.given[o.Name]; len(v) > 0 {
			if err := s.Set(o.Name, v); err != nil {
				return err
			}
		}
	}
	return nil
}

func formats() []string {
	var names []string
	for _, f := range report.Formats {
		names = append(names, f.Name)
	}
	return names
}
