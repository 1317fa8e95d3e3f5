package check

import (
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/skill"
)

var frameLine = lazy(`(?im)^[ \t]*(?:(###[ \t]+Skill:[^\n]*\n\s*When to use:)|(\[truncated\])[ \t]*\r?$)`)

var frameElement = lazy(`(?i)</?\s*project_review_skill\b`)

// frameImitation looks for lines that a model would take for the block's own.
func frameImitation(p *Pass, t *text) {
	if ends(t.raw, "skill", ':') || ends(t.raw, "[truncated", ']') {
		for _, m := range frameLine().FindAllStringSubmatchIndex(t.raw, -1) {
			start := m[2]
			if start < 0 {
				start = m[4]
			}
			t.imitates(p, start, m[1])
		}
	}
	if ends(t.raw, "project", '_') {
		for _, m := range frameElement().FindAllStringIndex(t.raw, -1) {
			t.imitates(p, m[0], m[1])
		}
	}
	switch {
	case t.main:
		frameInFields(p, t)
	case frameLine().MatchString(t.path):
		p.report(t.path, diag.Span{}, nil, "the file's name, which is the heading of its text, holds a line that looks like the frame of the rendered block; rename it")
	}
}

// ends reports whether a text holds a word of any letter case that the mark ends.
func ends(raw, word string, mark byte) bool {
	for at := 0; ; at++ {
		i := strings.IndexByte(raw[at:], mark)
		if i < 0 {
			return false
		}
		if at += i; at >= len(word) && strings.EqualFold(raw[at-len(word):at], word) {
			return true
		}
	}
}

func (t *text) imitates(p *Pass, start, end int) {
	if p.full() || t.marked().inCode(start) {
		return
	}
	_, stop := lineOf(t.raw, start)
	end = start + len(strings.TrimRight(t.raw[start:min(end, stop)], " \t"))
	t.report(p, start, end, nil, "%q is what the frame of the rendered block looks like, so that a model may take what follows for another skill; write it as code, or otherwise", t.raw[start:end])
}

// frameInFields looks for a frame that a line end made by an escape begins.
func frameInFields(p *Pass, t *text) {
	for _, key := range []string{"name", "description"} {
		f := t.skill.Field(key)
		if f == nil || f.Kind != skill.Scalar || f.Style != skill.DoubleQuoted || !strings.Contains(f.Text, "\n") {
			continue
		}
		if m := frameLine().FindStringIndex(f.Text); m != nil {
			p.report(t.path, f.ValueSpan, nil, "%s holds a line that looks like the frame of the rendered block; write it otherwise", key)
		}
	}
}
