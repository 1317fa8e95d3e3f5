package source

import (
	"bufio"
	"fmt"
	"path"
	"strings"
	"testing"
	"unicode"
)

// What is taken of ls-tree's output is a list in order without a path that could
// lead out of a folder, and comes out as it went in.
func FuzzEntries(f *testing.F) {
	id := strings.Repeat("a1", 20)
	f.Add("100644 blob "+id+"\ta/b\x00120000 blob "+id+"\tl\x00160000 commit "+id+"\ts\x00", "a/b")
	f.Add("040000 tree "+id+"\t../x\x00", "x")
	f.Add("100644 blob "+id+"\ta\x00100755 blob "+id+"\ta/b", "a")
	f.Fuzz(func(t *testing.T, text, name string) {
		for _, text := range []string{text, "100755 blob " + id + "\t" + name + "\x00"} {
			var files []File
			err := split(strings.NewReader(text), func(record string) error {
				file, err := parseEntry(record)
				if err == nil {
					files = append(files, file)
				}
				return err
			})
			if err == nil {
				files, err = sorted(files)
			}
			if err != nil {
				continue
			}
			tree := &Tree{Files: files}
			for _, file := range files {
				if path.Clean("/"+file.Path) != "/"+file.Path || !strings.Contains(text, "\t"+file.Path+"\x00") {
					t.Fatalf("path %q", file.Path)
				}
				if got, ok := tree.Find(file.Path); !ok || got != file {
					t.Fatalf("%q is not found: %v", file.Path, got)
				}
				if dir := parent(file.Path); !tree.holds(dir) || tree.holds(file.Path) {
					t.Fatalf("%q: the directory is %q", file.Path, dir)
				}
			}
		}
	})
}

// A reader of cat-file's output takes exactly the bytes that the header counts,
// or gives an error.
func FuzzObjects(f *testing.F) {
	id := strings.Repeat("a1", 20)
	f.Add(id+" blob 3\nabc\n", "x")
	f.Add(id+" missing\n", "\n\n")
	f.Add(id+" blob 99999999999999\nabc\n", "")
	f.Add(id+" blob -1\n", id)
	f.Fuzz(func(t *testing.T, text, data string) {
		r := bufio.NewReader(strings.NewReader(text))
		if o, err := header(r, id); err == nil && o.kind != "" {
			got, err := content(r, o.size)
			if err == nil && (int64(len(got)) != o.size || !strings.HasPrefix(text, fmt.Sprintf("%s %s ", id, o.kind)) || !strings.Contains(text, "\n"+got+"\n")) {
				t.Fatalf("read %q of %q", got, text)
			}
		}
		r = bufio.NewReader(strings.NewReader(fmt.Sprintf("%s blob %d\n%s\n", id, len(data), data)))
		o, err := header(r, id)
		if err != nil || o != (object{"blob", int64(len(data))}) {
			t.Fatalf("%+v, %v", o, err)
		}
		if got, err := content(r, o.size); err != nil || got != data || r.Buffered() != 0 {
			t.Fatalf("%q, %v", got, err)
		}
	})
}

// The parents of a commit are what git says they are: the lines right behind the
// tree's.
func FuzzCommit(f *testing.F) {
	id := strings.Repeat("a1", 20)
	f.Add("tree "+id+"\nparent "+id+"\nauthor x\nparent "+id+"\n\nparent "+id+"\n", 2)
	f.Add("tree "+id, 0)
	f.Add("parent "+id+"\ntree "+id+"\n", 1)
	f.Fuzz(func(t *testing.T, text string, n int) {
		if c, err := parseCommit(id, text); err == nil {
			top := "tree " + c.tree + "\n"
			for _, p := range c.parents {
				top += "parent " + p + "\n"
			}
			if !strings.HasPrefix(text+"\n", top) || strings.HasPrefix(text[min(len(top), len(text)):], "parent ") {
				t.Fatalf("%q gives %+v", text, c)
			}
		}
		n = max(0, min(n, 20))
		c, err := parseCommit(id, "tree "+id+"\n"+strings.Repeat("parent "+id+"\n", n)+"author "+text)
		if err != nil || len(c.parents) != n {
			t.Fatalf("%d parents: %+v, %v", n, c, err)
		}
	})
}

// What a remote says becomes one printable line.
func FuzzTail(f *testing.F) {
	f.Add("remote: ::error::x\nfatal: no\r\n\x1b[31m\u202e", 3)
	f.Fuzz(func(t *testing.T, text string, times int) {
		said := &tail{}
		for range max(0, min(times, 2000)) {
			_, _ = said.Write([]byte(text))
		}
		line := said.String()
		if len([]rune(line)) > 603 || strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Fatalf("%q", line)
		}
	})
}

func TestCompare(t *testing.T) {
	t.Parallel()
	inOrder := []string{"", "-", "a", "a/b", "a/b/c", "a/b.c", "a\x01", "a ", "a-b", "a.b", "a.b/c", "aa", "b", "\u00e9", "\uffff", "\U00010000", "\xff"}
	for i, a := range inOrder {
		for j, b := range inOrder {
			if got := Compare(a, b); got > 0 != (i > j) || got == 0 != (i == j) {
				t.Errorf("Compare(%q, %q) = %d", a, b, got)
			}
		}
	}
}
