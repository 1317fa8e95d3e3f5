package forge

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/event"
)

const (
	pullCall  = "GET /repos/acme/standards/pulls/12"
	pullsCall = "GET /repos/acme/standards/pulls"
)

// heldCall asks for the pull requests that hold the head.
var heldCall = "GET /repos/acme/standards/commits/" + head + "/pulls"

func byNumber() event.Wishes {
	return event.Wishes{
		Event: "issue_comment", Repo: "acme/standards", DefaultBranch: "main", PullRequest: 12,
		Missing: &event.Lookup{Repo: "acme/standards", Number: 12},
	}
}

func byHead(repo, ref string) event.Wishes {
	w := byNumber()
	w.Event, w.PullRequest = "workflow_run", 0
	w.Missing = &event.Lookup{Repo: "acme/standards", Head: head, HeadRepo: repo, HeadRef: ref}
	return w
}

func completed(name string) event.Wishes {
	return event.Wishes{
		Event:   name,
		Trusted: event.Wish{Kind: event.Before, Why: "base of the pull request"},
		Before:  event.Wish{Kind: event.SHA, Value: base, Why: "pull request.base.sha"},
		After:   event.Wish{Kind: event.SHA, Value: head, Why: "pull request.head.sha"},
		Repo:    "acme/standards", PullRequest: 12, HeadSHA: head, HeadRef: "feature", BaseRef: "main",
		BaseRepo: "acme/standards", HeadRepo: "mallory/standards", DefaultBranch: "main",
	}
}

func TestCompleteNothing(t *testing.T) {
	t.Parallel()
	w, err := Complete(context.Background(), wishes(), Options{URL: "::"})
	if diff := cmp.Diff(wishes(), w); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestCompleteByNumber(t *testing.T) {
	t.Parallel()
	var s *server
	s = serve(t, map[string]func(call) answer{pullCall: func(call) answer { return ok(s.pull("pull-request", nil)) }})
	w, err := Complete(context.Background(), byNumber(), s.options)
	if diff := cmp.Diff(completed("issue_comment"), w); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestCompleteByHead(t *testing.T) {
	t.Parallel()
	other := map[string]any{"number": 15, "base": map[string]any{"ref": "release"}}
	for _, test := range []struct {
		name      string
		repo, ref string
		pulls     []map[string]any // differences of what GitHub lists
		err       string
	}{
		{name: "one", repo: "mallory/standards", ref: "feature", pulls: []map[string]any{{}}},
		{name: "the fork is gone", pulls: []map[string]any{{}}},
		{name: "none", repo: "mallory/standards", ref: "feature", err: "no open one has it"},
		{name: "two", repo: "mallory/standards", ref: "feature", pulls: []map[string]any{{}, other}, err: "12, 15 have it; expected exactly one"},
		{name: "closed", pulls: []map[string]any{{"state": "closed"}}, err: "no open one"},
		{
			name: "closed and open", pulls: []map[string]any{{"state": "closed", "number": 11}, {}},
		},
		{
			name: "pushed to since", repo: "mallory/standards", ref: "feature",
			pulls: []map[string]any{{"head": map[string]any{"sha": strings.Repeat("c", 40)}}}, err: "no open one",
		},
		{
			name: "another fork of the same owner", repo: "mallory/standards", ref: "feature",
			pulls: []map[string]any{{"head": map[string]any{"repo": map[string]any{"full_name": "mallory/copy"}}}}, err: "no open one",
		},
		{
			name: "into another repository", pulls: []map[string]any{{"base": map[string]any{"repo": map[string]any{"full_name": "mallory/standards"}}}},
			err: "expected acme/standards",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var s *server
			list := func(c call) answer {
				var all []map[string]any
				for _, own := range test.pulls {
					all = append(all, s.pull("pull-request-simple", own))
				}
				return page(c, all)
			}
			s = serve(t, map[string]func(call) answer{pullsCall: list, heldCall: list})
			w, err := Complete(context.Background(), byHead(test.repo, test.ref), s.options)
			if test.err != "" {
				wantError(t, err, test.err)
				return
			}
			if diff := cmp.Diff(completed("workflow_run"), w); err != nil || diff != "" {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
			want := pullsCall + "?head=mallory%3Afeature&page=1&per_page=100&state=open"
			if test.ref == "" {
				want = heldCall + "?page=1&per_page=100"
			}
			if diff := cmp.Diff([]string{want}, s.lines()); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
		})
	}
}

// Whatever the API says of a pull request is checked like a payload.
func TestCompleteDoubts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		own  map[string]any
		err  string
	}{
		{"another number", map[string]any{"number": 13}, "answers with number 13"},
		{"another repository", map[string]any{"base": map[string]any{"repo": map[string]any{"full_name": "mallory/standards"}}}, "expected acme/standards"},
		{"no commit", map[string]any{"base": map[string]any{"sha": "main"}}, "base.sha"},
		{"a dash", map[string]any{"head": map[string]any{"ref": "--exec"}}, "head.ref"},
		{"untrusted", map[string]any{"base": map[string]any{"ref": "topic"}}, `event "issue_comment": the base branch is not trusted`},
		{"without a fork", map[string]any{"head": map[string]any{"repo": nil}}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var s *server
			s = serve(t, map[string]func(call) answer{pullCall: func(call) answer {
				// GitHub does send null for the repository of a deleted fork.
				return answer{status: http.StatusOK, body: s.pull("pull-request", test.own), odd: test.name == "without a fork"}
			}})
			s.options.Trust.UntrustedBase = "refuse"
			w, err := Complete(context.Background(), byNumber(), s.options)
			if test.err == "" {
				if err != nil || w.HeadRepo != "" || w.HeadSHA != head {
					t.Errorf("%+v, %v", w, err)
				}
				return
			}
			wantError(t, err, test.err)
			if w.Trusted != (event.Wish{}) {
				t.Errorf("trusted is %+v beside an error", w.Trusted)
			}
			if test.name == "untrusted" && !errors.Is(err, event.ErrRefused) {
				t.Errorf("error %v; want ErrRefused", err)
			}
		})
	}
}

// wantError holds what is true of every error: one line, without the token.
func wantError(t *testing.T, err error, part string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), part) {
		t.Fatalf("error %v; want one with %q", err, part)
	}
	if strings.ContainsAny(err.Error(), "\n\r\x1b") || strings.Contains(err.Error(), token[:20]) {
		t.Errorf("error %q", err)
	}
}
