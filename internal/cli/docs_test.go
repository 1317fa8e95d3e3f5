package cli

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/skillbrief/skillbrief/internal/check"
	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/manifest"
	"github.com/skillbrief/skillbrief/internal/source"
	"github.com/skillbrief/skillbrief/internal/tomldoc"
)

// documents are the texts for people that are not generated as a whole.
var documents = []string{"README.md", "SECURITY.md", "CONTRIBUTING.md", "docs/configuration.md", "docs/skill-toml.md", "docs/outputs.md", "docs/ci.md"}

func document(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// made is a block that a test writes; example a fenced one with the comment
// above it.
var (
	made    = regexp.MustCompile(`(?s)(<!-- (table|run|json): ([^>]+) -->\n).*?(<!-- end -->)`)
	fenced  = regexp.MustCompile("(?m)^(?:<!-- (.+?) -->\n)?```(\\w+)\n((?s:.*?))^```$")
	inCode  = regexp.MustCompile("`([^`]+)`")
	linked  = regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]*))?\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
)

// example is a fenced block.
type example struct {
	document, mark, language, text string
}

func examples(t *testing.T, language string) []example {
	t.Helper()
	var list []example
	for _, name := range documents {
		for _, m := range fenced.FindAllStringSubmatch(document(t, name), -1) {
			if m[2] == language {
				list = append(list, example{name, m[1], m[2], m[3]})
			}
		}
	}
	return list
}

// TestDocuments holds what is generated in the documents against the code, and
// what examples show against real runs.
func TestDocuments(t *testing.T) {
	shown := mergeRequest(t)
	for name, blocks := range map[string]int{"docs/configuration.md": 2, "docs/outputs.md": 4} {
		n := 0
		want := made.ReplaceAllStringFunc(document(t, name), func(block string) string {
			n++
			m := made.FindStringSubmatch(block)
			switch m[2] + " " + m[3] {
			case "table file-options":
				return m[1] + optionTable(false) + m[4]
			case "table host-options":
				return m[1] + optionTable(true) + m[4]
			}
			if m[2] == "json" {
				return m[1] + shown[m[3]] + m[4]
			}
			return m[1] + "```console\n" + session(t, m[3]) + "```\n" + m[4]
		})
		if n != blocks {
			t.Errorf("%s has %d generated blocks, wanted %d", name, n, blocks)
		}
		golden(t, name, want)
	}
}

