package source

import (
	"context"
	"fmt"
)

// read implements store for the trees of commits. Sizes are asked first, so that
// no large blob is unpacked in vain.
func (b *bare) read(ctx context.Context, files []File, limit int64, spend spend) ([]Blob, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	ids, err := distinct(files)
	if err != nil {
		return nil, err
	}
	found, err := b.had(ctx, ids, files)
	if err != nil {
		return nil, err
	}
	blobs := make(map[string]Blob, len(ids))
	var wanted []string
	for i, id := range ids {
		blobs[id] = Blob{Size: found[i].size, Large: found[i].size > limit}
		if found[i].size <= limit {
			wanted = append(wanted, id)
		}
	}
	for _, f := range files {
		if b := blobs[f.ID]; !b.Large {
			if err := spend(f.Path, b.Size); err != nil {
				return nil, fmt.Errorf("read %q: %w", f.Path, err)
			}
		}
	}
	err = b.contents(ctx, wanted, "blob", func(id, data string) {
		blobs[id] = Blob{ID: id, Data: data, Size: int64(len(data))}
	})
	if err != nil {
		return nil, err
	}
	list := make([]Blob, len(files))
	for i, f := range files {
		list[i] = blobs[f.ID]
	}
	return list, nil
}

func distinct(files []File) ([]string, error) {
	var ids []string
	seen := make(map[string]bool, len(files))
	for _, f := range files {
		if !isID(f.ID) {
			return nil, fmt.Errorf("%q has no object id but %q", f.Path, f.ID)
		}
		if !seen[f.ID] {
			seen[f.ID] = true
			ids = append(ids, f.ID)
		}
	}
	return ids, nil
}

// had gives kind and size of blobs, fetching in one go those that are absent.
func (b *bare) had(ctx context.Context, ids []string, files []File) ([]object, error) {
	found, err := b.objects(ctx, ids)
	if err != nil {
		return nil, err
	}
	var absent []string
	for i, o := range found {
		if o.kind == "" {
			absent = append(absent, ids[i])
		}
	}
	var fetch error
	if len(absent) > 0 {
		fetch = b.fetchBlobs(ctx, absent)
		if found, err = b.objects(ctx, ids); err != nil {
			return nil, err
		}
	}
	for i, o := range found {
		switch o.kind {
		case "blob":
		case "":
			return nil, b.lacking(ids[i], files, fetch)
		default:
			return nil, fmt.Errorf("%q: object %s is a %s, no blob", named(ids[i], files), ids[i], o.kind)
		}
	}
	return found, nil
}

// lacking is the error about a blob that could not be had.
func (b *bare) lacking(id string, files []File, cause error) error {
	where := "repository"
	if b.partial {
		where = "partial clone"
	}
	err := fmt.Errorf("%q: blob %s is not available in this %s", named(id, files), id, where)
	if cause != nil {
		err = fmt.Errorf("%w, and cannot be fetched: %w", err, cause)
	}
	return err
}

// named is a path that id stands at.
func named(id string, files []File) string {
	for _, f := range files {
		if f.ID == id {
			return f.Path
		}
	}
	return ""
}
