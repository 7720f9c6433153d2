// How a command shows what it found.

package main

import (
	"fmt"
	"os"

	"golang.org/x/term"

	"partitionlab/build/finding"
	"partitionlab/build/review"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
)

// reports are the flags that say how findings are written.
type reports struct {
	command *command
	format  *string
	color   *string
	all     *bool
	site    *string
}

// reports adds the flags of findings; name is that of the flag for the format.
func (c *command) reports(name string) *reports {
	x := &reports{command: c}
	x.format = c.choice(name, "how findings are written: as text, as JSON, for code scanning, for GitHub Actions, for test reports", finding.Formats...)
	x.color = c.choice("color", "colors in text; auto: on a terminal, where NO_COLOR is not set", "auto", "always", "never")
	x.all = c.flags.Bool("all", false, "print repeats, too, which text folds")
	x.site = c.flags.String("site", "", "`address` of the site with a page for each rule, to which findings link")
	return x
}

// usualSaid is how many bytes all that is found may take, and of -json the rows of all
// answers: they are kept to the end.
const usualSaid = 64 << 20

// start makes an empty report, with room for so many times what is usual.
func (x *reports) start(p *review.Reading, budget float64, std stdio) *finding.Report {
	r := &finding.Report{Room: max(int(budget*usualSaid), 1), Command: x.command.name, Version: version(), Judged: judged, Site: *x.site, FailOn: diag.Refused, All: *x.all}
	if r.Site == "" && p != nil {
		r.Site = p.Site()
	}
	switch *x.color {
	case "always":
		r.Color = true
	case "auto":
		r.Color = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(std.terminal())
	}
	return r
}

// write writes the report: to standard output, and as text a line that sums it up
// to standard error.
func (x *reports) write(r *finding.Report, std stdio) error {
	out := std.out
	if *x.format == "text" && r.Color {
		out = std.colored()
	}
	if err := r.Write(out, *x.format); err != nil {
		return err
	}
	if *x.format == "text" {
		fmt.Fprintln(std.err, r.Summary())
	}
	x.command.left(r.Left, "finding", r.Room, std)
	return nil
}

// left says what was left out of an output, if anything.
func (c *command) left(n int, noun string, room int, std stdio) {
	if n > 0 {
		fmt.Fprintf(std.err, "partitionlab %s: over budget: what there is to say takes more than %.1f MB; %s left out, behind what is shown. -budget 10 allows ten times as much.\n",
			c.name, float64(room)/(1<<20), number.Of(n, noun)+map[bool]string{true: " is", false: " are"}[n == 1])
	}
}

// isTerminal reports whether a stream leads to a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
