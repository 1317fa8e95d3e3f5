package cli

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

type reportJSON struct {
	Result   string
	Findings []findingJSON
	Skills   []struct {
		Name, Path, Status string
		Tokens             int
	}
}

type findingJSON struct {
	Rule, Severity, Path, Message    string
	Line, Column, EndLine, EndColumn int
}

// TestCases runs every archive of testdata/cases through check and render. The
// archive's comment says what is wanted, in the lines that expectation reads.
func TestCases(t *testing.T) {
	archives, err := filepath.Glob("../../testdata/cases/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, archive := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(archive), ".txtar"), func(t *testing.T) {
			t.Parallel()
			a, err := txtar.ParseFile(archive)
			if err != nil {
				t.Fatal(err)
			}
			root := tree(t, a.Files)
			args := []string{"--repo", root}
			if slices.ContainsFunc(a.Files, func(f txtar.File) bool { return strings.Contains(f.Name, "/skill.toml") }) && !bytes.Contains(a.Comment, []byte("default manifests")) {
				args = append(args, "--manifests", "skills/*/skill.toml", "--project", "example/repo")
			}
			c := wanted{T: t, args: args}
			c.code, c.stdout = invoke(t, append([]string{"check", "--format", "json"}, args...)...)
			if err := json.Unmarshal(c.stdout, &c.report); err != nil {
				t.Fatalf("exit %d, stdout is no report: %v\n%s", c.code, err, c.stdout)
			}
			checked := 0
			for line := range strings.Lines(string(a.Comment)) {
				if c.line(strings.TrimSpace(line)) {
					checked++
				}
			}
			if checked == 0 {
				t.Error("the archive says nothing that was checked")
			}
		})
	}
}

// invoke runs a command in an empty environment.
func invoke(t *testing.T, args ...string) (int, []byte) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := Run(t.Context(), args, func(string) string { return "" }, strings.NewReader(""), &stdout, &stderr)
	if stderr.Len() > 0 {
		t.Logf("stderr: %s", stderr.Bytes())
	}
	return code, stdout.Bytes()
}

type wanted struct {
	*testing.T
	args   []string
	code   int
	stdout []byte
	report reportJSON
	block  string
}

var (
	placed  = regexp.MustCompile(`^(error|warning|notice)s?: (.+?) lines? (\d+)((?: (?:or|and) (?:line )?\d+)*)`)
	within  = regexp.MustCompile(`line in (\d+)\.\.(\d+)`)
	unplace = regexp.MustCompile(`^(error|warning): (\S+\.md) \(`)
	bullet  = regexp.MustCompile(`^- (\S+) line (\d+)`)
	counted = regexp.MustCompile(`^count: (\d+) (error|warning|notice)s? (\S+) line (\d+)`)
	told    = regexp.MustCompile(`^description\((.+?)\): (.*)`)
	prose   = regexp.MustCompile(`\(| - | only|unchanged|identical|as written`)
	digits  = regexp.MustCompile(`\d+`)
)

