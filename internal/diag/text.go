package diag

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// quoteLimit is the number of code points of an input that a message shows.
const quoteLimit = 60

// Quote quotes input for a message as %q does, cut after 60 code points.
func Quote(s string) string {
	n := 0
	for i := range s {
		if n == quoteLimit {
			return strconv.Quote(s[:i]) + "..."
		}
		n++
	}
	return strconv.Quote(s)
}

// Path makes a path fit to be shown: bytes that are not UTF-8 become \xNN, and
// nothing else changes.
func Path(p string) string {
	if utf8.ValidString(p) {
		return p
	}
	var b strings.Builder
	for i := 0; i < len(p); {
		r, n := utf8.DecodeRuneInString(p[i:])
		if r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, `\x%02X`, p[i])
		} else {
			b.WriteString(p[i : i+n])
		}
		i += n
	}
	return b.String()
}

// Nearest is the one of known that a writer of name most likely meant, by edit
// distance over code points, letter case aside; empty when none is near.
func Nearest(name string, known []string) string {
	s := []rune(strings.ToLower(name))
	if len(s) > longestName {
		return ""
	}
	best, limit := "", 1+len(s)/3
	for _, k := range known {
		apart := len(s) - utf8.RuneCountInString(k)
		if max(apart, -apart) > min(limit, mostApart) || k == name {
			continue
		}
		if d := distance(s, []rune(strings.ToLower(k)), limit); d <= limit {
			best, limit = k, d-1
		}
	}
	return best
}

// Bounds of the names that are compared, in code points: the length of the one
// written, and by how much another differs from it.
const longestName, mostApart = 64, 8

// distance is the optimal string alignment distance: insert, delete, replace
// and swap of neighbours cost one each. Beyond the limit it is any number above.
func distance(s, t []rune, limit int) int {
	var rows [3][longestName + mostApart + 1]int
	older, old, now := rows[0][:len(t)+1], rows[1][:len(t)+1], rows[2][:len(t)+1]
	for j := range old {
		old[j] = j
	}
	for i, least := 0, 0; i < len(s); i++ {
		before := least
		now[0], least = i+1, i+1
		for j := range t {
			cost := 1
			if s[i] == t[j] {
				cost = 0
			}
			now[j+1] = min(old[j]+cost, old[j+1]+1, now[j]+1)
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				now[j+1] = min(now[j+1], older[j-1]+1)
			}
			least = min(least, now[j+1])
		}
		if min(least, before) > limit { // a swap goes on from the row before
			return limit + 1
		}
		older, old, now = old, now, older
	}
	return old[len(t)]
}
