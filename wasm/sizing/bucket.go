package sizing

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/workload"
)

// Advice is how a partition can be made smaller.
type Advice struct {
	Now     int64 // bytes on disk today, worst case
	Target  int64
	Splits  []Split // buckets of time, a clustering column in the key, hash buckets
	Best    int     // index in Splits: the largest part below the target that asks fewest partitions; -1 if none
	Without []Removal
	Window  float64 // seconds that a query asks for, 0 if nobody said
}

// A Split is another partition key.
type Split struct {
	Kind    SplitKind
	Name    string // "day", "date", "8 hash buckets"
	Column  string // that joins the partition key
	Type    string
	Seconds float64 // length of a bucket of time, on average
	Parts   int64   // partitions that one of today's becomes; 0 if not known
	Rows    int64
	Values  int64
	Disk    int64 // as written
	Once    int64 // with one timestamp
	Docs    int64
	Fits    bool // below the target
	Touched Touched
	CQL     string // the changed table
	Sizer   *Sizer // of one part
}

// SplitKind is a way to split.
type SplitKind uint8

// The ways.
const (
	TimeBucket SplitKind = iota // the time, rounded down
	KeyColumn                   // a clustering column moves into the partition key
	HashBucket                  // a number from 0 to n − 1
)

// Touched is how many partitions a query for a window of time reads.
type Touched struct {
	Low, High int64
	Share     float64 // of queries that read High; the others read Low
	Known     bool
}

// A Removal is the table without one column.
type Removal struct {
	Column string
	Disk   int64
	Fits   bool
}

// A unit is a bucket of time. A month has at most 31 days, 30.4 on average.
type unit struct {
	name, column, kind string
	most, mean         float64
}

var units = [...]unit{
	{"hour", "hour", "timestamp", 3600, 3600},
	{"six hours", "six_hours", "timestamp", 6 * 3600, 6 * 3600},
	{"day", "day", "date", 86400, 86400},
	{"week", "week", "date", 7 * 86400, 7 * 86400},
	{"month", "month", "int", 31 * 86400, 365 * 86400 / 12.0},
	{"quarter", "quarter", "int", 92 * 86400, 365 * 86400 / 4.0},
	{"year", "year", "int", 366 * 86400, 365 * 86400},
}

// bucketNames are the names under which a column of the partition key is taken as
// a bucket of time that another one may replace.
var bucketNames = []string{"hour", "six_hours", "day", "date", "week", "month", "quarter", "year", "bucket", "time_bucket", "yyyymmdd", "yyyymmddhh", "yyyymm"}

// Buckets tells what each way to split the partition makes of it. target is the
// bytes to stay below, 10 MB if 0; the quantity `window` is the time that a query
// asks for.
func (m *Sizer) Buckets(target int64) (*Advice, []workload.Problem) {
	if target <= 0 {
		target = guidelines(0)[0].At
	}
	v, problems := m.work.Eval()
	if len(problems) > 0 {
		return nil, problems
	}
	now, bad := m.count(v, high, -1, false)
	if bad != nil {
		return nil, []workload.Problem{*bad}
	}
	a := &Advice{Now: now.disk.Total, Target: target, Best: -1}
	if w, ok := v.Get("window"); ok {
		a.Window = max(w.Hi.Float(), 0)
	}
	step := 0.0 // seconds between batches
	rate := 0.0 // rows a second
	if s := now.shape; s.StepNum > 0 {
		step = float64(s.StepNum) / float64(s.StepDen) / 1e6
		rate = float64(s.Batch) / step
		if m.work.Mode == workload.Over {
			step = 0
		}
	}
	if rate > 0 && len(m.table.Clustering) > 0 {
		old := bucketColumn(m.table)
		for _, u := range units {
			rows := int64(math.Round(rate * u.most))
			if old == nil && rows >= now.rows || rows < 1 || u.most < step {
				continue // one bucket would hold everything, or less than is written at a time
			}
			split := Split{Kind: TimeBucket, Name: u.name, Column: u.column, Type: u.kind, Seconds: u.mean}
			if old == nil {
				split.Parts = int64(math.Ceil(float64(now.rows) / (rate * u.mean)))
			}
			if a.Window > 0 {
				split.Touched = touched(a.Window, u.mean, step)
			}
			m.split(&split, v, a, m.withKey(old, u.column, u.kind), forced{rows: rows, whole: now.rows, thin: 1})
		}
	}
	for i, c := range m.table.Clustering {
		d, ok := v.Get("distinct." + c.Name)
		if !ok {
			continue
		}
		n := d.Hi.Round()
		if n < 2 || n > now.rows {
			continue
		}
		split := Split{Kind: KeyColumn, Name: c.Name, Column: c.Name, Type: c.Type.String(), Parts: n}
		// A column that tells apart what is written at one time thins each batch out;
		// otherwise the rows of one value are written together.
		thin := int64(1)
		if b := now.shape.Batch; m.work.Mode == workload.Over || b >= n && b%n == 0 {
			thin = n
		}
		m.split(&split, v, a, m.moved(i), forced{rows: (now.rows + n - 1) / n, whole: now.rows, thin: thin})
	}
	if n := (a.Now + target - 1) / target; n > 1 && now.rows > 1 {
		// Headers repeat, so the first guess may be one short.
		for range 4 {
			rows := (now.rows + n - 1) / n
			split := Split{Kind: HashBucket, Name: strconv.FormatInt(n, 10) + " hash buckets", Column: "bucket", Type: "smallint", Parts: n,
				Touched: Touched{n, n, 1, true}}
			before := len(a.Splits)
			m.split(&split, v, a, m.withKey(nil, "bucket", "smallint"), forced{rows: rows, whole: now.rows, thin: n, parts: n})
			if len(a.Splits) == before || split.Fits {
				break
			}
			if n++; rows == 1 {
				break
			}
			a.Splits = a.Splits[:before]
		}
	}
	a.choose()
	if len(m.table.Regulars) > 1 {
		for i, c := range m.table.Regulars {
			t := *m.table
			t.Regulars = append(append([]*schema.Column(nil), t.Regulars[:i]...), t.Regulars[i+1:]...)
			other := m.other(&t, nil)
			if p, bad := other.count(v, high, -1, false); bad == nil {
				a.Without = append(a.Without, Removal{c.Name, p.disk.Total, p.disk.Total <= target})
			}
		}
	}
	return a, nil
}

