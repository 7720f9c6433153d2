package model

import (
	"math"
	"slices"
	"sort"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
)

// Role is the part that a column plays in its table.
type Role uint8

// The roles, in the order of a table's columns.
const (
	Partition Role = iota
	Clustering
	Static
	Regular
)

var roleMarks = [...]string{"K", "C", "S", ""}

// Mark is the role as diagrams write it: K, C, S or nothing.
func (r Role) Mark() string { return roleMarks[r] }

// Rule says why a column stands where it does.
type Rule uint8

// The rules, in the order in which they are applied.
const (
	RuleGiven    Rule = iota // known exactly: names the partition
	RuleOptional             // known sometimes: first in the order of the partition
	RuleOrder                // the answer is sorted by it
	RuleRange                // known from … to …
	RuleIdentity             // tells rows apart
	RuleWanted               // the screen shows it
	RuleStatic               // the same for the whole partition
	RuleBucket               // ends a partition that would grow too large
	RuleSpread               // spreads what is written at one time
	RuleSearched             // known exactly, but it changes: no key
	RuleChosen               // the author's choice
)

var rules = [...]struct{ name, text string }{
	RuleGiven:    {"given", "What the question knows exactly names the partition: the server hashes it and goes straight to the replicas that have it."},
	RuleOptional: {"given or not", "A value that is known only sometimes comes first in the order of the partition: with it the question reads a slice, without it the whole."},
	RuleOrder:    {"order", "The rows of a partition lie sorted by the clustering columns, and come back in that order or in the reverse one."},
	RuleRange:    {"range", "A range is a slice of neighboring rows, so its column is a clustering column; in the partition key it would be hashed, and order is lost."},
	RuleIdentity: {"identity", "Two rows with equal keys are one row, so what tells rows apart ends the key."},
	RuleWanted:   {"wanted", "The answer needs it. In another table it would cost a second read."},
	RuleStatic:   {"static", "It is the same for every row of the partition, so the partition stores it once."},
	RuleBucket:   {"bucket", "A part of the time in the partition key limits each partition; the question computes the bucket from the time that it knows."},
	RuleSpread:   {"spread", "A hash modulo a number in the partition key spreads the rows over several partitions, and a question reads all of them."},
	RuleSearched: {"searched", "It is known, but it changes or has two values: as a part of the key each change would be a delete and an insert, and a few values make a few huge partitions."},
	RuleChosen:   {"chosen", "The block of this table says so."},
}

// String names the rule in a word or two.
func (r Rule) String() string { return rules[r].name }

// Text is the rule as a sentence, for a learner.
func (r Rule) Text() string { return rules[r].text }

// A Column is a column of a table in the making.
type Column struct {
	Name   string
	Type   string // of CQL
	Role   Role
	Desc   bool // a clustering column in descending order
	Rule   Rule
	Why    string // the rule, applied to this column
	Attr   *Attribute
	Bucket *Bucket
	Spread *Spread
	Index  bool // searched by a storage-attached index
	at     *place
}

// Mark is what a diagram writes behind the column: K, C↑, C↓, S, or nothing.
func (c *Column) Mark() string {
	if c.Role == Clustering {
		if c.Desc {
			return "C↓"
		}
		return "C↑"
	}
	return c.Role.Mark()
}

// A Table is a table of the logical model, and with its types of the physical one.
type Table struct {
	Name      string
	Keyspace  string
	Entity    *Entity // of which one row is made
	Questions []*Question
	Choice    *Choice // what the author decided, or nil
	Columns   []*Column
	TTL       int64 // seconds; 0: none
	Accesses  []*Access
	Size      Size
	Options   []*Alternative

	join     *join
	identity []col      // what must be in the key
	left     [2]*Column // the bucket and the spread of a block whose key is written without them
	horizon  float64
	several  bool                     // a time alone tells apart what several owners have in a partition, as a check says
	by       map[*Attribute][]*Column // the columns, where they are many; nil until somebody asks
}

func (t *Table) of(role Role) (out []*Column) {
	for _, c := range t.Columns {
		if c.Role == role {
			out = append(out, c)
		}
	}
	return out
}

// PartitionKey, ClusteringKey are the columns of the key.
func (t *Table) PartitionKey() []*Column  { return t.of(Partition) }
func (t *Table) ClusteringKey() []*Column { return t.of(Clustering) }

