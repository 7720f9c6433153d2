package model

import (
	"math"
	"slices"
	"sort"
	"strings"

	"partitionlab/wasm/advice"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
)

// manyPartitions is how many partitions one question may read before advice says so;
// tooManyPartitions so many that it is a risk.
const (
	manyPartitions    = 10
	tooManyPartitions = 100
)

// A Fact is an attribute that is stored several times, and what a change of it costs.
type Fact struct {
	Attr   *Attribute
	Tables []*Table
	Writes int64 // rows to write again in all of them, for one change
	Moved  int64 // rows of these with it in their key, so that each is deleted, and inserted anew
	rows   float64
	moved  float64
	keyed  []string
	From   string // by which of two numbers of the text they are counted: ", as there are …"
}

// Change says what one change of the fact writes.
func (f *Fact) Change() string {
	s := number.Of(f.Writes, "row")
	switch {
	case f.Moved == 0:
	case f.Moved == f.Writes:
		s += ", each by a delete and an insert"
	default:
		s += ", " + number.Count(f.Moved) + " of them by a delete and an insert"
	}
	return s
}

// facts counts in how many places each fact is stored.
func (d *Design) facts() {
	at := map[*Attribute]*Fact{}
	for _, t := range d.Tables {
		for _, c := range t.facts() {
			f := at[c.Attr]
			if f == nil {
				f = &Fact{Attr: c.Attr}
				at[c.Attr] = f
				d.Facts = append(d.Facts, f)
			}
			if !slices.Contains(f.Tables, t) {
				f.Tables = append(f.Tables, t)
			}
			n := t.copies(d.Model, c)
			if f.From == "" && n > 1 {
				f.From = t.countedFrom(d.Model)
			}
			if f.rows += n; c.Role <= Clustering {
				f.moved += n
				if !slices.Contains(f.keyed, t.Name) {
					f.keyed = append(f.keyed, t.Name)
				}
			}
		}
	}
	for _, f := range d.Facts { // in few of many tables there is less than a row of one
		if f.Writes = count(f.rows); f.moved > 0 {
			f.Moved = min(count(f.moved), f.Writes)
		}
	}
	d.Facts = slices.DeleteFunc(d.Facts, func(f *Fact) bool { return len(f.Tables) < 2 && f.Writes < 2 || f.Attr.Key })
}

// facts are the columns of a table that hold copies: one for each fact and each way that leads to
// it from a row, as the names of those who play white and of those who play black.
func (t *Table) facts() (held []*Column) {
	held = make([]*Column, 0, len(t.Columns))
	there := func(h, c *Column) bool {
		if h.Attr != c.Attr || same(h.at, c.at) {
			return h.Attr == c.Attr
		}
		stops := t.join.stops()
		return stopOf(stops, h.at) == stopOf(stops, c.at)
	}
	of := map[*Attribute][]*Column{}
	for _, c := range t.Columns {
		if c.Attr != nil && c.at != nil && c.Type != "counter" && !slices.ContainsFunc(of[c.Attr], func(h *Column) bool { return there(h, c) }) {
			held = append(held, c)
			of[c.Attr] = append(of[c.Attr], c)
		}
	}
	return held
}

// PerSecond is how often the question is asked in a second; 0 where the text does not
// say.
func (q *Question) PerSecond() float64 { return q.Often.Rate / 86400 }

// say adds a finding.
func (d *Design) say(s diag.Severity, at diag.Span, message, why, instead string, fixes ...diag.Fix) {
	d.Findings = append(d.Findings, diag.Diagnostic{Severity: s, Message: message, Span: at, Why: why, Instead: instead, Fixes: fixes})
}

// place is where the text speaks of a table.
func (t *Table) place() diag.Span {
	if t.Choice != nil {
		return t.Choice.Name.Span
	}
	return t.Questions[0].ID.Span
}

// check says what is wrong with a design, or may hurt.
func (d *Design) check() {
	for _, t := range d.Tables {
		d.checkChoice(t)
		d.checkKey(t)
		d.checkSize(t)
		d.checkParts(t)
		for _, a := range t.Accesses {
			d.checkAccess(a)
		}
	}
	d.checkTotal()
	d.checkRelationships()
	d.checkWeakKeys()
	d.checkQuestions()
	d.checkGuesses()
	d.checkStatements()
	d.checkWorkflow()
	d.checkFacts()
	d.checkMoves()
	d.checkStored()
	d.advise()
	sort.SliceStable(d.Findings, func(i, j int) bool { return d.Findings[i].Start < d.Findings[j].Start })
}

// checkParts says which questions name a part of the key of a thing where the table has not got
// the rest of it: several things have that value.
func (d *Design) checkParts(t *Table) {
	for _, q := range t.Questions {
		said := map[*place]bool{}
		for i, r := range slices.Concat(q.Given, q.Want) {
			if r.Attr == nil || !r.Attr.Key || r.at == nil || r.Attr.Of.Relation != nil || said[r.at] || r.Start >= r.End {
				continue
			}
			e, given, own := r.Attr.Of, i < len(q.Given), r.at.from == nil
			if own && !given {
				continue
			}
			key := d.Model.keyFrom(q.Entity, e, r.Via)
			if len(key) < 2 {
				continue
			}
			id := t.join.identity(r.at) // of which an owner that the question does not name is no part
			var has func(c col) bool
			switch stops := t.join.stops(); {
			case given:
				if timely(r.Attr.Type) { // a time is the same for all
					continue
				}
				asked := q.join.stops()
				known := follow(asked, q.knows)
				has = func(c col) bool { return q.gives(c) || known.has(stopOf(asked, c.at)) }
				if known.has(stopOf(asked, r.at)) {
					continue
				}
				// What lies within an owner is numbered there, and asked for by both. Other parts of the key of
				// a row may be asked for alone.
				if own && (r.Optional || !slices.ContainsFunc(id, func(c col) bool { return c.attr.Of != e && !has(c) })) {
					continue
				}
			case len(id) >= len(key) && t.direct(stops, stopOf(stops, r.at), func(*Column) bool { return true }):
				continue
			default:
				has = func(c col) bool { return t.column(c) != nil }
			}
			said[r.at] = true
			var names, rest []string
			for _, k := range key {
				names = append(names, k.attr.Name.Text)
				if !slices.ContainsFunc(id, func(c col) bool { return c.attr == k.attr && has(c) }) && k.attr != r.Attr && (r.at.from != nil || k.attr.Of != e) {
					rest = append(rest, k.text)
				}
			}
			if len(rest) == 0 {
				continue
			}
			name, severity, several := e.Name.Text, diag.Note, "Several"
			if len(e.Owners) > 0 {
				several = "Several " + manyOf(e.Owners[0].Name.Text)
			}
			why := several + " may have one with that " + r.Attr.Name.Text + ", so whoever reads it knows not which one is meant, and cannot look it up."
			if given {
				severity, why = diag.Advice, several+" may have one with that "+r.Attr.Name.Text+", and the answer has what belongs to all of these."
			}
			text, old := strings.Join(rest, ", ")+", ", d.Model.Source.Text[r.Start:r.End]
			title := "write " + strings.TrimSuffix(text, ", ") + ", too"
			if given {
				title = "given " + text + old
			}
			d.say(severity, r.Span, r.Attr.Name.Text+" alone does not tell one "+name+" in "+q.ID.Text+": its key is "+strings.Join(names, ", "), why,
				"write "+text+old+"; or leave it where all of that value are meant",
				insert(title, r.Start, text))
		}
	}
}

// checkChoice says which of an author's decisions mean nothing.
func (d *Design) checkChoice(t *Table) {
	c := t.Choice
	if c == nil {
		return
	}
	if len(c.Name.Text) > maxName {
		d.say(diag.Refused, c.Name.Span, "the name of a table has at most 48 letters", "The server builds names of folders and files from it.", "write a shorter one")
	}
	for _, q := range c.Questions {
		if q.Entity != nil && q.Entity != t.Entity && slices.Contains(d.Model.Questions, q) && !slices.Contains(t.Questions, q) {
			at := c.Name.Span
			for _, n := range c.For {
				if strings.EqualFold(n.Text, q.ID.Text) {
					at = n.Span
				}
			}
			d.say(diag.Refused, at, q.ID.Text+" wants "+q.Entity.Name.Text+", but a row of this table is one "+t.Entity.Name.Text, "A table has one kind of row.", "give "+q.ID.Text+" a table of its own")
		}
	}
	for _, list := range [][]*Ref{c.Partition, c.Cluster, c.Static, c.Plain, c.Indexes} {
		for _, r := range list {
			name := snake(r.Name.Text)
			if t.meant(name) != nil || r.Entity.Text != "" {
				continue
			}
			var have []string
			for _, c := range t.Columns {
				have = append(have, c.Name)
			}
			p := &parser{text: d.Model.Source.Text}
			p.unknown("column", "this table", Name{r.Span, r.Name.Text}, have, "")
			d.Findings = append(d.Findings, p.diags...)
		}
	}
	for _, b := range c.Buckets {
		if b.Of.Attr == nil {
			d.say(diag.Refused, b.Of.Span, snake(b.Of.Name.Text)+" is no time of this table", "A bucket is a part of a date, a timestamp or a timeuuid.", "name an attribute of one of these types")
		}
	}
	d.checkParted(t)
	for _, r := range c.Static {
		if col := t.meant(snake(r.Name.Text)); col != nil && col.Role <= Clustering {
			d.say(diag.Warning, r.Span, col.Name+" is in the key of "+t.Name+", so it cannot be static", "A static column is one that the rows of a partition share; the key tells them apart.", "take it out of the key, or out of the static columns", c.without(d.Model, c.Static, r, "static"))
		}
		if col := t.meant(snake(r.Name.Text)); col != nil && col.Role == Static && col.Rule == RuleChosen {
			d.say(diag.Warning, r.Span, "a partition has one "+col.Name+", but its rows may differ in it", "A static column is stored once for all rows of a partition; the last write wins.", "leave it in the rows")
		}
	}
}

