package forge

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/go-github/v62/github"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// fault is a failed call, told in one line and without the token.
type fault struct {
	text    string
	status  int  // of the answer; 0: there was none
	limited bool // by a rate limit
	cause   error
}

func (f *fault) Error() string { return f.text }

// Unwrap is the context's error, if that ended the call.
func (f *fault) Unwrap() error { return f.cause }

// fault says what went wrong while doing something.
func (a api) fault(doing string, err error) error {
	f := a.explain(err)
	f.text = doing + ": " + f.text
	return f
}

// quote quotes foreign text without the token, which it may echo.
func (a api) quote(s string) string {
	if a.token != "" {
		s = strings.ReplaceAll(s, a.token, "***")
	}
	return diag.Quote(s)
}

func (a api) explain(err error) *fault {
	var (
		primary   *github.RateLimitError
		secondary *github.AbuseRateLimitError
		answer    *github.ErrorResponse
		network   net.Error
		sending   *url.Error
	)
	switch {
	case errors.Is(err, context.Canceled):
		return &fault{text: "the run was canceled", cause: context.Canceled}
	case errors.Is(err, context.DeadlineExceeded) || errors.As(err, &network) && network.Timeout():
		return &fault{text: fmt.Sprintf("%s did not answer in time (%s a request)", a.BaseURL.Host, a.timeout), cause: context.DeadlineExceeded}
	case errors.As(err, &primary):
		return limited("until " + primary.Rate.Reset.UTC().Format("15:04:05 UTC"))
	case errors.As(err, &secondary):
		if secondary.RetryAfter != nil {
			return limited("for " + secondary.RetryAfter.Round(time.Second).String())
		}
		return limited("for a while")
	case errors.As(err, &answer):
		return a.refusal(answer)
	case errors.As(err, &sending):
		return &fault{text: fmt.Sprintf("cannot reach %s: %s", a.BaseURL.Host, a.quote(sending.Err.Error()))}
	}
	return &fault{text: "the answer cannot be read: " + a.quote(err.Error())}
}

func limited(until string) *fault {
	return &fault{text: "the rate limit of github-token is used up " + until + "; run again then", limited: true}
}

// refusal explains an answer that is no success.
func (a api) refusal(answer *github.ErrorResponse) *fault {
	status := answer.Response.StatusCode
	text := fmt.Sprintf("GitHub answers %d %s", status, http.StatusText(status))
	if answer.Message != "" {
		text += " (" + a.quote(answer.Message) + ")"
	}
	for _, detail := range answer.Errors[:min(len(answer.Errors), 3)] {
		text += ", " + a.quote(strings.Join(strings.Fields(detail.Field+" "+detail.Code+" "+detail.Message), " "))
	}
	switch {
	case status == http.StatusTooManyRequests:
		return limited("for a while")
	case status == http.StatusUnauthorized:
		text += "; github-token is not valid or has expired"
	case status == http.StatusForbidden:
		text += "; the permissions of github-token do not reach so far"
	case status == http.StatusNotFound:
		text += "; it does not exist, or github-token may not read it"
	case status >= 500:
		text += "; run again later"
	}
	return &fault{text: text, status: status}
}
