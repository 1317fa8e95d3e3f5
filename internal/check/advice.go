package check

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// suggestions bounds the near names looked for in one text.
const suggestions = 50

// adviser words the faults of one text's links.
type adviser struct {
	*targets
	text *text
	left int
	near []string // files of the skill, relative to the text's directory
}

func (a *adviser) finish(j judgement, l link) linkFault {
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
		f.fix = respelled(l, j)
	case "link-missing":
		f.text = fmt.Sprintf("link %s leads to no file of the tree%s", shown, suggest(a.nearest(j)))
	}
	return f
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
// the only one with its base name, else the one nearest by spelling.
func (a *adviser) nearest(j judgement) string {
	if a.left == 0 {
		return ""
	}
	a.left--
	if a.near == nil {
		for p := range a.paths {
			if within(p, a.text.skill.Dir) {
				a.near = append(a.near, a.relative(p))
			}
		}
		slices.Sort(a.near)
	}
	same := ""
	for _, n := range a.near {
		if strings.EqualFold(path.Base(n), path.Base(j.path)) && n != path.Base(a.text.path) {
			if same != "" {
				return ""
			}
			same = n
		}
	}
	if same != "" {
		return same
	}
	return diag.Nearest(path.Clean(j.written), a.near)
}
