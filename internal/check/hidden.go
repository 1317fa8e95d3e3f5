package check

import (
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// hiddenInstruction looks where no viewer shows text: comments, hidden elements,
// attributes, titles of links.
func hiddenInstruction(p *Pass, t *text) {
	if !spoken(t.raw) && !hiding(t.raw) && !titled(t.raw) {
		return
	}
	end := 0 // of the hidden element that was looked at last
	for _, h := range t.marked().html {
		for _, c := range unshown(h.text) {
			t.addresses(p, c.what, h.start+c.start, h.start+c.end, c.text)
		}
		end = hiddenElements(p, t, h, end)
	}
	for _, title := range t.marked().titles {
		t.addresses(p, "the title of a link", title.start, title.end, title.text)
	}
}

// addresses reports the passage if it addresses a model.
func (t *text) addresses(p *Pass, what string, start, end int, passage string) {
	if !p.full() && addressed(passage) {
		t.report(p, start, end, nil, "%s addresses a model: %s; remove it, or say it in the open", what, diag.Quote(squeeze(passage)))
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

// titled reports whether a text may have a link with a title, or a definition of
// several words: something stands behind the first word of a destination, or a
// blank before it.
func titled(raw string) bool {
	barren := 0 // up to where no destination ends
	for at, rest := range destinations(raw) {
		if strings.HasPrefix(rest, "<") || raw[at] == ':' && strings.Contains(label(raw[:at-1]), " ") {
			return true
		}
		stop := min(len(raw), at+1+longest)
		from := min(max(0, barren-(stop-len(rest))), len(rest))
		end := strings.IndexAny(rest[from:], " \t\r\n)")
		if end < 0 {
			barren = stop
			continue
		}
		if end += from; rest[end] != ')' {
			if rest = strings.TrimLeft(rest[end:], " \t\r\n"); rest != "" && strings.Contains(`"'(`, rest[:1]) {
				return true
			}
		}
	}
	return false
}

// label is what s ends with behind its last opening bracket, which is near.
func label(s string) string {
	const longest = 1000 // bytes, as CommonMark has it
	s = s[max(0, len(s)-longest):]
	return s[strings.LastIndexByte(s, '[')+1:]
}

var hiddenTag = lazy(`(?i)<(?:(` + strings.Join(unshownElements, "|") + `)\b[^>]*|([a-z][a-z0-9]*)\b[^>]*?(?:\shidden(?:[\s=/][^>]*)?|\sclass\s*=\s*["']?[^"'>]*\b(?:sr-only|visually-hidden|d-none|screen-reader-text)\b[^>]*` +
	`|\sstyle\s*=\s*["']?[^"'>]*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*[01](?:px|pt|em)?\b|opacity\s*:\s*0(?:\.0\d*)?\s*[;"'>]|(?:left|top|text-indent)\s*:\s*-\d{3,}|(?:max-)?(?:height|width)\s*:\s*0(?:px)?\s*[;"'>]|color\s*:\s*(?:white|transparent|#fff(?:fff)?)\b)[^>]*)|(font)\b[^>]*\scolor\s*=\s*["']?(?:white|transparent|#fff(?:fff)?)\b[^>]*)>`)

// hides matches what each hidden tag has, at less cost.
var hides = lazy(`(?i)` + strings.Join(unshownElements, "|") + `|hidden|class|color`)

// void are the elements without content.
var void = []string{"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}

// hiddenElements looks at the text of elements of h that are not shown, behind the
// end of those that were looked at already; it gives the new end.
func hiddenElements(p *Pass, t *text, h passage, end int) int {
	if !hides().MatchString(h.text) {
		return end
	}
	for _, m := range hiddenTag().FindAllStringSubmatchIndex(h.text, -1) {
		group := 2
		for m[group] < 0 {
			group += 2
		}
		name, start := strings.ToLower(h.text[m[group]:m[group+1]]), h.start+m[1]
		if start < end || slices.Contains(void, name) {
			continue
		}
		end = min(len(t.raw), start+longest) // of an element that is never closed
		if closing, ok := t.closings()[h.start+m[0]]; ok {
			end = closing
		}
		inner := t.raw[start:end]
		if name == "script" || name == "style" { // code, which has agents and models that must
			inner = spokenIn(inner)
		}
		t.addresses(p, "a hidden HTML element", h.start+m[0], h.start+m[1], inner)
	}
	return end
}

// spokenIn is the text from the first attempt to steer a model on; empty without
// one.
func spokenIn(code string) string {
	for _, w := range scan(code).words {
		if way, _ := attempt(code[w:]); way != nil {
			return code[w:]
		}
	}
	return ""
}

// closings gives for the offset of each tag that is closed that of its closing tag.
func closings(raw string) map[int]int {
	closed, open := map[int]int{}, map[string][]int{}
	for at := 0; ; at++ {
		i := strings.IndexByte(raw[at:], '<')
		if i < 0 {
			return closed
		}
		at += i
		rest, closing := strings.CutPrefix(raw[at+1:], "/")
		name := strings.ToLower(rest[:run(rest[:min(len(rest), 40)], "")])
		switch n := len(open[name]); {
		case name == "":
		case !closing:
			open[name] = append(open[name], at)
		case n > 0:
			closed[open[name][n-1]] = at
			open[name] = open[name][:n-1]
		}
	}
}
