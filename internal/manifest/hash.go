package manifest

import (
	"fmt"
	"strings"
)

// The hashes are over compact JSON with sorted keys as Python's json.dumps with
// ensure_ascii=False writes it, so that they equal those of other readers.

// SkillHash is the SHA-256 of what of a manifest is for one review.
func (e Effective) SkillHash() string {
	if e.Status != Loaded {
		return Digest("[]")
	}
	var b strings.Builder
	b.WriteString(`{"manifest_hash":`)
	quote(&b, e.Manifest.Hash)
	b.WriteString(`,"references":[`)
	for i, f := range e.Facts {
		comma(&b, i)
		list(&b, []string{f.Path, f.SHA256})
	}
	b.WriteString(`],"rules":`)
	ids := make([]string, len(e.Rules))
	for i, r := range e.Rules {
		ids[i] = r.ID.Value
	}
	list(&b, ids)
	b.WriteString("}")
	return Digest(b.String())
}

// RulesHash is the SHA-256 of all rules of a manifest as written, trimmed.
func (e Effective) RulesHash() string {
	var b strings.Builder
	b.WriteString("[")
	if e.Status == Loaded {
		for i := range e.Manifest.Rules {
			comma(&b, i)
			e.Manifest.Rules[i].json(&b)
		}
	}
	b.WriteString("]")
	return Digest(b.String())
}

func (r *Rule) json(b *strings.Builder) {
	b.WriteString(`{"exclude_paths":`)
	list(b, r.ExcludePaths.Values())
	b.WriteString(`,"id":`)
	quote(b, r.ID.Value)
	b.WriteString(`,"instruction":`)
	quote(b, r.Instruction.Value)
	b.WriteString(`,"languages":`)
	list(b, r.Languages.Values())
	b.WriteString(`,"paths":`)
	list(b, r.Paths.Values())
	b.WriteString(`,"references":`)
	list(b, r.References.Values())
	b.WriteString(`,"targets":`)
	list(b, r.Targets.Values())
	b.WriteString("}")
}

func list(b *strings.Builder, values []string) {
	b.WriteString("[")
	for i, v := range values {
		comma(b, i)
		quote(b, v)
	}
	b.WriteString("]")
}

func comma(b *strings.Builder, i int) {
	if i > 0 {
		b.WriteString(",")
	}
}

var shortEscapes = map[byte]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\t': `\t`, '\n': `\n`, '\f': `\f`, '\r': `\r`}

// quote writes a JSON string in which only ", \ and U+0000-001F are escaped.
func quote(b *strings.Builder, s string) {
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case shortEscapes[c] != "":
			b.WriteString(shortEscapes[c])
		case c < ' ':
			fmt.Fprintf(b, `\u%04x`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
}
