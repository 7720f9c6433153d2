// Package advice gives design advice, which no server gives: what Cassandra
// accepts without a word and what hurts later all the same.
//
// A rule looks at the tables of scripts, at the reads and writes with their
// access plans, and at workloads where there are some. The rules are those of
// data modeling that a program can check; each has an id, a reason and a repair,
// and its thresholds are Options. Titles, reasons and examples are in advicebook/, of
// which the browser has the reasons only. A comment "-- lab:ignore ID reason" silences a rule for the next
// statement.
package advice

import (
	"sort"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/version"
	"partitionlab/wasm/work"
)

// A Statement is one statement of a script with what a session said of it.
type Statement struct {
	Span     diag.Span
	Stmt     cql.Statement // nil where it does not parse
	Accepted bool
	Plan     *plan.Access // of an accepted read or write
}

// A Script is a text and its statements in their order.
type Script struct {
	Source     *diag.Source
	Statements []Statement
}

// A Design is what advice is given on.
type Design struct {
	Scripts   []Script
	Catalogue *schema.Catalogue // as the scripts left it
	Keyspace  string            // in use when the first script starts
	Sizes     []Sized           // of workloads, where there are some
	// Meter counts the work, and may end it: the advice is then what was found so far.
	Meter *work.Meter
}

// Sized is a table with its size under a workload.
type Sized struct {
	*sizing.Result
	Partitions int64 // that the table has in the worst case; 0: nobody said
}

// A Rule is one piece of advice. Its id is for ever: /advice/r18.
type Rule struct {
	ID       string
	Severity diag.Severity   // Advice, or Note for what only may hurt
	Instead  string          // what to do, where the finding says nothing more exact
	Cure     version.Feature // what the server must have for Instead; 0: nothing
	Without  string          // what to do on a server that has no Cure
	OfModels bool            // whether it is about what a model does not look at by itself: types, names, options
	check    func(*design)
}

// Rules are all rules in the order of their ids.
func Rules() []*Rule { return rules[:] }

// Why is the reason for the rule, for a learner.
func (r *Rule) Why() string {
	_, why, _ := strings.Cut("\n"+whys, "\n"+r.ID+"\t")
	why, _, _ = strings.Cut(why, "\n")
	return why
}

// Find returns the rule of that id, or nil.
func Find(id string) *Rule {
	for _, r := range rules {
		if r.ID == id {
			return r
		}
	}
	return nil
}

var rules = [...]*Rule{
	&r03, &r04, &r05, &r06, &r11, &r12, &r13, &r14, &r15, &r16, &r17, &r18, &r19, &r20, &r21, &r22, &r26, &r27, &r28, &r30, &r31, &r33, &r34, &r36,
	&r38, &r39, &r40, &r41, &r43, &r44, &r45, &r46, &r47, &r48, &r52, &r55, &r56, &r57, &r59, &r60, &r61, &r62, &r63, &r64, &r74, &r77, &r79, &r80,
	&r81, &r82, &r83, &r84, &r85, &r86, &r87, &r88, &r89, &r90, &r91, &r92, &r93, &r94, &r95, &r97, &r98, &r99,
}

// Run returns the advice on each script, in the order of its text.
func Run(in Design, o Options) [][]diag.Diagnostic {
	d := collect(in, o)
	for _, r := range rules {
		if !d.Meter.Ask(d.units) {
			break
		}
		d.rule, d.why = r, r.Why()
		r.check(d)
	}
	for i := range d.out {
		d.out[i] = silence(d.Meter, in.Scripts[i], d.out[i])
		sort.SliceStable(d.out[i], func(a, b int) bool { return d.out[i][a].Start < d.out[i][b].Start })
	}
	return d.out
}

// A design is a Design sorted by what rules ask for.
type design struct {
	Options
	Design
	rule      *Rule
	why       string // of it
	out       [][]diag.Diagnostic
	tables    []made // that the scripts make and keep
	views     []made
	indexes   []indexed
	keyspaces []kept
	reads     []reading
	writes    []write
	batches   []batch

	readsOf    map[*schema.Table][]*reading
	writesOf   map[*schema.Table][]*write
	readBehind map[string]bool            // tables of which a view is read
	copies     map[string]int             // tables that have a column, by its name and type; nil until asked
	confirmed  map[at]int                 // where the last write starts that confirms a row, see r94
	alone      [][]*write                 // of each script, those in no batch
	dividedBy  map[string][]*schema.Table // see divided; nil until asked
	units      int                        // that a rule takes, about
	room       int                        // bytes that proposed tables may yet take
}

// tableUnits is about what a table or a query takes that a rule looks at.
const tableUnits = 2

