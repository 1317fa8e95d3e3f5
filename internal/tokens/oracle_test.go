package tokens

import (
	"sync"
	"testing"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

// oracles are the encodings of tiktoken-go, which package tokens must equal.
var oracles = map[*Encoding]func() *tiktoken.Tiktoken{
	o200k:  sync.OnceValue(func() *tiktoken.Tiktoken { return oracle(o200k.name) }),
	cl100k: sync.OnceValue(func() *tiktoken.Tiktoken { return oracle(cl100k.name) }),
}

var setLoader = sync.OnceFunc(func() { tiktoken.SetBpeLoader(loader.NewOfflineLoader()) })

func oracle(name string) *tiktoken.Tiktoken {
	setLoader()
	t, err := tiktoken.GetEncoding(name)
	if err != nil {
		panic(err)
	}
	return t
}

// compare fails the test when an encoding counts otherwise than its oracle.
func compare(t *testing.T, e *Encoding, text string) {
	t.Helper()
	want := len(oracles[e]().EncodeOrdinary(text))
	if got := e.Count(text); got != want {
		t.Errorf("%s: %d tokens in %.200q, want %d", e.name, got, text, want)
	}
}
