// Package migration finds what leads from one schema to another: CQL in the order in which
// it has to run, each statement accepted by the core on what the ones before it left, and
// by name what no statement does.
package migration

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
)

// A Step is one thing to do, or one that cannot be done.
type Step struct {
	CQL       string `json:"cql,omitempty"`       // a statement with its semicolon; "" for what people or their programs do
	Do        string `json:"do,omitempty"`        // what they do; of a statement, what it waits for
	Loses     string `json:"loses,omitempty"`     // what is gone afterwards, "" for nothing
	Forbidden string `json:"forbidden,omitempty"` // why no statement does this; CQL is what was tried, or ""
	Rule      string `json:"rule,omitempty"`      // of the server's refusal
	NotJudged string `json:"notJudged,omitempty"` // why nobody knows whether the server takes CQL: it was too much to work out
}

// Steps lead from the schema of a session to that of another one. What can wait comes last: what
// takes something away. The first session is changed by all that is not forbidden. The keyspace
// unnamed, see there, is on both sides, and no step has its name. Where a step is not judged, there
// may be more to do than is said. The tables decided are written with conditions; nil for none known.
func Steps(before, after *session.Session, unnamed string, decided Decided) []Step {
	if unnamed != "" {
		before.Assume(unnamed)
		after.Assume(unnamed)
	}
	assume(before, after) // what one takes for granted, the other one neither makes nor drops
	assume(after, before)
	p := &planner{conn: before, after: after.Catalogue(), decided: decided, done: map[string]bool{}, replaced: map[string]bool{}, moved: map[string]bool{}, stuck: map[string]bool{}}
	p.conn.Bare = true
	for range mostRounds {
		p.refused = nil
		if !p.each(p.expand) && !p.each(p.clear) && !p.drop() || p.over {
			break
		}
	}
	steps := append(p.steps, p.refused...)
	if unnamed != "" {
		unqualify(steps, unnamed)
	}
	return steps
}

// assume takes for granted in a session what another one does.
func assume(conn, other *session.Session) {
	for _, k := range other.Catalogue().InOrder() {
		if k.Assumed {
			conn.Assume(k.Name)
		}
	}
}

// mostRounds is how often what was in the way is looked for anew.
const mostRounds = 20

// Decided are tables, keyspace.name, whose rows are written with conditions (IF …).
type Decided map[string]bool

// Note notes those that a statement writes so, where a keyspace is in use. What stands in a batch
// with a condition hangs on that, too.
func (d Decided) Note(stmt cql.Statement, keyspace string) {
	var tables []cql.QualifiedName
	decides := false
	var note func(cql.Statement)
	note = func(stmt cql.Statement) {
		switch s := stmt.(type) {
		case *cql.Insert:
			decides = decides || s.IfNotExists
			tables = append(tables, s.Into)
		case *cql.Update:
			decides = decides || s.IfExists || len(s.If) > 0
			tables = append(tables, s.Table)
		case *cql.Delete:
			decides = decides || s.IfExists || len(s.If) > 0
			tables = append(tables, s.From)
		case *cql.Batch:
			for _, one := range s.Stmts {
				note(one)
			}
		}
	}
	if note(stmt); !decides {
		return
	}
	for _, t := range tables {
		if t.Keyspace.Given() {
			d[t.Keyspace.Text+"."+t.Name.Text] = true
		} else {
			d[keyspace+"."+t.Name.Text] = true
		}
	}
}

type planner struct {
	conn           *session.Session
	decided        Decided
	after          *schema.Catalogue
	steps, refused []Step
	done           map[string]bool // statements that were accepted
	replaced       map[string]bool // tables that have a successor of another name
	moved          map[string]bool // columns, keyspace.table.column, whose values go to another one, and those that get them
	stuck          map[string]bool // columns that cannot be dropped, by the statement that tried
	went           bool            // something was accepted
	over           bool            // the run has taken all that it may: a step says so, and nothing more is tried
}

// each does something in each keyspace that is there in the end, and reports whether that
// changed anything.
func (p *planner) each(do func(now, then *schema.Keyspace)) bool {
	p.went = false
	for _, then := range p.after.InOrder() {
		if then.System {
			continue
		}
		now := p.conn.Catalogue().Keyspaces[then.Name]
		if now == nil {
			p.run(then.Element().CQL)
			if now = p.conn.Catalogue().Keyspaces[then.Name]; now == nil {
				continue
			}
		}
		do(now, then)
	}
	return p.went
}

