package source

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skillbrief/skillbrief/internal/event"
)

// wide commits n small files, of which distinct differ, and a path of depth levels.
func wide(t testing.TB, n, distinct, depth int) fixture {
	t.Helper()
	f := newFixture(t)
	for i := range distinct {
		f.write(fmt.Sprintf("blobs/%d", i), fmt.Sprintf("blob %d\n", i))
	}
	f.git("add", "blobs")
	ids := strings.Split(f.git("ls-files", "--format=%(objectname)", "blobs"), "\n")
	var index strings.Builder
	for i := range n {
		fmt.Fprintf(&index, "100644 %s\tsrc/d%03d/f%05d.txt\n", ids[i%len(ids)], i%200, i)
	}
	fmt.Fprintf(&index, "100644 %s\t%sf.txt\n", ids[0], strings.Repeat("d/", depth))
	f.feed(index.String(), "update-index", "--index-info")
	f.git("commit", "-q", "-m", "wide")
	f.git("repack", "-q", "-a", "-d")
	return f
}

func TestWideAndDeep(t *testing.T) {
	t.Parallel()
	f := wide(t, 20000, 1, 300)
	tree := openAt(t, f.dir, rev("HEAD"))
	if len(tree.Files) != 20002 || tree.Files[1].Path != strings.Repeat("d/", 300)+"f.txt" {
		t.Errorf("%d files", len(tree.Files))
	}
	if got := len(openAt(t, f.dir, onDisk).Files); got != 1 {
		t.Errorf("%d files on disk", got) // nothing was checked out
	}
	deep := filepath.Join(f.dir, strings.Repeat("d/", 300))
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(deep, "f.txt"), []byte("deep"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{f.dir, filepath.Join(f.dir, "d")} {
		tree := openAt(t, dir, onDisk)
		blobs, err := tree.Read(context.Background(), tree.Files[len(tree.Files)-1:], 10)
		if err != nil || blobs[0].Data != "deep" && blobs[0].Data != "blob 0\n" {
			t.Errorf("%s: %v, %v", dir, blobs, err)
		}
	}
}

func TestLimit(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.write("at", strings.Repeat("a", 1000))
	f.write("over", strings.Repeat("a", 1001))
	f.write("empty", "")
	f.link("link", strings.Repeat("a", 1001))
	f.commit("x")
	memory := Memory(map[string]string{"at": strings.Repeat("a", 1000), "over": strings.Repeat("a", 1001), "empty": ""},
		map[string]string{"link": strings.Repeat("a", 1001)})
	for name, tree := range map[string]*Tree{"commit": openAt(t, f.dir, rev("HEAD")), "work tree": openAt(t, f.dir, onDisk), "memory": memory} {
		blobs, err := tree.Read(context.Background(), tree.Files, 1000)
		if err != nil {
			t.Fatal(err)
		}
		for i, file := range tree.Files {
			b := blobs[i]
			large := file.Path == "over" || file.Path == "link"
			if b.Large != large || large && (b.Data != "" || b.ID != "" || b.Size != 1001) || !large && (b.Size != int64(len(b.Data)) || b.ID == "") {
				t.Errorf("%s: %s: large %v, size %d, id %q", name, file.Path, b.Large, b.Size, b.ID)
			}
		}
	}
}

// A tree gives 64 MiB, and no more; what is read twice counts once.
func TestTooMuch(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for i := range 17 {
		path := fmt.Sprintf("%02d", i)
		f.write(path, path)
		if err := os.Truncate(filepath.Join(f.dir, path), 4<<20); err != nil {
			t.Fatal(err)
		}
	}
	f.commit("x")
	plain, err := Directory(f.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = plain.Close() })
	plain.Files = plain.Files[len(plain.Files)-17:]
	for name, tree := range map[string]*Tree{"commit": openAt(t, f.dir, rev("HEAD")), "plain": plain} {
		for range 2 {
			if _, err := tree.Read(context.Background(), tree.Files[:16], 4<<20); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := tree.Read(context.Background(), tree.Files[16:], 4<<20); !errors.Is(err, ErrTooMuch) {
			t.Errorf("%s: %v", name, err)
		}
		if blobs, err := tree.Read(context.Background(), tree.Files[16:], 1<<20); err != nil || !blobs[0].Large {
			t.Errorf("%s: large: %v", name, err)
		}
	}
}

// A blob at many paths, or one that many links lead to, costs for each: a small
// change could otherwise ask for any amount of memory.
func TestRepeatedBlobsAreTooMuch(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for i := range 17 {
		f.write(fmt.Sprintf("%02d", i), strings.Repeat("a", 4<<20))
	}
	f.commit("x")
	plain, err := Directory(f.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = plain.Close() })
	plain.Files = plain.Files[len(plain.Files)-17:]
	for name, tree := range map[string]*Tree{"commit": openAt(t, f.dir, rev("HEAD")), "plain": plain} {
		one := tree.Files[0]
		for _, files := range [][]File{tree.Files, slices.Repeat([]File{one}, 17)} {
			if _, err := tree.Read(context.Background(), files, 4<<20); !errors.Is(err, ErrTooMuch) {
				t.Errorf("%s: %d files from %q: %v", name, len(files), files[0].Path, err)
			}
		}
	}
}

// Trees within trees can name paths without end.
func TestTooLongPaths(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	inner := f.feed("100644 blob "+f.feed("x", "hash-object", "-w", "--stdin")+"\tx\n", "mktree")
	nest := func(tree string, names ...string) string {
		var b strings.Builder
		for _, name := range names {
			fmt.Fprintf(&b, "040000 tree %s\t%s\n", tree, name)
		}
		return f.feed(b.String(), "mktree")
	}
	long, wide := inner, inner
	for range 17 {
		long = nest(long, strings.Repeat("a", 250))
	}
	for range 16 {
		wide = nest(wide, strings.Repeat("a", 100), strings.Repeat("b", 100))
	}
	name := nest(inner, strings.Repeat("a", 1<<17))
	for tree, want := range map[string]error{long: errPath, wide: ErrLongPaths, name: errLong} {
		commit := f.git("commit-tree", "-m", "x", tree)
		if _, err := tryOpen(t, Options{Dir: f.dir}, event.Wishes{Trusted: sha(commit)}); !errors.Is(err, want) || len(err.Error()) > 1000 {
			t.Errorf("%v, expected %v", err, want)
		}
	}
}

func TestTooManyFiles(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.write("x", "x")
	f.commit("x")
	// 200 directories of 1,001 files need two trees.
	var files, dirs strings.Builder
	blob := f.git("rev-parse", "HEAD:x")
	for i := range 1001 {
		fmt.Fprintf(&files, "100644 blob %s\t%d\n", blob, i)
	}
	inner := f.feed(files.String(), "mktree")
	for i := range 200 {
		fmt.Fprintf(&dirs, "040000 tree %s\t%d\n", inner, i)
	}
	commit := f.git("commit-tree", "-m", "x", f.feed(dirs.String(), "mktree"))
	_, err := tryOpen(t, Options{Dir: f.dir}, event.Wishes{Trusted: sha(commit)})
	if !errors.Is(err, ErrTooManyFiles) {
		t.Error(err)
	}
}
