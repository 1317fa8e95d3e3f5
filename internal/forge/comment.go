package forge

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/go-github/v62/github"

	"github.com/skillbrief/skillbrief/internal/event"
)

const (
	// marker begins the comment and does not show.
	marker       = "<!-- skillbrief: one comment, updated in place -->\n"
	commentLimit = 65536 // of GitHub, in characters
	// commentPages is more than an issue can have: GitHub takes 2,500 comments.
	commentPages = 50
)

// Comment publishes body, markdown, as the one comment of skillbrief on the pull
// request of w: it writes it, or brings the one that is there up to date.
func Comment(ctx context.Context, w event.Wishes, o Options, body string) (Published, error) {
	if w.PullRequest <= 0 {
		return Published{Notice: "no comment: the event has no pull request"}, nil
	}
	a, err := o.open(w.Repo)
	if err != nil {
		return Published{}, err
	}
	return publish(a.comment(ctx, w.PullRequest, marker+cut(body, commentLimit-len(marker))))
}

func (a api) comment(ctx context.Context, number int, body string) (Published, error) {
	doing := fmt.Sprintf("comment on pull request %d of %s", number, a.repo())
	old, err := a.own(ctx, number)
	if err != nil {
		return Published{}, a.fault(doing, err)
	}
	if old != nil && strings.TrimSpace(old.GetBody()) == strings.TrimSpace(body) {
		return Published{URL: old.GetHTMLURL()}, nil
	}
	said := &github.IssueComment{Body: &body}
	if old != nil {
		said, _, err = a.Issues.EditComment(ctx, a.owner, a.name, old.GetID(), said)
	} else {
		said, _, err = a.Issues.CreateComment(ctx, a.owner, a.name, number, said)
	}
	if err != nil {
		return Published{}, a.fault(doing, err)
	}
	return Published{URL: said.GetHTMLURL()}, nil
}

// own finds the first comment that has the marker and was written with this
// token. Anyone can write the marker: it alone proves nothing.
func (a api) own(ctx context.Context, number int) (*github.IssueComment, error) {
	marked, err := a.marked(ctx, number)
	if err != nil || len(marked) == 0 {
		return nil, err
	}
	login, err := a.login(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range marked {
		user := c.GetUser()
		if login != "" && strings.EqualFold(user.GetLogin(), login) || login == "" && user.GetType() == "Bot" {
			return c, nil
		}
	}
	return nil, nil
}

// marked lists the comments that begin with the marker, oldest first.
func (a api) marked(ctx context.Context, number int) ([]*github.IssueComment, error) {
	var found []*github.IssueComment
	for page := 1; page <= commentPages; page++ {
		comments, answer, err := a.Issues.ListComments(ctx, a.owner, a.name, number,
			&github.IssueListCommentsOptions{ListOptions: github.ListOptions{Page: page, PerPage: perPage}})
		if err != nil {
			return nil, err
		}
		for _, c := range comments {
			// GitHub may store CR LF for a line end.
			if strings.HasPrefix(c.GetBody(), strings.TrimSuffix(marker, "\n")) {
				found = append(found, c)
			}
		}
		if answer.NextPage == 0 {
			return found, nil
		}
	}
	return nil, errors.New("the comments have no end")
}

// login is the user whose token this is; empty for the token of an app, such as
// GITHUB_TOKEN, which has none and whose comments are a bot's.
func (a api) login(ctx context.Context) (string, error) {
	user, answer, err := a.Users.Get(ctx, "")
	var refused *github.ErrorResponse
	if errors.As(err, &refused) && (answer.StatusCode == http.StatusForbidden || answer.StatusCode == http.StatusNotFound) {
		return "", nil
	}
	return user.GetLogin(), err
}
