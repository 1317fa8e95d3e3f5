// Package diag holds what a check says: a finding, its severity and the exact
// place in a file it speaks of.
package diag

import (
	"cmp"
	"fmt"
	"strings"
)

// Severity ranks a finding. Off is a finding that is not reported.
type Severity int

// The severities, in rising order.
const (
	Off Severity = iota
	Notice
	Warning
	Error
)

var severityNames = [...]string{"off", "notice", "warning", "error"}

func (s Severity) String() string { return severityNames[s] }

// ParseSeverity reads a severity by its name; the error names those allowed.
func ParseSeverity(name string) (Severity, error) {
	for i, n := range severityNames {
		if n == name {
			return Severity(i), nil
		}
	}
	return Off, fmt.Errorf("severity %s is unknown; use %s", Quote(name), strings.Join(severityNames[:], ", "))
}

// Finding is one fault that the author of a file can mend.
type Finding struct {
	Rule     string // id of the rule, kebab-case
	Severity Severity
	Path     string // repository-relative, raw bytes; empty: about no file
	Span     Span   // zero: the whole file (or no file)
	Message  string
	Fix      *Edit // only where the mend is certain
}

// Fault is what the reader of a file found. It is a Finding once the driver has given
// it the severity of its rule.
type Fault struct {
	Rule    string
	Path    string // of the file it is in, relative to the tree
	Span    Span
	Message string
	Fix     *Edit
}

// Edit replaces the bytes [Start, End) of a file by Text.
type Edit struct {
	Start, End int
	Text       string
}

// Compare orders findings by path, place, rule, message and severity, so that
// reports are the same on every run.
func Compare(a, b Finding) int {
	return cmp.Or(
		strings.Compare(a.Path, b.Path),
		a.Span.Start.compare(b.Span.Start),
		a.Span.End.compare(b.Span.End),
		strings.Compare(a.Rule, b.Rule),
		strings.Compare(a.Message, b.Message),
		cmp.Compare(b.Severity, a.Severity),
	)
}
