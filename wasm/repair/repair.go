// Package repair says what to write instead of a statement that is refused: as edits,
// and as a table that answers a query. What is offered has been put to the judge: see
// Rehearse. What the reason is and what to write in general, package rule has said before.
//
// The repairs of each rule stand in one table, by the constant of the rule. What they
// need to know of the refusal, whoever refused has put into About.
package repair

import (
	"slices"
	"sort"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/judge"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
)

// Add adds to a refusal how the statement can be repaired; stmt is the statement or
// the member of a batch that it is about.
func Add(ctx *check.Context, stmt cql.Statement, d *diag.Diagnostic, around Around) {
	if stmt == nil {
		return
	}
	for i := range repairs {
		if string(repairs[i].rule) == d.Rule {
			r := repairer{ctx: ctx, stmt: stmt, d: d, Around: around}
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
	Around
}

// Around is the text that a statement stands in.
type Around struct {
	Text      string            // the whole of it
	diag.Span                   // of the statement, or of its batch
	Written   func(string) bool // whether the text has a name already; nil where it is unknown
	Makes     func(string) bool // whether a keyspace is made when it is missed; nil for none
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
	if r.stmt == nil {
		return nil
	}
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

// unknownTable writes the keyspace that has the table, or the nearest name.
func (r *repairer) unknownTable() {
	if !r.qualify() {
		r.unknown()
	}
}

// qualify writes the one keyspace that a name can be meant to be in: that has such a table,
// or for what is made, the only one that there is.
func (r *repairer) qualify() bool {
	name := r.stmt.Target()
	if name.Name.Span != r.d.Span {
		return false
	}
	makes := false
	switch r.stmt.(type) {
	case *cql.CreateTable, *cql.CreateType, *cql.CreateView, *cql.CreateFunction, *cql.CreateAggregate:
		makes = true
	}
	in := ""
	for at, ks := range r.ctx.Catalogue.Keyspaces {
		if ks.System || !makes && ks.Tables[name.Name.Text] == nil {
			continue
		}
		if in != "" {
			return false
		}
		in = at
	}
	if in == "" {
		return false
	}
	full := cql.QuoteName(in) + "." + cql.QuoteName(name.Name.Text)
	if !makes {
		r.d.Say("The keyspace " + in + " has a table of this name.")
	}
	r.write("write "+full, name.Place(), full)
	return true
}

// inKeyspace writes the keyspace that a name lacks.
func (r *repairer) inKeyspace() { r.qualify() }

func (r *repairer) nearest(written func(string) string) bool {
	u, ok := r.d.About.(*check.Unknown)
	if !ok {
		return false
	}
	if near := diag.Nearest(u.Name, u.Known); near != "" {
		r.d.Say("Did you mean " + near + "?")
		text := written(near)
		title := "write " + near
		if strings.HasPrefix(text, "frozen<") {
			title = "write " + text
		}
		r.write(title, r.d.Span, text)
		r.makeKeyspace(u)
		return true
	}
	if u.Else != "" {
		r.d.Say(u.Else)
	}
	r.makeKeyspace(u)
	return false
}

// ifNotExists lets a CREATE pass where the thing is there already, and the same: another
// one would stay without a word.
func (r *repairer) ifNotExists() {
	if r.d.Kind == diag.Exists || r.d.About == nil {
		name := r.stmt.Target()
		if !r.same() {
			what := name.Name.Text
			if !name.Name.Given() {
				what = name.Keyspace.Text
			}
			r.d.Instead = "Choose another name: the " + what + " that is there was made with another definition, and IF NOT EXISTS would keep that one without an error."
			return
		}
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

// makeKeyspace makes a keyspace that a statement misses, unless the statement is about
// what the keyspace is.
func (r *repairer) makeKeyspace(u *check.Unknown) {
	switch r.stmt.(type) {
	case *cql.AlterKeyspace, *cql.DropKeyspace:
		return
	}
	if u.Kind == check.Keyspace {
		create := check.MakeKeyspace(u.Name)
		r.d.Fixes = append(r.d.Fixes, diag.Fix{Title: "make the keyspace " + u.Name + " first", Edits: []diag.Edit{insert(r.Start, create+"\n")}, Makes: create})
	}
}

// same reports whether what a CREATE would make is what is there already.
func (r *repairer) same() bool {
	name := r.stmt.Target()
	ks := name.Keyspace.Text
	if !name.Keyspace.Given() {
		ks = r.ctx.Keyspace
	}
	old := r.ctx.Catalogue.Keyspaces[ks]
	if old == nil {
		return false
	}
	// A catalogue of this keyspace alone, without the thing, in which it is made again.
	keyspace := *old
	ctx := *r.ctx
	ctx.Catalogue, ctx.IDs, ctx.Prepare = schema.New(), &check.ElementIDs{}, false
	var was, is schema.Element
	if _, whole := r.stmt.(*cql.CreateKeyspace); whole {
		was = old.Element()
	} else {
		keyspace.Tables = map[string]*schema.Table{}
		ctx.Catalogue.AddKeyspace(&keyspace)
		if t := old.Types[name.Name.Text]; r.isType() && t != nil {
			was = schema.TypeElement(t)
			delete(old.Types, name.Name.Text) // the copy has the same map
			defer func() { old.Types[name.Name.Text] = t }()
		} else if t := old.Tables[name.Name.Text]; t != nil && t.View == nil {
			was = t.Element()
		}
	}
	v := judge.Statement(&ctx, r.stmt)
	if v.Refusal() != nil || v.Apply == nil {
		return false
	}
	v.Apply()
	made := ctx.Catalogue.Keyspaces[ks]
	switch t := made.Tables[name.Name.Text]; {
	case !name.Name.Given():
		is = made.Element()
	case r.isType():
		is = schema.TypeElement(made.Types[name.Name.Text])
	case t != nil:
		is = t.Element()
	}
	return was.CQL == is.CQL
}

func (r *repairer) isType() bool {
	_, is := r.stmt.(*cql.CreateType)
	return is
}

// newTable repairs CREATE TABLE for a name that is taken.
func (r *repairer) newTable() {
	if r.d.Kind == diag.Exists {
		r.ifNotExists()
	}
}

// unknownKey repairs a column of the primary key that is not declared. One that the key
// has already is not meant.
func (r *repairer) unknownKey() {
	s, ok := r.stmt.(*cql.CreateTable)
	u, about := r.d.About.(*check.Unknown)
	if ok && about {
		key := slices.Concat(s.PartitionKey, s.Clustering)
		u.Known = slices.DeleteFunc(slices.Clone(u.Known), func(name string) bool {
			return slices.ContainsFunc(key, func(n cql.Name) bool { return n.Text == name })
		})
	}
	if !r.nearest(cql.QuoteName) && ok && about && len(s.Columns) > 0 {
		typ := "text"
		if strings.HasSuffix(u.Name, "id") {
			typ = "uuid"
		}
		for _, name := range u.Known { // id for msg_id
			if strings.HasSuffix(u.Name, "_"+name) {
				r.write("use "+name, r.d.Span, cql.QuoteName(name))
			}
		}
		r.edit("declare "+u.Name+" as "+typ, insert(s.Columns[0].Start, cql.QuoteName(u.Name)+" "+typ+", "))
	}
}

// base writes the table of a view in the view's place.
func (r *repairer) base() {
	if v, ok := r.d.About.(*schema.Table); ok && v.View != nil {
		r.write("truncate "+v.View.Base, r.d.Span, cql.QuoteName(v.View.Base))
	}
}

// ---- types

// outOfKey takes a column out of the primary key that cannot be in it, where another column
// stays in its part, or freezes its type.
func (r *repairer) outOfKey() {
	s, is := r.stmt.(*cql.CreateTable)
	t, about := r.d.About.(*cql.TypeExpr)
	if is && about {
		for i := range s.Columns {
			if c := &s.Columns[i]; c.Type == t {
				r.takeOut(c.Name.Text, s.PartitionKey, len(s.PartitionKey) > 1)
				r.takeOut(c.Name.Text, s.Clustering, len(s.Order) == 0 && len(s.Clustering) > 1)
			}
		}
	}
	r.freeze()
}

// takeOut takes a column out of a part of the primary key, if that may be.
func (r *repairer) takeOut(name string, key []cql.Name, may bool) {
	i := slices.IndexFunc(key, func(n cql.Name) bool { return n.Text == name })
	if i < 0 || !may {
		return
	}
	cut := diag.Span{Start: key[0].Start, End: key[min(1, len(key)-1)].Start}
	if i > 0 {
		cut = diag.Span{Start: key[i-1].End, End: key[i].End}
	}
	r.write("take "+name+" out of the key", cut, "")
}

// freezeUser freezes a user-defined type inside another one, or writes the type that was meant where there is none
// of its name: the server takes any name that it does not know for a user-defined type.
func (r *repairer) freezeUser() {
	t, ok := r.d.About.(*cql.TypeExpr)
	ks := r.ctx.Catalogue.Keyspaces[r.stmt.Target().Keyspace.Text]
	if !r.stmt.Target().Keyspace.Given() {
		ks = r.ctx.Catalogue.Keyspaces[r.ctx.Keyspace]
	}
	if !ok || t.Kind != cql.UserType || t.Keyspace.Given() || ks == nil || ks.Types[t.Name] != nil {
		r.freeze()
		return
	}
	r.d.Why = check.NoSuchType(ks.Name)
	r.d.Instead = ""
	r.d.About = &check.Unknown{Kind: check.Type, Keyspace: ks.Name, Name: t.Name, Known: check.SortedNames(ks.Types), Else: "Create the type first: CREATE TYPE " + t.Name + " (…)."}
	r.typeMeant(func(name string) string {
		if ks.Types[name] != nil {
			return "frozen<" + cql.QuoteName(name) + ">"
		}
		return name
	})
}

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

// TypeOf is what CQL calls a type of other databases and languages, or "".
func TypeOf(name string) string { return sqlTypes[strings.ToLower(name)] }

const nativeNames = "ascii bigint blob boolean counter date decimal double duration float inet int smallint text time timestamp timeuuid tinyint uuid varchar varint list set map tuple vector"

// unknownType writes what CQL calls a type, or the nearest one: of its own, of the
// keyspace, of other databases.
func (r *repairer) unknownType() { r.typeMeant(cql.QuoteName) }

func (r *repairer) typeMeant(written func(string) string) {
	u, ok := r.d.About.(*check.Unknown)
	if !ok {
		return
	}
	known := append(strings.Fields(nativeNames), u.Known...)
	switch to, said := foreignType(u.Name, known); {
	case said != "":
		r.d.Say(said)
		if to != "" {
			r.write("write "+to, r.d.Span, to)
		}
	default:
		u.Known = known
		r.nearest(written)
	}
	r.otherTypes(u, known, written)
}

// foreignType is what CQL calls a type of another database or language, "" for one that needs more
// than a name, and the words for that; none where the name is not known.
func foreignType(name string, known []string) (to, said string) {
	if to := TypeOf(name); to != "" {
		return to, "CQL calls this type " + to + "."
	}
	switch name {
	case "list", "map", "tuple", "vector", "array":
		return "", "Say what it holds, for example list<text>, map<text, int> or vector<float, 768>."
	}
	elsewhere := diag.Keys(sqlTypes)
	if near := diag.Nearest(name, append(slices.Clone(known), elsewhere...)); sqlTypes[near] != "" && near[0] == name[0]|0x20 && !contains(known, near) {
		return sqlTypes[near], "Did you mean " + near + "? CQL calls this type " + sqlTypes[near] + "."
	}
	return "", ""
}

// otherTypes marks the other types of the statement that there are not, of which the server has not spoken
// yet, and lets the repair of the first mend all of them, where it is known what is meant.
func (r *repairer) otherTypes(u *check.Unknown, known []string, written func(string) string) {
	edits, all := []diag.Edit{}, len(r.d.Fixes) > 0
	cql.Walk(r.stmt, func(n cql.Node) bool {
		t, is := n.(*cql.TypeExpr)
		if !is || t.Kind != cql.UserType || t.Keyspace.Given() && t.Keyspace.Text != u.Keyspace || contains(known, t.Name) || t.Span == r.d.Span {
			return true
		}
		r.d.Related = append(r.d.Related, diag.Related{Span: t.Span, Text: "there is no type " + t.Name + ", either", Wrong: true})
		to, _ := foreignType(t.Name, known)
		if near := diag.Nearest(t.Name, known); to == "" && near != "" {
			to = written(near)
		}
		all = all && to != ""
		edits = append(edits, diag.Edit{Span: t.Span, Text: to})
		return true
	})
	if all && len(edits) > 0 && len(r.d.Fixes[0].Edits) == 1 {
		f := &r.d.Fixes[0]
		if slices.ContainsFunc(edits, func(e diag.Edit) bool { return e.Text != f.Edits[0].Text }) {
			f.Title += ", and mend the other types"
		}
		f.Edits = append(edits, f.Edits...)
		sort.Slice(f.Edits, func(i, j int) bool { return f.Edits[i].Start < f.Edits[j].Start })
	}
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

// order repairs CLUSTERING ORDER BY: a clustering column that it lacks, one that is none,
// and an order that is not the key's.
func (r *repairer) order() {
	s, ok := r.stmt.(*cql.CreateTable)
	if !ok || len(s.Order) == 0 {
		return
	}
	if lacking, ok := r.d.About.(check.Lacking); ok {
		r.edit("name "+lacking[0]+", too", insert(r.d.Start, cql.QuoteName(lacking[0])+" ASC, "))
		return
	}
	clusters, ordered := map[string]bool{}, directions(s)
	for _, n := range s.Clustering {
		clusters[n.Text] = true
	}
	stranger := slices.IndexFunc(s.Order, func(o cql.ClusteringOrder) bool { return !clusters[o.Column.Text] })
	if stranger < 0 {
		r.write("write them in the order of the key", s.Order[0].Span.To(s.Order[len(s.Order)-1].Span), orderText(s))
		return
	}
	name := s.Order[stranger].Column
	var free []string // clustering columns that have no order yet
	for _, c := range s.Clustering {
		if ordered[c.Text] == "" {
			free = append(free, c.Text)
		}
	}
	declared := slices.ContainsFunc(s.Columns, func(c cql.ColumnDef) bool { return c.Name.Text == name.Text && !c.Static && !c.PrimaryKey })
	partition := slices.ContainsFunc(s.PartitionKey, func(n cql.Name) bool { return n.Text == name.Text })
	near := ""
	if !declared && !partition {
		if near = diag.Nearest(name.Text, free); near == "" && len(free) == 1 {
			near = free[0] // no other can be meant
		}
	}
	switch {
	case near != "":
		r.d.Say("Did you mean " + near + "?")
		r.write("write "+near, name.Span, cql.QuoteName(near))
	case declared && !partition && s.KeySpan.Len() > 0: // first, for rows stay apart with a longer key
		edits := []diag.Edit{insert(s.KeySpan.End-1, ", "+cql.QuoteName(name.Text))}
		if stranger < len(s.Clustering) {
			edits[0] = insert(s.Clustering[stranger].Start, cql.QuoteName(name.Text)+", ")
		} else if slices.ContainsFunc(s.Columns, func(c cql.ColumnDef) bool { return c.PrimaryKey }) { // the key stands behind its column
			edits = r.keyOfItsOwn(s, name)
		}
		title := "sort by " + name.Text + ": put it into the key"
		if stranger > 0 {
			title = "add " + name.Text + " to the primary key"
		}
		r.edit(title, edits...)
		if len(s.Clustering) == 0 {
			r.withoutClause("leave CLUSTERING ORDER BY out", s, s.OrderSpan)
		}
	}
	if near == "" && stranger == 0 && len(s.Order) == 1 && len(s.Clustering) > 0 { // the key stays as it is
		first := s.Clustering[0].Text
		r.write("sort by "+first+", the first clustering column", name.Span, cql.QuoteName(first))
	}
	if n := len(s.Order); n > 1 && near == "" {
		cut := diag.Span{Start: s.Order[0].Start, End: s.Order[1].Start}
		if stranger > 0 {
			cut = diag.Span{Start: s.Order[stranger-1].End, End: s.Order[stranger].End}
		}
		r.write("leave "+name.Text+" out", cut, "")
	}
}

// keyOfItsOwn takes PRIMARY KEY from behind a column and writes it behind all of them, with a
// clustering column more.
func (r *repairer) keyOfItsOwn(s *cql.CreateTable, more cql.Name) []diag.Edit {
	last := s.Columns[len(s.Columns)-1].Span
	line := r.Text[:last.Start]
	line = line[strings.LastIndexByte(line, '\n')+1:]
	before := ", "
	if strings.TrimSpace(line) == "" { // each column has a line
		before = ",\n" + line
	}
	cut := s.KeySpan
	for cut.Start > 0 && strings.IndexByte(" \t\r\n", r.Text[cut.Start-1]) >= 0 {
		cut.Start--
	}
	return []diag.Edit{{Span: cut}, insert(max(last.End, s.KeySpan.End), before+"PRIMARY KEY ("+cql.QuoteName(s.PartitionKey[0].Text)+", "+cql.QuoteName(more.Text)+")")}
}

// orderText lists what CLUSTERING ORDER BY orders as the key has it.
func orderText(s *cql.CreateTable) string {
	ordered := directions(s)
	var parts []string
	for _, c := range s.Clustering {
		if direction := ordered[c.Text]; direction != "" {
			parts = append(parts, cql.QuoteName(c.Text)+direction)
		}
	}
	return strings.Join(parts, ", ")
}

// directions are those that CLUSTERING ORDER BY gives to columns, with a space before them.
func directions(s *cql.CreateTable) map[string]string {
	all := map[string]string{}
	for _, o := range s.Order {
		all[o.Column.Text] = " ASC"
		if o.Desc {
			all[o.Column.Text] = " DESC"
		}
	}
	return all
}

// alias takes the other name of a view's column away.
func (r *repairer) alias() {
	if s, ok := r.d.About.(*cql.Selector); ok {
		r.write("leave out the alias", diag.Span{Start: s.X.Place().End, End: s.Alias.End}, "")
	}
	r.instead()
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
	r.instead()
}

// viewWhere restricts the key columns of a view.
func (r *repairer) viewWhere() {
	defer r.instead()
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
	} else if !r.ctx.Server.Has(version.SAI) {
		return
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
	if !r.ctx.Server.Has(version.SAI) {
		return
	}
	r.write("use SAI", s.ClassSpan, "'sai'")
	if s.Class != schema.SASIClass {
		return
	}
	f := &r.d.Fixes[len(r.d.Fixes)-1]
	f.Costs = "SAI compares whole values: LIKE is refused from then on."
	for _, p := range s.With {
		e := &f.Edits[0]
		e.End = p.End
		for _, o := range p.Value.Map {
			if o.Key == "case_sensitive" && o.Value == "false" { // the one option that SAI has, too
				e.Text = "'sai' WITH OPTIONS = {'case_sensitive': 'false'}"
			}
		}
	}
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
