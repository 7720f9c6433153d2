package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"partitionlab/wasm/advice"
	"partitionlab/wasm/answer"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

// checkCommand judges scripts, or statements line by line.
func checkCommand() *command {
	c := newCommand("check", "[FILE…]", "say of each statement what Cassandra would say")
	c.about = `
Says of each statement what Cassandra 5.0.8 would say: accepted, accepted with a
warning, or refused; and where, why, and what to write instead. Several files are
one session, on an empty cluster with one node. Without FILE, and for -, it reads
standard input.`
	c.examples = []example{
		{"partitionlab check schema.cql queries.cql", "judges two files as one session"},
		{"partitionlab check -nodes dc1=3,dc2=3 schema.cql", "on a cluster of two data centers with three nodes each"},
		{"partitionlab check -advice -fail-on advice schema.cql load.size", "with design advice, which no server gives; exit code 1 where there is any"},
	}
	asJSON := c.flags.Bool("json", false, "print an array of findings and verdicts as JSON")
	lines := c.flags.Bool("jsonl", false, "each input line is a JSON string with one statement, exactly as a driver sends it;\neach answer is a line of JSON")
	failOn := c.choice("fail-on", "lightest finding that makes the exit code 1", "refused", "warning", "advice")
	advise := c.flags.Bool("advice", false, "give design advice on scripts, too; FILEs that end in .size are workloads")
	cluster := c.cluster()
	adv := adviser{options: advice.NewOptions()}
	c.pairs("limit", "`name=value`: a threshold of design advice, such as partitions=20", adv.options.Set)
	c.run = func(files []string, std stdio) int {
		limit := map[string]diag.Severity{"refused": diag.Refused, "warning": diag.Warning, "advice": diag.Advice}[*failOn]
		if *asJSON && *lines {
			return c.wrong(std, "-json and -jsonl exclude each other")
		}
		s, clock := cluster.session(), cluster.clock()
		if *lines {
			var noString *json.SyntaxError
			var another *json.UnmarshalTypeError
			switch err := checkLines(s, files, std); {
			case errors.As(err, &noString), errors.As(err, &another):
				return c.wrong(std, "%v", err)
			case err != nil:
				return c.failed(std, err)
			}
			return 0
		}

		sources, err := readSources(files, std.in)
		if err != nil {
			return c.failed(std, err)
		}
		sources = adv.takeLoads(sources)
		adv.Keyspace, adv.options.Now = *cluster.keyspace, clock
		*advise = *advise || limit >= diag.Advice
		answers := []answer.Statement{}
		var results [][]session.Result
		code := 0
		for _, src := range sources {
			list := s.Script(src)
			named := *src // its lines are looked up once, for all findings
			named.Name = inputName(src.Name)
			results = append(results, list)
			adv.add(src, list)
			for _, r := range list {
				if r.Diag != nil || r.NotJudged || len(r.Warnings) > 0 && limit >= diag.Warning {
					code = 1
				}
				if *asJSON {
					a := answer.Of(&r, r.Span)
					a.File = src.Name
					answers = append(answers, a)
					continue
				}
				if list := findings(&r); len(list) > 0 {
					fmt.Fprintln(std.out, diag.Render(&named, list))
				}
			}
		}
		if *advise {
			lists, wrongLoads := adv.run(s, std.err)
			code = max(code, wrongLoads)
			first := 0 // answer of a script
			for i, list := range lists {
				for _, d := range list {
					if d.Severity <= diag.Advice && limit >= diag.Advice {
						code = max(code, 1)
					}
				}
				if *asJSON {
					answer.Advise(answers[first:first+len(results[i])], results[i], list)
				} else {
					adv.print(std.out, i, list)
				}
				first += len(results[i])
			}
		}
		if *asJSON {
			if err := answer.Write(std.out, answers); err != nil {
				return c.failed(std, err)
			}
		}
		return code
	}
	return c
}

// checkLines answers each line before it reads the next.
func checkLines(s *session.Session, files []string, std stdio) error {
	sources := []io.Reader{std.in}
	names := []string{""}
	if len(files) > 0 {
		read, err := readSources(files, nil)
		if err != nil {
			return err
		}
		sources, names = nil, nil
		for _, src := range read {
			sources, names = append(sources, strings.NewReader(src.Text)), append(names, src.Name)
		}
	}
	out := bufio.NewWriter(std.out)
	defer out.Flush()
	for i, source := range sources {
		in := bufio.NewReader(source)
		for n := 1; ; n++ {
			line, err := readLine(in)
			if len(bytes.TrimSpace(line)) > 0 {
				var text string
				if jerr := json.Unmarshal(line, &text); jerr != nil {
					return fmt.Errorf("%s, line %d: a JSON string is needed: %w", inputName(names[i]), n, jerr)
				}
				r := s.Exec(text)
				if err := answer.Write(out, answer.Of(&r, r.Span)); err != nil {
					return err
				}
				if err := out.Flush(); err != nil {
					return err
				}
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				return fmt.Errorf("%s, line %d: %w", inputName(names[i]), n, err)
			}
		}
	}
	return nil
}

// findings are the diagnostics of a result: the refusal, what is not judged,
// warnings and notes.
func findings(r *session.Result) []diag.Diagnostic {
	var out []diag.Diagnostic
	if r.Diag != nil {
		out = append(out, *r.Diag)
	}
	if r.NotJudged {
		out = append(out, diag.Diagnostic{Severity: diag.NotJudged, Message: "not judged yet", Span: r.Span})
	}
	said := func(text string) bool {
		return slices.ContainsFunc(r.Notes, func(n diag.Diagnostic) bool { return n.Message == text })
	}
	for _, text := range r.Warnings {
		if !said(text) {
			out = append(out, diag.Diagnostic{Severity: diag.Warning, Message: text, Span: diag.Span{Start: r.Span.Start, End: r.Span.Start}})
		}
	}
	return append(out, r.Notes...)
}
