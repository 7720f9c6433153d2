package exercise

import (
	"strings"
	"unicode"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
)

func valid(t *trial, _ *Predicate) *Finding {
	r := t.refused()
	switch {
	case len(t.ran) == 0:
		return fails("Your answer has no statement.").asking("What would you send to the server?")
	case r == nil:
		return nil
	case r.Ended != nil:
		return &Finding{State: Unclear, Consequence: "One of your statements asks for more work than a check may take, so it is not judged."}
	case r.NotJudged:
		return &Finding{State: Unclear, Consequence: "This site cannot say yet what the server answers to this statement."}
	}
	return &Finding{State: Fails, Diag: r.Diag, In: t.text}
}

func warned(t *trial, _ *Predicate) *Finding {
	for _, r := range t.ran {
		for _, n := range r.Notes {
			if n.Severity == diag.Warning && n.Rule != string(rule.MoreReplicas) { // than the one node here
				return remark("The server accepts the statement and warns: %", n.Message)
			}
		}
	}
	return nil
}

// write is the word with which a statement that writes begins, "" for others, and whether
// it has a condition.
func write(s cql.Statement) (word string, conditional bool) {
	switch s := s.(type) {
	case *cql.Insert:
		return "INSERT", s.IfNotExists
	case *cql.Update:
		return "UPDATE", s.IfExists || len(s.If) > 0
	case *cql.Delete:
		return "DELETE", s.IfExists || len(s.If) > 0
	case *cql.Batch:
		for _, one := range s.Stmts {
			_, has := write(one)
			conditional = conditional || has
		}
		if s.Type == cql.Unlogged {
			return "UNLOGGED BATCH", conditional
		}
		return "BATCH", conditional
	}
	return "", false
}

// conditional looks at every write, or at those to one table.
func conditional(t *trial, p *Predicate) *Finding {
	for _, r := range t.ran {
		if word, has := write(r.Stmt); word != "" && !has && (p.Rest == "" || t.writesTo(r, p.Rest)) {
			return fails("The % has no IF: it writes, whatever somebody else has written in the meantime.", word)
		}
	}
	return nil
}

// yields tries the answer again after somebody else was faster, once for each statement of
// theirs: whether there is an IF says nothing of what it protects, and what is left does. Then it
// does so after all rows that are not the answer's have changed.
func yields(t *trial, p *Predicate) *Finding {
	for _, rival := range strings.Split(p.Rest, ";") {
		if f := t.takes(rival); f != nil {
			return f
		}
	}
	f := t.takes(words(p.Attrs).join("; "))
	if f != nil {
		f.surely("Whose row is that, and what does the task want of it?")
	}
	return f
}

// takes tries the answer again after somebody else has written, and says which row of theirs is lost; nil
// for none.
func (t *trial) takes(rival string) *Finding {
	again := t.rivaled(rival)
	start := again.visible()
	var theirs []words
	for i := range start {
		rows, _ := difference(start[i].Rows, t.before[i].Rows)
		theirs = append(theirs, rows)
	}
	for next := again.conn.Steps(diag.NewSource("", t.text)); ; {
		r, ok := next()
		if !ok {
			return nil
		}
		word, _ := write(r.Stmt)
		now := again.visible()
		if again.conn.Work().Stopped() {
			return tooMuch()
		}
		for i, left := range now {
			if _, gone := difference(left.Rows, theirs[i]); len(gone) > 0 {
				word = either(word == "", "statement", word)
				if t.unseen == "" {
					t.unseen = word + rival
				}
				return fails("Say somebody else was faster, and % holds the row `%` when your % arrives. It writes all the same, and that row is lost.", left.Table, gone[0], word)
			}
		}
	}
}

// none tries the answer again after somebody else was faster, once for each statement of
// theirs: then nothing of it may be left, for it belongs together.
func none(t *trial, p *Predicate) *Finding {
	for _, rival := range strings.Split(p.Rest, ";") {
		again := t.rivaled(rival)
		start := again.visible()
		again.conn.Script(diag.NewSource("", t.text))
		now := again.visible()
		if again.conn.Work().Stopped() {
			return tooMuch()
		}
		for i, left := range now {
			if new, _ := difference(left.Rows, start[i].Rows); len(new) > 0 {
				if t.unseen == "" {
					t.unseen = "none" + rival
				}
				return fails("Say somebody else was faster: `%`. Afterwards % holds your row `%`, and the rest of what you want is not there.", strings.TrimSpace(rival), left.Table, new[0])
			}
		}
	}
	return nil
}

