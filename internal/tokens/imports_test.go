package tokens

import (
	"os/exec"
	"strings"
	"testing"
)

// TestImports keeps the oracle, its regular expressions and its vocabulary
// files out of the program.
func TestImports(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for _, path := range strings.Fields(string(out)) {
		domain, _, _ := strings.Cut(path, "/")
		own := strings.HasPrefix(path, "github.com/skillbrief/skillbrief/internal/tokens")
		if strings.Contains(domain, ".") && !own || path == "regexp" || path == "net" {
			t.Errorf("package tokens imports %s", path)
		}
	}
}
