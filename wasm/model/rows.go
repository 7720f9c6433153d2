package model

import (
	"math"
	"slices"
	"strings"

	"partitionlab/wasm/advice"
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
	const totals = " A number is how many there are then, spread evenly over that time; only a rate such as 5/day grows."
	s := "Sizes are those after " + m.HorizonWords()
	if m.Horizon.Known {
		return s + ", as the line `horizon` says." + totals
	}
	return s + ", because the model does not say how far to look ahead. A line such as `horizon 2 years` says it." + totals
}

// count is how many instances of an entity there are: as the text says, or as many
// as its owner or another entity has of it.
func (m *Model) count(e *Entity) Amount { return m.counted(e, map[*Entity]bool{}, Amount.times) }

// counted is count without what follows from entities that are busy; times says how many all of
// several owners have, of which each has so many. Of several relationships it is the first one of
// which the text says what is usual, else the first one with two ends; owners come before others.
func (m *Model) counted(e *Entity, busy map[*Entity]bool, times func(of, each Amount) Amount) Amount {
	if e.Count.Known && !e.Count.Unsaid && (e.Count.Hi > 0 || e.Count.Rate > 0) {
		return e.Count
	}
	if busy[e] {
		return Amount{}
	}
	busy[e] = true
	defer delete(busy, e)
	try := func(owner *Entity, ends bool) Amount {
		for _, l := range m.links(e) {
			each := l.back()
			if l.many || owner != nil && l.to != owner || each.midway() != ends {
				continue
			}
			if each.Known && !each.Unsaid {
				if n := m.counted(l.to, busy, times); n.Known {
					if e.Kept.Known && !m.passes(n) {
						n = n.after(m.horizon()) // those of the last days belong to all that there are then
					}
					return times(n, each)
				}
			}
		}
		return Amount{}
	}
	for _, ends := range [...]bool{false, true} {
		for _, owner := range append(slices.Clone(e.Owners), nil) {
			if n := try(owner, ends); n.Known {
				return n
			}
		}
	}
	return Amount{}
}

// lasting reports whether things stay for as long as sizes look ahead.
func (m *Model) lasting(e *Entity) bool { return !e.Kept.Known || e.Kept.Typ >= m.horizon() }

// stay is for how many days a thing is there, as far as sizes look ahead.
func (m *Model) stay(e *Entity) float64 {
	if m.lasting(e) {
		return m.horizon()
	}
	return e.Kept.Typ
}

// there is how many of an entity, of which so many come, are there after so many days: what has
// expired is not. The numbers of its relationships speak of these.
func (m *Model) there(e *Entity, n Amount, days float64) Amount {
	if n.Rate > 0 && !m.lasting(e) {
		return n.kept(days, e.Kept.Typ)
	}
	return n.after(days)
}

// still is a number of an entity that grows by no more than stays.
func (m *Model) still(e *Entity, n Amount) Amount {
	if m.lasting(e) {
		return n
	}
	return m.there(e, n, m.horizon())
}

// passes reports whether of a number of things most have come within a year: each is new once,
// and has what it has then.
func (m *Model) passes(of Amount) bool { return of.Rate*365 > of.Typ }

// together are those of all of several things, of which each has so many: as many of them have
// few as have many, so that all have what is usual. Of one alone there may be the most.
func (m *Model) together(of, each Amount) Amount {
	if of.after(m.horizon()).Typ > 1 {
		each.Lo, each.Hi, each.RateHi = each.Typ, each.Typ, each.Rate
	}
	return of.times(each)
}

// HowMany says how many of an entity there are: as the text says, or as follows from the
// numbers of its relationships; "" where neither tells it.
func (m *Model) HowMany(e *Entity) (said string) {
	if n := e.Count; n.Known {
		if n.Rate > 0 && !m.lasting(e) {
			return n.Words() + ", " + exactly(m.there(e, n, m.horizon()).Typ).Words() + " of them at once, as they are kept " + m.Source.Text[e.Kept.Start:e.Kept.End]
		}
		return n.Words()
	}
	if len(e.Within) > 0 {
		said = "within " + e.Within[0].Text
	}
	if n := m.there(e, m.count(e), m.horizon()); n.Known && n.Typ > 0 {
		if said != "" {
			said += ": "
		}
		said += exactly(n.Typ).Words() + ", as follows from the relationships"
	}
	return said
}

// countOr is the count of an entity, or a guess; the second result reports a guess.
func (m *Model) countOr(e *Entity) (Amount, bool) {
	n := m.count(e)
	if !n.Known || n.Typ <= 0 && n.Rate <= 0 {
		return exactly(guess * guess), true
	}
	return n, false
}

