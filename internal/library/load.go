package library

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/glob"
	"github.com/skillbrief/skillbrief/internal/manifest"
	"github.com/skillbrief/skillbrief/internal/skill"
	"github.com/skillbrief/skillbrief/internal/source"
	"github.com/skillbrief/skillbrief/internal/tokens"
)

// Options say what belongs to a library.
type Options struct {
	Paths      []string // entries relative to the tree, normalised
	BriefPaths []string // empty: Paths
	Exclude    []string // doublestar globs of paths not looked at
	OutputDir  string   // relative to the tree, not searched; empty: none
	Host       []Host   // libraries of the host
	Manifests  manifest.Options
	Encoding   *tokens.Encoding
}

// Host is one library path of the host.
type Host struct {
	Entry string // as given
	Tree  *source.Tree
	Dir   string // directory of the tree that is meant; empty: all of it
}

// maxSkills bounds what one tree can cost: a few trees repeated below each other
// name any number of skills.
const maxSkills = 20_000

// Load finds, reads, parses and counts. What an earlier library read of the
// same blobs is shared with it, and the skills of the hosts, which must be the
// same. Errors are the source's: something could not be
// read.
func Load(ctx context.Context, t *source.Tree, o Options, earlier ...*Library) (*Library, error) {
	known := shared(earlier)
	lib := &Library{Commit: t.Commit, Plain: t.Plain, Files: t.Files, Encoding: o.Encoding}
	hosts := o
	hosts.OutputDir = "" // the repository's
	for i, h := range o.Host {
		skills := fromHost(earlier, i+1)
		if skills == nil {
			var err error
			if skills, _, err = load(ctx, h.Tree, []string{cmp.Or(h.Dir, ".")}, hosts, known); err != nil {
				return nil, err
			}
		}
		for _, s := range skills {
			place := strings.TrimSuffix(h.Entry, "/") + "/" + strings.TrimPrefix(strings.TrimPrefix(s.Path, h.Dir), "/")
			lib.Skills = append(lib.Skills, &Skill{Skill: s, Origin: i + 1, Place: place, InBrief: true})
		}
	}
	if err := lib.repository(ctx, t, o, known); err != nil {
		return nil, err
	}
	lib.Manifests, lib.Unread = manifest.Load(ctx, t, o.Manifests)
	lib.render(earlier)
	lib.order()
	lib.standIns()
	return lib, nil
}

// fromHost are the skills that an earlier library has of the nth host.
func fromHost(earlier []*Library, n int) []*skill.Skill {
	var skills []*skill.Skill
	for _, l := range earlier[:min(len(earlier), 1)] {
		for _, s := range l.Skills {
			if s.Origin == n {
				skills = append(skills, s.Skill)
			}
		}
	}
	return skills
}

// repository adds the skills of the tree itself.
func (l *Library) repository(ctx context.Context, t *source.Tree, o Options, known []*skill.Skill) error {
	skills, found, err := load(ctx, t, o.Paths, o, known)
	if err != nil {
		return err
	}
	brief := skills
	if len(o.BriefPaths) > 0 {
		var more skill.Found
		if brief, more, err = load(ctx, t, o.BriefPaths, o, append(skills, known...)); err != nil {
			return err
		}
		found.Missing = union(found.Missing, more.Missing)
		found.Escapes = union(found.Escapes, more.Escapes)
	}
	l.Found = found
	inBrief := map[string]bool{}
	for _, s := range brief {
		inBrief[s.Target] = true
	}
	for _, s := range skills {
		l.Skills = append(l.Skills, &Skill{Skill: s, Place: s.Path, InBrief: inBrief[s.Target]})
		delete(inBrief, s.Target)
	}
	for _, s := range brief {
		if inBrief[s.Target] {
			l.Skills = append(l.Skills, &Skill{Skill: s, Place: s.Path, InBrief: true})
		}
	}
	return nil
}

// union adds to a list what another has and it has not.
func union[T comparable](list, more []T) []T {
	known := make(map[T]bool, len(list))
	for _, t := range list {
		known[t] = true
	}
	for _, m := range more {
		if !known[m] {
			known[m] = true
			list = append(list, m)
		}
	}
	return list
}

