package exercise

import (
	"partitionlab/wasm/cql"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
)

// each looks at the tables that answer a question with a population: that of the
// predicate, or all. The first finding that does not hold is the answer.
func (t *trial) each(p *Predicate, judge func(*Asked) *Finding) *Finding {
	last := holds("")
	for _, q := range t.e.Questions {
		if p.Question != nil && q != p.Question || q.Of.Population == nil {
			continue
		}
		a, bad := t.table(q)
		if bad != nil {
			return bad
		}
		if f := judge(a); f != nil {
			if last = f; f.State >= Remark {
				break
			}
		}
	}
	return last
}

func sized(t *trial, p *Predicate) *Finding {
	most := int64(0)
	return t.each(p, func(a *Asked) *Finding {
		s, ok := a.Fit.size(p.day())
		if !ok {
			return fails("The largest partition of % is too large to count.", a.Fit.Table.Name)
		}
		if most = max(most, s.Bytes); float64(s.Bytes) < p.Limit {
			return holds(number.Bytes(most))
		}
		measured := number.Bytes(s.Bytes)
		when := "The"
		if p.Day >= 0 {
			when = say("On day % the", number.Count(s.Day))
		}
		f := fails("% largest partition of % takes %: % of % bytes. It should stay below %.",
			when, s.Table, measured, number.Of(s.Rows, "row"), number.Round(s.BytesPerRow), number.Bytes(p.Limit))
		f.Measured = measured
		key := a.Fit.key(schema.PartitionKey)
		for _, c := range key {
			switch {
			case f.comesBack(c):
			case c.splits(key):
				f.surely(say("% divides the rows into %. How many parts are small enough?", c.Name, number.Of(c.Parts, "part")))
			case c.Source == Hash:
				from := c.Attr.Name
				if of := a.Fit.holds(c.Attr); of != nil {
					from = of.Name
				}
				f.Consequence += say(" % divides nothing: it is computed from %, which is in the partition key as well, so all rows of one % have one %.", c.Name, from, from, c.Name)
				f.surely("Which other column tells the rows of one partition apart, so that a part could be computed from it?")
			}
		}
		return f
	})
}

// comesBack asks about a column of the key whose values come back, such as a month from 1 to
// 12, and reports whether it is one.
func (f *Finding) comesBack(c *Column) bool {
	if c.Source == Cycle {
		f.surely(say("The values of % come back. Which % lie in one partition, and how would you write % so that it does not come back?", c.Name, number.Plural(2, units[c.unit].name), c.Name))
	}
	return c.Source == Cycle
}

func valued(t *trial, p *Predicate) *Finding {
	return t.each(p, func(a *Asked) *Finding {
		if s, ok := a.Fit.size(p.day()); ok && s.Values > 100_000 {
			return remark("The largest partition of % holds % values. The guideline of 100,000 is older than version 3.0: more important are the bytes and the rows per read.", s.Table, number.Count(s.Values))
		}
		return nil
	})
}

func rowsRead(t *trial, p *Predicate) *Finding {
	a, bad := t.table(p.Question)
	if bad != nil {
		return bad
	}
	n := int(min(1e15, a.rowsRead(p.day())))
	return p.atMost(n, "row", "The question reads % for one screen; the task allows %.")
}

func bounded(t *trial, p *Predicate) *Finding {
	return t.each(p, func(a *Asked) *Finding {
		if a.Fit.largest(2*late).rows <= a.Fit.largest(late).rows {
			return nil
		}
		line := ""
		if day := a.Fit.crosses(100e6); day > 0 {
			line = ": 100 MB on day " + number.Count(day)
		}
		f := fails("The largest partition of % grows with every day%.", a.Fit.Table.Name, line)
		f.Measured = a.Fit.Table.Name
		for _, c := range a.Fit.key(schema.PartitionKey) {
			f.comesBack(c)
		}
		return f
	})
}

