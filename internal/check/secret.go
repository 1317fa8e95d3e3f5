package check

import (
	"hash/crc32"
	"math"
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

func secret(p *Pass, t *text) {
	for _, start := range t.signs().tokens {
		if p.full() {
			return
		}
		if at, _, what := find(t.raw, int(start)); what != "" {
			t.report(p, at.start, at.end, nil, "looks like a secret (%s); revoke it, and keep it out of the repository", what)
		}
	}
}

// Secrets are the places of what looks like a secret in a text.
func Secrets(text string) []diag.Span {
	var spans []diag.Span
	lines := diag.NewLines(text)
	for _, start := range scan(text).tokens {
		if at, _, what := find(text, int(start)); what != "" {
			spans = append(spans, lines.Span(at.start, at.end))
		}
	}
	return spans
}

// SecretLines are the lines of a text that hold a secret, or a part of one.
func SecretLines(text string) map[int]bool {
	held := map[int]bool{}
	lines := diag.NewLines(text)
	for _, start := range scan(text).tokens {
		if at, end, what := find(text, int(start)); what != "" {
			for line := lines.Pos(at.start).Line; line <= lines.Pos(end).Line; line++ {
				held[line] = true
			}
		}
	}
	return held
}

// conceal takes secrets out of the messages of other rules, which quote what they
// are about.
func conceal(found []diag.Finding, texts []*text) {
	values := map[string][]string{}
	for _, t := range texts {
		for _, start := range t.signs().tokens {
			if at, end, what := find(t.raw, int(start)); what != "" && len(values[t.path]) < perText {
				values[t.path] = append(values[t.path], pieces(t.raw[at.start:end])...)
			}
		}
	}
	for i := range found {
		for _, v := range values[found[i].Path] {
			found[i].Message = cover(found[i].Message, v)
		}
		found[i].Message = censored(found[i].Message)
	}
}

// censored is a message without what it quotes of other files, such as the
// configuration.
func censored(message string) string {
	tokens := scan(message).tokens
	for _, start := range slices.Backward(tokens) {
		if at, end, what := find(message, int(start)); what != "" {
			message = message[:at.start] + "(secret)" + message[end:]
		}
	}
	return message
}

// conclusive is the number of bytes of a secret that are hardly anything else.
const conclusive = 16

// pieces are the parts of a secret that a message can quote alone: the lines of a
// private key.
func pieces(secret string) []string {
	lines := strings.Fields(strings.ReplaceAll(secret, `\n`, "\n"))
	return slices.DeleteFunc(lines, func(s string) bool { return len(s) < conclusive })
}

// cover hides a piece of a secret in a message, be it cut short.
func cover(message, value string) string {
	for {
		i := strings.Index(message, value[:conclusive])
		if i < 0 {
			return message
		}
		n := 0
		for n < len(value) && i+n < len(message) && message[i+n] == value[n] {
			n++
		}
		message = message[:i] + "(secret)" + message[i+n:]
	}
}

// find says what secret the word at an offset begins, where that is and where it
// ends: of a private key at is the title only.
func find(raw string, start int) (at interval, end int, what string) {
	for i := range providers {
		if v := &providers[i]; strings.HasPrefix(raw[start:], v.prefix) {
			if at, ok := v.token(raw, start); ok {
				return at, at.end, v.name
			}
		}
	}
	if at, end, ok := privateKey(raw, start); ok {
		return at, end, "private key"
	}
	if at, ok := awsSecret(raw, start); ok {
		return at, at.end, "AWS secret key"
	}
	return interval{}, 0, ""
}

// longestToken bounds what is looked at behind a prefix, in bytes: within a word of
// prefixes each would be read to its end.
const longestToken = 512

// token is the provider's token that begins at an offset.
func (v *provider) token(raw string, start int) (interval, bool) {
	behind := start + len(v.prefix)
	rest := raw[behind:min(len(raw), behind+longestToken)]
	rest = strings.TrimRight(rest[:run(rest, v.extra)], "-_.=/")
	at := interval{start, behind + len(rest)}
	fits := len(rest) >= v.least && (v.most == 0 || len(rest) <= v.most)
	return at, fits && v.real(rest) && !shown(raw[at.start:at.end])
}

// run is the length of the letters, digits and extra characters that s begins
// with.
func run(s, extra string) int {
	for i := range len(s) {
		if (class[s[i]] != inWord || s[i] == '_') && strings.IndexByte(extra, s[i]) < 0 {
			return i
		}
	}
	return len(s)
}

// shown reports whether a value is one that documents show: a provider's own
// example, or one made up in words.
func shown(value string) bool {
	for _, d := range documented {
		if value == d {
			return true
		}
	}
	small := strings.ToLower(value)
	for _, w := range []string{"example", "sample", "dummy", "fake", "your", "placeholder", "redacted", "xxxx", "changeme", "replace", "1234", "abcd", "token-here", "notreal", "0000"} {
		if strings.Contains(small, w) {
			return true
		}
	}
	return false
}

// entropy is Shannon's, in bits a character.
func entropy(s string) float64 {
	var counts [256]int
	for i := range len(s) {
		counts[s[i]]++
	}
	sum := 0.0
	for _, n := range counts {
		if n > 0 {
			share := float64(n) / float64(len(s))
			sum -= share * math.Log2(share)
		}
	}
	return sum
}

// random makes a test of how random a text is: at least so many bits a
// character, characters of two sorts, and no large part of it in runs that go
// through the alphabet, as made-up values do.
func random(bits float64) func(string) bool {
	return func(s string) bool {
		return entropy(s) >= bits && !counted(s) && mixed(s)
	}
}

// counted reports whether a quarter of s is in runs of four or more characters
// that repeat, follow or precede each other in the alphabet.
func counted(s string) bool {
	inRuns, length, step := 0, 1, 2
	for i := 1; i <= len(s); i++ {
		next := 2
		if i < len(s) {
			next = int(s[i]) - int(s[i-1])
		}
		if next >= -1 && next <= 1 && (next == step || length == 1) {
			length, step = length+1, next
			continue
		}
		if length >= 4 {
			inRuns += length
		}
		length, step = 1, 2
	}
	return inRuns*4 >= len(s)
}

// mixed reports whether s has two of digits, small and capital letters.
func mixed(s string) bool {
	sorts := 0
	for _, sort := range []string{"09", "az", "AZ"} {
		if strings.ContainsFunc(s, func(r rune) bool { return r >= rune(sort[0]) && r <= rune(sort[1]) }) {
			sorts++
		}
	}
	return sorts > 1
}

func hexKey(s string) bool {
	return strings.Trim(s, "0123456789abcdef") == "" && random(3)(s)
}

func base32Key(s string) bool {
	return strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == "" && entropy(s) >= 2.8 && !counted(s)
}

// checksummed tests the last six characters of a GitHub or npm token, which are
// the CRC-32 of those before them, in base 62:
// https://github.blog/engineering/behind-githubs-new-authentication-token-formats/.
func checksummed(s string) bool {
	const size = 6
	body, sum := s[:len(s)-size], s[len(s)-size:]
	return base62(crc32.ChecksumIEEE([]byte(body)), size) == sum
}

func base62(n uint32, width int) string {
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	b := make([]byte, width)
	for i := width - 1; i >= 0; i-- {
		b[i] = digits[n%62]
		n /= 62
	}
	return string(b)
}
