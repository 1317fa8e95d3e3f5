package source

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// errNoRemote is returned where an object is absent and there is nowhere to ask.
var errNoRemote = errors.New("no remote is known to fetch it from: the repository has no remote \"origin\"")

// fetchCommit brings one commit with all its files, none of its history. No remote
// is asked twice for a commit.
func (b *bare) fetchCommit(ctx context.Context, id string) error {
	if b.fetched[id] {
		return errors.New("it could not be fetched before")
	}
	b.fetched[id] = true
	return b.fetch(ctx, "", []string{"--depth=1"}, id)
}

// fetchBlobs brings blobs in one go.
func (b *bare) fetchBlobs(ctx context.Context, ids []string) error {
	err := b.fetch(ctx, strings.Join(ids, "\n")+"\n", []string{"--filter=blob:none", "--stdin"})
	// A fetch with a filter makes the remote one that git asks by itself.
	return errors.Join(err, b.configure())
}

// fetch runs git fetch at one remote after the other, until one has what is wanted:
// ids tell whether it is. Without the noop negotiation git 2.39 trusts that what the
// borrowed objects refer to is there, which in a partial clone it is not.
func (b *bare) fetch(ctx context.Context, stdin string, flags []string, ids ...string) (err error) {
	for _, r := range b.remotes {
		args := slices.Concat([]string{
			"-c", "fetch.negotiationAlgorithm=noop", "-c", "fetch.unpackLimit=1", "-c", "core.alternateRefsPrefixes=refs/none",
			"fetch", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head",
		}, flags, []string{"--end-of-options", r.url}, ids)
		_, failed := b.ask(ctx, r, "fetch", stdin, args...)
		switch {
		case failed == nil:
			return nil
		case err == nil:
			err = failed
		default:
			err = fmt.Errorf("%w; %w", err, failed)
		}
	}
	return err
}

// tip is the id of a ref at the last remote, the repository's own. A branch is there
// what its owner makes it.
func (b *bare) tip(ctx context.Context, ref string) (string, error) {
	if err := checkRef(ref); err != nil {
		return "", err
	}
	own := b.remotes[len(b.remotes)-1]
	out, err := b.ask(ctx, own, "ls-remote", "", "ls-remote", "--end-of-options", own.url, ref)
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(out) {
		id, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if name == ref && isID(id) {
			return id, nil
		}
	}
	return "", fmt.Errorf("the remote has no ref %q", ref)
}

// checkRef refuses what git would not take as a full ref name, and patterns.
func checkRef(ref string) error {
	bad := func(r rune) bool { return r <= ' ' || r == 0x7f || strings.ContainsRune(`*?[\^~:`, r) }
	if !strings.HasPrefix(ref, "refs/") || strings.ContainsFunc(ref, bad) || strings.Contains(ref, "..") {
		return fmt.Errorf("%q is no full ref name, such as refs/heads/main", ref)
	}
	return nil
}

// ask runs a command that talks to a remote: without a terminal, within the
// timeout, the token in the environment only.
func (b *bare) ask(ctx context.Context, r remote, name, stdin string, args ...string) (string, error) {
	if r.url == "" {
		return "", errNoRemote
	}
	limited, cancel := context.WithTimeout(ctx, b.timeout)
	defer cancel()
	cmd := b.commandContext(limited, network, append([]string{"-c", "http.lowSpeedLimit=1", "-c", "http.lowSpeedTime=60"}, args...)...)
	cmd.Env = append(cmd.Env, r.environ()...)
	cmd.Stdin = strings.NewReader(stdin)
	detach(cmd)
	out, _, err := run(cmd, name)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("git %s: no answer within %s", name, b.timeout)
	}
	if said := new(failure); errors.As(err, &said) {
		said.said = r.hush(said.said)
	}
	if err != nil {
		return "", fmt.Errorf("ask %q: %w", r.url, err)
	}
	return out, nil
}
