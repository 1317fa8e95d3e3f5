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
// square of their number. So it does with the length of a paragraph, which is parted
// where it is that long. No offset changes; lost are places from which on signs of
// links or HTML went, in their lines and the next.
func tame(src []byte) (lost []int) {
	t := tamer{src: src}
	for i, c := range src {
		switch {
		case c == '\r' && src[i+1] == '\n':
		case c == '\n', c == '\r':
			t.line(i)
		case c == ' ' || c == '\t':
			t.word = 0
			t.cut(i)
		default:
			t.sign(i)
		}
	}
	return t.lost
}

type tamer struct {
	src                   []byte
	word, depth, stresses int // so far in the word, the line, the paragraph
	start                 int // of the paragraph
	lost                  []int
	began                 int  // of the line
	told                  bool // lost has a place of this line
}

// line ends a line at i.
func (t *tamer) line(i int) {
	t.src[i] = '\n'
	began := t.began
	t.word, t.depth, t.told, t.began = 0, 0, false, i+1
	if i+1 == len(t.src) {
		return
	}
	if from := part(t.src, t.start, i+1); from != t.start {
		if t.src[i+1] == '\n' && from-t.start >= longestParagraph {
			t.lost = append(t.lost, began)
		}
		t.start, t.stresses = from, 0
	}
}

// cut parts a paragraph at the blank i, where a line has no end: before a word or,
// where none comes, anywhere. What follows must not look like the start of a block.
func (t *tamer) cut(i int) {
	length := i - t.start
	if length < 2*longestParagraph || i+2 >= len(t.src) {
		return
	}
	next := t.src[i+1 : i+3]
	if bytes.ContainsAny(next, "\r\n") || letters(string(next)) != string(next) && length < 4*longestParagraph {
		return
	}
	if letters(string(next)) != string(next) {
		next[1] = 'x'
	}
	t.src[i], next[0] = '\n', '\n'
	t.start, t.stresses = i+2, 0
	if !t.told {
		t.lost, t.told = append(t.lost, t.began), true
	}
}

// sign looks at what is no blank.
func (t *tamer) sign(i int) {
	c := t.src[i]
	if t.depth >= 0 {
		if t.depth = nested(t.src, i, t.depth); t.depth > deepest {
			t.src[i] = 'x'
		}
	}
	stress := c == '*' || c == '_'
	if stress {
		t.stresses++
	}
	if t.word++; t.word > longestWord && strings.IndexByte("[]<`*_!&\\", c) >= 0 || stress && t.stresses > mostStresses || c == '<' && t.endless(i) {
		t.lose(i, c)
		t.src[i] = 'x'
	}
	if t.word%longestWord == 0 {
		t.lose(i, c)
		t.src[i] = ' ' // where a destination ends that would be looked for in all of the word
	}
}

// endless reports whether the destination of a link that begins with the bracket at
// i has no other: goldmark looks for it to the end of the line.
func (t *tamer) endless(i int) bool {
	if !bytes.HasSuffix(bytes.TrimRight(t.src[max(0, i-8):i], " \t"), []byte("](")) {
		return false
	}
	end := bytes.IndexAny(t.src[i:min(len(t.src), i+longestWord)], ">\r\n")
	return end < 0 || t.src[i+end] != '>'
}

// lose notes that the sign at i goes, if it is one of a link or of HTML.
func (t *tamer) lose(i int, c byte) {
	if !t.told && strings.IndexByte("[]<!", c) >= 0 {
		t.lost, t.told = append(t.lost, i), true
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
