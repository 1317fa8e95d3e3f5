package check

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/library"
	"github.com/skillbrief/skillbrief/internal/skill"
)

const (
	nameLimit        = 64   // code points, after NFKC
	descriptionLimit = 1024 // code points
	compatibleLimit  = 500  // code points
)

func nameFormat(p *Pass, s *library.Skill) {
	if s.Name == "" {
		return
	}
	if fault := badName(norm.NFKC.String(s.Name)); fault != "" {
		p.report(s.Path, nameSpan(s), nil, "name %s %s", diag.Quote(s.Name), fault)
	}
}

// badName says what the specification has against a name in NFKC, in the terms
// of its reference validator, which uses Python's str.lower and str.isalnum;
// empty when nothing.
func badName(name string) string {
	place := 0
	for _, r := range name {
		place++
		if r != '-' && !unicode.IsLetter(r) && !unicode.IsNumber(r) {
			return fmt.Sprintf("has the %s at position %d; use lower-case letters, digits and hyphens", character(r), place)
		}
	}
	switch {
	case strings.ToLower(name) != name:
		return "is not in lower case; write " + diag.Quote(strings.ToLower(name))
	case strings.HasPrefix(name, "-"), strings.HasSuffix(name, "-"):
		return "begins or ends with a hyphen; remove it"
	case strings.Contains(name, "--"):
		return "has two hyphens in a row; use one"
	}
	return ""
}

// character names one for a message that may not show it.
func character(r rune) string {
	if !unicode.IsPrint(r) || unicode.Is(blanks, r) {
		return fmt.Sprintf("invisible character U+%04X", r)
	}
	return fmt.Sprintf("character %q", r)
}

func nameLength(p *Pass, s *library.Skill) {
	if n := utf8.RuneCountInString(norm.NFKC.String(s.Name)); n > nameLimit {
		p.report(s.Path, nameSpan(s), nil, "name has %d characters, at most %d are allowed", n, nameLimit)
	}
}

func nameNotPortable(p *Pass, s *library.Skill) {
	if norm.NFKC.String(s.Name) != s.Name {
		p.report(s.Path, nameSpan(s), nil, "name %s is written with characters that normalisation (NFKC) changes; loaders that take only a-z, 0-9 and hyphens refuse it", diag.Quote(s.Name))
		return
	}
	foreign := func(r rune) bool { return r > unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsNumber(r)) }
	if i := strings.IndexFunc(s.Name, foreign); i >= 0 {
		r, _ := utf8.DecodeRuneInString(s.Name[i:])
		p.report(s.Path, nameSpan(s), nil, "name %s has the letter %q; loaders that take only a-z, 0-9 and hyphens refuse it", diag.Quote(s.Name), r)
	}
}

func nameMismatch(p *Pass, s *library.Skill) {
	dir := path.Base(s.Dir)
	if s.Name == "" || s.Dir == "" || sameName(s.Name, dir) || s.Target != s.Path && sameName(s.Name, path.Base(path.Dir(s.Target))) {
		return
	}
	p.report(s.Path, nameSpan(s), renaming(s, dir), "name %s differs from its directory %s; make them equal", diag.Quote(s.Name), diag.Quote(dir))
}

func sameName(a, b string) bool { return norm.NFKC.String(a) == norm.NFKC.String(b) }

var plainName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// renaming makes the name that of the directory, where that is a good one.
func renaming(s *library.Skill, dir string) *diag.Edit {
	f := s.Field("name")
	if f == nil || f.Kind != skill.Scalar || f.Style == skill.Literal || f.Style == skill.Folded ||
		!plainName.MatchString(dir) || len(dir) > nameLimit || f.ValueSpan.Start.Line != f.ValueSpan.End.Line {
		return nil
	}
	switch dir {
	case "null", "true", "false", "yes", "no", "on", "off": // YAML types these
		dir = `"` + dir + `"`
	}
	return replace(s, f.ValueSpan, dir)
}

// replace is the edit that puts text in the place of a span of SKILL.md.
func replace(s *library.Skill, span diag.Span, text string) *diag.Edit {
	return &diag.Edit{Start: s.Lines.Offset(span.Start), End: s.Lines.Offset(span.End), Text: text}
}