// run runs a statement. One that is refused may be accepted in another round.
func (p *planner) run(text string) bool { return p.try(Step{CQL: text}) }

// try is run for a step of which more is to be said: Forbidden is why it may be refused.
func (p *planner) try(s Step) bool {
	if p.done[s.CQL] || p.over {
		return false
	}
	r := p.conn.Exec(strings.TrimSuffix(s.CQL, ";"))
	switch d := r.Diag; {
	case r.Accepted():
		s.Forbidden = ""
		p.steps, p.done[s.CQL], p.went = append(p.steps, s), true, true
		return true
	case r.Ended != nil:
		s.Forbidden, s.NotJudged = "", r.Notes[0].Why
		p.over = p.conn.Work().Stopped()
	case r.NotJudged:
		s.Forbidden, s.NotJudged = "", "There is no verdict on this yet."
	case s.Forbidden == "":
		s.Rule, s.Forbidden = d.Rule, d.Message
		if d.Instead != "" {
			s.Forbidden = strings.TrimSuffix(d.Message, ".") + ". " + d.Instead
		}
	}
	p.refused = append(p.refused, s)
	return false
}

// breathe lets the page do something else behind each table that is looked at.
func (p *planner) breathe() { p.conn.Work().Breathe(tableUnits) }

// tableUnits is about what it takes to compare two tables.
const tableUnits = 50

func (p *planner) forbid(why string) { p.refused = append(p.refused, Step{Forbidden: why}) }

// expand makes and changes what takes nothing away.
func (p *planner) expand(now, then *schema.Keyspace) {
	if is := then.Element().CQL; is != now.Element().CQL && !now.Assumed && !then.Assumed {
		p.run("ALTER" + strings.TrimPrefix(is, "CREATE"))
	}
	for _, t := range then.TypesInOrder() {
		if old := now.Types[t.Name]; old == nil {
			p.run(schema.TypeElement(t).CQL)
		} else {
			p.alterType(old, t)
		}
	}
	for _, e := range callables(then) {
		if old, there := find(callables(now), e); !there {
			p.run(e.CQL)
		} else if old != e.CQL {
			p.run(strings.Replace(e.CQL, "CREATE", "CREATE OR REPLACE", 1))
		}
	}
	tables := map[string][]*schema.Table{} // those that are there, by their columns
	for _, t := range byName(now) {
		p.breathe()
		for c := range t.Columns() {
			tables[c.Name] = append(tables[c.Name], t)
		}
	}
	for _, t := range byName(then) {
		p.breathe()
		old := now.Tables[t.Name]
		switch {
		case p.replaced[t.String()]:
		case old == nil:
			if p.run(create(t)) {
				p.fill(tables, t)
			}
		case old.View == nil && !p.done[create(t)]:
			p.alterTable(now, then, old, t)
		}
	}
	for _, t := range byName(then) {
		p.breathe()
		if p.replaced[t.String()] {
			continue
		}
		for _, ix := range t.Indexes {
			if old, _ := now.Index(ix.Name); old == nil {
				p.run(ix.Element(t).CQL)
			}
		}
		for _, v := range then.Views(t.Name) {
			if old := now.Tables[v.Name]; old == nil {
				if base := now.Tables[t.Name]; base == nil || len(p.droppable(base, t)) == 0 {
					p.run(create(v)) // where it is, no column can be dropped
				}
			} else if old.View != nil && definition(old) == definition(v) {
				p.options("ALTER MATERIALIZED VIEW ", old, v)
			}
		}
	}
}

// alterType adds fields to a user type, or gives them other names.
func (p *planner) alterType(old, t *cqltype.Type) {
	name := cql.QuoteName(t.Keyspace) + "." + cql.QuoteName(t.Name)
	renames := ""
	if !alterable(old, t) {
		return // see clear
	}
	for i, f := range old.Fields {
		if to := t.Fields[i]; to.Name != f.Name {
			renames += " AND " + cql.QuoteName(f.Name) + " TO " + cql.QuoteName(to.Name)
		}
	}
	if renames != "" {
		p.run("ALTER TYPE " + name + " RENAME" + strings.TrimPrefix(renames, " AND") + ";")
	}
	for _, f := range t.Fields[len(old.Fields):] {
		p.run("ALTER TYPE " + name + " ADD " + cql.QuoteName(f.Name) + " " + f.Type.String() + ";")
	}
}

