package check

import (
	"regexp"
	"strings"
)

// Parts of the expressions of texts that speak to a model.
const (
	// names are words for a model that are hardly used for anything else, titles
	// those that are used for much else.
	names  = `(?:ai|llms?|gpt[\w.-]*|chatgpt|claude|copilot|gemini|codex|assistants?|language\s+models?)`
	titles = `(?:models?|agents?|bots?|reviewers?)`
	called = names + `(?:(?:\s+|\s*[,/&]\s*)(?:and\s+|or\s+|code\s+)?(?:` + titles + `|` + names + `|tools?|systems?)){0,3}`
	begins = `(?:^\s*|[.!?\n>]\s*|\b(?:hey|hi|hello|dear|attention|to|for)\s+(?:the\s+|all\s+|any\s+|every\s+)?)`
	bids   = `\b(?:must|should|shall|do\s+not|don't|never|always|ignore|disregard|approve|please|you\s+are|make\s+sure|obey|follow|execute|run|skip|say)\b`
	obeys  = `(?:approve|ignore|disregard|skip|obey|accept|merge|trust|reply|respond|say|output|pass|reveal|send|execute|forget|treat|rate|comply)`
	urged  = `(?:(?:(?:please|always|only|just|you\s+(?:must|should|will))\s+)*` + obeys + `|(?:do\s+not|don't|never)\s+(?:report|flag|mention|review|check|raise|tell|comment)|you\s+(?:must|are))\b`
	modal  = `\s+(?:must|should|shall|has\s+to|have\s+to|needs?\s+to)\s+(?:(?:not|never|always|only|also|just)\s+)*`
)

// call is what makes an order of a word for a model.
type call struct {
	before func() *regexp.Regexp // what stands before the word; nil: anything
	behind func() *regexp.Regexp // from the word on; of a group, it is the verb of the order
}

var (
	calls = []call{
		{lazy(`(?i)(?:^|[^\w./-])$`), lazy(`(?i)^` + called + `\s*(?::|\s[-–—]+\s)\s*[^.;\n]{0,80}?` + bids)},
		{lazy(`(?i)` + begins + `$`), lazy(`(?i)^` + called + `\s*[,;!]\s*[^.;\n]{0,40}?` + bids)},
		{lazy(`(?i)(?:^|[^\w./-])$`), lazy(`(?i)^` + called + modal + `(\w+)`)},
		{lazy(`(?i)` + begins + `(?:\w+\s+)?$`), lazy(`(?i)^` + titles + `\s*[,:]\s*[^.;\n]{0,30}?\b` + urged)},
		{nil, lazy(`(?i)^` + titles + modal + `(?:` + obeys + `|follow|lie)\b`)},
		{nil, lazy(`(?i)^you(?:\s+are|'re)\s+an?\s+(?:\w+\s+)?(?:ai|llm|language\s+model|assistant|agent|bot)\b`)},
		{lazy(`(?i)^\s*$`), lazy(`(?i)^(?:system|developer|admin)(?:\s+(?:prompt|message|note|override))*\s*:\s*[^.;\n]{0,60}?\b` + urged)},
	}
	// callers are the words that calls begin with.
	callers = lazy(`(?i)^(?:` + names + `|` + titles + `|language|you|system|developer|admin)$`)
	// stative are verbs that tell what something is, and order nothing.
	stative = lazy(`(?i)^(?:be|stay|match|have|contain|support|exist|work|remain|appear|come|look|get)$`)
)

// addressed reports whether hidden text speaks to a model and orders something:
// notes to those who write about models, or with one, do not.
func addressed(s string) bool {
	s = undress(legible(s))
	for at := 0; at < len(s); {
		n := len(letters(s[at:]))
		if n > 1 && n < 12 && callers().MatchString(strings.Trim(s[at:at+n], "'")) && calling(s, at) {
			return true
		}
		at += max(n, 1)
	}
	for _, w := range scan(s).words {
		if way, _ := attempt(s[w:]); way != nil {
			return true
		}
	}
	return false
}

// calling reports whether the word at an offset begins an order to a model.
func calling(s string, at int) bool {
	const before = 40 // bytes
	head, tail := s[max(0, at-before):at], s[at:min(len(s), at+reach)]
	for _, c := range calls {
		m := c.behind().FindStringSubmatch(tail)
		if m != nil && (len(m) == 1 || !stative().MatchString(m[1])) && (c.before == nil || c.before().MatchString(head)) {
			return true
		}
	}
	return false
}

// legible takes out the characters that no reader sees.
func legible(s string) string {
	if !scan(s).odd {
		return s
	}
	return strings.Map(func(r rune) rune {
		if odd(r) {
			return -1
		}
		return r
	}, s)
}
