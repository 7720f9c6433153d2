package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"partitionlab/build/finding"
	"partitionlab/build/project"
	"partitionlab/build/review"
	"partitionlab/wasm/advice"
	"partitionlab/wasm/answer"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/session"
	"partitionlab/wasm/work"
)

// checkCommand judges scripts and the CQL of programs, or statements line by line.
func checkCommand() *command {
	c := newCommand("check", "[FILE…]", "say of each statement what Cassandra would say")
	c.about = `
Says of each statement what Cassandra 5.0.8 would say: accepted, accepted with a
warning, or refused; and where, why, and what to write instead. A FILE is a script,
the source of a program (Go, Java, Kotlin, Python, JavaScript, TypeScript, C#), a
profile of cassandra-stress or NoSQLBench, a page of Markdown, a folder, a glob such
as 'src/**/*.java', or - for standard input, which is read without FILE, too. Several
FILEs are one session, on an empty cluster with one node.

With -server 4.1 or 4.0 it says what Cassandra 4.1.10 or 4.0.19 would say of syntax,
indexes, functions and the names of table options; where they differ in other things,
it is still 5.0.8 that speaks.

A file partitionlab.toml in the folder of a FILE or above declares the cluster, and
which files are judged together; FILEs then only say which findings are printed.`
	c.examples = []example{
		{"partitionlab check schema.cql queries.cql", "judges two files as one session"},
		{"partitionlab check .", "judges the projects of partitionlab.toml, or all files below this folder"},
		{"partitionlab check -schema schema.cql src", "judges the CQL in the programs below src on a schema"},
		{"partitionlab check -nodes dc1=3,dc2=3 schema.cql", "on a cluster of two data centers with three nodes each"},
		{"partitionlab check -advice -fail-on advice schema.cql load.size", "with design advice, which no server gives; exit code 1 where there is any"},
		{"partitionlab check -changed HEAD -format github .", "only what has changed, as annotations for GitHub Actions"},
	}
	report := c.reports("format")
	asJSON := c.flags.Bool("json", false, "print an array with the verdict on each statement as JSON")
	lines := c.flags.Bool("jsonl", false, "each input line is a JSON string with one statement, exactly as a driver sends it, or an object\n{\"cql\": …, \"id\": …, \"file\": …}; each answer is a line of JSON, with id and file as given")
	failOn := c.choice("fail-on", "lightest finding that makes the exit code 1", "refused", "warning", "advice")
	advise := c.flags.Bool("advice", false, "give design advice, too; FILEs that end in .size are workloads")
	limits := [][2]string{}
	c.pairs("limit", "`name=value`: a threshold of design advice, such as partitions=20", func(name, value string) error {
		limits = append(limits, [2]string{name, value})
		options := advice.NewOptions()
		return options.Set(name, value)
	})
	cluster, in := c.cluster(), c.inputs()
	c.flags.StringVar(&in.Changed, "changed", "", "report files only that differ from this `revision` of git, or are new")

	c.run = func(files []string, std stdio) int {
		switch {
		case *asJSON && *lines:
			return c.wrong(std, "-json and -jsonl exclude each other")
		case (*asJSON || *lines) && c.given("format"):
			return c.wrong(std, "-format says how a report looks; -json and -jsonl print verdicts")
		}
		if *lines {
			limit := diag.Refused
			if c.given("fail-on") {
				limit = severities[*failOn]
			}
			return c.lines(files, in, cluster, c.given("fail-on"), limit, std)
		}
		reading, err := on(in, std).Read(files, review.Judgeable)
		if err != nil {
			return c.unplanned(std, err)
		}
		r := report.start(reading, cluster.Budget, std)
		answers := []answer.Statement{}
		left, rows, unsaid := r.Room, r.Room, 0 // of -json: bytes for verdicts and for their rows; answers without room
		type place struct {
			file  string
			start int
		}
		var context []finding.Finding
		heard := map[place]bool{}
		hidden, over, undone := 0, false, false
		for _, b := range reading.Batches {
			if err := cluster.Refused(b.Scope); err != nil {
				return c.wrong(std, "%v", err)
			}
			fail := *failOn
			if !c.given("fail-on") && b.Scope.FailOn != "" {
				fail = b.Scope.FailOn
			}
			r.FailOn = max(r.FailOn, severities[fail])
		}
		if len(reading.Batches) > 0 {
			r.Judged = cluster.Judges(reading.Batches)
		}
		for _, b := range reading.Batches {
			j := review.NewJudge(b, cluster, in.Definitions(b.Scope), r)
			j.Advise = *advise || b.Scope.Advice || r.FailOn >= diag.Advice
			j.Options = adviceOptions(b.Scope)
			for _, l := range limits {
				j.Options.Set(l[0], l[1])
			}
			j.Options.Now = cluster.Clock()
			j.Told = reading.Told
			if *asJSON {
				j.Results = func(src *diag.Source, s *session.Outcome, place func(diag.Diagnostic) diag.Diagnostic) {
					if left -= finding.Least; s.Diag != nil {
						left -= s.Diag.Size()
					}
					if left < 0 {
						unsaid++
						return
					}
					if s.Rows != nil {
						if rows -= s.Rows.Size(); rows < 0 { // the verdict without the rows
							some := *s
							some.Rows, some.Stopped, s = nil, true, &some
						}
					}
					answers = append(answers, answerOf(src, s, place))
				}
			}
			j.Run()
			hidden += j.Hidden
			undone = undone || j.Blind && len(j.Context) > 0
			for _, f := range j.Context {
				if at := (place{f.Source.Name, f.Start}); !heard[at] {
					heard[at] = true
					context = append(context, f)
				}
			}
			over = over || j.Over
		}
		over = over || unsaid > 0 || rows < 0 || r.Left > 0
		if *asJSON {
			advised(answers, r)
			out := bufio.NewWriter(std.out)
			out.WriteByte('[')
			if err := answer.WriteList(out, len(answers), func(i int) any { return answers[i] }); err != nil {
				return c.failed(std, err)
			}
			out.WriteString("]\n")
			if err := out.Flush(); err != nil {
				return c.failed(std, err)
			}
		} else if err := report.write(r, std); err != nil {
			return c.failed(std, err)
		}
		if *asJSON {
			c.left(unsaid, "answer", r.Room, std)
			if rows < 0 {
				fmt.Fprintf(std.err, "partitionlab check: over budget: the rows of all answers have more than %.1f MB; rows are left out. -budget 10 allows ten times as much.\n", float64(r.Room)/(1<<20))
			}
		}
		if len(context) > 0 {
			first := &context[0]
			line, column := first.Source.Position(first.Start)
			fmt.Fprintf(std.err, "partitionlab check: refused in what is run first and not reported: %s, so that what builds on it may be refused, too: %s:%d:%d: %s; `partitionlab check %s` shows all\n",
				number.Of(len(context), "statement"), diag.Printable(first.Source.Name), line, column, diag.Printable(first.Message), diag.Printable(first.Source.Name))
		}
		if hidden > 0 {
			fmt.Fprintf(std.err, "partitionlab check: %d findings in files of the same projects that were not named; `partitionlab check .` shows them\n", hidden)
		}
		switch {
		case over, undone && !r.Failed():
			return notDone
		case r.Failed():
			return found
		}
		return clean
	}
	return c
}