// without takes a name out of a line of a table's block, and the line where it is the only one.
func (c *Choice) without(m *Model, list []*Ref, r *Ref, word string) diag.Fix {
	f := diag.Fix{Title: "take " + snake(r.Name.Text) + " out of " + word}
	line := c.line(word)
	if line == nil {
		return f
	}
	var rest []string
	for _, o := range list {
		if o != r {
			rest = append(rest, m.Source.Text[o.Start:o.End])
		}
	}
	if len(rest) == 0 {
		f.Edits = []diag.Edit{{Span: m.lineBreak(line.Span)}}
	} else {
		f.Edits = []diag.Edit{{Span: line.Span, Text: word + " " + strings.Join(rest, ", ")}}
	}
	return f
}

// checkParted says where a block cuts or spreads a table whose key it writes without the column
// for that.
func (d *Design) checkParted(t *Table) {
	c := t.Choice
	if c.Partition == nil {
		return
	}
	say := func(word, title, without string, name func(*Column) bool, part *Column) {
		line := c.line(word)
		if line == nil || part == nil || slices.ContainsFunc(t.PartitionKey(), name) {
			return
		}
		dec := t.decided()
		dec.partition = append(dec.partition, part.Name)
		d.say(diag.Warning, line.Span, "the key of "+t.Name+" is written without "+part.Name+", so "+title, "A block that writes the key writes all of it: what cuts or spreads a partition is one of its columns.", "write it into the key, or take the line out",
			d.setLine(t, "key", keyLine(dec), "write "+keyLine(dec)), edit(without, d.Model.lineBreak(line.Span), ""))
	}
	say("bucket", "nothing cuts its partitions", "do not cut the partitions", func(c *Column) bool { return c.Bucket != nil }, t.left[0])
	say("spread", "nothing spreads its rows", "do not spread the rows", func(c *Column) bool { return c.Spread != nil }, t.left[1])
}

// tombstones say what a change costs of what stands in a key.
const tombstones = "The delete needs the old value. It leaves a tombstone, which reads pass until gc_grace_seconds are over; if it is lost, the row stays with the old value beside the new one."

// checkKey says what is wrong with a primary key.
func (d *Design) checkKey(t *Table) {
	at := t.place()
	if t.Choice != nil && t.Choice.KeySpan.End > 0 {
		at = t.Choice.KeySpan
	}
	if missing := t.lacks(); len(missing) > 0 {
		dec := t.decided()
		dec.cluster = append(dec.cluster, missing...)
		title := "end the key with " + some(missing, "and")
		d.say(diag.Warning, at, "the key of "+t.Name+" does not keep every row: it lacks "+some(missing, "and"), oneRow, title,
			d.setLine(t, "key", keyLine(dec), title))
	}
	t.several = d.checkMixed(t, at)
	for _, c := range t.Columns {
		if c.Attr == nil || c.Role > Clustering {
			continue
		}
		if c.Type == "boolean" && c.Role == Partition {
			d.say(diag.Advice, at, c.Name+" has two values, and "+t.Name+" is divided by it", "Two values make two parts, however many rows there are.", "keep it out of the partition key, or beside columns with many values")
		}
		switch {
		case c.Role == Clustering && (c.Rule == RuleOrder || c.Rule == RuleRange) && c.at != nil && t.determined(c.at) && d.Model.ofItsKind(t.Questions[0]) == nil:
			d.say(diag.Advice, at, c.Name+" is the same for all rows of a partition of "+t.Name+", so it sorts and divides nothing", "The partition key decides it.", "order by something that differs from row to row, or take the line out")
		case c.Attr.Mutable && !c.Attr.Unique && c.Role == Partition:
			instead, fixes := "look the rows up by something that stays, or index "+c.Name, []diag.Fix(nil)
			if t.Choice != nil && t.Choice.Partition != nil {
				was, f := d.back(t, t.Questions[0])
				instead, fixes = was+"; or "+instead, f
			}
			_, left := d.tombstonesOf(t, c)
			d.say(diag.Advice, at, c.Name+" changes, and it is in the partition key of "+t.Name+left, "A key cannot be updated: each change is a delete in one partition and an insert in another. "+tombstones, instead, fixes...)
		case c.Attr.Mutable && !c.Attr.Unique:
			severity, left := d.tombstonesOf(t, c)
			instead := ""
			if severity != diag.Note {
				instead = "keep " + c.Name + " out of the key, and let an index or the application compare it"
			}
			d.say(severity, at, c.Name+" changes, and it is in the key of "+t.Name+left, "A key cannot be updated: each change is a delete and an insert. "+tombstones, instead)
		case c.Attr.Unique && !c.Attr.Key && c.Role == Partition && c.Attr.Of != t.Entity && c.at != nil && t.copies(d.Model, c) > 1:
			moved, severity, key := count(t.copies(d.Model, c)), diag.Note, some(c.Attr.Of.keys(true), "and")
			if moved > batchRows {
				severity = diag.Advice
			}
			d.say(severity, at, c.Name+" is the key of "+t.Name+": a change of one moves about "+number.Of(moved, "row"), "A key cannot be updated: each row is deleted and inserted anew.",
				"ask for "+key+" by "+c.Name+" first, then for "+manyOf(t.Entity.Name.Text)+" by "+key)
		}
	}
	if t.replaces() {
		var key, own []string
		for _, c := range append(t.PartitionKey(), t.ClusteringKey()...) {
			if c.Attr != nil {
				key = append(key, c.Name)
			}
		}
		for _, c := range t.join.identity(t.join.places[0]) {
			own = append(own, c.attr.Name.Text)
		}
		instead, fixes := "write into "+t.Name+" first, with IF NOT EXISTS, and go on only where it was applied", []diag.Fix(nil)
		if line := t.Questions[0].line("unique"); line != nil {
			instead += "; or take `unique` out of " + t.Questions[0].ID.Text + ", so that the key ends with " + some(own, "and")
			fixes = append(fixes, edit("take unique out", d.lineOf(*line), ""))
		}
		d.say(diag.Note, at, "nothing but "+t.Name+" keeps "+some(key, "and")+" unique", "The key does not hold "+some(own, "and")+": a second "+spaced(t.Entity.Name.Text)+" with the same "+some(key, "and")+" replaces the first, without an error.", instead, fixes...)
	}
	if key := t.PartitionKey(); len(key) > 0 && !slices.ContainsFunc(key, func(c *Column) bool { return c.Bucket == nil }) {
		unit := key[0].Bucket.Unit
		writes, severity := "", diag.Advice
		if rate := d.Model.daily(t.Entity); d.Model.count(t.Entity).Known {
			writes = ": about " + number.Of(count(rate*bucketDays[unit]), "row") + " one after another"
			if rate < calmRows {
				severity = diag.Note
			}
		}
		if of := key[0].Bucket.Of.Attr; writes == "" && of != nil && of.Type == "date" { // which need not be the day of writing
			severity = diag.Note
		}
		for _, q := range t.Questions {
			if reads := q.PerSecond(); reads > 0 {
				writes += "; " + q.ID.Text + " asks it " + number.Round(reads) + " times a second"
				if reads >= calmReads {
					severity = diag.Advice
				}
			}
		}
		if d.busy(t) || severity == diag.Advice && writes != "" {
			d.say(severity, at, "one partition of "+t.Name+" takes everything that is written in one "+unit+writes, "Its replicas do all the work while the others have none.",
				"spread each "+unit+" over a few partitions and read them at the same time"+t.readsOver(spreadParts), d.spreadFix(t, spreadParts))
		}
	}
}

// graceDays is for how long a tombstone stays at least where a table does not say: gc_grace_seconds.
const graceDays = 10

// tombstonesOf says how many tombstones the changes of a column of the key leave in each partition, if the
// text says how often it changes, and how much that matters: the server warns of a read that passes
// 1,000 of them, and refuses one of 100,000.
func (d *Design) tombstonesOf(t *Table, c *Column) (diag.Severity, string) {
	daily := c.Attr.Changes.Rate * t.Size.Rows.Typ
	if daily <= 0 {
		return diag.Note, ""
	}
	rows, all, s := count(t.Size.Rows.Typ), daily*graceDays, diag.Note
	switch {
	case all < 1:
		return s, ""
	case all >= 100_000:
		s = diag.Warning
	case all >= 1000 || all >= 10*t.Size.Rows.Typ:
		s = diag.Advice
	}
	return s, ": in each partition about " + number.Of(count(all), "tombstone") + " of " + digits(graceDays) + " days lie beside " + number.Of(rows, "row")
}

// hasTime reports whether a table has a time by which its partitions can be cut.
func (t *Table) hasTime() bool {
	return slices.ContainsFunc(t.Columns, func(c *Column) bool { return c.Attr != nil && timely(c.Attr.Type) })
}

// spreadParts are over how many partitions a fix spreads what one would take.
const spreadParts = 4

// readsOver says how many partitions questions read where each is spread over so many.
func (t *Table) readsOver(parts int64) (said string) {
	for _, a := range t.Accesses {
		if a.Served {
			said += "; " + a.Question.ID.Text + " then reads " + partitions(a.Fewest*parts, a.Partitions*parts)
		}
	}
	return said
}

