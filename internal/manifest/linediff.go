package manifest

import "strings"

// changedLines is the number of lines that the shortest line diff removes and
// adds, or limit+1 where it is more (E. W. Myers, An O(ND) Difference Algorithm
// and Its Variations, 1986).
func changedLines(before, after string, limit int) int {
	a, b := textLines(before), textLines(after)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	// reach[limit+k+1] is how far in a the furthest path on diagonal k got.
	reach := make([]int, 2*limit+3)
	for d := 0; d <= limit; d++ {
		for k := -d; k <= d; k += 2 {
			at := limit + k + 1
			x := reach[at-1] + 1
			if k == -d || k != d && reach[at-1] < reach[at+1] {
				x = reach[at+1]
			}
			for x < len(a) && x-k < len(b) && x >= 0 && x-k >= 0 && a[x] == b[x-k] {
				x++
			}
			reach[at] = x
			if x >= len(a) && x-k >= len(b) {
				return d
			}
		}
	}
	return limit + 1
}

func textLines(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}
