// Command conformance puts the same statements to a real Cassandra and to the
// core, and prints where they disagree.
//
//	conformance                     fixed scripts, then random ones with a seed taken from the commit
//	conformance -fixed=false -statements 20000 -seed 7
//	conformance FILE…               scripts of one JSON string a line, or as in testdata/cases;
//	                                -update writes what the server says into them
//	conformance -server 4.1         an older server, and the core judging as that one
//	conformance -models             the shipped models are made, filled and asked, and what came back
//	conformance -speed              how long a verdict takes beside an uncached PREPARE
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
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"time"

	"partitionlab/build/cassandra"
)

// The shares, in percent, below which a random run fails.
const (
	verdictShare = 99.8 // accepted or refused, and the kind of error
	messageShare = 98.0 // the server's words, the place of a syntax error, warnings
)

// options are what the command line says.
type options struct {
	fixed      bool
	statements int
	limit      time.Duration
	seed       uint64
	addr       string
	server     string
	streams    int
	show       int
	shrinking  time.Duration
	record     string
	proposals  int
	flushes    int
	workloads  int
	formats    string
	speed      bool
	update     bool
	models     bool
	scripts    []string
}

func main() {
	var o options
	flag.BoolVar(&o.fixed, "fixed", true, "run the fixed scripts")
	flag.IntVar(&o.statements, "statements", 20000, "number of random statements")
	flag.DurationVar(&o.limit, "time", 6*time.Minute, "time for the random statements")
	flag.Uint64Var(&o.seed, "seed", 0, "seed of the random scripts; 0 takes it from the commit")
	flag.StringVar(&o.addr, "addr", "", "address of a running server; empty starts one")
	flag.StringVar(&o.server, "server", "5.0", "line of releases that judges: 5.0, 4.1 or 4.0")
	flag.IntVar(&o.streams, "streams", 3, "number of random scripts that run beside each other")
	flag.IntVar(&o.show, "show", 100, "number of disagreements to print")
	flag.DurationVar(&o.shrinking, "shrink", 2*time.Minute, "time to shrink random disagreements")
	flag.StringVar(&o.record, "record", "", "write the server's answers to the fixed scripts to this file (.jsonl.gz); with -workloads, the sizes (.json)")
	flag.IntVar(&o.proposals, "proposals", 0, "number of refused queries whose proposed table is made and asked")
	flag.IntVar(&o.flushes, "flushes", 0, "number of random write scripts to flush in each format, to compare bytes")
	flag.IntVar(&o.workloads, "workloads", 0, "number of tables to fill by rule and flush in each format, to compare sizes")
	flag.StringVar(&o.formats, "formats", "", "formats of -flushes and -workloads; empty means all that the server writes")
	flag.BoolVar(&o.speed, "speed", false, "time verdicts beside PREPARE, and nothing else")
	flag.BoolVar(&o.update, "update", false, "write the server's answers into the scripts")
	flag.BoolVar(&o.models, "models", false, "make, fill and ask the shipped models, and nothing else")
	flag.Parse()
	o.scripts = flag.Args()
	if o.formats == "" {
		o.formats = strings.Join(cassandra.Formats(o.server), ",")
	}
	if o.seed == 0 {
		o.seed = commitSeed()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	if o.workloads > 0 && o.server != "5.0" {
		return errors.New("sizes of tables that are filled by rule are measured on 5.0: an older server writes the bytes of format nb, which -flushes compares")
	}
	if o.workloads > 0 {
		if err := sizes(ctx, o.seed, o.workloads, strings.Split(o.formats, ","), o.record); err != nil || o.record != "" {
			return err
		}
	}
	var failed error
	if o.fixed || o.speed || o.models || o.statements > 0 || o.proposals > 0 || len(o.scripts) > 0 {
		failed = compareAnswers(ctx, o)
	}
	if o.flushes > 0 && ctx.Err() == nil {
		for _, format := range strings.Split(o.formats, ",") {
			failed = errors.Join(failed, runBytes(ctx, o.server, format, o.seed, o.flushes, 3))
		}
	}
	return errors.Join(failed, ctx.Err())
}

// compareAnswers compares what one server and the core answer.
func compareAnswers(ctx context.Context, o options) error {
	srv := &cassandra.Server{Addr: o.addr, Line: o.server}
	if o.addr == "" {
		release, err := cassandra.Release(o.server)
		if err != nil {
			return err
		}
		fmt.Println("starting Cassandra", release)
		if srv, err = cassandra.Start(ctx, cassandra.Options{Server: o.server}); err != nil {
			return err
		}
		defer srv.Stop()
	}
	if o.speed {
		return runSpeed(srv)
	}
	if o.models {
		return runModels(srv)
	}
	if o.update {
		return updateScripts(srv, o.scripts)
	}
	if len(o.scripts) > 0 {
		var scripts []script
		for _, name := range o.scripts {
			s, err := readScript(name)
			if err != nil {
				return err
			}
			scripts = append(scripts, s)
		}
		return runScripts(ctx, srv, scripts, o.show)
	}
	if o.record != "" {
		return recordScripts(srv, o.record)
	}
	var failed error
	if o.fixed {
		scripts, err := fixedScripts()
		if err == nil {
			err = runScripts(ctx, srv, scripts, o.show)
		}
		failed = err
	}
	if o.statements > 0 && ctx.Err() == nil {
		failed = errors.Join(failed, runRandom(ctx, srv, o))
	}
	if o.proposals > 0 && ctx.Err() == nil {
		failed = errors.Join(failed, runProposals(ctx, srv, o))
	}
	return failed
}

// sizes compares the sizes of n tables, and records them in a file if it has a name.
func sizes(ctx context.Context, seed uint64, n int, formats []string, record string) error {
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
