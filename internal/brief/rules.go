package brief

import (
	"strings"

	"github.com/skillbrief/skillbrief/internal/library"
	"github.com/skillbrief/skillbrief/internal/manifest"
)

// Rules are the project's rules for one target.
type Rules struct {
	manifest.Query
	Effective []manifest.Effective // a manifest each, in path order
}

// Select picks the project's rules of a library for a query.
func Select(lib *library.Library, q manifest.Query) Rules {
	r := Rules{Query: q}
	for _, m := range lib.Manifests {
		r.Effective = append(r.Effective, manifest.Select(m, q))
	}
	return r
}

// Text is what a prompt receives: an element for each manifest that is injected.
func (r Rules) Text() string {
	var texts []string
	for _, e := range r.Effective {
		if text := e.Render(); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n\n")
}
