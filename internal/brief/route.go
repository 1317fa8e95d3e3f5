package brief

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"

	"github.com/skillbrief/skillbrief/internal/glob"
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
	return len(globs) == 0 || slices.ContainsFunc(globs, func(match matcher) bool {
		return slices.ContainsFunc(o.Changed, match)
	})
}

// matcher reports whether a changed path matches.
type matcher func(path string) bool

// routes are the globs of a skill: its own, which are those of skill.toml, and
// those of the configuration, which are doublestar's like every other there.
func routes(s *library.Skill, o Options) []matcher {
	globs := compile(s.Routes(), func(pattern string) (matcher, error) {
		g, err := manifest.Compile(pattern)
		return g.Match, err
	})
	for _, r := range o.Routes {
		if slices.ContainsFunc(r.Skills, func(name string) bool { return glob.Match(name, s.Name) }) {
			globs = append(globs, compile(r.Paths, configured)...)
		}
	}
	return globs
}

func configured(pattern string) (matcher, error) {
	if err := CheckGlob(pattern); err != nil {
		return nil, err
	}
	g, err := glob.Compile(pattern)
	return g.Match, err
}

// CheckGlob says why a glob of the configuration matches no changed path.
func CheckGlob(pattern string) error {
	_, err := glob.Compile(pattern)
	switch {
	case err != nil:
		return fmt.Errorf("the pattern %w", err)
	case path.IsAbs(pattern) || path.Clean(pattern) != pattern:
		return errors.New("the pattern matches nothing: changed paths are relative to the repository, without . and .. and a final /")
	}
	return nil
}

// compile gives no globs at all where one is invalid: that is a finding of its
// own (route-glob), and a skill must not be lost by it.
func compile(patterns []string, read func(string) (matcher, error)) []matcher {
	var globs []matcher
	for _, pattern := range patterns {
		g, err := read(pattern)
		if err != nil {
			return nil
		}
		globs = append(globs, g)
	}
	return globs
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