// amount is how many of the entity where a link leads belong to one where it begins.
func (l link) amount() Amount {
	switch {
	case l.rel.Pair == nil:
		return l.end().other().of(l.rel)
	case l.to == l.rel.Pair:
		return l.end().of(l.rel)
	}
	return exactly(1)
}

// back is how many of the entity where a link begins belong to one where it leads.
func (l link) back() Amount {
	if l.to == l.rel.Pair && l.rel.Pair != nil {
		return exactly(1)
	}
	return l.end().of(l.rel)
}

// kept is for how many days a row of a table is there; without an end where none expires.
func (t *Table) kept() float64 {
	if t.TTL == 0 || t.counter() { // the server takes no time to live for what counts
		return math.Inf(1)
	}
	return float64(t.TTL) / 86400
}

// lasts is for how many days the things are there of which a row is one each: it goes with the first of
// them. What a row has one of it outlives, but for the sides of a pair. Without an end where none expires.
func (t *Table) lasts() float64 {
	days := math.Inf(1)
	of := func(e *Entity) {
		if e.Kept.Known {
			days = min(days, e.Kept.Typ)
		}
	}
	q := t.Questions[0]
	for i, p := range t.join.places {
		given := func() bool { return !slices.ContainsFunc(t.join.identity(p), func(c col) bool { return !q.gives(c) }) }
		if !(i == 0 || p.many && (slices.ContainsFunc(t.identity, func(c col) bool { return c.at == p }) || given())) {
			continue
		}
		if r := p.entity.Relation; r != nil {
			of(r.From)
			of(r.To)
		}
		if n := len(p.path); i == 0 || p.path[n-1].many || p.path[n-1].rel.Pair != nil && !one(p.path) {
			of(p.entity)
		}
	}
	return days
}

// there is how much of what comes a table holds at the horizon: what has expired is in none.
func (t *Table) there(m *Model, n Amount) Amount {
	if kept := t.kept(); n.Rate > 0 && kept < m.horizon() {
		return n.kept(m.horizon(), kept)
	}
	return n.after(m.horizon())
}

// staying is how many rows a table has of what the text counts as far as it is still there,
// where its rows stay for a longer or a shorter time than the things do.
func (t *Table) staying(m *Model, n Amount) Amount {
	lasts := t.lasts()
	if n.Rate > 0 || lasts <= 0 {
		return n
	}
	if times := min(t.kept(), m.horizon()) / min(lasts, m.horizon()); math.Abs(times-1) > 0.001 {
		n.Lo, n.Typ, n.Hi = n.Lo*times, n.Typ*times, n.Hi*times
	}
	return n
}

// extent is over how many days the values of an attribute lie in what a partition key names:
// of rows that expire, those that are still there; 0 where nobody can tell.
func (t *Table) extent(a *Attribute, m *Model) float64 {
	return min(t.extentOf(a, m), max(t.kept(), 1))
}

// timed reports whether an attribute divides the rows of what a partition key names: no time
// does of which nobody can tell how long it is.
func (t *Table) timed(m *Model, a *Attribute) bool { return !timely(a.Type) || t.extent(a, m) > 0 }

func (t *Table) extentOf(a *Attribute, m *Model) float64 {
	e, days := a.Of, m.horizon()
	p := t.passing(m)
	passes := p != nil && !(p == e && a.Key) // each of those that pass has one of these
	if passes {
		days = a.Over.Typ
	}
	switch {
	case e == nil:
	case a.Distinct.Known && (a.Type == "date"):
		return a.Distinct.Typ
	case a.Type == "date": // a day for each that an owner has
		if n, ok := m.perOwner(a); ok && n.Known && n.Rate == 0 && n.Typ > 1 && (!passes || days == 0) {
			return max(n.Typ, days) // the days of one that passes follow one another; others need not
		}
	}
	return days
}

// perOwner is how many one owner has of what an attribute tells apart; false where it alone does not.
func (m *Model) perOwner(a *Attribute) (n Amount, ok bool) {
	if a.Of != nil && a.Key && len(a.Of.ownKey()) == 1 {
		for _, l := range m.links(a.Of) {
			if slices.Contains(a.Of.Owners, l.to) && !l.many {
				return l.back(), true
			}
		}
	}
	return n, false
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
		if n, ok := m.perOwner(a); ok {
			if a.Type == "date" { // those of all owners
				return t.dates(m, a), false
			}
			return max(t.there(m, n).Typ, 1), false
		}
		c, guessed := m.countOr(a.Of)
		return max(t.there(m, c).Typ, 1), guessed
	case a.Type == "date":
		return max(t.extent(a, m), 1), false
	case a.Type == "timestamp" || a.Type == "timeuuid" || a.Type == "uuid":
		c, guessed := m.countOr(a.Of)
		return max(t.there(m, c).Typ, 1), guessed
	}
	c, unknown := m.countOr(a.Of)
	all := max(t.there(m, c).Typ, 1)
	if n = min(guess, all); !unknown && a.names() {
		n = max(n, math.Ceil(all/2))
	}
	return n, true // there are not more values than things
}

