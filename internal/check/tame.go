package check

import (
	"bytes"
	"strings"
)

const (
	longestWord      = 2048    // bytes
	longestParagraph = 8 << 10 // bytes
	deepest          = 64      // block quotes and list items in each other
	mostStresses     = 2000    // signs of emphasis in a paragraph
)

// tame turns a lone CR, which goldmark takes for text, into the line end that it
// is, and takes their meaning from signs that no honest text has so many of: in
// words of kilobytes and in deep nesting goldmark needs time that grows with the
// square of their number. So it does with the lines of a paragraph, which is parted
// where it is that long. No offset changes.
func tame(src []byte) {
	word, depth, start, stresses := 0, 0, 0, 0
	for i, c := range src {
		switch {
		case c == '\r' && src[i+1] == '\n':
			continue
		case c == '\n', c == '\r':
			src[i] = '\n'
			word, depth = 0, 0
			if from := part(src, start, i+1); from != start {
				start, stresses = from, 0
			}
			continue
		case c == ' ' || c == '\t':
			word = 0
			continue
		case depth >= 0:
			if depth = nested(src, i, depth); depth > deepest {
				src[i] = 'x'
			}
		}
		if c == '*' || c == '_' {
			stresses++
		}
		if word++; word > longestWord && strings.IndexByte("[]<`*_!&\\", c) >= 0 || stresses > mostStresses && (c == '*' || c == '_') {
			src[i] = 'x'
		}
	}
}

// nested is the depth of block quotes and list items behind the byte i of the marks
// at the start of a line; negative where they are over.
func nested(src []byte, i, depth int) int {
	switch c := src[i]; {
	case c == '>' || strings.IndexByte("-+*.)", c) >= 0 && strings.IndexByte(" \t", src[i+1]) >= 0:
		return depth + 1
	case c >= '0' && c <= '9': // of an ordered list
		return depth
	}
	return -1
}

// part begins a paragraph with the line at next, which follows a line end, where the
// one from start has become too long; it gives the start of the paragraph that next
// belongs to. A fence stays, and what may be a sign of a block as long as may be.
func part(src []byte, start, next int) int {
	line := src[next:]
	switch {
	case len(line) == 0, line[0] == '\n', line[0] == '\r', bytes.HasPrefix(line, []byte("```")), bytes.HasPrefix(line, []byte("~~~")):
		return next
	case next-start < longestParagraph, strings.IndexByte(" \t`~<>#|-+*=_", line[0]) >= 0 && next-start < 2*longestParagraph:
		return start
	}
	line[0] = '\n'
	return next
}
