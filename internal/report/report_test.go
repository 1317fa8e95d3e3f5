package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/report/runnertest"
)

var update = flag.Bool("update", false, "write the golden files")

// sources are the files that the sample's findings point into.
var sources = map[string]string{
	"skills/pdf/SKILL.md":   "---\nname: pdf-tools\ndescription: Reads PDF files\n---\n\nBody\n",
	"skills/数据/SKILL.md":    "---\nname: 数据分析 tool\n\tdescription:\tx\n---\n",
	"skills/a,b:c%d/x.md":   "one\n",
	"skills/long/SKILL.md":  strings.Repeat("0123456789", 30) + "\n",
	"skills/image/SKILL.md": "see ##[group]x and ::add-mask::a\n",
}

func at(line, column, endLine, endColumn int) diag.Span {
	return diag.Span{Start: diag.Pos{Line: line, Column: column}, End: diag.Pos{Line: endLine, Column: endColumn}}
}

func fault(rule string, s diag.Severity, path string, span diag.Span, message string) Finding {
	return Finding{Finding: diag.Finding{Rule: rule, Severity: s, Path: path, Span: span, Message: message}, InScope: true}
}

// sample is a report that uses every field.
func sample() *Report {
	before := 4980
	old := fault("name-length", diag.Error, "skills/pdf/SKILL.md", at(2, 7, 2, 16), "an old fault")
	old.InScope = false
	changed := fault("link-missing", diag.Error, "skills/数据/SKILL.md", at(3, 1, 3, 2), "a tab")
	changed.InChange = true
	return &Report{
		Tool: "1.2.3", Result: Findings,
		Trusted: Role{strings.Repeat("a", 40), "first parent of the verified test merge"},
		Before:  Role{strings.Repeat("a", 40), "first parent of the verified test merge"},
		After:   Role{strings.Repeat("b", 40), "GITHUB_SHA"},
		Findings: []Finding{
			fault("name-mismatch", diag.Error, "skills/pdf/SKILL.md", at(2, 7, 2, 16), `name is "pdf-tools", directory is "pdf"`),
			fault("unclosed", diag.Warning, "skills/pdf/SKILL.md", at(1, 1, 5, 1), "spans lines"),
			fault("name-format", diag.Error, "skills/数据/SKILL.md", at(2, 11, 2, 16), "after wide characters"),
			changed,
			fault("link-missing", diag.Warning, "skills/a,b:c%d/x.md", diag.Span{}, "a whole file, 100%"),
			fault("long-line", diag.Notice, "skills/long/SKILL.md", at(1, 150, 1, 153), "far to the right"),
			fault("hidden-instruction", diag.Notice, "skills/image/SKILL.md", at(1, 7, 1, 8), "::stop-commands::x"),
			fault("over-budget", diag.Warning, "", diag.Span{}, "the block needs 9000 tokens, the budget is 8000"),
			old,
			fault("unused", diag.Off, "skills/pdf/SKILL.md", diag.Span{}, "never shown"),
		},
		Budget: &Budget{
			Limit: 8000, Encoding: "o200k_base", Strategy: "prefix", Used: 5120, Before: &before,
			Others: []Alternative{{"fill", 4, 7900}, {"graded", 5, 7999}},
		},
		Skills: []Skill{
			{"review", "review/SKILL.md", "c0ffee", 4000, "included", "/opt/library"},
			{"pdf", "skills/pdf/SKILL.md", "abc123", 812, "clipped", ""},
			{"", "skills/数据/SKILL.md", "", 0, "broken", ""},
		},
		Manifests: []Manifest{{
			Path: ".pr_agent/skills/review/skill.toml", Status: "loaded", Reason: "the change is in its files", Hash: "deadbeef", Rules: 3,
			Selected: []Selected{{"review", "sql", []string{"db/a.sql", "db/b|c.sql"}}},
			Changes:  []string{"rule sql applies to db/** as well"},
		}},
		Change:        &Change{Gained: []string{"review"}, Lost: []string{"old-skill", "another"}, Changed: []string{"pdf"}},
		Exceptions:    []Exception{{"secret", "docs/**", "an example | of ours", "2030-01-01", 2}},
		LibraryFaults: []string{"/opt/library/x/SKILL.md:1:1: no frontmatter [frontmatter-missing]"},
		Provenance:    `{"skills": ["<b>", "` + "```" + `", "##[group]"]}`,
		Notes:         []string{"2 SKILL.md were passed over"},
		Warnings:      []string{`max-skills-tokens "many" is no number; 8000 is used`},
		Rules: []Rule{
			{"hidden-instruction", diag.Warning, true, func() (string, string) { return "Text that readers do not see.", "Why it matters." }},
			{"name-mismatch", diag.Error, false, func() (string, string) { return "The name is not the directory's.", "Rename one of them." }},
		},
		Source: func(path string) (string, bool) { text, ok := sources[path]; return text, ok },
	}
}

func render(t testing.TB, format string, r *Report) string {
	t.Helper()
	f, err := FormatByName(format)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", name, diff)
	}
}

