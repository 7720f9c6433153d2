package model

import (
	"math"
	"slices"
)

// This file counts how many rows belong to one instance, by one rule for sizes, copies, checks
// and choices. The ways of a join to its places make a tree: ways that begin alike pass the same
// instances, so that what they share is counted once. Between two stops of the tree there is one
// way.
//
// What one has is what the text says (fan); where two of its numbers differ, all of
// them have as many as there are (agree). Along a way numbers multiply, so that there are as many
// ways from whichever stop one counts. Where some of them pass what no key tells apart, several are
// one row: of N ways over the K rows that can be, about K(1 - e^(-N/K)) are different, never more
// than N and never more than K (among). A table has as many rows counted from any stop that a row
// has one of, and each of its partitions has one at least (Size).

// A stop is where one or several ways of a join pass.
type stop struct {
	entity *Entity
	at     int   // in the list of stops
	up     *stop // nil at the row's own entity
	link   link  // leads here from up
	down   []*stop
	places []*place
}

// stops are the stops of a join; the first one is the row's own entity. They are asked for
// time and again, and places only become more.
func (j *join) stops() []*stop {
	if j.upTo == len(j.places) {
		return j.passed
	}
	for i := 0; i < len(j.places); i++ {
		j.identity(j.places[i]) // the sides of pairs are places, too
	}
	list := []*stop{{entity: j.places[0].entity}}
	at := map[*place]*stop{}
	var of func(p *place) *stop
	of = func(p *place) *stop {
		if p.from == nil {
			return list[0]
		}
		if at[p] == nil {
			s := of(p.from)
			for _, l := range p.path {
				i := slices.IndexFunc(s.down, func(d *stop) bool {
					return d.link.rel == l.rel && d.entity == l.to && d.link.many == l.many && d.link.right == l.right
				})
				if i < 0 {
					i = len(s.down)
					s.down = append(s.down, &stop{entity: l.to, at: len(list), up: s, link: l})
					list = append(list, s.down[i])
				}
				s = s.down[i]
			}
			at[p] = s
		}
		return at[p]
	}
	for _, p := range j.places {
		s := of(p)
		s.places = append(s.places, p)
	}
	j.passed, j.upTo = list, len(j.places)
	return list
}

// stopOf is where a place of this or another question's join lies, or nil.
func stopOf(stops []*stop, p *place) *stop {
	for _, exactly := range [...]bool{true, false} {
		for _, s := range stops {
			if slices.ContainsFunc(s.places, func(q *place) bool { return q == p || !exactly && same(q, p) }) {
				return s
			}
		}
	}
	return nil
}

// known tells of each stop of a join whether it is known, by its place in the list.
type known []bool

func (k known) has(s *stop) bool { return s != nil && k[s.at] }

// once asks of each stop only once, where what it asks for takes longer than to remember it.
func once(stops []*stop, is func(*stop) bool) func(*stop) bool {
	asked, yes := make(known, len(stops)), make(known, len(stops))
	return func(s *stop) bool {
		if !asked[s.at] {
			asked[s.at], yes[s.at] = true, is(s)
		}
		return yes[s.at]
	}
}

// stopUnits is what following a stop takes, in units of a meter.
const stopUnits = 2

// follow are the stops whose instance is known where those are known that is says: an
// instance decides what it has one of, along each link and against it.
func follow(stops []*stop, is func(*stop) bool) known {
	known := make(known, len(stops))
	for _, s := range stops {
		known[s.at] = is(s)
	}
	for more := true; more; {
		more = false
		for _, s := range stops {
			if s.up == nil || known[s.at] == known[s.up.at] {
				continue
			}
			if known[s.up.at] && !s.link.many || known[s.at] && !s.link.back().many() {
				known[s.at], known[s.up.at], more = true, true, true
			}
		}
		for _, s := range stops { // both sides of a pair are the pair
			if r := s.entity.Relation; r != nil && !known[s.at] && len(s.entity.ownKey()) == 0 {
				sides := 0
				for _, side := range append(slices.Clone(s.down), s.up) {
					if known.has(side) && (side.entity == r.From || side.entity == r.To) {
						sides++
					}
				}
				if sides == 2 {
					known[s.at], more = true, true
				}
			}
		}
	}
	return known
}

// direct reports whether columns hold what identifies an instance at a stop.
func (t *Table) direct(stops []*stop, s *stop, in func(*Column) bool) bool {
	return t.held(stops, s, in) || slices.ContainsFunc(t.Columns, func(c *Column) bool {
		return c.Attr != nil && c.Attr.Unique && in(c) && slices.ContainsFunc(s.places, func(p *place) bool { return same(c.at, p) })
	})
}

// held reports whether columns hold the key of an instance at a stop.
func (t *Table) held(stops []*stop, s *stop, in func(*Column) bool) bool {
	return slices.ContainsFunc(s.places, func(p *place) bool {
		id := t.join.identity(p)
		return len(id) > 0 && !slices.ContainsFunc(id, func(want col) bool {
			return !slices.ContainsFunc(t.Columns, func(c *Column) bool {
				return c.Attr == want.attr && c.Attr != nil && in(c) && stopOf(stops, c.at) == stopOf(stops, want.at)
			})
		})
	})
}

