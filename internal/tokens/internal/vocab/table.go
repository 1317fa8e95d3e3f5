package vocab

import (
	"encoding/binary"
	"math/bits"
)

// Layout of a table.
const (
	BucketSize  = 2 // bytes of a bucket
	BucketSlots = 3 // slots that a table has for each bucket
)

const (
	mix  = 0x9e3779b97f4a7c15
	mix2 = 0xd6e8feb86659fd93
)

// table is a perfect hash table: a hash chooses a bucket, and with the pilot of
// that bucket the only slot where its key can be. In memory lie the buckets,
// each a pilot byte and a filter byte, then the slots.
type table struct {
	buckets, slots         []byte
	bucketCount, slotCount uint64
}

// open finds the parts of a table whose slots have slotSize bytes.
func open(data []byte, slotSize int) table {
	buckets := len(data) / (BucketSize + BucketSlots*slotSize)
	return table{
		buckets:     data[:buckets*BucketSize],
		slots:       data[buckets*BucketSize:],
		bucketCount: uint64(buckets),
		slotCount:   uint64(buckets * BucketSlots),
	}
}

// Bucket is the index of the bucket of a hash among n.
func Bucket(hash, n uint64) uint64 {
	high, _ := bits.Mul64(hash, n)
	return high
}

// Slot is the slot of a hash among n.
func Slot(hash uint64, pilot byte, n uint64) uint64 {
	high, _ := bits.Mul64((hash^uint64(pilot)*mix)*mix2, n)
	return high
}

// FilterBit is the bit that stands for a hash in the filter of its bucket.
func FilterBit(hash uint64) uint64 { return hash >> 42 & 7 }

// slot is the only slot that may have the key of that hash. When the filter
// excludes that any has, it is slot 0, which is near at hand and does not.
func (t *table) slot(hash uint64) uint64 {
	bucket := binary.LittleEndian.Uint16(t.buckets[2*Bucket(hash, t.bucketCount):])
	maybe := uint64(bucket) >> (8 + FilterBit(hash)) & 1
	return Slot(hash, byte(bucket), t.slotCount) * maybe
}

// word is the little-endian value of the eight bytes at 8*i of the slots.
func (t *table) word(i uint64) uint64 {
	return binary.LittleEndian.Uint64(t.slots[i*8:])
}
