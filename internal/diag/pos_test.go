package diag

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestLinesPos(t *testing.T) {
	text := "a\r\nüb\rc\n\nlast\xff!"
	lines := NewLines(text)
	for _, c := range []struct {
		at   string
		want Pos
	}{
		{"a", Pos{1, 1}},
		{"üb", Pos{2, 1}},
		{"b\r", Pos{2, 2}},
		{"c\n", Pos{3, 1}},
		{"\nlast", Pos{4, 1}},
		{"last", Pos{5, 1}},
		{"!", Pos{5, 6}},
	} {
		if got := lines.Pos(strings.Index(text, c.at)); got != c.want {
			t.Errorf("Pos of %q = %v, want %v", c.at, got, c.want)
		}
	}
	if got := lines.Pos(len(text) + 5); got != (Pos{5, 7}) {
		t.Errorf("Pos past the end = %v", got)
	}
	if got := lines.Pos(strings.Index(text, "ü") + 1); got != (Pos{2, 1}) {
		t.Errorf("Pos inside a code point = %v", got)
	}
	if got := NewLines("0\xb60").Pos(2); got != (Pos{1, 3}) {
		t.Errorf("Pos behind a stray continuation byte = %v", got)
	}
	var all []string
	for n := range lines.Count() {
		all = append(all, lines.Line(n+1))
	}
	if diff := cmp.Diff([]string{"a", "üb", "c", "", "last\xff!"}, all); diff != "" {
		t.Error(diff)
	}
	if lines.Line(0) != "" || lines.Line(6) != "" {
		t.Error("a line that is not there has text")
	}
}

// FuzzLines holds that a place leads back to its offset, that columns count code
// points, and that lines and ends make up the text.
func FuzzLines(f *testing.F) {
	for _, s := range []string{"", "a\r\nb", "\r\r\n\n", "é\xff\n漢", "\xe6\xbc\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines, rest := NewLines(text), text
		for n := 1; n <= lines.Count(); n++ {
			line := lines.Line(n)
			if strings.ContainsAny(line, "\r\n") || !strings.HasPrefix(rest, line) {
				t.Fatalf("line %d of %q is %q", n, text, line)
			}
			rest = rest[len(line):]
			if strings.HasPrefix(rest, "\r\n") {
				rest = rest[1:]
			}
			rest = rest[min(1, len(rest)):]
		}
		if rest != "" {
			t.Fatalf("lines of %q leave %q", text, rest)
		}
		if !utf8.ValidString(text) {
			return
		}
		for offset := range text {
			p := lines.Pos(offset)
			if text[offset] != '\n' && text[offset] != '\r' && lines.Offset(p) != offset {
				t.Fatalf("offset %d of %q is at %v, which is offset %d", offset, text, p, lines.Offset(p))
			}
		}
	})
}

func TestOffsetIsClamped(t *testing.T) {
	lines := NewLines("ab\ncd")
	for p, want := range map[Pos]int{{1, 9}: 2, {2, 9}: 5, {9, 1}: 5, {0, 0}: 0, {2, 1}: 3} {
		if got := lines.Offset(p); got != want {
			t.Errorf("Offset(%v) = %d, want %d", p, got, want)
		}
	}
}
