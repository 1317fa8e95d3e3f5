package check

import (
	"regexp"
	"sync"
)

// lazy compiles an expression when it is first asked for: few texts need one, and
// compiling all of them is more work than the rest of the program's start.
func lazy(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
