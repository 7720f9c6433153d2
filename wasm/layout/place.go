package layout

import (
	"math"
	"slices"
	"sort"

	"partitionlab/wasm/work"
)

// An end is where a line, or several of one port, meet the upper or lower side of a box.
type end struct {
	box    int
	top    bool
	key    string // of a bundle that enters, or of a single line's beginning
	lines  []int
	head   bool
	label  float64
	x      float64
	wanted float64
}

// A channel is the room between two rows.
type channel struct {
	runs         []*run
	tracks       int
	y            float64 // of its upper edge
	above, below float64 // room for labels of lines that enter boxes here
	frame        float64 // room for the end of one group's frame and the beginning of the next
	h            float64
	firstTrack   float64
	clashes      []float64 // where two runs could not be kept apart
}

// A run is what one bundle does in a channel: it comes and goes at some places, and
// what is not straight runs along a track.
type run struct {
	key    string
	tops   []float64 // x of what meets the upper edge of the channel
	bots   []float64
	track  int // −1: straight
	lo, hi float64
}

// place works all coordinates out.
func (d *drawing) place() {
	ends := d.ends()
	d.edge()
	for pass := range 6 {
		d.ports(ends)
		if pass < 5 {
			d.shift(ends, pass%2 == 0)
			d.edge()
		}
	}
	d.ports(ends)
	d.slide()
	d.straighten(ends)
	for range 12 {
		if d.channels(); !d.nudge(ends) {
			break
		}
	}
	d.heights()
}

// edge finds where the boxes end at the right.
func (d *drawing) edge() {
	d.right = 0
	for _, row := range d.rows {
		b := row[len(row)-1]
		d.right = max(d.right, round(d.x[b]+d.boxes[b].W))
	}
}

// widen makes boxes wider on which the labels of lines have no room side by side, where
// the page allows it. It reports whether it did.
func (d *drawing) widen() (wider bool) {
	need := map[[2]int]float64{}
	for _, e := range d.ends() {
		k := [2]int{e.box, b2i(e.top)}
		if need[k] == 0 {
			need[k] = 20
		}
		if e.label > 0 {
			need[k] += e.label + 14
		} else {
			need[k] += d.o.Pitch + 4
		}
	}
	for k, w := range need {
		b := &d.boxes[k[0]]
		w = min(w, d.o.Width-2*d.o.Inset-float64(d.margin[0]+d.margin[1])*d.o.Pitch)
		if !b.Center && w > b.W+0.05 {
			b.W, wider = math.Ceil(w), true
		}
	}
	return wider
}

// nudge moves an end where two lines would lie on each other in a channel. It reports
// whether it did.
func (d *drawing) nudge(ends []*end) bool {
	for c := range d.chans {
		for _, x := range d.chans[c].clashes {
			for _, e := range ends {
				if e.x != x || d.row[e.box]+1-b2i(e.top) != c {
					continue
				}
				for _, by := range [...]float64{0.6, -0.6, 1, -1} {
					by *= d.o.Pitch
					if d.mayStand(e, e.x+by, ends) {
						e.x = round(e.x + by)
						return true
					}
				}
			}
		}
	}
	return false
}

