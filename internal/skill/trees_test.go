package skill

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Trees that users reported: each fault on its line, by its rule, and nothing
// else; what is sound comes out whatever stands beside it.
func TestTrees(t *testing.T) {
	t.Parallel()
	f, err := os.Open("testdata/trees.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	for lines := json.NewDecoder(f); lines.More(); {
		var c struct {
			edgeCase
			Want         []string
			Rendered     []string
			Descriptions map[string]string
		}
		if err := lines.Decode(&c); err != nil {
			t.Fatal(err)
		}
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
