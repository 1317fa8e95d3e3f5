package check

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/library"
	"github.com/skillbrief/skillbrief/internal/skill"
)

// mark is a byte order mark.
const mark = "\uFEFF"

// mend is the edit for a fault of a skill's files: the reader's own, else one of
// ours where it is certain.
func mend(s *library.Skill, f skill.Fault) *diag.Edit {
	raw := s.Raw
	if f.Path != s.Path {
		i := slices.IndexFunc(s.Resources, func(r skill.Resource) bool { return r.Path == f.Path })
		if i < 0 {
			return f.Fix
		}
		raw = s.Resources[i].Raw
	}
	switch {
	case f.Fix != nil:
		return f.Fix
	case f.Rule == "byte-order-mark" && strings.HasPrefix(raw, mark):
		return &diag.Edit{Start: 0, End: len(mark)}
	case f.Path == s.Path && f.Rule == "yaml-syntax":
		return quoting(raw, f)
	case f.Path == s.Path && f.Rule == "untyped-text":
		start, end := s.Lines.Offset(f.Span.Start), s.Lines.Offset(f.Span.End)
		return &diag.Edit{Start: start, End: end, Text: quote(raw[start:end])}
	}
	return nil
}

// plainPair is a line of the top mapping with a plain value.
var plainPair = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9_-]*:[ \t]+)([^\s"'\[{|>&*!#%@` + "`" + `?,\]}-].*?)[ \t]*$`)

// quoting puts a value with a colon in it into quotes, where the fault's line is
// all of it and no comment follows.
func quoting(raw string, f skill.Fault) *diag.Edit {
	lines := diag.NewLines(raw)
	n := f.Span.Start.Line
	line, next := lines.Line(n), lines.Line(n+1)
	m := plainPair.FindStringSubmatchIndex(line)
	if m == nil || n < 2 || strings.HasPrefix(next, " ") || strings.HasPrefix(next, "\t") {
		return nil
	}
	value := line[m[4]:m[5]]
	if !strings.Contains(value, ": ") || strings.Contains(value, " #") || strings.ContainsFunc(value, unicode.IsControl) {
		return nil
	}
	start := lines.Offset(diag.Pos{Line: n, Column: 1})
	return &diag.Edit{Start: start + m[4], End: start + m[5], Text: quote(value)}
}

// quote makes a single-quoted scalar of YAML.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

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
	d := string(diff.Diff("a/"+path, []byte(before), "b/"+path, []byte(after)))
	_, d, _ = strings.Cut(d, "\n") // its own first line names the command
	return d
}
