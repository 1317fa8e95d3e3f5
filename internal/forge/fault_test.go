package forge

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestRefusals(t *testing.T) {
	t.Parallel()
	limits := map[string]string{"X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "4102444800"}
	secondary := refuse(http.StatusForbidden, "slow down")
	secondary.body.(map[string]any)["documentation_url"] = "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits"
	secondary.header = map[string]string{"Retry-After": "90"}
	limited := refuse(http.StatusForbidden, "API rate limit exceeded")
	limited.header = limits
	many := refuse(http.StatusUnprocessableEntity, "Validation Failed")
	many.body.(map[string]any)["errors"] = []map[string]any{{"field": "head", "code": "invalid", "message": "a\nb " + token}}
	many.odd = true
	for _, test := range []struct {
		name   string
		answer answer
		err    string
	}{
		{"401", refuse(http.StatusUnauthorized, "Bad credentials"), `GitHub answers 401 Unauthorized ("Bad credentials"); github-token is not valid`},
		{"403", refuse(http.StatusForbidden, "Resource not accessible by integration"), "permissions of github-token"},
		{"404", refuse(http.StatusNotFound, "Not Found"), "look up pull request 12 of acme/standards: GitHub answers 404 Not Found"},
		{"429", refuse(http.StatusTooManyRequests, "slow down"), "rate limit of github-token is used up"},
		{"500", refuse(http.StatusInternalServerError, "oops"), "500 Internal Server Error"},
		{"502 of a proxy", answer{status: http.StatusBadGateway, body: "<html>"}, "502 Bad Gateway; run again later"},
		{"rate limit", limited, "used up until 00:00:00 UTC"},
		{"secondary rate limit", secondary, "used up for 1m30s"},
		{"details", many, "head invalid a b ***"},
		{"echo of the token", refuse(http.StatusNotFound, "no access with "+token), "no access with ***"},
		{"echo of the token where the message is cut", refuse(http.StatusNotFound, strings.Repeat("x", 30)+token), "***"},
		{"hostile message", refuse(http.StatusNotFound, "a\n::error::\x1b[31m"), `\n::error::\x1b`},
		{"no object", answer{status: http.StatusOK, body: []int{1}, odd: true}, "the answer cannot be read"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, map[string]func(call) answer{pullCall: func(call) answer { return test.answer }})
			_, err := Complete(context.Background(), byNumber(), s.options)
			wantError(t, err, test.err)
		})
	}
}

func TestNoAnswer(t *testing.T) {
	t.Parallel()
	stop := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-stop }))
	t.Cleanup(func() { close(stop); slow.Close() })
	o := Options{URL: slow.URL, Token: token, Timeout: 50 * time.Millisecond}
	_, err := Complete(context.Background(), byNumber(), o)
	wantError(t, err, "did not answer in time (50ms a request)")
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v; want a deadline", err)
	}
	o.Timeout = time.Minute
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, err = Complete(ctx, byNumber(), o)
	wantError(t, err, "did not answer in time")
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = Complete(gone, byNumber(), o)
	wantError(t, err, "canceled")

	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	_, err = Complete(context.Background(), byNumber(), Options{URL: closed.URL, Token: token})
	wantError(t, err, "cannot reach 127.0.0.1:")
}

// The token goes to the API's own host and nowhere else.
func TestTokenStays(t *testing.T) {
	t.Parallel()
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("%s asked with %q", r.URL, r.Header.Get("Authorization"))
	}))
	t.Cleanup(other.Close)
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL+"/x?"+token, http.StatusFound)
	}))
	t.Cleanup(api.Close)
	_, err := Complete(context.Background(), byNumber(), Options{URL: api.URL, Token: token})
	wantError(t, err, "redirects to another host")
}

// A renamed repository is answered with a redirect on the same host.
func TestRenamedRepository(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	moved := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/repos/") {
			http.Redirect(w, r, "/repositories/1/pulls/12", http.StatusMovedPermanently)
			return
		}
		if r.Header.Get("Authorization") != "Bearer "+token {
			t.Errorf("%s: no token", r.URL)
		}
		if _, err := fmt.Fprintf(w, `{"number": 12, "base": {"ref": "main", "sha": %q, "repo": {"full_name": "acme/renamed"}}}`, base); err != nil {
			t.Log(err)
		}
	}))
	t.Cleanup(moved.Close)
	s.options.URL = moved.URL
	_, err := Complete(context.Background(), byNumber(), s.options)
	wantError(t, err, `goes into "acme/renamed"; expected acme/standards`)
}

func TestOpenFaults(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"::", "api.github.com", "ftp://x", "https://", "https://u:" + token + "@x", "http://%zz/" + token} {
		_, err := Complete(context.Background(), byNumber(), Options{URL: url, Token: token})
		wantError(t, err, "GITHUB_API_URL")
	}
	for _, repo := range []string{"", "acme", "acme/", "/x", "a/b/c", "a/b?c", "a#/b"} {
		w := byNumber()
		w.Missing.Repo = repo
		_, err := Complete(context.Background(), w, Options{Token: token})
		wantError(t, err, "expected owner/name")
	}
}
