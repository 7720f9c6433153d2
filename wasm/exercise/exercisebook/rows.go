package exercisebook

import (
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
)

// rows reads `rows NAME:` or `rows NAME of THINGS:` and the table below it: names
// with types, then values, with | between them.
func (r *reader) rows(e *Exercise, s section) {
	name, of, _ := strings.Cut(s.arg.Text, " of ")
	set := &exercise.Rows{Name: name, Noun: noun(of, name)}
	if !isName(name) || e.rows(name) != nil {
		r.wrong(s.head.Span, "the rows need a name of their own", "Questions and predicates speak of them.", "write rows bookings: or rows smith4 of bookings:")
	}
	given := (&exercise.Exercise{Settings: e.Settings, Setup: e.Setup}).Session()
	table := given.Catalogue().Table(given.Keyspace(), name)
	head := true
	r.each(s.body, func(l Text, _ bool) {
		cells := r.split(l, '|')
		if head {
			head = false
			for _, c := range cells {
				name, rest, _ := strings.Cut(c.Text, " ")
				if alone, marked := strings.CutSuffix(name, "*"); marked {
					set.Apart = append(set.Apart, alone)
					c.Text = strings.TrimSpace(alone + " " + rest)
				}
				set.Attrs = append(set.Attrs, r.attr(e, c, table))
			}
			return
		}
		if len(cells) != len(set.Attrs) {
			r.wrong(l.Span, "this row has "+strconv.Itoa(len(cells))+" values, and there are "+strconv.Itoa(len(set.Attrs))+" columns", "", "put | between the values, and leave a place empty where there is none")
			return
		}
		row := make([]exercise.Cell, len(cells))
		for i, c := range cells {
			row[i] = r.cell(set.Attrs[i], c)
		}
		set.Rows = append(set.Rows, row)
		if table != nil {
			var columns, values []string
			for i, c := range row {
				if c.Literal != "" {
					columns, values = append(columns, cql.QuoteName(set.Attrs[i].Name)), append(values, c.Literal)
				}
			}
			e.Setup += "INSERT INTO " + cql.QuoteName(table.Name) + " (" + strings.Join(columns, ", ") + ") VALUES (" + strings.Join(values, ", ") + ");\n"
		}
	})
	e.Rows = append(e.Rows, set)
}

// attr reads `name type (other, names)`. A name that occurred before needs no type.
func (r *reader) attr(e *Exercise, t Text, table *schema.Table) *exercise.Attr {
	text, also := t.Text, ""
	if i := strings.IndexByte(text, '('); i >= 0 && strings.HasSuffix(text, ")") {
		text, also = strings.TrimSpace(text[:i]), text[i+1:len(text)-1]
	}
	name, typ, given := strings.Cut(text, " ")
	var others []string
	for _, n := range strings.Split(also, ",") {
		if n = strings.TrimSpace(n); n != "" {
			others = append(others, n)
		}
	}
	a := exercise.NewAttr(name, others)
	if !isName(name) {
		r.wrong(t.Span, "this is no name of a column", "The first line names the columns and their types.", "write guest_last_name text | hotel_id text")
		a.Type = cqltype.NativeOf(cqltype.Text)
		return a
	}
	switch known := e.attr(name); {
	case given:
		if a.Type = cqltype.Native(strings.TrimSpace(typ)); a.Type == nil && !strings.HasSuffix(typ, ">") {
			r.wrong(t.Span, "there is no type "+typ, "", "write a type of CQL, such as text, int or timestamp")
		}
		if known != nil && a.Type != nil && (known.Type == nil || !a.Type.Equal(known.Type)) {
			r.wrong(t.Span, name+" had another type before", "All rows of an exercise speak of the same things.", "take the type out")
		}
	case table != nil && table.Column(name) != nil:
		if a.Type = table.Column(name).Type; a.Type.Kind > cqltype.Varint {
			a.Type = nil
		}
	case known != nil:
		*a = *known
	default:
		r.wrong(t.Span, "the type of "+name+" is missing", "", "write it after the name: "+name+" text")
		a.Type = cqltype.NativeOf(cqltype.Text)
	}
	return a
}

