package tokens

import (
	"sync"

	"github.com/skillbrief/skillbrief/internal/tokens/internal/vocab"
)

// blockSize is the number of positions that share one minimum in a parting.
const blockSize = 32

// parting is the byte pair encoding of a piece of text: its parts merge, the
// pair of the lowest rank first and of these the leftmost, until no pair is a
// token. Its memory is reused from piece to piece.
type parting struct {
	text       string   // starts with the piece
	next, prev []int32  // by start of a part: starts of the parts beside it
	rank       []uint32 // by start of a part: rank of its pair with the next one
	low        []uint32 // by block of positions: lowest rank
	count      int      // parts
}

// encode merges the parts of the first n bytes of text, at least one.
func (p *parting) encode(v *vocab.Vocab, text string, n int) {
	p.text = text
	p.reset(n)
	for i := range n - 1 {
		p.rank[i] = v.Rank(p.text[i:], 2)
	}
	for block := range p.low {
		p.refresh(block)
	}
	for {
		at := p.lowest()
		if at < 0 {
			return
		}
		p.merge(v, at)
	}
}

func (p *parting) reset(n int) {
	blocks := (n + blockSize - 1) / blockSize
	if size := blocks * blockSize; size > cap(p.rank) {
		p.next, p.prev, p.rank = make([]int32, size), make([]int32, size), make([]uint32, size)
		p.low = make([]uint32, blocks)
	}
	p.next, p.prev = p.next[:n], p.prev[:n]
	p.rank, p.low = p.rank[:blocks*blockSize], p.low[:blocks]
	for i := range n {
		p.next[i], p.prev[i] = int32(i+1), int32(i-1)
	}
	for i := n - 1; i < len(p.rank); i++ {
		p.rank[i] = vocab.NoRank
	}
	p.count = n
}

// merge joins the part at i with the next one.
func (p *parting) merge(v *vocab.Vocab, i int) {
	gone := int(p.next[i])
	next := p.next[gone]
	p.next[i] = next
	if int(next) < len(p.next) {
		p.prev[next] = int32(i)
	}
	p.setRank(gone, vocab.NoRank)
	p.setRank(i, p.pairRank(v, i))
	if prev := int(p.prev[i]); prev >= 0 {
		p.setRank(prev, p.pairRank(v, prev))
	}
	p.count--
}

func (p *parting) pairRank(v *vocab.Vocab, i int) uint32 {
	next := int(p.next[i])
	if next == len(p.next) {
		return vocab.NoRank
	}
	return v.Rank(p.text[i:], int(p.next[next])-i)
}

func (p *parting) setRank(i int, rank uint32) {
	old := p.rank[i]
	p.rank[i] = rank
	switch block := i / blockSize; {
	case rank <= p.low[block]:
		p.low[block] = rank
	case old == p.low[block]:
		p.refresh(block)
	}
}

func (p *parting) refresh(block int) {
	low := uint32(vocab.NoRank)
	for _, rank := range p.rank[block*blockSize:][:blockSize] {
		low = min(low, rank)
	}
	p.low[block] = low
}

// lowest returns the start of the leftmost pair of the lowest rank, or -1.
func (p *parting) lowest() int {
	low, at := uint32(vocab.NoRank), 0
	for block, rank := range p.low {
		if rank < low {
			low, at = rank, block
		}
	}
	if low == vocab.NoRank {
		return -1
	}
	i := at * blockSize
	for p.rank[i] != low {
		i++
	}
	return i
}

var mergers = sync.Pool{New: func() any { return new(merger) }}
