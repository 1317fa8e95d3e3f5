// Package library holds what a tree and the host's libraries know for reviews:
// skills and manifests, loaded and counted once.
package library

import (
	"path"
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/manifest"
	"github.com/skillbrief/skillbrief/internal/skill"
	"github.com/skillbrief/skillbrief/internal/source"
	"github.com/skillbrief/skillbrief/internal/tokens"
)

// Library is what was found in one tree and in the host's libraries.
type Library struct {
	Commit string        // of the tree
	Plain  bool          // the tree is a directory that is no work tree
	Files  []source.File // of the tree, sorted
	// Skills of the repository and of the host's libraries in the order of the
	// block: libraries first, then by name, ties by path.
	Skills    []*Skill
	Found     skill.Found // discovery in the tree
	Manifests []*manifest.Manifest
	Unread    error // why manifests are unavailable: reviews go on without them
	Encoding  *tokens.Encoding

	texts map[string]string // by path; nil until one is asked for
}

// Skill is a skill with what only its library knows.
type Skill struct {
	*skill.Skill
	Origin  int    // 0: the repository; n: the nth library path
	Place   string // its path as shown: below the library path where it has one
	InBrief bool   // below the brief's paths
	Text    string // as rendered, with resources; empty where broken
	Tokens  int    // of Text
	// MirrorOf and ShadowedBy name the skill that stands for this one.
	MirrorOf, ShadowedBy *Skill

	line, body int // tokens; 0: not counted yet
}

// LineTokens counts the skill's line when first asked; not safe for concurrent
// use, as BodyTokens is not.
func (s *Skill) LineTokens(e *tokens.Encoding) int {
	if s.line == 0 {
		s.line = e.Count(s.LineText(s.Origin == 0))
	}
	return s.line
}

// BodyTokens counts the skill's text without its resources when first asked.
func (s *Skill) BodyTokens(e *tokens.Encoding) int {
	switch {
	case len(s.Resources) == 0:
		return s.Tokens
	case s.body == 0:
		s.body = e.Count(s.BodyText())
	}
	return s.body
}

// Routes are the globs of metadata.paths, which say what files a skill is for.
func (s *Skill) Routes() []string {
	if f := s.RouteField(); f != nil {
		return strings.FieldsFunc(f.Text, skill.IsSpace)
	}
	return nil
}

// RouteField is the field metadata.paths, nil where it is absent or no text.
func (s *Skill) RouteField() *skill.Field {
	metadata := s.Field("metadata")
	if metadata == nil {
		return nil
	}
	i := slices.IndexFunc(metadata.Fields, func(f skill.Field) bool {
		return f.Key == "paths" && f.Kind == skill.Scalar && (f.Style != skill.Plain || f.Type != "null")
	})
	if i < 0 {
		return nil
	}
	return &metadata.Fields[i]
}

// Find gives the file of a path in the tree's list.
func (l *Library) Find(path string) (source.File, bool) {
	return (&source.Tree{Files: l.Files}).Find(path)
}

// Text is the text of a file that was read of the tree, as stored; not safe for
// concurrent use.
func (l *Library) Text(path string) (string, bool) {
	if l.texts == nil {
		l.index()
	}
	text, ok := l.texts[path]
	return text, ok
}

// index keeps the first text of each path.
func (l *Library) index() {
	l.texts = map[string]string{}
	add := func(path, text string) {
		if _, ok := l.texts[path]; !ok {
			l.texts[path] = text
		}
	}
	for _, s := range l.Skills {
		if s.Origin > 0 {
			continue
		}
		if s.Raw != "" {
			add(s.Path, s.Raw)
		}
		for _, r := range s.Resources {
			add(r.Path, r.Raw)
		}
	}
	for _, m := range l.Manifests {
		if m.Raw != "" {
			add(m.Path, m.Raw)
		}
		for _, r := range m.References {
			if r.Found {
				add(path.Join(path.Dir(m.Path), r.Path), r.Text)
			}
		}
	}
}
