package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/skillbrief/skillbrief/internal/config"
)

// actionYAML is the metadata of the action, made from the tables of options and
// outputs.
func actionYAML() string {
	var b strings.Builder
	b.WriteString(`name: skillbrief
description: Gate agent skills and review rules, and brief AI code review from the trusted base commit
author: the skillbrief authors
branding:
  icon: shield
  color: blue
inputs:
`)
	for _, o := range config.Options {
		fmt.Fprintf(&b, "  %s:\n    description: %s\n    required: false\n", o.Name, strconv.Quote(sentence(o)))
		if o.Written {
			fmt.Fprintf(&b, "    default: %s\n", o.Default)
		}
	}
	b.WriteString("outputs:\n")
	for _, o := range outputs {
		fmt.Fprintf(&b, "  %s:\n    description: %s\n", o.name, strconv.Quote(plain(o.help)))
	}
	b.WriteString("runs:\n  using: docker\n  image: Dockerfile\n")
	return b.String()
}

// sentence is an option's help with its default.
func sentence(o config.Option) string {
	if o.Default == "" || o.Written {
		return plain(o.Help)
	}
	return plain(o.Help) + " (default: " + plain(o.Default) + ")"
}

func plain(markdown string) string { return strings.ReplaceAll(markdown, "`", "") }

// inputTable is the README's table of inputs.
func inputTable() string {
	var b strings.Builder
	b.WriteString("| input | default | meaning |\n|---|---|---|\n")
	for _, o := range config.Options {
		value := o.Default
		if value != "" && !strings.Contains(value, " ") || o.Name == "github-token" {
			value = "`" + value + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", o.Name, value, o.Help)
	}
	return b.String()
}

// outputTable is the README's table of outputs.
func outputTable() string {
	var b strings.Builder
	b.WriteString("| output | meaning |\n|---|---|\n")
	for _, o := range outputs {
		fmt.Fprintf(&b, "| `%s` | %s |\n", o.name, o.help)
	}
	return b.String()
}
