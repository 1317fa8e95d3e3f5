package source

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/skillbrief/skillbrief/internal/event"
)

// evil gives a repository settings that run a program, which leaves a file RAN.
func evil(t *testing.T) (f fixture, ran func() bool) {
	t.Helper()
	f = newFixture(t)
	f.write("skills/s/SKILL.md", "Real.")
	f.write(".gitattributes", "* filter=evil diff=evil merge=evil export-subst text\n")
	f.commit("base")
	mark := filepath.Join(t.TempDir(), "RAN")
	f.write(".git/evil", "#!/bin/sh\ntouch '"+mark+"'\ncat\n")
	program := filepath.Join(f.dir, ".git/evil")
	if err := os.Chmod(program, 0o755); err != nil {
		t.Fatal(err)
	}
	hooks := filepath.Join(f.dir, ".git/hooks")
	for _, hook := range []string{"post-index-change", "reference-transaction", "post-checkout", "pre-auto-gc", "fsmonitor-watchman"} {
		if err := os.Symlink(program, filepath.Join(hooks, hook)); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range []string{
		"core.fsmonitor", "core.sshCommand", "core.askPass", "core.gitProxy", "core.pager", "core.editor", "core.alternateRefsCommand",
		"filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "diff.evil.textconv", "diff.evil.command", "diff.external",
		"credential.helper", "uploadpack.packObjectsHook", "remote.origin.uploadpack", "gpg.program", "pager.ls-files", "alias.ls-tree",
	} {
		f.git("config", key, program)
	}
	f.git("config", "filter.evil.required", "true")
	f.git("config", "core.hooksPath", hooks)
	return f, func() bool {
		_, err := os.Stat(mark)
		return err == nil
	}
}

func TestRepositorySettingsRunNothing(t *testing.T) {
	t.Parallel()
	f, ran := evil(t)
	other := newFixture(t)
	other.write("x", "fetched")
	late := other.commit("late")
	f.git("config", "remote.origin.url", "file://"+other.dir)
	trees := openAll(t, Options{Dir: f.dir}, event.Wishes{Trusted: rev("HEAD"), Before: sha(late), After: onDisk})
	for name, tree := range map[string]*Tree{"trusted": trees.Trusted, "after": trees.After} {
		if got := contents(t, tree)["skills/s/SKILL.md"]; got != "Real." {
			t.Errorf("%s: %q", name, got)
		}
	}
	if contents(t, trees.Before)["x"] != "fetched" {
		t.Error("the late commit was not read")
	}
	if _, err := Diff(context.Background(), trees.Trusted, trees.After); err != nil {
		t.Error(err)
	}
	if ran() {
		t.Error("a program that the repository names was run")
	}
}

// An address that names a program or a helper is refused, and nothing is run.
func TestHostileRemotes(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"ext::touch MARK", "fd::0", "-oProxyCommand=touch MARK", "--upload-pack=touch MARK", "ssh://-oProxyCommand=touch%20MARK/x",
		"-x:path", "evil::x", "https://example.invalid/\nx", "file:///nonexistent", "git://127.0.0.1:1/x", "",
	} {
		f := newFixture(t)
		f.write("x", "x")
		f.commit("x")
		mark := filepath.Join(t.TempDir(), "RAN")
		f.git("config", "remote.origin.url", strings.ReplaceAll(address, "MARK", mark))
		trees, err := tryOpen(t, Options{Dir: f.dir}, event.Wishes{Trusted: sha(strings.Repeat("1", 40))})
		if err == nil || trees != nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", address, err)
		}
		if _, err := os.Stat(mark); err == nil {
			t.Errorf("%q: the program was run", address)
		}
	}
}

func TestReplaceRefsAndGrafts(t *testing.T) {
	t.Parallel()
	p := newPull(t)
	f := p.origin
	swapped := f.feed("Swapped.", "hash-object", "-w", "--stdin")
	f.git("replace", f.git("rev-parse", p.base+":skills/s/SKILL.md"), swapped)
	f.git("replace", p.merge, p.head)
	f.write(".git/info/grafts", p.merge+" "+p.head+" "+p.head+"\n")
	trees := openAll(t, Options{Dir: f.dir}, p.wishes())
	if !trees.Verified || contents(t, trees.Trusted)["skills/s/SKILL.md"] != "of the base" {
		t.Errorf("%+v", trees)
	}
}

