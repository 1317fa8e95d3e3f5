package source

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skillbrief/skillbrief/internal/event"
)

// pull is a remote with a pull request into main, and the merge that GitHub makes
// of it.
type pull struct {
	origin            fixture
	base, head, merge string
}

func newPull(t testing.TB, args ...string) pull {
	t.Helper()
	f := newFixture(t, args...)
	f.write("skills/s/SKILL.md", "v0")
	f.commit("v0")
	f.git("checkout", "-q", "-b", "topic")
	f.write("skills/new/SKILL.md", "of the head")
	p := pull{origin: f}
	p.head = f.commit("head")
	f.git("checkout", "-q", "main")
	f.write("skills/s/SKILL.md", "of the base")
	p.base = f.commit("base")
	f.git("checkout", "-q", "--detach")
	f.git("merge", "-q", "--no-ff", "-m", "Merge", p.head)
	p.merge = f.head()
	f.git("update-ref", "refs/pull/7/merge", p.merge)
	f.git("update-ref", "refs/pull/7/head", p.head)
	f.git("checkout", "-q", "main")
	return p
}

// wishes are those of the event pull_request.
func (p pull) wishes() event.Wishes {
	return event.Wishes{
		Event: "pull_request", Merge: &event.Merge{SHA: p.merge, Head: p.head},
		Before:  event.Wish{Kind: event.SHA, Value: p.base, Why: "pull_request.base.sha"},
		After:   event.Wish{Kind: event.SHA, Value: p.head, Why: "pull_request.head.sha"},
		Trusted: event.Wish{Kind: event.Before},
	}
}

// checkout is what actions/checkout leaves: one commit of depth 1, detached.
func (p pull) checkout(t testing.TB, ref string) fixture {
	t.Helper()
	c := newFixture(t)
	if strings.Contains(p.origin.git("rev-parse", "--show-object-format"), "sha256") {
		c = newFixture(t, "--object-format=sha256")
	}
	c.git("remote", "add", "origin", "file://"+p.origin.dir)
	c.git("fetch", "-q", "--depth=1", "--no-tags", "origin", "+"+ref+":refs/remotes/pull/7/merge")
	c.git("checkout", "-q", "--force", "refs/remotes/pull/7/merge")
	return c
}

func TestVerifiedMergeOfDepthOne(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"sha1", "sha256"} {
		p := newPull(t, "--object-format="+format)
		c := p.checkout(t, "refs/pull/7/merge")
		was := state(t, c.dir)
		refs := c.git("for-each-ref")
		trees := openAll(t, Options{Dir: c.dir}, p.wishes())
		if !trees.Verified || trees.Before.Commit != p.base || trees.After.Commit != p.merge || trees.Trusted != trees.Before {
			t.Errorf("%s: %+v", format, trees)
		}
		if got := contents(t, trees.Trusted)["skills/s/SKILL.md"]; got != "of the base" {
			t.Errorf("%s: trusted has %q", format, got)
		}
		if got := contents(t, trees.After)["skills/new/SKILL.md"]; got != "of the head" {
			t.Errorf("%s: after has %q", format, got)
		}
		changes, err := Diff(context.Background(), trees.Before, trees.After)
		if diff := cmp.Diff([]Change{{Path: "skills/new/SKILL.md", Added: true}}, changes); diff != "" || err != nil {
			t.Errorf("%s: %v %s", format, err, diff)
		}
		if diff := cmp.Diff(was, state(t, c.dir)); diff != "" || refs != c.git("for-each-ref") {
			t.Errorf("%s: the workspace was written: %s", format, diff)
		}
	}
}

// A complete clone stays complete: nothing is cut by the fetch of one commit.
func TestFetchIntoCompleteClone(t *testing.T) {
	t.Parallel()
	p := newPull(t)
	c := newFixture(t)
	c.git("clone", "-q", "file://"+p.origin.dir, "clone")
	c = c.in("clone")
	p.origin.write("late", "late")
	late := p.origin.commit("late")
	was := state(t, c.dir)
	trees := openAll(t, Options{Dir: c.dir}, event.Wishes{Trusted: sha(p.base), After: sha(late)})
	if contents(t, trees.After)["late"] != "late" {
		t.Error("the late commit was not read")
	}
	if diff := cmp.Diff(was, state(t, c.dir)); diff != "" {
		t.Errorf("the workspace was written: %s", diff)
	}
}

