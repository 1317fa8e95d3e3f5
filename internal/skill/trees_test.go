package skill

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// reported is a tree and its faults, as "path:line rule", and some of the skills
// that are rendered.
type reported struct {
	edgeCase
	Want         []string
	Rendered     []string
	Descriptions map[string]string
}

// Trees that users reported: each fault on its line, by its rule, and nothing
// else; what is sound comes out whatever stands beside it.
func TestTrees(t *testing.T) {
	t.Parallel()
	for _, c := range readTrees[reported](t, "trees.jsonl") {
		sound, broken, _ := load(t, c.tree(), []string{"."})
		var got, names []string
		for _, s := range slices.Concat(sound, broken) {
			for _, f := range s.Faults {
				got = append(got, fmt.Sprintf("%s:%d %s", f.Path, max(f.Span.Start.Line, 1), f.Rule))
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(c.Want, got); diff != "" && len(c.Want)+len(got) > 0 {
			t.Errorf("%s (-want +got):\n%s", c.Case, diff)
		}
		for _, s := range sound {
			names = append(names, s.Name)
			if want, ok := c.Descriptions[s.Name]; ok && want != s.Description {
				t.Errorf("%s: description %q, want %q", c.Case, s.Description, want)
			}
		}
		for _, name := range c.Rendered {
			if !slices.Contains(names, name) {
				t.Errorf("%s: rendered %q, want %q among them", c.Case, names, name)
			}
		}
	}
}
