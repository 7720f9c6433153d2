package model

import (
	"slices"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/work"
)

// A Statement is one statement of the schema, and what the server says of it.
type Statement struct {
	Table    *Table    // which it makes; nil for keyspaces and types
	Place    diag.Span // in the script
	Text     string    // with its semicolon
	Refused  *diag.Diagnostic
	Warnings []string

	parsed cql.Statement
}

// createKeyspace, createType and createTable write statements of CQL.
func createKeyspace(k *Keyspace) string {
	return "CREATE KEYSPACE " + cql.QuoteName(k.Name.Text) + " WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': " + digits(int64(k.Replicas)) + "};"
}

func createType(keyspace string, t *ValueType) string {
	var b strings.Builder
	b.WriteString("CREATE TYPE " + cql.QuoteName(keyspace) + "." + cql.QuoteName(snake(t.Name.Text)) + " (")
	for i, f := range t.Fields {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(cql.QuoteName(snake(f.Name.Text)) + " " + f.Type)
	}
	b.WriteString(");")
	return b.String()
}

// createTable writes the statement that makes a table, under another name where one
// is given.
func (t *Table) createTable(name string) string {
	if name == "" {
		name = t.Name
	}
	var b strings.Builder
	b.WriteString("CREATE TABLE " + cql.QuoteName(t.Keyspace) + "." + cql.QuoteName(name) + " (")
	for _, c := range t.Columns {
		b.WriteString(cql.QuoteName(c.Name) + " " + c.Type)
		if c.Role == Static {
			b.WriteString(" STATIC")
		}
		b.WriteString(", ")
	}
	names := func(cols []*Column) string {
		out := make([]string, len(cols))
		for i, c := range cols {
			out[i] = cql.QuoteName(c.Name)
		}
		return strings.Join(out, ", ")
	}
	b.WriteString("PRIMARY KEY ((" + names(t.PartitionKey()) + ")")
	cluster := t.ClusteringKey()
	if len(cluster) > 0 {
		b.WriteString(", " + names(cluster))
	}
	b.WriteString(")) WITH ")
	if slices.ContainsFunc(cluster, func(c *Column) bool { return c.Desc }) {
		b.WriteString("CLUSTERING ORDER BY (")
		for i, c := range cluster {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(cql.QuoteName(c.Name))
			if c.Desc {
				b.WriteString(" DESC")
			} else {
				b.WriteString(" ASC")
			}
		}
		b.WriteString(") AND ")
	}
	if t.TTL > 0 && !t.counter() {
		b.WriteString("default_time_to_live = " + digits(min(t.TTL, 630720000)) + " AND ")
	}
	b.WriteString("comment = '" + strings.ReplaceAll(t.comment(), "'", "''") + "';")
	return b.String()
}

func (t *Table) counter() bool {
	return slices.ContainsFunc(t.Columns, func(c *Column) bool { return c.Type == "counter" })
}

// comment names the questions: "Q1. Hotels near a point of interest".
func (t *Table) comment() string {
	var parts []string
	for _, q := range t.Questions {
		s := q.ID.Text
		if q.Title.Text != "" {
			s += ". " + q.Title.Text
		}
		parts = append(parts, s)
	}
	for _, c := range t.PartitionKey() {
		switch {
		case c.Bucket == nil:
		case c.Bucket.Unit == "month" && c.Type == "int":
			parts = append(parts, c.Name+" is yyyymm")
		case c.Bucket.Unit == "week" && c.Type == "date":
			parts = append(parts, c.Name+" is its Monday")
		}
	}
	return strings.Join(parts, "; ")
}

// indexed are the columns that have an index.
func (t *Table) indexed() (out []*Column) {
	for _, c := range t.Columns {
		if c.Index && c.Role > Partition {
			out = append(out, c)
		}
	}
	return out
}

// indexName is what the index of a column is called.
func (t *Table) indexName(c *Column) string {
	name := t.Name + "_" + c.Name
	return name[:min(len(name), 2*maxName)]
}

// indexes are the statements that make a table's indexes.
func (t *Table) indexes() (out []string) {
	for _, c := range t.indexed() {
		out = append(out, "CREATE INDEX "+cql.QuoteName(t.indexName(c))+" ON "+cql.QuoteName(t.Keyspace)+"."+cql.QuoteName(t.Name)+" ("+cql.QuoteName(c.Name)+") USING 'sai';")
	}
	return out
}

// TypesOf are the user-defined types that a keyspace's tables use, each behind those
// that it is made of.
func (d *Design) TypesOf(keyspace string) (out []*ValueType) {
	there := map[*ValueType]bool{}
	var need func(text string)
	need = func(text string) {
		e, ok := parseType(text)
		if !ok {
			return
		}
		for _, name := range usedTypes(e, nil) {
			if v := d.Model.valueType(name); v != nil && !there[v] {
				there[v] = true
				for _, f := range v.Fields {
					need(f.Type)
				}
				out = append(out, v)
			}
		}
	}
	for _, t := range d.Tables {
		if t.Keyspace == keyspace {
			for _, c := range t.Columns {
				need(c.Type)
			}
		}
	}
	return out
}

