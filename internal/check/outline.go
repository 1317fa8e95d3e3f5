package check

import (
	"regexp"

	"github.com/yuin/goldmark/ast"
)

// heading is a heading with its level, from 1.
type heading struct {
	interval
	level   int
	teaches bool // it speaks of attacks on models
}

// fence is a fenced code block.
type fence struct {
	interval
	bare   bool // no info string
	nested bool // holds a line that opens a block
}

func (w *walker) heading(n *ast.Heading) {
	if lines := n.Lines(); lines.Len() > 0 {
		start, end := lines.At(0).Start, lines.At(lines.Len()-1).Stop
		at := interval{w.offset + start, w.offset + end}
		w.headings = append(w.headings, heading{at, n.Level, len(lessons(string(w.src[start:end]))) > 0})
	}
}

var opener = regexp.MustCompile("(?m)^[ \t]*(?:```+|~~~+)[ \t]*[A-Za-z]")

func (w *walker) fence(n *ast.FencedCodeBlock) {
	f := fence{bare: n.Info == nil}
	if lines := n.Lines(); lines.Len() > 0 {
		start, end := lines.At(0).Start, lines.At(lines.Len()-1).Stop
		f.interval = interval{w.offset + start, w.offset + end}
		f.nested = !f.bare && opener.Match(w.src[start:end])
	} else if pos := n.Pos(); pos >= 0 {
		f.interval = interval{w.offset + pos, w.offset + pos}
	}
	w.fences = append(w.fences, f)
}

// sketch finds the sketches.
func (m *markdown) sketch() {
	open := -1 // end of the first block since the last bare fence that holds another's
	for _, f := range m.fences {
		if f.bare && open >= 0 {
			m.sketches = append(m.sketches, interval{open, f.start})
			open = -1
		}
		if f.nested && open < 0 {
			open = f.end
		}
	}
}

func (m *markdown) sketched(at int) bool { return inside(m.sketches, at) }
