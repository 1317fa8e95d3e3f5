package tomldoc

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/diag"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestFaults holds every fault and its place of the documents in faults.txt,
// each a quoted line followed by its faults.
func TestFaults(t *testing.T) {
	t.Parallel()
	want, err := os.ReadFile("testdata/faults.txt")
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	for line := range strings.Lines(string(want)) {
		if !strings.HasPrefix(line, `"`) {
			continue
		}
		raw, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		got.WriteString(line)
		_, faults := Parse(raw)
		if len(faults) == 0 {
			t.Errorf("no fault in %s", line)
		}
		for _, f := range faults {
			fmt.Fprintf(&got, "\t%d:%d-%d:%d %s\n", f.Span.Start.Line, f.Span.Start.Column, f.Span.End.Line, f.Span.End.Column, f.Message)
		}
	}
	if *update {
		if err := os.WriteFile("testdata/faults.txt", got.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Error(diff)
	}
}

// TestMended: what stands behind a fault is read, and a table tells where a line
// of it is lost.
func TestMended(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ raw, want, lost string }{
		{"a = 1\n", "a", ""},
		{"a =\nb = 1\n", "b", "/"},
		{"a = 1 2\nb = 1,\n", "a b", ""},
		{"a = 1 b = 2\n", "a", "/"},
		{"a = [1] b = 2\n", "a", "/"},
		{"x y = 1\n[[t]\nb = 1\n// c\n[u]\nc: [\"x\"]\n", "t[b] u{c}", "/ t"},
		{"[t]]\nb = 1\n[[t]]\nc = 2\n", "t[b] t[c]", "t"},
		{"[t] x\nb = \"x\" \"\n", "t{b}", ""},
		{"[a.b\nc = 1\n[d]\n", "d{}", ""},
		{"?[[t]]\nc = 1\n[d]\n", "d{}", ""},
	} {
		doc, faults := Parse(tt.raw)
		if doc == nil || len(faults) == 0 && tt.raw != "a = 1\n" {
			t.Errorf("%q: %v", tt.raw, faults)
			continue
		}
		var got, lost []string
		if doc.Lost {
			lost = append(lost, "/")
		}
		keys := func(t *Table) string {
			var keys []string
			for _, e := range t.Entries {
				keys = append(keys, e.Key)
			}
			return strings.Join(keys, " ")
		}
		for _, e := range doc.Entries {
			switch {
			case e.Value.Headers:
				for _, item := range e.Value.Items {
					got = append(got, e.Key+"["+keys(item.Table)+"]")
					if item.Table.Lost {
						lost = append(lost, e.Key)
					}
				}
			case e.Value.Kind == Map:
				got = append(got, e.Key+"{"+keys(e.Value.Table)+"}")
			default:
				got = append(got, e.Key)
			}
		}
		if strings.Join(got, " ") != tt.want || strings.Join(lost, " ") != tt.lost {
			t.Errorf("%q: %q lost %q, want %q lost %q", tt.raw, got, lost, tt.want, tt.lost)
		}
	}
}

// TestLimits: what the libraries take minutes for they are not asked about.
func TestLimits(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		strings.Repeat("a.", 100_000) + "b = 1\n":                                "the key has 100001 parts, at most 50 are read",
		"[" + strings.Repeat("a.", 100_000) + "b]\n":                             "the key has 100001 parts, at most 50 are read",
		"a = " + strings.Repeat("{a=", 9_000) + "1" + strings.Repeat("}", 9_000): "this nests deeper than the 50 levels that are read",
		"a = " + strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000):         "this nests deeper than the 50 levels that are read",
		strings.Repeat("a = 1 x\n", 100_000):                                     "this is the 50th such fault, no more are looked for",
	} {
		_, faults := Parse(raw)
		if !slices.ContainsFunc(faults, func(f Fault) bool { return strings.HasSuffix(f.Message, want) }) {
			t.Errorf("%.20q: %d faults, none is %q", raw, len(faults), want)
		}
	}
}

const sample = `# größe
title = "é" # c
"quoted key".'dotted' = 1_000
list = [ "a", # x
  'b',
  [ 1, 2.5 ], { x = true, y.z = 1979-05-27T07:32:00Z },
]
text = """
one\
   two
three"""

[[rules]]
id = 0x1F

[ table . "sub" ]
[[rules]]
id = -5
`

