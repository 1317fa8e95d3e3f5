//go:build unix

package report

import (
	"io/fs"
	"os"
	"syscall"
)

// openAppend opens a file for appending. It follows no link and does not wait
// for the other end of a pipe.
func openAppend(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0o644)
}

// owner is the user and group of a file.
func owner(info fs.FileInfo) (uid, gid int, ok bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, false
	}
	return int(stat.Uid), int(stat.Gid), true
}
