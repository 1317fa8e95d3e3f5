package manifest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// Kind says what a change does to the reach of a manifest.
type Kind string

// The kinds of changes.
const (
	Added      Kind = "added"      // a rule
	Removed    Kind = "removed"    // a rule
	Broadened  Kind = "broadened"  // a rule applies to more than before
	Narrowed   Kind = "narrowed"   // a rule applies to less than before
	Reworded   Kind = "reworded"   // an instruction, or the manifest's name or description
	References Kind = "references" // a rule cites other files, or in another order
	Moved      Kind = "moved"      // a rule stands elsewhere among the others
	Rewritten  Kind = "rewritten"  // the text of the manifest, and nothing that it says
)

// Change is one difference between two versions of a manifest.
type Change struct {
	Kind    Kind
	Rule    string    // its id; empty: the manifest itself
	Message string    // in words
	Span    diag.Span // in the later version; zero: line 1
}

// Changes says in words how a manifest changes. One that is absent or cannot be
// used has no rules before; of one that cannot be used after nothing is said.
func Changes(before, after *Manifest) []Change {
	d := differ{}
	if after != nil && after.broken {
		return nil
	}
	if before == nil || before.broken {
		before = &Manifest{}
	}
	if after == nil {
		after = &Manifest{}
	}
	if before.Path != "" && after.Path != "" {
		d.reworded("", "the manifest's name", before.Name, after.Name)
		d.reworded("", "the manifest's description", before.Description, after.Description)
	}
	for i := range after.Rules {
		now := &after.Rules[i]
		if old := before.Rule(now.ID.Value); old != nil {
			d.rule(old, now)
		} else {
			d.add(Added, now.ID.Value, now.At, "rule %s added", diag.Quote(now.ID.Value))
		}
	}
	for i := range before.Rules {
		if id := before.Rules[i].ID.Value; after.Rule(id) == nil {
			d.add(Removed, id, after.rulesKey, "rule %s removed", diag.Quote(id))
		}
	}
	for _, r := range moved(before, after) {
		d.add(Moved, r.ID.Value, r.At, "rule %s moved", diag.Quote(r.ID.Value))
	}
	if len(d.changes) == 0 && before.Raw != after.Raw {
		d.add(Rewritten, "", diag.Span{}, "only its text changes, nothing that its rules say")
	}
	return d.changes
}

// moved are the rules of after, as few as possible, that must have changed their
// place among those that before has too.
func moved(before, after *Manifest) []*Rule {
	var rules []*Rule
	var was []int // places before
	for i := range after.Rules {
		now := &after.Rules[i]
		if at := slices.IndexFunc(before.Rules, func(r Rule) bool { return r.ID.Value == now.ID.Value }); at >= 0 {
			rules, was = append(rules, now), append(was, at)
		}
	}
	kept := longestRise(was)
	var out []*Rule
	for i, r := range rules {
		if len(kept) > 0 && kept[0] == i {
			kept = kept[1:]
			continue
		}
		out = append(out, r)
	}
	return out
}

// longestRise are the indexes of a longest rising subsequence.
func longestRise(list []int) []int {
	length, next := make([]int, len(list)), make([]int, len(list))
	start := -1
	for i := len(list) - 1; i >= 0; i-- {
		length[i], next[i] = 1, -1
		for j := i + 1; j < len(list); j++ {
			if list[j] > list[i] && length[j] >= length[i] {
				length[i], next[i] = length[j]+1, j
			}
		}
		if start < 0 || length[i] >= length[start] {
			start = i
		}
	}
	var kept []int
	for i := start; i >= 0; i = next[i] {
		kept = append(kept, i)
	}
	return kept
}

// differ collects changes.
type differ struct{ changes []Change }

func (d *differ) add(kind Kind, rule string, span diag.Span, format string, args ...any) {
	d.changes = append(d.changes, Change{kind, rule, fmt.Sprintf(format, args...), span})
}

func (d *differ) reworded(rule, what string, old, now Text) {
	if old.Value != now.Value {
		d.add(Reworded, rule, now.Span, "%s reworded", what)
	}
}

