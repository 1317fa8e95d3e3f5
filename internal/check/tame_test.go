package check

import (
	"strings"
	"testing"
	"time"
)

// What costs goldmark the square of a text's length is made cheap, in whatever
// line it stands and whatever ends the lines.
func TestTameIsCheap(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"[a](", "[a](<b", `[a](b "`, `[a]: b "c`, "![", "<!--", "*a_ ", "`"} {
		for _, end := range []string{"\n", "\r\n", "\r", "\n> ", "\n ", ""} {
			raw := strings.Repeat(unit+end, 150_000/len(unit+end))
			began := time.Now()
			parse(raw, 0)
			if took := time.Since(began); took > 10*time.Second { // untamed it is minutes
				t.Errorf("%q: %s", unit+end, took)
			}
		}
	}
}

// Only paragraphs of a length that nobody writes are parted; fences and offsets stay.
func TestTamePartsLongParagraphs(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("Some words of a paragraph.\n", 1000)
	for _, raw := range []string{long[:8000], strings.Repeat(long[:5000]+"\n\n", 9), "```\n" + strings.Repeat("```\n", 9000)} {
		src := append([]byte(raw), '\n')
		if tame(src); string(src[:len(raw)]) != raw {
			t.Errorf("%.40q is changed", raw)
		}
	}
	for _, raw := range []string{long, strings.ReplaceAll(long, "\n", "\r\n")} {
		src := append([]byte(raw), '\n')
		if tame(src); strings.Count(string(src[:len(raw)]), "\n\n")+strings.Count(string(src[:len(raw)]), "\r\n\n") < 2 {
			t.Errorf("%.40q is not parted", raw)
		}
	}
	links := long + "\n[x](y.md)\n"
	if m := parse(links, 0); len(m.links) != 1 || !strings.HasPrefix(links[m.links[0].start:], "y.md") {
		t.Errorf("%+v", m.links)
	}
}
