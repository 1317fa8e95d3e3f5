package check

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParsePlaces(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		raw  string
		want []string // destinations, as found at their places
	}{
		"inline":        {"[a](b.md) and ![c](d%20e.png \"title\")", []string{"b.md", "d%20e.png"}},
		"angle":         {"[a](<b c.md>)", []string{"b c.md"}},
		"next line":     {"[a](\n  b.md\n  'title')", []string{"b.md"}},
		"quote":         {"> text\n> [a](b.md)\n", []string{"b.md"}},
		"list":          {"- x\n\n  1. [a](b.md)\n\n     [c](d.md)", []string{"b.md", "d.md"}},
		"tab":           {"-\t[a](b.md)\n\n\t[c](d.md)\n", []string{"b.md", "d.md"}},
		"table":         {"| x | y |\n|---|---|\n| [a](b.md) | `[c](d.md)` |\n", []string{"b.md"}},
		"definition":    {"[a][x] [x] [y][]\n\n[x]: b.md\n[y]: <d e.md> (title)\n", []string{"b.md", "d e.md"}},
		"code":          {"```\n[a](b.md)\n```\n\n    [a](b.md)\n\n`[a](b.md)` ``[`a](b.md)``", nil},
		"comment":       {"<!-- [a](b.md) -->\n\n<div>\n[a](b.md)\n</div>", nil},
		"parentheses":   {"[a](b(1).md)", []string{"b(1).md"}},
		"image in link": {"[![i](a.png)](b.md)", []string{"a.png", "b.md"}},
		"lone cr":       {"# H\r[a](b.md)\r\r```\r[c](d.md)\r```\r", []string{"b.md"}},
		"crlf":          {"# H\r\n\r\n[a](b.md)\r\n", []string{"b.md"}},
		"heading":       {"## [a](b.md)\n\n[c](d.md)\n===\n", []string{"b.md", "d.md"}},
		"multibyte":     {"Größe → [ä](b.md)", []string{"b.md"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const front = "---\nname: x\n---\n"
			raw := front + c.raw
			var got []string
			for _, l := range parse(raw, len(front)).links {
				if raw[l.start:l.end] != l.dest {
					t.Errorf("place %d-%d holds %q, not %q", l.start, l.end, raw[l.start:l.end], l.dest)
				}
				got = append(got, l.dest)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestInCodeAndQuote(t *testing.T) {
	t.Parallel()
	raw := "a `b` c\n\n> d\n> e\n\n```go\nf\n```\n\n    g\n\n~~~~\n```\nh\n"
	m := parse(raw, 0)
	for at, want := range map[string][2]bool{
		"a": {}, "b": {true, false}, "c": {}, "d": {false, true}, "e": {false, true}, "f": {true, false}, "g\n": {true, false}, "h": {true, false},
	} {
		i := strings.LastIndex(raw, at)
		if got := [2]bool{m.inCode(i), m.inQuote(i)}; got != want {
			t.Errorf("%q: in code and quote %v, want %v", at, got, want)
		}
	}
}
