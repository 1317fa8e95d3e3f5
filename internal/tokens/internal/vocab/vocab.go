package vocab

const (
	ShortMax  = 7   // bytes of the longest token of the short table
	MediumMax = 15  // bytes of the longest token of the medium table
	LongMax   = 128 // bytes of the longest token of all
)

// Bytes of a key in the tables.
const (
	ShortKeySize  = 8
	MediumKeySize = 16
	LongKeySize   = 8
)

// Vocab maps tokens to ranks. It is immutable and safe for concurrent use.
type Vocab struct {
	shorts, mediums, longs table
	text                   []byte // the long tokens, end to end
}

// Open returns the vocabulary of three tables and the text of the long tokens.
func Open(short, medium, long, text []byte) Vocab {
	return Vocab{
		shorts:  open(short, ShortKeySize),
		mediums: open(medium, MediumKeySize),
		longs:   open(long, LongKeySize),
		text:    text,
	}
}

// ShortKey is the key of the first n bytes of word, a little-endian load. n is
// 1 to ShortMax.
func ShortKey(word uint64, n int) uint64 {
	return word&(1<<(8*n&63)-1) | uint64(n)<<56
}

// MediumKey is the second word of the key of n bytes, given their bytes 8 to 15;
// the first word is bytes 0 to 7. n is 8 to MediumMax.
func MediumKey(word uint64, n int) uint64 {
	return word&(1<<(8*n&63)-1) | uint64(n)<<56
}

// ShortHash is the hash of a key of the short table.
func ShortHash(key uint64) uint64 { return key * mix }

// MediumHash is the hash of a key of the medium table.
func MediumHash(first, second uint64) uint64 {
	return (first*mix ^ second) * mix2
}

// LongHash is the hash of a token of the long table.
func LongHash(token string) uint64 {
	h := uint64(len(token))
	for ; len(token) >= 8; token = token[8:] {
		h = (h ^ load(token)) * mix
		h ^= h >> 32
	}
	for i := range len(token) {
		h = (h ^ uint64(token[i])) * mix
	}
	return h * mix2
}

// Contains reports whether the first n bytes of text, at least one, are a token.
func (v *Vocab) Contains(text string, n int) bool {
	if n > MediumMax {
		return v.long(text[:n]) != NoRank
	}
	first, second := words(text)
	if n <= ShortMax {
		key := ShortKey(first, n)
		return v.shorts.word(v.shorts.slot(ShortHash(key))) == key
	}
	second = MediumKey(second, n)
	slot := v.mediums.slot(MediumHash(first, second))
	return v.mediums.word(2*slot) == first && v.mediums.word(2*slot+1) == second
}

// Rank returns the rank of the first n bytes of text, at least one, as a token,
// or NoRank.
func (v *Vocab) Rank(text string, n int) uint32 {
	if n > MediumMax {
		return v.long(text[:n])
	}
	first, second := words(text)
	if n <= ShortMax {
		return v.short(ShortKey(first, n))
	}
	return v.medium(first, MediumKey(second, n))
}

func (v *Vocab) short(key uint64) uint32 {
	slot := v.shorts.slot(ShortHash(key))
	if v.shorts.word(slot) != key {
		return NoRank
	}
	return v.shorts.rank(slot)
}

func (v *Vocab) medium(first, second uint64) uint32 {
	slot := v.mediums.slot(MediumHash(first, second))
	if v.mediums.word(2*slot) != first || v.mediums.word(2*slot+1) != second {
		return NoRank
	}
	return v.mediums.rank(slot)
}

func (v *Vocab) long(token string) uint32 {
	if len(token) > LongMax {
		return NoRank
	}
	slot := v.longs.slot(LongHash(token))
	at := v.longs.word(slot)
	start, n := int(at&(1<<32-1)), int(at>>32)
	if n != len(token) || string(v.text[start:start+n]) != token {
		return NoRank
	}
	return v.longs.rank(slot)
}

// words are the first sixteen bytes of text; what lies behind its end is zero.
func words(text string) (first, second uint64) {
	if len(text) >= 16 {
		return load(text), load(text[8:])
	}
	for i := len(text) - 1; i >= 8; i-- {
		second = second<<8 | uint64(text[i])
	}
	for i := min(len(text), 8) - 1; i >= 0; i-- {
		first = first<<8 | uint64(text[i])
	}
	return first, second
}

// load is the little-endian value of the first eight bytes.
func load(text string) uint64 {
	_ = text[7]
	return uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
		uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
}
