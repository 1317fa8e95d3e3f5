package source

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
)

// The object formats of git, as `git rev-parse --show-object-format` names them.
const (
	sha1Format   = "sha1"
	sha256Format = "sha256"
)

func newHash(format string) hash.Hash {
	if format == sha256Format {
		return sha256.New()
	}
	return sha1.New()
}

// objectID is git's id of an object of that kind.
func objectID(format, kind, data string) string {
	h := newHash(format)
	_, _ = fmt.Fprintf(h, "%s %d\x00", kind, len(data))
	_, _ = io.WriteString(h, data)
	return hex.EncodeToString(h.Sum(nil))
}

// isID reports whether s is a full object id of some format.
func isID(s string) bool {
	return isHex(s) && (len(s) == 2*sha1.Size || len(s) == 2*sha256.Size)
}

func isHex(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// formatOf is the object format of an id.
func formatOf(id string) string {
	if len(id) == 2*sha256.Size {
		return sha256Format
	}
	return sha1Format
}
