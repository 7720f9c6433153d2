package dml

// This file turns the relations of a WHERE clause into restrictions: one per
// column or group of columns, merged in the order of writing, as the server does
// before it asks whether the whole can be answered (restrict.go).
// Source: SingleColumnRelation, MultiColumnRelation, TokenRelation and the
// restriction classes of Cassandra 5.0.

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
)

// restrictionKind is what a restriction asks of its columns.
type restrictionKind uint8

const (
	equals restrictionKind = iota
	oneOf                  // IN
	ranges
	contains // CONTAINS, CONTAINS KEY and map entries, in any number
	like
	annOf // ANN OF
	notNull
)

// A restriction is what the relations on one column, or on several columns
// compared as a tuple, ask for together.
type restriction struct {
	kind  restrictionKind
	multi bool // (a, b) op …, even with one column between the parentheses
	token bool // token(a, b) op …
	cols  []*schema.Column
	rels  []*cql.Relation // where it was written

	value operand   // equals, like, annOf
	list  []operand // oneOf
	open  bool      // oneOf: a marker stands for the list, which has one value then
	unset bool      // equals: no value at all, of JSON … DEFAULT UNSET

	start, end *boundTerm // ranges

	*contained // contains

	// Room for what most restrictions hold one of.
	oneColumn   [1]*schema.Column
	oneRelation [1]*cql.Relation
	oneTerm     [1]*term
}

// contained is what a collection shall contain: values, keys, entries.
type contained struct{ values, keys, entryKeys, entryValues []*term }

// newRestriction returns a restriction on one column.
func newRestriction(c *schema.Column, r *cql.Relation) *restriction {
	out := &restriction{oneColumn: [1]*schema.Column{c}, oneRelation: [1]*cql.Relation{r}}
	out.cols, out.rels = out.oneColumn[:], out.oneRelation[:]
	return out
}

// An operand is a value for each column of a restriction.
type operand []*term

type boundTerm struct {
	operand   operand
	inclusive bool
}

func (r *restriction) first() *schema.Column { return r.cols[0] }
func (r *restriction) last() *schema.Column  { return r.cols[len(r.cols)-1] }

// place is where the restriction was written first.
func (r *restriction) place() diag.Span {
	if len(r.rels) == 0 {
		return diag.Span{}
	}
	return r.rels[0].Span
}

// relation is the first relation that asks for it.
func (r *restriction) relation() *cql.Relation { return r.rels[0] }

// ---- relations

// relationText prints a relation as the server does in its messages.
func relationText(r *cql.Relation) string {
	var b strings.Builder
	names := func() {
		b.WriteByte('(')
		for i, c := range r.Columns {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(cql.QuoteName(c.Text))
		}
		b.WriteByte(')')
	}
	switch r.Kind {
	case cql.ManyColumns:
		names()
	case cql.TokenOf:
		b.WriteString("token")
		names()
	default:
		b.WriteString(cql.QuoteName(r.Columns[0].Text))
		if r.Key != nil {
			b.WriteByte('[')
			b.WriteString(cql.ExprText(r.Key))
			b.WriteByte(']')
		}
	}
	b.WriteByte(' ')
	b.WriteString(r.Op.String())
	b.WriteByte(' ')
	switch {
	case r.Op == cql.IsNotNull:
		b.WriteString("NULL")
	case r.Op == cql.In && r.InList:
		b.WriteByte('(')
		for i, v := range r.Values {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(cql.ExprText(v))
		}
		b.WriteByte(')')
	case r.Value != nil:
		b.WriteString(cql.ExprText(r.Value))
	}
	return b.String()
}

