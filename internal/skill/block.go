package skill

import (
	"strconv"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// block reads a literal or folded scalar.
func (s *scanner) block(literal bool) bool {
	s.keyAllowed = true
	start := s.pos
	increment, ok := s.blockHeader()
	if !ok {
		return false
	}
	indent := 0
	if increment > 0 {
		indent = max(s.indent, 0) + increment
	}
	end := s.pos
	if charAt(s.text, s.pos) == '\n' {
		s.newLine()
	}
	if !s.blockIndent(&indent) {
		return false
	}
	if increment == 0 && s.column() == indent && charAt(s.text, s.pos) == '\t' {
		// The library takes a tab that a block begins with for indentation.
		s.rewrites = append(s.rewrites, rewrite{start + 1, start + 1, strconv.Itoa(indent - max(s.indent, 0))})
	}
	for s.column() == indent && s.pos < len(s.text) {
		if last := s.restOfLine(s.pos); last > s.pos {
			end = last
		}
		if i := strings.IndexByte(s.text[s.pos:], '\n'); i >= 0 {
			s.pos += i
			s.newLine()
		} else {
			s.pos = len(s.text)
		}
		if !s.blockIndent(&indent) {
			return false
		}
	}
	style := Literal
	if !literal {
		style = Folded
	}
	return s.addScalar(style, start, end)
}

// blockHeader reads what follows "|" or ">" on its line: an indentation of 1 to 9
// and how line ends at the end are kept, in either order.
func (s *scanner) blockHeader() (increment int, ok bool) {
	start := s.pos
	s.pos++
	for sign := false; ; s.pos++ {
		c := charAt(s.text, s.pos)
		switch {
		case c == '0' && increment == 0:
			return 0, s.fail(s.pos, s.pos+1, `indentation of a block scalar is 0, expected 1 to 9; leave the digit out`)
		case c > '0' && c <= '9' && increment == 0:
			increment = int(c - '0')
			continue
		case (c == '+' || c == '-') && !sign:
			sign = true
			continue
		}
		break
	}
	header := s.pos
	for c := charAt(s.text, s.pos); c == ' ' || c == '\t'; c = charAt(s.text, s.pos) {
		if c == '\t' {
			s.tabs = append(s.tabs, s.pos)
		}
		s.pos++
	}
	switch c := charAt(s.text, s.pos); {
	case c == '#' && s.pos > header:
		for s.pos < len(s.text) && s.text[s.pos] != '\n' {
			s.pos++
		}
	case c != 0 && c != '\n':
		rest := s.text[s.pos:s.restOfLine(s.pos)]
		return 0, s.fail(s.pos, s.pos+len(rest), "text "+diag.Quote(rest)+" after "+diag.Quote(s.text[start:header])+
			", which starts a block on the next lines; put the text there, indented, or quote the value")
	}
	return increment, true
}

// blockIndent skips the indentation of a block scalar's next line that is not
// empty; where indent is 0 it becomes that of the first such line.
func (s *scanner) blockIndent(indent *int) bool {
	deepest := 0
	for s.pos < len(s.text) {
		for (*indent == 0 || s.column() < *indent) && charAt(s.text, s.pos) == ' ' {
			s.pos++
		}
		deepest = max(deepest, s.column())
		if s.column() < max(*indent, s.indent+1, 1) && charAt(s.text, s.pos) == '\t' {
			return s.fail(s.pos, s.pos+1, tabIndents)
		}
		if charAt(s.text, s.pos) != '\n' {
			break
		}
		s.newLine()
	}
	if *indent == 0 {
		*indent = max(deepest, s.indent+1, 1)
	}
	return true
}
