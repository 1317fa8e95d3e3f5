package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/glob"
)

// Option is one setting: a flag, an input of the action, a key of [brief].
type Option struct {
	Name    string
	Default string // what an absent option means, as the documents show it
	Written bool   // Default stands in action.yml too
	Help    string
	List    bool // one entry a line; the flag can be repeated
	Host    bool // from inputs only, never from a repository's file
	set     func(*Settings, []string) error
}

// Options is every option, in the order of the documents. A default is written
// into action.yml only where no file can set the option: elsewhere an absent
// input must be told from a given one.
var Options = []Option{
	{Name: "paths", Default: ".", Help: "what is checked: repository paths, one a line", List: true, set: list(func(s *Settings) *[]string { return &s.Paths })},
	{Name: "library-paths", Help: "host-level skill libraries, one a line: absolute, `~`, `$VAR`, or pinned `owner/repo@sha//dir`", List: true, Host: true, set: list(func(s *Settings) *[]string { return &s.LibraryPaths })},
	{Name: "max-skills-tokens", Default: "8000", Help: "token budget of the block", set: setBudget},
	{Name: "fail-on", Default: "error", Help: "`error`, `warning`, `notice`, `never`: the least severe finding that fails the run", set: setFailOn},
	{Name: "brief-paths", Default: "paths", Help: "what is rendered, if less than what is checked", List: true, set: list(func(s *Settings) *[]string { return &s.BriefPaths })},
	{Name: "exclude", Help: "paths of SKILL.md and manifests not looked at; globs, one a line", List: true, set: globs(func(s *Settings) *[]string { return &s.Exclude })},
	{Name: "manifests", Default: ".pr_agent/skills/review/skill.toml", Help: "manifest paths or globs", List: true, set: globs(func(s *Settings) *[]string { return &s.Manifests })},
	{Name: "enabled", Default: "true", Help: "`false`: no scan at all, empty outputs", set: boolean(func(s *Settings) *bool { return &s.Enabled })},
	{Name: "encoding", Default: "o200k_base", Help: "tokenizer: `o200k_base` or `cl100k_base`", set: oneOf(func(s *Settings) *string { return &s.Encoding }, "o200k_base", "cl100k_base")},
	{Name: "model", Help: "picks the encoding by model name, if `encoding` is not given", set: text(func(s *Settings) *string { return &s.Model })},
	{Name: "strategy", Default: "prefix", Help: "what is kept when the budget is short: `prefix`, `fill`, `graded`", set: oneOf(func(s *Settings) *string { return &s.Strategy }, "prefix", "fill", "graded")},
	{Name: "max-skills", Default: "0", Help: "keep only the first N skills; 0: all", set: number(func(s *Settings) *int { return &s.MaxSkills }, 0, 1<<31-1)},
	{Name: "layout", Default: "pr-agent", Help: "`pr-agent`, or `catalog`: names, descriptions and places only", set: oneOf(func(s *Settings) *string { return &s.Layout }, "pr-agent", "catalog")},
	{Name: "target", Default: "review", Help: "`review`, `improve` or one of its stages, `describe`, `ask`, `ask_line`; several, one a line", List: true, set: setTargets},
	{Name: "languages", Default: "from the change", Help: "languages of the change, one a line", List: true, set: list(func(s *Settings) *[]string { return &s.Languages })},
	{Name: "changed-files", Default: "from the change", Help: "changed files, one a line", List: true, set: list(func(s *Settings) *[]string { return &s.ChangedFiles })},
	{Name: "project", Default: "the repository's name", Help: "identity that a manifest must name", set: text(func(s *Settings) *string { return &s.Project })},
	{Name: "rollout-mode", Default: "review_and_improve", Help: "`disabled`, `shadow`, `review_only`, `review_and_improve`", set: setRollout},
	{Name: "evolution-branches", Default: "`" + strings.Join(defaultEvolutionBranches, "`, `") + "`", Help: "head branches, as globs, whose pull requests must stay inside the evolution guard", List: true, set: globs(func(s *Settings) *[]string { return &s.EvolutionBranches })},
	{Name: "evolution-max-edits", Default: "1", Help: "rules that such a pull request may change or add, at most 3", set: number(func(s *Settings) *int { return &s.EvolutionMaxEdits }, 1, 3)},
	{Name: "trusted-sha", Help: "pins the trusted commit: 40 or 64 hex digits", Host: true, set: setSHA},
	{Name: "trusted-refs", Default: "the default branch", Help: "further branches whose content is trusted; globs, one a line", List: true, Host: true, set: globs(func(s *Settings) *[]string { return &s.TrustedRefs })},
	{Name: "untrusted-base", Default: "default-branch", Written: true, Help: "where a pull request goes into an untrusted branch, brief from `default-branch`, render nothing (`empty`) or stop (`refuse`)", Host: true, set: oneOf(func(s *Settings) *string { return &s.UntrustedBase }, "default-branch", "empty", "refuse")},
	{Name: "scope", Default: "new with a before, else all", Help: "findings that count: `new` (not in before), `changed` (in a file or skill of the change), `all`", set: oneOf(func(s *Settings) *string { return &s.Scope }, "new", "changed", "all")},
	{Name: "severity", Help: "`rule-id=off`, `=notice`, `=warning`, `=error`, one a line; security rules cannot be lowered", List: true, set: setSeverity},
	{Name: "output-dir", Default: "skillbrief-out", Help: "folder for the files, relative to the workspace", set: text(func(s *Settings) *string { return &s.OutputDir })},
	{Name: "max-output-bytes", Default: "60000", Help: "larger text outputs are left empty and say so", set: number(func(s *Settings) *int { return &s.MaxOutputBytes }, 0, 1<<31-1)},
	{Name: "check-run", Default: "false", Help: "also publish a check run", set: boolean(func(s *Settings) *bool { return &s.CheckRun })},
	{Name: "comment", Default: "false", Help: "also keep one comment on the pull request", set: boolean(func(s *Settings) *bool { return &s.Comment })},
	{Name: "github-token", Default: "${{ github.token }}", Written: true, Help: "token for fetching and for the API", Host: true, set: text(func(s *Settings) *string { return &s.GitHubToken })},
	{Name: "library-token", Help: "token for fetching pinned libraries", Host: true, set: text(func(s *Settings) *string { return &s.LibraryToken })},
}

