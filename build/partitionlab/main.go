// Partitionlab is the core on the command line: it judges CQL, sizes partitions,
// writes SSTables, and builds and serves the site.
package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
)

// stdio are the streams of a command, so that tests can give their own.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

// commands are the subcommands. Each lives in a file of its own, takes its
// arguments and returns the exit code: 0 clean, 1 findings, 2 wrong use.
var commands = map[string]func(args []string, std stdio) int{
	"build":   buildCommand,
	"check":   checkCommand,
	"fmt":     fmtCommand,
	"serve":   serveCommand,
	"shell":   shellCommand,
	"size":    sizeCommand,
	"sstable": sstableCommand,
	"stress":  stressCommand,
}

func main() {
	os.Exit(run(os.Args[1:], stdio{os.Stdin, os.Stdout, os.Stderr}))
}

func run(args []string, std stdio) int {
	if len(args) > 0 {
		if command, ok := commands[args[0]]; ok {
			return command(args[1:], std)
		}
		if args[0] != "help" && args[0] != "-h" && args[0] != "--help" {
			fmt.Fprintf(std.err, "partitionlab: there is no command %q\n", args[0])
		}
	}
	fmt.Fprintln(std.err, "usage: partitionlab COMMAND [flags] [FILE…]; each command explains itself with -h")
	for _, name := range slices.Sorted(maps.Keys(commands)) {
		fmt.Fprintln(std.err, "  "+name)
	}
	return 2
}
