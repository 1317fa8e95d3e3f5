package main

import (
	"errors"
	"slices"

	"github.com/skillbrief/skillbrief/internal/tokens/internal/vocab"
)

// load factor of the tables, as a fraction: fuller ones find no pilots.
const loadNumerator, loadDenominator = 17, 20

type entry struct {
	hash uint64
	slot []byte
}

// hashTable is a perfect hash table in the making.
type hashTable struct {
	buckets [][vocab.BucketSize]byte // pilot and filter
	slots   []*entry
}

// build returns a table in the layout that package vocab reads.
func build(entries []entry, slotSize int) ([]byte, error) {
	n := len(entries)*loadDenominator/loadNumerator/vocab.BucketSlots + 1
	t := hashTable{make([][vocab.BucketSize]byte, n), make([]*entry, n*vocab.BucketSlots)}
	for _, group := range t.group(entries) {
		if !t.place(group) {
			return nil, errors.New("no pilot fits a bucket, lower the load factor")
		}
	}
	return t.layout(slotSize), nil
}

// group returns the entries of each bucket that has any, the largest groups
// first: they are the hardest to place.
func (t *hashTable) group(entries []entry) [][]*entry {
	groups := make([][]*entry, len(t.buckets))
	for i := range entries {
		b := t.bucket(&entries[i])
		groups[b] = append(groups[b], &entries[i])
	}
	slices.SortStableFunc(groups, func(a, b []*entry) int { return len(b) - len(a) })
	for len(groups[len(groups)-1]) == 0 {
		groups = groups[:len(groups)-1]
	}
	return groups
}

func (t *hashTable) bucket(e *entry) uint64 {
	return vocab.Bucket(e.hash, uint64(len(t.buckets)))
}

func (t *hashTable) slot(e *entry, pilot byte) uint64 {
	return vocab.Slot(e.hash, pilot, uint64(len(t.slots)))
}

// place finds the pilot that sends each entry of a bucket to a free slot.
func (t *hashTable) place(group []*entry) bool {
	var filter byte
	for _, e := range group {
		filter |= 1 << vocab.FilterBit(e.hash)
	}
	for pilot := range 256 {
		if t.fill(group, byte(pilot)) {
			t.buckets[t.bucket(group[0])] = [...]byte{byte(pilot), filter}
			return true
		}
	}
	return false
}

// fill puts all entries in their slots for a pilot, or none.
func (t *hashTable) fill(group []*entry, pilot byte) bool {
	for i, e := range group {
		slot := t.slot(e, pilot)
		if t.slots[slot] == nil {
			t.slots[slot] = e
			continue
		}
		for _, placed := range group[:i] {
			t.slots[t.slot(placed, pilot)] = nil
		}
		return false
	}
	return true
}

// layout writes buckets and slots. No lookup finds the all-zero content of an
// empty slot, for it stands for a token without bytes.
func (t *hashTable) layout(slotSize int) []byte {
	var data []byte
	for _, b := range t.buckets {
		data = append(data, b[:]...)
	}
	for _, e := range t.slots {
		if e == nil {
			e = &entry{slot: make([]byte, slotSize)}
		}
		data = append(data, e.slot...)
	}
	return data
}
