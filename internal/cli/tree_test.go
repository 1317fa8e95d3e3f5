package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// tree writes the files of an archive below a new directory. A name may be a Go
// string; "(quoted)" behind it says that the content is Go strings, one a line;
// "-> target" that the file is a link.
func tree(t *testing.T, files []txtar.File) string {
	t.Helper()
	root := t.TempDir()
	for _, f := range files {
		name, target, isLink := strings.Cut(f.Name, " -> ")
		name, isQuoted := strings.CutSuffix(name, " (quoted)")
		path := filepath.Join(root, filepath.FromSlash(unquote(t, name)))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		data := f.Data
		if isQuoted {
			data = quotedLines(t, data)
		}
		var err error
		if isLink {
			err = os.Symlink(target, path)
		} else {
			err = os.WriteFile(path, data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func quotedLines(t *testing.T, data []byte) []byte {
	var all []byte
	for line := range bytes.Lines(data) {
		all = append(all, unquote(t, strings.TrimSuffix(string(line), "\n"))...)
	}
	return all
}

func unquote(t *testing.T, s string) string {
	if !strings.HasPrefix(s, `"`) {
		return s
	}
	text, err := strconv.Unquote(s)
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return text
}
