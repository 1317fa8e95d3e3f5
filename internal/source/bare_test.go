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
	o := Options{Dir: dir, RemoteURL: "file://" + filepath.ToSlash(genuine.dir), NoBare: true}
	trees := openAll(t, o, event.Wishes{Trusted: event.Wish{Kind: event.Branch, Value: branch}})
	if got := trees.Trusted.Commit; got != want || trees.Origin != "" {
		t.Errorf("trusted is %s, expected %s; origin %q", got, want, trees.Origin)
	}
	if _, err := tryOpen(t, o, event.Wishes{Trusted: sha(other)}); err == nil {
		t.Error("an object of the files' own alternates is read")
	}
}
