package manifest

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/source"
)

//go:embed testdata/match.tsv
var matchTable string

func TestMatchTable(t *testing.T) {
	t.Parallel()
	for _, row := range strings.Split(strings.TrimSpace(matchTable), "\n")[1:] {
		f := strings.Split(row, "\t")
		g, err := Compile(f[0])
		if err != nil || len(f) != 3 {
			t.Fatalf("%q: %v", row, err)
		}
		if got := g.Match(f[1]); got != (f[2] == "yes") {
			t.Errorf("%q matches %q: %v", f[0], f[1], got)
		}
	}
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"python": "python", "py": "python", "c++": "cpp", "cpp": "cpp", "golang": "go", "go": "go", "ts": "typescript", "tsx": "typescript",
		"js": "javascript", "c#": "c-sharp", "csharp": "c-sharp", "c-sharp": "c-sharp", "f#": "f-sharp", "objc": "objective-c", "bash": "shell", "sh": "shell",
		"yml": "yaml", "terraform": "hcl", "rb": "ruby", "rs": "rust", "kt": "kotlin", "Python": "", "Go": "", "": "", "cobolt": "",
	} {
		if got := Language(name); got != want {
			t.Errorf("Language(%q) = %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]string{
		"Golang": "go", "Python": "python", "pyhton": "python", "typscript": "typescript", "C++": "cpp", "zzzzzzzzz": "",
		".go": "go", "*.rb": "ruby", "HPP": "cpp", "h": "", "x": "", ".": "", "*": "", "": "", " Py": "python",
	} {
		if got := NearestLanguage(name); got != want {
			t.Errorf("NearestLanguage(%q) = %q, want %q", name, got, want)
		}
	}
	for path, want := range map[string]string{
		"a/b.py": "python", "src/a.cc": "cpp", "a.go": "go", "x.tsx": "typescript", "x.d.ts": "typescript", "a.cs": "c-sharp", "Dockerfile": "dockerfile",
		"x/Makefile": "makefile", "a.H": "c cpp", "a.h": "c cpp", "README.md": "markdown", "a.unknown": "", "noext": "", "a.tar.py": "python", ".bashrc": "shell",
		"a.": "", "": "", "dir.py/file": "", "x.rs": "rust", "x.kt": "kotlin", "x.swift": "swift", "x.yml": "yaml", "x.sql": "sql", "x.php": "php", "x.pl": "perl",
	} {
		if got := strings.Join(fileLanguages(path), " "); got != want {
			t.Errorf("fileLanguages(%q) = %q, want %q", path, got, want)
		}
	}
	if diff := cmp.Diff([]string{"klingon", "Go"}, UnknownLanguages([]string{"go", "klingon", " c++ ", "Go"})); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"c", "cpp", "go"}, changedLanguages([]string{"b.go", "a.h", "a.go", "z"})); diff != "" {
		t.Error(diff)
	}
}

func TestLanguageTableIsSound(t *testing.T) {
	t.Parallel()
	if n := len(table().names); n < 1000 {
		t.Fatalf("%d names of languages", n)
	}
	for _, name := range table().names {
		if id := Language(name); id == "" || Language(id) != id || name != strings.ToLower(name) {
			t.Errorf("%q leads to %q", name, id)
		}
	}
}

const threeRules = `schema_version = 1
project = "example/repo"
[[rules]]
id = "any"
targets = ["review"]
instruction = "Any."
[[rules]]
id = "go"
targets = ["review", "improve"]
instruction = "Go."
languages = ["golang"]
paths = ["src/**"]
exclude_paths = ["**/gen/**"]
[[rules]]
id = "docs"
targets = ["improve"]
instruction = "Docs."
exclude_paths = ["src/**"]
`

