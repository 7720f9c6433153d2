// Values of columns, and whether a row passes a filter.

package query

import (
	"slices"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/schema"
)

// cells returns the row's cells of a column that is not in the key.
func (f *found) cells(c *schema.Column) []memtable.Cell {
	if c.Kind == schema.Static {
		return f.static.ColumnCells(c)
	}
	return f.row.ColumnCells(c)
}

// value is the value of a column, nil for null.
func (x *reader) value(f *found, c *schema.Column) []byte {
	switch c.Kind {
	case schema.PartitionKey:
		if c.Position >= len(f.key) {
			return nil // of a group without rows
		}
		return f.key[c.Position]
	case schema.Clustering:
		if f.row == nil || c.Position >= len(f.row.Clustering) {
			return nil
		}
		return f.row.Clustering[c.Position]
	}
	return cellsValue(c.Type, f.cells(c))
}

// cellsValue joins the cells of a column to its value.
func cellsValue(t *cqltype.Type, cells []memtable.Cell) []byte {
	if len(cells) == 0 {
		return nil
	}
	if !t.MultiCell() {
		if t.Kind == cqltype.Counter {
			return long(memtable.CounterValue(cells[0].Value))
		}
		return cells[0].Value
	}
	var parts [][]byte
	switch t.Kind {
	case cqltype.Set:
		for i := range cells {
			parts = append(parts, cells[i].Path)
		}
	case cqltype.List:
		for i := range cells {
			parts = append(parts, cells[i].Value)
		}
	case cqltype.Map:
		for i := range cells {
			parts = append(parts, cells[i].Path, cells[i].Value)
		}
	case cqltype.UDT:
		parts = make([][]byte, len(t.Fields))
		for i := range cells {
			if at := fieldOf(&cells[i]); at < len(parts) {
				parts[at] = cells[i].Value
			}
		}
		return cqltype.BuildTuple(parts)
	}
	return cqltype.Pack(parts, len(cells))
}

// fieldOf is the position of the field that a cell of a user-defined type holds.
func fieldOf(c *memtable.Cell) int { return int(c.Path[0])<<8 | int(c.Path[1]) }

func long(n int64) []byte {
	return []byte{byte(n >> 56), byte(n >> 48), byte(n >> 40), byte(n >> 32), byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}
}

// matchesAll reports whether a row passes the whole filter.
func (x *reader) matchesAll(f *found) bool {
	for i := range x.read.Filter {
		if !x.matches(f, &x.read.Filter[i]) {
			return false
		}
	}
	return true
}

// matchesRow reports whether a row passes the part of the filter that is about
// rows; the rest was asked of the partition.
func (x *reader) matchesRow(f *found) bool {
	for i := range x.read.Filter {
		e := &x.read.Filter[i]
		if e.Column.Kind != schema.PartitionKey && e.Column.Kind != schema.Static && !x.matches(f, e) {
			return false
		}
	}
	return true
}

// matches reports whether a row satisfies one expression. Null satisfies none.
// Source: RowFilter.SimpleExpression and MapElementExpression.
func (x *reader) matches(f *found, e *plan.Expression) bool {
	t := e.Column.Type
	if e.Key != nil {
		for _, entry := range pairs(t, x.value(f, e.Column)) {
			if t.Elems[0].Compare(entry[0], e.Key) == 0 {
				return compare(t.Elems[1], e.Op, entry[1], e.Value)
			}
		}
		return false
	}
	v := x.value(f, e.Column)
	if v == nil {
		return false
	}
	if t.Kind == cqltype.Counter {
		t = cqltype.NativeOf(cqltype.Bigint) // the count is compared, not the cell
	}
	switch e.Op {
	case cql.In:
		for _, want := range e.Values {
			if want != nil && t.Compare(v, want) == 0 {
				return true
			}
		}
		return false
	case cql.Contains, cql.ContainsKey:
		return contains(t, v, e.Op == cql.ContainsKey, e.Value)
	case cql.Like, cql.Eq:
		if ix := x.sasi(e); ix != nil {
			return x.terms(ix, e, string(v))
		}
	}
	return compare(t, e.Op, v, e.Value)
}

// sasi is the index whose terms an expression compares: in a read by a SASI index the server asks every
// such index that answers it, and compares no values besides.
func (x *reader) sasi(e *plan.Expression) *schema.Index {
	if by := x.read.Index; e.Op == cql.Eq && (by == nil || by.Class != schema.SASI || !e.Column.Type.Textual()) {
		return nil
	}
	for _, ix := range x.read.Table.Indexes {
		if ix.Class == schema.SASI && ix.Answers(e.Column, e.Op) {
			return ix
		}
	}
	return nil
}

// terms reports whether each term of what is asked for is among those of a value. Nothing is found by no term.
func (x *reader) terms(ix *schema.Index, e *plan.Expression, v string) bool {
	asked, known := ix.Terms(e.Column, string(e.Value))
	if !known {
		x.fail(&diag.Diagnostic{Severity: diag.NotJudged, Message: "the index " + cql.QuoteName(ix.Name) + " compares words as StandardAnalyzer makes them, and only a server does that"})
		return false
	}
	kept, _ := ix.Terms(e.Column, v)
	for _, a := range asked {
		if !slices.ContainsFunc(kept, func(k string) bool {
			switch {
			case e.Op == cql.Eq || e.Like == plan.LikeMatches:
				return k == a
			case e.Like == plan.LikePrefix:
				return strings.HasPrefix(k, a)
			case e.Like == plan.LikeSuffix:
				return strings.HasSuffix(k, a)
			}
			return strings.Contains(k, a)
		}) {
			return false
		}
	}
	return len(asked) > 0
}

func compare(t *cqltype.Type, op cql.Op, v, want []byte) bool {
	if v == nil || want == nil {
		return false
	}
	c := t.Compare(v, want)
	switch op {
	case cql.Eq:
		return c == 0
	case cql.Lt:
		return c < 0
	case cql.Le:
		return c <= 0
	case cql.Gt:
		return c > 0
	case cql.Ge:
		return c >= 0
	case cql.Ne:
		return c != 0
	}
	return false
}

// pairs are the keys and values of a map.
func pairs(t *cqltype.Type, v []byte) (out [][2][]byte) {
	parts, _ := t.Unpack(v)
	for i := 0; i+1 < len(parts); i += 2 {
		out = append(out, [2][]byte{parts[i], parts[i+1]})
	}
	return out
}

func contains(t *cqltype.Type, v []byte, keys bool, want []byte) bool {
	if t.Kind == cqltype.Map {
		for _, p := range pairs(t, v) {
			if keys && t.Elems[0].Compare(p[0], want) == 0 || !keys && t.Elems[1].Compare(p[1], want) == 0 {
				return true
			}
		}
		return false
	}
	parts, _ := t.Unpack(v)
	for _, p := range parts {
		if t.Elems[0].Compare(p, want) == 0 {
			return true
		}
	}
	return false
}
