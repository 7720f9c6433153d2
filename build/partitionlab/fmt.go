package main

import (
	"errors"
	"flag"
	"fmt"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
)

const fmtUsage = `usage: partitionlab fmt [-w | -l] [FILE…]

Lays out CQL: keywords in upper case, one column a line, long statements broken
at their clauses; comments stay. It prints the result. Without FILE it reads
standard input. Text that does not parse is left as it is, with exit code 1.
`

// fmtCommand formats scripts.
func fmtCommand(args []string, std stdio) int {
	flags := flag.NewFlagSet("fmt", flag.ContinueOnError)
	flags.SetOutput(std.err)
	write := flags.Bool("w", false, "write the result back into the file")
	list := flags.Bool("l", false, "print the names of files that would change; then the exit code is 1")
	flags.Usage = func() {
		fmt.Fprint(std.err, fmtUsage)
		flags.PrintDefaults()
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	wrong := func(format string, args ...any) int {
		fmt.Fprintf(std.err, "partitionlab fmt: "+format+"\n", args...)
		return 2
	}
	switch {
	case *write && *list:
		return wrong("-w and -l exclude each other")
	case *write && flags.NArg() == 0:
		return wrong("-w needs a file to write")
	}
	sources, err := readSources(flags.Args(), std.in)
	if err != nil {
		return failure(std, "fmt", err)
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
				return failure(std, "fmt", err)
			}
		default:
			fmt.Fprint(std.document(), text)
		}
	}
	return code
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
