package figure

import (
	"math"
	"strconv"
	"strings"
)

// A Ring shows where partitions and nodes lie on the circle of tokens, which runs
// clockwise from −2⁶³ at the top back to the top. A node holds the tokens up to
// its own, and a partition lies on the node at or behind its token; the further
// replicas are on the nodes that follow.
type Ring struct {
	ID, Title string
	Intro     string // begins the text alternative; may be empty
	Nodes     []RingNode
	Keys      []RingKey
	Arcs      []RingArc
	Center    []string // up to three short lines in the middle
	// Ranges draws the stretch of tokens of each node: those of replicas beside each
	// other, numbered in the order in which the partition is given to them.
	Ranges bool
}

// A RingNode is one token of a node; a node with virtual nodes has several. A node
// without a name is drawn without a label.
type RingNode struct {
	Name  string
	Token int64 // the last one that it holds
	Mark  NodeMark
	Rack  string // where it stands, beside its name; may be empty
	Copy  int    // 1 for the first replica of the partition, 2 for the next; 0: none
}

// NodeMark says what part a node plays; zero for none.
type NodeMark uint8

// The parts that nodes play. They may be joined: a replica that is asked, or one
// that is down.
const (
	Replica NodeMark = 1 << iota // holds the partition
	Asked                        // by the coordinator
	Down                         // does not answer
)

// String names the mark in a word: what is worst comes first.
func (m NodeMark) String() string {
	switch {
	case m&Down != 0:
		return "down"
	case m&Asked != 0:
		return "asked"
	case m&Replica != 0:
		return "replica"
	}
	return ""
}

// A RingKey is a partition at its token.
type RingKey struct {
	Name  string // "AZ123"; may be empty
	Token int64
}

// String names the partition at the beginning of a sentence.
func (k RingKey) String() string {
	if k.Name == "" {
		return "A partition"
	}
	return "Partition " + k.Name
}

// A RingArc is a stretch of tokens that is read: behind From, up to To, clockwise.
// From and To alike are the whole ring.
type RingArc struct {
	From, To int64
	Name     string // may be empty
}

// Figure lays the ring out.
func (r *Ring) Figure() *Figure {
	f := &Figure{ID: r.ID, Kind: "ring", Title: r.Title, Desc: r.describe(), Head: []string{"", "token"}, Draw: r.draw}
	for _, n := range r.Nodes {
		f.Rows = append(f.Rows, []string{n.label(), strconv.FormatInt(n.Token, 10)})
	}
	for _, k := range r.Keys {
		f.Rows = append(f.Rows, []string{k.String(), strconv.FormatInt(k.Token, 10)})
	}
	return f
}

// describe is the text alternative.
func (r *Ring) describe() string {
	s := r.Intro
	say := func(t string) {
		if s != "" {
			s += " "
		}
		s += t + "."
	}
	if names := r.list(func(add func(string)) {
		for _, n := range r.Nodes {
			if n.Name != "" {
				add(n.label())
			}
		}
	}); names != "" {
		say("Clockwise on the ring of tokens: " + names)
	}
	for _, k := range r.Keys {
		text := k.String() + " lies at token " + strconv.FormatInt(k.Token, 10)
		if n := r.owner(k.Token); n != nil && n.Name != "" {
			text += ", first on " + n.Name
		}
		say(text)
	}
	return s
}

func (r *Ring) list(each func(add func(string))) string {
	s := ""
	each(func(t string) {
		if s != "" {
			s += ", "
		}
		s += t
	})
	return s
}

// owner is the node whose range a token lies in: the one with the smallest token
// at or behind it, the very first where there is none.
func (r *Ring) owner(token int64) *RingNode {
	var first, next *RingNode
	for i := range r.Nodes {
		n := &r.Nodes[i]
		if first == nil || n.Token < first.Token {
			first = n
		}
		if n.Token >= token && (next == nil || n.Token < next.Token) {
			next = n
		}
	}
	if next == nil {
		return first
	}
	return next
}

