package check

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// attempts are the ways in which text steers a model.
var attempts = []struct {
	what    string
	words   string // with one of which it begins, and
	then    string // goes on
	pattern func() *regexp.Regexp
}{
	{"to ignore its instructions", "ignore disregard forget override bypass discard", "all any every of the your my our these those and other previous prior above earlier preceding foregoing existing system developer original initial safety", later(`^(?i)\w+\s+(?:(?:all|any|every|of|the|your|my|our|these|those|and|other)\s+){0,4}` +
		`(?:previous|prior|above|earlier|preceding|foregoing|existing|system|developer|original|initial|safety)(?:\s+(?:and|or|system|developer|user|safety|security|review|given))*\s+` +
		`(?:instructions?|prompts?|rules?|guidelines?|directives?|directions?|guardrails?|policy|policies|context|messages?|commands?|constraints?)\b`)},
	{"to ignore its instructions", "ignore disregard forget override discard", "all your everything", later(`^(?i)\w+\s+(?:all\s+(?:of\s+)?)?(?:your|everything|all)\s+` +
		`(?:(?:you\s+(?:were|have\s+been|know|learned)|instructions?|prompts?|programming|training|guardrails?|safety)\b|(?:above|before)\b)`)},
	{"to hide findings", "do don't never", "not report mention flag disclose raise list reveal show", later(`^(?i)(?:do\s+not|don't|never)\s+(?:report|mention|flag|disclose|raise|list|reveal|show)\s+(?:(?:any|these|this|the|all|your|security|other)\s+){0,3}` +
		`(?:findings?|issues?|vulnerabilit(?:y|ies)|problems?|concerns?|bugs?|weaknesses)(?:\s+(?:to|in)\s+(?:the|this|your)\s+(?:users?|reviewers?|humans?|developers?|review|report|pull\s+request|PR|change|diff|code))?\s*(?:[.!;]|$|\n\s*\n)`)},
	{"to hide findings", "hide suppress conceal omit skip", "any these this the all your every", later(`^(?i)\w+\s+(?:(?:any|these|this|the|all|your|every)\s+){1,3}(?:security\s+)?(?:findings?|vulnerabilit(?:y|ies)|issues?)(?:\s+(?:from|to|in)\s+(?:the|this|your)\s+\w+)?\s*(?:[.!;]|$|\n\s*\n)`)},
	{"to hide something from its user", "do don't never", "not tell inform alert notify let", later(`^(?i)(?:do\s+not|don't|never)\s+(?:tell|inform|alert|notify|let)\s+(?:the\s+|any\s+|your\s+)?` +
		`(?:users?|reviewers?|humans?|developers?|operators?|maintainers?)\s+(?:know\s+)?(?:about|of)\s+(?:this|these|it|the(?:se)?\s+(?:instructions?|changes?|findings?))\b`)},
	{"to approve the change", "approve merge accept", "this the every all any these", later(`^(?i)\w+\s+(?:(?:this|the|every|all|any|these)\s+){1,2}` +
		`(?:pull\s+requests?|prs?|merge\s+requests?|mrs?|changes?|code|diffs?|commits?|patch(?:es)?|submissions?)\s+` +
		`(?:without\s+(?:any\s+)?(?:review|reading|checking|question|comment|hesitation)\w*|regardless|unconditionally|no\s+matter|immediately|automatically|even\s+if|as\s+it\s+is|as[- ]is)`)},
	{"to approve the change", "must reply respond answer output print", "always only immediately approve just with", later(`^(?i)\w+\s+(?:always\s+|only\s+|immediately\s+)?` +
		`(?:approve\s+(?:this|the|every|all|any)\s+(?:pull\s+request|pr|merge\s+request|change|code|diff)s?\b|(?:only\s+|just\s+)?with\s+(?:only\s+|just\s+)?["'“]?(?:lgtm|approved|no\s+(?:issues|findings))\b)`)},
	{"to approve the change", "always automatically unconditionally", "approve", later(`^(?i)\w+\s+approve\s+(?:this|every|all|any|these)\s+` +
		`(?:pull\s+requests?|prs?|merge\s+requests?|mrs?|changes?|code|diffs?|commits?|patch(?:es)?|submissions?)\s*(?:[.!;]|$|\n\s*\n)`)},
	{"to report nothing", "report output reply respond print", "that with there you no", later(`^(?i)\w+\s+(?:that\s+|with\s+)?(?:there\s+are\s+|you\s+found\s+)?no\s+(?:issues|findings|problems|vulnerabilities|bugs)\b` +
		`[^.\n]{0,40}\b(?:regardless|no\s+matter|even\s+if|whatever|in\s+any\s+case|always)\b`)},
	{"to send data out", "send post upload exfiltrate transmit forward leak", "all any the your their every its of content contents value values full entire complete a", later(`^(?i)\w+\s+` +
		`(?:(?:all|any|the|your|their|every|its|of|contents?|values?|full|entire|complete|a\s+copy)\s+){1,5}` +
		`(?:[\w.-]+\s+(?:and\s+)?){0,3}?(?:secrets?|tokens?|credentials?|api\s+keys?|environment(?:\s+variables?)?|env\s+vars?|private\s+keys?|passwords?|\.env|source(?:\s+code)?|repository|system\s+prompt|conversation|chat\s+history|cookies)\b` +
		`[^.\n]{0,60}?\s(?:to|at)\s+["'<(\x60]?(?:https?://|[\w.-]+@[\w-]+\.|(?:my|an?\s+(?:external|remote|attacker\S*)|this|the\s+following)\s+(?:url|server|endpoint|address|e-?mail|webhook|site))`)},
	{"to give away its instructions", "print output reveal repeat give show send", "me us out all your the", later(`^(?i)\w+\s+(?:me\s+|us\s+|out\s+)?(?:all\s+(?:of\s+)?)?(?:your|the)\s+(?:full\s+|entire\s+|complete\s+|hidden\s+|initial\s+|original\s+)*system\s+(?:prompt|message|instructions)\b`)},
	{"to play another part", "you", "are", later(`^(?i)you\s+are\s+(?:now\s+|no\s+longer\s+)(?:dan\b|bound\b|restricted\b|limited\s+by|an?\s+(?:unrestricted|unfiltered|jailbroken|uncensored)|unrestricted|free\s+(?:from|of)|in\s+(?:developer|debug|god|admin|jailbreak|unrestricted|maintenance)\s+mode|going\s+to\s+ignore)`)},
}

