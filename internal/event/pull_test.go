package event

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const mergeRef = "refs/pull/12/merge"

func TestPullRequest(t *testing.T) {
	t.Parallel()
	pull := on("pull_request", mergeRef)
	verified := roles{Trusted: before, Before: sha(baseSHA), After: sha(headSHA), Merge: merge}
	plain := roles{Trusted: before, Before: sha(baseSHA), After: sha(headSHA)}
	// own is verified or plain with another trusted commit.
	own := func(r roles, trusted Wish) roles { r.Trusted = trusted; return r }
	stacked := []string{`"ref": "main"`, `"ref": "topic"`}
	release := []string{`"ref": "main"`, `"ref": "release/v2"`}
	for _, r := range []row{
		{name: "into the default branch", env: pull, want: verified},
		{name: "from a deleted fork", env: pull.with("GITHUB_EVENT_PATH", "pull_request_deleted_fork"), want: verified},
		{name: "review", env: on("pull_request_review", mergeRef), want: verified},
		{name: "review comment", env: on("pull_request_review_comment", mergeRef).with("GITHUB_EVENT_PATH", "pull_request_review"), want: verified},
		{name: "an event of another host", env: on("pull_request_sync", mergeRef).with("GITHUB_EVENT_PATH", "pull_request"), want: verified},
		{name: "repository in other case", env: pull.with("GITHUB_REPOSITORY", "ACME/Standards"), want: verified},
		{name: "upper-case ids", env: pull.with("GITHUB_SHA", strings.ToUpper(mergeSHA)), edit: []string{headSHA, strings.ToUpper(headSHA)}, want: verified},
		{name: "retitled", env: pull.with("GITHUB_EVENT_PATH", "pull_request_retitled"), want: verified},

		{name: "into a trusted branch", env: pull, options: Options{TrustedRefs: []string{"v*", "release/*"}}, edit: release, want: verified},
		{name: "into a trusted full ref", env: pull, options: Options{TrustedRefs: []string{"refs/heads/release/**"}}, edit: release, want: verified},
		{name: "into an untrusted branch", env: pull, edit: stacked, want: own(verified, branchTip("main"))},
		{name: "a glob of one level", env: pull, options: Options{TrustedRefs: []string{"*"}}, edit: release, want: own(verified, branchTip("main"))},
		{name: "untrusted, empty", env: pull, options: Options{UntrustedBase: "empty"}, edit: stacked, want: own(verified, Wish{})},
		{name: "untrusted, refused", env: pull, options: Options{UntrustedBase: "refuse"}, edit: stacked, err: "refs/heads/topic"},
		{name: "untrusted, pinned", env: pull, options: Options{UntrustedBase: "refuse", TrustedSHA: pinSHA}, edit: stacked, want: own(verified, sha(pinSHA))},
		{name: "trusted, pinned", env: pull, options: Options{TrustedSHA: pinSHA}, want: own(verified, sha(pinSHA))},
		{
			name: "pinned without a default branch", env: pull, options: Options{TrustedSHA: pinSHA},
			edit: []string{`"default_branch": "main",`, ""}, want: own(verified, sha(pinSHA)),
		},
		{name: "a branch named like a full ref", env: pull, edit: []string{`"ref": "main"`, `"ref": "refs/heads/main"`}, want: own(verified, branchTip("main"))},
		{name: "a branch in other case", env: pull, edit: []string{`"ref": "main"`, `"ref": "Main"`}, want: own(verified, branchTip("main"))},
		{name: "the head's own default branch", env: pull, edit: []string{`"ref": "main"`, `"ref": "evil"`}, want: own(verified, branchTip("main"))},

		{name: "not the merge ref", env: pull.with("GITHUB_REF", "refs/pull/12/head"), want: plain},
		{name: "another number's merge ref", env: pull.with("GITHUB_REF", "refs/pull/13/merge"), want: plain},
		{name: "a longer ref", env: pull.with("GITHUB_REF", mergeRef+"/x"), want: plain},
		{name: "a branch named like the merge ref", env: pull.with("GITHUB_REF", "refs/heads/"+mergeRef), want: plain},
		{name: "no ref", env: pull.with("GITHUB_REF", ""), want: plain},
		{name: "no sha", env: pull.with("GITHUB_SHA", ""), want: plain},
		{name: "zero sha", env: pull.with("GITHUB_SHA", strings.Repeat("0", 40)), want: plain},
		{name: "short sha", env: pull.with("GITHUB_SHA", mergeSHA[:12]), want: plain},
		{name: "head as merge", env: pull.with("GITHUB_SHA", headSHA), want: plain},
		{name: "base as merge", env: pull.with("GITHUB_SHA", baseSHA), want: plain},
		{name: "just retargeted", env: pull.with("GITHUB_EVENT_PATH", "pull_request_retargeted"), want: plain},
		{name: "merged", env: on("pull_request", "refs/heads/main").with("GITHUB_EVENT_PATH", "pull_request_merged"), want: plain},
		{name: "target", env: on("pull_request_target", "refs/heads/main").with("GITHUB_EVENT_PATH", "pull_request"), want: plain},
		{name: "target that looks verified", env: on("pull_request_target", mergeRef).with("GITHUB_EVENT_PATH", "pull_request"), want: plain},
		{
			name: "target into an untrusted branch", env: on("pull_request_target", "refs/heads/topic").with("GITHUB_EVENT_PATH", "pull_request"),
			edit: stacked, want: own(plain, branchTip("main")),
		},

		{name: "another base repository", env: pull.with("GITHUB_REPOSITORY", "acme/other"), want: own(plain, branchTip("main"))},
		{
			name: "another base repository, whatever trusted-refs says", env: pull.with("GITHUB_REPOSITORY", "acme/other"),
			options: Options{TrustedRefs: []string{"**", "refs/**"}}, want: own(plain, branchTip("main")),
		},
		{name: "another base repository, refused", env: pull.with("GITHUB_REPOSITORY", "acme/other"), options: Options{UntrustedBase: "refuse"}, err: "acme/standards"},
	} {
		t.Run(r.name, r.run)
	}
}

