package cli

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// traced SYSCALLS of strace: what starts a program and what changes the file system.
const traced = "execve,execveat,open,openat,openat2,creat,mkdir,mkdirat,mknod,mknodat,rename,renameat,renameat2,link,linkat,symlink,symlinkat," +
	"unlink,unlinkat,rmdir,truncate,chmod,fchmodat,chown,lchown,fchownat,utimensat,setxattr,removexattr,connect"

var (
	traceCall   = regexp.MustCompile(`^\d+ +(?:\d+\.\d+ )?(\w+)\((.*)`)
	tracePath   = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)
	traceFD     = regexp.MustCompile(`^(?:AT_FDCWD|\d+)<([^>]*)>`)
	traceWrites = regexp.MustCompile(`O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND`)
	traceFailed = regexp.MustCompile(`= -1 E\w+`)
	ownTemp     = regexp.MustCompile(`(/_temp/skillbrief-)[^/]+.*`)
)

// trace N program [args...] runs a program under strace, wants the exit status N,
// and prints what it did to the world: programs started, directories written in, each once.
func cmdTrace(s *script, args []string) {
	s.need(len(args) > 1, "trace N program [args...]")
	log := s.MkAbs("$WORK/trace")
	s.inputs(nil)
	err, status := s.Exec("strace", append([]string{"-f", "-qq", "-y", "-s", "4096", "-e", "trace=" + traced, "-o", log}, args[1:]...)...), 0
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		status = exit.ExitCode()
	} else {
		s.Check(err)
	}
	if args[0] != strconv.Itoa(status) {
		s.Fatalf("exit status %d, wanted %s", status, args[0])
	}
	data, err := os.ReadFile(log)
	s.Check(err)
	s.Check(os.Remove(log))
	seen := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		if what := s.effect(line); what != "" {
			seen[what] = true
		}
	}
	for _, what := range slices.Sorted(maps.Keys(seen)) {
		fmt.Fprintln(s.Stdout(), what)
	}
}

// effect is what one call did, empty where it changed nothing or failed.
func (s *script) effect(line string) string {
	m := traceCall.FindStringSubmatch(line)
	if m == nil || traceFailed.MatchString(line) {
		return ""
	}
	call, rest := m[1], m[2]
	paths := tracePath.FindAllStringSubmatch(rest, -1)
	switch {
	case call == "connect":
		return "connect " + rest
	case len(paths) == 0:
		return ""
	case strings.HasPrefix(call, "exec"):
		return "program " + filepath.Base(paths[0][1])
	case strings.HasPrefix(call, "open") && !traceWrites.MatchString(rest):
		return ""
	}
	path := paths[len(paths)-1][1]
	if !filepath.IsAbs(path) {
		if at := traceFD.FindStringSubmatch(rest); at != nil {
			path = filepath.Join(at[1], path)
		}
	}
	if path == os.DevNull {
		return ""
	}
	return "writes in " + ownTemp.ReplaceAllString(s.unplaced(filepath.Dir(path)), "$1*")
}
