package source

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/skillbrief/skillbrief/internal/event"
)

// BenchmarkCommit lists a commit of 20,000 files and reads 1,000 of them.
func BenchmarkCommit(b *testing.B) {
	f := wide(b, 19_000, 1000, 1)
	for b.Loop() {
		benchmark(b, f.dir, rev("HEAD"), 1000)
	}
}

// BenchmarkWorkTree does the same with files on disk.
func BenchmarkWorkTree(b *testing.B) {
	f := wide(b, 19_000, 1000, 1)
	f.git("checkout", "-q", "-f")
	for b.Loop() {
		benchmark(b, f.dir, onDisk, 1000)
	}
}

// BenchmarkDirectory does the same without git.
func BenchmarkDirectory(b *testing.B) {
	f := wide(b, 19_000, 1000, 1)
	f.git("checkout", "-q", "-f")
	if err := os.RemoveAll(filepath.Join(f.dir, ".git")); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		benchmark(b, f.dir, onDisk, 1000)
	}
}

// BenchmarkSizes shows how the time of a commit grows.
func BenchmarkSizes(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		f := wide(b, n, 10, 1)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				benchmark(b, f.dir, rev("HEAD"), 10)
			}
		})
	}
}

// BenchmarkDiff compares a commit of 20,000 files with the work tree.
func BenchmarkDiff(b *testing.B) {
	f := wide(b, 19_000, 1000, 1)
	f.git("checkout", "-q", "-f")
	trees := openAll(b, Options{Dir: f.dir}, event.Wishes{Before: rev("HEAD"), After: onDisk})
	for b.Loop() {
		if changes, err := Diff(context.Background(), trees.Before, trees.After); err != nil || len(changes) != 0 {
			b.Fatal(changes, err)
		}
	}
}

func benchmark(b *testing.B, dir string, w event.Wish, n int) {
	b.Helper()
	trees, err := Open(context.Background(), Options{Dir: dir, Env: env("RUNNER_TEMP", b.TempDir())}, event.Wishes{After: w})
	if err != nil {
		b.Fatal(err)
	}
	if _, err := trees.After.Read(context.Background(), trees.After.Files[:n], 1<<20); err != nil {
		b.Fatal(err)
	}
	if err := trees.Close(); err != nil {
		b.Fatal(err)
	}
}
