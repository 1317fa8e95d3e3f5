package source

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/skillbrief/skillbrief/internal/event"
)

// opening is what Open learns on its way.
type opening struct {
	opts   Options
	git    git
	dir    string
	repo   *repository // nil: a plain directory
	store  *bare       // nil until a commit is asked for
	byID   map[string]*Tree
	onDisk *Tree
	trees  *Trees
}

func newOpening(ctx context.Context, opts Options) (*opening, error) {
	o := &opening{opts: opts, git: git(opts.Env), byID: map[string]*Tree{}, trees: &Trees{}}
	var err error
	if o.dir, err = realPath(opts.Dir); err != nil {
		return nil, fmt.Errorf("find the repository: %w", err)
	}
	o.trees.commits = o.commit
	if o.repo, err = o.git.repository(ctx, o.dir); err != nil || o.repo == nil {
		return o, err
	}
	if opts.Workspace && o.repo.common == o.repo.dir {
		o.repo = nil
		return o, nil
	}
	if from, err := remoteAt(o.repo.origin, credential{}); err == nil {
		o.trees.Origin = from.url
	}
	return o, nil
}

func (o *opening) roles(ctx context.Context, w event.Wishes) (err error) {
	before, after := o.merged(ctx, w)
	t := o.trees
	if t.Before, err = o.role(ctx, "before", before); err != nil {
		return err
	}
	if t.After, err = o.role(ctx, "after", after); err != nil {
		return err
	}
	t.Trusted, err = o.role(ctx, "trusted", w.Trusted)
	return err
}

// merged gives the wishes for before and after: those of the test merge, where it
// is what GitHub says it is.
func (o *opening) merged(ctx context.Context, w event.Wishes) (before, after event.Wish) {
	if w.Merge == nil {
		return w.Before, w.After
	}
	base, err := o.firstParent(ctx, *w.Merge)
	if err != nil {
		o.note("the test merge %q is not used: %v", w.Merge.SHA, err)
		return w.Before, w.After
	}
	o.trees.Verified = true
	return event.Wish{Kind: event.SHA, Value: base, Why: "first parent of the verified test merge"},
		event.Wish{Kind: event.SHA, Value: w.Merge.SHA, Why: "verified test merge"}
}

// firstParent verifies a test merge and gives the commit that it merges into.
func (o *opening) firstParent(ctx context.Context, m event.Merge) (string, error) {
	c, err := o.commit(ctx, m.SHA)
	switch {
	case err != nil:
		return "", err
	case c.id != m.SHA:
		return "", errors.New("it is a tag")
	case len(c.parents) != 2:
		return "", fmt.Errorf("it has %d parents, not 2", len(c.parents))
	case c.parents[1] != m.Head:
		return "", fmt.Errorf("its second parent is %s, not the head %s", c.parents[1], m.Head)
	}
	return c.parents[0], nil
}

// role finds the tree that a role stands for, and notes how.
func (o *opening) role(ctx context.Context, name string, w event.Wish) (*Tree, error) {
	t, err := o.tree(ctx, w)
	switch {
	case err != nil && w.Optional && ctx.Err() == nil:
		o.note("%s: none, as %s cannot be had: %v", name, w.Why, err)
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("the commit %s (%s) cannot be had: %w", name, w.Why, err)
	case t == nil:
		o.note("%s: none%s", name, because(w.Why))
	case t.Commit == "":
		o.note("%s: files on disk%s", name, because(w.Why))
	default:
		o.note("%s: %s%s", name, t.Commit, because(w.Why))
	}
	return t, nil
}

func because(why string) string {
	if why == "" {
		return ""
	}
	return ", " + why
}

func (o *opening) note(format string, args ...any) {
	o.trees.Notes = append(o.trees.Notes, fmt.Sprintf(format, args...))
}

var errNoCommit = errors.New("there is no such commit in this event")

