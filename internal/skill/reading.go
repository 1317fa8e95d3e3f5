package skill

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// faultLimit is how many syntax faults of one frontmatter are looked for.
const faultLimit = 32

// reading takes what can be read from a frontmatter. What breaks it is told and
// blanked out, then the rest is read again, so that places stay as they are.
type reading struct {
	text     string // of the frontmatter, with what was blanked
	place    func(start, end int) diag.Span
	tokens   []token // of the text, up to its first problem
	features features
	problems []problem
	nul      *problem
	tabs     []int
	root     Field
	ok       bool         // root is set
	unsure   map[int]bool // starts of keys whose values were blanked
	lost     string       // text that was blanked
	tries    int          // prefixes that may still be parsed
}

// read reads as much as it can.
func (r *reading) read() {
	r.tries, r.unsure = prefixTries, map[int]bool{}
	for range faultLimit {
		r.tokens = nil
		bad := r.control()
		if bad == nil {
			bad = r.parse()
		}
		if bad == nil || !r.blank(*bad) {
			return
		}
	}
}

// parse reads the text, or finds its first problem.
func (r *reading) parse() *problem {
	s := r.scanOne()
	r.tokens = s.tokens
	g := &grammar{scanner: s, anchors: map[string]bool{}}
	root := g.parse()
	r.features = append(r.features, g.features...)
	r.noteTags(s)
	if r.nul == nil {
		r.nul = s.nul
	}
	switch {
	case g.bad != nil:
		return g.bad
	case s.bad != nil:
		return s.bad
	}
	field, err := decode(g, root, r.place)
	if err != nil {
		return r.refusal(err)
	}
	r.root, r.ok, r.tabs = field, true, s.tabs
	return nil
}

// control is the problem of the first character that YAML does not allow (YAML
// 1.2, section 5.1), in a text that is UTF-8; nil where there is none.
func (r *reading) control() *problem {
	for i, c := range r.text {
		switch {
		case c < ' ' && c != '\t' && c != '\n', c >= 0x7F && c < 0xA0, c == 0xFFFE, c == 0xFFFF:
			return &problem{
				start: i, end: i + utf8.RuneLen(c), value: -1,
				message: fmt.Sprintf("control character U+%04X, which YAML does not allow; remove it", c),
			}
		case c == 0xFEFF:
			return &problem{
				start: i, end: i + utf8.RuneLen(c), value: -1, rule: "frontmatter",
				message: "byte order mark inside the frontmatter, an invisible character; remove it",
			}
		}
	}
	return nil
}

// noteTags keeps the tags that the grammar did not come to.
func (r *reading) noteTags(s *scanner) {
	for _, t := range s.tokens {
		if t.kind == tag {
			r.features.add(tagFeature, t.start, t.end)
		}
	}
}

// scanOne scans the text without its directives and further documents.
func (r *reading) scanOne() *scanner {
	s := scan(r.text)
	for again := 0; again < faultLimit && r.oneDocument(s); again++ {
		s = scan(r.text)
	}
	return s
}

// oneDocument tells directives and what follows the first document and takes them
// away; it is false where there is neither.
func (r *reading) oneDocument(s *scanner) bool {
	var gone []token
	for i, t := range s.tokens {
		switch {
		case t.kind == directive:
			r.features.add(directiveFeature, t.start, t.start+1)
			r.lose(t.start, t.end, false)
			gone = append(gone, t)
		case t.kind == documentEnd, t.kind == documentStart && i > 0 && gone == nil:
			r.erase(gone...)
			start, end := s.second(i)
			if start < 0 {
				return gone != nil
			}
			r.features.add(documentFeature, start, end)
			r.lose(start, len(r.text), false)
			r.text = r.text[:start]
			return true
		}
	}
	if gone != nil {
		r.erase(gone...)
	}
	return gone != nil
}

// second is where a second document starts at or after token i, -1 where none
// does.
func (s *scanner) second(i int) (start, end int) {
	t := s.tokens[i]
	if t.kind == documentStart {
		return t.start, t.end
	}
	for i++; i < len(s.tokens); i++ {
		switch t := s.tokens[i]; t.kind {
		case documentEnd:
		case streamEnd:
			return -1, -1
		default:
			return t.start, max(t.end, s.restOfLine(t.start))
		}
	}
	return s.bad.start, s.bad.end
}

// refusal is the problem of a text that only the library refuses. Where a
// feature that is told anyway may be the cause, it is silent.
func (r *reading) refusal(err error) *problem {
	line, why := refused(err)
	start := r.faultStart(line)
	for _, f := range r.features {
		if (f.kind == tagFeature || f.kind == aliasFeature || f.kind == anchorFeature) && strings.TrimSpace(r.text[f.start:f.end]) != "" {
			return &problem{start: f.start, end: f.end, value: -1, silent: true}
		}
	}
	start = skipAny(r.text, start, " \t")
	end := start
	for end < len(r.text) && r.text[end] != '\n' {
		end++
	}
	return &problem{start: start, end: end, value: -1, message: "line " + diag.Quote(strings.TrimRight(r.text[start:end], " \t")) + " is no valid YAML here (" + why + "); quote the value"}
}

