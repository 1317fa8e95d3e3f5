package check

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/skillbrief/skillbrief/internal/brief"
	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/library"
	"github.com/skillbrief/skillbrief/internal/manifest"
	"github.com/skillbrief/skillbrief/internal/source"
	"github.com/skillbrief/skillbrief/internal/tokens"
)

var update = flag.Bool("update", false, "write the wanted outputs anew")

// tree is an example as the source package gives it.
func tree(files []Example, name string) *source.Tree {
	contents, links := map[string]string{}, map[string]string{}
	var submodules []string
	for _, f := range files {
		switch {
		case f.Tree != name:
		case f.Link:
			links[f.Path] = f.Content
		case strings.HasSuffix(f.Path, " (submodule)"):
			submodules = append(submodules, strings.TrimSuffix(f.Path, " (submodule)"))
		default:
			contents[f.Path] = f.Content
		}
	}
	t := source.Memory(contents, links)
	for _, s := range submodules {
		t.Files = append(t.Files, source.File{Path: s, Mode: source.Submodule})
	}
	slices.SortFunc(t.Files, func(a, b source.File) int { return source.Compare(a.Path, b.Path) })
	return t
}

// input is what Run gets of an example.
func input(t *testing.T, d *Doc, name string) Input {
	t.Helper()
	in := Input{After: load(t, d, name), Today: "2026-01-01", Config: config.Path}
	file, err := config.Read(t.Context(), tree(d.Files, name), Configurable())
	if err != nil {
		t.Fatal(err)
	}
	in.Exceptions, in.Routes = file.Exceptions, file.Routes
	in.Faults = slices.Clone(file.Faults)
	for _, m := range in.After.Manifests {
		in.Faults = append(in.Faults, m.Faults...)
	}
	if d.has(name + "-before") {
		in.Before = load(t, d, name+"-before")
		in.Faults = append(in.Faults, compared(d, in.Before, in.After)...)
	}
	plans(t, d, &in)
	return in
}

// compared are the faults of comparing manifests, as a run finds them.
func compared(d *Doc, before, after *library.Library) []diag.Fault {
	var faults []diag.Fault
	var changed []string
	for _, difference := range manifest.Compare(before.Manifests, after.Manifests) {
		faults = append(faults, difference.Faults()...)
		changed = append(changed, difference.Path)
	}
	if d.Settings["head-branch"] != nil {
		e := manifest.Evolution{Changed: changed, Before: before.Manifests, After: after.Manifests, Trusted: before.Manifests, MaxEdits: 1, Secrets: Secrets}
		faults = append(faults, e.Faults()...)
	}
	return faults
}

func (d *Doc) has(tree string) bool {
	return slices.ContainsFunc(d.Files, func(f Example) bool { return f.Tree == tree })
}

func load(t *testing.T, d *Doc, name string) *library.Library {
	t.Helper()
	o := library.Options{Paths: []string{"."}, Encoding: encoding(t)}
	if p := d.Settings["paths"]; p != nil {
		o.Paths = p
	}
	if d.has(name + "-library") {
		o.Host = []library.Host{{Entry: "/srv/skills", Tree: tree(d.Files, name+"-library")}}
	}
	o.Manifests = manifest.Options{Paths: []string{".pr_agent/skills/review/skill.toml"}, Project: "acme/shop", Mode: manifest.ModeReviewAndImprove}
	lib, err := library.Load(t.Context(), tree(d.Files, name), o)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// plans makes the blocks where an example has a budget.
func plans(t *testing.T, d *Doc, in *Input) {
	t.Helper()
	if d.Settings["budget"] == nil {
		return
	}
	n, err := strconv.Atoi(d.Settings["budget"][0])
	if err != nil {
		t.Fatal(err)
	}
	o := brief.Options{Budget: n, Encoding: encoding(t), Strategy: "prefix"}
	in.Plan = brief.Make(in.After, o)
	if in.Before != nil {
		in.PlanBefore = brief.Make(in.Before, o)
	}
}

func encoding(t testing.TB) *tokens.Encoding {
	t.Helper()
	e, err := tokens.ByName("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// show is a finding as the text report has it, without the id of the rule.
func show(f diag.Finding) string {
	s := f.Span
	if s.IsZero() {
		return fmt.Sprintf("%s:1:1: %s", f.Path, f.Message)
	}
	return fmt.Sprintf("%s:%d:%d-%d:%d: %s", f.Path, s.Start.Line, s.Start.Column, s.End.Line, s.End.Column, f.Message)
}

func of(rule string, found []diag.Finding) []string {
	var shown []string
	for _, f := range found {
		if f.Rule == rule {
			shown = append(shown, show(f))
		}
	}
	return shown
}

// TestRules holds every rule against the examples of its document.
func TestRules(t *testing.T) {
	t.Parallel()
	for _, r := range Known() {
		t.Run(r.ID, func(t *testing.T) {
			t.Parallel()
			d, ok := Document(r.ID)
			if !ok {
				t.Fatal("no document")
			}
			if d.Summary == "" || d.Why == "" || !strings.HasPrefix(d.Source, "Source: ") {
				t.Errorf("document lacks a summary, a reason or a source: %+v", d)
			}
			found, _ := Run(input(t, &d, "bad"))
			got := of(r.ID, found)
			if *update {
				want(t, r.ID, got)
			} else if diff := cmp.Diff(d.Want, got); diff != "" {
				t.Errorf("the bad example: %s", diff)
			}
			if len(got) == 0 {
				t.Errorf("the bad example is silent; findings: %v", found)
			}
			found, _ = Run(input(t, &d, "good"))
			for _, f := range found {
				if f.Rule == "nothing-found" && !strings.Contains(fmt.Sprint(d.Files), "SKILL.md") {
					continue // a manifest alone
				}
				t.Errorf("the good example gives %s [%s]", show(f), f.Rule)
			}
		})
	}
}

// want writes the findings of a bad example into its archive.
func want(t *testing.T, id string, found []string) {
	t.Helper()
	file := filepath.Join("rules", id+".txtar")
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return f.Name == "want" })
	archive.Files = append(archive.Files, txtar.File{Name: "want", Data: []byte(strings.Join(found, "\n") + "\n")})
	if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestRulesAreSorted(t *testing.T) {
	t.Parallel()
	if !slices.IsSortedFunc(rules, func(a, b Rule) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("rules are not sorted by id")
	}
}