// Column returns a column by its name, or nil.
func (t *Table) Column(name string) *Column {
	for _, c := range t.Columns {
		if c.Name == name {
			return c
		}
	}
	return nil
}

func (t *Table) column(c col) *Column {
	columns := t.Columns
	if len(columns) >= manyColumns {
		if t.by == nil {
			t.by = make(map[*Attribute][]*Column, len(columns))
			for _, have := range columns {
				t.by[have.Attr] = append(t.by[have.Attr], have)
			}
		}
		columns = t.by[c.attr]
	}
	for _, have := range columns {
		if have.Attr == c.attr && same(have.at, c.at) {
			return have
		}
	}
	return nil
}

// manyColumns is from how many columns on one is looked up.
const manyColumns = 32

// add adds a column.
func (t *Table) add(c *Column) {
	if t.Columns = append(t.Columns, c); t.by != nil {
		t.by[c.Attr] = append(t.by[c.Attr], c)
	}
}

// remove takes columns away.
func (t *Table) remove(gone func(*Column) bool) {
	t.Columns, t.by = slices.DeleteFunc(t.Columns, gone), nil
}

// same reports whether two places are one, though they may belong to the joins of
// two questions.
func same(a, b *place) bool {
	return a == b || a != nil && b != nil && a.entity == b.entity && a.via == b.via && a.end() == b.end()
}

// String is the name with its keyspace.
func (t *Table) String() string { return t.Keyspace + "." + t.Name }

// decision is what is decided about one table: by its block, or tried as an
// alternative.
type decision struct {
	name           string
	partition      []string // names of columns; nil: by the rules
	cluster        []string
	desc           map[string]bool
	bucket         *Bucket
	noBucket       bool
	spread         *Spread
	noSpread       bool
	static, plain  []string
	index, without []string
	keyspace       string
	ttl            int64
	chosen         bool // a person said so
}

// maker makes tables.
type maker struct {
	d *Design
	m *Model
}

// tableUnits is the work of deriving a table, or of asking one a question, in units of a meter.
const tableUnits = 300

// table maps questions that share a table. The first one leads: its rows are the
// table's rows.
func (k *maker) table(qs []*Question, c *Choice, dec decision) *Table {
	k.m.Work.Must(tableUnits)
	q := qs[0]
	t := &Table{Entity: q.Entity, Questions: qs, Choice: c, join: q.join, TTL: dec.ttl, horizon: k.m.horizon()}
	t.identity = q.rowIdentity()
	if days := t.lasts(); t.TTL == 0 && !math.IsInf(days, 1) {
		t.TTL = int64(days * 86400)
	}
	for i, q := range qs {
		k.m.Work.Must(len(q.Want))
		k.key(t, q, i > 0)
	}
	for _, r := range t.identity {
		k.put(t, r, Name{}, Clustering, RuleIdentity, k.whyIdentity(t, r))
	}
	own := func(named bool) { // what the key decides without holding it
		for _, r := range q.join.identity(q.join.places[0]) {
			if len(q.Unique) == 0 && len(q.Given) > 0 && !slices.Contains(t.identity, r) && named == t.named(r.at, inPartition) {
				k.put(t, r, Name{}, Regular, RuleWanted, "which "+spaced(t.Entity.Name.Text)+" it is; the key decides it")
			}
		}
	}
	own(false)
	for _, q := range qs {
		for _, r := range q.Want {
			k.put(t, col{r.Attr, r.at}, r.As, Regular, RuleWanted, "shown by "+q.ID.Text)
		}
	}
	if !t.counter() { // beside which nothing is
		own(true) // of what a unique value finds, all else is found by its own key
	}
	k.names(t)
	if t.Name = dec.name; t.Name == "" {
		t.Name = k.tableName(t)
	}
	t.Keyspace = q.Entity.keyspaceName()
	if q.Entity.Relation != nil && q.Entity.keyspace == nil {
		t.Keyspace = q.Entity.Relation.From.keyspaceName()
	}
	if dec.keyspace != "" {
		t.Keyspace = dec.keyspace
	}
	k.decide(t, dec)
	k.shape(t, dec)
	k.statics(t, dec)
	t.sort()
	return t
}

func (e *Entity) keyspaceName() string {
	if e.keyspace == nil {
		return "app"
	}
	return e.keyspace.Name.Text
}