var severities = map[string]diag.Severity{"refused": diag.Refused, "warning": diag.Warning, "advice": diag.Advice}

// unplanned reports why the files could not be read.
func (c *command) unplanned(std stdio, err error) int {
	if errors.Is(err, review.ErrConfig) {
		return wrongUse
	}
	return c.failed(std, err)
}

// adviceOptions are the thresholds that a configuration gives.
func adviceOptions(scope project.Scope) advice.Options {
	o := advice.NewOptions()
	for name, value := range scope.Thresholds {
		o.Set(name, value) // read once already
	}
	return o
}

// advised gives each piece of advice to the answer of the statement that it is about.
func advised(answers []answer.Statement, r *finding.Report) {
	for i := range r.Findings {
		f := &r.Findings[i]
		rule, ok := finding.Find(f.Rule)
		if advised := ok && rule.Kind == finding.Advice || f.Rule == "" && f.Severity == diag.Advice; !advised {
			continue
		}
		at := -1
		for n := range answers {
			if answers[n].File == f.Source.Name && (at < 0 || answers[n].Start <= f.Start) {
				at = n
			}
		}
		if at >= 0 {
			answers[at].Advice = append(answers[at].Advice, answer.AdviceOf(f.Diagnostic))
		}
	}
}

// lines answers each line before it reads the next.
func (c *command) lines(files []string, in *review.Inputs, x *review.Cluster, fail bool, limit diag.Severity, std stdio) int {
	scope, err := on(in, std).Scope()
	if err != nil {
		return c.unplanned(std, err)
	}
	if err := x.Refused(scope); err != nil {
		return c.wrong(std, "%v", err)
	}
	s, meter := x.Session(scope), x.Meter()
	s.Meter(meter)
	out := &measuredWriter{to: std.out, work: meter}
	if files == nil {
		files = []string{"-"}
	}
	code := clean
	for _, name := range files {
		source := std.in
		if name == "-" {
			name = ""
		} else {
			text, err := project.ReadFile(name)
			if err != nil {
				return c.failed(std, err)
			}
			source = strings.NewReader(text)
		}
		met, over, err := answerLines(s, name, source, out, limit)
		switch {
		case over:
			code = notDone
		case met && fail && code == clean:
			code = found
		}
		var noString *json.SyntaxError
		switch {
		case errors.As(err, &noString), errors.Is(err, errNoString), errors.Is(err, errNoStatement):
			return c.wrong(std, "%v", err)
		case err != nil:
			return c.failed(std, err)
		}
	}
	return code
}

