package dml

// This file judges INSERT, UPDATE and DELETE, from the first name that is looked
// up to the values that are written.
// Source: ModificationStatement, UpdateStatement, DeleteStatement, Operation and
// Attributes of Cassandra 5.0.

import (
	"slices"
	"strconv"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
)

// A change is what a statement does to one column, prepared.
type change struct {
	column   *schema.Column
	kind     opKind
	key      *term // of an element
	field    int   // of a user type, where key is nil and the kind is of an element
	value    *term
	negative bool // opCount: subtract
	reads    bool // needs the row that is there
	at       diag.Span
}

// marked reports whether what it writes is some value's of a marker.
func (c *change) marked() bool {
	return c.key != nil && c.key.HasMarker() || c.value != nil && c.value.HasMarker()
}

// A modification is an INSERT, UPDATE or DELETE whose names and types are right.
type modification struct {
	*preparer
	stmt      cql.Statement
	verb      verb
	timestamp *term
	timeAt    diag.Span
	ttl       *term
	ttlAt     diag.Span
	where     *where
	changes   []change // in the order of writing
	ifExists  bool
	ifMissing bool // IF NOT EXISTS
	ifs       []condition
	json      bool // INSERT … JSON
	anyKey    bool // the values of its partition key are samples
}

func (m *modification) conditional() bool { return m.ifExists || m.ifMissing || len(m.ifs) > 0 }

// changesOf reports whether static, or regular, columns are changed.
func (m *modification) changesOf(static bool) bool {
	return slices.ContainsFunc(m.changes, func(c change) bool { return m.isStatic(c.column) == static })
}

// ifsOn reports whether there are conditions on static, or on regular, columns.
func (m *modification) ifsOn(static bool) bool {
	return slices.ContainsFunc(m.ifs, func(c condition) bool { return m.isStatic(c.column) == static })
}

// changesRows reports whether something besides static columns is written; a
// DELETE without a list deletes rows.
func (m *modification) changesRows() bool {
	return m.changesOf(false) || m.verb == deletes && !m.changesOf(true)
}

func (m *modification) onlyStatics() bool {
	return !m.changesRows() && !m.ifsOn(false) && (m.changesOf(true) || m.ifsOn(true))
}

// judgeWrite judges one INSERT, UPDATE or DELETE.
func judgeWrite(ctx *check.Context, stmt cql.Statement) check.Verdict {
	m, err := prepareWrite(ctx, stmt)
	if err != nil {
		return check.Refused(err)
	}
	if err := m.validate(); err != nil {
		return check.Refused(err)
	}
	access := m.access()
	if ctx.Prepare || m.markers {
		m.sample(ctx.Sample())
		return late(execute([]*modification{m}, nil), access)
	}
	v := execute([]*modification{m}, nil)
	if v.Refusal() == nil {
		learnKeys(access, &v)
		v.Plan = access
	}
	return v
}

// prepareWrite does what PREPARE does.
func prepareWrite(ctx *check.Context, stmt cql.Statement) (m *modification, err *diag.Diagnostic) {
	switch s := stmt.(type) {
	case *cql.Insert:
		m, err = prepareInsert(ctx, s)
	case *cql.Update:
		m, err = prepareUpdate(ctx, s)
	case *cql.Delete:
		m, err = prepareDelete(ctx, s)
	}
	if err == nil {
		m.stmt = stmt
	}
	return m, err
}

// newModification looks up the table and prepares what stands before the columns:
// USING and IF.
func newModification(ctx *check.Context, v verb, table cql.QualifiedName, place diag.Span, using cql.Using, ifs []*cql.Condition) (*modification, *diag.Diagnostic) {
	p, err := newPreparer(ctx, table, place)
	if err != nil {
		return nil, err
	}
	m := &modification{preparer: p, verb: v}
	if using.Timestamp != nil {
		m.timeAt = using.Timestamp.Place()
		if m.timestamp, err = p.term(using.Timestamp, p.receiver(nil).With("[timestamp]", cqltype.NativeOf(cqltype.Bigint))); err != nil {
			return nil, err
		}
	}
	if using.TTL != nil {
		m.ttlAt = using.TTL.Place()
		if m.ttl, err = p.term(using.TTL, p.receiver(nil).With("[ttl]", cqltype.NativeOf(cqltype.Int))); err != nil {
			return nil, err
		}
	}
	if len(ifs) > 0 && m.timestamp != nil {
		return nil, rule.LWT01.Invalid(m.timeAt, "Cannot provide custom timestamp for conditional updates")
	}
	for _, c := range ifs {
		prepared, err := p.condition(c)
		if err != nil {
			return nil, err
		}
		m.ifs = append(m.ifs, prepared)
	}
	return m, nil
}

