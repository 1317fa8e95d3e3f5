package report

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/report/runnertest"
)

// commands are the annotations of a report with their messages.
func commands(t *testing.T, r *Report, kind string) (files, messages []string) {
	t.Helper()
	for _, c := range runnertest.Commands(render(t, "github", r)) {
		if c.Name == kind {
			files = append(files, c.Properties["file"])
			messages = append(messages, c.Data)
		}
	}
	return files, messages
}

func many(n int, s diag.Severity) []Finding {
	var found []Finding
	for i := range n {
		f := fault("rule-id", s, fmt.Sprintf("f%02d", i), at(1, 1, 1, 2), "fault")
		f.InChange = i >= n-2
		found = append(found, f)
	}
	return found
}

func TestAnnotationLimit(t *testing.T) {
	for _, kind := range []diag.Severity{diag.Error, diag.Warning} {
		files, _ := commands(t, &Report{Findings: many(10, kind)}, kind.String())
		if want := strings.Fields("f08 f09 f00 f01 f02 f03 f04 f05 f06 f07"); !cmp.Equal(files, want) {
			t.Errorf("ten %ss are annotated as %v, want %v", kind, files, want)
		}
		files, messages := commands(t, &Report{Findings: many(12, kind)}, kind.String())
		if want := append(strings.Fields("f10 f11 f00 f01 f02 f03 f04 f05 f06"), ""); !cmp.Equal(files, want) {
			t.Errorf("twelve %ss are annotated as %v, want %v", kind, files, want)
		}
		if want := "3 more " + kind.String() + "s, see the job summary"; messages[9] != want {
			t.Errorf("the last message is %q, want %q", messages[9], want)
		}
	}
}

// TestAnnotationsTogether holds that a failure and warnings about inputs count towards the limits.
func TestAnnotationsTogether(t *testing.T) {
	r := &Report{Failure: "no trusted commit", Warnings: []string{"w1", "w2"}, Findings: append(many(10, diag.Error), many(9, diag.Warning)...)}
	_, errs := commands(t, r, "error")
	_, warnings := commands(t, r, "warning")
	if len(errs) != 10 || errs[0] != "no trusted commit" || errs[9] != "2 more errors, see the job summary" {
		t.Errorf("errors are %q", errs)
	}
	if len(warnings) != 10 || warnings[0] != "w1" || warnings[1] != "w2" || warnings[9] != "2 more warnings, see the job summary" {
		t.Errorf("warnings are %q", warnings)
	}
}

func TestNotAnnotated(t *testing.T) {
	old := fault("r", diag.Error, "old", diag.Span{}, "old")
	old.InScope = false
	r := &Report{Findings: []Finding{old, fault("r", diag.Notice, "notice", diag.Span{}, "notice")}}
	if found := runnertest.Commands(render(t, "github", r)); len(found) > 0 {
		t.Errorf("annotated: %+v", found)
	}
}

func TestAnnotationPlace(t *testing.T) {
	for _, c := range []struct {
		path string
		span diag.Span
		want string
	}{
		{"a,b:c%20d", at(3, 1, 3, 4), "::error file=a%2Cb%3Ac%2520d,line=3,endLine=3,col=1,endColumn=4,title=r::m\n"},
		{"a", at(3, 2, 5, 4), "::error file=a,line=3,endLine=5,title=r::m\n"},
		{"a", at(3, 2, 4, 1), "::error file=a,line=3,endLine=3,title=r::m\n"},
		{"a", diag.Span{Start: diag.Pos{Line: 7}}, "::error file=a,line=7,endLine=7,title=r::m\n"},
		{"a", diag.Span{}, "::error file=a,title=r::m\n"},
		{"", at(3, 2, 3, 4), "::error title=r::m\n"},
		{"skills/ü/SKILL.md", diag.Span{}, "::error file=skills/ü/SKILL.md,title=r::m\n"},
		{"a\nb\rc\td\xff", diag.Span{}, "::error file=a%0Ab%0Dc\td\\xFF,title=r::m\n"},
		{"==a", diag.Span{}, "::error file=./==a,title=r::m\n"},
		{"\x1b[31m", diag.Span{}, "::error file=\\x1B[31m,title=r::m\n"},
	} {
		if got := annotation("error", fault("r", diag.Error, c.path, c.span, "m")); got != c.want {
			t.Errorf("annotation of %q at %v is %q, want %q", c.path, c.span, got, c.want)
		}
	}
}

func FuzzAnnotation(f *testing.F) {
	for _, s := range hostileTexts {
		f.Add(s, s)
	}
	f.Add("a", strings.Repeat("数\U0001F600", 3000))
	f.Fuzz(func(t *testing.T, path, message string) {
		path = strings.ReplaceAll(path, "\x00", "0") // no path holds it
		out := annotation("error", fault("some-rule", diag.Error, path, at(2, 3, 2, 4), message))
		found := runnertest.Commands(out)
		if len(found) != 1 || strings.Count(out, "\n") != 1 {
			t.Fatalf("%q is %d commands", out, len(found))
		}
		want := map[string]string{"title": "some-rule"}
		if path != "" {
			want = map[string]string{"file": annotationPath(path), "line": "2", "endLine": "2", "col": "3", "endColumn": "4", "title": "some-rule"}
		}
		if diff := cmp.Diff(want, found[0].Properties); diff != "" {
			t.Fatalf("properties of %q differ:\n%s", out, diff)
		}
		whole := defuseOld(oneLine(message))
		if strings.Contains(found[0].Data, "##[") {
			t.Fatalf("message %q holds the old form of a command", found[0].Data)
		}
		switch units := len(utf16.Encode([]rune(found[0].Data))); {
		case units >= 4096 || !utf8.ValidString(out):
			t.Fatalf("message has %d units", units)
		case found[0].Data != whole && !strings.HasPrefix(whole, strings.TrimSuffix(found[0].Data, "…")):
			t.Fatalf("message is %q, want %q", found[0].Data, whole)
		case found[0].Data != whole && units < 4094:
			t.Fatalf("message is cut to %d units", units)
		}
	})
}
