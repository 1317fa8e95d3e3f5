package event

import "fmt"

// PayloadLimit is the size in bytes up to which an event's payload is read;
// GitHub sends at most 25 MB.
const PayloadLimit = 32 << 20

// Read says what the event that started this run asks for. env looks up an
// environment variable; payload reads the file named by GITHUB_EVENT_PATH and
// should stop after PayloadLimit+1 bytes.
//
// An error is ErrRefused, ErrInput or a fault of the payload or the environment,
// named by event and field. The Wishes are then filled as far as known, with no
// trusted commit.
func Read(o Options, env func(string) string, payload func(path string) ([]byte, error)) (Wishes, error) {
	o, err := o.check()
	switch {
	case err != nil:
		return Wishes{}, fmt.Errorf("%w: %w", ErrInput, err)
	case o.Local || o.Trusted+o.Before+o.After != "":
		return local(o), nil
	case env("GITHUB_ACTIONS") == "true":
		return readGitHub(o, env, payload)
	case env("GITLAB_CI") == "true":
		return readGitLab(o, env)
	}
	return local(o), nil
}

// local compares and trusts what the flags name; the work tree by default.
func local(o Options) Wishes {
	w := Wishes{
		Event:   "local",
		Trusted: Wish{Kind: After, Why: "what is checked, as no other commit is named"},
		After:   Wish{Kind: WorkTree, Why: "work tree"},
	}
	if o.TrustedSHA != "" {
		w.Trusted = pinned(o)
	}
	if o.Trusted != "" {
		w.Trusted = Wish{Kind: Rev, Value: o.Trusted, Why: "--trusted"}
	}
	if o.Before != "" {
		w.Before = Wish{Kind: Rev, Value: o.Before, Why: "--before"}
	}
	if o.After != "" {
		w.After = Wish{Kind: Rev, Value: o.After, Why: "--after"}
	}
	return w
}
