package layout

import (
	"math"
	"slices"
	"sort"
)

// A drawing is a plan in the making.
type drawing struct {
	o       Options
	boxes   []Box
	lines   []Line
	rows    [][]int
	dropped []bool

	row, pos []int     // of each box
	margin   [2]int    // lanes along the whole left and right edge
	x        []float64 // left edge of each box
	ways     []way
	gaps     [][]gap // of each row, one more than it has boxes
	tails    []*end  // of each line, nil where it has none
	heads    []*end
	chans    []channel
	top      []float64 // of each row
	tall     []float64 // height of each row
	mid      []float64 // where sideways lines run, from the top of the row
	height   float64
	width    float64
	right    float64 // where the boxes end
}

// A way is how a line runs: from a side of a box through channels, and through one gap
// of each row between.
type way struct {
	direct bool // to the neighbor in the row
	nth    int  // of the direct lines between the same two boxes
	out    bool // from outside
	up     bool // leaves at the top
	enter  bool // enters at the top
	gap    []step
	tail   float64 // x of its ends
	head   float64
}

// A step is a gap of a row that a line passes; its bundle is the lane.
type step struct{ row, gap, lane int }

// A gap is the room between two boxes of a row, or beside the first or the last one.
type gap struct {
	lanes       int
	keys        []string // of the bundle in each lane
	left, right float64  // room for labels of direct lines, at either end
	x, w        float64
	shift       float64 // of its lanes to the right
}

// bundle is the key of lines that run together.
func (d *drawing) bundle(i int) string {
	if p := d.lines[i].Port; p != "" {
		return string(rune('A'+d.lines[i].To%26)) + string(rune(d.lines[i].To)) + p
	}
	return string(rune(0xe000 + i))
}

// route decides through which channels and gaps each line runs, and how wide gaps are.
func (d *drawing) route() {
	n := len(d.boxes)
	d.row, d.pos = make([]int, n), make([]int, n)
	d.x = make([]float64, n)
	d.gaps = make([][]gap, len(d.rows))
	for r, row := range d.rows {
		d.gaps[r] = make([]gap, len(row)+1)
		for p, b := range row {
			d.row[b], d.pos[b] = r, p
		}
	}
	d.pack()
	d.ways = make([]way, len(d.lines))
	between := map[[2]int]int{}
	for i := range d.lines {
		l, w := &d.lines[i], &d.ways[i]
		if d.dropped[i] {
			continue
		}
		switch {
		case l.From < 0:
			w.out, w.enter = true, true
		case l.From == l.To:
			w.up, w.enter = true, true // a loop over the top
		case d.row[l.From] == d.row[l.To] && abs(d.pos[l.From]-d.pos[l.To]) == 1:
			pair := [2]int{min(l.From, l.To), max(l.From, l.To)}
			if w.nth = between[pair]; !d.fits(l.From, w.nth) || !d.fits(l.To, w.nth) {
				w.up, w.enter = true, true // there is no room for one more: over the top
				continue
			}
			w.direct = true
			between[pair]++
			g := &d.gaps[d.row[l.From]][max(d.pos[l.From], d.pos[l.To])]
			head, tail := l.Head+16, l.Tail+6
			if d.pos[l.To] > d.pos[l.From] {
				g.right, g.left = max(g.right, head), max(g.left, tail)
			} else {
				g.left, g.right = max(g.left, head), max(g.right, tail)
			}
		default:
			a, b := d.row[l.From], d.row[l.To]
			w.up, w.enter = a >= b, a <= b
			d.thread(i, a, b)
		}
	}
	d.margin = [2]int{d.margins(0), d.margins(1)}
	for r := range d.gaps {
		for g := range d.gaps[r] {
			d.gaps[r][g].w = d.gapWidth(r, g)
		}
	}
	d.pack()
}

// side reports whether a gap is at the left (0) or the right (1) edge, or −1.
func (d *drawing) side(s step) int {
	switch s.gap {
	case 0:
		return 0
	case len(d.rows[s.row]):
		return 1
	}
	return -1
}

// margins gives what runs along an edge lanes that are straight over all its rows, and
// returns their number. Two that meet in a channel do not have the same one.
func (d *drawing) margins(side int) (lanes int) {
	type stay struct {
		key       string
		from, to  int // rows
		lane, way int
		steps     []*step
	}
	var stays []*stay
	for i := range d.ways {
		key := d.bundle(i)
		var open *stay
		for k := range d.ways[i].gap {
			s := &d.ways[i].gap[k]
			if d.side(*s) != side {
				open = nil
				continue
			}
			if open == nil {
				open = &stay{key: key, from: s.row, to: s.row, way: i}
				stays = append(stays, open)
			}
			open.from, open.to = min(open.from, s.row), max(open.to, s.row)
			open.steps = append(open.steps, s)
		}
	}
	// Short ones run inside of long ones.
	sort.SliceStable(stays, func(i, j int) bool { return stays[i].to-stays[i].from > stays[j].to-stays[j].from })
	for i, s := range stays {
		taken := map[int]bool{}
		for _, t := range stays[:i] {
			if s.from <= t.to+1 && t.from <= s.to+1 {
				if t.key == s.key {
					s.lane = t.lane
					taken = nil
					break
				}
				taken[t.lane] = true
			}
		}
		for taken[s.lane] {
			s.lane++
		}
		lanes = max(lanes, s.lane+1)
		for _, st := range s.steps {
			st.lane = s.lane
		}
	}
	return lanes
}

