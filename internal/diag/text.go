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
	best, limit := "", 1+utf8.RuneCountInString(name)/3
	for _, k := range known {
		if d := distance(strings.ToLower(name), strings.ToLower(k)); d <= limit && k != name {
			best, limit = k, d-1
		}
	}
	return best
}

// distance is the optimal string alignment distance: insert, delete, replace
// and swap of neighbours cost one each.
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	if d := len(s) - len(t); d > 8 || d < -8 || len(s) > 64 {
		return 1 << 20
	}
	rows := [3][]int{make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := range s {
		older, old, now := rows[0], rows[1], rows[2]
		now[0] = i + 1
		for j := range t {
			cost := 1
			if s[i] == t[j] {
				cost = 0
			}
			now[j+1] = min(old[j]+cost, old[j+1]+1, now[j]+1)
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				now[j+1] = min(now[j+1], older[j-1]+1)
			}
		}
		rows = [3][]int{old, now, older}
	}
	return rows[1][len(t)]
}
