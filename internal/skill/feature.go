package skill

import (
	"cmp"
	"fmt"
	"slices"
)

// featureKind is a feature of YAML that a frontmatter may not use.
type featureKind uint8

const (
	anchorFeature featureKind = iota
	aliasFeature
	mergeFeature
	tagFeature
	directiveFeature
	documentFeature
	keyFeature
	depthFeature
	featureKinds
)

var featureMessages = [featureKinds]string{
	anchorFeature:    `value starts with a YAML anchor ("&"), which is not allowed and would be lost; quote the value`,
	aliasFeature:     `value is a YAML alias ("*"), which is not allowed; write the text out, or quote the value`,
	mergeFeature:     `key "<<" merges another map, which is not allowed; write its keys out`,
	tagFeature:       `value starts with a YAML tag ("!"), which is not allowed and would be lost; quote the value`,
	directiveFeature: `line starts with "%", a YAML directive, which is not allowed; remove it`,
	documentFeature:  "second YAML document starts here, only one is allowed; remove it",
	keyFeature:       "key is a list or map, expected text; write a plain key, or quote the value",
	depthFeature:     fmt.Sprintf("values are nested deeper than %d levels; flatten them", depthLimit),
}

// feature is one use of a feature, in byte offsets of the frontmatter.
type feature struct {
	kind       featureKind
	start, end int
}

type features []feature

func (f *features) add(kind featureKind, start, end int) {
	*f = append(*f, feature{kind, start, end})
}

// at reports whether a feature stands at an offset.
func (f features) at(offset int) bool {
	return slices.ContainsFunc(f, func(f feature) bool { return f.start == offset })
}

// each calls report for the first feature of each kind, with the number of the
// rest. One that was come upon twice counts once.
func (f features) each(report func(first feature, rest int)) {
	slices.SortStableFunc(f, func(a, b feature) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.start, b.start))
	})
	f = slices.CompactFunc(f, func(a, b feature) bool { return a.kind == b.kind && a.start == b.start })
	for i := 0; i < len(f); {
		n := i
		for n < len(f) && f[n].kind == f[i].kind {
			n++
		}
		report(f[i], n-i-1)
		i = n
	}
}

// andMore is the end of a message that stands for further faults of its kind.
func andMore(message string, rest int) string {
	if rest == 0 {
		return message
	}
	return fmt.Sprintf("%s (and %d more)", message, rest)
}
