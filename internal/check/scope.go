package check

import (
	"regexp"
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/library"
)

// comparative rules speak of the change itself and are always in scope.
var comparative = []string{"duplicate-name", "evolution-boundary", "manifest-broadened", "new-skill-over-budget", "over-budget"}

// Scope says of each finding whether it counts. Mode "new": the findings before
// hold none of the same rule, path and message, numbers and the name of the tree
// aside; of a security rule none of the very message and text, or fewer; "changed": it
// is in a file, or below the directory of a skill, that the change touches; else all
// do. Changed are the paths of the change; earlier and after hold the texts that the
// findings before and found are of.
func Scope(mode string, found, before []diag.Finding, changed []string, earlier, after *library.Library) []bool {
	in := make([]bool, len(found))
	counts := func(diag.Finding) bool { return true }
	switch mode {
	case "new":
		counts = fresh(found, before, pointed(earlier), pointed(after))
	case "changed":
		counts = touched(changed, after)
	}
	for i, f := range found {
		// A name that was used twice before is no more the change's to mend than other
		// old findings.
		always := slices.Contains(comparative, f.Rule) && (mode != "new" || f.Rule != "duplicate-name")
		in[i] = always || f.Message == overflow || counts(f)
	}
	return in
}

// passing are the numbers of a message, and the tree that it names, which is
// always another before; the names of characters are found too: one character is
// not another.
var passing = regexp.MustCompile(` in (?:commit [0-9a-f]+|` + workTree + `|` + directory + `)|U\+[0-9A-F]+|[0-9]+`)

type identity struct{ rule, path, message, text string }

// identify makes the identity of a finding; text gives what it points at.
func identify(f diag.Finding, text func(diag.Finding) string) identity {
	if rule, _ := Lookup(f.Rule); rule.Security { // three hidden characters are not two
		return identity{f.Rule, f.Path, f.Message, text(f)}
	}
	return identity{rule: f.Rule, path: f.Path, message: passing.ReplaceAllStringFunc(f.Message, func(s string) string {
		if s[0] == 'U' {
			return s
		}
		return ""
	})}
}

// pointed gives the text that a finding points at: nothing else tells one secret from
// another of its kind.
func pointed(lib *library.Library) func(diag.Finding) string {
	known := map[string]diag.Lines{}
	return func(f diag.Finding) string {
		if lib == nil || f.Span.IsZero() {
			return ""
		}
		raw, _ := lib.Text(f.Path)
		if _, ok := known[f.Path]; !ok {
			known[f.Path] = diag.NewLines(raw)
		}
		lines := known[f.Path]
		start, end := lines.Offset(f.Span.Start), lines.Offset(f.Span.End)
		text := raw[min(start, end):end]
		if strings.HasSuffix(text, "-----") { // the title of a key
			text += lines.Line(f.Span.End.Line + 1)
		}
		return text
	}
}

// fresh tells what is new. Where a file now holds more of a security rule's
// findings of one identity than before, all of them count: which one came is not
// known, and none may hide behind another.
func fresh(found, before []diag.Finding, earlier, after func(diag.Finding) string) func(diag.Finding) bool {
	old := make(map[identity]int, len(before))
	for _, f := range before {
		old[identify(f, earlier)]++
	}
	now := make(map[identity]int, len(found))
	for _, f := range found {
		now[identify(f, after)]++
	}
	return func(f diag.Finding) bool {
		id := identify(f, after)
		rule, _ := Lookup(f.Rule)
		return old[id] == 0 || rule.Security && now[id] > old[id]
	}
}

func touched(changed []string, after *library.Library) func(diag.Finding) bool {
	owner := owners(after)
	files, dirs := map[string]bool{}, map[string]bool{}
	for _, c := range changed {
		files[c] = true
		if dir, ok := owner(c); ok {
			dirs[dir] = true
		}
	}
	for _, s := range own(after) {
		if files[s.Target] {
			dirs[s.Dir] = true
		}
	}
	return func(f diag.Finding) bool {
		dir, ok := owner(f.Path)
		return files[f.Path] || ok && f.Path != "" && dirs[dir]
	}
}

// owners finds the directory of the skill that a path belongs to: the nearest.
func owners(lib *library.Library) func(path string) (dir string, ok bool) {
	dirs := map[string]bool{}
	for _, s := range own(lib) {
		dirs[s.Dir] = true
	}
	return func(path string) (string, bool) {
		for path != "" {
			path = parent(path)
			if dirs[path] {
				return path, true
			}
		}
		return "", false
	}
}

// parent is the directory of a path; empty for the root.
func parent(path string) string { return path[:max(strings.LastIndexByte(path, '/'), 0)] }

// within reports whether a path lies below a directory; all do below the root.
func within(path, dir string) bool {
	return dir == "" || strings.HasPrefix(path, dir) && len(path) > len(dir) && path[len(dir)] == '/'
}
