package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"partitionlab/build/project"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/workload"
)

// Exit codes, the same for every command.
const (
	clean    = 0
	found    = 1 // something is wrong with what was judged
	wrongUse = 2 // something is wrong with the command line or the configuration
	notDone  = 3 // over budget, unreadable, unwritable
)

const exitCodes = "0 clean, 1 findings, 2 wrong use, 3 not done (over budget, unreadable, unwritable)"

// stdio are the streams of a command, so that tests can give their own.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

// A command is one word behind partitionlab: what its help says, its flags, and
// what it does. Each lives in a file of its own; main.go lists them.
type command struct {
	name     string
	summary  string // a line for the list of commands
	operands string // what follows the flags: "[FILE…]"; "" where nothing may
	about    string // paragraphs of the help
	examples []example
	flags    *flag.FlagSet
	settled  []func() error // asked when all flags are read
	run      func(operands []string, std stdio) int
}

// An entry is a command by its name. It is made when it is called.
type entry struct {
	name string
	make func() *command
}

// An example is a command line and what it does.
type example struct{ line, what string }

func newCommand(name, operands, summary string) *command {
	c := &command{name: name, operands: operands, summary: summary, flags: flag.NewFlagSet(name, flag.ContinueOnError)}
	c.flags.SetOutput(io.Discard) // errors and help are printed by call
	return c
}

// call carries a command line out: flags may stand before and behind the files.
func (c *command) call(args []string, std stdio) int {
	var operands []string
	for {
		err := c.flags.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			c.help(std.out)
			return clean
		}
		if err != nil {
			return c.wrong(std, "%v", c.explain(err))
		}
		rest := c.flags.Args()
		taken := args[:len(args)-len(rest)]
		if len(rest) == 0 || len(taken) > 0 && taken[len(taken)-1] == "--" {
			operands = append(operands, rest...)
			break
		}
		operands, args = append(operands, rest[0]), rest[1:]
	}
	if c.operands == "" && len(operands) > 0 {
		return c.wrong(std, "%s: no file is read here", operands[0])
	}
	for _, settled := range c.settled {
		if err := settled(); err != nil {
			return c.wrong(std, "%v", err)
		}
	}
	return c.run(operands, std)
}

// explain puts an error of package flag into our words, with the flag that may be
// meant.
func (c *command) explain(err error) error {
	text := err.Error()
	if value, rest, ok := strings.Cut(text, " for flag -"); ok { // invalid value "x" for flag -y: reason
		_, value, _ = strings.Cut(value, "value ")
		if plain, err := strconv.Unquote(value); err == nil {
			value = plain
		}
		name, reason, _ := strings.Cut(rest, ": ")
		return fmt.Errorf("-%s %s: %s", name, value, reason)
	}
	name, unknown := strings.CutPrefix(text, "flag provided but not defined: -")
	if !unknown {
		return err
	}
	text = "there is no flag -" + name
	var names []string
	c.flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	if near := workload.Nearest(name, names); near != "" {
		text += "; did you mean -" + near + "?"
	}
	return errors.New(text)
}

// wrong reports wrong use.
func (c *command) wrong(std stdio, format string, args ...any) int {
	fmt.Fprintf(std.err, "partitionlab %s: %s\nusage: %s; -h explains it\n", c.name, fmt.Sprintf(format, args...), c.usage())
	return wrongUse
}

// failed reports what could not be done.
func (c *command) failed(std stdio, err error) int {
	text := err.Error()
	if p := (*fs.PathError)(nil); errors.As(err, &p) { // a message is one line, whatever a file is called
		text = strings.ReplaceAll(text, p.Path, diag.OnOneLine(p.Path))
	}
	fmt.Fprintf(std.err, "partitionlab %s: %s\n", c.name, text)
	return notDone
}

// given reports whether a flag stands on the command line.
func (c *command) given(name string) (yes bool) {
	c.flags.Visit(func(f *flag.Flag) { yes = yes || f.Name == name })
	return yes
}

// A choice is a flag with a fixed list of values.
type choice struct {
	value  string
	values []string
}

func (c *choice) String() string { return c.value }

func (c *choice) Set(s string) error {
	if !slices.Contains(c.values, s) {
		return errors.New("there are " + strings.Join(c.words(), ", "))
	}
	c.value = s
	return nil
}

// words are the values that somebody may write: an empty one is what holds without the flag.
func (c *choice) words() []string {
	return slices.DeleteFunc(slices.Clone(c.values), func(v string) bool { return v == "" })
}

// choice adds a flag that takes one of some values, the first if it is not given.
func (c *command) choice(name, usage string, values ...string) *string {
	v := &choice{values[0], values}
	c.flags.Var(v, name, usage)
	return &v.value
}

