// Package vocab reads the embedded vocabularies. A vocabulary is three perfect
// hash tables, for tokens of up to 7, 8 to 15 and more bytes; they are used in
// place, as they lie in the binary.
package vocab

import (
	"encoding/binary"
	"math/bits"
)

// NoRank is the rank of bytes that are no token. It is above all ranks.
const NoRank = 1<<32 - 1

const rankSize = 4

// BucketSlots is the number of slots that a table has for one pilot byte.
const BucketSlots = 3

const (
	mix  = 0x9e3779b97f4a7c15
	mix2 = 0xd6e8feb86659fd93
)

// table is a perfect hash table: a hash chooses a pilot byte, both choose the
// only slot where its key can be. In memory lie the pilots, then the keys, then
// the ranks of the slots.
type table struct {
	pilots, keys, ranks   []byte
	pilotCount, slotCount uint64
}

// open finds the parts of a table whose keys have keySize bytes.
func open(data []byte, keySize int) table {
	buckets := len(data) / (1 + BucketSlots*(keySize+rankSize))
	keys := buckets + buckets*BucketSlots*keySize
	return table{
		pilots:     data[:buckets],
		keys:       data[buckets:keys],
		ranks:      data[keys:],
		pilotCount: uint64(buckets),
		slotCount:  uint64(buckets * BucketSlots),
	}
}

// Bucket is the index of the pilot of a hash among n.
func Bucket(hash, n uint64) uint64 {
	high, _ := bits.Mul64(hash, n)
	return high
}

// Slot is the slot of a hash among n.
func Slot(hash uint64, pilot byte, n uint64) uint64 {
	high, _ := bits.Mul64((hash^uint64(pilot)*mix)*mix2, n)
	return high
}

func (t *table) slot(hash uint64) uint64 {
	return Slot(hash, t.pilots[Bucket(hash, t.pilotCount)], t.slotCount)
}

func (t *table) rank(slot uint64) uint32 {
	return binary.LittleEndian.Uint32(t.ranks[slot*rankSize:])
}

func (t *table) word(i uint64) uint64 {
	return binary.LittleEndian.Uint64(t.keys[i*8:])
}
