package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/brief"
	"github.com/skillbrief/skillbrief/internal/check"
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/event"
	"github.com/skillbrief/skillbrief/internal/manifest"
	"github.com/skillbrief/skillbrief/internal/report"
	"github.com/skillbrief/skillbrief/internal/source"
)

// fill makes the report of a run as far as it came; failure is why it went no
// further.
func (r *run) fill(failure error) *report.Report {
	rep := &report.Report{
		Tool: release(), Result: result(r.verdict(), failure), Warnings: r.cfg.Warnings, Notes: r.notes,
		Rules: reportRules(), Source: r.text, Color: r.colored(),
	}
	if failure != nil {
		rep.Failure = oneLine(failure.Error())
	}
	if r.trees != nil {
		r.fillRoles(rep)
	}
	r.fillFindings(rep)
	r.fillBudget(rep)
	r.fillManifests(rep)
	for _, e := range r.exceptions {
		rep.Exceptions = append(rep.Exceptions, report.Exception{Rule: e.Rule, Path: e.Path, Reason: e.Reason, Until: e.Until, Count: e.Findings})
	}
	if r.after != nil && r.after.Found.PassedOver > 0 {
		rep.Notes = append(rep.Notes, fmt.Sprintf("%d SKILL.md in .git, .venv, node_modules, vendor or the output directory are passed over; name such a directory in paths to read it", r.after.Found.PassedOver))
	}
	return rep
}

func result(code int, failure error) string {
	switch {
	case errors.Is(failure, event.ErrRefused):
		return report.Refused
	case failure != nil:
		return report.Failed
	case code == exitFindings:
		return report.Findings
	}
	return report.Pass
}

// fillRoles says which commits were taken and why: of a verified test merge not
// what the payload names. What the trees note beside that stays a note.
func (r *run) fillRoles(rep *report.Report) {
	at := r.at
	if r.trees.Verified {
		at.Before.Why, at.After.Why = "first parent of the verified test merge", "verified test merge"
	}
	notes := slices.Clone(r.trees.Notes)
	for _, role := range []struct {
		name string
		tree *source.Tree
		wish event.Wish
		to   *report.Role
	}{
		{"trusted", r.trees.Trusted, at.Trusted, &rep.Trusted},
		{"before", r.trees.Before, at.Before, &rep.Before},
		{"after", r.trees.After, at.After, &rep.After},
	} {
		if role.tree == nil && role.wish.Kind != event.None {
			continue // a note says why there is none
		}
		role.to.Why = role.wish.Why
		if role.tree != nil {
			role.to.SHA = role.tree.Commit
			if role.tree.Plain && role.wish.Kind == event.WorkTree {
				role.to.Why = "directory"
			}
		}
		notes = slices.DeleteFunc(notes, func(n string) bool {
			return n == role.name+": none" || strings.HasPrefix(n, role.name+": ") && strings.HasSuffix(n, ", "+role.wish.Why)
		})
	}
	rep.Notes = slices.Concat(notes, rep.Notes)
}

func reportRules() []report.Rule {
	known := check.Known()
	rules := make([]report.Rule, len(known))
	for i, rule := range known {
		rules[i] = report.Rule{ID: rule.ID, Severity: rule.Severity, Security: rule.Security, Document: func() (summary, help string) {
			d, _ := check.Document(rule.ID)
			return d.Summary, d.Markdown(1)
		}}
	}
	return rules
}

// text is the text of a file of the tree that was checked, as far as it was read.
func (r *run) text(path string) (string, bool) {
	if r.after == nil {
		return "", false
	}
	return r.after.Text(path)
}

// sensitive tells the findings whose line holds a secret, or part of one, which must
// not be shown.
func (r *run) sensitive() func(diag.Finding) bool {
	secrets := map[string]map[int]bool{}
	for _, f := range r.found {
		if f.Rule == "secret" && secrets[f.Path] == nil {
			text, _ := r.text(f.Path)
			secrets[f.Path] = check.SecretLines(text)
		}
	}
	return func(f diag.Finding) bool { return secrets[f.Path][f.Span.Start.Line] || f.Rule == "secret" }
}

