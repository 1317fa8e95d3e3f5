//go:build !unix

package source

import "os/exec"

// detach does nothing where there are no sessions of processes.
func detach(*exec.Cmd) {}