// alterable reports whether a user type has the fields of another one, in its order and
// perhaps under new names, before its own.
func alterable(old, t *cqltype.Type) bool {
	had, has := map[string]bool{}, map[string]bool{} // names
	for _, f := range old.Fields {
		had[f.Name] = true
	}
	for _, f := range t.Fields {
		has[f.Name] = true
	}
	for i, f := range old.Fields {
		if i >= len(t.Fields) || t.Fields[i].Type.String() != f.Type.String() || t.Fields[i].Name != f.Name && (has[f.Name] || had[t.Fields[i].Name]) {
			return false
		}
	}
	return true
}

// alterTable changes a table as far as one can be changed, or puts another one in its place.
func (p *planner) alterTable(now, then *schema.Keyspace, old, t *schema.Table) {
	renames, why := keys(old, t)
	switch {
	case why != "":
	case old.Counter != t.Counter:
		why = "A table of counters holds nothing but counters, and another table none."
	case t.Compact && !old.Compact:
		why = "COMPACT STORAGE is given when a table is created."
	}
	for _, c := range t.SelectOrder() {
		if o := old.Column(c.Name); why == "" && o != nil && retyped(o, c) && !returns(t, o, c) && !p.moved[columnName(t, c.Name)] && !movable(now, then, old, t, c.Name) {
			why = fixedType(t, o, c)
		}
	}
	if why != "" {
		p.replace(now, then, old, t, why)
		return
	}
	alter := "ALTER TABLE " + t.String()
	if old.Compact && !t.Compact {
		p.run(alter + " DROP COMPACT STORAGE;")
	}
	if renames != "" {
		p.run(alter + " RENAME" + strings.TrimPrefix(renames, " AND") + ";")
	}
	for _, c := range t.SelectOrder() {
		o, name := old.Column(c.Name), cql.QuoteName(c.Name)
		if p.moved[columnName(t, c.Name)] {
			continue
		}
		if o != nil && retyped(o, c) && returns(t, o, c) {
			p.retype(now, old, o)
			if o = old.Column(c.Name); o != nil {
				continue // refused
			}
		}
		if o == nil {
			p.run(alter + " ADD " + name + " " + declared(c) + ";")
			continue
		}
		if retyped(o, c) {
			p.move(old, t, o, c)
			continue
		}
		if o.Kind != c.Kind {
			p.forbid("The column " + c.Name + " of " + t.String() + " is " + o.Kind.String() + " and cannot become " + c.Kind.String() + ": add one with another name, and copy the values.")
			continue
		}
		switch is := masked(c); {
		case is == masked(o):
		case is == "":
			p.run(alter + " ALTER " + name + " DROP MASKED;")
		default:
			p.run(alter + " ALTER " + name + is + ";")
		}
	}
	p.options("ALTER TABLE ", old, t)
}

// declared is how a column is declared, behind its name.
func declared(c *schema.Column) string {
	static := ""
	if c.Kind == schema.Static {
		static = " static"
	}
	return c.Type.String() + static + masked(c)
}

func retyped(o, c *schema.Column) bool { return o.Type.String() != c.Type.String() }

// returns reports whether a column was dropped and has come back with another type, as the schema itself did.
func returns(t *schema.Table, o, c *schema.Column) bool {
	return t.Dropped[c.Name] != nil && o.Kind == c.Kind && !undroppable(o) && o.MayReturn(c.Type)
}

// columnName is the full name of a column, as p.moved has it.
func columnName(t *schema.Table, column string) string {
	return t.Keyspace + "." + t.Name + "." + column
}

func fixedType(t *schema.Table, o, c *schema.Column) string {
	return "Altering column types is no longer supported: " + cql.QuoteName(c.Name) + " of " + t.String() + " is " + o.Type.String() + " and would be " + c.Type.String() + "."
}

// movable reports whether the values of a column can go to another one of its table, and the column then: no index and
// no view needs it, and the server drops it.
func movable(now, then *schema.Keyspace, old, t *schema.Table, column string) bool {
	for _, x := range [...]struct {
		ks *schema.Keyspace
		t  *schema.Table
	}{{now, old}, {then, t}} {
		c := x.t.Column(column)
		if c.Kind != schema.Regular && c.Kind != schema.Static || len(x.t.IndexesOn(column)) > 0 || len(x.ks.Views(x.t.Name)) > 0 || x.t.Compact {
			return false
		}
	}
	return old.Column(column).Kind == t.Column(column).Kind && !undroppable(old.Column(column)) && !old.Counter
}

