package tomldoc

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/google/go-cmp/cmp"
	gotoml "github.com/pelletier/go-toml/v2"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// FuzzParse: no panic, the same twice, every span in the file, and a document
// without faults exactly where both libraries take it and nothing in it is
// refused for being TOML 1.1; then with their values, each within its span.
func FuzzParse(f *testing.F) {
	f.Add(sample)
	golden, err := os.ReadFile("testdata/faults.txt")
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(string(golden)) {
		if raw, err := strconv.Unquote(strings.TrimSpace(line)); err == nil {
			f.Add(raw)
		}
	}
	f.Fuzz(func(t *testing.T, raw string) {
		doc, faults := Parse(raw)
		lines := diag.NewLines(raw)
		for _, fault := range faults {
			inside(t, lines, fault.Span)
			if fault.Message == "" || strings.ContainsAny(fault.Message, "\r\n") {
				t.Errorf("message %q", fault.Message)
			}
		}
		again, second := Parse(raw)
		if diff := cmp.Diff(faults, second); diff != "" || (doc == nil) != (again == nil) {
			t.Errorf("not the same twice: %s", diff)
		}
		want, valid := both(raw)
		newer := false
		for _, fault := range faults {
			newer = newer || strings.Contains(fault.Message, "TOML 1.1") || strings.Contains(fault.Message, "byte order mark") || strings.Contains(fault.Message, "parts, at most") || strings.Contains(fault.Message, "nests deeper")
		}
		if valid != (len(faults) == 0) && (!valid || !newer) {
			t.Fatalf("both libraries take it: %v; faults %v", valid, faults)
		}
		if doc != nil {
			inTable(t, lines, raw, doc)
		}
		if len(faults) == 0 {
			if diff := cmp.Diff(want, plain(doc), cmp.Comparer(sameFloat)); diff != "" {
				t.Error(diff)
			}
		}
	})
}

func sameFloat(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// both is what both libraries make of a document, and whether they take it.
func both(raw string) (map[string]any, bool) {
	var one, two map[string]any
	if gotoml.Unmarshal([]byte(raw), &one) != nil {
		return nil, false
	}
	if _, err := toml.Decode(raw, &two); err != nil {
		return nil, false
	}
	if one == nil {
		one = map[string]any{}
	}
	return normal(one).(map[string]any), true
}

// normal makes go-toml's values comparable: times as text, line ends LF.
func normal(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, item := range v {
			out[k] = normal(item)
		}
		return out
	case []any:
		out := []any{}
		for _, item := range v {
			out = append(out, normal(item))
		}
		return out
	case string:
		return strings.ReplaceAll(v, "\r\n", "\n")
	case gotoml.LocalDate, gotoml.LocalTime, gotoml.LocalDateTime, time.Time:
		return "time"
	}
	return v
}

// plain is a table as the libraries give it.
func plain(t *Table) map[string]any {
	out := map[string]any{}
	for _, e := range t.Entries {
		out[e.Key] = plainValue(e.Value)
	}
	return out
}

func plainValue(v *Value) any {
	switch v.Kind {
	case Text:
		return strings.ReplaceAll(v.Text, "\r\n", "\n")
	case Integer:
		return v.Int
	case Float:
		return v.Float
	case Boolean:
		return v.Bool
	case Time:
		return "time"
	case List:
		items := []any{}
		for _, item := range v.Items {
			items = append(items, plainValue(item))
		}
		return items
	}
	return plain(v.Table)
}

func inside(t *testing.T, lines diag.Lines, s diag.Span) {
	t.Helper()
	if s.IsZero() {
		return // the whole file
	}
	for _, p := range []diag.Pos{s.Start, s.End} {
		if p.Line < 1 || p.Line > lines.Count() || lines.Pos(lines.Offset(p)) != p {
			t.Errorf("place %v is not in the file", p)
		}
	}
	if s.End.Line < s.Start.Line || s.End.Line == s.Start.Line && s.End.Column < s.Start.Column {
		t.Errorf("span %v ends before it starts", s)
	}
}

// inTable checks that the spans of all keys and values hold them.
func inTable(t *testing.T, lines diag.Lines, raw string, table *Table) {
	t.Helper()
	for _, e := range table.Entries {
		inside(t, lines, e.KeySpan)
		key := raw[lines.Offset(e.KeySpan.Start):lines.Offset(e.KeySpan.End)]
		if got, ok := readKey(key); !ok || got != e.Key {
			t.Errorf("span of the key %q holds %q", e.Key, key)
		}
		inValue(t, lines, raw, e.Value)
	}
}

func readKey(written string) (string, bool) {
	doc, _ := Parse(written + " = 1")
	if doc == nil || len(doc.Entries) != 1 {
		return "", false
	}
	return doc.Entries[0].Key, true
}

func inValue(t *testing.T, lines diag.Lines, raw string, v *Value) {
	t.Helper()
	inside(t, lines, v.Span)
	held := raw[lines.Offset(v.Span.Start):lines.Offset(v.Span.End)]
	switch {
	case v.Kind == List && !v.Headers, v.Kind == Map && v.Table.form == inline && strings.HasPrefix(held, "{"):
		if len(held) < 2 || !strings.ContainsAny(held[:1], "[{") || !strings.ContainsAny(held[len(held)-1:], "]}") {
			t.Errorf("span of a list or table holds %q", held)
		}
	case v.Kind == Map || v.Kind == List:
	case held != v.Raw:
		t.Errorf("span of the value %q holds %q", v.Raw, held)
	case v.Kind == Text:
		if doc, _ := Parse("k = " + held); doc == nil || doc.Entry("k").Value.Text != v.Text {
			t.Errorf("span of the text %q holds %q", v.Text, held)
		}
	}
	for _, item := range v.Items {
		inValue(t, lines, raw, item)
	}
	if v.Table != nil {
		inTable(t, lines, raw, v.Table)
	}
}
