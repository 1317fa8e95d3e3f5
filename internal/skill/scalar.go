package skill

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
)

func (s *scanner) addScalar(style Style, start, end int) bool {
	s.tokens = append(s.tokens, token{kind: scalar, style: style, start: start, end: end})
	return true
}

// startsPlain reports whether the character at hand may begin a plain scalar.
func (s *scanner) startsPlain() bool {
	switch c := s.text[s.pos]; c {
	case '-':
		return true
	case '?', ':':
		return !s.flow() && !s.blankAt(s.pos+1)
	default:
		return !indexByte(" \t\n,[]{}#&*!|>'\"%@`", c)
	}
}

// plain reads a plain scalar, over several lines where it goes on.
func (s *scanner) plain() bool {
	s.keyAllowed = false
	start, end, indent, leading := s.pos, s.pos, s.indent+1, false
	for !s.atDocument('-') && !s.atDocument('.') && charAt(s.text, s.pos) != '#' {
		if s.plainWord() {
			end, leading = s.pos, false
		}
		if !s.blankAt(s.pos) || s.pos == len(s.text) {
			break
		}
		more, ok := s.plainGap(&leading, indent)
		if !ok {
			return false
		}
		if !more {
			break
		}
	}
	s.keyAllowed = leading
	return s.addScalar(Plain, start, end)
}

// plainWord reads characters of a plain scalar up to a blank or an indicator that
// ends it, and reports whether there were any.
func (s *scanner) plainWord() bool {
	start := s.pos
	for !s.blankAt(s.pos) {
		c := s.text[s.pos]
		if c == ':' && s.endsKey(s.pos+1) || s.flow() && indexByte(",?[]{}", c) {
			break
		}
		s.pos++
	}
	return s.pos > start
}

// endsKey reports whether a colon before an offset ends the key before it.
func (s *scanner) endsKey(next int) bool {
	return s.blankAt(next) || s.flow() && indexByte(",[]{}", s.text[next])
}

// plainGap skips blanks and line ends in a plain scalar; more is whether the
// scalar may go on.
func (s *scanner) plainGap(leading *bool, indent int) (more, ok bool) {
	for s.pos < len(s.text) && s.blankAt(s.pos) {
		switch s.text[s.pos] {
		case '\n':
			s.newLine()
			*leading = true
		case '\t':
			if *leading && s.column() < indent {
				return false, s.fail(s.pos, s.pos+1, tabIndents)
			}
			s.tab()
		default:
			s.pos++
		}
	}
	return s.flow() || s.column() >= indent, true
}

const tabIndents = "tab used for indentation, which YAML does not allow; indent with spaces"

// quoted reads a quoted scalar.
func (s *scanner) quoted(quote byte) bool {
	s.keyAllowed = false
	start := s.pos
	for s.pos++; ; {
		if s.pos >= len(s.text) || s.atDocument('-') || s.atDocument('.') {
			return s.unclosed(start, quote)
		}
		switch c := s.text[s.pos]; {
		case c == '\n':
			s.newLine()
		case c == quote && quote == '\'' && charAt(s.text, s.pos+1) == '\'':
			s.pos += 2
		case c == quote:
			s.pos++
			style := DoubleQuoted
			if quote == '\'' {
				style = SingleQuoted
			}
			return s.addScalar(style, start, s.pos)
		case c == '\\' && quote == '"':
			if !s.escape() {
				return false
			}
		default:
			s.pos++
		}
	}
}

// escapes are the characters that may follow a backslash in double quotes (YAML
// 1.2, section 5.7); those of x, u and U are followed by hexadecimal digits.
const escapes = "0abt\tnvfre \"/\\N_LPxuU"

const backslashCure = `write \\ for a backslash, or use single quotes`

// escape reads a backslash in double quotes and what belongs to it.
func (s *scanner) escape() bool {
	start, c := s.pos, charAt(s.text, s.pos+1)
	s.pos += 2
	digits := 0
	switch c {
	case '\n':
		s.pos--
		return true
	case 0:
		s.pos--
		return true
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	case '0':
		s.noteNUL(start)
	case '/':
		// Legal in YAML 1.2; the library refuses it.
		s.rewrites = append(s.rewrites, rewrite{start, start + 1, ""})
	default:
		if !indexByte(escapes, c) {
			_, n := utf8.DecodeRuneInString(s.text[start+1:])
			cure := backslashCure
			if c == '\'' {
				cure = "leave the backslash out"
			}
			return s.fail(start, start+1+n, "backslash before "+diag.Quote(s.text[start+1:start+1+n])+" is no escape of double quotes; "+cure)
		}
	}
	return digits == 0 || s.hexEscape(start, digits)
}

// hexEscape reads the digits of an escape that began at start.
func (s *scanner) hexEscape(start, digits int) bool {
	end := s.pos
	for end < len(s.text) && end < s.pos+digits && isHex(s.text[end]) {
		end++
	}
	if end < s.pos+digits {
		cure := "write the character itself"
		if end == s.pos {
			cure = backslashCure
		}
		return s.fail(start, end, fmt.Sprintf("escape %s has %d hexadecimal digits, expected %d; %s", s.text[start:end], end-s.pos, digits, cure))
	}
	value, err := strconv.ParseUint(s.text[s.pos:end], 16, 32)
	switch {
	case err != nil || value > utf8.MaxRune:
		return s.fail(start, end, "escape "+s.text[start:end]+" is beyond U+10FFFF, the last character; write the character itself")
	case value >= 0xD800 && value < 0xE000:
		return s.fail(start, end, "escape "+s.text[start:end]+` is half of a surrogate pair, which YAML does not join; write the character itself or \U and eight digits`)
	case value == 0:
		s.noteNUL(start)
	}
	s.pos = end
	return true
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// noteNUL keeps the first escape that makes a NUL.
func (s *scanner) noteNUL(start int) {
	if s.nul == nil {
		end := start + 2
		for end < len(s.text) && s.text[end] == '0' && s.text[start+1] != '0' {
			end++
		}
		s.nul = &problem{start: start, end: end, message: "escape " + s.text[start:end] + " makes a NUL, expected text; remove it"}
	}
}
