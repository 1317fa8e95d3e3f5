package source

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestReadManyFiles reads more files than one worker takes: order, contents and
// the account of what was read hold whatever the number of processors.
func TestReadManyFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i := range 500 {
		path := filepath.Join(dir, fmt.Sprintf("d%d", i%7), fmt.Sprintf("%d.md", i))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(path), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := Directory(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close() //nolint:errcheck // read only
	for range 2 {      // the second reading is free
		blobs, err := tree.Read(t.Context(), tree.Files, 1000)
		if err != nil {
			t.Fatal(err)
		}
		total := int64(0)
		for i, b := range blobs {
			if want := filepath.Join(dir, tree.Files[i].Path); b.Data != want {
				t.Fatalf("%s holds %q", tree.Files[i].Path, b.Data)
			}
			total += b.Size
		}
		if tree.budget.used != total {
			t.Errorf("%d bytes accounted for, %d read", tree.budget.used, total)
		}
	}
}
