// Package brief decides what a review prompt receives within its token budget,
// and renders it.
package brief

import (
	"slices"
	"strconv"
	"strings"

	"github.com/skillbrief/skillbrief/internal/library"
	"github.com/skillbrief/skillbrief/internal/tokens"
)

// Status says what the block holds of a skill.
type Status string

// The statuses of a skill, as the report and the outputs name them.
const (
	Included Status = "included" // whole
	BodyOnly Status = "body"     // without its resources
	LineOnly Status = "line"     // name, description and where to read more
	Clipped  Status = "clipped"  // cut short, with a marker
	Dropped  Status = "dropped"  // nothing
	Unrouted Status = "unrouted" // its paths match no changed file
	Shadowed Status = "shadowed" // a library skill has its name
	Mirror   Status = "mirror"   // the same name and text as an earlier skill
	Broken   Status = "broken"   // not rendered, its faults say why
)

// Held reports whether the block holds something of a skill with that status.
func (s Status) Held() bool {
	return s == Included || s == BodyOnly || s == LineOnly || s == Clipped
}

// Short reports whether the block lacks something of a skill with that status,
// which takes part.
func (s Status) Short() bool {
	return s == BodyOnly || s == LineOnly || s == Clipped || s == Dropped
}

// Options decide about a Plan.
type Options struct {
	Budget    int // tokens; zero or less: an empty block
	Encoding  *tokens.Encoding
	Estimated bool   // the model asked for has no known encoding
	Strategy  string // prefix, fill, graded
	Layout    string // pr-agent, catalog
	MaxSkills int    // 0: all
	Changed   []string
	Routes    []Route
}

// Route says which changed files some skills are for.
type Route struct {
	Skills []string // names or doublestar globs of names
	Paths  []string // doublestar globs
}

// Plan is the block and how it came about.
type Plan struct {
	Options
	// Items are the skills of the brief's paths in the order of the block, then
	// mirrors, shadowed and broken ones by path.
	Items  []Item
	Block  string
	Tokens int // of Block

	library *library.Library
}

// Item is one skill's part of a Plan.
type Item struct {
	*library.Skill
	Status Status
}

// Count is the number of skills that the block holds, clipped and lowered ones
// too.
func (p *Plan) Count() int {
	n := 0
	for _, item := range p.Items {
		if item.Status.Held() {
			n++
		}
	}
	return n
}

// Clipped is the number of skills that the block cuts short: one at most.
func (p *Plan) Clipped() int {
	if slices.ContainsFunc(p.Items, func(i Item) bool { return i.Status == Clipped }) {
		return 1
	}
	return 0
}

// Order is the origin and path of each skill that takes part, in order: with the
// settings and the trusted commit it decides the block.
func (p *Plan) Order() []string {
	var out []string
	for _, item := range p.Items {
		if item.Status == Dropped || item.Status.Held() {
			out = append(out, strconv.Itoa(item.Origin)+":"+item.Path)
		}
	}
	return out
}

// Make plans the block of a library. It is pure: the same library and options
// give the same bytes.
func Make(lib *library.Library, o Options) *Plan {
	p := &Plan{Options: o, Items: items(lib, o), library: lib}
	live := p.live()
	if o.MaxSkills > 0 && len(live) > o.MaxSkills {
		live = live[:o.MaxSkills] // the rest stays dropped
	}
	if o.Budget > 0 && len(live) > 0 {
		p.Block = render(live, o)
	}
	p.Tokens = o.Encoding.Count(p.Block)
	return p
}

// With is the plan of the same library by another strategy.
func (p *Plan) With(strategy string) *Plan {
	o := p.Options
	o.Strategy = strategy
	return Make(p.library, o)
}

// Short reports whether the block lacks something of a skill that takes part.
func (p *Plan) Short() bool {
	return slices.ContainsFunc(p.Items, func(i Item) bool { return i.Status.Short() })
}

// items are the skills of the brief with the status that is known before any
// budget; those that take part are Dropped until a strategy takes them.
func items(lib *library.Library, o Options) []Item {
	var items, out []Item
	for _, s := range lib.Skills {
		if !s.InBrief {
			continue
		}
		switch status := state(s, o); status {
		case Dropped, Unrouted:
			items = append(items, Item{s, status})
		default:
			out = append(out, Item{s, status})
		}
	}
	slices.SortStableFunc(out, func(a, b Item) int { return strings.Compare(a.Path, b.Path) })
	if o.Strategy == "graded" {
		routedFirst(items, o)
	}
	return append(items, out...)
}

func state(s *library.Skill, o Options) Status {
	switch {
	case s.Broken:
		return Broken
	case s.ShadowedBy != nil:
		return Shadowed
	case s.MirrorOf != nil:
		return Mirror
	case !takesPart(s, o):
		return Unrouted
	}
	return Dropped
}

// live are the items that take part, for a strategy to set their status.
func (p *Plan) live() []*Item {
	var live []*Item
	for i := range p.Items {
		if p.Items[i].Status == Dropped {
			live = append(live, &p.Items[i])
		}
	}
	return live
}

// render sets the statuses of the items and gives the block.
func render(live []*Item, o Options) string {
	if o.Layout == "catalog" {
		return catalog(live, o)
	}
	switch o.Strategy {
	case "graded":
		return graded(live, o)
	case "fill":
		return taken(live, o, false)
	}
	return taken(live, o, true)
}
