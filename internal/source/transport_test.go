package source

import (
	"context"
	"net"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/skillbrief/skillbrief/internal/event"
)

// server serves the repositories below a directory over HTTP, to those who send
// the header wanted, and keeps each header that was sent.
type server struct {
	*httptest.Server
	mu   sync.Mutex
	sent []string
}

func serve(t *testing.T, root, wanted string) *server {
	t.Helper()
	s := &server{}
	core, err := exec.Command("git", "--exec-path").Output()
	if err != nil {
		t.Fatal(err)
	}
	backend := &cgi.Handler{
		Path: filepath.Join(strings.TrimSpace(string(core)), "git-http-backend"),
		Env: []string{
			"GIT_PROJECT_ROOT=" + root, "GIT_HTTP_EXPORT_ALL=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1",
			"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*",
		},
	}
	if _, err := os.Stat(backend.Path); err != nil {
		t.Skip("git is installed without http-backend")
	}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.sent = append(s.sent, r.Header["Authorization"]...)
		s.mu.Unlock()
		if got := "Authorization: " + strings.Join(r.Header["Authorization"], ","); got != wanted {
			w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
			http.Error(w, "no", http.StatusUnauthorized)
			return
		}
		backend.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// published is a bare copy of a pull request's repository as owner/repo.git.
func published(t *testing.T, p pull) string {
	t.Helper()
	f := fixture{t, t.TempDir()}
	f.git("clone", "-q", "--mirror", p.origin.dir, "owner/repo.git")
	return f.dir
}

func TestTokenIsSent(t *testing.T) {
	t.Parallel()
	p := newPull(t)
	s := serve(t, published(t, p), basic("x-access-token", "secret"))
	c := newFixture(t)
	c.git("remote", "add", "origin", s.URL+"/owner/repo.git")
	home := t.TempDir()
	// The user's own header must not be sent beside ours.
	if err := os.WriteFile(filepath.Join(home, ".gitconfig"), []byte("[http \""+s.URL+"/\"]\n\textraheader = Authorization: Basic eDp5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o := Options{Dir: c.dir, Server: s.URL, Token: "secret", Env: env("HOME", home, "RUNNER_TEMP", t.TempDir())}
	trees := openAll(t, o, p.wishes())
	if got := contents(t, trees.Trusted)["skills/s/SKILL.md"]; got != "of the base" || !trees.Verified {
		t.Errorf("read %q", got)
	}
	w := event.Wishes{Trusted: event.Wish{Kind: event.Branch, Value: "refs/heads/main"}}
	o = Options{Dir: t.TempDir(), RemoteURL: s.URL + "/owner/repo.git", Token: "secret"}
	if got := openAll(t, o, w).Trusted.Commit; got != p.base {
		t.Errorf("tip %s", got)
	}
	o = Options{Dir: t.TempDir(), RemoteURL: strings.Replace(s.URL, "://", "://x-access-token:secret@", 1) + "/owner/repo.git"}
	if got := openAll(t, o, w).Trusted.Commit; got != p.base {
		t.Errorf("tip %s", got)
	}
	for path, data := range state(t, c.dir) {
		if strings.Contains(data, "secret") {
			t.Errorf("the token is in %s", path)
		}
	}
}

// A remote that the workspace names on another server gets no token, and a refusal
// ends without a question.
func TestTokenGoesNowhereElse(t *testing.T) {
	t.Parallel()
	p := newPull(t)
	s := serve(t, published(t, p), "never")
	c := newFixture(t)
	c.git("remote", "add", "origin", s.URL+"/owner/repo.git")
	for _, at := range []string{"https://github.com", strings.Replace(s.URL, "http:", "https:", 1), "http://127.0.0.1", "http://localhost", "", s.URL + "0"} {
		trees, err := tryOpen(t, Options{Dir: c.dir, Server: at, Token: "secret"}, event.Wishes{Trusted: sha(p.base)})
		if err == nil || trees != nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", at, err)
		}
	}
	if len(s.sent) > 0 {
		t.Errorf("sent %q", s.sent)
	}
	o := Options{Dir: c.dir, Server: s.URL, Token: "secret"}
	if _, err := tryOpen(t, o, event.Wishes{Trusted: sha(p.base)}); err == nil || strings.Contains(err.Error(), "secret") || len(s.sent) == 0 {
		t.Errorf("refused: %v, sent %q", err, s.sent)
	}
}

// A token that stands where a user's name would is not told.
func TestTokenForName(t *testing.T) {
	t.Parallel()
	p := newPull(t)
	s := serve(t, published(t, p), "never")
	c := newFixture(t)
	for _, name := range []string{"SECRET", "SECRET%2FX", "SECRET%40X"} {
		c.git("config", "remote.origin.url", strings.Replace(s.URL, "://", "://"+name+"@", 1)+"/owner/repo.git")
		_, err := tryOpen(t, Options{Dir: c.dir}, event.Wishes{Trusted: sha(p.base)})
		if err == nil || strings.Contains(err.Error(), "SECRET") || !strings.Contains(err.Error(), "//***@") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNoAnswer(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	c := newFixture(t)
	for _, scheme := range []string{"http", "git"} {
		o := Options{Dir: c.dir, RemoteURL: scheme + "://" + l.Addr().String() + "/x", Timeout: 200 * time.Millisecond}
		_, err = tryOpen(t, o, event.Wishes{Trusted: sha(strings.Repeat("1", 40))})
		if err == nil || !strings.Contains(err.Error(), "no answer within 200ms") {
			t.Errorf("%s: %v", scheme, err)
		}
	}
}

func TestRemoteAt(t *testing.T) {
	t.Parallel()
	c := credential{"https://github.com", "x-access-token", "T"}
	token := basic("x-access-token", "T")
	const origin = "https://github.com/"
	for address, want := range map[string]remote{
		"https://github.com/o/r.git":         {url: "https://github.com/o/r.git", origin: origin, header: token},
		"https://GITHUB.com:443/o/r":         {url: "https://GITHUB.com:443/o/r", origin: "https://GITHUB.com:443/", header: token},
		"https://u:p@github.com/o/r":         {url: "https://github.com/o/r", origin: origin, header: basic("u", "p")},
		"https://u@github.com/o/r":           {url: "https://github.com/o/r", origin: origin, header: token},
		"https://u@example.com/o/r":          {url: "https://example.com/o/r", origin: "https://example.com/", user: "u"},
		"https://github.com.example.com/o/r": {url: "https://github.com.example.com/o/r", origin: "https://github.com.example.com/"},
		"https://github.com@example.com/o/r": {url: "https://example.com/o/r", origin: "https://example.com/", user: "github.com"},
		"https://github.com:8443/o/r":        {url: "https://github.com:8443/o/r", origin: "https://github.com:8443/"},
		"http://github.com/o/r":              {url: "http://github.com/o/r", origin: "http://github.com/"},
		"git@github.com:o/r.git":             {url: "git@github.com:o/r.git"},
		"ssh://git@github.com/o/r":           {url: "ssh://git@github.com/o/r"},
		"ssh://git:p@github.com/o/r":         {url: "ssh://git@github.com/o/r"},
		"ext::u:p@x":                         {url: "ext::u:p@x"},
		"../relative":                        {url: "../relative"},
		"":                                   {},
	} {
		got, err := remoteAt(address, c)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(remote{})); diff != "" || err != nil {
			t.Errorf("%s: %v %s", address, err, diff)
		}
	}
}

// An address that cannot be taken apart is told without its password.
func TestRemoteThatIsNone(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"https://u:secret%zz@github.com/o/r", "https://u:secret^@github.com/o/r", "https://u:secret@github.com:port/o/r", "ssh://u:sec@ret[@github.com/o/r",
		"https://u:secret@github.com/o\nr", "-u:secret@x",
	} {
		r, err := remoteAt(address, credential{})
		if err == nil || r != (remote{}) || strings.Contains(err.Error(), "sec") || strings.Contains(err.Error(), "ret@") {
			t.Errorf("%q: %+v, %v", address, r, err)
		}
	}
}

// A relative address of the remote starts at the work tree, as in git.
func TestRelativeRemote(t *testing.T) {
	t.Parallel()
	p := newPull(t)
	c := newFixture(t)
	rel, err := filepath.Rel(c.dir, p.origin.dir)
	if err != nil {
		t.Fatal(err)
	}
	c.git("config", "remote.origin.url", rel)
	if got := openAll(t, Options{Dir: c.dir}, event.Wishes{Trusted: sha(p.base)}).Trusted.Commit; got != p.base {
		t.Errorf("commit %s", got)
	}
}

func TestPinnedLibrary(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.write("skills/a/SKILL.md", "a")
	f.write("skills.md", "not below it")
	f.write("secret.md", "outside")
	f.link("skills/in", "a/SKILL.md")
	f.link("skills/out", "../secret.md")
	f.link("linked", "skills")
	p := pull{origin: f, base: f.commit("x")}
	s := serve(t, published(t, p), basic("x-access-token", "library"))
	temp := t.TempDir()
	o := Options{Server: s.URL, Token: "other", LibraryToken: "library", Env: env("RUNNER_TEMP", temp)}
	for _, dir := range []string{"//skills", "//skills/", "//linked"} {
		tree, err := Library(context.Background(), o, "owner/repo@"+p.base+dir)
		if err != nil {
			t.Fatal(err)
		}
		if got := paths(tree); !cmp.Equal(got, []string{"a/SKILL.md", "in", "out"}) || tree.Commit != p.base {
			t.Errorf("%s: %q", dir, got)
		}
		if file, err := tree.Resolve("in"); err != nil || file.Path != "a/SKILL.md" {
			t.Error(file, err)
		}
		if file, err := tree.Resolve("out"); err == nil {
			t.Errorf("a link leaves the library: %v", file)
		}
		if got := contents(t, tree)["a/SKILL.md"]; got != "a" {
			t.Errorf("read %q", got)
		}
		if err := tree.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, entry := range []string{
		"owner/repo@" + p.base + "//nothing", "owner/repo@" + p.base + "//skills.md", "owner/repo@" + p.base + "//..",
		"owner/other@" + p.base, "owner/repo@" + strings.Repeat("1", 40), "owner/repo@main//skills", "relative", "",
	} {
		if tree, err := Library(context.Background(), o, entry); err == nil || tree != nil {
			t.Errorf("%q: %v", entry, err)
		}
	}
	o.LibraryToken = ""
	if _, err := Library(context.Background(), o, "owner/repo@"+p.base); err == nil {
		t.Error("fetched with another token than the library's")
	}
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestParsePin(t *testing.T) {
	t.Parallel()
	id := strings.Repeat("A1", 20)
	for entry, want := range map[string]Pin{
		"o/r@" + id:                    {"o/r", strings.ToLower(id), ""},
		"o/r@" + id + "//":             {"o/r", strings.ToLower(id), ""},
		"o/r@" + id + "//a b/c/":       {"o/r", strings.ToLower(id), "a b/c"},
		"g/s/r.x@" + id + id[:24]:      {"g/s/r.x", strings.ToLower(id + id[:24]), ""},
		"o/r@" + id[1:]:                {},
		"o/r@" + id + "/x":             {},
		"o@" + id:                      {},
		"-o/r@" + id:                   {},
		"../r@" + id:                   {},
		"o/..@" + id:                   {},
		"/o/r@" + id:                   {},
		"o/r@v1.0":                     {},
		"o/r?x=@" + id:                 {},
		"https://github.com/o/r@" + id: {},
	} {
		got, ok := ParsePin(entry)
		if diff := cmp.Diff(want, got); diff != "" || ok != (want != Pin{}) {
			t.Errorf("%s: %v %s", entry, ok, diff)
		}
	}
}

func TestHostLibrary(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f := fixture{t, dir}
	f.write("lib/a/SKILL.md", "a")
	f.write("secret", "x")
	f.link("lib/out", "../secret")
	f.link("alias", "lib")
	for _, entry := range []string{dir + "/lib", dir + "/alias"} {
		tree, err := Library(context.Background(), Options{}, entry)
		if err != nil {
			t.Fatal(err)
		}
		if got := contents(t, tree); len(got) != 2 || got["a/SKILL.md"] != "a" || got["out"] != "../secret" {
			t.Errorf("%s: %q", entry, got)
		}
		if _, err := tree.Resolve("out"); err == nil {
			t.Error("a link leaves the library")
		}
		_ = tree.Close()
	}
	for _, entry := range []string{dir + "/nothing", dir + "/secret"} {
		if _, err := Library(context.Background(), Options{}, entry); err == nil {
			t.Errorf("%s is no directory", entry)
		}
	}
}
