package check

import (
	"regexp"
	"slices"

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
		w.headings = append(w.headings, heading{at, n.Level, teaching.Match(w.src[start:end])})
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
	for i, f := range m.fences {
		if !f.nested {
			continue
		}
		for _, g := range m.fences[i+1:] {
			if g.bare {
				m.sketches = append(m.sketches, interval{f.end, g.start})
				break
			}
		}
	}
}

func (m *markdown) sketched(at int) bool {
	return slices.ContainsFunc(m.sketches, func(s interval) bool { return s.start <= at && at < s.end })
}
