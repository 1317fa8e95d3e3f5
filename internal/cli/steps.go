package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skillbrief/skillbrief/internal/brief"
	"github.com/skillbrief/skillbrief/internal/check"
	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/event"
	"github.com/skillbrief/skillbrief/internal/forge"
	"github.com/skillbrief/skillbrief/internal/library"
	"github.com/skillbrief/skillbrief/internal/manifest"
	"github.com/skillbrief/skillbrief/internal/skill"
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
	o := source.Options{Dir: r.place.root, Env: r.env, Token: r.GitHubToken, LibraryToken: cmp.Or(r.LibraryToken, r.GitHubToken)}
	switch server := r.env("GITHUB_SERVER_URL"); {
	case server != "" && r.env("GITHUB_REPOSITORY") != "":
		o.Server, o.RemoteURL = server, server+"/"+r.env("GITHUB_REPOSITORY")+".git"
	case r.env("CI_REPOSITORY_URL") != "":
		o.Server, o.RemoteURL, o.User = r.env("CI_SERVER_URL"), r.env("CI_REPOSITORY_URL"), "gitlab-ci-token"
		o.Token = cmp.Or(o.Token, r.env("CI_JOB_TOKEN"))
	}
	return o
}

// configure reads the settings: the repository's own from the trusted commit
// only, the inputs over them.
func (r *run) configure(ctx context.Context) (err error) {
	if r.own, err = r.readConfig(ctx, r.trees.Trusted); err != nil {
		return err
	}
	r.next = r.own
	if r.trees.After != r.trees.Trusted {
		if r.next, err = r.readConfig(ctx, r.trees.After); err != nil {
			return err
		}
		for _, f := range r.own.Faults {
			r.notes = append(r.notes, fmt.Sprintf("the configuration at the trusted commit is faulty: %s:%d: %s", f.Path, f.Span.Start.Line, f.Message))
		}
	}
	if r.cfg, err = r.own.Settings(r.apply); err != nil {
		return err
	}
	if !r.cfg.Given["paths"] {
		r.cfg.Paths = []string{r.place.base}
	}
	if r.cfg.Project == "" {
		r.cfg.Project = r.project()
	}
	return nil
}

func (r *run) readConfig(ctx context.Context, t *source.Tree) (*config.File, error) {
	if t == nil {
		return &config.File{}, nil
	}
	return config.Read(ctx, t, ruleIDs())
}

// project is the identity of the repository, where it is known.
func (r *run) project() string {
	return cmp.Or(r.env("GITHUB_REPOSITORY"), r.env("CI_PROJECT_PATH"))
}

// load loads the libraries of the three roles; roles of one tree share one.
func (r *run) load(ctx context.Context) (err error) {
	o := library.Options{
		Paths: r.cfg.Paths, BriefPaths: r.cfg.BriefPaths, Exclude: r.cfg.Exclude,
		OutputDir: path.Clean(filepath.ToSlash(r.cfg.OutputDir)),
		Manifests: manifest.Options{Paths: r.cfg.Manifests, Exclude: r.cfg.Exclude, Project: r.cfg.Project, Mode: manifest.Mode(r.cfg.RolloutMode)},
	}
	if o.Encoding, r.estimated, err = encoding(&r.cfg); err != nil {
		return config.UsageError{Err: err}
	}
	if !r.cfg.Enabled {
		o.Paths, o.BriefPaths, r.cfg.LibraryPaths, o.Manifests.Paths = nil, nil, nil, nil
	}
	if err = r.openLibraries(ctx); err != nil {
		return err
	}
	o.Host = r.host
	loaded := map[*source.Tree]*library.Library{}
	var earlier []*library.Library
	for _, role := range []struct {
		tree *source.Tree
		lib  **library.Library
	}{{r.trees.Trusted, &r.trusted}, {r.trees.Before, &r.before}, {r.trees.After, &r.after}} {
		if role.tree == nil {
			continue
		}
		if loaded[role.tree] == nil {
			if loaded[role.tree], err = library.Load(ctx, role.tree, o, earlier...); err != nil {
				return err
			}
			earlier = append(earlier, loaded[role.tree])
			if err := loaded[role.tree].Unread; err != nil {
				r.notes = append(r.notes, "project rules are unavailable: "+err.Error())
			}
		}
		*role.lib = loaded[role.tree]
	}
	return nil
}