// restriction makes the restriction of one relation: it looks the columns up,
// checks the operator against their types and prepares the values.
func (p *preparer) restriction(r *cql.Relation) (*restriction, *diag.Diagnostic) {
	if r.Op == cql.Ne {
		return nil, rule.W15.Invalid(r.OpSpan, `Unsupported "!=" relation: %`, relationText(r)).On(r)
	}
	switch r.Kind {
	case cql.ManyColumns:
		return p.multiRestriction(r)
	case cql.TokenOf:
		return p.tokenRestriction(r)
	}
	c, err := p.column(r.Columns[0])
	if err != nil {
		return nil, err
	}
	out := newRestriction(c, r)
	if r.Op == cql.In && len(r.Values) != 1 && r.Key == nil && c.Kind > schema.Clustering && !p.ctx.Server.On(version.FilteringIn) {
		return nil, rule.W15.Invalid(r.OpSpan, version.Of(version.FilteringIn).Says, c.Name)
	}
	if r.Op == cql.IsNotNull {
		out.kind = notNull
		return out, nil
	}
	if r.Op.Range() && c.HoldsDuration() {
		return nil, check.NoDuration(rule.W18, "Slice restrictions are not supported on ", c.Type, r.OpSpan)
	}
	keyRecv, recv, err := p.receivers(r, c)
	if err != nil {
		return nil, err
	}
	if r.Key != nil {
		k, err := p.term(r.Key, keyRecv)
		if err != nil {
			return nil, err
		}
		v, err := p.term(r.Value, recv)
		if err != nil {
			return nil, err
		}
		out.kind, out.contained = contains, &contained{entryKeys: []*term{k}, entryValues: []*term{v}}
		return out, nil
	}
	if r.Op == cql.In {
		out.kind = oneOf
		if !r.InList {
			out.open = true
			t, err := p.term(r.Value, recv)
			out.list = []operand{{t}}
			return out, err
		}
		for _, x := range r.Values {
			t, err := p.term(x, recv)
			if err != nil {
				return nil, err
			}
			out.list = append(out.list, operand{t})
		}
		out.oneIsEqual()
		return out, nil
	}
	t, err := p.term(r.Value, recv)
	if err != nil {
		return nil, err
	}
	switch r.Op {
	case cql.Contains:
		out.kind, out.contained = contains, &contained{values: []*term{t}}
	case cql.ContainsKey:
		out.kind, out.contained = contains, &contained{keys: []*term{t}}
	case cql.Like:
		out.kind, out.value = like, operand{t}
	default:
		out.oneTerm[0] = t
		out.compare(r.Op, out.oneTerm[:])
	}
	return out, nil
}

// oneIsEqual makes IN (x) the same as = x.
func (r *restriction) oneIsEqual() {
	if len(r.list) == 1 {
		r.kind, r.value, r.list = equals, r.list[0], nil
	}
}

// compare fills in = or one bound of a range.
func (r *restriction) compare(op cql.Op, v operand) {
	r.kind = ranges
	switch op {
	case cql.Eq:
		r.kind, r.value = equals, v
	case cql.Gt, cql.Ge:
		r.start = &boundTerm{v, op == cql.Ge}
	case cql.Lt, cql.Le:
		r.end = &boundTerm{v, op == cql.Le}
	}
}

// receivers checks that a relation's operator fits its column's type, and says
// what the right side, and the key of a map entry, must be.
// Source: SingleColumnRelation.toReceivers.
func (p *preparer) receivers(r *cql.Relation, c *schema.Column) (key, value receiver, err *diag.Diagnostic) {
	t := c.Type
	at := r.Span
	no := func(template string, args ...string) (receiver, receiver, *diag.Diagnostic) {
		return receiver{}, receiver{}, rule.W18.Invalid(at, template, args...).On(r)
	}
	// The server wraps the type of a descending column, and then takes it for no
	// collection in these checks.
	bare := !c.Desc
	isMap := bare && t.Kind == cqltype.Map
	switch {
	case r.Op == cql.ContainsKey && !isMap:
		return no("Cannot use CONTAINS KEY on non-map column %", c.Name)
	case r.Op == cql.Contains && !(bare && t.IsCollection()):
		return no("Cannot use CONTAINS on non-collection column %", c.Name)
	}
	if r.Key != nil {
		switch {
		case bare && t.Kind == cqltype.List:
			return no("Indexes on list entries (%[index] = value) are not currently supported.", c.Name)
		case !isMap:
			return no("Column % cannot be used as a map", c.Name)
		case !t.MultiCell():
			return no("Map-entry equality predicates on frozen map column % are not supported", c.Name)
		case r.Op != cql.Eq:
			return no("Only EQ relations are supported on map entries")
		}
	}
	if t.Kind == cqltype.UDT && t.MultiCell() {
		return no("Non-frozen UDT column '%' (%) cannot be restricted by any relation", c.Name, t.String())
	}
	value = p.receiver(c)
	if t.IsCollection() {
		if t.MultiCell() && r.Key == nil && r.Op != cql.Contains && r.Op != cql.ContainsKey {
			return no("Collection column '%' (%) cannot be restricted by a '%' relation", c.Name, t.String(), r.Op.String())
		}
		switch {
		case r.Op == cql.ContainsKey:
			value = value.Key()
		case r.Op == cql.Contains:
			value = value.Value()
		case r.Key != nil:
			return value.Key(), value.Value(), nil
		}
	}
	return receiver{}, value, nil
}

