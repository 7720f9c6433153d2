package layout

import (
	"math"
	"slices"
	"sort"
)

// effort is how many arrangements are tried at most.
const effort = 12000

// mostSteps is how many boxes, lines and pairs of lines are looked at for all those
// together: with many of them fewer arrangements are tried, for a page waits for them.
// A pair costs a quarter of a box.
const mostSteps = 500_000

// A search looks for rows in which lines are short: it takes an order of boxes, fills
// rows with it as words fill lines, and moves boxes about while that makes it better.
type search struct {
	boxes []Box
	lines []Line
	o     Options
	order []int
	brk   []bool // a new row begins at this place of the order
	tries int
	steps int

	row, pos []int // of each box
	x, y     []float64
	pairs    [][]int32 // of each line, the lines before it that may cross it
}

// arrangements are ways to put the boxes into rows: each begins with another order and
// is made better for as long as that is easy. Rows leave so much of the page free.
func arrangements(boxes []Box, lines []Line, o Options, free float64) (out [][][]int) {
	o.Width -= free
	pairs := strangers(lines)
	start := func(order []int, brk []bool) {
		s := &search{boxes: boxes, lines: lines, o: o, order: order, brk: brk, pairs: pairs,
			row: make([]int, len(boxes)), pos: make([]int, len(boxes)), x: make([]float64, len(boxes)), y: make([]float64, len(boxes))}
		if s.improve(); o.Order != nil {
			out = append(out, s.fill())
		} else {
			out = append(out, s.inTurn(s.fill()))
		}
	}
	if o.Order != nil {
		start(slices.Clone(o.Order), make([]bool, len(boxes)))
		return out
	}
	first, none := firstOrder(boxes, lines), make([]bool, len(boxes))
	order, brk := layered(boxes, lines)
	alike := slices.Equal(order, first) && slices.Equal(brk, none) // as without any line
	if start(first, none); !alike {
		start(order, brk)
	}
	return out
}

// improve moves boxes about while that makes the arrangement better: until each change has
// been tried since the last one that did.
func (s *search) improve() {
	best := s.cost(math.Inf(1))
	better := func() bool {
		c := s.cost(best)
		if c < best-1e-9 {
			best = c
			return true
		}
		return false
	}
	for i, idle := 0, 0; idle < len(s.order) && s.tries < effort; i = (i + 1) % len(s.order) {
		idle++
		s.brk[i] = !s.brk[i]
		if better() {
			idle = 0
		} else {
			s.brk[i] = !s.brk[i]
		}
		for j := range s.order {
			if i == j || s.o.Order != nil || s.boxes[s.order[i]].Group != s.boxes[s.order[j]].Group {
				continue
			}
			s.move(i, j)
			if better() {
				idle = 0
				continue
			}
			s.move(j, i)
			if j > i {
				s.order[i], s.order[j] = s.order[j], s.order[i]
				if better() {
					idle = 0
				} else {
					s.order[i], s.order[j] = s.order[j], s.order[i]
				}
			}
			if s.tries >= effort {
				return
			}
		}
	}
}

// inTurn puts rows of boxes that no line joins to another one into the order of the input, where
// they follow each other: the search takes any.
func (s *search) inTurn(rows [][]int) [][]int {
	joined := make([]bool, len(s.boxes))
	for _, l := range s.lines {
		if l.From >= 0 {
			joined[l.From], joined[l.To] = true, true
		}
	}
	alone := func(row []int) bool { return !slices.ContainsFunc(row, func(b int) bool { return joined[b] }) }
	for i := 0; i < len(rows); {
		end := i
		for ; end < len(rows) && alone(rows[end]) && s.boxes[rows[end][0]].Group == s.boxes[rows[i][0]].Group; end++ {
			row := rows[end]
			sort.SliceStable(row, func(a, b int) bool { return row[a] < row[b] })
		}
		alike := rows[i:end]
		sort.SliceStable(alike, func(a, b int) bool { return alike[a][0] < alike[b][0] })
		i = max(end, i+1)
	}
	return rows
}

