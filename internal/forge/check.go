package forge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-github/v62/github"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/event"
)

// GitHub's limits of a check run
// (https://docs.github.com/en/rest/checks/runs#create-a-check-run).
const (
	titleLimit       = 255
	textLimit        = 65535
	messageLimit     = 64000 // 64 KB
	annotationsLimit = 50    // of one request
)

// Check is what a check run says.
type Check struct {
	Name          string // empty: skillbrief
	Conclusion    string // "success", "failure" or "neutral"
	Title         string
	Summary, Text string         // markdown
	Findings      []diag.Finding // an annotation each; those about no file are added to Text
}

// CheckRun publishes a check run with all findings on the pull request's head,
// or else on the commit after.
func CheckRun(ctx context.Context, w event.Wishes, o Options, c Check) (Published, error) {
	if !slices.Contains([]string{"success", "failure", "neutral"}, c.Conclusion) {
		return Published{}, fmt.Errorf("the conclusion of a check run is %s; use success, failure or neutral", diag.Quote(c.Conclusion))
	}
	commit := w.HeadSHA
	if commit == "" && w.After.Kind == event.SHA {
		commit = w.After.Value
	}
	if commit == "" {
		return Published{}, errors.New("publish a check run: the event has no commit")
	}
	a, err := o.open(w.Repo)
	if err != nil {
		return Published{}, err
	}
	return publish(a.check(ctx, commit, c))
}

func (a api) check(ctx context.Context, commit string, c Check) (Published, error) {
	c.Findings = slices.DeleteFunc(slices.Clone(c.Findings), func(f diag.Finding) bool { return f.Severity == diag.Off })
	name, annotations := cmp.Or(c.Name, "skillbrief"), annotate(c.Findings)
	output := c.output()
	batches := slices.Collect(slices.Chunk(annotations, annotationsLimit))
	if len(batches) > 0 {
		output.Annotations = batches[0]
	}
	run, _, err := a.Checks.CreateCheckRun(ctx, a.owner, a.name, github.CreateCheckRunOptions{
		Name: name, HeadSHA: commit, Status: github.String("completed"), Conclusion: &c.Conclusion, Output: output,
	})
	if err != nil {
		return Published{}, a.fault("publish a check run on "+a.repo(), err)
	}
	done := Published{URL: run.GetHTMLURL()}
	for i := 1; i < len(batches); i++ {
		output.Annotations = batches[i]
		_, _, err := a.Checks.UpdateCheckRun(ctx, a.owner, a.name, run.GetID(), github.UpdateCheckRunOptions{Name: name, Output: output})
		if err != nil {
			told := i * annotationsLimit
			return done, a.fault(fmt.Sprintf("publish annotations %d to %d of the check run", told+1, len(annotations)), err)
		}
	}
	return done, nil
}

// output is what is said beside the annotations, within GitHub's limits.
func (c Check) output() *github.CheckRunOutput {
	text := c.Text
	for i, f := range c.homeless() {
		if i == 0 {
			text = strings.TrimRight(text, "\n") + "\n\nFindings about no file:\n"
		}
		// An indented block holds no markup, whatever is in the line.
		text += fmt.Sprintf("\n    %s: %s [%s]", f.Severity, line(f.Message, messageLimit), f.Rule)
	}
	title := cmp.Or(line(c.Title, titleLimit), "skillbrief")
	out := &github.CheckRunOutput{Title: &title, Summary: github.String(cmp.Or(cut(c.Summary, textLimit), title))}
	if text = strings.TrimLeft(text, "\n"); text != "" {
		out.Text = github.String(cut(text, textLimit))
	}
	return out
}

func (c Check) homeless() []diag.Finding {
	return slices.DeleteFunc(slices.Clone(c.Findings), func(f diag.Finding) bool { return f.Path != "" })
}

func annotate(findings []diag.Finding) []*github.CheckRunAnnotation {
	var all []*github.CheckRunAnnotation
	for _, f := range findings {
		if f.Path != "" {
			all = append(all, annotation(f))
		}
	}
	return all
}

func annotation(f diag.Finding) *github.CheckRunAnnotation {
	level := map[diag.Severity]string{diag.Error: "failure", diag.Warning: "warning"}[f.Severity]
	first, last := max(f.Span.Start.Line, 1), f.Span.End.Line
	// End is exclusive: a span that ends before the first column ends on the line before.
	if f.Span.End.Column <= 1 {
		last--
	}
	last = max(first, last)
	a := &github.CheckRunAnnotation{
		Path: github.String(diag.Path(f.Path)), StartLine: &first, EndLine: &last,
		AnnotationLevel: github.String(cmp.Or(level, "notice")),
		Title:           github.String(line(f.Rule, titleLimit)),
		Message:         github.String(cmp.Or(line(f.Message, messageLimit), f.Rule)),
	}
	if first == f.Span.End.Line && f.Span.Start.Column > 0 {
		a.StartColumn = github.Int(f.Span.Start.Column)
		a.EndColumn = github.Int(max(f.Span.End.Column, f.Span.Start.Column))
	}
	return a
}
