// Package check holds the rules: what the authors of skills and manifests get
// wrong, each rule a plain value with its document beside it. It is pure.
package check

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/skillbrief/skillbrief/internal/brief"
	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/glob"
	"github.com/skillbrief/skillbrief/internal/library"
)

// Rule is one kind of fault. Its id names its document, rules/<id>.txtar.
type Rule struct {
	ID       string
	Severity diag.Severity
	Security bool // no setting lowers it, only an exception with a reason
	Check    func(*Pass)
}

// Input is what the rules look at.
type Input struct {
	After, Before *library.Library // Before nil without one
	// Plan and PlanBefore are the blocks of After and Before; the three budget
	// rules are silent without a Plan.
	Plan, PlanBefore *brief.Plan
	// Faults are what the readers of manifests and configuration found.
	Faults []diag.Fault

	Severity   map[string]diag.Severity // by rule; of a security rule only a rise counts
	Exceptions []config.Exception
	Routes     []config.Route
	Config     string // path of the file that holds Exceptions and Routes
	Today      string // yyyy-mm-dd
}

// Pass is one rule at work.
type Pass struct {
	Input
	rule  *Rule
	texts []*text
	found []diag.Finding
	limit int // of found, while one text is checked
}

// Used is an exception in use, and how many findings it took away.
type Used struct {
	config.Exception
	Findings int
}

// Run gives what the rules find, sorted, and the exceptions in use.
func Run(in Input) ([]diag.Finding, []Used) {
	found := []diag.Finding{}
	texts := readable(in.After)
	for i := range rules {
		p := Pass{Input: in, rule: &rules[i], texts: texts}
		if in.severity(p.rule) != diag.Off {
			p.rule.Check(&p)
			found = append(found, p.bounded()...)
		}
	}
	conceal(found, texts)
	found, used := except(in, found)
	slices.SortFunc(found, diag.Compare)
	return slices.CompactFunc(found, func(a, b diag.Finding) bool { return diag.Compare(a, b) == 0 }), used
}

// Known lists the rules, sorted by id.
func Known() []Rule { return slices.Clone(rules) }

// Configurable are the rules as a configuration may name them.
func Configurable() []config.Rule {
	list := make([]config.Rule, len(rules))
	for i, r := range rules {
		list[i].ID = r.ID
		if r.Security {
			list[i].Least = r.Severity
		}
	}
	return list
}

// Lookup is the rule of that id.
func Lookup(id string) (Rule, bool) {
	i, ok := slices.BinarySearchFunc(rules, id, func(r Rule, id string) int { return cmp.Compare(r.ID, id) })
	if !ok {
		return Rule{}, false
	}
	return rules[i], true
}

func (in *Input) severity(r *Rule) diag.Severity {
	s, ok := in.Severity[r.ID]
	if !ok || r.Security && s < r.Severity {
		return r.Severity
	}
	return s
}

// report adds a finding. The zero span stands for the whole file.
func (p *Pass) report(path string, span diag.Span, fix *diag.Edit, format string, args ...any) {
	p.found = append(p.found, diag.Finding{
		Rule: p.rule.ID, Severity: p.severity(p.rule),
		Path: path, Span: span, Message: fmt.Sprintf(format, args...), Fix: fix,
	})
}

// except takes away the findings that an exception names and reports the
// exceptions that are of no use.
func except(in Input, found []diag.Finding) ([]diag.Finding, []Used) {
	if len(in.Exceptions) == 0 {
		return found, nil
	}
	hits := map[int]int{}
	found = slices.DeleteFunc(found, func(f diag.Finding) bool {
		gone := false
		for i, e := range in.Exceptions {
			if in.expired(e) || e.Rule != f.Rule {
				continue
			}
			if glob.Match(e.Path, f.Path) {
				hits[i]++
				gone = true
			}
		}
		return gone
	})
	unused, _ := Lookup("exception-unused")
	p := Pass{Input: in, rule: &unused}
	used := []Used{}
	for i, e := range in.Exceptions {
		if hits[i] > 0 {
			used = append(used, Used{e, hits[i]})
		} else if in.severity(&unused) != diag.Off {
			p.report(in.Config, e.Span, nil, "%s", in.useless(e))
		}
	}
	return append(found, p.found...), used
}

func (in *Input) expired(e config.Exception) bool { return e.Until != "" && e.Until < in.Today }

// useless says why an exception has no effect.
func (in *Input) useless(e config.Exception) string {
	if _, ok := Lookup(e.Rule); !ok {
		return "exception for the rule " + diag.Quote(e.Rule) + ", which does not exist" + suggest(diag.Nearest(e.Rule, ids()))
	}
	if in.expired(e) {
		return fmt.Sprintf("exception for %s in %s ended on %s; mend the findings or give a later date", e.Rule, diag.Quote(e.Path), e.Until)
	}
	return fmt.Sprintf("exception for %s in %s takes no finding away; remove it", e.Rule, diag.Quote(e.Path))
}

// ids are those of the rules, sorted.
func ids() []string {
	list := make([]string, len(rules))
	for i, r := range rules {
		list[i] = r.ID
	}
	return list
}

// suggest ends a message with a near name, if there is one.
func suggest(near string) string {
	if near == "" {
		return ""
	}
	return "; did you mean " + diag.Quote(near) + "?"
}