// write writes the whole schema, lays it out, and lets the server's rules judge it.
func (d *Design) write() {
	var texts []string
	var of []*Table
	add := func(t *Table, text string) { texts, of = append(texts, text), append(of, t) }
	for _, k := range d.Model.Keyspaces {
		var tables []*Table
		for _, t := range d.Tables {
			if t.Keyspace == k.Name.Text {
				tables = append(tables, t)
			}
		}
		if len(tables) == 0 {
			continue
		}
		add(nil, createKeyspace(k))
		for _, v := range d.TypesOf(k.Name.Text) {
			add(nil, createType(k.Name.Text, v))
		}
		for _, t := range tables {
			add(t, t.createTable(""))
			for _, index := range t.indexes() {
				add(t, index)
			}
		}
	}
	s := d.connect()
	for i, text := range texts {
		if laid, err := cql.Format(text); err == nil {
			text = strings.TrimRight(laid, "\n")
		}
		st := &Statement{Table: of[i], Text: text}
		d.Model.Work.Must(tableUnits)
		r := s.Exec(text)
		st.Refused, st.Warnings, st.parsed = r.Diag, r.Warnings, r.Stmt
		if r.NotJudged {
			st.Refused = &r.Notes[0]
		}
		d.Statements = append(d.Statements, st)
	}
	d.session = s
	d.advised = d.advice()
	var b strings.Builder
	for i, st := range d.Statements {
		if b.Len() > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(d.limit(st, d.advised[i]))
		st.Place = diag.Span{Start: b.Len(), End: b.Len() + len(st.Text)}
		b.WriteString(st.Text)
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	d.CQL = b.String()
}

// limit is the comment with which whoever checks the CQL alone knows what limits a partition,
// where the model says it and nothing of the table does. "" where its own checks name the size, where
// nobody gave a number, and where a rate says that rows come for ever.
func (d *Design) limit(st *Statement, found []diag.Diagnostic) string {
	const rule = "R18"
	if st.Table == nil || !slices.ContainsFunc(found, func(a diag.Diagnostic) bool { return a.Rule == rule }) {
		return ""
	}
	z := &st.Table.Size
	if z.Max <= 0 || z.large() || z.uneven() || z.Grows > 0 || len(z.Guessed) > 0 {
		return ""
	}
	return "-- lab:ignore " + rule + " as the model says, a partition has at most " + number.Of(count(z.Rows.Hi), "row") + " after " + d.Model.HorizonWords() + "\n"
}

// Queries are the statements of the questions that have an answer, each below its name; before
// each of them stands mark.
func (d *Design) Queries(mark string) (text string) {
	for _, a := range d.Accesses {
		if a.Served {
			text += "\n-- " + a.Question.ID.Text + " " + a.Question.Title.Text + "\n" + mark + a.Statement + ";\n"
			if often := a.Repeated(); often != "" {
				text += "-- " + titled(often) + ".\n"
			}
			if a.With != nil && a.With.Statement != a.Statement {
				text += "-- Where it knows " + some(a.Question.optional(), "and")
				if late := a.late(); late != nil {
					text += ", the application compares " + some(late, "and")
				}
				text += ":\n" + mark + a.With.Statement + ";\n"
			}
		}
	}
	return text
}

// now is the clock of the session that judges a schema: a verdict on a schema does
// not depend on it.
const now = 1_750_000_000

// statementMost is what one statement of a schema may take where nobody says so: a column
// of a type that holds 8,000 fields. What follows from a table takes as long again and
// again, and a page does not pause within.
const statementMost = 400_000

// connect makes a session for the schema. Types that hold one another twice have twice as
// many fields in each: so the work is bounded, and ends where that of the model is over. A run
// that somebody leaves comes to the end of its statement: what is kept of it must not miss a verdict.
func (d *Design) connect() *session.Session {
	s := session.New(session.Settings{Now: now})
	w := d.Model.Work
	m := &work.Meter{Most: d.Model.Most, Pause: func() bool { return w.Ask(work.Slice) || !w.Over() }}
	if m.Most == 0 {
		m.Most = statementMost
	}
	s.Meter(m)
	return s
}

// statement is the one that makes a table, or nil.
func (d *Design) statement(t *Table) *Statement {
	for _, s := range d.Statements {
		if s.Table == t {
			return s
		}
	}
	return nil
}

// NotJudged reports whether there was too much for a verdict on the whole schema.
func (d *Design) NotJudged() bool {
	return d.Model.Work.Over() || slices.ContainsFunc(d.Statements, func(s *Statement) bool { return s.Refused != nil && s.Refused.Severity == diag.NotJudged })
}

// schemaOf makes a table that is only tried, to size it.
func (d *Design) schemaOf(t *Table) *schema.Table {
	if d.lab == nil {
		d.lab = d.connect()
		d.tried = map[string]bool{}
		for _, k := range d.Model.Keyspaces {
			d.lab.Exec(createKeyspace(k))
		}
	}
	for _, c := range t.Columns {
		d.typesInLab(t.Keyspace, c.Type)
	}
	d.lab.Exec("DROP TABLE IF EXISTS " + cql.QuoteName(t.Keyspace) + ".tried")
	if r := d.lab.Exec(t.createTable("tried")); !r.Accepted() {
		return nil
	}
	return d.lab.Catalogue().Table(t.Keyspace, "tried")
}

func (d *Design) typesInLab(keyspace, text string) {
	e, ok := parseType(text)
	if !ok {
		return
	}
	for _, name := range usedTypes(e, nil) {
		full := keyspace + "." + name
		if d.tried[full] {
			continue
		}
		d.tried[full] = true
		if v := d.Model.valueType(name); v != nil {
			for _, f := range v.Fields {
				d.typesInLab(keyspace, f.Type)
			}
			d.lab.Exec(createType(keyspace, v))
		}
	}
}
