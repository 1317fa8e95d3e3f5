package cli

import (
	"context"
	"errors"

	"github.com/skillbrief/skillbrief/internal/brief"
	"github.com/skillbrief/skillbrief/internal/check"
	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/event"
	"github.com/skillbrief/skillbrief/internal/forge"
	"github.com/skillbrief/skillbrief/internal/library"
	"github.com/skillbrief/skillbrief/internal/manifest"
	"github.com/skillbrief/skillbrief/internal/source"
)

// run is one run on its way from what was asked to what is known. Its parts are
// set one after the other: what is nil was not reached.
type run struct {
	streams
	*request
	place place
	// librariesOnly is set where every argument lies outside the repository: then
	// nothing of the repository is meant.
	librariesOnly bool
	at            event.Wishes
	trees         *source.Trees

	cfg       config.Settings // from the trusted commit, the inputs over it
	own, next *config.File    // configuration of trusted and of after
	previous  *config.File    // configuration of before
	estimated bool            // the model is not known
	host      []library.Host
	changed   []string // paths

	trusted, before, after      *library.Library
	plan, planBefore, planAfter *brief.Plan           // of trusted, before and after
	rules                       []brief.Rules         // of trusted, a target each
	provenance                  string                // of the brief, JSON on one line; empty: none
	differences                 []manifest.Difference // of before and after
	faults                      []diag.Fault          // of comparing manifests
	found                       []diag.Finding
	inScope                     []bool
	exceptions                  []check.Used // in use
	notes                       []string     // for the log
}

// line is the straight line of every run: from the event and the inputs to the
// plan and the findings. Its errors are the operator's to mend.
func (r *run) line(ctx context.Context) (err error) {
	doing := watch(r.terminal)
	defer doing.end()
	doing.at("reading the event")
	if r.at, err = event.Read(r.trust(), r.env, readPayload); err != nil {
		return err
	}
	if r.at, err = forge.Complete(ctx, r.at, r.api()); err != nil {
		return err
	}
	doing.at("reading git")
	if r.trees, err = source.Open(ctx, r.reading(), r.at); err != nil {
		return err
	}
	if err = r.configure(ctx); err != nil {
		return err
	}
	doing.at("loading skills")
	if err = r.load(ctx); err != nil {
		return err
	}
	if err = r.compare(ctx); err != nil {
		return err
	}
	if err = r.compareRules(ctx); err != nil {
		return err
	}
	doing.at("checking")
	r.makePlans()
	r.check()
	return nil
}

// close removes what the run fetched.
func (r *run) close() error {
	var err error
	for _, h := range r.host {
		err = errors.Join(err, h.Tree.Close())
	}
	if r.trees != nil {
		err = errors.Join(err, r.trees.Close())
	}
	return err
}
