package cli

import (
	"context"
	"fmt"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/forge"
	"github.com/skillbrief/skillbrief/internal/report"
)

// publishLimit is what GitHub takes of a check run's summary, in characters; a
// comment may be as long.
const publishLimit = 65535

// publish writes the check run and the comment that were asked for. What cannot
// be published is a warning: the gate itself stands.
func (o *outcome) publish(ctx context.Context) {
	if o.cfg.CheckRun {
		published, err := forge.CheckRun(ctx, o.at, o.api(), o.checkRun())
		o.published("check run", published, err)
	}
	if o.cfg.Comment {
		published, err := forge.Comment(ctx, o.at, o.api(), report.Summary(o.report, publishLimit))
		o.published("comment", published, err)
	}
}

func (o *outcome) published(what string, p forge.Published, err error) {
	switch {
	case err != nil:
		o.report.Warnings = append(o.report.Warnings, fmt.Sprintf("%s: %v", what, err))
	case p.Notice != "":
		o.report.Notes = append(o.report.Notes, fmt.Sprintf("%s: %s", what, p.Notice))
	default:
		o.report.Notes = append(o.report.Notes, fmt.Sprintf("%s: %s", what, p.URL))
	}
}

func (o *outcome) checkRun() forge.Check {
	n := o.report.Counts()
	c := forge.Check{
		Conclusion: "success",
		Title:      fmt.Sprintf("%d errors, %d warnings, %d notices", n.Error, n.Warning, n.Notice),
		Summary:    report.Summary(o.report, publishLimit),
	}
	if o.report.Result != report.Pass {
		c.Conclusion = "failure"
	}
	for i, f := range o.found {
		if o.inScope[i] && f.Severity > diag.Off {
			c.Findings = append(c.Findings, f)
		}
	}
	return c
}
