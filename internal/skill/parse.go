package skill

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/source"
)

const (
	sizeLimit        = 1 << 20   // bytes of a SKILL.md
	frontmatterLimit = 64 << 10  // bytes of its frontmatter, lines joined
	resourceLimit    = 256 << 10 // bytes of a resource
)

// parser fills one skill.
type parser struct {
	skill *Skill
	front frontmatter
}

// Parse reads the text of a SKILL.md found at path. It never fails: what is wrong
// is in the skill's Faults, and Broken where it must not be rendered.
func Parse(path, raw string) *Skill {
	p := &parser{skill: &Skill{Path: path, Dir: dirOf(path), Target: path}}
	switch {
	case len(raw) > sizeLimit:
		p.fault("file-too-large", diag.Span{}, tooLarge(int64(len(raw)), sizeLimit))
	case source.IsLFSPointer(raw):
		p.fault("not-text", diag.Span{}, pointerMessage)
	default:
		p.skill.Raw, p.skill.Lines = raw, diag.NewLines(raw)
		p.parse(raw)
	}
	return p.skill
}

const pointerMessage = "file is a Git LFS pointer, expected text; store it in the repository itself"

func tooLarge(size, limit int64) string {
	return fmt.Sprintf("file has %d bytes, more than %d, and is left out; shorten or split it", size, limit)
}

// dirOf is the directory of a path, empty at the root.
func dirOf(path string) string { return path[:max(strings.LastIndexByte(path, '/'), 0)] }

// fault notes what breaks the skill.
func (p *parser) fault(rule string, span diag.Span, message string) {
	p.skill.Broken = true
	p.warn(rule, span, message)
}

// warn notes what does not break the skill.
func (p *parser) warn(rule string, span diag.Span, message string) {
	p.skill.Faults = append(p.skill.Faults, diag.Fault{Rule: rule, Path: p.skill.Path, Span: span, Message: message})
}

// place is the span of the bytes [start, end) of the frontmatter.
func (p *parser) place(start, end int) diag.Span {
	return p.skill.Lines.Span(p.front.offset(start), p.front.offset(end))
}

// firstLine is the place of faults that are at line 1.
func (p *parser) firstLine() diag.Span {
	return p.skill.Lines.Span(0, len(trimRight(p.skill.Lines.Line(1))))
}

func (p *parser) parse(raw string) {
	bad := findBadText(raw)
	if bad != nil {
		span := p.skill.Lines.Span(bad.start, bad.end)
		if bad.whole {
			span = diag.Span{}
		}
		p.fault("encoding", span, bad.message)
		if bad.whole {
			return
		}
	}
	start := 0
	if strings.HasPrefix(raw, mark) {
		start = len(mark)
		p.skill.Faults = append(p.skill.Faults, markFault(p.skill.Path))
	}
	front, at, message := cutFrontmatter(raw, start)
	if message != "" {
		p.noFrontmatter(start, at, message)
		return
	}
	p.front = front
	p.skill.BodyStart = front.body
	p.skill.Body = TrimSpace(joinLines(raw[front.body:]))
	p.read()
}

// noFrontmatter is the fault of a file without one, at a place behind its start
// or at line 1.
func (p *parser) noFrontmatter(start, at int, message string) {
	span := p.firstLine()
	if r, n := utf8.DecodeRuneInString(p.skill.Raw[at:]); isHidden(r) {
		span = p.skill.Lines.Span(at, at+n)
	} else if at > start {
		span = p.skill.Lines.Span(at, at+3)
	}
	p.fault("frontmatter", span, message)
}

// read reads the frontmatter.
func (p *parser) read() {
	text := p.front.text
	if len(text) > frontmatterLimit {
		p.fault("frontmatter", p.firstLine(), fmt.Sprintf("frontmatter has %d bytes, at most %d are read; shorten it", len(text), frontmatterLimit))
		return
	}
	r := &reading{text: text, place: p.place}
	r.read()
	p.report(r)
}

// report tells what a reading came upon.
func (p *parser) report(r *reading) {
	for _, bad := range r.problems {
		span := p.firstLine()
		if !bad.firstLine {
			span = p.place(bad.start, bad.end)
		}
		p.fault(cmp.Or(bad.rule, "yaml-syntax"), span, bad.message)
		p.skill.Faults[len(p.skill.Faults)-1].Fix = p.colonFix(bad)
	}
	r.features.each(func(f feature, rest int) {
		p.fault("yaml-feature", p.place(f.start, f.end), andMore(featureMessages[f.kind], rest))
	})
	if r.nul != nil {
		p.fault("encoding", p.place(r.nul.start, r.nul.end), r.nul.message)
	}
	switch {
	case !r.ok:
	case r.root.Kind == Map:
		p.judge(r)
	case p.skill.Broken:
	case r.root.ValueSpan.IsZero():
		message := "frontmatter is empty, expected name and description"
		if strings.HasPrefix(p.skill.Body, "name:") || strings.HasPrefix(p.skill.Body, "description:") {
			message += `; remove the second "---", which ends it`
		}
		p.fault("frontmatter", p.firstLine(), message)
	default:
		message := `frontmatter is no mapping, expected lines "key: value"`
		if key, _, found := strings.Cut(strings.TrimLeft(r.text, " \n"), ":"); found && isName(key) {
			message += "; " + noSpace(key)
		} else if strings.Contains(r.text, "\uFF1A") {
			message += `; write ":" and a space for a full-width colon`
		}
		p.fault("frontmatter", p.firstLine(), message)
	}
}

// colonFix quotes a description of one line that a ": " breaks.
func (p *parser) colonFix(bad problem) *diag.Edit {
	if bad.value < 0 || bad.firstLine {
		return nil
	}
	text := p.front.text
	line := strings.LastIndexByte(text[:bad.value], '\n') + 1
	end := bad.value + strings.IndexByte(text[bad.value:]+"\n", '\n')
	next := strings.TrimLeft(text[end:], "\n")
	if strings.TrimRight(text[line:bad.value], " ") != "description:" || bad.start >= end ||
		strings.Contains(text[bad.value:end], " #") || next != "" && indexByte(" \t-", next[0]) {
		return nil
	}
	value := strings.TrimRight(text[bad.value:end], " \t")
	start := p.front.offset(bad.value)
	return &diag.Edit{Start: start, End: start + len(value), Text: quote(value)}
}
