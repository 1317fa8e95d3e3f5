package skill

import (
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// Text is the skill as a prompt receives it, with its resources.
func (s *Skill) Text() string {
	var b strings.Builder
	b.Grow(s.size())
	s.writeBody(&b)
	for i := range s.Resources {
		b.WriteString("\n\n#### ")
		b.WriteString(diag.Path(s.Resources[i].Name))
		b.WriteByte('\n')
		b.WriteString(trimRight(s.Resources[i].Text))
	}
	return trimRight(b.String())
}

// BodyText is the skill without its resources.
func (s *Skill) BodyText() string {
	var b strings.Builder
	s.writeBody(&b)
	return trimRight(b.String())
}

// LineText is the name and description alone; with more also the path to read
// the rest from.
func (s *Skill) LineText(more bool) string {
	text := "### Skill: " + s.Name + "\nWhen to use: " + s.Description
	if more {
		text += "\nMore: " + diag.Path(s.Path)
	}
	return trimRight(text)
}

func (s *Skill) writeBody(b *strings.Builder) {
	for _, part := range []string{"### Skill: ", s.Name, "\nWhen to use: ", s.Description, "\n\n", trimRight(s.Body)} {
		b.WriteString(part)
	}
}

// size is about the number of bytes of the text.
func (s *Skill) size() int {
	n := len(s.Name) + len(s.Description) + len(s.Body) + 64
	for i := range s.Resources {
		n += len(s.Resources[i].Name) + len(s.Resources[i].Text) + 16
	}
	return n
}
