package brief

import "slices"

// graded keeps a line of every skill whose line fits, then raises skills in
// order: every line to its body where that fits, then every body to the whole.
// Where the first skill's line does not fit it is clipped.
func graded(live []*Item, o Options) string {
	used, join := 0, o.Encoding.Count(separator)
	var kept []*Item
	for _, item := range live {
		cost := item.LineTokens(o.Encoding)
		if len(kept) > 0 {
			cost += join
		}
		if used+cost > o.Budget && len(kept) == 0 {
			break
		}
		if used+cost > o.Budget {
			continue // a shorter line may fit
		}
		used += cost
		item.Status = LineOnly
		kept = append(kept, item)
	}
	if len(kept) == 0 {
		live[0].Status = Clipped
		return clip(live[0].Text, live[0].Tokens, o)
	}
	for _, item := range kept {
		if rise := item.BodyTokens(o.Encoding) - item.LineTokens(o.Encoding); used+rise <= o.Budget {
			used += rise
			item.Status = BodyOnly
		}
	}
	for _, item := range kept {
		if item.Status != BodyOnly {
			continue
		}
		if rise := item.Tokens - item.BodyTokens(o.Encoding); used+rise <= o.Budget {
			used += rise
			item.Status = Included
		}
	}
	return fit(kept, o, lower)
}

// lower takes an item down by one grade.
func lower(item *Item) {
	grades := []Status{Dropped, LineOnly, BodyOnly, Included}
	item.Status = grades[slices.Index(grades, item.Status)-1]
}