func TestSelect(t *testing.T) {
	t.Parallel()
	m := load(t, threeRules)
	for _, tt := range []struct {
		name string
		q    Query
		want string
	}{
		{"no files", Query{Target: "review"}, "any[]"},
		{"language of files", Query{Target: "review", Changed: []string{"src/a.go", "x.py"}}, "any[src/a.go x.py] go[src/a.go]"},
		{"wrong place", Query{Target: "review", Changed: []string{"lib/a.go"}}, "any[lib/a.go]"},
		{"excluded", Query{Target: "review", Changed: []string{"src/gen/a.go"}}, "any[src/gen/a.go]"},
		{"language leg", Query{Target: "review", Changed: []string{"src/a.py"}, Languages: []string{" go "}}, "any[src/a.py] go[src/a.py]"},
		{"other language", Query{Target: "review", Changed: []string{"src/a.go"}, Languages: []string{"python"}}, "any[src/a.go]"},
		{"unknown language", Query{Target: "review", Changed: []string{"src/a.go"}, Languages: []string{"klingon"}}, "any[src/a.go]"},
		{"stage of improve", Query{Target: "tier1_repair", Changed: []string{"README.md", "src/a.go"}}, "go[src/a.go] docs[README.md]"},
		{"all excluded", Query{Target: "improve", Changed: []string{"src/a.py"}}, ""},
		{"no target", Query{Target: "describe", Changed: []string{"src/a.go"}}, ""},
		{"spellings", Query{Target: "review", Changed: []string{`\src\a.go`, "//src/a.go", "", "/"}}, "any[src/a.go] go[src/a.go]"},
	} {
		var got []string
		for _, r := range Select(m, tt.q).Rules {
			got = append(got, r.ID.Value+fmt.Sprint(r.Matched))
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, s, tt.want)
		}
	}
}

func TestModes(t *testing.T) {
	t.Parallel()
	m := load(t, threeRules)
	for _, tt := range []struct {
		mode     Mode
		target   string
		status   Status
		injected bool
	}{
		{"disabled", "review", Disabled, false},
		{"shadow", "review", Loaded, false},
		{"review_only", "review", Loaded, true},
		{"review_only", "improve", Loaded, false},
		{"review_only", "generation", Loaded, false},
		{"review_and_improve", "review", Loaded, true},
		{"review_and_improve", "improve", Loaded, true},
		{"review_and_improve", "generation", Loaded, true},
		{"review_and_improve", "describe", Loaded, false},
	} {
		e := Select(m, Query{Target: tt.target, Changed: []string{"x"}, Mode: tt.mode})
		p := e.Provenance()
		if p.Status != tt.status || p.Injected != tt.injected || (e.Render() != "") != tt.injected {
			t.Errorf("%s, %s: status %s, injected %v; want %s, %v", tt.mode, tt.target, p.Status, p.Injected, tt.status, tt.injected)
		}
	}
}

func TestLoadStatuses(t *testing.T) {
	t.Parallel()
	valid := "schema_version = 1\nproject = \"example/repo\"\n"
	tree := source.Memory(map[string]string{
		"a/skill.toml": valid, "b/skill.toml": "x", "c/real.toml": valid, "e/skill.toml/x": "", "big/skill.toml": strings.Repeat("#", maxBytes+1),
		"odd[1]/skill.toml": valid,
	}, map[string]string{"c/skill.toml": "real.toml", "d/skill.toml": "../../out.toml"})
	for _, tt := range []struct {
		name string
		o    Options
		want string
	}{
		{"glob", Options{Paths: []string{"*/skill.toml"}}, "a/skill.toml loaded, b/skill.toml invalid, big/skill.toml invalid, c/skill.toml loaded, d/skill.toml unavailable, odd[1]/skill.toml loaded"},
		{"glob and path once", Options{Paths: []string{"./a/skill.toml", "a/*.toml"}}, "a/skill.toml loaded"},
		{"brackets in a path", Options{Paths: []string{"odd[1]/skill.toml"}}, "odd[1]/skill.toml loaded"},
		{"absent", Options{Paths: []string{"z/skill.toml", "y/*.toml", ""}}, "y/*.toml missing, z/skill.toml missing"},
		{"directory", Options{Paths: []string{"e/skill.toml"}}, "e/skill.toml unavailable"},
		{"excluded", Options{Paths: []string{"*/skill.toml"}, Exclude: []string{"[b-o]*/**"}}, "a/skill.toml loaded"},
		{"disabled", Options{Paths: []string{"b/skill.toml"}, Mode: ModeDisabled}, "b/skill.toml disabled"},
	} {
		ms, err := Load(t.Context(), tree, tt.o)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range ms {
			got = append(got, m.Path+" "+string(m.Status))
			e := Select(m, Query{Target: "review", Mode: ModeReviewAndImprove})
			if e.Status != m.Status || e.Render() != "" || e.Status != Loaded && e.Provenance().ManifestHash != "" || (e.Error == "") != (e.Status != Invalid) || (m.Err == nil) != (e.Status != Unavailable) {
				t.Errorf("%s: %s selects as %+v", tt.name, m.Status, e.Provenance())
			}
		}
		if s := strings.Join(got, ", "); s != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.name, s, tt.want)
		}
	}
}

