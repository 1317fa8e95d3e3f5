package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/skillbrief/skillbrief/internal/check"
	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/diag"
)

func runExplain(_ context.Context, s streams, r *request) (int, error) {
	var b strings.Builder
	for _, id := range r.args {
		doc, ok := check.Document(id)
		if !ok {
			return exitUsage, config.UsageError{Err: unknownRule(id)}
		}
		b.WriteString(doc.Markdown(1))
	}
	if len(r.args) == 0 {
		for _, rule := range check.Known() {
			doc, _ := check.Document(rule.ID)
			fmt.Fprintf(&b, "%-26s %-8s %s\n", rule.ID, rule.Severity, doc.Summary)
		}
	}
	return exitPass, s.emit(r.output, b.String())
}

// knownRules refuses severities of rules that do not exist, and to lower those of
// security rules.
func knownRules(severities map[string]diag.Severity) error {
	for id, severity := range severities {
		rule, ok := check.Lookup(id)
		if !ok {
			return fmt.Errorf("severity: %w", unknownRule(id))
		}
		if rule.Security && severity < rule.Severity {
			return fmt.Errorf("severity: security rule %s stays %s; what is no fault takes an exception with a reason in %s at the trusted commit", id, rule.Severity, config.Path)
		}
	}
	return nil
}

func unknownRule(id string) error {
	hint := "skillbrief explain lists them"
	if near := diag.Nearest(id, ruleIDs()); near != "" {
		hint = "did you mean " + near + "?"
	}
	return fmt.Errorf("rule %s is unknown; %s", diag.Quote(id), hint)
}

func ruleIDs() []string {
	var ids []string
	for _, rule := range check.Known() {
		ids = append(ids, rule.ID)
	}
	return ids
}
