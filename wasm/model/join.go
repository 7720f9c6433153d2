package model

import (
	"slices"
	"sort"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/workload"
)

// A link leads from an entity to another one.
type link struct {
	to    *Entity
	rel   *Relationship
	many  bool // several of them belong to one
	right bool // it leaves from or arrives at the end right of the verb; of others, left of it
}

// An end of a relationship, where both are the same entity: on which side of the verb
// what is meant stands.
type end uint8

const (
	eitherEnd end = iota
	leftEnd
	rightEnd
)

var endNames = [...]string{"", "left", "right"}

func (e end) other() end { return leftEnd + rightEnd - e }

// own reports whether a relationship joins an entity with its own kind.
func (r *Relationship) own() bool { return r.From != nil && r.From == r.To }

// taken is the end that is meant where a question does not say which: the one that has
// more of the other, so that no partition is larger than its size says.
func (r *Relationship) taken() end {
	if r.Left.Hi > r.Right.Hi {
		return rightEnd
	}
	return leftEnd
}

// of is how many of the other end one at an end has.
func (e end) of(r *Relationship) Amount {
	if e == rightEnd {
		return r.Left
	}
	return r.Right
}

// links are the ways out of an entity, in the order of the text. They are only read.
func (m *Model) links(e *Entity) (out []link) {
	if e.out != nil {
		return e.out
	}
	for _, r := range m.Relationships {
		left, right := r.Many()
		if r.Pair != nil {
			if r.From == e {
				out = append(out, link{r.Pair, r, true, false})
			}
			if r.To == e {
				out = append(out, link{r.Pair, r, true, true})
			}
			if r.Pair == e {
				out = append(out, link{r.From, r, false, false}, link{r.To, r, false, true})
			}
			continue
		}
		if r.From == e {
			out = append(out, link{r.To, r, right, true})
		}
		if r.To == e {
			out = append(out, link{r.From, r, left, false})
		}
	}
	return out
}

// A place is an entity as seen from the rows of a question's table: the row's own
// entity, or one that links lead to. The same entity reached by another
// relationship is another place: the user who wrote, the user who is written to.
type place struct {
	entity *Entity
	via    string
	from   *place // where the links begin; nil for the row's own
	path   []link
	many   bool   // one row's entity has several of them: each makes a row of its own
	whole  []link // see links
}

// end is at which end of a relationship of an entity with itself a place lies.
func (p *place) end() end {
	last := len(p.path) - 1
	switch {
	case last < 0 || !p.path[last].rel.own():
		return eitherEnd
	case p.path[last].rel.Pair == p.entity: // it leads to the other end
		return p.path[last].end().other()
	}
	return p.path[last].end()
}

func (l link) end() end {
	if l.right {
		return rightEnd
	}
	return leftEnd
}

// leads reports whether a link may be taken to what stands at an end: pairs are entered
// at the other end, and left there.
func (l link) leads(from *Entity, at end) bool {
	if !l.rel.own() || at == eitherEnd {
		return true
	}
	return (l.end() == at) != (l.to == l.rel.Pair && from != l.to)
}

// one reports whether a way meets one instance at each step.
func one(path []link) bool {
	return !slices.ContainsFunc(path, func(l link) bool { return l.many })
}

// join is how the entities of a question hang together.
type join struct {
	m      *Model
	places []*place
	passed []*stop // its stops, worked out when it had so many places
	upTo   int
	ids    map[*place][]col // identities, worked out when it had so many places
	idsOf  int
}

func (m *Model) newJoin(row *Entity) *join {
	j := &join{m: m, places: []*place{{entity: row}}}
	// The pairs of a relationship are known by both sides.
	return j
}

// find returns a place that is known already.
func (j *join) find(e *Entity, via string, at end) *place {
	for _, p := range j.places {
		if is := p.end(); p.entity == e && p.via == via && (at == eitherEnd || is == eitherEnd || is == at) {
			return p
		}
	}
	return nil
}

// reach returns the place of an entity, by the shortest way from what is known:
// one where each step meets one instance if there is any. The second result are the
// ways that serve equally well, where the text must say which.
func (j *join) reach(e *Entity, via string, at end) (*place, [][]link) {
	if r := j.places[0].entity.Relation; r != nil && (r.called(via) || via == "") { // the sides of a pair are its own
		switch {
		case !r.own():
			via = ""
		case via == "":
			at = r.taken()
		case at == r.taken():
			via = ""
		default: // of two users the second one is meant
			via, at = r.Verb, r.taken().other()
		}
	}
	if p := j.find(e, via, at); p != nil {
		return p, nil
	}
	if via == "" && e.Relation != nil { // the pairs that somebody has named are meant again
		for _, p := range j.places {
			if p.entity == e && e.Relation.called(p.via) {
				return p, nil
			}
		}
	}
	var best *place
	var cost int
	var equal [][]link
	for i, from := range j.places {
		if i > 0 && from.via != "" && via == "" {
			continue // what hangs on a part is not meant without saying so
		}
		ways, c := j.m.ways(from.entity, e, via, at)
		if len(ways) == 0 || len(ways[0]) == 0 {
			continue
		}
		if i > 0 {
			c++
		}
		if best == nil || c < cost {
			best, cost, equal = &place{entity: e, via: via, from: from, path: ways[0], many: from.many || !one(ways[0])}, c, ways
		}
	}
	if best == nil {
		return nil, nil
	}
	// Whoever is passed on the way is known, too.
	for i := 1; i < len(best.path); i++ {
		head := best.path[:i]
		mid := &place{entity: head[i-1].to, via: via, from: best.from, path: head, many: best.from.many || !one(head)}
		if j.find(mid.entity, via, mid.end()) == nil {
			j.places = append(j.places, mid)
		}
	}
	j.places = append(j.places, best)
	return best, equal
}

// meant are the relationships that a word after via means. They are only read: each way that is
// sought asks for them.
func (m *Model) meant(via string) (out []*Relationship) {
	if out, known := m.means[via]; known {
		return out
	}
	for _, r := range m.Relationships {
		m.Work.Ask(1)
		if r.called(via) {
			out = append(out, r)
		}
	}
	if m.settled {
		if m.means == nil {
			m.means = map[string][]*Relationship{}
		}
		m.means[via] = out
	}
	return out
}