// pairs adds a flag that takes key=value and may stand several times.
func (c *command) pairs(name, usage string, set func(key, value string) error) {
	form, _ := flag.UnquoteUsage(&flag.Flag{Usage: usage})
	c.flags.Func(name, usage+"; may be given several times", func(s string) error {
		key, value, ok := strings.Cut(s, "=")
		if !ok {
			return errors.New("write " + form)
		}
		if key = strings.TrimSpace(key); key == "" {
			return errors.New("there is no name before the =: write " + form)
		}
		return set(key, value)
	})
}

// help prints everything about a command.
func (c *command) help(out io.Writer) {
	fmt.Fprintf(out, "partitionlab %s: %s\n\nusage: %s\n", c.name, c.summary, c.usage())
	if c.about != "" {
		fmt.Fprintf(out, "\n%s\n", strings.TrimSpace(c.about))
	}
	fmt.Fprintln(out, "\nexamples:")
	for _, e := range c.examples {
		fmt.Fprintf(out, "  %s\n      %s\n", e.line, e.what)
	}
	first := true
	c.flags.VisitAll(func(f *flag.Flag) {
		if first {
			fmt.Fprintln(out, "\nflags:")
			first = false
		}
		value, usage := flag.UnquoteUsage(f)
		fmt.Fprintf(out, "  -%s", f.Name)
		if value != "" {
			fmt.Fprintf(out, " %s", value)
		}
		fmt.Fprintf(out, "\n      %s", strings.ReplaceAll(usage, "\n", "\n      "))
		switch v := f.Value.(type) {
		case *choice:
			fmt.Fprintf(out, " (%s)", strings.Join(v.words(), ", "))
		default:
			if d := f.DefValue; d != "" && d != "false" && d != "0" {
				fmt.Fprintf(out, " (default %s)", d)
			}
		}
		fmt.Fprintln(out)
	})
	fmt.Fprintf(out, "\nexit code: %s\n", exitCodes)
}

// usage is the form of a command line.
func (c *command) usage() string {
	text := "partitionlab " + c.name
	c.flags.VisitAll(func(*flag.Flag) {
		if !strings.HasSuffix(text, " [flags]") {
			text += " [flags]"
		}
	})
	return strings.TrimSpace(text + " " + c.operands)
}

// run runs a command. Output that could not be written is an error of its own.
func run(args []string, std stdio) int {
	out, errs := &screen{to: std.out}, &screen{to: std.err}
	code := dispatch(args, stdio{std.in, out, errs})
	if err := out.close(); err != nil {
		fmt.Fprintf(errs, "partitionlab: standard output: %v\n", err)
		code = notDone
	}
	if errs.close() != nil && code == clean {
		code = notDone
	}
	return code
}

func dispatch(args []string, std stdio) int {
	if len(args) == 0 {
		list(std.err)
		return wrongUse
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		switch {
		case len(args) == 1 || slices.Contains([]string{"help", "-h", "-help", "--help"}, args[1]):
			list(std.out)
			return clean
		case args[1] == project.FileName:
			fmt.Fprint(std.out, project.Example)
			return clean
		case strings.HasPrefix(args[1], "-"):
			return dispatch(args[1:], std)
		}
		return dispatch([]string{args[1], "-h"}, std)
	case "-version", "--version":
		args = []string{"version"}
	}
	c := find(args[0])
	if c == nil {
		text := fmt.Sprintf("there is no command %q", args[0])
		if near := workload.Nearest(args[0], commandNames()); near != "" {
			text += "; did you mean " + near + "?"
		}
		fmt.Fprintf(std.err, "partitionlab: %s\nwrite `partitionlab help` for the list\n", text)
		return wrongUse
	}
	return c.call(args[1:], std)
}

// find makes the command of a name, or nil.
func find(name string) *command {
	for _, c := range commands() {
		if c.name == name {
			made := c.make()
			if made.name != name {
				panic("the command " + name + " calls itself " + made.name)
			}
			return made
		}
	}
	return nil
}

func commandNames() (out []string) {
	for _, c := range commands() {
		out = append(out, c.name)
	}
	return out
}

// list prints what there is, a line a command.
func list(out io.Writer) {
	fmt.Fprint(out, "partitionlab judges CQL and sizes partitions as Cassandra 5.0.8 does, without a cluster.\n\nusage: partitionlab COMMAND [flags] [FILE…]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(out, "  %-12s%s\n", c.name, c.make().summary)
	}
	fmt.Fprint(out, "\n`partitionlab COMMAND -h` explains a command, with examples;\n`partitionlab help "+project.FileName+"` shows what a repository can say of itself.\n")
}
