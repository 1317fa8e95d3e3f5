package source

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// bare is a temporary bare repository in which all is read that belongs to a
// commit. It borrows the objects of the workspace's repository, and takes in what
// must be fetched, so that nothing is written there and none of the workspace's
// configuration, hooks, attributes, grafts or replacements has a say.
type bare struct {
	git     git
	dir     string // of the bare repository
	from    string // working directory of git, where relative addresses of a remote start
	format  string
	settled bool          // the format is that of the workspace's repository
	partial bool          // the workspace's repository is a partial clone
	shallow bool          // it is a shallow one
	remotes []remote      // asked for objects in this order; the last is the repository's own
	timeout time.Duration // of one command that asks a remote

	mu      sync.Mutex
	check   batch
	content batch
	fetched map[string]bool // commits asked for, had or not
	proven  map[string]bool // trees whose bytes are those of their ids
}

// bare makes the repository; r is nil where there is none to borrow from.
func (g git) bare(r *repository) (*bare, error) {
	dir, err := g.temp()
	if err != nil {
		return nil, fmt.Errorf("make a temporary repository: %w", err)
	}
	b := &bare{git: g, dir: dir, from: dir, format: sha1Format, fetched: map[string]bool{}, proven: map[string]bool{}}
	if r != nil {
		b.from, b.format, b.partial, b.settled = r.dir, r.format, r.partial, true
	}
	b.check.start = func() *exec.Cmd { return b.command(isolated, "cat-file", "--batch-check") }
	b.content.start = func() *exec.Cmd { return b.command(isolated, "cat-file", "--batch") }
	err = b.layOut()
	if err == nil && r != nil {
		err = b.borrow(r)
	}
	if err != nil {
		_ = b.Close()
		return nil, fmt.Errorf("make a temporary repository: %w", err)
	}
	return b, nil
}

// temp makes a directory below RUNNER_TEMP where that can be written, which in a
// container it need not be, else below the system's own.
func (g git) temp() (string, error) {
	const pattern = "skillbrief-*.git"
	if runner := g.variable("RUNNER_TEMP"); runner != "" {
		if dir, err := os.MkdirTemp(runner, pattern); err == nil {
			return dir, nil
		}
	}
	return os.MkdirTemp("", pattern)
}

// layOut writes what `git init --bare` would, without templates.
func (b *bare) layOut() error {
	for _, dir := range []string{"refs", "objects/info", "objects/pack"} {
		if err := os.MkdirAll(filepath.Join(b.dir, dir), 0o700); err != nil {
			return err
		}
	}
	if err := b.write("HEAD", "ref: refs/heads/none\n"); err != nil {
		return err
	}
	return b.configure()
}

// configure writes the configuration, over what a partial fetch makes of it.
func (b *bare) configure() error {
	return b.write("config", "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectFormat = "+b.format+"\n")
}

func (b *bare) write(name, text string) error {
	return os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o600)
}

// borrow makes the objects of r readable, and its shallow boundary known.
func (b *bare) borrow(r *repository) error {
	objects, err := realPath(filepath.Join(r.common, "objects"))
	if err != nil {
		return err
	}
	// Lines are quoted as C strings; a path may hold a line feed.
	quoted := `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(filepath.ToSlash(objects)) + "\"\n"
	if err := b.write("objects/info/alternates", quoted); err != nil {
		return err
	}
	shallow, err := os.ReadFile(filepath.Join(r.common, "shallow"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	b.shallow = len(shallow) > 0
	return b.write("shallow", string(shallow))
}

// Close ends what runs and removes the repository.
func (b *bare) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	_ = b.check.stop(context.Background(), nil)
	_ = b.content.stop(context.Background(), nil)
	return os.RemoveAll(b.dir)
}

func (b *bare) command(s scope, args ...string) *exec.Cmd {
	return b.commandContext(context.Background(), s, args...)
}

func (b *bare) commandContext(ctx context.Context, s scope, args ...string) *exec.Cmd {
	return b.git.command(ctx, s, b.from, append([]string{"--git-dir=" + b.dir}, args...)...)
}