func (d *differ) rule(old, now *Rule) {
	id := now.ID.Value
	name := "rule " + diag.Quote(id)
	d.reworded(id, name, old.Instruction, now.Instruction)
	targets := compareLists("targets", old.Targets, now.Targets, asIs)
	d.entries(now, targets, Broadened, Narrowed)
	for _, l := range []listChange{
		compareLists("languages", old.Languages, now.Languages, asLanguage),
		compareLists("paths", old.Paths, now.Paths, asPath),
	} {
		switch empty := len(l.now.Items) == 0; {
		case empty && len(l.gone) > 0:
			d.add(Broadened, id, placeOf(now, l.now), "%s broadened: without %s it applies to all", name, l.field)
		case !empty && l.fromEmpty:
			d.add(Narrowed, id, l.now.Key, "%s narrowed: %s limits it", name, l.field)
		default:
			d.entries(now, l, Broadened, Narrowed)
		}
	}
	d.entries(now, compareLists("exclude_paths", old.ExcludePaths, now.ExcludePaths, asPath), Narrowed, Broadened)
	if words := citedDifference(old.References.Values(), now.References.Values()); words != "" {
		d.add(References, id, placeOf(now, now.References), "%s: references %s", name, words)
	}
}

// entries adds a change for each entry that came or went.
func (d *differ) entries(now *Rule, l listChange, came, went Kind) {
	id := now.ID.Value
	for _, item := range l.came {
		d.add(came, id, item.Span, "rule %s %s: %s added to %s", diag.Quote(id), came, diag.Quote(item.Value), l.field)
	}
	for _, value := range l.gone {
		d.add(went, id, placeOf(now, l.now), "rule %s %s: %s removed from %s", diag.Quote(id), went, diag.Quote(value), l.field)
	}
}

// listChange is how a list changes as a set.
type listChange struct {
	field     string
	now       Entries
	came      []Text
	gone      []string
	fromEmpty bool
}

// compareLists compares entries by what they mean.
func compareLists(field string, old, now Entries, meaning func(string) string) listChange {
	l := listChange{field: field, now: now, fromEmpty: len(old.Items) == 0}
	has := func(list Entries, value string) bool {
		return slices.ContainsFunc(list.Items, func(t Text) bool { return meaning(t.Value) == meaning(value) })
	}
	for _, item := range now.Items {
		if !has(old, item.Value) {
			l.came = append(l.came, item)
		}
	}
	for _, item := range old.Items {
		if !has(now, item.Value) {
			l.gone = append(l.gone, item.Value)
		}
	}
	return l
}

func asIs(s string) string { return s }

func asPath(s string) string { return strings.ReplaceAll(s, `\`, "/") }

func asLanguage(s string) string {
	if id := Language(s); id != "" {
		return id
	}
	return s
}

// placeOf is where something that is gone from a list is reported: at the
// list's key, else at the rule.
func placeOf(r *Rule, list Entries) diag.Span {
	if list.Key.IsZero() {
		return r.At
	}
	return list.Key
}

// citedDifference says in words how references differ; empty where they do not.
func citedDifference(old, now []string) string {
	var words []string
	for _, path := range now {
		if !slices.Contains(old, path) {
			words = append(words, "added "+diag.Quote(path))
		}
	}
	for _, path := range old {
		if !slices.Contains(now, path) {
			words = append(words, "removed "+diag.Quote(path))
		}
	}
	if len(words) == 0 && !slices.Equal(old, now) {
		return "reordered"
	}
	return strings.Join(words, ", ")
}

// Difference is a manifest that differs between two trees; one of the two is nil
// where it is absent.
type Difference struct {
	Path          string
	Before, After *Manifest
	Changes       []Change
}

// Compare pairs the manifests of two trees by path and gives those that differ,
// in path order.
func Compare(before, after []*Manifest) []Difference {
	byPath := map[string]*Difference{}
	at := func(m *Manifest) *Difference {
		if byPath[m.Path] == nil {
			byPath[m.Path] = &Difference{Path: m.Path}
		}
		return byPath[m.Path]
	}
	for _, m := range before {
		if exists(m) {
			at(m).Before = m
		}
	}
	for _, m := range after {
		if exists(m) {
			at(m).After = m
		}
	}
	var list []Difference
	for _, path := range slices.Sorted(maps.Keys(byPath)) {
		d := *byPath[path]
		if d.Before == nil || d.After == nil || d.Before.Raw != d.After.Raw {
			d.Changes = Changes(d.Before, d.After)
			list = append(list, d)
		}
	}
	return list
}

// Faults are the findings of the rule manifest-broadened: there are none for a
// manifest that is new.
func (d Difference) Faults() []diag.Fault {
	if d.Before == nil || d.After == nil {
		return nil
	}
	var faults []diag.Fault
	for _, c := range d.Changes {
		if c.Kind == Broadened {
			faults = append(faults, diag.Fault{Rule: "manifest-broadened", Path: d.Path, Span: c.Span, Message: c.Message})
		}
	}
	return faults
}
