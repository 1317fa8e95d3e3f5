package skill

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// badStart is why the character at hand can begin nothing.
func (s *scanner) badStart() string {
	c, _ := utf8.DecodeRuneInString(s.text[s.pos:])
	switch c {
	case '\t':
		return tabIndents
	case '`':
		return "value starts with a backtick, which YAML reserves; quote the value"
	case '@':
		return `value starts with "@", which YAML reserves; quote the value`
	case '%':
		return `value starts with "%", which YAML keeps for directives; quote the value`
	case '|', '>':
		return diag.Quote(string(c)) + " starts a block scalar, which cannot stand in brackets; quote the value"
	}
	return "value starts with " + diag.Quote(string(c)) + ", which starts nothing in YAML; quote the value"
}

// badReference is why a word that begins with "&" or "*" is no anchor or alias.
func (s *scanner) badReference(kind tokenKind, start int) string {
	word := diag.Quote(s.text[start:s.wordEnd(start)])
	if kind == alias {
		return "value starts with " + word + `, and "*" starts a YAML alias, not bold text; quote the value`
	}
	return "value starts with " + word + `, and "&" starts a YAML anchor; quote the value`
}

// afterQuote is the problem of text at the position that follows a closing quote
// or bracket on its line; nil where none does.
func (s *scanner) afterQuote() *problem {
	last := len(s.tokens) - 1
	if last > 0 && s.tokens[last].kind == scalar && s.tokens[last].style == Plain {
		if p := s.closedBefore(last-1, s.tokens[last].start); p != nil {
			return p
		}
	}
	return s.closedBefore(last, s.pos)
}

// closedBefore is the problem of text at start where token i is a closing quote or
// bracket right before it on its line.
func (s *scanner) closedBefore(i, start int) *problem {
	if i < 0 || start > len(s.text) {
		return nil
	}
	t := s.tokens[i]
	quoted := t.kind == scalar && (t.style == SingleQuoted || t.style == DoubleQuoted)
	if !quoted && t.kind != flowSeqEnd && t.kind != flowMapEnd {
		return nil
	}
	if t.end > start || strings.TrimRight(s.text[t.end:start], " \t") != "" {
		return nil
	}
	if p := s.swallowed(i); p != nil {
		return p
	}
	return s.textAfter(t, start)
}

// textAfter is the problem of text at start after a closing token.
func (s *scanner) textAfter(closing token, start int) *problem {
	end := min(max(s.restOfLine(start), start+1), len(s.text))
	text, what, cure := s.text[start:end], "bracket", "put the whole value in quotes"
	if closing.kind == scalar {
		what = "quote"
		quote := s.text[closing.end-1 : closing.end]
		if start == closing.end && strings.HasSuffix(text, quote) && startsWord(text) {
			cure = map[string]string{"'": "write '' for an apostrophe", `"`: `write \" for a quote`}[quote] + " inside the value"
		}
	}
	return &problem{start: start, end: end, value: -1, message: "text " + diag.Quote(text) + " after the closing " + what + "; " + cure}
}

