package manifest

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/source"
)

const document = "../../docs/skill-toml.md"

var (
	generated = regexp.MustCompile(`(?s)(<!-- (table|rendered): ([^>]+) -->\n).*?(<!-- end -->)`)
	example   = regexp.MustCompile("(?s)<!-- file: (\\S+) -->\n```toml\n(.*?)```\n")
	code      = regexp.MustCompile("`([^`]+)`")
)

func readDocument(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestDocument holds the tables of the document against the code, and its
// example against what is made of it.
func TestDocument(t *testing.T) {
	text := readDocument(t)
	made := map[string]string{
		"limits":               limitTable(),
		"languages":            languageList(),
		"public-api and money": "```text\n" + rendered(t, text) + "\n```\n",
	}
	want := generated.ReplaceAllStringFunc(text, func(block string) string {
		m := generated.FindStringSubmatch(block)
		body, ok := made[m[3]]
		if !ok {
			t.Fatalf("%s has the block %q twice, or nothing makes it", document, m[3])
		}
		delete(made, m[3])
		return m[1] + body + m[4]
	})
	if len(made) > 0 {
		t.Errorf("%s lacks %v", document, made)
	}
	if *update {
		if err := os.WriteFile(document, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		text = want
	}
	if diff := cmp.Diff(want, text); diff != "" {
		t.Errorf("%s is stale; go test ./internal/manifest -update rewrites it:\n%s", document, diff)
	}
}

// rendered is what a review gets of the document's example.
func rendered(t *testing.T, text string) string {
	t.Helper()
	m := example.FindStringSubmatch(text)
	if m == nil {
		t.Fatal("there is no example")
	}
	tree := source.Memory(map[string]string{
		m[1]: m[2], beside(m[1], "references/api.md"): "# The API\n\nClients live for years: version 1 is answered until nobody has asked for a month. Names follow the glossary.\n",
		"api/orders.go": "package api\n", "pkg/x/a.go": "package x\n", "api/internal/a.go": "package internal\n", "api/a_test.go": "package api\n",
	}, nil)
	ms, err := Load(t.Context(), tree, Options{Paths: []string{m[1]}, Project: "acme/shop", Mode: ModeReviewAndImprove})
	if err != nil || len(ms) != 1 || ms[0].Status != Loaded || len(ms[0].Faults) > 0 {
		t.Fatalf("the example is not valid: %+v, %v", ms, err)
	}
	used := fieldsOf(m[2])
	for _, field := range slices.Concat(topFields, ruleFields) {
		if !used[field] {
			t.Errorf("the example is not complete: it lacks %s", field)
		}
	}
	e := Select(ms[0], Query{Target: "review", Changed: []string{"api/orders.go"}, Mode: ModeReviewAndImprove})
	if len(e.Rules) != 2 {
		t.Fatalf("%d rules are selected", len(e.Rules))
	}
	return e.Render()
}

// fieldsOf are the keys that begin a line.
func fieldsOf(toml string) map[string]bool {
	used := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^(?:\[\[)?([a-z_]+)( =|\]\])`).FindAllStringSubmatch(toml, -1) {
		used[m[1]] = true
	}
	return used
}

func limitTable() string {
	rows := []struct {
		what  string
		limit int
	}{
		{"characters of a manifest", maxManifest},
		{"bytes of a manifest that are read", maxBytes},
		{"characters of `name`", maxName},
		{"characters of `description`", maxDescription},
		{"rules", maxRules},
		{"characters of `id`", strings.Count(longestID(), "a")},
		{"characters of an `instruction`", maxInstruction},
		{"characters of all instructions together", maxInstructions},
		{"entries of a list", maxEntries},
		{"characters of an entry", maxEntry},
		{"different references of a manifest", maxReferences},
		{"characters of references that a review gets", maxFacts},
		{"changed files named for a rule", maxNames},
	}
	var b strings.Builder
	b.WriteString("| what | at most |\n|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s |\n", r.what, thousands(r.limit))
	}
	return b.String()
}

// longestID is the longest id that is allowed.
func longestID() string {
	id := "a"
	for validID(id + "a") {
		id += "a"
	}
	return id
}

func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}

func languageList() string {
	var b strings.Builder
	b.WriteString("| id | other names | extensions | file names |\n|---|---|---|---|\n")
	for line := range strings.Lines(languageTable) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", f[0], codes(f[1]), codes(f[2]), codes(f[3]))
	}
	return b.String()
}

func codes(list string) string {
	all := names(list)
	for i, n := range all {
		all[i] = "`" + n + "`"
	}
	return strings.Join(all, ", ")
}

// rows are the cells of the table that follows a line.
func rows(t *testing.T, text, line string) [][]string {
	t.Helper()
	_, rest, ok := strings.Cut(text, line+"\n")
	if !ok {
		t.Fatalf("%s lacks %s", document, line)
	}
	var all [][]string
	for l := range strings.Lines(rest) {
		if !strings.HasPrefix(l, "| ") && !strings.HasPrefix(l, "|--") {
			break
		}
		all = append(all, strings.Split(strings.Trim(strings.TrimSpace(l), "|"), "|"))
	}
	if len(all) < 3 {
		t.Fatalf("%s has no table behind %s", document, line)
	}
	return all[2:]
}

func coded(cell string) []string {
	var all []string
	for _, m := range code.FindAllStringSubmatch(cell, -1) {
		all = append(all, m[1])
	}
	return all
}

func TestDocumentedGlobs(t *testing.T) {
	text := readDocument(t)
	for _, row := range rows(t, text, "<!-- matches: manifest.Compile -->") {
		g, err := Compile(coded(row[0])[0])
		if err != nil {
			t.Error(err)
			continue
		}
		for i, want := range []bool{true, false} {
			for _, path := range coded(row[i+1]) {
				if g.Match(path) != want {
					t.Errorf("%s matches %s: %v", g.pattern, path, !want)
				}
			}
		}
	}
	for _, row := range rows(t, text, "<!-- rejected: manifest.Compile -->") {
		if _, err := Compile(coded(row[0])[0]); err == nil || !strings.Contains(err.Error(), strings.TrimSpace(row[1])) {
			t.Errorf("%s: %v", row[0], err)
		}
	}
}

// TestDocumentedNames holds that the first columns of the tables name all fields,
// statuses and modes, and nothing else.
func TestDocumentedNames(t *testing.T) {
	text := readDocument(t)
	for head, want := range map[string][]string{
		"\n## Fields\n":           topFields,
		"| field of a rule":       ruleFields,
		"| status | when":         {string(Loaded), string(Missing), string(Invalid), string(Unavailable), string(Disabled)},
		"| `rollout-mode` | read": Modes,
	} {
		_, rest, ok := strings.Cut(text, head)
		if !ok {
			t.Errorf("there is no %q", head)
			continue
		}
		if diff := cmp.Diff(want, firstColumn(rest)); diff != "" {
			t.Errorf("%q:\n%s", head, diff)
		}
	}
	for _, stage := range stages {
		if !strings.Contains(text, "`"+stage+"`") {
			t.Errorf("the stage %s is not named", stage)
		}
	}
	prose := strings.Join(strings.Fields(text), " ")
	for what, pattern := range map[string]string{
		"lines of an evolution": fmt.Sprintf("at most %d lines", maxChangedLines),
		"length of references":  fmt.Sprintf("Beyond %s characters", thousands(maxFacts)),
		"files of a rule":       fmt.Sprintf("at most %d for a rule", maxNames),
	} {
		if !strings.Contains(prose, pattern) {
			t.Errorf("%s: there is no %q", what, pattern)
		}
	}
}

// firstColumn is what the rows of the table say in their first cells that comes
// next.
func firstColumn(text string) []string {
	var names []string
	seen := false
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "| `") || strings.HasPrefix(line, "| `rollout-mode`") {
			if seen {
				break
			}
			continue
		}
		seen = true
		names = append(names, coded(strings.SplitN(line, "|", 3)[1])...)
	}
	return names
}
