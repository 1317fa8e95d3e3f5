// Package forge speaks with GitHub's REST API: it looks up pull requests and
// their changed files, and publishes a check run and a comment.
package forge

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/go-github/v62/github"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/event"
)

// Options say how the API is reached.
type Options struct {
	URL     string        // base of the API, as in GITHUB_API_URL; empty: https://api.github.com
	Token   string        // sent to that host only; empty: none
	Timeout time.Duration // of one request; 0: 30 seconds
	Trust   event.Options // what Complete decides trust by
}

const (
	timeout = 30 * time.Second
	perPage = 100 // the most that GitHub allows
	// answerLimit bounds one answer, in bytes; a page of 100 files with patches stays far below.
	answerLimit = 64 << 20
)

// api is one client with what its messages need.
type api struct {
	*github.Client
	token       string
	timeout     time.Duration
	owner, name string // of the repository
}

// open makes a client for a repository, owner/name.
func (o Options) open(repo string) (api, error) {
	base, err := url.Parse(cmp.Or(o.URL, "https://api.github.com"))
	if err != nil || base.Host == "" || base.User != nil || base.Scheme != "https" && base.Scheme != "http" {
		return api{}, errors.New("GITHUB_API_URL is no URL of an API; expected one such as https://api.github.com")
	}
	base.Path, base.RawPath, base.RawQuery, base.Fragment = strings.TrimSuffix(base.Path, "/")+"/", "", "", ""
	owner, name, ok := strings.Cut(repo, "/")
	if !ok || owner == "" || name == "" || strings.ContainsAny(owner, "?#%") || strings.ContainsAny(name, "/?#%") {
		return api{}, fmt.Errorf("the repository is %s; expected owner/name", diag.Quote(repo))
	}
	a := api{token: strings.TrimSpace(o.Token), timeout: cmp.Or(o.Timeout, timeout), owner: owner, name: name}
	a.Client = github.NewClient(&http.Client{
		Timeout:   a.timeout,
		Transport: sender{base.Scheme, base.Host, a.token},
		CheckRedirect: func(r *http.Request, via []*http.Request) error {
			if r.URL.Scheme != base.Scheme || r.URL.Host != base.Host || len(via) >= 5 {
				return errors.New("the API redirects to another host or too often")
			}
			return nil
		},
	})
	a.BaseURL, a.UserAgent = base, "skillbrief"
	return a, nil
}

func (a api) repo() string { return a.owner + "/" + a.name }

// sender adds the token to requests for one host, and bounds the answers.
type sender struct{ scheme, host, token string }

func (s sender) RoundTrip(r *http.Request) (*http.Response, error) {
	if s.token != "" && r.URL.Scheme == s.scheme && r.URL.Host == s.host {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+s.token)
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	answer.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(answer.Body, answerLimit), answer.Body}
	return answer, nil
}
