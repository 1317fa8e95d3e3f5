// Command skillbrief gates and briefs AI code review: it validates the skills
// and rules that a change would merge, and renders the trusted ones for a prompt.
package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/skillbrief/skillbrief/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := cli.Run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
