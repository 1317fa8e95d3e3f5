package tomldoc

import (
	"fmt"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// inKey explains a fault where a key should be.
func (p *parser) inKey(at int) cause {
	at = p.skipBlank(at)
	start := p.lineStart(at)
	end := p.lineEnd(start)
	line := p.text[start:max(start, end)]
	if message := foreign(line); message != "" {
		return cause{extent{start, end}, message, mending{}}
	}
	key := bareKey.FindString(line)
	rest := strings.TrimLeft(line[len(key):], " \t")
	e, out := extent{start, end}, p.without(start, end)
	switch {
	case comment(line):
		return cause{e, "a comment begins with # in TOML", out}
	case rest == "" || p.ends(at):
		return cause{e, fmt.Sprintf("%s has no value; write key = value", diag.Quote(line)), out}
	case key != "" && rest[0] == ':':
		return cause{p.rune(at), fmt.Sprintf("TOML writes %s = value, not a colon", key), p.equals(at)}
	case key == "" && rest[0] == '=':
		return cause{p.rune(at), "there is no key before the equals sign", out}
	case strings.Contains(line, "="):
		return cause{p.rune(at), "a bare key holds only A-Z, a-z, 0-9, _ and -; put any other key in quotes", out}
	}
	return cause{e, fmt.Sprintf("%s is neither key = value nor a [header]; remove it, or continue text between \"\"\"", diag.Quote(line)), out}
}

// without mends a line by leaving it out, where what follows shows that nothing
// more belongs to it; what may have been a header is made one of some table.
func (p *parser) without(start, end int) mending {
	switch line := p.text[start:max(start, end)]; {
	case !p.resumes(end):
		return mending{}
	case len(line) > 2 && strings.ContainsAny(line, "[]") && !strings.Contains(line, "="):
		return mending{extent{start, end}, '['}
	}
	return mending{extent{start, end}, '#'}
}

// equals mends a colon before a value: not one that no quote or bracket follows,
// for then the file is most likely YAML altogether.
func (p *parser) equals(at int) mending {
	if first := p.skipBlank(at + 1); p.data[at] != ':' || strings.IndexByte(`"'[{`, p.data[first]) < 0 {
		return mending{}
	}
	return mending{extent{at, at + 1}, '='}
}

// comment recognises comments of other languages.
func comment(line string) bool {
	for _, sign := range []string{"//", ";", "/*", "--"} {
		if strings.HasPrefix(line, sign) && !strings.HasPrefix(line, "---") {
			return true
		}
	}
	return false
}

// foreign recognises lines of other formats.
func foreign(line string) string {
	switch {
	case strings.HasPrefix(line, "version https://git-lfs"):
		return "the file is a Git LFS pointer, not the manifest itself; keep it out of LFS"
	case strings.HasPrefix(line, "<<<<<<<"), strings.HasPrefix(line, ">>>>>>>"), strings.HasPrefix(line, "======="), strings.HasPrefix(line, "|||||||"):
		return "a merge conflict was left in the file; resolve it"
	case strings.HasPrefix(line, "---"):
		return "--- is YAML; a TOML file has no such line"
	case strings.HasPrefix(line, "+++"):
		return "+++ is front matter of another tool; a TOML file has no such line"
	case strings.HasPrefix(line, "- "):
		return "a list stands between [ and ] in TOML, not behind hyphens"
	case strings.HasPrefix(line, "```"):
		return "a code fence of Markdown was left in the file; remove it"
	case strings.HasPrefix(line, "{"):
		return "this is JSON, not TOML; write key = value on lines of their own"
	}
	return ""
}
