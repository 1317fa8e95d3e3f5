// Package brief decides what a review prompt receives within its token budget,
// and renders it.
package brief

import "github.com/skillbrief/skillbrief/internal/library"

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

// Plan is the block and how it came about.
type Plan struct {
	// Items are the skills of the brief's paths in the order of the block, then
	// mirrors, shadowed and broken ones by path.
	Items  []Item
	Block  string
	Tokens int // of Block
	Limit  int // tokens
	// Encoding counted with; Estimated where the model asked for is not known.
	Encoding  string
	Estimated bool
	Strategy  string
}

// Item is one skill's part of a Plan.
type Item struct {
	*library.Skill
	Status Status
}
