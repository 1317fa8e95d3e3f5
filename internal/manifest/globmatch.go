package manifest

import "strings"

// walk is a greedy match under way: each star takes as little as it can, and
// only the last * and the last ** before it are ever made longer.
type walk struct {
	path         string
	at, part     int
	star, starAt int // part behind the last *, -1; and where that star ends
	far, farAt   int // the same for the last ** or **/
}

// walk matches greedily. It gives up, undecided, when it has taken more steps
// than a few for each character.
func (g *Glob) walk(path string) (matched, decided bool) {
	w := walk{path: path, star: -1, far: -1}
	for steps := 64 + 8*(len(path)+len(g.parts)); steps > 0; steps-- {
		switch {
		case w.part == len(g.parts) && w.at == len(path):
			return true, true
		case w.part < len(g.parts) && w.forward(g.parts):
		case !w.back(g.parts):
			return false, true
		}
	}
	return false, false
}

// forward takes the next part, if it matches.
func (w *walk) forward(parts []part) bool {
	switch p := &parts[w.part]; p.op {
	case run:
		w.star, w.starAt = w.part+1, w.at
	case deep, dirs:
		if p.op == deep && w.part == len(parts)-1 {
			w.at = len(w.path)
		}
		w.far, w.farAt, w.star = w.part+1, w.at, -1
	default:
		n := p.take(w.path[w.at:])
		if n == 0 {
			return false
		}
		w.at += n
	}
	w.part++
	return true
}

// back makes the last star that can be longer so.
func (w *walk) back(parts []part) bool {
	if w.star >= 0 {
		n, none := skip(parts[w.star:], w.path[w.starAt:])
		if none {
			return false
		}
		if n > 0 && strings.IndexByte(w.path[w.starAt:w.starAt+n], '/') < 0 {
			w.starAt += n
			w.at, w.part = w.starAt, w.star
			return true
		}
	}
	if w.far < 0 {
		return false
	}
	n := strings.IndexByte(w.path[w.farAt:], '/') + 1
	if parts[w.far-1].op == deep {
		n, _ = skip(parts[w.far:], w.path[w.farAt:])
	}
	w.farAt += n
	w.at, w.part, w.star = w.farAt, w.far, -1
	return n > 0
}

// skip is how many bytes a star before these parts must take more at the least,
// 0 where there are no more; none is set where a literal is nowhere further on,
// so that no star helps.
func skip(parts []part, s string) (n int, none bool) {
	if s == "" {
		return 0, false
	}
	n = width(s)
	if len(parts) == 0 || parts[0].op != literal {
		return n, false
	}
	i := strings.Index(s[n:], parts[0].literal)
	if i < 0 {
		return 0, true
	}
	return n + i, false
}

// take is the number of bytes that a literal or ? matches at the start of s, 0
// where it does not.
func (p *part) take(s string) int {
	switch {
	case p.op == literal && strings.HasPrefix(s, p.literal):
		return len(p.literal)
	case p.op == one && s != "" && s[0] != '/':
		return width(s)
	}
	return 0
}

// states is a set of places in a pattern. inside holds the **/ that have taken
// something which does not end in a slash yet.
type states struct{ at, inside []bool }

func newStates(n int) states { return states{make([]bool, n+1), make([]bool, n+1)} }

// simulate follows all ways to match at once.
func (g *Glob) simulate(path string) bool {
	parts := g.split()
	now, next := newStates(len(parts)), newStates(len(parts))
	now.add(parts, 0)
	for path != "" {
		c := path[:width(path)]
		path = path[len(c):]
		clear(next.at)
		clear(next.inside)
		for i, p := range parts {
			if now.at[i] {
				next.step(parts, i, p, c)
			}
			if (now.at[i] || now.inside[i]) && p.op == dirs && c != "\n" {
				next.inside[i] = true
				if c == "/" {
					next.add(parts, i+1)
				}
			}
		}
		now, next = next, now
	}
	return now.at[len(parts)]
}

// step adds where a part leads by one character, but for **/.
func (s states) step(parts []part, i int, p part, c string) {
	switch {
	case p.op == literal && c == p.literal, p.op == one && c != "/":
		s.add(parts, i+1)
	case p.op == run && c != "/", p.op == deep && c != "\n":
		s.add(parts, i)
	}
}

// add adds a place and those that are reached from it by nothing.
func (s states) add(parts []part, i int) {
	for ; !s.at[i]; i++ {
		s.at[i] = true
		if i == len(parts) || parts[i].op == literal || parts[i].op == one {
			return
		}
	}
}

// split has one part for each character of the literals.
func (g *Glob) split() []part {
	var parts []part
	for _, p := range g.parts {
		if p.op != literal {
			parts = append(parts, p)
			continue
		}
		for s := p.literal; s != ""; s = s[width(s):] {
			parts = append(parts, part{literal, s[:width(s)]})
		}
	}
	return parts
}
