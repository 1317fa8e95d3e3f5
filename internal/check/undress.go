package check

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// between is what may stand between two words: blanks and marks of Markdown, and
// the blanks of other scripts.
const (
	between = marks + "\u00a0\u2002\u2003\u2009\u202f\u3000"
	marks   = " \t\r\n*_~`"
)

// undress gives a text as a reader sees it: without emphasis, code marks, inline
// tags and escapes, and with plain blanks.
func undress(s string) string {
	i := 0
	for i < len(s) && !dresses[s[i]] {
		i++
	}
	if i == len(s) {
		return s
	}
	bare := append(make([]byte, 0, len(s)), s[:i]...)
	for i < len(s) {
		n, shown := dress(s, i)
		if shown != 0 {
			bare = append(bare, shown)
		}
		i += n
	}
	return string(bare)
}

// dressed is the offset in s behind the first n bytes that undress gives of it.
func dressed(s string, n int) int {
	i := 0
	for n > 0 {
		width, shown := dress(s, i)
		if shown != 0 {
			n--
		}
		i += width
	}
	return i
}

// dresses are the bytes that dress may change.
var dresses = func() (set [256]bool) {
	for b := range set {
		set[b] = b >= utf8.RuneSelf || strings.IndexByte("*`~_\\<&", byte(b)) >= 0
	}
	return set
}()

// dress is the length of what stands at an offset, and the byte that shows of
// it; none where a reader sees nothing.
func dress(s string, i int) (n int, shown byte) {
	switch c := s[i]; {
	case !dresses[c]:
	case c == '*' && !bullet(s, i), c == '`', c == '~' && strings.HasPrefix(s[i:], "~~"), c == '_' && !joins(s, i):
		return 1, 0
	case c == '\\' && i+1 < len(s) && strings.IndexByte("*_`<>[]#-.!\"'", s[i+1]) >= 0:
		return 1, 0
	case c == '<':
		if n = tag(s[i:]); n > 0 && slices.Contains(inline, strings.ToLower(letters(strings.TrimPrefix(s[i+1:], "/")))) {
			return n, 0
		} else if n > 0 {
			return n, ' '
		}
	case c == '&' && strings.HasPrefix(s[i:], "&nbsp;"):
		return len("&nbsp;"), ' '
	case c >= utf8.RuneSelf:
		switch r, n := utf8.DecodeRuneInString(s[i:]); {
		case r == '’':
			return n, '\''
		case unicode.IsSpace(r):
			return n, ' '
		}
	}
	return 1, s[i]
}

// inline are the elements that do not part words.
var inline = []string{"a", "abbr", "b", "code", "del", "em", "font", "i", "ins", "kbd", "mark", "s", "small", "span", "strong", "sub", "sup", "u", "wbr"}

// joins reports whether the underscore at an offset is part of a name.
func joins(s string, i int) bool {
	return i > 0 && i+1 < len(s) && class[s[i-1]] == inWord && class[s[i+1]] == inWord && s[i-1] != '_' && s[i+1] != '_'
}

// bullet reports whether the star at an offset marks a list item.
func bullet(s string, i int) bool {
	return i+1 < len(s) && s[i+1] == ' ' && strings.HasSuffix(strings.TrimRight(s[:i], " \t"), "\n")
}

// tag is the length of the short HTML tag that s begins with; that of an
// autolink is none.
func tag(s string) int {
	const longest = 80
	name := strings.TrimPrefix(s[1:], "/")
	if letters(name) == "" {
		return 0
	}
	end := strings.IndexAny(s[:min(len(s), longest)], ">\n:@")
	if end < 0 || s[end] != '>' {
		return 0
	}
	return end + 1
}

// unseen takes what no reader sees out of a text: characters without width, as
// they are and as escapes make them. places are the offsets in the file of each
// byte, and of the end.
func (t *text) unseen() (string, []int) {
	var b strings.Builder
	places := make([]int, 0, len(t.raw)+1)
	at := 0
	keep := func(end int) {
		b.WriteString(t.raw[at:end])
		for ; at < end; at++ {
			places = append(places, at)
		}
	}
	for _, o := range t.runes() {
		if o.at.start >= at {
			keep(o.at.start)
			at = o.at.end
		}
	}
	keep(len(t.raw))
	return b.String(), append(places, len(t.raw))
}

// steered are the offsets of the words that begin an attempt, with those in which
// characters hide that no reader sees.
func (t *text) steered() []int {
	var all []int
	for _, w := range t.signs().words {
		all = append(all, int(w))
	}
	if seen, places := t.bare(); places != nil {
		for _, w := range scan(seen).words {
			all = append(all, places[w])
		}
		slices.Sort(all)
		all = slices.Compact(all)
	}
	return all
}

// attempt is that of the text at an offset of the file.
func (t *text) attempt(at int) (w *way, length int) {
	if seen, places := t.bare(); places != nil {
		if i, ok := slices.BinarySearch(places, at); ok {
			w, length = attempt(seen[i:])
			return w, places[i+length] - at
		}
	}
	return attempt(t.raw[at:])
}
