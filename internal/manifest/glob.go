package manifest

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// Glob is a pattern of repository-relative paths, matched whole and with regard
// to case: * is any run inside a segment, ? one character inside a segment, **
// any run across segments without line feed, and **/ also nothing. Every other
// character stands for itself.
type Glob struct {
	pattern string // backslashes read as /
	parts   []part
	// What every match has: at least least bytes, begun and ended by prefix and
	// suffix, with all that the literals show.
	prefix, suffix string
	least          int
	shown          signature
	// greedy is set where the greedy walk is right; else a set of states decides.
	greedy bool
}

// part is a piece of a pattern.
type part struct {
	op      op
	literal string
}

type op uint8

const (
	literal op = iota
	one        // ?
	run        // *
	deep       // **
	dirs       // **/
)

// Compile reads a pattern. The error says what is wrong with it, in one line.
func Compile(pattern string) (Glob, error) {
	if err := checkPattern(pattern); err != nil {
		return Glob{}, err
	}
	g := Glob{pattern: strings.ReplaceAll(pattern, `\`, "/")}
	for rest := g.pattern; rest != ""; {
		var p part
		p, rest = nextPart(rest)
		if last := len(g.parts) - 1; p.op == dirs && last >= 0 && g.parts[last].op == dirs {
			continue
		}
		g.parts = append(g.parts, p)
	}
	g.prepare()
	return g, nil
}

func nextPart(s string) (part, string) {
	switch {
	case strings.HasPrefix(s, "**/"):
		return part{op: dirs}, s[3:]
	case strings.HasPrefix(s, "**"):
		return part{op: deep}, s[2:]
	case s[0] == '*':
		return part{op: run}, s[1:]
	case s[0] == '?':
		return part{op: one}, s[1:]
	}
	n := strings.IndexAny(s, "*?")
	if n < 0 {
		n = len(s)
	}
	return part{literal, s[:n]}, s[n:]
}

// prepare finds what lets most paths be refused at a glance.
func (g *Glob) prepare() {
	g.greedy = true
	for i, p := range g.parts {
		switch p.op {
		case literal:
			g.least += len(p.literal)
			g.shown.add(p.literal)
		case one:
			g.least++
		case dirs:
			// Behind anything but a slash the leftmost match of what stands
			// before is not always the best.
			if i > 0 && !strings.HasSuffix(g.parts[i-1].literal, "/") {
				g.greedy = false
			}
		}
	}
	if n := len(g.parts); n > 0 {
		g.prefix, g.suffix = g.parts[0].literal, g.parts[n-1].literal
	}
}

// checkPattern says why a pattern is none.
func checkPattern(pattern string) error {
	path := strings.ReplaceAll(pattern, `\`, "/")
	switch {
	case path == "":
		return errors.New("the pattern is empty; name paths such as src/**")
	case !utf8.ValidString(path):
		return errors.New("the pattern is not UTF-8")
	case strings.ContainsFunc(path, isControl):
		return errors.New("the pattern holds a control character; remove it")
	case hasDrive(path):
		return fmt.Errorf("the pattern begins with the drive %s; patterns are relative to the repository", diag.Quote(path[:2]))
	case path[0] == '/':
		return fmt.Errorf("the pattern is absolute; patterns are relative to the repository: write %s", diag.Quote(cmp.Or(strings.TrimLeft(path, "/"), "**")))
	}
	segments := strings.Split(path, "/")
	for i, s := range segments {
		switch {
		case s == "" && i < len(segments)-1:
			return errors.New("the pattern has an empty segment; write one / between names")
		case s == ".":
			return errors.New("the pattern has the segment .; leave it out, patterns begin at the repository's root")
		case s == "..":
			return errors.New("the pattern has the segment ..; patterns begin at the repository's root and cannot leave it")
		}
	}
	return nil
}

// isControl is U+0000-001F and U+007F.
func isControl(r rune) bool { return r < ' ' || r == 0x7f }

func hasDrive(path string) bool {
	return len(path) > 1 && path[1] == ':' && (path[0]|0x20 >= 'a' && path[0]|0x20 <= 'z')
}

// Match reports whether a path matches. Bytes that are not UTF-8 are characters
// of their own. The time is at most the product of both lengths, and linear in
// the path's for nearly all patterns.
func (g Glob) Match(path string) bool {
	p := subject{path: path}
	p.shows.add(path)
	return g.match(&p)
}

// subject is a path that many globs are matched with.
type subject struct {
	path  string
	shows signature
}

func subjects(paths []string) []subject {
	list := make([]subject, len(paths))
	for i, path := range paths {
		list[i].path = path
		list[i].shows.add(path)
	}
	return list
}

func (g *Glob) match(p *subject) bool {
	path := p.path
	if len(path) < g.least || !p.shows.has(&g.shown) || !strings.HasPrefix(path, g.prefix) || !strings.HasSuffix(path, g.suffix) {
		return false
	}
	if len(g.parts) == 1 && g.parts[0].op == literal {
		return len(path) == len(g.prefix)
	}
	if g.greedy && strings.IndexByte(path, '\n') < 0 {
		if matched, decided := g.walk(path); decided {
			return matched
		}
	}
	return g.simulate(path)
}

// signature is the set of triples of neighbouring bytes of a text, hashed: a
// text that lacks one of a literal's cannot hold it.
type signature [4]uint64

func (s *signature) add(text string) {
	for i := 2; i < len(text); i++ {
		h := (uint32(text[i-2])<<16 | uint32(text[i-1])<<8 | uint32(text[i])) * 0x9e3779b1 >> 24
		s[h>>6] |= 1 << (h & 63)
	}
}

func (s *signature) has(t *signature) bool {
	return t[0]&^s[0]|t[1]&^s[1]|t[2]&^s[2]|t[3]&^s[3] == 0
}

// width is the number of bytes of the character at the start of s.
func width(s string) int {
	if s[0] < utf8.RuneSelf {
		return 1
	}
	_, n := utf8.DecodeRuneInString(s)
	return n
}
