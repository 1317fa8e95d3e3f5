package check

import "strings"

const (
	longestWord = 2048 // bytes
	deepest     = 64   // block quotes and list items in each other
)

// tame turns a lone CR, which goldmark takes for text, into the line end that it
// is, and takes their meaning from signs that no honest text has so many of: in
// words of kilobytes and in deep nesting goldmark needs time that grows with the
// square of their number. No offset changes.
func tame(src []byte) {
	word, depth := 0, 0
	for i, c := range src {
		switch {
		case c == '\n', c == '\r':
			if c == '\r' && src[i+1] != '\n' {
				src[i] = '\n'
			}
			word, depth = 0, 0
			continue
		case c == ' ' || c == '\t':
			word = 0
			continue
		case depth >= 0 && (c == '>' || strings.IndexByte("-+*.)", c) >= 0 && strings.IndexByte(" \t", src[i+1]) >= 0):
			if depth++; depth > deepest {
				src[i] = 'x'
			}
		case depth >= 0 && c >= '0' && c <= '9': // of an ordered list
		default:
			depth = -1 // the marks at the start of a line are over
		}
		if word++; word > longestWord && strings.IndexByte("[]<`*_!&\\", c) >= 0 {
			src[i] = 'x'
		}
	}
}
