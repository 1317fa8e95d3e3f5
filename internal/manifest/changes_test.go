package manifest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// base is the manifest that changes start from.
const base = `schema_version = 1
project = "a/b"
name = "n"
description = "d"
[[rules]]
id = "one"
targets = ["review"]
instruction = "Look at one."
languages = ["go", "py"]
paths = ["src/**", "lib/**"]
exclude_paths = ["src/gen/**", "src/old/**"]
references = ["references/a.md", "references/b.md"]
[[rules]]
id = "two"
targets = ["review", "improve"]
instruction = "Look at two."
[[rules]]
id = "three"
targets = ["improve"]
instruction = "Look at three."
paths = ["docs/**"]
`

// edit replaces parts of base, pairs of old and new.
func edit(t *testing.T, pairs ...string) string {
	t.Helper()
	s := base
	for i := 0; i < len(pairs); i += 2 {
		if strings.Count(s, pairs[i]) < 1 {
			t.Fatalf("%q is not in the manifest", pairs[i])
		}
		s = strings.Replace(s, pairs[i], pairs[i+1], 1)
	}
	return s
}

func TestChanges(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		edits []string
		want  string
	}{
		{"nothing", nil, ""},
		{"spelling only", []string{`"go", "py"`, `"python", "golang"`, `"src/**", "lib/**"`, `'lib\**', "src/**"`}, "0:0 rewritten : only its text changes, nothing that its rules say"},
		{"space only", []string{`"Look at two."`, `"  Look at two. "`, "project =", "project  ="}, "0:0 rewritten : only its text changes, nothing that its rules say"},
		{"path added", []string{`"lib/**"]`, `"lib/**", "x/**"]`}, `10:30 broadened one: rule "one" broadened: "x/**" added to paths`},
		{"path removed", []string{`, "lib/**"]`, `]`}, `10:1 narrowed one: rule "one" narrowed: "lib/**" removed from paths`},
		{"paths emptied", []string{`paths = ["docs/**"]`, `paths = []`}, `21:1 broadened three: rule "three" broadened: without paths it applies to all`},
		{"paths gone", []string{`paths = ["docs/**"]`, ``}, `17:1 broadened three: rule "three" broadened: without paths it applies to all`},
		{"paths filled", []string{`"Look at two."`, "\"Look at two.\"\npaths = [\"a\", \"b\"]"}, `17:1 narrowed two: rule "two" narrowed: paths limits it`},
		{"language swapped", []string{`"py"`, `"rust"`}, `9:20 broadened one: rule "one" broadened: "rust" added to languages; 9:1 narrowed one: rule "one" narrowed: "py" removed from languages`},
		{"exclusion removed", []string{`, "src/old/**"`, ``}, `11:1 broadened one: rule "one" broadened: "src/old/**" removed from exclude_paths`},
		{"exclusions gone", []string{`exclude_paths = ["src/gen/**", "src/old/**"]`, ``}, `5:1 broadened one: rule "one" broadened: "src/gen/**" removed from exclude_paths; 5:1 broadened one: rule "one" broadened: "src/old/**" removed from exclude_paths`},
		{"exclusion added", []string{`"src/old/**"]`, `"src/old/**", "y"]`}, `11:46 narrowed one: rule "one" narrowed: "y" added to exclude_paths`},
		{"target added", []string{`["review"]`, `["review", "improve"]`}, `7:22 broadened one: rule "one" broadened: "improve" added to targets`},
		{"target removed", []string{`["review", "improve"]`, `["improve"]`}, `15:1 narrowed two: rule "two" narrowed: "review" removed from targets`},
		{"reworded", []string{`"Look at two."`, `"See two."`}, `16:15 reworded two: rule "two" reworded`},
		{"description", []string{`"d"`, `"e"`}, `4:15 reworded : the manifest's description reworded`},
		{"references", []string{`"references/b.md"]`, `"references/c.md"]`}, `12:1 references one: rule "one": references added "references/c.md", removed "references/b.md"`},
		{"references swapped", []string{`"references/a.md", "references/b.md"`, `"references/b.md", "references/a.md"`}, `12:1 references one: rule "one": references reordered`},
		{"renamed", []string{`"two"`, `"zwei"`}, `13:1 added zwei: rule "zwei" added; 0:0 removed two: rule "two" removed`},
	} {
		before, after := Parse("skill.toml", base, "a/b"), Parse("skill.toml", edit(t, tt.edits...), "a/b")
		d := Difference{Path: "skill.toml", Before: before, After: after, Changes: Changes(before, after)}
		if got := words(d.Changes); got != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.name, got, tt.want)
		}
		if got, want := len(d.Faults()), strings.Count(tt.want, " broadened: "); got != want {
			t.Errorf("%s: %d findings of manifest-broadened, want %d", tt.name, got, want)
		}
	}
	whole := Parse("skill.toml", base, "a/b")
	if got := words(Changes(nil, whole)); strings.Count(got, " added ") != 3 {
		t.Errorf("a new manifest: %s", got)
	}
	if got := words(Changes(whole, nil)); strings.Count(got, " removed ") != 3 {
		t.Errorf("a manifest that goes: %s", got)
	}
	if got := words(Changes(whole, Parse("skill.toml", "x", ""))); got != "" {
		t.Errorf("a manifest that breaks: %s", got)
	}
}

