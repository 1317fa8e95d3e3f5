// Package manifest reads skill.toml, a project's rules for reviews: its schema
// with exact places, which rules a change selects, the text a review prompt
// receives, and what a change of the manifest itself means. A manifest is
// context and never code.
package manifest

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/tomldoc"
)

// Status says what became of a manifest.
type Status string

// The statuses of a manifest. Only a loaded one is ever injected.
const (
	Loaded      Status = "loaded"      // it and what it cites is valid
	Missing     Status = "missing"     // not in the tree
	Invalid     Status = "invalid"     // any fault in it, its identity or its references
	Unavailable Status = "unavailable" // it could not be read
	Disabled    Status = "disabled"    // by the rollout mode
)

// Manifest is one skill.toml and what it cites.
type Manifest struct {
	Path   string // as found (a link's own path), relative to its tree; of a glob without match: the glob
	Status Status // as the gate sees it: a missing reference of any rule makes it invalid
	Err    error  // why it is unavailable
	Raw    string // as stored
	Hash   string // SHA-256 of Raw in lower-case hex; empty where nothing was read

	Project        Text
	ProjectChecked bool // it was compared with a project
	Name           Text
	Description    Text
	Version        Text // schema_version as written
	Rules          []Rule
	References     []Reference  // that rules cite, in the order of their first use
	Faults         []diag.Fault // sorted by place

	rulesKey diag.Span       // of a list of rules in brackets
	broken   bool            // a fault of the manifest itself
	overfull bool            // it cites more references than allowed; those beyond are in no list
	strays   map[string]bool // stems of citations that are no valid references
}

// Rule is one rule of a manifest.
type Rule struct {
	ID           Text
	Targets      Entries
	Instruction  Text
	Languages    Entries // as written
	Paths        Entries
	ExcludePaths Entries
	References   Entries
	At           diag.Span // its [[rules]] header or braces

	include, exclude []Glob
	languages        []string // ids
}

// Text is a text of a manifest, trimmed (a project is not), with its place.
type Text struct {
	Value string
	Span  diag.Span // quotes included; zero where the field is absent
}

// Entries is a list of texts with its place.
type Entries struct {
	Key   diag.Span // zero where the field is absent
	Items []Text
}

// Texts are the places of the texts that a manifest holds, quotes included.
func (m *Manifest) Texts() []diag.Span {
	spans := []diag.Span{m.Project.Span, m.Name.Span, m.Description.Span}
	for _, r := range m.Rules {
		spans = append(spans, r.ID.Span, r.Instruction.Span)
		for _, list := range []Entries{r.Targets, r.Languages, r.Paths, r.ExcludePaths, r.References} {
			for _, item := range list.Items {
				spans = append(spans, item.Span)
			}
		}
	}
	return spans
}

// Values are the texts of a list.
func (e Entries) Values() []string {
	values := make([]string, len(e.Items))
	for i, item := range e.Items {
		values[i] = item.Value
	}
	return values
}

// Reference is a file that rules cite.
type Reference struct {
	Path   string // as cited, relative to the manifest's directory
	SHA256 string // of its bytes, lower-case hex
	Text   string
	Found  bool // false: it counts as missing
}

// breaking are the rules whose findings make a manifest invalid.
var breaking = []string{
	"toml-syntax", "manifest-schema", "manifest-unknown-field", "manifest-project", "manifest-glob", "manifest-duplicate", "manifest-reference",
}

// Parse reads a manifest. Where project is empty, identity is not checked.
// References are not looked at; Load does that.
func Parse(path, raw, project string) *Manifest {
	m := &Manifest{Path: path, Raw: raw, Hash: Digest(raw), Status: Loaded}
	r := reader{m: m, project: project}
	tooLong := r.tooLong()
	doc, faults := tomldoc.Parse(raw)
	for _, f := range faults {
		r.fault("toml-syntax", f.Span, "%s", f.Message)
	}
	if doc != nil {
		r.document(doc)
	}
	if tooLong {
		m.Rules, m.References = nil, nil // nothing of it is compared with a tree
	}
	m.settle()
	m.broken = m.Status != Loaded
	return m
}

// settle sorts the faults and draws the status from them.
func (m *Manifest) settle() {
	slices.SortStableFunc(m.Faults, func(a, b diag.Fault) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), comparePos(a.Span.Start, b.Span.Start), comparePos(a.Span.End, b.Span.End), strings.Compare(a.Rule, b.Rule))
	})
	if slices.ContainsFunc(m.Faults, breaks) {
		m.Status = Invalid
	}
}

func breaks(f diag.Fault) bool { return slices.Contains(breaking, f.Rule) }

func comparePos(a, b diag.Pos) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// Rule is the rule of that id, nil where there is none.
func (m *Manifest) Rule(id string) *Rule {
	for i := range m.Rules {
		if m.Rules[i].ID.Value == id {
			return &m.Rules[i]
		}
	}
	return nil
}

// Digest is the SHA-256 of a text in lower-case hex.
func Digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}
