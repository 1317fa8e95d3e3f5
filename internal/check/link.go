package check

import (
	"iter"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark/util"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/library"
	"github.com/skillbrief/skillbrief/internal/source"
)

// linkFault is what is wrong with one link.
type linkFault struct {
	rule string
	at   interval
	fix  *diag.Edit
	text string
}

// links makes the check of one of the link rules.
func links(rule string) func(*Pass) {
	return texts(func(p *Pass, t *text) {
		for _, f := range t.linked() {
			if f.rule == rule && !p.full() {
				t.report(p, f.at.start, f.at.end, f.fix, "%s", f.text)
			}
		}
	})
}

// targets is what links can lead to.
type targets struct {
	paths  map[string]bool   // files and directories
	folded map[string]string // by spelling without letter case, the first
	twins  map[string]bool   // spellings without letter case that several paths have
	opaque map[string]bool   // submodules, and links, which may lead to a directory

	mu     sync.Mutex
	sorted []string               // paths; nil until asked for
	near   map[string]*neighbours // by directory of a skill
}

func newTargets(lib *library.Library) *targets {
	t := &targets{paths: map[string]bool{"": true}, folded: map[string]string{}, twins: map[string]bool{}, opaque: map[string]bool{}, near: map[string]*neighbours{}}
	for _, f := range lib.Files {
		if f.Mode != source.Regular {
			t.opaque[f.Path] = true
		}
		for p := f.Path; p != "" && !t.paths[p]; p = parent(p) {
			t.paths[p] = true
			if key := fold(p); t.folded[key] == "" {
				t.folded[key] = p
			} else {
				t.twins[key] = true
			}
		}
	}
	return t
}

// has reports whether a path exists, as far as can be told: what a submodule or
// a linked directory holds is not known.
func (t *targets) has(p string) bool {
	if t.paths[p] {
		return true
	}
	for p != "" && !t.opaque[p] {
		p = parent(p)
	}
	return p != ""
}

// check gives the faults of a text's links. It asks for the Markdown only where
// a plain search finds a link that may be faulty.
func (t *targets) check(x *text) []linkFault {
	if x.skill == nil || !t.doubtful(x) {
		return nil
	}
	advice := adviser{targets: t, text: x, left: suggestions, more: candidates}
	missing, good := 0, 0
	for _, l := range x.marked().links {
		if strings.HasPrefix(l.defines, "^") || x.marked().sketched(l.start) {
			continue // a footnote; the links of a sample
		}
		switch j := t.judge(x, decode(l.dest), l.defines != ""); {
		case j.rule == "link-missing" && staged(x.path):
			continue
		case j.rule == "link-missing":
			missing++
			advice.add(j, l)
		case j.rule != "":
			advice.add(j, l)
		case j.path != "":
			good++
		}
	}
	if missing >= foreign && good == 0 && !x.main {
		return advice.summary(missing)
	}
	return advice.found
}

// foreign is the number of missing links from which a resource without a good
// one is taken for a text from elsewhere, which gets one finding.
const foreign = 5

// staged reports whether a text shows what others look like, or what once was:
// samples, and the history of changes.
func staged(p string) bool {
	dirs := strings.Split(strings.ToLower(parent(p)), "/")
	return strings.HasPrefix(strings.ToUpper(path.Base(p)), "CHANGELOG") || slices.ContainsFunc(dirs, func(dir string) bool {
		return slices.Contains([]string{"template", "templates", "samples", "fixtures", "expected_outputs", "expected-outputs"}, dir)
	})
}

// doubtful reports whether anything in a text that could be the destination of
// a link could be a faulty one.
func (t *targets) doubtful(x *text) bool {
	for _, dest := range destinations(x.raw[x.body:]) {
		if end := strings.IndexAny(dest, " \t\r\n)"); end >= 0 {
			dest = dest[:end]
		}
		if strings.ContainsAny(dest, "<>\\&(") || len(dest) > longest/2 || t.judge(x, dest, false).rule != "" {
			return true
		}
	}
	return false
}

