// Command conformance puts the same statements to a real Cassandra and to the
// core, and prints where they disagree.
//
//	conformance                     fixed scripts, then random ones with a seed taken from the commit
//	conformance -fixed=false -statements 20000 -seed 7
//	conformance -flushes 40         random writes too, whose files are compared byte for byte
//	conformance -proposals 1000     tables proposed for refused queries are made and asked
//	conformance -workloads 30       tables filled by rule; the files are as long as computed
//	conformance -record FILE        writes what the server says to the fixed scripts; with
//	                                -workloads, what was computed and measured
//
// It fails where a fixed script disagrees in a way that accepted.txt does not
// list, or where the random scripts agree less than the shares below.
package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"partitionlab/build/cassandra"
	"partitionlab/wasm/schema"
)

// The shares, in percent, below which a random run fails.
const (
	verdictShare = 99.8 // accepted or refused, and the kind of error
	messageShare = 98.0 // the server's words, the place of a syntax error, warnings
)

func main() {
	fixed := flag.Bool("fixed", true, "run the fixed scripts")
	statements := flag.Int("statements", 20000, "number of random statements")
	limit := flag.Duration("time", 6*time.Minute, "time for the random statements")
	seed := flag.Uint64("seed", 0, "seed of the random scripts; 0 takes it from the commit")
	addr := flag.String("addr", "", "address of a running server; empty starts one")
	record := flag.String("record", "", "write the server's answers to the fixed scripts to this file (.jsonl.gz); with -workloads, the sizes (.json)")
	show := flag.Int("show", 40, "number of disagreements to print")
	flushes := flag.Int("flushes", 0, "number of random write scripts to flush in each format, to compare bytes")
	workloads := flag.Int("workloads", 0, "number of tables to fill by rule and flush in each format, to compare sizes")
	formats := flag.String("formats", "nb,oa,da", "formats of -flushes and -workloads")
	proposals := flag.Int("proposals", 0, "number of refused queries whose proposed table is made and asked")
	shrinks := flag.Int("shrink", 15, "number of random disagreements to shrink")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *workloads > 0 {
		if err := sizes(ctx, *seed, *workloads, strings.Split(*formats, ","), *record); err != nil {
			fmt.Fprintln(os.Stderr, "conformance:", err)
			os.Exit(1)
		}
		if *record != "" {
			return
		}
	}
	if !*fixed && *statements == 0 && *proposals == 0 && *flushes == 0 {
		return
	}
	if err := run(ctx, *fixed, *statements, *limit, *seed, *addr, *record, *show, *shrinks, *flushes, *proposals, strings.Split(*formats, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, fixed bool, statements int, limit time.Duration, seed uint64, addr, record string, show, shrinks, flushes, proposals int, formats []string) error {
	srv := &cassandra.Server{Addr: addr}
	if addr == "" {
		fmt.Println("starting Cassandra", cassandra.Version)
		var err error
		if srv, err = cassandra.Start(ctx, cassandra.Options{}); err != nil {
			return err
		}
		defer srv.Stop()
	}
	if seed == 0 {
		seed = commitSeed()
	}
	var failed error
	if record != "" {
		return recordScripts(ctx, srv, record)
	}
	if fixed {
		err := runFixed(ctx, srv, show)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		failed = err
	}
	if statements > 0 {
		failed = errors.Join(failed, runRandom(ctx, srv, seed, statements, limit, show, shrinks))
	}
	if proposals > 0 {
		failed = errors.Join(failed, runProposals(ctx, srv, seed, proposals, show))
	}
	if flushes > 0 {
		for _, format := range formats {
			failed = errors.Join(failed, runBytes(ctx, format, seed, flushes, 3))
		}
	}
	return failed
}

// sizes compares the sizes of n tables, and records them in a file if it has a name.
func sizes(ctx context.Context, seed uint64, n int, formats []string, record string) error {
	if seed == 0 {
		seed = commitSeed()
	}
	run, err := runWorkloads(ctx, formats, seed, n)
	if err == nil && record != "" {
		err = recordWorkloads(run, record)
	}
	return err
}

// commitSeed is a number that the commit fixes, so that its result never changes.
func commitSeed() uint64 {
	out, err := exec.Command("git", "rev-parse", "HEAD").Output()
	if err != nil || len(out) < 16 {
		return 1
	}
	var n uint64
	fmt.Sscanf(string(out[:15]), "%x", &n)
	return n | 1
}

// ---- fixed scripts

// scripts are all fixed scripts: the examples of the rules, the recordings, the
// data sets of the chapters, and the cases that random runs found.
func fixedScripts() ([]script, error) {
	out, err := bookScripts()
	if err != nil {
		return nil, err
	}
	recordings, err := filepath.Glob("build/conformance/testdata/*.jsonl.gz")
	if err != nil {
		return nil, err
	}
	for _, name := range recordings {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			return nil, err
		}
		in := bufio.NewReader(z)
		for n := 1; ; n++ {
			line, err := in.ReadBytes('\n')
			if len(line) > 0 {
				var rec struct {
					Seed       int
					Statements []struct{ Q string }
				}
				if err := json.Unmarshal(line, &rec); err != nil {
					return nil, fmt.Errorf("%s line %d: %w", name, n, err)
				}
				s := script{Name: fmt.Sprintf("%s:%d", filepath.Base(name), n), Keyspace: "g"}
				for _, st := range rec.Statements {
					s.Statements = append(s.Statements, st.Q)
				}
				out = append(out, s)
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				return nil, err
			}
		}
	}
	cases, err := filepath.Glob("build/conformance/testdata/cases/*.jsonl")
	if err != nil {
		return nil, err
	}
	sets, err := datasetScripts()
	if err != nil {
		return nil, err
	}
	out = append(out, sets...)
	sort.Strings(cases)
	for _, name := range cases {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		s := script{Name: filepath.Base(name), Keyspace: "g"}
		for i, l := range strings.Split(strings.TrimSpace(string(b)), "\n") {
			var q string
			if err := json.Unmarshal([]byte(l), &q); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
			}
			s.Statements = append(s.Statements, q)
		}
		out = append(out, s)
	}
	return out, nil
}

