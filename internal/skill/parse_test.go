package skill

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// inputs are the texts of all cases: what properties are tested on, and where
// fuzzing starts from.
func inputs(t testing.TB) []string {
	t.Helper()
	var all []string
	for _, c := range readBroken(t) {
		all = append(all, c.raw)
	}
	for _, name := range []string{"edge.jsonl", "trees.jsonl"} {
		for _, c := range readTrees[edgeCase](t, name) {
			for _, content := range c.Files {
				if len(content.text) < 4096 {
					all = append(all, content.text)
				}
			}
		}
	}
	slices.Sort(all)
	return all
}

// checkProperties holds for any input.
func checkProperties(t *testing.T, raw string) {
	t.Helper()
	s := Parse("s/SKILL.md", raw)
	if second := Parse("s/SKILL.md", raw); !reflect.DeepEqual(s, second) {
		t.Errorf("two results: %+v and %+v", s, second)
	}
	for _, f := range s.Faults {
		checkFault(t, s, f)
	}
	for _, f := range s.Fields {
		checkField(t, s, f)
	}
	if !s.Broken {
		checkSound(t, s)
	} else if len(s.Faults) == 0 {
		t.Error("broken without a fault")
	}
	if s.BodyStart > len(raw) {
		t.Errorf("body starts at %d of %d", s.BodyStart, len(raw))
	}
}

func checkFault(t *testing.T, s *Skill, f diag.Fault) {
	t.Helper()
	if f.Rule == "" || f.Path != s.Path || f.Message == "" || strings.ContainsAny(f.Message, "\n\r") || !utf8.ValidString(f.Message) {
		t.Errorf("malformed fault %+v", f)
	}
	checkSpan(t, s, f.Span)
	if f.Fix != nil && (f.Fix.Start < 0 || f.Fix.Start > f.Fix.End || f.Fix.End > len(s.Raw)) {
		t.Errorf("fix %+v lies outside of %d bytes", f.Fix, len(s.Raw))
	}
}

// checkSpan is the text of a span, which has to lie in the file.
func checkSpan(t *testing.T, s *Skill, span diag.Span) string {
	t.Helper()
	if span.IsZero() {
		return ""
	}
	start, end := s.Lines.Offset(span.Start), s.Lines.Offset(span.End)
	if s.Lines.Span(start, end) != span || start > end {
		t.Errorf("span %+v lies outside of the file", span)
		return ""
	}
	return s.Raw[start:end]
}

// checkField holds a field's spans against what they are to hold.
func checkField(t *testing.T, s *Skill, f Field) {
	t.Helper()
	if key := checkSpan(t, s, f.KeySpan); len(f.Key) > 0 && f.Key[0] != key[0] && !strings.ContainsAny(key[:1], `"'|>&*?[{`) {
		t.Errorf("key %q is placed at %q", f.Key, key)
	}
	value := checkSpan(t, s, f.ValueSpan)
	closing := map[string]string{`"`: `"`, "'": "'", "[": "]", "{": "}"}
	switch {
	case f.ValueSpan.IsZero():
		if f.Text != "" {
			t.Errorf("value %q has no place", f.Text)
		}
	case f.Kind == Scalar && f.Style == Plain:
		// What breaks a file may be blanked out inside a value.
		if words := strings.Fields; strings.Join(words(value), " ") != strings.Join(words(f.Text), " ") && !s.Broken && !strings.ContainsAny(value, "#\x1C\x1D\x1E") {
			t.Errorf("value %q is placed at %q", f.Text, value)
		}
	case len(f.Fields) > 0 && f.Fields[0].KeySpan.Start == f.ValueSpan.Start: // a block map, of which a key may be in brackets
	case f.Style == SingleQuoted || f.Style == DoubleQuoted, value != "" && (value[0] == '[' || value[0] == '{'):
		if len(value) < 2 || closing[value[:1]] != value[len(value)-1:] {
			t.Errorf("value %q is placed at %q", f.Text, value)
		}
	case f.Style == Literal || f.Style == Folded:
		if value[0] != '|' && value[0] != '>' {
			t.Errorf("value %q is placed at %q", f.Text, value)
		}
	}
	for _, c := range f.Fields {
		checkField(t, s, c)
	}
	for _, c := range f.Items {
		checkField(t, s, c)
	}
}

