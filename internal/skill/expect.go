package skill

import (
	"fmt"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// fail stops the grammar at its first problem, which is that of the scanner where
// the tokens stop or where that lies no later.
func (g *grammar) fail(p problem) {
	scanned := g.scanner.bad
	switch {
	case g.bad != nil:
	case scanned != nil && (g.at >= len(g.tokens) || scanned.start < p.start || scanned.start == p.start && !p.sure):
		g.bad = scanned
	default:
		p.value = -1
		g.bad = &p
	}
}

// unexpected fails at a token that cannot stand where it does; in is "map" or
// "list" where a key or an item was expected, else a value was.
func (g *grammar) unexpected(t token, in string) {
	if p := g.textAfterClosing(t); p != nil {
		g.fail(*p)
		return
	}
	end := max(g.restOfLine(t.start), t.start)
	text := diag.Quote(g.text[t.start:end])
	p := problem{start: t.start, end: max(end, min(t.start+1, len(g.text)))}
	key, rest, found := strings.Cut(g.text[t.start:end], ":")
	switch {
	case t.kind == flowSeqEnd, t.kind == flowMapEnd:
		p.end = t.end
		p.message = "closing bracket " + diag.Quote(g.text[t.start:t.end]) + " has no opening one; quote the value"
	case t.kind == flowEntry:
		p.end = t.end
		p.message = `"," stands where a value was expected; quote the value, or take the comma away`
	case t.kind == valueMark:
		p.message = `":" has no key before it; write the key`
	case t.kind == blockEntry && in == "":
		p.message = `"-" starts a list item, which cannot stand in brackets; quote the value`
	case t.kind == blockEntry && in == "map":
		p.message = "list item " + text + " stands where a key was expected; put it below the key it belongs to"
	case in == "list":
		p.sure, p.misplaced = true, g.depth == 1
		p.message = "line " + text + ` stands where a list item was expected; start it with "- ", or align it with the keys`
	case t.kind == scalar && in == "map" && found && rest != "" && isName(key):
		p.end = t.start + len(key) + 1
		p.message = noSpace(key)
	case t.kind == blockMap && !g.inBlock(t), t.kind == blockSeq:
		p.message = g.indentation(t)
	case in == "map" && g.last().style >= Literal:
		p.sure = true
		p.message = "line " + text + " is indented less than the block above; indent it alike"
	default:
		p.message = "text " + text + ` stands where ` + expected(in) + ` was expected; quote the value it belongs to`
	}
	g.fail(p)
}

// last is the token before the next one that stands for more than indentation.
func (g *grammar) last() token {
	for i := g.at - 1; i >= 0; i-- {
		if t := g.tokens[i]; t.kind != blockEnd {
			return t
		}
	}
	return token{}
}

// inBlock reports whether a token follows a block scalar and is indented deeper
// than the key of that.
func (g *grammar) inBlock(t token) bool {
	last := g.last()
	return last.style >= Literal && lineIndent(g.text, t.start) > lineIndent(g.text, last.start)
}

func expected(in string) string {
	if in == "map" {
		return "a key"
	}
	return "a value"
}

// indentation is the message for a line that begins a map or list where a key
// was expected.
func (g *grammar) indentation(t token) string {
	return fmt.Sprintf("line %s is indented by %d, which is no level of the lines above; align it with the keys it belongs to",
		diag.Quote(g.text[t.start:g.restOfLine(t.start)]), lineIndent(g.text, t.start))
}

// textAfterClosing is the problem of a token right after a closing quote or
// bracket on its line.
func (g *grammar) textAfterClosing(t token) *problem {
	i := g.at - 1
	for i >= 0 && g.tokens[i].start == g.tokens[i].end {
		i--
	}
	if i < 0 || t.kind == streamEnd || t.kind == flowSeqEnd || t.kind == flowMapEnd {
		return nil
	}
	return g.closedBefore(i, t.start)
}

// leftOver fails at what follows the document's value.
func (g *grammar) leftOver(root shape) {
	t := g.peek()
	switch {
	case t.kind != blockMap && t.kind != blockSeq || g.textAfterClosing(t) != nil:
	case root.kind == Scalar && root.style == Plain:
		g.fail(*g.noColon(root.start))
		return
	default:
		g.fail(problem{start: t.start, end: max(g.restOfLine(t.start), t.start), message: g.indentation(t), misplaced: true})
		return
	}
	g.unexpected(t, "map")
}

// margin is the indentation of the line of an offset, and whether it is a list item.
func (s *scanner) margin(offset int) (indent int, item bool) {
	indent = lineIndent(s.text, offset)
	return indent, s.itemAt(strings.LastIndexByte(s.text[:offset], '\n') + 1 + indent)
}

// siblingAt reports whether a line reads like a key, or beside an item like another,
// and is indented no deeper than the margin.
func (s *scanner) siblingAt(line, indent int, item bool) bool {
	start := skipAny(s.text, line, " \t")
	if item && s.itemAt(start) {
		return start-line <= indent
	}
	end := skipAny(s.text, start, wordBytes)
	return start-line <= indent && end > start && charAt(s.text, end) == ':' && s.blankAt(end+1)
}

func (s *scanner) itemAt(start int) bool {
	return charAt(s.text, start) == '-' && s.blankAt(start+1)
}

// swallowed is the problem of a quote, token i, that only a quote on a later line
// closes, with what reads like a key of the frontmatter in between; nil where
// token i is none.
func (s *scanner) swallowed(i int) *problem {
	if i < 0 || s.tokens[i].kind != scalar || s.tokens[i].style != SingleQuoted && s.tokens[i].style != DoubleQuoted {
		return nil
	}
	t := s.tokens[i]
	indent, item := s.margin(t.start)
	for line := t.start; line < t.end; line++ {
		if s.text[line] == '\n' && s.siblingAt(line+1, indent, item) {
			return notClosed(t.start, s.text[t.start])
		}
	}
	return nil
}
