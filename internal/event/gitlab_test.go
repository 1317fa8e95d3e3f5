package event

import (
	"strings"
	"testing"
)

// gitLab is the environment of a branch's pipeline, mergeRequest that of a
// detached pipeline of a merge request.
var (
	gitLab = env{
		"GITLAB_CI": "true", "CI_PIPELINE_SOURCE": "push", "CI_PROJECT_PATH": "acme/team/standards", "CI_DEFAULT_BRANCH": "main",
		"CI_COMMIT_SHA": headSHA, "CI_COMMIT_BEFORE_SHA": strings.Repeat("0", 40), "CI_COMMIT_REF_NAME": "main",
	}
	mergeRequest = gitLab.with(
		"CI_PIPELINE_SOURCE", "merge_request_event", "CI_MERGE_REQUEST_IID", "4", "CI_MERGE_REQUEST_EVENT_TYPE", "detached",
		"CI_MERGE_REQUEST_PROJECT_PATH", "acme/team/standards", "CI_MERGE_REQUEST_SOURCE_PROJECT_PATH", "acme/team/standards",
		"CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "main", "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "feature",
		"CI_MERGE_REQUEST_TARGET_BRANCH_SHA", "", "CI_MERGE_REQUEST_TARGET_BRANCH_PROTECTED", "true",
		"CI_MERGE_REQUEST_DIFF_BASE_SHA", strings.Repeat("d", 40),
	)
)