func (p *preparer) multiRestriction(r *cql.Relation) (*restriction, *diag.Diagnostic) {
	out := &restriction{multi: true, rels: []*cql.Relation{r}}
	previous := -1
	for _, n := range r.Columns {
		c, err := p.column(n)
		if err != nil {
			return nil, err
		}
		switch {
		case c.Kind != schema.Clustering:
			return nil, rule.W28.Invalid(n.Span, "Multi-column relations can only be applied to clustering columns but was applied to: %", c.Name)
		case slices.Contains(out.cols, c):
			return nil, rule.W29.Invalid(n.Span, `Column "%" appeared twice in a relation: %`, c.Name, relationText(r))
		case previous >= 0 && c.Position != previous+1:
			return nil, rule.W29.Invalid(n.Span, "Clustering columns must appear in the PRIMARY KEY order in multi-column relations: %", relationText(r))
		}
		out.cols = append(out.cols, c)
		previous = c.Position
	}
	if r.Op != cql.In {
		v, err := p.tuple(r.Value, out.cols)
		if err != nil {
			return nil, err
		}
		out.compare(r.Op, v)
		return out, nil
	}
	out.kind = oneOf
	if !r.InList {
		out.open = true
		v, err := p.tuple(r.Value, out.cols)
		out.list = []operand{v}
		return out, err
	}
	for _, x := range r.Values {
		v, err := p.tuple(x, out.cols)
		if err != nil {
			return nil, err
		}
		out.list = append(out.list, v)
	}
	out.oneIsEqual()
	return out, nil
}