// ends lists where lines meet boxes from above or below.
func (d *drawing) ends() (out []*end) {
	at := map[string]*end{}
	d.tails, d.heads = make([]*end, len(d.lines)), make([]*end, len(d.lines))
	d.o.Work.Ask(len(d.lines))
	add := func(box int, top bool, key string, head bool, label float64, line int) {
		k := key + string(rune('0'+b2i(top))) + string(rune('0'+b2i(head)))
		e := at[k]
		if e == nil || e.box != box {
			e = &end{box: box, top: top, key: key, head: head, x: d.center(box)}
			at[k] = e
			out = append(out, e)
		}
		e.label = max(e.label, label)
		e.lines = append(e.lines, line)
		if head {
			d.heads[line] = e
		} else {
			d.tails[line] = e
		}
	}
	for i := range d.lines {
		l, w := &d.lines[i], &d.ways[i]
		if d.dropped[i] || w.direct {
			continue
		}
		if !w.out {
			add(l.From, w.up, string(rune(0xe000+i)), false, l.Tail, i)
		}
		add(l.To, w.enter, d.bundle(i), true, l.Head, i)
	}
	return out
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// neighborX is where a line goes next, seen from one of its ends.
func (d *drawing) neighborX(e *end, i int) float64 {
	w := &d.ways[i]
	if w.out {
		return e.x
	}
	if n := len(w.gap); n > 0 {
		s := w.gap[0]
		if e.head {
			s = w.gap[n-1]
		}
		return d.laneX(s)
	}
	other := d.heads[i]
	if e.head {
		other = d.tails[i]
	}
	if other != nil {
		return other.x
	}
	return e.x
}

func (d *drawing) laneX(s step) float64 {
	switch d.side(s) {
	case 0:
		return round(d.o.Inset + (float64(s.lane)+0.4)*d.o.Pitch)
	case 1:
		return round(d.right + (float64(d.margin[1]-s.lane)-0.4)*d.o.Pitch)
	}
	g := &d.gaps[s.row][s.gap]
	x, _ := d.gapEdges(s.row, s.gap)
	return round(x + g.left + g.shift + float64(s.lane+1)*d.o.Pitch)
}

// slide moves the lanes between two boxes, where there is more room than they need, to
// where one of their lines then runs straight on.
func (d *drawing) slide() {
	for i := range d.ways {
		w := &d.ways[i]
		for k, s := range w.gap {
			g := &d.gaps[s.row][s.gap]
			if d.side(s) >= 0 || g.shift > 0 {
				continue
			}
			x0, x1 := d.gapEdges(s.row, s.gap)
			slack := x1 - x0 - g.left - g.right - float64(g.lanes+1)*d.o.Pitch
			x, best := d.laneX(s), slack+0.05
			var beside []float64
			if e := d.tails[i]; k == 0 && e != nil {
				beside = append(beside, e.x)
			} else if k > 0 {
				beside = append(beside, d.laneX(w.gap[k-1]))
			}
			if e := d.heads[i]; k == len(w.gap)-1 && e != nil {
				beside = append(beside, e.x)
			} else if k < len(w.gap)-1 {
				beside = append(beside, d.laneX(w.gap[k+1]))
			}
			for _, b := range beside {
				if by := b - x; by > 0 && by < best {
					best = by
				}
			}
			if best <= slack {
				g.shift = best
			}
		}
	}
}

// gapEdges are the left and the right edge of a gap.
func (d *drawing) gapEdges(r, g int) (x0, x1 float64) {
	row := d.rows[r]
	x1 = math.Inf(1)
	if g > 0 {
		b := row[g-1]
		x0 = d.x[b] + d.boxes[b].W
	}
	if g < len(row) {
		x1 = d.x[row[g]]
		if g == 0 {
			x0 = x1 - d.gaps[r][0].w
		}
	}
	return x0, x1
}

// ports gives each end its place on the side of its box: near where its line goes, and
// far enough from the others for their labels.
func (d *drawing) ports(ends []*end) {
	sides := map[[2]int][]*end{}
	var order [][2]int
	d.o.Work.Ask(len(ends))
	for _, e := range ends {
		k := [2]int{e.box, b2i(e.top)}
		if sides[k] == nil {
			order = append(order, k)
		}
		sides[k] = append(sides[k], e)
	}
	for _, k := range order {
		list := sides[k]
		b := d.boxes[k[0]]
		x0 := d.x[k[0]]
		for _, e := range list {
			sum := 0.0
			for _, i := range e.lines {
				sum += d.neighborX(e, i)
			}
			e.wanted = sum / float64(len(e.lines))
			if d.ways[e.lines[0]].out {
				e.wanted = x0 // what comes from outside stands first
			}
		}
		sort.SliceStable(list, func(i, j int) bool { return list[i].wanted < list[j].wanted })
		if b.Center { // one in the middle; more stand apart, so that none seems to go on into another
			n := float64(max(len(list)-1, 1))
			step := min(max(b.W/3/n, d.o.Pitch), (b.W-8)/n)
			for i, e := range list {
				e.x = round(x0 + b.W/2 + (float64(i)-float64(len(list)-1)/2)*step)
			}
			continue
		}
		want := make([]float64, len(list))
		sep := make([]float64, len(list))
		for i, e := range list {
			want[i] = e.wanted
			sep[i] = d.o.Pitch + 4
			if e.label > 0 {
				sep[i] = e.label + 12
			}
		}
		last := 0.0
		if n := len(list) - 1; list[n].label > 0 {
			last = list[n].label + 6
		}
		xs := spread(want, sep, x0+10, x0+b.W-10-max(last-10, 0))
		for i, e := range list {
			e.x = round(xs[i])
		}
	}
}

// spread places points in order, each near where it is wanted, at least so far from the
// next, between two bounds where that is possible: the least sum of squares.
func spread(want, sep []float64, lo, hi float64) []float64 {
	n := len(want)
	type block struct {
		sum   float64 // of wanted minus offset
		count float64
		from  int
	}
	offset := make([]float64, n)
	for i := 1; i < n; i++ {
		offset[i] = offset[i-1] + sep[i-1]
	}
	var blocks []block
	for i := range n {
		blocks = append(blocks, block{want[i] - offset[i], 1, i})
		for k := len(blocks) - 1; k > 0 && blocks[k-1].sum/blocks[k-1].count > blocks[k].sum/blocks[k].count; k-- {
			blocks[k-1].sum += blocks[k].sum
			blocks[k-1].count += blocks[k].count
			blocks = blocks[:k]
		}
	}
	out := make([]float64, n)
	for k, b := range blocks {
		end := n
		if k+1 < len(blocks) {
			end = blocks[k+1].from
		}
		for i := b.from; i < end; i++ {
			out[i] = b.sum/b.count + offset[i]
		}
	}
	// Into the bounds, from both sides.
	for i := range out {
		low := lo
		if i > 0 {
			low = out[i-1] + sep[i-1]
		}
		out[i] = max(out[i], low)
	}
	for i := n - 1; i >= 0; i-- {
		high := hi
		if i < n-1 {
			high = out[i+1] - sep[i]
		}
		out[i] = min(out[i], high)
	}
	if n > 0 && out[0] < lo-1e-6 { // there is not room enough: evenly
		for i := range out {
			out[i] = lo
			if n > 1 {
				out[i] += (hi - lo) * float64(i) / float64(n-1)
			}
		}
	}
	return out
}

// shift moves the boxes of each row towards what they are joined with.
func (d *drawing) shift(ends []*end, down bool) {
	rows := make([]int, len(d.rows))
	for i := range rows {
		rows[i] = i
		if !down {
			rows[i] = len(rows) - 1 - i
		}
	}
	for _, r := range rows {
		row := d.rows[r]
		want, sep := make([]float64, len(row)), make([]float64, len(row))
		for p, b := range row {
			sum, n := 0.0, 0.0
			d.o.Work.Ask(1 + len(ends)/8)
			for _, e := range ends {
				if e.box != b {
					continue
				}
				for _, i := range e.lines {
					if d.ways[i].out {
						continue
					}
					weight := 1.0
					if (e.top == down) && len(d.ways[i].gap) == 0 {
						weight = 3 // what was placed just before counts most
					}
					sum += weight * (d.neighborX(e, i) - (e.x - d.x[b]))
					n += weight
				}
			}
			want[p] = d.x[b]
			if n > 0 {
				want[p] = sum / n
			}
			sep[p] = d.boxes[b].W
			if p+1 < len(row) {
				sep[p] += d.gaps[r][p+1].w
			}
		}
		last := row[len(row)-1]
		total := 0.0
		for _, s := range sep {
			total += s
		}
		lo := d.o.Inset + d.gaps[r][0].w
		hi := d.o.Width - d.o.Inset - d.gaps[r][len(row)].w - d.boxes[last].W
		if total-sep[len(sep)-1] > hi-lo+1e-6 {
			continue // there is no room to move in
		}
		xs := spread(want, sep, lo, max(hi, lo))
		for p, b := range row {
			d.x[b] = round(xs[p])
		}
	}
}

// straighten gives the two ends of a line between neighboring rows one place, where
// both may stand there, and an end beside a lane that of the lane.
func (d *drawing) straighten(ends []*end) {
	for _, e := range ends {
		for _, i := range e.lines {
			f := d.tails[i]
			if !e.head || f == nil {
				continue
			}
			to, from := f.x, e.x
			if way := d.ways[i].gap; len(way) > 0 {
				to, from = d.laneX(way[len(way)-1]), d.laneX(way[0])
				d.onto(f, from, ends)
			} else if d.onto(f, e.x, ends) {
				continue
			}
			if d.onto(e, to, ends) {
				break
			}
		}
	}
}

// onto moves an end a little to the side, where it may stand there.
func (d *drawing) onto(e *end, x float64, ends []*end) bool {
	if math.Abs(e.x-x) > d.o.Pitch*2 || !d.mayStand(e, x, ends) {
		return false
	}
	e.x = x
	return true
}

// mayStand reports whether an end may be moved to a place of its side.
func (d *drawing) mayStand(e *end, x float64, ends []*end) bool {
	b := d.boxes[e.box]
	if b.Center && math.Abs(x-d.center(e.box)) > 4 || x < d.x[e.box]+5 || x > d.x[e.box]+b.W-5-e.label {
		return false
	}
	for _, f := range ends {
		if f == e || f.box != e.box || f.top != e.top {
			continue
		}
		left, right := f, e
		lx, rx := f.x, x
		if x < f.x {
			left, right, lx, rx = e, f, x, f.x
		}
		_ = right
		need := d.o.Pitch
		if left.label > 0 {
			need = left.label + 8
		}
		if rx-lx < need {
			return false
		}
	}
	return true
}

// channels collects what runs in each channel and puts it on tracks.
func (d *drawing) channels() {
	d.chans = make([]channel, len(d.rows)+1)
	runs := make([]map[string]*run, len(d.chans))
	meet := func(c int, key string, top bool, x float64) {
		if runs[c] == nil {
			runs[c] = map[string]*run{}
		}
		r := runs[c][key]
		if r == nil {
			r = &run{key: key, lo: x, hi: x}
			runs[c][key] = r
			d.chans[c].runs = append(d.chans[c].runs, r)
		}
		r.lo, r.hi = min(r.lo, x), max(r.hi, x)
		if top {
			r.tops = append(r.tops, x)
		} else {
			r.bots = append(r.bots, x)
		}
	}
	for i := range d.lines {
		l, w := &d.lines[i], &d.ways[i]
		if d.dropped[i] || w.direct {
			continue
		}
		if e := d.heads[i]; e != nil {
			w.head = e.x
		}
		if e := d.tails[i]; e != nil {
			w.tail = e.x
		}
		to := d.row[l.To]
		if w.enter {
			d.chans[to].below = max(d.chans[to].below, d.o.Label*b2f(l.Head > 0), 14)
		} else {
			d.chans[to+1].above = max(d.chans[to+1].above, d.o.Label*b2f(l.Head > 0), 14)
		}
		if w.out {
			d.chans[to].below = max(d.chans[to].below, d.o.Label, 26)
			if to > 0 { // it must not seem to come out of the box above
				d.chans[to].below = max(d.chans[to].below, d.o.Label+16, 38)
			}
			continue
		}
		from := d.row[l.From]
		if l.Tail > 0 {
			if w.up {
				d.chans[from].below = max(d.chans[from].below, d.o.Label)
			} else {
				d.chans[from+1].above = max(d.chans[from+1].above, d.o.Label)
			}
		}
		key := d.bundle(i)
		// The channels from the beginning to the head, with the sides of each.
		c := from + 1
		if w.up {
			c = from
		}
		meet(c, key, !w.up, w.tail)
		for _, s := range w.gap {
			x := d.laneX(s)
			if w.up {
				meet(s.row+1, key, true, x)
				meet(s.row, key, false, x)
			} else {
				meet(s.row, key, false, x)
				meet(s.row+1, key, true, x)
			}
		}
		if w.enter {
			meet(to, key, false, w.head)
		} else {
			meet(to+1, key, true, w.head)
		}
	}
	for c := range d.chans {
		d.chans[c].settle(d.o.Pitch, d.o.Work)
	}
}

func b2f(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// settle puts the runs of a channel on tracks: few of them, with few crossings, and so
// that no two lie on each other.
func (c *channel) settle(pitch float64, m *work.Meter) {
	var bent []*run
	for _, r := range c.runs {
		if r.track = -1; r.hi-r.lo > 0.05 {
			bent = append(bent, r)
		}
	}
	// A good order to begin with: those that lead down to the left from the left first.
	sort.SliceStable(bent, func(i, j int) bool { return bent[i].lo < bent[j].lo })
	n, best := len(bent), 0.0
	var costs []float64 // that one lies above another, by where they stood at first
	order := make([]int, n)
	few := n <= 30 // where there are more, nobody can follow them
	for i, a := range bent {
		m.Ask(n)
		order[i] = i
		for j, b := range bent {
			cost := 0.0
			if j > i || few && j < i {
				cost = above(a, b, pitch)
			}
			if j > i {
				best += cost
			}
			if few {
				costs = append(costs, cost)
			}
		}
	}
	for pass := 0; pass < 8 && few; pass++ {
		improved := false
		for i := range order {
			m.Ask(n * n / 16)
			for j := range order {
				r, more := order[i], 0.0 // that it costs more to have it at j: it changes places with all between
				for k := i + 1; k <= j; k++ {
					more += costs[order[k]*n+r] - costs[r*n+order[k]]
				}
				for k := j; k < i; k++ {
					more += costs[r*n+order[k]] - costs[order[k]*n+r]
				}
				if more < -1e-9 {
					best, improved = best+more, true
					copy(order[i:], order[i+1:])
					copy(order[j+1:], order[j:])
					order[j] = r
				}
			}
		}
		if !improved {
			break
		}
	}
	first := slices.Clone(bent)
	for i, k := range order {
		bent[i] = first[k]
	}
	c.clashes = nil
	if best >= clash {
		for i, a := range bent {
			for _, b := range bent[i+1:] {
				if above(a, b, pitch) >= clash {
					for _, x := range a.bots {
						for _, y := range b.tops {
							if math.Abs(x-y) < pitch*0.95 {
								c.clashes = append(c.clashes, x, y)
							}
						}
					}
				}
			}
		}
	}
	for i, r := range bent {
		r.track = 0
		for _, q := range bent[:i] {
			if r.lo < q.hi+pitch && q.lo < r.hi+pitch {
				r.track = max(r.track, q.track+1)
			}
		}
		c.tracks = max(c.tracks, r.track+1)
	}
}

// clash is what it costs when two lines lie on each other.
const clash = 1000

// above is what it costs that one run lies above another: crossings, and much where
// their ends would lie on each other.
func above(a, b *run, pitch float64) (cost float64) {
	for _, x := range a.bots { // they come down through b
		if b.lo+1 < x && x < b.hi-1 {
			cost++
		}
		for _, y := range b.tops {
			if math.Abs(x-y) < pitch*0.95 {
				cost += clash
			}
		}
	}
	for _, x := range b.tops { // they go up through a
		if a.lo+1 < x && x < a.hi-1 {
			cost++
		}
	}
	return cost
}

// heights places rows and channels from the top down.
func (d *drawing) heights() {
	d.top = make([]float64, len(d.rows))
	d.tall = make([]float64, len(d.rows))
	d.mid = make([]float64, len(d.rows))
	y := 0.0
	group := func(r int) int { return d.boxes[d.rows[r][0]].Group }
	for c := range d.chans {
		ch := &d.chans[c]
		ch.y = y
		h := ch.above
		ch.firstTrack = h + d.o.Pitch*0.8
		if ch.tracks > 0 {
			h += float64(ch.tracks)*d.o.Pitch + d.o.Pitch*0.6
		}
		starts := c < len(d.rows) && (c == 0 || group(c-1) != group(c))
		ends := c > 0 && (c == len(d.rows) || group(c-1) != group(c))
		if d.o.Title > 0 {
			if ends {
				ch.above += d.o.Inset
				ch.firstTrack += d.o.Inset
				h += d.o.Inset
			}
			if starts {
				h += d.o.Title + d.o.Inset
			}
		}
		h += ch.below
		if c == 0 || c == len(d.rows) {
			h = max(h, d.o.Inset)
		}
		inner := c > 0 && c < len(d.rows)
		if inner {
			h = max(h, d.o.Gap*0.7)
			if starts && d.o.Title > 0 {
				h = max(h, d.o.Inset+d.o.Gap*0.5+d.o.Title+d.o.Inset)
			}
		}
		ch.h = h
		y += h
		if c < len(d.rows) {
			var under float64
			for _, b := range d.rows[c] {
				d.mid[c] = max(d.mid[c], d.boxes[b].Mid)
				under = max(under, d.boxes[b].H-d.boxes[b].Mid)
			}
			d.top[c], d.tall[c] = y, d.mid[c]+under
			y += d.tall[c]
		}
	}
	d.height = y
	d.edge()
	d.width = d.right + float64(d.margin[1])*d.o.Pitch + d.o.Inset
}

// boxY is the upper edge of a box: middles of a row lie on one line.
func (d *drawing) boxY(b int) float64 {
	r := d.row[b]
	return d.top[r] + d.mid[r] - d.boxes[b].Mid
}

// track is the y of the track of a bundle in a channel.
func (d *drawing) track(c int, key string) (y float64, straight bool) {
	ch := &d.chans[c]
	for _, r := range ch.runs {
		if r.key == key {
			if r.track < 0 {
				return 0, true
			}
			return ch.y + ch.firstTrack + float64(r.track)*d.o.Pitch, false
		}
	}
	return 0, true
}

// plan writes the drawing down.
func (d *drawing) plan() *Plan {
	p := &Plan{Width: round(d.width), Height: round(d.height), Boxes: make([]Rect, len(d.boxes)), Lines: make([]Path, len(d.lines)), Order: slices.Concat(d.rows...)}
	for b, box := range d.boxes {
		p.Boxes[b] = Rect{round(d.x[b]), round(d.boxY(b)), box.W, box.H}
	}
	for i := range d.lines {
		if !d.dropped[i] {
			p.Lines[i] = d.path(i)
		}
	}
	if d.o.Title > 0 {
		for r := 0; r < len(d.rows); {
			g, first := d.boxes[d.rows[r][0]].Group, r
			for r < len(d.rows) && d.boxes[d.rows[r][0]].Group == g {
				r++
			}
			y0 := d.top[first] - d.chans[first].below - d.o.Inset - d.o.Title
			y1 := d.top[r-1] + d.tall[r-1] + d.chans[r].above
			p.Groups = append(p.Groups, Rect{0, round(y0), p.Width, round(y1 - y0)})
		}
	}
	return p
}

// path is the corners of one line, and the places of its labels.
func (d *drawing) path(i int) (p Path) {
	l, w := &d.lines[i], &d.ways[i]
	const lift = 5 // of a label's baseline over what it stands on
	add := func(x, y float64) {
		q := Point{round(x), round(y)}
		n := len(p.Points)
		if n > 0 && p.Points[n-1] == q {
			return
		}
		if n > 1 && (p.Points[n-2].X == q.X && p.Points[n-1].X == q.X || p.Points[n-2].Y == q.Y && p.Points[n-1].Y == q.Y) {
			p.Points[n-1] = q
			return
		}
		p.Points = append(p.Points, q)
	}
	if w.direct {
		r := d.row[l.To]
		y := d.top[r] + d.mid[r] + float64(w.nth)*(d.o.Label+6)
		if d.pos[l.To] > d.pos[l.From] {
			add(d.x[l.From]+d.boxes[l.From].W, y)
			add(d.x[l.To], y)
			p.Head = Point{round(d.x[l.To] - 12 - l.Head), round(y - lift)}
			p.Tail = Point{round(d.x[l.From] + d.boxes[l.From].W + 4), round(y - lift)}
		} else {
			add(d.x[l.From], y)
			add(d.x[l.To]+d.boxes[l.To].W, y)
			p.Head = Point{round(d.x[l.To] + d.boxes[l.To].W + 12), round(y - lift)}
			p.Tail = Point{round(d.x[l.From] - 4 - l.Tail), round(y - lift)}
		}
		if l.Free { // without an arrow's tip the label stands nearer
			if d.pos[l.To] > d.pos[l.From] {
				p.Head.X = round(d.x[l.To] - 4 - l.Head)
			} else {
				p.Head.X = round(d.x[l.To] + d.boxes[l.To].W + 4)
			}
		}
		return p
	}
	label := func(b int, top bool, x float64) Point {
		y := d.boxY(b)
		if top {
			return Point{round(x + 5), round(y - lift)}
		}
		return Point{round(x + 5), round(y + d.boxes[b].H + d.o.Label - lift)}
	}
	p.Head = label(l.To, w.enter, w.head)
	end := d.boxY(l.To)
	if !w.enter {
		end += d.boxes[l.To].H
	}
	if w.out {
		p.Entry = true
		add(w.head, end-22)
		add(w.head, end)
		return p
	}
	p.Tail = label(l.From, w.up, w.tail)
	y := d.boxY(l.From)
	if !w.up {
		y += d.boxes[l.From].H
	}
	x := w.tail
	add(x, y)
	key := d.bundle(i)
	cross := func(c int, next float64) {
		if t, straight := d.track(c, key); !straight {
			add(x, t)
			add(next, t)
		}
		x = next
	}
	c := d.row[l.From] + 1
	if w.up {
		c--
	}
	for _, s := range w.gap {
		cross(c, d.laneX(s))
		c = s.row + 1
		if w.up {
			c = s.row
		}
	}
	cross(c, w.head)
	add(w.head, end)
	return p
}
