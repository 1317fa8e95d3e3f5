package event

import (
	"fmt"
	"strings"
)

// object reads a full object id, SHA-1 or SHA-256, and returns it in lower
// case. All zeros, which stand for no object, are refused.
func object(field, s string) (string, error) {
	switch {
	case s == "":
		return "", fmt.Errorf("%s is absent; expected a commit id", field)
	case !hex(s) || len(s) != 40 && len(s) != 64:
		return "", fmt.Errorf("%s is %.70q; expected 40 or 64 hex digits", field, s)
	case zero(s):
		return "", fmt.Errorf("%s is all zeros; expected a commit id", field)
	}
	return strings.ToLower(s), nil
}

// zero reports whether s is the id that stands for no object.
func zero(s string) bool {
	return (len(s) == 40 || len(s) == 64) && strings.Trim(s, "0") == ""
}

func hex(s string) bool {
	return strings.Trim(s, "0123456789abcdefABCDEF") == ""
}

// branch checks the name of a branch, without refs/heads/, by the rules of
// git-check-ref-format.
func branch(field, s string) error {
	if s == "" {
		return fmt.Errorf("%s is absent; expected the name of a branch", field)
	}
	if strings.HasPrefix(s, "-") || !wellFormed(s) {
		return fmt.Errorf("%s is %.60q, which is no name of a branch", field, s)
	}
	return nil
}

// ref checks a full ref name.
func ref(field, s string) error {
	switch {
	case s == "":
		return fmt.Errorf("%s is absent; expected a full ref name", field)
	case !strings.HasPrefix(s, "refs/") || !wellFormed(s):
		return fmt.Errorf("%s is %.60q; expected a full ref name such as refs/heads/main", field, s)
	case strings.HasPrefix(s, heads+"-"):
		return fmt.Errorf("%s is %.60q; a branch's name begins with no dash", field, s)
	}
	return nil
}

func wellFormed(s string) bool {
	if len(s) > 1024 || s == "@" || strings.HasSuffix(s, ".") ||
		strings.Contains(s, "..") || strings.Contains(s, "@{") || strings.ContainsAny(s, " ~^:?*[\\\x7f") {
		return false
	}
	for i := range len(s) {
		if s[i] < ' ' {
			return false
		}
	}
	for part := range strings.SplitSeq(s, "/") {
		if part == "" || part[0] == '.' || strings.HasSuffix(part, ".lock") {
			return false
		}
	}
	return true
}

// repo checks a repository's path: owner/name, or more levels on GitLab.
func repo(field, s string) error {
	parts := strings.Split(s, "/")
	for _, part := range parts {
		plain := strings.Trim(part, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") == ""
		if len(parts) < 2 || part == "" || part[0] == '-' || strings.Trim(part, ".") == "" || !plain {
			return fmt.Errorf("%s is %.60q; expected owner/name", field, s)
		}
	}
	return nil
}

// revision checks a local revision, which reaches git's command line.
func revision(field, s string) error {
	for i := range len(s) {
		if s[i] < ' ' || s[i] == 0x7f {
			return fmt.Errorf("%s is %.60q, which holds a control character", field, s)
		}
	}
	if strings.HasPrefix(s, "-") {
		return fmt.Errorf("%s is %.60q; a revision begins with no dash", field, s)
	}
	if strings.Contains(s, "..") {
		return fmt.Errorf("%s is %.60q, which is a range; expected one revision", field, s)
	}
	return nil
}
