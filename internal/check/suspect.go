package check

import (
	"slices"
	"strings"
)

const white = " \t\r\n"

// unshownElements are those whose content is never shown as text.
var unshownElements = []string{"template", "script", "style", "title", "datalist"}

// hiding reports whether a tag may hide its element, or text in itself: what is
// worth a closer look.
func hiding(raw string) bool {
	for at := 0; ; {
		i := strings.IndexByte(raw[at:], '<')
		if i < 0 {
			return false
		}
		at += i + 1
		end, closed := len(raw), false
		if i = strings.IndexAny(raw[at:], "<>"); i >= 0 {
			end, closed = at+i, raw[at+i] == '>'
		}
		tag := raw[at:end]
		declares := strings.HasPrefix(tag, "?") || strings.HasPrefix(tag, "!") && !strings.HasPrefix(tag, "!--")
		if declares || suspect(tag, closed) {
			return true
		}
	}
}

// suspect reports whether what stands between two brackets may be a tag that hides
// something, or begin one: most are comparisons and names of types.
func suspect(tag string, closed bool) bool {
	name := strings.ToLower(letters(tag))
	if name == "" {
		return false
	}
	if name == "font" || slices.Contains(unshownElements, name) {
		return true
	}
	assigns := strings.Contains(tag, "=")
	if assigns && (!closed || strings.Count(tag, `"`)%2 == 1 || strings.Count(tag, "'")%2 == 1) {
		return true // a bracket in a value
	}
	if strings.ContainsAny(tag, white) {
		small := strings.ToLower(tag)
		for _, w := range []string{"hidden", "sr-only", "d-none", "screen-reader"} {
			if strings.Contains(small, w) {
				return true
			}
		}
	}
	return assigns && telling(tag)
}

// telling reports whether a tag has an attribute that may hide its element, or
// hold a text of several words that is not shown.
func telling(tag string) bool {
	const longest = 40 // bytes of an attribute's name
	for i := range len(tag) {
		if tag[i] != '=' {
			continue
		}
		name := strings.TrimRight(tag[max(0, i-longest):i], white)
		name = strings.ToLower(name[strings.LastIndexAny(name, white+"\"'")+1:])
		value := strings.TrimLeft(tag[i+1:], white)
		if name == "style" || holdsText(name) && several(value) {
			return true
		}
	}
	return false
}

// textAttributes are those whose value is text, beside aria-* and data-*.
var textAttributes = []string{"alt", "title", "placeholder", "content", "value", "summary", "label"}

// holdsText reports whether an attribute is one of those that attribute matches.
func holdsText(name string) bool {
	return slices.Contains(textAttributes, name) || strings.HasPrefix(name, "aria-") || strings.HasPrefix(name, "data-")
}

// several reports whether a quoted value has more than one word.
func several(value string) bool {
	if value == "" || value[0] != '"' && value[0] != '\'' {
		return false
	}
	end := strings.IndexByte(value[1:], value[0])
	return end < 0 || strings.ContainsAny(value[1:1+end], white)
}
