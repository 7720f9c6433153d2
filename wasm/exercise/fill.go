package exercise

import (
	"strconv"

	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
)

// cell is the value of an attribute in a row.
func (f *Fit) cell(a *Attr, row int) *Cell { return &f.Rows.Rows[row][f.Rows.index(a.Name)] }

// value is what the application writes into a column for a row; ok is false where
// it has none, or where the column's type cannot hold it.
func (f *Fit) value(c *Column, row int) (v []byte, ok bool) {
	a := c.Attr
	if c.Source == Fresh {
		a = f.time(spell(""))
	}
	if c.Source != Hash && a != nil {
		v = f.cell(a, row).Value
	}
	switch {
	case c.Source == Hash: // at worst all rows fall into one part
		w, err := c.Type.FromString("0")
		return w, err == nil
	case c.Source == Fresh && v != nil:
		return timeUUID(millis(a.Type, v), uint64(row+1)), true
	case c.Source == Fresh:
		return timeUUID(now*1000, uint64(row+1)), true
	case c.Source == Unknown || v == nil:
		return nil, false
	case c.Source == Same:
		return convert(a.Type, c.Type, v, uint64(row+1))
	}
	return c.bucket(millis(a.Type, v))
}

// bucket is the value of a column that holds the unit of a time.
func (c *Column) bucket(ms int64) ([]byte, bool) {
	u := &units[c.unit]
	if c.Source == Bucket {
		return u.value(c.Type, ms)
	}
	n, _ := u.label(ms)
	w, err := c.Type.FromString(strconv.FormatInt(n%100, 10))
	return w, err == nil
}

// Kept is what is left of rows once all of them were written to a table.
type Kept struct {
	Rows    *Rows
	Table   string
	Written int
	Kept    int
	// Replaced is a row that Replacer wrote over, both counted from 0; −1 where all
	// are kept. Same are the columns of the key that they share.
	Replaced, Replacer int
	Same               []string
	Refused            *diag.Diagnostic // a row that the table does not take
	Statement          string           // the one that is refused; its offsets count there
	// Unheld is a column whose type cannot hold the value of a row; Changed is one that
	// returns another value than was written, Is. Row is the row, counted from 0.
	Unheld, Changed *Column
	Is              string
	Row             int
}

// fill empties a table and writes rows to it.
func (t *trial) fill(f *Fit) *Kept {
	k := &Kept{Rows: f.Rows, Table: f.Table.Name, Replaced: -1, Replacer: -1}
	name := t.name(f.Table)
	t.exec("TRUNCATE " + name)
	at := map[string]int{} // the last row with that key, from 1
	for i := range f.Rows.Rows {
		for _, c := range f.Columns {
			if _, ok := f.value(c, i); !ok && k.Unheld == nil && f.means(c) && c.Attr.Type != nil && f.cell(c.Attr, i).Value != nil {
				k.Unheld, k.Row = c, i
			}
		}
		statement, key := t.write(f, i)
		if statement == "" {
			continue
		}
		k.Written++
		if r := t.exec(statement); r.Diag != nil {
			k.Refused, k.Statement = r.Diag, statement
			return k
		}
		if first := at[key]; first == 0 {
			k.Kept++
		} else if k.Replaced < 0 {
			k.Replaced, k.Replacer = first-1, i
			k.Same = f.shown(i)
		}
		at[key] = i + 1
	}
	if k.Unheld == nil {
		t.readBack(f, k, at)
	}
	return k
}

// readBack compares what a table returns with what was written to it: a static column has
// one value for a whole partition, whatever its rows have.
func (t *trial) readBack(f *Fit, k *Kept, at map[string]int) {
	r := t.exec("SELECT * FROM " + t.name(f.Table)).Rows
	if r == nil {
		return
	}
	for _, row := range r.Rows {
		value := func(c *Column) []byte { return row[words(r.Cols).index(c.Name)] }
		key := ""
		for _, c := range f.Columns {
			if c.isKey() {
				key += keyed(value(c))
			}
		}
		i := at[key] - 1
		if i < 0 || k.Changed != nil && i >= k.Row {
			continue
		}
		for _, c := range f.Columns {
			v, ok := f.value(c, i)
			if ok && f.means(c) && c.Type.Kind != cqltype.Counter && string(v) != string(value(c)) {
				k.Changed, k.Row, k.Is = c, i, "null"
				if w := value(c); w != nil {
					k.Is = c.Type.Text(w)
				}
				break
			}
		}
	}
}

// means reports whether a column is surely there for an attribute: one that a question
// speaks of, or whose name it bears.
func (f *Fit) means(c *Column) bool {
	return c.Source == Same && (f.needed.has(c.Attr.Name) || likeness(c.Attr, c.spelled, nil) >= alike)
}

// keyed is a value as part of a key.
func keyed(v []byte) string { return strconv.Itoa(len(v)) + string(v) }

// shown are the values of a row's key, as people write them.
func (f *Fit) shown(row int) (out words) {
	for _, c := range f.Columns {
		switch v, _ := f.value(c, row); {
		case !c.isKey():
		case c.Source == Same:
			out.add(c.Attr.Name + " " + f.cell(c.Attr, row).Shown)
		case c.Source != Hash:
			out.add(c.Name + " " + c.Type.Text(v))
		}
	}
	return out
}

// write is the statement that writes a row, and its primary key; "" where the row has
// no value for the key.
func (t *trial) write(f *Fit, row int) (statement, key string) {
	if f.written == nil {
		for i := range f.Rows.Rows {
			statement, key := f.write(t.name(f.Table), i)
			f.written = append(f.written, [2]string{statement, key})
		}
	}
	return f.written[row][0], f.written[row][1]
}

func (f *Fit) write(table string, row int) (statement, key string) {
	var columns, values, where, set words
	static := false // no value for a clustering column: only static ones are written
	for _, c := range f.Columns {
		v, ok := f.value(c, row)
		literal, name := "", quote(c.Name)
		if ok {
			literal = c.Type.Literal(v)
		} else if c.Source == Same && c.Attr.Type == nil {
			literal = f.cell(c.Attr, row).Literal
		}
		if c.Type.Kind == cqltype.Counter {
			set.add(say("% = % + %", name, name, strconv.FormatInt(max(1, small(literal)), 10)))
			continue
		}
		if literal == "" || static && c.Kind != schema.Static {
			if c.Kind == schema.PartitionKey {
				return "", ""
			}
			static = static || c.Kind == schema.Clustering
			continue
		}
		columns.add(name)
		values.add(literal)
		if c.isKey() {
			key += keyed(v)
			where.add(name + " = " + literal)
		}
	}
	if static {
		key += "static"
	}
	if f.Table.Counter {
		return say("UPDATE % SET % WHERE %", table, set.join(", "), where.join(" AND ")), key
	}
	return say("INSERT INTO % (%) VALUES (%)", table, columns.join(", "), values.join(", ")), key
}

// name is a table's as a statement names it.
func (t *trial) name(table *schema.Table) string {
	if table.Keyspace == t.conn.Keyspace() {
		return quote(table.Name)
	}
	return quote(table.Keyspace) + "." + quote(table.Name)
}