func (r *run) fillFindings(rep *report.Report) {
	changed := make(map[string]bool, len(r.changed))
	for _, c := range r.changed {
		changed[c] = true
	}
	sensitive := r.sensitive()
	for i, f := range r.found {
		rep.Findings = append(rep.Findings, report.Finding{
			Finding: f, InScope: r.inScope[i], InChange: changed[f.Path], Sensitive: sensitive(f),
		})
	}
	if r.after == nil {
		return
	}
	for _, s := range r.after.Skills {
		for _, f := range s.Faults {
			if s.Origin > 0 {
				place := strings.TrimSuffix(s.Place, s.Path) + f.Path
				rep.LibraryFaults = append(rep.LibraryFaults, fmt.Sprintf("%s:%d: %s [%s]", place, max(f.Span.Start.Line, 1), f.Message, f.Rule))
			}
		}
	}
}

// fillBudget says what the block would be after the merge.
func (r *run) fillBudget(rep *report.Report) {
	plan := r.planAfter
	if plan == nil {
		return
	}
	rep.Budget = &report.Budget{
		Limit: plan.Budget, Encoding: plan.Encoding.Name(), Estimated: plan.Estimated, Strategy: plan.Strategy, Used: plan.Tokens,
	}
	if plan.Short() && plan.Layout != "catalog" {
		for _, strategy := range []string{"prefix", "fill", "graded"} {
			if strategy != plan.Strategy {
				other := plan.With(strategy)
				rep.Budget.Others = append(rep.Budget.Others, report.Alternative{Strategy: strategy, Skills: other.Count() - other.Clipped(), Tokens: other.Tokens})
			}
		}
	}
	for _, i := range plan.Items {
		rep.Skills = append(rep.Skills, report.Skill{
			Name: i.Name, Path: i.Place, Blob: i.Blob, Tokens: i.Tokens, Status: string(i.Status), Origin: r.origin(i.Origin),
		})
	}
	if r.planBefore != nil {
		before := r.planBefore.Tokens
		rep.Budget.Before = &before
		rep.Change = difference(r.planBefore, plan)
	}
}

// fillManifests says what the manifests would be after the merge.
func (r *run) fillManifests(rep *report.Report) {
	rep.Provenance = r.provenance
	if r.after == nil {
		return
	}
	for _, m := range r.after.Manifests {
		entry := report.Manifest{Path: m.Path, Status: string(m.Status), Rules: len(m.Rules)}
		for i, target := range r.cfg.Targets {
			e := manifest.Select(m, r.query(target))
			if i == 0 {
				entry.Hash, entry.Reason = e.SkillHash(), e.Error
			}
			for _, rule := range e.Rules {
				entry.Selected = append(entry.Selected, report.Selected{Target: target, Rule: rule.ID.Value, Files: rule.Matched})
			}
		}
		rep.Manifests = append(rep.Manifests, entry)
	}
	r.fillDifferences(rep)
}

// fillDifferences says in words what the merge changes in the manifests; one that
// it removes is no longer among them.
func (r *run) fillDifferences(rep *report.Report) {
	for _, d := range r.differences {
		i := slices.IndexFunc(rep.Manifests, func(m report.Manifest) bool { return m.Path == d.Path })
		if i < 0 {
			i = len(rep.Manifests)
			rep.Manifests = append(rep.Manifests, report.Manifest{Path: d.Path, Status: string(manifest.Missing)})
		}
		for _, c := range d.Changes {
			rep.Manifests[i].Changes = append(rep.Manifests[i].Changes, c.Message)
		}
	}
}

func (r *run) origin(n int) string {
	if n == 0 {
		return ""
	}
	return r.host[n-1].Entry
}

// difference is what a merge changes in the block, by the names of skills.
func difference(before, after *brief.Plan) *report.Change {
	old, now := held(before), held(after)
	c := &report.Change{}
	for _, i := range after.Items {
		if text, ok := old[i.Name]; !i.Status.Held() {
			continue
		} else if !ok {
			c.Gained = append(c.Gained, i.Name)
		} else if text != now[i.Name] {
			c.Changed = append(c.Changed, i.Name)
		}
	}
	for _, i := range before.Items {
		if _, ok := now[i.Name]; i.Status.Held() && !ok {
			c.Lost = append(c.Lost, i.Name)
		}
	}
	return c
}

// held are the skills that a block holds, with what it holds of them.
func held(p *brief.Plan) map[string]string {
	texts := map[string]string{}
	for _, i := range p.Items {
		if i.Status.Held() {
			texts[i.Name] += string(i.Status) + "\x00" + i.Text
		}
	}
	return texts
}