func runFixed(ctx context.Context, srv *cassandra.Server, show int) error {
	scripts, err := fixedScripts()
	if err != nil {
		return err
	}
	accepted, err := readAccepted("build/conformance/accepted.txt")
	if err != nil {
		return err
	}
	start := time.Now()
	rep := newReport()
	var open []difference
	for _, s := range scripts {
		if err := playScript(ctx, srv, s, rep); err != nil {
			return err
		}
	}
	for _, d := range rep.Differences {
		if !accepted.has(d) {
			open = append(open, d)
		}
	}
	fmt.Printf("fixed scripts: %d, %s\n%s\n", len(scripts), time.Since(start).Round(time.Second), rep)
	print(open, show)
	if len(open) > 0 {
		return fmt.Errorf("%d disagreements in fixed scripts that accepted.txt does not list", len(open))
	}
	return nil
}

func playScript(ctx context.Context, srv *cassandra.Server, s script, rep *report) error {
	side, err := newServer(srv, s.Keyspace)
	if err != nil {
		return fmt.Errorf("%s: %w", s.Name, err)
	}
	defer side.close()
	core := newCore(s.Keyspace)
	i := 0
	_, err = play(ctx, side, core, func() (string, bool) {
		if i == len(s.Statements) {
			return "", false
		}
		i++
		return s.Statements[i-1], true
	}, rep)
	return err
}

// An acceptedList holds the differences that are kept, each with its reason.
type acceptedList []struct{ what, part, reason string }

// readAccepted reads lines of the form `what | part of the statement or of the server's words | reason`.
func readAccepted(name string) (acceptedList, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var out acceptedList
	for i, l := range strings.Split(string(b), "\n") {
		if l = strings.TrimSpace(l); l == "" || strings.HasPrefix(l, "#") {
			continue
		}
		parts := strings.SplitN(l, " | ", 3)
		if len(parts) != 3 {
			return nil, fmt.Errorf("%s:%d: want `what | part | reason`", name, i+1)
		}
		out = append(out, struct{ what, part, reason string }{parts[0], parts[1], parts[2]})
	}
	return out, nil
}

func (l acceptedList) has(d difference) bool {
	for _, a := range l {
		if (a.what == d.What || a.what == "any") && (strings.Contains(d.Statement, a.part) || strings.Contains(d.Server, a.part)) {
			return true
		}
	}
	return false
}

