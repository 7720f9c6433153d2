package main

import (
	"fmt"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
)

// fmtCommand formats scripts.
func fmtCommand() *command {
	c := newCommand("fmt", "[FILE…]", "lay out CQL")
	c.about = `
Lays out CQL: keywords in upper case, one column a line, long statements broken
at their clauses; comments stay. It prints the result. Without FILE it reads
standard input. Text that does not parse is left as it is, with exit code 1.`
	c.examples = []example{
		{"partitionlab fmt schema.cql", "prints the file laid out"},
		{"partitionlab fmt -w migrations/*.cql", "lays the files out where they are"},
		{"partitionlab fmt -l migrations/*.cql", "names those that are not laid out; for a pipeline"},
	}
	write := c.flags.Bool("w", false, "write the result back into the file")
	list := c.flags.Bool("l", false, "print the names of files that would change; then the exit code is 1")
	c.run = func(files []string, std stdio) int {
		switch {
		case *write && *list:
			return c.wrong(std, "-w and -l exclude each other")
		case *write && len(files) == 0:
			return c.wrong(std, "-w needs a file to write")
		}
		sources, err := readSources(files, std.in)
		if err != nil {
			return c.failed(std, err)
		}
		code := 0
		for _, src := range sources {
			text, err := cql.Format(src.Text)
			switch {
			case err != nil:
				fmt.Fprintf(std.err, "%s does not parse:\n%s\n", inputName(src.Name), refusalsOf(src, err))
				code = 1
			case *list:
				if text != src.Text {
					fmt.Fprintln(std.out, inputName(src.Name))
					code = 1
				}
			case *write:
				if text == src.Text {
					continue
				}
				if err := replaceFile(src.Name, text); err != nil {
					return c.failed(std, err)
				}
			default:
				fmt.Fprint(std.document(), text)
			}
		}
		return code
	}
	return c
}

// refusalsOf shows every error of a script that does not parse.
func refusalsOf(src *diag.Source, err error) string {
	var list []diag.Diagnostic
	for _, item := range cql.Parse(src).Items {
		if item.Err != nil {
			list = append(list, *item.Err)
		}
	}
	if list == nil {
		return err.Error()
	}
	named := *src
	named.Name = inputName(src.Name)
	return diag.Render(&named, list)
}
