package source

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/skillbrief/skillbrief/internal/event"
)

// Files that make their directory look like a bare repository do not say where the
// tip of a branch is asked for.
func TestFilesAreNoRepository(t *testing.T) {
	t.Parallel()
	genuine, evil, work := newFixture(t), newFixture(t), newFixture(t)
	genuine.write("SKILL.md", "Real.")
	want := genuine.commit("base")
	evil.write("SKILL.md", "Evil.")
	other := evil.commit("evil")
	dir := filepath.Join(work.dir, "bare")
	work.write("bare/HEAD", "ref: refs/heads/main\n")
	work.write("bare/refs/heads/x", "")
	work.write("bare/objects/info/alternates", filepath.ToSlash(filepath.Join(evil.dir, ".git/objects"))+"\n")
	work.write("bare/config", "[core]\n\tbare = true\n[remote \"origin\"]\n\turl = file://"+filepath.ToSlash(evil.dir)+"\n")
	branch := "refs/heads/" + strings.TrimSpace(genuine.git("symbolic-ref", "--short", "HEAD"))
	o := Options{Dir: dir, RemoteURL: "file://" + filepath.ToSlash(genuine.dir), Workspace: true}
	trees := openAll(t, o, event.Wishes{Trusted: event.Wish{Kind: event.Branch, Value: branch}})
	if got := trees.Trusted.Commit; got != want || trees.Origin != "" {
		t.Errorf("trusted is %s, expected %s; origin %q", got, want, trees.Origin)
	}
	if _, err := tryOpen(t, o, event.Wishes{Trusted: sha(other)}); err == nil {
		t.Error("an object of the files' own alternates is read")
	}
}

// A workspace can be the checkout of a fork, whose branches are its owner's.
func TestForksTipIsNotAsked(t *testing.T) {
	t.Parallel()
	p := newPull(t)
	root := published(t, p)
	fork := fixture{t, root}
	fork.git("clone", "-q", "--mirror", p.origin.dir, "mallory/repo.git")
	fork = fork.in("mallory/repo.git")
	fork.git("update-ref", "refs/heads/main", p.head)
	s := serve(t, root, basic("x-access-token", "secret"))
	main := event.Wishes{Trusted: event.Wish{Kind: event.Branch, Value: "refs/heads/main"}}
	for origin, want := range map[string]string{"owner/repo": p.base, "mallory/repo.git": p.head} {
		c := newFixture(t)
		c.git("remote", "add", "origin", s.URL+"/"+origin)
		o := Options{Dir: c.dir, RemoteURL: s.URL + "/owner/repo.git", Server: s.URL, Token: "secret"}
		if got := openAll(t, o, main).Trusted.Commit; got != want {
			t.Errorf("%s: the tip is %s", origin, got)
		}
		o.Workspace = true
		trees := openAll(t, o, main)
		noted := strings.Contains(strings.Join(trees.Notes, "\n"), "another repository")
		if trees.Trusted.Commit != p.base || noted != (want == p.head) {
			t.Errorf("%s: the tip in a workspace is %s; notes %q", origin, trees.Trusted.Commit, trees.Notes)
		}
		// Ids cannot lie: either repository may have the commit.
		for _, f := range []fixture{fork, {t, filepath.Join(root, "owner/repo.git")}} {
			id := f.git("commit-tree", "-m", f.dir, p.base+"^{tree}")
			trees, err := tryOpen(t, o, event.Wishes{Trusted: sha(id)})
			if has := want == p.head || f != fork; has && (err != nil || trees.Trusted.Commit != id) {
				t.Errorf("%s: a commit of %s: %v", origin, f.dir, err)
			}
		}
		if _, err := tryOpen(t, o, event.Wishes{Trusted: sha(strings.Repeat("1", 40))}); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", origin, err)
		}
	}
}

func TestElsewhere(t *testing.T) {
	t.Parallel()
	const own = "https://github.com/acme/shop.git"
	for address, want := range map[string]bool{
		"https://github.com/acme/shop":           false,
		"https://u:p@GitHub.com/Acme/Shop.git/":  false,
		"git@github.com:acme/shop.git":           false,
		"github.com:acme/shop":                   false,
		"ssh://git@github.com:443/acme/shop.git": false,
		"https://mirror.example/1234":            false,
		"https://github.com:8443/mallory/shop":   false,
		"git@example.com:mallory/shop.git":       false,
		"/srv/fork.git":                          false,
		"../fork":                                false,
		`C:\fork`:                                false,
		"file:///srv/mallory/shop":               false,
		"":                                       false,
		"https://github.com/mallory/shop.git":    true,
		"https://github.com/acme/shop2":          true,
		"https://github.com/x/acme/shop":         true,
		"https://github.com/evilacme/shop":       true,
		"git@github.com:mallory/shop.git":        true,
		"ssh://git@github.com:22/mallory/shop":   true,
		"https://github.com/":                    true,
	} {
		if got := elsewhere(address, own); got != want {
			t.Errorf("%q: %v", address, got)
		}
		if elsewhere(address, "") || elsewhere(address, "file:///srv/acme/shop") {
			t.Errorf("%q is compared with an unknown one", address)
		}
	}
}
