package skill

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/diag"
)

var update = flag.Bool("update", false, "rewrite golden files")

// brokenCase is a section of testdata/broken.txt: a file, as it is or quoted, and
// below it, behind ">", each fault with its place.
type brokenCase struct{ name, input, raw, want string }

func readBroken(t testing.TB) []brokenCase {
	t.Helper()
	data, err := os.ReadFile("testdata/broken.txt")
	if err != nil {
		t.Fatal(err)
	}
	var cases []brokenCase
	for section := range strings.SplitSeq("\n"+string(data), "\n== ") {
		name, rest, found := strings.Cut(section, "\n")
		if !found || name == "" {
			continue
		}
		c := brokenCase{name: name}
		for line := range strings.SplitAfterSeq(rest, "\n") {
			if strings.HasPrefix(line, "> ") || strings.HasPrefix(line, ">| ") {
				c.want += line
			} else if c.want == "" {
				c.input += line
			}
		}
		c.input = strings.TrimSuffix(c.input, "\n") + "\n"
		for strings.HasSuffix(c.input, "\n\n") {
			c.input = c.input[:len(c.input)-1]
		}
		c.raw = c.input
		if c.input[0] == '"' {
			long := strings.NewReplacer("{x}", strings.Repeat("x", 1<<16), "{k}", strings.Repeat("k", 1030))
			if c.raw, err = strconv.Unquote(strings.TrimSpace(long.Replace(c.input))); err != nil {
				t.Fatal(name, err)
			}
		}
		cases = append(cases, c)
	}
	return cases
}

// describe writes the faults of a skill with the text that each points to.
func describe(s *Skill) string {
	var b strings.Builder
	faults := slices.Clone(s.Faults)
	slices.SortStableFunc(faults, func(a, b diag.Fault) int {
		return diag.Compare(diag.Finding{Span: a.Span, Rule: a.Rule}, diag.Finding{Span: b.Span, Rule: b.Rule})
	})
	for _, f := range faults {
		at := "file"
		if !f.Span.IsZero() {
			at = fmt.Sprintf("%d:%d-%d:%d", f.Span.Start.Line, f.Span.Start.Column, f.Span.End.Line, f.Span.End.Column)
		}
		fmt.Fprintf(&b, "> %s %s: %s\n", at, f.Rule, f.Message)
		if start, end := s.Lines.Offset(f.Span.Start), s.Lines.Offset(f.Span.End); !f.Span.IsZero() {
			fmt.Fprintf(&b, ">| %s\n", diag.Quote(s.Raw[start:end]))
		}
		if f.Fix != nil {
			fmt.Fprintf(&b, ">| fix: %s for %s\n", diag.Quote(f.Fix.Text), diag.Quote(s.Raw[f.Fix.Start:f.Fix.End]))
		}
	}
	if !s.Broken {
		fmt.Fprintf(&b, "> renders %s: %s\n", diag.Quote(s.Name), diag.Quote(s.Description))
	}
	return b.String()
}

// Every fault is at its place, in one line, and none that only follows from
// another is told.
func TestPlaces(t *testing.T) {
	t.Parallel()
	cases := readBroken(t)
	var out strings.Builder
	for _, c := range cases {
		got := describe(Parse("s/SKILL.md", c.raw))
		fmt.Fprintf(&out, "== %s\n%s%s\n", c.name, c.input, got)
		if diff := cmp.Diff(c.want, got); diff != "" && !*update {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
	if *update {
		if err := os.WriteFile("testdata/broken.txt", []byte(strings.TrimSuffix(out.String(), "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Faults of two values are told on both lines and nowhere else, wherever in the
// frontmatter the values stand.
func TestFaultsApart(t *testing.T) {
	t.Parallel()
	lines := strings.Split("---\nname: V\ndescription: V\nmetadata:\n  a: V\n  b:\n    c: V\n    d: V\n  e: V\ntags:\n  - V\n  - f: V\n    g: V\n  - - V\n    - V\nk:\n- V\n- h: V\nlicense: V\n---\n", "\n")
	bad := []string{"a: b: c", "@x", "`x`", `"x" y`, "'it's'", `"C:\dir"`, "*b*", "[x", "{x: y", "[x] y", "| x", "y: - x", "%x", "[a b: c: d]", "{{x}} y", "it's: x: y"}
	for i := range lines {
		for j := range i {
			if !strings.Contains(lines[i], "V") || !strings.Contains(lines[j], "V") {
				continue
			}
			text := slices.Clone(lines)
			text[i] = strings.Replace(text[i], "V", bad[(i+j)%len(bad)], 1)
			text[j] = strings.Replace(text[j], "V", bad[(i*j)%len(bad)], 1)
			s := Parse("s/SKILL.md", strings.Join(text, "\n"))
			got := make([]int, 0, len(s.Faults))
			for _, f := range s.Faults {
				got = append(got, f.Span.Start.Line)
			}
			slices.Sort(got)
			if want := []int{j + 1, i + 1}; !slices.Equal(got, want) {
				t.Errorf("%s:\nfaults on lines %v, want %v\n%s", strings.Join(text, "\n"), got, want, describe(s))
			}
		}
	}
}
