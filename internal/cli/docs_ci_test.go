package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/skillbrief/skillbrief/internal/config"
)

var (
	stepOutput = regexp.MustCompile(`steps\.[\w-]+\.outputs\.([\w-]+)`)
	lineEnd    = regexp.MustCompile(`\s+#.*$`)
)

// TestDocumentedWorkflows holds that the CI files in the documents, and those of
// the project, are right about skillbrief and put no expression into a script.
func TestDocumentedWorkflows(t *testing.T) {
	marks := map[string]int{}
	for _, e := range examples(t, "yaml") {
		marks[e.mark]++
		for _, fault := range workflowFaults(e.mark, e.text) {
			t.Errorf("%s: %s in\n%s", e.document, fault, e.text)
		}
	}
	for _, mark := range []string{"workflow", "steps", "gitlab", "pre-commit"} {
		if marks[mark] == 0 {
			t.Errorf("no example is marked as %s", mark)
		}
	}
	files, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range workflowFaults("workflow", string(data)) {
			t.Errorf("%s: %s", name, fault)
		}
	}
}

// TestWorkflowFaults holds that the check above sees what it is for.
func TestWorkflowFaults(t *testing.T) {
	for text, want := range map[string]string{
		"- run: echo \"${{ steps.brief.outputs.skills }}\"\n":                                         "script",
		"- run: |\n    cat <<EOF\n    ${{ steps.brief.outputs.skills }}\n    EOF\n":                   "script",
		"- uses: actions/github-script@v7\n  with:\n    script: f(`${{ steps.b.outputs.skills }}`)\n": "script",
		"job:\n  script:\n    - echo a\n    - echo ${{ x }}\n":                                        "script",
		"- uses: skillbrief/skillbrief@v0\n  with:\n    max-skill-tokens: 5\n":                        "max-skill-tokens",
		"- uses: skillbrief/skillbrief@v0\n  with:\n    max-skills-tokens: 5\n    strategy: all\n":    "strategy",
		"- env:\n    X: ${{ steps.b.outputs.skill-file }}\n":                                          "skill-file",
		"job:\n  variables:\n    INPUT_PATH: x\n":                                                     "path",
		"job:\n  script:\n    - skillbrief --fail-on never --max-skill-tokens 5\n":                    "max-skill-tokens",
		"repos:\n  - hooks:\n      - id: skillbrief\n        args: [--befor, x]\n":                    "befor",
		"a: [":                      "yaml",
		"on: push\njobs: {a: {}}\n": "permissions",
	} {
		mark := ""
		if strings.HasPrefix(text, "on:") {
			mark = "workflow"
		}
		if faults := workflowFaults(mark, text); len(faults) != 1 || !strings.Contains(faults[0], want) {
			t.Errorf("%q: %q, wanted one about %s", text, faults, want)
		}
	}
}

// workflowFaults is what is wrong with a CI file, or a part of one.
func workflowFaults(mark, text string) []string {
	var root yaml.Node
	if err := yaml.Unmarshal([]byte(text), &root); err != nil {
		return []string{err.Error()}
	}
	var faults []string
	for _, m := range stepOutput.FindAllStringSubmatch(text, -1) {
		if !slices.ContainsFunc(outputs, func(o output) bool { return o.name == m[1] }) {
			faults = append(faults, "there is no output "+m[1])
		}
	}
	if mark == "workflow" {
		for _, key := range []string{"on", "permissions", "jobs"} {
			if value(root.Content[0], key) == nil {
				faults = append(faults, "the workflow has no "+key)
			}
		}
	}
	return append(faults, nodeFaults(&root)...)
}

func nodeFaults(n *yaml.Node) []string {
	var faults []string
	if n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			switch key := n.Content[i].Value; key {
			case "run", "script", "before_script", "after_script":
				faults = append(faults, scriptFaults(n.Content[i+1])...)
			}
		}
		faults = append(faults, useFaults(n)...)
	}
	for _, c := range n.Content {
		faults = append(faults, nodeFaults(c)...)
	}
	return faults
}

// scriptFaults are those of the text of a script, or of a list of lines.
func scriptFaults(n *yaml.Node) []string {
	var faults []string
	if strings.Contains(n.Value, "${{") {
		faults = append(faults, fmt.Sprintf("the script in line %d holds an expression", n.Line))
	}
	for line := range strings.Lines(n.Value) {
		faults = append(faults, lineFaults(line)...)
	}
	for _, c := range n.Content {
		faults = append(faults, scriptFaults(c)...)
	}
	return faults
}

// useFaults are those of a step, job or hook that uses skillbrief.
func useFaults(n *yaml.Node) []string {
	given := map[string][]string{}
	if uses := value(n, "uses"); uses != nil && strings.HasPrefix(uses.Value, "skillbrief/skillbrief@") {
		pairs(value(n, "with"), func(key string, v *yaml.Node) { given[key] = strings.Split(strings.TrimSpace(v.Value), "\n") })
	}
	pairs(value(n, "variables"), func(key string, v *yaml.Node) {
		if name, ok := strings.CutPrefix(key, "INPUT_"); ok {
			given[strings.ToLower(name)] = strings.Split(strings.TrimSpace(v.Value), "\n")
		}
	})
	var faults []string
	for name, values := range given {
		s := config.Defaults()
		if err := s.Set(name, values); err != nil {
			faults = append(faults, err.Error())
		}
	}
	if id, args := value(n, "id"), value(n, "args"); id != nil && id.Value == "skillbrief" && args != nil {
		line := "skillbrief check"
		for _, a := range args.Content {
			line += " " + a.Value
		}
		faults = append(faults, lineFaults(line)...)
	}
	return faults
}

func value(n *yaml.Node, key string) *yaml.Node {
	var found *yaml.Node
	pairs(n, func(k string, v *yaml.Node) {
		if k == key {
			found = v
		}
	})
	return found
}

func pairs(n *yaml.Node, each func(string, *yaml.Node)) {
	if n == nil || n.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		each(n.Content[i].Value, n.Content[i+1])
	}
}

// lineFaults are those of a command line, where it is one of skillbrief: without
// a command it is the action.
func lineFaults(line string) []string {
	line = strings.TrimSpace(lineEnd.ReplaceAllString(line, ""))
	if _, rest, ok := strings.Cut(line, "ghcr.io/skillbrief/skillbrief:v0"); ok {
		line = "skillbrief" + rest
	}
	words := strings.Fields(strings.Split(line, " | ")[0])
	if len(words) < 2 || words[0] != "skillbrief" {
		return nil
	}
	name, args := words[1], words[2:]
	if strings.HasPrefix(name, "-") {
		name, args = "check", words[1:]
	}
	if !slices.ContainsFunc(commands, func(c command) bool { return c.name == name }) {
		return []string{"there is no command " + name}
	}
	if _, err := parse(name, args); err != nil {
		return []string{err.Error()}
	}
	return nil
}

// TestDocumentedCommands holds that every command line in the documents can be
// given.
func TestDocumentedCommands(t *testing.T) {
	n := 0
	for _, e := range examples(t, "sh") {
		for line := range strings.Lines(e.text) {
			if strings.Contains(line, "${{") {
				t.Errorf("%s: an expression in %s", e.document, line)
			}
			if strings.Contains(line, "skillbrief ") {
				n++
			}
			for _, fault := range lineFaults(line) {
				t.Errorf("%s: %s: %s", e.document, line, fault)
			}
		}
	}
	if n < 7 {
		t.Errorf("only %d command lines are shown", n)
	}
}