// A measuredWriter counts what it writes as work of the run: an answer may be far longer than
// its statement.
type measuredWriter struct {
	to   io.Writer
	work *work.Meter
}

func (m *measuredWriter) Write(b []byte) (int, error) {
	m.work.Ask(len(b))
	return m.to.Write(b)
}

// A statementLine is what a line of -jsonl may hold instead of a string.
type statementLine struct {
	CQL  *string         `json:"cql"`
	ID   json.RawMessage `json:"id"`
	File string          `json:"file"`
}

// ofJSON says without names of Go what is wrong with a line.
func ofJSON(err error) error {
	t := (*json.UnmarshalTypeError)(nil)
	if !errors.As(err, &t) {
		return err
	}
	what := "it"
	if t.Field != "" {
		what = strconv.Quote(t.Field)
	}
	return fmt.Errorf("%s is of the kind %s, not a string%w", what, t.Value, errNoString)
}

// errNoString adds nothing to what is said: it tells what is wrong from what cannot be read.
var errNoString = errors.New("")

var errNoStatement = errors.New(`the object has no "cql"`)

// answerLines answers the lines of one stream. met tells whether any answer is as
// heavy as the limit, over whether a statement was more than the budget allows.
func answerLines(s *session.Session, name string, source io.Reader, to io.Writer, limit diag.Severity) (met, over bool, err error) {
	out := bufio.NewWriter(to)
	in := bufio.NewReader(source)
	for n := 1; ; n++ {
		line, err := readLine(in)
		if text := bytes.TrimSpace(line); len(text) > 0 {
			var ask statementLine
			var jerr error
			if text[0] == '{' {
				if jerr = json.Unmarshal(text, &ask); jerr == nil && ask.CQL == nil {
					jerr = errNoStatement
				}
			} else {
				ask.CQL = new(string)
				jerr = json.Unmarshal(text, ask.CQL)
			}
			if jerr != nil {
				return met, over, fmt.Errorf("%s, line %d: a line is a JSON string with one statement, or an object {\"cql\": …}: %w", inputName(name), n, ofJSON(jerr))
			}
			r := s.Exec(*ask.CQL)
			over = over || r.Ended != nil
			late := r.Diag != nil && r.Diag.Late // the driver has sent it to be prepared, not to run
			met = met || r.Diag != nil && !late || r.NotJudged || limit >= diag.Warning && (late || len(r.Warnings) > 0 || slices.ContainsFunc(r.Notes, func(d diag.Diagnostic) bool { return d.Severity == diag.Warning }))
			a := answer.Of(&r, r.Span)
			a.OK = a.OK || late
			if r.Prepared { // the server does not warn then, but each time it runs
				a.Notes, a.Warnings = append(a.Notes, a.Warnings...), nil
			}
			a.ID, a.File = ask.ID, ask.File
			if err := answer.Write(out, a); err != nil {
				return met, over, err
			}
			if err := out.Flush(); err != nil {
				return met, over, err
			}
		}
		if err == io.EOF {
			return met, over, nil
		}
		if err != nil {
			return met, over, fmt.Errorf("%s, line %d: %w", inputName(name), n, err)
		}
	}
}

// answerOf is the answer to a statement as -json and -jsonl have it, with offsets of
// the file.
func answerOf(src *diag.Source, r *session.Outcome, place func(diag.Diagnostic) diag.Diagnostic) answer.Statement {
	moved := *r
	moved.Span = place(diag.Diagnostic{Span: r.Span}).Span
	if r.Diag != nil {
		d := place(*r.Diag)
		moved.Diag = &d
	}
	a := answer.Of(&moved, moved.Span)
	a.File = src.Name
	return a
}
