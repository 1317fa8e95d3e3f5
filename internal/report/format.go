package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// Format writes a Report. Whatever the report holds, what is written can be
// printed on a runner: the only commands in it are those of the format itself.
type Format struct {
	Name  string
	Write func(io.Writer, *Report) error
}

// Formats are all formats, by name.
var Formats = []Format{
	{"github", writeGitHub},
	{"gitlab", writeGitLab},
	{"json", writeJSON},
	{"sarif", writeSARIF},
	{"summary", writeSummary},
	{"text", writeText},
}

// FormatByName is the format of that name; the error names those there are.
func FormatByName(name string) (Format, error) {
	names := make([]string, len(Formats))
	for i, f := range Formats {
		if f.Name == name {
			return f, nil
		}
		names[i] = f.Name
	}
	return Format{}, fmt.Errorf("format %s is unknown; use %s", diag.Quote(name), strings.Join(names, ", "))
}
