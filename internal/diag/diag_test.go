package diag

import (
	"slices"
	"strings"
	"testing"
)

func TestCompareOrdersByPlace(t *testing.T) {
	at := func(path string, line, column int, rule string) Finding {
		return Finding{Path: path, Rule: rule, Span: Span{Pos{line, column}, Pos{line, column + 1}}}
	}
	want := []Finding{at("a", 1, 1, "x"), at("a", 1, 2, "a"), at("a", 1, 2, "b"), at("a", 10, 1, "a"), at("b", 1, 1, "a")}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, Compare)
	if !slices.EqualFunc(got, want, func(a, b Finding) bool { return a == b }) {
		t.Errorf("got %v", got)
	}
}

func TestParseSeverity(t *testing.T) {
	for _, name := range []string{"off", "notice", "warning", "error"} {
		s, err := ParseSeverity(name)
		if err != nil || s.String() != name {
			t.Errorf("ParseSeverity(%q) = %v, %v", name, s, err)
		}
	}
	if _, err := ParseSeverity("fatal"); err == nil || !strings.Contains(err.Error(), "notice") {
		t.Errorf("an unknown severity gives %v, want an error that names the known ones", err)
	}
}

func TestQuoteIsShortAndInert(t *testing.T) {
	if got := Quote("a\n\x1b\u202e\"ü"); got != `"a\n\x1b\u202e\"ü"` {
		t.Errorf("got %s", got)
	}
	if got := Quote(strings.Repeat("é", 61)); got != `"`+strings.Repeat("é", 60)+`"...` {
		t.Errorf("got %s", got)
	}
}

func TestPath(t *testing.T) {
	for in, want := range map[string]string{"a/ü\n": "a/ü\n", "a\xff\xfeb": `a\xFF\xFEb`, "\xe6\xbc": `\xE6\xBC`} {
		if got := Path(in); got != want {
			t.Errorf("Path(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"review", "improve", "paths", "exclude_paths", "id"}
	for name, want := range map[string]string{
		"reveiw": "review", "REVIEW": "review", "path": "paths", "ID": "id", "exlude_paths": "exclude_paths",
		"banana": "", "xx": "", "review": "", strings.Repeat("x", 100): "",
	} {
		if got := Nearest(name, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}
