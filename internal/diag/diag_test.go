package diag

import (
	"math/rand/v2"
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

// TestDistance compares the bounded distance with the definition.
func TestDistance(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	word := func() []rune {
		w := make([]rune, random.IntN(9))
		for i := range w {
			w[i] = []rune("abé")[random.IntN(3)]
		}
		return w
	}
	for range 20_000 {
		a, b, limit := word(), word(), random.IntN(6)
		got, want := distance(a, b, limit), alignment(a, b)
		if got != want && (got <= limit || want <= limit) {
			t.Fatalf("distance(%q, %q, %d) = %d, want %d", string(a), string(b), limit, got, want)
		}
	}
}

// alignment is the optimal string alignment distance as it is defined.
func alignment(a, b []rune) int {
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	x, y := a[:len(a)-1], b[:len(b)-1]
	d := min(alignment(x, b), alignment(a, y)) + 1
	if a[len(x)] == b[len(y)] {
		return min(d, alignment(x, y))
	}
	if len(x) > 0 && len(y) > 0 && a[len(x)] == b[len(y)-1] && a[len(x)-1] == b[len(y)] {
		d = min(d, alignment(x[:len(x)-1], y[:len(y)-1])+1)
	}
	return min(d, alignment(x, y)+1)
}