// move makes a column beside one whose type would change, for the same values: none gets another name or another type.
func (p *planner) move(old, t *schema.Table, o, c *schema.Column) {
	to := *c
	for n := 2; old.Column(to.Name) != nil || t.Column(to.Name) != nil || old.Dropped[to.Name] != nil; n++ {
		to.Name = c.Name + "_" + strconv.Itoa(n)
	}
	name, next, alter := cql.QuoteName(c.Name), cql.QuoteName(to.Name), "ALTER TABLE "+t.String()
	from := len(p.steps)
	p.steps = append(p.steps, Step{CQL: alter + " ALTER " + name + " TYPE " + c.Type.String() + ";", Rule: "AL-02", Forbidden: fixedType(t, o, c)})
	p.moved[columnName(t, c.Name)], p.moved[columnName(t, to.Name)] = true, true
	if !p.run(alter + " ADD " + next + " " + declared(&to) + ";") {
		p.steps = append(p.steps[:from], p.steps[from+1:]...)
		return
	}
	key, read := old.PartitionKey, "DISTINCT " // once for a partition, as it is stored
	if o.Kind != schema.Static {
		key, read = slices.Concat(old.PartitionKey, old.Clustering), ""
	}
	var given []string
	for _, k := range key {
		read += cql.QuoteName(k.Name) + ", "
		given = append(given, cql.QuoteName(k.Name)+" = ?")
	}
	read, using, why := read+name, "", ""
	if !o.Type.MultiCell() { // each part of another one has a time of its own
		read, using = read+", WRITETIME("+name+"), TTL("+name+")", " USING TIMESTAMP ? AND TTL ?"
		why = "\nWithout its write time a copied value is newer than what was written meanwhile; TTL is 0 where there is none."
	}
	p.steps = append(p.steps, Step{Do: "Write " + name + " and " + next + " from now on. Then copy the values: no statement converts " + o.Type.String() + " to " + c.Type.String() + ", a program does, with what\n" +
		"SELECT " + read + " FROM " + t.String() + ";\nbrings back, and\nUPDATE " + t.String() + using + " SET " + next + " = ? WHERE " + strings.Join(given, " AND ") + ";" + why},
		Step{Do: "Switch the reads to " + next + ", then end the writes to " + name + ". Only a column of the key can get another name: the new one keeps its own."})
	p.try(Step{CQL: dropColumn(t, c), Do: "When that is done:", Loses: "all values that were not copied"})
}

// retype drops a column that comes back with another type, and what is in the way of that.
func (p *planner) retype(now *schema.Keyspace, t *schema.Table, c *schema.Column) {
	for _, v := range now.Views(t.Name) {
		p.run("DROP MATERIALIZED VIEW " + v.String() + ";")
	}
	for _, ix := range slices.Clone(t.IndexesOn(c.Name)) {
		p.run(dropIndex(now, ix))
	}
	p.try(Step{CQL: dropColumn(t, c), Loses: "all its values: the column that gets its name is empty"})
}

// keys compares the keys of two tables: which columns have another name only, and why one
// cannot become the other.
func keys(old, t *schema.Table) (renames, why string) {
	for _, k := range [...]struct {
		old, now []*schema.Column
		what     string
	}{{old.PartitionKey, t.PartitionKey, "The partition key of a table cannot change: it decides on which nodes a row lies"},
		{old.Clustering, t.Clustering, "The clustering columns of a table cannot change: they decide in which order rows are stored"}} {
		if !slices.EqualFunc(k.old, k.now, func(o, c *schema.Column) bool {
			if o.Name != c.Name {
				if old.Column(c.Name) != nil || t.Column(o.Name) != nil {
					return false
				}
				renames += " AND " + cql.QuoteName(o.Name) + " TO " + cql.QuoteName(c.Name)
			}
			return o.Type.String() == c.Type.String() && o.Desc == c.Desc
		}) {
			return "", k.what + ". " + t.String() + " has the key " + old.PrimaryKey() + order(old) + " and would get " + t.PrimaryKey() + order(t) + "."
		}
	}
	return renames, ""
}

// order are the directions of rows, where one is not the usual.
func order(t *schema.Table) string {
	if options := t.Options(); len(options) > 0 && strings.Contains(options[0], " DESC") {
		return " WITH " + options[0]
	}
	return ""
}

func masked(c *schema.Column) string {
	if c.Mask == nil {
		return ""
	}
	return " MASKED WITH " + c.Mask.Func + "(" + strings.Join(c.Mask.Args, ", ") + ")"
}

