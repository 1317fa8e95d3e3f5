package manifest

import (
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// Provenance says what of a manifest was used for a review: an element of
// "manifests" in the provenance JSON, version 1.
type Provenance struct {
	Path             string              `json:"path"`
	Status           Status              `json:"status"`
	Error            string              `json:"error"`
	Injected         bool                `json:"injected"`
	ManifestHash     string              `json:"manifest_hash"`
	SkillHash        string              `json:"skill_hash"`
	SelectedRules    []string            `json:"selected_rules"`
	MatchedFiles     map[string][]string `json:"matched_files"`
	References       []Cited             `json:"references"`
	Truncated        bool                `json:"truncated"`
	RulesHash        string              `json:"rules_hash"`
	EvidenceEligible bool                `json:"evidence_eligible"`
}

// Cited is a reference in a Provenance.
type Cited struct {
	Path    string `json:"path"`
	SHA256  string `json:"sha256"`
	Clipped bool   `json:"clipped"`
}

// Provenance says what of the manifest was used.
func (e Effective) Provenance() Provenance {
	p := Provenance{
		Path: diag.Path(e.Manifest.Path), Status: e.Status, Error: e.Error, Injected: e.Render() != "",
		SkillHash: e.SkillHash(), RulesHash: e.RulesHash(), Truncated: e.Truncated,
		SelectedRules: []string{}, MatchedFiles: map[string][]string{}, References: []Cited{},
		EvidenceEligible: e.Status == Loaded && len(e.Rules) > 0,
	}
	// Hidden is only the hash of a manifest that cannot be used at all.
	if e.Status == Loaded || e.Status == Invalid && !e.Manifest.broken {
		p.ManifestHash = e.Manifest.Hash
	}
	for _, r := range e.Rules {
		p.SelectedRules = append(p.SelectedRules, r.ID.Value)
		files := make([]string, len(r.Matched))
		for i, f := range r.Matched {
			files[i] = diag.Path(f)
		}
		p.MatchedFiles[r.ID.Value] = files
	}
	for _, f := range e.Facts {
		p.References = append(p.References, Cited{f.Path, f.SHA256, f.Clipped})
	}
	return p
}

// Together is the status and the hash of several manifests, in path order:
// loaded if any is, else invalid if any is, else the first one's; the only one's
// hash, or the SHA-256 of all of them, a line each.
func Together(all []Effective) (Status, string) {
	if len(all) == 0 {
		return Missing, Digest("[]")
	}
	status := all[0].Status
	hashes := make([]string, len(all))
	for i, e := range all {
		hashes[i] = e.SkillHash()
		if e.Status == Loaded || e.Status == Invalid && status != Loaded {
			status = e.Status
		}
	}
	if len(hashes) == 1 {
		return status, hashes[0]
	}
	return status, Digest(strings.Join(hashes, "\n"))
}
