// Package glob matches the globs of inputs and of the configuration, which are
// doublestar's, in time that grows with pattern and name only: left to itself,
// doublestar tries each alternative in braces again wherever a star before it could
// end.
package glob

import (
	"errors"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// most is the number of patterns that the braces of one may stand for.
const most = 100

// Errors of patterns, to be read behind one.
var (
	ErrInvalid = errors.New("is no valid glob")
	ErrMany    = errors.New("stands for more than 100 patterns; write fewer alternatives in braces")
)

// Glob is the patterns without braces that one stands for.
type Glob []string

// Compile reads a pattern.
func Compile(pattern string) (Glob, error) {
	if !doublestar.ValidatePattern(pattern) {
		return nil, ErrInvalid
	}
	g := Glob{""}
	for pattern != "" {
		literal, alternatives, rest := cut(pattern)
		g = g.with([]string{literal}, func(head, tail string) string { return head + tail })
		if alternatives != nil {
			var all []string
			for _, a := range alternatives {
				inner, err := Compile(a)
				if all = append(all, inner...); err != nil || len(all)*len(g) > most {
					return nil, ErrMany
				}
			}
			g = g.with(all, enter)
		}
		pattern = rest
	}
	return g, nil
}

// with is each pattern of g, joined with each of the tails.
func (g Glob) with(tails []string, join func(head, tail string) string) Glob {
	all := make(Glob, 0, len(g)*len(tails))
	for _, head := range g {
		for _, tail := range tails {
			all = append(all, join(head, tail))
		}
	}
	return all
}

// enter joins what stands before braces with what stands in them: two stars are ** on
// one side only.
func enter(head, tail string) string {
	stars := len(head) - len(strings.TrimRight(head, "*"))
	plain := head[:len(head)-stars]
	if escapes := len(plain) - len(strings.TrimRight(plain, `\`)); stars > 0 && escapes%2 == 1 {
		plain, stars = plain+"*", stars-1
	}
	if stars == 0 {
		return head + tail
	}
	return plain + "*" + strings.TrimLeft(tail, "*")
}

// Match reports whether a name matches as a whole.
func (g Glob) Match(name string) bool {
	return slices.ContainsFunc(g, func(p string) bool { return doublestar.MatchUnvalidated(p, name) })
}

// Match reports whether a name matches a pattern; nothing matches a faulty one.
func Match(pattern, name string) bool {
	if strings.IndexByte(pattern, '{') < 0 {
		ok, err := doublestar.Match(pattern, name)
		return ok && err == nil
	}
	g, err := Compile(pattern)
	return err == nil && g.Match(name)
}

// cut parts a valid pattern at its first brace: what stands before it, the
// alternatives in it, nil without a brace, and what follows.
func cut(pattern string) (literal string, alternatives []string, rest string) {
	depth, start := 0, 0
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '[':
			for i++; i < len(pattern) && pattern[i] != ']'; i++ {
				if pattern[i] == '\\' {
					i++
				}
			}
		case '{':
			if depth++; depth == 1 {
				literal, start = pattern[:i], i+1
			}
		case ',':
			if depth == 1 {
				alternatives, start = append(alternatives, pattern[start:i]), i+1
			}
		case '}':
			if depth--; depth == 0 {
				return literal, append(alternatives, pattern[start:i]), pattern[i+1:]
			}
		}
	}
	return pattern, nil, ""
}
