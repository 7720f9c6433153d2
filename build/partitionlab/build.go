package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"partitionlab/build"
)

// buildCommand writes the site into a folder.
func buildCommand(args []string, std stdio) int {
	flags := flag.NewFlagSet("build", flag.ContinueOnError)
	flags.SetOutput(std.err)
	out := flags.String("out", "dist", "`folder` that the site is written to; what else lies there is removed")
	base := flags.String("base", "http://127.0.0.1:8080/", "`address` at which the site will stand; a path is allowed")
	flags.Usage = func() {
		fmt.Fprintln(std.err, "usage: partitionlab build [-out DIR] [-base URL]")
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
	dir, err := filepath.Abs(*out)
	if err == nil && (dir == root || dir == filepath.Dir(dir)) {
		err = fmt.Errorf("-out %s: give the site a folder of its own, what lies there is removed", *out)
	}
	if err == nil {
		err = ownFolder(dir)
	}
	if err != nil {
		return usage(std, "build", err)
	}
	builder, err := build.New(os.DirFS(root), *base, build.Program{})
	if err != nil {
		return usage(std, "build", err)
	}
	program, err := build.CompileProgram(root)
	if err != nil {
		return failure(std, "build", err)
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
	if err := site.Write(dir); err != nil {
		return failure(std, "build", err)
	}
	fmt.Fprintf(std.out, "%d files in %s (%s)\n", len(site.Files), *out, time.Since(begin).Round(time.Millisecond))
	return 0
}

// ownFolder refuses a folder that holds something else than a site.
func ownFolder(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) == 0 {
		return nil
	}
	if _, err := os.Stat(filepath.Join(dir, "_headers")); err != nil {
		return fmt.Errorf("-out %s holds files and is no earlier site: nothing is removed there", dir)
	}
	return nil
}
