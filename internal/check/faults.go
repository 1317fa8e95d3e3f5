package check

import (
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/library"
	"github.com/skillbrief/skillbrief/internal/skill"
)

// faults reports what the readers of files found under the rule's id.
func faults(p *Pass) {
	for _, s := range p.own() {
		for _, f := range s.Faults {
			if f.Rule == p.rule.ID {
				p.fault(f)
			}
		}
	}
	for _, list := range [][]diag.Fault{p.After.Found.Escapes, p.Faults} {
		for _, f := range list {
			if f.Rule == p.rule.ID {
				p.fault(f)
			}
		}
	}
}

func (p *Pass) fault(f diag.Fault) {
	p.report(f.Path, f.Span, f.Fix, "%s", f.Message)
}

// own are the repository's skills: those of the host's libraries are not the
// change's to mend.
func (p *Pass) own() []*library.Skill {
	return own(p.After)
}

func own(lib *library.Library) []*library.Skill {
	list := make([]*library.Skill, 0, len(lib.Skills))
	for _, s := range lib.Skills {
		if s.Origin == 0 {
			list = append(list, s)
		}
	}
	return list
}

// skills makes a rule's check of one that looks at each skill.
func skills(check func(*Pass, *library.Skill)) func(*Pass) {
	return func(p *Pass) {
		for _, s := range p.own() {
			check(p, s)
		}
	}
}

// nameSpan is the place of a skill's name; zero where it has none.
func nameSpan(s *library.Skill) diag.Span { return valueSpan(s.Field("name")) }

// valueSpan is the place of a fault of a value: the value, or its key where it
// is blank, a list or a map.
func valueSpan(f *skill.Field) diag.Span {
	switch {
	case f == nil:
		return diag.Span{}
	case f.Kind != skill.Scalar, f.ValueSpan.IsZero(), f.Style == skill.Plain && f.Type == "null", strings.TrimFunc(f.Text, skill.IsSpace) == "":
		return f.KeySpan
	}
	return f.ValueSpan
}

func hasField(fields []skill.Field, key string) bool {
	return slices.ContainsFunc(fields, func(f skill.Field) bool { return f.Key == key })
}
