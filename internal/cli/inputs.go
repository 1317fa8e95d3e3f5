package cli

import (
	"strings"

	"github.com/sethvargo/go-githubactions"

	"github.com/skillbrief/skillbrief/internal/config"
)

// inputs reads the action's inputs. The runner sets every input: an empty one is
// not given. A list has one entry a line, blank lines aside.
func inputs(env func(string) string) (*request, error) {
	action := githubactions.New(githubactions.WithGetenv(env))
	r := &request{command: "action", given: map[string][]string{}, color: "auto"}
	for _, o := range config.Options {
		value := action.GetInput(o.Name)
		if value == "" { // a variable of other CI cannot have a hyphen
			value = action.GetInput(strings.ReplaceAll(o.Name, "-", "_"))
		}
		if value == "" {
			continue
		}
		if !o.List {
			r.given[o.Name] = []string{value}
			continue
		}
		for line := range strings.Lines(value) {
			if line = strings.TrimSpace(line); line != "" {
				r.given[o.Name] = append(r.given[o.Name], line)
			}
		}
	}
	return r, r.settle()
}
