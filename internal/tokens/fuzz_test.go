package tokens

import "testing"

func FuzzCountO200k(f *testing.F) { fuzzCount(f, o200k) }

func FuzzCountCl100k(f *testing.F) { fuzzCount(f, cl100k) }

// fuzzCount compares counts with those of the oracle, which takes quadratic
// time, so the texts are short.
func fuzzCount(f *testing.F, e *Encoding) {
	for _, text := range nasty() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		compare(t, e, text[:min(len(text), 500)])
	})
}

// FuzzWindows takes any text as one piece.
func FuzzWindows(f *testing.F) {
	for _, text := range nasty() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		compareWindows(t, o200k, text[:min(len(text), 500)])
		compareWindows(t, cl100k, text[:min(len(text), 500)])
	})
}
