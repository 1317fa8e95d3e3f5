// Gen writes the tables that package tokens embeds: the vocabularies of the
// encodings, from the data of tiktoken-go-loader, and the classes of all code
// points, from package unicode.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gen DIR")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func write(dir string) error {
	files, err := tables()
	if err != nil {
		return err
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// tables returns the content of every file by its name.
func tables() (map[string][]byte, error) {
	files := map[string][]byte{"classes.bin": classes()}
	for _, name := range []string{"o200k_base", "cl100k_base"} {
		if err := vocabulary(files, name); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return files, nil
}
