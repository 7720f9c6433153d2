package sizing

import (
	"maps"
	"math"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// Metadata a value carries in the documentation's formula, and a cell in the rule
// of thumb, in bytes.
const (
	docsMetadata  = 8
	thumbOverhead = 23
)

// A Sizer is a table under a workload, ready to be counted.
type Sizer struct {
	table   *schema.Table
	work    *workload.Workload
	format  sstable.Format
	assumed []Assumption
	known   map[string]bool         // names in assumed
	guessed map[*schema.Column]bool // of which something is assumed
	all     []*schema.Column
	longest int                       // bytes of a name in all
	named   map[string]*schema.Column // where they are many
	nulls   bool                      // some column has a fraction of nulls
	follows bool                      // the rows written at one time are worked out from what all rows are worked out from
	faster  bool                      // so is the time between writes
	forced  *forced                   // rows of a part of the partition, nil for the whole
	whole   *Sizer                    // of the whole partition, where this one is of a part
	sizes   *sizesOf                  // how partitions differ, once it is worked out
	room    room                      // for the shapes of which only the size counts: hundreds of them
}

// forced is a part of the partition with a number of rows of its own. Only every
// thin-th row of the whole goes there; 1: all rows of a stretch of time. Where the
// whole is cut into equal parts, a part grows with it; parts 0: it does not grow.
type forced struct{ rows, whole, thin, parts int64 }

// New puts a table and a workload together. Problems name columns that the table
// does not have, lengths of types that have only one, and the like.
func New(t *schema.Table, w *workload.Workload, f sstable.Format) (*Sizer, []workload.Problem) {
	m := newSizer(t, w, f)
	var problems []workload.Problem
	for _, q := range w.Quantities() {
		what, path, ok := strings.Cut(q.Name, ".")
		if !ok || what != "len" && what != "count" && what != "null" && what != "distinct" {
			continue
		}
		if p, bad := m.checkColumn(q, what, path); bad {
			problems = append(problems, p)
		}
	}
	if w.Quantity(workload.Rows) == nil && w.Growth() == nil && len(t.Clustering) > 0 && !w.Failed(workload.Rows) && !w.Failed("grow") {
		problems = append(problems, w.Problem("the number of rows is missing", "A partition of "+t.Name+" holds as many rows as the workload says.", "add a line `rows = …`"))
	}
	return m, problems
}

// NewFor puts one of several tables together with a workload that speaks of all of
// them. Lines about columns that the table does not have are left out, and so is the
// number of rows where the partition key alone tells rows apart.
func NewFor(t *schema.Table, w *workload.Workload, f sstable.Format) (*Sizer, []workload.Problem) {
	w, problems := workFor(t, w)
	if len(problems) > 0 {
		return nil, problems
	}
	return New(t, w, f)
}

// workFor is the part of a workload that NewFor takes.
func workFor(t *schema.Table, w *workload.Workload) (*workload.Workload, []workload.Problem) {
	m := newSizer(t, w, sstable.NB)
	return w.For(t.Name, func(name string) bool {
		return !m.speaksOf(name) || len(t.Clustering) == 0 && (name == workload.Rows || name == "grow")
	})
}

// SpeaksOf reports whether a line of a workload is about a column of the table, or
// about none.
func SpeaksOf(name string, t *schema.Table) bool {
	return newSizer(t, workload.New(), sstable.NB).speaksOf(name)
}

func (m *Sizer) speaksOf(name string) bool {
	what, path, ok := strings.Cut(name, ".")
	if !ok || what != "len" && what != "count" && what != "null" && what != "distinct" {
		return true
	}
	if strings.Contains(path, `"`) { // as CQL writes it
		_, path, _ = strings.Cut(workload.Canonical(name), ".")
	}
	c, _ := m.column(path)
	return c != nil
}

func newSizer(t *schema.Table, w *workload.Workload, f sstable.Format) *Sizer {
	m := &Sizer{table: t, work: w, format: f, known: map[string]bool{}, guessed: map[*schema.Column]bool{}}
	for _, l := range [...][]*schema.Column{t.PartitionKey, t.Clustering, t.Statics, t.Regulars} {
		m.all = append(m.all, l...)
		for _, c := range l {
			m.longest = max(m.longest, len(c.Name))
		}
	}
	if len(m.all) >= manyColumns {
		m.named = make(map[string]*schema.Column, len(m.all))
		for _, c := range m.all {
			m.named[c.Name] = c
		}
	}
	for _, q := range w.Quantities() {
		m.nulls = m.nulls || strings.HasPrefix(q.Name, "null.")
	}
	if w.Quantity(workload.WrittenRows) != nil {
		rows := w.Origins(workload.Rows)
		if g := w.Growth(); g != nil {
			for _, name := range g.Names() {
				maps.Copy(rows, w.Origins(name))
			}
		}
		shares := func(name string) (any bool) {
			for from := range w.Origins(name) {
				any = any || rows[from]
			}
			return any
		}
		m.follows, m.faster = shares(workload.WrittenRows), shares(workload.WrittenEvery)
	}
	return m
}

// column finds the column that a path such as address.street begins with.
func (m *Sizer) column(path string) (*schema.Column, string) {
	if c := m.find(path); c != nil {
		return c, ""
	}
	for i := min(len(path)-1, m.longest); i > 0; i-- {
		if path[i] == '.' {
			if c := m.find(path[:i]); c != nil {
				return c, path[i+1:]
			}
		}
	}
	return nil, ""
}

// manyColumns is from how many columns on one is looked up.
const manyColumns = 32

func (m *Sizer) find(name string) *schema.Column {
	if m.named != nil {
		return m.named[name]
	}
	for _, c := range m.columns() {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// columns are all columns: partition key, clustering, static, regular.
func (m *Sizer) columns() []*schema.Column { return m.all }

// null is the fraction of a column's nulls; ok is false where nobody gave one.
func (s *state) null(c *schema.Column) (v workload.Interval, ok bool) {
	if !s.nulls {
		return v, false
	}
	return s.vals.Get("null." + c.Name)
}

func (m *Sizer) checkColumn(q *workload.Quantity, what, path string) (workload.Problem, bool) {
	c, rest := m.column(path)
	if c == nil {
		var names []string // not all of very many: each line may ask for them
		for _, c := range m.all[:min(len(m.all), workload.MaxSuggested)] {
			names = append(names, cql.QuoteName(c.Name))
		}
		better := workload.Nearest(path, names)
		if better != "" {
			better = what + "." + better
		}
		return q.NameProblem("`"+path+"` is no column of "+m.table.Name, "", "use one of "+some(names, len(m.all)), better), true
	}
	switch what {
	case "distinct":
		if c.Kind != schema.Clustering {
			return q.NameProblem(c.Name+" is no clustering column", "The number of distinct values in a partition is of use for a column that may move into the partition key.", "take the line out", ""), true
		}
		return workload.Problem{}, false
	case "null":
		if c.Kind == schema.PartitionKey || c.Kind == schema.Clustering {
			return q.NameProblem(c.Name+" is a primary key column and is never null", "", "take the line out", ""), true
		}
		if rest != "" {
			return q.NameProblem("a fraction of nulls belongs to a whole column", "", "write null."+c.Name, ""), true
		}
		return workload.Problem{}, false
	}
	t := c.Type
	for rest != "" {
		name, more, _ := strings.Cut(rest, ".")
		inner := member(t, name)
		if inner == nil {
			return q.NameProblem("`"+name+"` is no part of "+t.String(), "Parts are the fields of a user-defined type, the positions of a tuple, key and value of a map.", "name the column alone, or one of its parts", ""), true
		}
		t, rest = inner, more
	}
	if what == "count" {
		if !contains(t, countable) {
			return q.NameProblem(c.Name+" has no number of elements: its type is "+t.String(), "A count belongs to a list, a set or a map; for a counter it is the number of replicas that have led its updates.", "take the line out", ""), true
		}
	} else if !contains(t, func(t *cqltype.Type) bool { return fixedLen(t) < 0 && !composed(t) }) {
		return q.NameProblem("the length of "+c.Name+" is given by its type "+t.String(), "", "take the line out", ""), true
	}
	return workload.Problem{}, false
}

// member is the type of a part of a type, or nil. Collections other than maps are
// transparent: the part is one of their elements.
func member(t *cqltype.Type, name string) *cqltype.Type {
	switch t.Kind {
	case cqltype.List, cqltype.Set, cqltype.Vector:
		return member(t.Elems[0], name)
	case cqltype.Map:
		switch name {
		case "key":
			return t.Elems[0]
		case "value":
			return t.Elems[1]
		}
		return member(t.Elems[1], name)
	case cqltype.Tuple:
		if i, err := strconv.Atoi(name); err == nil && 1 <= i && i <= len(t.Elems) {
			return t.Elems[i-1]
		}
	case cqltype.UDT:
		for _, f := range t.Fields {
			if f.Name == name {
				return f.Type
			}
		}
	}
	return nil
}

func contains(t *cqltype.Type, is func(*cqltype.Type) bool) bool {
	if is(t) {
		return true
	}
	for _, e := range t.Elems {
		if contains(e, is) {
			return true
		}
	}
	for _, f := range t.Fields {
		if contains(f.Type, is) {
			return true
		}
	}
	return false
}

func countable(t *cqltype.Type) bool { return t.IsCollection() || t.Kind == cqltype.Counter }

func composed(t *cqltype.Type) bool {
	switch t.Kind {
	case cqltype.List, cqltype.Set, cqltype.Map, cqltype.Tuple, cqltype.UDT, cqltype.Vector, cqltype.Counter:
		return true
	}
	return false
}

// fixedLen is the number of bytes of every value of a type, or -1. Unlike
// cqltype.Type.FixedLen it also knows the types that have one length but are
// stored with a length before them.
func fixedLen(t *cqltype.Type) int {
	switch t.Kind {
	case cqltype.Tinyint:
		return 1
	case cqltype.Smallint:
		return 2
	case cqltype.Date:
		return 4
	case cqltype.Time:
		return 8
	}
	return t.FixedLen()
}

// assumedLen is the length that stands in for one that nobody gave.
func assumedLen(t *cqltype.Type) (n int, why string) {
	switch t.Kind {
	case cqltype.Inet:
		return 4, "an IPv4 address"
	case cqltype.Varint:
		return 4, "a number up to two billion"
	case cqltype.Decimal:
		return 8, "four bytes of scale, four of digits"
	case cqltype.Duration:
		return 9, "a few hours"
	case cqltype.Blob, cqltype.Custom:
		return 100, "nobody said how long it is"
	}
	return 10, "nobody said how long it is"
}

const assumedCount = 5

// A corner is the best, the typical or the worst case of all inputs at once.
type corner uint8

const (
	low corner = iota
	typical
	high
)

// at takes a quantity's value in a corner. Quantities that make a partition smaller
// as they rise are taken at their other end: falls.
func (k corner) at(v workload.Interval, falls bool) number.Num {
	switch {
	case k == typical:
		return v.Typ
	case (k == high) != falls:
		return v.Hi
	}
	return v.Lo
}

// A state is a model in one corner with its numbers.
type state struct {
	*Sizer
	vals    *workload.Values
	corner  corner
	rows    int64
	full    int64         // rows that share the span over which they are written; 0: all of them
	once    bool          // as if all rows had one timestamp
	noTTL   bool          // as if rows did not expire
	firm    bool          // as if what nobody gave were 0
	spreads int           // columns laid out by a distribution so far
	room    *room         // where the shape lies; nil for one of its own
	single  sstable.Steps // memory for steps of one number
	bad     *workload.Problem
}

// maxBytes is the most that a value holds.
const maxBytes = math.MaxInt32

// number is a quantity that must lie between 0 and most.
func (s *state) number(name string, most float64, unit string) (float64, bool) {
	v, ok := s.vals.Get(name)
	if !ok {
		return 0, false
	}
	x := s.corner.at(v, false).Float()
	if s.bad != nil {
		return 0, true
	}
	q := s.work.Quantity(name)
	if v.Lo.Sign() < 0 {
		p := q.Refuse("is negative: "+v.Lo.Text(), "A number of "+unit+" is 0 or more.", "correct the expression")
		s.bad = &p
		return 0, true
	}
	if v.Hi.Float() > most {
		p := q.Refuse("is too large: "+v.Hi.Text(), "A number of "+unit+" is at most "+number.Count(int64(most))+".", "use at most "+number.Count(int64(most)))
		s.bad = &p
		return 0, true
	}
	return x, true
}

// lookup finds the quantity for a path, or for the nearest part of it that has one.
func (s *state) lookup(what, path string, most float64, unit string) (float64, bool) {
	for {
		if x, ok := s.number(what+"."+path, most, unit); ok {
			return x, true
		}
		i := strings.LastIndexByte(path, '.')
		if i < 0 {
			return 0, false
		}
		path = path[:i]
	}
}

func (s *state) assume(what, path string, n int, why string) float64 {
	if s.firm {
		return 0
	}
	name := what + "." + path
	if c, rest := s.column(path); c != nil { // as the workload would write it
		s.guessed[c] = true
		name = what + "." + cql.QuoteName(c.Name)
		if rest != "" {
			name += "." + rest
		}
	}
	if !s.known[name] {
		s.known[name] = true
		s.assumed = append(s.assumed, Assumption{name, int64(n), float64(n), why})
	}
	return float64(n)
}

// leaf is the length of a value of a type that holds no others.
func (s *state) leaf(t *cqltype.Type, path string) float64 {
	if n := fixedLen(t); n >= 0 {
		return float64(n)
	}
	if x, ok := s.lookup("len", path, maxBytes, "bytes"); ok {
		return x
	}
	n, why := assumedLen(t)
	return s.assume("len", path, n, why)
}

func (s *state) count(path string) float64 {
	if x, ok := s.lookup("count", path, maxBytes, "elements"); ok {
		return x
	}
	return s.assume("count", path, assumedCount, "nobody said how many elements there are")
}

// declared is the size of a value as the formulas count it: the sum of the
// declared sizes of what it holds.
func (s *state) declared(t *cqltype.Type, path string) float64 {
	switch t.Kind {
	case cqltype.List, cqltype.Set:
		return s.count(path) * s.declared(t.Elems[0], path)
	case cqltype.Map:
		return s.count(path) * (s.declared(t.Elems[0], path+".key") + s.declared(t.Elems[1], path+".value"))
	case cqltype.Vector:
		return float64(t.Dim) * s.declared(t.Elems[0], path)
	case cqltype.Tuple:
		n := 0.0
		for i, e := range t.Elems {
			n += s.declared(e, path+"."+strconv.Itoa(i+1))
		}
		return n
	case cqltype.UDT:
		n := 0.0
		for _, f := range t.Fields {
			n += s.declared(f.Type, path+"."+f.Name)
		}
		return n
	case cqltype.Counter:
		return 8
	}
	return s.leaf(t, path)
}

// stored is the length of a value as one piece, without a length before it.
func (s *state) stored(t *cqltype.Type, path string) float64 {
	switch t.Kind {
	case cqltype.List, cqltype.Set:
		n := s.count(path)
		return 4 + n*(4+s.stored(t.Elems[0], path))
	case cqltype.Map:
		n := s.count(path)
		return 4 + n*(8+s.stored(t.Elems[0], path+".key")+s.stored(t.Elems[1], path+".value"))
	case cqltype.Vector:
		n := s.stored(t.Elems[0], path)
		if t.FixedLen() < 0 {
			n += float64(sstable.UvintLen(uint64(n)))
		}
		return float64(t.Dim) * n
	case cqltype.Tuple:
		n := 0.0
		for i, e := range t.Elems {
			n += 4 + s.stored(e, path+"."+strconv.Itoa(i+1))
		}
		return n
	case cqltype.UDT:
		n := 0.0
		for _, f := range t.Fields {
			n += 4 + s.stored(f.Type, path+"."+f.Name)
		}
		return n
	case cqltype.Counter:
		leaders, ok := s.number("count."+path, 1000, "replicas")
		if !ok {
			leaders = s.assume("count", path, 1, "one replica leads all updates")
		}
		return float64(sstable.CounterLen(int(leaders)))
	}
	return s.leaf(t, path)
}

// steps turns a mean into whole numbers: a mean of 5.25 is 5 in three rows of four
// and 6 in the others.
func (s *state) steps(x float64) sstable.Steps {
	whole := math.Floor(x + 1e-9)
	if part := x - whole; part > 1e-9 {
		until := int64(math.Round((1 - part) * float64(s.rows)))
		return sstable.Steps{{Until: until, N: int64(whole)}, {Until: math.MaxInt64, N: int64(whole) + 1}}
	}
	return s.always(int64(whole))
}

// always is as [sstable.Always], of which a shape has several: they share a piece of memory.
func (s *state) always(n int64) sstable.Steps {
	if len(s.single) == 0 {
		s.single = make(sstable.Steps, len(s.table.Clustering)+2*len(s.table.Statics)+2*len(s.table.Regulars)+1)
	}
	one := s.single[:1:1]
	s.single = s.single[1:]
	one[0] = sstable.Step{Until: math.MaxInt64, N: n}
	return one
}

// varying is how many rows of different length stand for a distribution.
const varying = 32

// lengths are the lengths of a value along the rows: as its distribution says where
// it has one, else its length or mean length.
func (s *state) lengths(t *cqltype.Type, path string) sstable.Steps {
	if !composed(t) && fixedLen(t) < 0 {
		if d := s.vals.Distribution("len." + path); d != nil {
			return s.spread(d)
		}
	}
	return s.steps(s.stored(t, path))
}

// spread lays a distribution out along the rows. Each column goes through its
// quantiles in another order, so that long values of one do not fall on long ones
// of another.
func (s *state) spread(d *workload.Distribution) sstable.Steps {
	k := int(min(varying, max(s.rows, 1)))
	s.spreads++
	stride := k*(2*s.spreads%7+3)/10 | 1
	for gcd(stride, k) != 1 {
		stride += 2
	}
	out := make(sstable.Steps, k)
	at := make([]int, k) // which step has the i-th smallest value
	for i := range out {
		out[i].Until = int64(float64(s.rows) * float64(i+1) / float64(k))
		at[(i*stride+s.spreads)%k] = i
	}
	// Steps are not all of one length: each takes its own share of the quantiles.
	before := int64(0)
	for _, i := range at {
		rows := out[i].Until
		if i > 0 {
			rows -= out[i-1].Until
		}
		p := (float64(before) + float64(rows)/2) / float64(max(s.rows, 1))
		out[i].N = max(int64(math.Round(d.Quantile(p))), 0)
		before += rows
	}
	out[k-1].Until = math.MaxInt64
	return out
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func (s *state) checkLen(c *schema.Column, x, most float64) {
	if x > most && s.bad == nil {
		name := "len." + c.Name
		q := s.work.Quantity(name)
		message := "a value of " + c.Name + " takes " + number.Count(int64(min(x, math.MaxInt64/2))) + " bytes"
		why := "A value holds at most " + number.Count(int64(most)) + " bytes."
		var p workload.Problem
		if q != nil {
			p = q.Problem(message, why, "use a smaller number")
		} else {
			p = s.work.Problem(message, why, "use smaller lengths or counts")
		}
		s.bad = &p
	}
}

// maxKey is the most that a key column holds.
const maxKey = 65535

// A room is memory for a shape, and for the next one behind it.
type room struct {
	shape      sstable.Shape
	key        []int
	clustering []sstable.PartShape
	columns    []sstable.ColumnShape
	cells      []sstable.CellShape
	single     sstable.Steps
	size       sstable.Size // see excess
}

// cleared makes room for the shape of a state.
func (r *room) cleared(s *state) *room {
	if t := s.table; r.single == nil {
		columns := len(t.Statics) + len(t.Regulars)
		r.key = make([]int, 0, len(t.PartitionKey))
		r.clustering = make([]sstable.PartShape, 0, len(t.Clustering))
		r.columns = make([]sstable.ColumnShape, 0, columns)
		r.cells = make([]sstable.CellShape, 0, columns)
		r.single = make(sstable.Steps, len(t.Clustering)+2*columns+1)
	}
	r.key, r.clustering, r.columns, r.cells = r.key[:0], r.clustering[:0], r.columns[:0], r.cells[:0]
	s.single = r.single
	return r
}

// shape is the partition as the storage engine sees it.
func (s *state) shape() *sstable.Shape {
	t := s.table
	if s.room == nil {
		s.room = &room{}
	}
	in := s.room.cleared(s)
	out := &in.shape
	*out = sstable.Shape{Format: s.format, Rows: s.rows, Update: t.Counter || s.work.Update, Clustering: in.clustering}
	key := in.key
	for _, c := range t.PartitionKey {
		n := s.stored(c.Type, c.Name)
		s.checkLen(c, n, maxKey)
		key = append(key, int(math.Round(n)))
	}
	out.Key = sstable.KeyLen(key)
	for _, c := range t.Clustering {
		n := s.stored(c.Type, c.Name)
		s.checkLen(c, n, maxKey)
		out.Clustering = append(out.Clustering, sstable.PartShape{Fixed: c.Type.FixedLen() >= 0, Len: s.lengths(c.Type, c.Name)})
	}
	out.Reversed = len(t.Clustering) > 0 && t.Clustering[0].Desc
	out.Statics = s.shapes(t.Statics)
	out.Regulars = s.shapes(t.Regulars)
	in.clustering = out.Clustering

	out.TTL, out.Expires = s.expires()
	s.clock(out)
	if share, ok := s.number(workload.Deleted, 1, "rows deleted for each row written"); ok && len(t.Clustering) > 0 && s.bad == nil {
		out.Deleted = int64(math.Round(share * float64(s.rows)))
		after, _ := s.number(workload.DeletedAfter, 1e10, "seconds")
		out.DeleteAfter = int64(after * 1e6)
	}
	if share, ok := s.number(workload.Updated, 1, "rows updated for each row written"); ok && !out.Update && s.bad == nil {
		out.Updated = int64(math.Round(share * float64(s.rows)))
		after, given := s.number(workload.UpdatedAfter, 1e10, "seconds")
		if !given {
			after = secondsOfAnHour
		}
		if out.UpdateAfter = max(int64(after*1e6), 1); s.once {
			out.UpdateAfter = 0
			out.Updated = 0
		}
	}
	return out
}

// expires is after how many seconds rows expire.
func (s *state) expires() (ttl int64, expires bool) {
	t := s.table
	x, given := s.number(workload.TTL, MaxTTL, "seconds")
	if ttl = int64(x); !given {
		ttl = int64(t.Params.DefaultTTL)
	}
	if t.Counter || s.noTTL || ttl <= 0 {
		return 0, false
	}
	return ttl, true
}

// clock sets when rows are written.
func (s *state) clock(out *sstable.Shape) {
	if s.work.Mode == workload.AtOnce || s.once || s.bad != nil { // what is wrong already may be what this hangs on
		return
	}
	name, batch := workload.WrittenEvery, int64(1)
	if s.work.Mode == workload.Over {
		name = workload.WrittenOver
	} else {
		v, _ := s.vals.Get(workload.WrittenRows)
		// Fewer rows at a time take longer to write; but where the batch is worked out
		// from what the rows are worked out from, it rises with them.
		n := s.corner.at(v, !s.follows)
		if batch = n.Round(); batch < 1 {
			p := s.work.Quantity(workload.WrittenRows).Problem("so many rows are written at one time: "+n.Text(), "A batch has one row or more.", "write `100 every 1d`")
			s.bad = &p
			return
		}
	}
	v, _ := s.vals.Get(name)
	step := s.corner.at(v, s.faster) // more rows come in less time each
	if v.Lo.Sign() <= 0 {
		p := s.work.Quantity(name).Problem("the time between writes is "+v.Lo.Text(), "Time passes between writes.", "write a duration such as 1d, or `at once`")
		s.bad = &p
		return
	}
	// Microseconds as a fraction; a span is shared by all rows.
	num, den, exact := step.Fraction()
	f := step.Float() * 1e6
	if exact && den < 1<<40 && num < math.MaxInt64/1_000_000 {
		num *= 1_000_000
	} else if exact = false; f < 1<<60 {
		num, den = int64(f), 1
	} else {
		p := s.work.Quantity(name).Problem("the time between writes is too long", "", "write a shorter duration")
		s.bad = &p
		return
	}
	if s.work.Mode == workload.Over {
		n := max(s.full, 1)
		if s.full == 0 {
			n = max(s.rows, 1)
		}
		if s.forced != nil {
			n = max(s.forced.whole, 1)
		}
		if den < math.MaxInt64/n {
			den *= n
		} else {
			num, den = int64(f)/n, 1
		}
	}
	if s.forced != nil && s.forced.thin > 1 {
		switch thin := s.forced.thin; {
		case batch >= thin:
			batch = (batch + thin - 1) / thin
		case num < math.MaxInt64/thin && den < math.MaxInt64/batch:
			num, den, batch = num*thin, den*batch, 1
		}
	}
	out.Batch, out.StepNum, out.StepDen, out.Loaded = batch, num, den, s.work.Loaded
}

// shapes are columns as the engine sees them. A column that is never written is not
// in the file's header.
//
// Which rows lack which column is chosen so that as many rows lack some column as
// would if nulls fell independently: each column's stretch of nulls overlaps those
// before it by just the share of them that it would meet.
func (s *state) shapes(columns []*schema.Column) (out []sstable.ColumnShape) {
	in := s.room
	out = in.columns[len(in.columns):]
	union := 0.0 // share of rows, counted from the end, that lack some column
	for _, c := range columns {
		shape := sstable.ColumnShape{}
		rows := s.rows
		if c.Kind == schema.Static {
			rows = 1
		}
		if v, ok := s.null(c); ok {
			null := s.corner.at(v, true).Float()
			if v.Lo.Sign() < 0 || v.Hi.Cmp(number.Int(1)) > 0 {
				p := s.work.Quantity("null."+c.Name).Problem("the fraction of nulls is "+v.Lo.String()+" to "+v.Hi.String(), "A fraction lies between 0 and 1.", "write 0.25 or 25%")
				s.bad = &p
				return out
			}
			if null >= 1 {
				continue
			}
			if n := int64(math.Round(null * float64(rows))); n > 0 {
				end := rows - int64(math.Round(union*(1-null)*float64(rows)))
				// The first row keeps a column that any row has.
				from := max(end-n, min(rows-n, 1))
				shape.From, shape.To = from, from+n
				union += null * (1 - union)
			}
		}
		s.cells(&shape, c)
		out = append(out, shape)
	}
	in.columns = in.columns[:len(in.columns)+len(out)]
	return out[:len(out):len(out)]
}

func (s *state) cells(shape *sstable.ColumnShape, c *schema.Column) {
	t, from := c.Type, len(s.room.cells)
	cell := func(count, path, value float64) {
		g := sstable.CellShape{Count: s.steps(count), Value: s.steps(value)}
		if d := s.vals.Distribution("count." + c.Name); d != nil && t.Kind != cqltype.Counter && t.MultiCell() {
			g.Count = s.spread(d)
		}
		if path < 0 {
			g.Value = s.lengths(t, c.Name)
		}
		if path >= 0 {
			g.Path = s.steps(path)
		}
		s.checkLen(c, value, maxBytes)
		s.checkLen(c, path, maxKey)
		s.room.cells = append(s.room.cells, g)
		shape.Cells = s.room.cells[from:len(s.room.cells):len(s.room.cells)]
	}
	if !t.MultiCell() {
		shape.Fixed = t.FixedLen() >= 0
		cell(1, -1, s.stored(t, c.Name))
		return
	}
	shape.Complex = true
	switch t.Kind {
	case cqltype.Set:
		cell(s.count(c.Name), s.stored(t.Elems[0], c.Name), 0)
	case cqltype.List:
		cell(s.count(c.Name), sstable.ListPathLen, s.stored(t.Elems[0], c.Name))
	case cqltype.Map:
		cell(s.count(c.Name), s.stored(t.Elems[0], c.Name+".key"), s.stored(t.Elems[1], c.Name+".value"))
	case cqltype.UDT:
		for _, f := range t.Fields {
			cell(1, sstable.FieldPathLen, s.stored(f.Type, c.Name+"."+f.Name))
		}
	}
}

// round is a sum of lengths as a whole number.
func round(x float64) int64 { return int64(math.Round(min(x, math.MaxInt64/2))) }

// values is how many are written: of each column those that are not null. Nv of the
// documentation's formula, which knows no nulls, is as many where there are none.
func (s *state) values() (n int64, over bool) {
	var m checked
	of := func(columns []*schema.Column, rows int64) {
		for _, c := range columns {
			written := rows
			if v, ok := s.null(c); ok {
				written -= int64(math.Round(min(max(s.corner.at(v, true).Float(), 0), 1) * float64(rows)))
			}
			n = m.add(n, written)
		}
	}
	of(s.table.Regulars, s.rows)
	of(s.table.Statics, 1)
	return n, m.over
}

// docs is the documentation's formula.
func (s *state) docs() (d DocsTerms, over bool) {
	t := s.table
	sum := func(columns []*schema.Column) (n float64) {
		for _, c := range columns {
			n += s.declared(c.Type, c.Name)
		}
		return n
	}
	var m checked
	d = DocsTerms{Nr: s.rows, Nc: int64(len(s.columns())), Npk: int64(len(t.PartitionKey) + len(t.Clustering)), Ns: int64(len(t.Statics)),
		Key: round(sum(t.PartitionKey)), Static: round(sum(t.Statics)), Regular: round(sum(t.Regulars)), Clustering: round(sum(t.Clustering)), Metadata: docsMetadata}
	d.Nv = m.add(m.mul(d.Nr, d.Nc-d.Npk-d.Ns), d.Ns)
	if row := sum(t.Regulars) + sum(t.Clustering); row == math.Floor(row) {
		d.Rows = m.mul(d.Nr, d.Regular+d.Clustering)
	} else {
		d.Rows = m.round(float64(d.Nr) * row)
	}
	d.Meta = m.mul(d.Nv, d.Metadata)
	d.St = m.add(m.add(d.Key, d.Static), m.add(d.Rows, d.Meta))
	return d, m.over
}

// thumb is the rule of thumb: the partition key is left out.
func (s *state) thumb() (u ThumbTerms, over bool) {
	t := s.table
	var m checked
	var clustering, regular, static float64
	for _, c := range t.Clustering {
		clustering += s.declared(c.Type, c.Name)
	}
	for _, c := range t.Regulars {
		regular += s.declared(c.Type, c.Name)
	}
	for _, c := range t.Statics {
		static += s.declared(c.Type, c.Name)
	}
	u = ThumbTerms{Rows: s.rows, Clustering: round(clustering), Regular: round(regular), Static: round(static),
		CellsPerRow: int64(len(t.Clustering) + len(t.Regulars)), PerCell: thumbOverhead}
	if row := clustering + regular; row == math.Floor(row) {
		u.Total = m.mul(u.Rows, u.Clustering+u.Regular+u.PerCell*u.CellsPerRow)
	} else {
		u.Total = m.round(float64(u.Rows) * (row + float64(u.PerCell*u.CellsPerRow)))
	}
	u.Total = m.add(u.Total, u.Static)
	return u, m.over
}

// checked adds and multiplies numbers that are not negative and remembers overflow.
type checked struct{ over bool }

func (c *checked) add(a, b int64) int64 {
	c.over = c.over || a > math.MaxInt64-b
	return a + b
}

func (c *checked) mul(a, b int64) int64 {
	c.over = c.over || a != 0 && b > math.MaxInt64/a
	return a * b
}

func (c *checked) round(x float64) int64 {
	c.over = c.over || x >= math.MaxInt64
	return int64(math.Round(x))
}
