// Package runnertest reads what a step of a workflow writes as GitHub's runner
// does: commands in its output, and the files of GITHUB_OUTPUT and GITHUB_ENV. It
// is for tests, and follows the behaviour of actions/runner on Linux.
package runnertest

import (
	"strings"
	"unicode"
)

// Command is a workflow command that the runner obeyed.
type Command struct {
	Name       string // in lower case
	Properties map[string]string
	Data       string
	Line       string // as printed
}

// registered are the commands that the runner knows, the resume token aside.
var registered = map[string]bool{
	"stop-commands": true, "internal-set-repo-path": true, "set-env": true, "set-output": true, "save-state": true,
	"add-mask": true, "add-path": true, "add-matcher": true, "remove-matcher": true, "debug": true, "notice": true,
	"warning": true, "error": true, "group": true, "endgroup": true, "echo": true,
}

// Lines cuts output as the runner's reader does: LF, CR and CR LF end a line.
func Lines(output string) []string {
	output = strings.ReplaceAll(output, "\r\n", "\n")
	return strings.Split(strings.ReplaceAll(output, "\r", "\n"), "\n")
}

// Commands are the commands in one stream of output, in order. After a
// stop-commands only the line that resumes is one.
func Commands(output string) []Command {
	var found []Command
	token := ""
	for _, line := range Lines(output) {
		known := func(name string) bool {
			name = strings.ToLower(name)
			return registered[name] || token != "" && name == token
		}
		c, ok := parseColons(line, known)
		if !ok {
			c, ok = parseHashes(line, known)
		}
		switch {
		case !ok:
		case token != "":
			if c.Name == token {
				token = ""
				found = append(found, c)
			}
		default:
			if c.Name == "stop-commands" {
				token = strings.ToLower(c.Data)
			}
			found = append(found, c)
		}
	}
	return found
}

// parseColons reads ::name key=value,key=value::data, which stands alone in its
// line but for white space before it.
func parseColons(line string, known func(string) bool) (Command, bool) {
	trimmed := strings.TrimLeftFunc(line, unicode.IsSpace)
	rest, ok := strings.CutPrefix(trimmed, "::")
	if !ok {
		return Command{}, false
	}
	info, data, ok := strings.Cut(rest, "::")
	if !ok {
		return Command{}, false
	}
	name, properties, _ := strings.Cut(info, " ")
	if !known(name) {
		return Command{}, false
	}
	return Command{
		strings.ToLower(name), parseProperties(strings.TrimSpace(properties), ",", propertyEscapes),
		unescape(data, dataEscapes), line,
	}, true
}

// parseHashes reads ##[name key=value;key=value]data, anywhere in a line.
func parseHashes(line string, known func(string) bool) (Command, bool) {
	_, rest, ok := strings.Cut(line, "##[")
	if !ok {
		return Command{}, false
	}
	info, data, ok := strings.Cut(rest, "]")
	if !ok {
		return Command{}, false
	}
	name, properties, _ := strings.Cut(info, " ")
	if !known(name) {
		return Command{}, false
	}
	return Command{strings.ToLower(name), parseProperties(properties, ";", hashEscapes), unescape(data, hashEscapes), line}, true
}

// parseProperties drops what has no value. A run of = counts as one, because the
// runner splits without empty entries.
func parseProperties(s, separator string, escapes [][2]string) map[string]string {
	properties := map[string]string{}
	for _, property := range strings.Split(s, separator) {
		key, value, _ := strings.Cut(strings.TrimLeft(property, "="), "=")
		value = strings.TrimLeft(value, "=")
		if key != "" && value != "" {
			properties[key] = unescape(value, escapes)
		}
	}
	return properties
}

// The escapes are taken back one after the other, % last.
var (
	dataEscapes     = [][2]string{{"%0D", "\r"}, {"%0A", "\n"}, {"%25", "%"}}
	propertyEscapes = [][2]string{{"%0D", "\r"}, {"%0A", "\n"}, {"%3A", ":"}, {"%2C", ","}, {"%25", "%"}}
	hashEscapes     = [][2]string{{"%3B", ";"}, {"%0D", "\r"}, {"%0A", "\n"}, {"%5D", "]"}, {"%25", "%"}}
)

func unescape(s string, escapes [][2]string) string {
	for _, e := range escapes {
		s = strings.ReplaceAll(s, e[0], e[1])
	}
	return s
}