func TestGitLab(t *testing.T) {
	t.Parallel()
	detached := roles{Trusted: before, Before: branchTip("main"), After: sha(headSHA)}
	result := mergeRequest.with("CI_MERGE_REQUEST_TARGET_BRANCH_SHA", baseSHA, "CI_COMMIT_SHA", mergeSHA,
		"CI_MERGE_REQUEST_SOURCE_BRANCH_SHA", headSHA, "CI_MERGE_REQUEST_EVENT_TYPE", "merged_result")
	merged := roles{Trusted: before, Before: sha(baseSHA), After: sha(mergeSHA)}
	topic := mergeRequest.with("CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "topic", "CI_MERGE_REQUEST_TARGET_BRANCH_PROTECTED", "false")
	stacked := roles{Trusted: branchTip("main"), Before: branchTip("topic"), After: sha(headSHA)}
	fork := mergeRequest.with("CI_PROJECT_PATH", "mallory/standards", "CI_MERGE_REQUEST_SOURCE_PROJECT_PATH", "mallory/standards")
	own := func(r roles, trusted Wish) roles { r.Trusted = trusted; return r }
	plain := roles{Trusted: after, After: sha(headSHA)}
	for _, r := range []row{
		{name: "detached", env: mergeRequest, want: detached},
		{name: "merged result", env: result, want: merged},
		{name: "merge train", env: result.with("CI_MERGE_REQUEST_EVENT_TYPE", "merge_train"), want: own(merged, branchTip("main"))},
		{name: "child pipeline", env: mergeRequest.with("CI_PIPELINE_SOURCE", "parent_pipeline"), want: detached},
		{name: "unprotected default branch", env: mergeRequest.with("CI_MERGE_REQUEST_TARGET_BRANCH_PROTECTED", "false"), want: detached},
		{
			name: "protected target", env: topic.with("CI_MERGE_REQUEST_TARGET_BRANCH_PROTECTED", "true"),
			want: own(stacked, before),
		},
		{name: "unprotected target", env: topic, want: stacked},
		{name: "target that trusted-refs names", env: topic, options: Options{TrustedRefs: []string{"topic"}}, want: own(stacked, before)},
		{name: "unprotected, empty", env: topic, options: Options{UntrustedBase: "empty"}, want: own(stacked, Wish{})},
		{name: "unprotected, refused", env: topic, options: Options{UntrustedBase: "refuse"}, err: "refs/heads/topic"},
		{name: "protected in other words", env: topic.with("CI_MERGE_REQUEST_TARGET_BRANCH_PROTECTED", "TRUE"), want: stacked},

		{name: "from a fork, run in the parent", env: mergeRequest.with("CI_MERGE_REQUEST_SOURCE_PROJECT_PATH", "mallory/standards"), want: detached},
		{name: "run in the fork", env: fork, err: "run in acme/team/standards or set trusted-sha"},
		{name: "run in the fork, whatever trusted-refs says", env: fork, options: Options{TrustedRefs: []string{"**"}}, err: "fork"},
		{name: "run in the fork, empty", env: fork, options: Options{UntrustedBase: "empty"}, want: own(detached, Wish{})},
		{name: "run in the fork, refused", env: fork, options: Options{UntrustedBase: "refuse"}, err: ErrRefused.Error()},
		{name: "run in the fork, pinned", env: fork, options: Options{TrustedSHA: pinSHA}, want: own(detached, sha(pinSHA))},

		{name: "branch", env: gitLab.with("CI_COMMIT_BRANCH", "main"), want: plain},
		{
			name: "branch with a commit before", env: gitLab.with("CI_COMMIT_BRANCH", "main", "CI_COMMIT_BEFORE_SHA", baseSHA),
			want: roles{Trusted: after, Before: optional(baseSHA), After: sha(headSHA)},
		},
		{name: "untrusted branch", env: gitLab.with("CI_COMMIT_BRANCH", "topic", "CI_COMMIT_REF_PROTECTED", "true"), want: own(plain, branchTip("main"))},
		{name: "trusted branch", env: gitLab.with("CI_COMMIT_BRANCH", "topic"), options: Options{TrustedRefs: []string{"t*"}}, want: plain},
		{name: "tag named like the default branch", env: gitLab.with("CI_COMMIT_TAG", "main"), want: own(plain, branchTip("main"))},
		{name: "on no ref", env: gitLab, want: own(plain, branchTip("main"))},

		{name: "no default branch", env: gitLab.with("CI_DEFAULT_BRANCH", ""), err: "default branch unknown"},
		{name: "no commit", env: gitLab.with("CI_COMMIT_SHA", ""), err: "GitLab pipeline: CI_COMMIT_SHA is absent"},
		{name: "broken before", env: gitLab.with("CI_COMMIT_BEFORE_SHA", "x"), err: "CI_COMMIT_BEFORE_SHA is"},
		{name: "odd branch", env: gitLab.with("CI_COMMIT_BRANCH", "a..b"), err: "CI_COMMIT_BRANCH"},
		{name: "branch with a dash", env: gitLab.with("CI_COMMIT_BRANCH", "-b"), err: "dash"},
		{name: "odd project", env: gitLab.with("CI_PROJECT_PATH", "acme"), err: "CI_PROJECT_PATH"},
		{name: "odd default branch", env: gitLab.with("CI_DEFAULT_BRANCH", "-x"), err: "CI_DEFAULT_BRANCH"},
		{name: "no number", env: mergeRequest.with("CI_MERGE_REQUEST_IID", ""), err: "CI_MERGE_REQUEST_IID"},
		{name: "odd number", env: mergeRequest.with("CI_MERGE_REQUEST_IID", "-4"), err: "CI_MERGE_REQUEST_IID"},
		{name: "no target", env: mergeRequest.with("CI_MERGE_REQUEST_TARGET_BRANCH_NAME", ""), err: "CI_MERGE_REQUEST_TARGET_BRANCH_NAME is absent"},
		{name: "odd source", env: mergeRequest.with("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "a b"), err: "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME"},
		{name: "broken target", env: mergeRequest.with("CI_MERGE_REQUEST_TARGET_BRANCH_SHA", "x"), err: "CI_MERGE_REQUEST_TARGET_BRANCH_SHA is"},
		{name: "odd target project", env: mergeRequest.with("CI_MERGE_REQUEST_PROJECT_PATH", "a/-b"), err: "CI_MERGE_REQUEST_PROJECT_PATH"},
		{name: "odd source project", env: mergeRequest.with("CI_MERGE_REQUEST_SOURCE_PROJECT_PATH", "a"), err: "CI_MERGE_REQUEST_SOURCE_PROJECT_PATH"},
		{name: "broken source", env: result.with("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA", "x"), err: "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA is"},
	} {
		t.Run(r.name, r.run)
	}
	w, err := Read(Options{}, result.lookup, fixture)
	if err != nil || w.Event != "gitlab" || w.PullRequest != 4 || w.HeadSHA != headSHA || w.HeadRef != "feature" || w.BaseRef != "main" {
		t.Errorf("facts %+v, %v", w, err)
	}
}
