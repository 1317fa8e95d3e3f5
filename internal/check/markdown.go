package check

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	gtext "github.com/yuin/goldmark/text"
)

// markdown is what the rules want to know of a text's structure; offsets are
// those of the file.
type markdown struct {
	links  []link
	titles []passage // of links and images, and labels, which no viewer shows at rest
	html   []passage // blocks and inline tags, comments among them
	code   []interval
	quotes []interval // block quotes
	// sketches are what an author meant as code: what follows a code block that
	// holds the fence of another, up to the fence that was meant to end it.
	sketches []interval

	fences   []fence
	headings []heading
}

// interval is a range of bytes, end exclusive.
type interval struct{ start, end int }

// passage is an interval with its text.
type passage struct {
	interval
	text string
}

// link is an inline link or image, or a reference definition.
type link struct {
	interval        // of the destination, without angle brackets
	dest     string // as written
	defines  string // label of a definition
}

// parse reads the Markdown of raw from the byte offset on.
func parse(raw string, offset int) *markdown {
	src := make([]byte, 0, len(raw)-offset+1)
	src = append(append(src, raw[offset:]...), '\n')
	lost := tame(src)
	w := walker{src: src, offset: offset}
	doc := goldmark.DefaultParser().Parse(gtext.NewReader(src))
	_ = ast.Walk(doc, w.visit) // visit never fails
	slices.SortFunc(w.code, func(a, b interval) int { return cmp.Compare(a.start, b.start) })
	w.reread(raw[offset:], lost)
	slices.SortFunc(w.links, func(a, b link) int { return cmp.Compare(a.start, b.start) })
	w.sketch()
	return &w.markdown
}

type walker struct {
	markdown
	src    []byte
	offset int
}

func (w *walker) visit(n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		w.lines(&w.code, n.Lines())
		w.fence(n)
	case *ast.CodeBlock:
		w.lines(&w.code, n.Lines())
	case *ast.CodeSpan:
		w.span(n)
	case *ast.Blockquote:
		if len(w.quotes) == 0 || n.Pos() >= w.quotes[len(w.quotes)-1].end-w.offset {
			w.quote(n)
		}
	case *ast.Heading:
		w.heading(n)
	case *ast.HTMLBlock:
		w.block(n)
	case *ast.RawHTML:
		w.passage(n.Segments)
	case *ast.Link:
		w.link(n, n.Destination, n.Title, n.Reference != nil)
	case *ast.Image:
		w.link(n, n.Destination, n.Title, n.Reference != nil)
	case *ast.LinkReferenceDefinition:
		w.definition(n)
	}
	return ast.WalkContinue, nil
}

func (w *walker) lines(to *[]interval, lines *gtext.Segments) {
	if n := lines.Len(); n > 0 {
		*to = append(*to, interval{w.offset + lines.At(0).Start, w.offset + lines.At(n-1).Stop})
	}
}

func (w *walker) span(n *ast.CodeSpan) {
	first, ok := n.FirstChild().(*ast.Text)
	if !ok {
		return
	}
	if last, ok := n.LastChild().(*ast.Text); ok {
		w.code = append(w.code, interval{w.offset + first.Segment.Start, w.offset + last.Segment.Stop})
	}
}

// quote takes the range from the first to the last text of a block quote.
func (w *walker) quote(n ast.Node) {
	start, end := -1, -1
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering && c.Type() == ast.TypeBlock && c.Lines() != nil && c.Lines().Len() > 0 {
			if lines := c.Lines(); start < 0 {
				start = lines.At(0).Start
			}
			end = max(end, c.Lines().At(c.Lines().Len()-1).Stop)
		}
		return ast.WalkContinue, nil
	})
	if start >= 0 {
		w.quotes = append(w.quotes, interval{w.offset + start, w.offset + end})
	}
}

func (w *walker) block(n *ast.HTMLBlock) {
	lines := gtext.NewSegments()
	lines.AppendAll(n.Lines().Sliced(0, n.Lines().Len()))
	if n.HasClosure() {
		lines.Append(n.ClosureLine)
	}
	w.passage(lines)
}

