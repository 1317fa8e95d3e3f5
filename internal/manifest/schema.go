package manifest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
	"github.com/skillbrief/skillbrief/internal/tomldoc"
)

// Limits of schema version 1, in code points but for the counts of entries.
const (
	maxManifest     = 50_000
	maxName         = 200
	maxDescription  = 2_000
	maxRules        = 50
	maxID           = 128 // not in the expression, where a count costs a millisecond at each start
	maxInstruction  = 2_000
	maxInstructions = 12_000 // of all rules together
	maxEntries      = 100
	maxEntry        = 500
	maxReferences   = 10 // distinct ones
	maxFacts        = 20_000
	maxSuggested    = 20 // unknown languages of a manifest that get a suggestion
)

var (
	topFields  = []string{"schema_version", "project", "name", "description", "rules"}
	ruleFields = []string{"id", "targets", "instruction", "languages", "paths", "exclude_paths", "references"}
	ruleID     = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]*$`)
	segment    = regexp.MustCompile(`^[A-Za-z0-9_.-]+$`)
)

// reader turns a document into a manifest and collects its faults.
type reader struct {
	m       *Manifest
	project string

	ids, texts map[string]int // lines, for repeats
	cited      map[string]bool
	misnamed   bool // tables of a name like rules
	total      int  // code points of instructions
	suggested  int  // languages that a near name was looked for
}

func (r *reader) fault(rule string, span diag.Span, format string, args ...any) {
	r.m.Faults = append(r.m.Faults, diag.Fault{Rule: rule, Path: r.m.Path, Span: span, Message: fmt.Sprintf(format, args...)})
}

func (r *reader) schema(span diag.Span, format string, args ...any) {
	r.fault("manifest-schema", span, format, args...)
}

func (r *reader) tooLong() bool {
	n := utf8.RuneCountInString(r.m.Raw)
	if n > maxManifest {
		r.schema(diag.Span{}, "the manifest has %d characters, at most %d are allowed", n, maxManifest)
	}
	return n > maxManifest
}

func (r *reader) document(doc *tomldoc.Table) {
	r.ids, r.texts, r.cited = map[string]int{}, map[string]int{}, map[string]bool{}
	r.version(doc)
	r.identity(doc)
	r.m.Name = r.optional(doc.Entry("name"), maxName)
	r.m.Description = r.optional(doc.Entry("description"), maxDescription)
	singular := doc.Entry("rule")
	if singular != nil && !isTables(singular.Value) {
		singular = nil
	}
	for _, e := range doc.Unknown(topFields...) {
		if e != singular {
			r.misnamed = r.misnamed || isTables(e.Value) && diag.Nearest(e.Key, topFields) == "rules"
			r.unknown(e, topFields, ruleFields, "belongs in a [[rules]] table")
		}
	}
	r.rules(doc.Entry("rules"), singular)
}

func (r *reader) version(doc *tomldoc.Table) {
	e := doc.Entry("schema_version")
	if e == nil && doc.Lost {
		return
	}
	if e == nil {
		r.schema(diag.Span{}, "schema_version is missing; write schema_version = 1 above everything else")
		return
	}
	r.m.Version = Text{e.Value.Raw, e.Value.Span}
	switch v := e.Value; {
	case v.Kind == tomldoc.Unknown:
	case v.Kind != tomldoc.Integer:
		r.schema(e.Place(), "schema_version is %s, expected the integer 1", v.Describe())
	case v.Int != 1:
		r.schema(v.Span, "schema version %d is not supported by this release; supported: 1", v.Int)
	}
}

// identity reads the project that the manifest is for.
func (r *reader) identity(doc *tomldoc.Table) {
	e := doc.Entry("project")
	if e == nil && doc.Lost {
		return
	}
	if e == nil {
		r.schema(diag.Span{}, "project is missing; write project = %q, the path of this repository", orDefault(r.project, "owner/repo"))
		return
	}
	v, fault := e.As(tomldoc.Text)
	if fault != nil {
		r.schema(fault.Span, "%s", fault.Message)
	}
	if v == nil {
		return
	}
	r.m.Project = Text{v.Text, v.Span}
	r.m.ProjectChecked = r.project != ""
	switch {
	case trim(v.Text) == "":
		r.schema(e.KeySpan, "project is blank; write the path of this repository, such as %q", orDefault(r.project, "owner/repo"))
	case r.project != "" && v.Text != r.project:
		r.fault("manifest-project", v.Span, "%s", otherProject(v.Text, r.project))
	case !isProject(v.Text):
		r.schema(v.Span, "project %s is no path of a repository; write owner/repo with letters A-Z, digits, _ . and -", diag.Quote(v.Text))
	}
}

func orDefault(s, instead string) string {
	if s == "" {
		return instead
	}
	return s
}

func isProject(s string) bool {
	for part := range strings.SplitSeq(s, "/") {
		if !segment.MatchString(part) || part == "." || part == ".." {
			return false
		}
	}
	return true
}

// otherProject says how a manifest's project differs from the one reviewed.
func otherProject(written, project string) string {
	message := fmt.Sprintf("the manifest is for %s, this project is %s", diag.Quote(written), diag.Quote(project))
	base := func(s string) string { return strings.ToLower(s[strings.LastIndexByte(s, '/')+1:]) }
	switch {
	case trim(written) == project:
		return message + "; remove the white space"
	case strings.EqualFold(written, project):
		return message + "; only letter case differs, write it exactly so"
	case isProject(written) && base(written) == base(project):
		return message + fmt.Sprintf("; if this is a fork of it, set project to %s in the workflow", diag.Quote(written))
	}
	return message + "; write this project, or remove a manifest that was copied from elsewhere"
}

// optional reads a text that may be absent or blank.
func (r *reader) optional(e *tomldoc.Entry, limit int) Text {
	if e == nil {
		return Text{}
	}
	v, fault := e.As(tomldoc.Text)
	if fault != nil {
		r.schema(fault.Span, "%s", fault.Message)
	}
	if v == nil {
		return Text{}
	}
	t := Text{trim(v.Text), v.Span}
	if n := utf8.RuneCountInString(t.Value); n > limit {
		r.schema(v.Span, "%s has %d characters, at most %d are allowed", e.Key, n, limit)
	}
	return t
}

// isTables reports whether a value is a table or a list of tables.
func isTables(v *tomldoc.Value) bool {
	return v.Kind == tomldoc.Map || v.Kind == tomldoc.List && len(v.Items) > 0 && v.Items[0].Kind == tomldoc.Map
}

// doing are fields that suggest that a manifest could run something.
var doing = []string{"script", "scripts", "command", "commands", "cmd", "validation", "validate", "tool", "tools", "run", "exec", "execute", "hook", "hooks", "shell"}

// unknown reports a key that does not exist at its place: known are the fields
// of this table, others those of the other kind, and elsewhere says where those
// belong.
func (r *reader) unknown(e *tomldoc.Entry, known, others []string, elsewhere string) {
	switch {
	case slices.Contains(others, e.Key):
		r.fault("manifest-unknown-field", e.KeySpan, "%s %s", e.Key, elsewhere)
	case slices.Contains(doing, strings.ToLower(e.Key)):
		r.fault("manifest-unknown-field", e.KeySpan, "there is no field %s: a manifest is context for a review and never runs anything", diag.Quote(e.Key))
	default:
		noun := "field"
		if isTables(e.Value) {
			noun = "table"
		}
		f := e.UnknownKey(noun)
		if near := nearField(e.Key, known); near != "" {
			f.Message += "; did you mean " + diag.Quote(near) + "?"
		} else if near = nearField(e.Key, others); near != "" {
			f.Message += "; did you mean " + diag.Quote(near) + "? It " + elsewhere
		}
		r.fault("manifest-unknown-field", f.Span, "%s", f.Message)
	}
}

// nearField is the field that is spelled nearly so, or has the key for one of its
// words, as exclude_paths has exclude.
func nearField(key string, known []string) string {
	if near := diag.Nearest(key, known); near != "" {
		return near
	}
	word := strings.TrimSuffix(strings.ToLower(key), "s")
	if i := slices.IndexFunc(known, func(k string) bool { return slices.Contains(strings.Split(k, "_"), word) }); i >= 0 {
		return known[i]
	}
	return ""
}