// blank tells a problem and blanks out the value, or the lines, that it is in. It
// is false where nothing is left to blank.
func (r *reading) blank(p problem) bool {
	start, end := r.chunk(p.start)
	key := skipAny(r.text, start, wordBytes)
	named := key > start && charAt(r.text, key) == ':' && indexByte("\x00 \t\n", charAt(r.text, key+1))
	above, from, to := r.innerValue(p.start, end)
	inner := to > p.start
	if !p.silent && !r.features.at(p.start) && (len(r.problems) == 0 || inner || named && !r.unsure[start]) {
		r.problems = append(r.problems, p)
	}
	isValue := true
	switch {
	case len(r.tokens) > 0 && (r.tokens[0].kind == flowMap || r.tokens[0].kind == flowSeq):
		start, end, isValue = 0, len(r.text), false
	case p.misplaced:
		start, end, isValue = 0, p.start, false
	case inner:
		r.unsure[start], r.unsure[above] = true, true
		start, end = from, to
	case named && p.start > key && TrimSpace(r.text[key+1:end]) != "":
		r.unsure[start] = true
		start = key + 1
	case !named && start > 0:
		// The lines may belong to the value above.
		above, _ = r.chunk(start - 1)
		r.unsure[above] = true
		isValue = false
	default:
		isValue = false
	}
	if TrimSpace(r.text[start:end]) == "" {
		return false
	}
	r.features = slices.DeleteFunc(r.features, func(f feature) bool {
		return f.kind == keyFeature && !p.silent && start <= f.start && f.start < end // quoting the value cures both
	})
	r.lose(start, end, isValue)
	r.erase(token{start: start, end: end})
	return true
}

// innerValue is the extent, up to limit, of the value that an offset lies in or
// follows, where an indented key or a list item, at above, has it: with that alone
// blanked out what is around it can still be read. It ends at 0 where none has.
func (r *reading) innerValue(at, limit int) (above, start, end int) {
	column, depth, top := 0, 0, true
	for _, t := range r.tokens {
		if t.end > at || t.start == at {
			break
		}
		switch t.kind {
		case flowSeq, flowMap:
			depth++
		case flowSeqEnd, flowMapEnd:
			depth--
		case keyMark, blockEntry:
			if depth == 0 {
				column = t.start - strings.LastIndexByte(r.text[:t.start], '\n') - 1
				above, start, top = t.start, t.end, t.kind == keyMark && column == 0
			}
		case valueMark:
			if depth == 0 {
				start = t.end
			}
		}
	}
	if top {
		return 0, 0, 0
	}
	for end = start; end < limit; end++ {
		if r.text[end] != '\n' {
			continue
		}
		next := skipAny(r.text, end+1, " ")
		if next-end-1 <= column && charAt(r.text, next) != '\n' {
			break
		}
	}
	return above, start, end
}

const wordBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

// chunk is the extent of the lines around an offset from one that starts at
// column 0 up to the next such line that may be a key.
func (r *reading) chunk(at int) (start, end int) {
	for pos := 0; pos < len(r.text); {
		next := len(r.text)
		if i := strings.IndexByte(r.text[pos:], '\n'); i >= 0 {
			next = pos + i + 1
		}
		if r.mayStartKey(pos) {
			if pos > at {
				return start, pos
			}
			start = pos
		}
		pos = next
	}
	return start, len(r.text)
}

// mayStartKey reports whether the line at pos stands at column 0 and is no
// comment, list item or closing bracket.
func (r *reading) mayStartKey(pos int) bool {
	switch c := r.text[pos]; c {
	case ' ', '\t', '\n', '#', ']', '}':
		return false
	case '-':
		return !indexByte("\x00 \t\n", charAt(r.text, pos+1))
	}
	return true
}

// lose keeps what is blanked out, for it may hold keys: all of it, or, of the
// value of a key, all lines but the first.
func (r *reading) lose(start, end int, isValue bool) {
	text := r.text[start:end]
	if isValue {
		_, text, _ = strings.Cut(text, "\n")
	}
	r.lost += text
}

// erase blanks out what tokens extend over, line ends kept.
func (r *reading) erase(tokens ...token) {
	text := []byte(r.text)
	for _, t := range tokens {
		for i := t.start; i < t.end; i++ {
			if text[i] != '\n' {
				text[i] = ' '
			}
		}
	}
	r.text = string(text)
}
