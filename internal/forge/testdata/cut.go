//go:build ignore

// Cut prints the part of GitHub's OpenAPI description that the tests of forge
// speak: the operations below and all that they refer to, without examples and
// explanations. To renew github.json:
//
//	npm pack @octokit/openapi@23.0.2 && tar xzf octokit-openapi-23.0.2.tgz
//	go run cut.go package/generated/api.github.com.json >github.json
package main

import (
	"bufio"
	"encoding/json"
	"log"
	"maps"
	"os"
	"slices"
	"strings"
)

const source = "Cut by cut.go from npm package @octokit/openapi, generated/api.github.com.json (MIT licence, " +
	"Copyright (c) 2020 Octokit contributors)."

var operations = map[string][]string{
	"/repos/{owner}/{repo}/pulls":                          {"get"},
	"/repos/{owner}/{repo}/pulls/{pull_number}":            {"get"},
	"/repos/{owner}/{repo}/pulls/{pull_number}/files":      {"get"},
	"/repos/{owner}/{repo}/commits/{commit_sha}/pulls":     {"get"},
	"/repos/{owner}/{repo}/check-runs":                     {"post"},
	"/repos/{owner}/{repo}/check-runs/{check_run_id}":      {"patch"},
	"/repos/{owner}/{repo}/issues/{issue_number}/comments": {"get", "post"},
	"/repos/{owner}/{repo}/issues/comments/{comment_id}":   {"patch"},
	"/user": {"get"},
}

type object = map[string]any

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: go run cut.go api.github.com.json")
	}
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var whole object
	if err := json.Unmarshal(data, &whole); err != nil {
		log.Fatal(err)
	}
	c := cut{whole["components"].(object), object{}}
	paths := object{}
	for path, methods := range operations {
		kept := object{}
		for _, method := range methods {
			kept[method] = strip(whole["paths"].(object)[path].(object)[method], false)
		}
		c.follow(kept)
		paths[path] = kept
	}
	info := whole["info"].(object)
	info["description"] = source
	write(object{"openapi": whole["openapi"], "info": info, "paths": paths, "components": c.kept})
}

type cut struct{ all, kept object }

// follow keeps every component that v refers to.
func (c cut) follow(v any) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			c.follow(item)
		}
	case object:
		if ref, ok := v["$ref"].(string); ok {
			c.keep(strings.Split(strings.TrimPrefix(ref, "#/components/"), "/"))
		}
		for _, item := range v {
			c.follow(item)
		}
	}
}

func (c cut) keep(ref []string) {
	kind, name := ref[0], ref[1]
	if c.kept[kind] == nil {
		c.kept[kind] = object{}
	}
	group := c.kept[kind].(object)
	if group[name] == nil {
		group[name] = strip(c.all[kind].(object)[name], false)
		c.follow(group[name])
		if kind == "responses" {
			group[name].(object)["description"] = "" // a response must have one
		}
	}
}

// strip drops what validates nothing. The keys of v are names, not keywords,
// where named is set.
func strip(v any, named bool) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = strip(v[i], false)
		}
	case object:
		for key, item := range v {
			switch {
			case named:
				v[key] = strip(item, false)
			case key == "description" || key == "example" || key == "examples" || key == "externalDocs" ||
				key == "tags" || key == "summary" || key == "title" || strings.HasPrefix(key, "x-"):
				delete(v, key)
			default:
				v[key] = strip(item, key == "properties" || key == "headers" || key == "responses")
			}
		}
		if responses, ok := v["responses"].(object); ok && !named {
			for _, response := range responses {
				if response := response.(object); response["$ref"] == nil {
					response["description"] = ""
				}
			}
		}
	}
	return v
}

// write prints one line for each path and component, sorted.
func write(doc object) {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var level func(v any, depth int)
	level = func(v any, depth int) {
		group, ok := v.(object)
		if !ok || depth == 0 {
			line, err := json.Marshal(v)
			if err != nil {
				log.Fatal(err)
			}
			out.Write(line)
			return
		}
		out.WriteString("{\n")
		for i, key := range slices.Sorted(maps.Keys(group)) {
			if i > 0 {
				out.WriteString(",\n")
			}
			name, _ := json.Marshal(key)
			out.Write(name)
			out.WriteString(": ")
			next := depth - 1
			if depth == 3 && key == "paths" {
				next = 1
			}
			level(group[key], next)
		}
		out.WriteString("\n}")
	}
	level(doc, 3)
	out.WriteString("\n")
}
