package brief

import (
	"strings"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/skill"
)

const (
	separator = "\n\n---\n\n"
	marker    = "\n\n[truncated]"
)

// taken keeps whole skills in order while they fit: up to the first that does
// not (stop), or passing over those that do not. Where none fits the first is
// clipped.
func taken(live []*Item, o Options, stop bool) string {
	used, join := 0, o.Encoding.Count(separator)
	var kept []*Item
	for _, item := range live {
		cost := item.Tokens
		if len(kept) > 0 {
			cost += join
		}
		if used+cost > o.Budget {
			if stop {
				break
			}
			continue
		}
		used += cost
		item.Status = Included
		kept = append(kept, item)
	}
	if len(kept) == 0 {
		live[0].Status = Clipped
		return clip(live[0].Text, live[0].Tokens, o)
	}
	return fit(kept, o, func(item *Item) { item.Status = Dropped })
}

// fit joins what is kept. Tokens can grow where texts meet, so the whole is
// counted, and the last item is lowered until it fits.
func fit(kept []*Item, o Options, lower func(*Item)) string {
	for {
		block := join(kept)
		if o.Encoding.Count(block) <= o.Budget || len(kept) == 0 {
			return block
		}
		last := kept[len(kept)-1]
		if lower(last); last.Status == Dropped {
			kept = kept[:len(kept)-1]
		}
	}
}

func join(items []*Item) string {
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = item.text()
	}
	return skill.TrimSpace(strings.Join(texts, separator))
}

// text is what the block holds of an item by its status.
func (i *Item) text() string {
	switch i.Status {
	case Included:
		return i.Text
	case BodyOnly:
		return i.BodyText()
	case LineOnly:
		return i.LineText(i.Origin == 0)
	}
	return ""
}

// clip cuts a text that is too long at code points: first by the mean length of
// a token with a tenth to spare, then by a tenth of what is left until it fits
// with its marker. The marker stays even where the budget is too small for it.
func clip(text string, tokens int, o Options) string {
	n := utf8.RuneCountInString(text)
	room := max(1, o.Budget-o.Encoding.Count(marker))
	keep := int(0.9 * (float64(n) / float64(tokens)) * float64(room))
	for {
		text = runes(text, keep)
		block := skill.TrimSpace(text + marker)
		if text == "" || o.Encoding.Count(block) <= o.Budget {
			return block
		}
		keep = int(0.9 * float64(min(keep, n)))
	}
}

// runes is the first n code points of text.
func runes(text string, n int) string {
	for i := range text {
		if n--; n < 0 {
			return text[:i]
		}
	}
	return text
}
