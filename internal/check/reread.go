package check

import (
	"cmp"
	"slices"
	"strings"
)

const (
	destination = `\s*(?:<([^<>\n]*)>|([^\s()<>]+))`
	linkTitle   = `(?:\s+(?:"([^"]*)"|'([^']*)'|\(([^()]*)\)))?`
)

var (
	plainLink       = lazy(`\]\(` + destination + linkTitle + `\s*\)`)
	plainDefinition = lazy(`^\[([^\[\]]+)\]:` + destination + linkTitle)
)

// reread looks for links and HTML where tame took away the signs that goldmark
// would have found them by: without regard to code spans and nesting, which is
// good enough for what no honest text holds.
func (w *walker) reread(raw string, lost []int) {
	for end := 0; len(lost) > 0; lost = lost[1:] {
		at := lost[0]
		if at < end || w.inCode(w.offset+at) {
			continue
		}
		_, end = lineOf(raw, at)
		_, end = lineOf(raw, min(len(raw), end+len("\r\n")))
		if open := strings.LastIndex(raw[at:end], "<!--"); open >= 0 && !strings.Contains(raw[at+open:end], "-->") {
			if length := strings.Index(raw[end:], "-->"); length >= 0 {
				end += length + len("-->")
			} else {
				end = len(raw)
			}
		}
		w.plainly(raw[at:end], w.offset+at)
	}
	slices.SortFunc(w.html, func(a, b passage) int { return cmp.Compare(a.start, b.start) })
}

// plainly notes the HTML and the links of a text at an offset of the file.
func (w *walker) plainly(text string, offset int) {
	if strings.Contains(text, "<") {
		w.html = append(w.html, passage{interval{offset, offset + len(text)}, text})
	}
	definition := plainDefinition().FindStringSubmatchIndex(text)
	if definition != nil {
		w.plain(text, offset, definition[4:], text[definition[2]:definition[3]])
	}
	for _, m := range plainLink().FindAllStringSubmatchIndex(text, -1) {
		w.plain(text, offset, m[2:], "")
	}
}

// plain notes a link by the places of its destination and title, of which all but
// one are negative.
func (w *walker) plain(text string, offset int, places []int, defines string) {
	for i := 0; i < len(places); i += 2 {
		start, end := places[i], places[i+1]
		at := interval{offset + start, offset + end}
		switch {
		case start < 0:
		case i < 4:
			w.links = append(w.links, link{interval: at, dest: text[start:end], defines: defines})
		default:
			w.titles = append(w.titles, passage{at, text[start:end]})
		}
	}
}