// places are all values of a table with their spans, as key path: text in span.
func places(lines diag.Lines, raw, path string, t *Table, out map[string]string) {
	in := func(s diag.Span) string { return raw[lines.Offset(s.Start):lines.Offset(s.End)] }
	var value func(path string, v *Value)
	value = func(path string, v *Value) {
		out[path] = in(v.Span)
		for i, item := range v.Items {
			value(fmt.Sprintf("%s[%d]", path, i), item)
		}
		if v.Table != nil {
			places(lines, raw, path, v.Table, out)
		}
	}
	for _, e := range t.Entries {
		at := path + "/" + e.Key
		out[at+" key"] = in(e.KeySpan)
		value(at, e.Value)
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	doc, faults := Parse(sample)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	got := map[string]string{}
	places(diag.NewLines(sample), sample, "", doc, got)
	want := map[string]string{
		"/title key": "title", "/title": `"é"`,
		"/quoted key key": `"quoted key"`, "/quoted key": `"quoted key"`,
		"/quoted key/dotted key": "'dotted'", "/quoted key/dotted": "1_000",
		"/list key": "list",
		"/list":     sample[strings.Index(sample, `[ "a"`) : strings.Index(sample, "\n]\n")+2],
		"/list[0]":  `"a"`, "/list[1]": "'b'", "/list[2]": "[ 1, 2.5 ]", "/list[2][0]": "1", "/list[2][1]": "2.5",
		"/list[3]":       "{ x = true, y.z = 1979-05-27T07:32:00Z }",
		"/list[3]/x key": "x", "/list[3]/x": "true", "/list[3]/y key": "y", "/list[3]/y": "y",
		"/list[3]/y/z key": "z", "/list[3]/y/z": "1979-05-27T07:32:00Z",
		"/text key": "text", "/text": sample[strings.Index(sample, `"""`) : strings.Index(sample, `three"""`)+8],
		"/rules key": "rules", "/rules": "[[rules]]", "/rules[0]": "[[rules]]", "/rules[1]": "[[rules]]",
		"/rules[0]/id key": "id", "/rules[0]/id": "0x1F", "/rules[1]/id key": "id", "/rules[1]/id": "-5",
		"/table key": "table", "/table": `[ table . "sub" ]`, "/table/sub key": `"sub"`, "/table/sub": `[ table . "sub" ]`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if text := doc.Entry("text").Value.Text; text != "onetwo\nthree" {
		t.Errorf("text is %q", text)
	}
}

func TestLineEndsOfText(t *testing.T) {
	t.Parallel()
	doc, faults := Parse("a = \"\"\"x\r\ny\\r\\n\\\r\n z\"\"\"\r\nb = '''\r\np\r\nq'''\r\n")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if got := doc.Entry("a").Value.Text; got != "x\ny\r\nz" {
		t.Errorf("a is %q", got)
	}
	if got := doc.Entry("b").Value.Text; got != "p\nq" {
		t.Errorf("b is %q", got)
	}
}

func TestManyFaults(t *testing.T) {
	t.Parallel()
	doc, faults := Parse("a = [" + strings.Repeat(`"\q",`, maxMends-1) + "]")
	if doc == nil || len(faults) != maxMends-1 {
		t.Errorf("%d faults", len(faults))
	}
	doc, faults = Parse("a = [" + strings.Repeat(`"\q",`, maxMends+1) + "]")
	if doc != nil || len(faults) != maxMends || !strings.HasSuffix(faults[maxMends-1].Message, "no more are looked for") {
		t.Errorf("%d faults, the last %v", len(faults), faults[len(faults)-1])
	}
}

// TestFaultsAreLinear parses long hostile documents; a quadratic step would take
// minutes.
func TestFaultsAreLinear(t *testing.T) {
	t.Parallel()
	for name, raw := range map[string]string{
		"values on one line": "a = [" + strings.Repeat("1,", 60_000) + "]",
		"open brackets":      "a = " + strings.Repeat("[", 20_000),
		"nested":             "a = " + strings.Repeat("[", 2_000) + strings.Repeat("]", 2_000),
		"bad escapes":        "a = [" + strings.Repeat(`"\q",`, 20_000) + "]",
		"repeated keys":      strings.Repeat("a = 1\n", 20_000),
		"bad bytes":          strings.Repeat("# \xff\n", 20_000),
		"headers":            strings.Repeat("[[a]]\n", 20_000),
		"comments":           "a = \"x\n" + strings.Repeat("#\n", 1_000_000),
	} {
		doc, faults := Parse(raw)
		if doc == nil && len(faults) == 0 {
			t.Errorf("%s: neither a document nor faults", name)
		}
	}
}
