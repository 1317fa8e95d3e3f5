package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/library"
	"github.com/skillbrief/skillbrief/internal/report"
	"github.com/skillbrief/skillbrief/internal/source"
)

// runAction is a run on a CI runner: it gates and briefs, and writes what the
// steps after it read. What is known is written even where the run fails.
func runAction(ctx context.Context, s streams, args []string) int {
	r, err := s.action(ctx, args)
	if err == nil {
		defer r.close() //nolint:errcheck // what is left is temporary
		err = r.line(ctx)
	}
	o := &outcome{run: r, report: r.fill(err)}
	o.noteOmitted()
	if !r.mayWrite(err) {
		r.clear()
	} else if fault := r.writeFiles(o); fault != nil {
		err = errors.Join(err, fault)
		o.report = r.fill(err)
		o.noteOmitted()
	}
	if err == nil {
		o.publish(ctx)
	}
	if fault := o.deliver(); fault != nil {
		return s.exit(exitFailed, fault)
	}
	if err != nil {
		return status(err)
	}
	return r.verdict()
}

// mayWrite reports whether the output directory can be filled. Before git was read it
// is not known what git tracks: then only a directory that is new or a run's own
// holds the report of a run that failed.
func (r *run) mayWrite(failure error) bool {
	return r.trees != nil || status(failure) == exitFailed && report.Vacant(r.place.root, r.cfg.OutputDir)
}

// clear empties an output directory of what an earlier run wrote: a step that
// names the files itself must not read that run's brief for this one's.
func (r *run) clear() {
	root := cmp.Or(r.place.root, workspace(r.env))
	dir := cmp.Or(strings.Join(r.given["output-dir"], ""), r.cfg.OutputDir, config.Defaults().OutputDir)
	_ = report.ClearDir(root, dir) // where it is refused no run wrote anything
}

// action reads the inputs, and flags over them: other CI has no inputs of its own.
// The run is never nil.
func (s streams) action(ctx context.Context, args []string) (*run, error) {
	q, err := inputs(s.env)
	r := &run{streams: s, request: q}
	if err == nil && len(args) > 0 {
		err = q.flagsOver(args)
	}
	if err != nil {
		return r, config.UsageError{Err: err}
	}
	q.repo = workspace(s.env)
	started, err := s.start(ctx, q)
	if err != nil {
		return r, err
	}
	return started, nil
}

// flagsOver lays flags over the inputs.
func (r *request) flagsOver(args []string) error {
	flags, err := parse(r.command, args)
	if flags != nil {
		maps.Copy(r.given, flags.given)
	}
	if err != nil {
		return err
	}
	if len(flags.args) > 0 {
		return fmt.Errorf("argument %s is not expected; write --paths %[1]s", diag.Quote(flags.args[0]))
	}
	r.format, r.output, r.color = flags.format, flags.output, flags.color
	return r.settle()
}

// workspace is the directory that a runner checks out into.
func workspace(env func(string) string) string {
	for _, name := range []string{"GITHUB_WORKSPACE", "CI_PROJECT_DIR"} {
		if dir := env(name); dir != "" {
			return dir
		}
	}
	return workDir()
}

// deliver writes annotations, summary and outputs; elsewhere than on GitHub the
// files of the output directory are all there is.
func (o *outcome) deliver() error {
	err := o.print(o.report, o.formatName())
	if !o.onRunner() {
		o.logRoles()
		return err
	}
	return errors.Join(err,
		report.AppendSummary(o.env("GITHUB_STEP_SUMMARY"), o.report, o.log),
		report.AppendOutputs(o.env("GITHUB_OUTPUT"), o.all(), o.log))
}

// logRoles says what was looked at where the format does not.
func (o *outcome) logRoles() {
	for _, role := range []struct {
		name string
		report.Role
	}{{"trusted", o.report.Trusted}, {"before", o.report.Before}, {"after", o.report.After}} {
		if role.SHA+role.Why != "" {
			fmt.Fprintf(o.log, "%s: %s (%s)\n", role.name, cmp.Or(role.SHA, "none"), role.Why)
		}
	}
}

// writeFiles fills the output directory.
func (r *run) writeFiles(o *outcome) (err error) {
	d, err := report.OpenDir(r.place.root, r.cfg.OutputDir, r.tracked)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	o.dir = d.Path("")
	for _, f := range o.files() {
		text, err := f.text()
		if err == nil {
			err = d.Write(f.name, []byte(text))
		}
		if err != nil {
			return err
		}
	}
	if r.trees != nil {
		if err := d.WriteTree(r.skillFiles()); err != nil {
			return err
		}
	}
	env, left := report.Dotenv(o.all())
	if len(left) > 0 && r.env("GITLAB_CI") == "true" {
		fmt.Fprintf(r.log, "outputs.env leaves out %s: dotenv takes short plain values only\n", strings.Join(left, ", "))
	}
	if err := d.Write("outputs.env", env); err != nil {
		return err
	}
	if err := d.Ownership(); err != nil {
		fmt.Fprintf(r.log, "the output directory keeps another owner than the workspace: %v\n", err)
	}
	return nil
}

// textFile is a file of the output directory.
type textFile struct {
	name string
	text func() (string, error)
}

// files are those of the report and, where git was read, those of the brief.
func (o *outcome) files() []textFile {
	files := []textFile{
		{"report.json", o.formatted("json")},
		{"report.sarif", o.formatted("sarif")},
		{"summary.md", o.formatted("summary")},
		{"gl-code-quality-report.json", o.formatted("gitlab")},
	}
	if o.trees != nil {
		files = append(files,
			textFile{"skills.md", always(o.block())},
			textFile{"brief.md", always(o.part("brief"))},
			textFile{"provenance.json", always(line(o.provenance))})
	}
	for _, r := range o.rules {
		files = append(files, textFile{o.ruleFile(r), always(r.Text())})
	}
	return files
}

func always(s string) func() (string, error) { return func() (string, error) { return s, nil } }

// formatted gives the report in a format.
func (o *outcome) formatted(name string) func() (string, error) {
	return func() (string, error) {
		f, err := report.FormatByName(name)
		if err != nil {
			return "", err
		}
		var b strings.Builder
		err = f.Write(&b, o.report)
		return b.String(), err
	}
}

// tracked reports whether git tracks a path, or something below it, as far as the
// trees of this run tell.
func (r *run) tracked(p string) bool {
	if r.trees == nil {
		return false
	}
	for _, t := range []*source.Tree{r.trees.After, r.trees.Before, r.trees.Trusted} {
		if t != nil && slices.ContainsFunc(t.Files, func(f source.File) bool {
			return f.Path == p || strings.HasPrefix(f.Path, p+"/") || strings.HasPrefix(p, f.Path+"/")
		}) {
			return true
		}
	}
	return false
}

// skillFiles are the files of the skills that the block holds, as stored at the
// trusted commit: each at its repository path, those of libraries below
// .library/<n>.
func (r *run) skillFiles() []report.File {
	var files []report.File
	if r.plan == nil {
		return nil
	}
	for _, i := range r.plan.Items {
		if !i.Status.Held() {
			continue
		}
		files = append(files, report.File{Path: below(i.Skill, i.Path), Data: i.Raw})
		for _, res := range i.Resources {
			files = append(files, report.File{Path: below(i.Skill, res.Path), Data: res.Raw})
		}
	}
	return files
}

func below(s *library.Skill, p string) string {
	if s.Origin > 0 {
		return fmt.Sprintf(".library/%d/%s", s.Origin, p)
	}
	return p
}
