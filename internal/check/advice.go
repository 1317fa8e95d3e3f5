package check

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// Bounds of the near names looked for in one text: how many, and among how many
// names in all.
const suggestions, candidates = 50, 5000

// adviser words the faults of one text's links.
type adviser struct {
	*targets
	text *text
	left int // suggestions
	more int // names to compare

	found []linkFault
}

// summary is one finding instead of those about missing links.
func (a *adviser) summary(missing int) []linkFault {
	i := slices.IndexFunc(a.found, func(f linkFault) bool { return f.rule == "link-missing" })
	first := a.found[i]
	first.text = fmt.Sprintf("none of the %d links to files leads to one; is the text from elsewhere?", missing)
	others := slices.DeleteFunc(a.found, func(f linkFault) bool { return f.rule == "link-missing" })
	return append(others, first)
}

func (a *adviser) add(j judgement, l link) {
	f := linkFault{rule: j.rule, at: l.interval}
	shown := diag.Quote(j.written)
	switch j.rule {
	case "link-escape":
		f.text = fmt.Sprintf("link %s leads out of the repository; link to a file of the skill", shown)
		if j.path == "" {
			f.text = fmt.Sprintf("link %s is absolute, expected a path relative to this file", shown)
		}
	case "link-outside-skill":
		f.text = fmt.Sprintf("link %s leads out of the skill's directory, which is all that some loaders copy", shown)
	case "link-case":
		f.text = fmt.Sprintf("link %s differs from %s by letter case; did you mean %s?", shown, diag.Quote(j.right), diag.Quote(a.relative(j.right)))
		if !a.twins[fold(j.path)] {
			f.fix = respelled(l, j)
		}
	case "link-missing":
		f.text = fmt.Sprintf("link %s leads to no file of the tree%s", shown, suggest(a.nearest(j)))
	}
	a.found = append(a.found, f)
}

// respelled puts the right letters into a destination, where these are all that
// changes.
func respelled(l link, j judgement) *diag.Edit {
	tail := strings.TrimLeft(j.written, "./")
	if len(j.right) < len(tail) || !strings.HasPrefix(l.dest, j.written) {
		return nil
	}
	right := j.right[len(j.right)-len(tail):]
	if fold(right) != fold(tail) {
		return nil
	}
	start := l.start + len(j.written) - len(tail)
	return &diag.Edit{Start: start, End: start + len(tail), Text: right}
}

// relative writes a path of the tree as a link of the text.
func (a *adviser) relative(p string) string {
	up := ""
	for dir := parent(a.text.path); dir != "" && p != dir && !within(p, dir); dir = parent(dir) {
		up += "../"
	}
	base := parent(a.text.path)
	for range len(up) / len("../") {
		base = parent(base)
	}
	return up + strings.TrimPrefix(strings.TrimPrefix(p, base), "/")
}

// nearest is the file of the skill that a missing one most likely stands for:
// the only one with its base name, else one of a like name in the directory that
// was meant.
func (a *adviser) nearest(j judgement) string {
	if a.left == 0 {
		return ""
	}
	a.left--
	if p := path.Join(parent(a.text.path), strings.ReplaceAll(j.written, `\`, "/")); p != j.path && a.paths[p] {
		return a.relative(p) // separated as on Windows
	}
	if p := a.namesake(j); p != "" {
		return a.relative(p)
	}
	beside := a.around(a.text.skill.Dir).beside[parent(j.path)]
	if a.more -= len(beside); a.more < 0 {
		return ""
	}
	if best := near(path.Base(j.path), beside); best != "" {
		return a.relative(path.Join(parent(j.path), best))
	}
	return ""
}

// neighbours are the files and directories of a skill, sorted.
type neighbours struct {
	beside map[string][]string // names by directory
	named  map[string][]string // paths by name, letter case aside
}

// around gives the neighbours below a directory.
func (t *targets) around(dir string) *neighbours {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n := t.near[dir]; n != nil {
		return n
	}
	if t.sorted == nil {
		t.sorted = slices.Sorted(maps.Keys(t.paths))
	}
	n := &neighbours{beside: map[string][]string{}, named: map[string][]string{}}
	from := sort.SearchStrings(t.sorted, dir)
	for _, p := range t.sorted[from:] {
		if !strings.HasPrefix(p, dir) {
			break
		}
		if base := path.Base(p); p != "" && within(p, dir) {
			n.beside[parent(p)] = append(n.beside[parent(p)], base)
			n.named[fold(base)] = append(n.named[fold(base)], p)
		}
	}
	t.near[dir] = n
	return n
}

// near is the name that a missing one most likely stands for: the only one that
// differs by its suffix, else the nearest of those alike.
func near(name string, known []string) string {
	var same, like []string
	for _, k := range known {
		if stem(name) != "" && strings.EqualFold(stem(k), stem(name)) {
			same = append(same, k)
		}
		if alike(name, k) {
			like = append(like, k)
		}
	}
	if len(same) == 1 {
		return same[0]
	}
	return diag.Nearest(name, like)
}

func stem(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }

// namesake is the only other file of the skill with the base name of a missing
// one. Every skill has a SKILL.md, so that one meant elsewhere is not this one.
func (a *adviser) namesake(j judgement) string {
	name, same := path.Base(j.path), ""
	if name == "SKILL.md" && !within(j.path, a.text.skill.Dir) {
		return ""
	}
	for _, p := range a.around(a.text.skill.Dir).named[fold(name)] {
		if p != a.text.path {
			if same != "" {
				return ""
			}
			same = p
		}
	}
	return same
}

// alike reports whether two names share two thirds of the longer one, suffixes
// aside, at their ends, or all but two neighbours that changed places: what a
// slip of the pen leaves.
func alike(a, b string) bool {
	a, b = stem(a), stem(b)
	head := 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	if len(a) == len(b) && len(a) > 3 && head+tail == len(a)-2 && a[head] == b[head+1] && a[head+1] == b[head] {
		return true
	}
	return b != "" && 3*(head+tail) >= 2*max(len(a), len(b))
}