func TestPullRequestFaults(t *testing.T) {
	t.Parallel()
	pull := on("pull_request", mergeRef)
	for _, r := range []row{
		{name: "no name", env: pull.with("GITHUB_EVENT_NAME", ""), err: "GITHUB_EVENT_NAME"},
		{name: "no path", env: pull.with("GITHUB_EVENT_PATH", ""), err: "GITHUB_EVENT_PATH"},
		{name: "no file", env: pull.with("GITHUB_EVENT_PATH", "absent"), err: "read the payload"},
		{name: "broken", env: pull.with("GITHUB_EVENT_PATH", "minimal/broken"), err: `event "pull_request": the payload is no JSON: unexpected end of JSON input (at byte 17)`},
		{name: "another event's payload", env: pull.with("GITHUB_EVENT_PATH", "push"), err: `event "pull_request": pull_request is absent`},
		{name: "no default branch", env: pull, edit: []string{`"default_branch": "main",`, ""}, err: "default branch unknown"},
		{name: "null default branch", env: pull, edit: []string{`"default_branch": "main"`, `"default_branch": null`}, err: "default branch unknown"},
		{name: "default branch with a dash", env: pull, edit: []string{`"default_branch": "main"`, `"default_branch": "-main"`}, err: "default_branch"},
		{name: "default branch is a number", env: pull, edit: []string{`"default_branch": "main"`, `"default_branch": 5`}, err: "repository.default_branch is a JSON number; expected a string"},
		{name: "number is text", env: pull, edit: []string{`"number": 12`, `"number": "12"`}, err: "pull_request.number is a JSON string; expected a whole number"},
		{name: "number is negative", env: pull, edit: []string{`"number": 12`, `"number": -12`}, err: "pull_request.number is -12"},
		{name: "number is a fraction", env: pull, edit: []string{`"number": 12`, `"number": 1.5`}, err: "pull_request.number"},
		{name: "number is huge", env: pull, edit: []string{`"number": 12`, `"number": 99999999999999999999`}, err: "pull_request.number"},
		{name: "base is a list", env: pull, edit: []string{`"base": {`, `"base": [], "x": {`}, err: "pull_request.base is a JSON array; expected an object"},
		{name: "no base", env: pull, edit: []string{`"base": {`, `"x": {`}, err: "pull_request.base.sha is absent"},
		{name: "no head", env: pull, edit: []string{`"head": {`, `"x": {`}, err: "pull_request.head.sha is absent"},
		{name: "no base ref", env: pull, edit: []string{`"ref": "main",`, ``}, err: "pull_request.base.ref is absent"},
		{name: "no base repository", env: pull, edit: []string{`"full_name": "acme/standards",`, ``}, err: "pull_request.base.repo.full_name is absent"},
		{name: "base repository is a path", env: pull, edit: []string{`"acme/standards"`, `"acme/../x"`}, err: "pull_request.base.repo.full_name"},
		{name: "short head", env: pull, edit: []string{headSHA, headSHA[:39]}, err: "pull_request.head.sha is"},
		{name: "long base", env: pull, edit: []string{baseSHA, baseSHA + "a"}, err: "pull_request.base.sha is"},
		{name: "base of zeros", env: pull, edit: []string{baseSHA, strings.Repeat("0", 40)}, err: "pull_request.base.sha is all zeros"},
		{name: "head is an option", env: pull, edit: []string{headSHA, "--upload-pack=touch x; aaaaaaaaaaaaaaaa"}, err: "pull_request.head.sha is"},
		{name: "base ref is an option", env: pull, edit: []string{`"ref": "main"`, `"ref": "--exec=x"`}, err: "pull_request.base.ref is"},
		{name: "base ref leaves", env: pull, edit: []string{`"ref": "main"`, `"ref": "a/../../x"`}, err: "pull_request.base.ref is"},
		{name: "head ref with a newline", env: pull, edit: []string{`"ref": "feature/skills"`, `"ref": "a\n::error::b"`}, err: "pull_request.head.ref is"},
		{name: "repository of the environment", env: pull.with("GITHUB_REPOSITORY", "a b/c"), err: "GITHUB_REPOSITORY"},
	} {
		t.Run(r.name, r.run)
	}
	large := func(string) ([]byte, error) { return make([]byte, PayloadLimit+1), nil }
	if _, err := Read(Options{}, pull.lookup, large); err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Errorf("large payload: error %v", err)
	}
}

