package report

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/report/runnertest"
)

func runnerFile(t testing.TB, content string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "command_file")
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func read(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestOutputsAreReadBack(t *testing.T) {
	outputs := []Output{
		{"result", "pass"},
		{"empty", ""},
		{"skills", "a\nb\n\n"},
		{"prompt", "x\r\nskillbrief_0\nEOF\nother<<EOF\nevil\n"},
		{"report-file", "a=b<<c"},
		{"summary-file", "\n"},
	}
	for _, before := range []string{"", "earlier=1\n", "earlier=1"} {
		name := runnerFile(t, before)
		if err := AppendOutputs(name, outputs, nil); err != nil {
			t.Fatal(err)
		}
		got, err := runnertest.FileCommands(read(t, name))
		if err != nil {
			t.Fatal(err)
		}
		var want []runnertest.Value
		if before != "" {
			want = append(want, runnertest.Value{Name: "earlier", Value: "1"})
		}
		for _, o := range outputs {
			want = append(want, runnertest.Value(o))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("after %q outputs differ (-want +got):\n%s", before, diff)
		}
	}
}

func TestDelimitersDiffer(t *testing.T) {
	name := runnerFile(t, "")
	if err := AppendOutputs(name, []Output{{"a", "x"}, {"b", "x"}}, nil); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(read(t, name), "\n")
	if len(lines[2]) != len("skillbrief_")+32 || lines[2] == lines[5] || strings.Contains(read(t, name), "\r") {
		t.Errorf("delimiters are %q and %q", lines[2], lines[5])
	}
}

func TestOutputRefused(t *testing.T) {
	zero := "skillbrief_" + strings.Repeat("0", 32)
	for _, c := range []struct{ name, value, want string }{
		{"skills", "a\n" + zero + "\nb", "output skills holds its own random delimiter; it is not written"},
		{"", "x", `output name "" is not made of lower-case letters, digits, - and _`},
		{"a<<b", "x", `output name "a<<b" is not made of lower-case letters, digits, - and _`},
		{"a\nb", "x", `output name "a\nb" is not made of lower-case letters, digits, - and _`},
	} {
		var b bytes.Buffer
		err := writeOutput(&b, Output{c.name, c.value}, bytes.NewReader(make([]byte, 16)))
		if err == nil || err.Error() != c.want || b.Len() > 0 {
			t.Errorf("%q: error is %v, want %s; %d bytes written", c.name, err, c.want, b.Len())
		}
	}
	if err := writeOutput(&bytes.Buffer{}, Output{"a", "x"}, bytes.NewReader(nil)); err == nil {
		t.Error("no randomness, yet no error")
	}
}

// TestOneBadOutput holds that nothing is written where one output cannot be.
func TestOneBadOutput(t *testing.T) {
	name := runnerFile(t, "")
	if err := AppendOutputs(name, []Output{{"a", "x"}, {"B", "x"}}, nil); err == nil || read(t, name) != "" {
		t.Errorf("error is %v, file holds %q", err, read(t, name))
	}
}

func FuzzOutputs(f *testing.F) {
	for _, s := range hostileTexts {
		f.Add(s, s+"\nskillbrief_\n", "")
	}
	f.Add("a", "x\nskillbrief_00000000000000000000000000000000\nname=1\n", "b=1")
	name := runnerFile(f, "")
	f.Fuzz(func(t *testing.T, a, b, before string) {
		if _, err := runnertest.FileCommands(before); err != nil {
			return
		}
		if err := os.WriteFile(name, []byte(before), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := AppendOutputs(name, []Output{{"a", a}, {"b", b}}, nil); err != nil {
			t.Fatal(err)
		}
		values, err := runnertest.FileCommands(read(t, name))
		if err != nil {
			t.Fatal(err)
		}
		old, _ := runnertest.FileCommands(before)
		want := append(old, runnertest.Value{Name: "a", Value: strings.ToValidUTF8(a, "\uFFFD")}, runnertest.Value{Name: "b", Value: strings.ToValidUTF8(b, "\uFFFD")})
		if diff := cmp.Diff(want, values); diff != "" {
			t.Fatalf("outputs differ (-want +got):\n%s", diff)
		}
	})
}

func TestRunnerFilesUnset(t *testing.T) {
	var log bytes.Buffer
	if err := AppendOutputs("", []Output{{"a", "b"}}, &log); err != nil {
		t.Error(err)
	}
	if err := AppendSummary("", sample(), &log); err != nil {
		t.Error(err)
	}
	if want := "GITHUB_OUTPUT is not set: no step outputs are written\nGITHUB_STEP_SUMMARY is not set: no job summary is written\n"; log.String() != want {
		t.Errorf("log is %q, want %q", log.String(), want)
	}
}

func TestRunnerFileIsNoLink(t *testing.T) {
	target := runnerFile(t, "")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	if err := AppendOutputs(link, []Output{{"a", "b"}}, nil); err == nil || read(t, target) != "" {
		t.Errorf("through a link: error is %v, %q was written", err, read(t, target))
	}
	if err := AppendSummary(t.TempDir(), sample(), nil); err == nil {
		t.Error("a directory was taken for the summary's file")
	}
}

func TestSummaryIsAppended(t *testing.T) {
	name := runnerFile(t, "before")
	if err := AppendSummary(name, sample(), nil); err != nil {
		t.Fatal(err)
	}
	if got, want := read(t, name), "before\n"+Summary(sample(), summaryLimit); got != want {
		t.Errorf("summary file holds:\n%s", got)
	}
	r := sample()
	for i := range 8_000 {
		r.Findings = append(r.Findings, fault("rule-id", diag.Error, fmt.Sprintf("skills/%d/SKILL.md", i), at(1, 1, 1, 2), "a fault"))
	}
	for _, size := range []int{0, 500 << 10, 1<<20 - 200, 1<<20 - 5, 1 << 20} {
		name := runnerFile(t, strings.Repeat("x", size))
		if err := AppendSummary(name, r, nil); err != nil {
			t.Fatal(err)
		}
		if n := len(read(t, name)); n > max(size+1, 1<<20-1) {
			t.Errorf("after %d bytes the file has %d", size, n)
		}
	}
}

func TestDotenv(t *testing.T) {
	outputs := []Output{
		{"result", "pass"},
		{"skills-file", "skillbrief-out/skills.md"},
		{"skills", "a\nb"},
		{"skills-dropped", `[{"name": "x"}]`},
		{"prompt", ""},
		{"cache-key", strings.Repeat("k", 300)},
		{"trusted-sha", strings.Repeat("a", 64)},
	}
	text, leftOut := Dotenv(outputs)
	want := "SKILLBRIEF_RESULT=pass\nSKILLBRIEF_SKILLS_FILE=skillbrief-out/skills.md\nSKILLBRIEF_TRUSTED_SHA=" + strings.Repeat("a", 64) + "\n"
	if string(text) != want {
		t.Errorf("dotenv is %q, want %q", text, want)
	}
	if want := []string{"skills", "skills-dropped", "cache-key"}; !cmp.Equal(leftOut, want) {
		t.Errorf("left out are %v, want %v", leftOut, want)
	}
	var all []Output
	for i := range 60 {
		all = append(all, Output{fmt.Sprintf("name-%d", i), "v"})
	}
	if text, leftOut = Dotenv(all); strings.Count(string(text), "\n") != 50 || len(leftOut) != 10 {
		t.Errorf("of 60 variables %d are written, %d left out", strings.Count(string(text), "\n"), len(leftOut))
	}
	for i := range all {
		all[i].Value = strings.Repeat("v", 250)
	}
	text, leftOut = Dotenv(all)
	if n := strings.Count(string(text), "\n"); len(text) >= 5120 || n != 18 || n+len(leftOut) != 60 {
		t.Errorf("%d bytes, %d variables, %d left out", len(text), n, len(leftOut))
	}
}
