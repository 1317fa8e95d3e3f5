package cli

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/skillbrief/skillbrief/internal/brief"
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/manifest"
	"github.com/skillbrief/skillbrief/internal/report"
	"github.com/skillbrief/skillbrief/internal/source"
)

// output is a step output: its name, what it means, and how it comes from a run.
type output struct {
	name, help string
	value      func(*outcome) string
}

// outcome is a run's end: what the outputs are made of.
type outcome struct {
	*run
	report *report.Report
	dir    string // the output directory, relative to the workspace; empty: none
}

// outputs is every output, in the order of the documents.
var outputs = []output{
	{"result", "`pass`, `findings`, `refused` or `error`", func(o *outcome) string { return o.report.Result }},
	{"errors", "error findings in scope", func(o *outcome) string { return strconv.Itoa(o.report.Counts().Error) }},
	{"warnings", "warning findings in scope", func(o *outcome) string { return strconv.Itoa(o.report.Counts().Warning) }},
	{"notices", "notice findings in scope", func(o *outcome) string { return strconv.Itoa(o.report.Counts().Notice) }},
	{"brief-file", "file with the lead-in, the skills and the project's rules: what to hand to a model", ofBrief("brief.md")},
	{"skills", "the block of skills, or empty when larger than `max-output-bytes`", func(o *outcome) string { return o.text(o.block()) }},
	{"skills-omitted", "`true` where `skills` is empty for its size", func(o *outcome) string { return strconv.FormatBool(o.text(o.block()) != o.block()) }},
	{"skills-file", "file with the block", ofBrief("skills.md")},
	{"skills-dir", "folder with the skills that the block holds, for consumers that load skills themselves", ofBrief("skills")},
	{"skills-tokens", "tokens of the block", func(o *outcome) string { return strconv.Itoa(o.tokens()) }},
	{"skills-count", "skills that the block holds, clipped and lowered ones too", func(o *outcome) string { return strconv.Itoa(o.count()) }},
	{"skills-dropped", "JSON list of the skills that the block does not hold whole: `name`, `path`, `tokens`, `status`", (*outcome).dropped},
	{"skills-sha256", "SHA-256 of the block", func(o *outcome) string { return manifest.Digest(o.block()) }},
	{"project-rules", "the project's rules for the prompt, or empty when larger than `max-output-bytes`; of several targets a JSON object", func(o *outcome) string { return o.text(o.byTarget(brief.Rules.Text)) }},
	{"project-rules-file", "file with the project's rules; of several targets a JSON object of files", (*outcome).ruleFiles},
	{"project-rules-status", "`loaded`, `missing`, `invalid`, `unavailable` or `disabled`", func(o *outcome) string { status, _ := o.together(); return status }},
	{"skill-hash", "hash of the effective project skill", func(o *outcome) string { _, hash := o.together(); return hash }},
	{"report-file", "the report as JSON", inDir("report.json")},
	{"summary-file", "the summary as Markdown", inDir("summary.md")},
	{"sarif-file", "the report as SARIF", inDir("report.sarif")},
	{"codequality-file", "the report for GitLab's code quality", inDir("gl-code-quality-report.json")},
	{"provenance-file", "file with the provenance", ofBrief("provenance.json")},
	{"trusted-sha", "commit that the brief comes from", func(o *outcome) string { return o.commit(func(t *source.Trees) *source.Tree { return t.Trusted }) }},
	{"before-sha", "commit that the change is compared with", func(o *outcome) string { return o.commit(func(t *source.Trees) *source.Tree { return t.Before }) }},
	{"after-sha", "commit that was checked", func(o *outcome) string { return o.commit(func(t *source.Trees) *source.Tree { return t.After }) }},
	{"cache-key", "hash of everything that the block depends on", (*outcome).cacheKey},
	{"provenance", "what the brief is made of, as JSON", func(o *outcome) string { return o.text(o.provenance) }},
}

// all are the values of a run's outputs.
func (o *outcome) all() []report.Output {
	values := make([]report.Output, len(outputs))
	for i, out := range outputs {
		values[i] = report.Output{Name: out.name, Value: out.value(o)}
	}
	return values
}

