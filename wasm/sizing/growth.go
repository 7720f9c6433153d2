package sizing

import (
	"math"

	"partitionlab/wasm/workload"
)

// lastDay is the day beyond which a crossing is never.
const lastDay = 1_000_000

// growth counts the partition over time: the first day above each line.
func (m *Sizer) growth(v *workload.Values, lines []Crossing) (*Growth, *workload.Problem) {
	g := &Growth{Var: m.work.Growth().Var, Live: m.live()}
	var bad *workload.Problem
	excess := func(l Line, once bool) func(day int64) (int64, bool) {
		return func(day int64) (int64, bool) {
			x, problem := m.excess(l, v, day, once)
			if problem != nil {
				bad = problem
			}
			return x, problem == nil
		}
	}
	for _, c := range lines {
		d := DayOfCrossing{Line: c.Line}
		d.Day, d.Never = first(excess(c.Line, false))
		d.OnceDay, d.OnceNever = d.Day, d.Never
		if g.Live && c.Metric == DiskBytes {
			d.OnceDay, d.OnceNever = first(excess(c.Line, true))
		}
		if bad != nil {
			return nil, bad
		}
		g.Days = append(g.Days, d)
	}
	m.ends(g, v)
	g.sizer = m
	return g, nil
}

// Points are sizes for a figure that reach a little beyond the crossing that matters most. They
// are most of what growth takes, so they are worked out for who draws them.
func (g *Growth) Points() []GrowthPoint {
	if g.points != nil {
		return g.points
	}
	m := g.sizer
	v, problems := m.work.Eval()
	if len(problems) > 0 {
		return nil
	}
	end := g.horizon()
	const points = 30 // the day on which growth ends, or the line is crossed, is one of them
	last := int64(-1)
	for i := int64(0); i <= points; i++ {
		day := end * i / points
		if day == last {
			continue
		}
		last = day
		pt := GrowthPoint{Day: day}
		if pt.Disk = m.bytesAt(v, day, false); pt.Disk == math.MaxInt64 {
			break // beyond counting: the series ends here
		}
		if pt.Once = pt.Disk; g.Live {
			pt.Once = m.bytesAt(v, day, true)
		}
		g.points = append(g.points, pt)
	}
	return g.points
}

// bytesAt is how many bytes the partition has on a day in the worst case, math.MaxInt64 where
// they cannot be counted.
func (m *Sizer) bytesAt(v *workload.Values, day int64, once bool) int64 {
	n, bad := m.excess(Line{Metric: DiskBytes}, v, day, once)
	if bad != nil {
		return math.MaxInt64
	}
	return n
}

// ends finds the day from which on the partition stays as it is, where what is kept ends
// its growth.
func (m *Sizer) ends(g *Growth, v *workload.Values) {
	bytes := func(day int64) int64 { return m.bytesAt(v, day, false) }
	g.First = bytes(0)
	stays := bytes(lastDay)
	if stays == math.MaxInt64 || stays != bytes(lastDay/2) || stays < g.First {
		return
	}
	l := Line{Metric: DiskBytes, At: stays - 1}
	day, never := first(func(day int64) (int64, bool) {
		n, bad := m.excess(l, v, day, false)
		return n, bad == nil
	})
	g.Ends, g.Stays, g.EndDay = !never, stays, day
	given, _ := m.rows(v, high, -1)
	if rows, bad := m.rows(v, high, lastDay); bad == nil && rows < given {
		g.Fewer = rows
	}
}

// horizon is the last day worth showing: a little beyond the day on which growth ends, if
// that comes within fifty years, else beyond the limit within twenty years, else beyond
// the target within fifty, else ten years.
func (g *Growth) horizon() int64 {
	const year = 365
	if g.Ends && 0 < g.EndDay && g.EndDay <= 50*year {
		return g.EndDay + g.EndDay/5 + 1
	}
	for _, c := range [...]struct {
		weight Weight
		within int64
	}{{Limit, 20 * year}, {Target, 50 * year}} {
		for _, d := range g.Days {
			if d.Weight == c.weight && !d.Never && 0 < d.Day && d.Day <= c.within {
				return d.Day + d.Day/5 + 1
			}
		}
	}
	return 10 * year
}

// first is the first day on which a value is above 0 that rises for ever.
func first(excess func(day int64) (int64, bool)) (day int64, never bool) {
	a, b := int64(0), int64(512)
	fa, ok := excess(a)
	if !ok || fa > 0 {
		return 0, !ok
	}
	fb, ok := excess(b)
	for ok && fb <= 0 && b <= lastDay {
		a, fa = b, fb
		b *= 8
		fb, ok = excess(b)
	}
	if !ok || fb <= 0 {
		return 0, true
	}
	_, b, ok = cross(a, b, fa, fb, excess)
	return b, !ok
}

// DiskAt is the bytes on disk after so many days, in the worst case; false where
// they cannot be counted. A workload that does not grow is the same on every day.
func (m *Sizer) DiskAt(day int64) (int64, bool) {
	v, problems := m.work.Eval()
	if len(problems) > 0 {
		return 0, false
	}
	if m.work.Growth() == nil {
		day = -1
	}
	p, bad := m.count(v, high, day, false)
	if bad != nil {
		return 0, false
	}
	return p.disk.Total, true
}
