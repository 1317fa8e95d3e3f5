package tokens

import "github.com/skillbrief/skillbrief/internal/tokens/internal/vocab"

// splitO200k follows the split pattern of o200k_base, one line an alternative:
//
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	\p{N}{1,3}
//	 ?[^\s\p{L}\p{N}]+[\r\n/]*
//	\s*[\r\n]+
//	\s+(?!\S)
//	\s+
func splitO200k(text string, i int) int {
	if start := asciiStart(text, i); start >= 0 {
		if end := asciiWord(text, start); end > 0 {
			return end
		}
	}
	class, size := classAt(text, i)
	switch class {
	case vocab.Upper, vocab.Lower, vocab.Caseless:
		end, _ := casedWord(text, i)
		return end
	case vocab.Number:
		return numbers(text, i)
	case vocab.Newline:
		return space(text, i)
	}
	next, _ := classAt(text, i+size)
	if next&(vocab.Letter|vocab.Mark) != 0 {
		// The first alternative without its optional start, which can be a mark,
		// goes before the second with it.
		if end, first := casedWord(text, i+size); first || class != vocab.Mark {
			return end
		}
	}
	switch {
	case class == vocab.Mark:
		end, _ := casedWord(text, i)
		return end
	case class == vocab.Other, text[i] == ' ' && next == vocab.Other:
		return symbolsO200k(text, i+size)
	}
	return space(text, i)
}

// casedWord is the first two alternatives of splitO200k without their optional
// start; a letter or mark is at i. It also reports whether the first one fits.
func casedWord(text string, i int) (end int, first bool) {
	end = i
	caseless := i // end of the last code point that may be in both parts of a word
	for {
		class, size := classAt(text, end)
		if class&(vocab.Upper|vocab.Caseless|vocab.Mark) == 0 {
			break
		}
		end += size
		if class != vocab.Upper {
			caseless = end
		}
	}
	upper := end
	end = run(text, end, vocab.Lower|vocab.Caseless|vocab.Mark)
	if end == upper && caseless > i {
		end = caseless
	}
	return end + contraction(text, end), end > upper || caseless > i
}

// symbolsO200k is [^\s\p{L}\p{N}]*[\r\n/]* at i.
func symbolsO200k(text string, i int) int {
	i = run(text, i, vocab.Other|vocab.Mark)
	for i < len(text) && (text[i] == '\r' || text[i] == '\n' || text[i] == '/') {
		i++
	}
	return i
}
