//go:build ignore

// This program writes languages.tsv from GitHub Linguist's data as go-enry ships
// it. It runs in a module of its own, so that nothing here depends on it:
//
//	cp languages_gen.go DIR/main.go && cd DIR && go mod init x && go get github.com/go-enry/go-enry/v2@v2.9.6 && go run . > languages.tsv
package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-enry/go-enry/v2/data"
)

// ids that are not the name in lower case with hyphens.
var ids = map[string]string{"C++": "cpp", "Objective-C++": "objective-cpp", "C#": "c-sharp", "F#": "f-sharp", "Q#": "q-sharp", "J#": "j-sharp", "F*": "f-star"}

// usual names that Linguist does not know.
var usual = map[string][]string{
	"Shell": {"ksh"}, "JavaScript": {"jsx"}, "C#": {"cs", "dotnet"}, "Objective-C": {"objectivec"}, "Objective-C++": {"objectivec++", "objcpp"},
	"Visual Basic .NET": {"vb"}, "PowerShell": {"ps1"}, "Dockerfile": {"docker"}, "C++": {"cxx", "cc"}, "HCL": {"tf"},
}

// choice names the languages of an extension that several claim, where neither
// the first extension of one of them nor the first name decides well.
var choice = map[string][]string{
	".h": {"C", "C++"}, ".m": {"Objective-C", "MATLAB"}, ".fs": {"F#"}, ".fcgi": {"Perl"}, ".cls": {"Apex"}, ".inc": {"PHP"}, ".pl": {"Perl"}, ".pm": {"Perl"},
	".t": {"Perl"}, ".pp": {"Puppet"}, ".sql": {"SQL"}, ".v": {"Verilog"}, ".yml": {"YAML"}, ".yaml": {"YAML"}, ".json": {"JSON"}, ".html": {"HTML"},
	".md": {"Markdown"}, ".rs": {"Rust"}, ".ts": {"TypeScript"}, ".tsx": {"TSX"}, ".cs": {"C#"}, ".php": {"PHP"}, ".d": {"D"}, ".r": {"R"}, ".mm": {"Objective-C++"},
	".hh": {"C++"}, ".re": {"Reason"}, ".s": {"Assembly"}, ".asm": {"Assembly"}, ".es": {"JavaScript"}, ".ex": {"Elixir"}, ".sc": {"Scala"}, ".st": {"Smalltalk"},
	".sol": {"Solidity"}, ".frag": {"GLSL"}, ".gd": {"GDScript"}, ".gs": {"JavaScript"}, ".cgi": {"Perl"}, ".mod": {"Modula-2"}, ".ml": {"OCaml"}, ".as": {"ActionScript"},
	".bas": {"VBA"}, ".frm": {"VBA"}, ".vba": {"VBA"}, ".properties": {"Java Properties"}, ".spec": {"RPM Spec"}, ".star": {"Starlark"}, ".tpl": {"Smarty"}, ".txt": {"Text"},
	".l": {"Lex"}, ".lisp": {"Common Lisp"}, ".lsp": {"Common Lisp"}, ".cl": {"Common Lisp"}, ".lean": {"Lean"}, ".pkl": {"Pkl"}, ".plist": {"XML"}, ".workflow": {"HCL"},
	".yy": {"Yacc"}, ".i": {"SWIG"}, ".nu": {"Nushell"}, ".nb": {"Wolfram Language"}, ".scd": {"SuperCollider"}, ".mo": {"Modelica"}, ".mojo": {"Mojo"}, ".odin": {"Odin"}, ".nr": {"Noir"}, ".n": {"Nemerle"}, ".w": {"OpenEdge ABL"},
	".res": {"ReScript"}, ".rpy": {"Ren'Py"}, ".shader": {"ShaderLab"}, ".scm": {"Scheme"}, ".sch": {"Scheme"}, ".sls": {"SaltStack"}, ".toc": {"TeX"}, ".tact": {"Tact"},
	".trigger": {"Apex"}, ".typ": {"Typst"}, ".cue": {"CUE"}, ".cfg": {"INI"}, ".csl": {"Kusto"}, ".cake": {"C#"}, ".gml": {"Game Maker Language"}, ".f": {"Fortran"},
	".for": {"Fortran"}, ".pro": {"Prolog"}, ".qs": {"Q#"}, ".q": {"q"}, ".vhost": {"Nginx"}, ".x": {"Linker Script"}, ".vcf": {"vCard"}, ".ls": {"LiveScript"}, ".sw": {"Sway"},
}

type language struct {
	name                       string
	aliases, extensions, names []string
}

func main() {
	all, of := map[string]*language{}, map[string]*language{}
	for _, i := range data.LanguageInfoByID {
		name := i.Name
		if i.Group != "" {
			name = i.Group
		}
		if strings.HasPrefix(name, "OpenAPI") || strings.HasPrefix(name, "OASv") {
			continue
		}
		id := identifier(name)
		if all[id] == nil {
			all[id] = &language{name: name, aliases: usual[name]}
		}
		of[i.Name] = all[id]
		all[id].aliases = append(append(all[id].aliases, identifier(i.Name), strings.ToLower(i.Name)), i.Aliases...)
		all[id].names = append(all[id].names, i.Filenames...)
	}
	for ext, names := range data.LanguagesByExtension {
		for _, name := range choose(ext, names) {
			if l := of[name]; l != nil {
				l.extensions = append(l.extensions, ext)
			}
		}
	}
	addShort(all)
	write(all)
}

func choose(ext string, names []string) []string {
	if c := choice[ext]; c != nil {
		return c
	}
	for _, name := range names {
		if e := data.ExtensionsByLanguage[name]; len(e) > 0 && e[0] == ext {
			return []string{name}
		}
	}
	return names[:1]
}

func identifier(name string) string {
	if id := ids[name]; id != "" {
		return id
	}
	return strings.Trim(strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-"), "-")
}

// addShort makes each first extension a name of its language, where it is free.
func addShort(all map[string]*language) {
	taken := map[string]bool{}
	for id, l := range all {
		taken[id] = true
		for _, a := range l.aliases {
			taken[a] = true
		}
	}
	for _, i := range data.LanguageInfoByID {
		if i.Group != "" || len(i.Extensions) == 0 {
			continue
		}
		short := strings.TrimPrefix(i.Extensions[0], ".")
		if l := all[identifier(i.Name)]; l != nil && !taken[short] && slices.Contains(l.extensions, i.Extensions[0]) {
			l.aliases = append(l.aliases, short)
		}
	}
}

func write(all map[string]*language) {
	fmt.Println("# Languages: id, other names, extensions, file names; tab-separated, names separated by |.")
	fmt.Println("# Generated by languages_gen.go from GitHub Linguist's languages.yml (MIT licence) as of go-enry v2.9.6.")
	known := map[string]bool{}
	for id := range all {
		known[id] = true
	}
	for _, id := range slices.Sorted(maps.Keys(all)) {
		l := all[id]
		var aliases []string
		for _, a := range l.aliases {
			if !known[a] && a == strings.ToLower(a) && !strings.ContainsAny(a, " |\t") {
				aliases, known[a] = append(aliases, a), true
			}
		}
		fmt.Printf("%s\t%s\t%s\t%s\n", id, join(aliases), join(l.extensions), join(l.names))
	}
}

func join(list []string) string {
	slices.Sort(list)
	return strings.Join(slices.Compact(list), "|")
}
