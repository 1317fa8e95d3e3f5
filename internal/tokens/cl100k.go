package tokens

import "github.com/skillbrief/skillbrief/internal/tokens/internal/vocab"

// splitCl100k follows the split pattern of cl100k_base, one line an alternative:
//
//	(?i:'s|'t|'re|'ve|'m|'ll|'d)
//	[^\r\n\p{L}\p{N}]?\p{L}+
//	\p{N}{1,3}
//	 ?[^\s\p{L}\p{N}]+[\r\n]*
//	\s*[\r\n]+
//	\s+(?!\S)
//	\s+
func splitCl100k(text string, i int) int {
	if text[i] == '\'' {
		if n := contraction(text, i); n > 0 {
			return i + n
		}
	}
	if start := asciiStart(text, i); start >= 0 {
		if end := asciiLetters(text, start); end > 0 {
			return end
		}
	}
	class, size := classAt(text, i)
	switch class {
	case vocab.Upper, vocab.Lower, vocab.Caseless:
		return run(text, i, vocab.Letter)
	case vocab.Number:
		return numbers(text, i)
	case vocab.Newline:
		return space(text, i)
	}
	next, _ := classAt(text, i+size)
	switch {
	case next&vocab.Letter != 0:
		return run(text, i+size, vocab.Letter)
	case class != vocab.Blank, text[i] == ' ' && next&(vocab.Other|vocab.Mark) != 0:
		return symbolsCl100k(text, i+size)
	}
	return space(text, i)
}

// symbolsCl100k is [^\s\p{L}\p{N}]*[\r\n]* at i.
func symbolsCl100k(text string, i int) int {
	i = run(text, i, vocab.Other|vocab.Mark)
	for i < len(text) && (text[i] == '\r' || text[i] == '\n') {
		i++
	}
	return i
}