// optionTable has the options that only inputs set, or those that a file sets too.
func optionTable(host bool) string {
	var b strings.Builder
	b.WriteString("| option | value | default | meaning |\n|---|---|---|---|\n")
	for _, o := range config.Options {
		if o.Host != host {
			continue
		}
		_, notNumber := strconv.Atoi(o.Default)
		value := "text"
		switch {
		case o.List:
			value = "list"
		case o.Default == "true" || o.Default == "false":
			value = "boolean"
		case notNumber == nil:
			value = "whole number"
		}
		help := strings.NewReplacer(", one a line", "", "; several, one a line", "; several").Replace(o.Help)
		standard := o.Default
		switch {
		case o.Name == "github-token":
			standard = "the job's token"
		case strings.Contains(standard, "/") || standard != "" && !strings.Contains(standard, " "):
			standard = "`" + strings.ReplaceAll(standard, ", ", "`, `") + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", o.Name, value, standard, help)
	}
	return b.String()
}

// TestDocumentedTOML holds that every TOML block is valid as the file that it
// stands for.
func TestDocumentedTOML(t *testing.T) {
	seen := map[string]int{}
	for _, e := range examples(t, "toml") {
		name := strings.TrimPrefix(e.mark, "file: ")
		if e.document == "README.md" && e.mark == "" {
			name = config.Path
		}
		seen[path.Base(name)]++
		switch path.Base(name) {
		case config.Path, config.AgentPath:
			f, err := config.Read(t.Context(), source.Memory(map[string]string{name: e.text}, nil), check.Configurable())
			if err != nil || len(f.Faults) > 0 {
				t.Errorf("%s: %s: %v, %v", e.document, name, f.Faults, err)
			}
			if s, err := f.Settings(func(*config.Settings) error { return nil }); err != nil || len(s.Given)+len(s.Exceptions) == 0 {
				t.Errorf("%s: %s sets nothing, %v", e.document, name, err)
			}
		case "skill.toml":
			if m := manifest.Parse(name, e.text, "acme/shop"); m.Status != manifest.Loaded || len(m.Faults) > 0 {
				t.Errorf("%s: %s: %v", e.document, name, m.Faults)
			}
		case "review.toml":
			if _, faults := tomldoc.Parse(e.text); len(faults) > 0 {
				t.Errorf("%s: %v", e.document, faults)
			}
		default:
			t.Errorf("%s: what file is the TOML block %q?", e.document, e.text)
		}
	}
	for _, name := range []string{config.Path, config.AgentPath, "skill.toml"} {
		if seen[name] == 0 {
			t.Errorf("no document shows a %s", name)
		}
	}
}

// TestDocumentedKeys holds that the tables of keys name those that the files may
// have, as the messages about unknown ones list them.
func TestDocumentedKeys(t *testing.T) {
	text := document(t, "docs/configuration.md")
	for toml, head := range map[string]string{
		"[[exceptions]]\nzzzz = 1\nrule = 'x'\npath = 'x'\nreason = 'x'\n": "### [[exceptions]]",
		"[[routes]]\nzzzz = 1\nskills = ['x']\npaths = ['x']\n":            "### [[routes]]",
	} {
		if diff := cmp.Diff(known(t, toml), slices.Sorted(slices.Values(column(t, text, head, 0)))); diff != "" {
			t.Errorf("%s:\n%s", head, diff)
		}
	}
	for _, key := range known(t, "zzzz = 1\n") {
		if !strings.Contains(text, "\n### ["+key+"]\n") && !strings.Contains(text, "\n### [["+key+"]]\n") {
			t.Errorf("there is no section about %s", key)
		}
	}
	var agent []string
	for _, o := range config.Options {
		key := strings.ReplaceAll(o.Name, "-", "_")
		f, err := config.Read(t.Context(), source.Memory(map[string]string{config.AgentPath: "[skills]\n" + key + " = 1\n"}, nil), nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Faults) == 0 || !strings.Contains(f.Faults[0].Message, "is ignored") {
			agent = append(agent, key)
		}
	}
	if diff := cmp.Diff(column(t, text, "\n## .pr_agent.toml", 0), slices.Sorted(slices.Values(agent))); diff != "" {
		t.Errorf("keys of .pr_agent.toml:\n%s", diff)
	}
}

// known are the keys that the message about an unknown one lists.
func known(t *testing.T, toml string) []string {
	t.Helper()
	f, err := config.Read(t.Context(), source.Memory(map[string]string{config.Path: toml}, nil), nil)
	if err != nil || len(f.Faults) != 1 {
		t.Fatalf("%q: %v, %v", toml, f.Faults, err)
	}
	_, list, _ := strings.Cut(f.Faults[0].Message, "; use ")
	return strings.Split(list, ", ")
}

// column is the code in a column of the first table behind a text.
func column(t *testing.T, text, behind string, n int) []string {
	t.Helper()
	_, rest, ok := strings.Cut(text, behind)
	at := strings.Index(rest, "\n|---")
	if !ok || at < 0 {
		t.Fatalf("there is no table behind %q", behind)
	}
	var all []string
	for line := range strings.Lines(rest[at+1:]) {
		if !strings.HasPrefix(line, "|") {
			break
		}
		cells := strings.Split(strings.TrimPrefix(line, "|"), "|")
		for _, m := range inCode.FindAllStringSubmatch(cells[n], -1) {
			all = append(all, m[1])
		}
	}
	return all
}

// TestDocumentedRoute holds what the documents say of routes: with their skill
// and their configuration.
func TestDocumentedRoute(t *testing.T) {
	var files []txtar.File
	for _, m := range fenced.FindAllStringSubmatch(document(t, "docs/configuration.md"), -1) {
		if name, ok := strings.CutPrefix(m[1], "file: "); ok && strings.HasSuffix(name, "SKILL.md") {
			files = append(files, txtar.File{Name: name, Data: []byte(m[3])})
		}
	}
	if len(files) != 1 {
		t.Fatalf("%d skills are shown", len(files))
	}
	root := tree(t, files)
	if code, out := perform(t, nil, "check", "--repo", root, "--fail-on", "notice"); code != exitPass {
		t.Errorf("the skill that is shown has faults: %s", out)
	}
	for args, want := range map[string]bool{"": true, "modules/net/main.tf": true, "main.go": false} {
		line := []string{"render", "--repo", root}
		if args != "" {
			line = append(line, "--changed-files", args)
		}
		if _, out := perform(t, nil, line...); strings.Contains(out, "### Skill: terraform-modules\n") != want {
			t.Errorf("changed files %q: %q", args, out)
		}
	}
}

// TestDocumentedGlobs holds the table of doublestar's globs.
func TestDocumentedGlobs(t *testing.T) {
	const mark = "<!-- matches: doublestar.Match -->"
	_, rest, ok := strings.Cut(document(t, "docs/configuration.md"), mark)
	table, _, _ := strings.Cut(rest, "\n\n")
	rows := strings.Split(table, "\n")
	if !ok || len(rows) < 8 {
		t.Fatal("there is no table of globs")
	}
	for _, row := range rows[3:] {
		cells := strings.Split(strings.Trim(row, "|"), "|")
		pattern := inCode.FindStringSubmatch(cells[0])[1]
		for i, want := range []bool{true, false} {
			for _, m := range inCode.FindAllStringSubmatch(cells[i+1], -1) {
				if got := doublestar.MatchUnvalidated(pattern, m[1]); got != want {
					t.Errorf("%s matches %s: %v", pattern, m[1], got)
				}
			}
		}
	}
}

// TestDocumentsNameEverything holds that no option and no output is left out,
// and that files, headings and variables that are named exist.
func TestDocumentsNameEverything(t *testing.T) {
	options, names := map[string]bool{}, map[string]bool{}
	for _, o := range config.Options {
		options[o.Name] = true
	}
	for _, o := range outputs {
		names[o.name] = true
	}
	readme, configuration := document(t, "README.md"), document(t, "docs/configuration.md")
	for o := range options {
		if !strings.Contains(readme, "`"+o+"`") || !strings.Contains(configuration, "`"+o+"`") {
			t.Errorf("README.md or docs/configuration.md does not name the option %s", o)
		}
	}
	for o := range names {
		if !strings.Contains(readme, "`"+o+"`") {
			t.Errorf("README.md does not name the output %s", o)
		}
	}
	named := regexp.MustCompile(`\b(INPUT|SKILLBRIEF)_([A-Z_-]*[A-Z])\b`)
	for _, name := range documents {
		text := document(t, name)
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			option := strings.ToLower(m[2])
			if m[1] == "INPUT" && !options[option] || m[1] == "SKILLBRIEF" && !names[strings.ReplaceAll(option, "_", "-")] {
				t.Errorf("%s: there is no %s", name, m[0])
			}
		}
		if strings.HasPrefix(name, "docs/") {
			links(t, name, text)
		}
	}
}

// links holds that links within the project lead somewhere.
func links(t *testing.T, name, text string) {
	t.Helper()
	for _, m := range linked.FindAllStringSubmatch(text, -1) {
		target := name
		if m[1] != "" {
			target = path.Join(path.Dir(name), m[1])
		}
		there := document(t, target)
		if m[2] != "" && !slices.ContainsFunc(heading.FindAllStringSubmatch(there, -1), func(h []string) bool { return anchor(h[1]) == m[2] }) {
			t.Errorf("%s: %s has no heading #%s", name, target, m[2])
		}
	}
}

// anchor is a heading as GitHub makes it part of an address.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789-_", r):
			return r
		}
		return -1
	}, strings.ToLower(heading))
}
