package cli

import (
	"cmp"
	"slices"
	"time"

	"github.com/skillbrief/skillbrief/internal/brief"
	"github.com/skillbrief/skillbrief/internal/check"
	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/library"
	"github.com/skillbrief/skillbrief/internal/manifest"
)

// makePlans plans the block for each role, and selects the project's rules of
// the trusted commit.
func (r *run) makePlans() {
	o := brief.Options{
		Budget: r.cfg.Budget, Estimated: r.estimated, Strategy: r.cfg.Strategy, Layout: r.cfg.Layout,
		MaxSkills: r.cfg.MaxSkills, Changed: r.changed,
	}
	for _, route := range r.cfg.Routes {
		o.Routes = append(o.Routes, brief.Route{Skills: route.Skills, Paths: route.Paths})
	}
	plans := map[*library.Library]*brief.Plan{}
	for _, role := range []struct {
		lib  *library.Library
		plan **brief.Plan
	}{{r.trusted, &r.plan}, {r.before, &r.planBefore}, {r.after, &r.planAfter}} {
		if role.lib == nil {
			continue
		}
		if plans[role.lib] == nil {
			o.Encoding = role.lib.Encoding
			plans[role.lib] = brief.Make(role.lib, o)
		}
		*role.plan = plans[role.lib]
	}
	if r.trusted == nil {
		return
	}
	if slices.Contains(r.cfg.Targets, "ask_line") {
		r.notes = append(r.notes, "target ask_line gets no skills: its prompt has a budget of its own")
	}
	if len(r.cfg.Targets) == 1 {
		r.plan = r.planFor(r.cfg.Targets[0])
	}
	for _, target := range r.cfg.Targets {
		r.rules = append(r.rules, brief.Select(r.trusted, r.query(target)))
	}
	r.provenance = r.trace()
}

// planFor is what a target gets of the block: ask_line nothing.
func (r *run) planFor(target string) *brief.Plan {
	if target != "ask_line" {
		return r.plan
	}
	return brief.Make(&library.Library{Encoding: r.trusted.Encoding}, r.plan.Options)
}

func (r *run) query(target string) manifest.Query {
	return manifest.Query{Target: target, Changed: r.changed, Languages: r.cfg.Languages, Mode: manifest.Mode(r.cfg.RolloutMode)}
}

// check runs the rules on what would be merged, and on before to tell what is
// new.
func (r *run) check() {
	if r.after == nil || !r.cfg.Enabled {
		return
	}
	in := check.Input{
		After: r.after, Before: r.before, Faults: slices.Concat(r.next.Faults, manifestFaults(r.after), r.faults), Severity: r.cfg.Severity,
		Routes: r.routes(), Exceptions: placeExceptions(r.cfg.Exceptions, r.next.Exceptions), Config: config.Path, Today: time.Now().UTC().Format(time.DateOnly),
	}
	if r.before != nil || r.cfg.Given["brief-paths"] || r.cfg.Given["library-paths"] || r.cfg.Given["max-skills-tokens"] {
		in.Plan, in.PlanBefore = r.planAfter, r.planBefore
	}
	r.found, r.exceptions = check.Run(in)
	r.found = slices.DeleteFunc(r.found, r.unjudged)
	var before []diag.Finding
	if r.before != nil {
		before, _ = check.Run(check.Input{
			After: r.before, Faults: slices.Concat(r.previous.Faults, manifestFaults(r.before)), Severity: in.Severity,
			Exceptions: in.Exceptions, Routes: r.previous.Routes, Config: in.Config, Today: in.Today,
		})
	}
	whole := diag.Pos{Line: 1, Column: 1}
	for i := range r.found {
		if r.found[i].Span.IsZero() {
			r.found[i].Span = diag.Span{Start: whole, End: whole}
		}
	}
	r.inScope = check.Scope(r.scope(), r.found, before, r.changed, r.before, r.after)
}

// partial reports whether arguments name a part of the repository, so that what
// the configuration says of the rest cannot be judged.
func (r *run) partial() bool { return r.command != "action" && len(r.args) > 0 }

// unjudged are findings about exceptions that this run cannot judge: one may be
// of use in the rest of the repository, or is not in the merged file.
func (r *run) unjudged(f diag.Finding) bool {
	return f.Rule == "exception-unused" && (f.Span.IsZero() || r.partial())
}

// routes are those of the merged configuration. In a part of the repository the
// names of skills that they give say nothing.
func (r *run) routes() []config.Route {
	list := slices.Clone(r.next.Routes)
	for i := range list {
		if r.partial() {
			list[i].Skills = nil
		}
	}
	return list
}

// placeExceptions gives the exceptions in force the places that they have in the file as
// it would be merged; none where it no longer has them, and then they are not
// the change's to mend.
func placeExceptions(inForce, next []config.Exception) []config.Exception {
	list := slices.Clone(inForce)
	for i := range list {
		list[i].Span = diag.Span{}
		for _, n := range next {
			if here := n.Span; list[i] == (config.Exception{Rule: n.Rule, Path: n.Path, Reason: n.Reason, Until: n.Until}) {
				list[i].Span = here
			}
		}
	}
	return list
}

func (r *run) scope() string {
	if r.cfg.Scope == "" && r.before != nil {
		return "new"
	}
	return cmp.Or(r.cfg.Scope, "all")
}

// verdict is the result of the findings in scope.
func (r *run) verdict() int {
	for i, f := range r.found {
		if r.inScope[i] && r.cfg.FailOn != diag.Off && f.Severity >= r.cfg.FailOn {
			return exitFindings
		}
	}
	return exitPass
}
