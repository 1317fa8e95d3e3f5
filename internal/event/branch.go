package event

import (
	"errors"
	"fmt"
	"strings"
)

func (r *run) mergeGroup() error {
	p, err := decode[groupPayload](r.data)
	if err != nil {
		return err
	}
	if p.MergeGroup == nil {
		return errors.New("merge_group is absent; expected an object")
	}
	base, err := object("merge_group.base_sha", p.MergeGroup.BaseSHA)
	if err != nil {
		return err
	}
	head, err := object("merge_group.head_sha", p.MergeGroup.HeadSHA)
	if err != nil {
		return err
	}
	into := p.MergeGroup.BaseRef
	if err := ref("merge_group.base_ref", into); err != nil {
		return err
	}
	name, ok := strings.CutPrefix(into, heads)
	if !ok {
		return fmt.Errorf("merge_group.base_ref is %.60q; expected a branch", into)
	}
	r.BaseRef, r.BaseRepo = name, r.Repo
	r.Before = Wish{Kind: SHA, Value: base, Why: "merge_group.base_sha"}
	r.After = Wish{Kind: SHA, Value: head, Why: "merge_group.head_sha"}
	// base_sha may hold the changes of those ahead in the queue: the tip does not.
	tip := Wish{Kind: Branch, Value: into, Why: "tip of merge_group.base_ref"}
	return r.trust(r.options, candidate{wish: tip, ref: into})
}

// push sets the roles for branches and tags; the commit after may be named by
// an annotated tag.
func (r *run) push() error {
	p, err := decode[pushPayload](r.data)
	if err != nil {
		return err
	}
	if err := ref("ref", p.Ref); err != nil {
		return err
	}
	// For a deleted branch GITHUB_SHA and GITHUB_REF are those of the default branch
	// (https://docs.github.com/en/actions/reference/workflows-and-actions/events-that-trigger-workflows#push).
	if p.Deleted || zero(p.After) {
		return r.other()
	}
	after, err := object("after", p.After)
	if err != nil {
		return err
	}
	if !zero(p.Before) {
		before, err := object("before", p.Before)
		if err != nil {
			return err
		}
		r.Before = Wish{Kind: SHA, Value: before, Why: "before of the push", Optional: true}
	}
	r.After = Wish{Kind: SHA, Value: after, Why: "after of the push"}
	return r.trust(r.options, candidate{wish: Wish{Kind: After, Why: "push to a trusted ref"}, ref: p.Ref})
}

// other sets the roles for an event that stands on a ref and compares nothing.
func (r *run) other() error {
	sha, err := object("GITHUB_SHA", r.env("GITHUB_SHA"))
	if err != nil {
		return err
	}
	on := r.env("GITHUB_REF")
	if on != "" {
		if err := ref("GITHUB_REF", on); err != nil {
			return err
		}
	}
	r.After = Wish{Kind: SHA, Value: sha, Why: "GITHUB_SHA"}
	return r.trust(r.options, candidate{wish: Wish{Kind: After, Why: "GITHUB_SHA on a trusted ref"}, ref: on})
}
