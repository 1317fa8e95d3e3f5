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
	short                   shortParting
	window, following, seam parting
}

func newMerger(v *vocab.Vocab) merger {
	return merger{shortParting{vocab: v}, parting{vocab: v}, parting{vocab: v}, parting{vocab: v}}
}

// count returns the number of tokens of the first n bytes of text, at least two.
func (m *merger) count(text string, n int) int {
	if n <= shortMax {
		return m.short.encode(text, n)
	}
	return m.countBy(windowSize, text, n)
}

// countBy is count for long pieces, with windows of size bytes at first.
func (m *merger) countBy(size int, text string, n int) int {
	total := 0
	rest := text[:n]
	m.window.encode(text, min(size, n))
	for len(m.window.next) < len(rest) {
		done := m.advance(size, rest)
		if done == 0 {
			// Longer windows may change what this one follows: start again.
			return m.countBy(2*size, text, n)
		}
		total += m.window.countBefore(done)
		rest = rest[done:]
		m.window, m.following = m.following, m.window
	}
	return total + m.window.count
}

// advance looks for a boundary of the window, far from its end, where the
// encoding of the text that follows fits. It returns its position, or zero.
func (m *merger) advance(size int, text string) int {
	cut := len(m.window.next) - min(size/4, 2*vocab.LongMax)
	for range 4 {
		cut = m.window.start(cut)
		if cut == 0 {
			return 0
		}
		m.following.encode(text[cut:], min(size, len(text)-cut))
		last := int(m.window.prev[cut])
		if m.apart(text[last:], cut-last, int(m.following.next[0])) {
			return cut
		}
		cut /= 2
	}
	return 0
}

// apart reports whether text is encoded as two tokens of these lengths.
func (m *merger) apart(text string, first, second int) bool {
	m.seam.encode(text, first+second)
	return m.seam.count == 2 && int(m.seam.next[0]) == first
}

// forget lets go of the text.
func (m *merger) forget() {
	m.short.text, m.window.text, m.following.text, m.seam.text = "", "", "", ""
}