// openLibraries opens the host's libraries. One that is not there is a warning.
func (r *run) openLibraries(ctx context.Context) error {
	for _, entry := range r.cfg.LibraryPaths {
		entry = strings.TrimSpace(entry)
		if _, pinned := source.ParsePin(entry); pinned {
			t, err := source.Library(ctx, r.reading(), entry)
			if err != nil {
				return err
			}
			r.host = append(r.host, library.Host{Entry: entry, Tree: t})
			continue
		}
		if !hostLevel(entry) {
			return config.UsageError{Err: fmt.Errorf("library-paths: %s is neither absolute, ~, $VAR nor pinned as owner/repo@sha//dir; a repository's own directory belongs into paths", diag.Quote(entry))}
		}
		if err := r.openDirectory(ctx, entry); err != nil {
			return err
		}
	}
	return nil
}

// openDirectory opens a library on disk: a directory, or a path to a SKILL.md.
func (r *run) openDirectory(ctx context.Context, entry string) error {
	dir, file := expand(entry, r.env), ""
	if filepath.Base(dir) == "SKILL.md" {
		dir, file = filepath.Split(dir)
	}
	if info, err := os.Stat(dir); !filepath.IsAbs(dir) || err != nil || !info.IsDir() {
		r.cfg.Warnings = append(r.cfg.Warnings, fmt.Sprintf("library path %s is not there", diag.Quote(entry)))
		return nil
	}
	t, err := source.Library(ctx, r.reading(), filepath.Clean(dir))
	if err != nil {
		return err
	}
	r.host = append(r.host, library.Host{Entry: entry, Tree: t, Dir: file})
	return nil
}

// compare finds the files that the change touches: what differs between before
// and after or, where these are no verified pair, what the API says, so that
// other people's changes do not count.
func (r *run) compare(ctx context.Context) error {
	if len(r.cfg.ChangedFiles) > 0 {
		r.changed = r.cfg.ChangedFiles
		return nil
	}
	if r.trees.Before == nil || r.trees.After == nil {
		return nil
	}
	if !r.trees.Verified && r.at.PullRequest > 0 && r.at.Event != "gitlab" {
		paths, complete, err := forge.ChangedFiles(ctx, r.at, r.api())
		if err == nil && complete {
			r.changed = paths
			return nil
		}
		r.notes = append(r.notes, "changed files: all that differ between before and after count, as the pull request's list cannot be had whole"+because(err))
	}
	changes, err := source.Diff(ctx, r.trees.Before, r.trees.After)
	if err != nil {
		return err
	}
	for _, c := range changes {
		r.changed = append(r.changed, c.Path)
	}
	return nil
}

func because(err error) string {
	if err == nil {
		return ""
	}
	return ": " + err.Error()
}

// makePlans plans the block for each role, and selects the project's rules of
// the trusted commit.
func (r *run) makePlans() {
	o := brief.Options{
		Budget: r.cfg.Budget, Estimated: r.estimated, Strategy: r.cfg.Strategy, Layout: r.cfg.Layout,
		MaxSkills: r.cfg.MaxSkills, Changed: r.changed,
	}
	for _, route := range r.cfg.Routes {
		o.Routes = append(o.Routes, brief.Route{Skills: route.Skills, Paths: route.Paths})
	}
	plans := map[*library.Library]*brief.Plan{}
	for _, role := range []struct {
		lib  *library.Library
		plan **brief.Plan
	}{{r.trusted, &r.plan}, {r.before, &r.planBefore}, {r.after, &r.planAfter}} {
		if role.lib == nil {
			continue
		}
		if plans[role.lib] == nil {
			o.Encoding = role.lib.Encoding
			plans[role.lib] = brief.Make(role.lib, o)
		}
		*role.plan = plans[role.lib]
	}
	if r.trusted == nil {
		return
	}
	if slices.Equal(r.cfg.Targets, []string{"ask_line"}) {
		r.notes = append(r.notes, "target ask_line gets no skills: its prompt has a budget of its own")
		r.plan = brief.Make(&library.Library{Encoding: r.trusted.Encoding}, r.plan.Options)
	}
	for _, target := range r.cfg.Targets {
		r.rules = append(r.rules, brief.Select(r.trusted, r.query(target)))
	}
}

