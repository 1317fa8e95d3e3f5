package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSameOutput runs check and render many times, with one to eight threads: the
// bytes are the same each time, whatever finishes first.
func TestSameOutput(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	root, err := filepath.Abs("../../testdata/review-library-faulty")
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"check", "--format", "summary"},
		{"check", "--format", "json"},
		{"provenance"},
		{"render", "--max-skills-tokens", "700", "--strategy", "graded"},
	} {
		args = append(args, "--repo", root)
		_, want := invoke(t, args...)
		if len(want) == 0 {
			t.Fatalf("%v prints nothing", args)
		}
		for i := range 20 {
			runtime.GOMAXPROCS(1 + i%8)
			if _, got := invoke(t, args...); !bytes.Equal(got, want) {
				t.Fatalf("%v, run %d with %d threads (-want +got):\n%s", args, i, 1+i%8, cmp.Diff(string(want), string(got)))
			}
		}
	}
}

// TestSameBlock renders the same files as a directory, a work tree, a commit and a
// fetched commit.
func TestSameBlock(t *testing.T) {
	t.Parallel()
	plain, work, clone := t.TempDir(), t.TempDir(), t.TempDir()
	for _, dir := range []string{plain, work} {
		if err := overlay("../../testdata/review-library", dir); err != nil {
			t.Fatal(err)
		}
	}
	git(t, work, "init", "-q", "-b", "main", "--template=")
	git(t, work, "add", "-A")
	git(t, work, "commit", "-q", "-m", "all")
	id := git(t, work, "rev-parse", "HEAD")
	git(t, clone, "init", "-q", "--template=")
	git(t, clone, "remote", "add", "origin", "file://"+work)
	_, want := invoke(t, "render", "--repo", plain)
	if !strings.HasPrefix(string(want), "### Skill: ") {
		t.Fatalf("the block is %.40q", want)
	}
	for _, args := range [][]string{
		{"--repo", work}, {"--repo", work, "--after", "HEAD"}, {"--repo", work, "--trusted", "main"}, {"--repo", clone, "--trusted", id},
	} {
		if _, got := invoke(t, append([]string{"render"}, args...)...); !bytes.Equal(got, want) {
			t.Errorf("render %v differs (-want +got):\n%s", args, cmp.Diff(string(want), string(got)))
		}
	}
}

// git runs git with nothing of the host's configuration.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", append([]string{"-C", dir, "-c", "uploadpack.allowAnySHA1InWant=true"}, args...)...)
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.com",
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}
