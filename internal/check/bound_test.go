package check

import (
	"fmt"
	"testing"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// What is beyond the bound of a rule still fails the gate, whatever was before.
func TestBoundOfARule(t *testing.T) {
	t.Parallel()
	d := secretive()
	in := input(t, &d, "bad")
	for range perRule + 1 {
		in.Faults = append(in.Faults, diag.Fault{Rule: "symlink", Path: fmt.Sprint(len(in.Faults)), Message: "x"})
	}
	found, _ := Run(in)
	n, over := 0, 0
	for i, yes := range Scope("new", found, found, nil, in.After, in.After) {
		if found[i].Rule == "symlink" {
			n++
		}
		if yes {
			over++
		}
	}
	if n != perRule+1 || over != 1 {
		t.Errorf("%d findings, %d in scope", n, over)
	}
}