// sort puts the columns in the order of a table: key, statics, the rest.
func (t *Table) sort() {
	sort.SliceStable(t.Columns, func(i, j int) bool { return t.Columns[i].Role < t.Columns[j].Role })
}

// put adds a column where the table has not got it yet. A column that is there keeps
// its role, unless the new one is a stronger one.
func (k *maker) put(t *Table, c col, as Name, role Role, rule Rule, why string) *Column {
	if have := t.column(c); have != nil {
		if as.Text != "" && have.Name == k.m.columnName(c.attr, t.Entity) {
			have.Name = snake(as.Text)
		}
		return have
	}
	if way := c.at.way(); len(way) > 1 {
		why += ", by way of " + some(way, "and")
	}
	n := &Column{Name: k.m.columnName(c.attr, t.Entity), Type: c.attr.Type, Role: role, Rule: rule, Why: why, Attr: c.attr, at: c.at}
	if as.Text != "" {
		n.Name = snake(as.Text)
	}
	if role == Partition || role == Clustering {
		n.Type = keyType(n.Type)
	}
	t.add(n)
	return n
}

// keyType is a type as a key must have it: frozen where it is a user's own.
func keyType(text string) string {
	if e, ok := parseType(text); ok && (e.Kind == cql.UserType || e.Kind == cql.ListType || e.Kind == cql.SetType || e.Kind == cql.MapType) {
		return "frozen<" + text + ">"
	}
	return text
}

// key maps what a question knows, and in which order it wants the rows.
func (k *maker) key(t *Table, q *Question, further bool) {
	id := q.ID.Text
	for _, r := range q.Given {
		c := col{r.Attr, r.at}
		switch {
		case r.Optional:
		case k.unfit(r.Attr) != "" && !further:
			if n := k.put(t, c, r.As, Regular, RuleSearched, id+" knows it, but "+k.unfit(r.Attr)); n.Rule == RuleSearched {
				n.Index = true
			}
		default:
			role, rule := Partition, RuleGiven
			if further {
				role, rule = Clustering, RuleOptional
			}
			k.put(t, c, r.As, role, rule, id+" knows it exactly")
		}
	}
	for _, r := range q.Given {
		if r.Optional {
			k.put(t, col{r.Attr, r.at}, r.As, Clustering, RuleOptional, id+" may know it")
		}
	}
	// A range comes first among those that sort, or it could not be a slice. Where the
	// answer is to be sorted by something else, the client sorts.
	order := slices.Clone(q.Order)
	if len(q.Ranges) > 0 && len(order) > 0 && (order[0].Attr != q.Ranges[0].Attr || !same(order[0].at, q.Ranges[0].at)) {
		for _, o := range order {
			k.put(t, col{o.Attr, o.at}, o.As, Regular, RuleWanted, id+" sorts by it, in the client: a range of "+snake(q.Ranges[0].Name.Text)+" comes back in another order")
		}
		order = nil
	}
	if len(q.Ranges) > 0 {
		r := q.Ranges[0]
		if len(order) == 0 {
			k.put(t, col{r.Attr, r.at}, r.As, Clustering, RuleRange, id+" reads from … to …")
		}
	}
	for _, o := range order {
		rule, why := RuleOrder, id+" sorts by it"
		for _, r := range q.Ranges {
			if r.Attr == o.Attr && same(r.at, o.at) {
				rule, why = RuleRange, id+" reads from … to …, sorted by it"
			}
		}
		before := len(t.Columns)
		n := k.put(t, col{o.Attr, o.at}, o.As, Clustering, rule, why)
		if len(t.Columns) > before {
			n.Desc = o.Desc
			if o.Desc {
				n.Why += ", from the largest down"
			}
		}
	}
	for _, r := range q.Ranges[min(1, len(q.Ranges)):] {
		c := col{r.Attr, r.at}
		if !rangeIndexed(r.Attr.Type) {
			k.put(t, c, r.As, Regular, RuleWanted, id+" reads from … to …, in the client: only one range is a slice of neighboring rows, and an index of "+r.Attr.Type+" finds no ranges")
		} else if n := k.put(t, c, r.As, Regular, RuleSearched, id+" reads from … to …, but only one range is a slice of neighboring rows"); n.Rule == RuleSearched {
			n.Index = true
		}
	}
}

// rangeIndexed reports whether an index on a column of a type answers a range.
func rangeIndexed(text string) bool {
	e, ok := parseType(text)
	return ok && e.Kind == cql.NativeType && schema.SAIWouldAnswer(cqltype.Native(e.Name), cql.Ge)
}

