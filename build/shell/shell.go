// Package shell is a session for people who know cqlsh: the same commands, the same
// tables, on a cluster that is only thought of.
package shell

import (
	"fmt"
	"io"
	"os"
	"strings"

	"partitionlab/build/finding"
	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

// Options are what a shell starts with.
type Options struct {
	Version  string // of this program
	Settings session.Settings
	In       io.Reader // what COPY … FROM STDIN reads
	Out, Err io.Writer
	// Scripts are the files that are run, which nothing may be written to.
	Scripts []string
	// More asks, between pages, whether to go on; nil goes on.
	More func() bool
	// History are the lines typed so far; nil where nobody types.
	History func() []string
}

// A Shell runs statements and commands.
type Shell struct {
	Options
	// Failures counts the statements and commands that were not carried out.
	Failures int
	// Budget is how many times as large as usual the table of an answer may be; below 1
	// for the usual.
	Budget float64
	// Most is how many bytes may be printed, to files, too; 0 for any number.
	Most int
	// MostWrong is how many bytes may be printed about what is wrong; 0 for any number.
	MostWrong int
	// Over says that a statement took more than the session's meter allows, or that more
	// would be printed than Most or MostWrong.
	Over bool
	// Lost says that results could not be written to the file that captures them.
	Lost bool

	conn     *session.Session
	settings *check.Settings
	nodes    *nodes
	level    string // consistency
	serial   string
	tracing  bool
	expand   bool
	capture  *capture // where results go, or nil
	sources  []string // that are being read, one in the other
	sourced  int      // that were read since the first of them
	printed  int      // bytes
	wronged  int      // of them, about what is wrong
	ended    bool
	fold     *finding.Fold // what was said of the script that runs
}

// New starts a shell. Results go to Out, errors to Err.
func New(o Options) *Shell {
	if o.Settings.Check == nil {
		o.Settings.Check = check.NewSettings()
	}
	sh := &Shell{Options: o, conn: session.New(o.Settings), settings: o.Settings.Check, level: "ONE", serial: "SERIAL"}
	sh.Out, sh.Err = sh.counted(o.Out), counter{sh.counted(o.Err), &sh.wronged}
	sh.conn.Whole = true
	sh.settings.PageSize = defaultPage
	for _, c := range commands {
		if c.own {
			sh.conn.Words = append(sh.conn.Words, c.names...)
		}
	}
	sh.nodes = newNodes(sh.settings)
	sh.conn.Serves = sh.serves
	return sh
}

// Keyspace is the one in use; "" for none.
func (sh *Shell) Keyspace() string { return sh.conn.Keyspace() }

// Session is what the shell runs its statements in.
func (sh *Shell) Session() *session.Session { return sh.conn }

// Down takes a node out of the cluster.
func (sh *Shell) Down(name string) error { return sh.nodes.set(name, true) }

// Run runs a script. It returns false after EXIT.
func (sh *Shell) Run(src *diag.Source) bool {
	defer func(outer *finding.Fold) { // SOURCE runs a script within a script
		for _, line := range sh.fold.Rest(finding.Name(src.Name)) {
			fmt.Fprintln(sh.Err, line)
		}
		sh.fold = outer
	}(sh.fold)
	sh.fold = &finding.Fold{}
	for step := range sh.conn.Play(src) {
		if sh.full() {
			return false
		}
		if op := step.Operation; op != nil {
			sh.said(op)
			continue
		}
		r := step.Result
		switch {
		case r.Command != "":
			sh.command(r.Command, strings.TrimSpace(src.Text[r.Span.Start+len(r.Command):r.Span.End]))
		case r.Open:
			sh.fail(src, diag.Diagnostic{Severity: diag.Refused, Span: diag.Span{Start: r.Span.End, End: r.Span.End}, Message: "the text ends before the statement does: it is not run",
				Instead: "Write ; behind the statement."})
		default:
			sh.show(src, r)
			sh.kept(src, r)
		}
		if sh.ended {
			return false
		}
	}
	return true
}

// full reports whether a run may print no more, and says so once.
func (sh *Shell) full() bool {
	what, n, most := "", sh.printed, sh.Most
	if sh.MostWrong > 0 && sh.wronged > sh.MostWrong {
		what, n, most = " about what is wrong", sh.wronged, sh.MostWrong
	}
	if most == 0 || n <= most {
		return false
	}
	if !sh.ended {
		sh.ended, sh.Over = true, true
		sh.wrong("over budget: this run has printed %.1f MB%s, more than %.1f; the rest is not run. -budget 10 allows ten times as much.", megabytes(n), what, megabytes(most))
	}
	return true
}

func megabytes(n int) float64 { return float64(n) / (1 << 20) }

// A counter counts what is written.
type counter struct {
	io.Writer
	n *int
}

func (c counter) Write(b []byte) (int, error) {
	*c.n += len(b)
	return c.Writer.Write(b)
}

// counted counts what is written as printed.
func (sh *Shell) counted(w io.Writer) io.Writer { return counter{w, &sh.printed} }

// Usual is how many bytes a run usually may print: that is room for the largest table.
const Usual = 2 * maxTable

// Complete reports whether a text that is typed line by line is to be run: it ends
// with a whole statement or a command. n·n lines of one statement are parsed only
// where each has a semicolon.
func (sh *Shell) Complete(text string) bool {
	trimmed := strings.TrimRight(text, " \t\r\n")
	if first := strings.TrimLeft(trimmed, " \t\r\n"); !strings.HasSuffix(trimmed, ";") && !strings.HasPrefix(first, "--") && !strings.HasPrefix(first, "/") && !startsWithWord(first) {
		return false
	}
	// Another statement behind it would be an item of its own.
	before := len(cql.Parse(diag.NewSource("", trimmed), sh.conn.Words...).Items)
	after := len(cql.Parse(diag.NewSource("", trimmed+"\nSELECT"), sh.conn.Words...).Items)
	return after > before
}

// startsWithWord reports whether the first word can be that of a command.
func startsWithWord(text string) bool {
	word := strings.ToUpper(text[:len(text)-len(strings.TrimLeft(text, letters))])
	return word == "DESC" || word == "DESCRIBE" || find(word) != nil
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// out is where results go.
func (sh *Shell) out() io.Writer {
	if sh.capture != nil {
		return sh.counted(sh.capture)
	}
	return sh.Out
}

// A capture is the file that results go to.
type capture struct {
	*os.File
	err error // why the last of them is not in it
}

func (c *capture) Write(b []byte) (n int, err error) {
	if c.err == nil {
		n, c.err = c.File.Write(b)
	}
	return n, c.err
}

// kept tells where the file that captures results did not take that of a statement.
func (sh *Shell) kept(src *diag.Source, r *session.Outcome) {
	c := sh.capture
	if c == nil || c.err == nil {
		return
	}
	line, _ := src.Position(r.Span.Start)
	sh.lose("%s:%d: the result is not captured: %v", finding.Name(src.Name), line, c.err)
	c.err = nil
}

// lose prints why results are lost.
func (sh *Shell) lose(format string, args ...any) {
	sh.Lost = true
	sh.wrong(format, args...)
}

// say prints what is no result of a query: it is never captured.
func (sh *Shell) say(format string, args ...any) { fmt.Fprintf(sh.Out, format+"\n", args...) }

// fail prints why something is not carried out, unless the script has done the same again
// and again.
func (sh *Shell) fail(src *diag.Source, d diag.Diagnostic) {
	if sh.Failures++; !sh.fold.Diagnostic(src, d) {
		return
	}
	fmt.Fprintln(sh.Err, diag.Render(src, []diag.Diagnostic{d}))
}

// wrong prints what is wrong with a command.
func (sh *Shell) wrong(format string, args ...any) {
	sh.Failures++
	fmt.Fprintf(sh.Err, format+"\n", args...)
}

// said prints what an operation has done.
func (sh *Shell) said(op *session.Operation) {
	sh.Over = sh.Over || op.Ended != nil
	if op.Err != "" {
		sh.wrong("%s", op.Err)
	} else {
		sh.say("%s", op.Said)
	}
}

// over is what to say of a statement of a command that the budget did not suffice for.
func (sh *Shell) over(r *session.Outcome) error {
	sh.Over = true
	return fmt.Errorf("over budget: %s %s", r.Notes[0].Why, finding.MoreBudget)
}

// show prints the answer to a statement.
func (sh *Shell) show(src *diag.Source, r *session.Outcome) {
	switch {
	case r.Diag != nil:
		sh.fail(src, *r.Diag)
	case r.Ended != nil:
		sh.Over = true
		sh.fail(src, diag.Diagnostic{Severity: diag.NotJudged, Message: "over budget", Span: r.Span, Why: r.Notes[0].Why, Instead: finding.MoreBudget})
	case r.NotJudged:
		sh.fail(src, diag.Diagnostic{Severity: diag.NotJudged, Message: "not judged yet", Span: r.Span})
	case r.Prepared:
		sh.fail(src, diag.Diagnostic{Severity: diag.Refused, Message: "only a driver gives bind markers a value: the statement is not run", Span: r.Span, Instead: "Write the values out."})
	case r.Failed != "":
		sh.fail(src, diag.Diagnostic{Severity: diag.Refused, Message: r.Failed, Span: r.Span})
	default:
		if s, ok := r.Stmt.(*cql.Describe); ok {
			sh.describe(s, r)
		} else if r.Rows != nil {
			sh.rows(r)
		}
		for _, n := range r.Notes {
			if n.Severity == diag.NotJudged {
				fmt.Fprintln(sh.Err, n.Message)
			}
		}
	}
	if len(r.Warnings) > 0 {
		fmt.Fprintln(sh.out(), "\nWarnings :")
		for _, w := range r.Warnings {
			fmt.Fprintf(sh.out(), "%s\n\n", w)
		}
	}
	if sh.tracing && r.Accepted() && !r.Prepared {
		sh.trace(r)
	}
}
