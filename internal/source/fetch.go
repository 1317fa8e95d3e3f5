package source

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// errNoRemote is returned where an object is absent and there is nowhere to ask.
var errNoRemote = errors.New("no remote is known to fetch it from: the repository has no remote \"origin\"")

// fetchCommit brings one commit with all its files, none of its history. The
// remote is asked at most once for a commit.
func (b *bare) fetchCommit(ctx context.Context, id string) error {
	if b.fetched[id] {
		return errors.New("it could not be fetched before")
	}
	b.fetched[id] = true
	return b.fetch(ctx, "", "--depth=1", "--end-of-options", b.remote.url, id)
}

// fetchBlobs brings blobs in one go.
func (b *bare) fetchBlobs(ctx context.Context, ids []string) error {
	err := b.fetch(ctx, strings.Join(ids, "\n")+"\n", "--filter=blob:none", "--stdin", "--end-of-options", b.remote.url)
	// A fetch with a filter makes the remote one that git asks by itself.
	return errors.Join(err, b.configure())
}

// fetch runs git fetch. Without the noop negotiation git 2.39 trusts that what the
// borrowed objects refer to is there, which in a partial clone it is not.
func (b *bare) fetch(ctx context.Context, stdin string, args ...string) error {
	args = append([]string{
		"-c", "fetch.negotiationAlgorithm=noop", "-c", "fetch.unpackLimit=1", "-c", "core.alternateRefsPrefixes=refs/none",
		"fetch", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head",
	}, args...)
	_, err := b.ask(ctx, "fetch", stdin, args...)
	return err
}

// tip is the id of a ref at the remote, empty where it has none of that name.
func (b *bare) tip(ctx context.Context, ref string) (string, error) {
	if err := checkRef(ref); err != nil {
		return "", err
	}
	out, err := b.ask(ctx, "ls-remote", "", "ls-remote", "--end-of-options", b.remote.url, ref)
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

// ask runs a command that talks to the remote: without a terminal, within the
// timeout, the token in the environment only.
func (b *bare) ask(ctx context.Context, name, stdin string, args ...string) (string, error) {
	if b.remote.url == "" {
		return "", errNoRemote
	}
	limited, cancel := context.WithTimeout(ctx, b.timeout)
	defer cancel()
	cmd := b.commandContext(limited, network, append([]string{"-c", "http.lowSpeedLimit=1", "-c", "http.lowSpeedTime=60"}, args...)...)
	cmd.Env = append(cmd.Env, b.remote.environ()...)
	cmd.Stdin = strings.NewReader(stdin)
	detach(cmd)
	out, _, err := run(cmd, name)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("git %s: no answer within %s", name, b.timeout)
	}
	if said := new(failure); errors.As(err, &said) {
		said.said = b.remote.hush(said.said)
	}
	if err != nil {
		return "", fmt.Errorf("ask %q: %w", b.remote.url, err)
	}
	return out, nil
}