// unfit says why a given attribute should not be in a partition key; "" where it may.
func (k *maker) unfit(a *Attribute) string {
	switch {
	case a.Type == "boolean":
		return "it has two values"
	case a.Mutable && !a.Key && !a.Unique:
		return "it changes"
	}
	return ""
}

// rowIdentity is what tells the rows of a question's table apart: the identity of the
// row's entity, and of everything else that the question names and of which one row's
// entity has several. What the rest decides is not needed: two keys with it are equal
// where they are equal without it. What is only passed on the way tells no rows apart.
func (q *Question) rowIdentity() (out []col) {
	if len(q.Unique) > 0 {
		for _, r := range q.Unique {
			out = append(out, col{r.Attr, r.at})
		}
		return out
	}
	j := q.join
	stops := j.stops()
	refs := slices.Concat(q.Given, q.Ranges, q.Order, q.Want)
	var need []*place
	for i, p := range j.places {
		if i == 0 || p.many && slices.ContainsFunc(refs, func(r *Ref) bool { return r.at == p }) {
			need = append(need, p)
		}
	}
	// Rows that are sorted by something of an entity lie together by that entity.
	sorted := func(p *place) int {
		if slices.ContainsFunc(slices.Concat(q.Ranges, q.Order), func(r *Ref) bool { return r.at == p }) {
			return 0
		}
		return 1
	}
	knows := once(stops, q.knows)
	for i := len(need) - 1; i >= 0; i-- {
		j.m.Work.Must(stopUnits * len(stops))
		rest := append(slices.Clone(need[:i]), need[i+1:]...)
		known := follow(stops, func(s *stop) bool {
			return knows(s) || slices.ContainsFunc(rest, func(p *place) bool { return slices.Contains(s.places, p) })
		})
		if known.has(stopOf(stops, need[i])) {
			need = rest
		}
	}
	sort.SliceStable(need, func(i, j int) bool { return sorted(need[i]) < sorted(need[j]) })
	known := follow(stops, knows)
	for _, p := range need {
		for _, c := range j.identity(p) {
			if s := stopOf(stops, c.at); !q.gives(c) && known.has(s) && s != stopOf(stops, p) { // by what is unique
				continue
			}
			for _, r := range refs {
				if r.Attr == c.attr && stopOf(stops, r.at) == stopOf(stops, c.at) {
					c.at = r.at // by another name the same
				}
			}
			out = merge(out, []col{c})
		}
	}
	return out
}

// gives reports whether a question is always given an attribute at a place.
func (q *Question) gives(c col) bool {
	return slices.ContainsFunc(q.Given, func(r *Ref) bool { return !r.Optional && r.Attr == c.attr && same(r.at, c.at) })
}

// knows reports whether what a question is given names the instance at a stop.
func (q *Question) knows(s *stop) bool {
	return slices.ContainsFunc(s.places, func(p *place) bool {
		id := q.join.identity(p)
		return len(id) > 0 && !slices.ContainsFunc(id, func(c col) bool { return !q.gives(c) }) ||
			slices.ContainsFunc(q.Given, func(r *Ref) bool { return !r.Optional && r.Attr.Unique && same(r.at, p) })
	})
}

// sorts takes out of the order what is the same in all rows of an answer, because what is
// given decides it: it sorts nothing, and would be a column of the key for nothing.
func (q *Question) sorts() {
	if len(q.Order) == 0 || len(q.Given) == 0 {
		return
	}
	stops := q.join.stops()
	known := follow(stops, q.knows)
	var order []*Ref
	for _, r := range q.Order {
		ranged := slices.ContainsFunc(q.Ranges, func(o *Ref) bool { return o.Attr == r.Attr && same(o.at, r.at) })
		if !ranged && (q.gives(col{r.Attr, r.at}) || known.has(stopOf(stops, r.at))) {
			q.Same = append(q.Same, r)
		} else {
			order = append(order, r)
		}
	}
	q.Order = order
}

func (k *maker) whyIdentity(t *Table, c col) string {
	if len(t.Questions) > 0 && len(t.Questions[0].Unique) > 0 {
		return "with what is known it tells one row from another"
	}
	e := c.attr.Of
	if c.at != nil && c.at.from == nil || e == nil || e == t.Entity {
		return "tells one " + spaced(t.Entity.Name.Text) + " from another" + t.dropped()
	}
	return "identifies the " + spaced(e.Name.Text) + " of a row"
}

