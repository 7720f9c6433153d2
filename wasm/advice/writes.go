// Rules about batches, lightweight transactions and single writes.

package advice

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/schema"
)

// head is the first line's part of a statement that names it: BEGIN BATCH.
func (b *batch) head(d *design) diag.Span {
	end := b.span.End
	if len(b.stmt.Stmts) > 0 {
		end = b.stmt.Stmts[0].Place().Start
	}
	text := strings.TrimRight(d.Scripts[b.script].Source.Text[b.span.Start:end], " \t\r\n")
	return diag.Span{Start: b.span.Start, End: b.span.Start + len(text)}
}

// partitions are the partitions that a batch surely writes: those of its keys
// where they are known, at least one a table.
func (b *batch) partitions() int {
	tables := map[*schema.Table]bool{}
	for _, m := range b.Members {
		tables[m.Table] = true
	}
	return max(len(b.Keys), len(tables))
}

var r33 = Rule{
	ID: "R33", Severity: diag.Advice,
	Instead: "Send the writes one by one, asynchronously, with a bound on how many are under way. Keep the batch for the few copies of one change.",
	check: func(d *design) {
		for _, b := range d.batches {
			d.Meter.Breathe(tableUnits)
			if n := b.partitions(); b.stmt.Type == cql.Logged && n > d.Options.Partitions {
				d.say(b.place, b.head(d), "this batch writes "+number.Count(n)+" partitions, more than "+number.Count(d.Options.Partitions), "")
			}
		}
	},
}

var r34 = Rule{
	ID: "R34", Severity: diag.Advice,
	Instead: "Send the writes asynchronously, with a bound on how many are under way, or use a logged batch if all of them must happen.",
	check: func(d *design) {
		for _, b := range d.batches {
			d.Meter.Breathe(tableUnits)
			if n := b.partitions(); b.stmt.Type == cql.Unlogged && n > 1 {
				d.say(b.place, b.head(d), "this unlogged batch writes "+number.Count(n)+" partitions", "")
			}
		}
	},
}

func (w *write) conditional() bool { return w.Access.Conditional }

var r36 = Rule{
	ID: "R36", Severity: diag.Note,
	Instead: "Use IF only for what must be unique or must not be sold twice. Otherwise write events, and compute the result from them.",
	check: func(d *design) {
		n, first := 0, -1
		for i := range d.writes {
			d.Meter.Breathe(tableUnits)
			if d.writes[i].conditional() {
				if n++; first < 0 {
					first = i
				}
			}
		}
		if all := len(d.writes); all >= 4 && n*100 > all*d.Conditional {
			w := d.writes[first]
			d.say(w.place, w.span, number.Count(n)+" of "+number.Count(all)+" writes of this script are lightweight transactions", "")
		}
	},
}

// columns are the regular and static columns that a write touches; nil for a
// whole row or more.
func (w *write) columns() (out []string, all bool) {
	switch st := w.stmt.(type) {
	case *cql.Insert:
		for _, c := range st.Columns {
			if x := w.table.Column(c.Text); x != nil && x.Kind >= schema.Static {
				out = append(out, c.Text)
			}
		}
		return out, st.JSON != nil
	case *cql.Update:
		for _, a := range st.Set {
			out = append(out, a.Column.Text)
		}
	case *cql.Delete:
		for _, c := range st.Columns {
			out = append(out, c.Column.Text)
		}
		return out, len(st.Columns) == 0
	}
	return out, false
}

var r81 = Rule{
	ID: "R81", Severity: diag.Advice,
	Instead: "Write these columns with IF everywhere, or keep them in a table of their own.",
	check: func(d *design) {
		inBatch := map[*cql.Batch]bool{} // a condition holds for the whole batch
		for i := range d.writes {
			d.Meter.Breathe(tableUnits)
			if w := &d.writes[i]; w.batch != nil && w.conditional() {
				inBatch[w.batch] = true
			}
		}
		isConditional := func(w *write) bool { return w.conditional() || w.batch != nil && inBatch[w.batch] }
		// The first write with IF into each column of a table, into a whole row ("*"),
		// and into anything ("").
		type target struct {
			table  *schema.Table
			column string
		}
		first := map[target]int{}
		note := func(t *schema.Table, column string, i int) {
			if _, ok := first[target{t, column}]; !ok {
				first[target{t, column}] = i
			}
		}
		for i := range d.writes {
			d.Meter.Breathe(tableUnits)
			if w := &d.writes[i]; isConditional(w) {
				cols, all := w.columns()
				for _, c := range cols {
					note(w.table, c, i)
				}
				if all {
					note(w.table, "*", i)
				}
				note(w.table, "", i)
			}
		}
		for i := range d.writes {
			d.Meter.Breathe(tableUnits)
			w := &d.writes[i]
			if isConditional(w) {
				continue
			}
			cols, all := w.columns()
			with, shared := -1, ""
			try := func(column, name string) {
				if n, ok := first[target{w.table, column}]; ok && (with < 0 || n < with) {
					with, shared = n, name
				}
			}
			for _, c := range cols {
				try(c, c)
				try("*", c)
			}
			if all {
				try("", "the whole row")
			}
			if with < 0 {
				continue
			}
			other := &d.writes[with]
			x := d.say(w.place, w.span, "this writes "+shared+" of "+w.table.Name+" without IF; another statement writes it with IF", "")
			if other.script == w.script {
				x.Related = []diag.Related{{Span: other.span, Text: "with IF here"}}
			}
		}
	},
}

