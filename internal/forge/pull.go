package forge

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/go-github/v62/github"

	"github.com/skillbrief/skillbrief/internal/event"
)

// Complete looks up the pull request that w misses, and sets the roles by it;
// wishes that miss nothing come back as they are. The pull request must go into
// this repository; one that is found by its head must be open and the only one.
func Complete(ctx context.Context, w event.Wishes, o Options) (event.Wishes, error) {
	if w.Missing == nil {
		return w, nil
	}
	a, err := o.open(w.Missing.Repo)
	if err != nil {
		return w, err
	}
	pull, err := a.find(ctx, *w.Missing)
	if err != nil {
		return w, err
	}
	done, err := w.With(pull, o.Trust)
	if err != nil {
		return done, fmt.Errorf("event %.60q: %w", w.Event, err)
	}
	return done, nil
}

func (a api) find(ctx context.Context, l event.Lookup) (event.PullRequest, error) {
	var pull *github.PullRequest
	var err error
	if l.Number > 0 {
		pull, err = a.pull(ctx, l.Number)
	} else {
		pull, err = a.byHead(ctx, l)
	}
	if err != nil {
		return event.PullRequest{}, err
	}
	p := event.PullRequest{Number: pull.GetNumber(), Base: end(pull.GetBase()), Head: end(pull.GetHead())}
	if !strings.EqualFold(p.Base.Repo, a.repo()) {
		return p, fmt.Errorf("pull request %d goes into %.60q; expected %s", p.Number, p.Base.Repo, a.repo())
	}
	return p, nil
}

func end(b *github.PullRequestBranch) event.End {
	return event.End{Repo: b.GetRepo().GetFullName(), Ref: b.GetRef(), SHA: b.GetSHA(), DefaultBranch: b.GetRepo().GetDefaultBranch()}
}

// pull reads a pull request by its number.
func (a api) pull(ctx context.Context, number int) (*github.PullRequest, error) {
	doing := fmt.Sprintf("look up pull request %d of %s", number, a.repo())
	pull, _, err := a.PullRequests.Get(ctx, a.owner, a.name, number)
	if err != nil {
		return nil, a.fault(doing, err)
	}
	if pull.GetNumber() != number {
		return nil, fmt.Errorf("%s: GitHub answers with number %d", doing, pull.GetNumber())
	}
	return pull, nil
}

// byHead finds the one open pull request with a head commit.
func (a api) byHead(ctx context.Context, l event.Lookup) (*github.PullRequest, error) {
	doing := fmt.Sprintf("look up the pull request of %s with the head %s", a.repo(), l.Head)
	pulls, err := a.candidates(ctx, l)
	if err != nil {
		return nil, a.fault(doing, err)
	}
	var found []*github.PullRequest
	var numbers []string
	for _, pull := range pulls {
		head := pull.GetHead()
		known := l.HeadRepo == "" || strings.EqualFold(head.GetRepo().GetFullName(), l.HeadRepo)
		if known && pull.GetState() == "open" && strings.EqualFold(head.GetSHA(), l.Head) {
			found = append(found, pull)
			numbers = append(numbers, fmt.Sprint(pull.GetNumber()))
		}
	}
	switch len(found) {
	case 0:
		return nil, fmt.Errorf("%s: no open one has it; it may have been pushed to, merged or closed since", doing)
	case 1:
		return found[0], nil
	}
	return nil, fmt.Errorf("%s: %s have it; expected exactly one", doing, strings.Join(numbers, ", "))
}

// candidates lists open pull requests that come from the head's branch, or hold
// the head commit where its branch is unknown. GitHub knows the commits of forks by
// branch only.
func (a api) candidates(ctx context.Context, l event.Lookup) ([]*github.PullRequest, error) {
	var all []*github.PullRequest
	owner, _, _ := strings.Cut(l.HeadRepo, "/")
	for page := 1; page <= 10; page++ {
		var pulls []*github.PullRequest
		var answer *github.Response
		var err error
		options := github.ListOptions{Page: page, PerPage: perPage}
		if owner != "" && l.HeadRef != "" {
			pulls, answer, err = a.PullRequests.List(ctx, a.owner, a.name,
				&github.PullRequestListOptions{State: "open", Head: owner + ":" + l.HeadRef, ListOptions: options})
		} else {
			pulls, answer, err = a.PullRequests.ListPullRequestsWithCommit(ctx, a.owner, a.name, l.Head, &options)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, pulls...)
		if answer.NextPage == 0 {
			return all, nil
		}
	}
	return nil, errors.New("more than 1,000 pull requests")
}
