package lab

import (
	"slices"
	"strings"

	"partitionlab/wasm/advice"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// advise lists design advice behind all verdicts. Notes are left out, unless somebody wants them: a page
// is about what the server says.
func (j *judged) advise(results []session.Outcome, conn *session.Session) {
	j.adviseKnowing(results, conn, &foresight{}, nil)
}

// adviseKnowing is advise where proposed tables of an earlier text are known already. Where a text has
// variables, otherwise writes other values in their place, with which the advice on a table has to hold, too.
func (j *judged) adviseKnowing(results []session.Outcome, conn *session.Session, f *foresight, otherwise func(string) string) {
	script := advice.Script{Source: j.src, Statements: make([]advice.Statement, 0, len(results))}
	for _, r := range results {
		script.Statements = append(script.Statements, advice.Statement{Span: r.Span, Stmt: r.Stmt, Accepted: r.Accepted(), Plan: r.Verdict.Plan})
	}
	item := judgedItem{command: true} // no statement
	said := advice.Run(advice.Design{Scripts: []advice.Script{script}, Catalogue: conn.Catalogue(), Keyspace: j.keyspace, Meter: conn.Work()}, advice.NewOptions())[0]
	var notes []diag.Diagnostic
	item.diags = said[:0]
	for _, d := range said {
		conn.Work().Ask(1)
		if d.Severity == diag.Advice {
			item.diags = append(item.diags, d.Brief())
		} else if j.notes {
			notes = append(notes, d.Brief())
		}
	}
	item.diags = append(item.diags, notes...)
	j.foresee(conn, f, otherwise)
	j.stopped = j.stopped || conn.Work().Stopped()
	if len(item.diags) > 0 {
		j.told.add(len(j.items), &item)
		j.items = append(j.items, item)
	}
}

// A foresight is what is known of proposed tables, by their statements and the tables that they are
// made from. It holds for the types that it was gained with.
type foresight struct {
	types string
	known map[string]*foreknown
}

// A foreknown is a proposed table with the design advice on it, and how large a row of it is.
type foreknown struct {
	made  *schema.Table
	said  []diag.Diagnostic
	size  string
	taken bool // the last text proposes it, too
}

// advice is what is to be said of it before somebody takes it.
func (k *foreknown) advice() []diag.Diagnostic {
	if k == nil {
		return nil
	}
	return k.said
}

// of is what is known of a table that is proposed beside another one.
func (f *foresight) of(create string, from *schema.Table, conn *session.Session, otherwise func(string) string) *foreknown {
	name := create
	if from != nil {
		name += "\x00" + fullName(from) + "\x00" + columnList(from.PartitionKey) + "\x00" + columnList(from.Clustering)
	}
	k := f.known[name]
	if k == nil {
		k = &foreknown{}
		k.said, k.made = adviceOn(create, from, conn)
		if otherwise != nil {
			if other := otherwise(create); other != create {
				also, _ := adviceOn(other, from, conn)
				k.said = slices.DeleteFunc(k.said, func(d diag.Diagnostic) bool {
					return !slices.ContainsFunc(also, func(o diag.Diagnostic) bool { return o.Rule == d.Rule && o.Message == d.Message })
				})
			}
		}
		k.size = rowSize(k.made, from, 0, nil)
		if !conn.Work().Stopped() {
			f.known[name] = k
		}
	}
	k.taken = true
	return k
}

func columnList(cols []*schema.Column) (s string) {
	for _, c := range cols {
		s += c.Name + " " + c.Type.String() + ","
	}
	return s
}

// foresee gives design advice on the tables that are proposed: whoever takes one knows it
// before.
func (j *judged) foresee(conn *session.Session, f *foresight, otherwise func(string) string) {
	types := conn.Keyspace()
	for _, ks := range conn.Catalogue().InOrder() {
		for _, t := range ks.TypesInOrder() {
			types += schema.TypeElement(t).CQL
		}
	}
	if f.types != types || f.known == nil {
		f.types, f.known = types, map[string]*foreknown{}
	}
	for create, k := range f.known {
		if !k.taken {
			delete(f.known, create)
		}
		k.taken = false
	}
	j.sizes, j.foreseen = map[string]string{}, map[string]*foreknown{}
	seen := 0
	for i := range j.items {
		for k, d := range j.items[i].diags {
			for l, fix := range d.Fixes {
				if !strings.HasPrefix(fix.Makes, "CREATE TABLE ") {
					continue
				}
				if seen++; seen > maxCards {
					return
				}
				known := f.of(fix.Makes, j.table(&j.items[i], j.items[i].stmt), conn, otherwise)
				j.sizes[fix.Makes], j.foreseen[place3(i, k, l)] = known.size, known
			}
		}
	}
}

// mostWeighed is how many columns a table has whose rows are weighed on the way.
const mostWeighed = 100

// rowSize says how large a row of a proposed table is, and which lengths that takes for granted; and
// where a partition of it gathers those of several partitions of the table that it is made from, how many
// make it too large. One of those has so many rows, 0 where nobody said it; what works it all out may be given.
func rowSize(t, from *schema.Table, rows int64, sizer *sizing.Sizer) string {
	if t == nil || t.Count() > mostWeighed {
		return ""
	}
	if sizer == nil {
		var problems []workload.Problem
		w, _ := workload.Parse(diag.NewSource("", "rows = "+assumedRows), nil)
		sizing.WriteOver(t, w, "") // as for a table that is there
		if sizer, problems = sizing.New(t, w, sstable.NB); len(problems) > 0 {
			return ""
		}
	}
	r, problems := sizer.Result(sizing.Options{Brief: true})
	if len(problems) > 0 {
		return ""
	}
	assumed := ""
	hanging := slices.DeleteFunc(r.Hanging(), func(c sizing.ColumnBytes) bool { // no row stores what its partition does
		kind := t.Column(c.Name).Kind
		return kind == schema.PartitionKey || kind == schema.Static
	})
	if len(hanging) > 0 {
		var names []string
		for _, c := range hanging[:min(len(hanging), mostAssumed)] {
			names = append(names, c.Name)
		}
		if more := len(hanging) - len(names); more > 0 {
			names = append(names, number.Within(more, "more column"))
		}
		assumed = ", with lengths that are assumed for " + enumerated(names)
	}
	s := " A row of it takes about " + number.Bytes(r.Disk1.RowMax) + assumed + "."
	if from == nil || len(from.Clustering) == 0 || !slices.ContainsFunc(from.PartitionKey, func(c *schema.Column) bool {
		own := t.Column(c.Name)
		return own == nil || own.Kind != schema.PartitionKey
	}) {
		return s
	}
	if n, ok := sizer.RowsUpTo(sizing.LimitBytes); ok {
		s += " A partition of it holds all rows of " + from.Name + " with the same " + keyNames(t) + ", and passes " + number.Bytes(sizing.LimitBytes) + " with more than " + number.Of(n, "row")
		if rows > 0 && n >= rows {
			s += ", those of " + number.Of(n/rows, "partition") + " of " + from.Name + " by the numbers in Sizes"
		}
		s += "."
	}
	return s
}

// keyNames are the columns of a table's partition key, as a sentence names them.
func keyNames(t *schema.Table) string {
	var keys []string
	for _, c := range t.PartitionKey {
		keys = append(keys, c.Name)
	}
	return enumerated(keys)
}

// adviceOn is the advice on a statement that makes a table beside another one, in keyspaces that have
// the types of others, and the table that it makes.
func adviceOn(create string, from *schema.Table, in *session.Session) ([]diag.Diagnostic, *schema.Table) {
	conn := session.New(session.Settings{Keyspace: in.Keyspace(), Check: in.Settings()})
	conn.Meter(in.Work())
	for name, ks := range in.Catalogue().Keyspaces {
		if !ks.System {
			empty := schema.NewKeyspace(name, ks.Replication)
			empty.Types = ks.Types
			if from != nil && from.Keyspace == name {
				empty.Tables[from.Name] = from
			}
			conn.Catalogue().AddKeyspace(empty)
		}
	}
	src := diag.NewSource("", create)
	script := advice.Script{Source: src}
	var made *schema.Table
	for _, r := range conn.Script(src) {
		made = tableOf(r.Stmt, conn)
		script.Statements = append(script.Statements, advice.Statement{Span: r.Span, Stmt: r.Stmt, Accepted: r.Accepted()})
	}
	said := advice.Run(advice.Design{Scripts: []advice.Script{script}, Catalogue: conn.Catalogue(), Keyspace: in.Keyspace(), Meter: in.Work()}, advice.NewOptions())[0]
	return slices.DeleteFunc(said, func(d diag.Diagnostic) bool { return d.Severity != diag.Advice }), made
}