// dropped says what a question shows only where it has a row: it lists the hives of an apiary by
// their queens. Who asks for one thing by its key sees that it has none.
func (t *Table) dropped() (said string) {
	q := t.Questions[0]
	for i, r := range q.Want {
		if r.at == nil || r.at.from == nil || r.at.many || r.at.entity.Relation != nil || slices.ContainsFunc(q.Want[:i], func(o *Ref) bool { return o.at == r.at }) {
			continue
		}
		if !slices.ContainsFunc(r.at.links(), func(l link) bool { return l.back().none() }) {
			continue
		}
		stops := q.join.stops()
		listed := !follow(stops, q.knows).has(stopOf(stops, r.at)) && slices.ContainsFunc(q.Given, func(g *Ref) bool { // by what it belongs to
			s := stopOf(stops, g.at)
			for s != nil && !slices.Contains(s.places, r.at) {
				s = s.up
			}
			return s != nil
		})
		if listed {
			said += "; " + withoutRow(r.at.entity, t.Entity)
		}
	}
	return said
}

// names gives every column a name of its own.
func (k *maker) names(t *Table) {
	count := map[string]int{}
	for _, c := range t.Columns {
		count[c.Name]++
	}
	used := map[string]bool{}
	for _, c := range t.Columns {
		if count[c.Name] > 1 && c.at != nil {
			switch prefix := ""; {
			case c.at.via != "":
				prefix = snake(strings.ReplaceAll(c.at.via, " ", "_"))
				c.Name = prefix + "_" + c.Name
			case c.Attr.Of != nil && c.Attr.Of != t.Entity && c.Attr.Of.Relation == nil:
				prefix = snake(c.Attr.Of.Name.Text)
				if !strings.HasPrefix(c.Name, prefix+"_") {
					c.Name = prefix + "_" + c.Name
				}
			}
		}
		base := c.Name
		for n := 2; used[c.Name]; n++ {
			c.Name = base + "_" + string(rune('0'+n%10))
			if n > 9 {
				c.Name = base + "_" + strings.Repeat("x", n-8)
			}
		}
		used[c.Name] = true
	}
}

// meant is the column that an author names, by its name or by that of its attribute alone where
// no other has it; nil where there is none.
func (t *Table) meant(name string) (c *Column) {
	if c = t.Column(name); c != nil {
		return c
	}
	for _, x := range t.Columns {
		if x.Attr == nil || snake(x.Attr.Name.Text) != name {
			continue
		}
		if c != nil {
			return nil
		}
		c = x
	}
	return c
}

// decide applies what the author said about the key.
func (k *maker) decide(t *Table, dec decision) {
	for _, list := range [...][]string{dec.partition, dec.cluster, dec.static, dec.plain, dec.index, dec.without} {
		for i, name := range list {
			if c := t.meant(name); c != nil && c.Name != name {
				if list[i] = c.Name; dec.desc[name] {
					dec.desc[c.Name] = true
				}
			}
		}
	}
	for _, name := range dec.without {
		if c := t.Column(name); c != nil && (c.Role == Regular || c.Role == Static) {
			t.remove(func(x *Column) bool { return x == c })
		}
	}
	for _, name := range dec.index {
		if c := t.Column(name); c != nil {
			c.Index = true
		}
	}
	if dec.bucket != nil {
		k.addBucket(t, dec.bucket, true)
	}
	if dec.spread != nil {
		k.addSpread(t, dec.spread, true)
	}
	if dec.partition == nil {
		return
	}
	role := map[string]Role{}
	place := map[string]int{}
	for i, n := range dec.partition {
		role[n], place[n] = Partition, i
	}
	for i, n := range dec.cluster {
		role[n], place[n] = Clustering, i
	}
	rank := func(c *Column) int {
		if _, ok := role[c.Name]; ok {
			return place[c.Name]
		}
		return 1000
	}
	for _, c := range t.Columns {
		r, ok := role[c.Name]
		if !ok {
			switch {
			case c.Bucket != nil:
				t.left[0] = c
			case c.Spread != nil:
				t.left[1] = c
			case c.Role == Partition || c.Role == Clustering:
				c.Role, c.Rule, c.Why, c.Desc = Regular, RuleChosen, "you left it out of the key", false
				if c.Attr != nil {
					c.Type = c.Attr.Type
				}
			}
			continue
		}
		desc := dec.desc[c.Name]
		if c.Role != r || c.Desc != desc && r == Clustering {
			if dec.chosen {
				c.Rule, c.Why = RuleChosen, "you put it here"
			}
			c.Role, c.Desc = r, desc && r == Clustering
			if c.Attr != nil {
				c.Type = keyType(c.Attr.Type)
			}
		}
		c.Index = c.Index && r > Clustering
	}
	t.remove(func(c *Column) bool { return c == t.left[0] || c == t.left[1] })
	t.sort()
	sort.SliceStable(t.Columns, func(i, j int) bool {
		a, b := t.Columns[i], t.Columns[j]
		if a.Role != b.Role || a.Role > Clustering {
			return a.Role < b.Role
		}
		return rank(a) < rank(b)
	})
}