// lacks are the columns without which a table's key does not tell its rows apart.
func (t *Table) lacks() (missing []string) {
	stops := t.join.stops()
	in := func(c *Column) bool { return c.Role <= Clustering || slices.Contains(missing, c.Name) }
	for _, c := range t.identity {
		have := t.column(c)
		if have == nil || in(have) {
			continue
		}
		if known := follow(stops, func(s *stop) bool { return t.direct(stops, s, in) }); len(t.Questions[0].Unique) > 0 || !known.has(stopOf(stops, c.at)) {
			missing = append(missing, have.Name)
		}
	}
	return missing
}

// checkMixed says where a partition has things of several owners that nothing but a time tells apart:
// what one owner has at one time is one thing, what two of them have is not.
func (d *Design) checkMixed(t *Table, at diag.Span) bool {
	m, stops := d.Model, t.join.stops()
	q := t.Questions[0]
	for _, c := range t.identity {
		e, s := c.attr.Of, stopOf(stops, c.at)
		if len(q.Unique) > 0 || s == nil || !e.byTime() {
			continue
		}
		named := follow(stops, func(o *stop) bool {
			return o != s && t.direct(stops, o, func(c *Column) bool { return c.Role <= Clustering })
		})
		var others []*Entity
		var of []*Entity // those that the key names
		for _, o := range m.owners(e) {
			if slices.ContainsFunc(stops, func(x *stop) bool {
				return x.entity == o && named.has(x) && (x.up == s && !x.link.many || s.up == x && s.link.many)
			}) {
				of = append(of, o)
			} else {
				others = append(others, o)
			}
		}
		// The owner of an owner has the things of several.
		if len(others) == 0 || slices.ContainsFunc(of, func(o *Entity) bool {
			return !slices.ContainsFunc(others, func(p *Entity) bool {
				ways, _ := m.ways(p, o, "", eitherEnd)
				return slices.ContainsFunc(ways, func(way []link) bool { return several(way) == 0 })
			})
		}) {
			continue
		}
		instead, fixes := m.keyed(e, others)
		if keys := others[0].keys(true); len(keys) > 0 {
			instead += "; or for this table alone, sort " + q.ID.Text + " by " + some(keys, "and") + ", too"
		}
		d.say(diag.Warning, at, "in a partition of "+t.Name+", nothing but "+c.attr.Name.Text+" tells "+manyOf(e.Name.Text)+" of several "+manyOf(others[0].Name.Text)+" apart", oneRow, instead, fixes...)
		return true
	}
	return false
}

// byTime reports whether nothing but times tells the things of an entity apart.
func (e *Entity) byTime() bool {
	key := e.ownKey()
	return e.Relation == nil && len(e.Owners) == 0 && len(key) > 0 && !slices.ContainsFunc(key, func(a *Attribute) bool {
		return a.Type != "timestamp" && a.Type != "date"
	})
}

// owners are what has several of an entity, each of which has one.
func (m *Model) owners(e *Entity) (out []*Entity) {
	for _, l := range m.links(e) {
		if !l.many && l.back().many() && l.to != e && !slices.Contains(out, l.to) {
			out = append(out, l.to)
		}
	}
	return out
}

// keyed says how the key of an entity becomes one that no two of it share, with one of its owners or without.
func (m *Model) keyed(e *Entity, owners []*Entity) (instead string, fixes []diag.Fix) {
	id := snake(e.Name.Text) + "_id timeuuid key"
	instead = "add a line: " + id
	fixes = append(fixes, insert(instead, e.ownKey()[0].Start, id+"\n  "))
	for _, l := range m.links(e) {
		if !l.many && l.amount().Lo >= 1 && slices.Contains(owners, l.to) {
			write := "write within " + l.to.Name.Text
			return instead + "; or " + write + " behind its name", append(fixes, insert(write, e.Name.End, write[len("write"):]))
		}
	}
	return instead, fixes
}

const oneRow = "Two rows with equal keys are one row: the second write replaces the first, without an error."

// heavyBytes are those of a value of which some dozens fill a partition.
const heavyBytes = targetBytes / 100

// heavy is the column of a table with the largest values, if each fills a good part of a partition
// that has several rows.
func (t *Table) heavy() (most *Column) {
	for _, c := range t.of(Regular) {
		if c.Attr != nil && c.Attr.bytes().Typ >= heavyBytes && t.Size.Rows.Hi > 1 && (most == nil || c.Attr.bytes().Typ > most.Attr.bytes().Typ) {
			most = c
		}
	}
	return most
}

// bytes are those of a value, as far as the text says how long it is.
func (a *Attribute) bytes() Amount {
	if e, ok := parseType(a.Type); ok && hasElements(e) {
		return a.Elements.times(a.Size)
	}
	return a.Size
}

// large and uneven report what checkSize says of the largest partition.
func (z *Size) large() bool  { return z.Max > targetBytes }
func (z *Size) uneven() bool { return len(z.Even) > 0 && z.Max <= limitBytes && z.Uneven > limitBytes }

// checkSize says which partitions grow too large, and when.
func (d *Design) checkSize(t *Table) {
	z := t.Size
	at := t.place()
	if e := t.Entity; t.counter() && e.Kept.Known && e.Kept.Typ < d.Model.horizon() {
		d.say(diag.Note, at, "what "+t.Name+" counts does not expire with its "+spaced(e.Name.Text)+": it is sized as if nobody deleted it", "The server takes no time to live for counters.", "delete its rows, or let a table for each time count, which is dropped")
	}
	if p := z.Unsized; p != nil {
		d.say(diag.Advice, at, "how large "+t.Name+" gets is not known: "+p.Message, p.Why, "write a smaller size, or keep large values in rows of a table of their own")
	}
	heavy := t.heavy()
	if heavy != nil {
		a := heavy.Attr
		bytes := a.bytes()
		most := ""
		if bytes.Hi > bytes.Typ {
			most = ", at most " + number.Bytes(bytes.Hi)
		}
		d.say(diag.Advice, at, "one row of "+t.Name+" is large: "+heavy.Name+" alone has about "+number.Bytes(bytes.Typ)+most, "Some dozens of such rows fill a partition, however it is cut.",
			"keep "+heavy.Name+" in a table of its own, or in an object store with its address here")
	}
	if z.large() {
		s, why := diag.Note, "10 MB is what a design aims at, 100 MB the guideline."
		if z.Max > limitBytes {
			s, why = diag.Advice, "Reading, compacting and repairing a partition needs its index and more in memory; 100 MB is the guideline."
		}
		instead, fixes := "spread it", []diag.Fix(nil)
		if t.hasTime() {
			instead = "cut it by a bucket of time, or spread it"
		}
		if heavy != nil {
			instead = "keep " + heavy.Name + " out of its rows first"
		}
		var best *Alternative
		for _, o := range d.Alternatives(t) {
			if o.Then.Served && o.Then.late == nil && o.Then.Bytes <= targetBytes && (best == nil || o.Then.Partitions < best.Then.Partitions) {
				best = o
			}
		}
		if parts := enough(float64(z.Max) / targetBytes); best == nil && heavy == nil && parts > 1 && float64(parts) <= z.Rows.Typ {
			instead, fixes = "spread it over "+digits(parts)+" partitions"+t.readsOver(parts), []diag.Fix{d.spreadFix(t, parts)}
		}
		if best != nil {
			instead, fixes = best.Fix.Title+": "+best.Question.ID.Text+" then costs "+best.Then.String(), []diag.Fix{best.Fix}
		}
		d.say(s, at, "the largest partition of "+t.Name+" has "+number.Bytes(z.Max)+" after "+d.Model.HorizonWords()+z.IfEven(), why, instead, fixes...)
	}
	if z.uneven() {
		d.say(diag.Note, at, "the values of "+some(z.Even, "and")+" are taken to be equally common in "+t.Name+": one that has all rows makes a partition of "+number.Bytes(z.Uneven), "A partition has the rows of one value, and some values are mostly more common than others.", "check how common the most common one is")
	}
	load, byTime := 0.0, !slices.ContainsFunc(t.PartitionKey(), func(c *Column) bool { return c.Bucket == nil })
	for _, a := range t.Accesses {
		if rows := a.rowsPerSecond(); rows < manyRows && a.Hottest() < hotReads { // or its question says so
			load += rows
		}
	}
	if z.Partitions < 100 && (float64(z.Partitions)*float64(z.Then) > targetBytes || load >= nodeRows && !byTime) {
		many := ""
		if load >= nodeRows {
			many = ", of which about " + number.Round(load) + " rows a second are read"
		}
		d.say(diag.Advice, at, t.Name+" has "+number.Of(z.Partitions, "partition")+" only"+many, "Its data and its load cannot spread over more nodes than that.", "add to the partition key what has more values, or spread it")
	}
}

