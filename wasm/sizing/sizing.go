package sizing

import (
	"math"
	"strings"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// LimitBytes is what the Cassandra documentation keeps a partition below.
const LimitBytes = 100_000_000

// guidelines returns the guidelines; target is the bytes to aim at, 10 MB if 0.
func guidelines(target int64) []Line {
	if target <= 0 {
		target = 10e6
	}
	return []Line{
		{"target", DiskBytes, target, Target, "AxonOps aims at 10 MB to 100 MB"},
		{"limit", DiskBytes, LimitBytes, Limit, "the Cassandra documentation: below 100 MB"},
		{"values", ValueCount, 100e3, Remark, "the Cassandra documentation, from before 3.0: below 100,000 values"},
		{"cells", CellCount, 2e9, Hard, "the documentation: two billion cells, which no server counts"},
	}
}

// point is a partition counted in one corner.
type point struct {
	rows        int64
	values      int64 // that are written
	shape       *sstable.Shape
	disk        *sstable.Size
	docs        DocsTerms
	thumb       ThumbTerms
	assumptions []Assumption
}

// metric is what a line limits.
func (p *point) metric(m Metric) int64 {
	switch m {
	case ValueCount:
		return p.values
	case CellCount:
		return p.disk.Cells
	}
	return p.disk.Total
}

// tooLarge is the problem of a partition beyond what 64 bits count.
func (m *Sizer) tooLarge() *workload.Problem {
	const message, why, instead = "the partition is too large to count", "Sizes go up to 9.2 exabytes, times up to 146,000 years.", "use smaller numbers"
	p := m.work.Problem(message, why, instead)
	if q := m.work.Quantity(workload.Rows); q != nil {
		p = q.Problem(message, why, instead)
	} else if g := m.work.Growth(); g != nil {
		p.Source, p.Span, p.Name = g.Place.Source, g.Place.Span, "grow"
	}
	return &p
}

// rows is the number of rows in a corner: as given, or as growth begins.
func (m *Sizer) rows(v *workload.Values, k corner, day int64) (int64, *workload.Problem) {
	if f := m.forced; f != nil && f.parts == 0 {
		return f.rows, nil
	} else if f != nil {
		n, bad := m.whole.rows(v, k, day)
		return (n + f.parts - 1) / f.parts, bad
	}
	if len(m.table.Clustering) == 0 {
		if x, ok := v.Get(workload.Rows); ok && x.Hi.Cmp(number.Int(1)) > 0 {
			p := m.work.Quantity(workload.Rows).Problem(m.table.Name+" has no clustering columns, so a partition has one row", "The partition key alone tells rows apart.", "take the line out, or add clustering columns to the table")
			return 0, &p
		}
		return 1, nil
	}
	x, ok := v.Get(workload.Rows)
	if !ok || day >= 0 {
		var p *workload.Problem
		if x, p = v.RowsAt(number.Int(max(day, 0))); p != nil {
			return 0, p
		}
	}
	if x.Lo.Sign() < 0 {
		message, instead := "the number of rows is negative: "+x.Lo.Text(), "correct the expression"
		var p workload.Problem
		if q := m.work.Quantity(workload.Rows); q != nil && day < 0 {
			p = q.Problem(message, "", instead)
		} else {
			p = m.work.Problem(message, "", instead)
			g := m.work.Growth()
			p.Source, p.Span, p.Name = g.Place.Source, g.Place.Span, "grow"
		}
		return 0, &p
	}
	n := k.at(x, false).Round()
	if most, bounded := m.mostOnDisk(v, k); bounded {
		n = min(n, most)
	}
	return n, nil
}

// mostOnDisk is how many rows a partition holds at most where rows expire: those that
// were written while one of them stays on disk. It holds for workloads that say how rows
// come as time passes; what one flush writes has expired nowhere.
func (m *Sizer) mostOnDisk(v *workload.Values, k corner) (int64, bool) {
	if m.work.Growth() == nil || m.work.Mode != workload.Every {
		return 0, false
	}
	s := &state{Sizer: m, vals: v, corner: k}
	ttl, expires := s.expires()
	if !expires {
		return 0, false
	}
	e := m.expiry(v, ttl)
	batch, _ := v.Get(workload.WrittenRows)
	every, _ := v.Get(workload.WrittenEvery)
	step := k.at(every, true).Float()
	if step <= 0 {
		return 0, false
	}
	return round(math.Ceil(float64(e.OnDisk)/step) * k.at(batch, false).Float()), true
}

// full is how many rows share the span over which they are written: while a partition
// grows, those that it will have.
func (m *Sizer) full(v *workload.Values, k corner, day, rows int64) int64 {
	if day >= 0 && m.work.Mode == workload.Over {
		if n, bad := m.rows(v, k, -1); bad == nil && n > 0 {
			return n
		}
	}
	return rows
}

// count counts the partition in one corner. day below 0: as the workload is today.
func (m *Sizer) count(v *workload.Values, k corner, day int64, once bool) (*point, *workload.Problem) {
	return m.countIn(nil, v, k, day, once)
}

// countIn counts as count does. Where it is given room, the shape of the point lies there,
// and is another one after the next count.
func (m *Sizer) countIn(room *room, v *workload.Values, k corner, day int64, once bool) (*point, *workload.Problem) {
	rows, bad := m.rows(v, k, day)
	if bad != nil {
		return nil, bad
	}
	s := &state{Sizer: m, vals: v, corner: k, rows: rows, full: m.full(v, k, day, rows), once: once, room: room}
	p := &point{rows: rows, shape: s.shape()}
	var over1, over2, over3 bool
	p.docs, over1 = s.docs()
	p.thumb, over2 = s.thumb()
	p.values, over3 = s.values()
	if s.bad != nil {
		return nil, s.bad
	}
	size, err := p.shape.Size()
	if err != nil || over1 || over2 || over3 {
		return nil, m.tooLarge()
	}
	p.disk = size
	return p, nil
}

// excess is how far above a line the partition lies in the worst case. What is too
// large to count lies math.MaxInt64 above.
func (m *Sizer) excess(l Line, v *workload.Values, day int64, once bool) (int64, *workload.Problem) {
	rows, bad := m.rows(v, high, day)
	if bad != nil {
		return 0, bad
	}
	s := &state{Sizer: m, vals: v, corner: high, rows: rows, full: m.full(v, high, day, rows), once: once, room: &m.room}
	if l.Metric == ValueCount { // needs no bytes
		values, over := s.values()
		if over {
			return math.MaxInt64, nil
		}
		return values - l.At, nil
	}
	shape := s.shape()
	if s.bad != nil {
		return 0, s.bad
	}
	size := &m.room.size
	if err := shape.SizeInto(size); err != nil {
		return math.MaxInt64, nil
	}
	return (&point{disk: size}).metric(l.Metric) - l.At, nil
}

// cross finds where a nearly straight line changes its sign: a is on one side, b on
// the other, fa and fb are the values there. It returns the last number on a's side
// and the first on b's.
func cross(a, b, fa, fb int64, f func(int64) (int64, bool)) (int64, int64, bool) {
	for i := 0; b-a > 1; i++ {
		mid := a + (b-a)/2
		if i%3 != 2 && fa != math.MaxInt64 && fb != math.MaxInt64 {
			guess := float64(a) + float64(b-a)*(float64(-fa)/(float64(fb)-float64(fa)))
			if i%3 == 1 { // from the other side
				guess++
			}
			mid = min(max(int64(guess), a+1), b-1)
		} else if b/4 > a {
			mid = max(int64(math.Sqrt(float64(a)*float64(b))), a+1)
		}
		x, ok := f(mid)
		if !ok {
			return a, b, false
		}
		if (x > 0) == (fa > 0) {
			a, fa = mid, x
		} else {
			b, fb = mid, x
		}
	}
	return a, b, true
}

// exact reports whether no input is a range.
func exact(v *workload.Values, w *workload.Workload) bool {
	for _, q := range w.Quantities() {
		if x, ok := v.Get(q.Name); ok && !x.Exact() {
			return false
		}
	}
	return true
}

// live reports whether rows are written as time passes.
func (m *Sizer) live() bool { return m.work.Mode != workload.AtOnce }

// corners counts best, typical and worst case.
func (m *Sizer) corners(v *workload.Values, day int64, once bool) (p [3]*point, bad *workload.Problem) {
	if p[high], bad = m.count(v, high, day, once); bad != nil {
		return p, bad
	}
	if exact(v, m.work) {
		p[low], p[typical] = p[high], p[high]
		return p, nil
	}
	if p[typical], bad = m.count(v, typical, day, once); bad == nil {
		p[low], bad = m.count(v, low, day, once)
	}
	// A range may make partitions smaller as it rises.
	if bad == nil && p[low].disk.Total > p[high].disk.Total {
		p[low], p[high] = p[high], p[low]
	}
	return p, bad
}

func amount(p [3]*point, f func(*point) int64) Amount {
	a, b, c := f(p[low]), f(p[typical]), f(p[high])
	return Amount{min(a, b, c), b, max(a, b, c)}
}

// Options are what a caller may choose.
type Options struct {
	Target int64 // bytes to aim at; 0: 10 MB
	// Brief leaves out crossings, growth and notes.
	Brief bool
	// NoInputs leaves out of crossings how far inputs can go: see [Sizer.UpTo].
	NoInputs bool
}

// Result counts everything. Problems come instead of a result.
func (m *Sizer) Result(o Options) (*Result, []workload.Problem) {
	v, problems := m.work.Eval()
	if len(problems) > 0 {
		return nil, problems
	}
	p, bad := m.corners(v, -1, false)
	if bad != nil {
		return nil, []workload.Problem{*bad}
	}
	once := p
	if m.live() {
		if once, bad = m.corners(v, -1, true); bad != nil {
			return nil, []workload.Problem{*bad}
		}
	}
	worst := p[high]
	r := &Result{
		Table: m.table, Format: m.format, Live: m.live(), Ranges: !exact(v, m.work),
		Rows:       amount(p, func(p *point) int64 { return p.rows }),
		Values:     amount(p, func(p *point) int64 { return p.values }),
		Cells:      amount(p, func(p *point) int64 { return p.disk.Cells }),
		Tombstones: amount(p, func(p *point) int64 { return p.shape.Deleted }),
		Docs:       amount(p, func(p *point) int64 { return p.docs.St }),
		Thumb:      amount(p, func(p *point) int64 { return p.thumb.Total }),
		Disk:       amount(p, func(p *point) int64 { return p.disk.Total }),
		Once:       amount(once, func(p *point) int64 { return p.disk.Total }),
		Kinds:      worst.disk.Kinds(),
		Docs1:      worst.docs,
		Thumb1:     worst.thumb,
		Disk1:      DiskTerms{worst.disk.Header, worst.disk.Static, worst.disk.Rows, sstable.EndOfPartitionLen, worst.disk.RowMin, worst.disk.RowMax},
		Assumed:    m.assumed,
		worst:      worst,
	}
	s := &state{Sizer: m, vals: v, corner: high, rows: worst.rows}
	r.Columns = s.breakdown(worst)
	r.Row = s.row(worst)
	r.Index = components(m.table, m.format, worst, 0)
	if r.Mean, r.Sizes, bad = m.distribution(worst); bad != nil {
		return nil, []workload.Problem{*bad}
	}
	if o.Brief {
		return r, nil
	}
	for _, l := range guidelines(o.Target) {
		c := Crossing{Line: l, Now: amount(p, func(p *point) int64 { return p.metric(l.Metric) })}
		c.Over = c.Now.Max > l.At
		r.Lines = append(r.Lines, c)
	}
	if !o.NoInputs {
		m.upToLines(r, v)
	}
	if m.work.Growth() != nil {
		if r.Growth, bad = m.growth(v, r.Lines); bad != nil {
			return nil, []workload.Problem{*bad}
		}
	}
	r.Notes = s.notes(r)
	return r, nil
}

// Typical is how many bytes a typical partition has on disk; false where something is wrong.
func (m *Sizer) Typical() (bytes int64, ok bool) {
	v, problems := m.work.Eval()
	if len(problems) > 0 {
		return 0, false
	}
	p, bad := m.count(v, typical, -1, false)
	if bad != nil {
		return 0, false
	}
	return p.disk.Total, true
}

// UpTo adds to a result without them how far inputs can go before a line is crossed: as much
// work again as all of the rest.
func (m *Sizer) UpTo(r *Result) {
	if v, problems := m.work.Eval(); len(problems) == 0 {
		m.upToLines(r, v)
	}
}

// RowsUpTo is how many rows a partition has at most that takes no more bytes on disk than a
// limit; false where any number does, or none.
func (m *Sizer) RowsUpTo(limit int64) (rows int64, ok bool) {
	v, problems := m.work.Eval()
	if len(problems) > 0 {
		return 0, false
	}
	x, ok := m.upTo(Line{Metric: DiskBytes, At: limit}, workload.Rows, v)
	return x.At, ok && !x.Always && !x.Never
}

func (m *Sizer) upToLines(r *Result, v *workload.Values) {
	for i := range r.Lines {
		c := &r.Lines[i]
		if c.Weight == Hard && c.Now.Max < c.At/100 {
			continue // nowhere near: no input is worth a look
		}
		for _, name := range m.inputs() {
			if x, ok := m.upTo(c.Line, name, v); ok {
				c.Inputs = append(c.Inputs, x)
			}
		}
	}
}

// sizesOf is how partitions differ by a distribution.
type sizesOf struct {
	mean  float64
	sizes []SizeAt
	bad   *workload.Problem
}

// distribution is the mean size of partitions and the size at some percentiles,
// where partitions differ by a distribution. It is worked out once.
func (m *Sizer) distribution(worst *point) (mean float64, sizes []SizeAt, bad *workload.Problem) {
	if !m.work.Varies() {
		return float64(worst.disk.Total), nil, nil
	}
	if m.sizes == nil {
		x := m.differ(worst)
		m.sizes = &x
	}
	return m.sizes.mean, m.sizes.sizes, m.sizes.bad
}

func (m *Sizer) differ(worst *point) (out sizesOf) {
	bad := out.bad
	at := func(p float64) *point {
		v, problems := m.work.EvalAt(p)
		if len(problems) > 0 {
			bad = &problems[0]
			return worst
		}
		x, problem := m.count(v, high, -1, false)
		if problem != nil {
			bad = problem
			return worst
		}
		return x
	}
	for _, percent := range [...]float64{50, 75, 90, 95, 99, 99.9, 100} {
		p := at(percent / 100)
		out.sizes = append(out.sizes, SizeAt{percent, p.rows, p.values, p.docs.St, p.thumb.Total, p.disk.Total})
	}
	first := at(0).disk.Total
	if n := len(out.sizes); first == out.sizes[0].Disk && first == out.sizes[n-1].Disk {
		// What varies has no say in this table.
		return sizesOf{float64(first), nil, bad}
	}
	out.mean = workload.Average(func(p float64) float64 { // of which only the bytes count
		if bad != nil {
			return 0
		}
		v, problems := m.work.EvalAt(p)
		if len(problems) > 0 {
			bad = &problems[0]
			return 0
		}
		n, problem := m.excess(Line{Metric: DiskBytes}, v, -1, false)
		if problem == nil && n == math.MaxInt64 {
			problem = m.tooLarge()
		}
		bad = problem
		return float64(n)
	})
	out.bad = bad
	return out
}

// maxInputs bounds the inputs whose crossings are looked for.
const maxInputs = 24

// inputs are the quantities that a reader would turn: plain counts, not lengths.
func (m *Sizer) inputs() (out []string) {
	for _, name := range m.work.Inputs() {
		if !strings.Contains(name, ".") && name != workload.TTL && len(out) < maxInputs {
			out = append(out, name)
		}
	}
	return out
}

// names of what belongs to no column.
const rowName, partitionName = "row", "partition"

// breakdown shares the bytes of the three models among the columns.
func (s *state) breakdown(p *point) (out []ColumnBytes) {
	t := s.table
	list := func(columns []*schema.Column, bytes []ByKind) {
		written := 0
		for _, c := range columns {
			b := ColumnBytes{Name: c.Name, Kind: c.Kind, Type: c.Type.String()}
			size := s.declared(c.Type, c.Name)
			rows := float64(p.rows)
			if c.Kind == schema.Static || c.Kind == schema.PartitionKey {
				rows = 1
			}
			if b.Docs = round(size * rows); c.Kind == schema.Static || c.Kind == schema.Regular {
				b.Docs += round(rows * docsMetadata)
			}
			switch c.Kind {
			case schema.Static:
				b.Thumb = round(size)
			case schema.Clustering, schema.Regular:
				b.Thumb = round(rows * (size + thumbOverhead))
			}
			if bytes != nil && !s.neverWritten(c) {
				b.ByKind = bytes[written]
				written++
			}
			b.Disk = b.ByKind.Total()
			b.Assumed = s.hanging(c, b.Disk)
			out = append(out, b)
		}
	}
	list(t.PartitionKey, nil)
	// The key's own bytes go to its columns: the last one takes the bytes between.
	left := int64(p.shape.Key)
	for i, c := range t.PartitionKey {
		n := int64(math.Round(s.stored(c.Type, c.Name)))
		if len(t.PartitionKey) > 1 {
			n += 3
		}
		if i == len(t.PartitionKey)-1 {
			n = left
		}
		left -= n
		out[i].ByKind[KeyBytes] = n
		out[i].Disk = n
		out[i].Assumed = s.hanging(c, n)
	}
	list(t.Clustering, p.disk.Clustering)
	list(t.Statics, p.disk.Statics)
	list(t.Regulars, p.disk.Regulars)
	row := ColumnBytes{Type: rowName, ByKind: p.disk.Row}
	row.Disk = row.ByKind.Total()
	part := ColumnBytes{Type: partitionName, ByKind: p.disk.Partition}
	part.ByKind[KeyBytes] = 0 // with the key's columns
	part.Disk = part.ByKind.Total()
	return append(out, row, part)
}

// hanging is how many of a column's bytes on disk hang on numbers that nobody gave: as large a
// part as values lose where those are 0.
func (s *state) hanging(c *schema.Column, disk int64) int64 {
	if !s.guessed[c] {
		return 0
	}
	length := s.declared
	if c.Type.Kind == cqltype.Counter { // as declared, it hangs on nothing
		length = s.stored
	}
	all := length(c.Type, c.Name)
	s.firm = true
	firm := length(c.Type, c.Name)
	s.firm = false
	if all <= 0 {
		return disk
	}
	return round(float64(disk) * (1 - firm/all))
}

// neverWritten reports whether a column is null in every row, and so not in the file.
func (s *state) neverWritten(c *schema.Column) bool {
	v, ok := s.null(c)
	return ok && s.corner.at(v, true).Cmp(number.Int(1)) >= 0
}

// row takes the last row written apart: all lengths have settled there.
func (s *state) row(p *point) (out RowBytes) {
	if p.rows == 0 {
		return out
	}
	fields, err := p.shape.RowFields(p.rows - 1)
	if err != nil {
		return out
	}
	t := s.table
	owners := [...][]*schema.Column{sstable.OfClustering: t.Clustering, sstable.OfStatic: s.written(t.Statics), sstable.OfRegular: s.written(t.Regulars)}
	for _, f := range fields {
		part := RowPart{Field: f.Name, Kind: f.Kind, Bytes: f.Bytes}
		if f.Owner != sstable.OfRow {
			part.Column = owners[f.Owner][f.Index].Name
		}
		out.Parts = append(out.Parts, part)
		out.Total += f.Bytes
	}
	return out
}

// upTo finds how far one input can go before a line is crossed, all others at
// their worst. The answer is false where the input has no say or cannot be counted.
func (m *Sizer) upTo(l Line, input string, today *workload.Values) (InputCrossing, bool) {
	const most = int64(1e15)
	out := InputCrossing{Input: input}
	now, ok := today.Get(input)
	if !ok {
		return out, false
	}
	excess := func(n int64) (int64, bool) {
		v, problems := m.work.EvalWith(input, number.Int(n))
		if len(problems) > 0 {
			return 0, false
		}
		x, bad := m.excess(l, v, -1, false)
		return x, bad == nil
	}
	a := max(now.Hi.Round(), 1)
	b := a * 2
	near, ok1 := excess(a)
	far, ok2 := excess(b)
	if !ok1 || !ok2 {
		return out, false
	}
	if near == far {
		// The input may be one that only rounds: look far away before giving up.
		b = min(a*1024, most)
		if far, ok2 = excess(b); !ok2 || near == far {
			return out, false
		}
	}
	out.AtLeast = far < near
	if rises := far > near; (near > 0) != (far > 0) {
		// The line is crossed between the two.
	} else if rises == (near > 0) { // or before them
		b, far, a = a, near, 1
		near, ok = excess(a)
	} else { // or after them
		a, near, b = b, far, most
		if far, ok = excess(b); !ok {
			// The far end may be no valid input: come closer, until the line is between.
			far, ok = near, true
			for end := b; end/4 > a && (near > 0) == (far > 0); {
				mid := int64(math.Sqrt(float64(a) * float64(end)))
				switch x, valid := excess(mid); {
				case !valid:
					end = mid
				case (x > 0) == (near > 0):
					a, near, far = mid, x, x
				default:
					b, far = mid, x
				}
			}
		}
	}
	if !ok {
		return out, false
	}
	if (near > 0) == (far > 0) {
		out.Always, out.Never = near <= 0, near > 0
		return out, true
	}
	// Sizes are almost straight lines.
	a, b, ok = cross(a, b, near, far, excess)
	if !ok {
		return out, false
	}
	if out.At = a; out.AtLeast {
		out.At = b
	}
	return out, true
}
