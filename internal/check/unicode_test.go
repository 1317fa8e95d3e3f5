package check

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/library"
	"github.com/skillbrief/skillbrief/internal/skill"
)

// resource is a text that stands alone.
func resource(raw string) *text {
	lib := &library.Library{}
	return newText(newTargets(lib), text{path: "skills/x/a.md", raw: raw, skill: &library.Skill{Skill: &skill.Skill{Dir: "skills/x"}}})
}

func TestOddities(t *testing.T) {
	t.Parallel()
	names := map[kind]string{invisible: "invisible", zero: "zero", direction: "direction"}
	for raw, want := range map[string][]string{
		"plain text, tab\t and ends\r\n\v\f\x1c\u0085\u2028": nil,
		"a\x1b[31mb": {"invisible 1-2"}, "a\x00b": nil, "a\x7f": {"invisible 1-2"}, "a\u0090": {"invisible 1-3"}, "\x1f": {"invisible 0-1"},
		"\U000e0041\U000e0042": {"invisible 0-8"},
		// flags of England, Scotland and Wales, of Texas, and of nothing
		"\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F": nil,
		"\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F": nil,
		"\U0001F3F4\U000E0067\U000E0062\U000E0077\U000E006C\U000E0073\U000E007F": nil,
		"\U0001F3F4\U000E0075\U000E0073":                                         {"invisible 4-12"},
		"pdf\u200btotext":                                                        {"zero 3-6"}, "soft\u00adhyphen": {"zero 4-6"}, "a\ufeffb": {"zero 1-4"}, "\ufeffa": nil, "a\u2060b": {"zero 1-4"},
		"a\u200b\u200c\u200db": {"zero 1-10"},
		// joiners in emoji and in scripts that need them
		"\U0001F468\u200d\U0001F469\u200d\U0001F467 \u2764\ufe0f\u200d\U0001F525 \U0001F3F3\ufe0f\u200d\U0001F308": nil,
		"\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u0915\u094d\u200d\u0937":                                nil,
		"\u0e01\u200b\u0e02": nil, "\u05d0\u200f!": nil, "abc\u200f!": {"zero 3-6"}, "a\u200db": {"zero 1-4"},
		"1\ufe0f\u20e3 \u2714\ufe0f \u6f22\U000e0100": nil,
		"a\ufe01\ufe02\ufe03":                         {"zero 4-10"}, "a\U000e0101": {"zero 1-5"},
		"a\u061cb": {"zero 1-3"}, "\u061c\u0627": nil, "a\u2065b": {"zero 1-4"}, "a\U000e0fffb": {"zero 1-5"}, // reserved, and ignored by default
		"x\u202ey\u202c": {"direction 1-4", "direction 5-8"}, "\u2066": {"direction 0-3"},
	} {
		var got []string
		for _, o := range resource(raw).runes() {
			got = append(got, fmt.Sprintf("%s %d-%d", names[o.kind], o.at.start, o.at.end))
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%q: %s", raw, d)
		}
	}
}

func TestOdditiesOfEscapes(t *testing.T) {
	t.Parallel()
	raw := "---\nname: x\n\"k\\u200be\": \"a\\U000E0041\\x1bb \\t\\n \\\\u200b \\u0e01\\u200b\"\n---\n"
	lines := diag.NewLines(raw)
	at := func(s string) interval { i := strings.Index(raw, s); return interval{i, i + len(s)} }
	key, value := at(`"k\u200be"`), at(`"a\U000E0041\x1bb \t\n \\u200b \u0e01\u200b"`)
	fields := []skill.Field{{Key: "k\u200be", KeySpan: lines.Span(key.start, key.end), ValueSpan: lines.Span(value.start, value.end), Style: skill.DoubleQuoted}}
	var got []string
	for _, span := range values(fields) {
		for _, o := range escaped(resource(raw), span) {
			got = append(got, raw[o.at.start:o.at.end])
		}
	}
	if d := cmp.Diff([]string{`\u200b`, `\U000E0041\x1b`}, got); d != "" {
		t.Error(d)
	}
}

// A NUL is odd where no reader of the file speaks of it: made by an escape, or in
// a text that only a manifest cites.
func TestNULIsTold(t *testing.T) {
	t.Parallel()
	d := Doc{Settings: map[string][]string{}, Files: []Example{
		{Tree: "bad", Path: ".pr_agent/skills/review/skill.toml", Content: "schema_version = 1\nproject = \"a/b\"\n[[rules]]\nid = \"a\"\ntargets = [\"review\"]\ninstruction = \"a\\u0000b\"\nreferences = [\"references/a.md\"]\n"},
		{Tree: "bad", Path: ".pr_agent/skills/review/references/a.md", Content: "a\n\x00b\n"},
		{Tree: "bad", Path: "skills/x/SKILL.md", Content: skillFile("x", "X.", "", "See [y](y.md).\n")},
		{Tree: "bad", Path: "skills/x/y.md", Content: "a\x00b\n"},
	}}
	var got []string
	found, _ := Run(input(t, &d, "bad"))
	for _, f := range found {
		if f.Rule == "invisible-text" || f.Rule == "resource-encoding" {
			got = append(got, fmt.Sprintf("%s:%d:%d %s", f.Path, f.Span.Start.Line, f.Span.Start.Column, f.Rule))
		}
	}
	if d := cmp.Diff([]string{".pr_agent/skills/review/references/a.md:2:1 invisible-text", ".pr_agent/skills/review/skill.toml:6:17 invisible-text", "skills/x/y.md:1:2 resource-encoding"}, got); d != "" {
		t.Error(d)
	}
}
