package brief

import (
	"strings"

	"github.com/skillbrief/skillbrief/internal/diag"
)

var escapeXML = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#x27;")

// catalog renders the list that agent clients use for progressive disclosure,
// cut after the last whole skill that fits.
func catalog(live []*Item, o Options) string {
	entries := make([]string, len(live))
	for i, item := range live {
		entries[i] = entry(item)
	}
	low, high := 0, len(entries)
	for low < high {
		mid := (low + high + 1) / 2
		if o.Encoding.Count(list(entries[:mid])) <= o.Budget {
			low = mid
		} else {
			high = mid - 1
		}
	}
	for _, item := range live[:low] {
		item.Status = Included
	}
	return list(entries[:low])
}

func entry(item *Item) string {
	var b strings.Builder
	b.WriteString("<skill>\n")
	for _, f := range [][2]string{{"name", item.Name}, {"description", item.Description}, {"location", diag.Path(item.Path)}} {
		b.WriteString("<" + f[0] + ">\n" + escapeXML.Replace(f[1]) + "\n</" + f[0] + ">\n")
	}
	b.WriteString("</skill>\n")
	return b.String()
}

func list(entries []string) string {
	if len(entries) == 0 {
		return ""
	}
	return "<available_skills>\n" + strings.Join(entries, "") + "</available_skills>"
}
