package skill

import (
	"testing"
	"unicode"
)

func TestRender(t *testing.T) {
	t.Parallel()
	s := &Skill{
		Path: "a/\xFFb/SKILL.md", Dir: "a/\xFFb", Name: "s", Description: "One.\nTwo.", Body: "# Body  \n\u3000",
		Resources: []Resource{{Name: "r.md", Text: "\n text {{ x }} ${{ y }} \\ \n"}, {Name: "z\xFE.md", Text: " \n"}},
	}
	tests := []struct{ what, got, want string }{
		{"text", s.Text(), "### Skill: s\nWhen to use: One.\nTwo.\n\n# Body\n\n#### r.md\n\n text {{ x }} ${{ y }} \\\n\n#### z\\xFE.md"},
		{"body", s.BodyText(), "### Skill: s\nWhen to use: One.\nTwo.\n\n# Body"},
		{"line", s.LineText(false), "### Skill: s\nWhen to use: One.\nTwo."},
		{"line and path", s.LineText(true), "### Skill: s\nWhen to use: One.\nTwo.\nMore: a/\\xFFb/SKILL.md"},
		{"text without a body", (&Skill{Name: "s", Description: "d"}).Text(), "### Skill: s\nWhen to use: d"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s: %q, want %q", tt.what, tt.got, tt.want)
		}
	}
}

// White space is that of Python's str.isspace: Unicode's, and U+001C to U+001F.
func TestSpace(t *testing.T) {
	t.Parallel()
	for r := rune(0); r <= unicode.MaxRune; r++ {
		want := unicode.IsSpace(r) || r >= 0x1C && r <= 0x1F
		if IsSpace(r) != want {
			t.Errorf("IsSpace(%U) = %v, want %v", r, !want, want)
		}
	}
	if got := TrimSpace("\x1f \u3000a b\u0085\u2029"); got != "a b" {
		t.Errorf("TrimSpace gives %q", got)
	}
}