// rivaled is a new trial in which somebody else has written before the answer runs.
func (t *trial) rivaled(rival string) *trial {
	again := &trial{e: t.e, given: t.given, conn: t.e.Session()}
	again.conn.Meter(t.conn.Work())
	again.conn.Bare = true
	again.conn.Script(diag.NewSource("", rival))
	return again
}

func tooMuch() *Finding {
	return &Finding{State: Unclear, Consequence: "Your answer asks for more work than a check may take, so it is not tried on other rows."}
}

// writesTo reports whether a statement writes to a table that was given, a batch among others.
func (t *trial) writesTo(r *Ran, table string) bool {
	deletes, puts, _ := t.changes(r, table)
	return deletes || puts
}

// changes are what a statement does to a table that was given: it deletes from it, and puts something into it.
// A batch may do both, and write elsewhere.
func (t *trial) changes(r *Ran, table string) (deletes, puts, elsewhere bool) {
	for _, s := range r.writing() {
		in := false
		for _, g := range t.given {
			in = in || g.Name == table && r.aims(s, g)
		}
		_, deletion := s.(*cql.Delete)
		deletes, puts, elsewhere = deletes || in && deletion, puts || in && !deletion, elsewhere || !in
	}
	return deletes, puts, elsewhere
}

// loose reports whether a statement is a batch whose writes are not there at once: no log sees to it that
// all of them come, in whatever order, and they are for several partitions.
func (r *Ran) loose() bool {
	b, ok := r.Stmt.(*cql.Batch)
	if !ok || b.Type == cql.Logged {
		return false
	}
	first := ""
	for i := range r.Verdict.Mutations {
		m := &r.Verdict.Mutations[i]
		of := m.Table.Keyspace + keyed(m.Key)
		if i > 0 && of != first {
			return true
		}
		first = of
	}
	return false
}

const loosely = "It writes to several partitions, one by one in any order, and whoever stops in between has only some of it"

// tries looks for values that the writes have to name, whatever comes of it: a row to which the
// server refuses to write is left as it was by whoever does not try.
func tries(t *trial, p *Predicate) *Finding {
	var named words
	for _, r := range t.ran {
		if word, _ := write(r.Stmt); word != "" {
			named = append(named, strings.FieldsFunc(t.text[r.Span.Start:r.Span.End], func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })...)
		}
	}
	for _, v := range strings.Fields(p.Rest) {
		if !named.has(v) {
			return fails("No statement of yours that writes names `%`.", v)
		}
	}
	return nil
}

// writing are the statements that write: one, or those of a batch.
func (r *Ran) writing() []cql.Statement {
	switch s := r.Stmt.(type) {
	case *cql.Batch:
		return s.Stmts
	case *cql.Insert, *cql.Update, *cql.Delete:
		return []cql.Statement{s}
	}
	return nil
}

// aims reports whether a statement means this table, by the keyspace in use where it names none.
func (r *Ran) aims(s cql.Statement, table *schema.Table) bool {
	to := s.Target()
	keyspace := to.Keyspace.Text
	if keyspace == "" {
		keyspace = r.Keyspace
	}
	return to.Name.Text == table.Name && keyspace == table.Keyspace
}

// ends looks at the last statement that writes: whoever stops before it has left what it
// would have changed.
func ends(t *trial, p *Predicate) *Finding {
	word, last, loose := "", false, false
	for _, r := range t.ran {
		w, _ := write(r.Stmt)
		if w == "" {
			continue
		}
		deletes, puts, elsewhere := t.changes(r, p.Rest)
		word, last, loose = w, deletes || puts, elsewhere && r.loose()
	}
	switch {
	case last && loose:
		return fails("The last to write is a batch without a log. %: % may be changed before the rest is.", loosely, p.Rest)
	case last:
		return nil
	}
	return fails("The last to write is a %, and % is changed before it.", either(word == "", "nothing", word), p.Rest)
}