// fresh is the call of a function that gives another value at each try, or nil.
func fresh(x cql.Expr) *cql.Call {
	if c, ok := x.(*cql.Call); ok && len(c.Args) == 0 && !c.Star {
		switch strings.ToLower(c.Func.Name.Text) {
		case "now", "uuid", "current_timestamp", "current_date", "current_time", "current_timeuuid":
			return c
		}
	}
	return nil
}

var r82 = Rule{
	ID: "R82", Severity: diag.Note,
	Instead: "Use a set or a map, and make ids and times in the program. If a number must be exact, count rows. Otherwise tell the driver that the statement is not idempotent.",
	check: func(d *design) {
		for _, w := range d.writes {
			d.Meter.Breathe(tableUnits)
			switch st := w.stmt.(type) {
			case *cql.Update:
				for _, a := range st.Set {
					c := w.table.Column(a.Column.Text)
					switch {
					case c == nil:
					case c.Type.Kind == cqltype.List && (a.Kind == cql.Add || a.Kind == cql.Prepend):
						d.say(w.place, a.Span, "done twice, this puts the elements into the list `"+c.Name+"` twice", "")
					case c.Type.Kind == cqltype.Counter:
						d.say(w.place, a.Span, "done twice, this counts twice in `"+c.Name+"`", "")
					}
				}
			case *cql.Insert:
				for i, n := range st.Columns {
					if c := w.table.Column(n.Text); c != nil && c.Kind <= schema.Clustering && i < len(st.Values) {
						if f := fresh(st.Values[i]); f != nil {
							d.say(w.place, f.Span, "done twice, this makes two rows: `"+c.Name+"` is another one each time", "")
						}
					}
				}
			}
		}
	},
}

var r88 = Rule{
	ID: "R88", Severity: diag.Advice,
	Instead: "Leave the timestamp to the driver or the server. It counts microseconds.",
	check: func(d *design) {
		say := func(at place, x cql.Expr) {
			c, ok := x.(*cql.Constant)
			if !ok || d.Now <= 0 {
				return
			}
			if us, err := strconv.ParseInt(c.Text, 10, 64); err == nil && us > (d.Now+60)*1_000_000 {
				d.say(at, c.Span, "this timestamp lies in the future", "")
			}
		}
		for _, w := range d.writes {
			d.Meter.Breathe(tableUnits)
			say(w.place, w.using().Timestamp)
		}
		for _, b := range d.batches {
			d.Meter.Breathe(tableUnits)
			say(b.place, b.stmt.Using.Timestamp)
		}
	},
}

// elements are the elements of a collection literal; ok tells whether x is one.
func elements(x cql.Expr) (n int, ok bool) {
	switch x := x.(type) {
	case *cql.ListLit:
		return len(x.Elems), true
	case *cql.SetLit:
		return len(x.Elems), true
	case *cql.MapLit:
		return len(x.Entries), true
	}
	return 0, false
}

// eachCollection calls f for each value that is written as a whole into a
// collection that is not frozen.
func (d *design) eachCollection(f func(w *write, c *schema.Column, x cql.Expr, updated bool)) {
	for i := range d.writes {
		d.Meter.Breathe(tableUnits)
		w := &d.writes[i]
		give := func(name string, x cql.Expr, updated bool) {
			if c := w.table.Column(name); c != nil && c.Type.IsCollection() && x != nil {
				f(w, c, x, updated)
			}
		}
		switch st := w.stmt.(type) {
		case *cql.Insert:
			for k, n := range st.Columns {
				if k < len(st.Values) {
					give(n.Text, st.Values[k], false)
				}
			}
		case *cql.Update:
			for _, a := range st.Set {
				if a.Kind == cql.SetValue {
					give(a.Column.Text, a.Value, true)
				}
			}
		}
	}
}

