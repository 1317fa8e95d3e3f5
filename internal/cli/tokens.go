package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/skillbrief/skillbrief/internal/config"
	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/tokens"
)

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
	return exitPass, s.write(r.output, func(w io.Writer) error {
		for _, name := range r.args {
			text, err := s.read(name)
			if err != nil {
				return config.UsageError{Err: err}
			}
			if _, err := fmt.Fprintf(w, "%d\t%s\n", e.Count(text), escapeLine(diag.Path(name))); err != nil {
				return err
			}
		}
		return nil
	})
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
