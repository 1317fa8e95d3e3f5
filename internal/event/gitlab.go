package event

import (
	"cmp"
	"fmt"
	"strconv"
)

// readGitLab reads GitLab's predefined variables
// (https://docs.gitlab.com/ci/variables/predefined_variables/).
func readGitLab(o Options, env func(string) string) (Wishes, error) {
	w := Wishes{Event: "gitlab", Repo: env("CI_PROJECT_PATH"), DefaultBranch: env("CI_DEFAULT_BRANCH")}
	err := w.gitlab(o, env)
	if err != nil {
		w.Trusted = Wish{}
		return w, fmt.Errorf("GitLab pipeline: %w", err)
	}
	return w, nil
}

func (w *Wishes) gitlab(o Options, env func(string) string) error {
	if w.Repo != "" {
		if err := repo("CI_PROJECT_PATH", w.Repo); err != nil {
			return err
		}
	}
	if w.DefaultBranch != "" {
		if err := branch("CI_DEFAULT_BRANCH", w.DefaultBranch); err != nil {
			return err
		}
	}
	after, err := object("CI_COMMIT_SHA", env("CI_COMMIT_SHA"))
	if err != nil {
		return err
	}
	w.After = Wish{Kind: SHA, Value: after, Why: "CI_COMMIT_SHA"}
	if env("CI_MERGE_REQUEST_IID") != "" || env("CI_PIPELINE_SOURCE") == "merge_request_event" {
		return w.mergeRequest(o, env)
	}
	return w.pipeline(o, env)
}

// pipeline sets the roles for a branch or a tag.
func (w *Wishes) pipeline(o Options, env func(string) string) error {
	on := ""
	if name := env("CI_COMMIT_BRANCH"); name != "" {
		on = heads + name
	} else if name := env("CI_COMMIT_TAG"); name != "" {
		on = "refs/tags/" + name
	}
	if on != "" {
		if err := ref("CI_COMMIT_BRANCH or CI_COMMIT_TAG", on); err != nil {
			return err
		}
	}
	if before := env("CI_COMMIT_BEFORE_SHA"); before != "" && !zero(before) {
		before, err := object("CI_COMMIT_BEFORE_SHA", before)
		if err != nil {
			return err
		}
		w.Before = Wish{Kind: SHA, Value: before, Why: "CI_COMMIT_BEFORE_SHA", Optional: true}
	}
	return w.trust(o, candidate{wish: Wish{Kind: After, Why: "CI_COMMIT_SHA on a trusted ref"}, ref: on})
}

func (w *Wishes) mergeRequest(o Options, env func(string) string) error {
	if err := w.mergeRequestFacts(env); err != nil {
		return err
	}
	target := heads + w.BaseRef
	tip := Wish{Kind: Branch, Value: target, Why: "tip of CI_MERGE_REQUEST_TARGET_BRANCH_NAME"}
	w.Before = tip
	if sha := env("CI_MERGE_REQUEST_TARGET_BRANCH_SHA"); sha != "" {
		sha, err := object("CI_MERGE_REQUEST_TARGET_BRANCH_SHA", sha)
		if err != nil {
			return err
		}
		w.Before = Wish{Kind: SHA, Value: sha, Why: "CI_MERGE_REQUEST_TARGET_BRANCH_SHA"}
	}
	c := candidate{
		wish:      Wish{Kind: Before, Why: "target of the merge request"},
		ref:       target,
		protected: env("CI_MERGE_REQUEST_TARGET_BRANCH_PROTECTED") == "true",
	}
	// In a train the commit before may hold the changes of those ahead: the tip does not.
	if env("CI_MERGE_REQUEST_EVENT_TYPE") == "merge_train" {
		c.wish = tip
	}
	// The branches of a fork, the default one and the one named like the target
	// included, are its owner's.
	if w.Repo != "" && !same(w.BaseRepo, w.Repo) {
		c.foreign, c.fork = w.BaseRepo, true
	}
	return w.trust(o, c)
}

// mergeRequestFacts reads the merge request's number, branches and projects.
func (w *Wishes) mergeRequestFacts(env func(string) string) error {
	var err error
	if w.PullRequest, err = strconv.Atoi(env("CI_MERGE_REQUEST_IID")); err != nil || w.PullRequest <= 0 {
		return fmt.Errorf("CI_MERGE_REQUEST_IID is %.60q; expected a positive number", env("CI_MERGE_REQUEST_IID"))
	}
	w.BaseRef, w.HeadRef = env("CI_MERGE_REQUEST_TARGET_BRANCH_NAME"), env("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME")
	w.BaseRepo = cmp.Or(env("CI_MERGE_REQUEST_PROJECT_PATH"), w.Repo)
	w.HeadRepo = env("CI_MERGE_REQUEST_SOURCE_PROJECT_PATH")
	err = branch("CI_MERGE_REQUEST_TARGET_BRANCH_NAME", w.BaseRef)
	if w.HeadRef != "" {
		err = cmp.Or(err, branch("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", w.HeadRef))
	}
	if w.BaseRepo != "" {
		err = cmp.Or(err, repo("CI_MERGE_REQUEST_PROJECT_PATH", w.BaseRepo))
	}
	if w.HeadRepo != "" {
		err = cmp.Or(err, repo("CI_MERGE_REQUEST_SOURCE_PROJECT_PATH", w.HeadRepo))
	}
	if err != nil {
		return err
	}
	w.HeadSHA, err = object("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA", cmp.Or(env("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA"), w.After.Value))
	return err
}
