package cli

import (
	"context"
	"fmt"

	"github.com/skillbrief/skillbrief/internal/check"
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/library"
	"github.com/skillbrief/skillbrief/internal/manifest"
)

// compareRules finds what the change does to manifests, and holds proposals of
// programs within their boundary.
func (r *run) compareRules(ctx context.Context) error {
	if r.before == nil || r.after == nil {
		return nil
	}
	r.differences = manifest.Compare(r.before.Manifests, r.after.Manifests)
	for _, d := range r.differences {
		r.faults = append(r.faults, d.Faults()...)
	}
	return r.guard(ctx)
}

// guard applies where the pull request comes from a branch that programs propose
// rule changes on. It looks at all that the pull request changes, whatever the
// input changed-files names.
func (r *run) guard(ctx context.Context) error {
	if !manifest.IsEvolution(r.at.HeadRef, r.cfg.EvolutionBranches) {
		return nil
	}
	if manifest.Mode(r.cfg.RolloutMode) == manifest.ModeDisabled {
		r.notes = append(r.notes, "the evolution guard looks at nothing: rollout-mode is disabled, and no manifest is read")
		return nil
	}
	changed := r.changed
	if len(r.cfg.ChangedFiles) > 0 {
		var err error
		if changed, err = r.touched(ctx); err != nil {
			return fmt.Errorf("evolution guard: %w", err)
		}
	}
	message, err := r.trees.Message(ctx, r.headCommit())
	if err != nil {
		return fmt.Errorf("evolution guard: %w", err)
	}
	e := manifest.Evolution{
		Changed: changed, Before: r.before.Manifests, After: r.after.Manifests, MaxEdits: r.cfg.EvolutionMaxEdits,
		Message: message, Secrets: check.Secrets,
	}
	if r.trusted != nil {
		e.Trusted = r.trusted.Manifests
	}
	r.faults = append(r.faults, e.Faults()...)
	return nil
}

// headCommit is the pull request's own head, else the commit that is checked.
func (r *run) headCommit() string {
	if r.at.HeadSHA != "" {
		return r.at.HeadSHA
	}
	return r.after.Commit
}

func manifestFaults(lib *library.Library) []diag.Fault {
	var faults []diag.Fault
	for _, m := range lib.Manifests {
		faults = append(faults, m.Faults...)
	}
	return faults
}

// unknownLanguages warns of languages that match nothing.
func (r *run) unknownLanguages() {
	for _, name := range manifest.UnknownLanguages(r.cfg.Languages) {
		hint := ""
		if near := manifest.NearestLanguage(name); near != "" {
			hint = "; did you mean " + near + "?"
		}
		r.cfg.Warnings = append(r.cfg.Warnings, fmt.Sprintf("languages: %s is unknown and matches nothing%s", diag.Quote(name), hint))
	}
}