// tuple prepares the right side of a relation on several columns, which may be a marker.
func (p *preparer) tuple(x cql.Expr, cols []*schema.Column) (operand, *diag.Diagnostic) {
	lit, ok := x.(*cql.TupleLit)
	if !ok {
		var out operand
		for _, c := range cols {
			t, err := p.term(x, p.receiver(c))
			if err != nil {
				return nil, err
			}
			out = append(out, t)
		}
		return out, nil
	}
	if len(lit.Elems) != len(cols) {
		return nil, rule.W29.Invalid(lit.Span, "Expected % elements in value tuple, but got %: %", strconv.Itoa(len(cols)), strconv.Itoa(len(lit.Elems)), cql.ExprText(lit))
	}
	out := make(operand, 0, len(cols))
	for i, e := range lit.Elems {
		t, err := p.term(e, p.receiver(cols[i]))
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

func (p *preparer) tokenRestriction(r *cql.Relation) (*restriction, *diag.Diagnostic) {
	out := &restriction{token: true, rels: []*cql.Relation{r}}
	for _, n := range r.Columns {
		c, err := p.column(n)
		if err != nil {
			return nil, err
		}
		out.cols = append(out.cols, c)
	}
	pk := p.table.PartitionKey
	if !slices.Equal(out.cols, pk) {
		for _, c := range pk {
			if !slices.Contains(out.cols, c) {
				return nil, rule.W25.Invalid(r.Span, "The token() function must be applied to all partition key components or none of them")
			}
		}
		for i, c := range out.cols {
			if slices.Contains(out.cols[:i], c) {
				return nil, rule.W25.Invalid(r.Columns[i].Span, "The token() function contains duplicate partition key components")
			}
		}
		for i, c := range out.cols {
			if !slices.Contains(pk, c) {
				return nil, rule.W25.Invalid(r.Columns[i].Span, "The token() function must contains only partition key components")
			}
		}
		return nil, rule.W25.Invalid(r.Span, "The token function arguments must be in the partition key order: %", columnNames(pk))
	}
	t, err := p.term(r.Value, p.receiver(nil).With("partition key token", cqltype.NativeOf(cqltype.Bigint)))
	if err != nil {
		return nil, err
	}
	out.compare(r.Op, operand{t})
	return out, nil
}

// ---- sets of restrictions

// An entry says which restriction holds for a column.
type columnEntry struct {
	col *schema.Column
	r   *restriction
}

// A restrictionSet holds the restrictions of one kind of columns in the order of
// the columns: by position, then by name.
type restrictionSet struct {
	entries      []columnEntry
	in, slice    bool // some relation was IN; was a range
	contain, ann bool
	notEqual     bool // some relation was neither = nor IN
}

func (s *restrictionSet) empty() bool { return len(s.entries) == 0 }

// of returns the restriction on a column, or nil.
func (s *restrictionSet) of(c *schema.Column) *restriction {
	for _, e := range s.entries {
		if e.col == c {
			return e.r
		}
	}
	return nil
}

// each calls f for every restriction in the order of columns, once for one that
// spans several, until f returns false.
func (s *restrictionSet) each(f func(*restriction) bool) {
	var previous *restriction
	for _, e := range s.entries {
		if e.r != previous {
			if previous = e.r; !f(e.r) {
				return
			}
		}
	}
}

// last is the restriction on the column of the highest position.
func (s *restrictionSet) last() *restriction {
	if len(s.entries) == 0 {
		return nil
	}
	return s.entries[len(s.entries)-1].r
}

func (s *restrictionSet) add(r *restriction) *diag.Diagnostic {
	s.in = s.in || r.kind == oneOf
	s.slice = s.slice || r.kind == ranges
	s.contain = s.contain || r.kind == contains
	s.ann = s.ann || r.kind == annOf
	s.notEqual = s.notEqual || r.kind != equals && r.kind != oneOf
	merged := r
	var seen *restriction
	for _, c := range r.cols {
		if old := s.of(c); old != nil && old != seen {
			seen = old
			m, err := merge(old, r)
			if err != nil {
				return err
			}
			merged = m
		}
	}
	for _, c := range r.cols {
		s.put(c, merged)
	}
	return nil
}

func (s *restrictionSet) put(c *schema.Column, r *restriction) {
	i := 0
	for ; i < len(s.entries); i++ {
		at := s.entries[i].col
		if at == c {
			s.entries[i].r = r
			return
		}
		if !precedes(at, c) {
			break
		}
	}
	s.entries = append(s.entries, columnEntry{})
	copy(s.entries[i+1:], s.entries[i:])
	s.entries[i] = columnEntry{c, r}
}

// precedes is the order of restricted columns: key columns by position, all
// others by name.
func precedes(a, b *schema.Column) bool {
	ka, kb := a.Kind <= schema.Clustering, b.Kind <= schema.Clustering
	if ka && kb {
		return a.Position < b.Position
	}
	return a.Name < b.Name
}

// merge joins two restrictions that share a column, or says why they exclude
// each other.
func merge(old, r *restriction) (*restriction, *diag.Diagnostic) {
	at := r.place()
	related := func(d *diag.Diagnostic) (*restriction, *diag.Diagnostic) {
		d.Related = append(d.Related, diag.Related{Span: old.place(), Text: "the first relation on it"})
		return nil, d.On(r.relation())
	}
	// What both sides restrict: one column, unless a tuple is among them.
	multi := old.multi || r.multi && old.kind != contains && old.kind != like
	name := old.first().Name
	if multi {
		name = commonColumns(old, r)
	}
	switch old.kind {
	case equals:
		return related(rule.W21.Invalid(at, "% cannot be restricted by more than one relation if it includes an Equal", name))
	case oneOf:
		return related(rule.W22.Invalid(at, "% cannot be restricted by more than one relation if it includes a IN", name))
	case contains:
		if r.kind != contains {
			return related(rule.W23.Invalid(at, "Collection column % can only be restricted by CONTAINS, CONTAINS KEY, or map-entry equality", name))
		}
		m := *old
		m.rels = append(slices.Clip(old.rels), r.rels...)
		m.contained = &contained{
			values:      append(slices.Clip(old.values), r.values...),
			keys:        append(slices.Clip(old.keys), r.keys...),
			entryKeys:   append(slices.Clip(old.entryKeys), r.entryKeys...),
			entryValues: append(slices.Clip(old.entryValues), r.entryValues...),
		}
		return &m, nil
	case like:
		return related(rule.W24.Invalid(at, "% cannot be restricted by more than one relation if it includes a LIKE", name))
	case notNull:
		return related(rule.W31.Invalid(at, "% cannot be restricted by a relation if it includes an IS NOT NULL", name))
	case annOf:
		return related(rule.VE04.Invalid(at, "% cannot be restricted by more than one relation in an ANN ordering", name))
	}
	if r.kind != ranges {
		return related(rule.W23.Invalid(at, `Column "%" cannot be restricted by both an equality and an inequality relation`, name))
	}
	if multi && old.first() != r.first() {
		later := old.first()
		if r.first().Position > later.Position {
			later = r.first()
		}
		return related(rule.W30.Invalid(at, `Column "%" cannot be restricted by two inequalities not starting with the same column`, later.Name))
	}
	if old.start != nil && r.start != nil {
		return related(rule.W24.Invalid(at, "More than one restriction was found for the start bound on %", name))
	}
	if old.end != nil && r.end != nil {
		return related(rule.W24.Invalid(at, "More than one restriction was found for the end bound on %", name))
	}
	m := *old
	m.multi = multi
	m.rels = append(slices.Clip(old.rels), r.rels...)
	if m.start == nil {
		m.start = r.start
	}
	if m.end == nil {
		m.end = r.end
	}
	if len(r.cols) > len(old.cols) {
		m.cols = r.cols
	}
	return &m, nil
}

// commonColumns names what two restrictions share. With several columns in
// common the server names them in the order of a hash set; this is the order of
// the table.
func commonColumns(a, b *restriction) string {
	out := ""
	for _, c := range a.cols {
		if slices.Contains(b.cols, c) {
			if out != "" {
				out += " ,"
			}
			out += c.Name
		}
	}
	return out
}

func columnNames(cols []*schema.Column) string {
	out := ""
	for i, c := range cols {
		if i > 0 {
			out += ", "
		}
		out += c.Name
	}
	return out
}
