package cli

import (
	"context"

	"github.com/skillbrief/skillbrief/internal/forge"
	"github.com/skillbrief/skillbrief/internal/source"
)

// compare finds the files that the change touches, unless the input names them.
func (r *run) compare(ctx context.Context) (err error) {
	if r.changed = r.cfg.ChangedFiles; len(r.changed) == 0 {
		r.changed, err = r.touched(ctx)
	}
	return err
}

// touched are the paths that differ between before and after or, where these are
// no verified pair, what the API says, so that other people's changes do not
// count.
func (r *run) touched(ctx context.Context) ([]string, error) {
	if r.trees.Before == nil || r.trees.After == nil {
		return nil, nil
	}
	if !r.trees.Verified && r.at.PullRequest > 0 && r.at.Event != "gitlab" {
		paths, complete, err := forge.ChangedFiles(ctx, r.at, r.api())
		if err == nil && complete {
			return paths, nil
		}
		r.notes = append(r.notes, "changed files: all that differ between before and after count, as the pull request's list cannot be had whole"+because(err))
	}
	changes, err := source.Diff(ctx, r.trees.Before, r.trees.After)
	paths := make([]string, len(changes))
	for i, c := range changes {
		paths[i] = c.Path
	}
	return paths, err
}

func because(err error) string {
	if err == nil {
		return ""
	}
	return ": " + err.Error()
}
