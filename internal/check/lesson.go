package check

import (
	"slices"
	"strings"
)

// stems begin the words of texts that speak of attacks on models.
var stems = []string{
	"adversar", "attack", "detect", "exploit", "hijack", "hostile", "inject", "jailbreak", "jailbroken", "malicious", "manipulat", "payload", "phish", "poison",
	"prompt leak", "red team", "red-team", "social engineering", "suspicious", "threat", "untrusted",
}

// stemmed gives the stems that begin with four bytes.
var stemmed = func() map[uint32][]string {
	m := map[uint32][]string{}
	for _, s := range stems {
		m[word(lower(s))] = append(m[word(lower(s))], s)
	}
	return m
}()

// lessons are the places where a text speaks of attacks, in order.
func lessons(s string) [][]int {
	var found [][]int
	before := uint8(0)
	for i := 0; i+4 <= len(s); i++ {
		c := class[s[i]]
		if c == inWord && before != inWord {
			for _, stem := range stemmed[word(s[i:])|blank] {
				if n := len(stem); i+n <= len(s) && strings.EqualFold(s[i:i+n], stem) {
					found = append(found, []int{i, i + n})
				}
			}
		}
		before = c
	}
	return found
}

// placesIn gives those of some places, which are in order, that lie in an interval:
// to search a text once costs less than to search around each of its places.
func placesIn(places [][]int, start, end int) [][]int {
	from, _ := slices.BinarySearchFunc(places, start, func(p []int, start int) int { return p[0] - start })
	to := from
	for to < len(places) && places[to][1] <= end {
		to++
	}
	return places[from:to]
}
