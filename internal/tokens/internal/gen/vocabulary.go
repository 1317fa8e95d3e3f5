package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	loader "github.com/pkoukk/tiktoken-go-loader"

	"github.com/skillbrief/skillbrief/internal/tokens/internal/vocab"
)

type token struct {
	bytes []byte
	rank  uint32
}

// vocabulary adds the tables of the encoding of that name to files.
func vocabulary(files map[string][]byte, name string) error {
	tokens, err := load(name)
	if err != nil {
		return err
	}
	var short, long []entry
	var text []byte
	for _, t := range tokens {
		switch n := len(t.bytes); {
		case n <= vocab.ShortMax:
			short = append(short, shortEntry(t))
		case n <= vocab.LongMax:
			long = append(long, longEntry(t, len(text)))
			text = append(text, t.bytes...)
		default:
			return fmt.Errorf("token %d has %d bytes, expected at most %d", t.rank, n, vocab.LongMax)
		}
	}
	files[name+".text.bin"] = text
	files[name+".pairs.bin"] = pairs(tokens)
	if files[name+".short.bin"], err = build(short, vocab.ShortSlot); err != nil {
		return fmt.Errorf("short tokens: %w", err)
	}
	if files[name+".long.bin"], err = build(long, vocab.LongSlot); err != nil {
		return fmt.Errorf("long tokens: %w", err)
	}
	return nil
}

// load returns the tokens by rank, so that the tables come out the same each time.
func load(name string) ([]token, error) {
	ranks, err := loader.NewOfflineLoader().LoadTiktokenBpe(name + ".tiktoken")
	if err != nil {
		return nil, err
	}
	tokens := make([]token, 0, len(ranks))
	for text, rank := range ranks {
		tokens = append(tokens, token{[]byte(text), uint32(rank)})
	}
	slices.SortFunc(tokens, func(a, b token) int { return int(a.rank) - int(b.rank) })
	return tokens, nil
}

func shortEntry(t token) entry {
	padded := append(bytes.Clone(t.bytes), make([]byte, 16)...)
	first, second := vocab.ShortKey(
		binary.LittleEndian.Uint64(padded), binary.LittleEndian.Uint64(padded[8:]), len(t.bytes))
	return entry{vocab.ShortHash(first, second), words(vocab.ShortEntry(first, second, t.rank))}
}

func longEntry(t token, start int) entry {
	slot := vocab.LongEntry(start, len(t.bytes), t.rank)
	return entry{vocab.LongHash(string(t.bytes)), binary.LittleEndian.AppendUint64(nil, slot)}
}

// pairs lists the ranks of all pairs of bytes.
func pairs(tokens []token) []byte {
	list := bytes.Repeat([]byte{0xff}, vocab.PairSize<<16)
	for _, t := range tokens {
		if len(t.bytes) == 2 {
			at := vocab.PairSize * (int(t.bytes[0])<<8 | int(t.bytes[1]))
			binary.LittleEndian.PutUint32(list[at:], t.rank)
		}
	}
	return list
}

func words(first, second uint64) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, first), second)
}
