package report

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// fingerprints are those of a report's findings, by format.
func fingerprints(t *testing.T, r *Report) map[string][]string {
	t.Helper()
	var log sarifLog
	var issues []gitlabIssue
	if err := json.Unmarshal([]byte(render(t, "sarif", r)), &log); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(render(t, "gitlab", r)), &issues); err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for _, result := range log.Runs[0].Results {
		all["sarif"] = append(all["sarif"], result.Fingerprints["skillbrief/v1"])
	}
	for _, issue := range issues {
		all["gitlab"] = append(all["gitlab"], issue.Fingerprint)
	}
	return all
}

func TestFingerprints(t *testing.T) {
	r := &Report{}
	for i := range 5 {
		r.Findings = append(r.Findings, fault("r", diag.Error, "f", at(i+1, 1, i+1, 2), fmt.Sprintf("line %d of commit %040x is wrong", i+1, 0xabc+i)))
	}
	first := fingerprints(t, r)
	for i := range r.Findings {
		r.Findings[i] = fault("r", diag.Error, "f", at(i+101, 1, i+101, 2), fmt.Sprintf("line %d of commit %040x is wrong", i+101, 0xdef+i))
	}
	moved := fingerprints(t, r)
	for format, sums := range first {
		seen := map[string]bool{}
		for i, sum := range sums {
			if sum == "" || seen[sum] {
				t.Errorf("%s: fingerprint %q is empty or not unique", format, sum)
			}
			seen[sum] = true
			if moved[format][i] != sum {
				t.Errorf("%s: fingerprint %d changed as lines moved", format, i)
			}
		}
		if len(sums) != 5 {
			t.Errorf("%s has %d fingerprints", format, len(sums))
		}
	}
}

func TestSARIFLimit(t *testing.T) {
	r := &Report{Findings: append(many(13, diag.Notice), fault("last", diag.Error, "z", diag.Span{}, "kept"))}
	run := sarifRunOf(r, 10)
	if len(run.Results) != 10 || run.Results[0].RuleID != "last" {
		t.Errorf("%d results, the first is of %s", len(run.Results), run.Results[0].RuleID)
	}
	if notes := run.Invocations[0].Notifications; len(notes) != 1 || notes[0].Message.Text != "4 more findings are left out, the limit is 10; the JSON report holds all" {
		t.Errorf("notifications are %+v", notes)
	}
}

func TestURI(t *testing.T) {
	for path, want := range map[string]string{
		"": ".", "skills/a-b_c.~1/SKILL.md": "skills/a-b_c.~1/SKILL.md", "a b:c%#?": "a%20b%3Ac%25%23%3F", "ü": "%C3%BC", "\xff\n": "%FF%0A",
	} {
		if got := uri(path); got != want {
			t.Errorf("uri of %q is %q, want %q", path, got, want)
		}
	}
}
