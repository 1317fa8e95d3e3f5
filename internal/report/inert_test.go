package report

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/skillbrief/skillbrief/internal/report/runnertest"
)

func TestInert(t *testing.T) {
	for in, want := range map[string]string{
		"plain text\n":           "plain text\n",
		"a\tb":                   "a\tb",
		"::error::x":             ":\\:error::x",
		" \t ::error::x":         " \t :\\:error::x",
		"\u00a0\u3000::error::x": "\u00a0\u3000:\\:error::x",
		"\u200b::error::x":       "\u200b:\\:error::x",
		"a ::error::x":           "a ::error::x",
		"a\n::error::x":          "a\n:\\:error::x",
		"a\r\n::error::x":        "a\n:\\:error::x",
		"a\r::error::x":          `a\r::error::x`,
		"\r::error::x":           `\r::error::x`,
		":::x":                   `:\::x`,
		"##[error]x":             `##\[error]x`,
		"a ###[error]x":          `a ###\[error]x`,
		"# #[error]x":            "# #[error]x",
		"\x1b[31mred\x00":        `\x1B[31mred\x00`,
		"a\u202eb\u2066\u061c":   `a\u202Eb\u2066\u061C`,
		"a\u0085b\u2028c":        `a\u0085b\u2028c`,
		"\xff\xe4\xb8x":          `\xFF\xE4\xB8x`,
		"数据 ü é":                 "数据 ü é",
		"\xe4\xb8":               `\xE4\xB8`,
	} {
		if got := inertString(in); got != want {
			t.Errorf("inertString(%q) is %q, want %q", in, got, want)
		}
	}
}

// inertString is what Inert makes of a text that starts a line.
func inertString(s string) string {
	var b strings.Builder
	w := Inert(&b)
	_, _ = io.WriteString(w, s) // a Builder does not fail
	_ = w.Flush()
	return b.String()
}

func FuzzInert(f *testing.F) {
	for _, s := range hostileTexts {
		f.Add([]byte(s), uint64(0b1011))
		f.Add([]byte("a\n"+s), uint64(0xFFFF_FFFF))
	}
	f.Add([]byte("\xe2\x80\xae\r\n::x::"), ^uint64(0))
	f.Fuzz(func(t *testing.T, data []byte, cuts uint64) {
		want := inertString(string(data))
		if found := runnertest.Commands(want); len(found) > 0 {
			t.Fatalf("%q became %q, which holds the command %+v", data, want, found)
		}
		var b bytes.Buffer
		w := Inert(&b)
		start := 0
		for i := range data {
			if cuts>>(i%64)&1 == 1 {
				if n, err := w.Write(data[start:i]); n != i-start || err != nil {
					t.Fatalf("Write is %d, %v, want %d", n, err, i-start)
				}
				start = i
			}
		}
		if _, err := w.Write(data[start:]); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); got != want {
			t.Fatalf("%q in pieces became %q, whole %q", data, got, want)
		}
		if again := inertString(want); again != want {
			t.Fatalf("%q is not stable: %q", want, again)
		}
	})
}

func FuzzInertJSON(f *testing.F) {
	for _, s := range hostileTexts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		data, err := marshal(map[string]string{"##[" + s: s, "a": s})
		if err != nil {
			t.Fatal(err)
		}
		if found := runnertest.Commands(string(data)); len(found) > 0 || bytes.Contains(data, []byte("##[")) {
			t.Fatalf("%q holds the commands %v", data, found)
		}
		var back map[string]string
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatalf("%q: %v", data, err)
		}
		if want := strings.ToValidUTF8(s, "\uFFFD"); strings.Trim(back["a"], "\uFFFD") != strings.Trim(want, "\uFFFD") && !strings.Contains(want, "\uFFFD") {
			t.Fatalf("%q came back as %q", s, back["a"])
		}
	})
}
