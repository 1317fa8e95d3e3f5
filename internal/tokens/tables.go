package tokens

import (
	_ "embed" // the tables

	"github.com/skillbrief/skillbrief/internal/tokens/internal/vocab"
)

//go:generate go run ./internal/gen tables

type vocabulary = vocab.Vocab

var (
	//go:embed tables/o200k_base.short.bin
	o200kShort []byte
	//go:embed tables/o200k_base.long.bin
	o200kLong []byte
	//go:embed tables/o200k_base.text.bin
	o200kText []byte
	//go:embed tables/o200k_base.pairs.bin
	o200kPairs []byte

	//go:embed tables/cl100k_base.short.bin
	cl100kShort []byte
	//go:embed tables/cl100k_base.long.bin
	cl100kLong []byte
	//go:embed tables/cl100k_base.text.bin
	cl100kText []byte
	//go:embed tables/cl100k_base.pairs.bin
	cl100kPairs []byte

	//go:embed tables/classes.bin
	classes vocab.Classes
)

var (
	o200k = &Encoding{
		name:  "o200k_base",
		split: splitO200k,
		vocab: vocab.Open(o200kShort, o200kLong, o200kText, o200kPairs),
	}
	cl100k = &Encoding{
		name:  "cl100k_base",
		split: splitCl100k,
		vocab: vocab.Open(cl100kShort, cl100kLong, cl100kText, cl100kPairs),
	}
)
