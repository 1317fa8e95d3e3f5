package check

import (
	"regexp"
)

// Parts of the expressions of attempts.
const (
	theirs = `(?:(?:all|any|every|each|of|the|your|my|our|these|those|this|that|and|other)\s+){0,5}`
	past   = `(?:previous|prior|above|earlier|preceding|foregoing|former|existing|system|developer|original|initial|safety)` +
		`(?:\s+(?:and|or|system|developer|user|safety|security|review|given|project))*\s+`
	orders = `(?:instructions?|prompts?|guidelines?|guidance|directives?|directions?|guardrails?|programming|orders|training)\b`
	// lesser are orders that programs have as well.
	lesser   = `(?:rules?|polic(?:y|ies)|context|messages?|commands?|constraints?|restrictions?)`
	clause   = `(?:\s*(?:[.!;,:)"]|—|–|$|\n\s*\n|\n\s*[-*+#|>])|\s+(?:and|then|but|because|since|now|completely|entirely)\b)`
	finish   = `\s*(?:[.!;]|$|\n\s*\n|\n\s*[-*+#|>])`
	which    = `(?:(?:this|the|every|all|any|these)\s+){1,2}`
	change   = `(?:pull\s+requests?|prs?|merge\s+requests?|mrs?|changes?|code|diffs?|commits?|patch(?:es)?|submissions?)`
	flaws    = `(?:findings|issues|vulnerabilities|problems|concerns|bugs|weaknesses|flaws|risks|negatives)`
	flaw     = `(?:findings?|issues?|vulnerabilit(?:y|ies)|problems?|concerns?|bugs?|weaknesse?s?|flaws?|risks?)`
	looks    = `(?:reviews?|checks?|analysis|audits?|scans?|scanning)`
	readers  = `(?:users?|reviewers?|humans?|developers?|operators?|maintainers?|authors?|anyone|anybody)\b`
	anyhow   = `(?:regardless|no\s+matter|even\s+if|whatever|in\s+any\s+case|always|unconditionally)\b`
	harmless = `(?:safe|secure|approved|clean|fine|trusted|correct|passing|passed|perfect|10/10)`
	judged   = `(?:` + change + `|files?|repositor(?:y|ies)|repo|branch|findings?)\s+[\w/' -]{0,30}?`
	passed   = `["'“]?(?:lgtm\b|looks\s+good|no\s+(?:issues|findings|problems)\b|approved?(?:["'”.!]|\s*$|\s*\n))`
	model    = `(?:ai|llm|language\s+model|large\s+language\s+model|automated\s+reviewer|assistant|agent|bot)\b`
	held     = `(?:\.env\b|environment(?:\s+variables?)?|env\s+vars?|private\s+keys?|secrets\b|system\s+prompt|[~/.\w]*\.(?:ssh|aws|netrc|npmrc)\b|(?-i:[A-Z][A-Z_]*(?:TOKEN|SECRET|KEY|PASSWORD)S?)\b)`
	guarded  = `(?:tokens?|credentials?|api\s+keys?|passwords?|cookies|source(?:\s+code)?|repository|conversation|chat\s+history)\b`
	address  = `["'<(]?(?:https?://|[\w.-]+@[\w-]+\.|(?:my|an?\s+(?:external|remote|attacker\S*)|this|the\s+following)\s+(?:url|server|endpoint|address|e-?mail|webhook|site)|the\s+webhook\s+["'<(]?http)`
	freed    = `(?:dan\b|(?:an?\s+)?(?:unrestricted|unfiltered|uncensored|jailbroken|unaligned)(?:\s+(?:ai|model|assistant|llm|bot|agent|version|persona)\b|` + clause + `))`
)

// way is a way in which text steers a model.
type way struct {
	what    string
	words   string // with one of which it begins, and
	then    string // goes on; behind a bar, with the next word
	blunt   bool   // a condition before it makes it no better
	pattern func() *regexp.Regexp
}