// checkAccess says how a question is answered where it is not by one partition, in
// the order that it wants.
func (d *Design) checkAccess(a *Access) {
	q, t := a.Question, a.Table
	at := q.ID.Span
	id := q.ID.Text
	if !a.Served {
		instead, fixes := d.back(t, q)
		d.say(diag.Warning, at, t.Name+" does not answer "+id+": "+a.Why, "The server finds rows by the partition key and by the order inside a partition, and by nothing else.", instead, fixes...)
		return
	}
	if a.rare() && a.Most > manyPartitions {
		d.checkSearch(a)
	} else if a.Fewest > 1 || a.Partitions > 1 && !a.First { // the next one of a screenful is read where it is needed
		s := diag.Note
		if a.Fewest > manyPartitions {
			s = diag.Advice
		}
		if a.Fewest > tooManyPartitions {
			s = diag.Warning
		}
		often := ""
		if rate := q.PerSecond(); rate > 0 {
			often = ", " + number.Round(rate*a.Usual) + " reads a second"
		}
		if len(a.Each) > 0 {
			often += ": its statement is sent once for each " + some(a.Each, "and")
		}
		if s == diag.Warning {
			often = ", about " + number.Round(a.Rows.Typ) + " rows" + often
		}
		d.say(s, at, id+" reads "+partitions(a.Fewest, a.Partitions)+" of "+t.Name+often, "Each may lie on other nodes; the slowest one decides when the answer is there. Ask for them at the same time with single queries, not with IN, so that each goes to its own replicas.", "")
	}
	byTime := !slices.ContainsFunc(t.PartitionKey(), func(c *Column) bool { return c.Bucket == nil }) // as checkKey has said
	if hot := a.Hottest(); hot >= hotReads && !byTime {
		d.say(diag.Advice, at, id+" reads one partition of "+t.Name+" about "+number.Round(hot)+" times a second", "The replicas of one partition serve all of that alone, however many nodes there are.", "keep the answer in the application for a few seconds, or put into the partition key what has more values")
	}
	d.checkQueue(a)
	d.checkClient(a)
	if rows := a.rowsPerSecond(); rows >= manyRows {
		instead := a.limited()
		if q.Limit > 0 {
			instead = "show fewer rows"
		}
		few := ""
		if n := t.Size.Partitions; n < 100 {
			few = ", from a table of " + number.Of(n, "partition")
		}
		d.say(diag.Warning, at, id+" reads about "+number.Round(rows)+" rows a second: about "+number.Of(count(a.Rows.Typ), "row")+" each time"+few,
			"A node is taken to serve "+number.Count(nodeRows)+" neighboring rows a second: this question alone keeps "+number.Of(enough(rows/nodeRows), "node")+" busy.", instead+", ask for less by a value that is known or a range, or store the result that the screen needs")
	} else if a.Rows.Typ > 5000 && q.Limit == 0 {
		d.say(diag.Note, at, id+" reads about "+number.Of(count(a.Rows.Typ), "row")+" at once", "They come in pages of 5,000, and a person does not read them all.", a.limited())
	}
	for _, name := range a.Indexed {
		d.say(diag.Note, at, id+" searches "+name+" by an index inside of one partition", "With the partition key an index asks only its replicas.", "")
	}
	if t.mixed() {
		return // there is no such table
	}
	if made := d.statement(a.Table); made != nil && made.Refused != nil {
		return // there is nothing to ask, as is said of its statement
	}
	for ; a != nil; a = a.With {
		if r := d.session.Exec(a.Statement); r.Diag != nil {
			d.say(diag.Warning, at, "the server refuses the statement of "+id+": "+r.Diag.Message, r.Diag.Why, "")
			return
		}
	}
}

// back says how a question gets back the answer that its table has lost by what the author wrote.
func (d *Design) back(t *Table, q *Question) (instead string, fixes []diag.Fix) {
	instead = "give " + q.ID.Text + " a table of its own"
	if f, ok := d.Apart(t, q); ok {
		return instead, []diag.Fix{f}
	}
	if t.Choice == nil || t.Choice.Partition == nil {
		return instead, nil
	}
	own := (&maker{d, d.Model}).table([]*Question{q}, nil, decision{}) // it is one: what was moved goes back
	return "take back what was moved: " + keyLine(own.decided()), []diag.Fix{d.setLine(t, "key", "", "the key that follows from "+q.ID.Text)}
}

// checkClient says what is left to the application: advice where no table spares it that, a risk
// where the one that follows from the question does.
func (d *Design) checkClient(a *Access) {
	q, t := a.Question, a.Table
	at, id := q.ID.Span, q.ID.Text
	if late := a.late(); late != nil {
		instead, fixes := d.back(t, q)
		lost := ""
		if q.Limit > 0 {
			lost = " LIMIT counts rows before the application compares them, so rows are lost by it."
		}
		d.say(diag.Warning, at, "where "+id+" is given "+some(late, "and")+", the server refuses it in "+t.Name+": the application compares it, in about "+number.Of(count(a.With.Rows.Typ), "row"),
			"A column of the key is found only behind columns that are given."+lost, instead+"; or write two questions, one that is given it and one that is not", fixes...)
	}
	if len(a.Filtered)+len(a.Sorted) == 0 {
		return
	}
	if t.Choice != nil {
		own := (&maker{d, d.Model}).table([]*Question{q}, nil, decision{}).access(d.Model, q)
		if own.Served && len(own.Filtered)+len(own.Sorted) == 0 {
			var lost, does []string
			counts := ""
			if len(a.Filtered) > 0 {
				lost, does = append(lost, "its slice"), append(does, "compares "+some(a.Filtered, "and"))
			}
			if len(a.Sorted) > 0 {
				lost, does = append(lost, "its order"), append(does, "sorts them by "+some(a.Sorted, "and"))
			}
			if q.Limit > 0 {
				lost, does = append(lost, "its LIMIT"), append(does, "keeps "+number.Count(q.Limit))
				counts = ", and LIMIT counts them in that order"
			}
			read := "about " + number.Of(count(a.Rows.Typ), "row")
			if most := count(a.Rows.Hi); most > count(a.Rows.Typ) {
				read += ", up to " + number.Count(most) + ","
			}
			instead, fixes := d.back(t, q)
			d.say(diag.Warning, at, id+" has lost "+some(lost, "and")+" in "+t.Name+": for each answer "+read+" are read, and the application "+some(does, "and"),
				"The server reads neighboring rows in the stored order or its reverse"+counts+". It neither sorts by another column nor finds rows by one without ALLOW FILTERING, which reads as many.", instead, fixes...)
			return
		}
	}
	if len(a.Filtered) > 0 {
		d.say(diag.Advice, at, id+" must compare "+some(a.Filtered, "and")+" in the client: about "+comesBack(a.Rows.Typ), "The server slices a partition by one range, after columns that are known.", a.unfiltered())
	}
	if len(a.Sorted) > 0 {
		d.say(diag.Advice, at, id+" must sort by "+some(a.Sorted, "and")+" in the client: about "+comesBack(a.Rows.Typ), "The rows of a partition come back in the stored order or its reverse. A slice by one column cannot be sorted by another.", "give "+id+" a table in that order, or sort the few rows that come back")
	}
}

// comesBack is how many rows do.
func comesBack(rows float64) string {
	if n := count(rows); n > 1 {
		return number.Of(n, "row") + " come back"
	}
	return "1 row comes back"
}

// limited says how to ask for a screenful: of rows that come in the order of a time, limit
// alone leaves the oldest.
func (a *Access) limited() string {
	const limit = "add a line: limit 50"
	key := a.Table.ClusteringKey()
	i := slices.IndexFunc(key, func(c *Column) bool {
		return c.Attr == nil || !slices.ContainsFunc(a.Question.Given, func(r *Ref) bool { return !r.Optional && a.Table.column(col{r.Attr, r.at}) == c })
	})
	if i < 0 || key[i].Attr == nil || !timely(key[i].Attr.Type) {
		return limit
	}
	name, newest := key[i].Attr.Name.Text, key[i].Desc
	if order := a.Question.Order; len(order) > 0 {
		newest = order[0].Desc
	}
	if newest {
		return limit
	}
	return limit + ", which gives the oldest; for the newest, order " + name + " desc, too"
}

// checkQueue says where a question looks in the order of time for what has one of few values that
// change: for what is still to be done, which lies among all that is done already.
func (d *Design) checkQueue(a *Access) {
	q, t := a.Question, a.Table
	if t.Size.Rows.Typ <= guess || a.rare() && a.Most > manyPartitions || len(q.Order) > 0 && (q.Order[0].Desc || !timely(q.Order[0].Attr.Type)) {
		return // few, or said already, or no queue
	}
	daily := slices.ContainsFunc(q.Ranges, func(r *Ref) bool { return timely(r.Attr.Type) })
	if len(q.Order) == 0 && !daily && !slices.ContainsFunc(q.Entity.Attributes, func(a *Attribute) bool { return timely(a.Type) }) {
		return
	}
	for _, r := range q.Given {
		c := t.column(col{r.Attr, r.at})
		if n, _ := t.distinct(d.Model, r.Attr); c == nil || !r.Attr.Mutable || r.Attr.Unique || r.Optional || n > guess {
			continue
		}
		name, key := snake(r.Name.Text), c.Role <= Clustering
		if !key && daily {
			continue // what is done lies in other days
		}
		severity, why := diag.Advice, "What is done stays among what waits, and becomes more every day."
		if key {
			severity, why = diag.Warning, "What is done is deleted among what waits. "+tombstones
		}
		d.say(severity, q.ID.Span, q.ID.Text+" asks for what has one value of "+name+", which changes: "+t.Name+" is a queue", why,
			"give what waits a table of its own by day or hour, and leave whole days behind; or ask for a range of time in which things are done")
		return
	}
}

