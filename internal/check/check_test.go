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
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/library"
	"github.com/skillbrief/skillbrief/internal/source"
	"github.com/skillbrief/skillbrief/internal/tokens"
)

var update = flag.Bool("update", false, "write the wanted outputs anew")

// tree is an example as the source package gives it.
func tree(files []Example, name string) *source.Tree {
	contents, links := map[string]string{}, map[string]string{}
	for _, f := range files {
		switch {
		case f.Tree != name:
		case f.Link:
			links[f.Path] = f.Content
		default:
			contents[f.Path] = f.Content
		}
	}
	return source.Memory(contents, links)
}

// input is what Run gets of an example.
func input(t *testing.T, d *Doc, name string) Input {
	t.Helper()
	o := library.Options{Paths: []string{"."}, Encoding: encoding(t)}
	if p := d.Settings["paths"]; p != nil {
		o.Paths = p
	}
	load := func(name string) *library.Library {
		lib, err := library.Load(t.Context(), tree(d.Files, name), o)
		if err != nil {
			t.Fatal(err)
		}
		return lib
	}
	in := Input{After: load(name), Today: "2026-01-01", Config: ".skillbrief.toml"}
	before := slices.ContainsFunc(d.Files, func(f Example) bool { return f.Tree == name+"-before" })
	if before {
		in.Before = load(name + "-before")
	}
	if budget := d.Settings["budget"]; budget != nil {
		n, err := strconv.Atoi(budget[0])
		if err != nil {
			t.Fatal(err)
		}
		plan := brief.Options{Budget: n, Encoding: o.Encoding, Strategy: "prefix"}
		in.Plan = brief.Make(in.After, plan)
		if before {
			in.PlanBefore = brief.Make(in.Before, plan)
		}
	}
	return in
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
