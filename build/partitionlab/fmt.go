package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"partitionlab/build/finding"
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
breaks. It prints the result: into a file or a pipe as it is to be stored, byte for
byte; on a terminal with \u001b where that would obey a character. A FILE is a script, a folder, a glob, or - for standard
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
	budget := c.textBudget()
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
		if err := longText(sources, *budget); err != nil {
			return c.failed(std, err)
		}
		code := clean
		wrong := c.reported(*budget)
		for _, src := range sources {
			if *write && src.Name == "" {
				return c.wrong(std, "-w needs a file to write")
			}
			text, left := cql.FormatWhatParses(src.Text)
			if left != nil {
				code = found
				if text := rendered(wrong, src, left); text != "" {
					fmt.Fprintf(std.err, "%s: this does not parse, and is left as it is:\n%s\n", inputName(src.Name), text)
				}
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
		c.left(wrong.Left, "finding", wrong.Room, std)
		if wrong.Left > 0 {
			return notDone
		}
		return code
	}
	return c
}

// usualText is how many bytes of CQL may be parsed at once: of each, the tree and what is
// wrong with it take some hundreds.
const usualText = 4 << 20

// textBudget adds the flag that lets a text be longer.
func (c *command) textBudget() *float64 {
	times := 1.0
	c.budget(&times, "files of 4 MB (default 1). What is longer is left as it is,")
	return &times
}

// longText says that texts are too long to be parsed at once, before any is.
func longText(sources []*diag.Source, budget float64) error {
	for _, src := range sources {
		if most := budget * usualText; float64(len(src.Text)) > most {
			return fmt.Errorf("over budget: %s has %.1f MB of text, more than %.1f; give a part of it, or -budget 10 for ten times as much",
				diag.Printable(inputName(src.Name)), float64(len(src.Text))/(1<<20), most/(1<<20))
		}
	}
	return nil
}

// reported is an empty report that bounds what is said of files that are not judged.
func (c *command) reported(budget float64) *finding.Report {
	return &finding.Report{Room: max(int(budget*usualSaid), 1), Command: c.name, FailOn: diag.Refused}
}

// rendered are diagnostics as text, under the name of their file: those for which a report
// has room, but for those that say the same again and again.
func rendered(r *finding.Report, src *diag.Source, list []*diag.Diagnostic) string {
	named := *src
	named.Name = inputName(src.Name)
	var all []diag.Diagnostic
	var fold finding.Fold
	for _, d := range list {
		if fold.Diagnostic(&named, *d) && r.Add(finding.Finding{Diagnostic: *d, Source: src}) {
			all = append(all, *d)
		}
	}
	if all == nil {
		return ""
	}
	text := diag.Render(&named, all)
	for _, line := range fold.Rest(named.Name) {
		text += "\n" + line + "\n"
	}
	return text
}
