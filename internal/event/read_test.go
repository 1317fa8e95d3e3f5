package event

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// The commits of the fixtures: the base, the head or what was pushed, and GITHUB_SHA.
var (
	baseSHA  = strings.Repeat("a", 40)
	headSHA  = strings.Repeat("b", 40)
	mergeSHA = strings.Repeat("c", 40)
	pinSHA   = strings.Repeat("9", 64)
)

type env map[string]string

// with is e and more, pairs of name and value.
func (e env) with(pairs ...string) env {
	out := env{}
	for k, v := range e {
		out[k] = v
	}
	for i := 0; i < len(pairs); i += 2 {
		out[pairs[i]] = pairs[i+1]
	}
	return out
}

func (e env) lookup(name string) string { return e[name] }

// on is the environment of a GitHub event; the fixture is named like the event
// unless said otherwise.
func on(event, ref string) env {
	return env{
		"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": event, "GITHUB_REF": ref, "GITHUB_SHA": mergeSHA,
		"GITHUB_REPOSITORY": "acme/standards", "GITHUB_EVENT_PATH": event,
		// What the author of a pull request chooses, and what nothing may be taken from.
		"GITHUB_HEAD_REF": "mallory", "GITHUB_BASE_REF": "mallory",
	}
}

func fixture(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join("testdata", name+".json"))
}

// edit is the fixture with pairs of old and new text exchanged.
func edit(t *testing.T, pairs ...string) func(string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		data, err := fixture(name)
		for i := 0; i < len(pairs); i += 2 {
			if !strings.Contains(string(data), pairs[i]) {
				t.Errorf("%s holds no %s", name, pairs[i])
			}
		}
		return []byte(strings.NewReplacer(pairs...).Replace(string(data))), err
	}
}

func sha(value string) Wish      { return Wish{Kind: SHA, Value: value} }
func branchTip(n string) Wish    { return Wish{Kind: Branch, Value: "refs/heads/" + n} }
func optional(value string) Wish { return Wish{Kind: SHA, Value: value, Optional: true} }

var (
	before, after = Wish{Kind: Before}, Wish{Kind: After}
	merge         = &Merge{SHA: mergeSHA, Head: headSHA}
	noWhy         = cmpopts.IgnoreFields(Wish{}, "Why")
)

// roles is what the table of roles speaks of.
type roles struct {
	Trusted, Before, After Wish
	Merge                  *Merge
}

func rolesOf(w Wishes) roles { return roles{w.Trusted, w.Before, w.After, w.Merge} }

type row struct {
	name    string
	env     env
	options Options
	edit    []string // pairs of old and new text in the fixture
	want    roles
	err     string // part of the error
}

func (r row) run(t *testing.T) {
	t.Parallel()
	w, err := Read(r.options, r.env.lookup, edit(t, r.edit...))
	if r.err != "" {
		if err == nil || !strings.Contains(err.Error(), r.err) {
			t.Fatalf("error %v; want one with %q", err, r.err)
		}
		if strings.ContainsAny(err.Error(), "\n\r\x1b") {
			t.Errorf("error is not one plain line: %q", err)
		}
		if w.Trusted != (Wish{}) {
			t.Errorf("trusted is %+v beside an error", w.Trusted)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r.want, rolesOf(w), noWhy); diff != "" {
		t.Errorf("roles (-want +got):\n%s", diff)
	}
	if w.Missing == nil && w.Trusted.Why == "" {
		t.Error("trusted does not say why")
	}
}

func TestLocal(t *testing.T) {
	t.Parallel()
	tree := Wish{Kind: WorkTree}
	rev := func(s string) Wish { return Wish{Kind: Rev, Value: s} }
	for _, r := range []row{
		{name: "work tree", want: roles{Trusted: after, After: tree}},
		{name: "before", options: Options{Before: "HEAD~1"}, want: roles{Trusted: after, Before: rev("HEAD~1"), After: tree}},
		{
			name: "all", options: Options{Trusted: "main", Before: "v1", After: "HEAD"},
			want: roles{Trusted: rev("main"), Before: rev("v1"), After: rev("HEAD")},
		},
		{name: "pinned", options: Options{TrustedSHA: pinSHA}, want: roles{Trusted: sha(pinSHA), After: tree}},
		{name: "flags in a CI", env: on("push", "refs/heads/main"), options: Options{After: "HEAD"}, want: roles{Trusted: after, After: rev("HEAD")}},
		{name: "asked for in a CI", env: on("push", "refs/heads/main"), options: Options{Local: true}, want: roles{Trusted: after, After: tree}},
		{name: "dash", options: Options{Before: "--upload-pack=x"}, err: "--before"},
		{name: "newline", options: Options{After: "a\nb"}, err: "--after"},
		{name: "range", options: Options{Trusted: "a..b"}, err: "range"},
		{name: "both", options: Options{Trusted: "a", TrustedSHA: pinSHA}, err: "trusted-sha"},
	} {
		t.Run(r.name, r.run)
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	for _, o := range []Options{
		{TrustedSHA: "main"},
		{TrustedSHA: strings.Repeat("0", 40)},
		{TrustedSHA: headSHA[:39]},
		{TrustedSHA: headSHA + "\n"},
		{TrustedRefs: []string{"release/["}},
		{UntrustedBase: "Refuse"},
		{Before: "-x"},
	} {
		for _, e := range []env{{}, on("push", "refs/heads/main"), gitLab} {
			if w, err := Read(o, e.lookup, fixture); !errors.Is(err, ErrInput) {
				t.Errorf("%+v: error %v, wishes %+v; want ErrInput", o, err, w)
			}
		}
	}
	w, err := Read(Options{TrustedSHA: strings.ToUpper(headSHA)}, env{}.lookup, fixture)
	if err != nil || w.Trusted.Value != headSHA {
		t.Errorf("upper case: %+v, %v; want lower case", w.Trusted, err)
	}
}
