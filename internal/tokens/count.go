package tokens

import (
	"strings"
	"unicode/utf8"
)

// Count returns the number of tokens of text. A byte that is not part of valid
// UTF-8 counts as U+FFFD, as in tiktoken-go.
func (e *Encoding) Count(text string) int {
	if !utf8.ValidString(text) {
		text = replaceInvalid(text)
	}
	count := 0
	var m *merger
	for i := 0; i < len(text); {
		end := e.split(text, i)
		if e.vocab.Contains(text[i:], end-i) {
			count++
		} else {
			if m == nil {
				m = mergers.Get().(*merger)
				defer mergers.Put(m)
			}
			count += m.count(&e.vocab, text[i:], end-i)
		}
		i = end
	}
	return count
}

// replaceInvalid replaces each invalid byte by U+FFFD.
func replaceInvalid(text string) string {
	size := 0
	for _, r := range text {
		size += utf8.RuneLen(r)
	}
	var b strings.Builder
	b.Grow(size)
	for _, r := range text {
		b.WriteRune(r)
	}
	return b.String()
}
