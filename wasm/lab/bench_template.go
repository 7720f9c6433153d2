//go:build !chapters

package lab

import (
	"slices"
	"sort"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/template"
	"partitionlab/wasm/work"
)

// fillIn puts something in the place of the variables of a text, if there are any.
func (w *benchWork) fillIn(text, keyspace string, m *work.Meter) *template.Filled {
	vars := template.Variables(text, m)
	if len(vars) == 0 {
		return &template.Filled{Text: text}
	}
	src := filed(text)
	spans := cql.SpansUnder(m, src)
	conn := w.connect(keyspace, m)
	conn.Bare = true
	return template.Fill(m, text, vars, func() (at diag.Span, ok bool) {
		if len(spans) == 0 || m.Stopped() {
			return at, false
		}
		at, spans = spans[0], spans[1:]
		return at, true
	}, func(statement string) template.Verdict {
		m.Ask(itemUnits)
		switch r := conn.Exec(statement); {
		case r.Accepted():
			return template.Accepted
		case r.Stmt == nil:
			return template.Unreadable
		}
		return template.Refused
	})
}

// sayFilled names each variable once, where it stands first; and what hangs on what is put there
// is not held against anybody.
func (w *benchWork) sayFilled(m *work.Meter) {
	f, j := w.filled, w.judged
	for i := range j.items {
		m.Breathe(1)
		j.items[i].what = w.unfilled(j.items[i].what, true)
		for k := range j.items[i].diags {
			for l := range j.items[i].diags[k].Fixes {
				fix := &j.items[i].diags[k].Fixes[l]
				makes := fix.Makes
				fix.Makes = w.unfilled(makes, false)
				if makes != fix.Makes {
					j.sizes[fix.Makes] = j.sizes[makes]
				}
				fix.Title, fix.Costs = w.unfilled(fix.Title, true), w.unfilled(fix.Costs, true)
				for e := range fix.Edits {
					fix.Edits[e].Text = w.unfilled(fix.Edits[e].Text, false)
				}
			}
		}
	}
	n := map[string][]diag.Span{} // where each stands
	same := func(x *template.Filling) string {
		if x.Name == "" { // %s is a name here and a value there
			return x.Written + x.As
		}
		return x.Written
	}
	for i := range f.Fillings {
		m.Breathe(1)
		x := &f.Fillings[i]
		n[same(x)] = append(n[same(x)], x.Span)
	}
	at, unknown := 0, f.Unknown
	for i := range j.items {
		m.Breathe(1)
		item := &j.items[i]
		for at < len(f.Fillings) && f.Fillings[at].End <= item.span.Start {
			at++
		}
		for len(unknown) > 0 && unknown[0].End <= item.span.Start {
			unknown = unknown[1:]
		}
		var notes []diag.Diagnostic
		hangs, unread := "", len(unknown) > 0 && unknown[0].Start == item.span.Start
		for ; at < len(f.Fillings) && f.Fillings[at].Start < item.span.End; at++ {
			x := &f.Fillings[at]
			if !x.Named {
				hangs = x.Written
			}
			if n[same(x)] == nil || unread {
				continue
			}
			notes = append(notes, w.variable(x, n[same(x)]))
			n[same(x)] = nil
		}
		switch {
		case item.span.Len() == 0: // advice
		case unread:
			written := j.src.Text[item.span.Start:item.span.End]
			if vars := template.Variables(written, m); len(vars) > 0 {
				v := vars[len(vars)-1]
				hangs = written[v.Start:v.End]
			}
			item.undecided(hangs)
		case hangs != "":
			item.diags = w.withoutGuesses(item.diags)
		}
		item.diags = append(item.diags, notes...)
	}
	if advice := j.advice(); advice != nil && f.Other != "" {
		type saying struct {
			rule, message string
			at            diag.Span
		}
		other := map[saying]bool{}
		for _, d := range w.otherwise(m) {
			other[saying{d.Rule, d.Message, d.Span}] = true
		}
		advice.diags = slices.DeleteFunc(advice.diags, func(d diag.Diagnostic) bool { return !other[saying{d.Rule, d.Message, d.Span}] })
		if len(advice.diags) == 0 {
			j.items = j.items[:len(j.items)-1]
		}
	}
}

// variable says what a variable is judged as; where that is a name, it may be written there.
func (w *benchWork) variable(x *template.Filling, places []diag.Span) diag.Diagnostic {
	as := "as " + x.As
	switch {
	case x.As == "":
		as = "without it"
	case x.As == "?":
		as = "as if it were a bind marker"
	case x.Named:
		as = "as the name " + x.As
	}
	d := diag.Diagnostic{Severity: diag.Note, Span: x.Span, Message: "`" + x.Written + "` is a variable, which a program fills in: judged " + as}
	if n := len(places) - 1; n > 0 {
		d.Message += ", here and in " + number.Of(n, "other place")
	}
	if !x.Named && x.As != "" && x.As != "?" {
		d.Why = "Each variable is judged as another value, so that what is said of it can be told apart. Advice that holds for this value only is not given."
	}
	if x.Named && !strings.ContainsAny(x.As, `"`) {
		var edits []diag.Edit
		for _, at := range places {
			edits = append(edits, diag.Edit{Span: at, Text: x.As})
		}
		d.Fixes = []diag.Fix{{Title: "write " + x.As + " everywhere", Edits: edits}}
	}
	return d
}

