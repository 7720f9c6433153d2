package main

import (
	"fmt"
	"io"
	"strings"

	"partitionlab/wasm/advice"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sstable"
)

// An adviser collects the scripts of a session and gives advice on them at the
// end, when all tables and queries are known.
type adviser struct {
	advice.Design
	options advice.Options
	loads   []*diag.Source // workloads
}

// takeLoads takes the workloads (.size) out of a list of files.
func (a *adviser) takeLoads(sources []*diag.Source) (scripts []*diag.Source) {
	for _, src := range sources {
		if strings.HasSuffix(src.Name, ".size") {
			a.loads = append(a.loads, src)
		} else {
			scripts = append(scripts, src)
		}
	}
	return scripts
}

// add notes a script and what the session said of it.
func (a *adviser) add(src *diag.Source, results []session.Result) {
	script := advice.Script{Source: src}
	for _, r := range results {
		script.Statements = append(script.Statements, advice.Statement{Span: r.Span, Stmt: r.Stmt, Accepted: r.Accepted(), Plan: r.Verdict.Plan})
	}
	a.Scripts = append(a.Scripts, script)
}

// run gives the advice on each script. Wrong workloads are reported to errs.
func (a *adviser) run(s *session.Session, errs io.Writer) (list [][]diag.Diagnostic, code int) {
	a.Catalogue = s.Catalogue()
	results, code := sizeAll(a.Catalogue, a.loads, nil, sstable.NB, errs)
	a.Sizes = make([]advice.Sized, 0, len(results))
	for _, r := range results {
		a.Sizes = append(a.Sizes, advice.Sized{Result: r.Result, Partitions: advice.PartitionsOf(r.Work)})
	}
	return advice.Run(a.Design, a.options), code
}

// print renders the advice on a script.
func (a *adviser) print(out io.Writer, script int, list []diag.Diagnostic) {
	if len(list) > 0 {
		named := *a.Scripts[script].Source
		named.Name = inputName(named.Name)
		fmt.Fprintln(out, diag.Render(&named, list))
	}
}
