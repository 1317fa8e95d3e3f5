package tomldoc

import "strings"

// site is where in an expression a syntax error lies.
type site struct {
	quote  int   // offset of the opening quote of the text that holds it, -1
	open   []int // offsets of the brackets and braces open there, innermost last
	header int   // offset of the [ of the header that holds it, -1
	equals int   // offset of the = before it that nothing closed, -1
	// comment is set where it lies in a comment.
	comment bool
}

// locate walks from the start of an expression to an offset in it.
func locate(text string, from, to int) site {
	s := site{quote: -1, header: -1, equals: -1}
	for i := from; i < to; i++ {
		switch c := text[i]; c {
		case '#':
			i += lineLength(text[i:])
			s.comment = i >= to
			i--
		case '"', '\'':
			end, closed := textEnd(text, i)
			if end > to || !closed && end >= to {
				s.quote = i
				return s
			}
			i = end - 1
		default:
			s.step(c, i)
		}
	}
	return s
}

// step takes one character outside text and comments.
func (s *site) step(c byte, i int) {
	switch c {
	case '=':
		s.equals = i
	case '\n':
		if len(s.open) == 0 {
			s.equals, s.header = -1, -1
		}
	case '[', '{':
		if c == '{' || s.equals >= 0 || len(s.open) > 0 {
			s.open = append(s.open, i)
		} else if s.header < 0 {
			s.header = i
		}
	case ']', '}':
		if n := len(s.open); n > 0 {
			s.open = s.open[:n-1]
		}
	}
}

// textEnd is the offset behind a text that opens at i, and whether it is closed:
// a single-line text ends at its line's end, any other at the document's.
func textEnd(text string, i int) (int, bool) {
	quote := text[i : i+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(text[i:], triple) {
		for j := i + 3; j < len(text); j++ {
			switch {
			case quote == `"` && text[j] == '\\':
				j++
			case strings.HasPrefix(text[j:], triple):
				return len(text) - len(strings.TrimLeft(text[j:], quote)), true
			}
		}
		return len(text), false
	}
	for j := i + 1; j < len(text) && text[j] != '\n' && text[j] != '\r'; j++ {
		switch {
		case quote == `"` && text[j] == '\\':
			j++
		case text[j] == quote[0]:
			return j + 1, true
		}
	}
	return i + lineLength(text[i:]), false
}

// lineLength is the number of bytes before the next line end.
func lineLength(s string) int {
	if n := strings.IndexAny(s, "\r\n"); n >= 0 {
		return n
	}
	return len(s)
}
