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
	}
}

func TestElsewhere(t *testing.T) {
	t.Parallel()
	const own = "https://github.com/acme/shop.git"
	for address, want := range map[string]bool{
		"https://github.com/acme/shop":                false,
		"https://u:p@GitHub.com/Acme/Shop.git/":       false,
		"git@github.com:acme/shop.git":                false,
		"github.com:acme/shop":                        false,
		"ssh://git@ssh.github.com:443/acme/shop.git":  false,
		"https://mirror.example/github.com/acme/shop": false,
		"/srv/fork.git":                               false,
		"../fork":                                     false,
		`C:\fork`:                                     false,
		"file:///srv/mallory/shop":                    false,
		"":                                            false,
		"https://github.com/mallory/shop.git":         true,
		"https://github.com/acme/shop2":               true,
		"https://github.com/x/acme/shop":              true,
		"https://github.com/evilacme/shop":            true,
		"git@github.com:mallory/shop.git":             true,
		"mallory:fork":                                true,
		"ssh://git@ssh.github.com/mallory/shop":       true,
		"https://mirror.example/mallory/shop":         true,
		"https://mirror.example/notacme/shop":         true,
		"https://github.com/":                         true,
	} {
		if got := elsewhere(address, own); got != want {
			t.Errorf("%q: %v", address, got)
		}
		if elsewhere(address, "") || elsewhere(address, "file:///srv/acme/shop") {
			t.Errorf("%q is compared with an unknown one", address)
		}
	}
}