// options gives a table the options that differ.
func (p *planner) options(alter string, old, t *schema.Table) {
	if with := slices.DeleteFunc(t.Options(), func(o string) bool {
		return strings.HasPrefix(o, "CLUSTERING ORDER") || slices.Contains(old.Options(), o)
	}); len(with) > 0 {
		p.run(alter + t.String() + " WITH " + strings.Join(with, " AND ") + ";")
	}
}

// replace makes the table under another name, for no statement gives it this one.
func (p *planner) replace(now, then *schema.Keyspace, old, t *schema.Table, why string) {
	end := ""
	for n := 2; now.Tables[t.Name+end] != nil || then.Tables[t.Name+end] != nil; n++ {
		end = "_" + strconv.Itoa(n)
	}
	made := *t
	made.Name += end
	from := len(p.steps)
	p.steps = append(p.steps, Step{Forbidden: why})
	if !p.run(create(&made)) {
		p.steps = p.steps[:from]
		return
	}
	p.replaced[t.String()] = true
	for _, ix := range t.Indexes {
		own := *ix
		own.Name += end
		p.run(own.Element(&made).CQL)
	}
	for _, v := range then.Views(t.Name) {
		of, own := *v.View, *v
		of.Base = made.Name
		own.View, own.Name = &of, v.Name+end
		p.run(create(&own))
	}
	lost, without := "", ""
	for _, c := range old.SelectOrder() {
		if made.Column(c.Name) == nil {
			lost += ", " + cql.QuoteName(c.Name)
		}
	}
	if lost != "" {
		lost = strings.TrimPrefix(lost, ", ")
		without = "\nNot in " + made.String() + ", so that all values go with DROP TABLE: " + lost + "."
		lost = ", and all values of " + lost
	}
	p.steps = append(p.steps, Step{Do: p.copying(old, &made) + without},
		Step{Do: "Switch the reads to " + made.String() + ", then end the writes to " + old.String() + ". Cassandra cannot rename a table: the new one keeps its name."})
	const waits = "When that is done:"
	for _, v := range now.Views(old.Name) {
		p.try(Step{CQL: "DROP MATERIALIZED VIEW " + v.String() + ";", Do: waits})
	}
	p.try(Step{CQL: "DROP TABLE " + old.String() + ";", Do: waits, Loses: "all rows that were not copied" + lost})
}

// fill says, where all columns of a new table are in one that is there, whose key it has, that its rows
// have to be copied. It looks at the first few tables with its rarest column.
func (p *planner) fill(tables map[string][]*schema.Table, t *schema.Table) {
	columns := t.SelectOrder()
	rare := tables[columns[0].Name]
	for _, c := range columns[1:] {
		if with := tables[c.Name]; len(with) < len(rare) {
			rare = with
		}
	}
	var of *schema.Table // the one with the fewest columns besides
	for _, old := range rare[:min(len(rare), mostLike)] {
		if old.Counter == t.Counter && (of == nil || old.Count() < of.Count()) && !slices.ContainsFunc(columns, old.Lacks) &&
			!slices.ContainsFunc(slices.Concat(old.PartitionKey, old.Clustering), t.Lacks) && !p.done[create(old)] {
			of = old
		}
	}
	if of != nil && len(columns) > 1 {
		p.steps = append(p.steps, Step{Do: "The new table " + t.String() + " is empty, and all its columns are in " + of.String() + ". Where it is to hold the same rows:\n" + p.copying(of, t) + "\nThen switch the reads to it that it is made for."})
	}
}

const mostLike = 50

// copying says how one table gets the rows of another one that goes on being written.
func (p *planner) copying(old, t *schema.Table) string {
	next, with, by, why := "Then", "", "", ""
	if ttl := old.Params.DefaultTTL; ttl > 0 {
		next = "Rows expire by themselves (default_time_to_live = " + strconv.Itoa(ttl) + "): when so many seconds have passed, the new table has all but those that were written with a longer TTL or without one, and needs no copy. Else"
	}
	if !old.Counter { // they have neither
		with, by, why = " with their write times and TTLs", " (with -timestamp true -ttl true)", " Without these a copied value is newer than what was written meanwhile, and lives longer."
	}
	both := "Write to both tables from now on. "
	if p.decided[old.Keyspace+"."+old.Name] {
		both = "Write to both tables from now on.\nWrites with IF cannot do that: the server answers “Batch with conditions cannot span multiple tables”, and two conditions may be decided in two ways. " +
			"So " + old.String() + " alone decides until the reads are switched: write to it with IF, and where that was applied, read the row and write it to " + t.String() + " without IF, with the write time that it has (USING TIMESTAMP), so that the later of two stays. Switch all that decide at once.\n"
	}
	return both + next + " copy all rows of " + old.String() + " to " + t.String() + with + ": no statement does that, a program such as DSBulk" + by + " or Spark does." + why + converted(old, t) + keyless(old, t)
}

