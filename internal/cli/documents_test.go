package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// golden compares a committed file with what it should be.
func golden(t *testing.T, name, want string) {
	t.Helper()
	path := filepath.Join("../..", name)
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("%s is stale; go test ./internal/cli -update rewrites it:\n%s", name, diff)
	}
}

func TestActionYAML(t *testing.T) { golden(t, "action.yml", actionYAML()) }

var generated = regexp.MustCompile(`(?s)(<!-- (table|run): ([^>]+) -->\n).*?(<!-- end -->)`)

// TestREADME holds the README's tables against the tables of the code, and the
// commands that it shows against what they print.
func TestREADME(t *testing.T) {
	data, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	want := generated.ReplaceAllStringFunc(string(data), func(block string) string {
		m := generated.FindStringSubmatch(block)
		kinds[m[2]]++
		switch m[2] + " " + m[3] {
		case "table inputs":
			return m[1] + inputTable() + m[4]
		case "table outputs":
			return m[1] + outputTable() + m[4]
		}
		return m[1] + "```console\n" + session(t, m[3]) + "```\n" + m[4]
	})
	if kinds["table"] != 2 || kinds["run"] == 0 {
		t.Fatalf("the README has %v generated blocks", kinds)
	}
	golden(t, "README.md", want)
}

// session is a command, what it prints, and its exit status where that is not 0.
// A command that ends in "| head -N" shows its first lines.
func session(t *testing.T, line string) string {
	t.Helper()
	args, head, _ := strings.Cut(strings.TrimPrefix(line, "skillbrief "), " | head -")
	var out bytes.Buffer
	code := Run(t.Context(), append([]string{strings.Fields(args)[0], "--repo", "../.."}, strings.Fields(args)[1:]...), func(string) string { return "" }, strings.NewReader(""), &out, &out)
	text := out.String()
	if head != "" {
		text = strings.Join(strings.SplitAfter(text, "\n")[:number(head)], "")
	}
	text = "$ " + line + "\n" + text
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if code != exitPass {
		text += "$ echo $?\n" + strings.TrimSpace(string(rune('0'+code))) + "\n"
	}
	return text
}
