package source

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// Pin names a directory of a repository at one commit.
type Pin struct {
	Repo   string // owner/name; on GitLab with groups between
	Commit string // full object id, lower case
	Dir    string // relative to the root of the repository; empty: the root
}

var pinned = regexp.MustCompile(`^([\w.-]+(?:/[\w.-]+)+)@([0-9a-fA-F]{40}|[0-9a-fA-F]{64})(?://(.*))?$`)

// ParsePin reads "owner/repo@sha//dir"; false where entry is none.
func ParsePin(entry string) (Pin, bool) {
	m := pinned.FindStringSubmatch(entry)
	if m == nil || strings.HasPrefix(m[1], "-") || strings.HasPrefix(m[1], ".") || strings.Contains(m[1], "/.") {
		return Pin{}, false
	}
	return Pin{Repo: m[1], Commit: strings.ToLower(m[2]), Dir: strings.Trim(m[3], "/")}, true
}

// Library lists a library of the host: a directory by its absolute path, or a
// pinned repository's, which is fetched from the server with LibraryToken. Paths
// are relative to the library, so that no link can leave it. The tree is the
// caller's to close.
func Library(ctx context.Context, opts Options, entry string) (*Tree, error) {
	if pin, ok := ParsePin(entry); ok {
		t, err := fetchLibrary(ctx, opts, pin)
		if err != nil {
			return nil, fmt.Errorf("library %q: %w", entry, err)
		}
		return t, nil
	}
	if !filepath.IsAbs(entry) {
		return nil, fmt.Errorf("library %q is neither an absolute path nor pinned as owner/repo@<40 or 64 hex digits>//dir", entry)
	}
	t, err := Directory(entry)
	if err != nil {
		return nil, fmt.Errorf("library %q: %w", entry, err)
	}
	return t, nil
}

func fetchLibrary(ctx context.Context, opts Options, pin Pin) (*Tree, error) {
	c := opts.credential(opts.LibraryToken)
	if c.server == "" {
		c.server = "https://github.com"
	}
	server, err := serverOf(c.server)
	if err != nil {
		return nil, err
	}
	from, err := remoteAt(server+"/"+pin.Repo+".git", c)
	if err != nil {
		return nil, err
	}
	b, err := git(opts.Env).bare(nil)
	if err != nil {
		return nil, err
	}
	b.remotes, b.timeout = []remote{from}, opts.timeout()
	t, err := b.library(ctx, pin)
	if err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return t, nil
}

func (b *bare) library(ctx context.Context, pin Pin) (*Tree, error) {
	c, err := b.commit(ctx, pin.Commit)
	if err != nil {
		return nil, err
	}
	t, err := b.tree(ctx, c)
	if err != nil {
		return nil, err
	}
	t.closer = b
	return t, t.descend(pin.Dir)
}

// descend makes a directory of the tree its root.
func (t *Tree) descend(dir string) error {
	_, err := t.Resolve(dir)
	var where *LinkError
	if !errors.As(err, &where) {
		return fmt.Errorf("%q is a file, not a directory", dir)
	}
	if where.Kind != IsDirectory {
		return err
	}
	if where.At == "" {
		return nil
	}
	var below []File
	links := map[string]string{}
	for _, f := range t.Files {
		rest, ok := strings.CutPrefix(f.Path, where.At+"/")
		if !ok {
			continue
		}
		if target, ok := t.links[f.Path]; ok {
			links[rest] = target
		}
		f.Path = rest
		below = append(below, f)
	}
	t.Files, t.links = below, links
	return nil
}
