package check

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// kind is why a character is odd.
type kind uint8

const (
	plain kind = iota
	invisible
	zero
	direction
)

// oddity is a run of odd characters of one kind.
type oddity struct {
	kind  kind
	at    interval
	runes []rune
}

func invisibleText(p *Pass, t *text) { reportOdd(p, t, invisible) }
func zeroWidth(p *Pass, t *text)     { reportOdd(p, t, zero) }
func bidiControl(p *Pass, t *text)   { reportOdd(p, t, direction) }

// reportOdd gives one finding a line: the first run of it, and how many
// characters the line has.
func reportOdd(p *Pass, t *text, k kind) {
	line := 0
	for i, o := range t.runes() {
		if o.kind != k || p.full() {
			continue
		}
		span := t.indexed().Span(o.at.start, o.at.end)
		if span.Start.Line == line {
			continue
		}
		line = span.Start.Line
		if o.kind == zero && o.at.start >= t.body && (apart(t.raw, o) || explained(t.raw, o.at.start)) {
			continue
		}
		t.report(p, o.at.start, o.at.end, nil, "%s", describe(o, sameLine(t, i)))
	}
}

// apart reports whether a single zero-width character stands at the edge of its
// line and at no word: as what a copy from a web page leaves behind.
func apart(raw string, o oddity) bool {
	start, end := lineOf(raw, o.at.start)
	head, tail := raw[start:o.at.start], raw[min(o.at.end, end):end]
	before, _ := utf8.DecodeLastRuneInString(head)
	after, _ := utf8.DecodeRuneInString(tail)
	return len(o.runes) == 1 && !inName(before) && !inName(after) && (!strings.ContainsFunc(head, inName) || !strings.ContainsFunc(tail, inName))
}

func inName(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r)) }

// explained reports whether the paragraph speaks of such characters.
func explained(raw string, at int) bool {
	start, end := paragraph(raw, at)
	return invisibles.MatchString(raw[start:end])
}

var invisibles = regexp.MustCompile(`(?i)zero[- ]width|invisible (?:unicode )?character|U\+200[B-D]|U\+FEFF|soft hyphen`)

// sameLine counts the characters of the kind of the ith oddity in its line.
func sameLine(t *text, i int) int {
	o := t.runes()[i]
	_, end := lineOf(t.raw, o.at.start)
	n := 0
	for _, other := range t.runes()[i:] {
		if other.at.start > end {
			break
		}
		if other.kind == o.kind {
			n += len(other.runes)
		}
	}
	return n
}

func describe(o oddity, count int) string {
	what := fmt.Sprintf("character U+%04X", o.runes[0])
	if name := characterNames[o.runes[0]]; name != "" {
		what += " (" + name + ")"
	}
	if count > 1 {
		what = fmt.Sprintf("%s, the first of %d in this line,", what, count)
	}
	switch o.kind {
	case direction:
		return what + " changes the order in which text is shown, so that a reviewer reads something else than a model; remove it"
	case zero:
		return what + " takes no room, so that a reviewer does not see it; remove it"
	}
	if spelt := tagged(o.runes); spelt != "" {
		return fmt.Sprintf("%s hides the text %s from reviewers, not from models; remove it", what, diag.Quote(spelt))
	}
	return what + " is invisible to a reviewer; remove it"
}

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

// tagged is the ASCII text that tag characters spell.
func tagged(runes []rune) string {
	var b strings.Builder
	for _, r := range runes {
		if r > 0xe0020 && r < 0xe007f || r == 0xe0020 {
			b.WriteRune(r - 0xe0000)
		}
	}
	return b.String()
}

// oddities are those of a text, in the file and made by escapes of its fields.
func oddities(t *text) []oddity {
	var found []oddity
	if t.signs().odd {
		found = inspect(t.raw, func(i int) int { return i })
	}
	if t.main && strings.Contains(t.raw[:t.body], `\`) {
		for _, e := range escaped(t.skill.Fields, t.skill.Lines, t.raw) {
			found = append(found, e...)
		}
		slices.SortStableFunc(found, func(a, b oddity) int { return a.at.start - b.at.start })
	}
	return found
}

// inspect finds the odd characters of s; place gives the offset in the file of
// an offset in s.
func inspect(s string, place func(int) int) []oddity {
	var found []oddity
	end := -1 // of the run that the last oddity stands for
	for i := 0; i < len(s); {
		if s[i] >= ' ' && s[i] < 0x7f {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if k := judgeRune(s, i, r, n); k != plain {
			at := interval{place(i), place(i + n)}
			if last := len(found) - 1; end == i && found[last].kind == k {
				found[last].at.end = at.end
				found[last].runes = append(found[last].runes, r)
			} else {
				found = append(found, oddity{k, at, []rune{r}})
			}
			end = i + n
		}
		i += n + regionFlag(s[i:])
	}
	return found
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
	case unicode.Is(blanks, r), unicode.Is(unicode.Cf, r) && !unicode.Is(visibleFormat, r), variation(r):
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
		start, end := lineOf(s, i)
		return strings.ContainsFunc(s[max(start, i-window/5):min(end, i+window/5)], rightToLeft)
	case r >= 0x180b && r <= 0x180f:
		return unicode.Is(unicode.Mongolian, before)
	case r >= 0xe0100:
		return unicode.Is(unicode.Han, before)
	case variation(r):
		return !variation(before)
	}
	return false
}

func rightToLeft(r rune) bool {
	return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam)
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
