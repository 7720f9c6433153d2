package dml

// This file judges the conditions of a conditional write (IF …): their types when
// the statement is prepared, and whether they hold for the row that is there.
// Source: ColumnCondition of Cassandra 5.0.

import (
	"strconv"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/java"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
)

// A condition is one condition of IF, prepared.
type condition struct {
	column  *schema.Column
	element *term
	field   int // of a user type, or -1
	op      cql.Op
	values  []*term // one, or those of IN
	at      diag.Span
	of      *cqltype.Type // what the values are
}

func (p *preparer) condition(c *cql.Condition) (condition, *diag.Diagnostic) {
	col, err := p.column(c.Column)
	if err != nil {
		return condition{}, err
	}
	out := condition{column: col, field: -1, op: c.Op, at: c.Span}
	t := col.Type
	recv := p.receiver(col)
	switch {
	case t.Kind == cqltype.Counter:
		return out, rule.CNT01.Invalid(c.Column.Span, "Conditions on counters are not supported")
	case c.Element != nil:
		switch {
		case !t.IsCollection() || col.Desc: // reversed, it is none to the server, see below, too
			return out, rule.LWT04.Invalid(c.Span, "Invalid element access syntax for non-collection column %", col.Name)
		case t.Kind == cqltype.Set:
			return out, rule.LWT04.Invalid(c.Span, "Invalid element access syntax for set column %", col.Name)
		}
		key := elementKey(recv)
		recv = recv.Value()
		if err := durationCondition(c, recv.Type); err != nil {
			return out, err
		}
		if out.element, err = p.term(c.Element, key); err != nil {
			return out, err
		}
	case c.Field.Given():
		if t.Kind != cqltype.UDT || col.Desc {
			if col.Desc {
				t = cqltype.ReversedType
			}
			return out, castFailed(t, "UserType", c.Span)
		}
		i := t.FieldAt(c.Field.Text)
		if i < 0 {
			return out, rule.LWT04.Invalid(c.Field.Span, "Unknown field % for column %", c.Field.Text, col.Name)
		}
		out.field = i
		recv = recv.With(col.Name+"."+t.Fields[i].Name, t.Fields[i].Type)
		fallthrough
	default:
		if err := durationCondition(c, recv.Type); err != nil {
			return out, err
		}
	}
	switch {
	case c.Op == cql.ContainsKey && (recv.Type.Kind != cqltype.Map || col.Desc):
		return out, rule.LWT04.Invalid(c.Span, "Cannot use CONTAINS KEY on non-map column %", recv.Name)
	case c.Op == cql.Contains && (!recv.Type.IsCollection() || col.Desc):
		return out, rule.LWT04.Invalid(c.Span, "Cannot use CONTAINS on non-collection column %", recv.Name)
	case c.Op == cql.In && !c.InList:
		p.markers = true
	case c.Op == cql.In:
		for _, x := range c.Values {
			v, err := p.term(x, recv)
			if err != nil {
				return out, err
			}
			out.values = append(out.values, v)
		}
	default:
		switch c.Op {
		case cql.Contains:
			recv = recv.Value()
		case cql.ContainsKey:
			recv = recv.Key()
		}
		v, err := p.term(c.Value, recv)
		if err != nil {
			return out, err
		}
		out.values = []*term{v}
	}
	out.of = recv.Type
	if col.Kind <= schema.Clustering {
		return out, rule.LWT02.Invalid(c.Column.Span, "PRIMARY KEY column '%' cannot have IF conditions", col.Name)
	}
	return out, nil
}

func durationCondition(c *cql.Condition, t *cqltype.Type) *diag.Diagnostic {
	if !c.Op.Range() || !t.HoldsDuration() {
		return nil
	}
	if t.IsCollection() || t.Kind == cqltype.Tuple || t.Kind == cqltype.UDT {
		return check.NoDuration(rule.LWT04, "Slice conditions are not supported on ", t, c.Span)
	}
	return rule.LWT04.Invalid(c.Span, "Slice conditions ( % ) are not supported on durations", c.Op.String())
}

