package main

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/skillbrief/skillbrief/internal/tokens/internal/vocab"
)

// load factor of the tables, as a fraction: fuller ones find no pilots.
const loadNumerator, loadDenominator = 17, 20

type entry struct {
	hash uint64
	key  []byte
	rank uint32
}

// hashTable is a perfect hash table in the making.
type hashTable struct {
	pilots []byte
	slots  []*entry
}

// build returns a table in the layout that vocab.Open reads.
func build(entries []entry) ([]byte, error) {
	buckets := len(entries)*loadDenominator/loadNumerator/vocab.BucketSlots + 1
	t := hashTable{make([]byte, buckets), make([]*entry, buckets*vocab.BucketSlots)}
	for _, bucket := range byBucket(entries, buckets) {
		if !t.place(bucket) {
			return nil, errors.New("no pilot fits a bucket, lower the load factor")
		}
	}
	return t.layout(len(entries[0].key)), nil
}

// byBucket groups the entries, the largest groups first: they are the hardest to place.
func byBucket(entries []entry, buckets int) [][]*entry {
	groups := make([][]*entry, buckets)
	for i := range entries {
		b := vocab.Bucket(entries[i].hash, uint64(buckets))
		groups[b] = append(groups[b], &entries[i])
	}
	slices.SortStableFunc(groups, func(a, b []*entry) int { return len(b) - len(a) })
	return groups
}

// place finds the pilot that sends each entry of a bucket to a free slot.
func (t *hashTable) place(bucket []*entry) bool {
	if len(bucket) == 0 {
		return true
	}
	for pilot := range 256 {
		if t.fill(bucket, byte(pilot)) {
			t.pilots[vocab.Bucket(bucket[0].hash, uint64(len(t.pilots)))] = byte(pilot)
			return true
		}
	}
	return false
}

func (t *hashTable) fill(bucket []*entry, pilot byte) bool {
	for i, e := range bucket {
		slot := vocab.Slot(e.hash, pilot, uint64(len(t.slots)))
		if t.slots[slot] == nil {
			t.slots[slot] = e
			continue
		}
		for _, placed := range bucket[:i] {
			t.slots[vocab.Slot(placed.hash, pilot, uint64(len(t.slots)))] = nil
		}
		return false
	}
	return true
}

// layout writes pilots, keys and ranks. No lookup has the all-zero key of an empty slot.
func (t *hashTable) layout(keySize int) []byte {
	data := slices.Clone(t.pilots)
	for _, e := range t.slots {
		if e == nil {
			e = &entry{key: make([]byte, keySize)}
		}
		data = append(data, e.key...)
	}
	for _, e := range t.slots {
		rank := uint32(vocab.NoRank)
		if e != nil {
			rank = e.rank
		}
		data = binary.LittleEndian.AppendUint32(data, rank)
	}
	return data
}
