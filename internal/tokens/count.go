package tokens

import (
	"strings"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/tokens/internal/vocab"
)

// Count returns the number of tokens of text. A byte that is not part of valid
// UTF-8 counts as U+FFFD, as in tiktoken-go.
func (e *Encoding) Count(text string) int {
	if !utf8.ValidString(text) {
		text = replaceInvalid(text)
	}
	c, ok := e.counters.Get().(*counter)
	if !ok {
		c = &counter{encoding: e, merger: newMerger(&e.vocab)}
	}
	count := c.count(text)
	c.merger.forget()
	e.counters.Put(c)
	return count
}

// replaceInvalid replaces each invalid byte by U+FFFD.
func replaceInvalid(text string) string {
	size := 0
	for _, r := range text {
		size += utf8.RuneLen(r)
	}
	var b strings.Builder
	b.Grow(size)
	for _, r := range text {
		b.WriteRune(r)
	}
	return b.String()
}

// batchSize is the number of pieces that are split off and looked up at a time.
const batchSize = 256

// counter is the memory of a count. It is used again for other texts.
type counter struct {
	encoding *Encoding
	cache    cache
	merger   merger

	// Of a batch: the ends of its pieces; the indices of those that the cache
	// lacks, and their ranks.
	ends    [batchSize]int
	unknown [batchSize]uint8
	ranks   [batchSize]uint32
}

// count returns the number of tokens of text. All pieces of a batch go through
// each step together, in short loops that the processor can run ahead in.
func (c *counter) count(text string) int {
	count := 0
	for start := 0; start < len(text); {
		pieces := c.split(text, start)
		known, unknown := c.cache.counts(text, start, c.ends[:pieces], &c.unknown)
		c.rank(text, start, c.unknown[:unknown])
		count += known + unknown
		for i, piece := range c.unknown[:unknown] {
			count += c.piece(text, start, piece, c.ranks[i]) - 1
		}
		start = c.ends[pieces-1]
	}
	return count
}

// split finds the ends of the next pieces and returns their number.
func (c *counter) split(text string, i int) int {
	pieces := 0
	for ; pieces < batchSize && i < len(text); pieces++ {
		i = c.encoding.split(text, i)
		c.ends[pieces] = i
	}
	return pieces
}

// rank looks up the pieces of a batch that starts at start.
func (c *counter) rank(text string, start int, pieces []uint8) {
	for i, piece := range pieces {
		from := c.start(start, piece)
		c.ranks[i] = c.encoding.vocab.Rank(text[from:], c.ends[piece]-from)
	}
}

// start returns where a piece of the batch that starts at start begins.
func (c *counter) start(start int, piece uint8) int {
	if piece > 0 {
		start = c.ends[piece-1]
	}
	return start
}

// piece returns the number of tokens of a piece of that rank, and keeps it.
func (c *counter) piece(text string, start int, piece uint8, rank uint32) int {
	start = c.start(start, piece)
	n, count := c.ends[piece]-start, 1
	if rank == vocab.NoRank {
		count = c.merger.count(text[start:], n)
	}
	c.cache.add(text[start:], n, count)
	return count
}
