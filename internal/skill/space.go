package skill

import (
	"strings"
	"unicode/utf8"
)

// IsSpace reports whether r is white space to Python's str.strip.
func IsSpace(r rune) bool {
	switch {
	case r <= ' ':
		return r >= '\t' && r <= '\r' || r >= 0x1C
	case r < 0x1680:
		return r == 0x85 || r == 0xA0
	case r >= 0x2000 && r <= 0x200A:
		return true
	}
	switch r {
	case 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000:
		return true
	}
	return false
}

// TrimSpace cuts the white space of Python's str.strip off both ends.
func TrimSpace(s string) string { return strings.TrimLeftFunc(trimRight(s), IsSpace) }

func trimRight(s string) string { return strings.TrimRightFunc(s, IsSpace) }

// lineEnd is the length in bytes of the line end that s begins with, 0 where
// there is none. Line ends are those of Python's str.splitlines.
func lineEnd(s string) int {
	if s == "" {
		return 0
	}
	switch c := s[0]; {
	case c == '\r':
		if len(s) > 1 && s[1] == '\n' {
			return 2
		}
		return 1
	case c >= '\n' && c < '\r', c >= 0x1C && c <= 0x1E:
		return 1
	case c == 0xC2 || c == 0xE2:
		if r, n := utf8.DecodeRuneInString(s); r == 0x85 || r == 0x2028 || r == 0x2029 {
			return n
		}
	}
	return 0
}

// nextLine is the offset of the next line end in s, len(s) where there is none,
// and its length.
func nextLine(s string) (end, width int) {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == 0xC2 || c == 0xE2 {
			if n := lineEnd(s[i:]); n > 0 {
				return i, n
			}
		}
	}
	return len(s), 0
}

// joinLines splits s as str.splitlines does and joins the lines with LF. A line
// end at the end is kept as LF.
func joinLines(s string) string {
	if !odd(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for {
		end, width := nextLine(s)
		b.WriteString(s[:end])
		if width == 0 {
			return b.String()
		}
		b.WriteByte('\n')
		s = s[end+width:]
	}
}

// odd reports whether s holds a line end other than LF.
func odd(s string) bool {
	for _, end := range [...]string{"\r", "\v", "\f", "\x1C", "\x1D", "\x1E", "\u0085", "\u2028", "\u2029"} {
		if strings.Contains(s, end) {
			return true
		}
	}
	return false
}

// unixLines turns CRLF and a lone CR into LF and leaves all other line ends.
func unixLines(s string) string {
	if strings.IndexByte(s, '\r') < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}
