package tokens

import "github.com/skillbrief/skillbrief/internal/tokens/internal/vocab"

// windowSize is the number of bytes of a long piece that are merged at a time.
const windowSize = 2048

// merger counts the tokens of pieces that are no token themselves.
//
// A long piece is merged window by window. That is exact because of two facts
// about merging by lowest rank. Merges that do not cross the ends of a part of
// the text happen there as they would in that part alone. So a sequence of
// tokens is the encoding of a text if and only if each two neighbours are the
// encoding of their own text: the first merge that crosses a boundary in the
// whole would cross it in the two neighbours too. Hence the encodings of two
// adjacent texts together are that of the whole when the last token of the one
// and the first of the other stay apart.
type merger struct {
	window, following, seam parting
}

// count returns the number of tokens of the first n bytes of text.
func (m *merger) count(v *vocab.Vocab, text string, n int) int {
	return m.countBy(v, text, n, windowSize)
}

// countBy is count with windows of size bytes.
func (m *merger) countBy(v *vocab.Vocab, text string, n, size int) int {
	total := 0
	m.window.encode(v, text, min(size, n))
	for len(m.window.next) < n {
		done := m.advance(v, text, n, size)
		if done == 0 {
			// No boundary is certain: take a longer window.
			m.window.encode(v, text, min(2*len(m.window.next), n))
			continue
		}
		total += m.window.countBefore(done)
		text, n = text[done:], n-done
		m.window, m.following = m.following, m.window
	}
	return total + m.window.count
}

// advance looks for a boundary of the window, far from its end, where the
// encoding of the text that follows fits. It returns its position, or zero.
func (m *merger) advance(v *vocab.Vocab, text string, n, size int) int {
	cut := len(m.window.next) - min(size/4, 2*vocab.LongMax)
	for range 4 {
		cut = m.window.start(cut)
		if cut == 0 {
			return 0
		}
		m.following.encode(v, text[cut:], min(size, n-cut))
		last, first := int(m.window.prev[cut]), int(m.following.next[0])
		if m.apart(v, text[last:], cut-last, first) {
			return cut
		}
		cut /= 2
	}
	return 0
}

// apart reports whether text is encoded as two tokens of these lengths.
func (m *merger) apart(v *vocab.Vocab, text string, first, second int) bool {
	m.seam.encode(v, text, first+second)
	return m.seam.count == 2 && int(m.seam.next[0]) == first
}

// start returns the start of the part that holds position i.
func (p *parting) start(i int) int {
	at := 0
	for int(p.next[at]) <= i {
		at = int(p.next[at])
	}
	return at
}

// countBefore returns the number of parts before the part that starts at end.
func (p *parting) countBefore(end int) int {
	count := 0
	for i := 0; i < end; i = int(p.next[i]) {
		count++
	}
	return count
}
