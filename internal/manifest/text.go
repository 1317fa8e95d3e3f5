package manifest

import (
	"strings"

	"golang.org/x/text/cases"
)

// isSpace is Python's white space.
func isSpace(r rune) bool {
	switch {
	case r >= 0x09 && r <= 0x0d, r >= 0x1c && r <= 0x20, r == 0x85, r == 0xa0, r == 0x1680,
		r >= 0x2000 && r <= 0x200a, r == 0x2028, r == 0x2029, r == 0x202f, r == 0x205f, r == 0x3000:
		return true
	}
	return false
}

func trim(s string) string { return strings.TrimFunc(s, isSpace) }

// sameText is the form in which two instructions count as the same: case folded
// fully (ß is ss), white space collapsed, nothing normalised.
func sameText(s string) string {
	return cases.Fold().String(strings.Join(strings.FieldsFunc(s, isSpace), " "))
}