func load(ctx context.Context, t *source.Tree, entries []string, o Options, known []*skill.Skill) ([]*skill.Skill, skill.Found, error) {
	out := func(p string) bool { return excluded(o.Exclude, p) }
	places, found := skill.Discover(t, entries, func(dir string) bool { return dir == o.OutputDir })
	places = slices.DeleteFunc(places, func(p skill.Place) bool { return out(p.Path) })
	found.Samples = slices.DeleteFunc(found.Samples, out)
	found.LetterCase = slices.DeleteFunc(found.LetterCase, out)
	if len(places) > maxSkills {
		return nil, found, fmt.Errorf("more than %d SKILL.md below the paths; narrow paths, or exclude what is no skill", maxSkills)
	}
	var err error
	if found.LetterCase, err = misnamed(ctx, t, found.LetterCase); err != nil {
		return nil, found, err
	}
	samples, err := skill.Fenced(ctx, t, slices.DeleteFunc(found.SampleCase, out))
	if err != nil {
		return nil, found, err
	}
	found.Samples = append(found.Samples, samples...)
	skills, err := skill.Load(ctx, t, places, known)
	return skills, found, err
}

// misnamed are the files named like SKILL.md that someone may take for one: the
// twins of a SKILL.md, and those that begin like one. Others are documents.
func misnamed(ctx context.Context, t *source.Tree, paths []string) ([]string, error) {
	list, err := skill.Fenced(ctx, t, paths)
	fenced := make(map[string]bool, len(list))
	for _, p := range list {
		fenced[p] = true
	}
	return slices.DeleteFunc(paths, func(p string) bool {
		_, twin := t.Find(path.Join(path.Dir(p), "SKILL.md"))
		return !twin && !fenced[p]
	}), err
}

func excluded(globs []string, p string) bool {
	return slices.ContainsFunc(globs, func(g string) bool { return glob.Match(g, p) })
}

func shared(earlier []*Library) []*skill.Skill {
	var known []*skill.Skill
	for _, l := range earlier {
		for _, s := range l.Skills {
			known = append(known, s.Skill)
		}
	}
	return known
}

// render makes and counts the text of each skill, once for each that is shared
// with an earlier library.
func (l *Library) render(earlier []*Library) {
	done := map[*skill.Skill]*Skill{}
	for _, e := range earlier {
		for _, s := range e.Skills {
			done[s.Skill] = s
		}
	}
	var fresh []*Skill
	var texts []string
	for _, s := range l.Skills {
		if before := done[s.Skill]; before != nil {
			s.Text, s.Tokens = before.Text, before.Tokens
		} else if !s.Broken {
			s.Text = s.Skill.Text()
			fresh, texts = append(fresh, s), append(texts, s.Text)
		}
	}
	for i, n := range l.Encoding.CountAll(texts) {
		fresh[i].Tokens = n
	}
}

// order sorts the skills as the block has them.
func (l *Library) order() {
	slices.SortStableFunc(l.Skills, func(a, b *Skill) int {
		return cmp.Or(
			cmp.Compare(min(b.Origin, 1), min(a.Origin, 1)),
			strings.Compare(a.Name, b.Name),
			cmp.Compare(a.Origin, b.Origin),
			source.Compare(a.Path, b.Path),
		)
	})
}

// standIns marks the skills that another stands for: mirrors, and repository
// skills with the name of a library's.
func (l *Library) standIns() {
	type content struct{ name, text string }
	host, first := map[string]*Skill{}, map[content]*Skill{}
	for _, s := range l.Skills {
		if s.Broken || !s.InBrief {
			continue
		}
		c := content{s.Name, s.Text}
		switch {
		case s.Origin == 0 && host[s.Name] != nil:
			s.ShadowedBy = host[s.Name]
		case first[c] != nil:
			s.MirrorOf = first[c]
		default:
			first[c] = s
			if s.Origin > 0 {
				host[s.Name] = s
			}
		}
	}
}
