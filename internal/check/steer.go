package check

import (
	"strings"
	"sync"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// steering gives the ways that begin with a word.
var steering = func() map[string][]opened {
	m := map[string][]opened{}
	for i := range ways {
		o := opened{way: &ways[i]}
		for list := range strings.SplitSeq(ways[i].then, "|") {
			o.then = append(o.then, set(list))
		}
		for w := range strings.FieldsSeq(ways[i].words) {
			m[w] = append(m[w], o)
		}
	}
	return m
}()

func set(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}

// opened is a way with the words that it takes behind the first, one after the
// other; a negation among the first of them may stand before them.
type opened struct {
	*way
	then []map[string]bool
}

// takes reports whether the words behind the first may go on in this way.
func (o opened) takes(words *onward) bool {
	at := 0
	if first := words.word(0); (first == "not" || first == "never") && o.then[0][first] {
		at = 1
	}
	for i, list := range o.then {
		if !list[words.word(at+i)] {
			return false
		}
	}
	return true
}

// onward is the words of a text, each read once, when it is first asked for.
type onward struct {
	read []string
	rest string
}

func (o *onward) word(i int) string {
	for len(o.read) <= i {
		var word string
		word, o.rest = following(o.rest)
		o.read = append(o.read, word)
	}
	return o.read[i]
}

// reach bounds how far from its word an attempt is looked at, in bytes.
const reach = 300

// attempt says in which way the text at a steering word steers a model, and how
// long it is; nil when in none.
func attempt(s string) (w *way, length int) {
	s = s[:min(len(s), reach)]
	first, n := leading(s)
	candidates := steering[first]
	if candidates == nil {
		return nil, 0
	}
	bare, words := "", onward{rest: s[n:]}
	for _, c := range candidates {
		if !c.takes(&words) {
			continue
		}
		if bare == "" {
			bare = undress(s)
		}
		m := c.pattern().FindStringIndex(bare)
		if m == nil {
			continue
		}
		found := strings.TrimRight(bare[:m[1]], " \t\r\n.!;,:-*+#|>\")")
		if strings.ContainsAny(bare[len(found):m[1]], ".!;:\n") || !conditional().MatchString(bare[m[1]:]) {
			return c.way, dressed(s, len(found))
		}
	}
	return nil, 0
}

// conditional matches a condition of honest text behind an order.
var conditional = lazy(`^[\s,]*(?i:if|when|whenever|unless|once|after|until|provided|where|while|in\s+case|as\s+long\s+as)\s+(?:[^\sA-Za-z]|(?i:the|it|all|no|there|they|nothing|we|only|every|any|an?\s+(?:issue|file|test|change|maintainer|human)|you\s+(?:use|have|need|want|already|find)|approval|ci|tests|checks|rebas|sort|asked)\b)`)

// following is the word behind the first, and what is left; a star for none but
// a sign.
func following(s string) (word, rest string) {
	const near = 64 // bytes
	bare := strings.TrimLeft(s, between)
	if bare == "" || letters(bare) != "" {
		word, n := leading(bare)
		return orStar(word), bare[n:]
	}
	dressy := undress(s[:min(len(s), near)])
	bare = strings.TrimLeft(dressy, between)
	word, n := leading(bare)
	return orStar(word), s[dressed(s, len(dressy)-len(bare)+n):]
}

func orStar(word string) string {
	if word == "" {
		return "*"
	}
	return word
}

// leading is the word that s begins with, in small letters, with a plain
// apostrophe, and its length in s.
func leading(s string) (word string, n int) {
	const curly = "’"
	word = letters(s)
	n = len(word)
	if strings.HasPrefix(s[n:], curly) {
		tail := letters(s[n+len(curly):])
		word, n = word+"'"+tail, n+len(curly)+len(tail)
	}
	return strings.ToLower(word), n
}

// letters is the word that s begins with, an apostrophe included.
func letters(s string) string {
	for i := range len(s) {
		if c := s[i] | 0x20; (c < 'a' || c > 'z') && s[i] != '\'' {
			return s[:i]
		}
	}
	return s
}

// overrideAttempt looks for text that is meant for the model that reads it: not
// for examples of such text, which skills about reviews and security give.
func overrideAttempt(p *Pass, t *text) {
	end := 0
	told := sync.OnceValue(func() [][]int { return lessons(t.raw) })
	for _, at := range t.steered() {
		if at < end {
			continue
		}
		w, length := t.attempt(at)
		if w == nil || t.exemplary(at, w.blunt, told) {
			continue
		}
		if p.full() {
			return
		}
		end = at + length
		t.report(p, at, end, nil, "text tells the model %s: %s; remove it, or quote it if it is an example", w.what, diag.Quote(squeeze(t.raw[at:end])))
	}
}

// squeeze makes one line of a text.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
