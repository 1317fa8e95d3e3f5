package glob

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"
)

// TestMatch compares with doublestar on patterns that it has the time for. It overlooks
// that what follows the end of a name may stand for nothing behind a star, as in a*{,b}.
func TestMatch(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	pick := func(n int, parts ...string) string {
		var b strings.Builder
		for range random.IntN(n) {
			b.WriteString(parts[random.IntN(len(parts))])
		}
		return b.String()
	}
	matched := 0
	for range 200_000 {
		pattern := pick(8, "a", "b", "*", "?", "/", "**/", "{a,b}", "{a,{b,*}}", "{,a}", "[ab]", "[!{]", `\{`, `[\]{]`, ",", "}")
		name := pick(8, "a", "b", "/", "{", "}", ",", "ab")
		ok, err := doublestar.Match(pattern, name)
		_, fault := Compile(pattern)
		empty := strings.Contains(pattern, "*") && strings.Contains(pattern, "{")
		if got, want := Match(pattern, name), ok && err == nil; fault == nil && got != want && (want || !empty) {
			t.Fatalf("Match(%q, %q) = %v, want %v", pattern, name, got, ok)
		}
		if ok {
			matched++
		}
	}
	if matched < 1000 {
		t.Fatalf("only %d names match", matched)
	}
}

// TestBranching holds that no pattern costs more than it is long.
func TestBranching(t *testing.T) {
	t.Parallel()
	name := strings.Repeat("a", 4000)
	for pattern, want := range map[string]error{
		strings.Repeat("{a,a}", 40) + "b": ErrMany, strings.Repeat("{*,*}", 40) + "b": ErrMany,
		strings.Repeat("{a,{a,{a,a}}}", 20): ErrMany, strings.Repeat("{", 2000) + "a" + strings.Repeat("}", 2000): nil,
		strings.Repeat("*{a,b}", 6) + "c": nil, "{" + strings.Repeat("a,", 99) + "a}": nil, "{" + strings.Repeat("a,", 100) + "a}": ErrMany,
		"[": ErrInvalid, "{a": ErrInvalid,
	} {
		g, err := Compile(pattern)
		if !errors.Is(err, want) {
			t.Errorf("Compile(%.40q): %v, want %v", pattern, err, want)
		}
		if g.Match(name) || Match(pattern, name) {
			t.Errorf("%.40q matches", pattern)
		}
	}
}
