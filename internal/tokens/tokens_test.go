package tokens

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestByName(t *testing.T) {
	t.Parallel()
	for _, name := range Names() {
		e, err := ByName(name)
		if err != nil || e.Name() != name {
			t.Errorf("ByName(%q) = %v, %v", name, e, err)
		}
	}
	for _, name := range []string{"", "O200K_BASE", "o200k", "p50k_base", "gpt-4o", " o200k_base"} {
		if e, err := ByName(name); err == nil || !strings.Contains(err.Error(), "o200k_base, cl100k_base") {
			t.Errorf("ByName(%q) = %v, %v, want an error that names the encodings", name, e, err)
		}
	}
}

func TestForModel(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		model, name string
		known       bool
	}{
		{"gpt-4o", "o200k_base", true},
		{"gpt-4o-mini", "o200k_base", true},
		{"chatgpt-4o-latest", "o200k_base", true},
		{"gpt-4", "cl100k_base", true},
		{"gpt-4-0314", "cl100k_base", true},
		{"gpt-4.1-nano", "o200k_base", true},
		{"gpt-4.5", "o200k_base", true},
		{"gpt-5", "o200k_base", true},
		{"gpt-5.1-codex", "o200k_base", true},
		{"o1", "o200k_base", true},
		{"o3-mini", "o200k_base", true},
		{"o4-mini-2025-04-16", "o200k_base", true},
		{"gpt-3.5-turbo-16k", "cl100k_base", true},
		{"gpt-35-turbo", "cl100k_base", true},
		{"text-embedding-3-small", "cl100k_base", true},
		{"ft:gpt-4o:acme", "o200k_base", true},
		{"ft:gpt-4:acme", "cl100k_base", true},
		{"ft:gpt-3.5-turbo:acme", "cl100k_base", true},
		{"gpt-oss-120b", "o200k_base", true},
		{"text-davinci-003", "o200k_base", false},
		{"gpt2", "o200k_base", false},
		{"o4", "o200k_base", false},
		{"GPT-4", "o200k_base", false},
		{"openai/gpt-4", "o200k_base", false},
		{"claude", "o200k_base", false},
		{"", "o200k_base", false},
	} {
		enc, known := ForModel(c.model)
		if enc.Name() != c.name || known != c.known {
			t.Errorf("ForModel(%q) = %s, %t, want %s, %t", c.model, enc.Name(), known, c.name, c.known)
		}
	}
}

// TestKnownCounts holds plain numbers, which do not move with the oracle.
func TestKnownCounts(t *testing.T) {
	t.Parallel()
	cjk := "---\nname: zh\ndescription: 中文。\n---\n" + strings.Repeat("你好世界", 500) + "\n"
	for _, c := range []struct {
		text          string
		o200k, cl100k int
	}{
		{"", 0, 0},
		{"hello world", 2, 2},
		{"\n\t\n", 1, 1},
		{"<|endoftext|>", 7, 7},
		{cjk, 1011, 2512},
	} {
		if got := [2]int{o200k.Count(c.text), cl100k.Count(c.text)}; got != [2]int{c.o200k, c.cl100k} {
			t.Errorf("%.40q has %d tokens, want %d and %d", c.text, got, c.o200k, c.cl100k)
		}
	}
}

func TestSkillFiles(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"---\nname: ok-skill\ndescription: A control skill that is always valid.\n---\n# OK\n\nControl.\n",
		"---\nname: cut\ndescription: Cut me.\n---\n" + strings.Repeat("🧠é👨‍👩‍👧中\n", 200),
		"\n\n[truncated]",
	} {
		compare(t, o200k, text)
		compare(t, cl100k, text)
		// Every prefix: clipping cuts anywhere.
		for i := range min(len(text), 60) {
			compare(t, o200k, text[:i])
			compare(t, cl100k, text[:i])
		}
	}
}

func TestCountAll(t *testing.T) {
	t.Parallel()
	texts := nasty()
	want := make([]int, 0, 2*len(texts))
	for _, text := range texts {
		want = append(want, o200k.Count(text))
	}
	want = append(want, want...)
	if diff := cmp.Diff(want, o200k.CountAll(append(texts, slices.Clone(texts)...))); diff != "" {
		t.Errorf("counts differ (-one by one +together):\n%s", diff)
	}
	if got := o200k.CountAll(nil); len(got) != 0 {
		t.Errorf("counts of no texts are %v", got)
	}
}

// TestRememberedCounts counts the same texts in another order, with whatever the
// cache holds by then.
func TestRememberedCounts(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	texts := nasty()
	want := map[string]int{}
	for _, text := range texts {
		c := &counter{encoding: cl100k, merger: newMerger(&cl100k.vocab)}
		want[text] = c.count(strings.ToValidUTF8(text, "\ufffd"))
	}
	c := &counter{encoding: cl100k, merger: newMerger(&cl100k.vocab)}
	for range 3 {
		random.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
		for _, text := range texts {
			if got := c.count(strings.ToValidUTF8(text, "\ufffd")); got != want[text] {
				t.Errorf("%.100q has %d tokens the second time, %d the first", text, got, want[text])
			}
		}
	}
}

func TestAllocations(t *testing.T) {
	text := markdown(100_000)
	for _, e := range []*Encoding{o200k, cl100k} {
		if n := testing.AllocsPerRun(20, func() { e.Count(text) }); n != 0 {
			t.Errorf("%s: %v allocations in a count", e.name, n)
		}
	}
}

// TestMemory counts large texts, hostile ones too, and limits what that allocates.
func TestMemory(t *testing.T) {
	const size, limit = 1 << 19, 1 << 19
	for name, text := range map[string]string{
		"markdown": markdown(size),
		"letter":   strings.Repeat("a", size),
		"newlines": strings.Repeat("\n", size),
		"chinese":  strings.Repeat("的一是不了人", size/18),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		o200k.Count(text)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > limit {
			t.Errorf("%s: %d bytes allocated for %d bytes of text, want at most %d", name, n, len(text), limit)
		}
	}
}
