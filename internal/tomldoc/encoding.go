package tomldoc

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
)

const byteOrderMark = "\ufeff"

// wide recognises UTF-16 and UTF-32, by their mark or by every other byte being
// NUL: nothing in such a file can be read as TOML.
func wide(raw string) *Fault {
	head := raw[:min(len(raw), 64)]
	even, odd := 0, 0
	for i := range len(head) {
		if head[i] == 0 && i%2 == 0 {
			even++
		} else if head[i] == 0 {
			odd++
		}
	}
	marked := strings.HasPrefix(raw, "\xff\xfe") || strings.HasPrefix(raw, "\xfe\xff")
	if !marked && max(even, odd)*3 < len(head) || len(head) < 4 {
		return nil
	}
	return &Fault{diag.Span{}, "the file is UTF-16; save it as UTF-8 without byte order mark"}
}

// mendEncoding reports a byte order mark, bytes that are not UTF-8 and NULs, and
// mends them in the data.
func (p *parser) mendEncoding() []Fault {
	var faults []Fault
	start := 0
	if strings.HasPrefix(p.text, byteOrderMark) {
		start = len(byteOrderMark)
		copy(p.data, "   ")
		faults = append(faults, Fault{p.place.span(0, start), "the file begins with a byte order mark (BOM); save it as UTF-8 without one"})
	}
	bad, first := 0, 0
	for i := start; i < len(p.text); {
		r, n := utf8.DecodeRuneInString(p.text[i:])
		if r == utf8.RuneError && n == 1 || r == 0 {
			if bad++; bad == 1 {
				first = i
			}
			p.mend(unknown(extent{i, i + n}))
		}
		i += n
	}
	if bad > 0 {
		faults = append(faults, Fault{p.place.span(first, first+1), badByte(p.text[first], bad)})
	}
	return faults
}

// badByte says what the first byte that cannot stand in a TOML file may mean.
func badByte(b byte, bad int) string {
	more := ""
	if bad > 1 {
		more = fmt.Sprintf(" (and %d more such bytes)", bad-1)
	}
	if b == 0 {
		return "the file holds a NUL byte" + more + "; it is no text file, or was saved as UTF-16: save it as UTF-8"
	}
	return fmt.Sprintf("the byte 0x%02X is not UTF-8%s; the file was probably saved as Latin-1 or Windows-1252: save it as UTF-8", b, more)
}

// newEscapes reports the escapes of a quoted text or key that TOML 1.1 brought.
func (p *parser) newEscapes(at extent) {
	raw := p.text[at.start:at.end]
	if raw[0] != '"' || p.isMended(at.start, at.end) {
		return
	}
	for i := 0; i+1 < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		i++
		if n := map[byte]int{'e': 2, 'x': 4}[raw[i]]; n > 0 {
			start := at.start + i - 1
			p.fault(start, start+n, fmt.Sprintf("the escape %s is TOML 1.1, which most readers refuse; %s", raw[i-1:i-1+n], instead(raw[i])))
		}
	}
}

func instead(c byte) string {
	if c == 'e' {
		return `write \u001B; a backslash itself is \\`
	}
	return `write \u00 and two digits; a backslash itself is \\`
}
