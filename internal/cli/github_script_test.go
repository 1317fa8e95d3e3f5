package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/report/runnertest"
)

// What GitHub would call the repository of $WORK/origin.
const repository = "acme/standards"

var nonWord = regexp.MustCompile(`\W`)

// commit BRANCH [DIR...] [-PATH...] makes the next commit of a branch of
// $WORK/origin: the files of each DIR over those that are there, without each PATH. A new branch
// starts at main. $BRANCH is then the commit's id.
func cmdCommit(s *script, args []string) {
	s.need(len(args) > 0, "commit BRANCH [DIR...] [-PATH...]")
	origin, branch := s.Getenv("WORK")+"/origin", args[0]
	if _, err := os.Stat(origin); err != nil {
		s.init(origin, "sha1")
		s.configure(origin, "[uploadpack]\nallowAnySHA1InWant\nallowFilter\n")
	}
	if head, err := os.ReadFile(origin + "/.git/HEAD"); err != nil || string(head) != "ref: refs/heads/"+branch+"\n" {
		if s.git(origin, "branch", "--list", branch) == "" {
			s.git(origin, "branch", branch, "main")
		}
		s.git(origin, "switch", "-q", branch)
	}
	for _, a := range args[1:] {
		if path, ok := strings.CutPrefix(a, "-"); ok {
			s.Check(os.RemoveAll(filepath.Join(origin, path)))
		} else {
			s.Check(overlay(s.MkAbs(a), origin))
		}
	}
	s.git(origin, "add", "-A", "-f")
	s.git(origin, "commit", "-q", "--allow-empty", "-m", branch)
	s.Setenv(nonWord.ReplaceAllString(branch, "_"), s.git(origin, "rev-parse", "HEAD"))
}

// init makes an empty repository with the branch main.
func (s *script) init(dir, format string) {
	s.git(".", "init", "-q", "-b", "main", "--template=", "--object-format="+format, dir)
}

// configure adds to a repository's own configuration.
func (s *script) configure(dir, text string) {
	path := dir + "/.git/config"
	s.Check(os.WriteFile(path, []byte(s.ReadFile(path)+text), 0o666))
}

// checkout [-full] BRANCH leaves the tip of a branch of $WORK/origin in $WORK/ws,
// as a job on that branch finds it.
func cmdCheckout(s *script, args []string) {
	full, args := flagged(args, "-full")
	s.need(len(args) == 1, "checkout [-full] BRANCH")
	id := s.git("$WORK/origin", "rev-parse", "refs/heads/"+args[0])
	s.leave(id, "refs/heads/"+args[0], "refs/remotes/origin/"+args[0], full)
}

func flagged(args []string, flag string) (bool, []string) {
	if len(args) > 0 && args[0] == flag {
		return true, args[1:]
	}
	return false, args
}

// MkAbs is testscript's, with $WORK known.
func (s *script) MkAbs(path string) string {
	return s.TestScript.MkAbs(strings.Replace(path, "$WORK", s.Getenv("WORK"), 1))
}

// leave is what actions/checkout leaves of a commit (fetch-depth 1, or 0 if full),
// with the environment of a job on it.
func (s *script) leave(id, ref, remote string, full bool) {
	ws := s.MkAbs("$WORK/ws")
	s.Check(os.RemoveAll(ws))
	format := "sha1"
	if len(id) == 64 {
		format = "sha256"
	}
	s.init(ws, format)
	s.configure(ws, "[remote \"origin\"]\nurl = file://"+s.MkAbs("$WORK/origin")+"\nfetch = +refs/heads/*:refs/remotes/origin/*\n"+
		"[http \"https://github.com/\"]\nextraheader = AUTHORIZATION: basic eDpjaGVja291dA==\n")
	fetch := []string{"-c", "protocol.version=2", "fetch", "-q", "--no-tags", "--prune", "--no-recurse-submodules"}
	if full {
		fetch = append(fetch, "origin", "+refs/heads/*:refs/remotes/origin/*", "+"+id+":"+remote)
	} else {
		fetch = append(fetch, "--depth=1", "origin", "+"+id+":"+remote)
	}
	s.git(ws, fetch...)
	s.git(ws, "-c", "advice.detachedHead=false", "checkout", "-q", "--force", remote)
	s.job(id, ref)
}

// job is the environment that the runner gives to every step.
func (s *script) job(id, ref string) {
	temp := s.MkAbs("$WORK/runner/_temp")
	s.Check(os.MkdirAll(temp+"/_runner_file_commands", 0o777))
	for name, value := range map[string]string{
		"CI": "true", "GITHUB_ACTIONS": "true", "RUNNER_TEMP": temp, "RUNNER_WORKSPACE": s.MkAbs("$WORK/runner"),
		"GITHUB_WORKSPACE": s.MkAbs("$WORK/ws"), "GITHUB_REPOSITORY": repository, "GITHUB_SHA": id, "GITHUB_REF": ref,
		"GITHUB_OUTPUT": temp + "/_runner_file_commands/set_output", "GITHUB_STEP_SUMMARY": temp + "/_runner_file_commands/step_summary",
		"GITHUB_SERVER_URL": "https://github.invalid", "GITHUB_API_URL": "http://127.0.0.1:1",
	} {
		s.Setenv(name, value)
	}
}

