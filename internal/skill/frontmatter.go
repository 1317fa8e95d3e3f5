package skill

import (
	"fmt"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// frontmatter is the text between the fences as the YAML parser sees it, lines
// joined with LF, and where it lies in the file.
type frontmatter struct {
	text  string
	lines []int // byte offset in text of each line's start
	raw   []int // byte offset in the file of the same
	body  int   // byte offset in the file of what follows the closing fence
}

// offset is the byte offset in the file of one in the frontmatter.
func (f *frontmatter) offset(at int) int {
	i := max(sort.SearchInts(f.lines, at+1)-1, 0)
	return f.raw[i] + at - f.lines[i]
}

// isFence reports whether a line is "---" with nothing but white space behind.
func isFence(line string) bool {
	return strings.HasPrefix(line, "---") && trimRight(line) == "---"
}

// cutFrontmatter finds the frontmatter of raw, which begins at start. Where there
// is none the message says why, and at is the place in raw to point to.
func cutFrontmatter(raw string, start int) (f frontmatter, at int, message string) {
	end, width := nextLine(raw[start:])
	if !isFence(raw[start : start+end]) {
		at, message = noFence(raw, start)
		return f, at, message
	}
	begin := start + end + width
	for pos := begin; pos < len(raw); {
		end, width := nextLine(raw[pos:])
		if isFence(raw[pos : pos+end]) {
			f.join(raw, begin, pos)
			f.body = pos + end + width
			return f, 0, ""
		}
		pos += end + width
	}
	return f, start, neverClosed(raw, begin)
}

// join takes the lines of raw from begin up to the fence at end. The line end
// before the fence is no part of the frontmatter.
func (f *frontmatter) join(raw string, begin, end int) {
	var joined []string
	size := 0
	for pos := begin; pos < end; {
		n, width := nextLine(raw[pos:end])
		f.lines, f.raw = append(f.lines, size), append(f.raw, pos)
		joined = append(joined, raw[pos:pos+n])
		size += n + 1
		pos += n + width
	}
	if len(joined) == 0 {
		f.lines, f.raw = []int{0}, []int{begin}
	}
	f.text = strings.Join(joined, "\n")
}

// noFence is why the first line, at start, is no fence, and where to look.
func noFence(raw string, start int) (at int, message string) {
	end, _ := nextLine(raw[start:])
	line := raw[start : start+end]
	trimmed := TrimSpace(line)
	i, hidden := hiddenIn(line)
	switch {
	case TrimSpace(raw[start:]) == "":
		return start, `file is empty, expected "---", name and description, and "---"`
	case strings.HasPrefix(line, mark):
		return start, "second byte order mark at the start of the file; remove both"
	case hidden != 0:
		return start + i, fmt.Sprintf(`opening fence has the invisible character U+%04X, expected "---" alone; remove it`, hidden)
	case trimmed == "---":
		return start, `white space before the opening "---", expected it at the start of the line; remove it`
	case strings.Trim(trimmed, "-") == "" && trimmed != "":
		return start, fmt.Sprintf(`opening fence %s has %d dashes, expected "---"`, diag.Quote(trimmed), len(trimmed))
	case strings.HasPrefix(trimmed, "---"):
		return start, "opening fence has text behind it, " + diag.Quote(trimmed) + `, expected "---" alone; put the text on the next line`
	case trimmed == "+++":
		return start, `frontmatter is TOML ("+++"), expected YAML between two lines "---"`
	case isDashes(trimmed):
		return start, "opening fence " + diag.Quote(trimmed) + ` is made of dashes that are no hyphens, expected "---"`
	}
	if at, ok := lateFence(raw, start); ok {
		return at, `frontmatter does not start on line 1; remove what is before this "---"`
	}
	return start, `no frontmatter; start the file with "---", name and description, and "---"`
}

// isDashes reports whether a text is nothing but hyphens and what looks like them.
func isDashes(s string) bool {
	return s != "" && strings.Trim(s, "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212") == ""
}

// hiddenIn is the first invisible character of a line, and its offset, that is a
// fence but for such; 0 where it is none.
func hiddenIn(line string) (at int, r rune) {
	at = strings.IndexFunc(line, isHidden)
	if at < 0 {
		return 0, 0
	}
	shown := strings.Map(func(r rune) rune {
		if isHidden(r) {
			return -1
		}
		return r
	}, line)
	if TrimSpace(shown) != "---" {
		return 0, 0
	}
	r, _ = utf8.DecodeRuneInString(line[at:])
	return at, r
}

// isHidden reports whether a character is shown as nothing.
func isHidden(r rune) bool {
	return unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r)
}

// lateFence finds an opening fence below the first line: one with a closing one,
// and either nothing but blank lines before it or a name or description below.
func lateFence(raw string, start int) (at int, ok bool) {
	blank, at, named := true, -1, false
	for pos := start; pos < len(raw); {
		end, width := nextLine(raw[pos:])
		line := raw[pos : pos+end]
		switch {
		case isFence(line) && at >= 0:
			return at, blank || named
		case isFence(line):
			at = pos
		case at >= 0:
			named = named || strings.HasPrefix(line, "name:") || strings.HasPrefix(line, "description:")
		default:
			blank = blank && TrimSpace(line) == ""
		}
		pos += end + width
	}
	return 0, false
}

// neverClosed is the message for a frontmatter, at begin, without an end.
func neverClosed(raw string, begin int) string {
	number, blank := 1, false
	for pos := begin; pos < len(raw); {
		number++
		end, width := nextLine(raw[pos:])
		line := raw[pos : pos+end]
		if blank && strings.HasPrefix(line, "#") {
			break // a heading: here the body has begun, where dashes are no fences
		}
		trimmed := TrimSpace(line)
		blank = trimmed == ""
		switch _, hidden := hiddenIn(line); {
		case trimmed == "---":
			return fmt.Sprintf(`frontmatter is never closed: line %d has white space before its "---"; remove it`, number)
		case len(trimmed) > 1 && strings.Trim(trimmed, "-") == "":
			return fmt.Sprintf(`frontmatter is never closed: line %d has %d dashes, expected "---"`, number, len(trimmed))
		case trimmed == "...":
			return fmt.Sprintf(`frontmatter is never closed: line %d has "...", expected "---"`, number)
		case utf8.RuneCountInString(trimmed) > 1 && isDashes(trimmed):
			return fmt.Sprintf(`frontmatter is never closed: the dashes of line %d are no hyphens, expected "---"`, number)
		case hidden != 0:
			return fmt.Sprintf(`frontmatter is never closed: line %d has the invisible character U+%04X at its "---"; remove it`, number, hidden)
		case strings.HasPrefix(line, "--- "):
			return fmt.Sprintf(`frontmatter is never closed: line %d has text behind its "---"; put the text on the next line`, number)
		}
		pos += end + width
	}
	return `frontmatter is never closed; add a line "---" after the last field`
}
