package forge

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/event"
)

const (
	listCall = "GET /repos/acme/standards/issues/12/comments"
	sayCall  = "POST /repos/acme/standards/issues/12/comments"
	selfCall = "GET /user"
)

// said is a comment of the fixtures.
type said struct {
	id          int
	login, kind string
	body        string
}

// commentServer has comments, and a token of the user login; of an app if empty.
func commentServer(t *testing.T, login string, comments []said) *server {
	var s *server
	comment := func(c said) map[string]any {
		who := s.sample("simple-user", map[string]any{"login": c.login, "type": c.kind})
		return s.sample("issue-comment", map[string]any{"id": c.id, "body": c.body, "user": who, "html_url": "https://example.com/c"})
	}
	answers := map[string]func(call) answer{
		listCall: func(c call) answer {
			var all []map[string]any
			for _, c := range comments {
				all = append(all, comment(c))
			}
			return page(c, all)
		},
		sayCall: func(c call) answer { return created(comment(said{1000, login, "User", c.body["body"].(string)})) },
		selfCall: func(call) answer {
			if login == "" {
				return refuse(http.StatusForbidden, "Resource not accessible by integration")
			}
			return ok(s.sample("private-user", map[string]any{"login": login, "user_view_type": "private"}))
		},
	}
	for _, id := range []string{"1", "2", "3"} {
		answers["PATCH /repos/acme/standards/issues/comments/"+id] = func(c call) answer {
			return ok(comment(said{1, login, "User", c.body["body"].(string)}))
		}
	}
	s = serve(t, answers)
	return s
}

func TestComment(t *testing.T) {
	t.Parallel()
	list, user := listCall+"?page=1&per_page=100", selfCall
	bot := said{2, "github-actions[bot]", "Bot", marker + "old"}
	crlf := said{2, "github-actions[bot]", "Bot", strings.ReplaceAll(marker, "\n", "\r\n") + "old"}
	mallory := said{1, "mallory", "User", marker + "mine"}
	talk := said{1, "mallory", "User", "see " + marker}
	many := append(make([]said, 0, 300), mallory)
	for range 249 {
		many = append(many, said{9, "lead", "User", "talk"})
	}
	for _, test := range []struct {
		name, login string
		comments    []said
		want        []string
	}{
		{"first", "", nil, []string{list, sayCall}},
		{"only talk", "", []said{talk}, []string{list, sayCall}},
		{"update", "", []said{talk, bot}, []string{list, user, "PATCH /repos/acme/standards/issues/comments/2"}},
		{"update after CR LF", "", []said{crlf}, []string{list, user, "PATCH /repos/acme/standards/issues/comments/2"}},
		{"someone writes the marker", "", []said{mallory, bot}, []string{list, user, "PATCH /repos/acme/standards/issues/comments/2"}},
		{"someone alone writes the marker", "", []said{mallory}, []string{list, user, sayCall}},
		{"a user's token", "Lead", []said{mallory, bot, {3, "lead", "User", marker + "x"}}, []string{list, user, "PATCH /repos/acme/standards/issues/comments/3"}},
		{"a user's token, first", "lead", []said{mallory, bot}, []string{list, user, sayCall}},
		{"the first of two", "", []said{bot, {3, "github-actions[bot]", "Bot", marker + "x"}}, []string{list, user, "PATCH /repos/acme/standards/issues/comments/2"}},
		{"nothing new", "", []said{{2, "github-actions[bot]", "Bot", marker + "the body"}}, []string{list, user}},
		{
			"on the third page", "", append(many, bot),
			[]string{list, listCall + "?page=2&per_page=100", listCall + "?page=3&per_page=100", user, "PATCH /repos/acme/standards/issues/comments/2"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := commentServer(t, test.login, test.comments)
			done, err := Comment(context.Background(), wishes(), s.options, "the body\n")
			if err != nil || done != (Published{URL: "https://example.com/c"}) {
				t.Fatalf("%+v, %v", done, err)
			}
			if diff := cmp.Diff(test.want, s.lines()); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
			last := s.calls[len(s.calls)-1]
			if last.body != nil && last.body["body"] != marker+"the body\n" {
				t.Errorf("said %q", last.body["body"])
			}
		})
	}
}

func TestCommentLimit(t *testing.T) {
	t.Parallel()
	for _, body := range []string{strings.Repeat("line\n", 40000), strings.Repeat("😀", 65536)} {
		s := commentServer(t, "", nil)
		if _, err := Comment(context.Background(), wishes(), s.options, body); err != nil {
			t.Fatal(err)
		}
		got := s.calls[1].body["body"].(string)
		if len(got) > 65536 || len(got) < 65000 || !strings.HasPrefix(got, marker) || !strings.HasSuffix(got, "The report file has it all.\n") {
			t.Errorf("said %d bytes", len(got))
		}
	}
}

func TestCommentRefused(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	forbidden := func(call) answer { return refuse(http.StatusForbidden, "Resource not accessible by integration") }
	for _, at := range []string{listCall, sayCall} {
		s := commentServer(t, "", nil)
		s.answers[at] = forbidden
		done, err := Comment(ctx, wishes(), s.options, "x")
		if err != nil || done.URL != "" || !strings.Contains(done.Notice, "comment on pull request 12 of acme/standards: GitHub answers 403") {
			t.Errorf("%s: %+v, %v; want a notice", at, done, err)
		}
	}
	s := commentServer(t, "", nil)
	s.answers[sayCall] = func(call) answer { return refuse(http.StatusNotFound, "Not Found") }
	_, err := Comment(ctx, wishes(), s.options, "x")
	wantError(t, err, "404")

	s = commentServer(t, "", []said{{2, "github-actions[bot]", "Bot", marker}})
	s.answers[selfCall] = func(call) answer { return refuse(http.StatusUnauthorized, "Bad credentials") }
	_, err = Comment(ctx, wishes(), s.options, "x")
	wantError(t, err, "401")

	done, err := Comment(ctx, event.Wishes{Repo: "acme/standards"}, Options{}, "x")
	if err != nil || !strings.Contains(done.Notice, "no pull request") {
		t.Errorf("%+v, %v; want a notice", done, err)
	}
}
