package tomldoc

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const kinds10 = `text = "x"
int = 7
float = 1.50
bool = true
date = 2024-01-01
list = ["a", 1, [], {}, 2024-01-01, "b"]
table = { a = 1 }
tables = [{}, 3]
[[more]]
x = 1
[[more]]
`

func TestAs(t *testing.T) {
	t.Parallel()
	doc, faults := Parse(kinds10)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	var got []string
	for _, e := range doc.Entries {
		for _, kind := range []Kind{Text, Integer, Boolean} {
			if v, fault := e.As(kind); fault != nil {
				got = append(got, fmt.Sprintf("%d:%d %s", fault.Span.Start.Line, fault.Span.Start.Column, fault.Message))
			} else if v != e.Value {
				t.Errorf("%s is %v", e.Key, v)
			}
		}
	}
	want := strings.TrimSpace(`
1:8 text is text, expected an integer; write it without quotes
1:8 text is text, expected true or false; write it without quotes
2:7 int is the integer 7, expected text; put it in quotes
2:7 int is the integer 7, expected true or false
3:9 float is the float 1.50, expected text; put it in quotes
3:9 float is the float 1.50, expected an integer
3:9 float is the float 1.50, expected true or false
4:8 bool is true, expected text; put it in quotes
4:8 bool is true, expected an integer
5:8 date is the date or time 2024-01-01, expected text; put it in quotes
5:8 date is the date or time 2024-01-01, expected an integer
5:8 date is the date or time 2024-01-01, expected true or false
6:1 list is a list, expected text
6:1 list is a list, expected an integer
6:1 list is a list, expected true or false
7:1 table is a table, expected text
7:1 table is a table, expected an integer
7:1 table is a table, expected true or false
8:1 tables is a list, expected text
8:1 tables is a list, expected an integer
8:1 tables is a list, expected true or false
9:3 more is a list, expected text
9:3 more is a list, expected an integer
9:3 more is a list, expected true or false`)
	if diff := cmp.Diff(want, strings.Join(got, "\n")); diff != "" {
		t.Error(diff)
	}
}

func TestLists(t *testing.T) {
	t.Parallel()
	doc, _ := Parse(kinds10)
	for _, tt := range []struct {
		key           string
		texts, tables int
		faults        string
	}{
		{"list", 2, 1, "6:14 an entry of list is the integer 1, expected text; put it in quotes; 6:17 an entry of list is a list, expected text; " +
			"6:21 an entry of list is a table, expected text; 6:25 an entry of list is the date or time 2024-01-01, expected text; put it in quotes; " +
			"6:9 an entry of list is text, expected a table; 6:14 an entry of list is the integer 1, expected a table; " +
			"6:17 an entry of list is a list, expected a table; 6:25 an entry of list is the date or time 2024-01-01, expected a table; " +
			"6:37 an entry of list is text, expected a table"},
		{"more", 0, 2, "9:1 an entry of more is a table, expected text; 11:1 an entry of more is a table, expected text"},
		{"text", 0, 0, `1:8 text is text, expected a list of texts; write ["..."]; 1:8 text is text, expected a list of tables; begin each one with [[text]]`},
		{"table", 0, 0, `7:1 table is a table, expected a list of texts; 7:1 table is a table, expected a list of tables; begin each one with [[table]]`},
	} {
		e := doc.Entry(tt.key)
		texts, faults, isList := e.Texts()
		tables, more, _ := e.Tables()
		var got []string
		for _, f := range append(faults, more...) {
			got = append(got, fmt.Sprintf("%d:%d %s", f.Span.Start.Line, f.Span.Start.Column, f.Message))
		}
		if s := strings.Join(got, "; "); s != tt.faults || len(texts) != tt.texts || len(tables) != tt.tables || isList != (e.Value.Kind == List) {
			t.Errorf("%s: %d texts, %d tables, %s\nwant %s", tt.key, len(texts), len(tables), s, tt.faults)
		}
	}
}

// TestUnknownValues: what has a fault of its own gets no second one.
func TestUnknownValues(t *testing.T) {
	t.Parallel()
	doc, faults := Parse("a = null\nb = [x, 'y', {}]\n")
	if doc == nil || len(faults) != 2 {
		t.Fatal(faults)
	}
	if v, fault := doc.Entry("a").As(Text); v != nil || fault != nil {
		t.Errorf("a is %v, %v", v, fault)
	}
	if texts, more, ok := doc.Entry("b").Texts(); len(texts) != 1 || len(more) != 1 || !ok {
		t.Errorf("b is %v, %v", texts, more)
	}
	if _, more, ok := doc.Entry("a").Tables(); len(more) != 0 || ok {
		t.Errorf("a is tables: %v", more)
	}
}

func TestUnknownKeys(t *testing.T) {
	t.Parallel()
	doc, _ := Parse("Name = 1\nname = 2\nnamme = 3\nzzz = 4\n")
	var got []string
	for _, e := range doc.Unknown("name", "paths") {
		f := e.UnknownKey("field", "name", "paths")
		got = append(got, fmt.Sprintf("%d:%d %s", f.Span.Start.Line, f.Span.Start.Column, f.Message))
	}
	want := []string{`1:1 unknown field "Name"; did you mean "name"?`, `3:1 unknown field "namme"; did you mean "name"?`, `4:1 unknown field "zzz"`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