func (d *drawing) gapWidth(r, g int) float64 {
	q := &d.gaps[r][g]
	switch g {
	case 0:
		return float64(d.margin[0]) * d.o.Pitch
	case len(d.rows[r]):
		return float64(d.margin[1]) * d.o.Pitch
	}
	lanes := 0.0
	if q.lanes > 0 {
		lanes = float64(q.lanes+1) * d.o.Pitch
	}
	return max(d.o.Gap, lanes+q.left+q.right)
}

// pack puts the boxes of each row side by side.
func (d *drawing) pack() {
	for r, row := range d.rows {
		x := d.o.Inset + d.gaps[r][0].w
		for p, b := range row {
			d.x[b] = x
			x += d.boxes[b].W
			if p+1 < len(row) {
				x += max(d.gaps[r][p+1].w, d.o.Gap)
			}
		}
	}
}

// thread finds the gaps of the rows between two rows: the least way to the sides.
func (d *drawing) thread(i, a, b int) {
	l := &d.lines[i]
	step1 := 1
	if b < a {
		step1 = -1
	}
	type state struct {
		cost float64
		from int
	}
	var rows []int
	for r := a + step1; a != b && r != b; r += step1 {
		rows = append(rows, r)
	}
	if len(rows) == 0 {
		return
	}
	units := 4 * len(rows)
	for _, r := range rows {
		for g := range d.gaps[r] {
			units += len(d.gaps[r][g].keys) / 8
		}
	}
	if !d.o.Work.Ask(units) {
		return
	}
	start, end := d.center(l.From), d.center(l.To)
	var table [][]state
	for k, r := range rows {
		row := make([]state, len(d.gaps[r]))
		for g := range row {
			x := d.gapX(r, g)
			crowd := 6 * float64(d.gaps[r][g].lanes)
			if slices.Contains(d.gaps[r][g].keys, d.bundle(i)) {
				crowd = -4 // beside those that it joins
			} else if g > 0 && g < len(d.rows[r]) && d.gaps[r][g].right+d.gaps[r][g].left > 0 {
				crowd += 40 // it would cross what runs there
			}
			if k == 0 {
				row[g] = state{math.Abs(x-start) + crowd, -1}
				continue
			}
			row[g].cost = math.Inf(1)
			for h, prev := range table[k-1] {
				if c := prev.cost + math.Abs(x-d.gapX(rows[k-1], h)) + crowd; c < row[g].cost {
					row[g] = state{c, h}
				}
			}
		}
		table = append(table, row)
	}
	last, best := 0, math.Inf(1)
	for g, s := range table[len(table)-1] {
		if c := s.cost + math.Abs(d.gapX(rows[len(rows)-1], g)-end); c < best {
			last, best = g, c
		}
	}
	steps := make([]step, len(rows))
	for k := len(rows) - 1; k >= 0; k-- {
		steps[k] = step{row: rows[k], gap: last}
		last = table[k][last].from
	}
	key := d.bundle(i)
	for k := range steps {
		g := &d.gaps[steps[k].row][steps[k].gap]
		lane := slices.Index(g.keys, key)
		if lane < 0 {
			lane = len(g.keys)
			g.keys = append(g.keys, key)
			g.lanes++
		}
		steps[k].lane = lane
	}
	d.ways[i].gap = steps
}

// fits reports whether the n-th direct line meets the side of a box.
func (d *drawing) fits(b, n int) bool {
	return n == 0 || !d.boxes[b].Center && d.boxes[b].Mid+float64(n)*(d.o.Label+6)+4 < d.boxes[b].H
}

func (d *drawing) center(b int) float64 { return d.x[b] + d.boxes[b].W/2 }

// gapX is about where the lanes of a gap lie.
func (d *drawing) gapX(r, g int) float64 {
	row := d.rows[r]
	switch {
	case g == 0:
		return d.x[row[0]] - 10
	case g == len(row):
		b := row[g-1]
		return d.x[b] + d.boxes[b].W + 10
	}
	a := row[g-1]
	return (d.x[a] + d.boxes[a].W + d.x[row[g]]) / 2
}

// overflow finds the row that is too wide by most, and how much of it is lanes.
func (d *drawing) overflow() (row int, over, lanes float64) {
	for r, boxes := range d.rows {
		among := 0.0
		for g := range d.gaps[r] {
			among += d.gaps[r][g].w
		}
		w := 2*d.o.Inset + among
		for _, b := range boxes {
			w += d.boxes[b].W
		}
		if o := w - d.o.Width; o > over+1e-9 {
			if len(boxes) == 1 && d.margin[0]+d.margin[1] == 0 {
				continue // the box alone is too wide
			}
			row, over, lanes = r, o, among
		}
	}
	return row, over, lanes
}

// drop leaves out so many lines, the longest along an edge, and reports whether there was one.
func (d *drawing) drop(n int) (some bool) {
	for range n {
		longest := d.longest()
		if longest < 0 || !d.o.Work.Ask(len(d.lines)) {
			break
		}
		d.dropped[longest], d.ways[longest], some = true, way{}, true
	}
	return some
}

// longest is the line along an edge that passes most rows.
func (d *drawing) longest() int {
	best, most := -1, 0
	for i := range d.ways {
		if len(d.ways[i].gap) > most && slices.ContainsFunc(d.ways[i].gap, func(s step) bool { return d.side(s) >= 0 }) {
			best, most = i, len(d.ways[i].gap)
		}
	}
	return best
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
