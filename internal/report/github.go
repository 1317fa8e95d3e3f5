package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// Limits of GitHub: annotations of one kind that a step shows, and the length of
// a message in UTF-16 code units.
const (
	annotationLimit = 10
	messageLimit    = 4095
)

// Both escapes are those that the runner takes back (ActionCommand.cs of
// actions/runner); % comes first in what it was.
var (
	dataEscaper     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscaper = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// writeGitHub writes the annotations, then everything as text.
func writeGitHub(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	errs, warnings := r.annotations()
	writeAnnotations(out, "error", errs)
	writeAnnotations(out, "warning", warnings)
	p := &printer{text: Inert(out), raw: out}
	p.roles(r)
	p.report(r)
	return out.Flush()
}

// annotations are the findings in scope that are worth one, best first. What is
// about no finding, a failure and warnings about inputs, comes before them.
func (r *Report) annotations() (errs, warnings []Finding) {
	if r.Failure != "" {
		errs = append(errs, ofRun(r.Failure))
	}
	for _, text := range r.Warnings {
		warnings = append(warnings, ofRun(text))
	}
	found := r.sorted()
	slices.SortStableFunc(found, func(a, b Finding) int { return cmp.Compare(rank(a), rank(b)) })
	for _, f := range found {
		switch {
		case !f.InScope:
		case f.Severity == diag.Error:
			errs = append(errs, f)
		case f.Severity == diag.Warning:
			warnings = append(warnings, f)
		}
	}
	return errs, warnings
}

func rank(f Finding) int {
	if f.InChange {
		return 0
	}
	return 1
}

// writeAnnotations keeps the last place for the number of those that the runner
// would drop without a word.
func writeAnnotations(w *bufio.Writer, kind string, found []Finding) {
	more := 0
	if len(found) > annotationLimit {
		more = len(found) - annotationLimit + 1
		found = found[:annotationLimit-1]
	}
	for _, f := range found {
		_, _ = w.WriteString(annotation(kind, f))
	}
	if more > 0 {
		message := plural(more, "more "+kind) + ", see the job summary"
		_, _ = w.WriteString(annotation(kind, ofRun(message)))
	}
}

// annotation is the workflow command for a finding, with its line end. The
// runner refuses columns on a span of several lines.
func annotation(kind string, f Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "::%s ", kind)
	if f.Path != "" {
		fmt.Fprintf(&b, "file=%s,", propertyEscaper.Replace(annotationPath(f.Path)))
	}
	if start, end := f.Span.Start, f.Span.End; f.Path != "" && start.Line > 0 {
		last := end.Line
		if end.Column == 1 && last > start.Line {
			last-- // the end is exclusive
		}
		fmt.Fprintf(&b, "line=%d,endLine=%d,", start.Line, max(last, start.Line))
		if end.Line == start.Line && start.Column > 0 {
			fmt.Fprintf(&b, "col=%d,endColumn=%d,", start.Column, max(end.Column, start.Column))
		}
	}
	message := shorten(defuseOld(oneLine(f.Message)), messageLimit)
	fmt.Fprintf(&b, "title=%s::%s\n", propertyEscaper.Replace(oneLine(f.Rule)), dataEscaper.Replace(message))
	return b.String()
}

// defuseOld breaks the old form of a command, as Inert does: GitHub's runner looks
// for it only where a line holds none of the new form, but not every reader of a log
// is that runner.
func defuseOld(s string) string { return strings.ReplaceAll(s, "##[", `##\[`) }

// annotationPath is the true path, but for a leading =, which the runner drops,
// and for characters that act on a terminal.
func annotationPath(path string) string {
	var b strings.Builder
	if strings.HasPrefix(path, "=") {
		b.WriteString("./")
	}
	for _, r := range diag.Path(path) {
		if unicode.IsControl(r) && r != '\t' && r != '\n' && r != '\r' {
			b.WriteString(escaped(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// shorten cuts text to limit UTF-16 code units, an ellipsis included.
func shorten(s string, limit int) string {
	units, cut := 0, -1
	for i, r := range s {
		n := 1
		if r > 0xFFFF {
			n = 2
		}
		if cut < 0 && units+n > limit-1 {
			cut = i
		}
		if units += n; units > limit {
			return s[:cut] + "…"
		}
	}
	return s
}

// plural is a number with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