// finish makes the checks that come when the statement is put together.
func (m *modification) finish() *diag.Diagnostic {
	if !m.conditional() {
		return nil
	}
	switch {
	case m.table.Counter:
		return rule.CNT01.Invalid(m.place, "Conditional updates are not supported on counter tables")
	case m.timestamp != nil:
		return rule.LWT01.Invalid(m.timeAt, "Cannot provide custom timestamp for conditional updates")
	}
	return nil
}

func prepareInsert(ctx *check.Context, s *cql.Insert) (*modification, *diag.Diagnostic) {
	m, err := newModification(ctx, inserts, s.Into, s.Span, s.Using, nil)
	if err != nil {
		return nil, err
	}
	m.ifMissing = s.IfNotExists
	if m.table.Counter {
		return nil, rule.IN01.Invalid(s.Into.Place(), "INSERT statements are not allowed on counter tables, use UPDATE instead")
	}
	if s.JSON != nil {
		return m, m.insertJSON(s)
	}
	if len(s.Columns) != len(s.Values) {
		at := s.Span
		if n := len(s.Columns); n > 0 {
			at = s.Columns[0].Span.To(s.Columns[n-1].Span)
		}
		if n := len(s.Values); n > 0 {
			at = at.To(s.Values[n-1].Place())
		}
		return nil, rule.IN02.Invalid(at, "Unmatched column names/values")
	}
	if c := cql.Repeated(s.Columns); c != nil {
		return nil, rule.IN03.Invalid(c.Span, "The column names contains duplicates")
	}
	m.keyAt = s.Columns[0].Span.To(s.Columns[len(s.Columns)-1].Span)
	var rels []*cql.Relation
	clustered := false
	for i, name := range s.Columns {
		c, err := m.column(name)
		if err != nil {
			return nil, err
		}
		clustered = clustered || c.Kind == schema.Clustering
		x := s.Values[i]
		if c.Kind <= schema.Clustering {
			rels = append(rels, keyRelation(s.Columns[i:i+1:i+1], x))
			continue
		}
		if err := m.set(c, x, x.Place()); err != nil {
			return nil, err
		}
	}
	if m.where, err = m.whereClause(inserts, rels, nil, !clustered && m.onlyStatics(), false, false); err != nil {
		return nil, err
	}
	return m, m.finish()
}

// keyRelation is column = x; in an INSERT it stands for the column and its value.
func keyRelation(column []cql.Name, x cql.Expr) *cql.Relation {
	r := &cql.Relation{Columns: column, Op: cql.Eq, Value: x}
	r.Span = x.Place()
	return r
}

// set prepares column = x.
func (m *modification) set(c *schema.Column, x cql.Expr, at diag.Span) *diag.Diagnostic {
	t, err := m.term(x, m.receiver(c))
	if err != nil {
		return err
	}
	if c.Type.Kind == cqltype.Counter {
		return rule.UP03.Invalid(at, "Cannot set the value of counter column % (counters can only be incremented/decremented, not set)", c.Name)
	}
	m.changes = append(m.changes, change{column: c, kind: opSet, value: t, at: at})
	return nil
}

func prepareUpdate(ctx *check.Context, s *cql.Update) (*modification, *diag.Diagnostic) {
	m, err := newModification(ctx, updates, s.Table, s.Span, s.Using, s.If)
	if err != nil {
		return nil, err
	}
	m.ifExists = s.IfExists
	for i := range s.Set {
		a := &s.Set[i]
		c, err := m.column(a.Column)
		if err != nil {
			return nil, err
		}
		if c.Kind <= schema.Clustering {
			return nil, rule.UP01.Invalid(a.Column.Span, "PRIMARY KEY part % found in SET part", c.Name)
		}
		if err := m.assign(c, a); err != nil {
			return nil, err
		}
	}
	if err := m.restrict(s.Where); err != nil {
		return nil, err
	}
	return m, m.finish()
}

