package cli

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// place says what the entries of a run are relative to.
type place struct {
	root    string   // absolute
	aliases []string // further absolute names of the root
	base    string   // directory that entries are relative to, below root; "." for root itself
}

// locate finds a place from the root and a directory in it.
func locate(root, dir string, env func(string) string) (place, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return place{}, err
	}
	p := place{root: root, base: "."}
	if physical, err := filepath.EvalSymlinks(root); err == nil && physical != root {
		p.aliases = append(p.aliases, physical)
	}
	// In a container the runner rewrites only values that begin with the host's
	// workspace: further lines of a list keep the host's path.
	if host := env("RUNNER_WORKSPACE"); host != "" && env("GITHUB_REPOSITORY") != "" {
		p.aliases = append(p.aliases, filepath.Join(host, path.Base(env("GITHUB_REPOSITORY"))))
	}
	if dir == "" {
		return p, nil
	}
	rel, ok := p.relative(dir)
	if !ok {
		return place{}, fmt.Errorf("directory %s is not below %s", diag.Quote(dir), diag.Quote(root))
	}
	p.base = rel
	return p, nil
}

// relative normalises an entry to a path below the root: "." or "a/b". It
// reports false where the entry leaves the root.
func (p place) relative(entry string) (string, bool) {
	entry = strings.TrimSpace(entry)
	if !filepath.IsAbs(entry) {
		return local(path.Join(p.base, filepath.ToSlash(entry)))
	}
	names := append([]string{p.root}, p.aliases...)
	for _, name := range names {
		if rel, err := filepath.Rel(name, entry); err == nil {
			if rel, ok := local(filepath.ToSlash(rel)); ok {
				return rel, true
			}
		}
	}
	physical, err := filepath.EvalSymlinks(filepath.Dir(entry))
	if err != nil || physical == filepath.Dir(entry) {
		return "", false
	}
	return p.relative(filepath.Join(physical, filepath.Base(entry)))
}

func local(p string) (string, bool) {
	p = path.Clean(p)
	return p, p != ".." && !strings.HasPrefix(p, "../") && !path.IsAbs(p)
}

// hostLevel reports whether an entry is written like a library path.
func hostLevel(entry string) bool {
	return filepath.IsAbs(entry) || strings.HasPrefix(entry, "~") || strings.HasPrefix(entry, "$")
}

// entries normalises repository paths; one that leaves the root is an error.
func (p place) entries(option string, entries []string) ([]string, error) {
	var rels []string
	for _, e := range entries {
		if strings.TrimSpace(e) == "" {
			continue
		}
		rel, ok := p.relative(e)
		if !ok {
			return nil, fmt.Errorf("%s: %s leaves %s; a directory of the host belongs into library-paths, another tree into --repo", option, diag.Quote(e), diag.Quote(p.root))
		}
		rels = append(rels, rel)
	}
	return rels, nil
}

var variable = regexp.MustCompile(`\$(\{[A-Za-z_][A-Za-z0-9_]*\}|[A-Za-z_][A-Za-z0-9_]*)`)

// expand replaces a leading ~ and variables; an unset one stays as written.
func expand(entry string, env func(string) string) string {
	if home := env("HOME"); home != "" && (entry == "~" || strings.HasPrefix(entry, "~/")) {
		entry = home + entry[1:]
	}
	return variable.ReplaceAllStringFunc(entry, func(v string) string {
		if value := env(strings.Trim(v, "${}")); value != "" {
			return value
		}
		return v
	})
}

// workDir is the directory that entries are relative to by default.
func workDir() string {
	dir, err := os.Getwd()
	if err != nil {
		return "."
	}
	return dir
}
