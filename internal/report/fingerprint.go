package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
)

// fingerprint is a finding with what tells it from every other, and stays the
// same when lines above it come and go.
type fingerprint struct {
	Finding
	sum string // hex
}

func fingerprinted(found []Finding) []fingerprint {
	seen := map[string]int{}
	all := make([]fingerprint, len(found))
	for i, f := range found {
		key := f.Rule + "\x00" + f.Path + "\x00" + passing.ReplaceAllString(f.Message, "")
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, seen[key]))
		seen[key]++
		all[i] = fingerprint{f, hex.EncodeToString(sum[:])}
	}
	return all
}

// passing are numbers, and the ids of commits, which are others on every run.
var passing = regexp.MustCompile(`\b(?:[0-9a-f]{64}|[0-9a-f]{40})\b|[0-9]+`)