// replaces reports whether of two things of which a row is one the second takes the row of the
// first: the key holds what is said to be unique, and not what tells things apart.
func (t *Table) replaces() bool {
	stops := t.join.stops()
	key := func(c *Column) bool { return c.Role <= Clustering }
	is := func(holds func([]*stop, *stop, func(*Column) bool) bool) bool {
		return follow(stops, func(s *stop) bool { return holds(stops, s, key) })[0]
	}
	return !t.counter() && !is(t.held) && (len(t.Questions[0].Unique) > 0 || is(t.direct))
}

// named reports whether columns name one instance at a place: they hold its identity,
// or that of something of which it is the only one.
func (t *Table) named(p *place, in func(*Column) bool) bool {
	stops := t.join.stops()
	s := stopOf(stops, p)
	return follow(stops, func(s *stop) bool { return t.direct(stops, s, in) }).has(s)
}

// fan is how many instances at a neighboring stop one instance at a stop has: what the text says,
// or its share where the text contradicts itself. The most that one has stays, if that can be. An open
// one is a number of which nobody said what is usual.
func (m *Model) fan(s, to *stop) (each Amount, r *Relationship, open bool) {
	l := to.link
	at := l.end() // where the one is that has so many
	switch {
	case to.up != s:
		l = s.link
		at, each = l.end(), m.growing(l.back(), to.entity, s.entity, l.amount())
	case !l.many:
		return exactly(1), l.rel, false
	default:
		if each = m.growing(l.amount(), to.entity, s.entity, l.back()); l.to != l.rel.Pair {
			at = at.other()
		}
	}
	open = each.Unsaid || each.wide()
	if r = l.rel; r.share[at] > 0 && each.many() {
		share := r.share[at] * at.of(r).after(m.horizon()).Typ / each.after(m.horizon()).Typ
		each.Typ, each.Rate = each.Typ*share, each.Rate*share
		open = open && each.Typ >= each.Lo && each.Typ <= each.Hi // another one is said
		each.Lo, each.Hi, each.RateHi = min(each.Lo, each.Typ), max(each.Hi, each.Typ), max(each.RateHi, each.Rate)
	}
	return each, r, open
}

// growing is an amount of one entity for each of another, with the growth that the
// number of instances implies: where videos are added every day, each user's grow, too.
// The amount is that at the horizon, as any number is: it has come to that by then, and is
// more only where so many more are added. Of what expires as many are there all the time.
func (m *Model) growing(a Amount, of, per *Entity, back Amount) Amount {
	if all := of.Count; m.lasting(of) && a.Rate == 0 && a.many() && of.Relation == nil && back.Lo >= 1 && all.Rate > 0 { // each new one has an owner
		if owners := m.count(per); owners.Typ > 0 {
			days := m.horizon()
			a.Rate = max(all.after(days).Typ/owners.after(days).Typ-all.Typ/owners.Typ, 0) / days // owners may come, too
			a.RateHi = a.Rate
			if a.Typ > 0 {
				a.RateHi = max(a.Rate, min(a.Rate*a.Hi/a.Typ, a.Hi/days))
			}
			a.Lo, a.Typ, a.Hi = max(a.Lo-a.Rate*days, 0), max(a.Typ-a.Rate*days, 0), max(a.Hi-a.RateHi*days, 0)
		}
	}
	return a
}

// each is how many different combinations of instances at the stops that are asked for
// one instance at a stop has, with what nobody said of the numbers. Where a way passes
// stops that nothing tells apart, several of its rows are one: so many different ones
// are drawn from all that there are. What a row only passes is what is still there of it.
func (t *Table) each(m *Model, stops []*stop, from *stop, asked func(*stop) bool) (n Amount, guessed []Guess) {
	return t.among(m, stops, from, asked, 1)
}