// restrict understands the WHERE clause of an UPDATE or DELETE.
func (m *modification) restrict(rels []*cql.Relation) (err *diag.Diagnostic) {
	for _, r := range rels {
		if r.Kind == cql.IndexExpr {
			return rule.W32.Invalid(r.Span, "Custom index expressions cannot be used in WHERE clauses for UPDATE or DELETE statements")
		}
	}
	if len(rels) > 0 {
		m.keyAt = rels[0].Span.To(rels[len(rels)-1].Span)
	}
	m.where, err = m.whereClause(m.verb, rels, nil, m.onlyStatics(), false, false)
	return err
}

// assign prepares one assignment of SET.
// Source: the RawUpdate classes of Operation.
func (m *modification) assign(c *schema.Column, a *cql.Assignment) *diag.Diagnostic {
	t := c.Type
	whole := m.receiver(c)
	value := cql.ExprText(a.Value)
	invalidOp := func(id rule.ID, op, why string) *diag.Diagnostic {
		return id.Invalid(a.Span, "Invalid operation (%) for % %", op, why, c.Name)
	}
	add := func(ch change) { ch.column, ch.at = c, a.Span; m.changes = append(m.changes, ch) }
	switch a.Kind {
	case cql.SetValue:
		d := m.set(c, a.Value, a.Span)
		if d != nil && d.About == nil {
			d.About = a
		}
		return d
	case cql.SetElement:
		op := c.Name + "[" + cql.ExprText(a.Element) + "] = " + value
		switch {
		case !t.IsCollection():
			return invalidOp(rule.UP04, op, "non collection column")
		case !t.MultiCell():
			return invalidOp(rule.UP04, op, "frozen collection column")
		case t.Kind == cqltype.Set:
			return invalidOp(rule.UP04, op, "set column")
		}
		k, err := m.term(a.Element, elementKey(whole))
		if err != nil {
			return err
		}
		v, err := m.term(a.Value, whole.Value())
		if err != nil {
			return err
		}
		add(change{kind: opSetElement, key: k, value: v, reads: t.Kind == cqltype.List})
	case cql.SetField:
		op := c.Name + "." + a.Field.Text + " = " + value
		switch {
		case t.Kind != cqltype.UDT:
			return invalidOp(rule.UP05, op, "non-UDT column")
		case !t.MultiCell():
			return invalidOp(rule.UP05, op, "frozen UDT column")
		}
		i := t.FieldAt(a.Field.Text)
		if i < 0 {
			return rule.UP05.Invalid(a.Field.Span, "UDT column % does not have a field named %", c.Name, a.Field.Text)
		}
		v, err := m.term(a.Value, whole.With(c.Name+"."+t.Fields[i].Name, t.Fields[i].Type))
		if err != nil {
			return err
		}
		add(change{kind: opSetElement, field: i, value: v})
	case cql.Add:
		op := c.Name + " = " + c.Name + " + " + value
		if !t.IsCollection() {
			switch {
			case t.Kind == cqltype.Tuple || t.Kind == cqltype.UDT:
				return invalidOp(rule.UP02, op, "tuple column")
			case m.conditional() && m.ctx.Server.On(version.NumberSteps) && !t.Numeric() && !t.Textual():
				return invalidOp(rule.UP02, op, "non-numeric and non-text type")
			case t.Kind != cqltype.Counter && !(m.conditional() && m.ctx.Server.On(version.NumberSteps)):
				return invalidOp(rule.UP02, op, "non counter column")
			}
			v, err := m.term(a.Value, whole)
			if err != nil {
				return err
			}
			if t.Kind == cqltype.Counter {
				add(change{kind: opCount, value: v})
			} else {
				add(change{kind: opAppend, value: v, reads: true})
			}
			return nil
		}
		if !t.MultiCell() {
			return invalidOp(rule.UP02, op, "frozen collection column")
		}
		v, err := m.term(a.Value, whole)
		if err != nil {
			if t.Kind == cqltype.Map && err.Kind == diag.Invalid {
				return rule.UP07.Invalid(a.Value.Place(), "Value for a map addition has to be a map, but was: '%'", value)
			}
			return err
		}
		add(change{kind: opAppend, value: v})
	case cql.Subtract:
		op := c.Name + " = " + c.Name + " - " + value
		if !t.IsCollection() {
			if t.Kind != cqltype.Counter {
				return invalidOp(rule.UP02, op, "non counter column")
			}
			v, err := m.term(a.Value, whole)
			if err != nil {
				return err
			}
			add(change{kind: opCount, value: v, negative: true})
			return nil
		}
		if !t.MultiCell() {
			return invalidOp(rule.UP02, op, "frozen collection column")
		}
		if t.Kind == cqltype.Map {
			whole.Type = &cqltype.Type{Kind: cqltype.Set, Elems: t.Elems[:1], Frozen: true}
		}
		v, err := m.term(a.Value, whole)
		if err != nil {
			if t.Kind == cqltype.Map && err.Kind == diag.Invalid {
				return rule.UP07.Invalid(a.Value.Place(), "Value for a map substraction has to be a set, but was: '%'", value)
			}
			return err
		}
		add(change{kind: opRemove, value: v, reads: t.Kind == cqltype.List})
	case cql.Prepend:
		op := c.Name + " = " + value + " - " + c.Name
		v, err := m.term(a.Value, whole)
		if err != nil {
			return err
		}
		switch {
		case t.Kind != cqltype.List:
			return invalidOp(rule.UP06, op, "non list column")
		case !t.MultiCell():
			return invalidOp(rule.UP06, op, "frozen list column")
		}
		add(change{kind: opPrepend, value: v})
	}
	return nil
}

