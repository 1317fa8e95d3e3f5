package brief

import (
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/manifest"
)

// Origin says which run a Provenance is of. Names are empty and numbers 0 where
// there is nothing to name.
type Origin struct {
	Version     string // of skillbrief
	Project     string // empty: unknown, and manifests were not compared with it
	PullRequest int
	Branch      string // that the change goes into
	Trusted     string // commit
	Head        string // commit
}

// Provenance is what a brief was made of, version 1: deterministic, without time
// stamps, so that feedback on a review can be joined to what caused it.
type Provenance struct {
	Version       int                   `json:"version"`
	Skillbrief    string                `json:"skillbrief"`
	Project       string                `json:"project"`
	PullRequest   int                   `json:"pull_request"`
	Target        string                `json:"target"`
	PublicTarget  string                `json:"public_target"`
	Checked       bool                  `json:"project_checked"`
	Languages     []string              `json:"languages"`
	ChangedFiles  int                   `json:"changed_files"`
	ChangedSHA256 string                `json:"changed_files_sha256"`
	TargetBranch  string                `json:"target_branch"`
	TargetSHA     string                `json:"target_sha"`
	HeadSHA       string                `json:"head_sha"`
	RolloutMode   manifest.Mode         `json:"rollout_mode"`
	Manifests     []manifest.Provenance `json:"manifests"`
	Skills        []SkillProvenance     `json:"skills"`
	SkillsSHA256  string                `json:"skills_sha256"`
	RulesSHA256   string                `json:"project_rules_sha256"`
	BundleSHA256  string                `json:"bundle_sha256"`
}

// SkillProvenance is one skill of a Provenance.
type SkillProvenance struct {
	Name   string `json:"name"`
	Path   string `json:"path"`
	Blob   string `json:"blob"`   // git's id of the text; empty for a plain directory
	Tokens int    `json:"tokens"` // of the full text
	Status Status `json:"status"`
}

// Trace says what a plan and the rules of one target were made of.
func Trace(o Origin, p *Plan, r Rules) Provenance {
	changed := manifest.Changed(r.Changed)
	names := make([]string, len(changed))
	for i, name := range changed {
		names[i] = diag.Path(name) + "\n"
	}
	t := Provenance{
		Version: 1, Skillbrief: o.Version, Project: o.Project, PullRequest: o.PullRequest,
		Target: r.Target, PublicTarget: manifest.PublicTarget(r.Target), Checked: o.Project != "",
		Languages: append([]string{}, manifest.Languages(r.Languages, changed)...), ChangedFiles: len(changed), ChangedSHA256: manifest.Digest(strings.Join(names, "")),
		TargetBranch: o.Branch, TargetSHA: o.Trusted, HeadSHA: o.Head, RolloutMode: r.Mode,
		Manifests: []manifest.Provenance{}, Skills: []SkillProvenance{},
		SkillsSHA256: manifest.Digest(p.Block), RulesSHA256: manifest.Digest(r.Text()),
	}
	for _, e := range r.Effective {
		t.Manifests = append(t.Manifests, e.Provenance())
	}
	for _, i := range p.Items {
		t.Skills = append(t.Skills, SkillProvenance{i.Name, diag.Path(i.Place), i.Blob, i.Tokens, i.Status})
	}
	t.BundleSHA256 = manifest.Digest(t.SkillsSHA256 + "\n" + t.RulesSHA256)
	return t
}
