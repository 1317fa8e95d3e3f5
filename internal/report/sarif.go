package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// sarifLimit is the number of results that GitHub's code scanning takes of a run.
const sarifLimit = 25_000

// The types below are the part of SARIF 2.1.0 that is written.
type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool         `json:"tool"`
	Invocations []sarifInvocation `json:"invocations"`
	ColumnKind  string            `json:"columnKind"`
	Results     []sarifResult     `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	Version        string      `json:"version,omitempty"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID            string        `json:"id"`
	Short         sarifText     `json:"shortDescription"`
	Help          sarifText     `json:"help"`
	HelpURI       string        `json:"helpUri"`
	Configuration sarifLevel    `json:"defaultConfiguration"`
	Properties    sarifRuleTags `json:"properties"`
}

type sarifLevel struct {
	Level string `json:"level"`
}

type sarifRuleTags struct {
	Tags []string `json:"tags"`
}

type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level   string    `json:"level"`
	Message sarifText `json:"message"`
}

type sarifResult struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    *int              `json:"ruleIndex,omitempty"`
	Level        string            `json:"level"`
	Message      sarifText         `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Fingerprints map[string]string `json:"partialFingerprints"`
	Properties   sarifProperties   `json:"properties"`
}

type sarifProperties struct {
	InScope bool `json:"inScope"`
}

type sarifLocation struct {
	Physical sarifPhysical `json:"physicalLocation"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI    string `json:"uri"`
	BaseID string `json:"uriBaseId"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}

func writeSARIF(w io.Writer, r *Report) error {
	run := sarifRunOf(r, sarifLimit)
	return encode(w, sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// sarifRunOf holds at most limit results, the gravest.
func sarifRunOf(r *Report, limit int) sarifRun {
	run := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name: "skillbrief", Version: r.Tool, InformationURI: "https://github.com/skillbrief/skillbrief", Rules: []sarifRule{},
		}},
		Invocations: []sarifInvocation{{Successful: r.Failure == ""}},
		ColumnKind:  "unicodeCodePoints",
		Results:     []sarifResult{},
	}
	index := map[string]int{}
	for i, rule := range r.Rules {
		index[rule.ID] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRuleOf(rule))
	}
	invocation := &run.Invocations[0]
	if r.Failure != "" {
		invocation.note("error", r.Failure)
	}
	found := fingerprinted(r.sorted())
	if len(found) > limit {
		invocation.note("warning", fmt.Sprintf("%d more findings are left out, the limit is %d; the JSON report holds all", len(found)-limit, limit))
		slices.SortStableFunc(found, func(a, b fingerprint) int { return cmp.Compare(b.Severity, a.Severity) })
		found = found[:limit]
	}
	for _, f := range found {
		run.Results = append(run.Results, sarifResultOf(f, index))
	}
	return run
}

func (i *sarifInvocation) note(level, text string) {
	i.Notifications = append(i.Notifications, sarifNotification{level, sarifText{Text: withoutLinks(text)}})
}

// withoutLinks keeps a viewer from making a link of foreign text: plain text may hold
// [text](destination) (SARIF 2.1.0, 3.11.6).
func withoutLinks(s string) string { return strings.ReplaceAll(s, "](", `]\(`) }

func sarifRuleOf(rule Rule) sarifRule {
	tags := []string{"skills"}
	if rule.Security {
		tags = append(tags, "security")
	}
	var summary, help string
	if rule.Document != nil {
		summary, help = rule.Document()
	}
	summary = cmp.Or(summary, rule.ID)
	help = cmp.Or(help, summary)
	return sarifRule{
		rule.ID,
		sarifText{Text: summary},
		sarifText{help, help},
		rulesURL + "#" + rule.ID,
		sarifLevel{level(rule.Severity)},
		sarifRuleTags{tags},
	}
}

func sarifResultOf(f fingerprint, index map[string]int) sarifResult {
	result := sarifResult{
		RuleID: f.Rule, Level: level(f.Severity), Message: sarifText{Text: withoutLinks(oneLine(f.Message))},
		Locations:    []sarifLocation{{sarifPhysical{sarifArtifact{uri(f.Path), "%SRCROOT%"}, region(f.Span)}}},
		Fingerprints: map[string]string{"skillbrief/v1": f.sum}, Properties: sarifProperties{f.InScope},
	}
	if i, ok := index[f.Rule]; ok {
		result.RuleIndex = &i
	}
	return result
}

func region(s diag.Span) *sarifRegion {
	if s.Start.Line < 1 {
		return nil
	}
	if s.End.Line < s.Start.Line || s.Start.Column < 1 || s.End.Column < 1 {
		return &sarifRegion{StartLine: s.Start.Line}
	}
	return &sarifRegion{s.Start.Line, s.Start.Column, s.End.Line, s.End.Column}
}

func level(s diag.Severity) string {
	switch s {
	case diag.Error:
		return "error"
	case diag.Warning:
		return "warning"
	case diag.Notice:
		return "note"
	}
	return "none"
}

// uri is a path as a relative URI, byte by byte; the root stands for no file,
// because a result without a location is refused.
func uri(path string) string {
	if path == "" {
		return "."
	}
	var b strings.Builder
	for i := range len(path) {
		c := path[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~/", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
