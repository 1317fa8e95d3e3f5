package manifest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/source"
)

const reviewDir = ".pr_agent/skills/review/"

// intended are the manifests that the reference parser judges otherwise, the
// status wanted here, and why.
var intended = map[string]struct {
	status Status
	why    string
}{
	"010-schema-version-float.toml":    {Invalid, "schema_version must be the integer 1, the reference takes 1.0"},
	"011-schema-version-true.toml":     {Invalid, "schema_version must be the integer 1, the reference takes true"},
	"024-path-dot-forms-accepted.toml": {Invalid, "the reference takes ./a, a//b, a/./b and . as globs"},
	"097-bad-language.toml":            {Loaded, "go is a known language here, the reference knows python and cpp"},
}

// answer is what the reference parser says of a manifest.
type answer struct {
	Manifest     string
	Project      string
	Status       Status
	Name         string
	RuleIDs      []string `json:"rule_ids"`
	ManifestHash string   `json:"manifest_hash"`
	RulesHash    string   `json:"rules_hash"`
	Queries      []struct {
		Target     string
		Languages  []string
		Files      []string
		Public     string `json:"public_target"`
		Status     Status
		Selected   []string
		Matched    [][2]any
		References [][4]any
		Truncated  bool
		SkillHash  string `json:"skill_hash"`
	}
}

func TestParity(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/parity/manifests.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(data)) {
		n++
		var want answer
		if err := json.Unmarshal([]byte(line), &want); err != nil {
			t.Fatal(err)
		}
		t.Run(want.Manifest, func(t *testing.T) {
			t.Parallel()
			compare(t, want)
		})
	}
	if n != 87 {
		t.Errorf("%d manifests compared, want 87", n)
	}
}

func compare(t *testing.T, want answer) {
	m := loadParity(t, want.Manifest, want.Project)
	if i, ok := intended[want.Manifest]; ok {
		if m.broken != (i.status == Invalid) {
			t.Errorf("status %s, want %s: %s; faults %v", m.Status, i.status, i.why, m.Faults)
		}
		return
	}
	if m.broken != (want.Status == Invalid) {
		t.Fatalf("status %s, want %s; faults %v", m.Status, want.Status, m.Faults)
	}
	if want.Status != Loaded {
		return
	}
	ids := []string{}
	for _, r := range m.Rules {
		ids = append(ids, r.ID.Value)
	}
	if diff := cmp.Diff(want.RuleIDs, ids); diff != "" {
		t.Errorf("rules differ:\n%s", diff)
	}
	if m.Name.Value != want.Name || m.Hash != want.ManifestHash {
		t.Errorf("name %q hash %s, want %q %s", m.Name.Value, m.Hash, want.Name, want.ManifestHash)
	}
	for _, q := range want.Queries {
		files := []string{}
		for _, f := range q.Files {
			if f != "" {
				files = append(files, f)
			}
		}
		if q.Target == "Review" || len(q.Files) > 0 && len(files) == 0 {
			continue // no target; an empty name is no file
		}
		e := Select(m, Query{Target: q.Target, Changed: files, Languages: q.Languages, Mode: ModeReviewAndImprove})
		got := e.Provenance()
		wanted := Provenance{
			Path: m.Path, Status: q.Status, ManifestHash: want.ManifestHash, SkillHash: q.SkillHash, RulesHash: want.RulesHash,
			SelectedRules: q.Selected, MatchedFiles: map[string][]string{}, References: []Cited{}, Truncated: q.Truncated,
			EvidenceEligible: q.Status == Loaded && len(q.Selected) > 0,
			Injected:         q.Status == Loaded && len(q.Selected) > 0, Error: got.Error,
		}
		if q.Status == Invalid {
			wanted.RulesHash = q.SkillHash
			if !strings.Contains(got.Error, ": the reference ") {
				t.Errorf("%+v: error %q", q, got.Error)
			}
		}
		for _, pair := range q.Matched {
			names := []string{}
			for _, f := range pair[1].([]any) {
				if f != "" {
					names = append(names, f.(string))
				}
			}
			wanted.MatchedFiles[pair[0].(string)] = names
		}
		for _, r := range q.References {
			wanted.References = append(wanted.References, Cited{r[0].(string), r[3].(string), r[1].(float64) < r[2].(float64)})
		}
		if diff := cmp.Diff(wanted, got); diff != "" {
			t.Errorf("%s %v %v differs:\n%s", q.Target, q.Languages, q.Files, diff)
		}
		if p := PublicTarget(q.Target); p != q.Public {
			t.Errorf("public target of %s is %s, want %s", q.Target, p, q.Public)
		}
	}
}

// loadParity loads a manifest with the references that its case describes.
func loadParity(t *testing.T, name, project string) *Manifest {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata/parity", name))
	if err != nil {
		t.Fatal(err)
	}
	description, err := os.ReadFile(filepath.Join("testdata/parity", strings.TrimSuffix(name, ".toml")+".case.json"))
	if err != nil {
		t.Fatal(err)
	}
	var c struct{ Refs map[string]any }
	if err := json.Unmarshal(description, &c); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{reviewDir + "skill.toml": string(raw)}
	for path, content := range c.Refs {
		switch text := content.(type) {
		case string:
			files[reviewDir+path] = text
		case map[string]any:
			files[reviewDir+path] = strings.Repeat(text["repeat"].(string), int(text["times"].(float64)))
		}
	}
	for path := range files {
		if strings.HasSuffix(path, "/") {
			delete(files, path) // no file has such a name
		}
	}
	ms, err := Load(t.Context(), source.Memory(files, nil), Options{Paths: []string{reviewDir + "skill.toml"}, Project: project, Mode: ModeReviewAndImprove})
	if err != nil {
		t.Fatal(err)
	}
	return ms[0]
}
