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
// arguments and returns the exit code: 0 clean, 1 findings, 2 wrong use, 3 not done
// (over a limit, unreadable, unwritable).
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

// run runs a command. Output that could not be written is an error of its own.
func run(args []string, std stdio) int {
	out, errs := &screen{to: std.out}, &screen{to: std.err}
	code := dispatch(args, stdio{std.in, out, errs})
	if err := out.close(); err != nil {
		fmt.Fprintf(errs, "partitionlab: standard output: %v\n", err)
		code = 3
	}
	if errs.close() != nil && code == 0 {
		code = 3
	}
	return code
}

func dispatch(args []string, std stdio) int {
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

// usage tells that a command was called wrongly.
func usage(std stdio, command string, err error) int {
	fmt.Fprintf(std.err, "partitionlab %s: %v\n", command, err)
	return 2
}

// failure tells why a command could not be carried out.
func failure(std stdio, command string, err error) int {
	usage(std, command, err)
	return 3
}
