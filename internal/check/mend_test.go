package check

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/diag"
)

func TestFixes(t *testing.T) {
	t.Parallel()
	const path = "skills/pdf/SKILL.md"
	for name, c := range map[string]struct{ path, before, after string }{
		"byte order mark":           {path, "\ufeff" + skillFile("pdf", "X.", "", "# P\n"), skillFile("pdf", "X.", "", "# P\n")},
		"of a resource":             {"skills/pdf/a.md", "\ufeff# A\r\n", "# A\r\n"},
		"name":                      {path, skillFile("'pdf tools' # old", "X.", "", "# P\r\n"), skillFile("pdf # old", "X.", "", "# P\r\n")},
		"colon":                     {path, skillFile("pdf", "Use it: it's good ", "", "# P\n"), skillFile("pdf", `"Use it: it's good" `, "", "# P\n")},
		"colon in one of CR LF":     {path, strings.ReplaceAll(skillFile("pdf", "Use: it", "", "# P\n"), "\n", "\r\n"), strings.ReplaceAll(skillFile("pdf", `"Use: it"`, "", "# P\n"), "\n", "\r\n")},
		"number":                    {path, skillFile("pdf", "0123 # n", "", "# P\n"), skillFile("pdf", `"0123" # n`, "", "# P\n")},
		"field":                     {path, skillFile("pdf", "X.", "licence: MIT\n", "# P\n"), skillFile("pdf", "X.", "license: MIT\n", "# P\n")},
		"field in capitals":         {path, skillFile("pdf", "X.", "\"License\": MIT\n", "# P\n"), skillFile("pdf", "X.", "license: MIT\n", "# P\n")},
		"letter case of a link":     {path, skillFile("pdf", "X.", "", "[a](./A.md#x \"t\") [b](<Sub/b c.md>)\n"), skillFile("pdf", "X.", "", "[a](./a.md#x \"t\") [b](<sub/b c.md>)\n")},
		"letter case, encoded":      {path, skillFile("pdf", "X.", "", "[b](Sub/b%20c.md)\n"), ""},
		"field that is there":       {path, skillFile("pdf", "X.", "licence: MIT\nlicense: MIT\n", "# P\n"), ""},
		"colon and comment":         {path, skillFile("pdf", "Use: it # now", "", "# P\n"), ""},
		"colon in several lines":    {path, skillFile("pdf", "Use: it\n  now", "", "# P\n"), ""},
		"two fields for one name":   {path, skillFile("pdf", "X.", "licence: MIT\nLicense: X\n\"Version\": 1\n", "# P\n"), skillFile("pdf", "X.", "licence: MIT\nLicense: X\nversion: 1\n", "# P\n")},
		"letter case of twins":      {path, skillFile("pdf", "X.", "", "[t](Twin.md)\n"), ""},
		"field far from any":        {path, skillFile("pdf", "X.", "colour: red\n", "# P\n"), ""},
		"directory with no name":    {"skills/PDF_x/SKILL.md", skillFile("pdf", "X.", "", "# P\n"), ""},
		"list where text may be":    {path, skillFile("pdf", "X.", "agents: [a]\n", "# P\n"), ""},
		"missing link":              {path, skillFile("pdf", "X.", "", "[a](aa.md)\n"), ""},
		"directory that YAML types": {"skills/true/SKILL.md", skillFile("pdf", "X.", "", "# P\n"), skillFile(`"true"`, "X.", "", "# P\n")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{path: skillFile("pdf", "X.", "", "# P\n"), "skills/pdf/a.md": "a", "skills/pdf/sub/b c.md": "b", "skills/pdf/twin.md": "t", "skills/pdf/TWIN.md": "t", c.path: c.before}
			want := c.after
			if want == "" {
				want = c.before
			}
			mended := Apply(c.before, fixes(t, files, c.path))
			if d := cmp.Diff(want, mended); d != "" {
				t.Error(d)
			}
			files[c.path] = mended
			if again := Apply(mended, fixes(t, files, c.path)); again != mended {
				t.Errorf("mended twice: %q, then %q", mended, again)
			}
		})
	}
}

func fixes(t *testing.T, files map[string]string, path string) []diag.Edit {
	t.Helper()
	var edits []diag.Edit
	for _, f := range checked(t, files, nil) {
		if f.Path == path && f.Fix != nil {
			edits = append(edits, *f.Fix)
		}
	}
	return edits
}

func TestApply(t *testing.T) {
	t.Parallel()
	edits := []diag.Edit{{Start: 4, End: 6, Text: "Z"}, {Start: 0, End: 1, Text: ""}, {Start: 5, End: 7, Text: "lost"}, {Start: 4, End: 6, Text: "Z"}, {Start: 8, End: 8, Text: "!"}, {Start: 7, End: 99}}
	if got := Apply("abcdefgh", edits); got != "bcdZgh!" {
		t.Errorf("got %q", got)
	}
}

func TestDiff(t *testing.T) {
	t.Parallel()
	const want = "--- a/x.md\n+++ b/x.md\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n\\ No newline at end of file\n"
	if d := cmp.Diff(want, Diff("x.md", "a\nb\nc", "a\nB\nc")); d != "" {
		t.Error(d)
	}
	if got := Diff("x.md", "a", "a"); got != "" {
		t.Errorf("of equal texts: %q", got)
	}
}

// Paths that hold what a terminal or a reader of diffs obeys are quoted as git does.
func TestDiffQuotesPaths(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"é/x y.md": "a/é/x y.md", "n\n::error::\x1b[31m": `"a/n\012::error::\033[31m"`, `q"\`: `"a/q\"\\"`, "\xff": `"a/\377"`, "\u202e": `"a/\342\200\256"`,
	} {
		if got, _, _ := strings.Cut(Diff(path, "a", "b"), "\n"); got != "--- "+want {
			t.Errorf("%q is shown as %s, want %s", path, got, want)
		}
	}
}
