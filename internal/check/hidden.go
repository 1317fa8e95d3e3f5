package check

import (
	"regexp"
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// hiddenInstruction looks where no viewer shows text: comments, hidden elements,
// titles of links.
func hiddenInstruction(p *Pass, t *text) {
	if !spoken(t.raw) && !hiding(t.raw) && !titled(t.raw) {
		return
	}
	for _, h := range t.marked().html {
		for _, c := range comments(h.text) {
			if !p.full() && addressed(c.text) {
				t.report(p, h.start+c.start, h.start+c.end, nil, "an HTML comment addresses a model: %s; remove it, or say it in the open", diag.Quote(squeeze(c.text)))
			}
		}
		hiddenElements(p, t, h)
	}
	for _, title := range t.marked().titles {
		if !p.full() && addressed(title.text) {
			t.report(p, title.start, title.end, nil, "the title of a link addresses a model: %s; remove it, or say it in the open", diag.Quote(squeeze(title.text)))
		}
	}
}

// spoken reports whether what may be a comment addresses a model, be it in code
// or not.
func spoken(raw string) bool {
	parts := strings.Split(raw, "<!--")
	return slices.ContainsFunc(parts[1:], func(part string) bool {
		text, _, _ := strings.Cut(part, "-->")
		return addressed(text)
	})
}

// hiding reports whether a tag may hide its element.
func hiding(raw string) bool {
	for _, sign := range []string{"style", "hidden", "STYLE", "HIDDEN", "Style", "Hidden"} {
		for at := 0; ; {
			i := strings.Index(raw[at:], sign)
			if i < 0 {
				break
			}
			at += i
			before := raw[max(0, at-longest):at]
			if strings.LastIndexByte(before, '<') > strings.LastIndexByte(before, '>') {
				return true
			}
			at += len(sign)
		}
	}
	return false
}

// titled reports whether a text may have a link with a title: something stands
// behind the first word of a destination.
func titled(raw string) bool {
	for rest := range destinations(raw) {
		if strings.HasPrefix(rest, "<") {
			return true
		}
		if end := strings.IndexAny(rest, " \t\r\n)"); end >= 0 && rest[end] != ')' {
			if rest = strings.TrimLeft(rest[end:], " \t\r\n"); rest != "" && strings.Contains(`"'(`, rest[:1]) {
				return true
			}
		}
	}
	return false
}

var hiddenTag = regexp.MustCompile(`(?i)<([a-z][a-z0-9]*)\b[^>]*?(?:\shidden(?:[\s=/][^>]*)?|style\s*=\s*["'][^"'>]*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*[01](?:px|pt|em)?\b|opacity\s*:\s*0(?:\.0\d*)?\s*[;"']|(?:left|top|text-indent)\s*:\s*-\d{3,}|color\s*:\s*(?:white|transparent|#fff(?:fff)?\b))[^>]*)>`)

// hiddenElements looks at the text of elements that are not shown.
func hiddenElements(p *Pass, t *text, h passage) {
	for _, m := range hiddenTag.FindAllStringSubmatchIndex(h.text, -1) {
		name, start := h.text[m[2]:m[3]], h.start+m[1]
		inner := t.raw[start:min(len(t.raw), start+longest)]
		if i := strings.Index(strings.ToLower(inner), "</"+strings.ToLower(name)); i >= 0 {
			inner = inner[:i]
		}
		if !p.full() && addressed(inner) {
			t.report(p, h.start+m[0], h.start+m[1], nil, "a hidden HTML element addresses a model: %s; remove it, or say it in the open", diag.Quote(squeeze(inner)))
		}
	}
}

var (
	addressee = regexp.MustCompile(`(?i)\b(?:ai|llm|gpt|chatgpt|claude|copilot|gemini|codex|assistant|language model|models?|agents?|reviewer|review bot|bot)s?\b`)
	order     = regexp.MustCompile(`(?i)\b(?:must|should|shall|do not|don't|never|always|ignore|disregard|approve|please|instead|you are|your|make sure|obey|follow|execute|run)\b`)
)

// nearby is how far from the word for a model an order may stand, in bytes.
const nearby = 150

// addressed reports whether hidden text speaks to a model and orders something.
func addressed(s string) bool {
	for _, m := range addressee.FindAllStringIndex(s, -1) {
		if order.MatchString(s[max(0, m[0]-nearby):min(len(s), m[1]+nearby)]) {
			return true
		}
	}
	for _, w := range scan(s).words {
		if what, _ := attempt(s[w:]); what != "" {
			return true
		}
	}
	return false
}