func TestUnverifiedMerge(t *testing.T) {
	t.Parallel()
	p := newPull(t)
	f := p.origin
	one := func(args ...string) string {
		return f.git(append([]string{"commit-tree", "-m", "forged\n\nparent " + p.head, p.merge + "^{tree}"}, args...)...)
	}
	tag := f.feed("object "+p.merge+"\ntype commit\ntag x\ntagger t <t@example.com> 1 +0000\n\nx\n", "mktag")
	// A second parent that stands behind the author is none to git either.
	late := f.feed("tree "+f.git("rev-parse", p.merge+"^{tree}")+"\nparent "+p.base+
		"\nauthor t <t@example.com> 1 +0000\nparent "+p.head+"\ncommitter t <t@example.com> 1 +0000\n\nx\n", "hash-object", "-t", "commit", "-w", "--literally", "--stdin")
	for name, m := range map[string]event.Merge{
		"stale":           {SHA: one("-p", p.base, "-p", p.base+"^"), Head: p.head},
		"swapped":         {SHA: one("-p", p.head, "-p", p.base), Head: p.head},
		"three parents":   {SHA: one("-p", p.base, "-p", p.head, "-p", p.base+"^"), Head: p.head},
		"one parent":      {SHA: one("-p", p.base), Head: p.head},
		"root":            {SHA: one(), Head: p.head},
		"head itself":     {SHA: p.head, Head: p.head},
		"tag":             {SHA: tag, Head: p.head},
		"late parent":     {SHA: late, Head: p.head},
		"gone":            {SHA: strings.Repeat("1", 40), Head: p.head},
		"tree":            {SHA: f.git("rev-parse", p.merge+"^{tree}"), Head: p.head},
		"no id":           {SHA: "refs/pull/7/merge", Head: p.head},
		"option":          {SHA: "--output=x", Head: p.head},
		"head forgotten":  {SHA: p.merge},
		"abbreviated":     {SHA: p.merge[:12], Head: p.head},
		"with a revision": {SHA: p.merge + "^0", Head: p.head},
	} {
		w := p.wishes()
		w.Merge = &m
		trees := openAll(t, Options{Dir: f.dir}, w)
		if trees.Verified || trees.Before.Commit != p.base || trees.After.Commit != p.head || trees.Trusted.Commit != p.base {
			t.Errorf("%s: %+v", name, trees)
		}
		if !strings.Contains(strings.Join(trees.Notes, "\n"), "is not used: ") {
			t.Errorf("%s: notes %q", name, trees.Notes)
		}
	}
}

func TestSharedTrees(t *testing.T) {
	t.Parallel()
	p := newPull(t)
	p.origin.git("tag", "-a", "-m", "x", "v1", p.base)
	trees := openAll(t, Options{Dir: p.origin.dir}, event.Wishes{Trusted: sha(p.origin.git("rev-parse", "v1")), Before: rev("main"), After: sha(strings.ToUpper(p.base))})
	if trees.Trusted != trees.Before || trees.Before != trees.After || trees.After.Commit != p.base {
		t.Errorf("one commit in several trees: %+v", trees)
	}
	if changes, err := Diff(context.Background(), trees.Before, trees.After); err != nil || changes != nil {
		t.Error(changes, err)
	}
	want := []string{"before: " + p.base + ", test", "after: " + p.base + ", test", "trusted: " + p.base + ", test"}
	if diff := cmp.Diff(want, trees.Notes); diff != "" {
		t.Error(diff)
	}
}

