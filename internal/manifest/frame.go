package manifest

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// frame knows what text inside the element must not look like.
type frame struct {
	ids map[string]bool // of the selected rules
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
	case strings.HasPrefix(plain, "---") && strings.HasSuffix(plain, "---") && strings.Trim(plain, "- \t") != "":
		return true
	}
	m := ruleLine.FindStringSubmatch(strings.TrimFunc(line, isSpace))
	return m != nil && f.ids[trim(m[1])]
}

// visible is a text as a reader sees it: lower case, full-width letters made
// narrow, what has no width left out.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if hasNoWidth(r) {
			return -1
		}
		return unicode.ToLower(narrow(r))
	}, s)
}

func hasNoWidth(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Mn, unicode.Me) || unicode.Is(unicode.Cc, r) && r != '\t' && r != '\n' || r == '\u115f' || r == '\u1160' || r == '\u3164' || r == '\uffa0'
}

// narrow is the ASCII form of a full-width letter, and of what looks like an
// angle bracket.
func narrow(r rune) rune {
	switch {
	case r >= 0xff01 && r <= 0xff5e:
		return r - 0xff01 + '!'
	case strings.ContainsRune("﹤‹⟨〈〈❮˂ᐸ", r):
		return '<'
	case strings.ContainsRune("﹍﹎﹏‿", r):
		return '_'
	}
	return r
}

// defuse makes of every tag of the element, however it is disguised, text that
// is none: its angle bracket becomes &lt;.
func defuse(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return narrow(r) == '<' }) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		n := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, n = utf8.DecodeRuneInString(s[i:])
		}
		if narrow(r) == '<' && opensTag(s[i+n:]) {
			b.WriteString("&lt;")
			continue
		}
		b.WriteString(s[i : i+n])
	}
	return b.String()
}

// opensTag reports whether the element's name follows, past slashes, white space
// and what has no width.
func opensTag(s string) bool {
	want := "projectreviewskill"
	for _, r := range s {
		r = unicode.ToLower(narrow(r))
		switch {
		case want == "":
			return true
		case byte(want[0]) == byte(r) && r < utf8.RuneSelf:
			want = want[1:]
		case isSpace(r), hasNoWidth(r), strings.ContainsRune(`/\_-⁄∕⧸<`, r):
		default:
			return false
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
