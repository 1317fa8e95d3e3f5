package source

import (
	"bufio"
	"context"
	"fmt"
	"strings"
)

// commit is what a commit object says at its top.
type commit struct {
	id, tree string
	parents  []string
	message  string
}

// commit reads the commit that id, or the tag id, names; one that is absent is
// fetched.
func (b *bare) commit(ctx context.Context, id string) (commit, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for range 8 { // tags of tags
		o, err := b.object(ctx, id)
		if err != nil {
			return commit{}, err
		}
		switch o.kind {
		case "commit", "tag":
		default:
			return commit{}, fmt.Errorf("%s is a %s, no commit", id, o.kind)
		}
		data, err := b.load(ctx, id, o)
		if err != nil {
			return commit{}, err
		}
		if o.kind == "commit" {
			return parseCommit(id, data)
		}
		if id, err = parseTag(id, data); err != nil {
			return commit{}, err
		}
	}
	return commit{}, fmt.Errorf("%s is a tag of a tag of a tag without an end", id)
}

// object looks id up, first here, then at the remote.
func (b *bare) object(ctx context.Context, id string) (object, error) {
	if err := b.suit(id); err != nil {
		return object{}, err
	}
	found, err := b.objects(ctx, []string{id})
	if err != nil || found[0].kind != "" {
		return found[0], err
	}
	if err := b.fetchCommit(ctx, id); err != nil {
		err = fmt.Errorf("commit %s is not in the repository and cannot be fetched: %w", id, err)
		if b.shallow {
			err = fmt.Errorf("%w; the clone is shallow: a checkout with fetch-depth: 0 (on GitLab GIT_DEPTH: 0) has every commit of its branches", err)
		}
		return object{}, err
	}
	found, err = b.objects(ctx, []string{id})
	if err == nil && found[0].kind == "" {
		err = fmt.Errorf("%s is absent even after it was fetched", id)
	}
	return found[0], err
}

// suit makes sure that id is of the repository's object format. One without a
// workspace takes the format of the first id.
func (b *bare) suit(id string) error {
	if !isID(id) {
		return fmt.Errorf("%q is no full object id of 40 or 64 hex digits", id)
	}
	if formatOf(id) == b.format {
		return nil
	}
	if b.settled || len(b.fetched) > 0 {
		return fmt.Errorf("%s is a %s id, the repository's are %s", id, formatOf(id), b.format)
	}
	b.format = formatOf(id)
	return b.configure()
}

func (b *bare) objects(ctx context.Context, ids []string) ([]object, error) {
	found := make([]object, len(ids))
	err := b.check.ask(ctx, ids, func(i int, o object, _ *bufio.Reader) error {
		found[i] = o
		return nil
	})
	return found, err
}

const maxHead = 16 << 20 // bytes of a commit or tag object

// load reads a commit or tag.
func (b *bare) load(ctx context.Context, id string, o object) (data string, err error) {
	if o.size > maxHead {
		return "", fmt.Errorf("%s %s holds %d bytes, more than %d", o.kind, id, o.size, maxHead)
	}
	err = b.contents(ctx, []string{id}, o.kind, func(_ string, text string) { data = text })
	return data, err
}

// contents reads objects of one kind and makes sure of what they hold: an object
// store that others can write to is believed in nothing.
func (b *bare) contents(ctx context.Context, ids []string, kind string, each func(id, data string)) error {
	return b.content.ask(ctx, ids, func(i int, o object, r *bufio.Reader) error {
		if o.kind != kind {
			return fmt.Errorf("%s is no longer the %s it was", ids[i], kind)
		}
		data, err := content(r, o.size)
		if err != nil {
			return err
		}
		if objectID(b.format, kind, data) != ids[i] {
			return fmt.Errorf("%s %s is damaged: its bytes are those of another object", kind, ids[i])
		}
		each(ids[i], data)
		return nil
	})
}

// parseCommit reads a commit object as git does: the tree, then the parents,
// which are those lines only that follow at once.
func parseCommit(id, data string) (commit, error) {
	c := commit{id: id}
	line, rest, _ := strings.Cut(data, "\n")
	tree, ok := strings.CutPrefix(line, "tree ")
	if !ok || !isID(tree) || len(tree) != len(id) {
		return c, fmt.Errorf("commit %s is malformed: its first line is %q", id, line)
	}
	c.tree = tree
	_, c.message, _ = strings.Cut(data, "\n\n")
	for {
		line, rest, _ = strings.Cut(rest, "\n")
		parent, ok := strings.CutPrefix(line, "parent ")
		if !ok {
			return c, nil
		}
		if !isID(parent) || len(parent) != len(id) {
			return c, fmt.Errorf("commit %s is malformed: it names %q as a parent", id, parent)
		}
		c.parents = append(c.parents, parent)
	}
}

// parseTag gives the object that an annotated tag points to.
func parseTag(id, data string) (string, error) {
	line, _, _ := strings.Cut(data, "\n")
	target, ok := strings.CutPrefix(line, "object ")
	if !ok || !isID(target) || len(target) != len(id) {
		return "", fmt.Errorf("tag %s is malformed: its first line is %q", id, line)
	}
	return target, nil
}