// checkSearch says how far a question goes that looks for few of many rows, bucket after
// bucket, and where it is a queue: what has not changed yet lies behind all that has.
func (d *Design) checkSearch(a *Access) {
	q, t := a.Question, a.Table
	names := slices.Concat(a.Indexed, a.Filtered)
	first, _ := q.begins()
	few := ""
	if a.Partitions < a.Most {
		few = fewestToMost(a.Fewest, a.Partitions) + " if the values of " + some(names, "and") + " are equally common at any time, and "
	}
	s, message := diag.Advice, q.ID.Text+" reads "+few+"up to "+number.Of(a.Most, "partition")+" of "+t.Name+" where few of the "+first+" rows match"
	why := "It goes from one bucket to the next until the screen is full, and an empty answer costs as much as a full one."
	if !q.Order[0].Desc && slices.ContainsFunc(names, func(name string) bool { return t.Column(name).Attr.Mutable }) {
		s, message = diag.Warning, message+": it is a queue"
		why += " Those that wait are among the newest rows, and the oldest ones have changed long ago."
	}
	time := snake(q.Order[0].Name.Text)
	at := d.Model.Source.Text[q.Order[0].Name.Start:q.Order[0].Name.End]
	d.say(s, q.ID.Span, message, why, "ask for a range: range "+time+" 1 day; what waits to be done belongs in a queue of its own",
		insert("range "+time+" 1 day", q.Head.End, "\n  range "+at+" 1 day"))
}

// unfiltered says what to do about columns that the client must compare: an index finds equal
// values, and ranges of what has an order of its own; other ranges need a table in their order.
func (a *Access) unfiltered() string {
	var ranges, others []string
	for _, name := range a.Filtered {
		c := a.Table.Column(name)
		if slices.ContainsFunc(a.Question.Ranges, func(r *Ref) bool { return a.Table.column(col{r.Attr, r.at}) == c }) && !rangeIndexed(c.Type) {
			ranges = append(ranges, name)
		} else {
			others = append(others, name)
		}
	}
	switch {
	case len(ranges) == 0:
		return "ask for less, or index " + some(others, "and")
	case len(others) > 0:
		return "index " + some(others, "and") + ", and ask for one range in each question"
	}
	return "ask for one range in each question: another question with the range of " + some(ranges, "or") + " gets a table in that order"
}

// checkQuestions says where two questions ask the same, and where one may be about what is
// related to the given thing, but asks for the thing itself.
func (d *Design) checkQuestions() {
	for _, q := range d.Model.unread {
		if r := q.hangs; r != nil {
			d.say(diag.Note, q.ID.Span, q.ID.Text+" has no table yet: its rows hang on "+r.A.Text+" "+r.Verb+" "+r.B.Text+", whose numbers cannot be read", "The two numbers decide what one row is.", "mend that line")
		}
	}
	first := map[string]*Question{}
	for _, q := range d.Model.Questions {
		key := q.asking()
		if first[key] == nil {
			first[key] = q
		} else {
			d.say(diag.Advice, q.ID.Span, q.ID.Text+" asks the same as "+first[key].ID.Text, "One table answers both: a second question has another thing given, another order or range, or wants something else.",
				"change it, or take it out and name "+first[key].ID.Text+" on its screens", d.Model.RemoveQuestion(q))
		}
		d.checkEnds(q)
		d.checkDetours(q)
		d.checkShared(q)
		r := d.Model.ofItsKind(q)
		for _, same := range q.Same {
			if r == nil { // else it means others, which it sorts
				d.say(diag.Note, same.Span, q.ID.Text+" sorts by "+snake(same.Name.Text)+", which is the same in all rows of its answer", "What is given decides it, so there is nothing to sort: it is left out of the key.",
					"order by something that differs from row to row, or take it out", d.outOfOrder(q, same))
			}
		}
		if r != nil {
			name, g := q.Entity.Name.Text, q.Given[0]
			d.say(diag.Warning, g.Span, q.ID.Text+" is answered with the "+name+" that is given, not with "+manyOf(name)+" related to it", "A given key of the entity that makes a row names that row.",
				"for those that the relationship `"+r.Verb+"` leads to, write "+r.sides(g.Name.Text), r.ends(diag.Span{Start: g.Name.End, End: g.Name.End}, " via "+r.name())...)
		}
	}
}

// outOfOrder takes an attribute out of the line that sorts by it, and the line where that is
// all it says.
func (d *Design) outOfOrder(q *Question, r *Ref) diag.Fix {
	f := diag.Fix{Title: "take " + d.Model.Source.Text[r.Name.Start:r.Name.End] + " out of the order"}
	for _, l := range q.Lines {
		if l.Word != "order" || r.Start < l.Start || r.End > l.End {
			continue
		}
		at := r.Span
		switch before, after := strings.LastIndexByte(d.Model.Source.Text[l.Start:r.Start], ','), strings.IndexByte(d.Model.Source.Text[r.End:l.End], ','); {
		case before >= 0:
			at.Start = l.Start + before
		case after >= 0:
			_, at.End = r.End, r.End+after+1
			for at.End < l.End && d.Model.Source.Text[at.End] == ' ' {
				at.End++
			}
		default:
			at = d.lineOf(l)
		}
		f.Edits = []diag.Edit{{Span: at}}
	}
	return f
}

// sides says what to write for each end of a relationship of an entity with itself.
func (r *Relationship) sides(name string) string {
	return name + " via " + r.name() + " left where it stands left of the verb in " + code(r.A.Text+" "+r.Verb+" "+r.B.Text) + ", and " + name + " via " + r.name() + " right where it stands right of it"
}

// ends are fixes that write an end, each with how many of the other end one has there.
func (r *Relationship) ends(at diag.Span, before string) (out []diag.Fix) {
	for _, e := range [...]end{leftEnd, rightEnd} {
		title := "via " + r.name() + " " + endNames[e] + ": one has " + e.of(r).of(r.B.Text)
		out = append(out, edit(title, at, before+" "+endNames[e]))
	}
	return out
}

// checkEnds says where a question does not tell at which end of a relationship of an
// entity with itself that stands of which it speaks.
func (d *Design) checkEnds(q *Question) {
	done := map[*place]bool{}
	for _, g := range slices.Concat(q.Given, q.Ranges, q.Order, q.Want) {
		if g.Via == "" || g.At != eitherEnd || g.at == nil || done[g.at] {
			continue
		}
		done[g.at] = true
		for _, l := range g.at.path {
			r := l.rel
			if !r.own() || !r.called(g.Via) || slices.ContainsFunc(q.Given, func(o *Ref) bool { return o.at == g.at && o.At != eitherEnd }) {
				continue
			}
			at := g.at.end()
			if at == eitherEnd { // what lies behind it
				at = l.end()
			}
			d.say(diag.Warning, g.Span, "via "+g.Via+" may mean either end of "+r.A.Text+" "+r.Verb+" "+r.B.Text+": "+q.ID.Text+" takes the "+endNames[at]+" one, which has "+at.of(r).of(r.B.Text),
				"Both ends are the same entity, so the text does not say which one is meant.", "write "+r.sides(g.Name.Text), r.ends(diag.Span{Start: g.ViaSpan.End, End: g.ViaSpan.End}, "")...)
			break
		}
	}
}

// checkDetours says which of several ways to an entity a question takes, where the text does
// not say it: the shortest, and of those over as many relationships the one that meets single
// things. For what is shown it is the only one: a row holds one of it.
func (d *Design) checkDetours(q *Question) {
	m := d.Model
	done := map[*place]bool{}
	all := slices.Concat(q.Given, q.Ranges, q.Order, q.Same, q.Want)
	for _, r := range all {
		if r.at != nil && r.ViaSpan.Len() > 0 && !m.alike(r.Via) {
			done[r.at] = true // said once
		}
	}
	for _, r := range all {
		if r.Attr == nil || r.at == nil || r.at.from == nil || done[r.at] {
			continue
		}
		done[r.at] = true
		taken := r.at.links()
		names := by(taken)
		var others []string
		var fixes []diag.Fix
		for _, o := range m.detours(taken, q.Entity, r.at.entity, slices.Contains(q.Want, r)) {
			others = append(others, some(o.by, "and"))
			fixes = append(fixes, r.by(o.via))
		}
		if others != nil {
			d.say(diag.Note, r.Span, q.ID.Text+" takes the way to "+snake(r.Name.Text)+" by "+some(names, "and")+"; another one leads there by "+some(others, "or by"), "Each way may lead to another "+spaced(r.at.entity.Name.Text)+".",
				"if that one is meant, say so: "+r.Name.Text+" "+fixes[0].Title, fixes...)
		}
	}
}

