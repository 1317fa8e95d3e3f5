package tokens

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// BenchmarkMarkdown counts 1 MB of Markdown, beside tiktoken-go.
func BenchmarkMarkdown(b *testing.B) {
	text := markdown(1_000_000)
	for _, e := range []*Encoding{o200k, cl100k} {
		b.Run(e.name+"/tokens", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				e.Count(text)
			}
		})
		b.Run(e.name+"/tiktoken-go", func(b *testing.B) {
			oracle := oracles[e]()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				oracle.EncodeOrdinary(text)
			}
		})
	}
}

// BenchmarkSteps shows where the time of a count goes: splitting, looking up,
// merging. Each step includes those before it.
func BenchmarkSteps(b *testing.B) {
	text := markdown(1_000_000)
	for _, e := range []*Encoding{o200k, cl100k} {
		c := &counter{encoding: e, merger: newMerger(&e.vocab)}
		b.Run(e.name+"/split", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				for i := 0; i < len(text); {
					i = c.ends[c.split(text, i)-1]
				}
			}
		})
		b.Run(e.name+"/cache", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				for i := 0; i < len(text); {
					pieces := c.split(text, i)
					c.cache.counts(text, i, c.ends[:pieces], &c.unknown)
					i = c.ends[pieces-1]
				}
			}
		})
		b.Run(e.name+"/count", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				c.count(text)
			}
		})
	}
}

// BenchmarkSizes shows linear growth.
func BenchmarkSizes(b *testing.B) {
	text := markdown(100_000_000)
	for size := 1000; size <= len(text); size *= 10 {
		b.Run(fmt.Sprintf("%dkB", size/1000), func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				o200k.Count(text[:size])
			}
		})
	}
}

// BenchmarkPieces counts a text that is a single piece.
func BenchmarkPieces(b *testing.B) {
	for _, unit := range []string{"a", "-", "\n", "中", "qx", "\xff"} {
		for size := 1000; size <= 10_000_000; size *= 100 {
			text := strings.Repeat(unit, size/len(unit))
			b.Run(fmt.Sprintf("%s/%dkB", strconv.QuoteToASCII(unit), size/1000), func(b *testing.B) {
				b.SetBytes(int64(size))
				for b.Loop() {
					o200k.Count(text)
				}
			})
		}
	}
}

// BenchmarkCountAll counts a thousand texts, a third of them distinct.
func BenchmarkCountAll(b *testing.B) {
	text := markdown(3_330_000)
	var texts []string
	for i := range 1000 {
		texts = append(texts, text[i%333*10_000:][:10_000])
	}
	b.SetBytes(10_000_000)
	for b.Loop() {
		o200k.CountAll(texts)
	}
}

// common are words as they come in instructions to reviewers.
var common = strings.Fields(`the a to and of in is for that with be not or it on are as when this if use from by an must should never
only each its than every before after review change code file line test error value name type function call return check message
request user input output data field table index query lock thread timeout retry log secret token key database migration schema
handler endpoint response status package import module interface struct method pointer slice map channel context cancel goroutine
branch commit merge diff pull default empty missing unknown invalid explicit implicit deprecated backwards compatible concurrency
authentication authorization transaction idempotent serialization deserialization observability PostgreSQL Kubernetes JavaScript
TypeScript GitHub YAML JSON HTTP API URL SQL null true false Always Never Prefer Avoid Check When Do Example Note Why How`)

// markdown returns that many bytes of generated Markdown with prose, lists,
// tables, code and identifiers that no vocabulary has.
func markdown(size int) string {
	random := rand.New(rand.NewPCG(5, 6))
	var b strings.Builder
	for b.Len() < size {
		switch random.IntN(8) {
		case 0:
			fmt.Fprintf(&b, "\n## %s\n\n", words(random, 4))
		case 1:
			fmt.Fprintf(&b, "| %s | %d | `%s` |\n|---|---|---|\n", words(random, 3), random.IntN(5000), identifier(random))
		case 2:
			fmt.Fprintf(&b, "```go\nif err := %s(ctx, %q); err != nil {\n\treturn fmt.Errorf(\"%s: %%w\", err)\n}\n```\n",
				identifier(random), words(random, 2), words(random, 3))
		case 3:
			fmt.Fprintf(&b, "- [ ] %s (`%s/%s.go:%d`)\n", words(random, 8), identifier(random), identifier(random), random.IntN(900))
		default:
			fmt.Fprintf(&b, "%s, %s. It's %s!\n", words(random, 12), words(random, 9), words(random, 6))
		}
	}
	return b.String()[:size]
}

func words(random *rand.Rand, n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = common[int(float64(len(common))*random.Float64()*random.Float64())]
		if random.IntN(12) == 0 {
			list[i] = identifier(random)
		}
	}
	return strings.Join(list, " ")
}

func identifier(random *rand.Rand) string {
	syllables := []string{"ka", "ro", "mi", "net", "tor", "Lu", "Ver", "shi", "pol", "quo", "Fen", "dra", "_x", "zu", "Gry", "bel"}
	var b strings.Builder
	for range 2 + random.IntN(4) {
		b.WriteString(syllables[random.IntN(len(syllables))])
	}
	return b.String()
}