// elements looks for writes that put a whole collection in the place of what is there, at
// once or one element after the other.
func elements(t *trial, _ *Predicate) *Finding {
	if c := t.whole(); c != "" {
		return fails("The whole of % is replaced: what somebody else has put there since is gone.", c)
	}
	taken := map[string]bool{}
	for _, r := range t.ran {
		for i := range r.Verdict.Mutations {
			m := &r.Verdict.Mutations[i]
			for _, row := range m.Rows {
				of := m.Table.Keyspace + keyed([]byte(m.Table.Name)) + keyed(m.Key)
				for _, v := range row.Clustering {
					of += keyed(v)
				}
				for j := range row.Cells {
					c := &row.Cells[j]
					which := of + keyed([]byte(c.Column.Name)) + string(c.Path)
					if c.Path != nil && taken[which] && !c.Tombstone() {
						return fails("An element of % is taken out and put in again: whoever reads in between does not find it, and whoever has taken it out since finds it back.", c.Column.Name)
					}
					taken[which] = c.Tombstone()
				}
			}
		}
	}
	return nil
}

// whole names the collections that the answer replaces as a whole.
func (t *trial) whole() string {
	var names words
	for _, r := range t.ran {
		for i := range r.Verdict.Mutations {
			for _, row := range r.Verdict.Mutations[i].Rows {
				for _, c := range row.Complex {
					if !names.has(c.Column.Name) {
						names.add(c.Column.Name)
					}
				}
			}
		}
	}
	return names.and()
}

// moves looks whether a row is deleted from a table before its new one is written to it: in
// between, whoever stops has neither. What one batch writes is there at once, if it is logged or all of it is
// in one partition.
func moves(t *trial, p *Predicate) *Finding {
	gone := false
	for _, r := range t.ran {
		deletes, puts, _ := t.changes(r, p.Rest)
		switch {
		case deletes && puts && r.loose():
			return fails("No log stands behind an UNLOGGED BATCH. %: the old row may leave % before the new one is there, or without it.", loosely, p.Rest)
		case puts && gone:
			return fails("The old row leaves % before the new one is there. If the program stops in between, there is neither.", p.Rest)
		}
		gone = gone || deletes && !puts
	}
	return nil
}

// starts looks at the first statement that writes.
func starts(t *trial, p *Predicate) *Finding {
	for _, r := range t.ran {
		if word, _ := write(r.Stmt); word == p.Rest {
			return nil
		} else if word != "" {
			return fails("% comes first.", word)
		}
	}
	return fails("Your answer writes nothing.")
}

func raises(t *trial, p *Predicate) *Finding {
	id, no := strings.CutPrefix(p.Rest, "no ")
	for _, r := range t.ran {
		if r.Diag != nil && r.Diag.Rule == id {
			if no {
				return &Finding{State: Fails, Diag: r.Diag, In: t.text}
			}
			return nil
		}
	}
	if no {
		return nil
	}
	return fails("No statement of yours breaks the rule %.", id)
}

// selected are the rows that all SELECTs of a trial return, cut to columns; missing is
// a column that one of them does not return.
func (t *trial) selected(columns words) (rows words, missing string, any bool) {
	for _, r := range t.ran {
		if _, ok := r.Stmt.(*cql.Select); !ok || r.Diag != nil {
			continue
		}
		any = true
		for _, row := range r.Values {
			var cut words
			for _, want := range columns {
				i := words(r.Cols).index(want)
				if i < 0 {
					return nil, want, true
				}
				cut.add(row[i])
			}
			rows.add(cut.join(", "))
		}
	}
	return rows, "", any
}

func returns(t *trial, p *Predicate) *Finding {
	want := t.e.Model.Returned
	got, missing, any := t.selected(t.e.Model.Columns)
	switch {
	case !any:
		return fails("Your answer does not read: no row comes back.").asking("Which statement reads rows?")
	case missing != "":
		return fails("What comes back has no column %.", missing)
	}
	extra, lacking := difference(got, want)
	come := number.Begin(len(got), "row") + " come"
	if len(got) == 1 {
		come += "s"
	}
	var f *Finding
	switch {
	case len(extra) > 0 && len(lacking) > 0:
		f = fails("`%` comes back and does not belong on the screen; `%` is missing.", extra[0], lacking[0])
	case len(extra) > 0:
		f = fails("% back, and % not belong on the screen: `%`.", come, among(extra, "does", "do"), extra[0])
	case len(lacking) > 0:
		f = fails("% back, and % missing: `%`%", come, among(lacking, "is", "are"), lacking[:min(3, len(lacking))].join("`, `"), either(len(lacking) > 3, " …", "."))
	case p.Flag && got.join("\n") != words(want).join("\n"):
		f = fails("The right rows come back, in another order: `%` comes first.", got[0])
	default:
		if f = t.elsewhere(); f == nil {
			f = holds("")
		}
	}
	f.Measured = number.Of(len(got), "row")
	return f
}