// roomOfScript is how many bytes of proposed tables there are for each byte of a script,
// and besides: where queries and columns are many, they would be the product of both.
const roomOfScript, roomBesides = 4, 1 << 14

type (
	// place is a statement in one of the scripts.
	place struct {
		script int
		span   diag.Span
	}
	// at is a table and the script that writes it.
	at struct {
		script int
		table  *schema.Table
	}
	// made is a table or a view beside the statement that makes it.
	made struct {
		place
		*schema.Table
		stmt *cql.CreateTable // nil for a view
		name diag.Span
	}
	// indexed is an index beside the statement that makes it.
	indexed struct {
		place
		table *schema.Table
		index *schema.Index
		stmt  *cql.CreateIndex
	}
	// kept is a keyspace beside the statement that makes it.
	kept struct {
		place
		*schema.Keyspace
		stmt *cql.CreateKeyspace
	}
	// reading is an accepted SELECT.
	reading struct {
		place
		*plan.Access
		stmt  *cql.Select
		table *schema.Table
	}
	// write is an accepted INSERT, UPDATE or DELETE, also one in a batch.
	write struct {
		place
		*plan.Access
		stmt  cql.Statement
		table *schema.Table
		batch *cql.Batch // that it stands in, or nil
	}
	// batch is an accepted batch.
	batch struct {
		place
		*plan.Access
		stmt *cql.Batch
	}
)

func collect(in Design, o Options) *design {
	d := &design{Design: in, Options: o, out: make([][]diag.Diagnostic, len(in.Scripts))}
	keyspace := in.Keyspace
	find := func(n cql.QualifiedName) *schema.Table {
		ks := keyspace
		if n.Keyspace.Given() {
			ks = n.Keyspace.Text
		}
		return in.Catalogue.Table(ks, n.Name.Text)
	}
	seen := map[*schema.Table]bool{}
	d.room = roomBesides
	for i, script := range in.Scripts {
		d.room += roomOfScript * len(script.Source.Text)
		for _, s := range script.Statements {
			d.Meter.Breathe(tableUnits)
			if !s.Accepted {
				continue
			}
			at := place{i, s.Span}
			switch st := s.Stmt.(type) {
			case *cql.Use:
				keyspace = st.Keyspace.Text
			case *cql.CreateKeyspace:
				if ks := in.Catalogue.Keyspaces[st.Name.Text]; ks != nil {
					d.keyspaces = append(d.keyspaces, kept{at, ks, st})
				}
			case *cql.CreateTable:
				if t := find(st.Name); t != nil && t.View == nil && !seen[t] {
					seen[t] = true
					d.tables = append(d.tables, made{place: at, Table: t, stmt: st, name: st.Name.Place()})
				}
			case *cql.CreateView:
				if t := find(st.Name); t != nil && t.View != nil {
					d.views = append(d.views, made{place: at, Table: t, name: st.Name.Place()})
				}
			case *cql.CreateIndex:
				if t := find(st.Table); t != nil && len(st.Targets) > 0 {
					for _, ix := range t.Indexes {
						if ix.Column == st.Targets[0].Column.Text && (!st.Name.Given() || ix.Name == st.Name.Text) {
							d.indexes = append(d.indexes, indexed{at, t, ix, st})
							break
						}
					}
				}
			case *cql.Select:
				if t := d.now(s.Plan); t != nil {
					d.reads = append(d.reads, reading{at, s.Plan, st, t})
				}
			case *cql.Insert, *cql.Update, *cql.Delete:
				if t := d.now(s.Plan); t != nil {
					d.writes = append(d.writes, write{at, s.Plan, st, t, nil})
				}
			case *cql.Batch:
				if s.Plan == nil || len(s.Plan.Members) != len(st.Stmts) {
					continue
				}
				d.batches = append(d.batches, batch{at, s.Plan, st})
				for k, member := range st.Stmts {
					if t := d.now(s.Plan.Members[k]); t != nil {
						d.writes = append(d.writes, write{place{i, member.Place()}, s.Plan.Members[k], member, t, st})
					}
				}
			}
		}
	}
	return d.sort()
}