// destinations are the starts of what stands behind "](" and "]:", blanks aside:
// where the destination of a link may be; with the offsets of the second sign.
func destinations(raw string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for at := 0; ; {
			i := strings.IndexByte(raw[at:], ']')
			if i < 0 {
				return
			}
			at += i + 1
			if at == len(raw) || raw[at] != '(' && raw[at] != ':' {
				continue
			}
			if !yield(at, strings.TrimLeft(raw[at+1:min(len(raw), at+1+longest)], " \t\r\n")) {
				return
			}
		}
	}
}

// longest bounds what is looked at of a link's destination, in bytes.
const longest = 2048

// decode undoes what Markdown allows in a destination.
func decode(dest string) string {
	if !strings.ContainsAny(dest, `\&`) || strings.HasPrefix(dest, `.\`) || strings.HasPrefix(dest, `..\`) {
		return dest // a path as Windows has them, although Markdown reads it otherwise
	}
	b := util.UnescapePunctuations([]byte(dest))
	return string(util.ResolveEntityNames(util.ResolveNumericReferences(b)))
}

var (
	scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+:`)
	local  = regexp.MustCompile(`^(?:[A-Za-z]:[\\/]|(?i:file):/)`) // a drive, or a file's URL
)

// judgement is what is wrong with a destination: the rule that says so, the path
// that it leads to and, of another spelling, the right one.
type judgement struct{ rule, written, path, right string }

// judge resolves a destination relative to its text.
func (t *targets) judge(x *text, dest string, definition bool) judgement {
	absolute := local.MatchString(dest)
	if dest == "" || strings.ContainsAny(dest[:1], "#?") || strings.HasPrefix(dest, "//") || scheme.MatchString(dest) && !absolute {
		return judgement{}
	}
	if placeholder(dest) {
		return judgement{}
	}
	if absolute || dest[0] == '/' {
		return judgement{rule: "link-escape", written: dest}
	}
	written := unescape(cutAny(dest, "#?"))
	if written == "" || t.vague(x, written, definition) {
		return judgement{}
	}
	p := path.Join(parent(x.path), written)
	switch {
	case p == ".." || strings.HasPrefix(p, "../"):
		return judgement{rule: "link-escape", written: written, path: p}
	case p == ".":
		p = ""
	}
	return t.find(x, judgement{written: written, path: p})
}

func (t *targets) find(x *text, j judgement) judgement {
	switch right := t.folded[fold(j.path)]; {
	case t.has(j.path):
		if dir := x.skill.Dir; j.path != dir && !within(j.path, dir) {
			j.rule = "link-outside-skill"
		}
	case right != "":
		j.rule, j.right = "link-case", right
	default:
		j.rule = "link-missing"
	}
	return j
}

func cutAny(s, chars string) string {
	if i := strings.IndexAny(s, chars); i >= 0 {
		return s[:i]
	}
	return s
}

func unescape(s string) string {
	if plain, err := url.PathUnescape(s); err == nil {
		return plain
	}
	return s
}

// vague reports whether a destination need not be a path: a word or two without
// a suffix that name nothing in whatever letter case, below no directory that
// exists. In a definition, the text behind the colon is more often none.
func (t *targets) vague(x *text, written string, definition bool) bool {
	if strings.HasPrefix(written, ".") || strings.HasSuffix(written, "/") || strings.Contains(path.Base(written), ".") {
		return false
	}
	first, _, deep := strings.Cut(written, "/")
	whole := path.Join(parent(x.path), written)
	return !t.has(whole) && (definition || t.folded[fold(whole)] == "" && (!deep || !t.has(path.Join(parent(x.path), first))))
}

// placeholder reports whether a destination is a pattern to be filled in.
func placeholder(dest string) bool {
	return strings.ContainsAny(dest, "{}<>$*|") || strings.Contains(dest, "...") || strings.Contains(dest, "…") ||
		strings.Contains(dest, "path/to/")
}
