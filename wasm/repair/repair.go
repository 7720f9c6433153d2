// Package repair says what to write instead of a statement that is refused: as edits,
// and as a table that answers a query. No edit is tried on a server; it is what the
// rule asks for. What the reason is and what to write in general, package rule has
// said before.
//
// The repairs of each rule stand in one table, by the constant of the rule. What they
// need to know of the refusal, whoever refused has put into About.
package repair

import (
	"slices"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
)

// Add adds to a refusal how the statement can be repaired; stmt is the statement or
// the member of a batch that it is about.
func Add(ctx *check.Context, stmt cql.Statement, d *diag.Diagnostic) {
	if stmt == nil {
		return
	}
	for i := range repairs {
		if string(repairs[i].rule) == d.Rule {
			r := repairer{ctx: ctx, stmt: stmt, d: d}
			repairs[i].repair(&r)
			return
		}
	}
}

// A repairer makes the fixes of one refusal.
type repairer struct {
	ctx  *check.Context
	stmt cql.Statement
	d    *diag.Diagnostic
}

// Rules are the rules that have repairs, in the order of their ids.
func Rules() (out []rule.ID) {
	for _, r := range repairs {
		out = append(out, r.rule)
	}
	return out
}

// edit adds a fix.
func (r *repairer) edit(title string, edits ...diag.Edit) {
	r.d.Fixes = append(r.d.Fixes, diag.Fix{Title: title, Edits: edits})
}

// write adds a fix of one edit.
func (r *repairer) write(title string, at diag.Span, text string) {
	r.edit(title, diag.Edit{Span: at, Text: text})
}

func insert(at int, text string) diag.Edit {
	return diag.Edit{Span: diag.Span{Start: at, End: at}, Text: text}
}

// table is the table that the statement reads or writes, nil where there is none.
func (r *repairer) table() *schema.Table {
	name := r.stmt.Target()
	ks := name.Keyspace.Text
	if !name.Keyspace.Given() {
		ks = r.ctx.Keyspace
	}
	return r.ctx.Catalogue.Table(ks, name.Name.Text)
}

// ---- names

// unknown writes the nearest name that stands for something.
func (r *repairer) unknown() { r.nearest(cql.QuoteName) }

func (r *repairer) nearest(written func(string) string) bool {
	u, ok := r.d.About.(*check.Unknown)
	if !ok {
		return false
	}
	if near := diag.Nearest(u.Name, u.Known); near != "" {
		r.d.Say("Did you mean " + near + "?")
		r.write("write "+near, r.d.Span, written(near))
		return true
	}
	if u.Else != "" {
		r.d.Say(u.Else)
	}
	return false
}

// ifNotExists lets a CREATE pass where the thing is there already.
func (r *repairer) ifNotExists() {
	if r.d.Kind == diag.Exists || r.d.About == nil {
		name := r.stmt.Target()
		place := name.Place()
		if !name.Name.Given() {
			place = name.Keyspace.Span
		}
		r.edit("add IF NOT EXISTS", insert(place.Start, "IF NOT EXISTS "))
	}
}

// keyspaceName repairs the name of a keyspace: one that is taken, or one that there is
// not.
func (r *repairer) keyspaceName() {
	if r.d.Kind == diag.Exists {
		r.ifNotExists()
	} else {
		r.unknown()
	}
}

// newTable repairs CREATE TABLE for a name that is taken.
func (r *repairer) newTable() {
	if r.d.Kind == diag.Exists {
		r.ifNotExists()
	}
}

// unknownKey repairs a column of the primary key that is not declared.
func (r *repairer) unknownKey() {
	s, ok := r.stmt.(*cql.CreateTable)
	u, about := r.d.About.(*check.Unknown)
	if !r.nearest(cql.QuoteName) && ok && about && len(s.Columns) > 0 {
		r.edit("declare "+u.Name+" as text", insert(s.Columns[0].Start, cql.QuoteName(u.Name)+" text, "))
	}
}

