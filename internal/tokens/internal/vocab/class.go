package vocab

// Classes of code points, as the split patterns tell them apart. Every code
// point has exactly one. The first four are common to all patterns.
const (
	Other    = 1 << iota // none of the following
	Newline              // \r and \n
	Blank                // \s but \r and \n
	Number               // \p{N}
	Upper                // \p{Lu}, \p{Lt}
	Lower                // \p{Ll}
	Caseless             // \p{Lm}, \p{Lo}
	Mark                 // \p{M}

	Letter = Upper | Lower | Caseless
)

// Classes holds the class of each code point in two stages: an index of blocks
// of 256 code points, then the blocks.
type Classes []byte

// ClassBlocks is the number of entries of the index.
const ClassBlocks = (0x10ffff + 1) >> 8

// Of returns the class of a code point.
func (c Classes) Of(r rune) byte {
	return c[ClassBlocks+int(c[r>>8])<<8+int(r&0xff)]
}