func (n *RingNode) label() string {
	name := n.Name
	if n.Rack != "" {
		name += " · " + n.Rack
	}
	m := n.Mark.String()
	if n.Copy > 0 && (m == "" || m == "replica") {
		m = "copy " + strconv.Itoa(n.Copy)
	}
	if m != "" {
		return name + " (" + m + ")"
	}
	return name
}

func (r *Ring) draw(l Layout) *Drawing {
	// The names stand beside the ring, so it is smaller on a narrow page.
	radius := l.Width / 4.4
	if l.Name == Wide.Name {
		radius = l.Width / 5.5
	}
	d := &Drawing{Layout: l, Height: round(2*radius + 5.4*l.Size)}
	r.put(d, l.Width/2, d.Height/2, radius, 0, l.Width)
	return d
}

// spot is the place of a token at a distance from the center.
func spot(cx, cy, distance float64, token int64) point {
	turn := float64(uint64(token)+1<<63) / (1 << 64) * 2 * math.Pi
	return point{cx + float64(distance*math.Sin(turn)), cy - float64(distance*math.Cos(turn))}
}

// arc is the path clockwise from one token to another.
func arc(cx, cy, radius float64, from, to int64) string {
	at := func(t int64) string {
		p := spot(cx, cy, radius, t)
		return num(p.x) + " " + num(p.y)
	}
	bow := "A" + num(radius) + " " + num(radius) + " 0 "
	span := uint64(to) - uint64(from)
	if span == 0 { // one bow cannot close a circle
		half := from ^ math.MinInt64
		return "M" + at(from) + bow + "0 1 " + at(half) + bow + "0 1 " + at(from)
	}
	large := "0 1 "
	if span > 1<<63 {
		large = "1 1 "
	}
	return "M" + at(from) + bow + large + at(to)
}

// put draws the ring into a drawing; labels stay between left and right.
func (r *Ring) put(d *Drawing, cx, cy, radius, left, right float64) {
	d.add(Shape{Kind: DotShape, X: cx, Y: cy, W: radius, Class: "ring"})
	for i := range 60 { // labels keep off the circle
		p := spot(cx, cy, radius, math.MinInt64+int64(i)*(math.MaxInt64/30))
		d.avoid = append(d.avoid, p)
	}
	top := spot(cx, cy, radius, math.MinInt64)
	d.line(top.x, top.y-5, top.x, top.y+5, "axis")
	if r.Ranges {
		r.putRanges(d, cx, cy, radius)
	}
	for _, a := range r.Arcs {
		d.add(Shape{Kind: PathShape, Text: arc(cx, cy, radius, a.From, a.To), Class: "ring-arc", Name: a.Name})
	}
	shared, center := r.shared(), r.Center
	if Advance(shared+"…") > (2*radius-50)/d.Layout.Size {
		shared = ""
	} else if shared != "" {
		center = append(center[:len(center):len(center)], shared+"…")
	}
	for i, s := range center {
		d.text(cx, cy+0.35*d.Layout.Size+(float64(i)-float64(len(center)-1)/2)*1.3*d.Layout.Size, "middle", "t-muted", s)
	}
	for _, n := range r.Nodes {
		p := spot(cx, cy, radius, n.Token)
		class := "node"
		switch {
		case n.Mark&Down != 0:
			class = "node node-down"
		case n.Mark&Asked != 0:
			class = "node node-asked"
		case n.Mark&Replica != 0:
			class = "node node-replica"
		}
		d.add(Shape{Kind: DotShape, X: p.x, Y: p.y, W: 6, Class: class, Name: n.label()})
		if n.Mark&Down != 0 {
			d.add(Shape{Kind: PathShape, Class: "node-cross", Text: "M" + num(p.x-6) + " " + num(p.y-6) + "l12 12M" + num(p.x+6) + " " + num(p.y-6) + "l-12 12"})
		}
	}
	for _, k := range r.Keys {
		p, q := spot(cx, cy, radius-11, k.Token), spot(cx, cy, radius+11, k.Token)
		d.line(p.x, p.y, q.x, q.y, "ring-key")
	}
	// Labels come last, so that none lies on a mark: partitions first, they are few. Where one
	// of them has no room for the K, none has it: their colour says so, too.
	mark := "K "
	for _, k := range r.Keys {
		if _, _, room := beside(cx, cy, radius+14, left, right, k.Token); Advance(mark+k.Name[len(shared):]) > room/d.Layout.Size {
			mark = ""
		}
	}
	for _, k := range r.Keys {
		if k.Name != "" {
			r.label(d, cx, cy, radius+14, left, right, k.Token, "role-key", mark+k.Name[len(shared):])
		}
	}
	for _, n := range r.Nodes {
		if n.Name == "" {
			continue
		}
		if !r.label(d, cx, cy, radius+10, left, right, n.Token, "", n.label()) {
			r.label(d, cx, cy, radius+10, left, right, n.Token, "", n.Name)
		}
	}
}

