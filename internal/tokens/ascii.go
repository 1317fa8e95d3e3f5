package tokens

import (
	"math/bits"

	"github.com/skillbrief/skillbrief/internal/tokens/internal/vocab"
)

// Eight bytes are looked at as one number, the first byte lowest. A mask has
// the high bit of every byte that it is about.
const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// lowerMask is the mask of the bytes a to z.
func lowerMask(w uint64) uint64 {
	low := w &^ highs
	return ((low + (0x80-'a')*ones) ^ (low + (0x7f-'z')*ones)) & highs &^ w
}

// letterMask is the mask of the bytes a to z and A to Z.
func letterMask(w uint64) uint64 { return lowerMask(w | 0x20*ones) }

// leading is the number of bytes at the start that are in the mask.
func leading(mask uint64) int { return bits.TrailingZeros64(^mask&highs) / 8 }

// asciiStart returns where the letters of a word that starts at i begin, behind
// its optional first character, or -1 when there is no ASCII letter.
func asciiStart(text string, i int) int {
	switch ascii[text[i]] {
	case vocab.Upper, vocab.Lower:
		return i
	case vocab.Other, vocab.Blank:
		return i + 1
	}
	return -1
}

// asciiWord is casedWord for a word of ASCII letters that does not end near the
// end of text or at another code point; for others it returns zero.
func asciiWord(text string, i int) int {
	end, lower := i, 0
	for end+8 <= len(text) {
		w := vocab.Load(text, end)
		mask, upper := lowerMask(w), 0
		if lower == 0 {
			upper = leading(letterMask(w) &^ mask)
		}
		lower = leading(mask >> (8 * upper))
		n := upper + lower
		end += n
		if n == 8 {
			continue
		}
		switch next := byte(w >> (8 * n)); {
		case next >= 0x80 || end == i:
			return 0
		case next == '\'':
			return end + contraction(text, end)
		}
		return end
	}
	return 0
}

// asciiLetters returns the end of the ASCII letters from i on, or zero if there
// are none or if they end near the end of text or at another code point.
func asciiLetters(text string, i int) int {
	for end := i; end+8 <= len(text); {
		w := vocab.Load(text, end)
		n := leading(letterMask(w))
		end += n
		if n == 8 {
			continue
		}
		if byte(w>>(8*n)) >= 0x80 || end == i {
			return 0
		}
		return end
	}
	return 0
}
