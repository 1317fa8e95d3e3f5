package tomldoc

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/skillbrief/skillbrief/internal/diag"
)

var (
	bareKey    = regexp.MustCompile(`^[A-Za-z0-9_-]+`)
	nextHeader = regexp.MustCompile(`^\[\[?[ \t]*[A-Za-z_"'][^\[\],]*\]\]?[ \t]*(?:#.*)?$`)
	nextPair   = regexp.MustCompile(`^(?:[A-Za-z0-9_.-]+|"[^"\r\n]*"|'[^'\r\n]*')[ \t]*=`)
)

// inBrackets explains a fault in a list or in a table in braces.
func (p *parser) inBrackets(at int, s site) cause {
	open, at := s.open[len(s.open)-1], p.skipLines(at)
	outer := p.unclosed(at, s.open)
	if outer >= 0 {
		open = outer
	}
	noun, closing := "list", "]"
	if p.text[open] == '{' {
		noun, closing = "table", "}"
	}
	if outer >= 0 || p.leaves(at, open) {
		return cause{extent{open, open + 1}, fmt.Sprintf("the %s that opens here is never closed; add %s at its end", noun, closing), mending{}}
	}
	switch c := p.data[at]; {
	case c == ',':
		e := extent{at, at + 1}
		return cause{e, "no value stands before this comma; remove it", mending{e, ' '}}
	case noun == "table" && c == '}':
		return cause{extent{at, at + 1}, "a key in braces needs = and a value", mending{}}
	case noun == "table" && s.equals < open:
		c := p.inKey(at)
		c.mend = mending{}
		return c
	case p.afterValue(at, open):
		return cause{p.rune(at), fmt.Sprintf("a comma or %s is missing before this", closing), p.comma(at)}
	}
	return p.badValue(at, `,]}`)
}

// comma mends the blank before an offset.
func (p *parser) comma(at int) mending {
	if c := p.data[at-1]; c != ' ' && c != '\t' {
		return mending{}
	}
	return mending{extent{at - 1, at}, ','}
}

// leaves reports whether what stands at an offset can no more belong to the
// bracket: the document ends, or the line is a pair or, for braces, the next one.
func (p *parser) leaves(at, open int) bool {
	if at >= len(p.text) {
		return true
	}
	if p.text[open] == '{' {
		return strings.Contains(p.text[p.lastBefore(at):at], "\n")
	}
	start := p.lineStart(at)
	return start > open && nextPair.MatchString(p.text[start:]) && (at == start || p.data[at] == '=')
}

// unclosed is the innermost bracket that is open where a line stands that is
// certainly a header, -1 where there is none.
func (p *parser) unclosed(at int, open []int) int {
	start := p.lineStart(at)
	if !nextHeader.MatchString(p.text[start:p.lineEnd(start)]) {
		return -1
	}
	found := -1
	for _, o := range open {
		if o < start {
			found = o
		}
	}
	return found
}

// skipLines is the offset of the next character that is neither white space nor
// in a comment.
func (p *parser) skipLines(at int) int {
	for at < len(p.text) && strings.IndexByte(" \t\r\n#", p.data[at]) >= 0 {
		if p.data[at] == '#' {
			at += lineLength(p.text[at:])
		} else {
			at++
		}
	}
	return at
}

// skipBlank is the offset of the next character that is no space or tab.
func (p *parser) skipBlank(at int) int {
	for at < len(p.data) && (p.data[at] == ' ' || p.data[at] == '\t') {
		at++
	}
	return at
}

// afterValue reports whether the last thing before an offset is a value.
func (p *parser) afterValue(at, open int) bool {
	before := strings.TrimRight(string(p.data[open:at]), " \t\r\n")
	return len(before) > 1 && strings.IndexByte(",=[{", before[len(before)-1]) < 0
}

// inHeader explains a fault in a [header].
func (p *parser) inHeader(at int, s site) cause {
	line := extent{s.header, s.header + len(strings.TrimRight(p.text[s.header:s.header+lineLength(p.text[s.header:])], " \t"))}
	text := p.text[line.start:line.end]
	double := strings.HasPrefix(text, "[[")
	name := mending{} // the header becomes that of some table, apart from the document
	if s.header+3 <= line.end {
		name = mending{line, '['}
	}
	switch {
	case strings.Trim(text, "[] \t") == "":
		return cause{line, "a table header needs a name between its brackets", name}
	case double && !strings.Contains(text, "]]"):
		return cause{line, "the header opens with [[ and is not closed by ]]", name}
	case !strings.Contains(text, "]"):
		return cause{line, "the header is not closed; add ]", name}
	case !double && strings.HasSuffix(text, "]]"):
		return cause{line, "the header opens with [ and closes with ]]; write [[ and ]] for a list of tables", name}
	case strings.HasSuffix(strings.TrimRight(p.text[s.header:at], " \t"), "]"):
		e := extent{p.skipBlank(at), line.end}
		return cause{e, "only a comment may follow a header on its line; begin a new line", mending{e, ' '}}
	}
	return cause{p.rune(at), "a header holds keys joined by dots; write others than A-Z, a-z, 0-9, _ and - in quotes", name}
}

