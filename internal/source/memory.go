package source

import "context"

// Memory is a tree held in memory: contents of files and targets of links by
// path. It panics where one path is a file and a directory at once.
func Memory(files, links map[string]string) *Tree {
	m := memory{}
	t := &Tree{store: m, format: sha1Format, links: map[string]string{}}
	add := func(path, data string, mode Mode) {
		m[path] = data
		t.Files = append(t.Files, File{Path: path, Mode: mode, ID: objectID(sha1Format, "blob", data)})
	}
	for path, data := range files {
		add(path, data, Regular)
	}
	for path, target := range links {
		add(path, target, Link)
		if len(target) <= maxTarget {
			t.links[path] = target
		}
	}
	if _, err := sorted(t.Files); err != nil {
		panic(err)
	}
	return t
}

type memory map[string]string

func (m memory) read(_ context.Context, files []File, limit int64, spend spend) ([]Blob, error) {
	blobs := make([]Blob, len(files))
	for i, f := range files {
		data := m[f.Path]
		size := int64(len(data))
		if size > limit {
			blobs[i] = Blob{Size: size, Large: true}
			continue
		}
		if err := spend(f.Path, size); err != nil {
			return nil, err
		}
		blobs[i] = Blob{ID: f.ID, Data: data, Size: size}
	}
	return blobs, nil
}
