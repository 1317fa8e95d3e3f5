package forge

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/event"
)

const (
	createCall = "POST /repos/acme/standards/check-runs"
	updateCall = "PATCH /repos/acme/standards/check-runs/77"
)

func checkServer(t *testing.T) *server {
	var s *server
	run := func() map[string]any {
		return s.sample("check-run", map[string]any{"id": 77, "html_url": "https://example.com/77"})
	}
	s = serve(t, map[string]func(call) answer{
		createCall: func(call) answer { return created(run()) },
		updateCall: func(call) answer { return ok(run()) },
	})
	return s
}

func span(line, column, endLine, endColumn int) diag.Span {
	return diag.Span{Start: diag.Pos{Line: line, Column: column}, End: diag.Pos{Line: endLine, Column: endColumn}}
}

func findings(n int) []diag.Finding {
	var all []diag.Finding
	for i := range n {
		all = append(all, diag.Finding{Rule: "r", Severity: diag.Warning, Path: fmt.Sprintf("f%d", i), Message: "m"})
	}
	return all
}

// sent are the output and the annotations of the nth call.
func (s *server) sent(n int) (map[string]any, []any) {
	output := s.calls[n].body["output"].(map[string]any)
	annotations, _ := output["annotations"].([]any)
	return output, annotations
}

func TestCheckRun(t *testing.T) {
	t.Parallel()
	s := checkServer(t)
	done, err := CheckRun(context.Background(), wishes(), s.options, Check{
		Conclusion: "failure", Title: "2 errors", Summary: "**bad**", Text: "more\n",
		Findings: []diag.Finding{
			{Rule: "name", Severity: diag.Error, Path: "a/SKILL.md", Span: span(2, 7, 2, 16), Message: "name is wrong"},
			{Rule: "lines", Severity: diag.Warning, Path: "a/SKILL.md", Span: span(3, 2, 5, 4), Message: "lines"},
			{Rule: "until", Severity: diag.Notice, Path: "a/\xff.md", Span: span(3, 1, 5, 1), Message: "until the line before"},
			{Rule: "point", Severity: diag.Notice, Path: "p", Span: span(4, 1, 4, 1), Message: "point"},
			{Rule: "whole", Severity: diag.Notice, Path: "w", Message: ""},
			{Rule: "silent", Severity: diag.Off, Path: "w", Message: "off"},
			{Rule: "budget", Severity: diag.Error, Message: "over\n# budget"},
		},
	})
	if err != nil || done != (Published{URL: "https://example.com/77"}) {
		t.Fatalf("%+v, %v", done, err)
	}
	at := func(path, level, title, message string, lines ...any) map[string]any {
		a := map[string]any{
			"path": path, "annotation_level": level, "title": title, "message": message,
			"start_line": lines[0], "end_line": lines[1],
		}
		if len(lines) == 4 {
			a["start_column"], a["end_column"] = lines[2], lines[3]
		}
		return a
	}
	want := map[string]any{
		"name": "skillbrief", "head_sha": head, "status": "completed", "conclusion": "failure",
		"output": map[string]any{
			"title": "2 errors", "summary": "**bad**",
			"text": "more\n\nFindings about no file:\n\n    error: over # budget [budget]",
			"annotations": []any{
				at("a/SKILL.md", "failure", "name", "name is wrong", 2.0, 2.0, 7.0, 16.0),
				at("a/SKILL.md", "warning", "lines", "lines", 3.0, 5.0),
				at(`a/\xFF.md`, "notice", "until", "until the line before", 3.0, 4.0),
				at("p", "notice", "point", "point", 4.0, 4.0, 1.0, 1.0),
				at("w", "notice", "whole", "whole", 1.0, 1.0),
			},
		},
	}
	if diff := cmp.Diff(want, s.calls[0].body); diff != "" || len(s.calls) != 1 {
		t.Errorf("%d calls (-want +got):\n%s", len(s.calls), diff)
	}
}

