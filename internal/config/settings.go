// Package config holds the settings of a run: the one table of options, what
// the repository's own files at the trusted commit say, and the inputs over them.
package config

import "github.com/skillbrief/skillbrief/internal/diag"

// Settings is what a run obeys. Lists keep the order in which they were given.
type Settings struct {
	Paths, BriefPaths []string // repository paths; BriefPaths empty: Paths
	LibraryPaths      []string // host-level skill libraries
	Exclude           []string // globs
	Manifests         []string // paths or globs of skill.toml

	Enabled         bool
	Budget          int    // tokens of the block
	Encoding, Model string // tokenizer
	Strategy        string // prefix, fill, graded
	MaxSkills       int    // 0: all
	Layout          string // pr-agent, catalog
	Targets         []string

	Languages, ChangedFiles []string // empty: from the change
	Project                 string   // empty: unknown
	RolloutMode             string
	EvolutionBranches       []string
	EvolutionMaxEdits       int

	TrustedSHA    string
	TrustedRefs   []string
	UntrustedBase string

	Scope          string        // new, changed, all; empty: by whether there is a before
	FailOn         diag.Severity // Off: never
	Severity       map[string]diag.Severity
	OutputDir      string
	MaxOutputBytes int
	CheckRun       bool
	Comment        bool
	GitHubToken    string
	LibraryToken   string

	// Given names the options that an input or a file set.
	Given map[string]bool
	// Warnings are about inputs: no findings, they count nowhere.
	Warnings []string

	Exceptions []Exception
	Routes     []Route
}

// Exception takes findings of one rule in some files out of the count.
type Exception struct {
	Rule   string
	Path   string // doublestar glob
	Reason string
	Until  string // yyyy-mm-dd, the last day it holds; empty: for ever
	Span   diag.Span
}

// Route says which files some skills are for.
type Route struct {
	Skills []string // names or globs of names
	Paths  []string // doublestar globs
	// Places of the values, one for each.
	SkillSpans, PathSpans []diag.Span
}

// UsageError is a fault of an input: the operator must mend it.
type UsageError struct{ Err error }

func (e UsageError) Error() string { return e.Err.Error() }

func (e UsageError) Unwrap() error { return e.Err }
