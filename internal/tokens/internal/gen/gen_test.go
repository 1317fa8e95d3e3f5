package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"unicode"
)

// TestTables makes the embedded tables anew. When only the classes differ, the
// toolchain has another version of Unicode than the one they were made with.
func TestTables(t *testing.T) {
	t.Parallel()
	files, err := tables()
	if err != nil {
		t.Fatal(err)
	}
	const dir = "../../tables"
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != len(files) {
		t.Errorf("%d files in %s, want %d", len(entries), dir, len(files))
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s is out of date (Unicode %s), run go generate in internal/tokens", name, unicode.Version)
		}
	}
}
