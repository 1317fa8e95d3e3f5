package tomldoc

import (
	"errors"
	"strings"

	"github.com/BurntSushi/toml"
	gotoml "github.com/pelletier/go-toml/v2"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// judge asks both libraries about a document in which nothing was found.
// go-toml's place is right where it refuses too; of BurntSushi's only the line
// can be relied on, and that after a multi-line value at best roughly.
func (p *parser) judge() []Fault {
	var into map[string]any
	var de *gotoml.DecodeError
	if err := gotoml.Unmarshal([]byte(p.text), &into); errors.As(err, &de) {
		row, column := de.Position()
		at := p.rowStart(row) + column - 1
		return []Fault{{p.place.span(at, at+1), "this is not valid TOML: " + oneLine(strings.TrimPrefix(de.Error(), "toml: "))}}
	} else if err != nil {
		return []Fault{{p.wholeLine(1), "this is not valid TOML: " + oneLine(err.Error())}}
	}
	into = nil
	var pe toml.ParseError
	if _, err := toml.Decode(p.text, &into); errors.As(err, &pe) {
		return []Fault{{p.wholeLine(pe.Position.Line), "this is not valid TOML: " + oneLine(pe.Message)}}
	} else if err != nil {
		return []Fault{{p.wholeLine(1), "this is not valid TOML: " + oneLine(err.Error())}}
	}
	return nil
}

// rowStart is the offset of a line as go-toml counts them: by LF.
func (p *parser) rowStart(row int) int {
	at := 0
	for ; row > 1; row-- {
		at += strings.IndexByte(p.text[at:], '\n') + 1
	}
	return at
}

// wholeLine is the span of what is on a line.
func (p *parser) wholeLine(line int) diag.Span {
	line = min(max(line, 1), p.place.lines.Count())
	text := p.place.lines.Line(line)
	start := p.place.lines.Offset(diag.Pos{Line: line, Column: 1})
	indent := len(text) - len(strings.TrimLeft(text, " \t"))
	return p.place.span(start+indent, start+len(text))
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