// checkShared says where what is given and a row are joined by nothing but a third thing, which each
// has one of: then the answer is all that this one has, and each row is stored for each of the given.
// So it is where the way goes on from what the third thing has, unless the text says that way.
func (d *Design) checkShared(q *Question) {
	a, m := d.Access(q), d.Model
	for _, r := range q.Given {
		if a == nil || r.at == nil || r.Attr == nil {
			continue
		}
		way, times := r.at.links(), 1.0
		up := slices.IndexFunc(way, func(l link) bool { return l.many })
		if up < 1 {
			continue
		}
		far := len(by(way[up:])) > 1
		if far && r.ViaSpan.Len() > 0 || !far && way[up].rel.Pair != nil {
			continue
		}
		shared := way[up-1].to
		for _, l := range way[up:] {
			if l.many {
				times *= m.there(l.to, l.amount(), m.horizon()).Typ
			}
		}
		if far {
			times = float64(a.Table.Writes(m))
		}
		if times < 2 {
			continue
		}
		one, rows, of := r.at.entity, manyOf(q.Entity.Name.Text), shared.Name.Text
		severity := diag.Advice
		if times > batchRows {
			severity = diag.Warning
		}
		fixes := []diag.Fix{m.Relate(one, q.Entity)}
		line := strings.TrimSpace(fixes[0].Edits[0].Text)
		fixes[0].Title = "relate them: some " + rows + " belong to one " + one.Name.Text
		instead := "relate " + one.Name.Text + " and " + q.Entity.Name.Text + " where some belong to one"
		if key := shared.keys(true); len(key) == 1 {
			instead += "; where all of the " + of + " are meant, be given " + key[0] + ", which is known of the " + one.Name.Text
			fixes = append(fixes, edit("given "+key[0], diag.Span{Start: r.Start, End: r.Name.End}, key[0]))
		}
		if far {
			row := q.Entity.Name.Text
			d.say(severity, r.Span, q.ID.Text+" takes the way from "+row+" to "+one.Name.Text+" by "+some(by(way), "and")+": one "+row+" is "+number.Of(count(times), "row")+" of "+a.Table.Name+", "+number.Bytes(a.Table.Size.Total)+" in all",
				"No relationship joins "+rows+" with "+manyOf(one.Name.Text)+". The way goes to the "+of+", and from there to all that it has, whether that has to do with the "+row+" or not.",
				"add a line: "+spaces(line)+"; if this way is meant, say so: "+r.Name.Text+" via "+way[len(way)-1].rel.name(), fixes[0])
			return
		}
		d.say(severity, r.Span, q.ID.Text+" is answered with all "+rows+" of the "+of+" that the "+one.Name.Text+" has, and "+a.Table.Name+" holds each of them about "+number.Of(count(times), "time")+", once for each "+one.Name.Text+" of that "+of+": "+number.Bytes(a.Table.Size.Total)+" in all",
			"No relationship joins "+rows+" with "+manyOf(one.Name.Text)+": the way goes by "+some(by(way), "and")+".", instead, fixes...)
		return
	}
}

// alike reports whether several relationships are called the same.
func (m *Model) alike(via string) bool { return len(m.meant(via)) > 1 }

// by is a fix that says by which relationship a way goes.
func (r *Ref) by(via string) diag.Fix {
	edit := diag.Edit{Span: diag.Span{Start: r.Name.End, End: r.Name.End}, Text: " via " + via}
	if r.ViaSpan.Len() > 0 {
		edit = diag.Edit{Span: r.ViaSpan, Text: via}
	}
	return diag.Fix{Title: "via " + via, Edits: []diag.Edit{edit}}
}

// asking is all that decides what a question is answered with, as a key.
func (q *Question) asking() string {
	var parts []string
	list := func(word string, refs []*Ref, ordered bool) {
		var names []string
		for _, r := range refs {
			name := r.Name.Text
			if r.Attr != nil && r.Attr.Of != nil {
				name = r.Attr.Of.Name.Text + "." + r.Attr.Name.Text
			}
			if r.Desc {
				name += " desc"
			}
			if r.Optional {
				name += " optional"
			}
			names = append(names, name+" via "+r.Via+" "+endNames[r.At]+" "+number.Plain(r.Slice.Typ))
		}
		if !ordered {
			diag.Sort(names)
		}
		parts = append(parts, word, strings.Join(names, ","))
	}
	list("given", q.Given, false)
	list("range", q.Ranges, false)
	list("order", slices.Concat(q.Order, q.Same), true)
	list("want", q.Want, false)
	list("unique", q.Unique, false)
	return q.Entity.Name.Text + "\x00" + strings.Join(parts, "\x00") + "\x00" + digits(q.Limit)
}

// ofItsKind is the relationship of an entity with its own kind that a question may mean
// that is given that entity's key and nothing else: its title speaks of it, as in players
// whom a player follows, or it sorts or limits what is one row.
func (m *Model) ofItsKind(q *Question) *Relationship {
	for _, g := range q.Given {
		if g.Attr == nil || g.Attr.Of != q.Entity || !g.Attr.Key || g.Via != "" {
			return nil
		}
	}
	if len(q.Given) == 0 {
		return nil
	}
	title := strings.ToLower(q.Title.Text)
	several := len(q.Order)+len(q.Same)+len(q.Ranges) > 0 || q.Limit > 1
	var first *Relationship
	for _, r := range m.Relationships {
		if r.From != q.Entity || r.To != q.Entity {
			continue
		}
		if first == nil && several {
			first = r
		}
		longest := ""
		for word := range strings.FieldsSeq(strings.ToLower(r.Verb)) {
			if word = strings.TrimSuffix(word, "s"); len(word) > len(longest) {
				longest = word
			}
		}
		if len(longest) > 2 && strings.Contains(title, longest) {
			return r
		}
	}
	return first
}

// counted are the columns of a table that count, and those that are neither counters nor in
// the key: no table has both.
func (t *Table) counted() (counts, others []*Column) {
	for _, c := range t.Columns {
		switch {
		case c.Role <= Clustering:
		case c.Type == "counter":
			counts = append(counts, c)
		default:
			others = append(others, c)
		}
	}
	return counts, others
}

// mixed reports whether a table would have both, which no server takes.
func (t *Table) mixed() bool {
	counts, others := t.counted()
	return len(counts) > 0 && len(others) > 0
}

// checkCounters says where a table would mix counters with other columns.
func (d *Design) checkCounters(t *Table) bool {
	if !t.mixed() {
		return false
	}
	counts, others := t.counted()
	names := func(columns []*Column) string {
		var list []string
		for _, c := range columns {
			list = append(list, c.Name)
		}
		return some(list, "and")
	}
	q := t.Questions[0]
	instead, fixes := "ask for "+names(counts)+" in a question of its own", []diag.Fix(nil)
	text := d.Model.Source.Text
	var rest, count, given []string
	whole := true
	for _, r := range q.Want {
		name := r.Name.Text
		if r.Span != q.Of.Span {
			name = text[r.Start:r.End]
			whole = whole && r.Start >= q.place.Start && r.End <= q.place.End
		}
		if r.Attr.Type == "counter" {
			count = append(count, name)
		} else {
			rest = append(rest, name)
		}
	}
	for _, r := range q.Given {
		given = append(given, text[r.Start:r.End])
	}
	if whole && len(count) > 0 && len(rest) > 0 && len(q.Ranges)+len(q.Order) == 0 {
		f := d.Model.AddQuestion(strings.TrimSpace(q.Title.Text+" (counted)"), q.Entity, given, count, nil)
		f = both(f, diag.Fix{Edits: []diag.Edit{{Span: q.place, Text: "want " + q.Entity.Name.Text + ": " + strings.Join(rest, ", ")}}})
		f.Title = "two questions"
		fixes = append(fixes, f)
	}
	d.say(diag.Refused, q.place, t.Name+" would hold "+names(counts)+", which count, beside "+names(others), "A table with counters has nothing else but its key: a counter is added to, everything else is replaced.", instead, fixes...)
	return true
}

// checkStatements says what the server says of the schema.
func (d *Design) checkStatements() {
	for _, s := range d.Statements {
		if s.Refused == nil || s.Table != nil && d.checkCounters(s.Table) {
			continue
		}
		at := diag.Span{}
		if s.Table != nil {
			at = s.Table.place()
		} else if len(d.Model.Types) > 0 {
			at = d.Model.Types[0].Name.Span
		}
		if s.Refused.Severity == diag.NotJudged {
			d.say(diag.Warning, at, "the statement that follows is too much to be judged here", s.Refused.Why, "let types hold fewer others, each of them once")
			continue
		}
		d.Findings = append(d.Findings, diag.Diagnostic{Severity: diag.Refused, Kind: s.Refused.Kind, Rule: s.Refused.Rule, Message: "the server refuses the statement that follows: " + s.Refused.Message, Span: at, Why: s.Refused.Why})
	}
	for _, t := range d.Tables {
		for _, c := range t.Columns {
			if quoted := cql.QuoteName(c.Name); quoted != c.Name && c.Attr != nil {
				d.say(diag.Note, c.Attr.Name.Span, c.Name+" must be written in quotes in every statement", "It is a reserved word of CQL.", "choose another name")
				break
			}
		}
	}
}

// checkWorkflow says what a screen cannot know yet, and what nobody asks.
func (d *Design) checkWorkflow() {
	m := d.Model
	if len(m.Screens) == 0 {
		return
	}
	asked := map[*Question]bool{}
	reached := map[*Screen]bool{}
	var reach func(s *Screen)
	reach = func(s *Screen) {
		if reached[s] {
			return
		}
		reached[s] = true
		for _, next := range m.Screens {
			if slices.Contains(next.From, s) {
				reach(next)
			}
		}
	}
	for _, s := range m.Screens {
		if len(s.From) == 0 {
			reach(s)
		}
		for _, q := range s.Asked {
			asked[q] = true
		}
	}
	d.checkCircles(reached)
	for _, s := range m.Screens {
		for i, q := range s.Asked {
			for _, r := range q.Given {
				if !r.needed() || m.known(s, i, r) {
					continue
				}
				severity, lacks := diag.Advice, "no screen before "+s.Name.Text+" has found"
				if len(s.From) == 0 { // where it may be known otherwise: who has logged in
					severity, lacks = diag.Note, "is not known to whoever begins with "+s.Name.Text
				}
				if i > 0 {
					lacks += ", nor a question before it there"
				}
				d.say(severity, r.Span, q.ID.Text+" needs "+snake(r.Name.Text)+", which "+lacks, "A question can be asked when its values are known: from an answer before, or because a person types them.",
					"ask for it on a screen before, or write typed behind it where a person types it, as in: "+snake(r.Name.Text)+" typed", insert("a person types it", r.End, " typed"))
			}
		}
	}
	for _, q := range m.Questions {
		if !asked[q] {
			d.say(diag.Note, q.ID.Span, "no screen asks "+q.ID.Text, "A table that nobody reads costs writes and disk.", "name it after `asks` of a screen, or remove it")
		}
	}
}