// TestMoved: as few rules as possible count as moved, and the guard says the same.
func TestMoved(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ before, after, want string }{
		{"abc", "abc", ""},
		{"abc", "cab", "c"},
		{"abc", "bca", "a"},
		{"abc", "bac", "a"},
		{"abcd", "dcba", "cba"},
		{"abc", "xbyaz", "a"},
		{"abcde", "ea", "a"},
		{"", "ab", ""},
	} {
		before, after := ordered(tt.before), ordered(tt.after)
		got := ""
		for _, c := range Changes(before, after) {
			if c.Kind == Moved {
				got += c.Rule
			}
		}
		if got != tt.want {
			t.Errorf("%s to %s: moved %q, want %q", tt.before, tt.after, got, tt.want)
		}
		said := 0
		for _, f := range (Evolution{Changed: []string{"skill.toml"}, Before: []*Manifest{before}, After: []*Manifest{after}}).Faults() {
			if strings.Contains(f.Message, "must keep its place") {
				said++
			}
		}
		if said != len(tt.want) {
			t.Errorf("%s to %s: the guard speaks of %d rules", tt.before, tt.after, said)
		}
	}
}

// ordered is a manifest with a rule for each letter.
func ordered(ids string) *Manifest {
	raw := "schema_version = 1\nproject = \"a/b\"\n"
	for _, id := range ids {
		raw += fmt.Sprintf("[[rules]]\nid = %q\ntargets = [\"review\"]\ninstruction = %[1]q\n", string(id))
	}
	return Parse("skill.toml", raw, "")
}

func words(changes []Change) string {
	var all []string
	for _, c := range changes {
		all = append(all, fmt.Sprintf("%d:%d %s %s: %s", c.Span.Start.Line, c.Span.Start.Column, c.Kind, c.Rule, c.Message))
	}
	return strings.Join(all, "; ")
}

// evolution is a legal one: the instruction of the second rule gets longer.
func evolution(t *testing.T, edits ...string) Evolution {
	t.Helper()
	parse := func(raw string) []*Manifest { return []*Manifest{Parse("r/skill.toml", raw, "")} }
	return Evolution{
		Changed: []string{"r/skill.toml"}, Before: parse(base), Trusted: parse(base),
		After:   parse(edit(t, append([]string{"Look at two.", "Look at two closely."}, edits...)...)),
		Message: "Sharpen rule two\n\nIt was missed.\n\nSkill-Base-Hash: " + Digest(base) + "\n", MaxEdits: 1,
	}
}

