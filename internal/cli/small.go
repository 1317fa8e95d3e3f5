package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/skillbrief/skillbrief/internal/check"
	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/tokens"
)

// version is set by the release build.
var version string

// Version is the release, the module version that was installed, or "devel".
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if version == "" && ok && info.Main.Version != "(devel)" {
		return cmp.Or(info.Main.Version, "devel")
	}
	return cmp.Or(version, "devel")
}

func runVersion(_ context.Context, s streams, _ *request) (int, error) {
	commit := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" {
				commit = setting.Value
			}
		}
	}
	_, err := fmt.Fprintf(s.out, "skillbrief %s\ncommit %s\n%s %s/%s\n", Version(), commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitPass, err
}

// encoding picks the tokenizer as tiktoken would; estimated says that the model
// is not known and the default counts in its place.
func encoding(s *config.Settings) (e *tokens.Encoding, estimated bool, err error) {
	if s.Model != "" && s.Given["encoding"] {
		s.Warnings = append(s.Warnings, "both encoding and model are given; encoding is used")
	}
	if s.Model != "" && !s.Given["encoding"] {
		e, known := tokens.ForModel(s.Model)
		return e, !known, nil
	}
	e, err = tokens.ByName(s.Encoding)
	return e, false, err
}

func runTokens(_ context.Context, s streams, r *request) (int, error) {
	e, estimated, err := encoding(&r.Settings)
	if err != nil {
		return exitUsage, config.UsageError{Err: err}
	}
	s.warn(r.Warnings)
	if estimated {
		s.warn([]string{fmt.Sprintf("model %s is not known; the counts are estimates with %s", diag.Quote(r.Model), e.Name())})
	}
	if len(r.args) == 0 {
		r.args = []string{"-"}
	}
	for _, name := range r.args {
		text, err := s.read(name)
		if err != nil {
			return exitUsage, config.UsageError{Err: err}
		}
		if _, err := fmt.Fprintf(s.out, "%d\t%s\n", e.Count(text), diag.Path(name)); err != nil {
			return exitFailed, err
		}
	}
	return exitPass, nil
}

// read gives a file's text, or stdin's for "-".
func (s streams) read(name string) (string, error) {
	var b strings.Builder
	in := s.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return "", err
		}
		defer f.Close() //nolint:errcheck // read only
		in = f
	}
	_, err := io.Copy(&b, in)
	return b.String(), err
}

func runExplain(_ context.Context, s streams, r *request) (int, error) {
	if len(r.args) == 0 {
		for _, rule := range check.Known() {
			doc, _ := check.Document(rule.ID)
			fmt.Fprintf(s.out, "%-26s %-8s %s\n", rule.ID, rule.Severity, doc.Summary)
		}
		return exitPass, nil
	}
	for _, id := range r.args {
		doc, ok := check.Document(id)
		if !ok {
			return exitUsage, config.UsageError{Err: unknownRule(id)}
		}
		fmt.Fprint(s.out, doc.Markdown(1))
	}
	return exitPass, nil
}

// knownRules refuses severities of rules that do not exist, and to lower those of
// security rules.
func knownRules(severities map[string]diag.Severity) error {
	for id, severity := range severities {
		rule, ok := check.Lookup(id)
		if !ok {
			return fmt.Errorf("severity: %w", unknownRule(id))
		}
		if rule.Security && severity < rule.Severity {
			return fmt.Errorf("severity: security rule %s stays %s; what is no fault takes an exception with a reason in %s at the trusted commit", id, rule.Severity, config.Path)
		}
	}
	return nil
}

func unknownRule(id string) error {
	hint := "skillbrief explain lists them"
	if near := diag.Nearest(id, ruleIDs()); near != "" {
		hint = "did you mean " + near + "?"
	}
	return fmt.Errorf("rule %s is unknown; %s", diag.Quote(id), hint)
}

func ruleIDs() []string {
	var ids []string
	for _, rule := range check.Known() {
		ids = append(ids, rule.ID)
	}
	return ids
}
