package runnertest

import (
	"fmt"
	"strings"
)

// Value is a value that a file command sets.
type Value struct{ Name, Value string }

// FileCommands reads the file of GITHUB_OUTPUT, GITHUB_ENV or GITHUB_STATE:
// name=value, or name<<delimiter, lines, and the delimiter. The runner fails the
// step on an error.
func FileCommands(text string) ([]Value, error) {
	text = strings.ToValidUTF8(strings.TrimPrefix(text, "\uFEFF"), "\uFFFD")
	var values []Value
	for text != "" {
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		equals, heredoc := strings.Index(line, "="), strings.Index(line, "<<")
		switch {
		case line == "":
		case equals >= 0 && (heredoc < 0 || equals < heredoc):
			if equals == 0 {
				return values, fmt.Errorf("line %q has no name", line)
			}
			values = append(values, Value{line[:equals], line[equals+1:]})
		case heredoc >= 0:
			name, delimiter := line[:heredoc], line[heredoc+2:]
			if name == "" || delimiter == "" {
				return values, fmt.Errorf("line %q has no name or no delimiter", line)
			}
			value, after, ok := cutHeredoc(text, delimiter)
			if !ok {
				return values, fmt.Errorf("delimiter %q of %q is not found", delimiter, name)
			}
			values = append(values, Value{name, value})
			text = after
		default:
			return values, fmt.Errorf("line %q is neither name=value nor name<<delimiter", line)
		}
	}
	return values, nil
}

// cutHeredoc cuts text at the first line that is the delimiter. The line end
// before it is no part of the value.
func cutHeredoc(text, delimiter string) (value, after string, ok bool) {
	for at := 0; at < len(text); {
		line, rest, ended := strings.Cut(text[at:], "\n")
		if line == delimiter {
			return strings.TrimSuffix(text[:at], "\n"), rest, true
		}
		if !ended {
			break
		}
		at += len(line) + 1
	}
	return "", "", false
}
