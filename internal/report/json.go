package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// document is the JSON report, version 1. Its shape is a promise; the Report may
// change.
type document struct {
	Version   int            `json:"version"`
	Result    string         `json:"result"`
	Trusted   string         `json:"trusted"`
	Before    string         `json:"before"`
	After     string         `json:"after"`
	Counts    jsonCounts     `json:"counts"`
	Findings  []jsonFinding  `json:"findings"`
	Budget    *jsonBudget    `json:"budget"`
	Skills    []jsonSkill    `json:"skills"`
	Manifests []jsonManifest `json:"manifests"`
}

type jsonCounts struct {
	Error   int `json:"error"`
	Warning int `json:"warning"`
	Notice  int `json:"notice"`
}

// jsonFinding has no line and column where it is about a whole file.
type jsonFinding struct {
	Rule      string `json:"rule"`
	Severity  string `json:"severity"`
	Path      string `json:"path"`
	Line      int    `json:"line,omitempty"`
	Column    int    `json:"column,omitempty"`
	EndLine   int    `json:"endLine,omitempty"`
	EndColumn int    `json:"endColumn,omitempty"`
	Message   string `json:"message"`
	InScope   bool   `json:"inScope"`
}

type jsonBudget struct {
	Limit     int    `json:"limit"`
	Encoding  string `json:"encoding"`
	Estimated bool   `json:"estimated"`
	Strategy  string `json:"strategy"`
	Used      int    `json:"used"`
	Before    *int   `json:"before,omitempty"`
}

type jsonSkill struct {
	Name   string `json:"name"`
	Path   string `json:"path"`
	Blob   string `json:"blob"`
	Tokens int    `json:"tokens"`
	Status string `json:"status"`
}

type jsonManifest struct {
	Path   string `json:"path"`
	Status string `json:"status"`
	Hash   string `json:"hash"`
	Rules  int    `json:"rules"`
}

func writeJSON(w io.Writer, r *Report) error {
	doc := document{
		Version: 1, Result: r.Result,
		Trusted: r.Trusted.SHA, Before: r.Before.SHA, After: r.After.SHA,
		Counts:   jsonCounts(r.Counts()),
		Findings: []jsonFinding{}, Skills: []jsonSkill{}, Manifests: []jsonManifest{},
	}
	for _, f := range r.sorted() {
		doc.Findings = append(doc.Findings, jsonFinding{
			f.Rule, f.Severity.String(), diag.Path(f.Path), f.Span.Start.Line, f.Span.Start.Column,
			f.Span.End.Line, f.Span.End.Column, f.Message, f.InScope,
		})
	}
	if b := r.Budget; b != nil {
		doc.Budget = &jsonBudget{b.Limit, b.Encoding, b.Estimated, b.Strategy, b.Used, b.Before}
	}
	for _, s := range r.Skills {
		doc.Skills = append(doc.Skills, jsonSkill{s.Name, diag.Path(s.Path), s.Blob, s.Tokens, s.Status})
	}
	for _, m := range r.Manifests {
		doc.Manifests = append(doc.Manifests, jsonManifest{diag.Path(m.Path), m.Status, m.Hash, m.Rules})
	}
	return encode(w, doc)
}

func encode(w io.Writer, v any) error {
	data, err := marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// marshal gives v as indented JSON with a line end, HTML characters as they are, always
// UTF-8, and inert on a runner.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	return InertJSON(b.Bytes()), nil
}

// InertJSON is the same JSON value, written so that a runner finds no command in
// it and a terminal nothing to obey: what could act is written as an escape.
func InertJSON(data []byte) []byte {
	out := make([]byte, 0, len(data))
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		switch {
		case r == '[' && bytes.HasSuffix(out, []byte("##")):
			out = append(out, `\u005b`...)
		case r >= 0x7F && disruptive(r):
			out = fmt.Appendf(out, `\u%04x`, r)
		case r == utf8.RuneError && n == 1:
			out = append(out, "\uFFFD"...)
		default:
			out = append(out, data[i:i+n]...)
		}
		i += n
	}
	return out
}