const (
	toIgnore  = "to ignore its instructions"
	toHide    = "to hide findings"
	toSecrecy = "to hide something from its user"
	toApprove = "to approve the change"
	toClear   = "to report nothing"
	toSend    = "to send data out"
	toTell    = "to give away its instructions"
	toPlay    = "to play another part"
)

const aims = "all any every each of the your my our these those this that and other previous prior above earlier preceding foregoing former existing system developer original initial safety"

// ways are matched in order.
var ways = []way{
	{toIgnore, "ignore disregard forget neglect", aims, true, follows(theirs + past + orders)},
	{toIgnore, "override bypass discard", aims, true, follows(theirs + past + orders + clause)},
	{toIgnore, "ignore disregard forget", aims, true, follows(theirs + `(?:previous|prior|above|earlier|preceding|former|system|developer|safety)(?:\s+(?:review|security|safety|and|project))*\s+` + lesser + clause)},
	{toIgnore, "ignore disregard forget override bypass discard", "the all any each every your this that these those instructions prompts guidelines directives", true, follows(theirs + `(?:` + orders + `|rules)\s+(?:above|before\s+this|(?:that\s+)?(?:were\s+)?given\s+(?:above|before|earlier|previously|to\s+you)|(?:that\s+)?you\s+(?:were|have\s+been|had\s+been)\s+(?:given|told)|you\s+(?:have\s+)?received|so\s+far|(?:from|in|of)\s+(?:the|your)\s+(?:system\s+prompt|prompt|system\s+message|context))` + clause)},
	{toIgnore, "ignore disregard forget override discard bypass", "all your any the everything what anything", true, follows(`(?:(?:all\s+(?:of\s+)?)?your\s+(?:own\s+|review\s+|ethical\s+|security\s+)*(?:instructions?|prompts?|programming|training|guardrails?|guidelines|safety\s+\w+)\b` +
		`|all\s+(?:instructions|prompts|programming|training|guardrails|guidelines|safety)` + clause + `|your\s+(?:rules?|polic(?:y|ies)|restrictions?|constraints?|safety)` + clause + `|(?:(?:all|any|your|the|of)\s+)+safety\s+(?:checks?|filters?|measures|protocols|restrictions)\b` +
		`|(?:everything|all|what|anything)\s+(?:that\s+)?you(?:'ve|\s+(?:were|are|have))\s+(?:been\s+)?(?:told|given|taught|instructed|trained)\b|(?:everything|all)\s+(?:that\s+)?you\s+(?:have\s+)?(?:know|learned)` + clause +
		`|(?:everything|all)\s+(?:(?:above|before)(?:\s+this)?|so\s+far)` + clause + `|everything\s+in\s+(?:your|the)\s+(?:system\s+)?prompt\b|(?:the|all(?:\s+of)?(?:\s+the)?)\s+above,?\s+(?:and|instead|then)\s+(?:instead\s+)?(?:approve|say|output|reply|respond|print|answer|report|tell|do)\b)`)},
	{toIgnore, "do don't never stop must should", "not never follow following obey obeying adhere adhering comply complying heed heeding", true, follows(`(?:(?:not|never)\s+)?(?:follow|obey|adhere\s+to|comply\s+with|listen\s+to|heed)(?:ing)?\s+` + theirs + `(?:` + past + `(?:` + orders + `|rules)` + clause + `|(?:rules|` + orders + `)\s+(?:given\s+)?above` + clause + `)`)},
	{toIgnore, "previous prior earlier above preceding original system instructions guidelines directives", "system developer review and instruction instructions prompt prompts guidelines directive directives above given", true, follows(`(?:(?:system|developer|review|and)\s+)*(?:(?:instructions?|prompts?|guidelines|directives?)\s+)?(?:(?:given\s+)?above\s+)?(?:(?:are|is|were)\s+(?:now\s+)?(?:no\s+longer\s+(?:valid|in\s+(?:force|effect)|binding)|void|cancell?ed|revoked|superseded|obsolete|invalid)|no\s+longer\s+appl(?:y|ies)` + clause + `)`)},
	{toIgnore, "new", "instruction instructions system", true, follows(`(?:system\s+|developer\s+)?instructions?\s*:\s*[^.\n]{0,80}?\b(?:ignore|disregard|approve|merge|skip|forget|do\s+not\s+(?:report|flag|mention)|reply\s+only|you\s+(?:must|are\s+now|will))\b`)},

	{toHide, "do don't never must should shall", "not never report mention flag disclose raise list reveal show note surface | any these the all your security other potential possible a anything findings issues vulnerabilities problems concerns bugs weaknesses flaws risks negatives", false, follows(`(?:(?:not|never)\s+)?(?:(?:report|mention|flag|disclose|raise|reveal)\s+(?:(?:any|these|the|all|your|security|other|potential|possible)\s+){0,4}` + flaws + `|(?:report|mention|flag|disclose|raise|list|reveal|show|note|surface)\s+(?:any|a|a\s+single)\s+(?:(?:security|other|potential|possible)\s+){0,2}` + flaw + `|(?:report|flag|raise)\s+anything)` +
		`(?:\s+(?:to|in|about|with)\s+(?:the|this|your)\s+(?:users?|reviewers?|humans?|developers?|authors?|team|review|report|pull\s+request|pr|merge\s+request|change|diff|code(?:base)?|repository|repo|project|branch|commit))?` + finish)},
	{toHide, "hide suppress conceal omit skip", "any these this all the your every", false, follows(`(?:(?:any|these|this|all|the|your|every)\s+){1,3}(?:security\s+)?(?:findings?|vulnerabilit(?:y|ies)|issues?)(?:\s+(?:that\s+)?you\s+(?:find|found|see|discover|detect))?(?:\s+(?:from|to|in)\s+(?:the|this|your)\s+(?:users?|reviewers?|humans?|developers?|authors?|team|reports?|reviews?|output|summary|results?)|\s+(?:about|on|regarding)\s+(?:secrets?|credentials?|security|vulnerabilities|authentication|authorization|injection|backdoors?|malware))?` + finish)},
	{toHide, "delete remove dismiss drop resolve", "any all every", false, follows(`(?:any|all|every)\s+(?:comments?|findings?|warnings?|alerts?|reports?)\s+(?:that|which)\s+(?:mentions?|reports?|flags?|describes?|warns?\s+(?:of|about))\s+(?:an?\s+|any\s+|the\s+)?(?:security|vulnerabilit|backdoors?)`)},
	{toHide, "downgrade lower reduce demote", "all every any", false, follows(`(?:all|every|any)\s+security\s+(?:findings?|issues?|vulnerabilities)\s+(?:to|as)\s+(?:info|low|note|notice|none|minor|nit|warning)`)},
	{toHide, "skip omit bypass", "the any all your this security", false, follows(`(?:(?:the|any|all|your|this|of|security|code|safety)\s+)+` + looks + `\s+(?:of|for|on|in)\s+(?:this|these)\s+` + change + clause)},
	{toHide, "do don't never", "not do run perform conduct | any the a further security code safety", false, follows(`(?:not\s+)?(?:run|perform|do|conduct)\s+(?:(?:any|the|a|further|security|code|safety)\s+)+` + looks + `\s+(?:of|for|on|in)\s+(?:this|these)\s+` + change + finish)},
	{toSecrecy, "do don't never", "not tell inform alert notify let | the any your user users reviewer reviewers human humans developer developers operator operators maintainer maintainers author authors anyone anybody", true, follows(`(?:not\s+)?(?:tell|inform|alert|notify|let)\s+(?:the\s+|any\s+|your\s+)?` + readers + `\s+(?:know\s+)?(?:(?:about|of)\s+(?:this|these|it|the(?:se)?\s+(?:instructions?|changes?|findings?))\b|that\s+you\s+(?:did|have|had|were|approved|skipped|ignored|removed|changed)\b)`)},
	{toSecrecy, "do don't never", "not reveal mention disclose show share repeat quote | these this", true, follows(`(?:not\s+)?(?:reveal|mention|disclose|show|share|repeat|quote)\s+(?:these|this)\s+(?:hidden\s+)?(?:instructions?|directives?|prompts?|notes?)\s+to\s+(?:the\s+|any\s+|your\s+)?` + readers)},
	{toSecrecy, "keep", "these this", true, follows(`(?:these|this)\s+(?:instructions?|directives?|prompts?)\s+(?:secret|hidden|confidential|private|to\s+yourself)\b`)},

	{toApprove, "approve merge accept", "this the every all any these", false, follows(which + change + `(?:\s+(?:by|from|of)\s+[^.\n]{1,40}?)?\s+(?:without\s+(?:any\s+|further\s+|a\s+)?(?:review|reading|checking|looking|question|comment|hesitation|inspect|analy)\w*|regardless|unconditionally|no\s+matter|immediately|automatically|even\s+if|as\s+it\s+is|as[- ]is)\b`)},
	{toApprove, "you", "must should shall will have need", false, follows(`(?:must|should|shall|will|have\s+to|need\s+to)\s+(?:always\s+|only\s+|immediately\s+|simply\s+|just\s+)?(?:approve\s+(?:this|the|every|all|any)\s+(?:pull\s+request|pr|merge\s+request|change|code|diff)s?\b|(?:reply|respond|answer)\s+(?:only\s+|just\s+)?with\s+(?:only\s+|just\s+)?` + passed + `)`)},
	{toApprove, "reply respond answer output print say return write", "always only just simply with", false, follows(`(?:(?:always|only|just|simply)\s+(?:with\s+)?|with\s+(?:only|just|nothing\s+but)\s+)` + passed)},
	{toApprove, "always only just simply", "reply respond answer output print say return write", false, follows(`(?:reply|respond|answer|output|print|say|return|write)\s+(?:only\s+|just\s+)?(?:with\s+)?` + passed)},
	{toApprove, "always automatically unconditionally", "approve", false, follows(`approve\s+(?:this|every|all|any|these)\s+` + change + finish)},
	{toApprove, "only", "task job goal purpose duty role", false, follows(`(?:task|job|goal|purpose|duty|role)\s+is\s+to\s+(?:approve|merge|accept|pass)\s+` + which + change)},
	{toApprove, "if as", "you an a", true, follows(`(?:you\s+are\s+|you're\s+)?(?:an?\s+)` + model + `[^.\n]{0,30},\s*(?:then\s+)?(?:you\s+(?:must|should|will|shall)\s+)?(?:please\s+)?(?:always\s+|only\s+)?(?:approve|ignore\s+(?:all|any|the|your|previous)|skip\s+(?:the\s+|this\s+)?review|(?:say|reply|respond|output)\b[^.\n]{0,20}` + passed + `|report\s+no|do\s+not\s+(?:report|flag)|give\s+(?:only\s+)?a\s+(?:positive|good|favou?rable))\b`)},
	{toApprove, "give write leave post provide", "only a an positive", false, follows(`(?:only\s+)?(?:a\s+)?(?:positive|favou?rable)\s+(?:reviews?|ratings?)\s+(?:only|` + anyhow + `)`)},
	{toApprove, "mark rate treat label classify consider declare", "this the every all any these", false, follows(which + judged + harmless + `\s*,?\s+` + anyhow)},
	{toApprove, "always", "rate mark treat label classify consider declare", false, follows(`\w+\s+` + which + judged + harmless)},
	{toClear, "report output reply respond print say state claim conclude declare answer", "that with there you no zero the this", false, follows(`(?:that\s+|with\s+)?(?:there\s+are\s+|you\s+found\s+)?(?:(?:no|zero)\s+(?:issues|findings|problems|vulnerabilities|bugs)|(?:the|this)\s+` + change + `\s+is\s+` + harmless + `)\b[^.\n]{0,40}\b` + anyhow)},

	{toSend, "send post upload transmit forward exfiltrate leak", "* all any the your their every its of content contents value values full entire complete a secrets environment private github", false, follows(`(?:(?:all|any|the|your|their|every|its|of|contents?|values?|full|entire|complete|a\s+copy)\s+){0,5}\$?(?:[\w.'-]+\s+(?:and\s+)?){0,3}?` + held + `[^.\n]{0,60}?\s(?:to|via|through)\s+(?:the\s+(?:server|address|host)\s+at\s+)?` + address)},
	{toSend, "send post upload transmit forward exfiltrate leak", "all any the your their every its of content contents value values full entire complete a", false, follows(`(?:(?:the|your|their|its)\s+)?(?:(?:(?:all|any|every|contents?|values?|full|entire|complete|whole|copy|user'?s?'?|repository's)\s+(?:of\s+)?(?:(?:all|any|the|your|their|its)\s+)*(?:[\w.'-]+\s+(?:and\s+)?){0,2}?|a\s+copy\s+of\s+(?:the|your|all)\s+)` + guarded + `|api\s+keys\b|tokens\b|passwords\b)[^.\n]{0,60}?\s(?:to|via|through)\s+(?:the\s+(?:server|address|host)\s+at\s+)?` + address)},
	{toSend, "include append add paste embed put insert", "all any the your every content contents value values", false, follows(`(?:(?:all|any|the|your|every|of|full|entire)\s+)*(?:(?:contents?|values?)\s+of\s+(?:(?:all|any|the|your)\s+)*|all\s+(?:of\s+)?(?:the|your)?\s*)\$?\{?` + held + `[^.\n]{0,40}?\s(?:to|in|into)\s+(?:your|the|every|each|a)\s+(?:review|comment|response|answer|reply|link|url|output|summary|pull\s+request|image)`)},
	{toTell, "print output reveal repeat give show send", "me us out all your", true, follows(`(?:me\s+|us\s+|out\s+)?(?:all\s+(?:of\s+)?)?your\s+(?:full\s+|entire\s+|complete\s+|hidden\s+|initial\s+|original\s+)*system\s+(?:prompt|message|instructions)\b`)},
	{toTell, "print output reveal repeat", "out the your all", true, follows(`(?:out\s+)?(?:all\s+(?:of\s+)?)?(?:(?:the|your)\s+(?:full\s+|entire\s+|complete\s+|hidden\s+|initial\s+|original\s+)*system\s+(?:prompt|instructions)` + clause + `|(?:the\s+|your\s+)(?:initial\s+|original\s+|above\s+|previous\s+)*(?:instructions?|prompt)(?:\s+above)?\s+(?:verbatim|word\s+for\s+word|in\s+full)\b)`)},
	{toPlay, "you", "are", true, follows(`are\s+(?:now\s+|no\s+longer\s+)?(?:dan\b|jailbroken\b)`)},
	{toPlay, "you", "are", true, follows(`are\s+(?:now\s+|no\s+longer\s+)(?:bound\b|restricted\s+by|limited\s+by\s+(?:any|these|your|the)\s+(?:rules|restrictions|guidelines|polic|instructions|safety)|` + freed + `|free\s+(?:from|of)\s+(?:any|all|your|these|the)|in\s+(?:developer|debug|god|admin|jailbreak|unrestricted|maintenance)\s+mode|going\s+to\s+ignore)|are\s+no\s+longer\s+an?\s+(?:\w+\s+)?(?:reviewer|assistant|language\s+model|ai)\b`)},
	{toPlay, "act behave respond pretend", "as like to you that", true, follows(`(?:(?:as|like|to\s+be)\s+(?:if\s+you\s+(?:are|were)\s+)?` + freed + `|(?:that\s+)?you\s+(?:have\s+no\s+(?:restrictions|rules|guidelines|limits|limitations|filters)|are\s+(?:not\s+bound|` + freed + `))|as\s+if\s+you\s+(?:have|had)\s+no\s+(?:restrictions|rules|guidelines|limits|limitations|filters))`)},
}

// follows is an expression of what follows a word.
func follows(expression string) func() *regexp.Regexp {
	return lazy(`^(?i)[\w']+\s+(?:` + expression + `)`)
}
