// Package vocab reads the embedded vocabularies. A vocabulary is two perfect
// hash tables, for short and for long tokens; they are used in place, as they
// lie in the binary.
package vocab

import "encoding/binary"

// Bytes of the longest token of the short table, and of all tokens.
const (
	ShortMax = 13
	LongMax  = 128
)

// NoRank is the rank of bytes that are no token. It is above all ranks.
const NoRank = 1<<32 - 1

// A slot of the short table is two words: bytes 0 to 7 of the token; bytes 8 to
// 12, its length and its rank. A slot of the long table is one word: where the
// token starts in the text of all of them, its length and its rank.
const (
	ShortSlot = 16 // bytes
	LongSlot  = 8  // bytes

	// PairSize is the number of bytes of a rank in the list of pairs.
	PairSize = 4

	lengthAt    = 40
	shortRankAt = 44
	longStart   = 1<<32 - 1
	longLength  = 1<<8 - 1
)

// Vocab maps tokens to ranks. It is immutable and safe for concurrent use.
type Vocab struct {
	short, long table
	text        []byte // the long tokens, end to end
	pairs       []byte // ranks of all pairs of bytes
}

// Open returns the vocabulary of two tables, the text of the long tokens and
// the ranks of pairs of bytes.
func Open(short, long, text, pairs []byte) Vocab {
	return Vocab{open(short, ShortSlot), open(long, LongSlot), text, pairs}
}

// ShortKey turns the first sixteen bytes of a text into the key of its first n
// bytes, which are 1 to ShortMax.
func ShortKey(first, second uint64, n int) (uint64, uint64) {
	bits := uint(8 * n)
	return first & (1<<bits - 1), second&(^uint64(0)>>(128-bits)) | uint64(n)<<lengthAt
}

// ShortHash is the hash of a key of the short table.
func ShortHash(first, second uint64) uint64 { return (first*mix ^ second) * mix2 }

// ShortEntry returns the slot of a token in the short table.
func ShortEntry(first, second uint64, rank uint32) (uint64, uint64) {
	return first, second | uint64(rank)<<shortRankAt
}

// LongEntry returns the slot of a token in the long table.
func LongEntry(start, length int, rank uint32) uint64 {
	return uint64(start) | uint64(length)<<32 | uint64(rank)<<lengthAt
}

// LongHash is the hash of a token of the long table.
func LongHash(token string) uint64 {
	h := uint64(len(token))
	for ; len(token) >= 8; token = token[8:] {
		h = (h ^ Load(token, 0)) * mix
		h ^= h >> 32
	}
	for i := range len(token) {
		h = (h ^ uint64(token[i])) * mix
	}
	return h * mix2
}

// Rank returns the rank of the first n bytes of text, at least one, as a token,
// or NoRank.
func (v *Vocab) Rank(text string, n int) uint32 {
	if n > ShortMax {
		return v.longRank(text[:n])
	}
	var first, second uint64
	if len(text) >= 16 {
		first, second = Load(text, 0), Load(text, 8)
	} else {
		first, second = rest(text)
	}
	first, second = ShortKey(first, second, n)
	slot := 2 * v.short.slot(ShortHash(first, second))
	found, entry := v.short.word(slot), v.short.word(slot+1)
	rank := uint32(entry >> shortRankAt)
	if found^first|(entry^second)<<(64-shortRankAt) != 0 {
		rank = NoRank
	}
	return rank
}

// Pair returns the rank of the first two bytes of text.
func (v *Vocab) Pair(text string) uint32 {
	return binary.LittleEndian.Uint32(v.pairs[PairSize*(int(text[0])<<8|int(text[1])):])
}

func (v *Vocab) longRank(token string) uint32 {
	if len(token) > LongMax {
		return NoRank
	}
	entry := v.long.word(v.long.slot(LongHash(token)))
	start, n := int(entry&longStart), int(entry>>32&longLength)
	if n != len(token) || string(v.text[start:start+n]) != token {
		return NoRank
	}
	return uint32(entry >> lengthAt)
}

// rest is the two words of less than sixteen bytes, padded with zeros.
func rest(text string) (first, second uint64) {
	var padded [16]byte
	copy(padded[:], text)
	return binary.LittleEndian.Uint64(padded[:]), binary.LittleEndian.Uint64(padded[8:])
}

// Load is the little-endian value of the eight bytes of text at i.
func Load(text string, i int) uint64 {
	b := text[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}
