package forge

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/event"
)

const filesCall = "GET /repos/acme/standards/pulls/12/files"

// filesServer has a pull request of count files, of which it lists some.
func filesServer(t *testing.T, count int, listed []map[string]any, sha string) *server {
	var s *server
	var all []map[string]any
	s = serve(t, map[string]func(call) answer{
		filesCall: func(c call) answer { return page(c, all) },
		pullCall: func(call) answer {
			return ok(s.pull("pull-request", map[string]any{"changed_files": count, "head": map[string]any{"sha": sha}}))
		},
	})
	for _, own := range listed {
		all = append(all, s.sample("diff-entry", own))
	}
	return s
}

func TestChangedFiles(t *testing.T) {
	t.Parallel()
	s := filesServer(t, 4, []map[string]any{
		{"filename": "z.md", "status": "added"},
		{"filename": "new.md", "status": "renamed", "previous_filename": "old.md"},
		{"filename": "copy.md", "status": "copied", "previous_filename": "kept.md"},
		{"filename": "a b\"\n.md", "status": "removed"},
	}, head)
	paths, complete, err := ChangedFiles(context.Background(), wishes(), s.options)
	want := []string{"a b\"\n.md", "copy.md", "new.md", "old.md", "z.md"}
	if diff := cmp.Diff(want, paths); err != nil || !complete || diff != "" {
		t.Errorf("complete %v, error %v (-want +got):\n%s", complete, err, diff)
	}
}

func TestChangedFilesPages(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		count, listed, calls int
		complete             bool
	}{
		{0, 0, 1, true},
		{99, 99, 1, true},
		{100, 100, 1, true},
		{101, 101, 2, true},
		{250, 249, 3, false},
		{3000, 3000, 30, true},
		{3001, 3000, 30, false},
		{9000, 9000, 30, false},
	} {
		t.Run(fmt.Sprint(test.count), func(t *testing.T) {
			t.Parallel()
			var files []map[string]any
			for i := range test.listed {
				files = append(files, map[string]any{"filename": fmt.Sprintf("f%05d", i)})
			}
			s := filesServer(t, test.count, files, head)
			paths, complete, err := ChangedFiles(context.Background(), wishes(), s.options)
			if err != nil || complete != test.complete || len(paths) != min(test.listed, 3000) || !slices.IsSorted(paths) {
				t.Errorf("%d paths, complete %v, error %v", len(paths), complete, err)
			}
			calls := slices.DeleteFunc(s.lines(), func(line string) bool { return !strings.HasPrefix(line, filesCall) })
			if len(calls) != test.calls || len(s.lines()) != test.calls+1 {
				t.Errorf("calls %q", s.lines())
			}
		})
	}
}

func TestChangedFilesFaults(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	_, _, err := ChangedFiles(ctx, event.Wishes{Repo: "acme/standards"}, Options{})
	wantError(t, err, "no pull request")

	s := filesServer(t, 1, []map[string]any{{"filename": "a"}}, base)
	_, _, err = ChangedFiles(ctx, wishes(), s.options)
	wantError(t, err, "by now, not "+head)

	s = filesServer(t, 1, []map[string]any{{"filename": ""}}, head)
	_, _, err = ChangedFiles(ctx, wishes(), s.options)
	wantError(t, err, "one has no name")

	s = serve(t, map[string]func(call) answer{filesCall: func(call) answer { return refuse(http.StatusForbidden, "no") }})
	_, _, err = ChangedFiles(ctx, wishes(), s.options)
	wantError(t, err, "list the files of pull request 12 of acme/standards: GitHub answers 403")
}