func TestGuard(t *testing.T) {
	t.Parallel()
	many := strings.Repeat("# a comment\n", maxChangedLines+1)
	for _, tt := range []struct {
		name   string
		edits  []string
		change func(*Evolution)
		want   string // LINE:COL and the beginning of the only break; empty: legal
	}{
		{name: "legal"},
		{name: "legal: fewer paths", edits: []string{`"Look at two closely."`, `"Look at two."`, `, "lib/**"]`, `]`}},
		{name: "legal: more exclusions, other spellings", edits: []string{`"Look at two closely."`, `"Look at two."`, `"src/old/**"]`, `"src/old/**", "z"]`, `"go", "py"`, `"python", "go"`}},
		{name: "legal: a new rule", edits: []string{`"Look at two closely."`, `"Look at two."`, `[[rules]]` + "\nid = \"two\"", "[[rules]]\nid = \"new\"\ntargets = [\"review\"]\ninstruction = \"New.\"\n[[rules]]\nid = \"two\""}},
		{name: "legal: three edits", edits: []string{"Look at one.", "Look at one now.", "Look at three.", "Look at three now."}, change: func(e *Evolution) { e.MaxEdits = 3 }},
		{name: "legal: no trailer", change: func(e *Evolution) { e.Message = "Sharpen" }},
		{name: "legal: trailer elsewhere", change: func(e *Evolution) { e.Message = "Sharpen\n\nSkill-Base-Hash: 0\n\nMore text." }},

		{name: "another file", change: func(e *Evolution) { e.Changed = append(e.Changed, "src/a.go") }, want: `0:0 the pull request changes other files too, such as "src/a.go"`},
		{name: "no manifest", change: func(e *Evolution) { e.Changed = []string{"src/a.go"} }, want: "0:0 the pull request changes no manifest"},
		{name: "new manifest", change: func(e *Evolution) { e.Before = nil }, want: "0:0 the manifest does not exist before"},
		{name: "manifest removed", change: func(e *Evolution) { e.After = []*Manifest{{Path: "r/skill.toml", Status: Missing}} }, want: "0:0 the manifest does not exist after"},
		{name: "invalid before", change: func(e *Evolution) { e.Before = []*Manifest{Parse("r/skill.toml", "x = 1", "")} }, want: "0:0 the manifest is not valid before"},
		{name: "invalid after", edits: []string{`["improve"]`, `["improv"]`}, want: `0:0 the manifest is not valid after this change: 19:12: unknown target`},
		{name: "rule removed", edits: []string{base[strings.Index(base, "[[rules]]\nid = \"three\""):], ""}, want: `0:0 the rule "three" must not be removed`},
		{name: "schema version", edits: []string{"= 1", "= 0x1"}, want: `1:18 schema_version must stay "1"`},
		{name: "project", edits: []string{`"a/b"`, `"a/c"`}, want: `2:11 project must stay "a/b"`},
		{name: "name", edits: []string{`"n"`, `"m"`}, want: `3:8 name must stay "n"`},
		{name: "description gone", edits: []string{"description = \"d\"\n", ""}, want: `0:0 description must stay "d"`},
		{name: "new rule with references", edits: []string{`"Look at two closely."`, `"Look at two."`, `paths = ["docs/**"]`, "paths = [\"docs/**\"]\n[[rules]]\nid = \"new\"\ntargets = [\"review\"]\ninstruction = \"New.\"\nreferences = [\"references/a.md\"]"}, want: `26:15 the new rule "new" must not have references`},
		{name: "target added", edits: []string{`"Look at two closely."`, `"Look at two."`, `["improve"]`, `["improve", "review"]`}, want: `19:23 targets must stay: "review" is added`},
		{name: "target removed", edits: []string{`["review", "improve"]`, `["improve"]`}, want: `15:1 targets must stay: "review" is removed`},
		{name: "language added", edits: []string{`closely`, ``, `instruction = "Look at two ."`, "instruction = \"Look at two.\"\nlanguages = [\"go\"]"}, want: `17:14 languages must stay: "go" is added`},
		{name: "language removed", edits: []string{` closely`, ``, `, "py"`, ``}, want: `9:1 languages must stay: "py" is removed`},
		{name: "references reordered", edits: []string{` closely`, ``, `"references/a.md", "references/b.md"`, `"references/b.md", "references/a.md"`}, want: `12:1 references of the rule "one" must stay in their order`},
		{name: "reference added", edits: []string{` closely`, ``, `"references/b.md"]`, `"references/b.md", "references/c.md"]`}, want: `12:53 references must stay: "references/c.md" is added to the rule "one"`},
		{name: "reference removed", edits: []string{` closely`, ``, `, "references/b.md"`, ``}, want: `12:1 references must stay: "references/b.md" is removed from the rule "one"`},
		{name: "shorter instruction", edits: []string{`Look at two closely.`, `Look at 2.`}, want: `16:15 the instruction of the rule "two" must not get shorter: it has 10 characters, before 12`},
		{name: "path added", edits: []string{` closely`, ``, `"lib/**"]`, `"lib/**", "x"]`}, want: `10:30 paths may only lose entries: "x" is added`},
		{name: "paths filled", edits: []string{`closely."`, "now.\"\npaths = [\"x\"]"}, want: `17:10 paths may only lose entries: "x" is added`},
		{name: "paths emptied", edits: []string{` closely`, ``, `paths = ["docs/**"]`, `paths = []`}, want: `21:1 paths of the rule "three" must not become empty`},
		{name: "paths gone", edits: []string{` closely`, ``, "paths = [\"docs/**\"]\n", ``}, want: `17:1 paths of the rule "three" must not become empty`},
		{name: "exclusion removed", edits: []string{` closely`, ``, `"src/gen/**", `, ``}, want: `11:1 exclude_paths may only gain entries: "src/gen/**" is removed`},
		{name: "rules reordered", edits: []string{base[strings.Index(base, "[[rules]]\nid = \"three\""):], "", "[[rules]]\nid = \"two\"", base[strings.Index(base, "[[rules]]\nid = \"three\""):] + "[[rules]]\nid = \"two\""}, want: `18:1 the rule "two" must keep its place`},
		{name: "too many edits", edits: []string{"Look at three.", "Look at three now."}, want: `17:1 more than 1 rule is changed or added, the rule "three" among them`},
		{name: "limit of three", edits: []string{"Look at one.", "Look at one now.", "Look at three.", "Look at three now.", "paths = [\"docs/**\"]", "paths = [\"docs/**\"]\n[[rules]]\nid = \"new\"\ntargets = [\"review\"]\ninstruction = \"New.\""}, change: func(e *Evolution) { e.MaxEdits = 9 }, want: `22:1 more than 3 rules`},
		{name: "no edit", edits: []string{`Look at two closely.`, `Look at two.`, `name = "n"`, `name = 'n' # comment`}, want: "0:0 no rule is changed or added"},
		{name: "too many lines", edits: []string{"schema_version", many + "schema_version"}, want: "0:0 more than 600 lines"},
		{name: "secret", change: func(e *Evolution) {
			e.Secrets = func(string) []diag.Span {
				return []diag.Span{{Start: diag.Pos{Line: 16, Column: 20}, End: diag.Pos{Line: 16, Column: 30}}}
			}
		}, want: "16:20 this looks like a secret"},
		{name: "same text", change: func(e *Evolution) { e.After = e.Before }, want: "0:0 the text of the manifest does not change"},
		{name: "superseded", change: func(e *Evolution) { e.Message = "x\n\nSkill-base-hash: " + strings.Repeat("0", 64) }, want: "0:0 the proposal is superseded"},
		{name: "trusted has none", change: func(e *Evolution) { e.Trusted = nil }, want: "0:0 the proposal is superseded"},
	} {
		e := evolution(t, tt.edits...)
		if tt.change != nil {
			tt.change(&e)
		}
		var got []string
		for _, f := range e.Faults() {
			got = append(got, fmt.Sprintf("%d:%d %s", f.Span.Start.Line, f.Span.Start.Column, f.Message))
			if f.Rule != "evolution-boundary" {
				t.Errorf("%s: rule %s", tt.name, f.Rule)
			}
		}
		if tt.want == "" && len(got) > 0 || tt.want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], tt.want)) {
			t.Errorf("%s: %q\nwant only %q", tt.name, got, tt.want)
		}
	}
}

