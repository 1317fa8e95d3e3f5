package event

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
)

// run is one run on GitHub.
type run struct {
	Wishes
	options Options
	env     func(string) string
	data    []byte // payload
}

func readGitHub(o Options, env func(string) string, payload func(string) ([]byte, error)) (Wishes, error) {
	r := run{Wishes: Wishes{Event: env("GITHUB_EVENT_NAME")}, options: o, env: env}
	if r.Event == "" {
		return r.Wishes, errors.New("GITHUB_EVENT_NAME is not set, though GITHUB_ACTIONS is true")
	}
	err := r.load(payload)
	if err == nil {
		err = r.row()
	}
	if err != nil {
		r.Trusted = Wish{}
		return r.Wishes, fmt.Errorf("event %.60q: %w", r.Event, err)
	}
	return r.Wishes, nil
}

// load reads the payload and what every one holds.
func (r *run) load(payload func(string) ([]byte, error)) error {
	path := r.env("GITHUB_EVENT_PATH")
	if path == "" {
		return errors.New("GITHUB_EVENT_PATH is not set; expected the file of the event's payload")
	}
	var err error
	if r.data, err = payload(path); err != nil {
		return fmt.Errorf("read the payload: %w", err)
	}
	if len(r.data) > PayloadLimit {
		return fmt.Errorf("the payload is larger than %d bytes", PayloadLimit)
	}
	p, err := decode[otherPayload](r.data)
	if err != nil {
		return err
	}
	r.Repo = cmp.Or(r.env("GITHUB_REPOSITORY"), p.Repository.FullName)
	r.DefaultBranch = p.Repository.DefaultBranch
	if r.Repo != "" {
		err = repo("GITHUB_REPOSITORY or repository.full_name", r.Repo)
	}
	if r.DefaultBranch != "" {
		err = cmp.Or(err, branch("repository.default_branch", r.DefaultBranch))
	}
	return err
}

// row sets the roles as the event's row of the table of roles says.
func (r *run) row() error {
	switch r.Event {
	case "pull_request", "pull_request_review", "pull_request_review_comment":
		return r.pullRequest(true)
	case "pull_request_target": // here GITHUB_SHA is the base
		return r.pullRequest(false)
	case "issue_comment":
		return r.issueComment()
	case "workflow_run":
		return r.workflowRun()
	case "merge_group":
		return r.mergeGroup()
	case "push":
		return r.push()
	}
	p, err := decode[otherPayload](r.data)
	if err != nil {
		return err
	}
	if present(p.PullRequest) {
		return r.pullRequest(true)
	}
	return r.other()
}

func (r *run) pullRequest(merged bool) error {
	p, err := decode[pullPayload](r.data)
	if err != nil {
		return err
	}
	if p.PullRequest == nil {
		return errors.New("pull_request is absent; expected an object")
	}
	base, head := p.PullRequest.Base, p.PullRequest.Head
	pull := PullRequest{
		Number: p.PullRequest.Number,
		Base:   End{base.Repo.FullName, base.Ref, base.SHA, base.Repo.DefaultBranch},
		Head:   End{head.Repo.FullName, head.Ref, head.SHA, head.Repo.DefaultBranch},
	}
	if err := r.pull("pull_request", pull, r.options); err != nil {
		return err
	}
	// A pull request that was just sent to another branch may still have the test
	// merge into the one before, whose tip its author may have chosen.
	if merged && !present(p.Changes.Base) {
		r.testMerge()
	}
	return nil
}

// testMerge sets Merge where GITHUB_SHA can only be the pull request's test merge.
func (r *run) testMerge() {
	sha, err := object("GITHUB_SHA", r.env("GITHUB_SHA"))
	known := err == nil && sha != r.HeadSHA && sha != r.Before.Value
	if known && same(r.BaseRepo, r.Repo) && r.env("GITHUB_REF") == fmt.Sprintf("refs/pull/%d/merge", r.PullRequest) {
		r.Merge = &Merge{SHA: sha, Head: r.HeadSHA}
	}
}

func (r *run) issueComment() error {
	p, err := decode[commentPayload](r.data)
	switch {
	case err != nil:
		return err
	case p.Issue == nil:
		return errors.New("issue is absent; expected an object")
	case !present(p.Issue.PullRequest):
		return r.other()
	case p.Issue.Number <= 0:
		return fmt.Errorf("issue.number is %d; expected a positive number", p.Issue.Number)
	case r.Repo == "":
		return errors.New("repository.full_name is absent; expected owner/name")
	}
	r.PullRequest = p.Issue.Number
	r.Missing = &Lookup{Repo: r.Repo, Number: p.Issue.Number}
	return nil
}

func (r *run) workflowRun() error {
	p, err := decode[workflowPayload](r.data)
	switch {
	case err != nil:
		return err
	case p.WorkflowRun == nil:
		return errors.New("workflow_run is absent; expected an object")
	case p.WorkflowRun.Event == "":
		return errors.New("workflow_run.event is absent; expected the event that started that run")
	case !strings.HasPrefix(p.WorkflowRun.Event, "pull_request"):
		return r.other()
	case r.Repo == "":
		return errors.New("repository.full_name is absent; expected owner/name")
	}
	run := p.WorkflowRun
	if r.HeadSHA, err = object("workflow_run.head_sha", run.HeadSHA); err != nil {
		return err
	}
	if run.HeadBranch != "" {
		err = branch("workflow_run.head_branch", run.HeadBranch)
	}
	if run.HeadRepository.FullName != "" {
		err = cmp.Or(err, repo("workflow_run.head_repository.full_name", run.HeadRepository.FullName))
	}
	r.HeadRef, r.HeadRepo = run.HeadBranch, run.HeadRepository.FullName
	r.Missing = &Lookup{Repo: r.Repo, Head: r.HeadSHA, HeadRepo: r.HeadRepo, HeadRef: r.HeadRef}
	return err
}
