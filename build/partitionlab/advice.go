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
		a.Sizes = append(a.Sizes, advice.Sized{Result: r.Result, Partitions: advice.PartitionsOf(r.work)})
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

// adviceJSON is one piece of advice; offsets count bytes of the file.
type adviceJSON struct {
	Severity string        `json:"severity"`
	Rule     string        `json:"rule,omitempty"`
	Message  string        `json:"message"`
	Start    int           `json:"start"`
	End      int           `json:"end"`
	Why      string        `json:"why"`
	Instead  string        `json:"instead,omitempty"`
	Fixes    []fixJSON     `json:"fixes,omitempty"`
	Related  []relatedJSON `json:"related,omitempty"`
}

type relatedJSON struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

// attach gives each piece of advice to the answer of the statement it is about:
// the last one that starts before it, or the first.
func attach(answers []answerJSON, results []session.Result, list []diag.Diagnostic) {
	for _, d := range list {
		at := 0
		for i := range results {
			if results[i].Span.Start <= d.Start {
				at = i
			}
		}
		if len(answers) == 0 {
			return
		}
		a := adviceJSON{Severity: d.Severity.String(), Rule: d.Rule, Message: d.Message, Start: d.Start, End: d.End, Why: d.Why, Instead: d.Instead, Fixes: fixesJSON(d.Fixes)}
		for _, r := range d.Related {
			a.Related = append(a.Related, relatedJSON{r.Start, r.End, r.Text})
		}
		answers[at].Advice = append(answers[at].Advice, a)
	}
}

// fixesJSON are the repairs of a diagnostic.
func fixesJSON(fixes []diag.Fix) (out []fixJSON) {
	for _, f := range fixes {
		fix := fixJSON{Title: f.Title, Edits: []editJSON{}}
		for _, e := range f.Edits {
			fix.Edits = append(fix.Edits, editJSON{e.Start, e.End, e.Text})
		}
		out = append(out, fix)
	}
	return out
}