func spread(t *trial, p *Predicate) *Finding {
	most := 0.0
	return t.each(p, func(a *Asked) *Finding {
		n, share := a.Fit.keys(p.day())
		if p.Limited && n < p.Limit-1e-6 {
			after := ""
			if begun, _ := a.Fit.keys(1); begun < n {
				after = say(" after %", number.Of(int64(p.day()), "day"))
			}
			return fails("The partition key of % has only %%, and the task wants %. All rows with one % lie in one partition.", a.Fit.Table.Name, number.Of(int64(n), "different value"), after, number.Count(int64(p.Limit)),
				columnNames(a.Fit.Table.PartitionKey).and()).asking("Which machines do the work, and which have none?")
		}
		most = max(most, share)
		measured := number.Percent(most)
		if p.Limited {
			measured = number.Of(int64(n), "key")
		}
		if p.Share > 0 && share > p.Share+1e-9 {
			f := fails("One partition of % takes % of all writes at any moment; the task allows %.", a.Fit.Table.Name, measured, number.Percent(p.Share))
			f.Measured = measured
			return f
		}
		return holds(measured)
	})
}

// countable looks at the tombstones that a read of a partition counts: those of the
// last gc_grace_seconds.
func countable(t *trial, p *Predicate) *Finding {
	a, bad := t.table(p.Question)
	if bad != nil {
		return bad
	}
	key := a.Fit.key(schema.PartitionKey)
	most := 0
	counts := a.Fit.Rows.Population.Counts
	for i := range counts {
		c := &counts[i]
		if c.Word != "removed" {
			continue
		}
		both := key
		for _, name := range c.Attrs { // the partition may hold several of these
			both = append(both, &Column{Source: Same, Attr: &Attr{Name: name}})
		}
		perSecond := c.on(p.day(), 0) / c.Step * a.Fit.group(key, nil, p.day()).rows / a.Fit.group(both, nil, p.day()).rows
		most = max(most, int(sizing.Countable(perSecond, int64(p.day()*86400), int64(a.Fit.Table.Params.GCGrace))))
	}
	return p.atMost(most, "tombstone", "A read of the partition passes % that are younger than gc_grace_seconds, and counts each of them; the task allows %.")
}

// copies is the number of rows that hold things once they are written: in tables that
// answer questions about them, and in those of the answer that no question reads, for the
// program writes these all the same.
func (t *trial) copies(sets []*Rows) (total int, tables words) {
	for i, table := range t.tables {
		keys := map[string]bool{}
		for _, set := range sets {
			serves := i < t.own && !t.read(table)
			for _, q := range t.e.Questions {
				serves = serves || q.Of.Noun == set.Noun && t.answer(q) != nil && t.answer(q).Fit.Table == table
			}
			f := t.fit(table, set)
			if !serves || f.Ask != "" {
				continue
			}
			for i := range set.Rows {
				if _, key := t.write(f, i); key != "" {
					keys[key] = true
				}
			}
		}
		if len(keys) > 0 {
			total += len(keys)
			tables.add(say("% in %", number.Count(len(keys)), table.Name))
		}
	}
	return total, tables
}

func writes(t *trial, p *Predicate) *Finding {
	n, where := t.copies(p.Rows)
	return p.atMost(n, "row", say("One % writes ", p.Rows[0].Noun)+"%: "+where.join(", ")+". The task allows %.")
}

func expires(t *trial, p *Predicate) *Finding {
	a, bad := t.table(p.Question)
	if bad != nil {
		return bad
	}
	name, is := a.Fit.Table.Name, float64(a.Fit.Table.Params.DefaultTTL)
	if own := float64(a.Fit.timed); own > 0 && own != is {
		is = own
	}
	switch {
	case is == p.Limit && int(is) != a.Fit.Table.Params.DefaultTTL:
		return remark("Your statement gives the time, and % does not: a program that leaves it out writes a row for another time.", name).asking("Which option of the table would say it once for all?")
	case is == p.Limit:
		return nil
	case is == 0:
		return fails("Nothing in % ever expires.", name)
	case p.Limit == 0:
		return fails("The rows of % expire after %.", name, number.Seconds(is)).asking("Does anybody still need them then?")
	}
	return fails("The rows of % live for % and not for %.", name, number.Seconds(is), number.Seconds(p.Limit))
}

