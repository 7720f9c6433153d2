// Package answer writes what the core says as JSON: one shape for the command
// line (check -json, check -jsonl, size -json) and for the site's addresses that
// answer programs.
package answer

import (
	"encoding/json"
	"io"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
	"partitionlab/wasm/version"
)

// A Statement is the answer to one statement. Offsets count bytes: of the
// statement where it came alone, else of the script.
type Statement struct {
	File      string            `json:"file,omitempty"`
	ID        json.RawMessage   `json:"id,omitempty"` // as whoever asks has numbered it
	OK        bool              `json:"ok"`
	NotJudged bool              `json:"notJudged,omitempty"`
	Command   string            `json:"command,omitempty"` // of cqlsh: skipped
	Server    string            `json:"server,omitempty"`  // whose verdict it is, where it is not the newest
	Kind      string            `json:"kind,omitempty"`
	Message   string            `json:"message,omitempty"`
	Rule      string            `json:"rule,omitempty"`
	Start     int               `json:"start"`
	End       int               `json:"end"`
	Hint      string            `json:"hint,omitempty"`
	Why       string            `json:"why,omitempty"`
	Instead   string            `json:"instead,omitempty"`
	Fixes     []Fix             `json:"fixes,omitempty"`
	Warnings  []string          `json:"warnings,omitempty"`
	Notes     []string          `json:"notes,omitempty"`
	Prepared  bool              `json:"prepared,omitempty"` // judged as PREPARE does, because of its bind markers
	Late      bool              `json:"late,omitempty"`     // PREPARE takes it, and each run of it is refused
	Cols      []string          `json:"cols,omitempty"`
	Rows      []json.RawMessage `json:"rows,omitzero"`
	Advice    []Advice          `json:"advice,omitempty"`
}

// A Fix is a repair as edits of the text.
type Fix struct {
	Title string `json:"title"`
	Edits []Edit `json:"edits"`
}

// An Edit writes Text in the place of the bytes from Start to End.
type Edit struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

// Advice is one piece of design advice; offsets count bytes of the script.
type Advice struct {
	Severity string    `json:"severity"`
	Rule     string    `json:"rule,omitempty"`
	Message  string    `json:"message"`
	Start    int       `json:"start"`
	End      int       `json:"end"`
	Why      string    `json:"why"`
	Instead  string    `json:"instead,omitempty"`
	Fixes    []Fix     `json:"fixes,omitempty"`
	Related  []Related `json:"related,omitempty"`
}

// Related is another place that has to do with it.
type Related struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

// Of is the answer to one statement that stands at span.
func Of(r *session.Outcome, span diag.Span) Statement {
	a := Statement{OK: r.Accepted(), NotJudged: r.NotJudged, Command: r.Command, Warnings: r.Warnings, Prepared: r.Prepared, Start: span.Start, End: span.End}
	if r.Server != version.V50 {
		a.Server = r.Server.String()
	}
	if r.Command != "" {
		a.OK = true
	}
	for _, n := range r.Notes {
		if n.Message != "" && n.Severity != diag.Warning {
			a.Notes = append(a.Notes, n.Message)
		}
	}
	if d := r.Diag; d != nil {
		a.Kind, a.Message, a.Rule, a.Start, a.End = d.Kind.String(), d.Message, d.Rule, d.Start, d.End
		a.Hint, a.Why, a.Instead = d.Hint, d.Why, d.Instead
		a.Fixes = fixes(d.Fixes)
		a.Late = d.Late
	} else if r.Ended != nil {
		a.Message, a.Why = "over budget", r.Notes[0].Why
	} else if r.NotJudged {
		a.Message = "not judged yet"
	}
	if rows := r.Rows; rows != nil {
		a.Cols, a.Rows = rows.Cols, []json.RawMessage{}
		for _, row := range rows.Rows {
			var b strings.Builder
			b.WriteByte('[')
			for i, v := range row {
				if i > 0 {
					b.WriteByte(',')
				}
				b.WriteString(rows.Types[i].Row(v))
			}
			b.WriteByte(']')
			a.Rows = append(a.Rows, json.RawMessage(b.String()))
		}
	}
	return a
}

// Advise gives each piece of advice on a script to the answer of the statement
// that it is about: the last one that starts before it, or the first.
func Advise(answers []Statement, results []session.Outcome, list []diag.Diagnostic) {
	if len(answers) == 0 {
		return
	}
	for _, d := range list {
		at := 0
		for i := range results {
			if results[i].Span.Start <= d.Start {
				at = i
			}
		}
		answers[at].Advice = append(answers[at].Advice, AdviceOf(d))
	}
}

// AdviceOf is one piece of advice.
func AdviceOf(d diag.Diagnostic) Advice {
	a := Advice{Severity: d.Severity.String(), Rule: d.Rule, Message: d.Message, Start: d.Start, End: d.End, Why: d.Why, Instead: d.Instead, Fixes: fixes(d.Fixes)}
	for _, r := range d.Related {
		a.Related = append(a.Related, Related{r.Start, r.End, r.Text})
	}
	return a
}

// fixes are the repairs of a diagnostic.
func fixes(list []diag.Fix) (out []Fix) {
	for _, f := range list {
		fix := Fix{Title: f.Title, Edits: []Edit{}}
		for _, e := range f.Edits {
			fix.Edits = append(fix.Edits, Edit{e.Start, e.End, e.Text})
		}
		out = append(out, fix)
	}
	return out
}

// Write writes one value as one line of JSON.
func Write(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// WriteList writes the elements of a list, without its brackets, one after the other: all of them
// at once take several times the memory of what there is to say.
func WriteList(w io.Writer, n int, at func(i int) any) error {
	var text strings.Builder
	for i := range n {
		if text.Reset(); i > 0 {
			text.WriteByte(',')
		}
		if err := Write(&text, at(i)); err != nil {
			return err
		}
		if _, err := io.WriteString(w, strings.TrimSuffix(text.String(), "\n")); err != nil {
			return err
		}
	}
	return nil
}