// converted says which columns have another type in the new table, "" for none.
func converted(old, t *schema.Table) (list string) {
	for _, c := range t.SelectOrder() {
		if o := old.Column(c.Name); o != nil && t.Lacks(o) {
			list += ", " + cql.QuoteName(c.Name) + " (" + o.Type.String() + " before, " + c.Type.String() + " in the new table)"
		}
	}
	if list == "" {
		return ""
	}
	return "\nOf another type in " + t.String() + ", so that the copy and each write to both convert the values: " + strings.TrimPrefix(list, ", ") + "."
}

// keyless says which columns of the new key a row of the old table may lack, "" for none.
func keyless(old, t *schema.Table) string {
	var names []string
	for _, c := range slices.Concat(t.PartitionKey, t.Clustering) {
		if o := old.Column(c.Name); o == nil || o.Kind == schema.Regular || o.Kind == schema.Static {
			names = append(names, cql.QuoteName(c.Name))
		}
	}
	if len(names) == 0 {
		return ""
	}
	list := strings.Join(names, ", ")
	return "\nA row of " + old.String() + " may have no value for " + list + ", and no row is stored without one in each column of its primary key: " +
		"decide what the copy writes there, one constant for all old rows, or what follows from their other columns. The same holds for each write to both."
}

// clear takes away what is in the way of something with its name.
func (p *planner) clear(now, then *schema.Keyspace) {
	for _, v := range now.InOrder() {
		p.breathe()
		if is := then.Tables[v.Name]; v.View != nil && is != nil && (is.View == nil || definition(is) != definition(v)) && !p.replaced[baseOf(is)] && !p.done[create(is)] {
			p.run("DROP MATERIALIZED VIEW " + v.String() + ";")
		}
	}
	for _, t := range byName(now) {
		p.breathe()
		for _, ix := range slices.Clone(t.Indexes) {
			if is, of := then.Index(ix.Name); is != nil && is.Element(of).CQL != ix.Element(t).CQL && !p.replaced[of.String()] {
				p.run(dropIndex(now, ix))
			}
		}
	}
	for _, e := range callables(now) {
		if is, there := find(callables(then), e); there && is != e.CQL {
			p.run("DROP " + strings.ToUpper(e.Type) + " " + e.Keyspace + "." + e.Name + ";")
		}
	}
	for _, t := range slices.Backward(now.TypesInOrder()) {
		if is := then.Types[t.Name]; is != nil && !alterable(t, is) && !p.done[schema.TypeElement(is).CQL] {
			p.try(Step{CQL: "DROP TYPE " + cql.QuoteName(now.Name) + "." + cql.QuoteName(t.Name) + ";",
				Forbidden: "A field of a user type cannot be taken away, moved, or get another type, and " + t.Name + " is in use: make a type with another name, and columns of it."})
		}
	}
}

// drop takes away what is not there in the end.
func (p *planner) drop() bool {
	p.each(func(now, then *schema.Keyspace) {
		for _, t := range byName(now) {
			p.breathe()
			is := then.Tables[t.Name]
			for _, v := range now.Views(t.Name) {
				gone := then.Tables[v.Name] == nil
				if is != nil && !gone && is.View == nil {
					gone = len(p.droppable(t, is)) > 0
				}
				if (gone || is == nil) && !p.successor(then, t) {
					p.run("DROP MATERIALIZED VIEW " + v.String() + ";")
				}
			}
			for _, ix := range slices.Clone(t.Indexes) { // those of a table that goes, go with it
				if old, _ := then.Index(ix.Name); old == nil && is != nil && is.View == nil && !p.successor(then, t) {
					p.run(dropIndex(now, ix))
				}
			}
		}
		for _, t := range byName(now) { // behind what was of tables that stay
			is := then.Tables[t.Name]
			if is == nil || is.View != nil {
				if !p.successor(then, t) {
					p.try(Step{CQL: "DROP TABLE " + t.String() + ";", Loses: "all its rows"})
				}
				continue
			}
			for _, c := range t.SelectOrder() {
				if is.Column(c.Name) != nil || p.moved[columnName(t, c.Name)] {
					continue
				}
				if s := (Step{CQL: dropColumn(t, c), Loses: "all its values; " + nameAfter(c)}); !p.try(s) {
					p.stuck[s.CQL] = true
				}
			}
		}
		for _, e := range slices.Backward(callables(now)) {
			if _, there := find(callables(then), e); !there {
				p.run("DROP " + strings.ToUpper(e.Type) + " " + e.Keyspace + "." + e.Name + ";")
			}
		}
		for _, t := range slices.Backward(now.TypesInOrder()) {
			if then.Types[t.Name] == nil {
				p.run("DROP TYPE " + cql.QuoteName(now.Name) + "." + cql.QuoteName(t.Name) + ";")
			}
		}
	})
	for _, now := range p.conn.Catalogue().InOrder() {
		if !now.System && p.after.Keyspaces[now.Name] == nil {
			p.try(Step{CQL: "DROP KEYSPACE " + cql.QuoteName(now.Name) + ";", Loses: "all its tables"})
		}
	}
	return p.went
}

