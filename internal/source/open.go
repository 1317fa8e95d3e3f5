package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/skillbrief/skillbrief/internal/event"
)

// Options say where to read and with what.
type Options struct {
	Dir string                       // root of the work tree, or a plain directory
	Env func(variable string) string // environment for git, of which it sees little

	// Workspace says that the directory is what a runner checked out, perhaps of
	// someone else's. A bare repository is then taken for a plain directory, as files
	// can look like one and name the remote; and a remote "origin" that is another
	// repository than RemoteURL's, such as a fork, is not asked for branches.
	Workspace bool

	RemoteURL    string        // where to fetch from without a repository, or one without the remote "origin"
	Server       string        // the only server that tokens are sent to; empty: that of RemoteURL
	User         string        // of the tokens; empty: x-access-token, as GitHub wants it
	Token        string        // empty: none
	LibraryToken string        // of pinned libraries; empty: none
	Timeout      time.Duration // of each command that asks a remote; 0: five minutes
}

// Trees are the files of the three roles; nil: the role is empty. Roles of one
// commit share one tree.
type Trees struct {
	Trusted, Before, After *Tree

	Verified bool     // before and after are a verified test merge and its first parent
	Notes    []string // how each role was resolved, for the log

	Origin string // address of the repository's remote "origin", without a password; empty: none

	closers []io.Closer
	commits func(ctx context.Context, id string) (commit, error)
}

// Message is the message of a commit, by its full object id; one that is absent
// is fetched.
func (t *Trees) Message(ctx context.Context, id string) (string, error) {
	c, err := t.commits(ctx, id)
	if err != nil {
		return "", fmt.Errorf("read the message of %s: %w", id, err)
	}
	return c.message, nil
}

// Close removes what was fetched.
func (t *Trees) Close() error {
	var all error
	for _, c := range t.closers {
		all = errors.Join(all, c.Close())
	}
	t.closers = nil
	return all
}

// Open resolves the three roles, each once, and lists their files. What is absent
// is fetched; the workspace's repository is only read. An error means that there
// are no trees at all: least of all may after stand in for trusted.
func Open(ctx context.Context, opts Options, w event.Wishes) (*Trees, error) {
	o, err := newOpening(ctx, opts)
	if err != nil {
		return nil, err
	}
	if err := o.roles(ctx, w); err != nil {
		return nil, errors.Join(err, o.trees.Close())
	}
	return o.trees, nil
}

func (o Options) timeout() time.Duration {
	if o.Timeout > 0 {
		return o.Timeout
	}
	return 5 * time.Minute
}

func (o Options) credential(token string) credential {
	c := credential{server: o.Server, user: o.User, token: token}
	if c.server == "" {
		c.server = o.RemoteURL
	}
	if c.user == "" {
		c.user = "x-access-token"
	}
	return c
}