// elsewhere is what is wrong with SELECTs that return the right rows of those that there are, when there are
// others: what a reader sees are few, and may have nothing at a bound.
func (t *trial) elsewhere() *Finding {
	if limit, has := t.limit(); has && !t.e.Model.Limited {
		return fails("These rows come back because there are few: with LIMIT % the list ends there, also where more rows belong on the screen.", limit)
	}
	for i := range t.e.Others {
		o := &t.e.Others[i]
		again := t.beside(o)
		if again.conn.Work().Stopped() {
			return tooMuch()
		}
		got, _, _ := again.selected(t.e.Model.Columns)
		more, less := difference(got, t.e.Model.Returned)
		extra, lacking := difference(more, o.More)
		gone, stays := difference(less, o.Less)
		extra, lacking = append(extra, stays...), append(lacking, gone...)
		switch {
		case len(extra) > 0 && len(lacking) > 0:
			return fails("The rows above come back. Say %: then `%` comes back and does not belong on the screen, and `%` is missing.", o.Shown, extra[0], lacking[0])
		case len(extra) > 0:
			return fails("The rows above come back. Say %: then `%` comes back, too, and does not belong on the screen.", o.Shown, extra[0])
		case len(lacking) > 0:
			return fails("The rows above come back. Say %: then `%` is missing.", o.Shown, lacking[0])
		}
	}
	return nil
}

// beside is a new trial in which there are other rows as well, with the answer run.
func (t *trial) beside(o *Other) *trial {
	again := t.rivaled(o.Insert)
	again.text = t.text
	again.run()
	return again
}

// limit is what the first SELECT says that has a LIMIT, or one for each partition.
func (t *trial) limit() (text string, has bool) {
	for _, r := range t.ran {
		s, ok := r.Stmt.(*cql.Select)
		if !ok {
			continue
		}
		for _, x := range [...]cql.Expr{s.Limit, s.PerPartitionLimit} {
			if x != nil {
				return cql.ExprText(x), true
			}
		}
	}
	return "", false
}

func among(rows words, one, many string) string {
	if len(rows) == 1 {
		return "one " + one
	}
	return number.Count(len(rows)) + " " + many
}

// difference are the rows of a that are not among those of b, each as often as it is
// too many, and those of b that are not among a.
func difference(a, b words) (extra, lacking words) {
	n := map[string]int{}
	for _, s := range b {
		n[s]++
	}
	for _, s := range a {
		if n[s]--; n[s] < 0 {
			extra.add(s)
		}
	}
	for _, s := range b {
		if n[s] > 0 {
			n[s]--
			lacking.add(s)
		}
	}
	return extra, lacking
}

func reads(t *trial, p *Predicate) *Finding {
	n, noun := 0, "partition"
	for _, r := range t.ran {
		if r.Plan == nil || r.Cost == nil {
			continue
		}
		switch r.Plan.Partitions {
		case plan.NoPartition:
		case plan.SomePartitions:
			n += r.Plan.Count
		case plan.OnePartition, plan.OneIndexedPartition:
			n++
		default:
			return fails("The statement goes through every partition of the table, on all nodes: % are read to return %.",
				number.Of(r.Cost.Rows, "row"), number.Count(r.Cost.Returned))
		}
	}
	if p.Flag {
		n, noun = 0, "row"
		for _, r := range t.ran {
			if r.Cost != nil {
				n += r.Cost.Rows
			}
		}
	}
	return p.atMost(n, noun, "Your answer reads %; the task allows %.")
}

// atMost compares a number with that of the predicate.
func (p *Predicate) atMost(n int, noun, otherwise string) *Finding {
	measured := number.Of(n, noun)
	if limit := int(p.Limit); n > limit || p.Exact && n != limit {
		f := fails(otherwise, measured, number.Count(limit))
		f.Measured = measured
		return f
	}
	return holds(measured)
}

