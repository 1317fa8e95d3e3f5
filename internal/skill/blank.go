package skill

import (
	"slices"
	"strings"
)

// blank tells a problem and blanks out the value, or the lines, that it is in. It
// is false where nothing is left to blank.
func (r *reading) blank(p problem) bool {
	start, end := r.chunk(p.start)
	if fence := indentedFence(r.text, p.start); fence >= 0 && !indexByte("|>\"'", charAt(r.text, p.start)) {
		end = min(end, fence)
	}
	key := skipAny(r.text, start, wordBytes)
	named := key > start && charAt(r.text, key) == ':' && indexByte("\x00 \t\n", charAt(r.text, key+1))
	above, from, to := r.innerValue(p.start, end)
	inner := to > p.start
	if !p.silent && !r.features.at(p.start) && (len(r.problems) == 0 || inner || named && !r.unsure[start]) {
		r.problems = append(r.problems, p)
	}
	isValue := false
	switch {
	case len(r.tokens) > 0 && (r.tokens[0].kind == flowMap || r.tokens[0].kind == flowSeq):
		start, end = 0, len(r.text)
	case p.misplaced:
		r.keepAbove(p.start)
		start, end = 0, p.start
	case inner:
		r.unsure[start], r.unsure[above] = true, true
		start, end, isValue = from, to, true
	case named && p.start > key && TrimSpace(r.text[key+1:end]) != "":
		r.unsure[start] = true
		start, isValue = key+1, true
	case !named && start > 0:
		// The lines may belong to the value above.
		above, _ = r.chunk(start - 1)
		r.unsure[above] = true
	}
	if TrimSpace(r.text[start:end]) == "" {
		return false
	}
	r.features = slices.DeleteFunc(r.features, func(f feature) bool {
		return f.kind == keyFeature && !p.silent && start <= f.start && f.start < end // quoting the value cures both
	})
	r.lose(start, end, isValue)
	r.erase(token{start: start, end: end})
	return true
}

// keepAbove keeps the fields of the text above an offset, which can be read though
// not together with what is below.
func (r *reading) keepAbove(end int) {
	above := reading{text: r.text[:end], place: r.place}
	if above.parse() == nil && above.root.Kind == Map {
		r.above = append(r.above, above.root.Fields...)
	}
}

// innerValue is the extent, up to limit, of the value that an offset lies in or
// follows, where an indented key or a list item, at above, has it: with that alone
// blanked out what is around it can still be read. It ends at 0 where none has.
func (r *reading) innerValue(at, limit int) (above, start, end int) {
	column, depth, top := 0, 0, true
	for _, t := range r.tokens {
		if t.end > at || t.start == at {
			break
		}
		switch t.kind {
		case flowSeq, flowMap:
			depth++
		case flowSeqEnd, flowMapEnd:
			depth--
		case keyMark, blockEntry:
			if depth == 0 {
				column = t.start - strings.LastIndexByte(r.text[:t.start], '\n') - 1
				above, start, top = t.start, t.end, t.kind == keyMark && column == 0
			}
		case valueMark:
			if depth == 0 {
				start = t.end
			}
		}
	}
	if top {
		return 0, 0, 0
	}
	for end = start; end < limit; end++ {
		if r.text[end] != '\n' {
			continue
		}
		next := skipAny(r.text, end+1, " ")
		if next-end-1 <= column && charAt(r.text, next) != '\n' {
			break
		}
	}
	return above, start, end
}

const wordBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

// chunk is the extent of the lines around an offset from one that starts at
// column 0 up to the next such line that may be a key.
func (r *reading) chunk(at int) (start, end int) {
	for pos := 0; pos < len(r.text); {
		next := len(r.text)
		if i := strings.IndexByte(r.text[pos:], '\n'); i >= 0 {
			next = pos + i + 1
		}
		if r.mayStartKey(pos) {
			if pos > at {
				return start, pos
			}
			start = pos
		}
		pos = next
	}
	return start, len(r.text)
}

// mayStartKey reports whether the line at pos stands at column 0 and is no
// comment, list item or closing bracket.
func (r *reading) mayStartKey(pos int) bool {
	switch c := r.text[pos]; c {
	case ' ', '\t', '\n', '#', ']', '}':
		return false
	case '-':
		return !indexByte("\x00 \t\n", charAt(r.text, pos+1))
	}
	return true
}

// lose keeps what is blanked out, for it may hold keys: all of it, or, of the
// value of a key, all lines but the first.
func (r *reading) lose(start, end int, isValue bool) {
	text := r.text[start:end]
	if isValue {
		_, text, _ = strings.Cut(text, "\n")
	}
	r.lost += text
}

// erase blanks out what tokens extend over, line ends kept.
func (r *reading) erase(tokens ...token) {
	text := []byte(r.text)
	for _, t := range tokens {
		for i := t.start; i < t.end; i++ {
			if text[i] != '\n' {
				text[i] = ' '
			}
		}
	}
	r.text = string(text)
}
