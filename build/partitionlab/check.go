package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"partitionlab/wasm/advice"
	"partitionlab/wasm/answer"
	"partitionlab/wasm/check"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

const checkUsage = `usage: partitionlab check [flags] [FILE…]

Says of each statement what Cassandra 5.0.8 would say: accepted, accepted with a
warning, or refused. Several files are one session, on an empty cluster with one
node. Without FILE it reads standard input.

Exit code: 0 clean, 1 findings (see -fail-on), 2 wrong use, 3 not done: a file that
cannot be read, an answer that cannot be written.
`

// checkCommand judges scripts, or statements line by line.
func checkCommand(args []string, std stdio) int {
	flags := flag.NewFlagSet("check", flag.ContinueOnError)
	flags.SetOutput(std.err)
	asJSON := flags.Bool("json", false, "print an array of findings and verdicts as JSON")
	lines := flags.Bool("jsonl", false, "each input line is a JSON string with one statement, exactly as a driver sends it;\neach answer is a line of JSON")
	keyspace := flags.String("keyspace", "lab", "`keyspace` in use, made when first needed; '' for none")
	now := flags.Int64("now", 0, "the clock, in `seconds` since 1970; it stands still (default: real time)")
	failOn := flags.String("fail-on", "refused", "lightest finding that makes the exit code 1: refused, warning or advice")
	advise := flags.Bool("advice", false, "give design advice on scripts, too; FILEs that end in .size are workloads")
	adv := adviser{options: advice.NewOptions()}
	flags.Func("limit", "`name=value`: a threshold of design advice, such as partitions=20; may be given several times", func(s string) error {
		name, value, ok := strings.Cut(s, "=")
		if !ok {
			return errors.New("write name=value")
		}
		return adv.options.Set(name, value)
	})
	settings := check.NewSettings()
	flags.Func("set", "`key=value` of cassandra.yaml; may be given several times", func(s string) error {
		key, value, ok := strings.Cut(s, "=")
		if !ok {
			return errors.New("write key=value")
		}
		return settings.Set(key, value)
	})
	var datacenters []string
	flags.Func("dc", "`name` of a live data center; may be given several times (default: datacenter1)", func(s string) error {
		if s == "" {
			return errors.New("a data center has a name")
		}
		datacenters = append(datacenters, s)
		return nil
	})
	flags.BoolVar(&settings.Superuser, "superuser", false, "with -set authenticator=PasswordAuthenticator: the client is a superuser,\nwhom no guardrail stops. Without authentication every client is")
	flags.Usage = func() {
		fmt.Fprint(std.err, checkUsage)
		flags.PrintDefaults()
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	wrong := func(format string, args ...any) int {
		fmt.Fprintf(std.err, "partitionlab check: "+format+"\n", args...)
		return 2
	}
	limit, ok := map[string]diag.Severity{"refused": diag.Refused, "warning": diag.Warning, "advice": diag.Advice}[*failOn]
	switch {
	case !ok:
		return wrong("-fail-on %s: there are refused, warning and advice", *failOn)
	case *asJSON && *lines:
		return wrong("-json and -jsonl exclude each other")
	}
	clock := time.Now().Unix()
	flags.Visit(func(f *flag.Flag) {
		if f.Name == "now" {
			clock = *now
		}
	})
	if datacenters != nil {
		settings.Datacenters = datacenters
	}
	s := session.New(session.Settings{Keyspace: *keyspace, Now: clock, Check: settings})
	if *lines {
		var noString *json.SyntaxError
		var another *json.UnmarshalTypeError
		switch err := checkLines(s, flags.Args(), std); {
		case errors.As(err, &noString), errors.As(err, &another):
			return usage(std, "check", err)
		case err != nil:
			return failure(std, "check", err)
		}
		return 0
	}

	sources, err := readSources(flags.Args(), std.in)
	if err != nil {
		return failure(std, "check", err)
	}
	sources = adv.takeLoads(sources)
	adv.Keyspace, adv.options.Now = *keyspace, clock
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
			return failure(std, "check", err)
		}
	}
	return code
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
