package event

import (
	"strings"
	"testing"
)

func TestBranches(t *testing.T) {
	t.Parallel()
	main, feature := "refs/heads/main", "refs/heads/feature"
	push := on("push", main)
	toFeature := []string{`"ref": "refs/heads/main"`, `"ref": "refs/heads/feature"`}
	pushed := roles{Trusted: after, Before: optional(baseSHA), After: sha(headSHA)}
	own := func(r roles, trusted Wish) roles { r.Trusted = trusted; return r }
	untrusted := own(pushed, branchTip("main"))
	created := roles{Trusted: branchTip("main"), After: sha(headSHA)}
	plain := roles{Trusted: after, After: sha(mergeSHA)}
	plainUntrusted := roles{Trusted: branchTip("main"), After: sha(mergeSHA)}
	tag := push.with("GITHUB_EVENT_PATH", "push_tag")
	group := roles{Trusted: branchTip("main"), Before: sha(baseSHA), After: sha(headSHA)}
	intoTopic := []string{`"base_ref": "refs/heads/main"`, `"base_ref": "refs/heads/topic"`}
	for _, r := range []row{
		{name: "push", env: push, want: pushed},
		{name: "forced push", env: push.with("GITHUB_EVENT_PATH", "push_forced"), want: pushed},
		{name: "push to an untrusted branch", env: push, edit: toFeature, want: untrusted},
		{name: "push, whatever GITHUB_REF says", env: on("push", feature), want: pushed},
		{name: "untrusted push, whatever GITHUB_REF says", env: on("push", main), edit: toFeature, want: untrusted},
		{name: "untrusted push, empty", env: push, options: Options{UntrustedBase: "empty"}, edit: toFeature, want: own(pushed, Wish{})},
		{name: "untrusted push, refused", env: push, options: Options{UntrustedBase: "refuse"}, edit: toFeature, err: "refs/heads/feature"},
		{name: "untrusted push, pinned", env: push, options: Options{TrustedSHA: pinSHA}, edit: toFeature, want: own(pushed, sha(pinSHA))},
		{name: "push to a branch that trusted-refs names", env: push, options: Options{TrustedRefs: []string{"f*"}}, edit: toFeature, want: pushed},
		{name: "branch named like the trusted tags", env: push, options: Options{TrustedRefs: []string{"refs/tags/*"}}, edit: []string{toFeature[0], `"ref": "refs/heads/refs/tags/v1"`}, want: untrusted},
		{name: "push to a branch by its full name", env: push, options: Options{TrustedRefs: []string{"refs/heads/f*"}}, edit: toFeature, want: pushed},
		{name: "new branch", env: push.with("GITHUB_EVENT_PATH", "push_created"), want: created},
		{name: "deleted branch", env: on("push", main).with("GITHUB_EVENT_PATH", "push_deleted"), want: plain},
		{name: "deleted branch without a commit", env: on("push", main).with("GITHUB_EVENT_PATH", "push_deleted", "GITHUB_SHA", ""), err: "GITHUB_SHA is absent"},
		{name: "tag named like the default branch", env: tag, want: created},
		{name: "tag and globs of branches", env: tag, options: Options{TrustedRefs: []string{"main", "**"}}, want: created},
		{name: "trusted tag", env: tag, options: Options{TrustedRefs: []string{"refs/tags/*"}}, want: own(created, after)},

		{name: "merge group", env: on("merge_group", "refs/heads/gh-readonly-queue/main/pr-12"), want: group},
		{name: "merge group into an untrusted branch", env: on("merge_group", main), edit: intoTopic, want: group},
		{name: "merge group into a trusted branch", env: on("merge_group", main), options: Options{TrustedRefs: []string{"topic"}}, edit: intoTopic, want: own(group, branchTip("topic"))},
		{name: "merge group, empty", env: on("merge_group", main), options: Options{UntrustedBase: "empty"}, edit: intoTopic, want: own(group, Wish{})},

		{name: "dispatch", env: on("workflow_dispatch", main), want: plain},
		{name: "dispatch on an untrusted branch", env: on("workflow_dispatch", feature), want: plainUntrusted},
		{name: "dispatch on a tag", env: on("workflow_dispatch", "refs/tags/main"), want: plainUntrusted},
		{name: "schedule", env: on("schedule", main), want: plain},
		{name: "release", env: on("release", "refs/tags/v1.0.0"), want: plainUntrusted},
		{name: "release, trusted", env: on("release", "refs/tags/v1.0.0"), options: Options{TrustedRefs: []string{"refs/tags/v*"}}, want: plain},
		{name: "no ref", env: on("release", ""), want: plainUntrusted},
		{name: "test merge of an unknown event", env: on("schedule", mergeRef), options: Options{TrustedRefs: []string{"**"}}, want: plainUntrusted},
		{name: "comment on an issue", env: on("issue_comment", main).with("GITHUB_EVENT_PATH", "issue_comment_on_issue"), want: plain},
		{name: "run of a push", env: on("workflow_run", main).with("GITHUB_EVENT_PATH", "workflow_run_push"), want: plain},
	} {
		t.Run(r.name, r.run)
	}
}

