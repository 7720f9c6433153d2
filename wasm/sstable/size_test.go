package sstable

import (
	"math"
	"math/rand/v2"
	"testing"
)

// text and fixed are columns of one simple cell.
func simple(fixed bool, n int64) ColumnShape {
	return ColumnShape{Fixed: fixed, Cells: []CellShape{{Count: Always(1), Value: Always(n)}}}
}

func hotel(f Format, rows int64) *Shape {
	return &Shape{
		Format:     f,
		Key:        5,
		Clustering: []PartShape{{Len: Always(4)}, {Len: Always(2)}},
		Regulars:   []ColumnShape{simple(true, 1)},
		Rows:       rows,
	}
}

func sensor(f Format) *Shape {
	return &Shape{
		Format:     f,
		Key:        20,
		Clustering: []PartShape{{Fixed: true, Len: Always(8)}},
		Regulars:   []ColumnShape{simple(true, 8), simple(true, 8), simple(true, 8)},
		Rows:       86400,
	}
}

// Sizes that a flush of a real server confirmed, or that the storage-format
// reference works out by hand.
func TestSizeKnown(t *testing.T) {
	live := func(s *Shape, batch int64, seconds int64) *Shape {
		s.Batch, s.StepNum, s.StepDen = batch, seconds*1e6, 1
		return s
	}
	ttl := live(sensor(NB), 1, 1)
	ttl.Expires, ttl.TTL = true, 7776000
	micros := hotel(NB, 73000)
	micros.Batch, micros.StepNum, micros.StepDen = 1, 100, 1
	millis := hotel(NB, 73000)
	millis.Batch, millis.StepNum, millis.StepDen = 1, 1000, 1
	// Worked example (c): a static text, a set of two and a frozen address.
	example := &Shape{
		Key:        4,
		Clustering: []PartShape{{Fixed: true, Len: Always(16)}},
		Statics:    []ColumnShape{simple(false, 9)},
		Regulars: []ColumnShape{simple(false, 30), {Complex: true, Cells: []CellShape{
			{Count: Always(1), Path: Always(5), Value: Always(0)},
			{Count: Always(1), Path: Always(3), Value: Always(0)},
		}}},
		Rows: 1,
	}
	for name, c := range map[string]struct {
		shape *Shape
		want  int64
	}{
		"hotel nb":                    {hotel(NB, 73000), 1095020},
		"hotel da":                    {hotel(DA, 73000), 1095009},
		"hotel 100 every day":         {live(hotel(NB, 73000), 100, 86400), 1527420},
		"hotel every 100 µs":          {micros, 1292882},
		"hotel every ms":              {millis, 1311904},
		"three rooms":                 {hotel(NB, 3), 65},
		"three rooms da":              {hotel(DA, 3), 54},
		"sensor":                      {sensor(NB), 3456035},
		"sensor oa":                   {sensor(OA), 3456024},
		"sensor every second":         {live(sensor(NB), 1, 1), 3853401},
		"sensor every second oa":      {live(sensor(OA), 1, 1), 3853390},
		"sensor every second, TTL":    {ttl, 4182489},
		"static, set, frozen nb":      {example, 103},
		"10^12 rows":                  {hotel(NB, 1e12), 15e12 + 20},
		"no rows, only the partition": {hotel(NB, 0), 20},
	} {
		got, err := c.shape.Size()
		if err != nil || got.Total != c.want {
			t.Errorf("%s: %v %v, want %d", name, got, err, c.want)
			continue
		}
		if k := got.Kinds(); k.Total() != got.Total {
			t.Errorf("%s: the kinds add up to %d, not %d", name, k.Total(), got.Total)
		}
	}
}

