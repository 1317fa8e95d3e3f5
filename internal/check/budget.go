package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/brief"
	"github.com/skillbrief/skillbrief/internal/diag"
)

// standing is how much of a skill a block holds.
func standing(s brief.Status) int {
	switch s {
	case brief.Included:
		return 4
	case brief.BodyOnly:
		return 3
	case brief.LineOnly:
		return 2
	case brief.Clipped:
		return 1
	}
	return 0
}

// squeezed are the skills that take part and that the block does not hold
// whole.
func squeezed(plan *brief.Plan) []brief.Item {
	var items []brief.Item
	for _, i := range plan.Items {
		if i.Status.Short() {
			items = append(items, i)
		}
	}
	return items
}

// best are the items of a plan that may be nil by the name of the skill, broken
// ones aside: of one name the item that the block holds most of.
func best(plan *brief.Plan) map[string]brief.Item {
	items := map[string]brief.Item{}
	if plan == nil {
		return items
	}
	for _, i := range plan.Items {
		if old, ok := items[i.Name]; !i.Broken && (!ok || standing(i.Status) > standing(old.Status)) {
			items[i.Name] = i
		}
	}
	return items
}

// overBudget speaks of skills of which the block holds less than before.
func overBudget(p *Pass) {
	before := best(p.PlanBefore)
	lost := p.squeezedWhere(func(now brief.Item) bool {
		old, ok := before[now.Name]
		return ok && standing(old.Status) > standing(now.Status)
	})
	p.budget(lost, "the merge would leave less of the brief")
}

func newSkillOverBudget(p *Pass) {
	before := best(p.PlanBefore)
	unfit := p.squeezedWhere(func(now brief.Item) bool {
		_, ok := before[now.Name]
		return p.PlanBefore != nil && !ok
	})
	p.budget(unfit, "a new skill does not fit into the brief")
}

// budgetShort speaks of the skills that did not fit before either, and of all
// where there is no before.
func budgetShort(p *Pass) {
	before := best(p.PlanBefore)
	short := p.squeezedWhere(func(now brief.Item) bool {
		old, ok := before[now.Name]
		return p.PlanBefore == nil || ok && standing(old.Status) <= standing(now.Status)
	})
	p.budget(short, "not every skill fits into the brief")
}

func (p *Pass) squeezedWhere(test func(brief.Item) bool) []brief.Item {
	if p.Plan == nil {
		return nil
	}
	return slices.DeleteFunc(squeezed(p.Plan), func(i brief.Item) bool { return !test(i) })
}

// budget gives the one finding about the skills concerned. The numbers come
// first: of a long list of names the end may not be shown.
func (p *Pass) budget(concerned []brief.Item, what string) {
	if len(concerned) == 0 {
		return
	}
	names := make([]string, 0, maxConcerned)
	for _, c := range concerned[:min(len(concerned), maxConcerned)] {
		names = append(names, fmt.Sprintf("%s (%d tokens, %s)", diag.Quote(c.Name), c.Tokens, c.Status))
	}
	if more := len(concerned) - maxConcerned; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	p.report(p.culprit(concerned), diag.Span{}, nil, "%s: %s and %d of %d skills fit whole (strategy %s%s); concerned: %s",
		what, p.bound(), p.whole(), p.takingPart(), p.Plan.Strategy, p.alternatives(), strings.Join(names, ", "))
}

// maxConcerned is how many skills a message names; the report lists them all.
const maxConcerned = 50

// bound is what keeps skills out of the block.
func (p *Pass) bound() string {
	budget := fmt.Sprintf("the budget is %d tokens", p.Plan.Budget)
	if p.Plan.Estimated {
		budget += " (estimated with " + p.Plan.Encoding.Name() + ")"
	}
	if n := p.Plan.MaxSkills; n > 0 && n < p.takingPart() {
		return fmt.Sprintf("max-skills is %d, %s", n, budget)
	}
	return budget
}

func (p *Pass) takingPart() int { return p.whole() + len(squeezed(p.Plan)) }

func (p *Pass) whole() int {
	n := 0
	for _, i := range p.Plan.Items {
		if i.Status == brief.Included {
			n++
		}
	}
	return n
}

// alternatives says how many skills the strategies that lose less would keep,
// whole or lowered.
func (p *Pass) alternatives() string {
	if p.Plan.Strategy != "prefix" || p.Plan.Layout == "catalog" {
		return ""
	}
	kept := func(strategy string) int {
		other := p.Plan.With(strategy)
		return other.Count() - other.Clipped()
	}
	return fmt.Sprintf("; fill would keep %d, graded %d", kept("fill"), kept("graded"))
}

// culprit is the path of the SKILL.md that grew most or came new, else of the
// first skill that does not fit. Library skills are not the change's to mend.
func (p *Pass) culprit(concerned []brief.Item) string {
	worst, growth := "", 0
	before := best(p.PlanBefore)
	for _, i := range p.Plan.Items {
		if p.PlanBefore == nil || i.Origin > 0 || !i.Status.Held() && i.Status != brief.Dropped {
			continue
		}
		grown := i.Tokens
		if old, ok := before[i.Name]; ok {
			grown -= old.Tokens
		}
		if grown > growth {
			worst, growth = i.Path, grown
		}
	}
	if worst != "" {
		return worst
	}
	for _, c := range concerned {
		if c.Origin == 0 {
			return c.Path
		}
	}
	return ""
}
