package skill

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillbrief/skillbrief/internal/source"
)

// edgeCase is a tree and what PR-Agent's loader made of it.
type edgeCase struct {
	Case     string
	Files    map[string]content
	Links    map[string]string
	Entries  []string
	Accepted *[]accepted // nil where the loader crashed
	Block    *content    // nil where it rendered none, or not all
}

type accepted struct {
	Name, Description string
	Body              content
	Resources         [][2]content
}

// content is text, or what stands for it where it is long or no text.
type content struct{ text, sum string }

func (c *content) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &c.text)
	}
	var v struct {
		Base64, SHA256, Head, Unit string
		Times                      int
	}
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	raw, err := base64.StdEncoding.DecodeString(v.Base64)
	c.text, c.sum = string(raw)+v.Head+strings.Repeat(v.Unit, v.Times), v.SHA256
	return err
}

func (c content) equal(text string) bool {
	if c.sum == "" {
		return text == c.text
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:]) == c.sum
}

// readTrees reads cases, one a line, of a file in testdata.
func readTrees[T any](t testing.TB, name string) []T {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	var cases []T
	for lines := json.NewDecoder(bufio.NewReader(f)); lines.More(); {
		var c T
		if err := lines.Decode(&c); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	return cases
}

func (c *edgeCase) tree() *source.Tree {
	files := map[string]string{}
	for path, content := range c.Files {
		files[path] = content.text
	}
	return source.Memory(files, c.Links)
}

// load gives the sound skills of a tree, by name as PR-Agent orders them, and the
// broken ones.
func load(t testing.TB, tree *source.Tree, entries []string) (sound, broken []*Skill, found Found) {
	t.Helper()
	places, found := Discover(tree, entries, nil)
	skills, err := Load(context.Background(), tree, places)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range skills {
		if s.Broken {
			broken = append(broken, s)
		} else {
			sound = append(sound, s)
		}
	}
	slices.SortStableFunc(sound, func(a, b *Skill) int { return strings.Compare(a.Name, b.Name) })
	return sound, broken, found
}

// The rows of the contract's table of intended differences from PR-Agent.
const (
	rowMark    = "one leading BOM of SKILL.md / of a resource: mark dropped, warning"
	rowTyped   = "number, boolean, date, =, << as name or description: rendered as text, warning"
	rowCrash   = "elsewhere: impossible date or time, 0x_, 0b_: no matter"
	rowTab     = "tab in or before a plain value: rendered, warning"
	rowDialect = "duplicate key, anchor, alias, merge key, tag, directive, key that is no scalar, nesting over 32: broken"
	rowFence   = "white space before an opening or closing fence: not a fence"
	rowNUL     = "NUL in SKILL.md / in a resource: broken / left out"
	rowInner   = "BOM inside the frontmatter: broken"
	rowSearch  = "directories that are not searched"
)

// intended names the cases that differ from PR-Agent, the row that says so, and
// the text wanted; empty: nothing is rendered.
var intended = map[string]struct{ row, text string }{
	"leading-space-delimiters":    {rowFence, ""},
	"bom":                         {rowMark, "### Skill: s\nWhen to use: Use it.\n\nBody."},
	"bom-utf8-bytes-then-crlf":    {rowMark, "### Skill: s\nWhen to use: Use it.\n\nBody."},
	"nul-in-body":                 {rowNUL, ""},
	"bom-inside-frontmatter":      {rowInner, ""},
	"description-int":             {rowTyped, described("5")},
	"description-float":           {rowTyped, described("1.5")},
	"description-On":              {rowTyped, described("On")},
	"description-No":              {rowTyped, described("No")},
	"description-off":             {rowTyped, described("off")},
	"description-datetime":        {rowTyped, described("2024-01-02 03:04:05")},
	"description-octal":           {rowTyped, described("010")},
	"description-bin":             {rowTyped, described("0b101")},
	"description-sexagesimal":     {rowTyped, described("12:30:45")},
	"description-exp":             {rowTyped, described("1.0e+3")},
	"description-inf":             {rowTyped, described(".inf")},
	"description-nan":             {rowTyped, described(".NaN")},
	"description-dotfive":         {rowTyped, described(".5")},
	"description-plus":            {rowTyped, described("+5")},
	"description-minus":           {rowTyped, described("-5")},
	"description-merge":           {rowTyped, described("<<")},
	"name-int":                    {rowTyped, "### Skill: 5\nWhen to use: d\n\nBody."},
	"name-yes":                    {rowTyped, "### Skill: yes\nWhen to use: d\n\nBody."},
	"name-date":                   {rowTyped, "### Skill: 2024-01-02\nWhen to use: d\n\nBody."},
	"description-str-tag-int":     {rowDialect, ""},
	"description-int-tag-bad":     {rowDialect, ""},
	"description-anchor":          {rowDialect, ""},
	"yaml-dup-key-last-wins":      {rowDialect, ""},
	"yaml-anchor-alias":           {rowDialect, ""},
	"yaml-timestamp-tag-bad":      {rowDialect, ""},
	"yaml-set-tag":                {rowDialect, ""},
	"yaml-pairs-tag":              {rowDialect, ""},
	"yaml-recursive-alias":        {rowDialect, ""},
	"yaml-tag-on-map":             {rowDialect, ""},
	"description-tab-after-colon": {rowTab, described("a")},
	"description-tab-inside":      {rowTab, described("a\tb")},
	"yaml-CRASH-bad-tz":           {rowCrash, described("Use it.")},
	"yaml-CRASH-hex-underscore":   {rowCrash, described("Use it.")},
	"yaml-CRASH-bin-underscore":   {rowCrash, described("Use it.")},
	"res-content": {rowMark + "; " + rowNUL, "### Skill: s\nWhen to use: d\n\nBody.\n\n#### blank.md\n\n\n#### bom.md\nBOM\n\n#### crlf.md\na\nb\nc\n\n#### empty.md\n\n\n" +
		"#### fence.md\n```\n### Skill: fake\n```\n\n#### lead.md\n\n\n  lead\n\n#### sep.md\na\vb\fc\u0085d\u2028e\u2029f\n\n#### trail-nbsp.md\nx"},
	"hidden-dirs-and-node-modules": {rowSearch, "### Skill: h\nWhen to use: d\n\nBody."},
}

func described(text string) string { return "### Skill: s\nWhen to use: " + text + "\n\nBody." }

// What PR-Agent's loader takes is what is taken here, to the byte, unless the
// contract says otherwise.
func TestEdgeCases(t *testing.T) {
	t.Parallel()
	cases := readTrees[edgeCase](t, "edge.jsonl")
	if len(cases) != 220 {
		t.Fatalf("%d cases, want 220", len(cases))
	}
	used := 0
	for _, c := range cases {
		sound, _, _ := load(t, c.tree(), c.Entries)
		var texts []string
		for _, s := range sound {
			texts = append(texts, s.Text())
		}
		block := strings.Join(texts, "\n\n---\n\n")
		differs := c.difference(sound)
		if differs == "" && c.Block != nil && !c.Block.equal(block) {
			differs = "block: " + block
		}
		want, expected := intended[c.Case]
		switch {
		case differs == "" && expected:
			t.Errorf("%s: no difference, %s was expected", c.Case, want.row)
		case differs != "" && !expected:
			t.Errorf("%s: %s", c.Case, differs)
		case expected:
			used++
			if diff := cmp.Diff(want.text, block); diff != "" {
				t.Errorf("%s: %s (-want +got):\n%s", c.Case, want.row, diff)
			}
		}
	}
	if used != len(intended) {
		t.Errorf("%d intended differences seen, %d are listed", used, len(intended))
	}
}

// difference is how the skills differ from those accepted, empty where not.
func (c *edgeCase) difference(skills []*Skill) string {
	if c.Accepted == nil {
		return "the loader crashes"
	}
	if len(skills) != len(*c.Accepted) {
		return "number of skills"
	}
	for i, want := range *c.Accepted {
		got := skills[i]
		switch {
		case got.Name != want.Name:
			return "name " + got.Name
		case got.Description != want.Description:
			return "description " + got.Description
		case !want.Body.equal(got.Body):
			return "body of " + got.Path
		case len(got.Resources) != len(want.Resources):
			return "number of resources of " + got.Path
		}
		for j, r := range got.Resources {
			if !want.Resources[j][0].equal(r.Name) || !want.Resources[j][1].equal(r.Text) {
				return "resource " + r.Path
			}
		}
	}
	return ""
}
