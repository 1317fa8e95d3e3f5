package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// writeText writes the findings in scope with the lines they point at, then the
// totals.
func writeText(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	p := &printer{text: Inert(out), raw: out, color: r.Color}
	p.report(r)
	return out.Flush()
}

// printer writes lines whose text is inert and whose colours, which are ours, go
// past that.
type printer struct {
	text  *InertWriter
	raw   *bufio.Writer // keeps its first error for Flush
	color bool
}

// Parameters of ANSI's Select Graphic Rendition.
const (
	bold   = "1"
	red    = "1;31"
	yellow = "1;33"
	cyan   = "1;36"
	green  = "1;32"
)

func severityColor(s diag.Severity) string {
	switch s {
	case diag.Error:
		return red
	case diag.Warning:
		return yellow
	}
	return cyan
}

// styled writes foreign text on one line, in a style.
func (p *printer) styled(style, text string) {
	if p.color {
		_, _ = p.raw.WriteString("\x1b[" + style + "m")
	}
	p.plain(text)
	if p.color {
		_, _ = p.raw.WriteString("\x1b[0m")
	}
}

func (p *printer) plain(text string) {
	_, _ = io.WriteString(p.text, oneLine(text))
	_ = p.text.Flush()
}

func (p *printer) line(text string) {
	p.plain(text)
	_, _ = io.WriteString(p.text, "\n")
}

// roles says what the run looked at.
func (p *printer) roles(r *Report) {
	for _, role := range r.roles() {
		p.line(role.name + ": " + role.words())
	}
}

func (p *printer) report(r *Report) {
	for _, text := range r.Notes {
		p.line("note: " + text)
	}
	for _, text := range r.Warnings {
		p.labelled(diag.Warning, "warning", text)
	}
	for _, text := range r.LibraryFaults {
		p.line("library: " + text)
	}
	outside := 0
	src := excerpts{source: r.Source}
	for _, f := range r.sorted() {
		if !f.InScope {
			outside++
			continue
		}
		p.finding(f)
		if !f.Sensitive {
			p.excerpt(src.of(f))
		}
	}
	if outside > 0 {
		p.line(plural(outside, "finding") + " out of scope")
	}
	if r.Failure != "" {
		p.labelled(diag.Error, "error", r.Failure)
	}
	if r.Failure == "" || len(r.Findings) > 0 || r.Budget != nil {
		p.line(r.totals())
	}
}

func (p *printer) labelled(s diag.Severity, label, text string) {
	p.styled(severityColor(s), label+":")
	p.line(" " + text)
}

func (p *printer) finding(f Finding) {
	if f.Path != "" {
		p.styled(bold, place(f.Finding))
		p.plain(" ")
	}
	p.styled(severityColor(f.Severity), f.Severity.String()+":")
	p.line(fmt.Sprintf(" %s [%s]", f.Message, f.Rule))
}

// place is path:line:col: as far as it is known.
func place(f diag.Finding) string {
	var b strings.Builder
	b.WriteString(oneLine(f.Path) + ":")
	if f.Span.Start.Line > 0 {
		fmt.Fprintf(&b, "%d:", f.Span.Start.Line)
		if f.Span.Start.Column > 0 {
			fmt.Fprintf(&b, "%d:", f.Span.Start.Column)
		}
	}
	return b.String()
}

func (p *printer) excerpt(e excerpt) {
	if e.line == 0 {
		return
	}
	p.plain(fmt.Sprintf("  %d | ", e.line))
	_, _ = io.WriteString(p.text, e.text+"\n"+strings.Repeat(" ", 2+len(fmt.Sprint(e.line)))+" | "+e.pad)
	p.styled(green, e.carets)
	p.line("")
}

// totals is the line that ends a text report.
func (r *Report) totals() string {
	c := r.Counts()
	s := fmt.Sprintf("%s, %s, %s", plural(c.Error, "error"), plural(c.Warning, "warning"), plural(c.Notice, "notice"))
	if b := r.Budget; b != nil {
		s += fmt.Sprintf("; %d of %s in %d of %s%s", b.Used, plural(b.Limit, "token"), r.held(), plural(len(r.Skills), "skill"), b.counted())
		if n := r.broken(); n > 0 {
			s += fmt.Sprintf("; %d broken", n)
		}
	}
	return s
}

// counted says how tokens were counted.
func (b *Budget) counted() string {
	if b.Estimated {
		return " (estimated with " + b.Encoding + ")"
	}
	return " (" + b.Encoding + ")"
}

// broken is the number of skills that cannot be rendered at all.
func (r *Report) broken() int {
	n := 0
	for _, s := range r.Skills {
		if s.Status == "broken" {
			n++
		}
	}
	return n
}

// held is the number of skills that the block holds, cut and lowered ones too.
func (r *Report) held() int {
	n := 0
	for _, s := range r.Skills {
		if s.held() {
			n++
		}
	}
	return n
}

func (s Skill) held() bool {
	switch s.Status {
	case "included", "body", "line", "clipped":
		return true
	}
	return false
}

type namedRole struct {
	name string
	Role
}

func (r *Report) roles() []namedRole {
	all := []namedRole{{"trusted", r.Trusted}, {"before", r.Before}, {"after", r.After}}
	known := all[:0]
	for _, role := range all {
		if role.SHA != "" || role.Why != "" {
			known = append(known, role)
		}
	}
	return known
}

// words is the commit and why it was taken.
func (r Role) words() string {
	switch {
	case r.Why == "":
		return r.SHA
	case r.SHA == "":
		return r.Why
	}
	return r.SHA + " (" + r.Why + ")"
}