// names reports whether an attribute is called as what tells a thing from others, mostly: title,
// name, email. Nobody says that no two have the same, so two of them are taken to. Of any other one
// few values are taken: the partitions of many are small, and too small a guess is found late.
func (a *Attribute) names() bool {
	name, of := snake(a.Name.Text), snake(a.Of.Name.Text)
	short := strings.TrimPrefix(name, of+"_")
	return name == of || nameless[short] || slices.Contains(advice.NewOptions().Unique, short)
}

// divided is into how many parts the values of attributes in the partition key divide the
// rows that belong together, where some are mostly more common than others, and which columns
// these are: values that are no keys, and few. Of many values none has nearly all rows. Evenly
// is over what all of them are taken to be spread: 12 values of kind, the months of a time.
func (t *Table) divided(m *Model) (parts float64, names, evenly []string) {
	parts = 1
	stops := t.join.stops()
	anchor, n, _ := t.anchor(m, stops)
	fixed := follow(stops, func(s *stop) bool { return s == anchor })
	if fixed[0] || anchor != nil && t.there(m, n).Hi <= 1 || t.named(t.join.places[0], inPartition) {
		return parts, nil, nil
	}
	for _, c := range t.PartitionKey() {
		if c.Bucket != nil && !t.whole(c) {
			evenly = append(evenly, "the "+c.Bucket.Unit+"s of "+snake(c.Bucket.Of.Name.Text))
		}
		if c.Attr == nil || timely(c.Attr.Type) && c.Type != "date" || fixed.has(stopOf(stops, c.at)) { // each row has a time of its own
			continue
		}
		d, _ := t.distinct(m, c.Attr)
		evenly = append(evenly, number.Of(count(d), "value")+" of "+c.Name)
		if d <= guess && !c.Attr.Key && c.Type != "date" { // no date has nearly all
			parts *= d
			names = append(names, c.Name)
		}
	}
	return parts, names, evenly
}

// whole reports whether the partition key holds the time itself of which it holds a part.
func (t *Table) whole(bucket *Column) bool {
	return slices.ContainsFunc(t.PartitionKey(), func(c *Column) bool {
		return c.Attr != nil && c.Attr == bucket.Bucket.Of.Attr && same(c.at, bucket.Bucket.Of.at)
	})
}

func inPartition(c *Column) bool { return c.Role == Partition }

// anchor is what the partition key names and has the fewest rows, how many these are, and
// what nobody said of them; nil where the key names nothing.
func (t *Table) anchor(m *Model, stops []*stop) (anchor *stop, n Amount, unsaid []Guess) {
	keyed := t.keyed(stops)
	for _, s := range stops {
		if !t.direct(stops, s, inPartition) {
			continue
		}
		if each, list := t.each(m, stops, s, keyed); anchor == nil || t.there(m, each).Typ < t.there(m, n).Typ {
			anchor, n, unsaid = s, each, list
		}
	}
	return anchor, n, unsaid
}

// passing is the entity that the partition key names where more of it keep coming, and each
// has so many rows in all: their times are a part of the horizon that nobody told, as the
// readings of one journey are. Nil for others.
func (t *Table) passing(m *Model) *Entity {
	if s, n, _ := t.anchor(m, t.join.stops()); s != nil && n.Rate == 0 && m.count(s.entity).Rate > 0 {
		return s.entity
	}
	return nil
}

