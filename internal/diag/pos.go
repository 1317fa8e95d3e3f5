package diag

import (
	"cmp"
	"sort"
	"strings"
	"unicode/utf8"
)

// Pos is a place as an editor shows it: lines from 1, ended by LF, CRLF or a
// lone CR; columns from 1, in code points. The zero Pos is no place.
type Pos struct{ Line, Column int }

func (p Pos) compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}

// Span runs from Start to End, End exclusive. The zero Span stands for a whole
// file.
type Span struct{ Start, End Pos }

// IsZero reports whether s stands for a whole file.
func (s Span) IsZero() bool { return s == Span{} }

// Lines finds the place of a byte offset in one text.
type Lines struct {
	text   string
	starts []int // byte offset of each line's start
}

// NewLines indexes text. Invalid UTF-8 counts one code point a bad byte.
func NewLines(text string) Lines {
	starts := make([]int, 1, strings.Count(text, "\n")+2)
	if strings.IndexByte(text, '\r') < 0 {
		for at := strings.IndexByte(text, '\n'); at >= 0; at = strings.IndexByte(text[starts[len(starts)-1]:], '\n') {
			starts = append(starts, starts[len(starts)-1]+at+1)
		}
		return Lines{text, starts}
	}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\n':
			starts = append(starts, i+1)
		case '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				i++
			}
			starts = append(starts, i+1)
		}
	}
	return Lines{text, starts}
}

// Count is the number of lines; a text that ends in a line end has an empty
// last one.
func (l Lines) Count() int { return len(l.starts) }

// Pos is the place of the byte offset, clamped to the text. An offset inside a
// code point is the place of that code point.
func (l Lines) Pos(offset int) Pos {
	offset = min(max(offset, 0), len(l.text))
	line := sort.SearchInts(l.starts, offset+1) - 1
	for back := 1; back < utf8.UTFMax && offset-back >= l.starts[line]; back++ {
		if _, n := utf8.DecodeRuneInString(l.text[offset-back:]); n > back {
			offset -= back
			break
		}
	}
	return Pos{line + 1, utf8.RuneCountInString(l.text[l.starts[line]:offset]) + 1}
}

// Span is the span of the bytes [start, end).
func (l Lines) Span(start, end int) Span { return Span{l.Pos(start), l.Pos(end)} }

// Offset is the byte offset of a place, clamped to its line.
func (l Lines) Offset(p Pos) int {
	if p.Line < 1 {
		return 0
	}
	if p.Line > len(l.starts) {
		return len(l.text)
	}
	start, line := l.starts[p.Line-1], l.Line(p.Line)
	for i := range line {
		if p.Column--; p.Column < 1 {
			return start + i
		}
	}
	return start + len(line)
}

// Line is the text of a line, from 1, without its line end.
func (l Lines) Line(n int) string {
	if n < 1 || n > len(l.starts) {
		return ""
	}
	end := len(l.text)
	if n < len(l.starts) {
		end = l.starts[n]
		if l.text[end-1] == '\n' {
			end--
		}
		if end > l.starts[n-1] && l.text[end-1] == '\r' {
			end--
		}
	}
	return l.text[l.starts[n-1]:end]
}