// other is the same workload on another table.
func (m *Sizer) other(t *schema.Table, f *forced) *Sizer {
	o := newSizer(t, m.work, m.format)
	if o.forced = f; f != nil {
		o.whole = m
	}
	return o
}

// split counts one way and adds it.
func (m *Sizer) split(s *Split, v *workload.Values, a *Advice, t *schema.Table, f forced) {
	other := m.other(t, &f)
	p, bad := other.count(v, high, -1, false)
	if bad != nil {
		return
	}
	s.Rows, s.Values, s.Disk, s.Once, s.Docs = p.rows, p.values, p.disk.Total, p.disk.Total, p.docs.St
	if m.live() {
		if once, bad := other.count(v, high, -1, true); bad == nil {
			s.Once = once.disk.Total
		}
	}
	s.Fits = s.Disk <= a.Target
	s.CQL, s.Sizer = createTable(t), other
	a.Splits = append(a.Splits, *s)
}

// choose takes the split below the target that makes queries ask the fewest
// partitions, and among those the one with the largest parts.
func (a *Advice) choose() {
	for i, s := range a.Splits {
		if !s.Fits {
			continue
		}
		if a.Best < 0 {
			a.Best = i
			continue
		}
		b := &a.Splits[a.Best]
		cost := func(s *Split) float64 {
			if !s.Touched.Known {
				return float64(max(s.Parts, 1))
			}
			return float64(s.Touched.Low) + s.Touched.Share*float64(s.Touched.High-s.Touched.Low)
		}
		if c, d := cost(&s), cost(b); c < d || c == d && s.Disk > b.Disk {
			a.Best = i
		}
	}
}

// touched is how many buckets a window of time meets, when its points lie step
// seconds apart (0: everywhere) and it may start at any of them.
func touched(window, bucket, step float64) Touched {
	span := window - step
	q := math.Floor(span/bucket + 1e-9)
	r := span - q*bucket
	if r < 1e-9*bucket {
		r = 0
	}
	switch {
	case step == 0 && r == 0: // on the stroke one less
		return Touched{int64(q), int64(q) + 1, 1, true}
	case r == 0:
		return Touched{int64(q) + 1, int64(q) + 1, 1, true}
	}
	return Touched{int64(q) + 1, int64(q) + 2, r / bucket, true}
}

// bucketColumn is the bucket of time that the partition key of a table already has, or nil.
func bucketColumn(t *schema.Table) *schema.Column {
	if len(t.PartitionKey) < 2 {
		return nil
	}
	for _, c := range t.PartitionKey {
		if slices.Contains(bucketNames, c.Name) {
			return c
		}
	}
	return nil
}

// Period is the column of the partition key with which a partition ends, as its name tells: the
// span of time, and how many days that has at most; column is "" where there is none.
func Period(t *schema.Table) (column, span string, days float64) {
	if c := bucketColumn(t); c != nil {
		for _, u := range units {
			if u.column == c.Name || spelled[c.Name] == u.column {
				return c.Name, u.name, u.most / 86400
			}
		}
	}
	return "", "", 0
}

// spelled are other names of units.
var spelled = map[string]string{"date": "day", "yyyymmdd": "day", "yyyymmddhh": "hour", "yyyymm": "month"}

