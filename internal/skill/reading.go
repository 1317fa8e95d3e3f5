package skill

import (
	"fmt"
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
	above    []Field      // that cannot be read together with root
	ok       bool         // root is set
	unsure   map[int]bool // starts of keys whose values were blanked
	guessed  bool         // letters stand for bytes that are no text
	lost     string       // text that was blanked
	tries    int          // prefixes that may still be parsed
}

// standIn puts a letter in the place of each byte that is no text, which is told
// otherwise; the fields that hold one are not judged.
func (r *reading) standIn() {
	if utf8.ValidString(r.text) && strings.IndexByte(r.text, 0) < 0 {
		return
	}
	text := []byte(r.text)
	for i := 0; i < len(text); {
		c, n := utf8.DecodeRune(text[i:])
		if c == 0 || c == utf8.RuneError && n == 1 {
			text[i], r.guessed = 'x', true
		}
		i += n
	}
	r.text = string(text)
}

// read reads as much as it can.
func (r *reading) read() {
	r.tries, r.unsure = prefixTries, map[int]bool{}
	r.standIn()
	for range faultLimit {
		r.tokens = nil
		bad := r.control()
		if bad == nil {
			bad = r.parse()
		}
		if r.fence(bad) {
			continue
		}
		if bad == nil || !r.blank(*bad) {
			break
		}
	}
	if len(r.above) > 0 && r.ok && (r.root.Kind == Map || r.root.ValueSpan.IsZero()) {
		r.root.Kind, r.root.Fields = Map, append(r.above, r.root.Fields...)
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

// fence tells a line before a problem that is a fence but for white space before
// it, and takes away what follows; it is false where there is none. In a block or
// in quotes such a line is text.
func (r *reading) fence(bad *problem) bool {
	limit := len(r.text)
	if bad != nil {
		limit = bad.start
	}
	start := indentedFence(r.text, 0)
	for _, t := range r.tokens {
		if t.style != Plain && t.start < start && start < t.end {
			start = indentedFence(r.text, t.end)
		}
	}
	if start < 0 || start > limit {
		return false
	}
	r.problems = append(r.problems, problem{start: start, rule: "frontmatter", firstLine: true, message: fmt.Sprintf(
		`frontmatter is not closed by line %d, which has white space before its "---"; remove it`, r.place(start, start).Start.Line)})
	r.lose(start, len(r.text), false)
	r.text = r.text[:start]
	return true
}

// indentedFence is the start of the first line from an offset on that is a fence
// but for white space before it, -1 where none is.
func indentedFence(text string, from int) int {
	for start := from; start < len(text); {
		end := len(text)
		if i := strings.IndexByte(text[start:], '\n'); i >= 0 {
			end = start + i
		}
		if line := text[start:end]; end-start > 3 && line[0] != '-' && TrimSpace(line) == "---" && (start == 0 || text[start-1] == '\n') {
			return start
		}
		start = end + 1
	}
	return -1
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
