package skill

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// mark is the byte order mark in UTF-8.
const mark = "\uFEFF"

// badText is the first place where raw is no UTF-8 text without NUL.
type badText struct {
	start, end int
	message    string
	whole      bool // nothing of the file can be read
}

// findBadText looks for UTF-16, bytes that are not UTF-8, and NUL; nil where
// raw is text.
func findBadText(raw string) *badText {
	nul := strings.IndexByte(raw, 0)
	valid := utf8.ValidString(raw)
	if valid && nul < 0 {
		return nil
	}
	if name := wideEncoding(raw); name != "" {
		return &badText{message: "text is " + name + ", expected UTF-8; save the file as UTF-8", whole: true}
	}
	bad := len(raw)
	if !valid {
		bad = invalid(raw)
	}
	if nul >= 0 && nul < bad {
		return &badText{start: nul, end: nul + 1, message: fmt.Sprintf("NUL at byte offset %d, expected text; remove it", nul)}
	}
	return &badText{start: bad, end: bad + 1, message: fmt.Sprintf("byte 0x%02X at byte offset %d is not UTF-8; save the file as UTF-8", raw[bad], bad)}
}

// invalid is the offset of the first byte that is not UTF-8.
func invalid(s string) int {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(s)
}

// wideEncoding names the encoding of text in units of two or four bytes, told
// by its mark or, without one, by where the NULs of ASCII text lie.
func wideEncoding(raw string) string {
	switch {
	case strings.HasPrefix(raw, "\xFF\xFE\x00\x00"), strings.HasPrefix(raw, "\x00\x00\xFE\xFF"):
		return "UTF-32"
	case strings.HasPrefix(raw, "\xFF\xFE"), strings.HasPrefix(raw, "\xFE\xFF"):
		return "UTF-16"
	case len(raw) >= 8 && raw[0] != 0 && raw[1:4] == "\x00\x00\x00", len(raw) >= 8 && raw[:3] == "\x00\x00\x00" && raw[3] != 0:
		return "UTF-32"
	case len(raw) >= 6 && alternates(raw[:6], 0), len(raw) >= 6 && alternates(raw[:6], 1):
		return "UTF-16"
	}
	return ""
}

// alternates reports whether exactly every second byte of s, from first on, is NUL.
func alternates(s string, first int) bool {
	for i := range len(s) {
		if (s[i] == 0) != (i%2 == first) {
			return false
		}
	}
	return true
}

// markFault is the warning for a byte order mark at the start of a file.
func markFault(path string) diag.Fault {
	return diag.Fault{
		Rule: "byte-order-mark", Path: path,
		Span:    diag.Span{Start: diag.Pos{Line: 1, Column: 1}, End: diag.Pos{Line: 1, Column: 2}},
		Message: "file begins with a byte order mark, which some loaders take for text and drop the file; save it without",
		Fix:     &diag.Edit{Start: 0, End: len(mark)},
	}
}