func (r *run) query(target string) manifest.Query {
	return manifest.Query{Target: target, Changed: r.changed, Languages: r.cfg.Languages, Mode: manifest.Mode(r.cfg.RolloutMode)}
}

// check runs the rules on what would be merged, and on before to tell what is
// new.
func (r *run) check() {
	if r.after == nil {
		return
	}
	in := check.Input{
		After: r.after, Before: r.before, Faults: append(configFaults(r.next), manifestFaults(r.after)...), Severity: r.cfg.Severity,
		Exceptions: placeExceptions(r.cfg.Exceptions, r.next.Exceptions), Config: config.Path, Today: time.Now().UTC().Format(time.DateOnly),
	}
	if r.before != nil || r.cfg.Given["brief-paths"] || r.cfg.Given["library-paths"] || r.cfg.Given["max-skills-tokens"] {
		in.Plan, in.PlanBefore = r.planAfter, r.planBefore
	}
	r.found, r.exceptions = check.Run(in)
	r.found = slices.DeleteFunc(r.found, func(f diag.Finding) bool { return f.Rule == "exception-unused" && f.Span.IsZero() })
	var before []diag.Finding
	if r.before != nil {
		before, _ = check.Run(check.Input{After: r.before, Faults: manifestFaults(r.before), Severity: in.Severity, Exceptions: in.Exceptions, Config: in.Config, Today: in.Today})
	}
	whole := diag.Pos{Line: 1, Column: 1}
	for i := range r.found {
		if r.found[i].Span.IsZero() {
			r.found[i].Span = diag.Span{Start: whole, End: whole}
		}
	}
	r.inScope = check.Scope(r.scope(), r.found, before, r.changed, r.after)
}

// placeExceptions gives the exceptions in force the places that they have in the file as
// it would be merged; none where it no longer has them, and then they are not
// the change's to mend.
func placeExceptions(inForce, next []config.Exception) []config.Exception {
	list := slices.Clone(inForce)
	for i := range list {
		list[i].Span = diag.Span{}
		for _, n := range next {
			if here := n.Span; list[i] == (config.Exception{Rule: n.Rule, Path: n.Path, Reason: n.Reason, Until: n.Until}) {
				list[i].Span = here
			}
		}
	}
	return list
}

func (r *run) scope() string {
	if r.cfg.Scope == "" && r.before != nil {
		return "new"
	}
	return cmp.Or(r.cfg.Scope, "all")
}

func configFaults(f *config.File) []skill.Fault {
	var faults []skill.Fault
	for _, c := range f.Faults {
		faults = append(faults, skill.Fault{Rule: c.Rule, Path: c.Path, Span: c.Span, Message: c.Message})
	}
	return faults
}

func manifestFaults(lib *library.Library) []skill.Fault {
	var faults []skill.Fault
	for _, m := range lib.Manifests {
		for _, f := range m.Faults {
			faults = append(faults, skill.Fault(f))
		}
	}
	return faults
}

// verdict is the result of the findings in scope.
func (r *run) verdict() int {
	for i, f := range r.found {
		if r.inScope[i] && r.cfg.FailOn != diag.Off && f.Severity >= r.cfg.FailOn {
			return exitFindings
		}
	}
	return exitPass
}
