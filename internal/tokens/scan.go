package tokens

import "github.com/skillbrief/skillbrief/internal/tokens/internal/vocab"

// splitter returns the end of the piece of text that starts at i, as a split
// pattern finds it. The text is valid UTF-8 and i is below its length.
type splitter func(text string, i int) int

// ascii holds the classes of the single-byte code points, zero for other bytes.
var ascii = asciiClasses()

func asciiClasses() (table [256]byte) {
	for b := range 0x80 {
		table[b] = classes.Of(rune(b))
	}
	return table
}

// classAt returns the class of the code point at i and its size in bytes; at
// the end of text no class and no size.
func classAt(text string, i int) (class byte, size int) {
	if i < len(text) {
		if class = ascii[text[i]]; class != 0 {
			return class, 1
		}
	}
	return wideClass(text, i)
}

// wideClass is classAt for the end of text and code points of several bytes.
func wideClass(text string, i int) (class byte, size int) {
	if i >= len(text) {
		return 0, 0
	}
	text = text[i:]
	b0, b1 := rune(text[0]), rune(text[1]&0x3f)
	if b0 < 0xe0 {
		return classes.Of(b0&0x1f<<6 | b1), 2
	}
	b2 := rune(text[2] & 0x3f)
	if b0 < 0xf0 {
		return classes.Of(b0&0x0f<<12 | b1<<6 | b2), 3
	}
	return classes.Of(b0&0x07<<18 | b1<<12 | b2<<6 | rune(text[3]&0x3f)), 4
}

// run returns the end of the code points from i on whose class is among set.
func run(text string, i int, set byte) int {
	for {
		class, size := classAt(text, i)
		if class&set == 0 {
			return i
		}
		i += size
	}
}

// numbers is \p{N}{1,3}, the first number being at i.
func numbers(text string, i int) int {
	for range 3 {
		class, size := classAt(text, i)
		if class != vocab.Number {
			break
		}
		i += size
	}
	return i
}

// space is \s*[\r\n]+|\s+(?!\S)|\s+, the first white space being at i.
func space(text string, i int) int {
	var last, newline int // start of the last code point, end of the last newline
	end := i
	for {
		class, size := classAt(text, end)
		if class&(vocab.Newline|vocab.Blank) == 0 {
			break
		}
		last = end
		end += size
		if class == vocab.Newline {
			newline = end
		}
	}
	switch {
	case newline > 0:
		return newline
	case end == len(text) || last == i:
		return end
	}
	return last
}

// contraction returns the length of (?i:'s|'t|'re|'ve|'m|'ll|'d) at i, or zero.
// No code point beyond ASCII folds to these letters in the simple lower-casing
// that tiktoken-go applies.
func contraction(text string, i int) int {
	if i+1 >= len(text) || text[i] != '\'' {
		return 0
	}
	switch text[i+1] | 0x20 {
	case 's', 't', 'm', 'd':
		return 2
	case 'r', 'v':
		return contractionTail(text, i, 'e')
	case 'l':
		return contractionTail(text, i, 'l')
	}
	return 0
}

func contractionTail(text string, i int, letter byte) int {
	if i+2 < len(text) && text[i+2]|0x20 == letter {
		return 3
	}
	return 0
}