func recordScripts(ctx context.Context, srv *cassandra.Server, file string) error {
	scripts, err := fixedScripts()
	if err != nil {
		return err
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	z := gzip.NewWriter(f)
	out := json.NewEncoder(z)
	out.SetEscapeHTML(false)
	for n, s := range scripts {
		side, err := newServer(srv, s.Keyspace)
		if err != nil {
			return err
		}
		var lines []map[string]any
		for _, q := range s.Statements {
			a, err := side.ask(q)
			if err != nil {
				return err
			}
			line := map[string]any{"q": q, "ok": a.OK}
			if !a.OK {
				line["kind"], line["msg"] = a.Kind, a.Message
			}
			if len(a.Warnings) > 0 {
				line["warnings"] = a.Warnings
			}
			if a.HasRows {
				rows := []json.RawMessage{}
				for _, r := range a.Rows {
					rows = append(rows, json.RawMessage(r))
				}
				line["cols"], line["rows"] = a.Cols, rows
			}
			lines = append(lines, line)
		}
		side.close()
		out.Encode(map[string]any{"seed": n + 1, "statements": lines})
	}
	return errors.Join(z.Close(), f.Close())
}

// ---- random scripts

// scriptLength is the number of statements on one schema: a schema change takes
// the server a hundred times as long as a read.
const scriptLength = 60

func runRandom(ctx context.Context, srv *cassandra.Server, seed uint64, statements int, limit time.Duration, show, shrinks int) error {
	start := time.Now()
	rep := newReport()
	for n := uint64(0); rep.total().statements < statements && time.Since(start) < limit; n++ {
		if err := playRandom(ctx, srv, seed+n*0x9e3779b97f4a7c15, min(scriptLength, statements-rep.total().statements), rep); err != nil {
			return err
		}
	}
	fmt.Printf("random scripts: seed %d, %s\n%s\n", seed, time.Since(start).Round(time.Second), rep)
	var shown []difference
	seen := map[string]bool{}
	for _, d := range rep.Differences {
		if key := d.What + class(d.Statement) + pattern(d.Server); !seen[key] {
			seen[key] = true
			if len(shown) < shrinks && ctx.Err() == nil {
				d = shrink(ctx, srv, d)
			}
			shown = append(shown, d)
		}
	}
	print(shown, show)
	t := rep.total()
	if v, m := share(t.verdict, t.statements), share(t.message, t.statements); v < verdictShare || m < messageShare {
		return fmt.Errorf("random scripts agree in %.2f%% of the verdicts and %.2f%% of the words; needed are %.1f%% and %.1f%%", v, m, verdictShare, messageShare)
	}
	return nil
}

func playRandom(ctx context.Context, srv *cassandra.Server, seed uint64, n int, rep *report) error {
	keyspace := fmt.Sprintf("r%d", seed%1_000_000)
	side, err := newServer(srv, keyspace)
	if err != nil {
		return err
	}
	defer side.close()
	core := newCore(keyspace)
	g := newGenerator(seed, func() *schema.Keyspace { return core.catalogue(keyspace) })
	_, err = play(ctx, side, core, func() (string, bool) {
		n--
		return g.next(), n >= 0
	}, rep)
	return err
}

// shrink takes statements away from the script before a disagreement as long as
// the two sides still disagree in the same way.
func shrink(ctx context.Context, srv *cassandra.Server, d difference) difference {
	tries := 40
	again := func(before []string) (difference, bool) {
		tries--
		if tries < 0 || ctx.Err() != nil {
			return d, false
		}
		rep := newReport()
		if err := playScript(ctx, srv, script{Keyspace: "shrink", Statements: append(append([]string{}, before...), d.Statement)}, rep); err != nil {
			return d, false
		}
		for _, x := range rep.Differences {
			if x.Statement == d.Statement && x.What == d.What {
				x.Script = before
				return x, true
			}
		}
		return d, false
	}
	for size := max(1, len(d.Script)/2); size >= 1 && tries > 0; size /= 2 {
		for at := 0; at < len(d.Script) && tries > 0; {
			end := min(at+size, len(d.Script))
			shorter := append(append([]string{}, d.Script[:at]...), d.Script[end:]...)
			if x, ok := again(shorter); ok {
				d = x
			} else {
				at = end
			}
		}
	}
	return d
}

// pattern is a message without its names and numbers, to tell kinds of
// disagreement apart.
func pattern(s string) string {
	if len(s) > 60 {
		s = s[:60]
	}
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, s)
}

func print(list []difference, most int) {
	for i, d := range list {
		if i == most {
			fmt.Printf("… and %d more\n", len(list)-most)
			return
		}
		fmt.Printf("%s differs\n", d.What)
		if len(d.Script) <= 12 {
			for _, q := range d.Script {
				fmt.Println("    after ", cut(q, 300))
			}
		} else {
			fmt.Printf("    after %d statements\n", len(d.Script))
		}
		fmt.Printf("  > %s\n  server: %s\n  core:   %s\n", cut(d.Statement, 600), cut(d.Server, 400), cut(d.Core, 400))
	}
}

func cut(s string, n int) string {
	if len(s) > n {
		return s[:n] + "…"
	}
	return s
}
