package skill

import (
	"errors"
	"slices"
	"sort"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/source"
)

// fileName is the exact name of the file that makes a directory a skill.
const fileName = "SKILL.md"

// Place is where a search found a SKILL.md, and what belongs to it.
type Place struct {
	Path string      // as found: a link's own path
	Dir  string      // directory of Path; empty at the root
	File source.File // what is read, links resolved; without a Path where nothing can be

	fault   *diag.Fault // why nothing can be read
	members []member
	faults  []diag.Fault // of links and submodules among the resources
}

// member is a resource as found, and the file that is read for it.
type member struct {
	path string
	file source.File
}

// search is one run of Discover.
type search struct {
	tree    *source.Tree
	exclude func(path string) bool
	holders map[string]bool // directories that hold a SKILL.md
	parents map[string]bool // directories of those, the root left out
	opened  []string        // directories and files that the entries lead to
	seen    map[string]bool // files that places were made of
	passed  map[string]bool // SKILL.md that were not looked for
	noted   map[string]bool // paths that are in places or found
	places  []Place
	found   Found
}

// Discover finds the skills below entries: paths in t of directories or of files
// named SKILL.md, "." and "" standing for the root. A skill that several entries
// lead to is given once. exclude reports whether a directory, such as that of the
// output, is not to be searched; it may be nil.
func Discover(t *source.Tree, entries []string, exclude func(path string) bool) ([]Place, Found) {
	s := &search{
		tree: t, exclude: exclude, holders: map[string]bool{}, parents: map[string]bool{"": false},
		seen: map[string]bool{}, passed: map[string]bool{}, noted: map[string]bool{},
	}
	for _, f := range t.Files {
		if baseOf(f.Path) == fileName {
			dir := dirOf(f.Path)
			s.holders[dir] = true
			s.parents[dirOf(dir)] = dirOf(dir) != ""
		}
	}
	var roots []root
	for _, entry := range entries {
		if r, ok := s.resolve(entry); ok {
			roots = append(roots, r)
			s.opened = append(s.opened, r.at)
		}
	}
	for _, r := range roots {
		s.enter(r)
	}
	for path := range s.passed {
		if !s.noted[path] {
			s.found.PassedOver++
		}
	}
	return s.places, s.found
}

// root is what a path entry leads to.
type root struct {
	at     string // directory or file, directory links resolved
	isFile bool
}

// resolve follows an entry; ok is false where it leads to nothing to search, and
// that is noted.
func (s *search) resolve(entry string) (r root, ok bool) {
	_, err := s.tree.Resolve(entry)
	var link *source.LinkError
	switch {
	case err == nil && baseOf(entry) == fileName:
		dir, ok := s.resolve(dirOf(entry))
		return root{at: join(dir.at, fileName), isFile: true}, ok
	case err == nil:
		s.missing(entry, "is a file not named "+fileName)
		if f, ok := s.tree.Find(entry); ok && misnamed(entry) {
			s.keep(s.letters(f.Path), f.Path)
		}
	case !errors.As(err, &link):
		s.missing(entry, err.Error())
	case link.Kind == source.IsDirectory:
		return root{at: link.At}, true
	case link.Kind == source.IsSubmodule && link.Link == "" && strings.Trim(entry, "/") == link.At:
		s.keep(&s.found.Submodules, link.At)
	case link.Kind == source.IsSubmodule:
		s.missing(entry, "lies in the submodule "+link.At+", which is not read")
	case link.Link != "":
		s.escape(link)
	case link.Kind == source.Leaves:
		s.missing(entry, "leads out of the tree")
	default:
		s.missing(entry, "does not exist")
	}
	return root{}, false
}

func (s *search) missing(entry, reason string) {
	s.found.Missing = append(s.found.Missing, Missing{Entry: entry, Reason: reason})
}

// escape notes a link that leads out of the tree or nowhere.
func (s *search) escape(link *source.LinkError) {
	if !s.noted[link.Link] {
		s.noted[link.Link] = true
		s.found.Escapes = append(s.found.Escapes, linkFault(link.Link, link))
	}
}

