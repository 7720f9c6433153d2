package model

import (
	"math"
	"slices"

	"partitionlab/wasm/number"
)

// horizonDays is how far sizes look ahead where the text does not say.
const horizonDays = 5 * 365

// horizon is how many days sizes look ahead.
func (m *Model) horizon() float64 {
	if m.Horizon.Known {
		return min(max(m.Horizon.Typ, 1), 100*365)
	}
	return horizonDays
}

// HorizonWords is how far sizes look ahead: 5 years, 90 days.
func (m *Model) HorizonWords() string {
	days := m.horizon()
	if years := days / 365; years == math.Trunc(years) {
		return number.Of(count(years), "year")
	}
	return number.Of(count(days), "day")
}

// LookAhead says how far sizes look ahead, and which line decides it.
func (m *Model) LookAhead() string {
	s := "Sizes are those after " + m.HorizonWords()
	if m.Horizon.Known {
		return s + ", as the line `horizon` says."
	}
	return s + ", because the model does not say how far to look ahead. A line such as `horizon 2 years` says it."
}

// count is how many instances of an entity there are: as the text says, or as many
// as its owner or another entity has of it.
func (m *Model) count(e *Entity) Amount { return m.counted(e, map[*Entity]bool{}) }

func (m *Model) counted(e *Entity, busy map[*Entity]bool) Amount {
	if e.Count.Known && !e.Count.Unsaid && (e.Count.Hi > 0 || e.Count.Rate > 0) {
		return e.Count
	}
	if busy[e] {
		return Amount{}
	}
	busy[e] = true
	defer delete(busy, e)
	try := func(owner *Entity) Amount {
		for _, l := range m.links(e) {
			if l.many || owner != nil && l.to != owner {
				continue
			}
			each := l.back(e)
			if each.Known && !each.Unsaid {
				if n := m.counted(l.to, busy); n.Known {
					return n.times(each)
				}
			}
		}
		return Amount{}
	}
	for _, owner := range e.Owners {
		if n := try(owner); n.Known {
			return n
		}
	}
	return try(nil)
}

// countOr is the count of an entity, or a guess; the second result reports a guess.
func (m *Model) countOr(e *Entity) (Amount, bool) {
	n := m.count(e)
	if !n.Known || n.Typ <= 0 && n.Rate <= 0 {
		return exactly(guess * guess), true
	}
	return n, false
}

// back is how many of the entity where a link begins belong to one where it leads.
func (l link) back(from *Entity) Amount {
	r := l.rel
	switch {
	case r.Pair == nil:
		if l.to == r.To && from == r.From && !(r.From == r.To && !l.many) {
			return r.Left
		}
		return r.Right
	case l.to == r.Pair:
		return exactly(1)
	case r.From == r.To && r.Left.Hi > r.Right.Hi: // either side may be meant: the larger one
		return r.Left
	case l.to == r.From:
		return r.Right
	}
	return r.Left
}

// perOne is how many of a row's entity belong to one instance at a place.
func (m *Model) perOne(p *place, root *Entity) Amount {
	n := exactly(1)
	for q := p; q != nil && q.from != nil; q = q.from {
		at := q.from.entity
		for _, l := range q.path {
			n = n.times(m.implied(l, at))
			at = l.to
		}
	}
	return n
}

// implied is back, with the growth that the number of instances implies: where
// videos are added every day, each user's grow, too.
func (m *Model) implied(l link, from *Entity) Amount {
	a := l.back(from)
	if a.Rate == 0 && a.many() && from.Relation == nil && l.amount.Lo >= 1 { // each new one has an owner
		if all := from.Count; all.Rate > 0 {
			if owners := m.count(l.to); owners.Typ > 0 {
				a.Rate = all.Rate / owners.Typ
				a.RateHi = a.Rate
				if a.Typ > 0 {
					a.RateHi = a.Rate * a.Hi / a.Typ
				}
			}
		}
	}
	return a
}

// extent is over how many days the values of an attribute lie.
func (t *Table) extent(a *Attribute, m *Model) float64 {
	e := a.Of
	switch {
	case e == nil:
	case e.Kept.Known:
		return e.Kept.Typ
	case a.Distinct.Known && (a.Type == "date"):
		return a.Distinct.Typ
	case a.Key && a.Type == "date":
		for _, l := range m.links(e) {
			if slices.Contains(e.Owners, l.to) && !l.many {
				if n := l.back(e); n.Known && n.Rate == 0 && n.Typ > 1 {
					return n.Typ
				}
			}
		}
	}
	return m.horizon()
}

// distinct is how many different values an attribute has among the rows of one
// instance at an anchor, or among all where there is none.
func (t *Table) distinct(m *Model, a *Attribute) (n float64, guessed bool) {
	switch {
	case a.Distinct.Known:
		return max(a.Distinct.Typ, 1), false
	case a.Type == "boolean":
		return 2, false
	case (a.Key && len(a.Of.ownKey()) == 1 || a.Unique) && a.Of.Relation == nil:
		for _, l := range m.links(a.Of) {
			if slices.Contains(a.Of.Owners, l.to) && !l.many {
				return max(l.back(a.Of).Typ, 1), false
			}
		}
		c, guessed := m.countOr(a.Of)
		return max(c.after(m.horizon()).Typ, 1), guessed
	case a.Type == "date":
		return max(t.extent(a, m), 1), false
	case a.Type == "timestamp" || a.Type == "timeuuid" || a.Type == "uuid":
		c, guessed := m.countOr(a.Of)
		return max(c.after(m.horizon()).Typ, 1), guessed
	}
	c, _ := m.countOr(a.Of)
	return min(guess, max(c.after(m.horizon()).Typ, 1)), true // there are not more values than things
}

