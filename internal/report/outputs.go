package report

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// Output is a step output.
type Output struct{ Name, Value string }

// AppendOutputs appends outputs to GITHUB_OUTPUT's file in one write. Bytes that
// are not UTF-8 become U+FFFD, as the runner would read them. Where file is empty
// it says so to log and does nothing.
func AppendOutputs(file string, outputs []Output, log io.Writer) error {
	if file == "" {
		_, err := io.WriteString(log, "GITHUB_OUTPUT is not set: no step outputs are written\n")
		return err
	}
	var b bytes.Buffer
	for _, o := range outputs {
		if err := writeOutput(&b, o, rand.Reader); err != nil {
			return err
		}
	}
	return appendFile(file, "GITHUB_OUTPUT", func(int64) []byte { return b.Bytes() })
}

// writeOutput writes one output between a pair of delimiters that nobody could
// know before.
func writeOutput(b *bytes.Buffer, o Output, random io.Reader) error {
	if o.Name == "" || strings.Trim(o.Name, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
		return fmt.Errorf("output name %q is not made of lower-case letters, digits, - and _", o.Name)
	}
	var raw [16]byte
	if _, err := io.ReadFull(random, raw[:]); err != nil {
		return fmt.Errorf("make a delimiter for output %s: %w", o.Name, err)
	}
	delimiter := "skillbrief_" + hex.EncodeToString(raw[:])
	if strings.Contains(o.Value, delimiter) {
		return fmt.Errorf("output %s holds its own random delimiter; it is not written", o.Name)
	}
	fmt.Fprintf(b, "%s<<%s\n%s\n%s\n", o.Name, delimiter, strings.ToValidUTF8(o.Value, "\uFFFD"), delimiter)
	return nil
}

// AppendSummary appends the summary to GITHUB_STEP_SUMMARY's file, cut so that
// the file stays below GitHub's limit. Where file is empty it says so to log and
// does nothing.
func AppendSummary(file string, r *Report, log io.Writer) error {
	if file == "" {
		_, err := io.WriteString(log, "GITHUB_STEP_SUMMARY is not set: no job summary is written\n")
		return err
	}
	return appendFile(file, "GITHUB_STEP_SUMMARY", func(size int64) []byte {
		const most = 1 << 20 // GitHub drops a larger file as a whole
		limit := int(min(summaryLimit, most-2-size))
		if limit < len(cutSentence(limit)) {
			return nil
		}
		return []byte(Summary(r, limit))
	})
}

// appendFile appends to a file of the runner what text makes for its present
// size, in one write, on a line of its own. It follows no link.
func appendFile(name, variable string, text func(size int64) []byte) (err error) {
	f, err := openAppend(name)
	if err != nil {
		return fmt.Errorf("append to the file that %s names (no link is followed): %w", variable, err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("append to the file that %s names: %w", variable, err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s names %q, which is no regular file", variable, name)
	}
	data := text(info.Size())
	if !endsLine(f, info.Size()) {
		data = append([]byte("\n"), data...)
	}
	if _, err := f.Write(data); err != nil {
		return fmt.Errorf("append to the file that %s names: %w", variable, err)
	}
	return nil
}

// endsLine reports whether what is appended would start a line.
func endsLine(f *os.File, size int64) bool {
	var last [1]byte
	if size == 0 {
		return true
	}
	_, err := f.ReadAt(last[:], size-1)
	return err == nil && last[0] == '\n'
}

// Limits of a GitLab dotenv report: bytes of the file, which must stay below 5 KiB,
// and variables that the smallest plan takes
// (docs.gitlab.com/administration/instance_limits).
const (
	dotenvSize      = 5<<10 - 1
	dotenvVariables = 50
	dotenvValue     = 256
)

// Dotenv is outputs as a GitLab dotenv report: the name in capitals after
// SKILLBRIEF_, only values of one short line without blanks and quotes, and the first
// that fit. Left out are the names of the others, empty ones aside.
func Dotenv(outputs []Output) (text []byte, leftOut []string) {
	n := 0
	for _, o := range outputs {
		line := "SKILLBRIEF_" + strings.ToUpper(strings.ReplaceAll(o.Name, "-", "_")) + "=" + o.Value + "\n"
		switch {
		case o.Value == "":
		case !plainValue(o.Value), n == dotenvVariables, len(text)+len(line) > dotenvSize:
			leftOut = append(leftOut, o.Name)
		default:
			text = append(text, line...)
			n++
		}
	}
	return text, leftOut
}

// plainValue reports whether every reader of dotenv files takes v as it stands.
func plainValue(v string) bool {
	for _, r := range v {
		if r <= ' ' || r > '~' || strings.ContainsRune("\"'`$\\#", r) {
			return false
		}
	}
	return len(v) <= dotenvValue
}
