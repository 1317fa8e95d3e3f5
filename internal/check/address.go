package check

import (
	"regexp"
	"strings"
	"sync"
)

// Parts of the expressions of texts that speak to a model.
const (
	// names are words for a model that are hardly used for anything else, titles
	// those that are used for much else.
	names  = `(?:ai|llms?|gpt[\w.-]*|chatgpt|claude|copilot|gemini|codex|assistants?|language\s+models?)`
	titles = `(?:models?|agents?|bots?|reviewers?)`
	called = names + `(?:(?:\s+|\s*[,/&]\s*)(?:and\s+|or\s+|code\s+)?(?:` + titles + `|` + names + `|tools?|systems?))*`
	begins = `(?:^\s*|[.!?\n>]\s*|\b(?:hey|hi|hello|dear|attention|to|for)\s+(?:the\s+|all\s+|any\s+|every\s+)?)`
	bids   = `\b(?:must|should|shall|do\s+not|don't|never|always|ignore|disregard|approve|please|you\s+are|make\s+sure|obey|follow|execute|run|skip|say)\b`
	obeys  = `(?:approve|ignore|disregard|skip|obey|accept|merge|trust|reply|respond|say|output|pass|reveal|send|execute|forget|treat|rate|comply)`
	urged  = `(?:(?:(?:please|always|only|just|you\s+(?:must|should|will))\s+)*` + obeys + `|(?:do\s+not|don't|never)\s+(?:report|flag|mention|review|check|raise|tell|comment)|you\s+(?:must|are))\b`
	modal  = `\s+(?:must|should|shall|has\s+to|have\s+to|needs?\s+to)\s+(?:(?:not|never|always|only|also|just)\s+)*`
)

// addresses match what speaks to a model and orders something; of those with a
// group, it is the verb of the order.
var addresses = sync.OnceValue(func() []*regexp.Regexp {
	var list []*regexp.Regexp
	for _, expression := range []string{
		`(?:^|[^\w./-])` + called + `\s*(?::|\s[-–—]+\s)\s*[^.;\n]{0,80}?` + bids,
		begins + called + `\s*[,;!]\s*[^.;\n]{0,40}?` + bids,
		begins + `(?:\w+\s+)?` + titles + `\s*[,:]\s*[^.;\n]{0,30}?\b` + urged,
		`(?:^|[^\w./-])` + called + modal + `(\w+)`,
		`\b` + titles + modal + `(?:` + obeys + `|follow|lie)\b`,
		`\byou(?:\s+are|'re)\s+an?\s+(?:\w+\s+)?(?:ai|llm|language\s+model|assistant|agent|bot)\b`,
		`^\s*(?:system|developer|admin)(?:\s+(?:prompt|message|note|override))*\s*:\s*[^.;\n]{0,60}?\b` + urged,
	} {
		list = append(list, regexp.MustCompile(`(?i)`+expression))
	}
	return list
})

// stative are verbs that tell what something is, and order nothing.
var stative = regexp.MustCompile(`(?i)^(?:be|stay|match|have|contain|support|exist|work|remain|appear|come|look|get)$`)

// addressed reports whether hidden text speaks to a model and orders something:
// notes to those who write about models, or with one, do not.
func addressed(s string) bool {
	s, _ = undress(legible(s))
	for _, a := range addresses() {
		if m := a.FindStringSubmatch(s); m != nil && (len(m) == 1 || !stative.MatchString(m[1])) {
			return true
		}
	}
	for _, w := range scan(s).words {
		if way, _ := attempt(s[w:]); way != nil {
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
