package tokens

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// windowSizes are small, so that short texts need many windows.
var windowSizes = []int{4, 20, 64}

// compareWindows fails the test when merging a piece by windows, all at once, or
// by the way for short pieces makes a difference.
func compareWindows(t *testing.T, e *Encoding, text string) {
	t.Helper()
	if len(text) < 2 {
		return
	}
	m := newMerger(&e.vocab)
	want := m.countBy(len(text), text, len(text))
	for _, size := range windowSizes {
		if got := m.countBy(size, text, len(text)); got != want {
			t.Errorf("%s: %d tokens in windows of %d bytes, %d in one, in %q", e.name, got, size, want, text)
		}
	}
	if len(text) > shortMax {
		return
	}
	if got := m.short.encode(text, len(text)); got != want {
		t.Errorf("%s: %d tokens by the short way, %d by the long, in %q", e.name, got, want, text)
	}
}

func TestWindows(t *testing.T) {
	t.Parallel()
	for _, text := range nasty() {
		compareWindows(t, o200k, text)
		compareWindows(t, cl100k, text)
	}
}

// TestGeneratedPieces compares long pieces of few different letters with the
// oracle: their merges depend on each other over long distances.
func TestGeneratedPieces(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	for _, alphabet := range []string{"ab", "aeiourst", "abcdefghijklmnopqrstuvwxyz", "-=", "!?.,;:", "的一是不了人我在有他这", "กขคงาิีึ", "aA", "\u0301\u0302e", " \t", "\r\n", "👍🏽👨"} {
		letters := []rune(alphabet)
		for _, n := range []int{5, 20, 40, 70, 300, 1500} {
			var b strings.Builder
			for range n {
				b.WriteRune(letters[random.IntN(len(letters))])
			}
			compare(t, o200k, b.String())
			compare(t, cl100k, b.String())
			compareWindows(t, o200k, b.String())
			compareWindows(t, cl100k, b.String())
		}
	}
}

// TestDescendingChain looks for a text whose merges wait for each other from its
// end to its start: each pair of bytes has a lower rank than the one before.
func TestDescendingChain(t *testing.T) {
	t.Parallel()
	for _, e := range []*Encoding{o200k, cl100k} {
		for first := byte('a'); first <= 'z'; first++ {
			chain := descend(e, []byte{first})
			for cut := range chain {
				compare(t, e, string(chain[cut:]))
				compareWindows(t, e, strings.Repeat(string(chain[cut:]), 3))
			}
		}
	}
}

// descend extends text by the letter whose pair with its last one has the
// highest rank below that of the pair before, as long as there is one.
func descend(e *Encoding, text []byte) []byte {
	limit := uint32(1 << 31)
	for {
		best, rank := byte(0), uint32(0)
		for b := byte('a'); b <= 'z'; b++ {
			pair := e.vocab.Pair(string([]byte{text[len(text)-1], b}))
			if pair < limit && pair > rank {
				best, rank = b, pair
			}
		}
		if best == 0 {
			return text
		}
		text, limit = append(text, best), rank
	}
}
