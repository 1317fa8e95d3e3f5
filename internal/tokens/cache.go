package tokens

import "github.com/skillbrief/skillbrief/internal/tokens/internal/vocab"

const (
	cacheBits = 13
	countAt   = 44 // the bits of a cache entry's second word that its key leaves free
)

// cache holds the counts of pieces seen before, each at the one place that its
// hash gives: most pieces of a text are few words, and these stay near the
// processor. An entry is the two words of vocab.ShortKey, the count above.
type cache [1 << cacheBits][2]uint64

// counts adds up the counts of the known ones of the pieces that start at i and
// end at each of ends. It sets unknown to the indices of the others, and
// returns their number.
func (c *cache) counts(text string, i int, ends []int, unknown *[batchSize]uint8) (known, others int) {
	for piece, end := range ends {
		n := end - i
		unknown[uint8(others)] = uint8(piece)
		if n > vocab.ShortMax || len(text)-i < 16 {
			others++
			i = end
			continue
		}
		first, second := vocab.ShortKey(vocab.Load(text, i), vocab.Load(text, i+8), n)
		entry := &c[cacheIndex(first, second)]
		count, other := int(entry[1]>>countAt), 0
		if entry[0]^first|(entry[1]^second)<<(64-countAt) != 0 {
			count, other = 0, 1
		}
		known += count
		others += other
		i = end
	}
	return known, others
}

func cacheIndex(first, second uint64) uint64 {
	return vocab.ShortHash(first, second) >> (64 - cacheBits)
}

// add stores the count of the first n bytes of text, when they are short.
func (c *cache) add(text string, n, count int) {
	if n > vocab.ShortMax || len(text) < 16 {
		return
	}
	first, second := vocab.ShortKey(vocab.Load(text, 0), vocab.Load(text, 8), n)
	c[cacheIndex(first, second)] = [2]uint64{first, second | uint64(count)<<countAt}
}