// layered orders boxes by the number of lines that lead to them, a row for each number.
func layered(boxes []Box, lines []Line) (order []int, brk []bool) {
	depth := make([]int, len(boxes))
	for i := range depth {
		depth[i] = -1
	}
	var queue []int
	put := func(b, d int) {
		if depth[b] < 0 {
			depth[b] = d
			queue = append(queue, b)
		}
	}
	next := func() {
		for len(queue) > 0 {
			b := queue[0]
			queue = queue[1:]
			for _, l := range lines {
				if l.From == b {
					put(l.To, depth[b]+1)
				} else if l.Free && l.To == b && l.From >= 0 {
					put(l.From, depth[b]+1)
				}
			}
		}
	}
	for _, l := range lines {
		if l.From < 0 {
			put(l.To, 0)
		}
	}
	next()
	for b := range boxes {
		if slices.ContainsFunc(lines, func(l Line) bool { return l.From == b }) && !slices.ContainsFunc(lines, func(l Line) bool { return l.To == b }) {
			put(b, 0)
			next()
		}
	}
	for _, b := range firstOrder(boxes, lines) {
		put(b, 0)
		next()
	}
	order = make([]int, len(boxes))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool {
		a, b := order[i], order[j]
		if boxes[a].Group != boxes[b].Group {
			return boxes[a].Group < boxes[b].Group
		}
		return depth[a] < depth[b]
	})
	brk = make([]bool, len(boxes))
	for i := 1; i < len(order); i++ {
		brk[i] = depth[order[i]] != depth[order[i-1]]
	}
	return order, brk
}

func (s *search) move(from, to int) {
	b, k := s.order[from], s.brk[from]
	if from < to {
		copy(s.order[from:to], s.order[from+1:to+1])
		copy(s.brk[from:to], s.brk[from+1:to+1])
	} else {
		copy(s.order[to+1:from+1], s.order[to:from])
		copy(s.brk[to+1:from+1], s.brk[to:from])
	}
	s.order[to], s.brk[to] = b, k
}

// firstOrder follows the lines from where they come in, group by group.
func firstOrder(boxes []Box, lines []Line) []int {
	var out []int
	seen := make([]bool, len(boxes))
	var visit func(b int)
	visit = func(b int) {
		if seen[b] {
			return
		}
		seen[b] = true
		out = append(out, b)
		for _, l := range lines {
			if l.From == b {
				visit(l.To)
			} else if l.Free && l.To == b && l.From >= 0 {
				visit(l.From)
			}
		}
	}
	for _, l := range lines {
		if l.From < 0 {
			visit(l.To)
		}
	}
	lonely := func(b int) bool {
		return !slices.ContainsFunc(lines, func(l Line) bool { return l.From == b || l.To == b })
	}
	for b := range boxes {
		if !lonely(b) {
			visit(b)
		}
	}
	for b := range boxes {
		visit(b)
	}
	sort.SliceStable(out, func(i, j int) bool { return boxes[out[i]].Group < boxes[out[j]].Group })
	return out
}

// gap is the room between two boxes of a row, with a direct line's label.
func (s *search) gap(a, b int) float64 {
	g := s.o.Gap
	for i := range s.lines {
		l := &s.lines[i]
		if l.From == a && l.To == b || l.From == b && l.To == a {
			g = max(g, l.Head+l.Tail+26)
		}
	}
	return g
}

// fill makes rows of the order.
func (s *search) fill() (rows [][]int) {
	width := s.o.Width - 2*s.o.Inset
	w := 0.0
	for i, b := range s.order {
		n := len(rows)
		if n > 0 {
			last := rows[n-1][len(rows[n-1])-1]
			add := s.gap(last, b) + s.boxes[b].W
			if !s.brk[i] && w+add <= width && s.boxes[last].Group == s.boxes[b].Group {
				rows[n-1] = append(rows[n-1], b)
				w += add
				continue
			}
		}
		rows = append(rows, []int{b})
		w = s.boxes[b].W
	}
	return rows
}