func startsWord(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// unclosed fails at the quote that opens a scalar without an end.
func (s *scanner) unclosed(start int, quote byte) bool {
	s.bad = notClosed(start, quote)
	if quote == '"' && strings.HasSuffix(s.text[start+1:max(s.restOfLine(start), start+1)], `\"`) {
		s.bad.message = `quote " is never closed, for a backslash escapes the one at the end of the line; write \\ for a backslash, or use single quotes`
	}
	return false
}

func notClosed(start int, quote byte) *problem {
	message := "quote " + string(quote) + " is never closed; close it"
	if quote == '\'' {
		message += ", and write '' for an apostrophe"
	}
	return &problem{start: start, end: start + 1, message: message, value: -1}
}

// noColon is the problem of a line that has to be a key and has no colon.
func (s *scanner) noColon(start int) *problem {
	end := s.restOfLine(start)
	line := s.text[start:end]
	p := &problem{start: start, end: max(end, start+1), value: -1}
	key, rest, found := strings.Cut(line, ":")
	switch {
	case utf8.RuneCountInString(key) > keyLimit:
		p.message = "key is longer than 1,024 characters; shorten it"
	case found && rest != "" && isName(key):
		p.end = start + len(key) + 1
		p.message = noSpace(key)
	case isDashes(line):
		p.message = "line " + diag.Quote(line) + ` is no fence and no "key: value"; write "---" to close the frontmatter`
	case len(line) > 1 && line[0] == '-' && line[1] != '-':
		p.message = "list item " + diag.Quote(line) + " has no space after its dash; write " + diag.Quote("- "+line[1:])
	case s.wrapped(start):
		p.message = "line " + diag.Quote(line) + ` goes on with a text that ": " above made a mapping; quote the whole text or use ">-"`
	case strings.Contains(line, "\uFF1A"):
		p.message = "line " + diag.Quote(line) + ` has a full-width colon, expected "key: value"; write ":" and a space`
	default:
		p.message = "line " + diag.Quote(line) + ` is no "key: value"; add the colon, or indent the line to go on with the value above`
	}
	return p
}

// wrapped reports whether the line at an offset is indented alike with a key that
// reads like a sentence.
func (s *scanner) wrapped(start int) bool {
	for i := len(s.tokens) - 2; i >= 0; i-- {
		if s.tokens[i].kind != keyMark {
			continue
		}
		key, indent := s.tokens[i+1], lineIndent(s.text, start)
		return indent > 0 && key.kind == scalar && key.style == Plain && strings.Contains(s.text[key.start:key.end], " ") &&
			indent == lineIndent(s.text, key.start)
	}
	return false
}

func noSpace(key string) string {
	return "no space after the colon of " + diag.Quote(key) + "; write " + diag.Quote(key+": ")
}

// isName reports whether s looks like the key of a frontmatter.
func isName(s string) bool {
	for i := range len(s) {
		if !isWord(s[i]) && s[i] != '.' {
			return false
		}
	}
	return s != ""
}

// secondColon is the problem of a colon at the position that no key is before.
func (s *scanner) secondColon() *problem {
	if p := s.afterQuote(); p != nil {
		return p
	}
	p := &problem{start: s.pos, end: s.pos + 1, value: -1}
	last := len(s.tokens) - 1
	if last < 0 || s.tokens[last].kind != scalar || s.tokens[last].style != Plain {
		p.message = `":" stands where no key is before it; quote the value`
		return p
	}
	t := s.tokens[last]
	if !s.isValue(last) {
		return s.noColon(t.start)
	}
	first := s.restOfLine(t.start)
	if t.end > first && s.nested(t, first) {
		p.start = skipAny(s.text, s.lineStart, " ")
		p.end = s.pos + 1
		p.message = "key " + diag.Quote(s.text[p.start:s.pos]) + " is indented deeper than the keys around it; align it with them"
		return p
	}
	p.value = t.start
	p.message = `": " inside a plain value starts a second mapping; quote the value or use ">-"`
	if s.blankAt(s.pos+1) && charAt(s.text, s.pos+1) != ' ' {
		p.message = `":" at the end of a plain value starts a mapping; quote the value or use ">-"`
	}
	return p
}

// isValue reports whether token i follows a colon or a dash on its line.
func (s *scanner) isValue(i int) bool {
	for j := i - 1; j >= 0; j-- {
		switch s.tokens[j].kind {
		case valueMark, blockEntry, anchor, tag:
			return true
		case blockMap, blockSeq:
			continue
		default:
			return false
		}
	}
	return false
}

// nested reports whether the line at hand reads like a key under a key whose value
// was a word, not like a sentence that goes on.
func (s *scanner) nested(t token, firstEnd int) bool {
	word := strings.TrimLeft(s.text[s.lineStart:s.pos], " ")
	if !isName(word) {
		return false
	}
	switch word {
	case "name", "description", "license", "compatibility", "metadata", "allowed-tools", "version", "author":
		return true
	}
	return !strings.ContainsAny(s.text[t.start:firstEnd], " \t")
}
