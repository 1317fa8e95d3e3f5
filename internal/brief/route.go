package brief

import (
	"cmp"
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/skillbrief/skillbrief/internal/library"
	"github.com/skillbrief/skillbrief/internal/manifest"
)

// takesPart reports whether a skill is for this change: always, unless it is
// routed and no changed file matches. Without changed files routes are ignored.
func takesPart(s *library.Skill, o Options) bool {
	if len(o.Changed) == 0 {
		return true
	}
	globs := routes(s, o)
	return len(globs) == 0 || slices.ContainsFunc(globs, func(g manifest.Glob) bool {
		return slices.ContainsFunc(o.Changed, g.Match)
	})
}

// routes are the globs of a skill: its own and those of the configuration.
func routes(s *library.Skill, o Options) []manifest.Glob {
	globs := compile(s.Routes())
	for _, r := range o.Routes {
		if slices.ContainsFunc(r.Skills, func(name string) bool { return named(name, s.Name) }) {
			globs = append(globs, compile(r.Paths)...)
		}
	}
	return globs
}

// compile gives no globs at all where one is invalid: that is a finding of its
// own (route-glob), and a skill must not be lost by it.
func compile(patterns []string) []manifest.Glob {
	var globs []manifest.Glob
	for _, pattern := range patterns {
		g, err := manifest.Compile(pattern)
		if err != nil {
			return nil
		}
		globs = append(globs, g)
	}
	return globs
}

func named(pattern, name string) bool {
	ok, err := doublestar.Match(pattern, name)
	return err == nil && ok
}

// routedFirst moves routed skills that take part before unrouted ones of the
// same origin, order kept otherwise.
func routedFirst(items []Item, o Options) {
	if len(o.Changed) == 0 {
		return
	}
	ranks := make(map[*library.Skill]int, len(items))
	for _, i := range items {
		if i.Origin == 0 {
			ranks[i.Skill] = 2
		}
		if i.Status != Dropped || len(routes(i.Skill, o)) == 0 {
			ranks[i.Skill]++
		}
	}
	slices.SortStableFunc(items, func(a, b Item) int { return cmp.Compare(ranks[a.Skill], ranks[b.Skill]) })
}
