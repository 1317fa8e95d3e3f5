package main

import (
	"unicode"

	"github.com/skillbrief/skillbrief/internal/tokens/internal/vocab"
)

// classes returns the table of vocab.Classes for the Unicode version of the
// toolchain, which is the one that tiktoken-go sees too.
func classes() []byte {
	index := make([]byte, 0, vocab.ClassBlocks)
	var blocks []byte
	seen := map[[256]byte]byte{}
	for i := range vocab.ClassBlocks {
		var block [256]byte
		for j := range block {
			block[j] = class(rune(i<<8 | j))
		}
		n, ok := seen[block]
		if !ok {
			n = byte(len(seen))
			seen[block] = n
			blocks = append(blocks, block[:]...)
		}
		index = append(index, n)
	}
	return append(index, blocks...)
}

func class(r rune) byte {
	switch {
	case r == '\r' || r == '\n':
		return vocab.Newline
	case unicode.IsSpace(r):
		return vocab.Blank
	case unicode.Is(unicode.N, r):
		return vocab.Number
	case unicode.In(r, unicode.Lu, unicode.Lt):
		return vocab.Upper
	case unicode.Is(unicode.Ll, r):
		return vocab.Lower
	case unicode.In(r, unicode.Lm, unicode.Lo):
		return vocab.Caseless
	case unicode.Is(unicode.M, r):
		return vocab.Mark
	}
	return vocab.Other
}
