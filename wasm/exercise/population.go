package exercise

import (
	"math"
	"sort"
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// A Population says how many things there are, without a table. From it follows how
// many rows a partition holds, whatever key a learner chooses: the rows of a group
// that shares some values are those of all combinations of "each" that the group leaves
// open, the share of them that "some" allows, and no more than "per". Every range counts
// with its upper end.
type Population struct {
	Counts     []Count
	Quantities []Quantity // as workloads write them: len.name, ttl, written.over
}

// A Count is how many there are of something: At0, and PerDay more with every day.
type Count struct {
	Word   string   // each, some: values of an attribute; per, removed: rows for one value of attributes
	Attrs  []string // one of each and some
	At0    float64
	PerDay float64
	Step   float64 // of each, seconds from one value to the next, 0 where it is no time; of removed, seconds in which so many are
	Share  float64 // of some, that of the most frequent value; of each, the part of the writes of a moment that one value has; 0 where all have as many
}

// A Quantity is a line of a workload: len.name = 20.
type Quantity struct {
	Name  string
	Value float64
}

// quantity is the value of a line, 0 where there is none.
func (p *Population) quantity(name string) float64 {
	for i := range p.Quantities {
		if q := &p.Quantities[i]; q.Name == name {
			return q.Value
		}
	}
	return 0
}

// on is the number on a day. What expires after ttl seconds leaves those of the last ttl
// seconds; 0 is never.
func (c *Count) on(day, ttl float64) float64 {
	n := c.At0 + c.PerDay*day
	if ttl > 0 && c.Step > 0 {
		n = min(n, ttl/c.Step)
	}
	return max(n, 1)
}

// grows reports whether there are more things on a later day.
func (p *Population) grows() bool {
	for i := range p.Counts {
		if p.Counts[i].PerDay > 0 {
			return true
		}
	}
	return false
}

// A group is the rows that share the values of columns.
type group struct {
	rows  float64 // at most
	steps float64 // different times among them
	step  float64 // seconds between these
}

// group counts the rows that share the values of columns on a day, and, where ranged
// is not nil, lie in that range.
func (p *Population) group(columns []*Column, ranged *Range, day, ttl float64) group {
	g := group{rows: 1, steps: 1}
	share, most := 1.0, math.Inf(1)
	for i := range p.Counts {
		d := &p.Counts[i]
		switch d.Word {
		case "each":
			n := d.left(columns, ranged, day, ttl)
			if g.rows *= n; d.Step > 0 && n > g.steps {
				g.steps, g.step = n, d.Step
			}
		case "some":
			if has(columns, d.Attrs...) {
				largest := d.Share
				if largest == 0 {
					largest = 1 / d.on(day, 0)
				}
				share = min(share, largest)
			}
		case "per":
			if has(columns, d.Attrs...) {
				most = min(most, d.on(day, 0))
			}
		}
	}
	g.rows = min(g.rows*share, most)
	for _, c := range columns {
		if c.Source == Fresh {
			g.rows = 1
		} else if c.splits(columns) {
			g.rows /= float64(c.Parts)
		}
	}
	g.rows = max(g.rows, 1)
	g.steps = min(g.steps, g.rows)
	return g
}

// left is how many values of an attribute occur among the rows that share the values of
// columns, and lie in a range.
func (d *Count) left(columns []*Column, ranged *Range, day, ttl float64) float64 {
	n := d.on(day, ttl)
	for _, c := range columns {
		if c.Attr == nil || c.Attr.Name != d.Attrs[0] {
			continue
		}
		switch c.Source {
		case Same:
			n = 1
		case Bucket:
			if d.Step > 0 {
				n = min(n, max(1, float64(units[c.unit].seconds)/d.Step))
			}
		case Cycle:
			n = max(1, n/float64(cycles[c.unit]))
		}
	}
	if ranged != nil && ranged.Attr.Name == d.Attrs[0] && d.Step > 0 && ranged.From.Value != nil && ranged.To.Value != nil {
		from, to := millis(ranged.Attr.Type, ranged.From.Value), millis(ranged.Attr.Type, ranged.To.Value)
		n = min(n, math.Floor(max(0, float64(to-from)/1000/d.Step)+1e-9)+1)
	}
	return n
}

// has reports whether columns hold all of some attributes as they are.
func has(columns []*Column, attrs ...string) bool {
	for _, a := range attrs {
		found := false
		for _, c := range columns {
			found = found || c.Source == Same && c.Attr.Name == a
		}
		if !found {
			return false
		}
	}
	return true
}

// splits reports whether a column deals rows out that are not yet apart.
func (c *Column) splits(columns []*Column) bool {
	return c.Source == Hash && c.Parts > 0 && (c.Attr == nil || !has(columns, c.Attr.Name))
}

// key are the columns of a table's primary key up to a kind.
func (f *Fit) key(kind schema.ColumnKind) (out []*Column) {
	for _, c := range f.Columns {
		if c.Kind <= kind {
			out = append(out, c)
		}
	}
	return out
}

// ttl is after how many seconds the rows of a table expire; 0 for never.
func (f *Fit) ttl() float64 {
	if f.timed > 0 {
		return float64(f.timed)
	}
	if n := f.Table.Params.DefaultTTL; n > 0 || f.Rows.Population == nil {
		return float64(n)
	}
	return f.Rows.Population.quantity(workload.TTL)
}

// group counts the rows of the table that share the values of columns.
func (f *Fit) group(columns []*Column, ranged *Range, day float64) group {
	return f.Rows.Population.group(columns, ranged, day, f.ttl())
}

// largest is the largest partition of a table on a day. Rows that the key does not
// keep apart are one.
func (f *Fit) largest(day float64) group {
	g := f.group(f.key(schema.PartitionKey), nil, day)
	g.rows = max(1, math.Ceil(g.rows*f.copies()/f.alike(day)-1e-9))
	if len(f.Table.Clustering) == 0 {
		g.rows = 1
	}
	g.steps = min(g.steps, g.rows)
	return g
}

// drawn reports whether nothing that is known of a thing decides which of its values a column
// has: the same thing may get each of them.
func (c *Column) drawn() bool { return c.Source == Hash && c.Attr == nil && c.Parts > 1 }

// copies is how many rows of a partition one thing may have: one for each value of what is drawn.
func (f *Fit) copies() float64 {
	n := 1.0
	for _, c := range f.key(schema.Clustering) {
		if c.Kind == schema.Clustering && c.drawn() {
			n *= float64(c.Parts)
		}
	}
	return n
}

// alike is how many things are one row, for they agree in the whole key; 1 where a column of
// the key tells them apart in a way that is not known.
func (f *Fit) alike(day float64) float64 {
	var key []*Column
	for _, c := range f.key(schema.Clustering) {
		if c.Kind == schema.Clustering && c.drawn() {
			continue // it keeps nothing apart
		}
		key = append(key, c)
		counted := c.Source != Same
		for i := range f.Rows.Population.Counts {
			counted = counted || words(f.Rows.Population.Counts[i].Attrs).has(c.Attr.Name)
		}
		if !counted {
			return 1
		}
	}
	return f.group(key, nil, day).rows
}

// A Size is that of the largest partition of a table.
type Size struct {
	Table       string
	Day         int64
	Rows        int64
	Values      int64 // as the Cassandra documentation counts them
	Bytes       int64 // on disk, written as time passes
	BytesPerRow float64
}

// size is the largest partition on a day; ok is false where it cannot be counted. Several
// questions and predicates ask for the same one.
func (f *Fit) size(day float64) (out Size, ok bool) {
	s, known := f.sizes[day]
	if !known {
		s, ok = f.sized(day)
		if !ok {
			s = Size{}
		}
		if f.sizes == nil {
			f.sizes = map[float64]Size{}
		}
		f.sizes[day] = s
	}
	return s, s.Table != ""
}

func (f *Fit) sized(day float64) (out Size, ok bool) {
	p := f.Rows.Population
	if p == nil || f.Ask != "" {
		return out, false
	}
	g := f.largest(day)
	if g.rows > 1e15 {
		return out, false
	}
	var b strings.Builder
	put := func(name string, n float64) { b.WriteString(say("% = %\n", name, decimal(n))) }
	if len(f.Table.Clustering) > 0 {
		put("rows", math.Ceil(g.rows))
	}
	over := p.quantity(workload.WrittenOver)
	span := over
	if g.steps > 1 {
		span += g.steps * g.step
	}
	each := g.rows / g.steps
	switch {
	case span > 0 && over == 0 && each == math.Trunc(each):
		b.WriteString(say("written = % every %s\n", decimal(each), decimal(g.step)))
	case span > 0:
		b.WriteString(say("written = over %s\n", decimal(span)))
	}
	for _, c := range f.Columns {
		if c.Source == Same {
			for _, q := range p.Quantities {
				if word, attr, _ := strings.Cut(q.Name, "."); attr == c.Attr.Name && (word != "len" || c.Type.NeedsLength()) {
					put(word+"."+quote(c.Name), q.Value)
				}
			}
		}
		if c.Source == Unknown {
			put("null."+quote(c.Name), 1) // of no concern
		}
		if n := f.longest(c); n > 0 && c.Type.NeedsLength() && !strings.Contains(b.String(), "len."+quote(c.Name)+" ") {
			put("len."+quote(c.Name), float64(n))
		}
	}
	if ttl := p.quantity(workload.TTL); ttl > 0 {
		put(workload.TTL, ttl)
	}
	w, bad := workload.Parse(diag.NewSource("", b.String()), nil)
	if len(bad) > 0 {
		return out, false
	}
	m, bad := sizing.New(f.Table, w, sstable.NB)
	if m == nil || len(bad) > 0 {
		return out, false
	}
	r, bad := m.Result(sizing.Options{Brief: true})
	if r == nil || len(bad) > 0 {
		return out, false
	}
	return Size{f.Table.Name, int64(day), r.Rows.Max, r.Values.Max, r.Disk.Max, float64(r.Disk.Max) / float64(max(1, r.Rows.Max))}, true
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// longest is the length of a column's longest value in the rows, in bytes.
func (f *Fit) longest(c *Column) (most int) {
	for i := range f.Rows.Rows {
		if v, ok := f.value(c, i); ok {
			most = max(most, len(v))
		}
	}
	return most
}

// keys is the number of different partition keys on a day, no more than rows, and the share of the
// writes of one moment that go to the busiest of them.
func (f *Fit) keys(day float64) (n, share float64) {
	key := f.key(schema.PartitionKey)
	var times, others []*Column
	n = 1
	values := 1.0
	for i := range f.Rows.Population.Counts {
		d := &f.Rows.Population.Counts[i]
		switch all := d.on(day, f.ttl()); {
		case d.Word == "each":
			n *= math.Ceil(max(1, all/d.left(key, nil, day, f.ttl())) - 1e-9)
			if d.Step > 0 {
				times = append(times, &Column{Source: Same, Attr: &Attr{Name: d.Attrs[0]}})
			}
		case d.Word == "some" && has(key, d.Attrs...):
			values = max(values, all)
		}
	}
	// At one moment all writes share the bucket of time, and the time itself where
	// several things happen at each.
	together := f.group(times, nil, day).rows > 1
	for _, c := range key {
		if c.splits(key) {
			n *= float64(c.Parts)
		}
		if c.Source != Bucket && c.Source != Cycle && !(together && c.Source == Same && has(times, c.Attr.Name)) {
			others = append(others, c)
		}
	}
	share = min(1, f.group(others, nil, day).rows/f.group(nil, nil, day).rows)
	for i := range f.Rows.Population.Counts { // where one value is busier than the others
		d := &f.Rows.Population.Counts[i]
		busy := d.Share
		for _, c := range others {
			if c.splits(key) {
				busy /= float64(c.Parts)
			} else if c.Source != Same || c.Attr.Name != d.Attrs[0] {
				busy = 0 // nobody says how many of its writes share this as well
			}
		}
		if d.Word == "each" && len(others) > 0 {
			share = max(share, busy)
		}
	}
	return min(n*values, f.group(nil, nil, day).rows), share
}

// crosses is the first day on which the largest partition takes so many bytes, 0 where
// it does not within 200 years.
func (f *Fit) crosses(bytes int64) int64 {
	day := sort.Search(late, func(d int) bool {
		s, ok := f.size(float64(d + 1))
		return !ok || s.Bytes >= bytes
	})
	if day == late {
		return 0
	}
	return int64(day + 1)
}

// late is a day on which what is bounded has reached its bound.
const late = 200 * 365