// rows is how many rows one partition has and how fast they become more, how many
// partitions there are at the horizon, and what nobody gave a number for.
func (t *Table) rows(m *Model) (n Amount, partitions float64, guessed []Guess) {
	j := t.join
	root := j.places[0]
	inKey := func(c *Column) bool { return c.Role == Partition }
	miss := func(is bool, g Guess) {
		if is && !slices.ContainsFunc(guessed, func(h Guess) bool { return h.What == g.What }) {
			guessed = append(guessed, g)
		}
	}
	if t.named(root, inKey) && !slices.ContainsFunc(t.ClusteringKey(), func(c *Column) bool { return c.at != nil && c.at.many }) {
		all, is := m.countOr(root.entity)
		miss(is, m.guessCount(root.entity))
		return exactly(1), all.after(m.horizon()).Typ, guessed
	}
	partitions = 1
	// The anchor: what the partition key names and has the fewest rows.
	var anchor *place
	for _, p := range j.places {
		if !t.namedDirectly(p, inKey) {
			continue
		}
		each := m.perOne(p, root.entity)
		if anchor == nil || each.after(m.horizon()).Typ < n.after(m.horizon()).Typ {
			anchor, n = p, each
		}
	}
	if anchor == nil {
		all, is := m.countOr(root.entity)
		miss(is, m.guessCount(root.entity))
		n = all
	} else {
		all, is := m.countOr(anchor.entity)
		miss(is, m.guessCount(anchor.entity))
		partitions = all.after(m.horizon()).Typ
	}
	if anchor != nil {
		for q := anchor; q.from != nil; q = q.from {
			at := q.from.entity
			for _, l := range q.path {
				miss(l.back(at).Unsaid, m.guessSide(l.rel, l.rel.side(l.back(at))))
				at = l.to
			}
		}
	}
	// What one row's entity has several of, unless the anchor is one of them.
	for _, p := range j.places {
		if p.from == nil || !p.many || p.entity.Relation != nil || p == anchor || !t.keyed(p) || anchor != nil && onWay(anchor, p) {
			continue
		}
		for _, l := range p.path {
			if l.many {
				n = n.times(l.amount)
				miss(l.amount.Unsaid, m.guessSide(l.rel, l.rel.side(l.amount)))
			}
		}
	}
	// What else is in the partition key divides the rows.
	for _, c := range t.PartitionKey() {
		if c.Attr == nil || anchor != nil && slices.ContainsFunc(j.identity(anchor), func(id col) bool { return t.column(id) == c }) {
			continue
		}
		if anchor != nil && c.at != nil && (c.at.entity == anchor.entity && same(c.at, anchor) || anchor.onlyOne(m, c.at)) {
			continue // one value for the anchor
		}
		d, is := t.distinct(m, c.Attr)
		miss(is, m.guessDistinct(c.Attr, d))
		partitions *= min(d, max(n.after(m.horizon()).Typ, 1)) // each has a row
		n = n.over(d)
	}
	kept := math.Inf(1)
	if root.entity.Kept.Known {
		kept = root.entity.Kept.Typ
	}
	if t.TTL > 0 {
		kept = min(kept, float64(t.TTL)/86400)
	}
	for _, c := range t.PartitionKey() {
		switch {
		case c.Bucket != nil:
			days := bucketDays[c.Bucket.Unit]
			if c.Bucket.Of.Attr != nil {
				partitions *= max(t.extent(c.Bucket.Of.Attr, m)/days, 1)
			}
			if n.Rate > 0 {
				n = Amount{Known: n.Known, Lo: n.Rate * days, Typ: n.Rate * days, Hi: n.RateHi * days}
			} else if c.Bucket.Of.Attr != nil {
				n = n.over(t.extent(c.Bucket.Of.Attr, m) / days)
			}
		case c.Spread != nil:
			n = n.over(float64(c.Spread.Parts))
			partitions *= float64(c.Spread.Parts)
		}
	}
	if n.Rate > 0 && kept < m.horizon() {
		n = n.kept(m.horizon(), kept)
	}
	return n, partitions, guessed
}

// keyed reports whether the key of a place is in the table's key.
func (t *Table) keyed(p *place) bool {
	for _, c := range t.join.identity(p) {
		if have := t.column(c); have == nil || have.Role > Clustering {
			return false
		}
	}
	return true
}

// onWay reports whether a place lies on the way from the row to another place.
func onWay(to, p *place) bool {
	for q := to; q != nil; q = q.from {
		for _, l := range q.path {
			if l.to == p.entity {
				return true
			}
		}
	}
	return false
}

// onlyOne reports whether one instance at p has one at q.
func (p *place) onlyOne(m *Model, q *place) bool {
	if q.entity == p.entity {
		return false
	}
	path, _, _ := m.path(p.entity, q.entity, "")
	return path != nil && one(path)
}
