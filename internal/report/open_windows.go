package report

import (
	"fmt"
	"io/fs"
	"os"
)

// openAppend opens a file for appending. It refuses a link.
func openAppend(name string) (*os.File, error) {
	if info, err := os.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return nil, fmt.Errorf("%q is a link", name)
	}
	return os.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o644)
}

// owner is unknown: Windows has no user and group numbers.
func owner(fs.FileInfo) (uid, gid int, ok bool) { return 0, 0, false }
