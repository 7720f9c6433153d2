package main

import (
	"flag"
	"fmt"
	"time"

	"partitionlab/build"
	"partitionlab/build/shrink"
)

const shrinkUsage = "`steps` that make the browser program lighter: all, none, or some of jumps,calls,numbers,stack,returns,data,tables"

// buildCommand writes the site into a folder.
func buildCommand(args []string, std stdio) int {
	flags := flag.NewFlagSet("build", flag.ContinueOnError)
	flags.SetOutput(std.err)
	out := flags.String("out", "dist", "`folder` that the site is written to. What an earlier build has put there is removed;\na folder that holds anything else is refused")
	steps := shrink.All
	flags.Var(&steps, "shrink", shrinkUsage)
	base := flags.String("base", "", "`address` at which the site will stand, such as https://example.org/lab/. Without it the site works at any\naddress, but cannot tell previews and search engines which it is")
	flags.Usage = func() {
		fmt.Fprintln(std.err, "usage: partitionlab build [-out DIR] [-base URL] [-shrink STEPS]")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil || flags.NArg() > 0 {
		if flags.NArg() > 0 {
			flags.Usage()
		}
		return 2
	}
	root, err := build.FindRoot(".")
	if err != nil {
		return usage(std, "build", err)
	}
	if err := build.CheckFolder(*out); err != nil {
		return usage(std, "build", fmt.Errorf("-out: %w", err))
	}
	source, err := build.OpenSource(root)
	if err != nil {
		return failure(std, "build", err)
	}
	builder, err := build.New(source, *base, build.Program{})
	if err != nil {
		return usage(std, "build", err)
	}
	program, err := build.CompileProgram(root, steps)
	if err != nil {
		return failure(std, "build", err)
	}
	if program.Plain != nil {
		fmt.Fprintln(std.err, "warning:", program.Plain)
	}
	builder.SetProgram(program)
	begin := time.Now()
	site, problems := builder.Build()
	for _, p := range problems {
		fmt.Fprintln(std.err, p)
	}
	if len(problems) > 0 {
		fmt.Fprintf(std.err, "%d problems: nothing is written\n", len(problems))
		return 1
	}
	if err := site.Write(*out); err != nil {
		return failure(std, "build", err)
	}
	fmt.Fprintf(std.out, "%d files in %s (%s)\n", len(site.Files), *out, time.Since(begin).Round(time.Millisecond))
	return 0
}
