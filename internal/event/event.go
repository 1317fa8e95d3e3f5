// Package event says which commits a run should look at, and why, from the
// event that started it: a GitHub payload, GitLab's variables or a command line.
// It is pure: nothing is resolved, fetched or looked up here.
package event

import "errors"

// Kind says how a Wish names its commit.
type Kind uint8

// The kinds of wishes.
const (
	None     Kind = iota // no commit: the role is empty
	SHA                  // Value is a full object id, fetched when it is absent
	Branch               // Value is a full ref name whose tip on the remote is meant
	Rev                  // Value is a revision of the local repository, or an absent full object id
	WorkTree             // the files on disk
	Before               // the same as the role before
	After                // the same as the role after
)

// Wish names the commit that a role should stand for.
type Wish struct {
	Kind  Kind
	Value string
	Why   string // where it comes from, such as "pull_request.base.sha"
	// Optional says that a commit that cannot be had is no fault: the role is
	// then empty. It is so for the commit before a push, which a force push may
	// have made unreachable.
	Optional bool
}

// Merge is a test merge that GitHub made and that is used only when verified: it
// has exactly two parents and the second is Head. Its first parent is then
// before, and the merge itself after. The ref, the number and the base
// repository were compared before it was set.
type Merge struct{ SHA, Head string }

// Wishes says what the three roles of a commit should be.
type Wishes struct {
	Event                  string // GITHUB_EVENT_NAME, "gitlab" or "local"
	Trusted, Before, After Wish
	Merge                  *Merge // replaces Before and After when verified
	// Missing is set where the payload lacks the pull request: forge.Complete
	// looks it up by number, or by the head commit. Until then no role is set.
	Missing *Lookup

	Repo          string // this repository, owner/name; empty: unknown
	PullRequest   int    // number of the pull or merge request; 0: none
	HeadSHA       string // the pull request's own head; empty: none
	HeadRef       string // its branch, without refs/heads/
	BaseRef       string // branch it goes into, without refs/heads/
	BaseRepo      string // owner/name
	HeadRepo      string // empty: unknown, as for a deleted fork
	DefaultBranch string
}

// Lookup names a pull request that the API must complete.
type Lookup struct {
	Repo   string // owner/name
	Number int    // 0: by Head
	Head   string
	// The branch that Head was pushed to; empty: unknown.
	HeadRepo, HeadRef string
}

// ErrRefused is returned where the base branch is not trusted and the workflow
// asked for a refusal (untrusted-base: refuse).
var ErrRefused = errors.New("the base branch is not trusted")

// ErrInput is returned where an input or a flag is wrong, not the event.
var ErrInput = errors.New("wrong input")

// Options are the inputs that decide about trust; none comes from a file.
type Options struct {
	TrustedSHA string // 40 or 64 hex digits; pins the trusted commit
	// TrustedRefs are doublestar globs of trusted branch names, beside the default
	// branch. One that begins with "refs/" is compared with the full ref name, so
	// that a tag can be trusted too.
	TrustedRefs   []string
	UntrustedBase string // "default-branch" (also if empty), "empty" or "refuse"
	// Local revisions, from flags. Each one chooses the local row, whatever the
	// environment says.
	Trusted, Before, After string
	Local                  bool // the local row, whatever the environment says
}
