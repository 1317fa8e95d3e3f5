package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// summaryLimit is in bytes. GitHub drops a summary above 1 MiB as a whole.
const summaryLimit = 900 << 10

// cutSentence is what ends a summary that was cut to limit bytes.
func cutSentence(limit int) string {
	size := plural(limit, "byte")
	if limit%1024 == 0 {
		size = fmt.Sprintf("%d KiB", limit/1024)
	}
	return "\n**The rest is left out: this summary has reached its limit of " + size + ". The JSON report holds every finding.**\n"
}

func writeSummary(w io.Writer, r *Report) error {
	_, err := io.WriteString(w, Summary(r, summaryLimit))
	return err
}

// Summary is the report in Markdown, cut at the end of a line to limit bytes, with
// a sentence that says so (which alone needs some 150). Foreign text in it cannot
// become markup, and there is no HTML.
func Summary(r *Report, limit int) string {
	var s summary
	s.verdict(r)
	s.budget(r.Budget, r.Skills)
	s.change(r.Change, r.Budget)
	s.findings(r)
	s.manifests(r.Manifests)
	s.exceptions(r.Exceptions)
	s.lines("Library faults", r.LibraryFaults)
	s.lines("Warnings about inputs", r.Warnings)
	s.lines("Notes", r.Notes)
	s.provenance(r)
	text := s.String()
	if len(text) <= limit {
		return text
	}
	sentence := cutSentence(limit)
	cut := strings.LastIndexByte(text[:max(limit-len(sentence), 0)], '\n') + 1
	if strings.Count("\n"+text[:cut], "\n"+fence)%2 == 1 {
		cut = strings.LastIndex(text[:cut], fence)
	}
	return text[:cut] + sentence
}

// fence opens and closes a block of code.
const fence = "```"

type summary struct{ strings.Builder }

func (s *summary) printf(format string, args ...any) { fmt.Fprintf(&s.Builder, format, args...) }

func (s *summary) heading(text string) { s.printf("\n### %s\n\n", text) }

var verdicts = map[string]string{
	Pass:     "passed",
	Findings: "findings to mend",
	Refused:  "refused",
	Failed:   "could not run",
}

func (s *summary) verdict(r *Report) {
	c := r.Counts()
	verdict := verdicts[r.Result]
	if verdict == "" {
		verdict = markdown(r.Result)
	}
	s.printf("## skillbrief: %s\n\n", verdict)
	if r.Failure != "" {
		s.printf("**Failure:** %s\n\n", markdown(r.Failure))
	}
	s.printf("**%s, %s, %s** in scope", plural(c.Error, "error"), plural(c.Warning, "warning"), plural(c.Notice, "notice"))
	if n := r.outside(); n > 0 {
		s.printf(", %s out of scope", plural(n, "finding"))
	}
	s.printf(".\n\n")
	for _, role := range r.roles() {
		s.printf("- %s: %s\n", role.name, markdown(role.words()))
	}
}

func (r *Report) outside() int {
	n := 0
	for _, f := range r.Findings {
		if !f.InScope && f.Severity != diag.Off {
			n++
		}
	}
	return n
}

func (s *summary) budget(b *Budget, skills []Skill) {
	if b == nil {
		return
	}
	s.heading("Skills")
	s.printf("%s %d of %s %s, strategy %s.\n", bar(b.Used, b.Limit), b.Used, plural(b.Limit, "token"), markdown(strings.TrimSpace(b.counted())), markdown(b.Strategy))
	for _, o := range b.Others {
		if o.Skills == 0 {
			s.printf("Strategy %s would only cut a skill short, to %s.\n", markdown(o.Strategy), plural(o.Tokens, "token"))
			continue
		}
		s.printf("Strategy %s would keep %s in %s.\n", markdown(o.Strategy), plural(o.Skills, "skill"), plural(o.Tokens, "token"))
	}
	if len(skills) == 0 {
		s.printf("\nNo skills were found.\n")
		return
	}
	s.printf("\n| | skill | tokens | share | status | path |\n|---|---|---:|---|---|---|\n")
	for _, k := range skills {
		name := markdown(k.Name)
		if name == "" {
			name = "(no name)"
		}
		path := markdownPath(k.Path)
		if k.Origin != "" {
			path += " in library " + markdownPath(k.Origin)
		}
		s.printf("| %s | %s | %d | %s | %s | %s |\n", mark(k), name, k.Tokens, bar(k.Tokens, b.Limit), markdown(k.Status), path)
	}
}

// mark shows at a glance what the block holds of a skill.
func mark(k Skill) string {
	switch {
	case k.Status == "included":
		return "●"
	case k.held():
		return "◐"
	}
	return "○"
}

// bar draws a part of a whole in ten steps; anything above nothing shows.
func bar(part, whole int) string {
	const width = 10
	full := 0
	if whole > 0 && part > 0 {
		full = min(max(part*width/whole, 1), width)
	}
	return strings.Repeat("█", full) + strings.Repeat("░", width-full)
}

func (s *summary) change(c *Change, b *Budget) {
	if c == nil {
		return
	}
	s.heading("What the merge changes in the block")
	if b != nil && b.Before != nil {
		s.printf("- tokens: %d before, %d after (%+d)\n", *b.Before, b.Used, b.Used-*b.Before)
	}
	for _, part := range []struct {
		verb   string
		skills []string
	}{{"gained", c.Gained}, {"lost", c.Lost}, {"changed", c.Changed}} {
		if len(part.skills) > 0 {
			s.printf("- %s: %s\n", part.verb, list(part.skills))
		}
	}
	if len(c.Gained)+len(c.Lost)+len(c.Changed) == 0 {
		s.printf("- no skill is gained, lost or changed\n")
	}
}
