package tokens

import "github.com/skillbrief/skillbrief/internal/tokens/internal/vocab"

// blockSize is the number of positions that share one minimum in a parting.
const blockSize = 32

// parting is the byte pair encoding of a piece of text: its parts merge, the
// pair of the lowest rank first and of these the leftmost, until no pair is a
// token. Its memory is used again for other pieces.
type parting struct {
	vocab      *vocab.Vocab
	text       string  // starts with the piece
	next, prev []int32 // by start of a part: starts of the parts beside it
	// By start of a part: the rank of its pair with the next part, above the
	// start. The lowest number is the pair to merge.
	order []uint64
	low   []uint64 // by block of positions: the lowest order
	count int      // parts
}

// encode merges the parts of the first n bytes of text, at least one.
func (p *parting) encode(text string, n int) {
	p.text, p.count = text, n
	p.resize(n)
	for i := range p.order {
		p.order[i] = noPair
	}
	for i := range n {
		p.next[i], p.prev[i] = int32(i+1), int32(i-1)
		if i+1 < n {
			p.order[i] = uint64(p.vocab.Pair(text[i:]))<<32 | uint64(i)
		}
	}
	for block := range p.low {
		p.refresh(block)
	}
	for first := lowest(p.low); first < noPair; first = lowest(p.low) {
		p.merge(int(uint32(first)))
	}
}

// resize makes room for n bytes; lowest wants a multiple of four blocks.
func (p *parting) resize(n int) {
	blocks := (n/blockSize + 4) &^ 3
	if size := blocks * blockSize; size > cap(p.order) {
		p.next, p.prev = make([]int32, size), make([]int32, size)
		p.order, p.low = make([]uint64, size), make([]uint64, blocks)
	}
	p.next, p.prev = p.next[:n], p.prev[:n]
	p.order, p.low = p.order[:blocks*blockSize], p.low[:blocks]
}

// merge joins the part at i with the next one.
func (p *parting) merge(i int) {
	gone := int(p.next[i])
	end := int(p.next[gone])
	p.next[i] = int32(end)
	if end < len(p.prev) {
		p.prev[end] = int32(i)
	}
	p.setOrder(gone, noPair)
	p.setOrder(i, p.pair(i))
	if before := int(p.prev[i]); before >= 0 {
		p.setOrder(before, p.pair(before))
	}
	p.count--
}

// pair returns the order of the part at i.
func (p *parting) pair(i int) uint64 {
	next := int(p.next[i])
	if next == len(p.next) {
		return noPair
	}
	return uint64(p.vocab.Rank(p.text[i:], int(p.next[next])-i))<<32 | uint64(i)
}

func (p *parting) setOrder(i int, order uint64) {
	old := p.order[i]
	p.order[i] = order
	switch block := i / blockSize; {
	case order <= p.low[block]:
		p.low[block] = order
	case old == p.low[block]:
		p.refresh(block)
	}
}

func (p *parting) refresh(block int) {
	p.low[block] = lowest(p.order[block*blockSize:][:blockSize])
}

// start returns the start of the part that holds position i.
func (p *parting) start(i int) int {
	at := 0
	for int(p.next[at]) <= i {
		at = int(p.next[at])
	}
	return at
}

// countBefore returns the number of parts before the one that starts at end.
func (p *parting) countBefore(end int) int {
	count := 0
	for i := 0; i < end; i = int(p.next[i]) {
		count++
	}
	return count
}
