package manifest

import "slices"

// stages are the internal steps of improve; rules for improve go for them too.
var stages = []string{"generation", "reflection", "scenario_validator", "inline_selfcheck", "deconflict", "tier1_repair"}

// PublicTarget is the target that a rule names: improve for its stages, else
// the target itself.
func PublicTarget(target string) string {
	if slices.Contains(stages, target) {
		return "improve"
	}
	return target
}

// Mode is how far the use of project rules is rolled out.
type Mode string

// The rollout modes.
const (
	ModeDisabled         Mode = "disabled"           // not even loaded
	ModeShadow           Mode = "shadow"             // loaded and recorded, never injected
	ModeReviewOnly       Mode = "review_only"        // injected for review
	ModeReviewAndImprove Mode = "review_and_improve" // injected for both
)

// Modes are the names of the rollout modes.
var Modes = []string{string(ModeDisabled), string(ModeShadow), string(ModeReviewOnly), string(ModeReviewAndImprove)}

// Injects reports whether rules may be injected for a target.
func (m Mode) Injects(target string) bool {
	switch PublicTarget(target) {
	case "review":
		return m == ModeReviewOnly || m == ModeReviewAndImprove
	case "improve":
		return m == ModeReviewAndImprove
	}
	return false
}
