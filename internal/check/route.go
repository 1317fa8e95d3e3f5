package check

import (
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/skillbrief/skillbrief/internal/brief"
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/library"
	"github.com/skillbrief/skillbrief/internal/manifest"
)

// routeGlob reports the invalid globs of routes, and routes for no skill.
func routeGlob(p *Pass) {
	for _, s := range p.own() {
		for _, pattern := range s.Routes() {
			if _, err := manifest.Compile(pattern); err != nil {
				p.report(s.Path, valueSpan(s.RouteField()), nil, "metadata.paths has %s: %v; the skill is in every review until then", diag.Quote(pattern), err)
			}
		}
	}
	for _, r := range p.Routes {
		for i, pattern := range r.Paths {
			if err := brief.CheckGlob(pattern); err != nil {
				p.report(p.Config, r.PathSpans[i], nil, "%s: %v; the skills are in every review until then", diag.Quote(pattern), err)
			}
		}
		for i, name := range r.Skills {
			if !p.named(name) {
				p.report(p.Config, r.SkillSpans[i], nil, "%s names no skill%s", diag.Quote(name), suggest(diag.Nearest(name, p.names())))
			}
		}
	}
}

// named reports whether a glob of names names a skill.
func (p *Pass) named(glob string) bool {
	return slices.ContainsFunc(p.After.Skills, func(s *library.Skill) bool {
		ok, err := doublestar.Match(glob, s.Name)
		return ok && err == nil
	})
}

func (p *Pass) names() []string {
	names := make([]string, len(p.After.Skills))
	for i, s := range p.After.Skills {
		names[i] = s.Name
	}
	return names
}
