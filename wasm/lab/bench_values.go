//go:build !chapters

package lab

import (
	"slices"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/number"
	"partitionlab/wasm/session"
	"partitionlab/wasm/view"
)

// This file fills values in for bind markers: a statement with ? is judged, and does not run.

// values are what may stand for a marker: behind >, anywhere else, and behind <. The first of
// them that the server takes is of the right type; the same column gets the same value everywhere.
const values = "0,1,2 '','a','b' true 0x,0x01,0x02 00000000-0000-1000-8000-000000000000,5b6962dd-3f90-11f0-8f61-eabfa4a803e2,ffffffff-ffff-1fff-bfff-ffffffffffff '127.0.0.0','127.0.0.1','127.0.0.2' 1h {} [] (1) ('a') (0x01) (5b6962dd-3f90-11f0-8f61-eabfa4a803e2)"

// waitingNote says which statements do not run, for they have markers, with a button that fills values in.
func (w *benchWork) waitingNote() *view.Node {
	n := 0
	for i := range w.done.results {
		if r := &w.done.results[i]; r.Prepared && r.Accepted() {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return view.El("p", view.Class("field-note"), view.A("data-key", "values"), view.Text(number.Begin(n, "statement")+" with ? "+isAre(n)+" judged only, not run. "), doing("fix needs-lab", "values", "", view.Text("Fill values in")))
}

// fillValues writes values into the statements that wait for some, each where the server takes it; a
// statement for which none are found stays as it is.
func (w *benchWork) fillValues() place.Effect {
	conn := w.connect(w.judged.keyspace, nil)
	conn.Bare = true
	text := w.text()
	var f diag.Fix
	filled, left := 0, 0 // statements
	for i := range w.done.results {
		r := &w.done.results[i]
		statement, before := w.filled.Text[r.Span.Start:r.Span.End], len(f.Edits)
		if !r.Prepared || !r.Accepted() {
			conn.Exec(statement)
			continue
		}
		left++
		if before > mostValues {
			continue
		}
		markers := cql.Parse(diag.NewSource("", statement)).Items[0].Markers
		slices.Reverse(markers) // from behind, so that places stay
		for _, m := range markers {
			value := valueFor(conn, statement, m.Span)
			if sign := text[r.Span.Start+m.Start]; value == "" || sign != '?' && sign != ':' { // or it stands for a variable
				f.Edits = f.Edits[:before]
				break
			}
			statement = statement[:m.Start] + value + statement[m.End:]
			f.Edits = append(f.Edits, diag.Edit{Span: diag.Span{Start: m.Start + r.Span.Start, End: m.End + r.Span.Start}, Text: value})
		}
		if slices.Reverse(f.Edits[before:]); len(f.Edits) > before {
			filled, left = filled+1, left-1
		}
	}
	e := w.put(f.Apply(text), true)
	e.Said = number.Begin(len(f.Edits), "value") + " " + isAre(len(f.Edits)) + " filled into " + number.Within(filled, "statement") + "."
	if left > 0 {
		e.Said += " " + number.Begin(left, "statement") + " " + isAre(left) + " as before: no value was found that fits."
		if len(f.Edits) > mostValues {
			e.Said += " Press again for more."
		}
	}
	return e
}

// mostValues is about how many values are filled in at once.
const mostValues = 1000

// valueFor is a value for the marker at a place of a statement, "" for none.
func valueFor(conn *session.Session, statement string, at diag.Span) string {
	before, list, sign := strings.TrimRight(statement[:at.Start], "= \t\r\n"), values, 1
	switch {
	case strings.HasSuffix(before, ">"):
		sign = 0
	case strings.HasSuffix(before, "<"):
		sign = 2
	case strings.HasSuffix(strings.ToUpper(before), "TTL"): // a second would be over soon
		list = "86400"
	}
	for _, v := range strings.Fields(list) {
		of := strings.Split(v, ",")
		value := of[min(sign, len(of)-1)]
		if o := conn.Exec(statement[:at.Start] + value + statement[at.End:]); o.Accepted() {
			return value
		}
	}
	return ""
}
