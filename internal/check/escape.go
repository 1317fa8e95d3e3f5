package check

import (
	"strconv"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/skill"
)

// values are the places of all keys and scalars of fields.
func values(fields []skill.Field) []diag.Span {
	var spans []diag.Span
	for _, f := range fields {
		spans = append(spans, f.KeySpan)
		if f.Kind == skill.Scalar {
			spans = append(spans, f.ValueSpan)
		}
		spans = append(spans, values(f.Fields)...)
		spans = append(spans, values(f.Items)...)
	}
	return spans
}

// escaped finds the odd characters that escapes make in what stands at a place,
// where that is in double quotes.
func escaped(t *text, span diag.Span) []oddity {
	start, end := t.indexed().Offset(span.Start), t.indexed().Offset(span.End)
	if start >= end || end > len(t.raw) || t.raw[start] != '"' || !strings.Contains(t.raw[start:end], `\`) {
		return nil
	}
	return inspectEscapes(t.raw[start:end], start)
}

// inspectEscapes decodes a double-quoted scalar and keeps the oddities that an
// escape has a part in; those written as they are stand in the file for all to
// find.
func inspectEscapes(quoted string, offset int) []oddity {
	var decoded strings.Builder
	var places []int // offset in quoted of each byte of decoded
	for i := 0; i < len(quoted); {
		text, n := decodeEscape(quoted[i:])
		decoded.WriteString(text)
		for range len(text) {
			places = append(places, i)
		}
		i += n
	}
	places = append(places, len(quoted))
	found := inspect(decoded.String(), func(i int) int { return places[i] })
	kept := found[:0]
	for _, o := range found {
		if strings.Contains(quoted[o.at.start:o.at.end], `\`) {
			o.at.start += offset
			o.at.end += offset
			kept = append(kept, o)
		}
	}
	return kept
}

// decodeEscape decodes what a double-quoted scalar of YAML or TOML begins with:
// one escape or one byte; n is its length in bytes.
func decodeEscape(s string) (text string, n int) {
	if s[0] != '\\' || len(s) < 2 {
		return s[:1], 1
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[1]]
	if digits > 0 && len(s) >= 2+digits {
		if code, err := strconv.ParseUint(s[2:2+digits], 16, 32); err == nil {
			return string(rune(code)), 2 + digits
		}
	}
	const letters, meant = `0abtnvfreN_LP`, "\x00\a\b\t\n\v\f\r\x1b\u0085\u00a0\u2028\u2029"
	if i := strings.IndexByte(letters, s[1]); i >= 0 {
		return string([]rune(meant)[i]), 2
	}
	return s[1:2], 2
}
