package source

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

func linked() *Tree {
	links := map[string]string{
		"file":            "a/b/c.md",
		"dir":             "a",
		"a/up":            "../z.md",
		"a/b/via":         "../../dir/up",
		"a/twice":         "../dir/../dir/b/c.md",
		"absolute":        "/etc/passwd",
		"out":             "../x",
		"out-and-in":      "../repo/z.md",
		"a/out":           "b/../../../z.md",
		"gone":            "nothing",
		"gone-dir":        "nothing/../z.md",
		"below-file":      "z.md/x",
		"slash-file":      "z.md/",
		"dot-file":        "z.md/.",
		"slash-dir":       "a//b/./",
		"empty":           "",
		"nul":             "z.md\x00",
		"long":            strings.Repeat("./", 2048) + "z.md",
		"longest":         strings.Repeat("./", 2046) + "z.md",
		"loop":            "loop",
		"ping":            "pong",
		"pong":            "ping",
		"in/dir-loop":     "../in/dir-loop/x",
		"case":            "Z.md",
		"sub-file":        "sub/README.md",
		"sub-itself":      "sub",
		"physical":        "deep/../c.md",
		"deep":            "a/b",
		"\xff\xfe.md":     "z.md",
		"root":            ".",
		"through-root":    "root/root/z.md",
		"windows-in-name": `a\b`,
	}
	for i := range 10 {
		links[fmt.Sprint("chain", i)] = fmt.Sprint("chain", i-1)
	}
	links["chain0"] = "z.md"
	t := Memory(map[string]string{"a/b/c.md": "c", "z.md": "z", "a.b": "", "c.md": "top"}, links)
	t.Files, _ = sorted(append(t.Files, File{Path: "sub", Mode: Submodule, ID: strings.Repeat("1", 40)}))
	return t
}

func TestResolve(t *testing.T) {
	t.Parallel()
	tree := linked()
	for path, want := range map[string]string{
		"z.md": "z.md", "file": "a/b/c.md", "dir/b/c.md": "a/b/c.md", "a/up": "z.md", "dir/up": "z.md",
		"a/b/via": "z.md", "a/twice": "a/b/c.md", "./a//b/c.md": "a/b/c.md", "longest": "z.md",
		"chain7": "z.md", "physical": "a/c.md missing", "\xff\xfe.md": "z.md", "through-root": "z.md",
	} {
		got, err := tree.Resolve(path)
		if at, missing := strings.CutSuffix(want, " missing"); missing {
			var link *LinkError
			if !errors.As(err, &link) || link.Kind != Dangles || link.At != at {
				t.Errorf("%s: got %v %v, want dangling at %s", path, got, err, at)
			}
		} else if err != nil || got.Path != want {
			t.Errorf("%s: got %q, %v; want %q", path, got.Path, err, want)
		}
	}
}

func TestResolveErrors(t *testing.T) {
	t.Parallel()
	tree := linked()
	for path, want := range map[string]LinkKind{
		"absolute": Absolute, "out": Leaves, "out-and-in": Leaves, "a/out": Leaves, "..": Leaves, "a/../../z.md": Leaves,
		"gone": Dangles, "gone-dir": Dangles, "below-file": Dangles, "slash-file": Dangles, "dot-file": Dangles,
		"empty": Dangles, "nul": Dangles, "long": Dangles, "case": Dangles, "nothing": Dangles, "z.md/": Dangles,
		"windows-in-name": Dangles,
		"loop":            TooLong, "ping": TooLong, "in/dir-loop": TooLong, "chain8": TooLong, "chain9": TooLong,
		"dir": IsDirectory, "a": IsDirectory, "": IsDirectory, ".": IsDirectory, "root": IsDirectory, "slash-dir": IsDirectory,
		"sub": IsSubmodule, "sub/x": IsSubmodule, "sub-file": IsSubmodule, "sub-itself": IsSubmodule,
	} {
		got, err := tree.Resolve(path)
		var link *LinkError
		if !errors.As(err, &link) || link.Kind != want {
			t.Errorf("%s: got %v, %v; want kind %d", path, got, err, want)
		} else if strings.Contains(link.Error(), "\n") || !utf8.ValidString(link.Error()) {
			t.Errorf("%s: message %q", path, link.Error())
		}
	}
	var link *LinkError
	if _, err := tree.Resolve("slash-dir"); !errors.As(err, &link) || link.At != "a/b" || link.Link != "slash-dir" {
		t.Errorf("a link to a directory tells %+v", link)
	}
}

// Whatever the links are, Resolve ends, and only at a file of the list or with
// a LinkError.
func FuzzResolve(f *testing.F) {
	f.Add("a/b", "a\x00..\x00a/b\x00../c\x00c\x00d", "d")
	f.Add("x", "x\x00x\x00y\x00/x\x00z\x00../../x", "x")
	f.Fuzz(func(t *testing.T, path, pairs, file string) {
		links := map[string]string{}
		words := strings.Split(pairs, "\x00")
		for i := 0; i+1 < len(words); i += 2 {
			links["d/"+fmt.Sprint(i)] = words[i]
			links["l"+fmt.Sprint(i)] = words[i+1]
		}
		tree := Memory(map[string]string{"f/" + strings.ReplaceAll(file, "/", "_"): "x"}, links)
		for p := range links {
			check(t, tree, p)
			check(t, tree, p+"/"+path)
		}
		check(t, tree, path)
	})
}

func check(t *testing.T, tree *Tree, path string) {
	t.Helper()
	got, err := tree.Resolve(path)
	var link *LinkError
	switch {
	case err != nil && !errors.As(err, &link):
		t.Fatalf("%q: %v is no LinkError", path, err)
	case err == nil && got.Mode != Regular:
		t.Fatalf("%q: resolved to %+v", path, got)
	case err == nil:
		if _, ok := tree.Find(got.Path); !ok {
			t.Fatalf("%q: %q is not in the tree", path, got.Path)
		}
	}
}