func TestGolden(t *testing.T) {
	for _, f := range Formats {
		golden(t, f.Name+".golden", render(t, f.Name, sample()))
		golden(t, f.Name+"-empty.golden", render(t, f.Name, &Report{Result: Pass}))
	}
	colored := sample()
	colored.Color = true
	golden(t, "text-color.golden", render(t, "text", colored))
	for _, name := range []string{"text", "gitlab"} {
		golden(t, name+"-failure.golden", render(t, name, &Report{Result: Failed, Failure: "default branch unknown"}))
	}
}

func TestFormatsAreSorted(t *testing.T) {
	for i := 1; i < len(Formats); i++ {
		if Formats[i-1].Name >= Formats[i].Name {
			t.Errorf("%s comes before %s", Formats[i-1].Name, Formats[i].Name)
		}
	}
	_, err := FormatByName("xml\n")
	if want := `format "xml\n" is unknown; use github, gitlab, json, sarif, summary, text`; err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
}

// TestOrderOfFindings holds that reports do not depend on the order that findings come in.
func TestOrderOfFindings(t *testing.T) {
	for _, f := range Formats {
		want := render(t, f.Name, sample())
		turned := sample()
		for i, j := 0, len(turned.Findings)-1; i < j; i, j = i+1, j-1 {
			turned.Findings[i], turned.Findings[j] = turned.Findings[j], turned.Findings[i]
		}
		if got := render(t, f.Name, turned); got != want {
			t.Errorf("%s depends on the order of findings:\n%s", f.Name, cmp.Diff(want, got))
		}
	}
}

// hostile puts one text wherever a report shows text that is not ours.
func hostile(s string) *Report {
	r := sample()
	r.Failure, r.Provenance, r.Result = s, "", Failed
	if data, err := json.Marshal(s); err == nil {
		r.Provenance = string(data)
	}
	r.Trusted.Why, r.Before.Why, r.After.Why = s, s, s
	for i := range r.Findings {
		r.Findings[i].Message = s
		if r.Findings[i].Path != "" {
			r.Findings[i].Path = s
		}
	}
	for i := range r.Skills {
		r.Skills[i] = Skill{s, s, s, 5, s, s}
	}
	for i := range r.Manifests {
		r.Manifests[i] = Manifest{s, s, s, s, 1, []Selected{{s, s, []string{s, s}}}, []string{s}}
	}
	r.Change = &Change{[]string{s}, []string{s}, []string{s}}
	r.Exceptions = []Exception{{"rule " + s, s, s, s, 1}}
	r.LibraryFaults, r.Notes, r.Warnings = []string{s}, []string{s}, []string{s}
	r.Source = func(string) (string, bool) { return s + "\n" + s + "\n" + s, true }
	return r
}

var hostileTexts = []string{
	"x", "::stop-commands::x", "##[add-mask]a", " \t::error file=README.md::x", "\u2003::group::x", "a\n::set-env name=PATH::x", "a\r::debug::x",
	"\u0085::debug::x", "\x1b[31m", "\u202egnp", "\xff\xfe", "a\x00b", "%0A::debug::x", "%25", "=x", "a=b,c:d;e", "]", "![x](y)", "[a](b)", "<b>", "&lt;", "`x", "```\nx",
	"| a | b |", "@octocat", "#1", "GH-1", "o/r#1", "https://x.y", "www.x.y", "a@b.cd", ":smile:", "1. x", "- x", "+ x", "# x", "> x", "    x", "***", "===", "~~x~~", "$x$",
	"[^1]: x", "a\\|b", "\\", "a  ", "\u2028", "##", "[add-mask]x", ":", "{{x}}", "@format x", "<!-- x", "]]>",
}

func checkInert(t *testing.T, s string) {
	t.Helper()
	for _, f := range Formats {
		out := render(t, f.Name, hostile(s))
		if strings.Contains(out, "\x1b") || f.Name != "github" && len(runnertest.Commands(out)) > 0 {
			t.Errorf("%s of %q holds a command or control:\n%s", f.Name, s, out)
		}
	}
	benign, got := runnertest.Commands(render(t, "github", hostile("x"))), runnertest.Commands(render(t, "github", hostile(s)))
	if len(benign) != len(got) {
		t.Errorf("%q makes %d commands, want %d", s, len(got), len(benign))
	}
	for i := range min(len(got), len(benign)) {
		if got[i].Name != benign[i].Name {
			t.Errorf("%q makes a %s command, want %s", s, got[i].Name, benign[i].Name)
		}
	}
	if out := render(t, "sarif", hostile(s)); strings.Contains(out, "](") {
		t.Errorf("sarif of %q holds a link:\n%s", s, out)
	}
	for _, name := range []string{"json", "sarif", "gitlab"} {
		if out := render(t, name, hostile(s)); !json.Valid([]byte(out)) {
			t.Errorf("%s of %q is not JSON:\n%s", name, s, out)
		}
	}
}

func TestHostileText(t *testing.T) {
	for i, s := range hostileTexts {
		checkInert(t, s)
		checkInert(t, "x"+hostileTexts[len(hostileTexts)-1-i]+"\n"+s)
	}
}

func FuzzFormats(f *testing.F) {
	for _, s := range hostileTexts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if strings.TrimSpace(s) != "" {
			checkInert(t, s)
		}
	})
}
