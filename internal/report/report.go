// Package report says what a run found: as text, as commands and files of a CI
// runner, and as the documents that other tools read. It is handed one plain
// Report and decides nothing.
package report

import (
	"slices"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// The results of a run.
const (
	Pass     = "pass"     // exit status 0
	Findings = "findings" // 1: findings in scope at or above fail-on
	Refused  = "refused"  // 3: the base is not trusted and a refusal was asked for
	Failed   = "error"    // 2, and every other 3
)

// Report is a whole run. Where a run could not be finished it holds what was
// known by then, and Failure.
type Report struct {
	Tool    string // version of skillbrief
	Result  string // Pass, Findings, Refused or Failed
	Failure string // why the run could not be finished; one line

	Trusted, Before, After Role
	Findings               []Finding // in any order
	Budget                 *Budget   // nil where nothing was planned
	Skills                 []Skill   // of the block after the merge, in its order, then those it never holds
	Manifests              []Manifest
	Change                 *Change // nil without a before
	Exceptions             []Exception
	LibraryFaults          []string // faults of library skills: place, message and rule, one line each
	Provenance             string   // JSON; empty: none

	Notes    []string // for the log and the summary, one line each
	Warnings []string // about inputs; no findings

	Rules []Rule // every rule, sorted by ID
	// Source is the text of a file after the merge, for the line that a finding
	// points at.
	Source func(path string) (text string, ok bool)
	Color  bool // the text format uses ANSI colours
}

// Role is the commit that stands for trusted, before or after.
type Role struct {
	SHA string // empty: none, or the files on disk
	Why string // such as "pull_request.base.sha"
}

// Finding is a fault, with where it stands towards the change.
type Finding struct {
	diag.Finding
	InScope  bool // it counts
	InChange bool // its file is part of the change
	// Sensitive is set where the place itself must not be shown, as of a secret.
	Sensitive bool
}

// runRule stands for a rule where a format has findings only and the run itself has
// something to tell.
const runRule = "skillbrief"

func ofRun(message string) Finding {
	return Finding{Finding: diag.Finding{Rule: runRule, Severity: diag.Error, Message: message}}
}

// Budget is the token budget of the block as it would be after the merge.
type Budget struct {
	Limit     int // tokens
	Encoding  string
	Estimated bool // the model asked for is not known
	Strategy  string
	Used      int  // tokens
	Before    *int // tokens used before the merge; nil without a before
	Others    []Alternative
}

// Alternative is what another strategy would keep.
type Alternative struct {
	Strategy string
	Skills   int // whole or lowered
	Tokens   int // of the block
}

// Skill is one skill and what the block holds of it.
type Skill struct {
	Name   string // empty where broken
	Path   string // of its SKILL.md, raw bytes
	Blob   string
	Tokens int    // of its full text
	Status string // "included", "body", "line", "clipped", "dropped", "unrouted", "shadowed", "mirror", "broken"
	Origin string // the library it comes from; empty: the repository
}

// Manifest is one skill.toml.
type Manifest struct {
	Path     string // raw bytes
	Status   string
	Reason   string // of the status, one line
	Hash     string // of the effective skill
	Rules    int    // in the manifest
	Selected []Selected
	Changes  []string // what the merge changes in its meaning, one line each
}

// Selected is a rule of a manifest that the change selects.
type Selected struct {
	Target, Rule string
	Files        []string // raw bytes
}

// Change is what the merge would change in the block, by the names of skills.
type Change struct {
	Gained, Lost, Changed []string
}

// Exception is an exception of the configuration that was used.
type Exception struct {
	Rule, Path, Reason, Until string // Path is its glob; Until may be empty
	Count                     int    // findings it silenced
}

// Rule is a rule with its document, which few formats ask for.
type Rule struct {
	ID       string
	Severity diag.Severity
	Security bool
	// Document gives a sentence and the whole text, Markdown, ours; nil: there is none.
	Document func() (summary, help string)
}

// Counts are numbers of findings in scope.
type Counts struct{ Error, Warning, Notice int }

// Counts counts the findings in scope.
func (r *Report) Counts() Counts {
	var c Counts
	for _, f := range r.Findings {
		switch {
		case !f.InScope:
		case f.Severity == diag.Error:
			c.Error++
		case f.Severity == diag.Warning:
			c.Warning++
		case f.Severity == diag.Notice:
			c.Notice++
		}
	}
	return c
}

// sorted is a sorted copy of the findings, those that are off left out.
func (r *Report) sorted() []Finding {
	found := slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return f.Severity == diag.Off })
	slices.SortStableFunc(found, func(a, b Finding) int { return diag.Compare(a.Finding, b.Finding) })
	return found
}
