// Package library holds what a tree knows for reviews: its skills and manifests,
// loaded and counted once.
package library

import (
	"github.com/skillbrief/skillbrief/internal/skill"
	"github.com/skillbrief/skillbrief/internal/source"
)

// Library is what was found in one tree and in the host's libraries.
type Library struct {
	Commit string
	Files  []source.File // of the tree, sorted
	// Skills of the repository and of the host's libraries, in the order of the
	// block: libraries first, then by name, ties by path. Broken ones come last, by path.
	Skills []*Skill
	Found  skill.Found // discovery in the tree
}

// Skill is a skill with what only its library knows.
type Skill struct {
	*skill.Skill
	Origin  int    // 0: the repository; n: the nth library path
	InBrief bool   // below the brief's paths
	Text    string // as rendered, with resources; empty where broken
	// Tokens of the full text, of the text without resources, and of the line.
	Tokens, BodyTokens, LineTokens int
	// MirrorOf and ShadowedBy name the skill that stands for this one.
	MirrorOf, ShadowedBy *Skill
}