// statics marks columns that the partition key alone decides.
func (k *maker) statics(t *Table, dec decision) {
	rows := len(t.ClusteringKey()) > 0
	known := map[*place]bool{}
	fixed := func(c *Column) bool { // the same for all columns of a place
		is, ok := known[c.at]
		if !ok {
			is = k.fixedBy(t, c)
			known[c.at] = is
		}
		return is
	}
	counter := slices.ContainsFunc(t.Columns, func(c *Column) bool { return c.Type == "counter" })
	for _, c := range t.Columns {
		if c.Role != Regular && c.Role != Static || c.Attr == nil {
			continue
		}
		switch {
		case !rows:
			c.Role = Regular
		case slices.Contains(dec.static, c.Name):
			c.Role = Static
			if !fixed(c) {
				c.Rule, c.Why = RuleChosen, "you made it static"
			} else {
				c.Rule, c.Why = RuleStatic, k.whyStatic(t, c)
			}
		case slices.Contains(dec.plain, c.Name):
			c.Role, c.Rule, c.Why = Regular, RuleChosen, "you keep it in every row"
		case fixed(c) && !counter && c.Type != "counter" && !c.Index:
			c.Role, c.Rule, c.Why = Static, RuleStatic, k.whyStatic(t, c)
		}
	}
}

func (k *maker) whyStatic(t *Table, c *Column) string {
	var names []string
	for _, c := range t.PartitionKey() {
		names = append(names, c.Name)
	}
	return "one " + some(names, "and") + " has one " + c.Name
}

// fixedBy reports whether the partition key alone decides a column's value.
func (k *maker) fixedBy(t *Table, c *Column) bool {
	return c.at != nil && t.determined(c.at)
}

// determined reports whether the partition key names one instance at a place.
func (t *Table) determined(p *place) bool {
	return t.named(p, func(c *Column) bool { return c.Role == Partition })
}

// bucketTypes are the usual types of buckets: a month is yyyymm, so that years do not mix.
var bucketTypes = map[string]string{"hour": "timestamp", "day": "date", "week": "date", "month": "int", "year": "int"}

// bucketDays is how long a bucket is.
var bucketDays = map[string]float64{"hour": 1.0 / 24, "day": 1, "week": 7, "month": 365.0 / 12, "year": 365}

func (k *maker) addBucket(t *Table, b *Bucket, chosen bool) {
	name := b.Unit
	if b.As.Text != "" {
		name = snake(b.As.Text)
	} else if t.Column(name) != nil {
		name = snake(b.Of.Name.Text) + "_" + name
	}
	if t.Column(name) != nil {
		name += "_bucket"
	}
	typ := b.Type
	if typ == "" {
		typ = bucketTypes[b.Unit]
	}
	c := &Column{Name: name, Type: typ, Role: Partition, Rule: RuleBucket, Bucket: b, Why: "the " + b.Unit + " of " + snake(b.Of.Name.Text) + ends(b.Unit)}
	if chosen && b.Span.End > 0 {
		c.Why = "you cut the partition: " + c.Why
	}
	t.add(c)
	t.sort()
}

// article is a unit with its article.
func article(unit string) string {
	if unit == "hour" {
		return "an hour"
	}
	return "a " + unit
}

func ends(unit string) string {
	switch unit {
	case "month":
		return " as yyyymm; a new partition each month"
	case "year":
		return "; a new partition each year"
	case "week":
		return ", by its Monday; a new partition each week"
	case "hour":
		return ", cut to the hour; a new partition each hour"
	}
	return "; a new partition each day"
}

