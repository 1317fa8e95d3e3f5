package check

import (
	"slices"

	"github.com/skillbrief/skillbrief/internal/brief"
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/glob"
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
	}
	routedSkills(p)
}

// routedSkills reports the names in routes that name no skill.
func routedSkills(p *Pass) {
	names, left := p.names(), suggestions
	for _, r := range p.Routes {
		for i, name := range r.Skills {
			g, err := glob.Compile(name)
			if err != nil {
				p.report(p.Config, r.SkillSpans[i], nil, "%s %v; the route is not for the skills that it means", diag.Quote(name), err)
				continue
			}
			if slices.ContainsFunc(names, g.Match) {
				continue
			}
			near := ""
			if left--; left >= 0 {
				near = diag.Nearest(name, names)
			}
			p.report(p.Config, r.SkillSpans[i], nil, "%s names no skill%s", diag.Quote(name), suggest(near))
		}
	}
}

func (p *Pass) names() []string {
	names := make([]string, len(p.After.Skills))
	for i, s := range p.After.Skills {
		names[i] = s.Name
	}
	return names
}
