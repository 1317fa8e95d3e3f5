//go:build unix

package source

import (
	"os/exec"
	"syscall"
)

// detach takes the terminal from cmd, so that ssh cannot ask for a password, and
// makes its end that of the helpers it started too.
func detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