// elementKey is what stands between the brackets of c[…]: an index, an element
// of a set, a map's key.
func elementKey(r receiver) receiver {
	switch r.Type.Kind {
	case cqltype.List:
		return r.With("idx("+r.Name+")", cqltype.NativeOf(cqltype.Int))
	case cqltype.Set:
		return r.Value()
	}
	return r.Key()
}

func prepareDelete(ctx *check.Context, s *cql.Delete) (*modification, *diag.Diagnostic) {
	m, err := newModification(ctx, deletes, s.From, s.Span, s.Using, s.If)
	if err != nil {
		return nil, err
	}
	if m.virtual && !m.ctx.Server.Has(version.VirtualWrites) {
		return nil, rule.BA09.Invalid(m.place, "Virtual tables don't support DELETE statements")
	}
	m.ifExists = s.IfExists
	for i := range s.Columns {
		d := &s.Columns[i]
		c, err := m.column(d.Column)
		if err != nil {
			return nil, err
		}
		if c.Kind <= schema.Clustering {
			return nil, rule.DE01.Invalid(d.Column.Span, "Invalid identifier % for deletion (should not be a PRIMARY KEY part)", c.Name)
		}
		if err := m.remove(c, d); err != nil {
			return nil, err
		}
	}
	if err := m.restrict(s.Where); err != nil {
		return nil, err
	}
	if err := m.finish(); err != nil {
		return nil, err
	}
	if m.conditional() && !m.where.wholePrimaryKey() {
		const all = "DELETE statements must restrict all PRIMARY KEY columns with equality relations in order to "
		switch {
		case m.changesRows():
			return nil, rule.DE03.Invalid(m.keyAt, "%delete non static columns", all)
		case m.ifsOn(false):
			return nil, rule.DE03.Invalid(m.keyAt, "%use IF condition on non static columns", all)
		}
	}
	return m, nil
}

// remove prepares one item of DELETE's list.
// Source: the RawDeletion classes of Operation.
func (m *modification) remove(c *schema.Column, d *cql.DeleteTarget) *diag.Diagnostic {
	t := c.Type
	ch := change{column: c, kind: opDelete, at: d.Span}
	switch {
	case d.Element != nil:
		switch {
		case !t.IsCollection():
			return rule.DE02.Invalid(d.Span, "Invalid deletion operation for non collection column %", c.Name)
		case !t.MultiCell():
			return rule.DE02.Invalid(d.Span, "Invalid deletion operation for frozen collection column %", c.Name)
		}
		k, err := m.term(d.Element, elementKey(m.receiver(c)))
		if err != nil {
			return err
		}
		ch.kind, ch.key, ch.reads = opDeleteElement, k, t.Kind == cqltype.List
	case d.Field.Given():
		switch {
		case t.Kind != cqltype.UDT:
			return rule.DE02.Invalid(d.Span, "Invalid field deletion operation for non-UDT column %", c.Name)
		case !t.MultiCell():
			return rule.DE02.Invalid(d.Span, "Frozen UDT column % does not support field deletions", c.Name)
		}
		i := t.FieldAt(d.Field.Text)
		if i < 0 {
			return rule.UP05.Invalid(d.Field.Span, "UDT column % does not have a field named %", c.Name, d.Field.Text)
		}
		ch.kind, ch.field = opDeleteElement, i
	}
	m.changes = append(m.changes, ch)
	return nil
}

