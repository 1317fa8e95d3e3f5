package config

import (
	"context"
	"fmt"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/source"
	"github.com/skillbrief/skillbrief/internal/tomldoc"
)

// The files that a repository configures a run with.
const (
	Path      = ".skillbrief.toml"
	AgentPath = ".pr_agent.toml"
)

const maxFile = 1 << 20 // bytes

// File is what a tree's own files say.
type File struct {
	Faults     []Fault
	Exceptions []Exception
	Routes     []Route

	brief, agent []assignment
	rules        []string
	path         string // of the file being read
}

// assignment gives an option its values.
type assignment struct {
	option string
	values []string
	span   diag.Span
}

// Read reads the configuration of a tree; rules are the ids that a severity or an
// exception may name. What is wrong in it is a Fault; an error is the source's.
func Read(ctx context.Context, t *source.Tree, rules []string) (*File, error) {
	f := &File{rules: rules}
	for _, file := range []struct {
		path string
		read func(*tomldoc.Table)
	}{{Path, f.own}, {AgentPath, f.agentSkills}} {
		raw, ok, err := readText(ctx, t, file.path)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		f.path = file.path
		table, faults := tomldoc.Parse(raw)
		for _, fault := range faults {
			f.fault(fault.Span, "%s", fault.Message)
		}
		if table != nil && (len(faults) == 0 || file.path == Path) {
			file.read(table)
		}
	}
	return f, nil
}

// readText gives the text of a regular file of the tree, links inside it resolved.
func readText(ctx context.Context, t *source.Tree, path string) (string, bool, error) {
	if _, ok := t.Find(path); !ok {
		return "", false, nil
	}
	file, err := t.Resolve(path)
	if err != nil {
		return "", false, fmt.Errorf("configuration: %w", err)
	}
	blobs, err := t.Read(ctx, []source.File{file}, maxFile)
	if err != nil {
		return "", false, fmt.Errorf("read the configuration: %w", err)
	}
	if blobs[0].Large {
		return "", false, fmt.Errorf("configuration %s is larger than %d bytes", diag.Quote(path), maxFile)
	}
	return blobs[0].Data, true, nil
}

func (f *File) fault(span diag.Span, format string, args ...any) {
	rule := "configuration"
	if f.path == AgentPath {
		rule = "pr-agent-config"
	}
	f.Faults = append(f.Faults, Fault{rule, f.path, span, fmt.Sprintf(format, args...)})
}

// Settings lays the file over the defaults, the inputs over the file, and what a
// repository may prefer in .pr_agent.toml over all. The error is an input's.
func (f *File) Settings(inputs func(*Settings) error) (Settings, error) {
	s := Defaults()
	f.assign(&s, f.brief)
	if err := inputs(&s); err != nil {
		return s, UsageError{err}
	}
	f.assign(&s, f.agent)
	s.Exceptions, s.Routes = f.Exceptions, f.Routes
	return s, nil
}

// assign sets options; their values were tried when the file was read.
func (f *File) assign(s *Settings, list []assignment) {
	for _, a := range list {
		_ = s.Set(a.option, a.values)
	}
}
