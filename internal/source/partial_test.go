package source

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skillbrief/skillbrief/internal/event"
)

// partialClone clones without what the filter leaves out.
func partialClone(t testing.TB, origin fixture, args ...string) fixture {
	t.Helper()
	origin.git("config", "uploadpack.allowFilter", "true")
	origin.git("config", "uploadpack.allowAnySHA1InWant", "true")
	f := fixture{t, t.TempDir()}
	f.git(append(append([]string{"clone", "-q", "--no-checkout"}, args...), "file://"+origin.dir, "clone")...)
	return f.in("clone")
}

func skills(t testing.TB, n int) (fixture, string) {
	t.Helper()
	origin := newFixture(t)
	for i := range n {
		origin.write(fmt.Sprintf("skills/s%d/SKILL.md", i), fmt.Sprint("skill ", i))
	}
	origin.link("skills/link", "s0/SKILL.md")
	return origin, origin.commit("all")
}

// packs counts the fetches so far: each leaves one.
func packs(t testing.TB, tree *Tree) int {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(tree.store.(*bare).dir, "objects/pack/*.pack"))
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

func TestPartialClone(t *testing.T) {
	t.Parallel()
	for _, filter := range []string{"blob:none", "blob:limit=1", "tree:0"} {
		origin, head := skills(t, 50)
		clone := partialClone(t, origin, "--filter="+filter)
		was := state(t, clone.dir)
		tree := openAt(t, clone.dir, rev("HEAD"))
		if tree.Commit != head || tree.links["skills/link"] != "s0/SKILL.md" {
			t.Errorf("%s: %s, links %q", filter, tree.Commit, tree.links)
		}
		before := packs(t, tree)
		got := contents(t, tree)
		if len(got) != 51 || got["skills/s7/SKILL.md"] != "skill 7" {
			t.Errorf("%s: %d files", filter, len(got))
		}
		if n := packs(t, tree) - before; n > 1 {
			t.Errorf("%s: %d fetches for one read", filter, n)
		}
		if diff := cmp.Diff(was, state(t, clone.dir)); diff != "" {
			t.Errorf("%s: the workspace was written: %s", filter, diff)
		}
	}
}

// A commit that a partial clone lacks is fetched, and so are blobs of both.
func TestPartialCloneLacksCommit(t *testing.T) {
	t.Parallel()
	p := newPull(t)
	clone := partialClone(t, p.origin, "--filter=blob:none", "--depth=1", "--branch=main")
	trees := openAll(t, Options{Dir: clone.dir}, p.wishes())
	if got := contents(t, trees.Before)["skills/s/SKILL.md"]; got != "of the base" {
		t.Errorf("before has %q", got)
	}
	if got := contents(t, trees.After)["skills/new/SKILL.md"]; got != "of the head" || !trees.Verified {
		t.Errorf("after has %q", got)
	}
}

func TestPartialCloneRemoteGone(t *testing.T) {
	t.Parallel()
	origin := newFixture(t)
	origin.write("skills/s/SKILL.md", "v1")
	origin.commit("v1")
	blob := origin.git("rev-parse", "HEAD:skills/s/SKILL.md")
	clone := partialClone(t, origin, "--filter=blob:none")
	if err := os.Rename(origin.dir, origin.dir+"-gone"); err != nil {
		t.Fatal(err)
	}
	tree := openAt(t, clone.dir, rev("HEAD"))
	if got := paths(tree); !cmp.Equal(got, []string{"skills/s/SKILL.md"}) {
		t.Errorf("files %q", got)
	}
	for _, address := range []string{"file://" + origin.dir, ""} {
		clone.git("config", "remote.origin.url", address)
		_, err := tree.Read(context.Background(), tree.Files, 100)
		for _, want := range []string{`"skills/s/SKILL.md"`, "blob " + blob, "not available in this partial clone"} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v does not say %s", err, want)
			}
		}
	}
}

// A blob that is simply gone is not said to be of a partial clone.
func TestMissingBlob(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.write("a", "a")
	f.commit("a")
	id := f.git("rev-parse", "HEAD:a")
	if err := os.Remove(filepath.Join(f.dir, ".git/objects", id[:2], id[2:])); err != nil {
		t.Fatal(err)
	}
	tree := openAt(t, f.dir, rev("HEAD"))
	_, err := tree.Read(context.Background(), tree.Files, 100)
	if err == nil || !strings.Contains(err.Error(), `"a": blob `+id+" is not available in this repository") {
		t.Error(err)
	}
}

func TestTreesMissing(t *testing.T) {
	t.Parallel()
	origin, _ := skills(t, 2)
	clone := partialClone(t, origin, "--filter=tree:0")
	if err := os.Rename(origin.dir, origin.dir+"-gone"); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"file://" + origin.dir, ""} {
		clone.git("config", "remote.origin.url", address)
		_, err := tryOpen(t, Options{Dir: clone.dir}, event.Wishes{Trusted: rev("HEAD")})
		if err == nil || !strings.Contains(err.Error(), "not available in this partial clone, and cannot be fetched: ") {
			t.Errorf("origin %q: %v", address, err)
		}
	}
}