// ways are the cheapest ways between two entities, a few of those that cost the same: few
// steps, none of them to several if that can be had. With via they go by the relationship
// of that verb or name, to what stands at an end of it. They are only read.
func (m *Model) ways(a, b *Entity, via string, at end) ([][]link, int) {
	for _, f := range a.sought {
		if f.to == b && f.via == via && f.at == at {
			return f.ways, f.cost
		}
	}
	m.Work.Must(1)
	f := &foundWays{to: b, via: via, at: at}
	if f.ways, f.cost = m.seek(a, b, via, at); m.settled {
		a.sought = append(a.sought, f)
	}
	return f.ways, f.cost
}

// foundWays are the ways from an entity to another one: each question asks for them anew.
type foundWays struct {
	to   *Entity
	via  string
	at   end
	ways [][]link
	cost int
}

// A trail is a way with its last link first: those that begin alike share what they have alike.
type trail struct {
	before *trail
	link   link
	length int
}

// way is the trail as a way.
func (t *trail) way() []link {
	way := make([]link, t.length)
	for ; t != nil; t = t.before {
		way[t.length-1] = t.link
	}
	return way
}

// A reached is an entity to which ways lead, by the relationship that is asked for or not yet.
type reached struct {
	e    *Entity
	used bool
	ways []*trail // nil for the one without a link
	cost int
}

// by is where a search keeps how it has reached an entity.
func (e *Entity) by(used bool) **reached {
	if used {
		return &e.reached[1]
	}
	return &e.reached[0]
}

// seek looks for ways.
func (m *Model) seek(a, b *Entity, via string, at end) (out [][]link, cost int) {
	const many, step, few, most = 40, 10, 4, 6
	meant := m.meant(via)
	var open, all []*reached
	add := func(e *Entity, used bool, t *trail, cost int) {
		r := &reached{e, used, []*trail{t}, cost}
		*e.by(used) = r
		open, all = append(open, r), append(all, r)
	}
	add(a, via == "", nil, 0)
	for len(open) > 0 {
		next := 0
		for i, s := range open {
			if least := open[next].cost; s.cost < least || s.cost == least && s.e.Relation != nil { // what follows pairs may cost no more
				next = i
			}
		}
		s := open[next]
		open = append(open[:next], open[next+1:]...)
		moved := s.ways[0] != nil
		if s.e == b && s.used && moved {
			for _, t := range s.ways {
				out = append(out, t.way())
			}
			cost = s.cost
			break
		}
		if moved && s.ways[0].length > most || s.e == b && via == "" && moved {
			continue
		}
		links := m.links(s.e)
		m.Work.Ask(1 + len(open) + len(links)*len(s.ways))
		for i := range links {
			l := &links[i]
			to, named := eitherEnd, slices.Contains(meant, l.rel)
			if named {
				to = at
			}
			if to == eitherEnd && l.rel.Pair != nil {
				if to = l.rel.taken(); l.to == l.rel.Pair && !named { // the pairs of one, not the other one
					to = to.other()
				}
			}
			for _, before := range s.ways {
				c, at := s.cost+step, to
				if before != nil && before.link.rel == l.rel && l.rel.Pair == s.e {
					c, at = s.cost, before.link.end().other() // a relationship is one step, by its pairs, too
				}
				if !l.leads(s.e, at) {
					continue
				}
				if l.many {
					c += many
				}
				used := s.used || named
				have := *l.to.by(used)
				if have != nil && (c > have.cost || c == have.cost && len(have.ways) == few) {
					continue
				}
				way := &trail{before, *l, 1}
				if before != nil {
					way.length += before.length
				}
				switch {
				case have == nil:
					add(l.to, used, way, c)
				case c < have.cost:
					have.ways, have.cost = []*trail{way}, c
				default:
					have.ways = append(have.ways, way)
				}
			}
		}
	}
	for _, r := range all {
		*r.e.by(r.used) = nil
	}
	return out, cost
}

// by names the relationships of a way.
func by(way []link) (out []string) {
	for _, l := range way {
		if name := l.rel.name(); len(out) == 0 || out[len(out)-1] != name {
			out = append(out, name)
		}
	}
	return out
}

// way names the relationships from a row to a place.
func (p *place) way() []string {
	return by(p.links())
}

// links lead from a row to a place. They are asked for time and again, and only read.
func (p *place) links() []link {
	if p.whole == nil && p.from != nil {
		p.whole = append(append([]link{}, p.from.links()...), p.path...)
	}
	return p.whole
}

// relations are those that lead from one place to another one.
func (p *place) relations(to *place) (all []*Relationship) {
	a, b := p.links(), to.links()
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	a = slices.Clone(a)
	slices.Reverse(a)
	for _, l := range append(a, b...) {
		all = append(all, l.rel)
	}
	return slices.Compact(all) // a pair has one for both of its sides
}

// onlyBy is the name of a relationship by which one of several ways alone goes; "" where
// each name leads to another one, too.
func (m *Model) onlyBy(way []link, a, b *Entity) string {
	for i := len(way) - 1; i >= 0; i-- {
		via := way[i].rel.name()
		if ways, _ := m.ways(a, b, via, eitherEnd); len(ways) == 1 && len(ways[0]) == len(way) && samePath(ways[0], way) {
			return via
		}
	}
	return ""
}

// A detour is another way to an entity than the one that is taken, and what to write after
// via to go there by it.
type detour struct {
	via string
	by  []string
}

