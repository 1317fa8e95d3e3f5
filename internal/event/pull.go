package event

import (
	"cmp"
	"fmt"
	"strings"
)

// PullRequest is what the roles of a commit need to know of a pull request.
type PullRequest struct {
	Number     int
	Base, Head End
}

// End is one end of a pull request.
type End struct {
	Repo          string // owner/name; empty: unknown, as for a deleted fork
	Ref           string // branch, without refs/heads/
	SHA           string
	DefaultBranch string // of Repo; empty: unknown
}

// check validates and normalises p; field names it in errors.
func (p PullRequest) check(field string) (PullRequest, error) {
	if p.Number <= 0 {
		return p, fmt.Errorf("%s.number is %d; expected a positive number", field, p.Number)
	}
	for _, end := range []struct {
		name string
		*End
	}{{field + ".base", &p.Base}, {field + ".head", &p.Head}} {
		var err error
		if end.SHA, err = object(end.name+".sha", end.SHA); err != nil {
			return p, err
		}
		if err := branch(end.name+".ref", end.Ref); err != nil {
			return p, err
		}
		if end.Repo == "" && end.End == &p.Base {
			return p, fmt.Errorf("%s.repo.full_name is absent; expected owner/name", end.name)
		}
		if end.Repo == "" {
			continue
		}
		if err := repo(end.name+".repo.full_name", end.Repo); err != nil {
			return p, err
		}
	}
	if p.Base.DefaultBranch == "" {
		return p, nil
	}
	return p, branch(field+".base.repo.default_branch", p.Base.DefaultBranch)
}

// With fills in the pull request that Missing asked for.
func (w Wishes) With(p PullRequest, o Options) (Wishes, error) {
	o, err := o.check()
	if err != nil {
		return w, fmt.Errorf("%w: %w", ErrInput, err)
	}
	w.Missing = nil
	err = w.pull("pull request", p, o)
	return w, err
}

// pull sets the roles for a pull request without a verified test merge.
func (w *Wishes) pull(field string, p PullRequest, o Options) error {
	p, err := p.check(field)
	if err != nil {
		return err
	}
	w.PullRequest, w.HeadSHA, w.HeadRef, w.HeadRepo = p.Number, p.Head.SHA, p.Head.Ref, p.Head.Repo
	w.BaseRef, w.BaseRepo = p.Base.Ref, p.Base.Repo
	w.Before = Wish{Kind: SHA, Value: p.Base.SHA, Why: field + ".base.sha"}
	w.After = Wish{Kind: SHA, Value: p.Head.SHA, Why: field + ".head.sha"}
	c := candidate{wish: Wish{Kind: Before, Why: "base of the pull request"}, ref: heads + p.Base.Ref}
	if same(p.Base.Repo, w.Repo) {
		w.DefaultBranch = cmp.Or(w.DefaultBranch, p.Base.DefaultBranch)
	} else {
		c.foreign = p.Base.Repo
	}
	return w.trust(o, c)
}

// same reports whether two repositories are known to be one. GitHub keeps the
// case of names, but does not tell them apart by it.
func same(a, b string) bool { return a != "" && strings.EqualFold(a, b) }
