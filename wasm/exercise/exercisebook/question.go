package exercisebook

import (
	"strconv"
	"strings"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
)

// question reads `question NAME:` and its clauses, one a line or with ; between them:
//
//	given hotel_id = AZ123, room_number
//	range date from 2026-03-01 to 2026-03-31
//	want nights: room_number, is_available
//	order date desc, room_number
//	limit 20
//	shown the clerk's list
func (r *reader) question(e *Exercise, s section) {
	q := &exercise.Question{Name: s.arg.Text}
	if !isName(q.Name) || e.question(q.Name) != nil || e.rows(q.Name) != nil {
		r.wrong(s.head.Span, "the question needs a name of its own", "Predicates speak of it.", "write question by_name:")
	}
	e.Questions = append(e.Questions, q)
	if len(e.Rows) > 0 {
		q.Of = e.Rows[0]
	}
	var clauses []Text
	var wanted Text
	r.each(s.body, func(l Text, _ bool) { clauses = append(clauses, r.split(l, ';')...) })
	clause := func(word string, f func(rest Text)) {
		for i, c := range clauses {
			if w, rest, _ := strings.Cut(c.Text, " "); w == word {
				f(r.part(c, c.Len()-len(rest), c.Len()))
				clauses[i].Text = ""
			}
		}
	}
	clause("shown", func(t Text) { q.Shown = t.Text })
	clause("want", func(t Text) {
		of, rest, ok := strings.Cut(t.Text, ":")
		if !ok {
			wanted = t
			return
		}
		if wanted = r.part(t, t.Len()-len(rest), t.Len()); e.rows(of) == nil {
			r.wrong(diag.Span{Start: t.Start, End: t.Start + len(of)}, "there are no rows "+of, "", "write `rows "+of+":` and some rows")
			return
		}
		q.Of = e.rows(of)
	})
	if q.Of == nil {
		if len(e.Rows) == 0 {
			r.wrong(s.head.Span, "there are no rows that the question could ask for", "A learner's table is tried on rows.", "write `rows NAME:` and some rows, or `dataset =`")
		}
		return
	}
	attr := func(t Text) *exercise.Attr {
		if a := q.Of.Attr(t.Text); a != nil {
			return a
		}
		var names []string
		for _, a := range q.Of.Attrs {
			names = append(names, a.Name)
		}
		r.wrong(t.Span, "the rows "+q.Of.Name+" have no column "+t.Text, "", suggest(t.Text, names, "the columns are "))
		a := exercise.NewAttr(t.Text, nil)
		a.Type = cqltype.NativeOf(cqltype.Text)
		return a
	}
	clause("given", func(t Text) {
		for _, g := range r.split(t, ',') {
			name, v, ok := strings.Cut(g.Text, "=")
			a := attr(r.part(g, 0, len(name)))
			k := exercise.Known{Attr: a}
			if ok {
				k.Value = r.cell(a, r.part(g, g.Len()-len(v), g.Len()))
			} else if len(q.Of.Rows) > 0 { // that of the first row
				for i := range q.Of.Attrs {
					if q.Of.Attrs[i] == a {
						k.Value = q.Of.Rows[0][i]
					}
				}
			}
			q.Given = append(q.Given, k)
		}
	})
	clause("range", func(t Text) {
		name, rest, _ := strings.Cut(t.Text, " ")
		a := attr(r.part(t, 0, len(name)))
		q.Range = &exercise.Range{Attr: a}
		rest = " " + rest
		from, to := strings.Index(rest, " from "), strings.Index(rest, " to ")
		if from < 0 && to < 0 || q.Range.Attr.Type == nil {
			r.wrong(t.Span, "the range has no ends", "", "write range date from 2026-03-01 to 2026-03-31; both ends belong to it")
			return
		}
		at := t.Len() - len(rest)
		if from >= 0 {
			end := len(rest)
			if to > from {
				end = to
			}
			q.Range.From = r.cell(a, r.part(t, at+from+len(" from "), at+end))
		}
		if to >= 0 {
			q.Range.To = r.cell(a, r.part(t, at+to+len(" to "), t.Len()))
		}
	})
	for _, w := range r.split(wanted, ',') {
		q.Want = append(q.Want, attr(w).Name)
	}
	clause("order", func(t Text) {
		for _, o := range r.split(t, ',') {
			name, desc := strings.CutSuffix(o.Text, " desc")
			name = strings.TrimSuffix(name, " asc")
			q.Order = append(q.Order, exercise.Ordered{Attr: attr(r.part(o, 0, len(name))), Desc: desc})
		}
	})
	clause("limit", func(t Text) {
		n, err := strconv.Atoi(t.Text)
		if q.Limit = n; err != nil || n < 1 {
			r.wrong(t.Span, "this is no limit", "", "write limit 20")
		}
	})
	for _, c := range clauses {
		if c.Text != "" {
			r.wrong(c.Span, "a question has no such clause", "It says what a screen knows and what it shows.", "begin with given, range, want, order, limit or shown")
		}
	}
}

// question is the one of that name, or nil.
func (e *Exercise) question(name string) *exercise.Question {
	for _, q := range e.Questions {
		if q.Name == name {
			return q
		}
	}
	return nil
}