// pull [-full] N BASE HEAD is a pull request in $WORK/origin: its test merge is
// checked out in $WORK/ws as actions/checkout leaves it.
func cmdPull(s *script, args []string) {
	full, args := flagged(args, "-full")
	s.need(len(args) == 3, "pull [-full] N BASE HEAD")
	n, base, head := args[0], args[1], args[2]
	number, err := strconv.Atoi(n)
	s.Check(err)
	baseSHA, headSHA := s.git("$WORK/origin", "rev-parse", "refs/heads/"+base), s.git("$WORK/origin", "rev-parse", "refs/heads/"+head)
	tree := s.git("$WORK/origin", "merge-tree", "--write-tree", baseSHA, headSHA)
	merge := s.git("$WORK/origin", "commit-tree", tree, "-p", baseSHA, "-p", headSHA, "-m", fmt.Sprintf("Merge %s into %s", headSHA, baseSHA))
	s.git("$WORK/origin", "update-ref", "refs/pull/"+n+"/head", headSHA)
	s.git("$WORK/origin", "update-ref", "refs/pull/"+n+"/merge", merge)
	s.Setenv("merge", merge)
	s.leave(merge, "refs/pull/"+n+"/merge", "refs/remotes/pull/"+n+"/merge", full)
	repo := map[string]any{"full_name": repository, "default_branch": "main", "private": false}
	payload, err := json.Marshal(map[string]any{
		"action": "synchronize", "number": number, "repository": repo, "after": headSHA,
		"pull_request": map[string]any{
			"number": number, "state": "open", "title": head, "merge_commit_sha": merge,
			"base": map[string]any{"label": "acme:" + base, "ref": base, "sha": baseSHA, "repo": repo},
			"head": map[string]any{"label": "acme:" + head, "ref": head, "sha": headSHA, "repo": repo},
		},
		"sender": map[string]any{"login": "mallory"},
	})
	s.Check(err)
	s.payload("pull_request", payload)
}

func (s *script) payload(event string, data []byte) {
	path := s.MkAbs("$WORK/runner/_temp/_github_workflow/event.json")
	s.Check(os.MkdirAll(filepath.Dir(path), 0o777))
	s.Check(os.WriteFile(path, data, 0o666))
	s.Setenv("GITHUB_EVENT_NAME", event)
	s.Setenv("GITHUB_EVENT_PATH", path)
}

// event NAME FILE is the event that started the job; variables in its payload
// stand for their values.
func cmdEvent(s *script, args []string) {
	s.need(len(args) == 2, "event NAME FILE")
	s.payload(args[0], []byte(os.Expand(s.ReadFile(args[1]), s.Getenv)))
}

// step N [INPUT=VALUE...] runs the action as a step of its own: files of its own
// for outputs and summary, and every input set, empty if not given. Its exit status must be N.
func cmdStep(s *script, args []string) {
	s.need(len(args) > 0, "step N [INPUT=VALUE...]")
	code, err := strconv.Atoi(args[0])
	s.Check(err)
	s.inputs(args[1:])
	s.act(code)
}

// inputs sets what the runner sets for a step.
func (s *script) inputs(args []string) {
	for _, file := range []string{"GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"} {
		if name := s.Getenv(file); name != "" {
			s.Check(os.RemoveAll(name))
			s.Check(os.WriteFile(name, nil, 0o666))
		}
	}
	given := map[string]string{"untrusted-base": "default-branch", "github-token": "ghs_token"}
	for _, a := range unescaped(s, args) {
		name, value, ok := strings.Cut(a, "=")
		s.need(ok, "step N [INPUT=VALUE...]")
		given[name] = value
	}
	for _, o := range config.Options {
		s.Setenv("INPUT_"+strings.ToUpper(o.Name), given[o.Name])
		delete(given, o.Name)
	}
	for name := range given {
		s.Fatalf("there is no input %s", name)
	}
}

func (s *script) values() []runnertest.Value {
	data, err := os.ReadFile(s.Getenv("GITHUB_OUTPUT"))
	s.Check(err)
	values, err := runnertest.FileCommands(string(data))
	s.Check(err)
	return values
}

// outputs [NAME...] prints the step outputs as the runner reads them, all or the
// named ones, a value of several lines as a Go string.
func cmdOutputs(s *script, args []string) {
	for _, v := range s.values() {
		value := v.Value
		if len(args) > 0 && !slices.Contains(args, v.Name) {
			continue
		}
		if strings.ContainsAny(value, "\r\n") {
			value = strconv.Quote(value)
		}
		fmt.Fprintf(s.Stdout(), "%s=%s\n", v.Name, value)
	}
}

// output NAME prints the bytes of one step output.
func cmdOutput(s *script, args []string) {
	s.need(len(args) == 1, "output NAME")
	var found []string
	for _, v := range s.values() {
		if v.Name == args[0] {
			found = append(found, v.Value)
		}
	}
	if len(found) != 1 {
		s.Fatalf("output %s is set %d times", args[0], len(found))
	}
	fmt.Fprint(s.Stdout(), found[0])
}

// commands prints the workflow commands that the runner finds in what the last
// program printed.
func cmdCommands(s *script, _ []string) {
	stdout, stderr := s.ReadFile("stdout"), s.ReadFile("stderr")
	for _, c := range slices.Concat(runnertest.Commands(stdout), runnertest.Commands(stderr)) {
		fmt.Fprint(s.Stdout(), c.Name)
		for _, name := range slices.Sorted(maps.Keys(c.Properties)) {
			fmt.Fprintf(s.Stdout(), " %s=%s", name, plainOrQuoted(c.Properties[name]))
		}
		fmt.Fprintf(s.Stdout(), ": %s\n", plainOrQuoted(c.Data))
	}
}

// plainOrQuoted is a value that could be taken for more than one as a Go string.
func plainOrQuoted(v string) string {
	if q := strconv.Quote(v); q != `"`+v+`"` {
		return q
	}
	return v
}