var r89 = Rule{
	ID: "R89", Severity: diag.Note,
	Instead: "Add elements with c = c + {…}, or declare the column frozen if it is always written as a whole.",
	check: func(d *design) {
		d.eachCollection(func(w *write, c *schema.Column, x cql.Expr, updated bool) {
			n, ok := elements(x)
			if !ok || n == 0 || c.Type.Frozen {
				return
			}
			var fixes []diag.Fix
			if updated {
				fixes = []diag.Fix{edit("add to "+c.Name+" instead", diag.Span{Start: x.Place().Start, End: x.Place().Start}, cql.QuoteName(c.Name)+" + ")}
			}
			d.say(w.place, x.Place(), "this overwrites the collection `"+c.Name+"` as a whole", "", fixes...)
		})
	},
}

var r47 = Rule{
	ID: "R47", Severity: diag.Advice,
	Instead: "Give the elements a table of their own, with one row for each.",
	check: func(d *design) {
		d.eachCollection(func(w *write, c *schema.Column, x cql.Expr, _ bool) {
			if n, _ := elements(x); n > d.Collection {
				d.say(w.place, x.Place(), "`"+c.Name+"` gets "+number.Count(n)+" elements, more than "+number.Count(d.Collection), "")
			}
		})
	},
}

var r48 = Rule{
	ID: "R48", Severity: diag.Advice,
	Instead: "Give the elements a table of their own: the row's key, then a clustering column for the element.",
	check: func(d *design) {
		for i := range d.tables {
			d.Meter.Breathe(tableUnits)
			t := &d.tables[i]
			for c := range t.Columns() {
				if c.Type.IsCollection() && named(c.Name, d.Growing) {
					d.say(t.place, t.columnPlace(c.Name), "the collection `"+c.Name+"` seems to grow with use", "")
				}
			}
		}
	},
}

// keyed reports whether a write names one row at most.
func (w *write) keyed() bool { return w.Rows == plan.OneRow || w.Rows == plan.SomeRows }

var r31 = Rule{
	ID: "R31", Severity: diag.Note,
	Instead: "Include it when you plan the cluster: writes a second, times tables, times replicas. Leave out copies that are rarely read.",
	check: func(d *design) {
		for _, b := range d.batches {
			d.Meter.Breathe(tableUnits)
			tables := map[string]bool{}
			for _, m := range b.Members {
				tables[m.Table.String()] = true
			}
			if n := len(tables); n > d.Copies {
				d.say(b.place, b.head(d), "this change is written into "+number.Count(n)+" tables, more than "+number.Count(d.Copies), "")
			}
		}
	},
}

var balanceWords = strings.Fields("balance total stock quantity remaining available credit score")

var r74 = Rule{
	ID: "R74", Severity: diag.Note,
	Instead: "Insert an event for each change, with a time bucket in the key, and compute the balance from the events. Store a sum from time to time.",
	check: func(d *design) {
		for _, w := range d.writes {
			d.Meter.Breathe(tableUnits)
			st, ok := w.stmt.(*cql.Update)
			if !ok || w.table.Counter || !w.conditional() {
				continue
			}
			for _, a := range st.Set {
				c := w.table.Column(a.Column.Text)
				if c == nil || !isNumber(c.Type) || !named(c.Name, balanceWords) {
					continue
				}
				if slices.ContainsFunc(st.If, func(x *cql.Condition) bool { return x.Column.Text == c.Name }) {
					d.say(w.place, a.Span, "all who change `"+c.Name+"` of one row of "+w.table.Name+" wait for each other", "")
				}
			}
		}
	},
}

var r94 = Rule{
	ID: "R94", Severity: diag.Note,
	Instead: "First reserve the row: write it with the condition and USING TTL. After the batch, and before the TTL ends, confirm it without a TTL, and only if it is still yours: UPDATE … IF booking = ?. If that is not applied, undo the booking.",
	check: func(d *design) {
		for _, b := range d.batches {
			d.Meter.Breathe(tableUnits)
			if b.Access.Conditional {
				continue
			}
			// The conditional write before it, if no statement of the batch is about its
			// table. It is confirmed by a later one without a TTL.
			alone := d.alone[b.script]
			n := sort.Search(len(alone), func(i int) bool { return alone[i].span.End > b.span.Start })
			if n == 0 {
				continue
			}
			held := alone[n-1]
			confirmed := d.confirmed[at{b.script, held.table}] > b.span.Start
			if !held.conditional() || held.deletes() || held.table.Params.DefaultTTL > 0 ||
				slices.ContainsFunc(b.Members, func(m *plan.Access) bool { return m.Table == held.table }) {
				continue
			}
			var x *diag.Diagnostic
			switch {
			case held.using().TTL == nil:
				x = d.say(held.place, held.span, "if the program fails before the batch that follows, this row of "+held.table.Name+" is taken for ever", "")
			case !confirmed:
				x = d.say(held.place, held.span, "when its TTL ends, this row of "+held.table.Name+" is free again, and what the batch wrote stays: nothing confirms it", "")
			default:
				continue
			}
			x.Related = []diag.Related{{Span: b.head(d), Text: "the batch"}}
		}
	},
}
