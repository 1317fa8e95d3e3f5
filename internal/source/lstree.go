package source

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
)

// files lists what a commit holds. Where a tree is absent, as in a clone made
// with --filter=tree:0, the whole commit is fetched.
func (b *bare) files(ctx context.Context, c commit) ([]File, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	files, err := b.list(ctx, c)
	if exit := new(exec.ExitError); !errors.As(err, &exit) || b.fetched[c.id] || b.remotes[0].url == "" && !b.partial {
		return files, err
	}
	fetch := b.fetchCommit(ctx, c.id)
	switch {
	case fetch != nil && b.partial:
		return nil, fmt.Errorf("the trees of the commit %s are not available in this partial clone, and cannot be fetched: %w", c.id, fetch)
	case fetch != nil:
		return nil, fmt.Errorf("%w; and the commit cannot be fetched anew: %w", err, fetch)
	}
	return b.list(ctx, c)
}

func (b *bare) list(ctx context.Context, c commit) (files []File, err error) {
	ctx, cancel := context.WithTimeout(ctx, localTime)
	defer cancel()
	cmd := b.commandContext(ctx, isolated, "ls-tree", "-r", "-t", "-z", "--full-tree", "--end-of-options", c.tree)
	entries, length := 0, 0
	trees := []string{c.tree}
	_, err = records(cmd, "ls-tree", func(record string) error {
		if entries++; entries > 2*MaxFiles { // directories too, which a forged tree can have without files
			return ErrTooManyFiles
		}
		if id, ok := parseTree(record); ok {
			trees = append(trees, id)
			return nil
		}
		f, err := parseEntry(record)
		length += len(f.Path)
		switch {
		case len(files) == MaxFiles:
			return ErrTooManyFiles
		case length > maxPaths:
			return ErrLongPaths
		}
		files = append(files, f)
		return err
	})
	if err == nil {
		err = b.prove(ctx, trees)
	}
	if err == nil {
		files, err = sorted(files)
	}
	if err != nil {
		return nil, fmt.Errorf("list the commit %s: %w", c.id, err)
	}
	return files, nil
}

// prove makes sure, once for each, that trees are what their ids say: git makes sure
// of the root only.
func (b *bare) prove(ctx context.Context, trees []string) error {
	slices.Sort(trees)
	trees = slices.DeleteFunc(slices.Compact(trees), func(id string) bool { return b.proven[id] })
	return b.contents(ctx, trees, "tree", func(id, _ string) { b.proven[id] = true })
}

// tree lists a commit and reads the targets of its links.
func (b *bare) tree(ctx context.Context, c commit) (*Tree, error) {
	files, err := b.files(ctx, c)
	if err != nil {
		return nil, err
	}
	t := &Tree{Commit: c.id, Files: files, store: b, format: b.format, links: map[string]string{}}
	var links []File
	for _, f := range files {
		if f.Mode == Link {
			links = append(links, f)
		}
	}
	targets, err := t.Read(ctx, links, maxTarget)
	if err != nil {
		return nil, fmt.Errorf("read the links of the commit %s: %w", c.id, err)
	}
	for i, f := range links {
		if !targets[i].Large {
			t.links[f.Path] = targets[i].Data
		}
	}
	return t, nil
}

// parseTree reads the id of an entry of ls-tree that is a directory.
func parseTree(record string) (id string, ok bool) {
	rest, ok := strings.CutPrefix(record, "040000 tree ")
	id, _, found := strings.Cut(rest, "\t")
	return id, ok && found && isID(id)
}

// parseEntry reads "mode kind id<TAB>path" of ls-tree. A path that a checkout
// would refuse is an error: it could lead a writer of files out of its folder.
func parseEntry(record string) (File, error) {
	entry, path, ok := strings.Cut(record, "\t")
	fields := strings.Split(entry, " ")
	if !ok || len(fields) != 3 || !isID(fields[2]) {
		return File{}, fmt.Errorf("git ls-tree gives %q", record)
	}
	if err := checkPath(path); err != nil {
		return File{}, err
	}
	f := File{Path: path, ID: fields[2]}
	switch mode := fields[0]; {
	case mode == "120000":
		f.Mode = Link
	case mode == "160000":
		f.Mode = Submodule
	case !strings.HasPrefix(mode, "100") || fields[1] != "blob":
		return File{}, fmt.Errorf("the tree is malformed: %q has the mode %s", path, mode)
	}
	return f, nil
}

var errPath = errors.New("the tree is malformed: no file can have the path")

// maxPath is the length of a path in bytes, PATH_MAX of Linux: a longer one can be
// in a tree, not in a checkout.
const maxPath = 4096

func checkPath(path string) error {
	if len(path) > maxPath {
		return fmt.Errorf("%w %.100q..., which is %d bytes long", errPath, path, len(path))
	}
	for name := range strings.SplitSeq(path, "/") {
		if name == "" || name == "." || name == ".." || strings.EqualFold(name, ".git") || strings.Contains(name, "\x00") {
			return fmt.Errorf("%w %q", errPath, path)
		}
	}
	return nil
}
