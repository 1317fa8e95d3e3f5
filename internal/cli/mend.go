package cli

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/skillbrief/skillbrief/internal/check"
	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/diag"
)

// mend applies the certain fixes to the work tree, or prints them as a diff.
func (r *run) mend() (int, error) {
	if r.trees.After.Commit != "" {
		return exitUsage, config.UsageError{Err: errors.New("fixes apply to the work tree only; leave out --after")}
	}
	edits := map[string][]diag.Edit{}
	for _, f := range r.found {
		if f.Fix != nil {
			edits[f.Path] = append(edits[f.Path], *f.Fix)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(edits)) {
		before, ok := r.text(path)
		if !ok {
			continue
		}
		after := check.Apply(before, edits[path])
		if r.diff {
			if _, err := io.WriteString(r.out, check.Diff(path, before, after)); err != nil {
				return exitFailed, err
			}
		}
		if r.fix && after != before {
			if err := r.rewrite(path, before, after); err != nil {
				return exitFailed, err
			}
			fmt.Fprintf(r.log, "mended %s\n", diag.Path(path))
		}
	}
	return r.verdict(), nil
}

// rewrite replaces a file's text, if it is still the one that was checked. No
// link leads it out of the work tree.
func (r *run) rewrite(path, before, after string) error {
	root, err := os.OpenRoot(r.place.root)
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // read only
	now, err := root.ReadFile(path)
	if err != nil {
		return fmt.Errorf("mend %s: %w", diag.Quote(path), err)
	}
	if string(now) != before {
		return fmt.Errorf("mend %s: it changed since it was checked; run again", diag.Quote(path))
	}
	return root.WriteFile(path, []byte(after), 0o666)
}
