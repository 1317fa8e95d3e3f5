package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// windowSize is the number of columns, and of code points, that are shown at most on
// each side of the start of a span.
const windowSize = 60

// excerpt is a source line and what stands below it; the zero excerpt is none.
type excerpt struct {
	line   int
	text   string
	pad    string // as wide as what comes before the span, tabs kept
	carets string
}

// excerpts finds the lines that findings point at, remembering the file that was
// read last and the place in it: a long line can have thousands of findings.
type excerpts struct {
	source func(path string) (string, bool)
	path   string
	lines  diag.Lines
	ok     bool

	number, column, offset int // line and column of the last span, and the bytes before it
}

func (e *excerpts) of(f Finding) excerpt {
	start := f.Span.Start
	if e.source == nil || f.Path == "" || start.Line < 1 || start.Column < 1 {
		return excerpt{}
	}
	if e.path != f.Path {
		var text string
		text, e.ok = e.source(f.Path)
		e.path, e.lines, e.number = f.Path, diag.NewLines(text), 0
	}
	if !e.ok || start.Line > e.lines.Count() {
		return excerpt{}
	}
	line := e.lines.Line(start.Line)
	from := e.seek(line, start)
	to := len(line)
	if f.Span.End.Line == start.Line {
		to = from + column(line[from:], f.Span.End.Column-start.Column+1)
	}
	return draw(start.Line, line, from, to)
}

// seek is the byte offset of a place in its line.
func (e *excerpts) seek(line string, to diag.Pos) int {
	if e.number != to.Line || e.column > to.Column {
		e.number, e.column, e.offset = to.Line, 1, 0
	}
	e.offset += column(line[e.offset:], to.Column-e.column+1)
	e.column = to.Column
	return e.offset
}

// column is the byte offset of a column, clamped to the line.
func column(line string, col int) int {
	for i := range line {
		if col--; col < 1 {
			return i
		}
	}
	return len(line)
}

// draw marks the bytes [from, to) of a line, which is cut to a window where it
// is long.
func draw(number int, line string, from, to int) excerpt {
	lo, hi := window(line, from)
	var text, pad strings.Builder
	if lo > 0 {
		text.WriteString("…")
		pad.WriteByte(' ')
	}
	carets := 0
	for i := lo; i < hi; {
		c := cellAt(line[lo:], i-lo)
		text.WriteString(c.text)
		switch {
		case i >= from && i < to:
			carets += c.width
		case i < from && c.text == "\t":
			pad.WriteByte('\t')
		case i < from:
			pad.WriteString(strings.Repeat(" ", c.width))
		}
		i += c.size
	}
	if hi < len(line) {
		text.WriteString("…")
	}
	return excerpt{number, text.String(), pad.String(), strings.Repeat("^", max(carets, 1))}
}

// window is the part of a line that is shown around the byte at.
func window(line string, at int) (lo, hi int) {
	lo, hi = at, at
	for n, left := 0, windowSize; n < windowSize && lo > 0; n++ {
		_, size := utf8.DecodeLastRuneInString(line[:lo])
		if left -= cellAt(line, lo-size).width; left < 0 {
			break
		}
		lo -= size
	}
	for n, left := 0, windowSize; n < windowSize && hi < len(line); n++ {
		c := cellAt(line, hi)
		if left -= c.width; left < 0 {
			break
		}
		hi += c.size
	}
	return lo, hi
}

// cell is a code point as it is shown.
type cell struct {
	text  string
	size  int // bytes in the line
	width int // columns of a terminal
}

// cellAt shows what Inert would make of the code point at i.
func cellAt(line string, i int) cell {
	r, size := utf8.DecodeRuneInString(line[i:])
	switch {
	case r == utf8.RuneError && size == 1:
		return cell{fmt.Sprintf(`\x%02X`, line[i]), 1, 4}
	case r == '\t':
		return cell{"\t", 1, 1}
	case disruptive(r):
		s := escaped(r)
		return cell{s, size, len(s)}
	case r == '[' && strings.HasSuffix(line[:i], "##"):
		return cell{"[", 1, 2} // Inert puts a backslash before it
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return cell{string(r), size, 0}
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return cell{string(r), size, 2}
	}
	return cell{string(r), size, 1}
}
