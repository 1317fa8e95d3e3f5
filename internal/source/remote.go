package source

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"
)

// remote is where absent objects come from.
type remote struct {
	url    string // without a password
	origin string // scheme and host that header is for
	header string // of each HTTP request there; empty: none
	user   string // whom to ask the user's credential helper about; empty: nobody named
}

// credential is a token and the only server that it is ever sent to.
type credential struct{ server, user, token string }

// remoteAt is the remote of an address. A user and password in the address are
// taken out of it, and sent as the token would be: arguments of a program can be
// seen by others.
func remoteAt(address string, c credential) (remote, error) {
	if strings.HasPrefix(address, "-") || strings.ContainsFunc(address, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return remote{}, fmt.Errorf("the address of the remote is %q, which is none", withoutUser(address))
	}
	u, err := url.Parse(address)
	switch {
	case err != nil && strings.Contains(address, "://") && strings.Contains(address, "@"):
		return remote{}, fmt.Errorf("the address of the remote, %q after its user and password, is no URL", withoutUser(address))
	case err != nil || u.Scheme != "https" && u.Scheme != "http":
		return remote{url: withoutPassword(address, u)}, nil // a path, ssh, git's own: no token is sent
	}
	r := remote{origin: u.Scheme + "://" + u.Host + "/"}
	if password, ok := u.User.Password(); ok {
		r.header = basic(u.User.Username(), password)
	} else if c.token != "" && sameServer(u, c.server) {
		r.header = basic(c.user, c.token)
	} else if u.User != nil {
		r.user = u.User.Username()
	}
	u.User = nil
	r.url = u.String()
	return r, nil
}

// elsewhere reports whether an address names another repository of the same server
// than own does. What another server has, as a mirror, cannot be told by its name; nor
// can a path on this machine.
func elsewhere(address, own string) bool {
	o, err := url.Parse(own)
	if err != nil || o.Hostname() == "" {
		return false
	}
	u, err := url.Parse(address)
	switch {
	case err == nil && (u.Scheme == "https" || u.Scheme == "http"):
		return sameServer(u, own) && !samePath(u.Path, o.Path)
	case err == nil && u.Scheme == "ssh":
		return strings.EqualFold(u.Hostname(), o.Hostname()) && !samePath(u.Path, o.Path)
	}
	host, path, ok := strings.Cut(address, ":") // git's short form of ssh
	host = host[strings.LastIndexByte(host, '@')+1:]
	return ok && strings.EqualFold(host, o.Hostname()) && !samePath(path, o.Path)
}

// samePath compares the paths of two repositories on a server.
func samePath(a, b string) bool {
	trim := func(p string) string { return strings.TrimSuffix(strings.Trim(p, "/"), ".git") }
	return strings.EqualFold(trim(a), trim(b))
}

// serverOf is scheme and host of an address, or the local path of a file:// one.
func serverOf(address string) (string, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Scheme == "":
		return "", fmt.Errorf("the server's address %q is no URL", withoutUser(address))
	case u.Scheme == "file":
		return strings.TrimSuffix(address, "/"), nil
	}
	return u.Scheme + "://" + u.Host, nil
}

// withoutUser is what stands behind the user and password, which may hold an @.
func withoutUser(address string) string { return address[strings.LastIndexByte(address, '@')+1:] }

// withoutPassword is an address without the password that only HTTP has a use for.
// U is the address parsed, nil where it is no URL.
func withoutPassword(address string, u *url.URL) string {
	if u == nil || u.User == nil {
		return address
	}
	u.User = url.User(u.User.Username())
	return u.String()
}

// sameServer compares scheme, host and port.
func sameServer(u *url.URL, server string) bool {
	s, err := url.Parse(server)
	return err == nil && u.Scheme == s.Scheme && strings.EqualFold(u.Hostname(), s.Hostname()) && port(u) == port(s)
}

func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	return map[string]string{"https": "443", "http": "80"}[u.Scheme]
}

func basic(user, password string) string {
	return "Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte(user+":"+password))
}

// hush takes the user's name out of what git says of the remote: a token can stand
// in its place.
func (r remote) hush(said string) string {
	for _, name := range []string{url.User(r.user).String(), r.user} {
		if name != "" {
			said = strings.ReplaceAll(said, "//"+name+"@", "//***@")
		}
	}
	return said
}

// environ is what git is told of them. The empty header before drops those of
// the user's own configuration: GitHub refuses two.
func (r remote) environ() []string {
	header := "http." + r.origin + ".extraheader"
	switch {
	case r.header != "":
		return configuration(header, "", header, r.header)
	case r.user != "":
		return configuration("credential."+r.origin+".username", r.user)
	default:
		return nil
	}
}

// configuration sets keys of git's configuration to values in its environment.
func configuration(pairs ...string) []string {
	env := []string{fmt.Sprintf("GIT_CONFIG_COUNT=%d", len(pairs)/2)}
	for i := 0; i < len(pairs); i += 2 {
		env = append(env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", i/2, pairs[i]), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", i/2, pairs[i+1]))
	}
	return env
}
