package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// paragraph is a piece of a generated skill; the numbers keep texts apart.
const paragraph = `## Part %[1]d of %[2]d

Read the change from the caller's side, then [the guide](references/r0.md). Report an error with its input,
as in ` + "`read %[2]d: line %[1]d`" + `, and do not report what the linter finds.

` + "```go\nif err != nil {\n\treturn fmt.Errorf(\"part %[1]d: %%w\", err)\n}\n```\n\n"

// generate writes n skills of three references each, size bytes a file.
func generate(b *testing.B, n, size int) string {
	b.Helper()
	root := b.TempDir()
	for i := range n {
		name := fmt.Sprintf("skill-%05d", i)
		write := func(path, head string) {
			file := filepath.Join(root, "skills", name, path)
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				b.Fatal(err)
			}
			var text strings.Builder
			text.WriteString(head)
			for p := 0; text.Len() < size; p++ {
				fmt.Fprintf(&text, strings.ReplaceAll(paragraph, "references/r0.md", map[bool]string{true: "references/r0.md", false: "r0.md"}[path == "SKILL.md"]), p, i)
			}
			if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
				b.Fatal(err)
			}
		}
		write("SKILL.md", fmt.Sprintf("---\nname: %s\ndescription: Reviews part %d of the system.\n---\n", name, i))
		for r := range 3 {
			write(fmt.Sprintf("references/r%d.md", r), "# Reference\n\n")
		}
	}
	return root
}

// gate is a whole check of a directory: list, read, parse, count, plan, check and
// report.
func gate(b *testing.B, root string) {
	b.Helper()
	for b.Loop() {
		var log bytes.Buffer
		code := Run(b.Context(), []string{"check", "--repo", root, "--format", "json", "--max-skills-tokens", "8000"}, func(string) string { return "" }, strings.NewReader(""), io.Discard, &log)
		if code != exitPass {
			b.Fatalf("exit %d: %s", code, log.Bytes())
		}
	}
}

// BenchmarkGate checks 1,000 skills with 3,000 references, 39 MB in all.
func BenchmarkGate(b *testing.B) {
	root := generate(b, 1000, 9750)
	b.SetBytes(4 * 1000 * 9750)
	gate(b, root)
}

// BenchmarkGateSizes shows how the time grows with the number of skills, 1.5 kB a
// file.
func BenchmarkGateSizes(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { gate(b, generate(b, n, 1500)) })
	}
}
