package tomldoc

import (
	"strings"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// placer finds places of byte offsets. Offsets that mostly rise cost the
// distance to the last one, so that a long line is not counted again and again.
type placer struct {
	lines diag.Lines
	text  string
	last  int // offset
	at    diag.Pos
}

func (p *placer) pos(offset int) diag.Pos {
	offset = min(max(offset, 0), len(p.text))
	if p.last > 0 && offset >= p.last && !strings.ContainsAny(p.text[p.last:offset], "\r\n") {
		p.at.Column += utf8.RuneCountInString(p.text[p.last:offset])
	} else {
		p.at = p.lines.Pos(offset)
	}
	p.last = offset
	return p.at
}

func (p *placer) span(start, end int) diag.Span {
	from := p.pos(start)
	return diag.Span{Start: from, End: p.pos(end)}
}
