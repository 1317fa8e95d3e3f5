package check

import (
	"cmp"
	"slices"
	"strings"
)

// window bounds what of a paragraph is looked at on either side, in bytes.
const window = 1000

// paragraph gives the bounds of the run of lines without a blank one around an
// offset.
func paragraph(s string, at int) (start, end int) {
	start, end = max(0, at-window), min(len(s), at+window)
	for _, gap := range []string{"\n\n", "\r\n\r\n", "\r\r"} {
		if i := strings.LastIndex(s[start:at], gap); i >= 0 {
			start += i + len(gap)
		}
		if i := strings.Index(s[at:end], gap); i >= 0 {
			end = at + i
		}
	}
	return start, end
}

// quoted reports whether an offset lies between quotation marks of its
// paragraph.
func quoted(s string, at int) bool {
	start, end := paragraph(s, at)
	head, tail := s[start:at], s[at:end]
	if strings.Count(head, `"`)%2 == 1 && strings.Contains(tail, `"`) {
		return true
	}
	for _, pair := range []string{"“”", "„“", "«»", "‘’", "「」"} {
		marks := []rune(pair)
		open, shut := strings.LastIndex(head, string(marks[0])), strings.LastIndex(head, string(marks[1]))
		if open > shut && strings.Contains(tail, string(marks[1])) {
			return true
		}
	}
	return strings.Contains(tail, "'") && inApostrophes(head)
}

// inApostrophes reports whether text ends inside single quotes: the last one of its
// line follows a blank or a bracket.
func inApostrophes(s string) bool {
	i := strings.LastIndexAny(s, "'\n")
	return i >= 0 && s[i] == '\'' && (i == 0 || strings.IndexByte(" \t\r\n\f([:=|,", s[i-1]) >= 0)
}

// instances marks texts that speak of the attack that stands before, negation and
// condition those that forbid or report what follows.
var (
	instances = lazy(`(?i)^(?:inject|jailbreak|attack|adversar|red|payload|hijack|prompt leak|social)`)
	negation  = lazy(`(?i)\b(?:not|never|cannot|can't|don't|won't|shouldn't|must not|without|avoid|refuse|reject|prevent|detect|flag|resist|(?:watch|look|search|grep|scan|check)(?:es|ing)? for|such as|e\.g\.|for example|like:?\s+|like|tr(?:y|ies|ying) to|attempts? to|asks?|asking|telling|tells|told|says?|saying|claims?|instructs?|instructing|(?:makes?|making|get|gets|causes?|tricks?|convinces?|persuades?|leads?|have|wants?|orders?)\s+(?:you|the\s+\w+|an?\s+\w+|it|models?)(?:\s+to)?)\b` + sameSentence)
	condition = lazy(`(?i)\b(?:would|could|if|when|any)\b` + sameSentence)
)

// sameSentence ends where the sentence goes on, be it in the next line, but not
// in another item of a list.
const sameSentence = `(?:[^.!?\n]|\n[ \t]*[^\s\-*+#>|0-9]){0,60}(?:\n[ \t]*)?$`

// exemplary reports whether what stands at an offset is an example of steering a
// model, or speaks of it; told is where the text speaks of attacks.
func (t *text) exemplary(at int, blunt bool, told func() [][]int) bool {
	value, ok := t.value(at)
	switch {
	case ok:
		return quoted(t.raw[value.start:value.end], at-value.start) || spokenOf(t, at, value.start, blunt, told())
	case t.toml: // a comment
		return true
	}
	return t.marked().inCode(at) || t.marked().inQuote(at) || quoted(t.raw, at) || spokenOf(t, at, 0, blunt, told())
}

// value is what stands in the quotes of the value of frontmatter or of a manifest
// that holds an offset.
func (t *text) value(at int) (interval, bool) {
	spans := t.quoted
	if t.main && at < t.body {
		spans = values(t.skill.Fields)
	}
	for _, span := range spans {
		v := interval{t.indexed().Offset(span.Start), t.indexed().Offset(span.End)}
		if v.start > at || v.end <= at || v.end > len(t.raw) {
			continue
		}
		inner := strings.TrimLeft(t.raw[v.start:v.end], `"'`)
		v.start = v.end - len(inner)
		v.end = v.start + len(strings.TrimRight(inner, `"'`))
		return v, true
	}
	return interval{}, false
}

// spokenOf reports whether what stands at an offset is a matter of its
// paragraph, of the one that introduces it, or of a heading above, instead of an
// order, which begins at from or later; told is where the text speaks of attacks.
func spokenOf(t *text, at, from int, blunt bool, told [][]int) bool {
	start, end := paragraph(t.raw, at)
	head := t.raw[max(start, from, at-120):at]
	if len(placesIn(told, start, at)) > 0 || negation().MatchString(head) || !blunt && condition().MatchString(head) {
		return true
	}
	for _, l := range placesIn(told, at, end) {
		if instances().MatchString(t.raw[l[0]:l[1]]) {
			return true
		}
	}
	return !t.toml && (introduced(t.raw, start) || taught(t.marked().headings, at))
}

// introduced reports whether the paragraph at an offset is, or is in a list, which
// a text that speaks of attacks introduces by a colon.
func introduced(raw string, start int) bool {
	for range 10 {
		intro := strings.TrimSpace(raw[max(0, start-window):start])
		if intro == "" {
			return false
		}
		from, _ := paragraph(intro, len(intro)-1)
		if strings.HasSuffix(intro, ":") {
			return len(lessons(intro[from:])) > 0
		}
		if !item().MatchString(intro[from:]) {
			return false
		}
		start = max(0, start-window) + strings.Index(raw[max(0, start-window):start], intro) + from
	}
	return false
}

var item = lazy(`^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]`)

// taught reports whether a heading whose section holds an offset speaks of
// attacks.
func taught(headings []heading, at int) bool {
	level := len("######") + 1
	i, _ := slices.BinarySearchFunc(headings, at, func(h heading, at int) int { return cmp.Compare(h.start, at) })
	for i--; i >= 0 && level > 1; i-- {
		if h := headings[i]; h.level < level {
			if h.teaches {
				return true
			}
			level = h.level
		}
	}
	return false
}