// nameAfter says for which columns the name of one that is dropped can be used again.
func nameAfter(c *schema.Column) string {
	var types []string
	for _, name := range append([]string{c.Type.String()}, cqltype.NativeTypes()...) {
		t := cqltype.Native(name)
		if t == nil {
			t = c.Type
		}
		if c.MayReturn(t) && name != "varchar" && !slices.Contains(types, name) {
			types = append(types, name)
		}
	}
	const again = "a column can have its name again only if it is "
	switch list := strings.Join(types, " or "); {
	case c.Type.Kind == cqltype.Counter:
		return "no column can have its name again"
	case len(c.Type.Elems)+len(c.Type.Fields) == 0 && c.Type.Kind != cqltype.Custom:
		return again + c.Kind.String() + " and has the type " + list
	case list == "":
		return again + c.Kind.String() + " and its type can read the same bytes"
	default:
		return again + c.Kind.String() + " and its type can read the same bytes, such as " + list
	}
}

// droppable are the columns of a table that another one lacks, without those that were tried in
// vain.
func (p *planner) droppable(t, is *schema.Table) (out []*schema.Column) {
	for _, c := range t.SelectOrder() {
		if is.Column(c.Name) == nil && !p.stuck[dropColumn(t, c)] && !undroppable(c) && !p.moved[columnName(t, c.Name)] {
			out = append(out, c)
		}
	}
	return out
}

func dropIndex(k *schema.Keyspace, ix *schema.Index) string {
	return "DROP INDEX " + cql.QuoteName(k.Name) + "." + cql.QuoteName(ix.Name) + ";"
}

// undroppable holds for the columns that the server never drops.
func undroppable(c *schema.Column) bool { return c.Type.Kind == cqltype.UDT && c.Type.MultiCell() }

func dropColumn(t *schema.Table, c *schema.Column) string {
	return "ALTER TABLE " + t.String() + " DROP " + cql.QuoteName(c.Name) + ";"
}

// successor reports whether a table was made in the place of one that cannot be changed.
func (p *planner) successor(then *schema.Keyspace, t *schema.Table) bool {
	return then.Tables[t.Name] == nil && p.done[create(t)]
}

// baseOf is the table that a view is of, or the table.
func baseOf(t *schema.Table) string {
	if t.View == nil {
		return t.String()
	}
	return (&schema.Table{Keyspace: t.Keyspace, Name: t.View.Base}).String()
}

// definition is what makes a view, without its options.
func definition(v *schema.Table) string {
	text, options, _ := strings.Cut(v.Element().CQL, "\n WITH ")
	if strings.HasPrefix(options, "CLUSTERING ORDER") {
		options, _, _ = strings.Cut(options, "\n")
		text += options
	}
	return text
}

// create makes a table or a view, with the options that are not as shipped.
func create(t *schema.Table) string {
	is := t.Element()
	head, _, _ := strings.Cut(is.Statement(), " WITH additional_write_policy")
	head, _, _ = strings.Cut(head, " WITH CLUSTERING ORDER")
	head, _, compact := strings.Cut(head, " WITH COMPACT STORAGE")
	shipped := (&schema.Table{View: t.View, Params: schema.DefaultParams()}).Options()
	with := slices.DeleteFunc(t.Options(), func(o string) bool {
		return slices.Contains(shipped, o) || strings.HasPrefix(o, "CLUSTERING ORDER") && order(t) == ""
	})
	if compact {
		with = append([]string{"COMPACT STORAGE"}, with...)
	}
	if len(with) > 0 {
		head = strings.TrimRight(head, "\n") + " WITH " + strings.Join(with, " AND ")
	}
	return strings.TrimRight(head, "\n") + ";"
}

