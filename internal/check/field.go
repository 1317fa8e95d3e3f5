package check

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/library"
	"github.com/skillbrief/skillbrief/internal/skill"
)

// specified are the fields of the specification, https://agentskills.io/specification.
var specified = []string{"allowed-tools", "compatibility", "description", "license", "metadata", "name"}

// extensions are fields that large clients and catalogues document; the document
// of unknown-field names the source of each.
var extensions = []string{
	"agent", "argument-hint", "arguments", "author", "category", "context", "dependencies", "disable-model-invocation",
	"disallowed-tools", "effort", "homepage", "hooks", "keywords", "mode", "model", "paths", "repository", "shell",
	"tags", "triggers", "type", "user-invocable", "version", "when_to_use", "whenToUse",
}

// structured are the known fields that can be a list or a map.
var structured = []string{"allowed-tools", "dependencies", "disallowed-tools", "hooks", "keywords", "metadata", "paths", "tags", "triggers"}

func descriptionLength(p *Pass, s *library.Skill) {
	if n := utf8.RuneCountInString(s.Description); n > descriptionLimit {
		p.report(s.Path, valueSpan(s.Field("description")), nil, "description has %d characters, at most %d are allowed", n, descriptionLimit)
	}
}

func compatibilityLength(p *Pass, s *library.Skill) {
	f := s.Field("compatibility")
	if f == nil || f.Kind != skill.Scalar {
		return
	}
	switch n := utf8.RuneCountInString(strings.TrimFunc(f.Text, skill.IsSpace)); {
	case n == 0 || f.Type == "null":
		p.report(s.Path, f.KeySpan, nil, "compatibility is empty; say what the skill needs, or leave the field out")
	case n > compatibleLimit:
		p.report(s.Path, f.ValueSpan, nil, "compatibility has %d characters, at most %d are allowed", n, compatibleLimit)
	}
}

func metadataType(p *Pass, s *library.Skill) {
	f := s.Field("metadata")
	if f == nil {
		return
	}
	if f.Kind != skill.Map {
		p.report(s.Path, valueSpan(f), nil, "metadata is %s, expected a map of names and texts", shape(f))
		return
	}
	for _, item := range f.Fields {
		if item.Kind != skill.Scalar {
			p.report(s.Path, item.KeySpan, nil, "the value of %s in metadata is %s, expected text; loaders that take text only drop it", diag.Quote(item.Key), shape(&item))
		}
	}
}

// shape names what a value is, for a message.
func shape(f *skill.Field) string {
	switch {
	case f.Kind == skill.List:
		return "a list"
	case f.Kind == skill.Map:
		return "a map"
	case f.Type == "null", strings.TrimFunc(f.Text, skill.IsSpace) == "":
		return "empty"
	case f.Style != skill.Plain, f.Type == "text":
		return "text"
	case f.Type == "integer", f.Type == "float":
		return "a number"
	}
	return "a " + f.Type
}

func allowedToolsType(p *Pass, s *library.Skill) {
	f := s.Field("allowed-tools")
	if f == nil || f.Kind == skill.List && len(f.Items) > 0 {
		return
	}
	if is := shape(f); is != "text" {
		if f.Kind == skill.List {
			is = "an empty list"
		}
		p.report(s.Path, valueSpan(f), nil, "allowed-tools is %s, expected tool names separated by spaces", is)
	}
}

func allowedToolsForm(p *Pass, s *library.Skill) {
	f := s.Field("allowed-tools")
	switch {
	case f == nil:
	case f.Kind == skill.List && len(f.Items) > 0:
		p.report(s.Path, f.KeySpan, nil, "allowed-tools is a list; the specification has one text with tool names separated by spaces")
	case f.Kind == skill.Scalar && commas(f.Text):
		p.report(s.Path, f.ValueSpan, nil, "allowed-tools is separated by commas; the specification separates tool names by spaces")
	}
}

// commas reports whether commas separate tools: those inside the parentheses of
// a pattern such as Bash(git add:*, git commit:*) do not.
func commas(tools string) bool {
	depth := 0
	for _, r := range tools {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				return true
			}
		}
	}
	return false
}

func unknownField(p *Pass, s *library.Skill) {
	known := slices.Concat(specified, extensions)
	// Of several fields for one name none is renamed.
	nears, rivals := make([]string, len(s.Fields)), map[string]int{}
	for i, f := range s.Fields {
		if !slices.Contains(known, f.Key) {
			nears[i] = meant(f.Key, known)
			rivals[nears[i]]++
		}
	}
	for i, f := range s.Fields {
		if slices.Contains(known, f.Key) || strings.HasPrefix(f.Key, "x-") || hasField(s.Fields[:i], f.Key) || s.IsFeature(f) {
			continue
		}
		near := nears[i]
		if f.Kind != skill.Scalar && !slices.Contains(structured, near) {
			near = ""
		}
		advice := suggest(near)
		if near == "" {
			advice = "; remove it, put it below metadata, or name it " + extension(f.Key)
		}
		var fix *diag.Edit
		if rivals[near] == 1 {
			fix = renamed(s, f, near, known)
		}
		p.report(s.Path, f.KeySpan, fix, "field %s is not in the specification%s", diag.Quote(f.Key), advice)
	}
}

// meant is the known field that a key most likely stands for.
func meant(key string, known []string) string {
	if strings.EqualFold(key, "tools") {
		return "allowed-tools" // as it is called in the files of agents
	}
	return diag.Nearest(key, known)
}

// extension is a key under the name that any field may have.
func extension(key string) string {
	if key == "" || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) || len(key) > 40 {
		return "x-..."
	}
	return "x-" + strings.TrimPrefix(strings.TrimPrefix(key, "X-"), "x-")
}

// renamed is certain where just one known field is near and it is not there yet.
func renamed(s *library.Skill, f skill.Field, near string, known []string) *diag.Edit {
	others := slices.DeleteFunc(slices.Clone(known), func(k string) bool { return k == near })
	if near == "" || hasField(s.Fields, near) || diag.Nearest(f.Key, others) != "" {
		return nil
	}
	return replace(s, f.KeySpan, near)
}

func angleBracket(p *Pass, s *library.Skill) {
	for _, key := range []string{"name", "description"} {
		f := s.Field(key)
		if f != nil && f.Kind == skill.Scalar && strings.ContainsAny(f.Text, "<>") {
			p.report(s.Path, f.ValueSpan, nil, "%s has < or >, which the upload to claude.ai refuses", key)
		}
	}
}

const (
	bodyTokens = 5000
	bodyLines  = 500
)

func bodyEmpty(p *Pass, s *library.Skill) {
	if !s.Broken && s.Body == "" {
		p.report(s.Path, diag.Span{}, nil, "nothing follows the frontmatter; write the instructions below it")
	}
}

func bodyTooLong(p *Pass, s *library.Skill) {
	if s.Broken {
		return
	}
	lines := strings.Count(s.Body, "\n") + 1
	tokens := 0
	if len(s.Body) > bodyTokens && s.Tokens > bodyTokens { // a token is a byte or more
		tokens = p.After.Encoding.Count(s.Body)
	}
	if tokens > bodyTokens {
		p.report(s.Path, diag.Span{}, nil, "the body has %d tokens, at most %d are recommended; move detail into references", tokens, bodyTokens)
	} else if lines > bodyLines {
		p.report(s.Path, diag.Span{}, nil, "the body has %d lines, at most %d are recommended; move detail into references", lines, bodyLines)
	}
}
