package config

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/source"
)

var rules = []Rule{{ID: "angle-bracket"}, {ID: "body-empty"}, {ID: "secret", Least: diag.Error}}

func read(t *testing.T, files map[string]string) *File {
	t.Helper()
	f, err := Read(t.Context(), source.Memory(files, nil), rules)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func none(*Settings) error { return nil }

func settings(t *testing.T, f *File, inputs func(*Settings) error) Settings {
	t.Helper()
	s, err := f.Settings(inputs)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestWithoutFilesTheDefaultsHold(t *testing.T) {
	f := read(t, map[string]string{"README.md": "x"})
	if diff := cmp.Diff(Defaults(), settings(t, f, none), cmpopts.EquateEmpty()); diff != "" || len(f.Faults) > 0 {
		t.Errorf("%v\n%s", f.Faults, diff)
	}
}

func TestFileSetsEveryKind(t *testing.T) {
	f := read(t, map[string]string{Path: `
[brief]
paths = ["skills", "more"]
max-skills-tokens = 4000
strategy = "graded"
comment = true
[severity]
angle-bracket = "off"
[[exceptions]]
rule = "secret"
path = "skills/**"
reason = "vectors"
until = 2031-12-31
[[routes]]
skills = ["tf-*"]
paths = ["**/*.tf"]
`})
	if len(f.Faults) > 0 {
		t.Fatal(f.Faults)
	}
	s := settings(t, f, none)
	want := Defaults()
	want.Paths, want.Budget, want.Strategy, want.Comment = []string{"skills", "more"}, 4000, "graded", true
	want.Severity = map[string]diag.Severity{"angle-bracket": diag.Off}
	want.Exceptions = []Exception{{Rule: "secret", Path: "skills/**", Reason: "vectors", Until: "2031-12-31"}}
	want.Routes = []Route{{Skills: []string{"tf-*"}, Paths: []string{"**/*.tf"}}}
	ignore := cmp.Options{cmpopts.IgnoreFields(Settings{}, "Given"), cmpopts.IgnoreFields(Exception{}, "Span"), cmpopts.IgnoreFields(Route{}, "SkillSpans", "PathSpans")}
	if diff := cmp.Diff(want, s, ignore); diff != "" {
		t.Error(diff)
	}
	if got := s.Exceptions[0].Span.Start; got != (diag.Pos{Line: 9, Column: 1}) {
		t.Errorf("the exception is at %v", got)
	}
}

func TestPrecedence(t *testing.T) {
	f := read(t, map[string]string{
		Path:      "[brief]\nmax-skills-tokens = 100\nstrategy = \"fill\"\nlayout = \"catalog\"\n[severity]\nbody-empty = \"error\"\nangle-bracket = \"error\"\n",
		AgentPath: "[skills]\nmax_skills_tokens = 300\n[other]\nx = 1\n",
	})
	s := settings(t, f, func(s *Settings) error {
		for name, value := range map[string]string{"max-skills-tokens": "200", "strategy": "graded", "severity": "angle-bracket=off"} {
			if err := s.Set(name, []string{value}); err != nil {
				return err
			}
		}
		return nil
	})
	if s.Budget != 300 {
		t.Errorf("budget %d: .pr_agent.toml wins over inputs and file", s.Budget)
	}
	if s.Strategy != "graded" || s.Layout != "catalog" {
		t.Errorf("strategy %s, layout %s: an input wins over the file, which wins over the default", s.Strategy, s.Layout)
	}
	if want := map[string]diag.Severity{"body-empty": diag.Error, "angle-bracket": diag.Off}; !cmp.Equal(want, s.Severity) {
		t.Errorf("severities %v", s.Severity)
	}
}

func TestFaultsHavePlaces(t *testing.T) {
	for text, want := range map[string]string{
		"[brief]\nstrategi = \"fill\"":                                     `2:1 configuration: unknown option "strategi"; did you mean "strategy"?`,
		"[breif]\nx = 1":                                                   `1:2 configuration: unknown key "breif"; did you mean "brief"?`,
		"[brief]\nstrategy = \"all\"":                                      `2:12 configuration: strategy: "all" is unknown; use prefix, fill, graded`,
		"[brief]\nstrategy = 5":                                            `2:12 configuration: strategy: "5" is unknown; use prefix, fill, graded`,
		"[brief]\npaths = [[1]]":                                           `2:10 configuration: "paths" is a list, expected text`,
		"[brief]\npaths = [\"a\", 1]":                                      `2:15 configuration: "paths" is an integer, expected text`,
		"[brief]\nexclude = true":                                          `2:11 configuration: "exclude" is true or false, expected a list of texts`,
		"[brief]\npaths = []":                                              `2:9 configuration: "paths" is empty; name one, or remove the line`,
		"[brief]\ntarget = []":                                             `2:10 configuration: "target" is empty; name one, or remove the line`,
		"[brief]\noutput-dir = \"../out\"":                                 `2:14 configuration: output-dir: "../out" leaves the repository; give paths relative to its root`,
		"[brief]\noutput-dir = \"\"":                                       `2:14 configuration: output-dir: "" is no place to write to; name a directory of its own`,
		"[brief]\noutput-dir = \"a/../.GIT/x\"":                            `2:14 configuration: output-dir: "a/../.GIT/x" is no place to write to; name a directory of its own`,
		"[brief]\nmax-skills = 1.0":                                        `2:14 configuration: "max-skills" is a float, expected text, a whole number or a boolean`,
		"[brief]\nrollout-mode = \"shadwo\"":                               `2:16 configuration: rollout-mode: "shadwo" is unknown and counts as disabled; use disabled, shadow, review_only, review_and_improve`,
		"[brief]\nmax-skills-tokens = \"many\"":                            `2:21 configuration: max-skills-tokens: "many" is not a whole number; it is ignored`,
		"[brief]\ntrusted-refs = [\"**\"]":                                 `2:1 configuration: option "trusted-refs" can only be set by the workflow's inputs; remove it here`,
		"[brief]\npaths = [\"a/../../b\"]":                                 `2:9 configuration: paths: "a/../../b" leaves the repository; give paths relative to its root`,
		"[brief]\nlibrary-path = [\"/x\"]":                                 `2:1 configuration: unknown option "library-path"; did you mean "library-paths"?`,
		"[brief]\nexclude = [\"a[\"]":                                      `2:11 configuration: exclude: "a[" is no valid glob`,
		"[brief]\nseverity = [\"x=off\"]":                                  `2:1 configuration: severities have a table of their own; write [severity] and a line for each rule`,
		"brief = 1":                                                        `1:9 configuration: "brief" is an integer, expected a table: write [brief]`,
		"[severity]\nbody-emtpy = \"off\"":                                 `2:1 configuration: unknown rule "body-emtpy"; did you mean "body-empty"?`,
		"[severity]\nbody-empty = \"low\"":                                 `2:14 configuration: severity: severity "low" is unknown; use off, notice, warning, error`,
		"[severity]\nsecret = \"warning\"":                                 `2:10 configuration: security rule secret cannot be lowered to warning; write an exception with a reason`,
		"[severity]\nbody-empty = 1":                                       `2:14 configuration: "body-empty" is an integer, expected text: off, notice, warning or error`,
		"[[exceptions]]\nrule = \"secret\"\npath = \"x\"":                  `1:1 configuration: reason is missing; an exception needs rule, path, reason`,
		"[[exceptions]]\nrule = \"secret\"\npath = \"[x\"\nreason = \"y\"": `3:8 configuration: path "[x" is no valid glob`,
		"[[exceptions]]\nrule = \"secret\"\npath = \"x\"\nreason = \" \"":  `4:10 configuration: reason is blank`,
		"[[exceptions]]\nrule = \"secret\"\npath = \"x\"\nreason = \"y\"\nuntil = \"2\"":      `5:9 configuration: until "2" is no date; write it as 2031-12-31`,
		"[[exceptions]]\nrule = \"secret\"\npath = \"x\"\nreason = \"y\"\nuntil = \"\"":       `5:9 configuration: until "" is no date; write it as 2031-12-31`,
		"[[exceptions]]\nrules = \"secret\"\nrule = \"secret\"\npath = \"x\"\nreason = \"y\"": `2:1 configuration: unknown key "rules"; did you mean "rule"?`,
		"[[exceptions]]\nrule = \"secret\"\npath =\nreason = \"y\"":                           `3:1 configuration: the key has no value; add one, or leave the line out`,
		"[[routes]]\nskills =\npaths = [\"b\"]":                                               `2:1 configuration: the key has no value; add one, or leave the line out`,
		"[[routes]]\nskills = [\"a\"]":                                                        `1:1 configuration: paths is missing; a route needs skills and paths`,
		"[[routes]]\nskills = \"a\"\npaths = [\"b\"]":                                         `2:10 configuration: "skills" is text, expected a list of texts`,
		"[[routes]]\nskills = []\npaths = [\"b\"]":                                            `2:10 configuration: "skills" is empty`,
		"[brief]\nstrategy = \"fill\nlayout = \"catalog\"":                                    `2:12 configuration: `,
	} {
		f := read(t, map[string]string{Path: text})
		if len(f.Faults) != 1 || !strings.HasPrefix(place(f.Faults[0]), want) || strings.HasSuffix(want, "?") && place(f.Faults[0]) != want {
			t.Errorf("%q gives %v\nwanted %s", text, f.Faults, want)
		}
	}
}

// Whole numbers mean the same in every way that TOML has to write them; a faulty
// value leaves the default, or the reading that lets nothing in.
func TestValues(t *testing.T) {
	f := read(t, map[string]string{
		Path:      "[brief]\nmax-skills = 0x1_0\nmax-output-bytes = +70_000\nevolution-max-edits = \"2\"\nrollout-mode = \"off\"\noutput-dir = \"./out//x/\"\nlanguages = \"go\"\nexclude = []\n",
		AgentPath: "[skills]\nmax_skills_tokens = 12_000\n",
	})
	s := settings(t, f, none)
	got := fmt.Sprintln(s.MaxSkills, s.MaxOutputBytes, s.EvolutionMaxEdits, s.RolloutMode, s.OutputDir, s.Languages, s.Exclude, s.Budget, s.Warnings, len(f.Faults))
	if want := "16 70000 2 disabled out/x [go] [] 12000 [] 1\n"; got != want {
		t.Errorf("got  %s\nwant %s; faults %v", got, want, f.Faults)
	}
}

func place(f diag.Fault) string {
	return fmt.Sprintf("%d:%d %s: %s", f.Span.Start.Line, f.Span.Start.Column, f.Rule, f.Message)
}

func TestAgentFileMaySetTwoKeysOnly(t *testing.T) {
	f := read(t, map[string]string{AgentPath: "[skills]\nenabled = false\npaths = [\"/etc\"]\n[pr_reviewer]\npaths = 1\n"})
	if s := settings(t, f, none); s.Enabled || !slices.Equal(s.Paths, []string{"."}) {
		t.Errorf("enabled %v, paths %v", s.Enabled, s.Paths)
	}
	want := []string{`3:1 pr-agent-config: [skills] "paths" is ignored: a repository may set enabled and max_skills_tokens only`}
	var got []string
	for _, fault := range f.Faults {
		got = append(got, place(fault))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestUnreadableConfigurationIsAFinding(t *testing.T) {
	f, err := Read(t.Context(), source.Memory(map[string]string{AgentPath: strings.Repeat("#", 1<<20+1)}, map[string]string{Path: "../x"}), rules)
	if err != nil || len(f.Faults) != 2 || f.Faults[0].Path != Path || f.Faults[1].Rule != "pr-agent-config" {
		t.Errorf("got %v, %v", f.Faults, err)
	}
}

func TestInputErrorsAreUsage(t *testing.T) {
	_, err := read(t, nil).Settings(func(s *Settings) error { return s.Set("strategy", []string{"all"}) })
	if _, ok := err.(UsageError); !ok || !strings.Contains(err.Error(), "graded") { //nolint:errorlint // the type itself is the promise
		t.Errorf("got %v", err)
	}
}

// FuzzRead holds that no configuration panics, that faults lie inside it and that
// it never sets what only inputs may.
func FuzzRead(f *testing.F) {
	f.Add("[brief]\npaths = [\"a\"]\n[severity]\nsecret = \"off\"\n[[exceptions]]\nrule = \"secret\"\n[[routes]]\nskills=[\"a\"]\n")
	f.Add("brief.trusted-sha = \"x\"\nbrief.\"untrusted-base\" = \"empty\"\n")
	f.Add("[brief]\nlibrary-paths = [\"/etc\"]\ngithub-token = \"x\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		file := read(t, map[string]string{Path: text, AgentPath: text})
		lines := diag.NewLines(text)
		for _, fault := range file.Faults {
			if fault.Span.Start.Line > lines.Count() || fault.Span.End.Line > lines.Count() {
				t.Fatalf("%v is outside of %q", fault, text)
			}
		}
		s := settings(t, file, none)
		if s.TrustedSHA != "" || s.TrustedRefs != nil || s.UntrustedBase != "default-branch" || s.LibraryPaths != nil || s.GitHubToken != "" || s.LibraryToken != "" {
			t.Fatalf("%q sets what only inputs may", text)
		}
	})
}
