// Package skill reads SKILL.md trees: where skills are, what their frontmatter
// says, with exact positions, which resources belong to them, and the text a
// review prompt receives. Its format is the Agent Skills specification
// (agentskills.io) as rendered by PR-Agent's skills loader.
package skill

import "github.com/skillbrief/skillbrief/internal/diag"

// Skill is one SKILL.md and what belongs to it.
type Skill struct {
	Path   string // of SKILL.md as found (a link's own path), relative to its tree
	Dir    string // directory of Path; empty at the root
	Target string // path of the text read; differs from Path where that is a link
	Blob   string // git's id of the text read; empty in a plain directory
	Raw    string // the text as stored; empty where it could not be read as text
	Lines  diag.Lines

	Name, Description string // trimmed
	Body              string // after the frontmatter, line ends LF, stripped
	BodyStart         int    // byte offset in Raw of what follows the closing fence's line
	Fields            []Field
	Resources         []Resource // sorted by Path

	// Broken skills are never rendered; Faults say why.
	Broken bool
	Faults []diag.Fault // of SKILL.md, its resources and links; in no order

	key string // tells apart what it was loaded from; empty where that is not known
}

// Field is one key of a mapping of the frontmatter with its value.
type Field struct {
	Key       string
	KeySpan   diag.Span // in the file, quotes included
	ValueSpan diag.Span // zero where there is no value
	Kind      Kind
	Style     Style
	Text      string  // of a scalar: decoded; of a plain one: as written
	Type      string  // of a plain scalar: what YAML types it as: "text", "null", "boolean", "integer", "float", "timestamp", ...
	Fields    []Field // of a map
	Items     []Field // of a list; Key empty
}

// Kind is the shape of a value.
type Kind uint8

// The shapes of values.
const (
	Scalar Kind = iota
	Map
	List
)

// Style is how a scalar is written.
type Style uint8

// The styles of scalars.
const (
	Plain Style = iota
	SingleQuoted
	DoubleQuoted
	Literal
	Folded
)

// Resource is a Markdown file that belongs to a skill.
type Resource struct {
	Path string // relative to the tree
	Name string // relative to the skill's directory
	Blob string
	Raw  string // as stored
	Text string // as rendered: no byte order mark, line ends LF
}

// Field is the top-level field of that key, nil where there is none.
func (s *Skill) Field(key string) *Field {
	for i := range s.Fields {
		if s.Fields[i].Key == key {
			return &s.Fields[i]
		}
	}
	return nil
}

// IsFeature reports whether a key of the frontmatter is a list or a map, or merges
// another map, so that it names no field.
func (s *Skill) IsFeature(f Field) bool {
	at := s.Lines.Offset(f.KeySpan.Start)
	return (f.Key == "" || f.Key == "<<") && at < len(s.Raw) && s.Raw[at] != '"' && s.Raw[at] != '\''
}

// Found is what a search of one tree's list came upon; paths are relative to the
// tree, in walk order.
type Found struct {
	Missing    []Missing    // path entries that lead to nothing
	Samples    []string     // SKILL.md below assets or scripts of another skill
	LetterCase []string     // files named SKILL.md but for letter case
	SampleCase []string     // such files below assets or scripts of a skill
	Submodules []string     // below a path entry, not read
	PassedOver int          // SKILL.md in directories that are not searched
	Escapes    []diag.Fault // path entries and directory links that leave the tree
}

// Missing is a path entry that leads to no skill directory.
type Missing struct {
	Entry  string
	Reason string // such as "does not exist", "is a file not named SKILL.md"
}
