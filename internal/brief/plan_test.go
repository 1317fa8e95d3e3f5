package brief

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/library"
	"github.com/skillbrief/skillbrief/internal/source"
	"github.com/skillbrief/skillbrief/internal/tokens"
)

func load(t testing.TB, files map[string]string) *library.Library {
	t.Helper()
	e, err := tokens.ByName("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	lib, err := library.Load(t.Context(), source.Memory(files, nil), library.Options{Paths: []string{"."}, Encoding: e})
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

func plan(lib *library.Library, budget int, strategy string) *Plan {
	return Make(lib, Options{Budget: budget, Encoding: lib.Encoding, Strategy: strategy})
}

// statuses are the items as "name status", in order.
func statuses(p *Plan) []string {
	var list []string
	for _, i := range p.Items {
		list = append(list, i.Name+" "+string(i.Status))
	}
	return list
}

// skillFile is a SKILL.md with n words of body.
func skillFile(name string, n int) string {
	return fmt.Sprintf("---\nname: %s\ndescription: About %s.\n---\n%s\n", name, name, strings.Repeat("word ", n))
}

// TestPrefixEqualsTheReference compares blocks with those that PR-Agent's loader
// made of the same files, budget by budget.
func TestPrefixEqualsTheReference(t *testing.T) {
	f, err := os.Open("testdata/budgets.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // read only
	compared := 0
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c struct {
			Case          string
			Files, Blocks map[string]string
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		lib := load(t, c.Files)
		for budget, want := range c.Blocks {
			n, err := strconv.Atoi(budget)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, plan(lib, n, "prefix").Block); diff != "" {
				t.Errorf("%s at %d:\n%s", c.Case, n, diff)
			}
			compared++
		}
	}
	if compared < 60 {
		t.Errorf("%d blocks compared", compared)
	}
}

func TestStrategies(t *testing.T) {
	lib := load(t, map[string]string{
		"a/SKILL.md": skillFile("a", 50), "a/more.md": strings.Repeat("more ", 60),
		"b/SKILL.md": skillFile("b", 400),
		"c/SKILL.md": skillFile("c", 50),
	})
	for _, c := range []struct {
		strategy string
		budget   int
		want     []string
	}{
		{"prefix", 300, []string{"a included", "b dropped", "c dropped"}},
		{"fill", 300, []string{"a included", "b dropped", "c included"}},
		{"graded", 300, []string{"a included", "b line", "c included"}},
		{"graded", 60, []string{"a line", "b line", "c dropped"}},
		{"prefix", 40, []string{"a clipped", "b dropped", "c dropped"}},
		{"fill", 90, []string{"a dropped", "b dropped", "c included"}},
		{"graded", 5, []string{"a clipped", "b dropped", "c dropped"}},
		{"prefix", 0, []string{"a dropped", "b dropped", "c dropped"}},
		{"fill", -1, []string{"a dropped", "b dropped", "c dropped"}},
		{"prefix", 10000, []string{"a included", "b included", "c included"}},
	} {
		if diff := cmp.Diff(c.want, statuses(plan(lib, c.budget, c.strategy))); diff != "" {
			t.Errorf("%s at %d:\n%s", c.strategy, c.budget, diff)
		}
	}
	p := plan(lib, 300, "prefix")
	if p.Count() != 1 || p.With("fill").Count() != 2 || p.With("graded").Count() != 3 || !p.Short() {
		t.Errorf("prefix keeps %d, fill %d, graded %d", p.Count(), p.With("fill").Count(), p.With("graded").Count())
	}
	// b fits alone: what fill passes over must not be what prefix took.
	small := load(t, map[string]string{"a/SKILL.md": skillFile("a", 90), "b/SKILL.md": skillFile("b", 90)})
	if q := plan(small, 150, "prefix"); q.Count() != 1 || q.With("fill").Count() != 1 {
		t.Errorf("one of two equal skills fits; prefix keeps %d, fill %d", q.Count(), q.With("fill").Count())
	}
	if diff := cmp.Diff([]string{"a included", "b dropped", "c dropped"}, statuses(p)); diff != "" {
		t.Errorf("asking what others keep changes the plan:\n%s", diff)
	}
}

func TestGradedLine(t *testing.T) {
	lib := load(t, map[string]string{"a/SKILL.md": skillFile("a", 500), "b/SKILL.md": skillFile("b", 500)})
	want := "### Skill: a\nWhen to use: About a.\nMore: a/SKILL.md\n\n---\n\n### Skill: b\nWhen to use: About b.\nMore: b/SKILL.md"
	if diff := cmp.Diff(want, plan(lib, 100, "graded").Block); diff != "" {
		t.Error(diff)
	}
}

// TestGradedPassesOver holds that no skill vanishes while its line fits: a long
// description takes only its own skill's.
func TestGradedPassesOver(t *testing.T) {
	long := "---\nname: b\ndescription: " + strings.Repeat("word ", 200) + "\n---\ntext\n"
	lib := load(t, map[string]string{"a/SKILL.md": skillFile("a", 90), "b/SKILL.md": long, "c/SKILL.md": skillFile("c", 90)})
	want := []string{"a line", "b dropped", "c line"}
	if diff := cmp.Diff(want, statuses(plan(lib, 60, "graded"))); diff != "" {
		t.Error(diff)
	}
	first := load(t, map[string]string{"a/SKILL.md": strings.Replace(long, "name: b", "name: a", 1), "c/SKILL.md": skillFile("c", 90)})
	if diff := cmp.Diff([]string{"a clipped", "c dropped"}, statuses(plan(first, 60, "graded"))); diff != "" {
		t.Error(diff)
	}
}

func TestMaxSkillsKeepsTheFirst(t *testing.T) {
	lib := load(t, map[string]string{"a/SKILL.md": skillFile("a", 5), "b/SKILL.md": skillFile("b", 5), "c/SKILL.md": skillFile("c", 5)})
	p := Make(lib, Options{Budget: 1000, Encoding: lib.Encoding, Strategy: "prefix", MaxSkills: 2})
	if diff := cmp.Diff([]string{"a included", "b included", "c dropped"}, statuses(p)); diff != "" {
		t.Error(diff)
	}
}

func TestRoutes(t *testing.T) {
	routed := func(name, globs string) string {
		return strings.Replace(skillFile(name, 5), "---\n", "---\nmetadata: {paths: \""+globs+"\"}\n", 1)
	}
	for pattern, ok := range map[string]bool{"docs/**": true, "{a,b}/*.[ch]": true, "/abs/**": false, "./a": false, "a/": false, "a[": false} {
		if err := CheckGlob(pattern); (err == nil) != ok {
			t.Errorf("CheckGlob(%q) = %v", pattern, err)
		}
	}
	lib := load(t, map[string]string{
		"a/SKILL.md": strings.Replace(routed("a", ""), `""`, "~", 1), "b/SKILL.md": routed("b", "**/*.tf x/[id]"), "c/SKILL.md": routed("c", "/abs"), "d/SKILL.md": skillFile("d", 5),
	})
	for _, c := range []struct {
		name     string
		strategy string
		changed  []string
		want     []string
	}{
		{"no changed files: ignored", "prefix", nil, []string{"a included", "b included", "c included", "d included"}},
		{"match", "prefix", []string{"m/x.tf"}, []string{"a included", "b included", "c included", "d unrouted"}},
		{"literal match", "prefix", []string{"x/[id]"}, []string{"a included", "b included", "c included", "d unrouted"}},
		{"no match; an invalid glob leaves c unrouted", "prefix", []string{"x/i", "docs/d.md"}, []string{"a included", "b unrouted", "c included", "d included"}},
		{"a route's globs are doublestar's", "prefix", []string{"app/a.md"}, []string{"a included", "b unrouted", "c included", "d included"}},
		{"graded takes routed ones first", "graded", []string{"m/x.tf", "docs/d.md"}, []string{"b included", "d included", "a included", "c included"}},
	} {
		p := Make(lib, Options{
			Budget: 1000, Encoding: lib.Encoding, Strategy: c.strategy, Changed: c.changed,
			Routes: []Route{{Skills: []string{"d*"}, Paths: []string{"docs/**", "{web,app}/*.md"}}},
		})
		if diff := cmp.Diff(c.want, statuses(p)); diff != "" {
			t.Errorf("%s:\n%s", c.name, diff)
		}
	}
}

func TestCatalog(t *testing.T) {
	lib := load(t, map[string]string{"a/SKILL.md": "---\nname: a\ndescription: <b> & \"c\" 'd'\n---\n", "b/SKILL.md": skillFile("b", 5)})
	p := Make(lib, Options{Budget: 1000, Encoding: lib.Encoding, Layout: "catalog"})
	want := `<available_skills>
<skill>
<name>
a
</name>
<description>
&lt;b&gt; &amp; &quot;c&quot; &#x27;d&#x27;
</description>
<location>
a/SKILL.md
</location>
</skill>
<skill>
<name>
b
</name>
<description>
About b.
</description>
<location>
b/SKILL.md
</location>
</skill>
</available_skills>`
	if diff := cmp.Diff(want, p.Block); diff != "" {
		t.Error(diff)
	}
	odd := load(t, map[string]string{"s/\xFF/SKILL.md": skillFile("a", 5)})
	if q := Make(odd, Options{Budget: 1000, Encoding: odd.Encoding, Layout: "catalog"}); !strings.Contains(q.Block, "\ns/\\xFF/SKILL.md\n") {
		t.Errorf("a path that is not UTF-8: %q", q.Block)
	}
	for budget := range p.Tokens + 1 {
		q := Make(lib, Options{Budget: budget, Encoding: lib.Encoding, Layout: "catalog"})
		if q.Tokens > budget || q.Block != "" && !strings.HasSuffix(q.Block, "</skill>\n</available_skills>") {
			t.Errorf("at %d: %d tokens, %q", budget, q.Tokens, q.Block)
		}
	}
}

// FuzzBudget holds that no strategy passes the budget, save by a marker alone,
// that every skill has a status, and that what is held whole is in the block.
func FuzzBudget(f *testing.F) {
	f.Add("word", "日本語 ", "\n\n", uint16(40), uint8(20), uint8(3))
	f.Add("\n---\n", "e\u0301🏳️‍🌈", "\n\t\n", uint16(200), uint8(90), uint8(1))
	f.Fuzz(func(t *testing.T, one, two, three string, budget uint16, n, m uint8) {
		files := map[string]string{
			"a/SKILL.md": skillFile("a", 1) + strings.Repeat(one, int(n)), "a/r.md": strings.Repeat(two, int(m)),
			"b/SKILL.md": skillFile("b", 1) + strings.Repeat(two, int(n)), "c/SKILL.md": skillFile("c", 1) + strings.Repeat(three, int(m)),
		}
		lib := load(t, files)
		for _, strategy := range []string{"prefix", "fill", "graded"} {
			p := plan(lib, int(budget), strategy)
			if p.Tokens != lib.Encoding.Count(p.Block) || p.Tokens > int(budget) && p.Block != strings.TrimSpace(marker) {
				t.Fatalf("%s: %d tokens of %d: %q", strategy, p.Tokens, budget, p.Block)
			}
			for _, i := range p.Items {
				if i.Status == Included && !strings.Contains(p.Block, i.Text) {
					t.Fatalf("%s: %s is not in the block", strategy, i.Name)
				}
			}
			if len(p.Items) != len(lib.Skills) || !slices.Equal(statuses(p), statuses(plan(lib, int(budget), strategy))) {
				t.Fatalf("%s: items %v", strategy, statuses(p))
			}
		}
	})
}