func leaves(t *trial, _ *Predicate) *Finding {
	for i, want := range t.e.Model.Left {
		if i >= len(t.after) {
			break
		}
		is := &t.after[i]
		name, got, before := want.Table, is.Rows, t.before[i].Rows
		extra, lacking := difference(got, want.Rows)
		new, gone := difference(got, before)
		switch {
		case len(extra)+len(lacking) == 0:
			if f := t.lasts(is, &want); f != nil {
				return f
			}
		case len(extra) > 0 && len(lacking) > 0 && strings.EqualFold(extra[0], lacking[0]):
			return fails("Afterwards % holds the row `%`. It should hold `%`.", name, extra[0], lacking[0]).
				surely("The two differ only in small and capital letters. Are they the same text for the server?")
		case len(new)+len(gone) == 0:
			return fails("% holds the same rows as before.", name).asking("What should have changed?")
		case len(extra) > 0 && len(lacking) > 0 && len(gone) > 0 && t.whole() != "":
			return fails("Afterwards % holds the row `%`. It should hold `%`. What your statement gives to % replaces all that was there.", name, extra[0], lacking[0], t.whole()).
				surely("How do you write one element, so that the others stay?")
		case len(extra) > 0 && len(lacking) > 0:
			return fails("Afterwards % holds the row `%`. It should hold `%`.", name, extra[0], lacking[0])
		case len(extra) > 0:
			return fails("Afterwards % holds % too many: `%`.", name, number.Within(len(extra), "row"), extra[0])
		default:
			return fails("Afterwards % missing in %: `%`.", among(lacking, "row is", "rows are"), name, lacking[0]).asking("Who still needs what is missing?")
		}
	}
	if t.own > 0 && len(t.e.Questions) == 0 {
		return remark("The task needs no new table, and your answer leaves one: %.", t.tables[0].Name)
	}
	return nil
}

// lasts compares what is left of a table's rows once every TTL is over.
func (t *trial) lasts(is, want *Left) *Finding {
	extra, lacking := difference(is.Later, want.Later)
	stay, end := difference(want.Ends, is.Ends)
	switch {
	case len(end) > 0 && len(extra) > 0:
		return fails("It is there now, but not for long: after % % holds the row `%` in the place of `%`.", t.over(), is.Table, extra[0], end[0]).
			surely("Which of the values that you write should end by itself?")
	case len(end) > 0:
		return fails("It is there now, but not for long: after % the row `%` is gone from %.", t.over(), end[0], is.Table).
			surely("Which of the values that you write should end by itself?")
	case len(stay) > 0:
		return fails("% holds the row `%` until somebody writes something else.", is.Table, stay[0]).surely("Which of the values that you write should end by itself?")
	case len(extra)+len(lacking) > 0:
		return fails("When what you wrote has ended, % holds the row `%`. It should hold `%`.", is.Table, extra.join(""), lacking.join("")).
			surely("Which of the values that you write should end by itself?")
	}
	return nil
}

// over is the first time after which something ends that the answer has written.
func (t *trial) over() string {
	first := int32(0)
	for _, r := range t.ran {
		for _, n := range r.ends(nil) {
			if n > 0 && (first == 0 || n < first) {
				first = n
			}
		}
	}
	return number.Seconds(float64(first))
}

func tombstones(t *trial, p *Predicate) *Finding {
	n := 0
	for _, r := range t.ran {
		n += r.Deletions.Sum()
	}
	return p.atMost(n, "tombstone", "Your answer writes %; the task allows %.")
}

// visible are the rows of tables as SELECT returns them, sorted.
func (t *trial) visible() (out []Left) {
	for _, table := range t.given {
		l := Left{Table: t.name(table)}
		if r := t.exec("SELECT * FROM " + l.Table); r.Rows != nil {
			for _, row := range texts(r.Rows) {
				(*words)(&l.Rows).add(words(row).join(", "))
			}
		}
		diag.Sort(l.Rows)
		out = append(out, l)
	}
	return out
}

// ages are longer than any TTL, in seconds.
const ages = 21 * 366 * 86400

// wait looks what is left of the given tables' rows when every TTL is over.
func (t *trial) wait() {
	ends := false
	for _, r := range t.ran {
		for _, n := range r.ends(nil) {
			ends = ends || n > 0
		}
	}
	if !ends {
		return
	}
	t.conn.Wait(ages)
	for i, later := range t.visible() {
		l := &t.after[i]
		gone, come := difference(l.Rows, later.Rows)
		l.Ends, l.Later = gone, come
	}
	t.conn.Wait(-ages)
}
