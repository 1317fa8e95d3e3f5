package check

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/library"
	"github.com/skillbrief/skillbrief/internal/source"
)

func pathMissing(p *Pass) {
	for _, m := range p.After.Found.Missing {
		if m.Entry != "." {
			hint := "correct paths, or commit what it should name"
			if p.After.Plain {
				hint = "correct paths"
			}
			p.report("", diag.Span{}, nil, "path %s %s in %s; %s", diag.Quote(m.Entry), m.Reason, treeName(p.After), hint)
		}
	}
}

// How messages name a tree that is no commit.
const (
	workTree  = "the work tree, where ignored files are not seen"
	directory = "the directory"
)

func treeName(lib *library.Library) string {
	switch {
	case lib.Plain:
		return directory
	case lib.Commit == "":
		return workTree
	}
	return "commit " + lib.Commit
}

func nothingFound(p *Pass) {
	if len(p.own()) > 0 {
		return
	}
	passed := ""
	if n := p.After.Found.PassedOver; n > 0 {
		passed = fmt.Sprintf("; %d SKILL.md in directories that are not searched (.git, .venv, node_modules, vendor, the output directory)", n)
	}
	p.report("", diag.Span{}, nil, "no skill below the paths in %s: a skill is a directory with a file SKILL.md%s", treeName(p.After), passed)
}

func shadowedSkill(p *Pass) {
	for _, s := range p.own() {
		if by := s.ShadowedBy; by != nil {
			p.report(s.Path, nameSpan(s), nil, "skill %s is left out: the library skill %s has its name", diag.Quote(s.Name), diag.Quote(by.Place))
		}
	}
}

// namesakes are the repository's skills of each name that several have, however
// it is composed, mirrors aside; a broken skill counts with none.
func namesakes(p *Pass) [][]*library.Skill {
	byName := map[string][]*library.Skill{}
	var names []string
	for _, s := range p.own() {
		if s.Broken || s.MirrorOf != nil {
			continue
		}
		name := norm.NFKC.String(s.Name)
		if byName[name] = append(byName[name], s); len(byName[name]) == 2 {
			names = append(names, name)
		}
	}
	var groups [][]*library.Skill
	for _, n := range names {
		groups = append(groups, byName[n])
	}
	return groups
}

func duplicateName(p *Pass) {
	for _, group := range namesakes(p) {
		inBrief := slices.DeleteFunc(slices.Clone(group), func(s *library.Skill) bool { return !s.InBrief })
		for _, s := range inBrief {
			if len(inBrief) > 1 {
				p.report(s.Path, nameSpan(s), nil, "name %s is used by %s too, with another text; both are rendered, so rename one", diag.Quote(s.Name), others(s, inBrief))
			}
		}
	}
}

func duplicateNameElsewhere(p *Pass) {
	for _, s := range p.own() {
		if s.MirrorOf != nil {
			p.report(s.Path, nameSpan(s), nil, "skill %s has the name and the text of %s and is rendered once", diag.Quote(s.Name), diag.Quote(s.MirrorOf.Path))
		}
	}
	for _, group := range namesakes(p) {
		for _, s := range group {
			if !s.InBrief {
				p.report(s.Path, nameSpan(s), nil, "name %s is used by %s too", diag.Quote(s.Name), others(s, group))
			}
		}
	}
}

const othersNamed = 3

// others names the paths of a group's skills but one.
func others(s *library.Skill, group []*library.Skill) string {
	var paths []string
	for _, o := range group {
		if o != s {
			paths = append(paths, diag.Quote(o.Path))
		}
		if len(paths) == othersNamed {
			break
		}
	}
	named := strings.Join(paths, ", ")
	if more := len(group) - 1 - len(paths); more > 0 {
		return fmt.Sprintf("%s and %d more", named, more)
	}
	return named
}

func sampleSkill(p *Pass) {
	for _, sample := range p.After.Found.Samples {
		p.report(sample, diag.Span{}, nil, "a SKILL.md below the assets or scripts of a skill is a sample: neither checked nor rendered")
	}
}

func submoduleNotRead(p *Pass) {
	for _, dir := range p.After.Found.Submodules {
		p.report(dir, diag.Span{}, nil, "a submodule is not read; name its skills as a library path instead")
	}
}

func fileNameCase(p *Pass) {
	for _, f := range p.After.Found.LetterCase {
		if _, twin := p.After.Find(path.Join(path.Dir(f), "SKILL.md")); twin {
			p.report(f, diag.Span{}, nil, "differs from SKILL.md beside it only by letter case: some systems keep one of the two; rename or remove it")
		} else {
			p.report(f, diag.Span{}, nil, "is not loaded: a skill's file is named SKILL.md; rename it")
		}
	}
}

func caseCollision(p *Pass) {
	seen := collisions{}
	for _, f := range p.After.Found.LetterCase {
		seen[f] = f // file-name-case speaks of it
	}
	owner := owners(p.After)
	for _, f := range p.After.Files {
		dir, ok := owner(f.Path)
		if !ok || seen[f.Path] == f.Path {
			continue
		}
		if other := seen.add(dir+"\x00"+fold(f.Path[len(dir):]), f.Path); other != "" {
			p.report(f.Path, diag.Span{}, nil, "differs from %s only by letter case: some systems keep one of the two; rename one", diag.Quote(other))
		}
	}
	for _, s := range byPath(p.own()) {
		if other := seen.add("\x00"+fold(s.Dir), s.Dir); other != "" && other != s.Dir {
			p.report(s.Path, diag.Span{}, nil, "the directory differs from %s only by letter case: some systems keep one of the two; rename one", diag.Quote(other))
		}
	}
}

// collisions are the first paths of each spelling.
type collisions map[string]string

// add keeps the first path of a key and gives it for every later one.
func (c collisions) add(key, path string) string {
	if first, ok := c[key]; ok {
		return first
	}
	c[key] = path
	return ""
}

func byPath(skills []*library.Skill) []*library.Skill {
	skills = slices.Clone(skills)
	slices.SortFunc(skills, func(a, b *library.Skill) int { return source.Compare(a.Path, b.Path) })
	return skills
}

// fold makes texts equal that differ only by letter case.
func fold(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return cases.Fold().String(s)
		}
	}
	return strings.ToLower(s)
}
