package forge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-github/v62/github"

	"github.com/skillbrief/skillbrief/internal/event"
)

// filesLimit is the number of files that GitHub lists of one pull request
// (https://docs.github.com/en/rest/pulls/pulls#list-pull-requests-files).
const filesLimit = 3000

// ChangedFiles lists the paths that the pull request of w changes, sorted, with
// both paths of a renamed file. complete is false where GitHub lists fewer files
// than it says were changed, as it does beyond 3,000. It is an error if the pull
// request has another head than w by now.
func ChangedFiles(ctx context.Context, w event.Wishes, o Options) (paths []string, complete bool, err error) {
	if w.PullRequest <= 0 || w.HeadSHA == "" {
		return nil, false, errors.New("list the changed files: the event has no pull request")
	}
	a, err := o.open(w.Repo)
	if err != nil {
		return nil, false, err
	}
	files, err := a.files(ctx, w.PullRequest)
	if err != nil {
		return nil, false, a.fault(fmt.Sprintf("list the files of pull request %d of %s", w.PullRequest, a.repo()), err)
	}
	// Asked after the list: a push before or while it was read shows here.
	pull, err := a.pull(ctx, w.PullRequest)
	if err != nil {
		return nil, false, err
	}
	if head := pull.GetHead().GetSHA(); !strings.EqualFold(head, w.HeadSHA) {
		return nil, false, fmt.Errorf("list the files of pull request %d of %s: its head is %.64q by now, not %s", w.PullRequest, a.repo(), head, w.HeadSHA)
	}
	for _, file := range files {
		if file.GetFilename() == "" {
			return nil, false, fmt.Errorf("list the files of pull request %d of %s: one has no name", w.PullRequest, a.repo())
		}
		paths = append(paths, file.GetFilename())
		// The former name of a copied file is no change.
		if former := file.GetPreviousFilename(); former != "" && file.GetStatus() == "renamed" {
			paths = append(paths, former)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths), len(files) == pull.GetChangedFiles(), nil
}

func (a api) files(ctx context.Context, number int) ([]*github.CommitFile, error) {
	var all []*github.CommitFile
	for page := 1; page <= filesLimit/perPage; page++ {
		files, answer, err := a.PullRequests.ListFiles(ctx, a.owner, a.name, number, &github.ListOptions{Page: page, PerPage: perPage})
		if err != nil {
			return nil, err
		}
		all = append(all, files...)
		if answer.NextPage == 0 {
			break
		}
	}
	return all, nil
}