// among is each where only a share of the instances at the first stop has any.
func (t *Table) among(m *Model, stops []*stop, from *stop, asked func(*stop) bool, share float64) (n Amount, guessed []Guess) {
	m.Work.Must(stopUnits * len(stops))
	known := follow(stops, func(s *stop) bool { return s == from || asked(s) })
	of := follow(stops, func(s *stop) bool { return s.up == nil }) // what a row has one of: it may outlive that
	merged := false
	var walk func(s, came *stop) (Amount, bool)
	walk = func(s, came *stop) (Amount, bool) {
		n, has := exactly(1), asked(s)
		next := s.down
		if s.up != nil {
			next = append([]*stop{s.up}, next...)
		}
		for _, to := range next {
			if to == came {
				continue
			}
			if more, ok := walk(to, s); ok {
				fan, r, open := m.fan(s, to)
				if !of[to.at] {
					fan = m.still(to.entity, fan)
				}
				n, has = n.times(fan).times(more), true
				if open {
					guessed = append(guessed, m.guessSide(r, r.side(fan)))
				}
			}
		}
		merged = merged || has && !known[s.at]
		return n, has
	}
	if n, _ = walk(from, nil); share < 1 {
		n.Typ, n.Rate = n.Typ/share, n.Rate/share
		n.Hi, n.RateHi = max(n.Hi, n.Typ), max(n.RateHi, n.Rate)
	}
	if !merged {
		return n, guessed
	}
	// The rows that can be: of one instance its share of them, where each row has one of it.
	all, have := 1.0, make([]bool, len(stops))
	whole := follow(stops, asked).has(from)
	if !whole {
		have = follow(stops, func(s *stop) bool { return s == from })
	}
	there := func(s *stop) float64 {
		count, _ := m.countOr(s.entity)
		those := m.there(s.entity, count, m.horizon()).Typ
		if whole || from.up == nil {
			those *= m.taking(s)
		}
		return max(those, 1)
	}
	for _, s := range stops {
		if asked(s) && !have[s.at] {
			m.Work.Must(stopUnits * len(stops))
			all *= there(s)
			have = follow(stops, func(o *stop) bool { return have[o.at] || o == s })
		}
	}
	if whole {
		all = max(all/there(from), 1)
	}
	then := t.there(m, n)
	part := func(x float64) float64 {
		if x <= 0 {
			return 1
		}
		return all * (1 - math.Exp(-x/all)) / x
	}
	lo, typ, hi := part(then.Lo), part(then.Typ), part(then.Hi)
	n.Lo, n.Typ, n.Hi = float64(n.Lo*lo), float64(n.Typ*typ), float64(n.Hi*hi)
	n.Rate, n.RateHi = float64(n.Rate*typ), float64(n.RateHi*hi)
	return n, guessed
}

// taking is the share of the instances at a stop that have a row at most: of those who lead
// one of few programs, only so many have what belongs to a program.
func (m *Model) taking(s *stop) float64 {
	share, each := 1.0, 1.0
	for ; s != nil && s.up != nil && s.up.up != nil; s = s.up {
		fan, _, _ := m.fan(s, s.up)
		if each *= fan.after(m.horizon()).Typ; each <= 0 || fan.Unsaid || !fan.Known {
			break
		}
		share = min(share, each)
	}
	return share
}

// keyed reports whether a table's rows tell the instances at a stop apart: those of the
// row's own entity, and those that the key identifies.
func (t *Table) keyed(stops []*stop) func(*stop) bool {
	return once(stops, func(s *stop) bool {
		return s.up == nil || t.direct(stops, s, func(c *Column) bool { return c.Role <= Clustering })
	})
}

// copies is how many rows of a table hold the same value of a column: those that
// belong to one instance of the column's entity. A static column is stored once in each
// of their partitions.
func (t *Table) copies(m *Model, c *Column) float64 {
	stops := t.join.stops()
	s := stopOf(stops, c.at)
	if s == nil {
		return 1
	}
	if c.Role != Static {
		n, _ := t.each(m, stops, s, t.keyed(stops))
		if of, _ := m.countOr(s.entity); !m.passes(of) { // else all of its rows are as old as it is
			n = t.staying(m, n)
		}
		return t.there(m, n).Typ
	}
	in := func(c *Column) bool { return c.Role == Partition }
	n, _ := t.each(m, stops, s, func(s *stop) bool { return t.direct(stops, s, in) })
	parts := t.there(m, n).Typ
	for _, c := range t.PartitionKey() {
		switch {
		case c.Bucket != nil && c.Bucket.Of.Attr != nil:
			parts *= max(t.extent(c.Bucket.Of.Attr, m)/bucketDays[c.Bucket.Unit], 1)
		case c.Spread != nil:
			parts *= float64(c.Spread.Parts)
		}
	}
	return parts
}

// Writes is how many rows one new fact adds to a table: the last one without which there
// is no row, that of the row itself where it belongs to one other thing. Owners are there before
// what they own; a pair without a name, and without a time of its own, is made with one of its sides.
func (t *Table) Writes(m *Model) int64 {
	stops := t.join.stops()
	least := math.Inf(1)
	nameless := func(s *stop) bool {
		r := s.entity.Relation
		return r != nil && r.As.Text == "" && !slices.ContainsFunc(r.Attributes, func(a *Attribute) bool { return timely(a.Type) })
	}
	owns := func(s, other *stop) bool {
		there, _, _ := m.fan(s, other)
		back, _, _ := m.fan(other, s)
		return !nameless(other) && there.many() && !back.many()
	}
	keyed := t.keyed(stops)
	for _, s := range stops {
		if nameless(s) || s.up != nil && owns(s, s.up) || slices.ContainsFunc(s.down, func(d *stop) bool { return owns(s, d) }) {
			continue
		}
		n, _ := t.each(m, stops, s, keyed)
		least = min(least, t.there(m, n).Typ)
		if s.up == nil && slices.ContainsFunc(s.down, func(d *stop) bool { return !d.link.many && d.link.back().many() }) {
			break
		}
	}
	return count(least)
}
