package report

import (
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// joiner is an invisible character (U+2060) that keeps GitHub from finding a
// mention, a reference, an address or an emoji in text: it looks for those after
// Markdown's own escapes are gone.
const joiner = "\u2060"

// rulesURL is where the documents of the rules are.
const rulesURL = "https://github.com/skillbrief/skillbrief/blob/main/docs/rules.md"

// markdown shows foreign text in a line or a table cell, where nothing of it can
// become markup. It must not start a line.
func markdown(s string) string {
	s = oneLine(s)
	var b strings.Builder
	for i, r := range s {
		rest := s[i+len(string(r)):]
		switch r {
		case '&', '<', '>', '|', '`', '$':
			b.WriteString(entities[r])
		case '\\', '*', '_', '[', ']', '~', '!', '^':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '#', '@', ':', '.', '-', '+', '=', ')':
			b.WriteString(punctuation(s[:i], r, rest))
		case ' ':
			if i == 0 || rest == "" {
				b.WriteString("&#32;")
			} else {
				b.WriteByte(' ')
			}
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

var entities = map[rune]string{
	'&': "&amp;", '<': "&lt;", '>': "&gt;", '|': "&#124;", '`': "&#96;", '$': "&#36;",
}

// punctuation escapes what starts a block at the start of text, and breaks the
// forms of mention, reference, link and emoji that need no bracket.
func punctuation(before string, r rune, rest string) string {
	start := strings.Trim(before, " ") == ""
	number := !start && strings.Trim(before, "0123456789 ") == ""
	switch {
	case r == '#' && word(rest):
		return `\#` + joiner
	case r == '#', start && strings.ContainsRune("-+=", r), number && strings.ContainsRune(".)", r):
		return `\` + string(r)
	case r == '@' && word(rest),
		r == ':' && (strings.HasPrefix(rest, "//") || emoji(rest)),
		r == '.' && hasSuffixFold(before, "www"),
		r == '-' && hasSuffixFold(before, "gh") && word(rest):
		return string(r) + joiner
	}
	return string(r)
}

// wordCharacters are those of a name that GitHub makes a link or an emoji of.
const wordCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+"

func word(s string) bool { return s != "" && strings.IndexByte(wordCharacters, s[0]) >= 0 }

func emoji(s string) bool {
	return word(s) && strings.HasPrefix(strings.TrimLeft(s, wordCharacters), ":")
}

func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}

// ruleLink links a rule to its document. An id that is none, which only a fault of
// ours could make, stays text.
func ruleLink(id string) string {
	if strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || id == "" {
		return markdown(id)
	}
	return "[" + id + "](" + rulesURL + "#" + id + ")"
}

func markdownPath(path string) string { return markdown(diag.Path(path)) }

// list joins items with commas, shown as text.
func list(items []string) string {
	shown := make([]string, len(items))
	for i, item := range items {
		shown[i] = markdownPath(item)
	}
	return strings.Join(shown, ", ")
}