// detours are other ways than the one taken, each of which a name leads to: with no entity
// twice, and no more steps to several, for one that has a single one at its end is meant; or
// over no more relationships: who is given may be a leader as well as a member.
func (m *Model) detours(taken []link, from, to *Entity, single bool) (out []detour) {
	steps, others := len(by(taken)), m.Relationships
	if steps == 1 { // then no other way of more steps counts, and such a one begins here
		others = nil
		for _, l := range m.links(from) {
			if !slices.Contains(others, l.rel) {
				others = append(others, l.rel)
			}
		}
	}
	for _, r := range others {
		if slices.ContainsFunc(taken, func(l link) bool { return l.rel == r }) {
			continue
		}
		ways, _ := m.ways(from, to, r.name(), eitherEnd)
		if len(ways) != 1 || !direct(ways[0], from) {
			continue
		}
		names := by(ways[0])
		if more := several(ways[0]) > several(taken); steps == 1 && len(names) > 1 || more && (single || len(names) > steps) {
			continue
		}
		if !slices.ContainsFunc(out, func(d detour) bool { return slices.Equal(d.by, names) }) {
			out = append(out, detour{r.name(), names})
		}
	}
	return out
}

// several is how many steps of a way lead to several of something.
func several(way []link) (n int) {
	for _, l := range way {
		if l.many {
			n++
		}
	}
	return n
}

// direct reports whether a way passes no entity twice.
func direct(way []link, from *Entity) bool {
	seen := map[*Entity]bool{from: true}
	for _, l := range way {
		if seen[l.to] {
			return false
		}
		seen[l.to] = true
	}
	return true
}

// called reports whether a relationship is meant by its verb, with or without its entities,
// or by the name of its pairs.
func (r *Relationship) called(via string) bool {
	if via == "" || strings.EqualFold(r.Verb, via) || r.As.Text != "" && strings.EqualFold(r.As.Text, via) {
		return via != ""
	}
	return strings.IndexByte(via, ' ') > 0 && slices.ContainsFunc(r.verbs()[1:], func(verb string) bool { return strings.EqualFold(verb, via) })
}

// verbs are what a relationship is called by its verb: the shortest first, which others may
// be called, too.
func (r *Relationship) verbs() []string {
	return []string{r.Verb, r.Verb + " " + r.B.Text, r.A.Text + " " + r.Verb, r.A.Text + " " + r.Verb + " " + r.B.Text}
}

// name is what a relationship is called after via, and no other one.
func (r *Relationship) name() string {
	switch {
	case r.As.Text != "":
		return r.As.Text
	case r.label != "":
		return r.label
	}
	return r.Verb
}

// labels gives relationships with the same verb names that tell them apart.
func (m *Model) labels() {
	for _, r := range m.Relationships {
		if r.As.Text != "" {
			continue
		}
		for _, verb := range r.verbs() {
			if r.label = verb; !slices.ContainsFunc(m.Relationships, func(o *Relationship) bool { return o != r && o.called(verb) }) {
				break
			}
		}
	}
}

// A col is an attribute at a place: what becomes a column.
type col struct {
	attr *Attribute
	at   *place
}

// identity is what tells one instance at a place from all others: its key, with
// that of its owner, or both sides of a pair.
func (j *join) identity(p *place) []col {
	if j.idsOf != len(j.places) { // of more places it may be another one
		j.ids, j.idsOf = map[*place][]col{}, len(j.places)
	}
	out, known := j.ids[p]
	if !known {
		if out = slices.Clip(j.identified(p)); j.idsOf == len(j.places) {
			j.ids[p] = out
		}
	}
	return out
}

// identified works an identity out.
func (j *join) identified(p *place) (out []col) {
	e := p.entity
	if r := e.Relation; r != nil {
		for _, at := range [...]end{leftEnd, rightEnd} {
			var q *place
			if r.own() {
				q = j.endOf(p, r, at)
			} else {
				q = j.side(p, [...]*Entity{r.From, r.To}[at-leftEnd], r)
			}
			if q != nil {
				out = merge(out, j.identity(q))
			}
		}
		for _, a := range e.ownKey() {
			out = merge(out, []col{{a, p}})
		}
		return out
	}
	for _, owner := range e.Owners {
		for _, l := range j.m.links(e) {
			if l.to == owner && !l.many {
				if q := j.side(p, l.to, l.rel); q != nil {
					out = merge(out, j.identity(q))
				}
				break
			}
		}
	}
	for _, a := range e.ownKey() {
		out = merge(out, []col{{a, p}})
	}
	return out
}

// side is the place of an entity one step from another place, by a relationship.
func (j *join) side(p *place, e *Entity, r *Relationship) *place {
	for _, q := range j.places {
		if q.entity != e || q.via != p.via && q.via != "" || !q.beside(p, r) {
			continue
		}
		if q.via == p.via || p.from == nil || q.from == nil && len(p.path) > 0 && p.path[0].rel == r {
			return q
		}
	}
	for _, l := range j.m.links(p.entity) {
		if l.to == e && l.rel == r && !l.many {
			q := &place{entity: e, via: p.via, from: p, path: []link{l}, many: p.many}
			j.places = append(j.places, q)
			return q
		}
	}
	return nil
}

// beside reports whether the ways to a place and to pairs of a relationship meet there, or
// at the pairs: who leads a program is none of its members, though both are persons.
func (p *place) beside(pair *place, r *Relationship) bool {
	way, to := p.links(), pair.links()
	return slices.ContainsFunc(way, func(l link) bool { return l.rel == r }) || len(way) <= len(to) && samePath(way, to[:len(way)])
}

// endOf is the place at an end of a pair of one kind.
func (j *join) endOf(p *place, r *Relationship, at end) *place {
	from, path := p.from, p.path
	last := len(path) - 1
	if from != nil && path[last].rel == r && path[last].end() == at { // where the way to the pair comes from
		if path = path[:last]; last == 0 {
			return from
		}
	} else {
		if from == nil {
			from = p
		}
		for _, l := range j.m.links(p.entity) {
			if l.rel == r && !l.many && l.to == r.From && l.end() == at {
				path = append(slices.Clone(path), l)
			}
		}
	}
	for _, q := range j.places {
		if q.from == from && len(q.path) == len(path) && samePath(q.path, path) {
			return q
		}
		if q.from == p && len(q.path) == 1 && samePath(q.path, path[len(path)-1:]) && len(path) > len(p.path) {
			return q
		}
	}
	q := &place{entity: r.From, via: p.via, from: from, path: path, many: from.many || !one(path)}
	if p.via == "" && (p.from != nil || at != r.taken()) {
		q.via = r.Verb
	}
	j.places = append(j.places, q)
	return q
}

