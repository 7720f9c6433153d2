package model

import (
	"slices"
	"sort"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

// A Design is what follows from a model: steps three and four of the method.
type Design struct {
	Model      *Model
	Tables     []*Table
	Accesses   []*Access // one for each question, in the order of the text
	Statements []*Statement
	CQL        string // the whole schema
	Facts      []*Fact
	Findings   []diag.Diagnostic // of the design: places are in the model's text

	session, lab *session.Session
	advised      [][]diag.Diagnostic // of each statement
	tried        map[string]bool     // types that lab was given, by keyspace and name, whether it took them or not
}

// Design maps the questions of a model to tables, with what the author decided, and
// checks what comes out. The same model gives the same design.
func (m *Model) Design() *Design {
	d := &Design{Model: m}
	k := &maker{d, m}
	done := map[*Question]bool{}
	for _, q := range m.Questions {
		if done[q] {
			continue
		}
		var c *Choice
		for _, choice := range m.Choices {
			if slices.Contains(choice.Questions, q) {
				c = choice
			}
		}
		qs := []*Question{q}
		if c != nil {
			qs = slices.DeleteFunc(slices.Clone(c.Questions), func(o *Question) bool { return !slices.Contains(m.Questions, o) || o.Entity != q.Entity })
			i := slices.Index(qs, q)
			qs[0], qs[i] = qs[i], qs[0]
		}
		for _, q := range qs {
			done[q] = true
		}
		d.Tables = append(d.Tables, k.table(qs, c, k.decision(c, qs)))
	}
	k.share()
	k.distinctTables()
	for _, t := range d.Tables {
		t.Size = k.size(t, d.schemaOf(t))
		for _, q := range t.Questions {
			t.Accesses = append(t.Accesses, t.access(m, q))
		}
	}
	for _, q := range m.Questions {
		if a := d.Access(q); a != nil {
			d.Accesses = append(d.Accesses, a)
		}
	}
	d.write()
	d.facts()
	d.check()
	return d
}

// Access returns how a question is answered, or nil.
func (d *Design) Access(q *Question) *Access {
	for _, t := range d.Tables {
		for _, a := range t.Accesses {
			if a.Question == q {
				return a
			}
		}
	}
	return nil
}

// Table returns a table by its name, or nil.
func (d *Design) Table(name string) *Table {
	for _, t := range d.Tables {
		if t.Name == name || t.String() == name {
			return t
		}
	}
	return nil
}

// decision reads the block of a table.
func (k *maker) decision(c *Choice, qs []*Question) decision {
	if c == nil {
		return decision{}
	}
	dec := decision{name: snake(c.Name.Text), noBucket: c.NoBucket, noSpread: c.NoSpread, spread: c.Spread, keyspace: snake(c.Keyspace.Text), chosen: true}
	if c.TTL.Known {
		dec.ttl = int64(c.TTL.Typ * 86400)
	}
	if len(c.Buckets) > 0 {
		if b := c.Buckets[0]; k.bindBucket(b, qs[0]) {
			dec.bucket = b
		}
	}
	names := func(refs []*Ref) (out []string) {
		for _, r := range refs {
			out = append(out, k.columnOf(r, qs, c))
		}
		return out
	}
	dec.static, dec.plain, dec.index, dec.without = names(c.Static), names(c.Plain), names(c.Indexes), names(c.Without)
	if c.Partition != nil {
		dec.partition, dec.cluster = append([]string{}, names(c.Partition)...), names(c.Cluster)
		dec.desc = map[string]bool{}
		for i, r := range c.Cluster {
			dec.desc[dec.cluster[i]] = r.Desc
		}
	}
	return dec
}

// columnOf is the column that a name in a table's block means.
func (k *maker) columnOf(r *Ref, qs []*Question, c *Choice) string {
	name := snake(r.Name.Text)
	if r.Entity.Text == "" {
		return name
	}
	for _, q := range qs {
		if e := k.m.Entity(r.Entity.Text); e != nil {
			for _, a := range e.Attributes {
				if strings.EqualFold(a.Name.Text, r.Name.Text) {
					return k.m.columnName(a, q.Entity)
				}
			}
		}
	}
	return name
}

// bindBucket finds the attribute of a bucket among those of a question.
func (k *maker) bindBucket(b *Bucket, q *Question) bool {
	if b.Of.Attr != nil {
		return true
	}
	var found *Ref
	for _, list := range [][]*Ref{q.Given, q.Ranges, q.Order, q.Want} {
		for _, r := range list {
			if found == nil && (strings.EqualFold(r.Name.Text, b.Of.Name.Text) || snake(r.As.Text) == snake(b.Of.Name.Text)) {
				found = r
			}
		}
	}
	if found == nil {
		for _, c := range q.rowIdentity() {
			if strings.EqualFold(c.attr.Name.Text, b.Of.Name.Text) {
				found = &Ref{Attr: c.attr, at: c.at}
			}
		}
	}
	if found == nil {
		for _, a := range q.Entity.Attributes {
			if strings.EqualFold(a.Name.Text, b.Of.Name.Text) {
				found = &Ref{Attr: a, at: q.join.places[0]}
			}
		}
	}
	if found == nil || !timely(found.Attr.Type) {
		return false
	}
	b.Of.Attr, b.Of.at = found.Attr, found.at
	return true
}

func timely(typ string) bool { return typ == "date" || typ == "timestamp" || typ == "timeuuid" }

// shape ends partitions that would grow too large, where the author left it open.
func (k *maker) shape(t *Table, dec decision) {
	if dec.partition != nil || dec.bucket != nil || dec.spread != nil {
		return
	}
	var time *Column
	for _, c := range t.ClusteringKey() {
		if c.Attr != nil && timely(c.Attr.Type) {
			time = c
			break
		}
	}
	tooLarge := func(most int64) bool { return k.size(t, k.d.schemaOf(t)).Max > most }
	// Everything at once is no partition: it would take all that is written.
	everything := len(t.PartitionKey()) == 0
	newest := everything && time != nil && t.Questions[0].newestFirstBy(time.Attr)
	// A range of a time divides everything by itself, where rows do not come as it goes on.
	byTime := everything && !newest && time != nil && !dec.noBucket && t.asked(time.Attr) > 0 && k.m.count(t.Entity).Rate == 0
	// So few that their bucket needs no help.
	calm := newest && !dec.noBucket && k.m.calm(t)
	cut := time != nil && t.timed(k.m, time.Attr)
	if everything && !byTime && !calm {
		k.addSpread(t, &Spread{Parts: 1}, false)
		all := t.PartitionKey()[0]
		// What no value and no time divides lies in as many partitions as it fills, and in
		// several where one could not take all that come, or all readers.
		parts := int64(1)
		if !cut {
			parts = enough(float64(k.size(t, k.d.schemaOf(t)).Max) / targetBytes)
		}
		if !k.m.calm(t) {
			parts = max(parts, 4)
		}
		if dec.noSpread {
			parts = 1
		}
		all.Spread.Parts = min(max(parts, 1), 1000)
		all.Why = all.Spread.why()
		defer func() { // behind a bucket, which is enough for one
			if t.remove(func(c *Column) bool { return c == all && all.Spread.Parts == 1 && len(t.PartitionKey()) > 1 }); len(t.PartitionKey()) > 0 {
				key := t.PartitionKey()
				sort.SliceStable(key, func(i, j int) bool { return order(key[i]) < order(key[j]) })
				copy(t.Columns, key)
			}
		}()
	}
	if !newest && !byTime && !tooLarge(limitBytes) {
		return
	}
	if cut && dec.noBucket { // said by whoever wants one partition, which shards would end as well
		return
	}
	if cut {
		units := []string{"year", "month", "day", "hour"}
		date := time.Attr.Type == "date"
		if date { // whose day is the date itself
			units = []string{"year", "month", "week"}
		}
		// A home page reads today's, or those of the month or year where a day has too few.
		// What changes may be in any of them, and without a limit all are read: then few are best.
		for newest && t.Questions[0].paged() && len(units) > 1 && bucketDays[units[0]] > 1 && bucketDays[units[1]]*k.m.daily(t.Entity) >= max(fewRows, float64(t.Questions[0].Limit)) {
			units = units[1:]
		}
		// No longer than what is asked for at once, where that is more than a few rows.
		n, _, _ := t.rows(k.m)
		daily := max(n.Rate, n.after(k.m.horizon()).Typ/t.extent(time.Attr, k.m))
		for asked := t.asked(time.Attr); asked > 0 && len(units) > 1 && bucketDays[units[1]]*1.05 >= asked && bucketDays[units[1]]*daily >= fewRows; {
			units = units[1:]
		}
		whole := func() { t.remove(func(c *Column) bool { return c.Bucket != nil }) }
		cut := func(unit string) Size {
			whole()
			k.addBucket(t, &Bucket{Unit: unit, Of: &Ref{Name: time.Attr.Name, Attr: time.Attr, at: time.at}}, false)
			return k.size(t, k.d.schemaOf(t))
		}
		by := func(unit string) (fits bool) { return cut(unit).Max <= targetBytes }
		sparse := func() bool {
			return slices.ContainsFunc(t.Questions, func(q *Question) bool { return t.access(k.m, q).sparse() })
		}
		fits := slices.ContainsFunc(units, by)
		if sparse() { // few large rows: those of the usual partition decide, and how many are asked for
			best := ""
			for _, unit := range units {
				usual := cut(unit).Then
				if sparse() {
					break
				}
				if best = unit; usual <= targetBytes {
					break
				}
			}
			if best == "" && everything {
				best = units[0]
			}
			if whole(); best != "" {
				cut(best)
			}
			return
		}
		if fits || !date {
			return
		}
		whole()
		before := *time
		time.Role, time.Rule, time.Why, time.Desc = Partition, RuleBucket, "a new partition each day", false
		if t.sort(); slices.ContainsFunc(t.Questions, func(q *Question) bool { return !t.answers(k.m, q, false).Served }) {
			*time = before
			t.sort()
			by("day")
		}
		return
	}
	if !dec.noSpread && !everything && len(t.ClusteringKey()) > 0 {
		parts := enough(float64(k.size(t, k.d.schemaOf(t)).Max) / targetBytes)
		k.addSpread(t, &Spread{Parts: min(max(parts, 2), 1000)}, false)
	}
}

// fewRows are too few for a partition of their own; calmRows a day, one a second, and calmReads
// a second too few for several partitions to share them.
const (
	fewRows   = 10
	calmRows  = 86_400
	calmReads = 100
)

// calm reports whether one partition can take all rows of a table that come, and all readers
// that the text tells of.
func (m *Model) calm(t *Table) bool {
	return m.daily(t.Entity) < calmRows && !slices.ContainsFunc(t.Questions, func(q *Question) bool { return q.PerSecond() >= calmReads })
}

// daily is how many of an entity come in a day.
func (m *Model) daily(e *Entity) float64 {
	n, _ := m.countOr(e)
	if n.Rate > 0 {
		return n.Rate
	}
	if e.Kept.Known && e.Kept.Typ > 0 { // so many are there at once
		return n.Typ / min(e.Kept.Typ, m.horizon())
	}
	return n.Typ / m.horizon()
}

// asked is over how many days the longest range of a time goes that a question asks for;
// 0 where none says so.
func (t *Table) asked(a *Attribute) (days float64) {
	for _, q := range t.Questions {
		for _, r := range q.Ranges {
			if r.Attr == a && r.Slice.Known && r.Slice.Unsaid {
				days = max(days, r.Slice.Typ)
			}
		}
	}
	return days
}

func order(c *Column) int {
	if c.Spread != nil {
		return 1
	}
	return 0
}

func (q *Question) newestFirstBy(a *Attribute) bool {
	return len(q.Order) > 0 && q.Order[0].Attr == a && q.Order[0].Desc
}

// share lets one table serve two questions where the rules give both the same key, or
// one that differs only in its directions, and rows of the same entity. A partition is
// read in either direction; the table that turns one leads, for the newest rows first
// are those that are read most.
func (k *maker) share() {
	d := k.d
	for i := 0; i < len(d.Tables); i++ {
		for j := i + 1; j < len(d.Tables); j++ {
			a, b := d.Tables[i], d.Tables[j]
			if a.Choice != nil || b.Choice != nil || a.Entity != b.Entity || !sameKey(a, b) {
				continue
			}
			if k.m.Work.Over() { // then nothing is said of the design
				return
			}
			turned := func(t *Table) bool { return slices.ContainsFunc(t.Columns, func(c *Column) bool { return c.Desc }) }
			if turned(b) && !turned(a) {
				a, b = b, a
			}
			qs := append(slices.Clone(a.Questions), b.Questions...)
			both := k.table(qs, nil, decision{})
			if !sameKey(a, both) || both.mixed() || slices.ContainsFunc(qs, func(q *Question) bool {
				v := both.answers(k.m, q, false)
				return !v.Served || len(v.Sorted) > 0 || len(v.Filtered) > 0
			}) {
				continue
			}
			d.Tables[i] = both
			d.Tables = append(d.Tables[:j], d.Tables[j+1:]...)
			j--
		}
	}
}

// sameKey reports whether two tables have the same key but for its directions, and for the
// order of the partition key, all of which is known to whoever asks.
func sameKey(a, b *Table) bool {
	list := func(t *Table) (out []string) {
		for _, c := range t.PartitionKey() {
			out = append(out, c.Name+c.Role.Mark())
		}
		diag.Sort(out)
		for _, c := range t.ClusteringKey() {
			out = append(out, c.Name+c.Role.Mark())
		}
		return out
	}
	return slices.Equal(list(a), list(b))
}

// distinctTables gives tables of the same name different ones.
func (k *maker) distinctTables() {
	used := map[string]bool{}
	for _, t := range k.d.Tables {
		base := t.Name
		if used[t.String()] && t.Choice == nil {
			t.Name = cut(base+"_"+snake(t.Questions[0].ID.Text), t.Questions[0])
		}
		for n := 2; used[t.String()]; n++ {
			tail := "_" + digits(int64(n))
			t.Name = base[:min(len(base), maxName-len(tail))] + tail
		}
		used[t.String()] = true
	}
}

// Horizon is how many days the sizes of the design look ahead.
func (d *Design) Horizon() float64 { return d.Model.horizon() }
