package skill

import (
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// flowSeq reads a list in brackets.
func (g *grammar) flowSeq() shape {
	opening := g.peek()
	s := shape{kind: List, start: opening.start}
	g.at++
	for first := true; !g.next(flowSeqEnd); first = false {
		if !first && !g.take(flowEntry) {
			g.unclosedFlow(opening)
			return s
		}
		switch t := g.peek(); t.kind {
		case flowSeqEnd:
		case keyMark:
			s.add(g.pair(t))
		default:
			s.add(g.flowNode(opening))
		}
	}
	s.end = g.peek().end
	g.at++
	return s
}

// pair reads a map of one key without braces in a list.
func (g *grammar) pair(t token) shape {
	if g.depth++; g.depth > depthLimit {
		g.features.add(depthFeature, t.start, t.start+1)
		g.fail(problem{start: t.start, end: t.end, silent: true})
		return shape{}
	}
	s := shape{kind: Map, start: t.start}
	if g.at++; t.end > t.start && g.next(valueMark, flowEntry, flowSeqEnd) {
		// The library loses the token after such a mark.
		g.fail(problem{start: t.start, end: t.end, message: `"?" starts a key in a list, and none follows; quote the value`})
		return s
	}
	g.flowEntry(&s, t, flowSeqEnd)
	g.depth--
	return s
}

// flowMap reads a map in braces.
func (g *grammar) flowMap() shape {
	opening := g.peek()
	s := shape{kind: Map, start: opening.start}
	g.at++
	for first := true; !g.next(flowMapEnd); first = false {
		if !first && !g.take(flowEntry) {
			g.unclosedFlow(opening)
			return s
		}
		switch t := g.peek(); t.kind {
		case flowMapEnd:
		case keyMark:
			g.at++
			g.flowEntry(&s, t, flowMapEnd)
		default:
			key := g.flowNode(opening)
			g.key(key)
			s.add(key)
			s.add(shape{empty: true, start: key.end, end: key.end})
		}
	}
	s.end = g.peek().end
	g.at++
	return s
}

// flowEntry reads a key and its value up to "," or the closing bracket.
func (g *grammar) flowEntry(s *shape, mark token, end tokenKind) {
	key := shape{empty: true, start: mark.end, end: mark.end}
	if !g.next(valueMark, flowEntry, end) {
		key = g.node(false, false)
	}
	g.key(key)
	s.add(key)
	value := shape{empty: true, start: key.end, end: key.end}
	if g.take(valueMark) && !g.next(flowEntry, end) {
		value = g.node(false, false)
	}
	s.add(value)
}

// flowNode reads a value in brackets.
func (g *grammar) flowNode(opening token) shape {
	if g.next(streamEnd, cut) {
		g.unclosedFlow(opening)
		return shape{}
	}
	return g.node(false, false)
}

// unclosedFlow fails where a list or map in brackets neither ends nor goes on: at
// its opening bracket where the next key of the frontmatter follows.
func (g *grammar) unclosedFlow(opening token) {
	t := g.peek()
	bracket := g.text[opening.start:opening.end]
	p := problem{start: t.start, end: max(t.end, min(t.start+1, len(g.text)))}
	switch {
	case g.swallowed(g.at-1) != nil:
		p = *g.swallowed(g.at - 1)
	case t.kind == streamEnd || g.startsKey(opening, t):
		p.start, p.end = opening.start, opening.end
		p.message = "bracket " + diag.Quote(bracket) + " is never closed; close it, or quote the value"
	case t.kind == flowSeqEnd || t.kind == flowMapEnd:
		p.message = "bracket " + diag.Quote(bracket) + " is closed by " + diag.Quote(g.text[t.start:t.end]) + "; close it by its own kind, or quote the value"
	case t.kind == valueMark && strings.LastIndexByte(g.text[:t.start], '\n') < g.tokens[g.at-1].start:
		p.message = `":" inside a value in brackets starts a second mapping; quote the value`
	default:
		if t.kind == valueMark {
			p.start = skipAny(g.text, strings.LastIndexByte(g.text[:t.start], '\n')+1, " \t")
			if p.end = t.start; p.start == t.start {
				p.end = t.end
			}
		}
		p.message = `no "," before ` + diag.Quote(g.text[p.start:p.end]) + "; separate what is in brackets by commas, or quote the value"
	}
	g.fail(p)
}

// startsKey reports whether a token lies on a line that reads like the key or item
// after that of the bracket that is open. Keys in a bracket around all of the
// frontmatter may read like that.
func (g *grammar) startsKey(opening, t token) bool {
	line := strings.LastIndexByte(g.text[:t.start], '\n') + 1
	all := strings.TrimLeft(g.text[:opening.start], " \n") == "" && g.restOfLine(opening.start) == opening.end
	indent, item := g.margin(opening.start)
	return line > opening.start && !all && g.siblingAt(line, indent, item)
}
