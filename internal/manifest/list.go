package manifest

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/tomldoc"
)

// entries reads a list of texts: each trimmed, none blank, none twice as same
// has it. A blank one is a finding of the rule blank.
func (r *reader) entries(e *tomldoc.Entry, blank string, same func(string) string) Entries {
	if e == nil {
		return Entries{}
	}
	list := Entries{Key: e.KeySpan}
	texts, faults, _ := e.Texts()
	for _, f := range faults {
		r.schema(f.Span, "%s", f.Message)
	}
	if n := len(e.Value.Items); n > maxEntries {
		r.schema(e.KeySpan, "%s has %d entries, at most %d are allowed", e.Key, n, maxEntries)
	}
	lines := map[string]int{}
	for _, v := range texts {
		item := Text{trim(v.Text), v.Span}
		n := utf8.RuneCountInString(item.Value)
		switch line := lines[same(item.Value)]; {
		case n == 0:
			r.fault(blank, v.Span, "an entry of %s is blank; remove it", e.Key)
			continue
		case line > 0:
			r.schema(v.Span, "%s stands in %s already (line %d); remove one", diag.Quote(item.Value), e.Key, line)
			continue
		case n > maxEntry:
			r.schema(v.Span, "an entry of %s has %d characters, at most %d are allowed", e.Key, n, maxEntry)
		}
		lines[same(item.Value)] = v.Span.Start.Line
		list.Items = append(list.Items, item)
	}
	return list
}

// globs reads a list of patterns. A pattern that is none has no glob, but keeps
// its place in the list.
func (r *reader) globs(e *tomldoc.Entry) (Entries, []Glob) {
	list := r.entries(e, "manifest-glob", func(s string) string { return s })
	globs := make([]Glob, len(list.Items))
	for i, item := range list.Items {
		if strings.Contains(item.Value, `\`) {
			r.fault("glob-backslash", item.Span, "a backslash in %s is read as /; write %s", diag.Quote(item.Value), diag.Quote(strings.ReplaceAll(item.Value, `\`, "/")))
		}
		g, err := Compile(item.Value)
		if err != nil {
			r.fault("manifest-glob", item.Span, "%s: %v", diag.Quote(item.Value), err)
		}
		globs[i] = g
	}
	return list, globs
}

// references reads a list of cited files.
func (r *reader) references(e *tomldoc.Entry) Entries {
	list := r.entries(e, "manifest-schema", func(s string) string { return s })
	if e != nil && e.Value.Kind == tomldoc.Text {
		r.m.stray(trim(e.Value.Text))
	}
	valid := list.Items[:0:0]
	for _, item := range list.Items {
		if fault := referenceFault(item.Value); fault != "" {
			r.fault("manifest-reference", item.Span, "%s %s", diag.Quote(item.Value), fault)
			r.m.stray(item.Value)
			continue
		}
		if r.cited[item.Value] || r.cite(item) {
			valid = append(valid, item)
		}
	}
	list.Items = valid
	return list
}

// cite adds a reference to those of the manifest, unless there are too many.
func (r *reader) cite(item Text) bool {
	if len(r.m.References) == maxReferences {
		if !r.m.overfull {
			r.fault("manifest-reference", item.Span, "this is the 11th reference of the manifest, at most %d different ones are allowed", maxReferences)
		}
		r.m.overfull = true
		return false
	}
	r.cited[item.Value] = true
	r.m.References = append(r.m.References, Reference{Path: item.Value})
	return true
}

// referenceFault says why a path cannot be that of a reference.
func referenceFault(path string) string {
	segments := strings.Split(path, "/")
	name := segments[len(segments)-1]
	switch {
	case strings.Contains(path, `\`):
		return "holds a backslash; separate directories with /"
	case path[0] == '/' || hasDrive(path):
		return "is absolute; name a file below references/"
	case slices.Contains(segments, ".."):
		return "has the segment ..; a reference lies below references/ beside the manifest"
	case slices.Contains(segments, ""):
		return "has an empty segment; name a file below references/"
	case slices.Contains(segments, "."):
		return "has the segment .; leave it out"
	case segments[0] != "references" || len(segments) == 1:
		return "does not lie below references/ beside the manifest; move the file there"
	case len(name) <= len(".md") || !strings.EqualFold(name[len(name)-len(".md"):], ".md"):
		return "is no Markdown file; its name must end in .md"
	}
	return ""
}
