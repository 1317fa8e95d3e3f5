package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// InertWriter passes text on so that a runner finds no command in it, however
// the text is cut into writes: control and bidirectional characters and bytes
// that are not UTF-8 become escapes such as \x1B or \u202E, "::" at the start of
// a line becomes ":\:" and "##[" becomes "##\[". Line ends become LF; tabs stay.
type InertWriter struct {
	w       io.Writer
	pending []byte // the start of a code point, or a CR, that ended the last Write
	inLine  bool   // something but white space was written in this line
	colon   bool   // it was one colon
	hashes  int    // number of # just written
	buf     bytes.Buffer
}

// Inert makes an InertWriter that is at the start of a line.
func Inert(w io.Writer) *InertWriter { return &InertWriter{w: w} }

// Write writes p, but for a code point that p does not finish: that waits for the
// next Write or Flush.
func (i *InertWriter) Write(p []byte) (int, error) {
	data := p
	if len(i.pending) > 0 {
		data = append(i.pending, p...)
		i.pending = nil
	}
	i.buf.Reset()
	for len(data) > 0 {
		if data[0] == '\r' && len(data) == 1 || data[0] != '\r' && !utf8.FullRune(data) {
			i.pending = bytes.Clone(data)
			break
		}
		data = data[i.next(data):]
	}
	_, err := i.w.Write(i.buf.Bytes())
	return len(p), err
}

// Flush writes what waits for the rest of its code point.
func (i *InertWriter) Flush() error {
	data := i.pending
	i.pending = nil
	i.buf.Reset()
	for len(data) > 0 {
		data = data[i.next(data):]
	}
	_, err := i.w.Write(i.buf.Bytes())
	return err
}

// next puts the first code point of data and returns its length in bytes.
func (i *InertWriter) next(data []byte) int {
	if bytes.HasPrefix(data, []byte("\r\n")) {
		i.put('\n')
		return 2
	}
	r, n := utf8.DecodeRune(data)
	if r == utf8.RuneError && n == 1 {
		i.escape(fmt.Sprintf(`\x%02X`, data[0]))
		return 1
	}
	i.put(r)
	return n
}

func (i *InertWriter) put(r rune) {
	switch {
	case r == '\n':
		i.inLine, i.colon, i.hashes = false, false, 0
	case r == ':' && i.colon, r == '[' && i.hashes > 1:
		i.escape(`\` + string(r))
		return
	case r != '\t' && disruptive(r):
		i.escape(escaped(r))
		return
	case r == '#':
		i.hashes++
		i.inLine, i.colon = true, false
	default:
		i.colon = r == ':' && !i.inLine
		// The runner trims what .NET takes for white space, and its comparison
		// of strings passes over format characters.
		i.inLine = i.inLine || !unicode.IsSpace(r) && unicode.IsGraphic(r)
		i.hashes = 0
	}
	i.buf.WriteRune(r)
}

func (i *InertWriter) escape(s string) {
	i.buf.WriteString(s)
	i.inLine, i.colon, i.hashes = true, false, 0
}

// disruptive reports whether r acts on a terminal or on the order of text
// instead of standing for itself.
func disruptive(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

func escaped(r rune) string {
	switch {
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r < 0x80:
		return fmt.Sprintf(`\x%02X`, r)
	}
	return fmt.Sprintf(`\u%04X`, r)
}

// oneLine shows text on one line: whatever is no plain character, line ends and
// tabs too, becomes an escape. It does not defuse commands.
func oneLine(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02X`, s[i])
		case disruptive(r):
			b.WriteString(escaped(r))
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}