// byName are the tables of a keyspace without its views.
func byName(k *schema.Keyspace) []*schema.Table {
	out := slices.DeleteFunc(k.InOrder(), func(t *schema.Table) bool { return t.View != nil })
	sort.SliceStable(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// callables are the functions of a keyspace, then its aggregates.
func callables(k *schema.Keyspace) (out []schema.Element) {
	for _, f := range k.Functions {
		out = append(out, f.Element())
	}
	for _, a := range k.Aggregates {
		out = append(out, a.Element())
	}
	return out
}

func find(list []schema.Element, e schema.Element) (text string, there bool) {
	i := slices.IndexFunc(list, func(x schema.Element) bool { return x.Type == e.Type && x.Name == e.Name })
	if i < 0 {
		return "", false
	}
	return list[i].CQL, true
}

// Unnamed is the keyspace in which sessions begin, unless a text of the schemas names it, which
// is "" then: else it stands for whichever is in use.
func Unnamed(keyspace string, texts ...string) string {
	if slices.ContainsFunc(texts, func(text string) bool { return names(text, keyspace) }) {
		return ""
	}
	return keyspace
}

// unqualify takes the name of a keyspace out of steps.
func unqualify(steps []Step, keyspace string) {
	for i := range steps {
		s := &steps[i]
		s.CQL = unqualified(s.CQL, keyspace)
		for _, words := range []*string{&s.Do, &s.Loses, &s.Forbidden} {
			*words = strings.ReplaceAll(*words, " "+keyspace+".", " ")
		}
	}
}

// names reports whether a text has a name.
func names(text, name string) (is bool) {
	cql.Pieces(text, func(s diag.Span, class cql.Class) {
		is = is || class == cql.NameWord && text[s.Start:s.End] == name
	})
	return is
}

// unqualified is CQL without the name of a keyspace before others.
func unqualified(text, keyspace string) string {
	out, at := "", 0
	cql.Pieces(text, func(s diag.Span, class cql.Class) {
		if class == cql.NameWord && text[s.Start:s.End] == keyspace && strings.HasPrefix(text[s.End:], ".") {
			out += text[at:s.Start]
			at = s.End + 1
		}
	})
	return out + text[at:]
}

// waiting is where the steps at the end begin that people carry out: from the first one on that
// takes rows or values away. The program that is in use until the new one runs reads them, and
// nothing brings them back. Where one is in the way of a step behind it, it cannot wait.
func waiting(steps []Step) int {
	from := len(steps)
	for i := len(steps) - 1; i >= 0; i-- {
		switch s := &steps[i]; {
		case s.Do != "" || s.Forbidden != "" || s.NotJudged != "":
		case s.Loses != "":
			from = i
		case !strings.HasPrefix(s.CQL, "DROP "):
			return from
		}
	}
	return from
}

// Waits counts the statements that Script writes into comments, although the server takes them.
func Waits(steps []Step) (n int) {
	waits := waiting(steps)
	for i, s := range steps {
		if s.CQL != "" && s.Forbidden == "" && s.NotJudged == "" && (s.Do != "" || i >= waits) {
			n++
		}
	}
	return n
}

// Script is the steps as CQL; what is no CQL, or has to wait for people, is a comment.
func Script(steps []Step) string {
	var b strings.Builder
	comment := func(text string) { b.WriteString("-- " + strings.ReplaceAll(text, "\n", "\n-- ") + "\n") }
	waits := waiting(steps)
	for i, s := range steps {
		if i > 0 {
			b.WriteString("\n")
		}
		switch {
		case s.Forbidden != "":
			comment("Cannot be done: " + s.Forbidden)
			if s.CQL != "" {
				comment(s.CQL)
			}
		case s.NotJudged != "":
			comment("Not judged: " + s.NotJudged + "\n" + s.CQL)
		case s.Do != "":
			comment(strings.TrimSpace(s.Do + "\n" + s.CQL))
		case i >= waits && s.Loses != "":
			comment("This takes away " + s.Loses + ". When nothing needs them any more:\n" + s.CQL)
		case i >= waits:
			comment("After that:\n" + s.CQL)
		default:
			if s.Loses != "" {
				comment("This takes away " + s.Loses + ".")
			}
			b.WriteString(s.CQL + "\n")
		}
	}
	return b.String()
}
