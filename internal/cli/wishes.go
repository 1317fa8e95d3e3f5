package cli

import (
	"cmp"
	"io"
	"os"

	"github.com/skillbrief/skillbrief/internal/event"
	"github.com/skillbrief/skillbrief/internal/forge"
	"github.com/skillbrief/skillbrief/internal/source"
)

// trust are the options that event decides by.
func (r *run) trust() event.Options {
	return event.Options{
		TrustedSHA: r.TrustedSHA, TrustedRefs: r.TrustedRefs, UntrustedBase: r.UntrustedBase,
		Trusted: r.request.trusted, Before: r.request.before, After: r.request.after,
		Local: r.command != "action",
	}
}

// readPayload reads the event's file, a byte more than event takes at most.
func readPayload(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // read only
	return io.ReadAll(io.LimitReader(f, event.PayloadLimit+1))
}

func (r *run) api() forge.Options {
	return forge.Options{URL: r.env("GITHUB_API_URL"), Token: r.GitHubToken, Trust: r.trust()}
}

// reading says where the repository is and where to fetch what it lacks.
func (r *run) reading() source.Options {
	o := source.Options{Dir: r.place.root, Env: r.env, Token: r.GitHubToken, LibraryToken: r.LibraryToken, Workspace: r.command == "action"}
	switch server := r.env("GITHUB_SERVER_URL"); {
	case server != "" && r.env("GITHUB_REPOSITORY") != "":
		o.Server, o.RemoteURL = server, server+"/"+r.env("GITHUB_REPOSITORY")+".git"
	case r.env("CI_REPOSITORY_URL") != "":
		o.Server, o.RemoteURL, o.User = r.env("CI_SERVER_URL"), r.env("CI_REPOSITORY_URL"), "gitlab-ci-token"
		o.Token = cmp.Or(o.Token, r.env("CI_JOB_TOKEN"))
	}
	return o
}
