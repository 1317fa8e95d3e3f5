package check

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/skillbrief/skillbrief/internal/library"
	"github.com/skillbrief/skillbrief/internal/source"
)

// words that real skills are made of; some begin like secrets and attempts.
var words = strings.Fields(`the review of a change must report every error that users see and skip what tools find never approve code without
 tests send requests to secret services private methods ignore generated files skills hooks scripts model agents token https://example.com/docs
 **important** ` + "`code`" + ` (see below) [guide](references/r0.md) [next](r1.md#part) "quoted" – „Größe“ → ✅ don't`)

// generated is a library of n skills with three references each, 10 kB a file.
func generated(n int) *source.Tree {
	random := rand.New(rand.NewPCG(1, 2))
	files := map[string]string{}
	for i := range n {
		name := fmt.Sprintf("skill-%05d", i)
		dir := "skills/" + name + "/"
		files[dir+"SKILL.md"] = fmt.Sprintf("---\nname: %s\ndescription: Reviews part %d of the system.\n---\n\n%s", name, i, prose(random, 9800, "references/r0.md"))
		for r := range 3 {
			files[fmt.Sprintf("%sreferences/r%d.md", dir, r)] = prose(random, 9800, "r1.md")
		}
	}
	return source.Memory(files, nil)
}

func prose(random *rand.Rand, size int, target string) string {
	var b strings.Builder
	for b.Len() < size {
		switch random.IntN(12) {
		case 0:
			b.WriteString("\n## A heading\n\n")
		case 1:
			b.WriteString("\n```go\nfunc main() { fmt.Println(\"text\") }\n```\n\n")
		case 2:
			fmt.Fprintf(&b, "- see [the guide](%s) for more\n", target)
		default:
			for range 12 {
				w := words[random.IntN(len(words))]
				if strings.Contains(w, "](") {
					w = "[guide](" + target + ")"
				}
				b.WriteString(w + " ")
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func BenchmarkRun(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		lib, err := library.Load(context.Background(), generated(n), library.Options{Paths: []string{"."}, Encoding: encoding(b)})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(n) * 4 * 9800)
			for b.Loop() {
				if found, _ := Run(Input{After: lib}); len(found) > n {
					b.Fatalf("%d findings, the first: %v", len(found), found[0])
				}
			}
		})
	}
}

// hostile are texts that, repeated, are made to be slow to check: characters,
// words and constructs of Markdown and HTML that begin something without end.
var hostile = []string{
	"a\u200b", "a\u200e", "sk-ant-", "aws_secret_access_key/", "```a\n```b\n```\n",
	"[a](", "[a](<b", "[l](< ", `[a](b "`, "[a]: b \"c\n", "![", "<!--", "*a_ ", "`", "\n> [a](", "<? ", "<![CDATA[ ", `<a title="AI x">`, "<p hidden>AI ",
	"do not report ", "ignore all ", "Claude, ",
}

// BenchmarkHostile checks a body of each hostile text, at growing sizes.
func BenchmarkHostile(b *testing.B) {
	for _, unit := range hostile {
		for _, size := range []int{64 << 10, 256 << 10} {
			tree := source.Memory(map[string]string{"x/SKILL.md": skillFile("x", "X.", "", strings.Repeat(unit, size/len(unit)))}, nil)
			lib, err := library.Load(context.Background(), tree, library.Options{Paths: []string{"."}, Encoding: encoding(b)})
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%.12q/%dKiB", unit, size>>10), func(b *testing.B) {
				b.SetBytes(int64(size))
				for b.Loop() {
					Run(Input{After: lib})
				}
			})
		}
	}
}

// BenchmarkHostileFields checks a frontmatter of fields that nearly are known ones.
func BenchmarkHostileFields(b *testing.B) {
	for _, n := range []int{500, 1000, 2000} {
		fields := ""
		for i := range n {
			known := []string{"compatibility", "description"}[i%2]
			fields += fmt.Sprintf("%s%02x:\n", known[:len(known)-2], i/2)
		}
		tree := source.Memory(map[string]string{"x/SKILL.md": skillFile("x", "X.", fields, "# X\n")}, nil)
		lib, err := library.Load(context.Background(), tree, library.Options{Paths: []string{"."}, Encoding: encoding(b)})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				Run(Input{After: lib})
			}
		})
	}
}

// BenchmarkMissingLinks checks a skill of resources whose links all lead to nothing:
// what is near to one must not be looked for among all of them.
func BenchmarkMissingLinks(b *testing.B) {
	for _, n := range []int{250, 500, 1000} {
		files := map[string]string{"x/SKILL.md": skillFile("x", "X.", "", "# X\n")}
		for i := range n {
			files[fmt.Sprintf("x/references/a%d.md", i)] = strings.Repeat(fmt.Sprintf("[x](b%d.md) ", i), 60)
		}
		lib, err := library.Load(context.Background(), source.Memory(files, nil), library.Options{Paths: []string{"."}, Encoding: encoding(b)})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				Run(Input{After: lib})
			}
		})
	}
}
