package manifest

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/skillbrief/skillbrief/internal/diag"
)

//go:embed languages.tsv
var languageTable string

// languages is the table of languages, by what is looked up.
type languages struct {
	id        map[string]string   // of an id or another name
	extension map[string][]string // ids, by lower-case extension
	file      map[string][]string // ids, by file name
	names     []string            // ids and other names
}

var table = sync.OnceValue(func() languages {
	t := languages{map[string]string{}, map[string][]string{}, map[string][]string{}, nil}
	for line := range strings.Lines(languageTable) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		id := f[0]
		t.id[id] = id
		t.names = append(t.names, id)
		for _, a := range names(f[1]) {
			t.id[a] = id
			t.names = append(t.names, a)
		}
		for _, e := range names(f[2]) {
			t.extension[e] = append(t.extension[e], id)
		}
		for _, n := range names(f[3]) {
			t.file[n] = append(t.file[n], id)
		}
	}
	return t
})

func names(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, "|")
}

// Language is the id of a language that is named by its id or another usual
// name, both in lower case; empty where it is unknown.
func Language(name string) string { return table().id[name] }

// NearestLanguage is the id that a writer of an unknown name most likely meant:
// of the name in another letter case, of the extension that it is, of a name
// that is spelled nearly so; empty where there is none.
func NearestLanguage(name string) string {
	t := table()
	name = strings.ToLower(trim(name))
	bare := strings.TrimLeft(name, "*.")
	if id := t.id[bare]; id != "" {
		return id
	}
	if ids := t.extension["."+bare]; len(ids) == 1 && len(bare) > 1 {
		return ids[0]
	}
	if utf8.RuneCountInString(bare) < minNear {
		return ""
	}
	return t.id[diag.Nearest(name, t.names)]
}

// minNear is the length of names, in code points, from which on near ones are
// looked for: nearly every shorter one is near to something.
const minNear = 3

// fileLanguages are the ids of the languages of a file by its name: mostly one,
// two where an extension serves both (.h), none where it tells nothing.
func fileLanguages(path string) []string {
	t := table()
	name := path[strings.LastIndexByte(path, '/')+1:]
	if ids := t.file[name]; ids != nil {
		return ids
	}
	name = strings.ToLower(name)
	for i := strings.IndexByte(name, '.'); i >= 0; {
		if ids := t.extension[name[i:]]; ids != nil {
			return ids
		}
		next := strings.IndexByte(name[i+1:], '.')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return nil
}

// changedLanguages are the ids of the languages of changed files, sorted.
func changedLanguages(changed []string) []string {
	seen := map[string]bool{}
	var ids []string
	for _, path := range changed {
		for _, id := range fileLanguages(path) {
			if !seen[id] {
				seen[id] = true
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	return ids
}
