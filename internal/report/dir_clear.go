package report

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// The marker is the .gitignore by which a run knows a directory that an earlier
// run filled.
const (
	markerName = ".gitignore"
	marker     = "*\n"
)

// clear removes our own files. Where the marker is missing they are not ours.
func (d *Dir) clear(dir string) error {
	entries, err := fs.ReadDir(d.root.FS(), ".")
	if err != nil {
		return fmt.Errorf("read the output directory: %w", err)
	}
	ours := d.marked()
	for _, e := range entries {
		if own(e.Name()) && !ours {
			return refuse(dir, fmt.Sprintf("it holds %s, which no earlier run of skillbrief wrote; remove it or name another directory", diag.Quote(e.Name())))
		}
	}
	for _, e := range entries {
		if !own(e.Name()) {
			continue
		}
		if err := d.root.RemoveAll(e.Name()); err != nil {
			return fmt.Errorf("empty the output directory: %w", err)
		}
	}
	return nil
}

// marked reports whether the directory holds our marker as a regular file.
func (d *Dir) marked() bool {
	info, err := d.root.Lstat(markerName)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(marker)) {
		return false
	}
	data, err := d.root.ReadFile(markerName)
	return err == nil && string(data) == marker
}

// own reports whether name is one that a run gives to an entry of the directory.
func own(name string) bool {
	switch name {
	case markerName, "brief.md", "skills.md", "skills", "provenance.json", "report.json", "report.sarif",
		"summary.md", "gl-code-quality-report.json", "outputs.env":
		return true
	}
	return strings.HasSuffix(name, ".md") && (strings.HasPrefix(name, "project-rules") || strings.HasPrefix(name, "prompt"))
}