// sort notes what rules look up.
func (d *design) sort() *design {
	d.readsOf, d.writesOf, d.readBehind = make(map[*schema.Table][]*reading, len(d.reads)), make(map[*schema.Table][]*write, len(d.writes)), map[string]bool{}
	d.confirmed, d.alone = map[at]int{}, make([][]*write, len(d.Scripts))
	d.units = len(d.views) + len(d.indexes) + len(d.keyspaces) + len(d.reads) + len(d.writes) + len(d.batches)
	for i := range d.tables {
		d.Meter.Breathe(tableUnits)
		d.units += 1 + d.tables[i].Count()
	}
	for i := range d.reads {
		d.Meter.Breathe(tableUnits)
		r := &d.reads[i]
		d.readsOf[r.table] = append(d.readsOf[r.table], r)
		if v := r.table.View; v != nil {
			d.readBehind[r.table.Keyspace+"."+v.Base] = true
		}
	}
	for i := range d.writes {
		d.Meter.Breathe(tableUnits)
		w := &d.writes[i]
		d.writesOf[w.table] = append(d.writesOf[w.table], w)
		if w.batch == nil {
			d.alone[w.script] = append(d.alone[w.script], w)
			if w.conditional() && !w.deletes() && w.using().TTL == nil {
				d.confirmed[at{w.script, w.table}] = w.span.Start
			}
		}
	}
	return d
}

// now is a plan's table as the scripts left it: ALTER may have changed it since.
func (d *design) now(p *plan.Access) *schema.Table {
	if p == nil || p.Table == nil {
		return nil
	}
	if t := d.Catalogue.Table(p.Table.Keyspace, p.Table.Name); t != nil {
		return t
	}
	return p.Table
}

// say gives the advice of the rule in turn. An empty instead is the rule's own.
func (d *design) say(at place, span diag.Span, message, instead string, fixes ...diag.Fix) *diag.Diagnostic {
	if instead == "" {
		if instead = d.rule.Instead; d.rule.Cure != 0 && !d.Catalogue.Server.Has(d.rule.Cure) {
			instead = d.rule.Without
		}
	}
	if d.out[at.script] == nil { // about one for each statement, where there are not very many
		d.out[at.script] = make([]diag.Diagnostic, 0, min(len(d.Scripts[at.script].Statements), 64))
	}
	d.out[at.script] = append(d.out[at.script], diag.Diagnostic{Severity: d.rule.Severity, Rule: d.rule.ID, Message: message, Span: span,
		Why: d.why, Instead: instead, Fixes: fixes})
	return &d.out[at.script][len(d.out[at.script])-1]
}

// note is say for what only may hurt.
func (d *design) note(at place, span diag.Span, message, instead string, fixes ...diag.Fix) {
	d.say(at, span, message, instead, fixes...).Severity = diag.Note
}

// edit is a fix of one edit.
func edit(title string, at diag.Span, text string) diag.Fix {
	return diag.Fix{Title: title, Edits: []diag.Edit{{Span: at, Text: text}}}
}

// columnPlace is where a table's column is declared, the table's name otherwise.
func (m *made) columnPlace(name string) diag.Span {
	if c := m.column(name); c != nil {
		return c.Span
	}
	return m.name
}

func (m *made) column(name string) *cql.ColumnDef {
	if m.stmt != nil {
		if i := m.stmt.Column(name); i >= 0 {
			return &m.stmt.Columns[i]
		}
	}
	return nil
}

// retype is the fix that gives a column another type, where it is declared with
// the one it has.
func (m *made) retype(name, to string) []diag.Fix {
	if c := m.column(name); c != nil {
		article := " a "
		if strings.Contains("aeio", to[:1]) { // no u: it is a uuid
			article = " an "
		}
		return []diag.Fix{edit("make "+name+article+to, c.Type.Span, to)}
	}
	return nil
}

// with is the fix that sets an option of a table.
func (m *made) with(title, option, value string) []diag.Fix {
	if m.stmt == nil {
		return nil
	}
	for _, p := range m.stmt.With {
		if p.Name.Text == option {
			return []diag.Fix{edit(title, p.Value.Span, value)}
		}
	}
	word := " WITH "
	if len(m.stmt.With) > 0 || len(m.stmt.Order) > 0 || m.stmt.CompactStorage {
		word = " AND "
	}
	return []diag.Fix{edit(title, diag.Span{Start: m.span.End, End: m.span.End}, word+option+" = "+value)}
}

// using are the parameters of a write.
func (w *write) using() *cql.Using { return cql.ClausesOf(w.stmt).Using }

func (w *write) deletes() bool { _, ok := w.stmt.(*cql.Delete); return ok }

// relationOn is the relation that restricts a column by itself, or nil.
func relationOn(where []*cql.Relation, column string) *cql.Relation {
	for _, r := range where {
		for _, c := range r.Columns {
			if c.Text == column && r.Kind != cql.TokenOf {
				return r
			}
		}
	}
	return nil
}

// names lists names as a sentence does.
func names(cols []*schema.Column) string {
	var b strings.Builder
	for i, c := range cols {
		switch {
		case i > 0 && i == len(cols)-1:
			b.WriteString(" and ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString("`" + c.Name + "`")
	}
	return b.String()
}