// base writes the table of a view in the view's place.
func (r *repairer) base() {
	if v, ok := r.d.About.(*schema.Table); ok && v.View != nil {
		r.write("truncate "+v.View.Base, r.d.Span, cql.QuoteName(v.View.Base))
	}
}

// ---- types

// freeze puts frozen<> around a type.
func (r *repairer) freeze() {
	if t, ok := r.d.About.(*cql.TypeExpr); ok {
		r.write("freeze it", t.Span, "frozen<"+cql.TypeText(t)+">")
	}
}

// thaw takes frozen<> away.
func (r *repairer) thaw() {
	if t, ok := r.d.About.(*cql.TypeExpr); ok {
		r.write("leave frozen<> away", t.Span, cql.TypeText(t.Args[0]))
	}
}

// sqlTypes are names of types in other databases and languages, and what to
// write in CQL.
var sqlTypes = map[string]string{
	"string": "text", "str": "text", "char": "text", "nvarchar": "text", "clob": "text", "json": "text", "jsonb": "text", "character": "text",
	"integer": "int", "int4": "int", "int32": "int", "serial": "int", "mediumint": "int", "number": "decimal", "numeric": "decimal", "money": "decimal",
	"long": "bigint", "int8": "bigint", "int64": "bigint", "bigserial": "bigint", "short": "smallint", "int2": "smallint", "byte": "tinyint",
	"real": "float", "float4": "float", "float8": "double", "float32": "float", "float64": "double",
	"bool": "boolean", "bit": "boolean", "datetime": "timestamp", "timestamptz": "timestamp", "instant": "timestamp", "interval": "duration",
	"binary": "blob", "varbinary": "blob", "bytea": "blob", "bytes": "blob", "guid": "uuid", "uniqueidentifier": "uuid", "ip": "inet", "ipaddress": "inet",
}

const nativeNames = "ascii bigint blob boolean counter date decimal double duration float inet int smallint text time timestamp timeuuid tinyint uuid varchar varint list set map tuple vector"

// unknownType writes what CQL calls a type, or the nearest one.
func (r *repairer) unknownType() {
	u, ok := r.d.About.(*check.Unknown)
	if !ok {
		return
	}
	if to := sqlTypes[strings.ToLower(u.Name)]; to != "" {
		r.d.Say("CQL calls this type " + to + ".")
		r.write("write "+to, r.d.Span, to)
		return
	}
	switch u.Name {
	case "list", "map", "tuple", "vector", "array":
		r.d.Say("Say what it holds, for example list<text>, map<text, int> or vector<float, 768>.")
		return
	}
	u.Known = append(strings.Fields(nativeNames), u.Known...)
	r.unknown()
}

// ---- tables and views

// key makes the first column the primary key of a table that has none.
func (r *repairer) key() {
	if s, ok := r.stmt.(*cql.CreateTable); ok && len(s.Columns) > 0 && s.BodySpan.Len() > 1 {
		first := s.Columns[0].Name.Text
		r.edit("make "+first+" the key", insert(s.BodySpan.End-1, ", PRIMARY KEY ("+cql.QuoteName(first)+")"))
	}
}

// plain makes a static column a plain one.
func (r *repairer) plain() {
	if c, ok := r.d.About.(*cql.ColumnDef); ok && c.Mask == nil && !c.PrimaryKey {
		r.write("leave STATIC away", diag.Span{Start: c.Type.End, End: c.End}, "")
	}
}

// order names a clustering column that CLUSTERING ORDER BY lacks.
func (r *repairer) order() {
	if lacking, ok := r.d.About.(check.Lacking); ok {
		r.edit("name "+lacking[0]+", too", insert(r.d.Start, cql.QuoteName(lacking[0])+" ASC, "))
	}
}

