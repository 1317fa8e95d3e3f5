package cli

import (
	"context"

	"github.com/skillbrief/skillbrief/internal/forge"
	"github.com/skillbrief/skillbrief/internal/source"
)

// compare finds the files that the change touches: what differs between before
// and after or, where these are no verified pair, what the API says, so that
// other people's changes do not count.
func (r *run) compare(ctx context.Context) error {
	if len(r.cfg.ChangedFiles) > 0 {
		r.changed = r.cfg.ChangedFiles
		return nil
	}
	if r.trees.Before == nil || r.trees.After == nil {
		return nil
	}
	if !r.trees.Verified && r.at.PullRequest > 0 && r.at.Event != "gitlab" {
		paths, complete, err := forge.ChangedFiles(ctx, r.at, r.api())
		if err == nil && complete {
			r.changed = paths
			return nil
		}
		r.notes = append(r.notes, "changed files: all that differ between before and after count, as the pull request's list cannot be had whole"+because(err))
	}
	changes, err := source.Diff(ctx, r.trees.Before, r.trees.After)
	if err != nil {
		return err
	}
	for _, c := range changes {
		r.changed = append(r.changed, c.Path)
	}
	return nil
}

func because(err error) string {
	if err == nil {
		return ""
	}
	return ": " + err.Error()
}
