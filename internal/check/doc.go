package check

import (
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

//go:embed rules/*.txtar
var archives embed.FS

// Doc is a rule's document: it explains, and its examples are the rule's test.
//
// The archive's comment is Markdown: a sentence, paragraphs that say why, and a
// last one that begins with "Source:". Files below bad/ and good/ are the
// example trees, below bad-before/ and good-before/ what a change is compared
// with. The file "want" holds what the bad tree gives, "place: message" a line,
// and "settings" the options, "name value" a line. In the contents of a file
// whose name ends in " (generated)" "<<N:text>>" stands for text N times, with
// Go's escapes; of one that ends in " (link)" it is the target.
type Doc struct {
	Rule
	Summary  string
	Why      string // Markdown
	Source   string // Markdown
	Files    []Example
	Want     []string
	Settings map[string][]string
}

// Example is one file of the example trees.
type Example struct {
	Tree    string // bad, good, bad-before, good-before
	Path    string
	Written string // as in the archive
	Content string // as a tree holds it
	Link    bool   // Content is a link's target
}

// Document is the document of a rule.
func Document(id string) (Doc, bool) {
	rule, ok := Lookup(id)
	if !ok {
		return Doc{}, false
	}
	data, err := archives.ReadFile("rules/" + id + ".txtar")
	if err != nil {
		return Doc{}, false
	}
	d := Doc{Rule: rule, Settings: map[string][]string{}}
	archive := txtar.Parse(data)
	paragraphs := strings.Split(strings.TrimSpace(string(archive.Comment)), "\n\n")
	d.Summary = paragraphs[0]
	if last := len(paragraphs) - 1; last > 0 {
		d.Why, d.Source = strings.Join(paragraphs[1:last], "\n\n"), paragraphs[last]
	}
	for _, f := range archive.Files {
		d.file(f.Name, string(f.Data))
	}
	return d, true
}

func (d *Doc) file(name, data string) {
	switch tree, path, _ := strings.Cut(name, "/"); tree {
	case "want":
		d.Want = strings.FieldsFunc(data, func(r rune) bool { return r == '\n' })
	case "settings":
		for line := range strings.Lines(data) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
			d.Settings[key] = append(d.Settings[key], value)
		}
	default:
		d.Files = append(d.Files, example(tree, path, data))
	}
}

func example(tree, path, data string) Example {
	e := Example{Tree: tree, Path: path, Written: data, Content: data}
	if p, ok := strings.CutSuffix(path, " (generated)"); ok {
		e.Path, e.Content = p, generate(data)
	}
	if p, ok := strings.CutSuffix(path, " (link)"); ok {
		e.Path, e.Content, e.Link = p, strings.TrimSpace(data), true
	}
	return e
}

// generate replaces each "<<N:text>>". What is no such marker stays.
func generate(s string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "<<")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		marker, after, _ := strings.Cut(rest, ">>")
		count, text, _ := strings.Cut(marker, ":")
		n, err := strconv.Atoi(count)
		plain, bad := strconv.Unquote(`"` + text + `"`)
		if err != nil || bad != nil {
			b.WriteString("<<" + marker + ">>")
		} else {
			b.WriteString(strings.Repeat(plain, n))
		}
		s = after
	}
}

// Markdown is the whole document, with a heading of the level given.
func (d Doc) Markdown(level int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n\n*%s%s.* %s\n\n", strings.Repeat("#", level), d.ID, d.Severity, security(d.Rule), d.Summary)
	if d.Why != "" {
		b.WriteString(d.Why + "\n\n")
	}
	b.WriteString(d.settings())
	d.trees(&b, "Bad", "bad-before", "bad")
	if len(d.Want) > 0 {
		fmt.Fprintf(&b, "gives\n\n%s\n", fenced(strings.Join(d.Want, "\n")+"\n"))
	}
	d.trees(&b, "Good", "good-before", "good")
	if d.Source != "" {
		b.WriteString(d.Source + "\n\n")
	}
	return b.String()
}

func security(r Rule) string {
	if r.Security {
		return ", a security rule: no setting lowers it"
	}
	return ""
}

func (d Doc) settings() string {
	var b strings.Builder
	keys := make([]string, 0, len(d.Settings))
	for k := range d.Settings {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		fmt.Fprintf(&b, "`%s: %s`\n\n", k, strings.Join(d.Settings[k], ", "))
	}
	return b.String()
}

// trees writes the files of an example, those of before first.
func (d Doc) trees(b *strings.Builder, title, before, after string) {
	for _, tree := range []string{before, after} {
		for _, f := range d.Files {
			if f.Tree != tree {
				continue
			}
			note := ""
			if tree == before {
				note = ", before"
			}
			if f.Link {
				note += ", a link"
			}
			if f.Content != f.Written && !f.Link {
				note += ", where `<<N:text>>` stands for the text N times"
			}
			fmt.Fprintf(b, "%s: `%s`%s\n\n%s\n", title, f.Path, note, fenced(f.Written))
		}
	}
}

// fenced puts text into a code block whose fence the text does not hold.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return fence + "text\n" + text + fence + "\n"
}