// Where trusted cannot be had there is an error and no tree, whatever else is there.
func TestTrustedUnavailable(t *testing.T) {
	t.Parallel()
	p := newPull(t)
	gone := strings.Repeat("1", 40)
	for name, w := range map[string]event.Wish{
		"gone": sha(gone), "zeros": sha(strings.Repeat("0", 40)), "empty": sha(""), "short": sha(p.base[:10]),
		"option": sha("--upload-pack=touch /tmp/x;"), "ref as id": sha("main"), "wrong format": sha(strings.Repeat("1", 64)),
		"blob": sha(p.origin.git("rev-parse", "main:skills/s/SKILL.md")), "tree": sha(p.origin.git("rev-parse", "main^{tree}")),
		"no rev": rev("nothing"), "option rev": rev("--git-dir=/"), "empty rev": rev(""), "rev of a blob": rev("main:skills/s/SKILL.md"),
		"no branch": {Kind: event.Branch, Value: "refs/heads/nothing"}, "glob": {Kind: event.Branch, Value: "refs/heads/m*"},
		"short branch": {Kind: event.Branch, Value: "main"}, "option branch": {Kind: event.Branch, Value: "--upload-pack=x"},
		"before without one": {Kind: event.Before},
	} {
		o := Options{Dir: p.origin.dir, RemoteURL: "file://" + p.origin.dir}
		trees, err := tryOpen(t, o, event.Wishes{Trusted: w, After: rev("main")})
		if trees != nil || err == nil || !strings.Contains(err.Error(), "trusted") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, %v", name, trees, err)
		}
	}
}

// Of a shallow clone the error says what would have brought the commit.
func TestShallowIsTold(t *testing.T) {
	t.Parallel()
	p := newPull(t)
	c := p.checkout(t, "refs/pull/7/merge")
	c.git("config", "remote.origin.url", "file:///nonexistent")
	for dir, want := range map[string]bool{c.dir: true, p.origin.dir: false} {
		w := p.wishes()
		w.Trusted = sha(strings.Repeat("1", 40))
		_, err := tryOpen(t, Options{Dir: dir}, w)
		if err == nil || strings.Contains(err.Error(), "fetch-depth: 0") != want {
			t.Errorf("shallow %v: %v", want, err)
		}
	}
}

func TestOptionalBefore(t *testing.T) {
	t.Parallel()
	p := newPull(t)
	o := Options{Dir: p.origin.dir, RemoteURL: "file://" + p.origin.dir}
	w := event.Wishes{Before: sha(strings.Repeat("1", 40)), After: sha(p.base), Trusted: event.Wish{Kind: event.After}}
	if _, err := tryOpen(t, o, w); err == nil {
		t.Error("before is gone, but nothing was said")
	}
	w.Before.Optional = true
	trees := openAll(t, o, w)
	if trees.Before != nil || trees.Trusted == nil || !strings.Contains(trees.Notes[0], "before: none, as test cannot be had") {
		t.Errorf("%+v", trees)
	}
}

// The base moved since the event: what the event says is read, and no ref moves.
func TestMovedBase(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	origin := newFixture(t)
	origin.write("skills/s/SKILL.md", "v1")
	base := origin.commit("v1")
	f.git("clone", "-q", "file://"+origin.dir, "clone")
	clone := f.in("clone")
	origin.write("skills/s/SKILL.md", "v2")
	tip := origin.commit("v2")
	origin.write("skills/s/SKILL.md", "v3")
	origin.git("checkout", "-q", "-b", "a/refs/heads/main")
	origin.commit("a branch whose name ends in that of another")
	origin.git("checkout", "-q", "main")
	was := state(t, clone.dir)
	trees := openAll(t, Options{Dir: clone.dir}, event.Wishes{Trusted: sha(base), After: event.Wish{Kind: event.Branch, Value: "refs/heads/main"}})
	if got := contents(t, trees.Trusted)["skills/s/SKILL.md"]; got != "v1" {
		t.Errorf("trusted has %q", got)
	}
	if trees.After.Commit != tip || contents(t, trees.After)["skills/s/SKILL.md"] != "v2" {
		t.Errorf("the tip is %s, want %s", trees.After.Commit, tip)
	}
	if diff := cmp.Diff(was, state(t, clone.dir)); diff != "" {
		t.Errorf("the workspace was written: %s", diff)
	}
}