// inValue explains a fault behind an equals sign.
func (p *parser) inValue(at int, s site) cause {
	first := p.skipBlank(s.equals + 1)
	if p.ends(first) {
		key := extent{p.lineStart(s.equals), s.equals + 1}
		return cause{key, "the key has no value; add one, or leave the line out", p.without(key.start, p.lineEnd(key.end))}
	}
	at = p.skipBlank(at)
	if at > first && strings.IndexByte(`"'[{`, p.data[first]) >= 0 {
		return p.trailing(first, at)
	}
	token := p.text[first:p.lineEnd(first)]
	if n := strings.IndexAny(token, " \t,;#"); n > 0 && isValue(token[:n]) {
		return p.trailing(first, p.skipBlank(first+n))
	}
	return p.badValue(first, "#")
}

// isValue reports whether a text is a whole value.
func isValue(s string) bool {
	var alone unstable.Parser
	alone.Reset([]byte("k = " + s))
	return alone.NextExpression()
}

// trailing explains what follows a whole value on its line, the value beginning
// at first.
func (p *parser) trailing(first, at int) cause {
	c := cause{extent{at, p.lineEnd(at)}, "only a comment may follow a value on its line; begin a new line", mending{}}
	mend := unknown(extent{first, c.end})
	switch b := p.data[at]; {
	case b == ',' || b == ';':
		c.message = fmt.Sprintf("no %c may follow a value here; remove it", b)
		mend = mending{c.extent, ' '}
	case p.data[p.lastBefore(at)] == '"':
		c.message = `text goes on after its closing quote; write \" for a quote in text, or put the text between '''`
	case p.data[p.lastBefore(at)] == '\'':
		c.message = "text goes on after its closing quote; use double quotes around text that holds an apostrophe"
	case p.data[first] == '[' || p.data[first] == '{':
		mend = mending{c.extent, ' '}
	}
	if p.resumes(c.end) {
		c.mend = mend
		if strings.Contains(p.text[at:c.end], "=") {
			p.lost = append(p.lost, at) // a pair, most likely
		}
	}
	return c
}

func (p *parser) lastBefore(at int) int {
	return max(len(strings.TrimRight(string(p.data[:at]), " \t"))-1, 0)
}

// lineStart is the offset of the first character of a line that is no blank.
func (p *parser) lineStart(at int) int {
	return p.skipBlank(strings.LastIndexAny(p.text[:at], "\r\n") + 1)
}

// lineEnd is the offset behind the last character of a line that is no blank.
func (p *parser) lineEnd(at int) int {
	return at + len(strings.TrimRight(p.text[at:at+lineLength(p.text[at:])], " \t"))
}

// words that other formats know.
var words = map[string]string{
	"null": "", "nil": "", "none": "", "~": "", "yes": "true", "no": "false", "on": "true", "off": "false",
	"true": "true", "false": "false", "nan": "nan", "inf": "inf",
}

// badValue explains a value that is none; it ends before one of stop.
func (p *parser) badValue(at int, stop string) cause {
	end := p.lineEnd(at)
	if n := strings.IndexAny(p.text[at:end], stop); n > 0 {
		end = at + len(strings.TrimRight(p.text[at:at+n], " \t"))
	}
	e := extent{at, max(end, p.rune(at).end)}
	value := p.text[e.start:e.end]
	return cause{e, valueMessage(value), unknown(e)}
}

func valueMessage(value string) string {
	quoted := diag.Quote(value)
	first, _ := utf8.DecodeRuneInString(value)
	meant, word := words[strings.ToLower(value)]
	switch {
	case strings.ContainsRune("“”„‟«»‘’‚‛`", first):
		return fmt.Sprintf(`typographic quotes or backticks around %s; use straight ones: " or '`, quoted)
	case word && meant == "":
		return fmt.Sprintf("TOML has no %s; leave the field out", value)
	case word && meant != value:
		return fmt.Sprintf("%s is no TOML; write %s, or the text in quotes", quoted, meant)
	case unicode.IsDigit(first) || strings.ContainsRune("+-.", first):
		return fmt.Sprintf("%s is no number or date of TOML (no leading zeros, digits on both sides of a point or underscore); put text in quotes", quoted)
	case first == '|' || first == '>':
		return `text of several lines stands between """ in TOML`
	case first == '=' || first == ':':
		return "one = stands between a key and its value"
	case first == '(':
		return "a list stands between [ and ]"
	}
	return fmt.Sprintf("text must stand in quotes: write %s", quoted)
}
