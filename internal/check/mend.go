package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// Apply makes the edits of a text. Of edits that overlap the first by place is
// made.
func Apply(text string, edits []diag.Edit) string {
	edits = slices.Clone(edits)
	slices.SortFunc(edits, func(a, b diag.Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), strings.Compare(a.Text, b.Text))
	})
	var b strings.Builder
	at := 0
	for _, e := range slices.Compact(edits) {
		if e.Start < at || e.End < e.Start || e.End > len(text) {
			continue
		}
		b.WriteString(text[at:e.Start])
		b.WriteString(e.Text)
		at = e.End
	}
	return b.String() + text[at:]
}

// Diff is the unified diff of a file; empty where nothing changed.
func Diff(path, before, after string) string {
	d := string(diff.Diff(inDiff("a/"+path), []byte(before), inDiff("b/"+path), []byte(after)))
	_, d, _ = strings.Cut(d, "\n") // its own first line names the command
	return d
}

// inDiff is a path as git writes it into a diff, and reads it: quoted where it holds
// what is not printed, a quote or a backslash.
func inDiff(path string) string {
	odd := func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError || r == '"' || r == '\\' }
	if !strings.ContainsFunc(path, odd) {
		return path
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(path) {
		switch c := path[i]; {
		case c == '"' || c == '\\':
			b.WriteString(`\` + string(c))
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + `"`
}
