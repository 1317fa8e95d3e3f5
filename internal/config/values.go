package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

const defaultBudget = 8000 // tokens

// Targets are the consumers that a block can be made for; the stages of improve
// count as improve.
var Targets = []string{
	"review", "improve", "describe", "ask", "ask_line",
	"generation", "reflection", "scenario_validator", "inline_selfcheck", "deconflict", "tier1_repair",
}

// RolloutModes says how far project rules are let into prompts.
var RolloutModes = []string{"disabled", "shadow", "review_only", "review_and_improve"}

// setBudget never fails: a budget that is no number is a warning and the
// default, as in PR-Agent.
func setBudget(s *Settings, values []string) error {
	return single(func(s *Settings, v string) error {
		n, err := strconv.Atoi(strings.TrimSpace(v))
		if err != nil {
			s.warn("max-skills-tokens: %s is not a whole number; %d is used", diag.Quote(v), defaultBudget)
			n = defaultBudget
		}
		s.Budget = n
		return nil
	})(s, values)
}

func setTargets(s *Settings, values []string) error {
	var targets []string
	for _, v := range values {
		if !slices.Contains(Targets, v) {
			return fmt.Errorf("%s is unknown; use %s", diag.Quote(v), strings.Join(Targets, ", "))
		}
		if !slices.Contains(targets, v) {
			targets = append(targets, v)
		}
	}
	s.Targets = targets
	return nil
}

// setRollout takes an unknown mode as disabled, the safe reading, and warns.
func setRollout(s *Settings, values []string) error {
	return single(func(s *Settings, v string) error {
		if !slices.Contains(RolloutModes, v) {
			s.warn("rollout-mode: %s is unknown and counts as disabled; use %s", diag.Quote(v), strings.Join(RolloutModes, ", "))
			v = "disabled"
		}
		s.RolloutMode = v
		return nil
	})(s, values)
}

func (s *Settings) warn(format string, args ...any) {
	s.Warnings = append(s.Warnings, fmt.Sprintf(format, args...))
}