// alias takes the other name of a view's column away.
func (r *repairer) alias() {
	if s, ok := r.d.About.(*cql.Selector); ok {
		r.write("leave the alias away", diag.Span{Start: s.X.Place().End, End: s.Alias.End}, "")
	}
}

// viewKey adds the base table's key columns to a view's key.
func (r *repairer) viewKey() {
	if lacking, ok := r.d.About.(check.Lacking); ok {
		text := ""
		for _, n := range lacking {
			text += ", " + cql.QuoteName(n)
		}
		r.edit("add "+strings.Join(lacking, ", ")+" to the key", insert(r.d.End, text))
	}
}

// viewWhere restricts the key columns of a view.
func (r *repairer) viewWhere() {
	lacking, ok := r.d.About.(check.Lacking)
	s, view := r.stmt.(*cql.CreateView)
	if !ok || !view {
		return
	}
	text := ""
	for _, n := range lacking {
		text += " AND " + cql.QuoteName(n) + " IS NOT NULL"
	}
	if len(s.Where) == 0 {
		text = " WHERE" + strings.TrimPrefix(text, " AND")
	}
	r.edit("restrict them", insert(r.d.End, text))
}

// view repairs the name of a view, or an option that it may not have.
func (r *repairer) view() {
	r.unknown()
	r.option()
}

// ---- indexes

// useSAI gives an index that has options the class that takes some.
func (r *repairer) useSAI() {
	s, ok := r.stmt.(*cql.CreateIndex)
	if p, options := r.d.About.(*cql.Property); !ok || !options || !p.Value.IsMap {
		r.option()
	} else if s.HasClass {
		r.write("use SAI", s.ClassSpan, "'sai'")
	} else if len(s.Targets) > 0 {
		r.edit("use SAI", insert(s.Targets[len(s.Targets)-1].End+1, " USING 'sai'"))
	}
}

// indexClass writes the class of an index.
func (r *repairer) indexClass() {
	s, ok := r.stmt.(*cql.CreateIndex)
	if !ok || !s.HasClass || r.d.Span != s.ClassSpan {
		return
	}
	switch class := s.Class; {
	case strings.HasPrefix(class, "com.datastax.bdp.") || strings.HasPrefix(class, "org.apache.cassandra.index.sai."):
		r.d.Why = "This index class belongs to DataStax Enterprise or an older SAI. Cassandra's own is called 'sai'."
	case strings.HasSuffix(class, "vector_index"):
		r.d.Why = "vector_index belongs to ScyllaDB. Cassandra indexes vectors with 'sai'."
	case strings.EqualFold(class, "SASIIndex"):
		r.d.Say("SASI needs its full class name.")
		r.write("write the full name", s.ClassSpan, "'"+schema.SASIClass+"'")
		return
	}
	r.write("use SAI", s.ClassSpan, "'sai'")
}

// indexTarget writes what of a column can be indexed.
func (r *repairer) indexTarget() {
	t, ok := r.d.About.(*cql.IndexTarget)
	if !ok {
		return
	}
	name := cql.QuoteName(t.Column.Text)
	around := [...]string{"", "keys", "values", "entries", "full"}[t.Kind]
	switch rule.ID(r.d.Rule) {
	case rule.IX11:
		r.write("index the whole value", t.Span, "full("+name+")")
	case rule.IX14:
		r.write("index the values", t.Span, "values("+name+")")
	default:
		r.write("leave "+around+"() away", t.Span, name)
	}
}

// sasi writes the full name of an analyzer of SASI.
func (r *repairer) sasi() {
	if c, ok := r.d.About.(*check.UnknownClass); ok {
		near := c.Name
		if !contains(c.Known, near) {
			near = diag.Nearest(c.Name, c.Known)
		}
		if near != "" {
			r.write("write "+near+" in full", c.Entry.ValueSpan, "'"+schema.SASIAnalyzers+near+"'")
		}
	}
}

func contains(list []string, s string) bool { return slices.Contains(list, s) }
