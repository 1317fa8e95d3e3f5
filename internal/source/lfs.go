package source

import "strings"

// IsLFSPointer reports whether data is what Git LFS stores in place of a file: at
// most 1024 bytes of "key value" lines that begin with the version and hold oid
// and size (git-lfs, docs/spec.md; the hawser address is that of its first releases).
func IsLFSPointer(data string) bool {
	if len(data) > 1024 {
		return false
	}
	keys := map[string]bool{}
	for i, line := range strings.Split(strings.TrimRight(data, "\r\n"), "\n") {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\r"), " ")
		if i == 0 && (key != "version" || !isLFSVersion(value)) {
			return false
		}
		keys[key] = value != ""
	}
	return keys["oid"] && keys["size"]
}

func isLFSVersion(address string) bool {
	return strings.HasPrefix(address, "https://git-lfs.github.com/spec/v") ||
		strings.HasPrefix(address, "https://hawser.github.com/spec/v")
}