func TestBranchFaults(t *testing.T) {
	t.Parallel()
	push, group := on("push", "refs/heads/main"), on("merge_group", "refs/heads/main")
	for _, r := range []row{
		{name: "push without a ref", env: push.with("GITHUB_EVENT_PATH", "schedule"), err: `event "push": ref is absent`},
		{name: "push of a short ref", env: push, edit: []string{`"ref": "refs/heads/main"`, `"ref": "main"`}, err: "ref is"},
		{name: "push of a dash", env: push, edit: []string{`"ref": "refs/heads/main"`, `"ref": "refs/heads/-x"`}, err: "dash"},
		{name: "push without before", env: push, edit: []string{`"before": "` + baseSHA + `",`, ""}, err: "before is absent"},
		{name: "push without after", env: push, edit: []string{`"after": "` + headSHA + `",`, ""}, err: "after is absent"},
		{name: "push with a number", env: push, edit: []string{`"after": "` + headSHA + `"`, `"after": 7`}, err: "after is a JSON number; expected a string"},
		{name: "push with text as a flag", env: push, edit: []string{`"deleted": false`, `"deleted": "no"`}, err: "deleted is a JSON string; expected true or false"},
		{name: "push without a default branch", env: push, edit: []string{`"default_branch": "main"`, `"x": "main"`}, err: "default branch unknown"},
		{name: "group without a group", env: group.with("GITHUB_EVENT_PATH", "push"), err: "merge_group is absent"},
		{name: "group without a base", env: group, edit: []string{`"base_sha": "` + baseSHA + `",`, ""}, err: "merge_group.base_sha is absent"},
		{name: "group with a broken head", env: group, edit: []string{`"head_sha": "` + headSHA + `"`, `"head_sha": "HEAD"`}, err: "merge_group.head_sha is"},
		{name: "group into a tag", env: group, edit: []string{`"base_ref": "refs/heads/main"`, `"base_ref": "refs/tags/main"`}, err: "merge_group.base_ref is"},
		{name: "group without a ref", env: group, edit: []string{`"base_ref": "refs/heads/main"`, `"base_ref": null`}, err: "merge_group.base_ref is absent"},
		{name: "dispatch without a commit", env: on("workflow_dispatch", "refs/heads/main").with("GITHUB_SHA", ""), err: "GITHUB_SHA is absent"},
		{name: "dispatch of zeros", env: on("workflow_dispatch", "refs/heads/main").with("GITHUB_SHA", strings.Repeat("0", 40)), err: "GITHUB_SHA is all zeros"},
		{name: "odd GITHUB_REF", env: on("workflow_dispatch", "main"), err: "GITHUB_REF is"},
		{name: "schedule without a repository", env: on("schedule", "refs/heads/main"), edit: []string{`"repository"`, `"x"`}, err: "default branch unknown"},
		{name: "payload is a list", env: push, edit: []string{"{\n \"ref\"", "[]\n{ \"ref\""}, err: "the payload is no JSON"},
	} {
		t.Run(r.name, r.run)
	}
	list := func(string) ([]byte, error) { return []byte("[]"), nil }
	if _, err := Read(Options{}, push.lookup, list); err == nil || !strings.Contains(err.Error(), "the payload is a JSON array; expected an object") {
		t.Errorf("a list: error %v", err)
	}
}

// The shortest payloads that hold what the table of roles needs.
func TestMinimalPayloads(t *testing.T) {
	t.Parallel()
	id := func(digit string) string { return strings.Repeat(digit, 40) }
	file := func(event, ref, name string) env {
		return on(event, ref).with("GITHUB_REPOSITORY", "o/r", "GITHUB_EVENT_PATH", "minimal/"+name)
	}
	for _, r := range []row{
		{
			name: "pull_request", env: file("pull_request", "refs/pull/7/merge", "pull_request"),
			want: roles{before, sha(id("1")), sha(id("2")), &Merge{SHA: mergeSHA, Head: id("2")}},
		},
		{name: "pull_request_target", env: file("pull_request_target", "refs/heads/main", "pull_request"), want: roles{Trusted: before, Before: sha(id("1")), After: sha(id("2"))}},
		{name: "merge_group", env: file("merge_group", "", "merge_group"), want: roles{Trusted: branchTip("main"), Before: sha(id("3")), After: sha(id("4"))}},
		{name: "push", env: file("push", "", "push"), want: roles{Trusted: branchTip("main"), Before: optional(id("5")), After: sha(id("6"))}},
		{name: "new branch", env: file("push", "", "push_new_branch"), want: roles{Trusted: branchTip("main"), After: sha(id("6"))}},
		{name: "dispatch", env: file("workflow_dispatch", "refs/heads/main", "workflow_dispatch"), want: roles{Trusted: after, After: sha(mergeSHA)}},
		{name: "broken", env: file("push", "refs/heads/main", "broken"), err: "the payload is no JSON"},
	} {
		t.Run(r.name, r.run)
	}
}
