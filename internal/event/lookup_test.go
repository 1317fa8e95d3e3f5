package event

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLookup(t *testing.T) {
	t.Parallel()
	workflow := on("workflow_run", "refs/heads/main")
	for _, test := range []struct {
		name string
		env  env
		edit []string
		want Lookup
	}{
		{name: "comment", env: on("issue_comment", "refs/heads/main"), want: Lookup{Repo: "acme/standards", Number: 12}},
		{
			name: "run of a fork's pull request", env: workflow.with("GITHUB_EVENT_PATH", "workflow_run_fork"),
			want: Lookup{Repo: "acme/standards", Head: headSHA, HeadRepo: "mallory/standards", HeadRef: "main"},
		},
		{
			name: "run of a deleted fork's pull request", env: workflow.with("GITHUB_EVENT_PATH", "workflow_run_fork"),
			edit: []string{`"head_repository": {`, `"head_repository": null, "x": {`, `"head_branch": "main"`, `"head_branch": null`},
			want: Lookup{Repo: "acme/standards", Head: headSHA},
		},
	} {
		w, err := Read(Options{}, test.env.lookup, edit(t, test.edit...))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if w.Missing == nil || *w.Missing != test.want {
			t.Errorf("%s: lookup %+v; want %+v", test.name, w.Missing, test.want)
		}
		if (rolesOf(w) != roles{}) {
			t.Errorf("%s: roles %+v are set before the pull request is known", test.name, rolesOf(w))
		}
	}
}

func TestLookupFaults(t *testing.T) {
	t.Parallel()
	workflow := on("workflow_run", "refs/heads/main").with("GITHUB_EVENT_PATH", "workflow_run_fork")
	for _, r := range []row{
		{name: "comment without an issue", env: on("issue_comment", "").with("GITHUB_EVENT_PATH", "push"), err: "issue is absent"},
		{name: "comment without a number", env: on("issue_comment", ""), edit: []string{`"number": 12`, `"number": 0`}, err: "issue.number is 0"},
		{name: "issue is text", env: on("issue_comment", ""), edit: []string{`"issue": {`, `"issue": "x", "y": {`}, err: "issue is a JSON string; expected an object"},
		{name: "run without a run", env: workflow.with("GITHUB_EVENT_PATH", "push"), err: "workflow_run is absent"},
		{name: "run without an event", env: workflow, edit: []string{`"event": "pull_request"`, `"event": ""`}, err: "workflow_run.event"},
		{name: "run without a head", env: workflow, edit: []string{`"head_sha": "` + headSHA + `"`, `"head_sha": null`}, err: "workflow_run.head_sha is absent"},
		{name: "run of a branch with a dash", env: workflow, edit: []string{`"head_branch": "main"`, `"head_branch": "-x"`}, err: "workflow_run.head_branch"},
		{name: "run of an odd repository", env: workflow, edit: []string{`"mallory/standards"`, `"mallory?x/y"`}, err: "workflow_run.head_repository.full_name"},
	} {
		t.Run(r.name, r.run)
	}
}

func TestWith(t *testing.T) {
	t.Parallel()
	pull := PullRequest{12, End{"acme/standards", "main", baseSHA, "main"}, End{"mallory/standards", "main", headSHA, "evil"}}
	w, err := Read(Options{}, on("issue_comment", "refs/heads/main").lookup, fixture)
	if err != nil {
		t.Fatal(err)
	}
	done, err := w.With(pull, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := roles{Trusted: before, Before: sha(baseSHA), After: sha(headSHA)}
	if diff := cmp.Diff(want, rolesOf(done), noWhy); diff != "" || done.Missing != nil || done.HeadRef != "main" {
		t.Errorf("%+v (-want +got):\n%s", done, diff)
	}
	for name, spoil := range map[string]func(*PullRequest){
		"number":               func(p *PullRequest) { p.Number = 0 },
		"base.sha":             func(p *PullRequest) { p.Base.SHA = "x" },
		"head.sha":             func(p *PullRequest) { p.Head.SHA = strings.Repeat("0", 64) },
		"base.ref":             func(p *PullRequest) { p.Base.Ref = "" },
		"base.repo.full_name":  func(p *PullRequest) { p.Base.Repo = "" },
		"head.repo.full_name":  func(p *PullRequest) { p.Head.Repo = "x" },
		"repo.default_branch":  func(p *PullRequest) { p.Base.DefaultBranch = "a b" },
		"untrusted-base":       nil,
		"refuse":               func(p *PullRequest) { p.Base.Ref = "topic" },
		"is in the repository": func(p *PullRequest) { p.Base.Repo = "mallory/standards" },
	} {
		bad, o := pull, Options{UntrustedBase: "refuse"}
		if spoil == nil {
			o.UntrustedBase = "x"
		} else {
			spoil(&bad)
		}
		w, err := w.With(bad, o)
		if err == nil || !strings.Contains(err.Error(), name) || w.Trusted != (Wish{}) {
			t.Errorf("%s: error %v, trusted %+v", name, err, w.Trusted)
		}
		if name == "refuse" && !errors.Is(err, ErrRefused) {
			t.Errorf("error %v; want ErrRefused", err)
		}
	}
}
