package tokens

import (
	"strings"
	"testing"
	"unicode"
)

// nasty returns texts at the edges of the split patterns and of merging.
func nasty() []string {
	texts := []string{
		"", "a", " ", "\n", "\t", "\r\n", "\x00", "\ufeff", "\u0085", "\u00a0", "\u200b", "\u2028",
		"\n\t\n", " \n \n ", "\n\n\n  x", "a \n", "a\n ", "a \u0085\n b", "\t\t\tx", " \t x", "\u3000\u3000x", "x\u0085\u0085y",
		"a\r\nb\r\n\r\nc", "a\rb\r\r", "  \r\n  \r\n", "!\r\n\r\n/", "//\n//", "a/\n/b", " /\r/", "!!!\n///\n",
		"it's IT'S it'S I'll I'LL we've we'Re I'm I'd don't", "'s", "''s", "a'sx", "a'll", "a'l", "a'", "'re're", "x'\u017fx", "\u017f's", "'\u017f", "'\u212a",
		"HelloWorld", "helloWORLD", "HTTPServer", "aB", "Ab", "ABc", "aBC", "ǅa", "aǅ", "ʰA", "Aʰ", "AʰA", "ªº", "中A", "A中B", "ABC中DEF", "aʼs", "中's", "ABC's", "ABC'S中",
		"e\u0301", "\u0301", "\u0301A", "\u0301\u0301A", "\u0301AB", "A\u0301B", "!\u0301", "!!\u0301", " \u0301A", "\n\u0301", "\t\u0301\u0301ABC", "\u0301's", "\u20dd\u20ddX", "1\u0301", "\u0301!\n",
		"1", "12", "123", "1234", "12345678", "1a2", "٣٤٥٦", "Ⅷ½²", "1٣½4", "1,234.50", "0x1F", "१२३४", " 1", "  12",
		"👍", "👍🏽", "👨‍👩‍👧‍👦", "🇩🇪🇫🇷", "❤️", "1️⃣", "🧠é👨‍👩‍👧中",
		"你好,世界。你好世界", "สวัสดีครับ ภาษาไทย", "مرحبا بالعالم، كيف", "שָׁלוֹם", "नमस्ते दुनिया", "안녕하세요", "こんにちは、世界", "Привет, МИР", "ΑΒΓαβγ", "İstanbul ıI",
		"<|endoftext|>", "<|endofprompt|><|fim_prefix|>", "<|im_start|>user", "<|start|>assistant<|message|>",
		"\xff", "\xc3", "\xc3(", "a\x80b", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf0\x9f\x91", "\xc0\x80", "\xe2\x82", "a\xffb\xfe's", "\xf8\x88\x80\x80\x80", "ABC\xe4\xb8", "\xef\xbf\xbd\xff",
		"\U0010ffff", "\U000e0001", "\ue000", "\ufffe", "𝒜𝓑𝓬", "𐐀𐐨", "ﬁ", "ß", "ŉ",
		"- [ ] x\n- [x] y\n\n```go\nfunc main() {\n\tfmt.Println(\"hi\")\n}\n```\n", "| a | b |\n|---|:-:|\n", "https://example.com/a/b?c=d&e=%20#f", "a\u200db", "x\u00adsoft",
	}
	for _, unit := range []string{"a", "A", "z", "aA", "Aa", "ab", "é", "中", " ", "\n", "\t", "\r\n", " \n", "\n\t", "-", "=", "*", "!?", "/", "0", "\u0301", "👍", "\x00", "\xff", "\u00a0", "'s", "'", "_a", "\u0085"} {
		for _, n := range []int{2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 127, 128, 129, 300} {
			texts = append(texts, strings.Repeat(unit, n), "x"+strings.Repeat(unit, n)+"y")
		}
	}
	return texts
}

func TestNasty(t *testing.T) {
	t.Parallel()
	for _, text := range nasty() {
		compare(t, o200k, text)
		compare(t, cl100k, text)
	}
}

// TestClassBoundaries puts the code points on both sides of the boundaries of
// classes among neighbours of other classes. Of boundaries alike in a block of
// the table, such as those between capital and small letters, it takes two.
func TestClassBoundaries(t *testing.T) {
	t.Parallel()
	type boundary struct {
		block       rune
		from, class byte
	}
	seen := map[boundary]int{}
	var b strings.Builder
	for r := rune(1); r <= unicode.MaxRune; r++ {
		at := boundary{r >> 8, classes.Of(r - 1), classes.Of(r)}
		if at.from != at.class && seen[at] < 2 {
			seen[at]++
			surround(&b, r-1)
			surround(&b, r)
		}
		if b.Len() > 1000 || r == unicode.MaxRune {
			compare(t, o200k, b.String())
			compare(t, cl100k, b.String())
			b.Reset()
		}
	}
}

func surround(b *strings.Builder, r rune) {
	for _, around := range []string{"A?b's", "AB?CD", " ?", "1?1", "!?!", "\u0301?\u0301", "\n?x", "'?s", "??"} {
		b.WriteString(strings.ReplaceAll(around, "?", string(r)) + "\n")
	}
}
