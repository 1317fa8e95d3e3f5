package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// findings groups those in scope by file, then those out of scope.
func (s *summary) findings(r *Report) {
	found := r.sorted()
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(rankScope(a), rankScope(b)), strings.Compare(a.Path, b.Path))
	})
	for i, f := range found {
		if i == 0 || f.InScope != found[i-1].InScope {
			s.heading(scopeHeading(f))
		}
		if i == 0 || f.InScope != found[i-1].InScope || f.Path != found[i-1].Path {
			s.printf("- %s\n", fileHeading(f.Path))
		}
		s.printf("  - %s%s: %s (%s)\n", linePrefix(f.Span), f.Severity, markdown(f.Message), ruleLink(f.Rule))
	}
}

func rankScope(f Finding) int {
	if f.InScope {
		return 0
	}
	return 1
}

func scopeHeading(f Finding) string {
	if f.InScope {
		return "Findings"
	}
	return "Findings out of scope"
}

func fileHeading(path string) string {
	if path == "" {
		return "(about no file)"
	}
	return markdownPath(path)
}

func linePrefix(span diag.Span) string {
	switch {
	case span.Start.Line < 1:
		return ""
	case span.Start.Column < 1:
		return fmt.Sprintf("line %d, ", span.Start.Line)
	}
	return fmt.Sprintf("line %d, column %d, ", span.Start.Line, span.Start.Column)
}

func (s *summary) manifests(all []Manifest) {
	for i, m := range all {
		if i == 0 {
			s.heading("Manifests")
		}
		s.printf("- %s: %s", markdownPath(m.Path), markdown(m.Status))
		if m.Reason != "" {
			s.printf(" (%s)", markdown(m.Reason))
		}
		s.printf(", %s", plural(m.Rules, "rule"))
		if m.Hash != "" {
			s.printf(", hash %s", markdown(m.Hash))
		}
		s.printf("\n")
		for _, sel := range m.Selected {
			s.printf("  - selected for %s: %s", markdown(sel.Target), markdown(sel.Rule))
			if len(sel.Files) > 0 {
				s.printf(", by %s", list(sel.Files))
			}
			s.printf("\n")
		}
		for _, change := range m.Changes {
			s.printf("  - the merge: %s\n", markdown(change))
		}
	}
}

func (s *summary) exceptions(all []Exception) {
	if len(all) == 0 {
		return
	}
	s.heading("Exceptions in use")
	s.printf("| rule | path | findings | until | reason |\n|---|---|---:|---|---|\n")
	for _, e := range all {
		s.printf("| %s | %s | %d | %s | %s |\n", ruleLink(e.Rule), markdownPath(e.Path), e.Count, markdown(e.Until), markdown(e.Reason))
	}
}

func (s *summary) lines(heading string, all []string) {
	if len(all) == 0 {
		return
	}
	s.heading(heading)
	for _, text := range all {
		s.printf("- %s\n", markdown(text))
	}
}

// provenance shows the JSON as code: what could close the block or open an HTML
// element stands in it as an escape, which JSON reads the same.
func (s *summary) provenance(r *Report) {
	if r.Provenance != "" {
		s.heading("Provenance")
		text := string(InertJSON([]byte(r.Provenance)))
		text = strings.NewReplacer("<", `\u003c`, "`", `\u0060`).Replace(text)
		s.printf("%sjson\n%s\n%s\n", fence, strings.TrimSpace(text), fence)
	}
	if r.Tool != "" {
		s.printf("\nskillbrief %s\n", markdown(r.Tool))
	}
}
