package check

import (
	"fmt"
	"slices"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// perRule bounds the findings of one rule: a few trees repeated below each other
// make any number of them.
const perRule = 10_000

// overflow stands for the findings of a rule beyond that. It is in scope whatever
// was before, so that nothing new can hide among what is not shown.
var overflow = fmt.Sprintf("there are more findings of this kind than the %d that are shown", perRule)

// bounded are the findings of the rule, the first in order where there are too many.
func (p *Pass) bounded() []diag.Finding {
	if len(p.found) > perRule {
		slices.SortFunc(p.found, diag.Compare)
		p.found = p.found[:perRule]
		p.report("", diag.Span{}, nil, "%s", overflow)
	}
	return p.found
}