// checkCircles says which screens come only after each other, so that nobody can begin with
// one of them.
func (d *Design) checkCircles(reached map[*Screen]bool) {
	told := map[*Screen]bool{}
	for _, s := range d.Model.Screens {
		var way []*Screen // back from s; as it is not reached, something that is not reached comes before it
		for !reached[s] && !told[s] && !slices.Contains(way, s) {
			way = append(way, s)
			s = s.From[0]
		}
		at := slices.Index(way, s)
		for _, s := range way {
			told[s] = true
		}
		if at < 0 {
			continue
		}
		circle := way[at:]
		i := 0 // of the first one in the text
		for k, s := range circle {
			if s.Start < circle[i].Start {
				i = k
			}
		}
		first, round := circle[i], ""
		for k := len(circle); k > 0; k-- { // the way leads back
			round += circle[(i+k)%len(circle)].Name.Text + " → "
		}
		var edits []diag.Edit
		for _, l := range first.Lines {
			if l.Word == "after" {
				edits = append(edits, diag.Edit{Span: d.lineOf(l)})
			}
		}
		d.say(diag.Advice, first.Name.Span, "these screens lead only to each other, so nobody can begin: "+round+first.Name.Text, "A screen with `after` opens from another one; the application begins with a screen that has none.",
			"take `after` out of the screen that people see first", diag.Fix{Title: "begin with " + first.Name.Text, Edits: edits})
	}
}

// lineOf is a line of a block with the line break before it.
func (d *Design) lineOf(l Line) diag.Span {
	return diag.Span{Start: strings.LastIndexByte(d.Model.Source.Text[:l.Start], '\n'), End: l.End}
}

// before goes back from the i-th question of a screen over what was asked until then: on the
// screen itself, then on those that lead there. A way back ends where found says so.
func (s *Screen) before(i int, found func(p *Screen, asked []*Question) bool) {
	seen := map[*Screen]bool{}
	var look func(p *Screen, asked []*Question)
	look = func(p *Screen, asked []*Question) {
		if seen[p] {
			return
		}
		seen[p] = true
		if found(p, asked) {
			return
		}
		for _, o := range p.From {
			look(o, o.Asked)
		}
	}
	look(s, s.Asked[:i])
}

// needed reports whether a value that a question is given must be known before it is asked.
func (r *Ref) needed() bool { return !r.Typed && !r.Optional && r.Attr != nil }

// known reports whether a value is known when the i-th question of a screen is asked: something
// was asked with it before, an answer holds it, or it was written on a screen before.
func (m *Model) known(s *Screen, i int, r *Ref) (known bool) {
	s.before(i, func(p *Screen, asked []*Question) bool {
		known = known || slices.ContainsFunc(asked, func(q *Question) bool { return q.yields(r) }) ||
			p != s && slices.ContainsFunc(p.Writes, func(n Name) bool { return r.Attr.Of != nil && m.Entity(n.Text) == r.Attr.Of })
		return known
	})
	return known
}

// yields reports whether whoever has asked a question knows a value.
func (q *Question) yields(r *Ref) bool {
	for _, list := range [][]*Ref{q.Given, q.Ranges, q.Order, q.Want} {
		for _, have := range list {
			if have.Attr == r.Attr {
				return true
			}
		}
	}
	return slices.ContainsFunc(append(q.rowIdentity(), q.join.identity(q.join.places[0])...), func(c col) bool { return c.attr == r.Attr })
}

// batchRows is how many rows one logged batch may write: the server warns of batches above
// 5 KiB, which some twenty short rows have.
const batchRows = 20

// checkFacts says what a change of a fact costs, and of which of its copies no table tells
// where they are.
func (d *Design) checkFacts() {
	for _, f := range d.Facts {
		if !f.Attr.Mutable {
			continue
		}
		var names, lost, also, changes, found []string
		told := map[*Table][]string{} // by the table that tells where they are
		for _, t := range f.Tables {
			names = append(names, t.Name)
			switch by := d.finds(f.Attr, t); {
			case by == nil:
				lost = append(lost, t.Name)
				own := t.identifies(t.placeOf(f.Attr))
				for _, c := range append(t.PartitionKey(), t.ClusteringKey()...) {
					if c.Bucket == nil && !own(c) && c.Attr != f.Attr && !slices.Contains(also, c.Name) { // what it was is known
						also = append(also, c.Name)
						if c.Attr != nil && c.Attr.Mutable {
							changes = append(changes, c.Name)
						}
					}
				}
			case by != t:
				told[by] = append(told[by], t.Name)
			}
		}
		for _, by := range d.Tables {
			if told[by] != nil {
				found = append(found, by.Name+" tells where those of "+some(told[by], "and")+" are")
			}
		}
		why := "Copies do not change by themselves. "
		if f.Writes <= batchRows {
			why += "Write them in one logged batch, or readers see old values for a while."
		} else {
			why += "These are too many for one batch: write them one after another, each again until it has succeeded; readers see old values meanwhile."
		}
		message := "a change of " + f.Attr.Name.Text + " writes about " + number.Of(f.Writes, "row") + " in " + number.Of(len(f.Tables), "table") + ": " + some(names, "and")
		if f.Moved > 0 {
			message += "; in " + some(f.keyed, "and") + ", where it is in the key, by a delete and an insert"
			why += " " + tombstones
		}
		instead := ""
		if len(found) > 0 {
			message += "; " + some(found, "and")
		}
		if len(lost) > 0 {
			of, key := f.Attr.Of, "its key"
			if keys := of.keys(true); len(keys) > 0 {
				key = some(keys, "and")
			}
			message += "; no table tells by " + key + " alone where those of " + some(lost, "and") + " are"
			instead = "take " + f.Attr.Name.Text + " out of the rows and read it from a table of " + manyOf(of.Name.Text)
			if len(also) > 0 {
				why += " A row is written by its whole key: whoever changes " + f.Attr.Name.Text + " has to know " + some(also, "and") + ", too."
				keep := "where no more than " + key + " is known, keep a table by it that holds " + some(also, "and")
				if len(changes) > 0 {
					keep += ", and write it, too, when " + some(changes, "or") + " changes"
				}
				instead = keep + ", or " + instead
			}
		}
		d.say(diag.Note, f.Attr.Name.Span, message, why, instead)
	}
}

// checkMoves says how many rows are written anew when a thing gets another owner, which its rows hold, or
// what belongs to it: those that have it in their key are moved.
func (d *Design) checkMoves() {
	m := d.Model
	type reached struct {
		t *Table
		s *stop
	}
	by := map[*Relationship][]reached{} // which tables, and where, by way of the one that each thing has
	for _, t := range d.Tables {
		for _, s := range t.join.stops() {
			if s.up != nil && !s.link.many {
				by[s.link.rel] = append(by[s.link.rel], reached{t, s})
			}
		}
	}
	for _, r := range m.Relationships {
		e, owner := r.owned()
		if e == nil || r.own() || slices.Contains(e.Owners, owner) {
			continue
		}
		var rows []string
		var fixes []diag.Fix
		all, instead := 0.0, ""
		for _, x := range by[r] {
			t, s, stops := x.t, x.s, x.t.join.stops()
			if s.entity != owner {
				continue
			}
			last, key := Regular+1, ""
			for _, c := range t.Columns {
				if x := stopOf(stops, c.at); c.Attr != nil && c.Role < last && c.Role != Static && x.behind(s) {
					last, key = c.Role, c.Name
				}
			}
			n, _ := t.each(m, stops, s.up, t.keyed(stops))
			each := t.there(m, n).Typ
			if last > Clustering && (last > Regular || !r.Changes.Known) || each <= batchRows && !r.Changes.Known {
				continue
			}
			all += each
			text := "about " + number.Of(count(each), "row") + " of " + t.Name
			if last > Clustering {
				text = "writes " + text + " again"
			} else if text = "moves " + text + ", whose key has " + key; t.Entity != e && fixes == nil {
				one, many := owner.Name.Text, t.Entity.Name.Text
				f := m.Relate(owner, t.Entity)
				line := spaces(f.Edits[0].Text)
				f.Title = "relate " + one + " and " + many
				instead, fixes = "where one "+many+" stays with the "+one+" of its time, "+f.Title+": "+line, []diag.Fix{f}
			}
			rows = append(rows, text)
		}
		if rows == nil {
			continue
		}
		severity, often := diag.Note, ""
		if r.Changes.Known && all > batchRows {
			severity = diag.Advice
		}
		if rate := r.Changes.Rate * m.count(e).Typ * all; rate > 0 {
			rate, period := Amount{Rate: rate}.perTime()
			often = ": in all " + number.Round(rate) + " rows a " + period
		}
		d.say(severity, r.VerbSpan, "one "+e.Name.Text+" that gets another "+owner.Name.Text+" "+some(rows, "and")+often, "A key cannot be updated: each row is deleted and inserted anew.", instead, fixes...)
	}
}

// behind reports whether the way to a stop passes another one, or ends there.
func (s *stop) behind(other *stop) bool { return s != nil && (s == other || s.up.behind(other)) }

// valuesOf are how many values an attribute can have; infinitely many where nobody can tell.
func (m *Model) valuesOf(a *Attribute) float64 {
	const day = 86400e3
	switch {
	case a.Distinct.Known:
		return max(a.Distinct.Typ, 1)
	case a.Type == "date": // of any year
		return 36500
	case a.Type == "timestamp":
		return m.stay(a.Of) * day
	}
	return math.Inf(1)
}

