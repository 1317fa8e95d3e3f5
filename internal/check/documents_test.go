package check

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDocuments(t *testing.T) {
	const name = "../../docs/rules.md"
	want := documents()
	if *update {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("%s is stale; go test ./internal/check -update rewrites it:\n%s", name, diff)
	}
}

// documents is the document of every rule, one Markdown text.
func documents() string {
	var b strings.Builder
	b.WriteString("# Rules\n\nGenerated from `internal/check/rules`; the examples below are the rules' own tests.\n\n| rule | severity | finds |\n|---|---|---|\n")
	for _, r := range rules {
		if d, ok := Document(r.ID); ok {
			fmt.Fprintf(&b, "| [`%s`](#%s) | %s | %s |\n", r.ID, r.ID, r.Severity, strings.ReplaceAll(d.Summary, "|", `\|`))
		}
	}
	b.WriteString("\n")
	for _, r := range rules {
		if d, ok := Document(r.ID); ok {
			b.WriteString(d.Markdown(2))
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}