func TestSizeTooLarge(t *testing.T) {
	for name, s := range map[string]*Shape{
		"rows":  hotel(NB, math.MaxInt64),
		"time":  func() *Shape { s := hotel(NB, 1e12); s.Batch, s.StepNum, s.StepDen = 1, 1e15, 1; return s }(),
		"cells": {Key: 1, Rows: 1 << 40, Regulars: []ColumnShape{{Complex: true, Cells: []CellShape{{Always(1 << 31), Always(1 << 31), Always(1 << 31)}}}}},
	} {
		if got, err := s.Size(); err != ErrTooLarge {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// sum counts the same shape row by row, the slow way.
func (s *Shape) sum() int64 {
	complexes := false
	for _, l := range [][]ColumnShape{s.Statics, s.Regulars} {
		for _, c := range l {
			complexes = complexes || c.Complex && !(c.From <= 0 && c.To > 0)
		}
	}
	clock := func(delta int64) int64 {
		if s.Loaded {
			return 0
		}
		return delta / 1e6
	}
	base, first := int64(0), int64(math.MaxInt64) // the file's smallest values
	if complexes {
		base, first = 1, 0
	}
	if s.Expires {
		first = min(first, s.TTL)
	}
	if s.Deleted > 0 && s.Rows > 0 {
		first = min(first, clock(s.DeleteAfter))
	}
	column := func(c ColumnShape, i int64, own bool, delta int64) (n int) {
		seconds := clock(delta) + s.TTL - first
		cell := CellLen{Path: -1}
		if own {
			cell.Timestamp = UvintLen(uint64(delta + base))
			if s.Expires {
				cell.Expiry, cell.TTL = UvintLen(uint64(seconds)), 1
			}
		}
		cells := 0
		for _, g := range c.Cells {
			for range g.Count.At(i) {
				if c.Complex {
					cell.Path = int(g.Path.At(i))
				}
				cell.Value = ValueLen(c.Fixed, int(g.Value.At(i)))
				n += cell.Len()
				cells++
			}
		}
		if c.Complex {
			return ComplexLen(UvintLen(uint64(delta))+UvintLen(uint64(clock(delta))), cells, n)
		}
		return n
	}
	row := func(static bool, i, delta int64, prev int) int {
		columns, clustering := s.Regulars, 0
		if static {
			columns = s.Statics
		} else {
			var lens []int
			for _, c := range s.Clustering {
				lens = append(lens, int(c.Len.At(i)))
			}
			clustering = ClusteringLen(lens, func(k int) bool { return s.Clustering[k].Fixed })
		}
		body := UvintLen(uint64(prev))
		if !static && i < s.Deleted {
			body += UvintLen(uint64(delta+s.DeleteAfter+base)) + UvintLen(uint64(clock(delta+s.DeleteAfter)-first))
			if len(columns) > 0 {
				body += SubsetLen(len(columns), func(int) bool { return false })
			}
			return rowLen(static, clustering, body)
		}
		if !static && !s.Update {
			body += UvintLen(uint64(delta + base))
			if s.Expires {
				body += 1 + UvintLen(uint64(clock(delta)+s.TTL-first))
			}
		}
		present := func(k int) bool { return !(columns[k].From <= i && i < columns[k].To) }
		all := true
		for k := range columns {
			all = all && present(k)
		}
		if !all {
			body += SubsetLen(len(columns), present)
		}
		for k, c := range columns {
			if present(k) {
				body += column(c, i, static || s.Update, delta)
			}
		}
		return rowLen(static, clustering, body)
	}
	delta := func(i int64) int64 {
		if s.StepNum == 0 {
			return 0
		}
		return i / s.Batch * s.StepNum / s.StepDen
	}
	static := 0
	if len(s.Statics) > 0 {
		d := int64(0)
		if s.StaticLast && s.Rows > 0 {
			d = delta(s.Rows - 1)
		}
		static = row(true, 0, d, 0)
	}
	prev := HeaderLen(s.Format, s.Key, true, static)
	total := prev + EndOfPartitionLen
	for n := range s.Rows {
		i := n
		if s.Reversed {
			i = s.Rows - 1 - n
		}
		prev = row(false, i, delta(i), prev)
		total += prev
	}
	return int64(total)
}

func randomSteps(r *rand.Rand, rows, most int64) Steps {
	var s Steps
	for at := int64(0); r.IntN(3) == 0; {
		at += r.Int64N(rows+1) + 1
		s = append(s, Step{at, r.Int64N(most + 1)})
	}
	return append(s, Step{math.MaxInt64, r.Int64N(most + 1)})
}

func randomShape(r *rand.Rand) *Shape {
	rows := r.Int64N(300)
	lens := []int64{3, 40, 140, 20000}
	n := func() int64 { return lens[r.IntN(len(lens))] }
	columns := func(count int) (out []ColumnShape) {
		for range count {
			c := ColumnShape{}
			switch r.IntN(4) {
			case 0:
				c.Fixed = true
				c.Cells = []CellShape{{Count: Always(1), Value: Always(8)}}
			case 1:
				c.Complex = true
				for range r.IntN(3) {
					c.Cells = append(c.Cells, CellShape{randomSteps(r, rows, 5), randomSteps(r, rows, 30), randomSteps(r, rows, n())})
				}
			default:
				c.Cells = []CellShape{{Count: Always(1), Value: randomSteps(r, rows, n())}}
			}
			if r.IntN(3) == 0 {
				c.From = r.Int64N(rows+1) + 1
				c.To = c.From + r.Int64N(rows+1)
			} else if r.IntN(20) == 0 {
				c.To = math.MaxInt64 // no row has it
			}
			out = append(out, c)
		}
		return out
	}
	s := &Shape{
		Format:     Format(r.IntN(3)),
		Key:        r.IntN(200),
		Rows:       rows,
		Update:     r.IntN(3) == 0,
		Expires:    r.IntN(3) == 0,
		TTL:        r.Int64N(1 << 20),
		Reversed:   r.IntN(2) == 0,
		Loaded:     r.IntN(4) == 0,
		StaticLast: r.IntN(2) == 0,
		Statics:    columns(r.IntN(3)),
		Regulars:   columns(r.IntN(4)),
	}
	if r.IntN(40) == 0 {
		s.Regulars = columns(60 + r.IntN(20))
	}
	if r.IntN(3) == 0 {
		s.Deleted, s.DeleteAfter = r.Int64N(rows+1), r.Int64N(1<<r.IntN(45))
	}
	for range r.IntN(4) {
		c := PartShape{Len: randomSteps(r, rows, n())}
		if r.IntN(3) == 0 {
			c.Fixed, c.Len = true, Always(8)
		}
		s.Clustering = append(s.Clustering, c)
	}
	if r.IntN(3) > 0 {
		s.Batch, s.StepNum, s.StepDen = r.Int64N(9)+1, r.Int64N(1<<r.IntN(41))+1, r.Int64N(9)+1
	}
	return s
}

// The closed form is the sum over the rows.
func TestSizeIsTheSumOfTheRows(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 3000 {
		s := randomShape(r)
		got, err := s.Size()
		if err != nil {
			t.Fatal(err)
		}
		if want := s.sum(); got.Total != want {
			t.Fatalf("case %d: %d, row by row %d\n%+v", i, got.Total, want, s)
		}
		if k := got.Kinds(); k.Total() != got.Total {
			t.Fatalf("case %d: the kinds add up to %d, not %d", i, k.Total(), got.Total)
		}
		rows, bytes := int64(0), int64(0)
		for _, run := range got.runs {
			rows += run.rows
			bytes += run.rows * run.size
		}
		if rows != s.Rows || bytes != got.Rows {
			t.Fatalf("case %d: runs of %d rows, %d bytes", i, rows, bytes)
		}
		if s.Rows > 0 {
			fields, err := s.RowFields(0)
			var n int64
			for _, f := range fields {
				n += f.Bytes
			}
			if err != nil || (!s.Reversed || s.Rows == 1) && n != got.first() {
				t.Fatalf("case %d: the fields of the first row add up to %d, not %d", i, n, got.first())
			}
		}
	}
}

func (s *Size) first() int64 { return s.runs[0].size }

// One more row never makes a partition smaller.
func TestSizeRises(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 300 {
		s := randomShape(r)
		var last int64
		for s.Rows = 0; s.Rows < 60; s.Rows++ {
			got, err := s.Size()
			if err != nil {
				t.Fatal(err)
			}
			if got.Total < last {
				t.Fatalf("case %d: %d rows take %d, one less %d\n%+v", i, s.Rows, got.Total, last, s)
			}
			last = got.Total
		}
	}
}

func BenchmarkSizeTrillionRows(b *testing.B) {
	s := sensor(NB)
	s.Rows, s.Batch, s.StepNum, s.StepDen = 1e12, 1, 1e6, 1
	s.Expires, s.TTL = true, 7776000
	for b.Loop() {
		if _, err := s.Size(); err != nil {
			b.Fatal(err)
		}
	}
}

// TestAppends: elements that are added delete nothing, so each multi-cell column is
// shorter by its deletion, and a larger time has no part in it.
func TestAppends(t *testing.T) {
	for seed := range uint64(200) {
		s := randomShape(rand.New(rand.NewPCG(seed, 3)))
		whole, err := s.Size()
		if err != nil {
			continue
		}
		s.Appends = true
		added, err := s.Size()
		if err != nil {
			t.Fatal(err)
		}
		complex := false
		for _, list := range [...][]ColumnShape{s.Statics, s.Regulars} {
			for _, c := range list {
				complex = complex || c.Complex && c.Has(0)
			}
		}
		if added.Total > whole.Total || !complex && added.Total != whole.Total || added.Cells != whole.Cells {
			t.Errorf("seed %d: %d bytes added to, %d written whole", seed, added.Total, whole.Total)
		}
	}
}

// TestTries: known sizes of Partitions.db, measured on a real server, are met within
// a tenth; a single partition's is exact.
func TestTries(t *testing.T) {
	for _, x := range []struct{ partitions, size, measured float64 }{{50000, 48, 521024}, {2000, 453, 15140}, {200, 1017, 1685}, {50, 13139, 434}} {
		key := map[float64]int{50000: 4, 2000: 8, 200: 8, 50: 8}[x.partitions]
		got := PartitionTrieLen(x.partitions, key, SizedLen(x.size, x.partitions))
		if got < 0.88*x.measured || got > 1.12*x.measured {
			t.Errorf("%v partitions: estimated %.0f, measured %v", x.partitions, got, x.measured)
		}
	}
	if got := PartitionTrieLen(1, 8, 1); got != 47 {
		t.Errorf("one partition: %v", got)
	}
}
