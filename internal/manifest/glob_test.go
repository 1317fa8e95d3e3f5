package manifest

import (
	"fmt"
	"strings"
	"testing"
)

func TestGlobMatch(t *testing.T) {
	t.Parallel()
	tests := []struct {
		pattern, path string
		want          bool
	}{
		{"src/*", "src/a.py", true},
		{"src/*", "src/.env", true},
		{"src/*", "src/pkg/a.py", false},
		{"src/*", "src", false},
		{"src/**", "src/a.go", true},
		{"src/**", "src/pkg/a.py", true},
		{"src/**", "src/.hidden/x.go", true},
		{"src/**", "src", false},
		{"src/**", "src2/a.go", false},
		{"src/**", "lib/src/a.py", false},
		{"**/*.py", "a.py", true},
		{"**/*.py", "x/y/a.py", true},
		{"**/*.py", "a.pyi", false},
		{"**/*.go", ".github/x.go", true},
		{"**.py", "a.py", true},
		{"**.py", "x/a.py", true},
		{"**.go", "pkg/a.go", true},
		{"src/?.c", "src/a.c", true},
		{"src/?.c", "src/ab.c", false},
		{"src/?.c", "src//.c", false},
		{"app/[id]/page.tsx", "app/[id]/page.tsx", true},
		{"app/[id]/page.tsx", "app/i/page.tsx", false},
		{"app/[id]/**", "app/[id]/page.tsx", true},
		{"app/[id]/**", "app/i/page.tsx", false},
		{"src/", "src/a.go", false},
		{"src", "src/a.go", false},
		{"*", ".env", true},
		{"*.go", "a.go", true},
		{"*.go", "pkg/a.go", false},
		{"a/**b", "a/x/b", true},
		{"a**/b", "ab", true},
		{"a**/b", "axb", false},
		{"a**/b", "ax/b", true},
		{"SRC/**", "src/a.go", false},
		{"?.go", "é.go", true},
		{"[!a].go", "b.go", false},
		{"[^a].go", "b.go", false},
		{"[!a].go", "[!a].go", true},
		{"**", "anything/at/all", true},
		{"**", "a\nb", false},
		{"*", "a\nb", true},
		{`src\*.c`, "src/a.c", true},
		{"**a**/b", "xaab", true},
	}
	for _, tt := range tests {
		g, err := Compile(tt.pattern)
		if err != nil {
			t.Errorf("Compile(%q): %v", tt.pattern, err)
			continue
		}
		if got := g.Match(tt.path); got != tt.want {
			t.Errorf("%q matches %q: %v, want %v", tt.pattern, tt.path, got, tt.want)
		}
	}
}

func TestCompileRejects(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]string{
		"": "empty", "/src/**": "absolute", `\src`: "absolute", "C:/src": "drive", "c:x": "drive",
		"a//b": "empty segment", `a/\[id\]/b`: "empty segment", "./a": "segment .", "a/./b": "segment .", ".": "segment .",
		"a/..": "segment ..", "../a": "segment ..", "a\tb": "control", "a\x7f": "control",
	} {
		if _, err := Compile(pattern); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Compile(%q) = %v, want an error that speaks of %q", pattern, err, want)
		}
	}
	for _, pattern := range []string{"a/", "a:b/c", "...", "a b", "{a,b}", "!x", "é/**"} {
		if pattern == "a:b/c" {
			continue // a drive letter
		}
		if _, err := Compile(pattern); err != nil {
			t.Errorf("Compile(%q): %v", pattern, err)
		}
	}
}

// naive matches by trying every split: slow, and plainly the table of the
// specification.
func naive(pattern string, path []string) bool {
	if pattern == "" {
		return len(path) == 0
	}
	run := func(rest string, ok func(string) bool) bool {
		for i := 0; ; i++ {
			if naive(rest, path[i:]) {
				return true
			}
			if i == len(path) || !ok(path[i]) {
				return false
			}
		}
	}
	switch {
	case strings.HasPrefix(pattern, "**/"):
		if naive(pattern[3:], path) {
			return true
		}
		for i, c := range path {
			if c == "\n" {
				return false
			}
			if c == "/" && naive(pattern[3:], path[i+1:]) {
				return true
			}
		}
		return false
	case strings.HasPrefix(pattern, "**"):
		return run(pattern[2:], func(c string) bool { return c != "\n" })
	case pattern[0] == '*':
		return run(pattern[1:], func(c string) bool { return c != "/" })
	case len(path) == 0:
		return false
	case pattern[0] == '?':
		return path[0] != "/" && naive(pattern[1:], path[1:])
	}
	n := width(pattern)
	return path[0] == pattern[:n] && naive(pattern[n:], path[1:])
}

func characters(s string) []string {
	var cs []string
	for ; s != ""; s = s[width(s):] {
		cs = append(cs, s[:width(s)])
	}
	return cs
}

func FuzzGlob(f *testing.F) {
	for _, s := range [][2]string{
		{"src/**", "src/a/b"},
		{"**/*.go", "a/b.go"},
		{"a**/b", "a/x/b"},
		{"**a**/b", "xaab"},
		{"*?*/**/x", "ab/c/x"},
		{"**a*b**c", "ab a\nb c"},
		{"a/*/**/?.é", "a/b/c/d/é.é"},
		{"***/a", "x/y/a"},
		{"**/**/a**", "a/\xff"},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, pattern, path string) {
		if len(pattern) > 14 || len(path) > 24 {
			return
		}
		g, err := Compile(pattern)
		if err != nil {
			return
		}
		want := naive(g.pattern, characters(path))
		if got := g.Match(path); got != want {
			t.Errorf("%q matches %q: %v, want %v", pattern, path, got, want)
		}
		if got := g.simulate(path); got != want {
			t.Errorf("%q by states matches %q: %v, want %v", pattern, path, got, want)
		}
	})
}

// TestGlobNeverStalls matches patterns that make a backtracking matcher stall.
func TestGlobNeverStalls(t *testing.T) {
	t.Parallel()
	path := strings.Repeat("a", 4000)
	for _, pattern := range []string{
		strings.Repeat("**a", 100) + "b", strings.Repeat("*a", 150) + "b", "**a" + strings.Repeat("*a", 150) + "b**c",
		strings.Repeat("**/", 100) + "b", strings.Repeat("a**/", 60) + "b", strings.Repeat("?*", 150) + "/b",
	} {
		g, err := Compile(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []string{path, path + "b", strings.Repeat("a/", 2000), "\n" + path} {
			if g.Match(p) && !strings.HasSuffix(p, "b") {
				t.Errorf("%.20q matches a path of %d bytes that does not end in b", pattern, len(p))
			}
		}
	}
}

func BenchmarkGlob(b *testing.B) {
	for _, n := range []int{16, 256, 4096} {
		for _, pattern := range []string{"src/**", "**/*.go", "**a" + strings.Repeat("*a", 20) + "b"} {
			g, _ := Compile(pattern)
			path := strings.Repeat("src/aaab", n/8)
			b.Run(fmt.Sprintf("%.8s/%d", pattern, n), func(b *testing.B) {
				b.SetBytes(int64(n))
				for b.Loop() {
					g.Match(path)
				}
			})
		}
	}
}
