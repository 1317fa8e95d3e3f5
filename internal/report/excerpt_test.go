package report

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// caretLines is an excerpt as it is printed: the source line and the line of carets, with "|" for the gutter.
func caretLines(t *testing.T, source string, span diag.Span) string {
	t.Helper()
	r := &Report{
		Findings: []Finding{fault("r", diag.Error, "f", span, "m")},
		Source:   func(string) (string, bool) { return source, true },
	}
	lines := strings.Split(render(t, "text", r), "\n")
	for i, line := range lines {
		if _, rest, ok := strings.Cut(line, "| "); ok {
			lines[i] = "|" + rest
		}
	}
	return strings.Join(lines[1:len(lines)-2], "\n")
}

func TestExcerpt(t *testing.T) {
	for _, c := range []struct {
		source string
		span   diag.Span
		want   string
	}{
		{"abc", at(1, 2, 1, 3), "|abc\n| ^"},
		{"abc\r\ndef\rghi", at(2, 1, 2, 4), "|def\n|^^^"},
		{"abc\r\ndef\rghi", at(3, 3, 3, 4), "|ghi\n|  ^"},
		{"abc", at(1, 4, 1, 4), "|abc\n|   ^"},
		{"abc", at(1, 99, 1, 100), "|abc\n|   ^"},
		{"abc", at(1, 2, 3, 1), "|abc\n| ^^"},
		{"abc", at(1, 3, 1, 1), "|abc\n|  ^"},
		{"", at(1, 1, 1, 1), "|\n|^"},
		{"\ta\tb", at(1, 4, 1, 5), "|\ta\tb\n|\t \t^"},
		{"数据x", at(1, 3, 1, 4), "|数据x\n|    ^"},
		{"数据x", at(1, 1, 1, 3), "|数据x\n|^^^^"},
		{"e\u0301x", at(1, 3, 1, 4), "|e\u0301x\n| ^"},
		{"a\x1bb", at(1, 3, 1, 4), "|a\\x1Bb\n|     ^"},
		{"a\xffb", at(1, 3, 1, 4), "|a\\xFFb\n|     ^"},
		{"##[x]y", at(1, 4, 1, 5), "|##\\[x]y\n|    ^"},
		{"::x", at(1, 3, 1, 4), "|::x\n|  ^"},
		{"abc", at(2, 1, 2, 2), ""},
		{"abc", diag.Span{}, ""},
		{"abc", at(1, 0, 1, 0), ""},
	} {
		if got := caretLines(t, c.source, c.span); got != c.want {
			t.Errorf("%q at %v is shown as\n%s\nwant\n%s", c.source, c.span, got, c.want)
		}
	}
}

// TestLongLine holds that one huge line with many findings stays cheap to show.
func TestLongLine(t *testing.T) {
	source := strings.Repeat("x", 200_000) + "!" + strings.Repeat("y", 200_000)
	got := caretLines(t, source, at(1, 200_001, 1, 200_002))
	want := "|…" + strings.Repeat("x", windowSize) + "!" + strings.Repeat("y", windowSize-1) + "…\n|" + strings.Repeat(" ", windowSize+1) + "^"
	if got != want {
		t.Errorf("shown as\n%s\nwant\n%s", got, want)
	}
	source = strings.Repeat("数", 200) + "!" + strings.Repeat("\u0301", 200)
	got = caretLines(t, source, at(1, 201, 1, 202))
	want = "|…" + strings.Repeat("数", windowSize/2) + "!" + strings.Repeat("\u0301", windowSize-1) + "…\n|" + strings.Repeat(" ", windowSize+1) + "^"
	if got != want {
		t.Errorf("wide and narrow characters are shown as\n%s\nwant\n%s", got, want)
	}
}

// columns is the width of text on a terminal with tab stops every eight columns.
func columns(s string) int {
	n := 0
	for i := 0; i < len(s); {
		c := cellAt(s, i)
		if c.text == "\t" {
			n += 8 - n%8
		} else {
			n += c.width
		}
		i += c.size
	}
	return n
}

// TestExcerptsOfALine holds that what is remembered of a line changes no excerpt.
func TestExcerptsOfALine(t *testing.T) {
	source := func(path string) (string, bool) {
		return strings.Repeat(path+"数b\t", 100) + "\n" + strings.Repeat("c", 300), true
	}
	known := excerpts{source: source}
	for i := range 200 {
		column := 1 + i*i%450
		f := fault("r", diag.Error, string(rune('v'+i/50)), at(1+i%3/2, column, 1+i%3/2, column+i%5-1), "m")
		fresh := excerpts{source: source}
		if got, want := known.of(f), fresh.of(f); got != want {
			t.Fatalf("%v is shown as %+v, want %+v", f.Span, got, want)
		}
	}
}

// BenchmarkExcerpts shows that the cost of a finding does not grow with its line.
func BenchmarkExcerpts(b *testing.B) {
	for name, n := range map[string]int{"short": 10_000, "long": 1_000_000} {
		line := strings.Repeat("x", n)
		b.Run(name, func(b *testing.B) {
			src := excerpts{source: func(string) (string, bool) { return line, true }}
			for i := range b.N {
				src.of(fault("r", diag.Error, "f", at(1, 1+i%n, 1, 3+i%n), "m"))
			}
		})
	}
}

func FuzzExcerpt(f *testing.F) {
	for _, s := range hostileTexts {
		f.Add(s, 1, 1, 1, 2)
		f.Add("\t数"+s+"\t"+s, 1, 3, 1, 5)
	}
	f.Add("a\nb", -1, -5, 9, 9)
	f.Fuzz(func(t *testing.T, source string, line, column0, endLine, endColumn int) {
		src := excerpts{source: func(string) (string, bool) { return source, true }}
		e := src.of(fault("r", diag.Error, "f", at(line, column0, endLine, endColumn), "m"))
		if e.line == 0 {
			return
		}
		if strings.ContainsAny(e.text+e.pad, "\r\n\x1b") || strings.Trim(e.pad, " \t") != "" || e.carets == "" || strings.Trim(e.carets, "^") != "" {
			t.Fatalf("excerpt is %+v", e)
		}
		if columns(strings.ReplaceAll(e.text, "\t", " ")) > 2+2*windowSize || len([]rune(e.text)) > 2+12*windowSize || len(e.carets) > windowSize {
			t.Fatalf("excerpt is not windowed: %d code points", len([]rune(e.text)))
		}
		text := diag.NewLines(source).Line(line)
		from := column(text, column0)
		if max(utf8.RuneCountInString(text[:from]), columns(text[:from])) <= windowSize && columns(text[:from]) != columns(e.pad) {
			t.Fatalf("%q: the caret stands at %d, the text at %d", text, columns(e.pad), columns(text[:from]))
		}
	})
}

func TestWidths(t *testing.T) {
	for s, want := range map[string]int{"a": 1, "数": 2, "ﾊ": 1, "Ａ": 2, "\u0301": 0, "\u200b": 0, "😀": 2, "é": 1} {
		if got := cellAt(s, 0).width; got != want {
			t.Errorf("%q (%v) is %d wide, want %d", s, width.LookupRune([]rune(s)[0]).Kind(), got, want)
		}
	}
}
