package manifest

import "strings"

// walk matches greedily: each star takes as little as it can, and only the last
// * and the last ** before it are ever made longer. It gives up, undecided, when
// it has taken more steps than a few for each character.
func (g Glob) walk(path string) (matched, decided bool) {
	at, k := 0, 0
	star, starAt := -1, 0 // part behind the last *, and where that ends
	far, farAt := -1, 0   // the same for the last ** or **/
	for steps := 64 + 8*(len(path)+len(g.parts)); steps > 0; steps-- {
		if k == len(g.parts) && at == len(path) {
			return true, true
		}
		if k < len(g.parts) {
			switch p := g.parts[k]; p.op {
			case run:
				star, starAt = k+1, at
				k++
				continue
			case deep, dirs:
				if p.op == deep && k == len(g.parts)-1 {
					return true, true
				}
				far, farAt, star = k+1, at, -1
				k++
				continue
			default:
				if n := p.take(path[at:]); n > 0 {
					at += n
					k++
					continue
				}
			}
		}
		switch {
		case star >= 0 && starAt < len(path) && path[starAt] != '/':
			starAt += width(path[starAt:])
			at, k = starAt, star
		case far >= 0:
			n := g.parts[far-1].longer(path[farAt:])
			if n == 0 {
				return false, true
			}
			farAt += n
			at, k, star = farAt, far, -1
		default:
			return false, true
		}
	}
	return false, false
}

// take is the number of bytes that a literal or ? matches at the start of s, 0
// where it does not.
func (p part) take(s string) int {
	switch {
	case p.op == literal && strings.HasPrefix(s, p.literal):
		return len(p.literal)
	case p.op == one && s != "" && s[0] != '/':
		return width(s)
	}
	return 0
}

// longer is by how many bytes a ** or **/ can next be made longer.
func (p part) longer(s string) int {
	switch {
	case p.op == dirs:
		return strings.IndexByte(s, '/') + 1
	case s != "":
		return width(s)
	}
	return 0
}

// states is a set of places in a pattern. inside holds the **/ that have taken
// something which does not end in a slash yet.
type states struct{ at, inside []bool }

func newStates(n int) states { return states{make([]bool, n+1), make([]bool, n+1)} }

// simulate follows all ways to match at once.
func (g Glob) simulate(path string) bool {
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
func (g Glob) split() []part {
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
