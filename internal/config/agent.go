package config

import (
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/tomldoc"
)

// agentOptions are the keys of [skills] in .pr_agent.toml that a repository may
// set, and the options they stand for.
var agentOptions = map[string]string{"enabled": "enabled", "max_skills_tokens": "max-skills-tokens"}

// agentSkills reads the one section of .pr_agent.toml that concerns skills; the
// rest belongs to PR-Agent.
func (f *File) agentSkills(t *tomldoc.Table) {
	e := t.Entry("skills")
	if e == nil {
		return
	}
	f.each(e, func(e *tomldoc.Entry) {
		option, ok := agentOptions[e.Key]
		if !ok {
			f.fault(e.KeySpan, "[skills] %s is ignored: a repository may set enabled and max_skills_tokens only", diag.Quote(e.Key))
			return
		}
		if values, ok := f.values(e, false); ok {
			f.take(&f.agent, assignment{option, values, e.Value.Span})
		}
	})
}
