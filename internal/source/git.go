package source

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
	"unicode"
)

// localTime bounds a git command that works on this machine only, so that a
// pipe or a dead mount in the place of a file cannot hang the run.
const localTime = 2 * time.Minute

// scope says how much of the user's world a git command sees.
type scope uint8

const (
	isolated scope = iota // no configuration but the repository's
	personal              // the user's configuration too, as for what git ignores
	network               // and what reaching a remote needs
)

// settings are made for every command. The commit graph is a cache that could
// say other than the commit itself.
var settings = []string{
	"core.fsmonitor=false", "core.hooksPath=" + os.DevNull, "core.commitGraph=false",
	"gc.auto=0", "maintenance.auto=false", "submodule.recurse=false",
}

// The variables that git is given of the environment; it is otherwise made from
// nothing, so that no GIT_* variable of the caller redirects it. GIT_SSH_COMMAND
// and GIT_SSH name a program, as PATH does. GIT_SSL_NO_VERIFY is not among them:
// the tip of a branch is believed because of the server's certificate.
var (
	everywhere = []string{"PATH", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "PATHEXT"}
	ofUser     = []string{"HOME", "XDG_CONFIG_HOME", "USERPROFILE", "HOMEDRIVE", "HOMEPATH", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA"}
	ofNetwork  = []string{
		"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
		"SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "GIT_SSL_CERT", "GIT_SSL_KEY",
		"GIT_PROXY_SSL_CAINFO", "SSH_AUTH_SOCK", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT",
	}
)

// git starts git in a made environment; the function gives the caller's, nil an
// empty one.
type git func(variable string) string

func (g git) variable(name string) string {
	if g == nil {
		return ""
	}
	return g(name)
}

func (g git) environ(s scope) []string {
	env := []string{
		"LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=", "GCM_INTERACTIVE=never", "SSH_ASKPASS_REQUIRE=never",
		"GIT_NO_LAZY_FETCH=1", "GIT_NO_REPLACE_OBJECTS=1", "GIT_OPTIONAL_LOCKS=0", "GIT_ATTR_NOSYSTEM=1",
	}
	names := everywhere
	if s == isolated {
		env = append(env, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
	} else {
		names = append(names[:len(names):len(names)], ofUser...)
	}
	if s == network {
		env = append(env, "GIT_ALLOW_PROTOCOL=https:http:ssh:git:file")
		names = append(names, ofNetwork...)
	} else { // for a git that knows no GIT_NO_LAZY_FETCH
		env = append(env, "GIT_ALLOW_PROTOCOL=none")
	}
	for _, name := range names {
		if value := g.variable(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// command is git with args, to be run in dir.
func (g git) command(ctx context.Context, s scope, dir string, args ...string) *exec.Cmd {
	all := []string{"--no-pager", "--literal-pathspecs", "-c", "safe.directory=" + dir}
	for _, setting := range settings {
		all = append(all, "-c", setting)
	}
	cmd := exec.CommandContext(ctx, "git", append(all, args...)...)
	cmd.Dir = dir
	cmd.Env = g.environ(s)
	cmd.WaitDelay = 2 * time.Second
	return cmd
}

// failure is a git command that did not do what it should.
type failure struct {
	name string // of the command, such as "ls-tree"
	err  error
	said string // on stderr, made one line
}

func (f *failure) Unwrap() error { return f.err }

func (f *failure) Error() string {
	if f.said == "" {
		return fmt.Sprintf("git %s: %v", f.name, f.err)
	}
	return fmt.Sprintf("git %s: %s", f.name, f.said)
}

// run gives what the command name prints, and what it warns of.
func run(cmd *exec.Cmd, name string) (text, warnings string, err error) {
	var out bytes.Buffer
	said := &tail{}
	cmd.Stdout, cmd.Stderr = &out, said
	if err := cmd.Run(); err != nil {
		return "", "", &failure{name, err, said.String()}
	}
	return out.String(), said.String(), nil
}

// records calls each for every NUL-ended record that the command name prints; an
// error of each ends the command.
func records(cmd *exec.Cmd, name string, each func(record string) error) (warnings string, err error) {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	said := &tail{}
	cmd.Stderr = said
	if err := cmd.Start(); err != nil {
		return "", &failure{name: name, err: err}
	}
	err = split(out, each)
	if err != nil {
		_ = cmd.Process.Kill()
	}
	if waited := cmd.Wait(); err == nil && waited != nil {
		err = &failure{name, waited, said.String()}
	}
	return said.String(), err
}

// maxRecord is in bytes. The longest of an honest repository holds a path.
const maxRecord = 1 << 16

var (
	errCut  = errors.New("git's output ends in the middle of a record")
	errLong = errors.New("git's output holds a name of more than 64 KiB")
)

// split calls each for every NUL-ended record of r.
func split(r io.Reader, each func(record string) error) error {
	in := bufio.NewReaderSize(r, maxRecord)
	for {
		record, err := in.ReadSlice(0)
		switch {
		case errors.Is(err, io.EOF) && len(record) == 0:
			return nil
		case errors.Is(err, io.EOF):
			err = errCut
		case errors.Is(err, bufio.ErrBufferFull):
			err = errLong
		case err == nil:
			err = each(string(record[:len(record)-1]))
		}
		if err != nil {
			return err
		}
	}
}

// tail keeps the last of what git says on stderr.
type tail struct{ kept []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	if over := len(t.kept) - 4096; over > 0 {
		t.kept = t.kept[over:]
	}
	return len(p), nil
}

// String is what was said as one line fit for a message: a remote can have said it.
func (t *tail) String() string {
	words := strings.FieldsFunc(strings.ToValidUTF8(string(t.kept), "?"), func(r rune) bool { return r == '\n' || r == '\r' })
	line := strings.Join(words, "; ")
	line = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, line)
	if runes := []rune(line); len(runes) > 600 {
		line = "..." + string(runes[len(runes)-600:])
	}
	return strings.TrimSpace(line)
}
