package skill

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/skillbrief/skillbrief/internal/diag"
)

var errShape = errors.New("the parsers of the frontmatter disagree")

// decode reads the document of text, which g has parsed into root, with the YAML
// library, and gives it as a field without a key. The library says what scalars
// mean, g where they lie.
func decode(g *grammar, root shape, place func(start, end int) diag.Span) (Field, error) {
	node, err := document(g.rewritten())
	if err != nil {
		return Field{}, err
	}
	d := decoder{text: g.text, place: place, ok: true}
	field := d.field(root, node)
	if !d.ok {
		return Field{}, errShape
	}
	return field, nil
}

// document is the value of the first document of text, nil where there is none.
func document(text string) (node *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			node, err = nil, fmt.Errorf("yaml: %v", r)
		}
	}()
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		return nil, err
	}
	if len(doc.Content) == 0 {
		return nil, nil
	}
	return doc.Content[0], nil
}

// rewritten is the text with its rewrites made, which leave its tokens in order.
func (s *scanner) rewritten() string {
	if len(s.rewrites) == 0 {
		return s.text
	}
	var b strings.Builder
	done := 0
	for _, r := range s.rewrites {
		b.WriteString(s.text[done:r.start])
		b.WriteString(r.text)
		done = r.end
	}
	b.WriteString(s.text[done:])
	return b.String()
}

// decoder joins shapes and nodes of one document.
type decoder struct {
	text  string
	place func(start, end int) diag.Span
	ok    bool
}

func (d *decoder) field(s shape, n *yaml.Node) Field {
	f := Field{Kind: s.kind}
	if !s.empty {
		f.ValueSpan = d.place(s.start, s.end)
	}
	switch {
	case n == nil:
		d.ok = d.ok && s.empty
		f.Type = nullType
	case n.Kind == yaml.ScalarNode && s.kind == Scalar:
		d.scalar(&f, s, n)
	case n.Kind == yaml.AliasNode && s.kind == Scalar:
		f.Text, f.Type = d.text[s.start:s.end], textType
	case n.Kind == yaml.SequenceNode && s.kind == List && len(n.Content) == len(s.children):
		for i, c := range n.Content {
			f.Items = append(f.Items, d.field(s.children[i], c))
		}
	case n.Kind == yaml.MappingNode && s.kind == Map && len(n.Content) == len(s.children):
		f.Fields = make([]Field, 0, len(n.Content)/2)
		for i := 0; i < len(n.Content); i += 2 {
			f.Fields = append(f.Fields, d.pair(s.children[i:i+2], n.Content[i:i+2]))
		}
	default:
		d.ok = false
	}
	return f
}

func (d *decoder) pair(s []shape, n []*yaml.Node) Field {
	key := d.field(s[0], n[0])
	f := d.field(s[1], n[1])
	f.Key, f.KeySpan = key.Text, key.ValueSpan
	if s[0].empty {
		f.KeySpan = d.place(s[0].start, s[0].start)
	}
	return f
}

// styles are the library's names of styles.
var styles = [...]yaml.Style{
	Plain: 0, SingleQuoted: yaml.SingleQuotedStyle, DoubleQuoted: yaml.DoubleQuotedStyle, Literal: yaml.LiteralStyle, Folded: yaml.FoldedStyle,
}

func (d *decoder) scalar(f *Field, s shape, n *yaml.Node) {
	d.ok = d.ok && n.Style&^yaml.TaggedStyle == styles[s.style] && (!s.empty || n.Value == "")
	f.Style, f.Text = s.style, n.Value
	if f.Style == Plain {
		f.Type = typeOf(f.Text)
		if s.marked {
			f.Type = textType
		}
	}
}

// refused is why the library does not take text, and on which line, 0 where it
// does not say.
func refused(err error) (line int, why string) {
	why = strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(why, "line "); ok {
		number, message, found := strings.Cut(rest, ": ")
		if n, err := strconv.Atoi(number); found && err == nil {
			return n, message
		}
	}
	return 0, why
}

// prefixTries is how many prefixes of a frontmatter are parsed to find faults.
const prefixTries = 100

// faultStart is the offset of the line on which the text stops being YAML: the
// one after the longest prefix of its lines that parses, looked for from two
// lines past the line the library names backwards.
func (r *reading) faultStart(line int) int {
	starts := lineStarts(r.text)
	if line == 0 {
		line = len(starts)
	}
	for n := min(line+2, len(starts)-1); n > 0 && r.tries > 0; n-- {
		r.tries--
		if _, err := document(r.text[:starts[n]]); err == nil {
			return starts[n]
		}
	}
	return starts[min(max(line-1, 0), len(starts)-1)]
}

// lineStarts are the offsets at which the lines of text start.
func lineStarts(text string) []int {
	starts := []int{0}
	for i := range len(text) {
		if text[i] == '\n' && i+1 < len(text) {
			starts = append(starts, i+1)
		}
	}
	return starts
}
