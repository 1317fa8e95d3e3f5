package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/skillbrief/skillbrief/internal/brief"
)

// perform is a run with an environment, its exit status and all that it prints.
func perform(t *testing.T, env map[string]string, args ...string) (int, string) {
	t.Helper()
	var out bytes.Buffer
	code := Run(t.Context(), args, func(name string) string { return env[name] }, strings.NewReader(""), &out, &out)
	return code, out.String()
}

// mergeRequest is what a run on GitLab leaves that the documents show, by file
// and fenced. Its repository holds two skills of testdata/review-library and the
// manifest of docs/skill-toml.md; the merge request renames a skill.
func mergeRequest(t *testing.T) map[string]string {
	t.Helper()
	dir := mergeRequestDir(t)
	shown := map[string]string{}
	for name, language := range map[string]string{"report.json": "json", "provenance.json": "json", "outputs.env": "text"} {
		text := readFile(t, filepath.Join(dir, name))
		if name == "provenance.json" {
			var b bytes.Buffer
			if err := json.Indent(&b, []byte(text), "", "  "); err != nil {
				t.Fatal(err)
			}
			text = strings.Replace(b.String(), `"skillbrief": "`+release()+`"`, `"skillbrief": "v0.1.0"`, 1)
		}
		shown[name] = "```" + language + "\n" + strings.TrimSuffix(text, "\n") + "\n```\n"
	}
	return shown
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// ran is the one run that several tests look at.
var ran = struct {
	sync.Mutex
	files map[string]string
}{}

// mergeRequestDir is the output directory of that run.
func mergeRequestDir(t *testing.T) string {
	t.Helper()
	ran.Lock()
	defer ran.Unlock()
	if ran.files == nil {
		ran.files = runMergeRequest(t)
	}
	var files []txtar.File
	for name, text := range ran.files {
		files = append(files, txtar.File{Name: name, Data: []byte(text)})
	}
	return tree(t, files)
}

func runMergeRequest(t *testing.T) map[string]string {
	t.Helper()
	root := shop(t)
	gitIn(t, root, "init", "-q", "-b", "main", "--template=", "--object-format=sha1")
	main := commitAll(t, root, "main")
	path := filepath.Join(root, "skills/concurrency/SKILL.md")
	renamed := strings.Replace(readFile(t, path), "name: concurrency", "name: parallel-work", 1)
	for name, text := range map[string]string{path: renamed, filepath.Join(root, "api/orders.go"): "package api // orders\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	head := commitAll(t, root, "head")
	code, out := perform(t, map[string]string{
		"GITLAB_CI": "true", "CI_PROJECT_DIR": root, "CI_PROJECT_PATH": "acme/shop", "CI_DEFAULT_BRANCH": "main",
		"CI_COMMIT_SHA": head, "CI_PIPELINE_SOURCE": "merge_request_event", "CI_MERGE_REQUEST_IID": "7",
		"CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main", "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME": "rename",
		"CI_MERGE_REQUEST_TARGET_BRANCH_SHA": main, "INPUT_PATHS": "skills",
	})
	if code != exitFindings {
		t.Fatalf("exit status %d: %s", code, out)
	}
	return filesBelow(t, filepath.Join(root, "skillbrief-out"))
}

// shop is a repository's files before the merge request.
func shop(t *testing.T) string {
	t.Helper()
	files := []txtar.File{
		{Name: "api/orders.go", Data: []byte("package api\n")},
		{Name: "api/internal/x.go", Data: []byte("package internal\n")},
		{Name: "pkg/money/money.go", Data: []byte("package money\n")},
		{Name: "pkg/money/money_test.go", Data: []byte("package money\n")},
		{Name: ".pr_agent/skills/review/references/api.md", Data: []byte("# The API\n\nClients live for years.\n")},
	}
	for _, m := range fenced.FindAllStringSubmatch(document(t, "docs/skill-toml.md"), -1) {
		if name, ok := strings.CutPrefix(m[1], "file: "); ok {
			files = append(files, txtar.File{Name: name, Data: []byte(m[3])})
		}
	}
	for _, name := range []string{"api-compatibility", "concurrency"} {
		dir := "../../testdata/review-library/" + name
		for below, text := range filesBelow(t, dir) {
			files = append(files, txtar.File{Name: "skills/" + name + "/" + below, Data: []byte(text)})
		}
	}
	return tree(t, files)
}

func filesBelow(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		files[filepath.ToSlash(rel)] = readFile(t, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// gitIn runs git apart from the machine's configuration, with fixed dates.
func gitIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=A", "-c", "user.email=a@example.com"}, args...)...)
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
		"GIT_AUTHOR_DATE=2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z",
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v: %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func commitAll(t *testing.T, dir, message string) string {
	t.Helper()
	gitIn(t, dir, "add", "-A", "-f")
	gitIn(t, dir, "commit", "-q", "-m", message)
	return gitIn(t, dir, "rev-parse", "HEAD")
}

// TestDocumentedFields holds that every field of the report and the provenance is
// described, and nothing that is none.
func TestDocumentedFields(t *testing.T) {
	dir, text := mergeRequestDir(t), document(t, "docs/outputs.md")
	for file, section := range map[string]string{"report.json": "\n## The report\n", "provenance.json": "\n## The provenance\n"} {
		var v any
		if err := json.Unmarshal([]byte(readFile(t, filepath.Join(dir, file))), &v); err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(text, section)
		said := column(t, rest, "| field | meaning |", 0)
		said = slices.DeleteFunc(said, func(f string) bool { return f == "budget" || f == "skills[]" }) // what holds fields
		if diff := cmp.Diff(fields("", v), said, cmpopts.SortSlices(strings.Compare)); diff != "" {
			t.Errorf("%s:\n%s", file, diff)
		}
	}
}

// fields are the paths of the values in a document; matched_files has keys of
// its author.
func fields(path string, v any) []string {
	var all []string
	switch v := v.(type) {
	case map[string]any:
		if strings.HasSuffix(path, ".matched_files") {
			return []string{path}
		}
		for key, value := range v {
			all = append(all, fields(strings.TrimPrefix(path+"."+key, "."), value)...)
		}
	case []any:
		if len(v) == 0 {
			return []string{path}
		}
		for _, item := range v {
			if _, ok := item.(map[string]any); !ok {
				return []string{path}
			}
			all = append(all, fields(path+"[]", item)...)
		}
	default:
		all = append(all, path)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// TestDocumentedOutputDirectory holds the table of files against what a run
// leaves and how its outputs name it.
func TestDocumentedOutputDirectory(t *testing.T) {
	dir, text := mergeRequestDir(t), document(t, "docs/outputs.md")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() {
			name += "/"
		}
		found = append(found, name)
	}
	const head = "| file | output | what |"
	said := column(t, text, head, 0)
	if diff := cmp.Diff(found, said, cmpopts.SortSlices(strings.Compare)); diff != "" {
		t.Error(diff)
	}
	env := readFile(t, filepath.Join(dir, "outputs.env"))
	named := slices.DeleteFunc(said, func(name string) bool { return name == ".gitignore" || name == "outputs.env" })
	for i, output := range column(t, text, head, 1) {
		name := strings.ToUpper(strings.ReplaceAll(output, "-", "_"))
		if line := "SKILLBRIEF_" + name + "=skillbrief-out/" + strings.TrimSuffix(named[i], "/") + "\n"; !strings.Contains(env, line) {
			t.Errorf("outputs.env has no line %q", line)
		}
	}
}

func TestDocumentedStatuses(t *testing.T) {
	text := document(t, "docs/outputs.md")
	want := []string{}
	for _, s := range []brief.Status{
		brief.Included, brief.BodyOnly, brief.LineOnly, brief.Clipped, brief.Dropped, brief.Unrouted, brief.Shadowed, brief.Mirror, brief.Broken,
	} {
		want = append(want, string(s))
	}
	if diff := cmp.Diff(want, column(t, text, "| status of a skill | the block holds |", 0)); diff != "" {
		t.Error(diff)
	}
}