var defaultEvolutionBranches = []string{"skillbrief/evolution/**", "codex/review-skill-evolution/**"}

// Defaults is the settings of a run that was given nothing.
func Defaults() Settings {
	return Settings{
		Paths: []string{"."}, Manifests: []string{".pr_agent/skills/review/skill.toml"},
		Enabled: true, Budget: defaultBudget, Encoding: "o200k_base", Strategy: "prefix", Layout: "pr-agent", Targets: []string{"review"},
		RolloutMode: "review_and_improve", EvolutionBranches: defaultEvolutionBranches, EvolutionMaxEdits: 1,
		UntrustedBase: "default-branch", FailOn: diag.Error, Severity: map[string]diag.Severity{},
		OutputDir: "skillbrief-out", MaxOutputBytes: 60000, Given: map[string]bool{},
	}
}

// Set gives an option its values; the error names the option and what is
// allowed.
func (s *Settings) Set(name string, values []string) error {
	i := slices.IndexFunc(Options, func(o Option) bool { return o.Name == name })
	if i < 0 {
		return fmt.Errorf("option %s is unknown", diag.Quote(name))
	}
	if err := Options[i].set(s, values); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	s.Given[name] = true
	return nil
}

// list replaces the whole list: what is given wins over what a file says.
func list(field func(*Settings) *[]string) func(*Settings, []string) error {
	return func(s *Settings, values []string) error {
		*field(s) = slices.Clone(values)
		return nil
	}
}

// globs is a list of doublestar's patterns.
func globs(field func(*Settings) *[]string) func(*Settings, []string) error {
	return func(s *Settings, values []string) error {
		for _, v := range values {
			if _, err := glob.Compile(v); err != nil {
				return fmt.Errorf("%s %w", diag.Quote(v), err)
			}
		}
		return list(field)(s, values)
	}
}

func text(field func(*Settings) *string) func(*Settings, []string) error {
	return single(func(s *Settings, v string) error {
		*field(s) = v
		return nil
	})
}

func single(set func(*Settings, string) error) func(*Settings, []string) error {
	return func(s *Settings, values []string) error {
		if len(values) != 1 {
			return fmt.Errorf("has %d values, expected one", len(values))
		}
		return set(s, values[0])
	}
}

func oneOf(field func(*Settings) *string, allowed ...string) func(*Settings, []string) error {
	return single(func(s *Settings, v string) error {
		if !slices.Contains(allowed, v) {
			return fmt.Errorf("%s is unknown; use %s", diag.Quote(v), strings.Join(allowed, ", "))
		}
		*field(s) = v
		return nil
	})
}

func boolean(field func(*Settings) *bool) func(*Settings, []string) error {
	return single(func(s *Settings, v string) error {
		switch strings.ToLower(v) {
		case "true", "false":
			*field(s) = strings.EqualFold(v, "true")
			return nil
		}
		return fmt.Errorf("%s is neither true nor false", diag.Quote(v))
	})
}

func number(field func(*Settings) *int, low, high int) func(*Settings, []string) error {
	return single(func(s *Settings, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil {
			return fmt.Errorf("%s is not a whole number", diag.Quote(v))
		}
		if n < low || n > high {
			return fmt.Errorf("%d is out of range; use %d to %d", n, low, high)
		}
		*field(s) = n
		return nil
	})
}

func setFailOn(s *Settings, values []string) error {
	return single(func(s *Settings, v string) error {
		if v == "never" {
			s.FailOn = diag.Off
			return nil
		}
		level, err := diag.ParseSeverity(v)
		if err != nil || level == diag.Off {
			return fmt.Errorf("%s is unknown; use error, warning, notice, never", diag.Quote(v))
		}
		s.FailOn = level
		return nil
	})(s, values)
}

func setSHA(s *Settings, values []string) error {
	return single(func(s *Settings, v string) error {
		v = strings.ToLower(v)
		if (len(v) != 40 && len(v) != 64) || strings.Trim(v, "0123456789abcdef") != "" {
			return fmt.Errorf("%s is no full commit id; use its 40 or 64 hex digits", diag.Quote(v))
		}
		s.TrustedSHA = v
		return nil
	})(s, values)
}

func setSeverity(s *Settings, values []string) error {
	for _, v := range values {
		rule, level, ok := strings.Cut(v, "=")
		if !ok {
			return fmt.Errorf("%s has no severity; write rule-id=off, =notice, =warning or =error", diag.Quote(v))
		}
		severity, err := diag.ParseSeverity(strings.TrimSpace(level))
		if err != nil {
			return err
		}
		s.Severity[strings.TrimSpace(rule)] = severity
	}
	return nil
}