func (w *walker) passage(lines *gtext.Segments) {
	if n := lines.Len(); n > 0 {
		start, end := lines.At(0).Start, lines.At(n-1).Stop
		w.html = append(w.html, passage{interval{w.offset + start, w.offset + end}, string(w.src[start:end])})
	}
}

// link notes a link's destination and title; those of a reference link are its
// definition's.
func (w *walker) link(n ast.Node, dest, title []byte, reference bool) {
	if reference {
		return
	}
	if at, ok := w.find(dest, n.Pos()); ok {
		w.links = append(w.links, link{interval: at, dest: string(dest)})
	}
	w.title(title, n.Pos())
}

func (w *walker) definition(n *ast.LinkReferenceDefinition) {
	if at, ok := w.find(n.Destination, n.Pos()); ok {
		w.links = append(w.links, link{interval: at, dest: string(n.Destination), defines: string(n.Label)})
	}
	w.title(n.Label, n.Pos())
	w.title(n.Title, n.Pos())
}

func (w *walker) title(title []byte, after int) {
	if at, ok := w.find(title, after); ok && len(title) > 0 {
		w.titles = append(w.titles, passage{at, string(title)})
	}
}

// find gives the place of a part of the source. goldmark hands out slices of
// the source itself, which tell their offset by their capacity, save where it
// had to copy: such a part is looked for behind the node's start.
func (w *walker) find(part []byte, after int) (interval, bool) {
	at := cap(w.src) - cap(part)
	if len(part) == 0 {
		return interval{}, false
	}
	if at < 0 || at+len(part) > len(w.src) || &w.src[at] != &part[0] {
		after = max(after, 0)
		if at = bytes.Index(w.src[after:], part); at < 0 {
			return interval{}, false
		}
		at += after
	}
	return interval{w.offset + at, w.offset + at + len(part)}, true
}

// inCode reports whether an offset lies in a code block or span.
func (m *markdown) inCode(at int) bool { return inside(m.code, at) }

func (m *markdown) inQuote(at int) bool { return inside(m.quotes, at) }

// inside reports whether an offset lies in one of some intervals, which are in
// order and apart.
func inside(list []interval, at int) bool {
	i, found := slices.BinarySearchFunc(list, at, func(iv interval, at int) int { return cmp.Compare(iv.start, at) })
	return found || i > 0 && at < list[i-1].end
}

// veil is a text that no viewer shows, with its place in a passage.
type veil struct {
	what string
	passage
}

var (
	declaration = lazy(`(?s)<\?(.*?)(?:\?>|$)|<!\[CDATA\[(.*?)(?:\]\]>|$)|<!([A-Za-z][^>]*)(?:>|$)`)
	attribute   = lazy(`(?i)[\s"'](?:` + strings.Join(textAttributes, "|") + `|aria-[a-z]+|data-[\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')`)
)

// unshown are the comments, declarations and attributes of a passage of HTML.
func unshown(html string) []veil {
	var found []veil
	for at := 0; ; {
		i := strings.Index(html[at:], "<!--")
		if i < 0 {
			return append(found, attributes(html[at:], at)...)
		}
		found = append(found, attributes(html[at:at+i], at)...)
		start, end := at+i+len("<!--"), len(html)
		if j := strings.Index(html[start:], "-->"); j >= 0 {
			end = start + j
		}
		found = append(found, veil{"an HTML comment", passage{interval{start, end}, html[start:end]}})
		at = end
	}
}

// attributes are the declarations and attributes in HTML that stands at an offset
// of its passage.
func attributes(html string, offset int) []veil {
	var found []veil
	add := func(what string, expression *regexp.Regexp) {
		for _, m := range expression.FindAllStringSubmatchIndex(html, -1) {
			for g := 2; g < len(m); g += 2 {
				if m[g] >= 0 {
					found = append(found, veil{what, passage{interval{offset + m[g], offset + m[g+1]}, html[m[g]:m[g+1]]}})
				}
			}
		}
	}
	add("an HTML declaration", declaration())
	add("an HTML attribute", attribute())
	return found
}
