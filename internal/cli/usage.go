package cli

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/skillbrief/skillbrief/internal/config"
)

func usage(w io.Writer) {
	fmt.Fprint(w, "skillbrief checks agent skills and review rules, and renders the trusted ones for a prompt.\n\nUsage: skillbrief <command> [flags] [arguments]\n\n")
	for _, c := range commands {
		fmt.Fprintf(w, "  %-24s %s\n", c.name+" "+c.args, c.help)
	}
	fmt.Fprint(w, "\nOn a CI runner, without a command, it is the action. skillbrief <command> -h lists the flags.\n")
}

// help prints a command's flags, its own first.
func help(w io.Writer, c command) {
	fmt.Fprintf(w, "Usage: skillbrief %s [flags] %s\n\n%s\n\n", c.name, c.args, c.help)
	own := flag.NewFlagSet(c.name, flag.ContinueOnError)
	(&request{command: c.name}).flags(own)
	own.VisitAll(func(f *flag.Flag) {
		if !effective(c.name, f.Name) {
			return
		}
		name, text := flag.UnquoteUsage(f)
		fmt.Fprintf(w, "  %-30s %s\n", strings.TrimSpace("--"+f.Name+" "+name), text)
	})
	fmt.Fprintln(w)
	for _, o := range config.Options {
		if !effective(c.name, o.Name) {
			continue
		}
		text := o.Help
		if o.Default != "" && o.Name != "github-token" {
			text += " (default: " + o.Default + ")"
		}
		if o.List {
			text = strings.Replace(text, ", one a line", "; repeat the flag", 1)
		}
		fmt.Fprintf(w, "  %-30s %s\n", "--"+o.Name, strings.ReplaceAll(text, "`", ""))
	}
}

// effective reports whether a flag does something for a command: every command
// accepts all common ones.
func effective(command, flag string) bool {
	switch command {
	case "render", "provenance":
		return !slices.Contains([]string{"format", "color", "fail-on", "max-output-bytes", "check-run", "comment"}, flag)
	case "tokens":
		return flag == "output" || flag == "encoding" || flag == "model"
	case "explain", "version":
		return flag == "output"
	}
	return true
}