func TestCheckRunBatches(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 50, 51, 100, 251} {
		s := checkServer(t)
		if _, err := CheckRun(context.Background(), wishes(), s.options, Check{Conclusion: "neutral", Findings: findings(n)}); err != nil {
			t.Fatal(err)
		}
		var paths []string
		for i, c := range s.calls {
			output, annotations := s.sent(i)
			if (c.line == createCall) != (i == 0) || output["summary"] == "" || c.body["name"] != "skillbrief" {
				t.Errorf("call %d: %s %v", i, c.line, output)
			}
			for _, a := range annotations {
				paths = append(paths, a.(map[string]any)["path"].(string))
			}
		}
		for i, path := range paths {
			if path != fmt.Sprintf("f%d", i) {
				t.Errorf("annotation %d is on %s", i, path)
			}
		}
		if len(paths) != n || len(s.calls) != max(1, (n+49)/50) {
			t.Errorf("%d findings: %d annotations in %d calls", n, len(paths), len(s.calls))
		}
	}
}

// The description holds the limits of summary and text, which the server checks.
func TestCheckRunLimits(t *testing.T) {
	t.Parallel()
	for _, long := range []string{strings.Repeat("line\n", 40000), strings.Repeat("x", 70000), strings.Repeat("é漢😀", 20000), strings.Repeat("a\xff", 40000)} {
		s := checkServer(t)
		_, err := CheckRun(context.Background(), wishes(), s.options, Check{
			Conclusion: "success", Title: long, Summary: long, Text: long,
			Findings: []diag.Finding{{Rule: "r", Severity: diag.Error, Path: "p", Message: long}, {Rule: "r", Severity: diag.Error, Message: long}},
		})
		if err != nil {
			t.Fatal(err)
		}
		output, annotations := s.sent(0)
		message := annotations[0].(map[string]any)["message"].(string)
		for name, limit := range map[string]int{"title": 255, "summary": 65535, "text": 65535} {
			text := output[name].(string)
			if len(text) > limit || len(text) < limit/2 || !utf8.ValidString(text) {
				t.Errorf("%s has %d bytes", name, len(text))
			}
			if name != "title" && !strings.HasSuffix(text, "The report file has it all.\n") {
				t.Errorf("%s ends without a word: %q", name, text[len(text)-90:])
			}
		}
		if len(message) > 64<<10 || !strings.HasSuffix(message, "...") || strings.Contains(message, "\n") {
			t.Errorf("message has %d bytes", len(message))
		}
	}
}

func TestCheckRunRefused(t *testing.T) {
	t.Parallel()
	ctx, check := context.Background(), Check{Conclusion: "success", Findings: findings(120)}
	forbidden := func(call) answer { return refuse(http.StatusForbidden, "Resource not accessible by integration") }
	s := serve(t, map[string]func(call) answer{createCall: forbidden})
	done, err := CheckRun(ctx, wishes(), s.options, check)
	if err != nil || done.URL != "" || !strings.Contains(done.Notice, "publish a check run on acme/standards: GitHub answers 403") {
		t.Errorf("%+v, %v; want a notice", done, err)
	}

	s = checkServer(t)
	s.answers[updateCall] = func(call) answer { return refuse(http.StatusTooManyRequests, "slow down") }
	done, err = CheckRun(ctx, wishes(), s.options, check)
	if err != nil || done.URL == "" || !strings.Contains(done.Notice, "publish annotations 51 to 120") {
		t.Errorf("%+v, %v; want a notice beside the page", done, err)
	}

	s = serve(t, map[string]func(call) answer{createCall: func(call) answer { return refuse(http.StatusUnprocessableEntity, "No commit found") }})
	_, err = CheckRun(ctx, wishes(), s.options, check)
	wantError(t, err, "No commit found")

	_, err = CheckRun(ctx, wishes(), s.options, Check{Conclusion: "failed"})
	wantError(t, err, "use success, failure or neutral")
	_, err = CheckRun(ctx, event.Wishes{Repo: "acme/standards"}, s.options, check)
	wantError(t, err, "no commit")
	_, err = CheckRun(ctx, event.Wishes{Repo: "acme", HeadSHA: head}, s.options, check)
	wantError(t, err, "expected owner/name")
}

func TestCheckRunOfPush(t *testing.T) {
	t.Parallel()
	s := checkServer(t)
	w := event.Wishes{Repo: "acme/standards", After: event.Wish{Kind: event.SHA, Value: base}}
	if _, err := CheckRun(context.Background(), w, s.options, Check{Name: "skills", Conclusion: "success"}); err != nil {
		t.Fatal(err)
	}
	if got := s.calls[0].body; got["head_sha"] != base || got["name"] != "skills" {
		t.Errorf("%v", got)
	}
}
