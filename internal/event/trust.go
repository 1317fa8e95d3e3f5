package event

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

const heads = "refs/heads/"

// errNoDefault is returned where no ref can be called trusted.
var errNoDefault = errors.New("default branch unknown; set trusted-sha to go on without it")

// check validates the inputs, and normalises those that have several forms.
func (o Options) check() (Options, error) {
	var err error
	if o.TrustedSHA != "" {
		if o.TrustedSHA, err = object("trusted-sha", o.TrustedSHA); err != nil {
			return o, err
		}
		if o.Trusted != "" {
			return o, errors.New("both --trusted and trusted-sha are given; use one of them")
		}
	}
	for _, glob := range o.TrustedRefs {
		if !doublestar.ValidatePattern(glob) {
			return o, fmt.Errorf("trusted-refs: %.60q is no valid glob", glob)
		}
	}
	o.UntrustedBase = cmp.Or(o.UntrustedBase, "default-branch")
	if !slices.Contains([]string{"default-branch", "empty", "refuse"}, o.UntrustedBase) {
		return o, fmt.Errorf("untrusted-base is %.60q; use default-branch, empty or refuse", o.UntrustedBase)
	}
	return o, cmp.Or(revision("--trusted", o.Trusted), revision("--before", o.Before), revision("--after", o.After))
}

// names reports whether trusted-refs names a full ref.
func (o Options) names(ref string) bool {
	name, isBranch := strings.CutPrefix(ref, heads)
	return slices.ContainsFunc(o.TrustedRefs, func(glob string) bool {
		if strings.HasPrefix(glob, "refs/") {
			return doublestar.MatchUnvalidated(glob, ref)
		}
		return isBranch && doublestar.MatchUnvalidated(glob, name)
	})
}

func pinned(o Options) Wish { return Wish{Kind: SHA, Value: o.TrustedSHA, Why: "trusted-sha"} }

// candidate is a commit that is trusted if the ref it stands on is.
type candidate struct {
	wish      Wish
	ref       string // full name; empty: on no ref
	protected bool   // the host itself vouches for the ref
	foreign   string // the other repository that the ref belongs to
	fork      bool   // this repository itself is in the author's hands
}

// trust sets Trusted to the candidate if its ref is trusted, else to what
// untrusted-base says.
func (w *Wishes) trust(o Options, c candidate) error {
	isDefault := w.DefaultBranch != "" && c.ref == heads+w.DefaultBranch
	trusted := c.foreign == "" && (c.protected || isDefault || o.names(c.ref))
	why := c.doubt()
	switch {
	case o.TrustedSHA != "":
		w.Trusted = pinned(o)
	case w.DefaultBranch == "":
		return errNoDefault
	case trusted:
		w.Trusted = c.wish
	case o.UntrustedBase == "refuse":
		return fmt.Errorf("%w: %s and untrusted-base is refuse", ErrRefused, why)
	case o.UntrustedBase == "empty":
		w.Trusted = Wish{Kind: None, Why: why + " and untrusted-base is empty"}
	case c.fork:
		return fmt.Errorf("no commit can be trusted: %s; run in %s or set trusted-sha", why, c.foreign)
	default:
		w.Trusted = Wish{Kind: Branch, Value: heads + w.DefaultBranch, Why: "default branch, as " + why}
	}
	return nil
}

// doubt says why the candidate is not trusted.
func (c candidate) doubt() string {
	switch {
	case c.fork:
		return fmt.Sprintf("the run is in a fork of %s", c.foreign)
	case c.foreign != "":
		return fmt.Sprintf("the base is in the repository %s, not in this one", c.foreign)
	case c.ref == "":
		return "the event is on no ref"
	}
	return fmt.Sprintf("%.120q is neither the default branch nor in trusted-refs", c.ref)
}