// validate makes the last checks of PREPARE.
func (m *modification) validate() *diag.Diagnostic {
	switch {
	case m.table.Counter && m.timestamp != nil:
		return rule.CNT02.Invalid(m.timeAt, "Cannot provide custom timestamp for counter updates")
	case m.table.Counter && m.ttl != nil:
		return rule.CNT02.Invalid(m.ttlAt, "Cannot provide custom TTL for counter updates")
	case m.table.View != nil:
		return rule.AL09.Invalid(m.place, "Cannot directly modify a materialized view")
	case m.virtual && m.timestamp != nil && m.ctx.Server.Has(version.VirtualWrites):
		return rule.BA09.Invalid(m.timeAt, "Custom timestamp is not supported by virtual tables")
	case m.virtual && m.ttl != nil:
		return rule.BA09.Invalid(m.ttlAt, "Expiring columns are not supported by virtual tables")
	case m.virtual && m.conditional():
		return rule.BA09.Invalid(m.place, "Conditional updates are not supported by virtual tables")
	case m.timestamp != nil && m.ctx.Settings.Ordinary() && !m.ctx.Settings.On(check.UserTimestampsEnabled):
		return rule.GR01.Invalid(m.timeAt, "Guardrail user_timestamps violated: User provided timestamps (USING TIMESTAMP) is not allowed")
	}
	return nil
}

// maxTTL is twenty years of seconds. Source: Attributes.MAX_TTL.
const maxTTL = 20 * 365 * 24 * 60 * 60

// timeToLive is the TTL in force, in seconds.
// Source: Attributes.getTimeToLive, ExpirationDateOverflowHandling.
func (m *modification) timeToLive() (int32, *diag.Diagnostic) {
	expires := func(ttl int, what string) *diag.Diagnostic {
		last, date, more := int64(1<<32-3), "2106-02-07T06:28:13+00:00", " and CASSANDRA-14227"
		if !m.ctx.Server.Has(version.FarExpiry) {
			more = ""
		}
		if more == "" || m.ctx.Settings.Text(check.StorageCompatibilityMode) == "CASSANDRA_4" {
			last, date = 1<<31-2, "2038-01-19T03:14:06+00:00"
		}
		if ttl == 0 || int64(ttl)+m.ctx.Clock.Now <= last {
			return nil
		}
		at := m.ttlAt
		if m.ttl == nil {
			at = m.place
		}
		return rule.TTL02.Invalid(at, "Request on table %.% with %ttl of % seconds exceeds maximum supported expiration date of %. In order to avoid this use a lower TTL, change the expiration date overflow policy or upgrade to a version where this limitation is fixed. See CASSANDRA-14092% for more details.", m.table.Keyspace, m.table.Name, what, strconv.Itoa(ttl), date, more)
	}
	def := m.table.Params.DefaultTTL
	if m.ttl == nil {
		return int32(def), expires(def, "default ")
	}
	v, err := m.bind(m.ttl)
	if err != nil || len(v) == 0 {
		return 0, err
	}
	ttl := int(int32(cqltype.Long(v)))
	switch {
	case ttl < 0:
		return 0, rule.TTL01.Invalid(m.ttlAt, "A TTL must be greater or equal to 0, but was %", strconv.Itoa(ttl))
	case ttl > maxTTL:
		return 0, rule.TTL01.Invalid(m.ttlAt, "ttl is too large. requested (%) maximum (%)", strconv.Itoa(ttl), strconv.Itoa(maxTTL))
	case ttl == 0:
		return 0, nil
	}
	return int32(ttl), expires(ttl, "")
}

// writeTime is the timestamp of USING, or the given one.
func (m *modification) writeTime(now int64) (int64, *diag.Diagnostic) {
	if m.timestamp == nil {
		return now, nil
	}
	v, err := m.bind(m.timestamp)
	switch {
	case err != nil:
		return 0, err
	case v == nil:
		return 0, rule.TTL03.Invalid(m.timeAt, "Invalid null value of timestamp")
	}
	return cqltype.Long(v), nil
}