func TestTogether(t *testing.T) {
	t.Parallel()
	effective := func(s Status) Effective { return Effective{Manifest: &Manifest{}, Status: s} }
	for _, tt := range []struct {
		all  []Status
		want Status
	}{
		{nil, Missing},
		{[]Status{Unavailable}, Unavailable},
		{[]Status{Missing, Invalid, Loaded}, Loaded},
		{[]Status{Loaded, Invalid}, Loaded},
		{[]Status{Missing, Invalid}, Invalid},
		{[]Status{Disabled, Missing}, Disabled},
	} {
		var all []Effective
		for _, s := range tt.all {
			all = append(all, effective(s))
		}
		if got, hash := Together(all); got != tt.want || len(hash) != 64 {
			t.Errorf("%v together are %s, want %s", tt.all, got, tt.want)
		}
	}
	one, other := effective(Loaded), effective(Missing)
	if _, hash := Together([]Effective{one, other}); hash != Digest(one.SkillHash()+"\n"+other.SkillHash()) {
		t.Errorf("hash of two is %s", hash)
	}
}

func TestUnusedReferences(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"r/skill.toml":      "schema_version = 1\nproject = \"a/b\"\n[[rules]]\nid = \"a\"\ntargets = [\"review\"]\ninstruction = \"x\"\nreferences = [\"references/a.md\"]\n",
		"r/references/a.md": "a", "r/references/sub/b.md": "b", "r/referencesx/c.md": "c",
	}
	unused := func() []string {
		ms, err := Load(t.Context(), source.Memory(files, nil), Options{Paths: []string{"r/skill.toml"}})
		if err != nil {
			t.Fatal(err)
		}
		var paths []string
		for _, f := range ms[0].Faults {
			if f.Rule == "reference-unused" {
				paths = append(paths, f.Path)
			}
		}
		return paths
	}
	if diff := cmp.Diff([]string{"r/references/sub/b.md"}, unused()); diff != "" {
		t.Error(diff)
	}
	manifest := files["r/skill.toml"]
	files["r/skill.toml"] = strings.Replace(manifest, `"references/a.md"`, `"references/1.md", "references/2.md", "references/3.md", "references/4.md", "references/5.md", `+
		`"references/6.md", "references/7.md", "references/8.md", "references/9.md", "references/10.md", "references/a.md"`, 1)
	if got := unused(); got != nil {
		t.Errorf("with an eleventh reference: %v", got)
	}
	files["r/skill.toml"] = manifest
	files["r/SKILL.md"] = "its references are the skill's"
	if got := unused(); got != nil {
		t.Errorf("beside a SKILL.md: %v", got)
	}
}

// BenchmarkSelect selects from 50 rules of three paths and one exclusion each.
func BenchmarkSelect(b *testing.B) {
	for _, rules := range []int{10, 50} {
		m := benchManifest(b, rules)
		for _, files := range []int{50, 500, 5_000, 50_000} {
			changed := benchFiles(files)
			b.Run(fmt.Sprintf("rules=%d/files=%d", rules, files), func(b *testing.B) {
				selected := 0
				for b.Loop() {
					selected = len(Select(m, Query{Target: "review", Changed: changed}).Rules)
				}
				b.ReportMetric(float64(selected), "selected")
			})
		}
	}
}

func benchManifest(tb testing.TB, rules int) *Manifest {
	tb.Helper()
	var s strings.Builder
	s.WriteString("schema_version = 1\nproject = \"a/b\"\n")
	for i := range rules {
		fmt.Fprintf(&s, "[[rules]]\nid = \"r%d\"\ntargets = [\"review\"]\ninstruction = \"Rule %[1]d.\"\npaths = [\"services/mod%[1]d/**\", \"**/pkg%[1]d/*.go\", \"**/*_%[1]d.??\"]\nexclude_paths = [\"**/generated/**\"]\n", i)
	}
	m := Parse("skill.toml", s.String(), "a/b")
	if m.Status != Loaded {
		tb.Fatal(m.Faults)
	}
	return m
}

func benchFiles(n int) []string {
	files := make([]string, n)
	for i := range files {
		files[i] = fmt.Sprintf("services/mod%d/internal/pkg%d/generated_code/file_%d.go", i%97, i%53, i)
	}
	return files
}
