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
	Faults     []diag.Fault
	Exceptions []Exception
	Routes     []Route

	brief, agent []assignment
	rules        []Rule
	path         string // of the file being read
}

// assignment gives an option its values.
type assignment struct {
	option string
	values []string
	span   diag.Span
}

// Rule is a rule that a severity may name.
type Rule struct {
	ID    string
	Least diag.Severity // a severity below it is refused, as of a security rule
}

// Read reads the configuration of a tree. Its Faults are what is wrong in it; an error is
// the source's.
func Read(ctx context.Context, t *source.Tree, rules []Rule) (*File, error) {
	f := &File{rules: rules}
	for _, file := range []struct {
		path string
		read func(*tomldoc.Table)
	}{{Path, f.own}, {AgentPath, f.agentSkills}} {
		f.path = file.path
		raw, err := f.text(ctx, t)
		if err != nil {
			return nil, err
		}
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

// text is that of the file being read, links inside the tree resolved; empty
// where there is none.
func (f *File) text(ctx context.Context, t *source.Tree) (string, error) {
	if _, ok := t.Find(f.path); !ok {
		return "", nil
	}
	file, err := t.Resolve(f.path)
	if err != nil {
		f.fault(diag.Span{}, "the configuration cannot be read: %s", err)
		return "", nil
	}
	blobs, err := t.Read(ctx, []source.File{file}, maxFile)
	if err != nil {
		return "", fmt.Errorf("load the configuration: %w", err)
	}
	if blobs[0].Large {
		f.fault(diag.Span{}, "the configuration has %d bytes, at most %d are read", blobs[0].Size, maxFile)
	}
	return blobs[0].Data, nil
}

func (f *File) fault(span diag.Span, format string, args ...any) {
	rule := "configuration"
	if f.path == AgentPath {
		rule = "pr-agent-config"
	}
	f.Faults = append(f.Faults, diag.Fault{Rule: rule, Path: f.path, Span: span, Message: fmt.Sprintf(format, args...)})
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
