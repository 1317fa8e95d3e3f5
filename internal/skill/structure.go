package skill

import (
	"slices"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// unroll ends the block collections that are indented deeper than a column.
func (s *scanner) unroll(column int) {
	for !s.flow() && s.indent > column {
		s.add(blockEnd, s.pos, s.pos)
		last := len(s.indents) - 1
		s.indent, s.indents = s.indents[last], s.indents[:last]
	}
}

// roll begins a block collection where the column is deeper than the open one,
// with its token at an index.
func (s *scanner) roll(kind tokenKind, column, index, start int) {
	if s.flow() || s.indent >= column {
		return
	}
	s.indents = append(s.indents, s.indent)
	s.indent = column
	s.tokens = slices.Insert(s.tokens, index, token{kind: kind, start: start, end: start})
}

// saveKey notes that a key may begin at the position.
func (s *scanner) saveKey() bool {
	if !s.keyAllowed {
		return true
	}
	if !s.dropKey() {
		return false
	}
	s.keys[len(s.keys)-1] = simpleKey{
		possible: true, required: !s.flow() && s.indent == s.column(),
		token: len(s.tokens), start: s.pos, line: s.line,
	}
	return true
}

// dropKey gives up the possible key; one that had to be a key is a problem.
func (s *scanner) dropKey() bool {
	key := &s.keys[len(s.keys)-1]
	if key.possible && key.required {
		s.bad = s.noColon(key.start)
		return false
	}
	key.possible = false
	return true
}

// open begins a flow collection.
func (s *scanner) open(kind tokenKind) bool {
	if !s.saveKey() {
		return false
	}
	s.openers = append(s.openers, s.pos)
	s.keys = append(s.keys, simpleKey{})
	s.keyAllowed = true
	return s.one(kind)
}

// close ends a flow collection, or is a closing bracket where none is open.
func (s *scanner) close(kind tokenKind) bool {
	if !s.dropKey() {
		return false
	}
	if s.flow() {
		s.openers = s.openers[:len(s.openers)-1]
		s.keys = s.keys[:len(s.keys)-1]
	}
	s.keyAllowed = false
	return s.one(kind)
}

// one adds a token of one byte.
func (s *scanner) one(kind tokenKind) bool {
	s.pos++
	s.add(kind, s.pos-1, s.pos)
	return true
}

// entry reads "," or "-".
func (s *scanner) entry(kind tokenKind) bool {
	if kind == blockEntry && !s.flow() {
		if !s.keyAllowed {
			return s.misplaced(`"-" starts a list item`)
		}
		s.roll(blockSeq, s.column(), len(s.tokens), s.pos)
	}
	if !s.dropKey() {
		return false
	}
	s.keyAllowed = true
	return s.one(kind)
}

// explicitKey reads "?".
func (s *scanner) explicitKey() bool {
	if !s.flow() {
		if !s.keyAllowed {
			return s.misplaced(`"?" starts a key`)
		}
		s.roll(blockMap, s.column(), len(s.tokens), s.pos)
	}
	if !s.dropKey() {
		return false
	}
	s.keyAllowed = !s.flow()
	return s.one(keyMark)
}

// value reads ":" and marks the key before it.
func (s *scanner) value() bool {
	if s.endsKey(s.pos+1) && !s.blankAt(s.pos+1) {
		// The library takes a colon before a bracket or comma for text.
		s.rewrites = append(s.rewrites, rewrite{s.pos + 1, s.pos + 1, " "})
	}
	key := &s.keys[len(s.keys)-1]
	valid := key.possible
	if valid && (key.line != s.line || s.tooLong(key.start)) {
		if key.required {
			s.bad = s.noColon(key.start)
			return false
		}
		valid, key.possible = false, false
	}
	switch {
	case valid:
		s.tokens = slices.Insert(s.tokens, key.token, token{kind: keyMark, start: key.start, end: key.start})
		s.roll(blockMap, s.columnOf(key.start), key.token, key.start)
		key.possible, s.keyAllowed = false, false
	case !s.flow() && !s.keyAllowed:
		s.bad = s.secondColon()
		return false
	default:
		if !s.flow() {
			s.roll(blockMap, s.column(), len(s.tokens), s.pos)
		}
		s.keyAllowed = !s.flow()
	}
	return s.one(valueMark)
}

func (s *scanner) columnOf(start int) int { return start - s.lineStart }

func (s *scanner) tooLong(start int) bool {
	return s.pos-start > keyLimit && utf8.RuneCountInString(s.text[start:s.pos]) > keyLimit
}

// atDocument reports whether three of c, the mark of a document's start or end,
// stand alone at the start of the line at hand.
func (s *scanner) atDocument(c byte) bool {
	return s.pos == s.lineStart && charAt(s.text, s.pos) == c && charAt(s.text, s.pos+1) == c &&
		charAt(s.text, s.pos+2) == c && s.blankAt(s.pos+3)
}

func (s *scanner) document(kind tokenKind) bool {
	s.unroll(-1)
	if !s.dropKey() {
		return false
	}
	s.keyAllowed = false
	s.pos += 3
	s.add(kind, s.pos-3, s.pos)
	return true
}

// directive reads a line that begins with "%".
func (s *scanner) directive() bool {
	s.unroll(-1)
	if !s.dropKey() {
		return false
	}
	s.keyAllowed = false
	start := s.pos
	for s.pos < len(s.text) && s.text[s.pos] != '\n' {
		s.pos++
	}
	s.add(directive, start, s.pos)
	return true
}

// reference reads an anchor or an alias.
func (s *scanner) reference(kind tokenKind) bool {
	if !s.saveKey() {
		return false
	}
	s.keyAllowed = false
	start := s.pos
	s.pos = skipAny(s.text, start+1, wordBytes)
	if s.pos == start+1 || !s.blankAt(s.pos) && !indexByte("?:,]}%@`", s.text[s.pos]) {
		return s.fail(start, s.wordEnd(start), s.badReference(kind, start))
	}
	s.add(kind, start, s.pos)
	return true
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-'
}

// wordEnd is where the run of characters from start on ends that are no blanks and,
// in brackets, no indicators.
func (s *scanner) wordEnd(start int) int {
	for start < len(s.text) && !s.blankAt(start) && (!s.flow() || !indexByte(",[]{}", s.text[start])) {
		start++
	}
	return start
}

// tag reads a tag. Whether it is well formed does not matter: none is allowed.
func (s *scanner) tag() bool {
	if !s.saveKey() {
		return false
	}
	s.keyAllowed = false
	start := s.pos
	ends := `"`
	if s.flow() {
		ends = `",[]{}`
	}
	for !s.blankAt(s.pos) && !indexByte(ends, s.text[s.pos]) {
		s.pos++
	}
	s.add(tag, start, s.pos)
	return true
}

// misplaced is the problem of an indicator of one character where a value stands.
func (s *scanner) misplaced(what string) bool {
	if p := s.afterQuote(); p != nil {
		s.bad = p
		return false
	}
	return s.fail(s.pos, s.pos+1, what+", which cannot stand here; quote the value, starting from "+
		diag.Quote(s.text[s.pos:s.restOfLine(s.pos)]))
}

// restOfLine is where the text of the line from an offset on ends, without blanks.
func (s *scanner) restOfLine(start int) int {
	end := start
	for i := start; i < len(s.text) && s.text[i] != '\n'; i++ {
		if s.text[i] != ' ' && s.text[i] != '\t' {
			end = i + 1
		}
	}
	return end
}
