package skill

import (
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// depthLimit is the deepest nesting of a frontmatter, its top mapping being 1.
const depthLimit = 32

// shape is a value of a frontmatter and where it lies, without its text. A map's
// children are keys and values in turn.
type shape struct {
	kind       Kind
	style      Style
	start, end int
	empty      bool // nothing stands there
	marked     bool // it has an anchor or a tag
	children   []shape
}

// grammar puts tokens together, by the rules of the YAML library.
type grammar struct {
	*scanner
	at       int
	depth    int
	features features
	anchors  map[string]bool
	bad      *problem
}

// parse reads the one document of tokens; bad is set where it is none.
func (g *grammar) parse() shape {
	if g.peek().kind == documentStart {
		g.at++
	}
	switch t := g.peek(); {
	case t.kind == documentEnd && g.at == 0:
		g.fail(problem{start: t.start, end: t.end, message: `"..." ends the frontmatter before its first key; remove it`})
		return shape{}
	case t.kind == streamEnd, t.kind == documentEnd:
		return shape{empty: true}
	}
	root := g.node(true, false)
	for g.take(documentEnd) {
		continue
	}
	if g.bad == nil && g.peek().kind != streamEnd {
		g.leftOver(root)
	}
	return root
}

// cut stands where the tokens of a text with a problem stop.
const cut = tokenKind(255)

func (g *grammar) peek() token {
	if g.bad != nil || g.at >= len(g.tokens) {
		return token{kind: cut, start: len(g.text), end: len(g.text)}
	}
	return g.tokens[g.at]
}

// take steps over the next token where it is of a kind.
func (g *grammar) take(kind tokenKind) bool {
	if g.peek().kind != kind {
		return false
	}
	g.at++
	return true
}

// node reads a value; list is whether a list may stand at the indentation of the
// key above it.
func (g *grammar) node(block, list bool) shape {
	marked, start := g.properties()
	t := g.peek()
	var s shape
	switch {
	case t.kind == alias:
		g.alias(t)
		g.at++
		return shape{style: Plain, start: t.start, end: t.end}
	case t.kind == scalar:
		g.at++
		s = shape{style: t.style, start: t.start, end: t.end}
	case t.kind == flowSeq, t.kind == flowMap, block && (t.kind == blockSeq || t.kind == blockMap), list && t.kind == blockEntry:
		s = g.collection(t)
	case marked:
		s = shape{empty: true, start: start, end: start}
	default:
		g.unexpected(t, "")
	}
	s.marked = marked
	return s
}

// properties steps over the anchor and the tag of a value.
func (g *grammar) properties() (found bool, start int) {
	for seen := [2]bool{}; ; {
		t := g.peek()
		switch {
		case t.kind == anchor && !seen[0]:
			seen[0] = true
			g.features.add(anchorFeature, t.start, t.end)
			g.anchors[g.text[t.start+1:t.end]] = true
		case t.kind == tag && !seen[1]:
			seen[1] = true
			g.features.add(tagFeature, t.start, t.end)
		default:
			return found, start
		}
		found, start = true, t.end
		g.at++
	}
}

// alias tells an alias, or the problem of one that names no anchor above it.
func (g *grammar) alias(t token) {
	if g.anchors[g.text[t.start+1:t.end]] {
		g.features.add(aliasFeature, t.start, t.end)
		return
	}
	g.fail(problem{start: t.start, end: t.end, message: "value starts with " + diag.Quote(g.text[t.start:t.end]) +
		`, and "*" starts a YAML alias; no anchor has that name; quote the value`})
}

// collection reads a list or map, one level deeper.
func (g *grammar) collection(t token) shape {
	if g.depth++; g.depth > depthLimit {
		g.features.add(depthFeature, t.start, max(t.end, t.start+1))
		g.fail(problem{start: t.start, end: t.end, silent: true})
		return shape{}
	}
	defer func() { g.depth-- }()
	switch t.kind {
	case flowSeq:
		return g.flowSeq()
	case flowMap:
		return g.flowMap()
	case blockSeq:
		g.at++
		return g.blockSeq(t)
	case blockMap:
		g.at++
		return g.blockMap(t)
	}
	return g.plainList(t)
}

// blockSeq reads the items of an indented list.
func (g *grammar) blockSeq(opening token) shape {
	s := shape{kind: List, start: opening.start}
	for {
		t := g.peek()
		if t.kind == blockEnd {
			g.at++
			return s
		}
		if !g.take(blockEntry) {
			g.unexpected(t, "list")
			return s
		}
		s.add(g.item(t, blockEntry, blockEnd))
	}
}

// plainList reads the items of a list at the indentation of its key.
func (g *grammar) plainList(opening token) shape {
	s := shape{kind: List, start: opening.start}
	for {
		t := g.peek()
		if !g.take(blockEntry) {
			return s
		}
		s.add(g.item(t, blockEntry, keyMark, valueMark, blockEnd))
	}
}

// item reads the value after a token, empty where one of ends follows.
func (g *grammar) item(after token, ends ...tokenKind) shape {
	if g.next(ends...) {
		return shape{empty: true, start: after.end, end: after.end}
	}
	return g.node(true, after.kind != blockEntry)
}

func (g *grammar) next(kinds ...tokenKind) bool {
	next := g.peek().kind
	for _, k := range kinds {
		if next == k {
			return true
		}
	}
	return false
}

// blockMap reads the keys and values of an indented map.
func (g *grammar) blockMap(opening token) shape {
	s := shape{kind: Map, start: opening.start}
	for {
		t := g.peek()
		switch {
		case t.kind == blockEnd:
			g.at++
			return s
		case !g.take(keyMark):
			g.unexpected(t, "map")
			return s
		}
		key := g.item(t, keyMark, valueMark, blockEnd)
		g.key(key)
		s.add(key)
		value := shape{empty: true, start: key.end, end: key.end}
		if t := g.peek(); g.take(valueMark) {
			value = g.item(t, keyMark, valueMark, blockEnd)
		}
		s.add(value)
	}
}

// key tells a key that is no scalar, or that merges another map.
func (g *grammar) key(s shape) {
	switch {
	case g.bad != nil:
	case s.kind != Scalar:
		g.features.add(keyFeature, s.start, s.start+1)
	case s.style == Plain && g.text[s.start:s.end] == "<<":
		g.features.add(mergeFeature, s.start, s.end)
	}
}

// add appends a child, at whose end s ends.
func (s *shape) add(child shape) {
	s.children = append(s.children, child)
	s.end = max(s.end, child.end)
}

// lineIndent is the column, from 0, of the first character of the line at an
// offset that is no blank.
func lineIndent(text string, offset int) int {
	start := strings.LastIndexByte(text[:min(offset, len(text))], '\n') + 1
	return skipAny(text, start, " ") - start
}