// Turns is the column of the partition key with which a partition may end, however long that takes,
// by a word of its name: day_bucket, bucket_id, partition. nil where there is none.
func Turns(t *schema.Table) *schema.Column {
	if c := bucketColumn(t); c != nil || len(t.PartitionKey) < 2 {
		return c
	}
	for _, c := range t.PartitionKey {
		if slices.ContainsFunc(strings.Split(strings.ToLower(c.Name), "_"), func(word string) bool {
			return word == "partition" || word == "period" || slices.Contains(bucketNames, word)
		}) {
			return c
		}
	}
	return nil
}

// Ends is after how many days a partition ends, as [Period] has it; "" where its names do not tell.
func Ends(t *schema.Table) string {
	_, _, most := Period(t)
	if most == 0 {
		return ""
	}
	return strconv.FormatFloat(most, 'f', -1, 64)
}

// Fills is for how many days a partition gets rows that are kept for so many days, "" for ever, where
// it ends after so many, "" for never. All are expressions of workloads.
func Fills(kept, ends string) string {
	if kept == "" || ends == "" {
		return kept + ends
	}
	return "min(" + kept + ", " + ends + ")"
}

// withKey is the table with one more column in the partition key, in place of old
// if that is not nil.
func (m *Sizer) withKey(old *schema.Column, name, kind string) *schema.Table {
	t := *m.table
	for taken := 2; m.find(name) != nil && m.find(name) != old; taken++ {
		name = strings.TrimRight(name, "0123456789_") + "_" + strconv.Itoa(taken)
	}
	c := &schema.Column{Name: name, Type: cqltype.Native(kind), Kind: schema.PartitionKey}
	t.PartitionKey = nil
	for _, k := range m.table.PartitionKey {
		if k != old {
			t.PartitionKey = append(t.PartitionKey, k)
		}
	}
	c.Position = len(t.PartitionKey)
	t.PartitionKey = append(t.PartitionKey, c)
	if !strings.HasSuffix(t.Name, "_by_"+name) {
		t.Name += "_by_" + name
	}
	return &t
}

// moved is the table with a clustering column in the partition key.
func (m *Sizer) moved(i int) *schema.Table {
	t := *m.table
	c := *t.Clustering[i]
	c.Kind, c.Position, c.Desc = schema.PartitionKey, len(t.PartitionKey), false
	t.PartitionKey = append(append([]*schema.Column(nil), t.PartitionKey...), &c)
	t.Clustering = append(append([]*schema.Column(nil), t.Clustering[:i]...), t.Clustering[i+1:]...)
	t.Name += "_by_" + c.Name
	return &t
}

// createTable is the table in CQL, with the options that change how it works.
func createTable(t *schema.Table) string {
	var b strings.Builder
	name := cql.QuoteName
	b.WriteString("CREATE TABLE " + name(t.Keyspace) + "." + name(t.Name) + " (\n")
	for _, list := range [...][]*schema.Column{t.PartitionKey, t.Clustering, t.Statics, t.Regulars} {
		for _, c := range list {
			b.WriteString("  " + name(c.Name) + " " + c.Type.String())
			if c.Kind == schema.Static {
				b.WriteString(" static")
			}
			b.WriteString(",\n")
		}
	}
	names := func(list []*schema.Column, suffix func(*schema.Column) string) string {
		var out []string
		for _, c := range list {
			out = append(out, name(c.Name)+suffix(c))
		}
		return strings.Join(out, ", ")
	}
	none := func(*schema.Column) string { return "" }
	b.WriteString("  PRIMARY KEY ((" + names(t.PartitionKey, none) + ")")
	if len(t.Clustering) > 0 {
		b.WriteString(", " + names(t.Clustering, none))
	}
	b.WriteString(")\n)")
	var with []string
	desc := false
	for _, c := range t.Clustering {
		desc = desc || c.Desc
	}
	if desc {
		with = append(with, "CLUSTERING ORDER BY ("+names(t.Clustering, func(c *schema.Column) string {
			if c.Desc {
				return " DESC"
			}
			return " ASC"
		})+")")
	}
	if n := t.Params.DefaultTTL; n > 0 {
		with = append(with, "default_time_to_live = "+strconv.Itoa(n))
	}
	shipped := schema.DefaultParams()
	if n := t.Params.GCGrace; n != shipped.GCGrace {
		with = append(with, "gc_grace_seconds = "+strconv.Itoa(n))
	}
	options := func(name string, list, shipped []schema.Option) {
		if slices.Equal(list, shipped) {
			return
		}
		var out []string
		for _, o := range list {
			if o.Name == "class" { // without its package
				o.Value = o.Value[strings.LastIndexByte(o.Value, '.')+1:]
			}
			out = append(out, "'"+o.Name+"': '"+o.Value+"'")
		}
		if len(list) == 0 {
			out = append(out, "'enabled': 'false'")
		}
		with = append(with, name+" = {"+strings.Join(out, ", ")+"}")
	}
	options("compaction", t.Params.Compaction, shipped.Compaction)
	options("compression", t.Params.Compression, shipped.Compression)
	if len(with) > 0 {
		b.WriteString(" WITH " + strings.Join(with, "\n  AND "))
	}
	b.WriteString(";")
	return b.String()
}
