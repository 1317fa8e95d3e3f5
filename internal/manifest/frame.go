package manifest

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// frame knows what text inside the element must not look like.
type frame struct {
	ids map[string]bool // of the selected rules, in lower case
}

// quoted stands before a line that imitates the frame.
const quoted = "> "

// instruction is a rule's text: further lines are indented, so that none can
// begin a rule or a heading.
func (f frame) instruction(s string) string {
	lines := splitLines(defuse(s))
	for i, line := range lines {
		line = strings.TrimRightFunc(line, isSpace)
		if i > 0 {
			if f.imitates(line) {
				line = quoted + strings.TrimLeftFunc(line, isSpace)
			}
			line = strings.TrimRight("  "+line, " ")
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

// text is a reference's text with the lines quoted that imitate the frame.
func (f frame) text(s string) string {
	lines := splitLines(defuse(s))
	for i, line := range lines {
		if f.imitates(line) {
			lines[i] = quoted + line
		}
	}
	return strings.Join(lines, "\n")
}

// splitLines splits at every line end that a reader may see as one.
func splitLines(s string) []string {
	return strings.Split(lineEnds.Replace(s), "\n")
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\x1c", "\n", "\x1d", "\n", "\x1e", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")

var ruleLine = regexp.MustCompile(`^[-*+]\s*\[([^\]]*)\]`)

// imitates reports whether a line looks like one of the frame's own.
func (f frame) imitates(line string) bool {
	plain := strings.TrimFunc(visible(line), isSpace)
	switch {
	case plain == "rules:", plain == "referenced project facts:", strings.HasPrefix(plain, "matched files:"):
		return true
	case strings.HasPrefix(plain, "---") && strings.HasSuffix(plain, "---") && strings.ContainsFunc(plain, isAlphanumeric):
		return true
	}
	m := ruleLine.FindStringSubmatch(plain)
	return m != nil && f.ids[trim(m[1])]
}

func isAlphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// visible is a text as a reader sees it: lower case, compatibility forms such
// as full-width letters made plain, what has no width left out.
func visible(s string) string {
	var b strings.Builder
	for _, r := range s {
		if !hasNoWidth(r) {
			b.WriteString(plain(r))
		}
	}
	return b.String()
}

// hasNoWidth reports whether a character shows nothing of its own.
func hasNoWidth(r rune) bool {
	switch {
	case r >= ' ' && r < 0x7f, r == '\t':
		return false
	case r == '\u115f', r == '\u1160', r == '\u3164', r == '\uffa0': // Hangul fillers
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Mn, unicode.Me)
}

// plain is the lower-case plain form of a character; of what looks like an angle
// bracket, that.
func plain(r rune) string {
	switch {
	case r < utf8.RuneSelf:
		return string(unicode.ToLower(r))
	case strings.ContainsRune("‹⟨〈❮❬˂ᐸ⦑⧼", r):
		return "<"
	}
	return strings.ToLower(norm.NFKC.String(string(r)))
}

// defuse makes of every tag of the element, however it is disguised, text that
// is none: its angle bracket becomes &lt;.
func defuse(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		n := width(s[i:])
		if r, _ := utf8.DecodeRuneInString(s[i:]); plain(r) == "<" && opensTag(s[i+n:]) {
			b.WriteString("&lt;")
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// opensTag reports whether the element's name follows, past everything that is
// neither letter nor digit, other brackets aside.
func opensTag(s string) bool {
	want := strings.ReplaceAll(element, "_", "")
	for _, r := range s {
		if hasNoWidth(r) {
			continue
		}
		for _, c := range plain(r) {
			switch {
			case want != "" && c == rune(want[0]):
				want = want[1:]
			case want == "":
				return true
			case c == '>' || isAlphanumeric(c):
				return false
			}
		}
	}
	return want == ""
}

// fileName is a file's name fit for a line of the frame: bytes that are not
// UTF-8 become \xNN, control and format characters and line ends U+FFFD.
func fileName(path string) string {
	return defuse(strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			return utf8.RuneError
		}
		return r
	}, diag.Path(path)))
}
