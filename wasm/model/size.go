package model

import (
	"math"
	"slices"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/work"
	"partitionlab/wasm/workload"
)

// The bytes of a partition that a design aims at, and those that it must not pass.
const (
	targetBytes = 10e6
	limitBytes  = 100e6
)

// Size is how large the partitions of a table become.
type Size struct {
	Rows       Amount // of one partition, at the horizon
	Grows      float64
	Partitions int64    // of the table, at the horizon
	Now, Then  int64    // bytes of a usual partition, today and at the horizon
	Max        int64    // bytes of the largest, at the horizon
	Total      float64  // bytes of all partitions at the horizon, of one copy
	Guessed    []Guess  // what nobody gave a number for
	Lengths    []string // columns whose bytes nobody gave
	Even       []string // columns of the partition key whose values are taken to be equally common
	Evenly     []string // over what all of these are taken to be spread
	Uneven     int64    // bytes of the largest where one value of them has all rows
	Among      int      // bytes that a row which is a partition takes besides, among rows of other times in its file
	Workload   string   // the text of which the bytes were worked out
	Result     *sizing.Result
	Largest    []string         // columns of which the largest is taken to have the most in each of the most rows
	Unsized    *diag.Diagnostic // why there is no result: a number that nothing can have
}

// fieldUnits is the work of sizing a field of a type that holds others.
const fieldUnits = 30

// size works out how large the partitions of a table become.
func (k *maker) size(t *Table, s *schema.Table) Size {
	k.m.Work.Must(tableUnits)
	rows, partitions, guessed := t.rows(k.m)
	for _, q := range t.Questions {
		guessed = append(guessed, t.unasked(k.m, q)...)
	}
	z := Size{Guessed: guessed, Grows: rows.Rate}
	days := k.m.horizon()
	z.Rows = t.keeps(k.m, rows.after(days))
	z.Rows.Typ, z.Rows.Hi = max(z.Rows.Typ, 1), max(min(z.Rows.Hi, t.inAll(k.m)), z.Rows.Typ, 1) // without a row there is no partition
	z.Partitions = count(partitions)
	if s == nil {
		return z
	}
	// What one holds twice, all of the following meets twice.
	weigh := cqltype.Weights()
	for c := range s.Columns() {
		k.m.Work.Must(work.Times(weigh(c.Type), fieldUnits))
	}
	over := days
	if t.TTL > 0 {
		over = min(over, float64(t.TTL)/86400)
	}
	for _, c := range t.PartitionKey() {
		if c.Bucket != nil {
			over = min(over, bucketDays[c.Bucket.Unit])
		}
	}
	if len(s.Clustering) == 0 && !s.Counter && z.Partitions > 1 {
		// A flush writes times as what they are more than the first of the file.
		written, expires := sstable.UvintLen(uint64(over*86400e6/2))-1, sstable.UvintLen(uint64(over*86400/2))-1
		if z.Among = written; t.TTL > 0 {
			z.Among += expires
		}
		for _, c := range s.Regulars {
			if c.Type.MultiCell() { // what it had before is deleted
				z.Among += written + expires
			}
		}
	}
	z.Workload = k.workload(t, s, z.Rows, over, z.Partitions)
	if z.Result, z.Unsized = run(s, z.Workload); z.Result != nil {
		z.Then, z.Max = z.Result.Disk.Typ, z.Result.Disk.Max
		z.Total = float64(z.Then) * partitions
		z.assumed(t)
		for _, c := range t.of(Regular) {
			if c.Attr != nil && z.Rows.Hi > z.Rows.Typ && c.Attr.bytes().Hi > c.Attr.bytes().Typ && c.Attr.bytes().Hi*z.Rows.Hi*2 > float64(z.Max) {
				z.Largest = append(z.Largest, c.Name)
			}
		}
	}
	among, even, evenly := t.divided(k.m)
	z.Even, z.Evenly, z.Uneven = even, evenly, count(float64(z.Max)*min(among, max(float64(z.Partitions), 1)))
	z.Now = z.Then
	if rows.Rate > 0 {
		if r, _ := run(s, k.workload(t, s, rows.after(0), over, z.Partitions)); r != nil {
			z.Now = r.Disk.Typ
		}
	}
	return z
}

// inAll is how many rows the table has at most at the horizon, and so one of its partitions, where
// the text says how many there are of what makes a row; else infinitely many.
func (t *Table) inAll(m *Model) float64 {
	e := t.join.places[0].entity
	stops := t.join.stops()
	each, guessed := t.each(m, stops, stops[0], t.keyed(stops))
	if !e.Count.Known || e.Count.Unsaid || e.Count.Rate > 0 && each.Rate > 0 || len(guessed) > 0 || !m.lasting(e) && t.kept() > m.stay(e) {
		return math.Inf(1)
	}
	return t.there(m, t.staying(m, e.Count.times(each))).Hi
}

