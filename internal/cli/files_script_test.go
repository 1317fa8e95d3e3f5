package cli

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// file PATH TEXT [times] writes a file; both are Go strings without the quotes,
// so that names and content may hold anything.
func cmdFile(s *script, args []string) {
	s.need(len(args) == 2 || len(args) == 3, "file PATH TEXT [times]")
	times := 1
	if len(args) == 3 {
		var err error
		times, err = strconv.Atoi(args[2])
		s.Check(err)
	}
	args = unescaped(s, args)
	path := s.MkAbs(args[0])
	s.Check(os.MkdirAll(filepath.Dir(path), 0o777))
	s.Check(os.WriteFile(path, []byte(strings.Repeat(args[1], times)), 0o666))
}

// append FILE OTHER... appends other files to a file.
func cmdAppend(s *script, args []string) {
	s.need(len(args) > 1, "append FILE OTHER...")
	text := s.ReadFile(args[0])
	for _, other := range args[1:] {
		text += s.ReadFile(other)
	}
	s.Check(os.WriteFile(s.MkAbs(args[0]), []byte(text), 0o666))
}

// replace FILE OLD NEW replaces text in a file that holds it.
func cmdReplace(s *script, args []string) {
	s.need(len(args) == 3, "replace FILE OLD NEW")
	text := s.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		s.Fatalf("%s does not hold %q", args[0], args[1])
	}
	s.Check(os.WriteFile(s.MkAbs(args[0]), []byte(strings.ReplaceAll(text, args[1], args[2])), 0o666))
}

// text FILE prints a file of bytes as Go strings, a line each.
func cmdText(s *script, args []string) {
	s.need(len(args) == 1, "text FILE")
	for line := range strings.Lines(s.ReadFile(args[0])) {
		fmt.Fprintf(s.Stdout(), "%q\n", line)
	}
}

// show FILE prints a file and says so where its last line has no end: what is
// compared with, a file of a script, always has one.
func cmdShow(s *script, args []string) {
	s.need(len(args) == 1, "show FILE")
	text := s.unplaced(s.ReadFile(args[0]))
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n\\ no line end\n"
	}
	fmt.Fprint(s.Stdout(), text)
}

// listing DIR prints every path below a directory, with a hash of each content.
func cmdListing(s *script, args []string) {
	s.need(len(args) == 1, "listing DIR")
	root := s.MkAbs(args[0])
	s.Check(filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		what, err := describe(path, d)
		rel, _ := filepath.Rel(root, path)
		fmt.Fprintf(s.Stdout(), "%s %q\n", what, rel)
		return err
	}))
}

func describe(path string, d fs.DirEntry) (string, error) {
	info, err := d.Info()
	if err != nil {
		return "", err
	}
	switch {
	case d.IsDir():
		return "dir         ", nil
	case d.Type()&fs.ModeSymlink != 0:
		target, err := os.Readlink(path)
		return "link to " + target, err
	case !info.Mode().IsRegular():
		return "special     ", nil
	}
	data, err := os.ReadFile(path)
	return fmt.Sprintf("%.12x", sha256.Sum256(data)), err
}

// overlay lays the files of one directory over another; links stay links.
func overlay(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if d.IsDir() {
			return os.MkdirAll(target, 0o777)
		}
		if err := os.RemoveAll(target); err != nil {
			return err
		}
		if d.Type()&fs.ModeSymlink != 0 {
			aim, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(aim, target)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, 0o666)
	})
}
