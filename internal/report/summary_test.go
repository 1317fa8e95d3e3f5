package report

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/report/runnertest"
)

var gfm = goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.DefinitionList))

// skeleton is the markup of a document without its text.
func skeleton(t testing.TB, markdown string) string {
	var b strings.Builder
	source := []byte(markdown)
	err := ast.Walk(gfm.Parser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text, *ast.String:
			return ast.WalkContinue, nil
		case *ast.Link:
			fmt.Fprintf(&b, "%s %v\n", n.Destination, entering)
		default:
			fmt.Fprintf(&b, "%s %v\n", n.Kind(), entering)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// found is what GitHub looks for in the text of a page: mentions, references,
// addresses and emoji.
var linked = regexp.MustCompile(`(?i)(^|\W)@[a-z0-9]|#\d|(^|\W)gh-\d|:[a-z0-9_+-]+:|://|www\.\w`)

var tag = regexp.MustCompile(`<[^>]*>`)

func page(t testing.TB, markdown string) string {
	var b bytes.Buffer
	if err := gfm.Convert([]byte(markdown), &b); err != nil {
		t.Fatal(err)
	}
	return html.UnescapeString(tag.ReplaceAllString(b.String(), ""))
}

func checkSummary(t *testing.T, s string) {
	t.Helper()
	out := render(t, "summary", hostile(s))
	if strings.Contains(out, "<") || len(runnertest.Commands(out)) > 0 {
		t.Fatalf("summary of %q holds HTML or a command:\n%s", s, out)
	}
	if diff := cmp.Diff(skeleton(t, render(t, "summary", hostile("x"))), skeleton(t, out)); diff != "" {
		t.Fatalf("%q became markup:\n%s\n%s", s, diff, out)
	}
	shown := page(t, "- "+markdown(s))
	if m := linked.FindString(shown); m != "" {
		t.Fatalf("%q becomes a link at %q of %q", s, m, shown)
	}
	if got, want := strings.ReplaceAll(shown, joiner, ""), strings.ReplaceAll(oneLine(s), joiner, ""); strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Fatalf("%q is shown as %q", want, got)
	}
}

func TestSummaryIsNoMarkup(t *testing.T) {
	for _, s := range hostileTexts {
		checkSummary(t, s)
		checkSummary(t, "x"+s+"x")
	}
}

func FuzzSummary(f *testing.F) {
	for _, s := range hostileTexts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if strings.TrimSpace(s) != "" {
			checkSummary(t, s)
		}
	})
}

func TestSummaryIsCut(t *testing.T) {
	r := sample()
	for i := range 8_000 {
		r.Findings = append(r.Findings, fault("rule-id", diag.Error, fmt.Sprintf("skills/%d/SKILL.md", i), at(1, 1, 1, 2), "a fault"))
	}
	out := render(t, "summary", r)
	if len(out) > summaryLimit || len(out) < summaryLimit-300 || !strings.HasSuffix(out, "limit of 900 KiB. The JSON report holds every finding.**\n") {
		t.Errorf("summary has %d bytes and ends in %q", len(out), out[len(out)-100:])
	}
}

// TestSummaryCutAnywhere holds that a cut leaves no block of code open.
func TestSummaryCutAnywhere(t *testing.T) {
	whole := Summary(sample(), 1<<20)
	for limit := len(cutSentence(1000)); limit <= len(whole); limit += 17 {
		out := Summary(sample(), limit)
		if len(out) > limit {
			t.Fatalf("limit %d gives %d bytes", limit, len(out))
		}
		if strings.Count(out, fence)%2 != 0 || !strings.HasSuffix(out, "**\n") && out != whole {
			t.Fatalf("limit %d gives\n%s", limit, out)
		}
	}
	if out := Summary(sample(), len(whole)); out != whole {
		t.Errorf("a summary of just the limit is cut:\n%s", out)
	}
}
