package skill

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skillbrief/skillbrief/internal/source"
)

func BenchmarkParse(b *testing.B) {
	texts := make([]string, 1000)
	for i := range texts {
		texts[i] = fmt.Sprintf("---\nname: skill-%d\ndescription: Reviews Go code for error handling, context use and naming; use it when *.go files change.\n"+
			"license: MIT\nmetadata:\n  author: team\n  version: \"1.0\"\nallowed-tools: Read Grep\n---\n# Skill %d\n\n%s", i, i, strings.Repeat("Check that every error is wrapped once, with what was being done.\n", 72))
	}
	b.SetBytes(int64(1000 * len(texts[0])))
	b.ReportAllocs()
	for b.Loop() {
		for _, text := range texts {
			Parse("s/SKILL.md", text)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	files := map[string]string{}
	for i := range 1000 {
		dir := fmt.Sprintf("skills/group-%d/skill-%d/", i%10, i)
		files[dir+"SKILL.md"] = fmt.Sprintf("---\nname: skill-%d\ndescription: Reviews code; use it always.\n---\n%s", i, strings.Repeat("Check it.\n", 500))
		for j := range 19 {
			files[fmt.Sprintf("%sreferences/r%d.md", dir, j)] = strings.Repeat("More of it.\n", 20)
		}
	}
	tree := source.Memory(files, nil)
	b.ReportAllocs()
	for b.Loop() {
		places, _ := Discover(tree, []string{"skills"}, nil)
		if _, err := Load(b.Context(), tree, places); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkParseHostile parses each hostile text once, at growing sizes.
func BenchmarkParseHostile(b *testing.B) {
	for _, size := range []int{frontmatterLimit / 8, frontmatterLimit / 4, frontmatterLimit / 2} {
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			b.SetBytes(int64(size * len(hostile)))
			for b.Loop() {
				for _, unit := range hostile {
					Parse("s/SKILL.md", repeated("", unit, size))
				}
			}
		})
	}
}