// inDir is the path of a file in the output directory, relative to the workspace;
// a container's own paths mean nothing to the next step.
func inDir(name string) func(*outcome) string {
	return func(o *outcome) string {
		if o.dir == "" {
			return ""
		}
		return o.dir + "/" + name
	}
}

// ofBrief is the path of a file that is not there where git was not read.
func ofBrief(name string) func(*outcome) string {
	return func(o *outcome) string {
		if o.trees == nil {
			return ""
		}
		return inDir(name)(o)
	}
}

func (o *outcome) text(s string) string {
	if len(s) > o.cfg.MaxOutputBytes {
		return ""
	}
	return s
}

// noteOmitted notes the outputs that are left empty for their size.
func (o *outcome) noteOmitted() {
	if !o.onRunner() {
		return
	}
	for _, out := range []struct{ name, text string }{
		{"skills", o.block()}, {"project-rules", o.byTarget(brief.Rules.Text)}, {"provenance", o.provenance},
	} {
		if o.text(out.text) != out.text {
			o.report.Notes = append(o.report.Notes, fmt.Sprintf("output %s is left empty: its %d bytes pass the %d of max-output-bytes; read the file that %[1]s-file names",
				out.name, len(out.text), o.cfg.MaxOutputBytes))
		}
	}
}

func (o *outcome) block() string {
	if o.plan == nil {
		return ""
	}
	return o.plan.Block
}

func (o *outcome) tokens() int {
	if o.plan == nil {
		return 0
	}
	return o.plan.Tokens
}

func (o *outcome) count() int {
	if o.plan == nil {
		return 0
	}
	return o.plan.Count()
}

// byTarget is the text of the only target, or a JSON object of the texts of several.
func (o *outcome) byTarget(text func(brief.Rules) string) string {
	if len(o.rules) == 1 {
		return text(o.rules[0])
	}
	texts := map[string]string{}
	for _, r := range o.rules {
		texts[r.Target] = text(r)
	}
	if len(texts) == 0 {
		return ""
	}
	return compact(texts)
}

func (o *outcome) ruleFiles() string {
	if o.dir == "" {
		return ""
	}
	return o.byTarget(func(r brief.Rules) string { return o.dir + "/" + o.ruleFile(r) })
}

// ruleFile is the name of the file with the rules of a target.
func (o *outcome) ruleFile(r brief.Rules) string {
	if len(o.rules) == 1 {
		return "project-rules.md"
	}
	return "project-rules-" + r.Target + ".md"
}

// together is the status and hash of the project's rules for the first target.
func (o *outcome) together() (status, hash string) {
	if len(o.rules) == 0 {
		return "", ""
	}
	s, hash := manifest.Together(o.rules[0].Effective)
	return string(s), hash
}

// dropped lists what the brief lacks of the trusted skills.
func (o *outcome) dropped() string {
	type lost struct {
		Name   string       `json:"name"`
		Path   string       `json:"path"`
		Tokens int          `json:"tokens"`
		Status brief.Status `json:"status"`
	}
	list := []lost{}
	if o.plan != nil {
		for _, i := range o.plan.Items {
			if i.Status.Short() {
				list = append(list, lost{i.Name, diag.Path(i.Place), i.Tokens, i.Status})
			}
		}
	}
	return compact(list)
}

// compact is JSON of plain values on one line, without HTML escaping.
func compact(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(fmt.Sprintf("encode %T: %v", v, err)) // plain values always encode
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (o *outcome) commit(role func(*source.Trees) *source.Tree) string {
	if o.trees == nil || role(o.trees) == nil {
		return ""
	}
	return role(o.trees).Commit
}

// cacheKey is a hash of what the block depends on: settings, libraries, the trusted
// commit, and the block itself, for what has no id: files on disk, and the code that
// renders.
func (o *outcome) cacheKey() string {
	if o.plan == nil {
		return ""
	}
	key := []any{
		o.cfg.Enabled, o.cfg.Paths, o.cfg.BriefPaths, o.cfg.Exclude, o.cfg.Budget, o.plan.Encoding.Name(),
		o.cfg.Strategy, o.cfg.Layout, o.cfg.MaxSkills, o.trusted.Commit, o.plan.Order(), manifest.Digest(o.plan.Block),
	}
	for _, h := range o.host {
		key = append(key, expand(h.Entry, o.env), h.Tree.Commit)
	}
	return manifest.Digest(compact(key))
}