// A boundCondition is a condition whose values are known.
type boundCondition struct {
	*condition
	key    []byte
	values [][]byte
}

// hash is the hash by which the server keeps the conditions of a row: the first
// that does not hold ends the judgment, and a later mistake is never found.
// Source: CQL3CasRequest.ColumnsConditions, utils.Pair.hashCode.
func (c *boundCondition) hash() int32 {
	h := 31 * (31 + java.BytesHash(c.column.Name))
	if c.key != nil {
		h += java.BytesHash(string(c.key))
	}
	return h
}

// bindCondition works out the values of a condition.
func (p *preparer) bindCondition(c *condition) (boundCondition, *diag.Diagnostic) {
	out := boundCondition{condition: c}
	if c.element != nil {
		k, err := p.bind(c.element)
		if err != nil {
			return out, err
		}
		out.key = k
	}
	for _, t := range c.values {
		v, err := p.bind(t)
		if err != nil {
			return out, err
		}
		out.values = append(out.values, v)
	}
	return out, nil
}

// holds reports whether a condition is true of a row; row is nil where there is
// none. now is the server's clock in seconds.
func (c *boundCondition) holds(row *memtable.Row, now int64) (bool, *diag.Diagnostic) {
	t := c.column.Type
	if c.element != nil && c.key == nil {
		kind := "list"
		if t.Kind == cqltype.Map {
			kind = "map"
		}
		return false, rule.LWT05.Invalid(c.at, "Invalid null value for % element access", kind)
	}
	var cells []memtable.Cell
	if row != nil {
		for _, cell := range row.ColumnCells(c.column) {
			if cell.Live(now) {
				cells = append(cells, cell)
			}
		}
	}
	if c.element == nil && c.field < 0 && t.MultiCell() && t.IsCollection() {
		return c.collectionHolds(cells)
	}
	there, err := c.there(cells)
	if err != nil {
		return false, err
	}
	for _, v := range c.values {
		ok, err := c.compare(c.operator(), c.of, v, there)
		if ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// operator is the comparison; IN compares with =.
func (c *boundCondition) operator() cql.Op {
	if c.op == cql.In {
		return cql.Eq
	}
	return c.op
}

// there is the stored value that a condition compares with, nil for none.
func (c *boundCondition) there(cells []memtable.Cell) ([]byte, *diag.Diagnostic) {
	t := c.column.Type
	var whole []byte
	if !t.MultiCell() && len(cells) > 0 {
		whole = cells[0].Value
	}
	switch {
	case c.element != nil && t.Kind == cqltype.Map:
		if t.MultiCell() {
			return cellAt(cells, c.key), nil
		}
		entries, _ := t.Unpack(whole)
		for i := 0; i+1 < len(entries); i += 2 {
			if t.Elems[0].Compare(entries[i], c.key) == 0 {
				return entries[i+1], nil
			}
		}
		return nil, nil
	case c.element != nil:
		i := int(cqltype.Long(c.key))
		if t.MultiCell() {
			if i < 0 {
				return nil, rule.LWT05.Invalid(c.at, "Invalid negative list index %", strconv.Itoa(i))
			}
			if i < len(cells) {
				return cells[i].Value, nil
			}
			return nil, nil
		}
		if whole == nil {
			return nil, nil
		}
		if i < 0 {
			return nil, rule.LWT05.Invalid(c.at, "Invalid negative list index %", strconv.Itoa(i))
		}
		if elems, _ := t.Unpack(whole); i < len(elems) {
			return elems[i], nil
		}
		return nil, nil
	case c.field >= 0:
		if t.MultiCell() {
			return cellAt(cells, fieldPath(c.field)), nil
		}
		if whole == nil {
			return nil, nil
		}
		fields, _ := t.SplitTuple(whole)
		if c.field < len(fields) {
			return fields[c.field], nil
		}
		return nil, nil
	case t.MultiCell():
		if len(cells) == 0 {
			return nil, nil
		}
		fields := make([][]byte, len(t.Fields))
		for _, cell := range cells {
			if i := int(cqltype.Long(cell.Path)); i < len(fields) {
				fields[i] = cell.Value
			}
		}
		return cqltype.BuildTuple(fields), nil
	}
	return whole, nil
}

// fieldPath is the path of a user type's field: its index as a smallint.
func fieldPath(i int) []byte { return []byte{byte(i >> 8), byte(i)} }

func cellAt(cells []memtable.Cell, path []byte) []byte {
	for _, cell := range cells {
		if string(cell.Path) == string(path) {
			return cell.Value
		}
	}
	return nil
}

func (c *boundCondition) compare(op cql.Op, t *cqltype.Type, value, there []byte) (bool, *diag.Diagnostic) {
	if value == nil {
		switch op {
		case cql.Eq:
			return there == nil, nil
		case cql.Ne:
			return there != nil, nil
		}
		return false, rule.LWT05.Invalid(c.at, `Invalid comparison with null for operator "%"`, op.String())
	}
	if there == nil {
		return op == cql.Ne, nil
	}
	switch op {
	case cql.Contains, cql.ContainsKey:
		// The column is frozen: look into its value.
		whole := c.column.Type
		elems, _ := whole.Unpack(there)
		step, from := 1, 0
		if whole.Kind == cqltype.Map {
			step = 2
			if op == cql.Contains {
				from = 1
			}
		}
		for i := from; i < len(elems); i += step {
			if t.Compare(elems[i], value) == 0 {
				return true, nil
			}
		}
		return false, nil
	}
	return satisfies(op, t.Compare(there, value)), nil
}

// satisfies reports whether an operator accepts an order of two values.
func satisfies(op cql.Op, order int) bool {
	switch op {
	case cql.Eq:
		return order == 0
	case cql.Ne:
		return order != 0
	case cql.Lt:
		return order < 0
	case cql.Le:
		return order <= 0
	case cql.Gt:
		return order > 0
	}
	return order >= 0
}

// collectionHolds compares a collection whose elements are cells.
// Source: ColumnCondition.MultiCellCollectionBound.
func (c *boundCondition) collectionHolds(cells []memtable.Cell) (bool, *diag.Diagnostic) {
	t, op := c.column.Type, c.operator()
	inside := op == cql.Contains || op == cql.ContainsKey
	for _, v := range c.values {
		elems, _ := t.Unpack(v)
		if v == nil || !inside && len(elems) == 0 {
			switch {
			case op == cql.Eq:
				if len(cells) == 0 {
					return true, nil
				}
				continue
			case op == cql.Ne:
				return len(cells) > 0, nil
			case v == nil:
				return false, rule.LWT05.Invalid(c.at, `Invalid comparison with null for operator "%"`, op.String())
			}
			kind := [...]string{"list", "set", "map"}[t.Kind-cqltype.List]
			return false, rule.LWT05.Invalid(c.at, `Invalid comparison with an empty % for operator "%"`, kind, op.String())
		}
		if len(cells) == 0 && op != cql.Ne {
			continue
		}
		if inside {
			for _, cell := range cells {
				element := cell.Value
				if t.Kind == cqltype.Set || op == cql.ContainsKey {
					element = cell.Path
				}
				if c.of.Compare(element, v) == 0 {
					return true, nil
				}
			}
			continue
		}
		var have [][]byte
		for _, cell := range cells {
			switch t.Kind {
			case cqltype.List:
				have = append(have, cell.Value)
			case cqltype.Set:
				have = append(have, cell.Path)
			case cqltype.Map:
				have = append(have, cell.Path, cell.Value)
			}
		}
		if satisfies(op, compareElements(t, have, elems)) {
			return true, nil
		}
	}
	return false, nil
}

// compareElements orders two lists of elements; those of a map are keys and
// values in turn.
func compareElements(t *cqltype.Type, a, b [][]byte) int {
	for i := range a {
		if i >= len(b) {
			return 1
		}
		of := t.Elems[0]
		if t.Kind == cqltype.Map && i%2 == 1 {
			of = t.Elems[1]
		}
		if order := of.Compare(a[i], b[i]); order != 0 {
			return order
		}
	}
	if len(a) < len(b) {
		return -1
	}
	return 0
}
