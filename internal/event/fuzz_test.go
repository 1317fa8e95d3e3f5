package event

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		f.Fatal("no fixtures", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		for _, event := range []string{name, "push", "workflow_run", "pull_request_target"} {
			f.Add(data, event, mergeRef, mergeSHA, "", "")
			f.Add(bytes.ReplaceAll(data, []byte("main"), []byte("topic")), event, "refs/heads/topic", headSHA, "empty", "")
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, name, on, sha, untrusted, glob string) {
		e := env{
			"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": name, "GITHUB_EVENT_PATH": "p", "GITHUB_REF": on, "GITHUB_SHA": sha,
			"GITHUB_REPOSITORY": "acme/standards",
		}
		o := Options{UntrustedBase: untrusted}
		if glob != "" {
			o.TrustedRefs = []string{glob}
		}
		w, err := Read(o, e.lookup, func(string) ([]byte, error) { return data, nil })
		if err != nil {
			if w.Trusted != (Wish{}) || strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("trusted %+v, error %q", w.Trusted, err)
			}
			return
		}
		checkWishes(t, w)
		checkTrust(t, w, o)
		if push, err := decode[pushPayload](data); err == nil && name == "push" && !push.Deleted && !zero(push.After) {
			on = push.Ref
		}
		if branch := strings.TrimPrefix(on, heads); w.Trusted.Kind == After && !o.names(on) && (branch == on || branch != w.DefaultBranch) {
			t.Errorf("trusted is after, on %q", on)
		}
	})
}

// checkWishes holds what is true of all wishes: every id and ref is well-formed.
func checkWishes(t *testing.T, w Wishes) {
	ids := []string{w.HeadSHA}
	for _, wish := range []Wish{w.Trusted, w.Before, w.After} {
		switch wish.Kind {
		case SHA:
			ids = append(ids, wish.Value)
		case Branch:
			if ref("", wish.Value) != nil || !strings.HasPrefix(wish.Value, heads) {
				t.Errorf("branch %q", wish.Value)
			}
		default:
			if wish.Value != "" {
				t.Errorf("value in %+v", wish)
			}
		}
	}
	if w.Merge != nil {
		ids = append(ids, w.Merge.SHA, w.Merge.Head)
	}
	for _, id := range ids {
		if got, err := object("", id); id != "" && (err != nil || got != id) {
			t.Errorf("id %q", id)
		}
	}
	if w.PullRequest < 0 || w.Missing != nil && w.Trusted != (Wish{}) {
		t.Errorf("wishes %+v", w)
	}
}

// checkTrust holds that what an author can choose is trusted only where it is on
// a trusted ref.
func checkTrust(t *testing.T, w Wishes, o Options) {
	trustable := func(name string) bool { return name == w.DefaultBranch || o.names(heads+name) }
	switch {
	case w.Trusted.Kind == SHA:
		t.Errorf("trusted is %+v without trusted-sha", w.Trusted)
	case w.Trusted.Kind == Before && (!trustable(w.BaseRef) || !same(w.BaseRepo, w.Repo)):
		t.Errorf("trusted is before, on %q", w.BaseRef)
	case w.Trusted.Kind == After && (w.PullRequest != 0 || w.HeadSHA != ""):
		t.Errorf("trusted is after, of a pull request")
	case w.Trusted.Kind == Branch && !trustable(strings.TrimPrefix(w.Trusted.Value, heads)):
		t.Errorf("trusted is %+v", w.Trusted)
	case o.UntrustedBase == "empty" && w.Trusted.Kind == Branch && w.Event != "merge_group":
		t.Errorf("trusted is %+v though an untrusted base makes it empty", w.Trusted)
	}
	if w.Merge != nil && slices.Contains([]string{w.HeadSHA, w.Before.Value}, w.Merge.SHA) {
		t.Errorf("merge %+v", w.Merge)
	}
}
