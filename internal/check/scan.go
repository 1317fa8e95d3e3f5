package check

import (
	"strings"
	"unicode/utf8"
)

// signs are what one quick look at a text finds: most texts need no other.
type signs struct {
	odd    bool    // a character that is hardly seen
	tokens []int32 // offsets of the words that begin as secrets do
	words  []int32 // offsets of the words that begin an attempt to steer a model
}

// blank turns upper case into lower in a word's key; what else it changes only lets
// more through.
const blank = 0x20202020

// word is the key of a word's first four bytes.
func word(s string) uint32 {
	return uint32(s[0])<<24 | uint32(s[1])<<16 | uint32(s[2])<<8 | uint32(s[3])
}

const (
	steers = 1 + iota
	unlocks
)

// starts are the beginnings of words that a rule looks at closer.
var starts = func() map[uint32]uint8 {
	m := map[uint32]uint8{}
	for w, list := range steering {
		for _, f := range opening(w, list) {
			m[word(f)] |= steers
		}
	}
	for _, w := range []string{"PRIVATE KEY", "secret_access_key", "aws_secret_access_key", "awsSecretAccessKey"} {
		m[word(lower(w))] |= unlocks
	}
	for _, p := range providers {
		for _, w := range first(p.prefix) {
			m[word(w)] |= unlocks
		}
	}
	return m
}()

// filter is a small table in front of starts: most words end here.
var filter = func() (f [1 << 12]bool) {
	for key := range starts {
		f[hash(key)] = true
	}
	return f
}()

func hash(key uint32) uint32 { return key * 2654435761 >> 20 }

// classes of bytes.
const (
	inWord = 1 << iota
	maybeOdd
)

var class = func() (c [256]uint8) {
	for b := range 256 {
		switch {
		case b >= '0' && b <= '9', b >= 'A' && b <= 'Z', b >= 'a' && b <= 'z', b == '_':
			c[b] = inWord
		case b < ' ' && b != '\t' && b != '\n' && b != '\r', b == 0x7f:
			c[b] = maybeOdd
		case b == 0xc2, b == 0xcd, b == 0xd8, b >= 0xe1 && b <= 0xe3, b == 0xef, b == 0xf0, b >= 0xf3:
			c[b] = maybeOdd
		}
	}
	return c
}()

// scan takes the one look.
func scan(raw string) signs {
	var s signs
	before := uint8(0)
	for i := 0; i < len(raw); i++ {
		c := class[raw[i]]
		switch {
		case c == 0:
		case c == maybeOdd:
			if !s.odd {
				r, _ := utf8.DecodeRuneInString(raw[i:])
				s.odd = odd(r)
			}
		case before != inWord && raw[i] == '_':
			c = 0 // emphasis
		case before != inWord && i+4 <= len(raw):
			s.word(raw[i:], i)
		}
		before = c
	}
	return s
}

func (s *signs) word(rest string, at int) {
	key := word(rest) | blank
	if !filter[hash(key)] {
		return
	}
	kind := starts[key]
	if kind&unlocks != 0 {
		s.tokens = append(s.tokens, int32(at))
	}
	if kind&steers != 0 {
		s.words = append(s.words, int32(at))
	}
}

func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		b[i] = c | 0x20
	}
	return string(b)
}

// first gives the beginnings of a prefix, four bytes each: where it is shorter,
// with every character that may follow.
func first(prefix string) []string {
	if len(prefix) >= 4 {
		return []string{lower(prefix[:4])}
	}
	var all []string
	for _, c := range "0123456789abcdefghijklmnopqrstuvwxyz-_" {
		all = append(all, lower(prefix+string(c)))
	}
	return all
}

// opening gives the beginnings of a steering word, four bytes each, with what
// follows a short one: "you are", "do not".
func opening(w string, list []opened) []string {
	if apostrophe := strings.IndexByte(w, '\''); apostrophe == 3 {
		return []string{w[:4], w[:3] + "\xe2"} // the first byte of a curly one
	}
	if len(w) >= 4 {
		return []string{lower(w[:4])}
	}
	var all []string
	for _, mark := range marks {
		for _, second := range marks {
			all = append(all, lower((w + string(mark) + string(second))[:4]))
		}
		for _, o := range list {
			for then := range o.then[0] {
				all = append(all, lower((w + string(mark) + then)[:4]))
			}
		}
	}
	return all
}
