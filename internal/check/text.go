package check

import (
	"path"
	"runtime"
	"strings"
	"sync"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/library"
)

// text is one file of a review prompt, with what several rules want to know of
// it, each worked out when first asked for.
type text struct {
	path  string
	raw   string
	body  int            // byte offset of the Markdown
	skill *library.Skill // nil for what belongs to a manifest
	main  bool           // SKILL.md
	toml  bool           // skill.toml
	// quoted are the values in which escapes make characters.
	quoted []diag.Span

	signs    func() signs
	marked   func() *markdown
	indexed  func() diag.Lines
	runes    func() []oddity
	bare     func() (string, []int) // see unseen; no places where all is seen
	linked   func() []linkFault
	closings func() map[int]int // closing tags
}

// readable lists the texts of the repository's skills and manifests that could be
// read, broken ones' too.
func readable(lib *library.Library) []*text {
	var list []*text
	t := newTargets(lib)
	for _, s := range own(lib) {
		if s.Raw != "" {
			list = append(list, newText(t, text{path: s.Path, raw: s.Raw, body: s.BodyStart, skill: s, main: true}))
		}
		for _, r := range s.Resources {
			list = append(list, newText(t, text{path: r.Path, raw: r.Raw, skill: s}))
		}
	}
	return append(list, manifestTexts(lib, t, list)...)
}

// manifestTexts are the manifests and those of the files they cite that are no
// skill's.
func manifestTexts(lib *library.Library, t *targets, known []*text) []*text {
	var list []*text
	seen := map[string]bool{}
	for _, k := range known {
		seen[k.path] = true
	}
	add := func(x text) {
		if x.raw != "" && !seen[x.path] {
			seen[x.path] = true
			list = append(list, newText(t, x))
		}
	}
	for _, m := range lib.Manifests {
		add(text{path: m.Path, raw: m.Raw, toml: true, quoted: m.Texts()})
		for _, r := range m.References {
			add(text{path: path.Join(parent(m.Path), r.Path), raw: r.Text})
		}
	}
	return list
}

func newText(known *targets, t text) *text {
	x := &t
	x.signs = sync.OnceValue(func() signs { return scan(x.raw) })
	x.marked = sync.OnceValue(func() *markdown { return parse(x.raw, x.body) })
	x.indexed = sync.OnceValue(func() diag.Lines { return diag.NewLines(x.raw) })
	x.runes = sync.OnceValue(func() []oddity { return oddities(x) })
	x.bare = sync.OnceValues(func() (string, []int) {
		if len(x.runes()) == 0 {
			return x.raw, nil
		}
		return x.unseen()
	})
	x.closings = sync.OnceValue(func() map[int]int { return closings(x.raw) })
	x.linked = sync.OnceValue(func() []linkFault { return known.check(x) })
	return x
}

// report adds a finding at the bytes [start, end) of a text.
func (t *text) report(p *Pass, start, end int, fix *diag.Edit, format string, args ...any) {
	p.report(t.path, t.indexed().Span(start, end), fix, format, args...)
}

// texts makes a rule's check of one that looks at each text of Markdown.
func texts(check func(*Pass, *text)) func(*Pass) {
	return everyText(func(p *Pass, t *text) {
		if !t.toml {
			check(p, t)
		}
	})
}

// everyText makes a rule's check of one that looks at each text; they are shared
// out among the processors.
func everyText(check func(*Pass, *text)) func(*Pass) {
	return func(p *Pass) {
		workers := min(runtime.GOMAXPROCS(0), len(p.texts))
		parts := make([]Pass, workers)
		var wait sync.WaitGroup
		for w := range parts {
			parts[w] = Pass{Input: p.Input, rule: p.rule}
			wait.Go(func() {
				for i := w; i < len(p.texts); i += workers {
					parts[w].text(p.texts[i], check)
				}
			})
		}
		wait.Wait()
		for _, part := range parts {
			p.found = append(p.found, part.found...)
		}
	}
}

// perText bounds the findings of one rule in one text.
const perText = 200

// text checks one text. Of more findings than a reader can use it says so.
func (p *Pass) text(t *text, check func(*Pass, *text)) {
	first := len(p.found)
	p.limit = first + perText
	check(p, t)
	if p.full() {
		p.found = p.found[:p.limit]
		p.limit++
		p.report(t.path, diag.Span{}, nil, "this file has more findings of this kind than the %d that are shown", perText)
	}
}

// full reports whether the bound is reached, so that a check can stop.
func (p *Pass) full() bool { return len(p.found) >= p.limit }

// lineOf gives the bounds of the line around an offset, without its line end.
func lineOf(s string, at int) (start, end int) {
	start = strings.LastIndexAny(s[:at], "\r\n") + 1
	if n := strings.IndexAny(s[at:], "\r\n"); n >= 0 {
		return start, at + n
	}
	return start, len(s)
}