// lives looks at the cells that the answer writes: each has to end after some seconds.
func lives(t *trial, p *Predicate) *Finding {
	for _, r := range t.ran {
		for _, is := range r.ends(nil) {
			switch is := float64(is); {
			case is == 0:
				return fails("What you write stays until somebody writes something else.")
			case is != p.Limit:
				return fails("What you write ends after %, and should end after %.", number.Seconds(is), number.Seconds(p.Limit)).asking("How many seconds are that?")
			}
		}
	}
	return nil
}

// short says what takes rows out of a table before the day up to which they are kept, or at all
// where the task lets none go: the table's option, or a statement of the answer that says a time
// or takes them away; nil where they stay.
func (t *trial) short(table *schema.Table, p *Predicate) *Finding {
	for _, r := range t.ran {
		for _, s := range append(r.writing(), r.Stmt) {
			switch s.(type) {
			case *cql.Truncate, *cql.Delete:
				if !r.Prepared && r.aims(s, table) {
					return fails("Your answer takes rows out of %.", table.Name)
				}
			}
		}
	}
	kept, when := number.Of(int64(p.Day), "day"), "on the last of these days"
	if p.Day < 0 {
		if t.e.lets() {
			return nil
		}
		kept, when = "ever", "later"
	}
	who := "A row of %"
	for i, is := range append([]int32{int32(table.Params.DefaultTTL)}, t.times(table)...) {
		if i > 0 {
			who = "What your statement writes into %"
		}
		if is > 0 && (p.Day < 0 || float64(is) < p.Day*86400) {
			return fails(who+" is gone after %; the task keeps it for %.", table.Name, number.Seconds(float64(is)), kept).
				surely(say("Who asks for it %, and what does the screen show?", when))
		}
	}
	return nil
}

// lets reports whether the task says how long rows live.
func (e *Exercise) lets() bool {
	for _, p := range e.Must {
		if p.Rule == "expires" || p.Rule == "lives" || p.Rule == "keeps" && p.Day >= 0 {
			return true
		}
	}
	return false
}

// times are the seconds after which ends what the answer's own statements write into a
// table, 0 for never: alone or in a batch.
func (t *trial) times(table *schema.Table) (out []int32) {
	for _, r := range t.ran {
		out = append(out, r.ends(table)...)
		if !r.Prepared {
			continue
		}
		for _, s := range r.writing() { // with bind markers nothing is written, but the time is there
			if u := cql.ClausesOf(s).Using; u != nil && r.aims(s, table) {
				if c, ok := u.TTL.(*cql.Constant); ok {
					out = append(out, int32(small(c.Text)))
				}
			}
		}
	}
	return out
}

// timed is the one time after which everything ends that the answer writes into a table; 0
// where its statements say none, or several.
func (t *trial) timed(table *schema.Table) int32 {
	out := t.times(table)
	for _, n := range out {
		if n != out[0] {
			return 0
		}
	}
	if len(out) == 0 {
		return 0
	}
	return out[0]
}

// ends are the seconds after which the rows and values end that a statement writes into a
// table, or, where that is nil, into any; 0 for never.
func (r *Ran) ends(table *schema.Table) (out []int32) {
	add := func(ttl int32) {
		if place(out, ttl) < 0 {
			out = append(out, ttl)
		}
	}
	for i := range r.Verdict.Mutations {
		m := &r.Verdict.Mutations[i]
		if table != nil && (m.Table.Keyspace != table.Keyspace || m.Table.Name != table.Name) {
			continue
		}
		for _, row := range m.Rows {
			if row.Liveness != nil {
				add(row.Liveness.TTL)
			}
			for j := range row.Cells {
				if c := &row.Cells[j]; !c.Tombstone() {
					add(c.TTL)
				}
			}
		}
	}
	return out
}
