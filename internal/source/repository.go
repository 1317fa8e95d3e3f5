package source

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// repository is the git repository of a directory.
type repository struct {
	dir      string // top of the work tree, or the bare repository; absolute, without links
	common   string // directory of objects and refs
	format   string // of its object ids
	workTree bool   // dir is the top of its work tree
	origin   string // address of the remote "origin"; empty: none
	partial  bool   // a partial clone
}

// Root is the top of the git work tree that holds cwd, else cwd; absolute,
// without links. env gives the variables of the environment.
func Root(ctx context.Context, cwd string, env func(string) string) (string, error) {
	cwd, err := realPath(cwd)
	if err != nil {
		return "", err
	}
	for dir := cwd; ; dir = filepath.Dir(dir) {
		r, err := git(env).layout(ctx, dir)
		if err != nil {
			return "", err
		}
		if r != nil && r.workTree {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return cwd, nil
		}
	}
}

func realPath(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

// repository is that of dir itself, nil where dir is not the top of one.
func (g git) repository(ctx context.Context, dir string) (*repository, error) {
	r, err := g.layout(ctx, dir)
	if err != nil || r == nil {
		return nil, err
	}
	return r, g.configure(ctx, r)
}

// layout is the repository of dir itself as far as git says where it lies.
func (g git) layout(ctx context.Context, dir string) (*repository, error) {
	marked := marks(dir)
	if !marked && (!exists(dir, "HEAD") || !exists(dir, "objects")) {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, localTime)
	defer cancel()
	cmd := g.command(ctx, isolated, dir, "rev-parse", "--is-inside-work-tree", "--show-prefix", "--show-object-format", "--git-common-dir")
	out, _, err := run(cmd, "rev-parse")
	if err != nil {
		// A directory that holds something named HEAD need be no repository.
		if exit := new(exec.ExitError); !marked && errors.As(err, &exit) {
			return nil, nil
		}
		return nil, fmt.Errorf("open the git repository of %q: %w", dir, err)
	}
	fields := strings.SplitN(out, "\n", 4)
	if len(fields) < 4 || fields[1] != "" {
		return nil, nil
	}
	r := &repository{dir: dir, workTree: fields[0] == "true", format: fields[2], common: strings.TrimSuffix(fields[3], "\n")}
	if !filepath.IsAbs(r.common) {
		r.common = filepath.Join(dir, r.common)
	}
	if !marked && r.common != dir {
		return nil, nil
	}
	return r, nil
}

// marks reports whether dir has what makes it the top of a work tree.
func marks(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, ".git"))
	return err == nil && (!info.IsDir() || exists(dir, ".git", "HEAD"))
}

func exists(elements ...string) bool {
	_, err := os.Lstat(filepath.Join(elements...))
	return err == nil
}

// configure reads what reading objects needs to know of the repository's own
// configuration, and of no file that it includes.
func (g git) configure(ctx context.Context, r *repository) error {
	file := filepath.Join(r.common, "config")
	if !exists(file) {
		return nil
	}
	cmd := g.command(ctx, isolated, r.dir, "config", "--file", file, "--no-includes", "--null",
		"--get-regexp", `^(extensions\.partialclone|remote\..*\.promisor|remote\.origin\.url)$`)
	_, err := records(cmd, "config", func(record string) error {
		key, value, _ := strings.Cut(record, "\n")
		switch {
		case key != "remote.origin.url":
			r.partial = true
		case r.origin == "": // git fetches from the first of several
			r.origin = value
		}
		return nil
	})
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.ExitCode() == 1 {
		return nil // no such key
	}
	return err
}

// revision is the commit that a revision of the repository names.
func (g git) revision(ctx context.Context, r *repository, rev string) (string, error) {
	if rev == "" || strings.Contains(rev, "\x00") {
		return "", fmt.Errorf("%q is no revision", rev)
	}
	ctx, cancel := context.WithTimeout(ctx, localTime)
	defer cancel()
	cmd := g.command(ctx, isolated, r.dir, "-c", "core.warnAmbiguousRefs=true", "rev-parse", "--verify", "--end-of-options", rev+"^{commit}")
	out, warnings, err := run(cmd, "rev-parse")
	if err != nil {
		return "", fmt.Errorf("revision %q names no commit here; fetch it, or correct the name (%w)", rev, err)
	}
	if strings.Contains(warnings, "is ambiguous") && !inFull(rev) {
		return "", fmt.Errorf("revision %q names several refs; write the one that is meant in full, such as refs/heads/main or refs/remotes/origin/main", rev)
	}
	id := strings.TrimSpace(out)
	if !isID(id) {
		return "", fmt.Errorf("revision %q: git gives %q, which is no object id", rev, id)
	}
	return id, nil
}

// inFull reports whether a revision starts with a name that git looks up first and as
// it stands. Of others it takes a tag before a branch, so that whoever can push one
// would choose the commit.
func inFull(rev string) bool {
	if end := strings.IndexAny(rev, "^~@:"); end >= 0 {
		rev = rev[:end]
	}
	return strings.HasPrefix(rev, "refs/") || rev == "HEAD" || rev == "FETCH_HEAD"
}
