package check

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// characterNames are Unicode's names of the more frequent odd characters.
var characterNames = map[rune]string{
	0x00: "null", 0x08: "backspace", 0x1b: "escape", 0x7f: "delete",
	0xad: "soft hyphen", 0x34f: "combining grapheme joiner", 0x61c: "Arabic letter mark",
	0x200b: "zero width space", 0x200c: "zero width non-joiner", 0x200d: "zero width joiner",
	0x200e: "left-to-right mark", 0x200f: "right-to-left mark", 0x2060: "word joiner", 0xfeff: "zero width no-break space",
	0x202a: "left-to-right embedding", 0x202b: "right-to-left embedding", 0x202c: "pop directional formatting",
	0x202d: "left-to-right override", 0x202e: "right-to-left override",
	0x2066: "left-to-right isolate", 0x2067: "right-to-left isolate", 0x2068: "first strong isolate", 0x2069: "pop directional isolate",
	0x3164: "Hangul filler",
}

// regionFlag is the length of what follows the black flag in the sequences of England,
// Scotland and Wales.
func regionFlag(s string) int {
	rest, ok := strings.CutPrefix(s, "\U0001F3F4")
	if !ok {
		return 0
	}
	for _, region := range []string{"gbeng", "gbsct", "gbwls"} {
		tags := ""
		for _, c := range region {
			tags += string(0xe0000 + c)
		}
		if tags += "\U000E007F"; strings.HasPrefix(rest, tags) {
			return len(tags)
		}
	}
	return 0
}

// odd reports whether a character may be odd, context aside.
func odd(r rune) bool { return outOfContext(r) != plain }

func outOfContext(r rune) kind {
	switch {
	case r >= 0xe0000 && r <= 0xe007f, unicode.Is(unicode.Cc, r) && !lineEnd(r) && r != '\t':
		return invisible
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return direction
	case unicode.Is(blanks, r), unicode.Is(unicode.Cf, r) && !unicode.Is(visibleFormat, r), variation(r), unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
		return zero
	}
	return plain
}

// lineEnd reports whether Python's str.splitlines, and so the reference loader,
// ends a line at a control character.
func lineEnd(r rune) bool {
	return r >= '\n' && r <= '\r' || r >= 0x1c && r <= 0x1e || r == 0x85
}

// blanks are letters and marks that show nothing.
var blanks = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x34f, Hi: 0x34f, Stride: 1},
	{Lo: 0x115f, Hi: 0x1160, Stride: 1},
	{Lo: 0x17b4, Hi: 0x17b5, Stride: 1},
	{Lo: 0x180b, Hi: 0x180f, Stride: 1},
	{Lo: 0x3164, Hi: 0x3164, Stride: 1},
	{Lo: 0xffa0, Hi: 0xffa0, Stride: 1},
}}

// visibleFormat are format characters that are seen: signs above or around
// numbers and words.
var visibleFormat = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x600, Hi: 0x605, Stride: 1},
		{Lo: 0x6dd, Hi: 0x6dd, Stride: 1},
		{Lo: 0x70f, Hi: 0x70f, Stride: 1},
		{Lo: 0x890, Hi: 0x891, Stride: 1},
		{Lo: 0x8e2, Hi: 0x8e2, Stride: 1},
	},
	R32: []unicode.Range32{{Lo: 0x110bd, Hi: 0x110bd, Stride: 1}, {Lo: 0x110cd, Hi: 0x110cd, Stride: 1}, {Lo: 0x13430, Hi: 0x1343f, Stride: 1}},
}

func variation(r rune) bool { return r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef }

// judgeRune says why the character r at s[i:] is odd where it stands.
func judgeRune(s string, i int, r rune, size int) kind {
	k := outOfContext(r)
	if k != zero {
		return k
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i+size:])
	if i == 0 {
		before = 0
	}
	if fitting(s, i, r, before, after) {
		return plain
	}
	return zero
}

// fitting reports whether a zero-width character belongs where it stands.
func fitting(s string, i int, r, before, after rune) bool {
	switch {
	case r == 0xfeff:
		return i == 0 // rule byte-order-mark
	case r == 0x200d:
		return emoji(before) && emoji(after) || unicode.In(before, joining...) || unicode.In(after, joining...)
	case r == 0x200c:
		return unicode.In(before, joining...) || unicode.In(after, joining...)
	case r == 0x200b:
		return unicode.In(before, spaceless...) || unicode.In(after, spaceless...)
	case r == 0x200e, r == 0x200f, r == 0x61c:
		from := max(0, i-window/5)
		near := s[from:min(len(s), i+window/5)]
		start, end := lineOf(near, i-from)
		return strings.ContainsFunc(near[start:end], rightToLeft)
	case r >= 0x180b && r <= 0x180f:
		return unicode.Is(unicode.Mongolian, before)
	case r >= 0xe0100:
		return unicode.Is(unicode.Han, before)
	case variation(r):
		return !variation(before)
	}
	return false
}

// rightToLeft looks where these scripts lie first, as most characters do not.
func rightToLeft(r rune) bool {
	return (r >= 0x590 && r < 0x900 || r >= 0xfb1d) && !unicode.Is(unicode.Cf, r) && unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam)
}

// joining are the scripts in which the joiners change how letters are shown.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Mongolian, unicode.Adlam, unicode.Phags_Pa, unicode.Mandaic,
	unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu,
	unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Tibetan, unicode.Khmer, unicode.Myanmar, unicode.Balinese,
	unicode.Javanese, unicode.Tai_Tham, unicode.Hebrew,
}

// spaceless are the scripts that mark where a line may be broken by a zero width
// space.
var spaceless = []*unicode.RangeTable{
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan, unicode.Javanese, unicode.Balinese, unicode.Tai_Tham,
	unicode.Han, unicode.Hiragana, unicode.Katakana,
}

// emoji reports whether a character can be part of a joined emoji sequence:
// pictographs, their modifiers and the selector of the coloured form.
func emoji(r rune) bool {
	return r >= 0x1f000 && r <= 0x1faff || r == 0xfe0f || r >= 0x2190 && r <= 0x2bff && unicode.Is(unicode.So, r) ||
		r >= 0x2190 && r <= 0x2bff && unicode.Is(unicode.Sm, r)
}