// shared is what the names of all partitions begin with, up to a comma and a space: it stands in
// the middle once, so that there is room for what differs. "" for nothing.
func (r *Ring) shared() string {
	if len(r.Keys) < 2 {
		return ""
	}
	s := r.Keys[0].Name
	for _, k := range r.Keys {
		for !strings.HasPrefix(k.Name, s) || s != "" && !strings.HasSuffix(s, ", ") {
			s = s[:len(s)-1]
		}
	}
	return s
}

// putRanges draws the stretch of each node inside of the circle, with a gap before the
// next one, and the numbers of the copies in those of replicas.
func (r *Ring) putRanges(d *Drawing, cx, cy, radius float64) {
	for i := range r.Nodes {
		n := &r.Nodes[i]
		from, found := int64(0), false
		var span uint64
		for k := range r.Nodes { // the node before
			if s := uint64(n.Token) - uint64(r.Nodes[k].Token); k != i && (!found || s < span) && s > 0 {
				from, span, found = r.Nodes[k].Token, s, true
			}
		}
		if !found {
			continue // one node has all of it
		}
		inset := int64(min(span/24, 1<<58))
		class := "ring-range"
		if n.Copy > 0 || n.Mark&Replica != 0 {
			class = "ring-arc"
		}
		d.add(Shape{Kind: PathShape, Text: arc(cx, cy, radius-8, from+inset, n.Token-inset), Class: class, Name: n.label()})
		if n.Copy > 0 && span > 1<<59 {
			p := spot(cx, cy, radius-22, from+int64(span/2))
			d.label("t-strong role-key", strconv.Itoa(n.Copy), place{p.x, p.y + 0.35*d.Layout.Size, "middle"})
		}
	}
}

// beside is where a name stands outside of the ring beside a token, and how much room it has.
func beside(cx, cy, distance, left, right float64, token int64) (p point, anchor string, room float64) {
	p = spot(cx, cy, distance, token)
	switch {
	case p.x > cx+distance*0.35:
		return p, "start", right - p.x
	case p.x < cx-distance*0.35:
		return p, "end", p.x - left
	}
	return p, "middle", 2 * min(p.x-left, right-p.x)
}

// label writes a name outside of the ring beside its token, cut where the drawing
// is too narrow for it, or a line higher or lower.
func (r *Ring) label(d *Drawing, cx, cy, distance, left, right float64, token int64, class, s string) bool {
	p, anchor, room := beside(cx, cy, distance, left, right, token)
	s = fit(s, room/d.Layout.Size)
	size := d.Layout.Size
	y := p.y + 0.35*size
	if anchor == "middle" {
		if p.y < cy {
			y = p.y - 2
		} else {
			y = p.y + 0.8*size
		}
	}
	return s != "" && d.label(class, s, place{p.x, y, anchor}, place{p.x, y - size, anchor}, place{p.x, y + size, anchor}, place{p.x, y - 0.5*size, anchor}, place{p.x, y + 0.5*size, anchor},
		place{p.x + 0.6*size, y, "start"}, place{p.x - 0.6*size, y, "end"})
}

// fit cuts a text that is wider than width, in units of the font size, and "" if
// not even three letters find room.
func fit(s string, width float64) string {
	if Advance(s) <= width {
		return s
	}
	cut := []rune(s)
	for len(cut) > 3 {
		cut = cut[:len(cut)-1]
		if t := string(cut) + "…"; Advance(t) <= width {
			return t
		}
	}
	return ""
}
