package config

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/tomldoc"
)

// option reads one key of [brief].
func (f *File) option(e *tomldoc.Entry) {
	i := slices.IndexFunc(Options, func(o Option) bool { return o.Name == e.Key })
	if i < 0 {
		f.unknown(e, "option", optionNames())
		return
	}
	if e.Key == "severity" {
		f.fault(e.KeySpan, "severities have a table of their own; write [severity] and a line for each rule")
		return
	}
	if Options[i].Host {
		f.fault(e.KeySpan, "option %s can only be set by the workflow's inputs; remove it here", diag.Quote(e.Key))
		return
	}
	values, ok := f.values(e, Options[i].List)
	if ok && len(values) == 0 && (e.Key == "paths" || e.Key == "target") {
		f.fault(e.Value.Span, "%s is empty; name one, or remove the line", diag.Quote(e.Key))
		return
	}
	if e.Key == "paths" || e.Key == "brief-paths" || e.Key == "output-dir" {
		ok = ok && f.local(e, values)
	}
	if ok {
		f.take(&f.brief, assignment{e.Key, values, e.Value.Span})
	}
}

// local normalises repository paths; it reports false where one leaves the
// repository or is no place for the output directory.
func (f *File) local(e *tomldoc.Entry, values []string) bool {
	for i, v := range values {
		p := path.Clean(v)
		values[i] = p
		switch {
		case path.IsAbs(p) || p == ".." || strings.HasPrefix(p, "../"):
			f.fault(e.Value.Span, "%s: %s leaves the repository; give paths relative to its root", e.Key, diag.Quote(v))
			return false
		case e.Key == "output-dir" && (p == "." || slices.Contains(strings.Split(strings.ToLower(p), "/"), ".git")):
			f.fault(e.Value.Span, "%s: %s is no place to write to; name a directory of its own", e.Key, diag.Quote(v))
			return false
		}
	}
	return true
}

// take keeps an assignment whose values the option accepts.
func (f *File) take(list *[]assignment, a assignment) {
	trial := Defaults()
	if err := trial.Set(a.option, a.values); err != nil {
		f.fault(a.span, "%s", err)
		return
	}
	switch {
	case len(trial.Warnings) == 0:
	case a.option == "rollout-mode": // meant to hold rules back, it must not let them in
		f.fault(a.span, "%s", trial.Warnings[0])
		a.values = []string{trial.RolloutMode}
	default:
		what, _, _ := strings.Cut(trial.Warnings[0], ";")
		f.fault(a.span, "%s; it is ignored", what)
		return
	}
	*list = append(*list, a)
}

func optionNames() []string {
	names := make([]string, len(Options))
	for i, o := range Options {
		names[i] = o.Name
	}
	slices.Sort(names)
	return names
}

// values are those of an option as an input would write them.
func (f *File) values(e *tomldoc.Entry, list bool) ([]string, bool) {
	if !list {
		text, ok := scalar(e.Value)
		if !ok {
			f.wrong(e, e.Value, "text, a whole number or a boolean")
		}
		return []string{text}, ok
	}
	switch e.Value.Kind {
	case tomldoc.Text:
		return []string{e.Value.Text}, true
	case tomldoc.List:
		texts, _, ok := f.textList(e)
		return texts, ok
	}
	f.wrong(e, e.Value, "a list of texts")
	return nil, false
}

// scalar is text, a whole number in decimal digits or a boolean.
func scalar(v *tomldoc.Value) (string, bool) {
	switch v.Kind {
	case tomldoc.Text:
		return v.Text, true
	case tomldoc.Boolean:
		return v.Raw, true
	case tomldoc.Integer:
		n, err := strconv.ParseInt(v.Raw, 0, 64) // TOML's and Go's literals are the same
		return strconv.FormatInt(n, 10), err == nil
	}
	return "", false
}
