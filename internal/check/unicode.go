package check

import (
	"fmt"
	"slices"
	"strings"
	"sync"
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
	end := -1 // of the line that was looked at last
	spoken := sync.OnceValue(func() [][]int { return invisibles().FindAllStringIndex(t.raw, -1) })
	for i, o := range t.runes() {
		if o.kind != k || o.at.start <= end {
			continue
		}
		if p.full() {
			return
		}
		_, end = lineOf(t.raw, o.at.start)
		if o.kind == zero && o.at.start >= t.body && (apart(t.raw, o) || explained(t.raw, o.at.start, spoken())) {
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

// explained reports whether the paragraph is one of those spoken that speak of such
// characters.
func explained(raw string, at int, spoken [][]int) bool {
	start, end := paragraph(raw, at)
	return len(placesIn(spoken, start, end)) > 0
}

var invisibles = lazy(`(?i)zero[- ]width|invisible (?:unicode )?character|U\+200[B-D]|U\+FEFF|soft hyphen`)

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
		found = slices.DeleteFunc(inspect(t.raw, func(i int) int { return i }), func(o oddity) bool { return isTold(t, o) })
	}
	spans := t.quoted
	if t.main && strings.Contains(t.raw[:t.body], `\`) {
		spans = values(t.skill.Fields)
	}
	for _, span := range spans {
		found = append(found, slices.DeleteFunc(escaped(t, span), func(o oddity) bool { return t.skill != nil && isNUL(o) })...)
	}
	slices.SortStableFunc(found, func(a, b oddity) int { return a.at.start - b.at.start })
	return found
}

// isTold reports whether another rule speaks of an oddity: frontmatter of byte
// order marks in it, toml-syntax of ASCII control characters, encoding of a NUL
// in what is a skill's.
func isTold(t *text, o oddity) bool {
	told := func(r rune) bool {
		return t.main && o.at.end <= t.body && r == 0xfeff || t.toml && r < utf8.RuneSelf || t.skill != nil && r == 0
	}
	return !slices.ContainsFunc(o.runes, func(r rune) bool { return !told(r) })
}

// isNUL reports whether an oddity is but NULs, of which the rule encoding speaks
// in a skill.
func isNUL(o oddity) bool {
	return !slices.ContainsFunc(o.runes, func(r rune) bool { return r != 0 })
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
