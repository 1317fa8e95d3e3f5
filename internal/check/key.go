package check

import (
	"encoding/base64"
	"strings"
)

// awsSecret is the secret key that is assigned to the name at an offset: such
// keys have no prefix of their own.
func awsSecret(raw string, name int) (interval, bool) {
	end := name + run(raw[name:], "_")
	switch strings.ReplaceAll(strings.ToLower(raw[name:end]), "_", "") {
	case "awssecretaccesskey", "secretaccesskey", "awssecretkey":
	default:
		return interval{}, false
	}
	start := len(raw) - len(strings.TrimLeft(raw[end:], " \t\"'=:"))
	at := interval{start, start + run(raw[start:min(len(raw), start+longestToken)], "/+=")}
	value := raw[at.start:at.end]
	return at, len(value) == 40 && start-end > 0 && start-end < 8 && random(4.2)(value) && !shown(value)
}

// privateKey is the PEM block, with a whole private key in it, of whose title the
// words PRIVATE KEY stand at an offset: the place of the title, and the end of the
// key.
func privateKey(raw string, word int) (at interval, end int, ok bool) {
	const begin, dashes = "-----BEGIN ", "-----"
	const longest, largest = 40, 16 << 10 // bytes of a title, of a key
	if !strings.HasPrefix(raw[word:], "PRIVATE KEY") {
		return interval{}, 0, false
	}
	title, _, ok := strings.Cut(raw[word:min(len(raw), word+longest)], dashes)
	from := max(0, word-longest)
	start := strings.LastIndex(raw[from:word], begin)
	if !ok || start < 0 {
		return interval{}, 0, false
	}
	at = interval{from + start, word + len(title) + len(dashes)}
	body, rest, _ := strings.Cut(raw[at.end:min(len(raw), at.end+largest)], dashes)
	return at, at.end + len(body), strings.HasPrefix(rest, "END ") && keyMaterial(body)
}

// keyMaterial reports whether the body of a PEM block is a key and no sketch of
// one: base 64 of a DER sequence that is all there, of OpenSSH's format, or
// enough of it where it is encrypted or OpenPGP's.
func keyMaterial(body string) bool {
	encrypted := strings.Contains(body, "ENCRYPTED") || strings.Contains(body, "\n\n")
	var b strings.Builder
	for line := range strings.Lines(strings.ReplaceAll(body, `\n`, "\n")) {
		line = strings.Trim(line, " \t\r\n\"',>|\\")
		if strings.Contains(line, ":") || strings.HasPrefix(line, "=") {
			continue // headers; OpenPGP's checksum
		}
		b.WriteString(line)
	}
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(b.String(), "="))
	if err != nil || len(data) < 40 {
		return false
	}
	return strings.HasPrefix(string(data), "openssh-key-v1\x00") && len(data) > 200 || wholeSequence(data) || encrypted && len(data) > 300 && entropy(string(data)) > 6
}

// wholeSequence reports whether data is one DER sequence of its own length.
func wholeSequence(data []byte) bool {
	if data[0] != 0x30 {
		return false
	}
	length, head := int(data[1]), 2
	if length > 0x80 {
		n := length - 0x80
		if n > 4 {
			return false
		}
		length, head = 0, 2+n
		for _, c := range data[2:head] {
			length = length<<8 | int(c)
		}
	}
	return length == len(data)-head
}
