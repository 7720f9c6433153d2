package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"partitionlab/build/project"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
)

// fmtCommand formats scripts.
func fmtCommand() *command {
	c := newCommand("fmt", "[FILE…]", "lay out CQL")
	c.about = `
Lays out CQL: keywords in upper case, one column a line, long statements broken
at their clauses; comments stay, and so do a byte order mark and the kind of line
breaks. It prints the result. A FILE is a script, a folder, a glob, or - for standard
input, which is read without FILE, too. A statement that does not parse is left as it
is and reported, with exit code 1.`
	c.examples = []example{
		{"partitionlab fmt schema.cql", "prints the file laid out"},
		{"partitionlab fmt -w migrations", "lays out the scripts of a folder where they are"},
		{"partitionlab fmt -l .", "names those that are not laid out; for a pipeline"},
		{"partitionlab fmt -d schema.cql", "shows what would change"},
	}
	write := c.flags.Bool("w", false, "write the result back into the file")
	list := c.flags.Bool("l", false, "print the names of files that would change; then the exit code is 1")
	show := c.flags.Bool("d", false, "print what would change, line by line; then the exit code is 1")
	c.run = func(files []string, std stdio) int {
		if *write && *list || *write && *show || *list && *show {
			return c.wrong(std, "-w, -l and -d exclude each other")
		}
		var names []string
		for _, name := range files {
			if name == "-" {
				names = append(names, name)
				continue
			}
			list, err := project.Expand(name, func(name string) bool { return strings.EqualFold(filepath.Ext(name), ".cql") })
			if err != nil {
				return c.failed(std, err)
			}
			names = append(names, list...)
		}
		if len(files) > 0 && names == nil {
			return c.failed(std, fmt.Errorf("%s: no script in this folder", files[0]))
		}
		sources, err := readSources(names, std.in)
		if err != nil {
			return c.failed(std, err)
		}
		code := clean
		for _, src := range sources {
			if *write && src.Name == "" {
				return c.wrong(std, "-w needs a file to write")
			}
			text, left := cql.FormatWhatParses(src.Text)
			if left != nil {
				code = found
				fmt.Fprintf(std.err, "%s: this does not parse, and is left as it is:\n%s\n", inputName(src.Name), rendered(src, left))
			}
			changed := text != src.Text
			switch {
			case *list:
				if changed {
					fmt.Fprintln(std.out, inputName(src.Name))
					code = found
				}
			case *show:
				if changed {
					name := filepath.ToSlash(inputName(src.Name))
					fmt.Fprintf(std.document(), "%s", diff.Diff(name, []byte(src.Text), name+" laid out", []byte(text)))
					code = found
				}
			case *write:
				if changed {
					if err := replaceFile(src.Name, text); err != nil {
						return c.failed(std, err)
					}
				}
			default:
				fmt.Fprint(std.document(), text)
			}
		}
		return code
	}
	return c
}

// rendered are diagnostics as text, under the name of their file.
func rendered(src *diag.Source, list []*diag.Diagnostic) string {
	named := *src
	named.Name = inputName(src.Name)
	var all []diag.Diagnostic
	for _, d := range list {
		all = append(all, *d)
	}
	return diag.Render(&named, all)
}
