package tomldoc

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// cause is a fault found at a syntax error: its bytes, its message, and what to
// mend so that the rest can be read (nothing where that cannot be done).
type cause struct {
	extent
	message string
	mend    mending
}

// mending is what to write over the bytes of an extent.
type mending struct {
	extent
	with byte // '#': what stands there is lost; '[': it becomes a header
}

// unknown mends a value or a part of a text: digits do in text, comments and in
// place of a value, which is marked as unknown.
func unknown(e extent) mending { return mending{e, '1'} }

// explain finds the cause of a syntax error. go-toml says where it stopped,
// which is right but often not where the author must look.
func (p *parser) explain(at int, err error) cause {
	c := p.cause(at, locate(string(p.data), p.end, at))
	if c.message == "" {
		c = cause{p.rune(at), "this is not valid TOML: " + oneLine(err.Error()), mending{}}
	}
	return c
}

func (p *parser) cause(at int, s site) cause {
	switch {
	case s.quote >= 0:
		return p.inText(at, s)
	case p.isControl(at):
		c := p.control(at, "here")
		switch {
		case s.comment:
		case p.data[at] == '\r' || len(s.open) > 0:
			c.mend = mending{}
		default:
			c.mend.with = ' '
		}
		return c
	case len(s.open) > 0:
		return p.inBrackets(at, s)
	case s.header >= 0:
		return p.inHeader(at, s)
	case s.equals >= 0:
		return p.inValue(at, s)
	}
	return p.inKey(at)
}

// rune is the extent of the code point at an offset.
func (p *parser) rune(at int) extent {
	_, n := utf8.DecodeRuneInString(p.text[at:])
	return extent{at, at + n}
}

// ends reports whether a line or the document ends at an offset, a comment aside.
func (p *parser) ends(at int) bool {
	return at >= len(p.data) || strings.IndexByte("\r\n#", p.data[at]) >= 0
}

func (p *parser) isControl(at int) bool {
	if at >= len(p.data) {
		return false
	}
	c := p.data[at]
	return c < ' ' && c != '\t' && c != '\n' && !strings.HasPrefix(p.text[at:], "\r\n") || c == 0x7f
}

func (p *parser) control(at int, where string) cause {
	e := extent{at, at + 1}
	if p.data[at] == '\r' {
		return cause{e, "a lone carriage return is no line end in TOML; save the file with LF or CR LF line ends", unknown(e)}
	}
	hint := "remove it"
	if where == "in text" {
		hint += fmt.Sprintf(", or in double quotes write \\u%04X", p.data[at])
	}
	return cause{e, fmt.Sprintf("the control character U+%04X may not stand %s; %s", p.data[at], where, hint), unknown(e)}
}

// inText explains a fault inside quotes.
func (p *parser) inText(at int, s site) cause {
	quote := p.text[s.quote : s.quote+1]
	end, closed := textEnd(string(p.data), s.quote)
	if back := p.backslash(s.quote, at); quote == `"` && back >= 0 {
		return p.escape(back)
	}
	if p.isControl(at) && at < end {
		return p.control(at, "in text")
	}
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(p.text[s.quote:], triple) {
		if closed {
			return cause{extent{at, end}, "the text ends in too many quotes; at most two may stand before the closing three", mending{}}
		}
		return cause{extent{s.quote, s.quote + 3}, fmt.Sprintf("the text that opens here with %s is never closed; add %[1]s where it ends", triple), mending{}}
	}
	message := fmt.Sprintf("the text that opens here is never closed; add %s at its end", quote)
	if quote == "'" {
		message += ", or use double quotes around text that holds an apostrophe"
	} else {
		message += `, or use """ for text of several lines`
	}
	c := cause{extent: extent{s.quote, end}, message: message}
	if len(s.open) == 0 && s.equals >= 0 && p.resumes(end) {
		c.mend = unknown(c.extent)
	}
	return c
}

// resumes reports whether what follows the line that ends at an offset can only
// be read anew: a pair, a header, a comment of whatever kind, or nothing.
func (p *parser) resumes(end int) bool {
	next := p.skipLines(end)
	return next == len(p.text) || p.text[next] == '[' || comment(p.text[next:]) || nextPair.MatchString(p.text[next:])
}

// backslash is the offset of the escape that an error at an offset belongs to,
// -1 where there is none: go-toml points at the backslash or at a digit.
func (p *parser) backslash(quote, at int) int {
	for i := max(quote, at-9); i <= at && i < len(p.data); i++ {
		if p.data[i] != '\\' {
			continue
		}
		if i == at || i+1 < len(p.data) && strings.IndexByte("uUx", p.data[i+1]) >= 0 {
			return i
		}
		i++
	}
	return -1
}

// escape explains a backslash that begins no escape.
func (p *parser) escape(at int) cause {
	next := p.rune(min(at+1, len(p.text)))
	e := extent{at, next.end}
	mend := unknown(extent{at, at + 1})
	switch c := string(p.data[at+1 : next.end]); c {
	case "u", "U", "x":
		n := map[string]int{"u": 4, "U": 8, "x": 2}[c]
		for e.end < len(p.text) && e.end < next.end+n && strings.IndexByte("0123456789abcdefABCDEF", p.text[e.end]) >= 0 {
			e.end++
		}
		return cause{e, fmt.Sprintf(`the escape %s needs %d hexadecimal digits of a character that exists; a backslash itself is \\, and paths are written with /`,
			diag.Quote(p.text[e.start:e.end]), n), mend}
	case "", "\n", "\r":
		return cause{extent{at, at + 1}, `a backslash at the end of a line joins lines only between """; write \\ for a backslash`, mend}
	default:
		return cause{e, fmt.Sprintf(`the escape \%s does not exist in TOML; write / in paths, \\ for a backslash, or put the text in single quotes`,
			shown(c)), mend}
	}
}

// shown makes one character fit for a message.
func shown(c string) string {
	if r, _ := utf8.DecodeRuneInString(c); unicode.IsPrint(r) {
		return c
	}
	q := diag.Quote(c)
	return q[1 : len(q)-1]
}