func (k *maker) addSpread(t *Table, s *Spread, chosen bool) {
	name := "shard"
	if s.As.Text != "" {
		name = snake(s.As.Text)
	}
	for t.Column(name) != nil {
		name += "_no"
	}
	c := &Column{Name: name, Type: "int", Role: Partition, Rule: RuleSpread, Spread: s, Why: s.why()}
	if chosen && s.Span.End > 0 {
		c.Why = "you spread the rows: " + c.Why
	}
	t.add(c)
	t.sort()
}

// why says what a spread does.
func (s *Spread) why() string {
	if s.Parts == 1 {
		return "always 0: one partition takes all, and more than one would be the same table"
	}
	return "a hash of the row's identity modulo " + number.Count(s.Parts) + ", so that no partition takes everything"
}

// tableName is the plural of the row's entity, then "by" what it is looked up by.
func (k *maker) tableName(t *Table) string {
	q := t.Questions[0]
	base := t.Entity.Plural
	if counts, others := t.counted(); len(counts) > 0 && len(others) == 0 { // apiary_views holds no apiaries
		base = snake(strings.ReplaceAll(t.Entity.Name.Text, " ", "_")) + "_"
		if of := counts[0].Name; len(counts) == 1 {
			base += strings.TrimPrefix(of, base)
		} else {
			base += "counts"
		}
	} else if t.Entity.Relation != nil && t.Entity.Relation.As.Text == "" {
		base = snake(strings.ReplaceAll(t.Entity.Name.Text, " ", "_"))
	}
	own := t.join.identity(t.join.places[0])
	var parts []string
	done := map[*Column]bool{}
	add := func(refs []*Ref) {
		for _, r := range refs {
			c := t.column(col{r.Attr, r.at})
			if c == nil || done[c] {
				continue
			}
			if e := k.wholeKey(t, c, done); e != nil {
				parts = append(parts, snake(e.Name.Text))
				continue
			}
			done[c] = true
			parts = append(parts, c.Name)
		}
	}
	whole := len(own) > 0
	for _, c := range own {
		if !slices.ContainsFunc(q.Given, func(r *Ref) bool { return r.Attr == c.attr && same(r.at, c.at) }) {
			whole = false
		}
	}
	switch {
	case whole:
	case len(q.Given) == 0:
		if len(q.Order) > 0 && q.Order[0].Desc {
			return "latest_" + base
		}
		return "all_" + base
	default:
		add(q.Given)
		add(q.Ranges)
	}
	for {
		name := base
		if len(parts) > 0 {
			name += "_by_" + strings.Join(parts, "_")
		}
		if len(name) <= maxName || len(parts) == 0 {
			return cut(name, q)
		}
		parts = parts[:len(parts)-1]
	}
}

// cut sees to it that a name is short enough, and says the question instead of half
// a word.
func cut(name string, q *Question) string {
	if len(name) <= maxName {
		return name
	}
	tail := "_" + snake(q.ID.Text)
	if len(tail) > 20 {
		tail = ""
	}
	name = name[:maxName-len(tail)]
	if i := strings.LastIndexByte(name, '_'); i > 8 {
		name = name[:i]
	}
	return name + tail
}

// wholeKey returns the entity of which a column is a part of the key, where all of
// that key is given: a hotel and a number are a room. Its columns are done then.
func (k *maker) wholeKey(t *Table, c *Column, done map[*Column]bool) *Entity {
	var best []*Column
	var entity *Entity
	for _, p := range t.join.places[1:] {
		if p.entity.Relation != nil || slices.ContainsFunc(t.Questions[0].Given, func(g *Ref) bool { return g.at != nil && g.at.entity == p.entity && !same(g.at, p) }) {
			continue // two players are told apart by their columns
		}
		var cols []*Column
		for _, id := range t.join.identity(p) {
			if have := t.column(id); have != nil && slices.ContainsFunc(t.Questions[0].Given, func(g *Ref) bool { return g.Attr == id.attr && same(g.at, id.at) && g.As.Text == "" }) {
				cols = append(cols, have)
			} else {
				cols = nil
				break
			}
		}
		if slices.Contains(cols, c) && len(cols) > len(best) {
			best, entity = cols, p.entity
		}
	}
	for _, c := range best {
		done[c] = true
	}
	return entity
}
