package forge

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"
)

// Published says what became of a check run or a comment.
type Published struct {
	URL string // page of what was published; empty: nothing was
	// Notice is set where nothing, or not all, could be published for want of a
	// permission or for a rate limit: a token in a run for a fork can only read.
	Notice string
}

// publish turns a refusal into a notice. Other errors stay errors.
func publish(p Published, err error) (Published, error) {
	var f *fault
	if errors.As(err, &f) && (f.status == http.StatusForbidden || f.limited) {
		p.Notice = f.text
		return p, nil
	}
	return p, err
}

// cut shortens markdown to at most limit bytes, at the end of a line where there
// is one, and says so. GitHub's limits are characters, of which there are never
// more than bytes.
func cut(s string, limit int) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) <= limit {
		return s
	}
	note := fmt.Sprintf("\n\nCut here: GitHub takes no more than %d characters. The report file has it all.\n", limit)
	s = clip(s, limit-len(note))
	if end := strings.LastIndexByte(s, '\n'); end > 0 {
		s = s[:end]
	}
	return s + note
}

// clip is the longest start of s with at most limit bytes and whole code points.
func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}

// line is s on one line, of at most limit bytes.
func line(s string, limit int) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	if len(s) <= limit {
		return s
	}
	return clip(s, limit-3) + "..."
}
