package tokens

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// CountAll returns the number of tokens of each text, in their order. It counts
// in parallel, and each distinct text once.
func (e *Encoding) CountAll(texts []string) []int {
	first := make(map[string]int, len(texts)) // index of a text's first appearance
	var distinct []int
	for i, text := range texts {
		if _, ok := first[text]; !ok {
			first[text] = i
			distinct = append(distinct, i)
		}
	}
	counts := make([]int, len(texts))
	each(len(distinct), func(i int) { counts[distinct[i]] = e.Count(texts[distinct[i]]) })
	for i, text := range texts {
		counts[i] = counts[first[text]]
	}
	return counts
}

// each calls f for 0 to n-1, from as many goroutines as can run at once.
func each(n int, f func(int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	wg.Wait()
}
