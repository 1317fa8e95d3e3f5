package cli

import "testing"

func TestProjectOf(t *testing.T) {
	for address, want := range map[string]string{
		"https://github.com/acme/shop.git":    "acme/shop",
		"https://user:x@host:8443/group/a/b/": "group/a/b",
		"git@github.com:acme/shop.git":        "acme/shop",
		"ssh://git@host/acme/shop":            "acme/shop",
		"file:///srv/git/shop.git":            "",
		"/srv/git/shop.git":                   "",
		"../shop":                             "",
		"":                                    "",
	} {
		if got := projectOf(address); got != want {
			t.Errorf("projectOf(%q) = %q, want %q", address, got, want)
		}
	}
}