// undecided makes a statement one that nobody can judge before its variable is known.
func (i *judgedItem) undecided(variable string) {
	i.plan, i.what = nil, ""
	i.diags = []diag.Diagnostic{{Severity: diag.NotJudged, Span: i.span, Why: "What Cassandra says of it hangs on " + variable + ", a variable that a program fills in. Write what it fills in, and the statement is judged."}}
}

// unjudged reports whether it is one.
func (i *judgedItem) unjudged() bool {
	return slices.ContainsFunc(i.diags, func(d diag.Diagnostic) bool { return d.Severity == diag.NotJudged })
}

// written is a place of the text with all of the variables that begin or end it.
func (w *benchWork) written(at diag.Span) diag.Span {
	all := w.filled.Fillings
	for i := sort.Search(len(all), func(i int) bool { return all[i].End > at.Start }); i < len(all) && all[i].Start < at.End; i++ {
		at.Start, at.End = min(at.Start, all[i].Start), max(at.End, all[i].End)
	}
	return at
}

// withoutGuesses leaves out what is said of a value that nobody has written.
func (w *benchWork) withoutGuesses(list []diag.Diagnostic) []diag.Diagnostic {
	return slices.DeleteFunc(list, func(d diag.Diagnostic) bool {
		all := w.filled.Fillings
		for i := sort.Search(len(all), func(i int) bool { return all[i].End > d.Start }); i < len(all) && all[i].Start < d.End; i++ {
			if !all[i].Named {
				return d.Severity != diag.Refused
			}
		}
		return false
	})
}

// otherwise is the design advice on the text with other values in the place of its variables.
func (w *benchWork) otherwise(m *work.Meter) []diag.Diagnostic {
	src := filed(w.filled.Other)
	src.Files = w.judged.src.Files
	conn := w.connect(w.judged.keyspace, m)
	conn.Bare = true
	results := conn.Verdicts(src)
	j := judgedOf(src, results, conn, m)
	j.notes = w.judged.notes
	j.advise(results, conn)
	if advice := j.advice(); advice != nil {
		return advice.diags
	}
	return nil
}

// unfilled is CQL, or a sentence about it, with the variables in the place of what stands for
// them: of names, in a sentence those of a keyspace or behind one, and of the values of options.
func (w *benchWork) unfilled(text string, sentence bool) string {
	return w.filled.Back(text, placesOf(sentence))
}

// placesOf yields what may stand for a variable.
func placesOf(sentence bool) func(string, func(diag.Span, bool)) {
	return func(text string, yield func(diag.Span, bool)) {
		cql.Pieces(text, func(s diag.Span, class cql.Class) {
			before, behind := strings.TrimRight(text[:s.Start], " "), text[s.End:]
			switch class {
			case cql.NameWord:
				if !sentence || strings.HasSuffix(before, ".") || strings.HasSuffix(before, " keyspace") || strings.HasSuffix(before, " table") || len(behind) > 1 && behind[0] == '.' && behind[1] > ' ' {
					yield(s, false)
				}
			case cql.LiteralText, cql.StringText:
				if strings.HasSuffix(before, "=") || strings.HasSuffix(before, ":") {
					yield(s, true)
				}
			}
		})
	}
}

// A wording has the names of a table and of its columns as the text writes them, where that is with variables,
// by those that stand for them.
type wording map[string]string

// wordingOf is that of a table; nil where no name has a variable.
func (w *benchWork) wordingOf(t *schema.Table) (x wording) {
	if w.filled == nil || len(w.filled.Fillings) == 0 {
		return nil
	}
	add := func(name string) {
		quoted := cql.QuoteName(name)
		if written := w.unfilled(quoted, false); written != quoted {
			if x == nil {
				x = wording{}
			}
			x[name] = written
		}
	}
	add(t.Keyspace)
	add(t.Name)
	for c := range t.Columns() {
		add(c.Name)
	}
	return x
}

// of is a name as the text writes it.
func (x wording) of(name string) string {
	if written, is := x[name]; is {
		return written
	}
	return name
}

// full is the name of a table with its keyspace.
func (x wording) full(t *schema.Table) string { return x.of(t.Keyspace) + "." + x.of(t.Name) }

// label is a label with its names so; a sentence might have words that are called alike.
func (x wording) label(s string) string {
	if len(x) == 0 {
		return s
	}
	var b strings.Builder
	for from := 0; from < len(s); {
		end := from
		if n := strings.IndexByte(s[from+1:], '"'); s[from] == '"' && n > 0 { // as CQL has it
			if written, is := x[s[from+1:from+1+n]]; is {
				b.WriteString(written)
				from += n + 2
				continue
			}
		}
		for end < len(s) && (isLetter(s[end]) || isDigit(s[end]) || s[end] == '_') {
			end++
		}
		if end == from {
			end++
		}
		b.WriteString(x.of(s[from:end]))
		from = end
	}
	return b.String()
}
