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
	var short, medium, long []entry
	var text []byte
	for _, t := range tokens {
		switch n := len(t.bytes); {
		case n <= vocab.ShortMax:
			short = append(short, shortEntry(t))
		case n <= vocab.MediumMax:
			medium = append(medium, mediumEntry(t))
		case n <= vocab.LongMax:
			long = append(long, longEntry(t, len(text)))
			text = append(text, t.bytes...)
		default:
			return fmt.Errorf("token %d has %d bytes, expected at most %d", t.rank, n, vocab.LongMax)
		}
	}
	files[name+".text.bin"] = text
	for part, entries := range map[string][]entry{"short": short, "medium": medium, "long": long} {
		if files[name+"."+part+".bin"], err = build(entries); err != nil {
			return fmt.Errorf("%s: %w", part, err)
		}
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
	key := vocab.ShortKey(word(t.bytes), len(t.bytes))
	return entry{vocab.ShortHash(key), words(key), t.rank}
}

func mediumEntry(t token) entry {
	first, second := word(t.bytes), vocab.MediumKey(word(t.bytes[8:]), len(t.bytes))
	return entry{vocab.MediumHash(first, second), words(first, second), t.rank}
}

func longEntry(t token, start int) entry {
	return entry{vocab.LongHash(string(t.bytes)), words(uint64(start) | uint64(len(t.bytes))<<32), t.rank}
}

// word is the little-endian value of up to eight bytes.
func word(b []byte) uint64 {
	return binary.LittleEndian.Uint64(append(bytes.Clone(b), make([]byte, 8)...))
}

func words(values ...uint64) []byte {
	var b []byte
	for _, v := range values {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	return b
}
