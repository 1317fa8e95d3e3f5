package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/skillbrief/skillbrief/internal/brief"
	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/report"
)

// runRender prints a part of the brief, and the findings to the log: they do not
// change the exit status.
func runRender(ctx context.Context, s streams, q *request) (int, error) {
	return s.through(ctx, q, func(r *run) (int, error) {
		if q.part == "project-rules" && len(r.cfg.Targets) > 1 {
			return exitUsage, config.UsageError{Err: errors.New("project-rules takes one target")}
		}
		s.warn(r.cfg.Warnings)
		s.note(r.notes)
		r.logFindings()
		r.logShort()
		return exitPass, s.emit(q.output, r.part(q.part))
	})
}

// logFindings writes the findings in scope to the log, a line each.
func (r *run) logFindings() {
	for i, f := range r.found {
		if !r.inScope[i] {
			continue
		}
		place := ""
		if f.Path != "" {
			place = fmt.Sprintf("%s:%d:%d: ", escapeLine(diag.Path(f.Path)), f.Span.Start.Line, f.Span.Start.Column)
		}
		fmt.Fprintf(r.log, "%s%s: %s [%s]\n", place, f.Severity, f.Message, f.Rule)
	}
}

// logShort says what the block lacks, whether a finding speaks of it or not.
func (r *run) logShort() {
	if r.plan == nil || !r.plan.Short() || r.planAfter == r.plan && r.speaksOfBudget() {
		return
	}
	whole, all := 0, 0
	for _, i := range r.plan.Items {
		switch {
		case i.Status == brief.Included:
			whole, all = whole+1, all+1
		case i.Status.Short():
			all++
		}
	}
	estimated := ""
	if r.plan.Estimated {
		estimated = ", estimated with " + r.plan.Encoding.Name()
	}
	fmt.Fprintf(r.log, "notice: %d of %d skills are whole in %d of %d tokens (strategy %s%s); skillbrief check names the others\n", whole, all, r.plan.Tokens, r.plan.Budget, r.plan.Strategy, estimated)
}

func (r *run) speaksOfBudget() bool {
	return slices.ContainsFunc(r.found, func(f diag.Finding) bool {
		return f.Rule == "budget-short" || f.Rule == "over-budget" || f.Rule == "new-skill-over-budget"
	})
}

// escapeLine shows text on one line: what is no plain character becomes an escape.
func escapeLine(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strconv.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return b.String()
}

// part is a part of what a model is handed.
func (r *run) part(name string) string {
	if r.plan == nil {
		return ""
	}
	switch name {
	case "project-rules":
		return r.projectRules()
	case "brief":
		return brief.Text(r.plan.Block, r.projectRules(), r.trusted.Commit)
	}
	return r.plan.Block
}

// warn prints warnings that are no findings.
func (s streams) warn(lines []string) {
	for _, l := range lines {
		fmt.Fprintf(s.log, "warning: %s\n", oneLine(l))
	}
}

// note prints what the operator may want to know.
func (s streams) note(lines []string) {
	for _, l := range lines {
		fmt.Fprintf(s.log, "note: %s\n", oneLine(l))
	}
}

// projectRules are the texts of the targets in order, each once.
func (r *run) projectRules() string {
	var texts []string
	for _, rules := range r.rules {
		if text := rules.Text(); text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n\n")
}

// trace says what the brief is made of, as JSON on one line: an object, of several
// targets an array.
func (r *run) trace() string {
	origin := brief.Origin{
		Version: release(), Project: r.cfg.Project, PullRequest: r.at.PullRequest, Branch: r.at.BaseRef,
		Trusted: r.trusted.Commit, Head: r.at.HeadSHA,
	}
	if origin.Head == "" && r.after != nil {
		origin.Head = r.after.Commit
	}
	var all []brief.Provenance
	for _, rules := range r.rules {
		all = append(all, brief.Trace(origin, r.planFor(rules.Target), rules))
	}
	if len(all) == 1 {
		return compact(all[0])
	}
	return compact(all)
}

// line ends text, if there is any.
func line(text string) string {
	if text == "" {
		return ""
	}
	return text + "\n"
}

// runProvenance prints the provenance of what render would print.
func runProvenance(ctx context.Context, s streams, q *request) (int, error) {
	return s.through(ctx, q, func(r *run) (int, error) {
		s.warn(r.cfg.Warnings)
		s.note(r.notes)
		text := line(r.provenance)
		if s.onRunner() && q.output == "" {
			s.out, text = s.commands, string(report.InertJSON([]byte(text)))
		}
		return exitPass, s.emit(q.output, text)
	})
}

// emit writes text to stdout or to what --output names.
func (s streams) emit(output, text string) error {
	return s.write(output, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}
