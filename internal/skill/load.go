package skill

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/source"
)

// Load reads and parses the skills at places of t, in their order. Skills of
// known, loaded from other trees, are given again where neither their SKILL.md
// nor a resource differs in path or blob id. Errors are those of reading t.
func Load(ctx context.Context, t *source.Tree, places []Place, known ...[]*Skill) ([]*Skill, error) {
	byKey := map[string]*Skill{}
	for _, s := range slices.Concat(known...) {
		if s.key != "" {
			byKey[s.key] = s
		}
	}
	skills := make([]*Skill, len(places))
	var files []source.File
	first := make([]int, len(places)) // of a place's files
	for i := range places {
		p := &places[i]
		if old := byKey[p.key()]; old != nil {
			skills[i] = old
			continue
		}
		first[i] = len(files)
		files = p.files(files)
	}
	blobs, err := t.Read(ctx, files, sizeLimit)
	if err != nil {
		return nil, fmt.Errorf("load skills: %w", err)
	}
	parallel(len(places), func(i int) {
		if skills[i] == nil {
			skills[i] = places[i].load(blobs[first[i]:])
		}
	})
	return skills, nil
}

// parallel calls do for 0 to n-1, on as many processors as Go uses.
func parallel(n int, do func(i int)) {
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	wait.Wait()
}

// key tells apart what a place holds; empty where blob ids are not known.
func (p *Place) key() string {
	var b strings.Builder
	part := func(path string, f source.File) bool {
		for _, s := range []string{path, f.Path, f.ID} {
			b.WriteString(s)
			b.WriteByte(0)
		}
		return f.ID != ""
	}
	if !part(p.Path, p.File) {
		return ""
	}
	for _, m := range p.members {
		if !part(m.path, m.file) {
			return ""
		}
	}
	for _, f := range p.faults {
		b.WriteString(f.Path + "\x00" + f.Message + "\x00")
	}
	return b.String()
}

// files appends those that are read for a place.
func (p *Place) files(list []source.File) []source.File {
	if p.File.Path != "" {
		list = append(list, p.File)
	}
	for _, m := range p.members {
		list = append(list, m.file)
	}
	return list
}

// load makes the skill of a place from what was read of its files.
func (p *Place) load(blobs []source.Blob) *Skill {
	s := &Skill{Path: p.Path, Dir: p.Dir, Broken: true}
	switch {
	case p.fault != nil:
		s.Faults = append(s.Faults, *p.fault)
	case blobs[0].Large:
		s.Faults = append(s.Faults, diag.Fault{Rule: "file-too-large", Path: p.Path, Message: tooLarge(blobs[0].Size, sizeLimit)})
	default:
		s = Parse(p.Path, blobs[0].Data)
	}
	if p.fault == nil {
		s.Blob = cmp.Or(p.File.ID, blobs[0].ID)
		blobs = blobs[1:]
	}
	s.Target, s.key = cmp.Or(p.File.Path, p.Path), p.key()
	s.Faults = append(s.Faults, p.faults...)
	for i, m := range p.members {
		s.addResource(m, blobs[i])
	}
	slices.SortFunc(s.Resources, func(a, b Resource) int { return strings.Compare(a.Name, b.Name) })
	return s
}

// addResource takes a resource, or notes why it is left out.
func (s *Skill) addResource(m member, blob source.Blob) {
	fault := diag.Fault{Path: m.path}
	bad := findBadText(blob.Data)
	switch {
	case blob.Size > resourceLimit:
		fault.Rule, fault.Message = "resource-too-large", tooLarge(blob.Size, resourceLimit)
	case source.IsLFSPointer(blob.Data):
		fault.Rule, fault.Message = "not-text", pointerMessage
	case bad != nil:
		fault.Rule, fault.Message = "resource-encoding", bad.message
		if !bad.whole {
			fault.Span = diag.NewLines(blob.Data).Span(bad.start, bad.end)
		}
	default:
		text, marked := strings.CutPrefix(blob.Data, mark)
		if marked {
			s.Faults = append(s.Faults, markFault(m.path))
		}
		s.Resources = append(s.Resources, Resource{
			Path: m.path, Name: strings.TrimPrefix(m.path[len(s.Dir):], "/"), Blob: cmp.Or(m.file.ID, blob.ID),
			Raw: blob.Data, Text: unixLines(text),
		})
		return
	}
	s.Faults = append(s.Faults, fault)
}

// Fenced gives those of paths whose text begins with an opening fence: a SKILL.md
// by another name. Errors are those of reading t.
func Fenced(ctx context.Context, t *source.Tree, paths []string) ([]string, error) {
	var files []source.File
	var named []string
	for _, path := range paths {
		if f, err := t.Resolve(path); err == nil {
			files, named = append(files, f), append(named, path)
		}
	}
	blobs, err := t.Read(ctx, files, sizeLimit)
	if err != nil {
		return nil, fmt.Errorf("load files named like %s: %w", fileName, err)
	}
	var fenced []string
	for i, b := range blobs {
		text := strings.TrimPrefix(b.Data, mark)
		if end, _ := nextLine(text); isFence(text[:end]) {
			fenced = append(fenced, named[i])
		}
	}
	return fenced, nil
}