func TestIsEvolution(t *testing.T) {
	t.Parallel()
	globs := []string{"skillbrief/evolution/**", "codex/review-skill-evolution/**"}
	for branch, want := range map[string]bool{"skillbrief/evolution/x/y": true, "codex/review-skill-evolution/1": true, "main": false, "": false, "x/skillbrief/evolution/y": false} {
		if got := IsEvolution(branch, globs); got != want {
			t.Errorf("IsEvolution(%q) = %v", branch, got)
		}
	}
}

func TestChangedLines(t *testing.T) {
	t.Parallel()
	lines := func(s string) string { return strings.Join(strings.Split(s, ""), "\n") + "\n" }
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{lines("abc"), lines("abc"), 0},
		{"", lines("abc"), 3},
		{lines("abc"), "", 3},
		{lines("abcabba"), lines("cbabac"), 5},
		{lines("abc"), lines("axc"), 2},
		{lines("abcd"), lines("bcda"), 2},
		{lines("aaaaaaaaaaaa"), lines("bbbbbbbbbbbb"), 11},
		{"a\r\n", "a\n", 2},
	} {
		if got := changedLines(tt.a, tt.b, 10); got != tt.want {
			t.Errorf("changedLines(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
	if diff := cmp.Diff([]string{"1", "2"}, trailers("t\r\n\r\nOther: x\r\nkey: 1\nKEY: 2\n", "Key")); diff != "" {
		t.Error(diff)
	}
}
