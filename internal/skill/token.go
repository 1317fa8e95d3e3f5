package skill

// tokenKind is a kind of YAML token.
type tokenKind uint8

// The tokens of YAML, as in chapter 5 of the YAML 1.2 specification, with the
// starts and ends of block collections that indentation stands for.
const (
	streamEnd tokenKind = iota
	directive
	documentStart
	documentEnd
	blockSeq
	blockMap
	blockEnd
	flowSeq
	flowMap
	flowSeqEnd
	flowMapEnd
	blockEntry
	flowEntry
	keyMark
	valueMark
	alias
	anchor
	tag
	scalar
)

// token is one token of a frontmatter; start and end are byte offsets. Tokens
// that indentation stands for, and the marks of keys without "?", are empty and
// lie where what they announce begins.
type token struct {
	kind       tokenKind
	style      Style // of a scalar
	start, end int
}

// problem is where a frontmatter stops being YAML, in byte offsets, and why.
type problem struct {
	start, end int
	message    string
	value      int    // start of the plain value that a ": " breaks; -1: of none
	sure       bool   // it is the one to tell of two at one place
	silent     bool   // it is told otherwise
	misplaced  bool   // all above it is in the way of it and what is below
	firstLine  bool   // it is told at line 1
	rule       string // empty: yaml-syntax
}

// simpleKey is a token that the key of a mapping may begin with.
type simpleKey struct {
	possible, required bool
	token, start, line int
}

// scanner cuts a frontmatter into tokens. It keeps the rules of the YAML library,
// whose marks and ends it is there to tell, and stops at the first problem.
type scanner struct {
	text       string
	pos        int
	line       int
	lineStart  int
	indent     int   // column of the open block collection, -1 outside of all
	indents    []int // of those around it
	openers    []int // offsets of the open brackets
	keyAllowed bool
	keys       []simpleKey // one for each open bracket and one for none
	tokens     []token
	tabs       []int // that PyYAML does not take
	rewrites   []rewrite
	nul        *problem
	bad        *problem
}

// rewrite replaces the bytes [start, end) in what the library is given.
type rewrite struct {
	start, end int
	text       string
}

// keyLimit is the longest key without "?", in code points, that YAML allows
// (YAML 1.2, section 7.4.2).
const keyLimit = 1024

// scan cuts text, whose lines end in LF, into tokens up to its first problem.
func scan(text string) *scanner {
	s := &scanner{
		text: text, indent: -1, keyAllowed: true,
		keys: make([]simpleKey, 1, 4), tokens: make([]token, 0, 32),
	}
	for s.next() {
	}
	return s
}

// next reads one token, and is false at the end and at a problem.
func (s *scanner) next() bool {
	s.skipBlanks()
	s.unroll(s.column())
	if s.pos == len(s.text) {
		s.unroll(-1)
		if s.dropKey() {
			s.add(streamEnd, s.pos, s.pos)
		}
		return false
	}
	if s.pos == s.lineStart {
		switch {
		case s.text[s.pos] == '%':
			return s.directive()
		case s.atDocument('-'):
			return s.document(documentStart)
		case s.atDocument('.'):
			return s.document(documentEnd)
		}
	}
	return s.indicator()
}

// indicator reads the token that the character at hand begins.
func (s *scanner) indicator() bool {
	switch c := s.text[s.pos]; {
	case c == '[':
		return s.open(flowSeq)
	case c == '{':
		return s.open(flowMap)
	case c == ']':
		return s.close(flowSeqEnd)
	case c == '}':
		return s.close(flowMapEnd)
	case c == ',':
		return s.entry(flowEntry)
	case c == '-' && s.blankAt(s.pos+1):
		return s.entry(blockEntry)
	case c == '?' && (s.flow() || s.blankAt(s.pos+1)):
		return s.explicitKey()
	case c == ':' && (s.flow() || s.blankAt(s.pos+1)):
		return s.value()
	case c == '*':
		return s.reference(alias)
	case c == '&':
		return s.reference(anchor)
	case c == '!':
		return s.tag()
	case (c == '|' || c == '>') && !s.flow():
		return s.dropKey() && s.block(c == '|')
	case c == '\'' || c == '"':
		return s.saveKey() && s.quoted(c)
	case s.startsPlain():
		return s.saveKey() && s.plain()
	}
	return s.fail(s.pos, s.pos+1, s.badStart())
}

// skipBlanks goes to the next token, past white space, comments and line ends.
func (s *scanner) skipBlanks() {
	for s.pos < len(s.text) {
		switch c := s.text[s.pos]; {
		case c == ' ':
			s.pos++
		case c == '\t' && (s.flow() || !s.keyAllowed || s.tabBeforeComment()):
			s.tab()
		case c == '#':
			s.comment()
		case c == '\n':
			s.newLine()
			s.keyAllowed = s.keyAllowed || !s.flow()
		default:
			return
		}
	}
}

// tabBeforeComment reports whether only blanks lie between the tab at hand and a
// comment on the same line as a token; the library skips those anywhere.
func (s *scanner) tabBeforeComment() bool {
	last := len(s.tokens) - 1
	if last < 0 || s.tokens[last].kind == blockEntry || s.tokens[last].end <= s.lineStart {
		return false
	}
	return charAt(s.text, skipAny(s.text, s.pos, " \t")) == '#'
}

// comment skips a comment and, as the library does, further ones whatever blanks
// stand before them.
func (s *scanner) comment() {
	for s.pos < len(s.text) && s.text[s.pos] != '\n' {
		s.pos++
	}
	next := skipAny(s.text, s.pos, " \t\n")
	if charAt(s.text, next) != '#' {
		return
	}
	for s.pos < next {
		switch s.text[s.pos] {
		case '\n':
			s.newLine()
			s.keyAllowed = s.keyAllowed || !s.flow()
		case '\t':
			s.tab()
		default:
			s.pos++
		}
	}
}

func (s *scanner) tab() {
	s.tabs = append(s.tabs, s.pos)
	s.pos++
}

func (s *scanner) newLine() {
	s.pos++
	s.line++
	s.lineStart = s.pos
}

// column is that of the position in bytes; before a line's first character that
// is no blank, where it matters, these are columns.
func (s *scanner) column() int { return s.pos - s.lineStart }

func (s *scanner) flow() bool { return len(s.openers) > 0 }

func (s *scanner) add(kind tokenKind, start, end int) {
	s.tokens = append(s.tokens, token{kind: kind, start: start, end: end})
}

func (s *scanner) fail(start, end int, message string) bool {
	s.bad = &problem{start: start, end: end, message: message, value: -1}
	return false
}

// blankAt reports whether a blank, a line end or the end is at an offset.
func (s *scanner) blankAt(i int) bool {
	c := charAt(s.text, i)
	return c == 0 || c == ' ' || c == '\t' || c == '\n'
}

// charAt is the byte at an offset, 0 past the end.
func charAt(text string, i int) byte {
	if i < len(text) {
		return text[i]
	}
	return 0
}

// skipAny is the offset of the first byte from i on that is none of set.
func skipAny(text string, i int, set string) int {
	for i < len(text) && indexByte(set, text[i]) {
		i++
	}
	return i
}

func indexByte(set string, c byte) bool {
	for i := range len(set) {
		if set[i] == c {
			return true
		}
	}
	return false
}