func (o *opening) tree(ctx context.Context, w event.Wish) (*Tree, error) {
	switch w.Kind {
	case event.None:
		return nil, nil
	case event.WorkTree:
		return o.disk(ctx)
	case event.SHA:
		return o.at(ctx, strings.ToLower(w.Value))
	case event.Branch:
		return o.tip(ctx, w.Value)
	case event.Rev:
		return o.revision(ctx, w.Value)
	}
	same := o.trees.Before
	if w.Kind == event.After {
		same = o.trees.After
	}
	if same == nil {
		return nil, errNoCommit
	}
	return same, nil
}

// disk lists the files on disk, once.
func (o *opening) disk(ctx context.Context) (*Tree, error) {
	if o.onDisk != nil {
		return o.onDisk, nil
	}
	var err error
	var warnings string
	if o.repo != nil && o.repo.workTree {
		o.onDisk, warnings, err = o.git.worktree(ctx, o.repo)
	} else {
		o.onDisk, err = Directory(o.dir)
	}
	if err != nil {
		return nil, err
	}
	if warnings != "" {
		o.note("git ls-files says: %s", warnings)
	}
	o.trees.closers = append(o.trees.closers, o.onDisk)
	return o.onDisk, nil
}

func (o *opening) revision(ctx context.Context, rev string) (*Tree, error) {
	if id := strings.ToLower(rev); isID(id) {
		return o.at(ctx, id)
	}
	if o.repo == nil {
		return nil, fmt.Errorf("revision %q: %q is the top of no git repository", rev, o.dir)
	}
	id, err := o.git.revision(ctx, o.repo, rev)
	if err != nil {
		return nil, err
	}
	return o.at(ctx, id)
}

// tip asks the remote for the tip of a branch: what the workspace says of it may
// be old.
func (o *opening) tip(ctx context.Context, ref string) (*Tree, error) {
	b, err := o.objects()
	if err != nil {
		return nil, err
	}
	id, err := b.tip(ctx, ref)
	if err != nil {
		return nil, err
	}
	return o.at(ctx, id)
}

func (o *opening) at(ctx context.Context, id string) (*Tree, error) {
	c, err := o.commit(ctx, id)
	if err != nil {
		return nil, err
	}
	if t := o.byID[c.id]; t != nil {
		return t, nil
	}
	t, err := o.store.tree(ctx, c)
	if err == nil {
		o.byID[c.id] = t
	}
	return t, err
}

func (o *opening) commit(ctx context.Context, id string) (commit, error) {
	b, err := o.objects()
	if err != nil {
		return commit{}, err
	}
	return b.commit(ctx, id)
}

// objects is the repository that commits are read in, made when first wanted.
func (o *opening) objects() (*bare, error) {
	if o.store != nil {
		return o.store, nil
	}
	remotes, err := o.remotes()
	if err != nil {
		return nil, err
	}
	b, err := o.git.bare(o.repo)
	if err != nil {
		return nil, err
	}
	b.remotes, b.timeout = remotes, o.opts.timeout()
	o.store = b
	o.trees.closers = append(o.trees.closers, b)
	return b, nil
}

// remotes are where absent commits are asked for: the workspace's "origin", and
// where that is another repository, this one's own.
func (o *opening) remotes() ([]remote, error) {
	addresses := []string{o.opts.RemoteURL}
	if o.repo != nil && o.repo.origin != "" {
		addresses = []string{o.repo.origin}
		if o.opts.Workspace && elsewhere(o.repo.origin, o.opts.RemoteURL) {
			addresses = append(addresses, o.opts.RemoteURL)
			o.note("the remote \"origin\" is %q, which is another repository than this one: it is not asked for branches", o.trees.Origin)
		}
	}
	var remotes []remote
	for _, address := range addresses {
		r, err := remoteAt(address, o.opts.credential(o.opts.Token))
		if err != nil {
			return nil, err
		}
		remotes = append(remotes, r)
	}
	return remotes, nil
}