// What can be written into the object store under the id of something else is
// not believed.
func TestForgedObjects(t *testing.T) {
	t.Parallel()
	p := newPull(t)
	f := p.origin
	forge := func(id, kind, data string) {
		path := filepath.Join(f.dir, ".git/objects", id[:2], id[2:])
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		var z bytes.Buffer
		w := zlib.NewWriter(&z)
		_, _ = fmt.Fprintf(w, "%s %d\x00%s", kind, len(data), data)
		_ = w.Close()
		f.write(filepath.Join(".git/objects", id[:2], id[2:]), z.String())
	}
	blob := f.git("rev-parse", p.base+":skills/s/SKILL.md")
	forge(blob, "blob", "Forged.")
	tree := openAt(t, f.dir, sha(p.base))
	if _, err := tree.Read(context.Background(), tree.Files, 100); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a forged blob: %v", err)
	}
	raw := func(tree string) string {
		data, err := exec.Command("git", "-C", f.dir, "cat-file", "tree", tree).Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	skills := f.git("rev-parse", p.base+":skills")
	genuine := raw(skills)
	forge(skills, "tree", raw(p.head+":skills"))
	if _, err := tryOpen(t, Options{Dir: f.dir}, event.Wishes{Trusted: sha(p.base)}); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a forged tree: %v", err)
	}
	forge(skills, "tree", genuine)
	forge(p.merge, "commit", f.git("cat-file", "-p", p.head)+"\n")
	if trees := openAll(t, Options{Dir: f.dir}, p.wishes()); trees.Verified {
		t.Error("a forged merge was believed")
	}
	forge(p.base, "commit", f.git("cat-file", "-p", p.head)+"\n")
	if _, err := tryOpen(t, Options{Dir: f.dir}, p.wishes()); err == nil {
		t.Error("a forged commit was believed")
	}
}

// A commit graph is a cache in the object store that could name another tree.
func TestForgedCommitGraph(t *testing.T) {
	t.Parallel()
	p := newPull(t)
	f := p.origin
	f.git("commit-graph", "write", "--reachable")
	file := filepath.Join(f.dir, ".git/objects/info/commit-graph")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	raw := func(rev string) []byte {
		var id [20]byte
		for i := range id {
			_, _ = fmt.Sscanf(f.git("rev-parse", rev)[2*i:2*i+2], "%02x", &id[i])
		}
		return id[:]
	}
	forged := bytes.ReplaceAll(data, raw(p.base+"^{tree}"), raw(p.head+"^{tree}"))
	if bytes.Equal(data, forged) {
		t.Fatal("the graph does not hold the tree")
	}
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, forged, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, openAt(t, f.dir, sha(p.base)))["skills/s/SKILL.md"]; got != "of the base" {
		t.Errorf("read %q", got)
	}
}

// Variables of the caller that redirect git are not passed on.
func TestCallersVariables(t *testing.T) {
	t.Parallel()
	decoy := newFixture(t)
	decoy.write("decoy", "decoy")
	decoy.commit("decoy")
	mark := filepath.Join(t.TempDir(), "RAN")
	f := newFixture(t)
	f.write("x", "real")
	f.write("ignored", "x")
	f.write(".gitignore", "ignored\n")
	head := f.commit("x")
	environment := env(
		"RUNNER_TEMP", t.TempDir(), "GIT_DIR", decoy.dir+"/.git", "GIT_WORK_TREE", decoy.dir, "GIT_INDEX_FILE", decoy.dir+"/.git/index",
		"GIT_OBJECT_DIRECTORY", decoy.dir+"/.git/objects", "GIT_COMMON_DIR", decoy.dir+"/.git", "GIT_NAMESPACE", "x", "GIT_CEILING_DIRECTORIES", f.dir,
		"GIT_CONFIG_COUNT", "1", "GIT_CONFIG_KEY_0", "core.fsmonitor", "GIT_CONFIG_VALUE_0", "touch "+mark, "GIT_CONFIG_PARAMETERS", "'core.bare=true'",
		"GIT_ALTERNATE_OBJECT_DIRECTORIES", decoy.dir, "GIT_EXEC_PATH", decoy.dir, "GIT_TRACE", mark, "GIT_EXTERNAL_DIFF", "touch "+mark, "GIT_ASKPASS", "touch",
		"GIT_LITERAL_PATHSPECS", "0", "GIT_PREFIX", "a", "GIT_REPLACE_REF_BASE", "refs/heads", "GIT_DEFAULT_HASH", "sha256", "GIT_SHALLOW_FILE", decoy.dir,
	)
	trees := openAll(t, Options{Dir: f.dir, Env: environment}, event.Wishes{Trusted: rev("HEAD"), After: onDisk})
	if trees.Trusted.Commit != head || contents(t, trees.After)["x"] != "real" || len(trees.After.Files) != 2 {
		t.Errorf("%+v, files %q", trees, paths(trees.After))
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("a program or trace of the caller was started")
	}
}