func TestPullRequestFacts(t *testing.T) {
	t.Parallel()
	w, err := Read(Options{}, on("pull_request", mergeRef).lookup, fixture)
	if err != nil {
		t.Fatal(err)
	}
	want := Wishes{
		Event:   "pull_request",
		Trusted: Wish{Kind: Before, Why: "base of the pull request"},
		Before:  Wish{Kind: SHA, Value: baseSHA, Why: "pull_request.base.sha"},
		After:   Wish{Kind: SHA, Value: headSHA, Why: "pull_request.head.sha"},
		Merge:   merge, Repo: "acme/standards", PullRequest: 12, HeadSHA: headSHA, HeadRef: "feature/skills",
		BaseRef: "main", BaseRepo: "acme/standards", HeadRepo: "mallory/standards", DefaultBranch: "main",
	}
	if diff := cmp.Diff(want, w); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Nothing that the author of a pull request can choose is ever trusted: not by
// head, test merge, branch or repository, on any event that comes from one.
func TestNothingOfTheAuthorIsTrusted(t *testing.T) {
	t.Parallel()
	events := []string{
		"pull_request", "pull_request_deleted_fork", "pull_request_merged", "pull_request_retargeted", "pull_request_retitled",
		"pull_request_review", "issue_comment", "workflow_run_fork",
	}
	names := []string{"pull_request", "pull_request_target", "pull_request_review", "pull_request_review_comment", "issue_comment", "workflow_run", "status"}
	looked := PullRequest{
		Number: 12, Base: End{Repo: "acme/standards", SHA: baseSHA}, Head: End{"mallory/standards", "main", headSHA, "evil"},
	}
	tried := 0
	for _, file := range events {
		for _, base := range []string{"main", "feature/skills", "evil", "refs/heads/main"} {
			payload := retarget(t, file, base)
			looked.Base.Ref = base
			for _, name := range names {
				for _, on1 := range []string{mergeRef, "refs/pull/12/head", "refs/heads/feature/skills", ""} {
					for _, untrusted := range []string{"", "empty", "refuse"} {
						o := Options{UntrustedBase: untrusted}
						w, err := Read(o, on(name, on1).lookup, payload)
						if err == nil && w.Missing != nil {
							w, err = w.With(looked, o)
						}
						if err == nil {
							tried++
						}
						id := fmt.Sprintf("%s as %s on %q into %s, untrusted %q", file, name, on1, base, untrusted)
						noneOfTheAuthor(t, id, w, base)
					}
				}
			}
		}
	}
	if tried < 500 {
		t.Errorf("only %d combinations could be read", tried)
	}
}

// retarget is a fixture with another base branch.
func retarget(t *testing.T, file, base string) func(string) ([]byte, error) {
	data, err := fixture(file)
	quoted, _ := json.Marshal(base)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(data), `"ref": "main"`, `"ref": `+string(quoted))
	return func(string) ([]byte, error) { return []byte(text), nil }
}

func noneOfTheAuthor(t *testing.T, id string, w Wishes, base string) {
	t.Helper()
	switch w.Trusted.Kind {
	case None:
	case Branch:
		if w.Trusted.Value != "refs/heads/main" {
			t.Errorf("%s: trusted is the branch %s", id, w.Trusted.Value)
		}
	case Before:
		if base != "main" || w.Before.Kind != SHA || w.Before.Value != baseSHA {
			t.Errorf("%s: trusted is before, %+v", id, w.Before)
		}
		if w.Merge != nil && (w.Merge.SHA == headSHA || w.Merge.Head != headSHA) {
			t.Errorf("%s: merge %+v", id, w.Merge)
		}
	default:
		t.Errorf("%s: trusted is %+v", id, w.Trusted)
	}
}

func TestRefusedIsTold(t *testing.T) {
	t.Parallel()
	o := Options{UntrustedBase: "refuse"}
	w, err := Read(o, on("pull_request", mergeRef).lookup, edit(t, `"ref": "main"`, `"ref": "topic"`))
	if !errors.Is(err, ErrRefused) || errors.Is(err, ErrInput) {
		t.Errorf("error %v; want ErrRefused", err)
	}
	if w.PullRequest != 12 || w.BaseRef != "topic" || w.After.Value != headSHA {
		t.Errorf("what is known is lost: %+v", w)
	}
}
