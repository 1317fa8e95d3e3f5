package cli

import (
	"context"
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

// maxPasses bounds how often mended files are checked again: one fix can make
// place for another.
const maxPasses = 10

// fixAll mends the work tree until nothing certain is left, then reports what a
// person must mend.
func fixAll(ctx context.Context, s streams, q *request) (int, error) {
	for range maxPasses {
		mended := 0
		code, err := s.through(ctx, q, func(r *run) (_ int, err error) {
			mended, err = r.mend()
			return exitPass, err
		})
		if err != nil {
			return code, err
		}
		if mended == 0 {
			break
		}
	}
	return s.through(ctx, q, (*run).finish)
}

// fixes are the texts before and after of the files that can be mended, by path: not
// that of a link, of which a file may have several.
func (r *run) fixes() (map[string][2]string, error) {
	if r.trees.After.Commit != "" {
		return nil, config.UsageError{Err: errors.New("fixes apply to the work tree only; leave out --after")}
	}
	edits, befores := map[string][]diag.Edit{}, map[string]string{}
	for _, f := range r.found {
		before, ok := r.text(f.Path)
		if f.Fix == nil || !ok {
			continue
		}
		path := f.Path
		if file, err := r.trees.After.Resolve(path); err == nil {
			path = file.Path
		}
		edits[path], befores[path] = append(edits[path], *f.Fix), before
	}
	texts := map[string][2]string{}
	for path, before := range befores {
		texts[path] = [2]string{before, check.Apply(before, edits[path])}
	}
	return texts, nil
}

// mend applies the certain fixes to the work tree, and counts the files.
func (r *run) mend() (mended int, err error) {
	texts, err := r.fixes()
	if err != nil {
		return 0, err
	}
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		if texts[path][0] == texts[path][1] {
			continue
		}
		if err := r.rewrite(path, texts[path][0], texts[path][1]); err != nil {
			return mended, err
		}
		mended++
		fmt.Fprintf(r.log, "mended %s\n", escapeLine(diag.Path(path)))
	}
	return mended, nil
}

// showFixes prints the certain fixes as a unified diff.
func (r *run) showFixes() (int, error) {
	texts, err := r.fixes()
	if err != nil {
		return exitUsage, err
	}
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		if _, err := io.WriteString(r.out, check.Diff(path, texts[path][0], texts[path][1])); err != nil {
			return exitFailed, err
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
	if err := root.WriteFile(path, []byte(after), 0o666); err != nil {
		return fmt.Errorf("mend %s: %w", diag.Quote(path), err)
	}
	return nil
}