// The work tree that the configuration names elsewhere is not looked into.
func TestWorkTreeElsewhere(t *testing.T) {
	t.Parallel()
	secret := t.TempDir()
	if err := os.WriteFile(filepath.Join(secret, "secret"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f := newFixture(t)
	f.write("x", "x")
	head := f.commit("x")
	f.git("config", "core.worktree", secret)
	trees := openAll(t, Options{Dir: f.dir}, event.Wishes{Trusted: sha(head), After: onDisk})
	if _, ok := trees.After.Find("secret"); ok {
		t.Error("files outside of the directory are listed")
	}
	if contents(t, trees.Trusted)["x"] != "x" {
		t.Error("the commit cannot be read")
	}
}

// Nothing outside can be read through a link that takes the place of a directory
// or file, before or after it was listed.
func TestReplacedByLinks(t *testing.T) {
	t.Parallel()
	secret := t.TempDir()
	if err := os.WriteFile(filepath.Join(secret, "x"), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"outside": secret, "inside": "other"} {
		f := newFixture(t)
		f.write("dir/x", "real")
		f.write("file", "real")
		f.write("other/x", "other")
		f.commit("x")
		early := openAt(t, f.dir, onDisk)
		file := secret + "/x"
		if name == "inside" {
			file = "other/x"
		}
		for path, target := range map[string]string{"dir": target, "file": file} {
			if err := os.RemoveAll(filepath.Join(f.dir, path)); err != nil {
				t.Fatal(err)
			}
			f.link(path, target)
		}
		for _, f := range early.Files {
			blobs, err := early.Read(context.Background(), []File{f}, 100)
			if f.Path != "other/x" && err == nil {
				t.Errorf("%s: %s reads %q", name, f.Path, blobs[0].Data)
			}
		}
		// git tracks dir/x, which now lies behind a link.
		late := openAt(t, f.dir, onDisk)
		if got := paths(late); !cmp.Equal(got, []string{"dir", "file", "other/x"}) {
			t.Errorf("%s: listed %q", name, got)
		}
		if got := contents(t, late); got["dir"] != target || got["file"] != file {
			t.Errorf("%s: read %q", name, got)
		}
	}
}

// A pipe in the place of a file, of the index or of an exclude file hangs nothing.
func TestPipes(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.write("x", "x")
	f.write("y", "y")
	f.commit("x")
	early := openAt(t, f.dir, onDisk)
	if err := os.Remove(filepath.Join(f.dir, "x")); err != nil {
		t.Fatal(err)
	}
	pipe(t, filepath.Join(f.dir, "x"))
	if got := paths(openAt(t, f.dir, onDisk)); !cmp.Equal(got, []string{"y"}) {
		t.Errorf("files %q", got)
	}
	if _, err := early.Read(context.Background(), early.Files[:1], 100); err == nil {
		t.Error("a pipe was read")
	}
	plain := t.TempDir()
	pipe(t, filepath.Join(plain, "x"))
	if got := paths(openAt(t, plain, onDisk)); len(got) != 0 {
		t.Errorf("files %q", got)
	}
}

func TestMalformedTrees(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.write("x", "x")
	f.commit("x")
	blob := f.git("rev-parse", "HEAD:x")
	tree := f.git("rev-parse", "HEAD^{tree}")
	raw := func(entries ...string) string {
		var data strings.Builder
		for i := 0; i < len(entries); i += 3 {
			id := make([]byte, 20)
			_, _ = fmt.Sscanf(entries[i+2], "%x", &id)
			fmt.Fprintf(&data, "%s %s\x00%s", entries[i], entries[i+1], id)
		}
		return f.feed(data.String(), "hash-object", "-t", "tree", "-w", "--literally", "--stdin")
	}
	for name, id := range map[string]string{
		"..":         raw("40000", "..", tree),
		".":          raw("100644", ".", blob),
		".git":       raw("40000", ".git", tree),
		".GIT":       raw("100644", ".GIT", blob),
		"slash":      raw("100644", "../../x", blob),
		"rooted":     raw("100644", "/etc/x", blob),
		"twice":      raw("100644", "a", blob, "100644", "a", blob),
		"both kinds": raw("100644", "a", blob, "40000", "a", tree),
		"empty name": raw("40000", "", tree),
	} {
		commit := f.git("commit-tree", "-m", name, id)
		trees, err := tryOpen(t, Options{Dir: f.dir}, event.Wishes{Trusted: sha(commit)})
		if err == nil || trees != nil || !strings.Contains(err.Error(), "malformed") && name != "empty name" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A work tree of another owner, of which nothing may be written.
func TestForeignAndReadOnly(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.write("skills/ok-skill/SKILL.md", "x")
	f.write("untracked", "")
	f.git("add", "skills")
	f.git("commit", "-q", "-m", "x")
	head := f.head()
	err := filepath.WalkDir(f.dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			err = os.Chmod(path, 0o555)
		}
		if err == nil && os.Getuid() == 0 {
			err = os.Lchown(path, 65534, 65534)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = filepath.WalkDir(f.dir, func(path string, e fs.DirEntry, _ error) error {
			if e.IsDir() {
				_ = os.Chmod(path, 0o755)
			}
			return nil
		})
	})
	was := state(t, f.dir)
	home := t.TempDir()
	trees := openAll(t, Options{Dir: f.dir, Env: env("HOME", home, "RUNNER_TEMP", "/nonexistent")}, event.Wishes{Trusted: rev("HEAD"), After: onDisk})
	if trees.Trusted.Commit != head || len(trees.After.Files) != 2 {
		t.Errorf("%+v, %q", trees, paths(trees.After))
	}
	if diff := cmp.Diff(was, state(t, f.dir)); diff != "" {
		t.Errorf("written: %s", diff)
	}
	if left, _ := os.ReadDir(home); len(left) > 0 {
		t.Errorf("HOME was written: %v", left)
	}
}

// Alternates of the workspace's repository work; one that leads nowhere is no more
// than a missing object.
func TestAlternates(t *testing.T) {
	t.Parallel()
	origin := newFixture(t)
	origin.write("x", "x")
	origin.commit("x")
	f := fixture{t, filepath.Join(t.TempDir(), "with \"quote\\\n")}
	if err := os.Mkdir(f.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	f.git("clone", "-q", "--shared", origin.dir, "clone")
	clone := f.in("clone")
	if got := contents(t, openAt(t, clone.dir, rev("HEAD")))["x"]; got != "x" {
		t.Errorf("read %q", got)
	}
	head := clone.head()
	clone.git("remote", "remove", "origin")
	clone.write(".git/objects/info/alternates", "/dev/zero\n/nonexistent\n/etc\n")
	if _, err := tryOpen(t, Options{Dir: clone.dir}, event.Wishes{Trusted: sha(head)}); err == nil || !strings.Contains(err.Error(), head) {
		t.Error(err)
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.write("x", "x")
	f.commit("x")
	ctx, cancel := context.WithCancel(context.Background())
	trees := openAll(t, Options{Dir: f.dir, Timeout: time.Second}, event.Wishes{Trusted: rev("HEAD"), After: onDisk})
	cancel()
	for _, tree := range []*Tree{trees.Trusted, trees.After} {
		if _, err := tree.Read(ctx, tree.Files, 100); err == nil {
			t.Error("read although cancelled")
		}
		if got := contents(t, tree)["x"]; got != "x" {
			t.Errorf("read %q afterwards", got)
		}
	}
	if _, err := Open(ctx, Options{Dir: f.dir, Env: env()}, event.Wishes{Trusted: rev("HEAD")}); err == nil {
		t.Error("opened although cancelled")
	}
}