// line checks one wanted line; false where it is only for people.
func (c *wanted) line(l string) bool {
	switch {
	case strings.HasPrefix(l, "result: "):
		return c.result(strings.TrimPrefix(l, "result: "))
	case placed.MatchString(l):
		c.placed(placed.FindStringSubmatch(l), within.FindStringSubmatch(l))
	case unplace.MatchString(l):
		m := unplace.FindStringSubmatch(l)
		if c.count(m[1], m[2], 0) == 0 {
			c.Errorf("no %s in %s", m[1], m[2])
		}
	case bullet.MatchString(l):
		m := bullet.FindStringSubmatch(l)
		if c.count("", m[1], number(m[2])) == 0 {
			c.Errorf("nothing at %s:%s", m[1], m[2])
		}
	case counted.MatchString(l):
		m := counted.FindStringSubmatch(l)
		if n := c.count(m[2], m[3], number(m[4])); n != number(m[1]) {
			c.Errorf("%d %ss at %s:%s, wanted %s", n, m[2], m[3], m[4], m[1])
		}
	case strings.HasPrefix(l, "rendered: ") && !prose.MatchString(l):
		c.names(strings.TrimPrefix(l, "rendered: "), 1)
	case strings.HasPrefix(l, "not-rendered: "):
		c.names(strings.TrimPrefix(l, "not-rendered: "), 0)
	case told.MatchString(l):
		m := told.FindStringSubmatch(l)
		if want := "### Skill: " + m[1] + "\nWhen to use: " + m[2] + "\n"; !strings.Contains(c.rendered(), want) {
			c.Errorf("the block lacks %q", want)
		}
	case strings.HasPrefix(l, "rendered-must-not-contain: U+FEFF"):
		c.absent("\ufeff")
	case strings.HasPrefix(l, "rendered-must-not-contain: CR"):
		c.absent("\r")
	case strings.HasPrefix(l, "rule: "):
		if !slices.ContainsFunc(c.report.Findings, func(f findingJSON) bool { return f.Rule == l[len("rule: "):] }) {
			c.Errorf("no finding of %s", l)
		}
	default:
		return false
	}
	return true
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}

func (c *wanted) result(want string) bool {
	switch {
	case strings.HasPrefix(want, "fail or warning"):
		return false
	case strings.HasPrefix(want, "fail"):
		if c.code != exitFindings || c.report.Result != "findings" {
			c.Errorf("exit %d, result %s, wanted findings", c.code, c.report.Result)
		}
	case strings.HasPrefix(want, "pass"):
		if c.code != exitPass || c.report.Result != "pass" {
			c.Errorf("exit %d, result %s, wanted pass: %+v", c.code, c.report.Result, c.report.Findings)
		}
	default:
		return false
	}
	if strings.HasPrefix(want, "pass without warning") {
		for _, f := range c.report.Findings {
			if f.Severity != "notice" {
				c.Errorf("unwanted: %+v", f)
			}
		}
	}
	return true
}

func (c *wanted) placed(m, span []string) {
	lines := []int{number(m[3])}
	for _, n := range digits.FindAllString(m[4], -1) {
		lines = append(lines, number(n))
	}
	if span != nil {
		for n := number(span[1]); n <= number(span[2]); n++ {
			lines = append(lines, n)
		}
	}
	for _, n := range lines {
		if c.count(m[1], m[2], n) > 0 {
			return
		}
	}
	c.Errorf("no %s at %s:%v among %+v", m[1], m[2], lines, c.report.Findings)
}

// count is the number of findings; an empty severity and line 0 stand for any.
func (c *wanted) count(severity, path string, line int) int {
	n := 0
	for _, f := range c.report.Findings {
		if f.Path == path && (severity == "" || f.Severity == severity) && (line == 0 || f.Line == line) {
			n++
		}
	}
	return n
}

func (c *wanted) names(list string, want int) {
	for name := range strings.SplitSeq(list, ",") {
		name, n := strings.TrimSpace(name), 0
		for _, s := range c.report.Skills {
			if s.Name == name && s.Status != "broken" && s.Status != "mirror" && s.Status != "shadowed" {
				n++
			}
		}
		if n != want {
			c.Errorf("%s is rendered %d times, wanted %d", name, n, want)
		}
	}
}

func (c *wanted) rendered() string {
	if c.block == "" {
		code, stdout := invoke(c.T, append([]string{"render", "--max-skills-tokens", "1000000"}, c.args...)...)
		if code != exitPass {
			c.Errorf("render ends with %d", code)
		}
		c.block = string(stdout)
	}
	return c.block
}

func (c *wanted) absent(text string) {
	if block := c.rendered(); block == "" || strings.Contains(block, text) {
		c.Errorf("the block holds %q or is empty", text)
	}
}