// enter searches what an entry leads to.
func (s *search) enter(r root) {
	if r.isFile {
		if f, ok := s.tree.Find(r.at); ok && !s.isSample(f.Path) {
			s.add(f)
		} else {
			s.keep(&s.found.Samples, r.at)
		}
		return
	}
	var skills []source.File
	files := below(s.tree, r.at)
	walk := folders{search: s, from: r.at}
	for _, f := range files {
		if baseOf(f.Path) == fileName {
			switch {
			case walk.closed(f.Path):
				s.passed[f.Path] = true
			case s.isSample(f.Path):
				s.keep(&s.found.Samples, f.Path)
			default:
				skills = append(skills, f)
			}
			continue
		}
		s.note(f, &walk)
	}
	slices.SortStableFunc(skills, func(a, b source.File) int { return source.Compare(dirOf(a.Path), dirOf(b.Path)) })
	for _, f := range skills {
		s.add(f)
	}
}

// keep adds a path to a list once.
func (s *search) keep(list *[]string, path string) {
	if !s.noted[path] {
		s.noted[path] = true
		*list = append(*list, path)
	}
}

// note keeps what is no skill but worth telling.
func (s *search) note(f source.File, walk *folders) {
	switch letters := misnamed(f.Path); {
	case !letters && f.Mode == source.Regular, walk.closed(f.Path):
	case f.Mode == source.Submodule && !strings.HasSuffix(f.Path, ".md"):
		s.keep(&s.found.Submodules, f.Path)
	case letters:
		s.keep(s.letters(f.Path), f.Path)
	case f.Mode == source.Link && s.mayBeSkill(f.Path):
		s.checkLink(f.Path)
	}
}

// misnamed reports whether a file is named SKILL.md but for letter case.
func misnamed(path string) bool {
	base := baseOf(path)
	return base != fileName && len(base) == len(fileName) && strings.EqualFold(base, fileName)
}

// letters is the list for a misnamed file.
func (s *search) letters(path string) *[]string {
	if s.isSample(path) {
		return &s.found.SampleCase
	}
	return &s.found.LetterCase
}

// mayBeSkill reports whether a link stands where a skill's directory would: below
// no skill, directly in an entry other than the root, in a directory named skills,
// or beside a skill.
func (s *search) mayBeSkill(path string) bool {
	dir := dirOf(path)
	for d := dir; ; d = dirOf(d) {
		if s.holders[d] {
			return false
		}
		if d == "" {
			break
		}
	}
	return baseOf(dir) == "skills" || s.parents[dir] || dir != "" && slices.Contains(s.opened, dir)
}

// checkLink notes a link that leads out of the tree or nowhere.
func (s *search) checkLink(path string) {
	var link *source.LinkError
	if _, err := s.tree.Resolve(path); errors.As(err, &link) && isEscape(link.Kind) {
		link.Link = path
		s.escape(link)
	}
}

// isEscape reports whether a link that fails so is a fault.
func isEscape(kind source.LinkKind) bool {
	return kind != source.IsDirectory && kind != source.IsSubmodule
}

// add makes a place of a SKILL.md, unless one is made of its file.
func (s *search) add(f source.File) {
	p := Place{Path: f.Path, Dir: dirOf(f.Path)}
	s.noted[f.Path] = true
	target, err := s.tree.Resolve(f.Path)
	var link *source.LinkError
	switch {
	case err == nil:
		p.File = target
	case errors.As(err, &link):
		fault := linkFault(f.Path, link)
		p.fault, target.Path = &fault, f.Path
	}
	if s.seen[target.Path] {
		return
	}
	s.seen[target.Path] = true
	s.collect(&p)
	s.places = append(s.places, p)
}

// isSample reports whether path lies below a directory assets or scripts of
// another skill.
func (s *search) isSample(path string) bool {
	inside := false
	for dir := dirOf(path); dir != ""; {
		base := baseOf(dir)
		dir = dirOf(dir)
		inside = inside || base == "assets" || base == "scripts"
		if inside && s.holders[dir] {
			return true
		}
	}
	return false
}

// below is the part of t's files that lies below a directory, empty: all.
func below(t *source.Tree, dir string) []source.File {
	if dir == "" {
		return t.Files
	}
	prefix := dir + "/"
	from := sort.Search(len(t.Files), func(i int) bool { return source.Compare(t.Files[i].Path, prefix) >= 0 })
	n := sort.Search(len(t.Files)-from, func(i int) bool { return !strings.HasPrefix(t.Files[from+i].Path, prefix) })
	return t.Files[from : from+n]
}

func baseOf(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

func join(dir, name string) string { return strings.TrimPrefix(dir+"/"+name, "/") }
