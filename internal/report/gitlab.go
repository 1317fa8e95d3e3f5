package report

import (
	"io"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// gitlabIssue is an entry of GitLab's code quality report
// (docs.gitlab.com/ci/testing/code_quality).
type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

// writeGitLab writes all findings: GitLab compares the reports of two branches
// itself. Without a file the place is the repository's root. A failure is an issue too:
// an empty list would say that all is mended.
func writeGitLab(w io.Writer, r *Report) error {
	security := map[string]bool{runRule: true}
	for _, rule := range r.Rules {
		security[rule.ID] = rule.Security
	}
	issues := []gitlabIssue{}
	found := r.sorted()
	if r.Failure != "" {
		found = append(found, ofRun(r.Failure))
	}
	for _, f := range fingerprinted(found) {
		path := diag.Path(f.Path)
		if path == "" {
			path = "."
		}
		begin := max(f.Span.Start.Line, 1)
		issues = append(issues, gitlabIssue{
			oneLine(f.Message), f.Rule, f.sum, gitlabSeverity(f.Severity, security[f.Rule]),
			gitlabLocation{path, gitlabLines{begin, max(f.Span.End.Line, begin)}},
		})
	}
	return encode(w, issues)
}

func gitlabSeverity(s diag.Severity, security bool) string {
	switch {
	case s == diag.Error && security:
		return "blocker"
	case s == diag.Error:
		return "critical"
	case s == diag.Warning && security:
		return "major"
	case s == diag.Warning:
		return "minor"
	}
	return "info"
}