// checkWeakKeys says where an entity that lies within no other one has a key with fewer values than there
// are of it, or one of times alone, of which several fall together by chance; where each belongs to
// something else, that is said of the tables that mix these.
func (d *Design) checkWeakKeys() {
	m := d.Model
	for _, e := range m.Entities {
		n, guessed := m.countOr(e)
		key := e.ownKey()
		if guessed || e.Relation != nil || len(e.Owners) > 0 || len(key) == 0 {
			continue
		}
		owners := m.owners(e)
		values, chance := 1.0, len(owners) == 0
		for _, a := range key {
			values *= m.valuesOf(a)
			chance = chance && a.Type == "timestamp"
		}
		all := m.there(e, n, m.horizon()).Typ
		same, severity := all*(1-math.Exp(-all/values)), diag.Warning
		if all <= values {
			severity = diag.Advice
		}
		if same < 1 || all <= values && !chance {
			continue
		}
		instead, fixes := m.keyed(e, owners)
		d.say(severity, key[0].Name.Span, some(e.keys(true), "and")+" alone is the key of "+e.Name.Text+": of "+m.inAll(e)+" about "+said(number.Significant(same, 3))+" share one with others", oneRow, instead, fixes...)
	}
}

// whole is the key of an entity; that of pairs with those of their sides. None where both sides are one
// entity, whose ends a question has to tell apart.
func (e *Entity) whole() (key []string) {
	if r := e.Relation; r != nil {
		if r.own() {
			return nil
		}
		key = append(r.From.keys(true), r.To.keys(true)...)
	}
	return append(key, e.keys(true)...)
}

// checkStored says what no table stores, as no question wants it or is given it.
func (d *Design) checkStored() {
	if len(d.Tables) == 0 || len(d.Model.unread) > 0 {
		return // nothing is stored yet, or a question that has to be mended first may ask for it
	}
	stored := map[*Attribute]bool{}
	for _, t := range d.Tables {
		for _, c := range t.Columns {
			stored[c.Attr] = true
		}
	}
	for _, e := range d.Model.Entities {
		var missing []*Attribute
		var names, taken []string
		todo := ""
		for _, a := range e.Attributes {
			if !stored[a] && !a.Computed {
				missing, names = append(missing, a), append(names, a.Name.Text)
				if i := slices.IndexFunc(d.Model.Questions, func(q *Question) bool { return q.Entity == e }); i >= 0 && a.Mutable && a.Type == "boolean" {
					todo = "; where " + d.Model.Questions[i].ID.Text + " asks for what is still to be done, write there: given " + a.Name.Text
				}
			} else if stored[a] && a.Changes.Rate > 1 && strings.HasSuffix(a.Type, "int") { // whole
				taken = append(taken, a.Name.Text)
			}
		}
		if taken != nil {
			d.say(diag.Note, e.Name.Span, "many changes a day of "+some(taken, "and")+" of one "+e.Name.Text+": of two who read and write at once, one is lost", "An UPDATE replaces a value, whatever it is by then; it does not subtract.",
				"where several take from it, write IF "+taken[0]+" = ? (a lightweight transaction), and begin anew where it was not applied; where it may fall below 0, let a counter count")
		}
		for _, a := range e.Attributes {
			if !a.Unique || a.Key || slices.ContainsFunc(d.Tables, func(t *Table) bool { return t.Entity == e && t.isKey(a) }) {
				continue
			}
			f := d.Model.AskBy(e, []string{a.Name.Text})
			f.Title = "ask for " + manyOf(e.Name.Text) + " by " + a.Name.Text
			d.say(diag.Advice, a.Name.Span, "nothing keeps "+a.Name.Text+" unique: it is not the whole key of a table", "The server compares keys alone, so two "+manyOf(e.Name.Text)+" may have the same.",
				f.Title+": into its table a new one is written first, with IF NOT EXISTS; or take unique out", f)
		}
		if len(missing) == 0 {
			continue
		}
		what, at, it := some(names, "and")+" of "+e.Name.Text, missing[0].Name.Span, "it"
		if len(missing) == len(e.Attributes) {
			what, at = e.Name.Text, e.Name.Span
		} else if len(names) > 1 {
			it = "them"
		}
		var fixes []diag.Fix
		if given := e.whole(); len(given) > 0 {
			f := d.Model.AddQuestion(titled(plural(spaced(e.Name.Text)))+" by "+some(given, "and"), e, given, asked(missing), nil)
			f.Title = "ask for " + manyOf(e.Name.Text) + " by " + some(given, "and")
			fixes = append(fixes, f)
		}
		d.say(diag.Note, at, "no table stores "+what+": no question asks for "+it, "A table has what a question wants or is given, and nothing else.",
			"name it behind `want` of a question, or take it out where nobody needs to see it"+todo, fixes...)
	}
}

// isKey reports whether one attribute is the whole key of a table.
func (t *Table) isKey(a *Attribute) bool {
	key := append(t.PartitionKey(), t.ClusteringKey()...)
	return len(key) == 1 && key[0].Attr == a && key[0].at == t.join.places[0]
}

// finds is a table in which one partition, named by the key of an instance of an entity
// alone, has the keys of all rows of another table that hold a fact about it: that table
// itself where its own key is that of the instance. Nil where there is none.
func (d *Design) finds(fact *Attribute, t *Table) *Table {
	at := t.placeOf(fact)
	if fact.Of == nil || at == nil {
		return t
	}
	own := t.identifies(at)
	for _, u := range append([]*Table{t}, d.Tables...) {
		for _, from := range slices.Clone(u.join.places) {
			if from.entity != fact.Of || u == t && from != at || slices.ContainsFunc(u.PartitionKey(), func(c *Column) bool { return !u.identifies(from)(c) }) {
				continue
			}
			holds := func(c *Column) bool { // what leads to it by the same way
				return own(c) || c.Bucket != nil || c.Attr == fact || slices.ContainsFunc(u.Columns, func(h *Column) bool {
					return h.Attr != nil && h.Attr == c.Attr && h.at != nil && c.at != nil && slices.Equal(from.relations(h.at), at.relations(c.at))
				})
			}
			if !slices.ContainsFunc(append(t.PartitionKey(), t.ClusteringKey()...), func(c *Column) bool { return !holds(c) }) {
				return u
			}
		}
	}
	return nil
}

// identifies tells which columns of a key follow from the identity of the instance at a place: a
// shard is one of few; a key that is computed is computed from what is known, as a prefix is
// from a name; a bucket follows from its time.
func (t *Table) identifies(p *place) func(*Column) bool {
	id := t.join.identity(p)
	return func(c *Column) bool {
		return c.Spread != nil || c.Attr != nil && c.Attr.Key && c.Attr.Computed || slices.ContainsFunc(id, func(i col) bool {
			return t.column(i) == c || c.Bucket != nil && c.Bucket.Of.Attr == i.attr
		})
	}
}

// placeOf is from where a table has a fact.
func (t *Table) placeOf(fact *Attribute) *place {
	for _, c := range t.Columns {
		if c.Attr == fact && c.at != nil {
			return c.at
		}
	}
	return nil
}

// advise asks for the advice that any schema gets.
func (d *Design) advise() {
	ofModels := map[string]bool{}
	for _, r := range advice.Rules() {
		ofModels[r.ID] = r.OfModels
	}
	said := map[string]bool{}
	for i, found := range d.advised {
		for _, a := range found {
			if !ofModels[a.Rule] {
				continue
			}
			at := diag.Span{}
			if t := d.Statements[i].Table; t != nil {
				if t.several && a.Rule == "R13" {
					continue // as is said in words of the model
				}
				at = t.place()
				// A finding about a column belongs to its attribute, unless it is about what one table does with it.
				for _, c := range t.Columns {
					if c.Attr != nil && strings.Contains(a.Message, "`"+c.Name+"`") && !strings.Contains(a.Message, t.Name) {
						at = c.Attr.Name.Span
					}
				}
			}
			if key := a.Rule + "@" + digits(int64(at.Start)); said[key] {
				continue
			} else {
				said[key] = true
			}
			a.Span, a.Fixes, a.Related = at, nil, nil
			d.Findings = append(d.Findings, a)
		}
	}
}

// advice is what is advised of each statement of the schema.
func (d *Design) advice() [][]diag.Diagnostic {
	var scripts []advice.Script // of one statement each, as they were parsed
	for _, s := range d.Statements {
		scripts = append(scripts, advice.Script{Source: diag.NewSource("", s.Text),
			Statements: []advice.Statement{{Span: diag.Span{End: len(s.Text)}, Stmt: s.parsed, Accepted: s.Refused == nil}}})
	}
	return advice.Run(advice.Design{Scripts: scripts, Catalogue: d.session.Catalogue(), Meter: d.Model.Work}, advice.NewOptions())
}

// Crossing is the first day on which the largest partition of a table passes a
// number of bytes; false where it never does within a hundred years, or while its first rows are there.
func (t *Table) Crossing(bytes int64) (day int64, ok bool) {
	z := t.Size
	if z.Max > bytes && z.Rows.Hi > 0 && z.Grows == 0 {
		return 0, true
	}
	if z.Grows <= 0 || z.Rows.Hi <= 0 || z.Max <= 0 {
		return 0, false
	}
	perRow := float64(z.Max) / z.Rows.Hi
	rate := z.Grows * max(z.Rows.Hi/max(z.Rows.Typ, 1), 1)
	kept := t.kept()
	day = int64(math.Ceil((float64(bytes)/perRow - (z.Rows.Hi - float64(rate*min(t.horizon, kept)))) / rate))
	return max(day, 0), float64(day) <= min(100*365, kept)
}