func merge(list, more []col) []col {
	for _, c := range more {
		if !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return list
}

// questions finds what each question speaks of.
func (m *Model) questions(p *parser) {
	var keep []*Question
	for _, q := range m.Questions {
		if q.place.End == 0 {
			q.place = q.Head
		}
		m.colon(p, q)
		if q.Of.Text == "" {
			d := diag.Diagnostic{Severity: diag.Refused, Message: "nobody said what " + q.ID.Text + " wants", Span: q.place,
				Why: "The entity that makes one row of the answer decides what tells rows apart.", Instead: "add a line: want Hotel: hotel_id, name"}
			if len(q.Want)+q.every.Len() == 0 && q.place != q.Head { // what is wrong with the line is said
				continue
			}
			if len(m.Entities) > 0 {
				e := m.Entities[0]
				d.Instead = "add a line with the entity that it wants, such as want " + e.Name.Text
				for i, a := range e.Attributes[:min(len(e.Attributes), 2)] {
					d.Instead += [...]string{": ", ", "}[i] + a.Name.Text
				}
			}
			if q.every.Len() > 0 {
				d.Message, d.Span = "nobody said all of which entity "+q.ID.Text+" wants", q.every
				for i, e := range m.meantBy(q) {
					f := edit("write want "+e.Name.Text, q.every, e.Name.Text)
					if d.Fixes = append(d.Fixes, f); i == 0 {
						d.Instead = f.Title
					}
				}
			}
			if len(q.Want) > 0 {
				d.Message, d.Instead = "nobody said which entity makes a row of "+q.ID.Text, "write the entity and a colon before the attributes"
				first := q.Want[0]
				for i, e := range m.holders(first, q) {
					if i == 0 {
						d.Instead = "write want " + e.Name.Text + ": " + p.text[first.Start:q.Want[len(q.Want)-1].End]
					}
					d.Fixes = append(d.Fixes, insert("rows of "+e.Name.Text, first.Start, e.Name.Text+": "))
				}
			}
			p.add(d)
			continue
		}
		if q.Entity = m.wanted(p, q); q.Entity == nil {
			continue
		}
		j := m.newJoin(q.Entity)
		ok := true
		for _, list := range [][]*Ref{q.Given, q.Ranges, q.Order} {
			for _, r := range list {
				ok = j.resolve(p, r, q) && ok
			}
		}
		known := ok
		if len(q.Want) == 0 {
			for _, a := range q.Entity.Attributes {
				q.Want = append(q.Want, &Ref{Span: q.Of.Span, Name: a.Name, Attr: a, at: j.places[0]})
			}
		}
		for i := 0; i < len(q.Want); i++ {
			if r := q.Want[i]; r.Attr == nil && !j.resolve(p, r, q) {
				q.Want = append(q.Want[:i], q.Want[i+1:]...)
				i--
			}
		}
		for _, r := range q.Unique {
			ok = j.resolve(p, r, q) && ok
		}
		if q.hangs = j.unread(); q.hangs != nil {
			continue // whatever could be said of it would be a guess
		}
		for _, r := range q.Want {
			if !known {
				break // what is given would tell which one
			}
			if many := r.at != nil && r.at.many && !q.fixes(j, r.at); many {
				instead, fixes := m.turned(p, q, r)
				p.refuse(r.Span, "one "+q.Entity.Name.Text+" has several "+severalOf(r.Attr.Of)+", so a row cannot hold their "+r.Attr.Name.Text,
					"A row has one value for each column.", instead, fixes...)
				ok = false
			}
		}
		for i, r := range slices.Concat(q.Given, q.Ranges, q.Order) {
			if r.Attr != nil && !keyable(r.Attr.Type) {
				instead, fixes := "give by another attribute", []diag.Fix(nil)
				if i < len(q.Given) {
					if said, f, ok := m.oneByOne(r); ok {
						instead, fixes = said, []diag.Fix{f}
					}
				}
				if r.Attr.Type == "counter" {
					instead = "leave it to the client to compare and sort what it counts, or add an attribute, computed, that it sets from time to time: " + r.Attr.Name.Text + "_then int computed"
				}
				p.refuse(r.Span, r.Attr.Name.Text+" cannot be looked up or sorted by: its type is "+r.Attr.Type, "What is known or ordered becomes part of the key, and such a value cannot be one.", instead, fixes...)
				ok = false
			}
		}
		q.join = j
		if ok {
			q.sorts()
			keep = append(keep, q)
		}
	}
	m.Questions, m.unread = keep, without(m.Questions, keep)
}

// unread is a relationship on the ways of a join whose numbers cannot be read; nil where all can.
func (j *join) unread() *Relationship {
	for _, p := range j.places {
		for _, l := range p.path {
			if l.rel.unread {
				return l.rel
			}
		}
	}
	return nil
}

// colon reads a line that wants an entity and more as all of that entity, and what stands behind it.
func (m *Model) colon(p *parser, q *Question) {
	if q.Of.Text != "" || len(q.Want) < 2 || q.Want[0].Entity.Text != "" {
		return
	}
	first := q.Want[0]
	e := m.Entity(first.Name.Text)
	if e == nil {
		return
	}
	var all []*Ref
	var names []string
	for _, a := range e.Attributes {
		if !slices.ContainsFunc(q.Want[1:], func(r *Ref) bool {
			return strings.EqualFold(r.Name.Text, a.Name.Text) && (r.Entity.Text == "" || m.Entity(r.Entity.Text) == e)
		}) {
			all, names = append(all, &Ref{Span: first.Span, Name: a.Name}), append(names, a.Name.Text)
		}
	}
	line := e.Name.Text + ": " + strings.Join(names, ", ")
	at := first.Span
	if names == nil {
		at.End = q.Want[1].Start
	}
	p.refuse(first.Span, "a colon is missing after "+e.Name.Text, "The entity that makes one row comes first, then what is shown of it.", "write want "+spaces(line+p.text[at.End:q.Want[len(q.Want)-1].End]),
		edit("write the colon", at, line))
	q.Of, q.Want = Name{first.Span, e.Name.Text}, append(all, q.Want[1:]...)
}

// turned is the cure where a row has several of what is wanted: each of those makes a row.
func (m *Model) turned(p *parser, q *Question, many *Ref) (instead string, fixes []diag.Fix) {
	e := many.Attr.Of
	if r := e.Relation; r != nil && r.As.Text == "" { // the pairs have no name; the other side has
		if e = r.From; e == q.Entity {
			e = r.To
		}
	}
	name, line := m.setOf(p, q.Entity, many)
	set := "give " + q.Entity.Name.Text + " an attribute that holds them: " + line
	if e == q.Entity {
		return "ask for them in a question of its own; or " + set, nil
	}
	kept, ok := m.kept(q, many.at)
	if !ok {
		return "ask for them in a question of its own; or " + set, nil
	}
	var list []string
	var ways diag.Fix
	more := ""
	within := true
	for i, r := range slices.Concat(q.Want, q.Given, q.Ranges, q.Order) {
		by, other := kept[r]
		if i >= len(q.Want) {
			if other {
				ways = both(ways, by)
				more += ", and " + p.text[r.Start:r.Name.End] + by.Edits[0].Text
			}
			continue
		}
		text := p.text[r.Start:r.End]
		if r.Span == q.Of.Span { // all of it are meant
			text = r.Name.Text
			if other {
				text += by.Edits[0].Text
			}
		} else if other {
			at := by.Edits[0]
			text = p.text[r.Start:at.Start] + at.Text + p.text[at.End:r.End]
		}
		if r.Attr != nil && r.Entity.Text == "" && r.Attr.Of == q.Entity {
			text = q.Entity.Name.Text + "." + text
		}
		list = append(list, text)
		within = within && r.Start >= q.place.Start && r.End <= q.place.End
	}
	each := "want " + e.Name.Text + ": " + strings.Join(list, ", ")
	lost := ""
	if mayLack(many.at.links()) {
		lost = ": " + withoutRow(q.Entity, e)
	}
	if within {
		fix := both(edit("a row for each "+e.Name.Text+lost, q.place, each), ways)
		fix.Title = "a row for each " + e.Name.Text + lost
		fixes = append(fixes, fix)
		if f, ok := q.gathered(many, name, line); ok {
			fixes = append(fixes, f)
		}
	}
	return "make each " + spaced(e.Name.Text) + " a row: " + each + more + lost + "; or " + set, fixes
}

// kept are the edits that keep the ways of a question where each of what is at a place makes a row
// instead: whatever is found from there by other relationships says by which; false where no name does.
func (m *Model) kept(q *Question, row *place) (edits map[*Ref]diag.Fix, ok bool) {
	edits = map[*Ref]diag.Fix{}
	vias := map[*place]string{row: ""}
	j := m.newJoin(row.entity)
	for _, r := range slices.Concat(q.Given, q.Ranges, q.Order, q.Want) {
		if r.at == nil {
			continue
		}
		via, known := vias[r.at]
		if !known {
			way := row.relations(r.at)
			names := []string{""}
			for i := range way {
				names = append(names, way[len(way)-1-i].name())
			}
			i := slices.IndexFunc(names, func(name string) bool {
				try := m.newJoin(row.entity)
				try.places = slices.Clone(j.places)
				at, equal := try.reach(r.at.entity, name, r.At)
				if at == nil || len(equal) > 1 || !slices.Equal(try.places[0].relations(at), way) {
					return false
				}
				j = try
				return true
			})
			if i < 0 {
				return nil, false
			}
			via = names[i]
			vias[r.at] = via
		}
		f := diag.Edit{Span: diag.Span{Start: r.Name.End, End: max(r.Name.End, r.ViaSpan.End)}}
		if via != "" {
			f.Text = " via " + via
		}
		if f.Text != "" || f.Len() > 0 {
			edits[r] = diag.Fix{Edits: []diag.Edit{f}}
		}
	}
	return edits, true
}

// oneByOne is the cure where something is looked up by one of the values in a set or a list of it:
// each value is a thing of its own. What else is said of the set stays.
func (m *Model) oneByOne(r *Ref) (instead string, f diag.Fix, ok bool) {
	a, e, text := r.Attr, r.Attr.Of, m.Source.Text
	t, is := parseType(a.Type)
	if !is || t.Kind != cql.SetType && t.Kind != cql.ListType || t.Args[0].Kind != cql.NativeType || !keyable(t.Args[0].Name) || e.Relation != nil {
		return "", f, false
	}
	key := number.Singular(snake(a.Name.Text))
	one, size, each := titled(key), "", "0..5..50"+guessMark
	if m.Entity(one) != nil || slices.ContainsFunc(e.Attributes, func(b *Attribute) bool { return snake(b.Name.Text) == key }) {
		return "", f, false
	}
	if a.Size.Len() > 0 {
		size = " " + text[a.Size.Start:a.Size.End]
	}
	if a.Elements.Len() > 0 {
		each = text[a.Elements.Start:a.Elements.End]
	}
	relate := "relate " + e.Name.Text + " has " + one + " n : " + each
	f = m.atEnd("entity " + one + " 1000" + guessMark + "\n" + key + " " + t.Args[0].Name + size + " key\n\n" + relate + "\n")
	f = both(f, diag.Fix{Edits: []diag.Edit{{Span: diag.Span{Start: r.Start, End: r.Name.End}, Text: key}}})
	f.Title = "make " + one + " an entity"
	return "make " + one + " an entity, with " + code(key+" "+t.Args[0].Name+size+" key") + ", and relate it: " + code(relate), f, true
}

// mayLack reports whether somebody may have none of what a way leads to.
func mayLack(way []link) bool {
	return slices.ContainsFunc(way, func(l link) bool { return l.amount().none() })
}

// withoutRow says who is in no table whose rows are those of another entity.
func withoutRow(e, row *Entity) string {
	return manyOf(e.Name.Text) + " without " + manyOf(row.Name.Text) + " have no row"
}

// setOf is an attribute that holds what a row has several of: named after what has it, with as many
// elements as the relationship on the way there says.
func (m *Model) setOf(p *parser, row *Entity, many *Ref) (name, line string) {
	a := many.Attr
	name = plural(m.columnName(a, row))
	line = name + " set<" + a.Type + ">"
	var n Amount
	for _, l := range many.at.links() {
		if l.many {
			n = l.amount()
		}
	}
	if several(many.at.links()) == 1 && n.Known && !n.Unsaid && n.Rate == 0 && n.Len() > 0 {
		if line += " " + p.text[n.Start:n.End]; a.Size.Len() > 0 {
			line += " of " + p.text[a.Size.Start:a.Size.End]
		} else if t, _ := parseType(a.Type); sized(t) {
			line += " of 10" + guessMark
		}
	}
	return name, line
}

// gathered is the cure that keeps each row: what it has several of becomes a set of its own.
func (q *Question) gathered(many *Ref, name, line string) (f diag.Fix, ok bool) {
	a, e := many.Attr, q.Entity
	if t, is := parseType(a.Type); e.Relation != nil || !is || t.Kind != cql.NativeType || a.Type == "counter" || slices.Contains(lowered(attributeNames([]*Entity{e})), name) {
		return f, false
	}
	f = both(diag.Fix{Edits: []diag.Edit{{Span: diag.Span{Start: e.End, End: e.End}, Text: "\n  " + line}}}, diag.Fix{Edits: []diag.Edit{{Span: many.Span, Text: name}}})
	f.Title = "each " + e.Name.Text + " holds a set: " + line
	return f, true
}

// wanted is the entity that makes a row of a question, or nil. Whoever writes an
// attribute alone means the entity that has it.
func (m *Model) wanted(p *parser, q *Question) *Entity {
	if m.Entity(q.Of.Text) != nil {
		return m.Entity(q.Of.Text)
	}
	have := m.holders(&Ref{Name: q.Of}, q)
	if len(have) == 0 {
		return m.entity(p, q.Of)
	}
	var names, lines []string
	var fixes []diag.Fix
	for _, e := range have {
		line := e.Name.Text + ": " + q.Of.Text
		names, lines = append(names, e.Name.Text), append(lines, "want "+line)
		fixes = append(fixes, edit("write want "+line, q.Of.Span, line))
	}
	p.refuse(q.Of.Span, "there is no entity "+q.Of.Text+": it is an attribute of "+some(names, "and"), "The entity that makes one row of the answer comes first: its key tells the rows apart. Then come a colon and what is shown of it.",
		"write "+some(lines, "or"), fixes...)
	return nil
}

// meantBy are the entities that a question may want that names none: those of its title, else those that
// have what it knows of their rows.
func (m *Model) meantBy(q *Question) (out []*Entity) {
	for word := range strings.FieldsSeq(q.Title.Text) {
		for _, e := range m.Entities {
			if (strings.EqualFold(word, e.Name.Text) || strings.EqualFold(word, manyOf(e.Name.Text))) && !slices.Contains(out, e) {
				out = append(out, e)
			}
		}
	}
	if known := slices.Concat(q.Given, q.Ranges, q.Order); out == nil && known != nil {
		out = m.holders(known[len(known)-1], q)
	}
	return out
}

// has reports whether an entity has an attribute of some name.
func (m *Model) has(e, name string) bool {
	of := m.Entity(e)
	return of != nil && slices.ContainsFunc(of.Attributes, func(a *Attribute) bool { return strings.EqualFold(a.Name.Text, name) })
}

// holders are the entities that have an attribute, at most three: those first that have
// what the question is given, too, then those that a relationship joins with them.
func (m *Model) holders(r *Ref, q *Question) (out []*Entity) {
	has := func(e *Entity, n Name) bool {
		return slices.ContainsFunc(e.Attributes, func(a *Attribute) bool { return strings.EqualFold(a.Name.Text, n.Text) })
	}
	far := map[*Entity]int{}
	for _, e := range m.Entities {
		if r.Entity.Text != "" && e != m.Entity(r.Entity.Text) || !has(e, r.Name) {
			continue
		}
		out = append(out, e)
		for _, known := range slices.Concat(q.Given, q.Ranges, q.Order) {
			if has(e, known.Name) {
				continue
			}
			near := slices.ContainsFunc(m.Entities, func(o *Entity) bool {
				ways, _ := m.ways(e, o, "", eitherEnd)
				return has(o, known.Name) && ways != nil
			})
			if far[e]++; !near {
				far[e] += 100
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return far[out[i]] < far[out[j]] })
	return out[:min(len(out), 3)]
}

// Written are all questions of the text, those, too, that nothing can be made of yet.
func (m *Model) Written() []*Question {
	all := append(slices.Clone(m.Questions), m.unread...)
	sort.SliceStable(all, func(i, j int) bool { return all[i].Start < all[j].Start })
	return all
}

func without(all, keep []*Question) (out []*Question) {
	for _, q := range all {
		if !slices.Contains(keep, q) {
			out = append(out, q)
		}
	}
	return out
}

// fixes reports whether the question itself brings a place in: by what is given,
// ranged over or ordered, so that each of them makes a row.
func (q *Question) fixes(j *join, p *place) bool {
	for _, r := range slices.Concat(q.Given, q.Ranges, q.Order, q.Unique) {
		for at := r.at; at != nil; at = at.from {
			if at == p {
				return true
			}
		}
		// The pairs on the way to a given entity are there, and what one of them has once.
		if r.at != nil && p.from == r.at.from && len(p.path) <= len(r.at.path) && samePath(p.path, r.at.path[:len(p.path)]) {
			return true
		}
	}
	if p.from != nil && p.from.many && one(p.path) {
		return q.fixes(j, p.from)
	}
	return false
}

func samePath(a, b []link) bool {
	for i := range a {
		if a[i].rel != b[i].rel || a[i].to != b[i].to || a[i].right != b[i].right {
			return false
		}
	}
	return true
}

// resolve finds the attribute that a name means, from the point of view of a row.
func (j *join) resolve(p *parser, r *Ref, q *Question) bool {
	m := j.m
	row := q.Entity
	attribute := func(e *Entity) *Attribute {
		for _, a := range e.Attributes {
			if strings.EqualFold(a.Name.Text, r.Name.Text) {
				return a
			}
		}
		return nil
	}
	written := r.ViaSpan
	meant := func(rel *Relationship) bool { return rel.called(r.Via) }
	if verb, last, found := cutLast(r.Via); found && !slices.ContainsFunc(m.Relationships, meant) {
		if at := slices.Index(endNames[:], last); at > 0 {
			r.Via, r.At = verb, end(at)
			r.ViaSpan.End = r.ViaSpan.Start + strings.LastIndex(p.text[r.ViaSpan.Start:r.ViaSpan.End], last)
			_, r.ViaSpan.End = trim(p.text, r.ViaSpan.Start, r.ViaSpan.End)
		}
	}
	if r.At != eitherEnd && slices.ContainsFunc(m.Relationships, meant) && !slices.ContainsFunc(m.Relationships, func(rel *Relationship) bool { return meant(rel) && rel.own() }) {
		p.refuse(r.ViaSpan, r.Via+" joins different entities, so its ends have names of their own", "Left and right tell the ends of a relationship of an entity with itself.", "write via "+r.Via+" alone",
			edit("write via "+r.Via, diag.Span{Start: r.ViaSpan.End, End: written.End}, ""))
		return false
	}
	if r.Via != "" && !slices.ContainsFunc(m.Relationships, meant) {
		var have []string
		for _, rel := range m.Relationships {
			have = append(have, rel.name())
		}
		p.unknown("relationship", "", Name{r.ViaSpan, r.Via}, have, "")
		return false
	}
	var called []*Relationship
	for _, rel := range m.Relationships {
		if meant(rel) {
			called = append(called, rel)
		}
	}
	if len(called) == 1 && !strings.EqualFold(r.Via, called[0].As.Text) {
		r.Via = called[0].Verb // one place, however it is called
		if called[0].label != "" {
			r.Via = called[0].label
		}
	}
	all := slices.Clone(m.Entities)
	for _, rel := range m.Relationships {
		if rel.Pair != nil && rel.As.Text == "" {
			all = append(all, rel.Pair)
		}
	}
	var of []*Entity
	if r.Entity.Text != "" {
		for _, e := range all {
			if snake(e.Name.Text) == snake(r.Entity.Text) || e.Relation != nil && e.Relation.called(r.Entity.Text) {
				of = append(of, e)
			}
		}
		if len(of) == 0 {
			p.unknown("entity", "", r.Entity, m.entityNames(), "")
			return false
		}
		if r.Attr = attribute(of[0]); r.Attr == nil {
			p.unknown("attribute", of[0].Name.Text, r.Name, attributeNames(of[:1]), "", r.ofTime(of[0])...)
			return false
		}
	} else {
		if a := attribute(row); a != nil && r.Via == "" {
			r.Attr, of = a, []*Entity{row}
		} else {
			for _, e := range all {
				if attribute(e) != nil {
					of = append(of, e)
				}
			}
			if len(of) > 1 { // those that a row has once are nearer
				var near []*Entity
				for _, e := range of {
					if ways, _ := m.ways(row, e, r.Via, r.At); ways != nil && one(ways[0]) {
						near = append(near, e)
					}
				}
				if len(near) == 1 {
					of = near
				}
			}
		}
		switch len(of) {
		case 0:
			if e := m.Entity(r.Name.Text); e != nil {
				j.wholeKey(p, r, e, q)
				return false
			}
			near := attributeNames([]*Entity{row})
			if workload.Nearest(strings.ToLower(r.Name.Text), lowered(near)) == "" && partOf(snake(r.Name.Text), near) == "" {
				near = attributeNames(append([]*Entity{row}, all...))
			}
			p.unknown("attribute", "", r.Name, near, "", r.ofTime(row)...)
			return false
		case 1:
			r.Attr = attribute(of[0])
		default:
			var names []string
			var fixes []diag.Fix
			for _, e := range of {
				names = append(names, e.Name.Text+"."+r.Name.Text)
				if e.Relation == nil || e.Relation.As.Text != "" {
					fixes = append(fixes, replace(r.Name.Span, e.Name.Text+"."+r.Name.Text))
				}
			}
			p.refuse(r.Name.Span, "several entities have an attribute "+r.Name.Text, "", "write "+some(names, "or"), fixes...)
			return false
		}
	}
	if of[0] == row && r.Via == "" {
		r.at = j.places[0]
		return true
	}
	if r.Via == "" {
		if o := q.told(m, r, of[0]); o != nil {
			r.Via, r.At = o.Via, o.At
			return j.resolve(p, r, q)
		}
		r.Via = q.byPairs(m, row, of[0])
	}
	at, equal := j.reach(of[0], r.Via, r.At)
	if (at == nil || len(equal) > 1) && (slices.Contains(p.unread, row) || slices.Contains(p.unread, of[0])) {
		return false // the way may be by the relationship that could not be read, as is said there
	}
	if at == nil {
		why := "A row of " + row.Name.Text + " can hold what belongs to it by a relationship."
		line := "relate " + of[0].Name.Text + " has " + row.Name.Text + "  1 : n" // a row has one of it, be it given or wanted
		end := max(row.End, of[0].End)
		p.refuse(r.Span, "no relationship leads from "+row.Name.Text+" to "+of[0].Name.Text, why, "add a line: "+spaces(line),
			insert("add a relationship", end, "\n\n"+line))
		r.Attr = nil
		return false
	}
	if len(equal) > 1 {
		d := diag.Diagnostic{Severity: diag.Refused, Message: number.Of(int64(len(equal)), "way") + " of equal length lead from " + at.from.entity.Name.Text + " to " + of[0].Name.Text, Span: r.Span, Why: "The column could mean any of them."}
		for i, way := range equal {
			d.Message += [...]string{": by ", ", or by "}[min(i, 1)] + some(by(way), "and")
			if via := m.onlyBy(way, at.from.entity, of[0]); via != "" {
				d.Fixes = append(d.Fixes, r.by(via))
			}
		}
		if d.Instead = "give a relationship of each way a verb of its own, and write via and this verb"; d.Fixes != nil {
			d.Instead = "say which: " + r.Name.Text + " " + d.Fixes[0].Title
		}
		p.add(d)
		return false
	}
	r.at = at
	return true
}

// wholeKey says that an entity stands where an attribute is asked for, and offers what identifies
// one: all of it, so that what is given names one thing.
func (j *join) wholeKey(p *parser, r *Ref, e *Entity, q *Question) {
	key := j.m.keyFrom(q.Entity, e, r.Via)
	var names, refs []string
	for _, k := range key {
		names, refs = append(names, k.attr.Name.Text), append(refs, k.text)
	}
	flag := ""
	if r.Typed {
		flag = " typed" // behind the last one it is there
	}
	text := strings.Join(refs, flag+", ")
	p.refuse(r.Name.Span, r.Name.Text+" is an entity; its key is "+strings.Join(names, ", "), "A question names attributes; the whole key names one "+e.Name.Text+".", "write "+text,
		replace(diag.Span{Start: r.Name.Start, End: max(r.Name.End, r.ViaSpan.End)}, text))
}

// A keyRef is an attribute of a key, and how a question names it.
type keyRef struct {
	attr *Attribute
	text string
}

// keyFrom is how a question about rows of one entity names what identifies another one that a
// relationship leads to: the keys of owners are those of that thing, not of another one that a
// shorter way leads to.
func (m *Model) keyFrom(row, e *Entity, via string) (out []keyRef) {
	if r := e.Relation; r != nil {
		return append(m.keyFrom(row, r.From, via), m.keyFrom(row, r.To, via)...)
	}
	for _, owner := range e.Owners {
		for _, l := range m.links(e) {
			if l.to != owner || l.many {
				continue
			}
			by := via
			ways, _ := m.ways(row, owner, via, eitherEnd)
			if row != e && (len(ways) != 1 || !slices.ContainsFunc(ways[0], func(on link) bool { return on.rel == l.rel })) {
				by = l.rel.name()
			}
			out = append(out, m.keyFrom(row, owner, by)...)
			break
		}
	}
	for _, a := range e.ownKey() {
		text := a.Name.Text
		if slices.ContainsFunc(m.Entities, func(o *Entity) bool {
			return o != e && slices.ContainsFunc(o.Attributes, func(b *Attribute) bool { return strings.EqualFold(a.Name.Text, b.Name.Text) })
		}) {
			text = e.Name.Text + "." + text
		}
		if via != "" {
			text += " via " + via
		}
		if !slices.ContainsFunc(out, func(k keyRef) bool { return k.attr == a }) {
			out = append(out, keyRef{a, text})
		}
	}
	return out
}

// cutLast divides words before the last one.
func cutLast(words string) (before, last string, found bool) {
	i := strings.LastIndexByte(words, ' ')
	if i < 0 {
		return words, "", false
	}
	return words[:i], words[i+1:], true
}

// told is a value of an entity, other than one, for which the question says by which relationship
// it is reached; nil where none does, or two say different ones. What has a name of its own by
// as is another one.
func (q *Question) told(m *Model, r *Ref, e *Entity) (told *Ref) {
	for _, o := range slices.Concat(q.Given, q.Ranges, q.Order, q.Want) {
		of := o.Entity.Text != "" && m.Entity(o.Entity.Text) == e || o.Entity.Text == "" && slices.ContainsFunc(e.Attributes, func(a *Attribute) bool { return strings.EqualFold(a.Name.Text, o.Name.Text) })
		if o == r || o.Via == "" || o.As.Text != "" || r.As.Text != "" || !of || !slices.ContainsFunc(m.Relationships, func(rel *Relationship) bool { return rel.called(o.Via) }) {
			continue
		}
		if told != nil && (told.At != o.At || !strings.EqualFold(told.Via, o.Via)) {
			return nil
		}
		told = o
	}
	return told
}

// byPairs is a relationship of which a question names an attribute, as in since of a
// membership: by that one an entity is meant where another way leads to it that is no shorter.
func (q *Question) byPairs(m *Model, row, e *Entity) string {
	for _, rel := range m.Relationships {
		if rel.Pair == nil || rel.own() || e == rel.Pair || row == rel.Pair {
			continue
		}
		for _, r := range slices.Concat(q.Given, q.Ranges, q.Order, q.Want) {
			if r.Via == "" && slices.ContainsFunc(rel.Pair.Attributes, func(a *Attribute) bool {
				return strings.EqualFold(a.Name.Text, r.Name.Text) && (rel.called(r.Entity.Text) || r.Entity.Text == "" && !slices.ContainsFunc(row.Attributes, func(o *Attribute) bool { return strings.EqualFold(o.Name.Text, a.Name.Text) }))
			}) {
				ways, _ := m.ways(row, e, "", eitherEnd)
				other := slices.ContainsFunc(ways, func(way []link) bool { return !slices.ContainsFunc(way, func(l link) bool { return l.rel == rel }) })
				if over, _ := m.ways(row, e, rel.name(), eitherEnd); other && len(over) == 1 && direct(over[0], row) && len(by(over[0])) <= len(by(ways[0])) {
					return rel.name()
				}
			}
		}
	}
	return ""
}

func attributeNames(entities []*Entity) (out []string) {
	for _, e := range entities {
		for _, a := range e.Attributes {
			if !slices.Contains(out, a.Name.Text) {
				out = append(out, a.Name.Text)
			}
		}
	}
	return out
}

// severalOf names several of an entity, or of the pairs of a relationship.
func severalOf(e *Entity) string {
	if e.Relation != nil && e.Relation.As.Text == "" {
		return e.Name.Text
	}
	return manyOf(e.Name.Text)
}

// ofTime is what adds the attribute that a range of a length of time needs to an entity; nothing
// for other references.
func (r *Ref) ofTime(e *Entity) []diag.Fix {
	if !r.Slice.Unsaid {
		return nil
	}
	line := r.Name.Text + " date"
	if r.Slice.Typ < 1 || strings.HasSuffix(snake(r.Name.Text), "_at") {
		line = r.Name.Text + " timestamp"
	}
	return []diag.Fix{insert("write below "+e.Name.Text+": "+line, e.End, "\n  "+line)}
}
