package tokens

import "github.com/skillbrief/skillbrief/internal/tokens/internal/vocab"

// noPair is the order of a part that has no pair, or whose pair is no token.
const noPair = vocab.NoRank << 32

// shortMax is the number of bytes of the longest piece for shortParting.
const shortMax = 64

// shortParting does for a short piece what parting does.
type shortParting struct {
	vocab *vocab.Vocab
	text  string               // starts with the piece
	next  [shortMax]uint8      // by start of a part: start of the next one
	prev  [shortMax + 1]uint8  // by start of a part: start of the one before
	order [shortMax + 3]uint64 // as in parting
}

// encode returns the number of parts of the first n bytes of text, at least two.
func (p *shortParting) encode(text string, n int) int {
	p.text = text
	for i := range n - 1 {
		p.next[i], p.prev[i+1] = uint8(i+1), uint8(i)
		p.order[i] = uint64(p.vocab.Pair(text[i:]))<<32 | uint64(i)
	}
	p.next[n-1] = uint8(n)
	orders := p.order[:(n+3)&^3]
	for i := n - 1; i < len(orders); i++ {
		orders[i] = noPair
	}
	for count := n; ; count-- {
		first := lowest(orders)
		if first >= noPair {
			return count
		}
		p.merge(int(uint32(first)), n)
	}
}

// merge joins the part at i with the next one.
func (p *shortParting) merge(i, n int) {
	gone := p.next[i]
	end := int(p.next[gone])
	p.next[i], p.prev[end] = uint8(end), uint8(i)
	p.order[gone] = noPair
	p.order[i] = noPair
	if end < n {
		p.order[i] = p.pair(i, int(p.next[end]))
	}
	if i > 0 {
		before := int(p.prev[i])
		p.order[before] = p.pair(before, end)
	}
}

func (p *shortParting) pair(i, end int) uint64 {
	return uint64(p.vocab.Rank(p.text[i:], end-i))<<32 | uint64(i)
}

// lowest returns the lowest of orders, whose count is a multiple of four: four
// minima side by side do not wait for each other.
func lowest(orders []uint64) uint64 {
	a, b, c, d := uint64(noPair), uint64(noPair), uint64(noPair), uint64(noPair)
	for ; len(orders) >= 4; orders = orders[4:] {
		a, b = min(a, orders[0]), min(b, orders[1])
		c, d = min(c, orders[2]), min(d, orders[3])
	}
	return min(a, b, c, d)
}