// later compiles an expression when it is first asked for: few texts need one, and
// compiling all of them is more work than the rest of the program's start.
func later(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// steering gives the attempts that begin with a word, each with the words that
// can be its second.
var steering = func() map[string][]opened {
	m := map[string][]opened{}
	for i, a := range attempts {
		then := map[string]bool{}
		for w := range strings.FieldsSeq(a.then) {
			then[w] = true
		}
		for w := range strings.FieldsSeq(a.words) {
			m[w] = append(m[w], opened{i, then})
		}
	}
	return m
}()

// opened is an attempt with the second words that it takes.
type opened struct {
	attempt int
	then    map[string]bool
}

// reach bounds how far from its word an attempt is looked at, in bytes.
const reach = 300

// attempt says what the text at a steering word would make a model do; empty
// when nothing.
func attempt(s string) (what string, length int) {
	s = s[:min(len(s), reach)]
	first := letters(s)
	candidates := steering[strings.ToLower(first)]
	if candidates == nil {
		return "", 0
	}
	second := strings.ToLower(letters(strings.TrimLeft(s[len(first):], " \t\r\n")))
	for _, c := range candidates {
		if !c.then[second] {
			continue
		}
		if m := attempts[c.attempt].pattern().FindStringIndex(s); m != nil {
			return attempts[c.attempt].what, len(strings.TrimRight(s[:m[1]], " \t\r\n.!;"))
		}
	}
	return "", 0
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
	lessons := sync.OnceValue(func() [][]int { return teaching.FindAllStringIndex(t.raw, -1) })
	for _, w := range t.signs().words {
		at := int(w)
		if at < end {
			continue
		}
		what, length := attempt(t.raw[at:])
		if what == "" || t.marked().inCode(at) || t.marked().inQuote(at) || quoted(t.raw, at) || spokenOf(t, at, lessons()) {
			continue
		}
		if p.full() {
			return
		}
		end = at + length
		t.report(p, at, end, nil, "text tells the model %s: %s; remove it, or quote it if it is an example", what, diag.Quote(squeeze(t.raw[at:end])))
	}
}

// squeeze makes one line of a text.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// window bounds what of a paragraph is looked at on either side, in bytes.
const window = 1000

// paragraph gives the bounds of the run of lines without a blank one around an
// offset.
func paragraph(s string, at int) (start, end int) {
	start, end = max(0, at-window), min(len(s), at+window)
	for _, gap := range []string{"\n\n", "\r\n\r\n", "\r\r"} {
		if i := strings.LastIndex(s[start:at], gap); i >= 0 {
			start += i + len(gap)
		}
		if i := strings.Index(s[at:end], gap); i >= 0 {
			end = at + i
		}
	}
	return start, end
}

// quoted reports whether an offset lies between quotation marks of its
// paragraph.
func quoted(s string, at int) bool {
	start, end := paragraph(s, at)
	head, tail := s[start:at], s[at:end]
	if strings.Count(head, `"`)%2 == 1 && strings.Contains(tail, `"`) {
		return true
	}
	for _, pair := range []string{"“”", "„“", "«»", "‘’", "「」"} {
		marks := []rune(pair)
		open, shut := strings.LastIndex(head, string(marks[0])), strings.LastIndex(head, string(marks[1]))
		if open > shut && strings.Contains(tail, string(marks[1])) {
			return true
		}
	}
	return strings.Contains(tail, "'") && strings.Contains(head, "'") && apostrophes.MatchString(head)
}

// apostrophes matches text that ends inside single quotes: the last one follows
// a blank or a bracket.
var apostrophes = regexp.MustCompile(`(?:^|[\s(\[:=|,])'[^'\n]*$`)

// teaching marks paragraphs that speak of attacks on models, and negation those
// that forbid what follows.
var (
	teaching = regexp.MustCompile(`(?i)\b(?:inject|jailbreak|jailbroken|attack|malicious|adversar|exploit|red[- ]team|payload|threat|untrusted|hijack|poison|manipulat|phish|social engineering|prompt leak|suspicious|detect|hostile)`)
	negation = regexp.MustCompile(`(?i)(?:\b(?:not|never|cannot|can't|don't|won't|shouldn't|must not|without|avoid|refuse|reject|prevent|detect|flag|resist|such as|e\.g\.|for example|like|tr(?:y|ies|ying) to|attempts? to|asks?|asking|telling|tells|told|says|saying|claims?|instructs?|instructing|would|could|if|when|any)\b[^.!?\n]{0,60})$`)
)

// spokenOf reports whether what stands at an offset is a matter of its
// paragraph, of the one that introduces it, or of a heading above, instead of an
// order; lessons are where the text speaks of attacks.
func spokenOf(t *text, at int, lessons [][]int) bool {
	start, end := paragraph(t.raw, at)
	if hasMatch(lessons, start, end) || negation.MatchString(t.raw[max(start, at-120):at]) {
		return true
	}
	if intro := strings.TrimSpace(t.raw[max(0, start-window):start]); strings.HasSuffix(intro, ":") {
		from, _ := paragraph(intro, len(intro)-1)
		if teaching.MatchString(intro[from:]) {
			return true
		}
	}
	return taught(t.marked().headings, at)
}

// taught reports whether a heading whose section holds an offset speaks of
// attacks.
func taught(headings []heading, at int) bool {
	level := len("######") + 1
	i, _ := slices.BinarySearchFunc(headings, at, func(h heading, at int) int { return cmp.Compare(h.start, at) })
	for i--; i >= 0 && level > 1; i-- {
		if h := headings[i]; h.level < level {
			if h.teaches {
				return true
			}
			level = h.level
		}
	}
	return false
}