// rows are those of that name, or nil.
func (e *Exercise) rows(name string) *exercise.Rows {
	for _, s := range e.Rows {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// attr is the attribute of that name in any rows, or nil.
func (e *Exercise) attr(name string) *exercise.Attr {
	for _, s := range e.Rows {
		if a := s.Attr(name); a != nil {
			return a
		}
	}
	return nil
}

// cell reads a value of an attribute.
func (r *reader) cell(a *exercise.Attr, t Text) exercise.Cell {
	c, bad := cellOf(a.Type, t.Text)
	if bad != "" {
		r.wrong(t.Span, "this is no "+a.Type.String()+": "+bad, "", "write a value of the type of "+a.Name)
	}
	return c
}

// cellOf reads a value: text with or without quotes, anything else as CQL writes
// it. A whole number stands for the uuid that ends in it, a time and #1 for a
// timeuuid of that time.
func cellOf(t *cqltype.Type, text string) (c exercise.Cell, bad string) {
	c.Shown = text
	if text == "" || strings.EqualFold(text, "null") {
		return c, ""
	}
	if t == nil {
		c.Literal = text
		return c, ""
	}
	s := text
	if n := len(s); n > 1 && s[0] == '\'' && s[n-1] == '\'' {
		s = strings.ReplaceAll(s[1:n-1], "''", "'")
	}
	if _, err := strconv.ParseUint(s, 10, 32); err == nil && (t.Kind == cqltype.UUID || t.Kind == cqltype.Timeuuid) {
		version := "0"
		if t.Kind == cqltype.Timeuuid {
			version = "1"
		}
		s = "00000000-0000-" + version + "000-0000-" + strings.Repeat("0", 12-len(s)) + s
	}
	if time, n, ok := strings.Cut(s, " #"); ok && t.Kind == cqltype.Timeuuid {
		ms, err := cqltype.NativeOf(cqltype.Timestamp).FromString(time)
		node, errN := strconv.ParseUint(n, 10, 32)
		if err != nil || errN != nil {
			return c, "write a time and a number: 2026-01-15 10:30:00.000+0000 #1"
		}
		c.Value = exercise.TimeUUID(ms, node)
	} else {
		v, err := t.FromString(s)
		if err != nil {
			return c, err.Message
		}
		c.Value = v
	}
	c.Literal = t.Literal(c.Value)
	if end, ok := strings.CutPrefix(c.Literal, "00000000-0000-0000-0000-0000000000"); ok && t.Kind == cqltype.UUID {
		c.Shown = "…" + end
	}
	return c, ""
}

// noun is one of the things that a name stands for.
func noun(of, name string) string {
	if of == "" {
		if of = name; !strings.HasSuffix(of, "s") {
			return "row"
		}
	}
	return number.Singular(of)
}

// rowsOf makes rows of a file's INSERT statements into tables of a schema.
func rowsOf(name, of, ddl, text string) *exercise.Rows {
	set := &exercise.Rows{Name: name, Noun: noun(of, name)}
	tables := (&exercise.Exercise{Setup: ddl}).Session().Catalogue()
	src := diag.NewSource("", text)
	for _, item := range cql.Parse(src).Items {
		in, ok := item.Stmt.(*cql.Insert)
		if !ok {
			continue
		}
		table := tables.Table(in.Into.Keyspace.Text, in.Into.Name.Text)
		if table == nil {
			continue
		}
		row := make([]exercise.Cell, len(set.Attrs))
		for i, c := range in.Columns {
			a := set.Attr(c.Text)
			if a == nil {
				a = exercise.NewAttr(c.Text, nil)
				if col := table.Column(c.Text); col != nil && col.Type.Kind <= cqltype.Varint {
					a.Type = col.Type
				}
				set.Attrs, row = append(set.Attrs, a), append(row, exercise.Cell{})
			}
			if i < len(in.Values) {
				span := in.Values[i].Place()
				for j := range set.Attrs {
					if set.Attrs[j] == a {
						row[j], _ = cellOf(a.Type, src.Text[span.Start:span.End])
						row[j].Shown = strings.Trim(row[j].Shown, "'")
					}
				}
			}
		}
		set.Rows = append(set.Rows, row)
	}
	// One thing may be written to several tables.
	seen := map[string]bool{}
	rows := set.Rows
	set.Rows = nil
	for _, row := range rows {
		row = append(row, make([]exercise.Cell, len(set.Attrs)-len(row))...)
		text := ""
		for _, c := range row {
			text += c.Literal + "\x00"
		}
		if !seen[text] {
			set.Rows = append(set.Rows, row)
		}
		seen[text] = true
	}
	return set
}