// cost is how bad an arrangement is: long lines, lines against the stream, crossings,
// and height. It stops counting where the arrangement is no better than one known.
func (s *search) cost(known float64) float64 {
	s.steps += len(s.boxes) + len(s.lines)
	goOn := s.o.Work.Ask(1 + (len(s.boxes)+len(s.lines)*len(s.lines)/8)/8)
	if s.tries++; s.steps > mostSteps || !goOn {
		s.tries = effort
	}
	width := s.o.Width - 2*s.o.Inset
	r, n, x, y, h := -1, 0, 0.0, 0.0, 0.0
	group := 0
	dev := 0
	for i, b := range s.order {
		box := &s.boxes[b]
		if r < 0 || x+(s.o.Gap+box.W) > width || s.brk[i] || group != box.Group {
			if r >= 0 {
				y += h + 44
			}
			r, n, x, h, group = r+1, 0, 0, 0, box.Group
		} else {
			n++
			x += s.o.Gap
		}
		s.row[b], s.pos[b], s.y[b] = r, n, y
		s.x[b] = x + box.W/2
		x += box.W
		h = max(h, box.H)
		dev += max(i-b, b-i)
	}
	total := 0.12*(y+h) + 0.4*float64(dev)
	for i := range s.lines {
		if total >= known {
			return total
		}
		l := &s.lines[i]
		if l.From < 0 {
			total += 12 * float64(s.row[l.To])
			continue
		}
		a, b := l.From, l.To
		dr := s.row[b] - s.row[a]
		if dr == 0 {
			between := s.pos[b] - s.pos[a]
			switch {
			case between == 1:
				total += 6
			case between == -1 && l.Free:
				total += 6
			case between == -1:
				total += 26
			default:
				total += 60 + 10*math.Abs(float64(between))
			}
			continue
		}
		dx := math.Abs(s.x[a]-s.x[b]) - (s.boxes[a].W+s.boxes[b].W)/2
		if dr > 0 || l.Free {
			if dr < 0 {
				dr = -dr
			}
			total += 12 + 0.12*max(dx, 0)
			if dx > -20 {
				total += 6
			}
			if dr > 1 {
				total += 34 * float64(dr-1)
			}
		} else {
			total += 70 - 40*float64(dr) + 0.1*max(dx, 0)
		}
	}
	// Crossings, where there are few enough lines to count them.
	for i, pairs := range s.pairs {
		if total >= known {
			return total
		}
		s.steps += i / 4
		if len(pairs) == 0 {
			continue
		}
		l := &s.lines[i]
		lo, hi := s.row[l.From], s.row[l.To]
		if lo > hi {
			lo, hi = hi, lo
		}
		for _, j := range pairs {
			k := &s.lines[j]
			// Most lines lead from one row to the next: those of other rows are far away.
			a, b := s.row[k.From], s.row[k.To]
			if a >= hi && b >= hi || a <= lo && b <= lo {
				continue
			}
			if s.cross(l, k) {
				total += 45
			}
		}
	}
	return total
}

// strangers are, of each line, the lines before it that have other ends: only these can
// cross it. There are none where lines are too many to count crossings.
func strangers(lines []Line) [][]int32 {
	if len(lines) > 60 {
		return nil
	}
	out := make([][]int32, len(lines))
	for i := range lines {
		for j := range i {
			k, l := &lines[i], &lines[j]
			if k.From >= 0 && l.From >= 0 && k.From != l.From && k.To != l.To && k.From != l.To && k.To != l.From {
				out[i] = append(out[i], int32(j))
			}
		}
	}
	return out
}

// cross reports whether two lines cross, as straight ones between the boxes' middles.
func (s *search) cross(k, l *Line) bool {
	return s.turn(k.From, k.To, l.From)*s.turn(k.From, k.To, l.To) < 0 && s.turn(l.From, l.To, k.From)*s.turn(l.From, l.To, k.To) < 0
}

// turn tells on which side of the line from a to b the middle of c lies.
func (s *search) turn(a, b, c int) float64 {
	return (s.x[b]-s.x[a])*(s.y[c]-s.y[a]) - (s.y[b]-s.y[a])*(s.x[c]-s.x[a])
}