// checkSound holds for a skill that may be rendered.
func checkSound(t *testing.T, s *Skill) {
	t.Helper()
	if s.Name == "" || s.Description == "" || s.Name != TrimSpace(s.Name) || s.Description != TrimSpace(s.Description) || s.Body != TrimSpace(s.Body) {
		t.Errorf("name %q, description %q or body is blank or not trimmed", s.Name, s.Description)
	}
	text := s.Text()
	if !strings.HasPrefix(text, s.LineText(false)) || !strings.HasPrefix(text, s.BodyText()) || strings.ContainsAny(text, "\x00") || !utf8.ValidString(text) {
		t.Errorf("text %q", text)
	}
}

func TestProperties(t *testing.T) {
	t.Parallel()
	for _, raw := range inputs(t) {
		checkProperties(t, raw)
	}
}

func FuzzParse(f *testing.F) {
	for _, raw := range inputs(f) {
		f.Add(raw)
	}
	f.Add("---\nkey:\n   {000}: \n---")
	f.Fuzz(checkProperties)
}

// Where both parsers of the frontmatter take it they agree, and what only one of
// them refuses is broken.
func FuzzDecode(f *testing.F) {
	for _, raw := range inputs(f) {
		front, _, message := cutFrontmatter(raw, 0)
		if message == "" {
			f.Add(front.text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if bad := findBadText(text); bad != nil || len(text) > frontmatterLimit || odd(text) {
			return
		}
		r := &reading{text: text, place: func(int, int) diag.Span { return diag.Span{} }}
		if r.control() != nil {
			return
		}
		s := r.scanOne()
		g := &grammar{scanner: s, anchors: map[string]bool{}}
		root := g.parse()
		r.noteTags(s)
		if g.bad != nil || s.bad != nil || len(r.features)+len(g.features) > 0 {
			return
		}
		if _, err := document(s.rewritten()); err != nil {
			return
		}
		if _, err := decode(g, root, r.place); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	})
}

// Every fix mends its fault and makes no other.
func TestFixes(t *testing.T) {
	t.Parallel()
	fixed := map[string]int{}
	for _, raw := range inputs(t) {
		before := Parse("s/SKILL.md", raw)
		for _, f := range before.Faults {
			if f.Fix == nil {
				continue
			}
			fixed[f.Rule]++
			after := Parse("s/SKILL.md", raw[:f.Fix.Start]+f.Fix.Text+raw[f.Fix.End:])
			if len(after.Faults) >= len(before.Faults) && !strings.HasPrefix(raw, mark+mark) {
				t.Errorf("%q: %s\nafter its fix %q: %v", raw, f.Message, f.Fix.Text, after.Faults)
			}
			if before.Description != "" && after.Description != before.Description || before.Name != "" && after.Name != before.Name {
				t.Errorf("%q: the fix %q changes %q, %q to %q, %q", raw, f.Fix.Text, before.Name, before.Description, after.Name, after.Description)
			}
		}
	}
	for _, rule := range []string{"byte-order-mark", "yaml-syntax", "untyped-text"} {
		if fixed[rule] == 0 {
			t.Errorf("no fix for %s", rule)
		}
	}
}

// hostile are texts that, repeated, are made to be slow to parse.
var hostile = []string{
	"[", "{", "- ", "? ", "a:\n", "*a ", "&a ", "!a\n", "%a\n", "...\n", "--- a\n", "\"", "'", "#\n", " ", "\t", "a: [\n", "a: \"\n", ": ",
	"{a: ", "[a, ", "k: *a\n", "a: b: c\n", "\\/", "\"\\/\" ", "|\n", "\n", "a\n", "[]: ", "{}", "<<: a\n", "a: !a b\n", "é: ", "[?\n", "a: [?]\n", "# a\n\n", "a: |\n ---\n",
}

func repeated(prefix, unit string, size int) string {
	return "---\n" + prefix + strings.Repeat(unit, size/len(unit)) + "\n---\n"
}

// What hostile texts cost is for BenchmarkParseHostile to show.
func TestParseHostile(t *testing.T) {
	t.Parallel()
	for _, unit := range hostile {
		for _, prefix := range []string{"", "x: ["} {
			checkProperties(t, repeated(prefix, unit, frontmatterLimit/16))
		}
	}
}