// IfEven says what is taken of the largest partition: over which values rows are spread evenly, and that
// the one with the most rows has the most in each; "" for nothing.
func (z *Size) IfEven() string {
	var taken []string
	if len(z.Evenly) > 0 {
		taken = append(taken, "rows are spread evenly over "+some(z.Evenly, "and"))
	}
	if len(z.Largest) > 0 {
		taken = append(taken, "the one with the most rows has the most "+some(z.Largest, "and")+" in each")
	}
	if taken == nil {
		return ""
	}
	return " if " + strings.Join(taken, ", and ")
}

// AmongOthers says what a row that is a partition takes more than is said of it; "" where rows lie
// together in any case.
func (z *Size) AmongOthers() string {
	if z.Among == 0 {
		return ""
	}
	return "A partition is one row: in a file with rows of other times it takes about " + number.Bytes(z.Among) + " more, for its times"
}

// Numbers are those of all tables as a workload: what their bytes are worked out from, and how often
// they are written and read, as far as that is known.
func (d *Design) Numbers() string {
	var texts []string
	for _, t := range d.Tables {
		text := t.Size.Workload
		if text == "" {
			continue
		}
		reads := 0.0
		for _, a := range t.Accesses {
			if a.Served {
				reads += a.Question.PerSecond() * a.Usual
			}
		}
		for _, often := range [...]struct {
			name string
			n    float64
		}{{"writes", d.written(t) / 86400}, {"reads", reads}} {
			if often.n > 0 {
				text += often.name + " = " + number.Plain(number.Significant(often.n, 3)) + "\n"
			}
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "\n")
}

// wholeBytes are so many with all copies that twelve nodes of 4 TB do not hold them, above
// which a node takes days to be replaced or repaired.
const wholeBytes = 12 * 4e12

// Total are the bytes of all tables at the horizon, of one copy of each row and with all of
// them in one data center.
func (d *Design) Total() (once, copies float64) {
	for _, t := range d.Tables {
		once += t.Size.Total
		copies += t.Size.Total * d.Model.replicas(t)
	}
	return once, copies
}

// replicas are the copies of each row of a table in a data center.
func (m *Model) replicas(t *Table) float64 {
	for _, k := range m.Keyspaces {
		if k.Name.Text == t.Keyspace {
			return float64(k.Replicas)
		}
	}
	return 1
}

// InAll says how many bytes all tables have, and which indexes, that have bytes of their own, are
// not counted.
func (d *Design) InAll() string {
	once, copies := d.Total()
	s := "All tables have about " + number.Bytes(once) + " after " + d.Model.HorizonWords() + ", " + number.Bytes(copies) + " with all copies in a data center, before compression."
	var names, unsized []string
	for _, t := range d.Tables {
		if t.Size.Unsized != nil {
			unsized = append(unsized, t.Name)
		}
		for _, c := range t.indexed() {
			names = append(names, t.indexName(c))
		}
	}
	if len(unsized) > 0 {
		s += " Without " + some(unsized, "and") + ": how large these get is not known."
	}
	if n := int64(len(names)); n > 0 {
		s += " Not in them: the " + number.Plural(n, "index") + " " + some(names, "and") + "."
	}
	return s
}

// checkTotal says where all tables together are more than a usual cluster holds, and which
// of them has most.
func (d *Design) checkTotal() {
	_, copies := d.Total()
	if copies <= wholeBytes {
		return
	}
	most := d.Tables[0]
	for _, t := range d.Tables {
		if t.Size.Total > most.Size.Total {
			most = t
		}
	}
	d.say(diag.Advice, most.place(), d.InAll()+" Of one copy, "+most.Name+" has "+number.Bytes(most.Size.Total),
		"A node is best kept below 4 TB: above, repair and replacing it take days. This needs about "+number.Of(enough(copies/4e12), "node")+" without compression.",
		"keep rows for less long, as in: entity "+most.Entity.Name.Text+" kept 90 days; or store fewer or smaller ones")
}

// assumed says which elements and bytes of values nobody gave, and what stands for them.
func (z *Size) assumed(t *Table) {
	named, said := make(map[string]*Column, len(t.Columns)), map[*Column]bool{}
	for _, c := range t.Columns {
		if c.Attr != nil {
			named[cql.QuoteName(c.Name)] = c
		}
	}
	for _, a := range z.Result.Assumed {
		what, path, _ := strings.Cut(a.Name, ".")
		for end := range len(path) + 1 {
			if end < len(path) && path[end] != '.' {
				continue
			}
			c := named[path[:end]]
			if c == nil {
				continue
			}
			switch what {
			case "count":
				if c.Type != "counter" && !slices.ContainsFunc(z.Guessed, func(g Guess) bool { return g.Span == c.Attr.Name.Span }) {
					z.Guessed = append(z.Guessed, guessElements(c.Attr, a.Value))
				}
			case "len":
				if !said[c] {
					said[c] = true
					z.Lengths = append(z.Lengths, c.Name)
				}
			}
		}
	}
}

// run sizes a table by a workload, or says why that cannot be.
func run(s *schema.Table, text string) (*sizing.Result, *diag.Diagnostic) {
	w, problems := workload.Parse(diag.NewSource("", text), nil)
	if len(problems) == 0 {
		var m *sizing.Sizer
		if m, problems = sizing.New(s, w, sstable.NB); len(problems) == 0 {
			var r *sizing.Result
			if r, problems = m.Result(sizing.Options{Brief: true}); len(problems) == 0 {
				return r, nil
			}
		}
	}
	return nil, &problems[0].Diagnostic
}

// workload writes the sizes of a model as a workload of one table.
func (k *maker) workload(t *Table, s *schema.Table, rows Amount, over float64, partitions int64) string {
	var b strings.Builder
	line := func(name string, a Amount) {
		lo, typ, hi := count(a.Lo), count(a.Typ), count(a.Hi)
		b.WriteString(name + " = " + digits(lo))
		if hi > lo {
			b.WriteString(".." + digits(max(typ, lo)) + ".." + digits(hi))
		}
		b.WriteByte('\n')
	}
	b.WriteString("table = " + cql.QuoteName(t.Keyspace) + "." + cql.QuoteName(t.Name) + "\n") // s may be one that is tried
	if len(s.Clustering) > 0 {
		line(workload.Rows, rows)
		b.WriteString("written = over " + digits(max(1, int64(over*86400))) + "s\n")
	}
	b.WriteString("partitions = " + digits(partitions) + "\n")
	if t.TTL > 0 {
		b.WriteString("ttl = " + digits(t.TTL) + "s\n")
	}
	for _, c := range t.Columns {
		if c.Attr == nil {
			continue
		}
		e, ok := parseType(c.Attr.Type)
		if !ok {
			continue
		}
		name := cql.QuoteName(c.Name)
		if c.Attr.Elements.Known && hasElements(e) {
			line("count."+name, c.Attr.Elements)
		}
		k.lengths(line, "len."+name, e, c.Attr.Size, 0)
	}
	return b.String()
}

func hasElements(e *cql.TypeExpr) bool {
	switch e.Kind {
	case cql.ListType, cql.SetType, cql.MapType:
		return true
	case cql.FrozenType:
		return hasElements(e.Args[0])
	}
	return false
}

// lengths writes the bytes of values of variable length, field by field.
func (k *maker) lengths(line func(string, Amount), path string, e *cql.TypeExpr, size Amount, depth int) {
	if depth > 8 {
		return
	}
	switch e.Kind {
	case cql.FrozenType, cql.ListType, cql.SetType, cql.VectorType:
		k.lengths(line, path, e.Args[0], size, depth+1)
	case cql.MapType:
		k.lengths(line, path+".key", e.Args[0], size, depth+1)
		k.lengths(line, path+".value", e.Args[1], size, depth+1)
	case cql.TupleType:
		for i, a := range e.Args {
			k.lengths(line, path+"."+digits(int64(i+1)), a, size, depth+1)
		}
	case cql.UserType:
		if t := k.m.valueType(e.Name); t != nil {
			for _, f := range t.Fields {
				if inner, ok := parseType(f.Type); ok {
					k.lengths(line, path+"."+cql.QuoteName(snake(f.Name.Text)), inner, f.Size, depth+1)
				}
			}
		}
	case cql.NativeType:
		if size.Known && sized(e) {
			line(path, size)
		}
	}
}

// sized reports whether values of a type, or what it holds, differ in size. Fields of a
// type of the model have sizes of their own.
func sized(e *cql.TypeExpr) bool {
	switch e.Kind {
	case cql.NativeType:
		switch e.Name {
		case "text", "varchar", "ascii", "blob", "varint", "decimal", "inet", "duration":
			return true
		}
	case cql.UserType:
	default:
		for _, a := range e.Args {
			if sized(a) {
				return true
			}
		}
	}
	return false
}