// rows is how many rows one partition has and how fast they become more, how many
// partitions there are at the horizon, and what nobody gave a number for.
func (t *Table) rows(m *Model) (n Amount, partitions float64, guessed []Guess) {
	stops := t.join.stops()
	root := t.join.places[0]
	miss := func(list ...Guess) {
		for _, g := range list {
			if !slices.ContainsFunc(guessed, func(h Guess) bool { return h.What == g.What }) {
				guessed = append(guessed, g)
			}
		}
	}
	all := func(e *Entity) Amount {
		n, is := m.countOr(e)
		if is {
			miss(m.guessCount(e))
		} else {
			m.counted(e, map[*Entity]bool{}, func(of, each Amount) Amount {
				miss(m.guessFew(each)...)
				return of.times(each)
			})
		}
		return n
	}
	if t.named(root, inPartition) && !slices.ContainsFunc(t.ClusteringKey(), func(c *Column) bool { return c.at != nil && c.at.many }) {
		return exactly(1), t.there(m, t.staying(m, all(root.entity))).Typ, guessed
	}
	anchor, n, unsaid := t.anchor(m, stops)
	passes := false
	if anchor == nil {
		partitions = 1
		n, unsaid = t.each(m, stops, stops[0], t.keyed(stops))
		of := all(root.entity)
		if _, guessed := m.countOr(root.entity); !guessed {
			of = m.counted(root.entity, map[*Entity]bool{}, m.together)
		}
		n = m.together(of, n)
	} else {
		of := all(anchor.entity)
		partitions = of.after(m.horizon()).Typ
		// A thing that passes has all its rows while it is new, and none when these have expired.
		// One that stays has so many at once; most of these were there before the last year.
		if passes = n.Rate == 0 && m.passes(of); passes {
			partitions = t.there(m, of).Typ
		}
		if share := m.taking(anchor); share < 1 {
			partitions *= share
			n, unsaid = t.among(m, stops, anchor, t.keyed(stops), share)
		}
	}
	if !passes {
		n = t.staying(m, n)
	}
	most := t.most(m, stops, partitions*t.there(m, n).Typ)
	miss(unsaid...)
	fixed := follow(stops, func(s *stop) bool { return s == anchor })
	// What else is in the partition key divides the rows.
	for _, c := range t.PartitionKey() {
		if c.Attr == nil || fixed.has(stopOf(stops, c.at)) {
			continue // one value for the anchor
		}
		d, is := t.distinct(m, c.Attr)
		if is {
			miss(m.guessDistinct(c.Attr, d))
		}
		if own, ok := m.perOwner(c.Attr); ok && own.Rate > 0 { // each of its values comes once
			n = t.there(m, n)
		}
		partitions *= min(d, max(t.there(m, n).Typ, 1)) // each has a row
		n = n.over(d)
	}
	cut := func(parts float64) { partitions *= min(parts, max(t.there(m, n).Typ, 1)) } // each has a row
	for _, c := range t.PartitionKey() {
		switch {
		case c.Bucket != nil && t.whole(c): // each time has one bucket
		case c.Bucket != nil:
			days := bucketDays[c.Bucket.Unit]
			if c.Bucket.Of.Attr != nil {
				cut(max(t.extent(c.Bucket.Of.Attr, m)/days, 1))
			}
			if n.Rate > 0 { // what is there already has come in as long a time, too
				had := Amount{Lo: n.Lo, Typ: n.Typ, Hi: n.Hi}
				if of := c.Bucket.Of.Attr; of != nil {
					had = had.among(max(t.extent(of, m), days) / days)
				}
				n = Amount{Known: n.Known, Lo: n.Rate * days, Typ: max(n.Rate*days, had.Typ), Hi: max(n.RateHi*days, had.Hi)}
			} else if c.Bucket.Of.Attr != nil {
				n = n.among(t.extent(c.Bucket.Of.Attr, m) / days)
			}
		case c.Spread != nil:
			cut(float64(c.Spread.Parts))
			n = n.among(float64(c.Spread.Parts))
		}
	}
	if kept := t.kept(); n.Rate > 0 && kept < m.horizon() {
		n = n.kept(m.horizon(), kept)
	}
	return n, min(partitions, most), guessed
}

// keeps is how many of the rows that are written into a partition stay: with equal keys they
// are one.
func (t *Table) keeps(m *Model, n Amount) Amount {
	cluster := t.ClusteringKey()
	if len(cluster) == 0 {
		return exactly(1)
	}
	if t.Choice == nil || t.Choice.Partition == nil || len(t.lacks()) == 0 { // no other key lacks anything
		return n
	}
	keys := 1.0
	for _, c := range cluster {
		if c.Attr == nil {
			continue
		}
		d, _ := t.distinct(m, c.Attr)
		keys *= d
	}
	n.Lo, n.Typ, n.Hi = min(n.Lo, keys), min(n.Typ, keys), min(n.Hi, keys)
	return n
}

// most is how many rows a table has, as its partitions say it and as the things do of which
// a row is one: it has no more partitions than that.
func (t *Table) most(m *Model, stops []*stop, rows float64) float64 {
	if c := t.join.places[0].entity.Count; c.Known && !c.Unsaid {
		each, _ := t.each(m, stops, stops[0], t.keyed(stops))
		if all := t.there(m, t.staying(m, c.times(each))).Typ; all > 0 && !each.Unsaid {
			rows = min(rows, all)
		}
	}
	if rows <= 0 { // usually none
		return math.Inf(1)
	}
	return max(rows, 1)
}