// A tag that is named like a branch does not choose the commit.
func TestAmbiguousRevision(t *testing.T) {
	t.Parallel()
	p := newPull(t)
	f := p.origin
	f.git("update-ref", "refs/remotes/origin/main", p.base)
	f.git("config", "core.warnAmbiguousRefs", "false")
	for _, tag := range []string{"main", "origin/main", "HEAD", "refs/heads/main", "only-a-tag"} {
		f.git("update-ref", "refs/tags/"+tag, p.head)
	}
	for _, name := range []string{"main", "origin/main", "main~0", "main^{commit}"} {
		trees, err := tryOpen(t, Options{Dir: f.dir}, event.Wishes{Trusted: rev(name)})
		if err == nil || trees != nil || !strings.Contains(err.Error(), "names several refs") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, want := range map[string]string{
		"HEAD": p.base, "HEAD~0": p.base, "refs/heads/main": p.base, "refs/remotes/origin/main": p.base, "heads/main": p.base, "only-a-tag": p.head, "topic": p.head,
	} {
		if got := openAt(t, f.dir, rev(name)).Commit; got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// Without a repository all is fetched.
func TestNoRepository(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"sha1", "sha256"} {
		p := newPull(t, "--object-format="+format)
		dir := t.TempDir()
		trees := openAll(t, Options{Dir: dir, RemoteURL: "file://" + p.origin.dir}, p.wishes())
		if !trees.Verified || contents(t, trees.Trusted)["skills/s/SKILL.md"] != "of the base" {
			t.Errorf("%s: %+v", format, trees)
		}
		branch := event.Wishes{Trusted: event.Wish{Kind: event.Branch, Value: "refs/heads/topic"}}
		if got := openAll(t, Options{Dir: dir, RemoteURL: "file://" + p.origin.dir}, branch).Trusted.Commit; got != p.head {
			t.Errorf("%s: tip %s, want %s", format, got, p.head)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%s: the directory was written: %v", format, left)
		}
	}
	if _, err := tryOpen(t, Options{Dir: t.TempDir()}, event.Wishes{Trusted: sha(strings.Repeat("1", 40))}); err == nil || !strings.Contains(err.Error(), "no remote is known") {
		t.Error(err)
	}
}

func TestRoot(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.write("a/b/c", "")
	f.write("empty/.git/x", "a directory named .git that is no repository")
	f.write("bare/HEAD", "no repository either")
	f.write("bare/objects/x", "")
	f.git("init", "-q", "nested")
	f.write("nested/x/y", "")
	outside := t.TempDir()
	if err := os.Symlink(filepath.Join(f.dir, "a"), filepath.Join(outside, "link")); err != nil {
		t.Fatal(err)
	}
	top, _ := filepath.EvalSymlinks(f.dir)
	for cwd, want := range map[string]string{
		f.dir: top, f.dir + "/a/b": top, f.dir + "/empty": top, f.dir + "/bare": top, f.dir + "/nested/x": top + "/nested",
		outside: outside, outside + "/link/b": top, f.dir + "/.git/objects": top,
	} {
		got, err := Root(context.Background(), cwd, env("GIT_DIR", "/nonexistent", "GIT_WORK_TREE", "/"))
		if err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", cwd, got, err, want)
		}
	}
	if _, err := Root(context.Background(), f.dir+"/nothing", env()); err == nil {
		t.Error("a directory that is not there has a root")
	}
	// A directory inside a repository is plain when it is named as the root.
	if got := paths(openAt(t, f.dir+"/a", onDisk)); !cmp.Equal(got, []string{"b/c"}) {
		t.Errorf("files %q", got)
	}
}

// The message of a commit that no role stands for is had too, and the remote is
// told without its password.
func TestMessageAndOrigin(t *testing.T) {
	t.Parallel()
	p := newPull(t)
	c := p.checkout(t, "refs/pull/7/merge")
	trees := openAll(t, Options{Dir: c.dir}, p.wishes())
	if got, err := trees.Message(context.Background(), p.head); got != "head\n" || err != nil {
		t.Errorf("message %q, %v", got, err)
	}
	if trees.Origin != "file://"+p.origin.dir {
		t.Errorf("origin %q", trees.Origin)
	}
	for _, id := range []string{"", "--help", strings.Repeat("1", 40)} {
		if got, err := trees.Message(context.Background(), id); err == nil {
			t.Errorf("%q has the message %q", id, got)
		}
	}
	c.git("config", "remote.origin.url", "https://user:secret@example.com/o/r.git")
	trees = openAll(t, Options{Dir: c.dir}, event.Wishes{})
	if trees.Origin != "https://example.com/o/r.git" || trees.Trusted != nil || trees.After != nil {
		t.Errorf("%+v", trees)
	}
}
