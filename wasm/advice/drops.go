// The rule about statements that take data away for ever.

package advice

import (
	"sort"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/plan"
)

// r99 finds statements after which rows or values are gone. What is made, or emptied, in the same file and not
// written before it goes, was never there for anybody.
var r99 = Rule{
	ID: "R99", Severity: diag.Advice,
	Instead: "Make sure that no program asks for them any more, and copy first what is needed. Where auto_snapshot is on, as it is shipped, each node keeps the files in a snapshot: from it an operator loads them again, and until nodetool clearsnapshot it takes their place on the disk. A table with allow_auto_snapshot = false has none.",
	check: func(d *design) {
		l := losses{design: d, keyspace: d.Keyspace, fresh: map[string]part{}, added: map[string]map[string]part{}, gone: map[string]bool{}}
		for i, script := range d.Scripts {
			for k := range script.Statements {
				d.Meter.Breathe(tableUnits)
				if s := &script.Statements[k]; s.Accepted && s.Stmt != nil {
					l.at = part{i, fileOf(script.Source, s.Span.Start)}
					l.statement(place{i, s.Span}, s)
				}
			}
		}
	},
}

// noCopy is what to do about the values of a column, of which nothing is kept.
const noCopy = "Copy first what is needed: no snapshot is made. A column that gets the name again begins empty, but for values whose timestamps are later than the drop: they are there again. With a type that cannot read what is stored it is refused: give it another name then."

// A part is a file of a script.
type part struct{ script, file int }

func fileOf(src *diag.Source, at int) int {
	return sort.Search(len(src.Files), func(k int) bool { return src.Files[k].Start > at })
}

// losses follows what can hold data, in the order of the text. What it does not know may be there and full.
type losses struct {
	*design
	keyspace string // in use
	at       part
	fresh    map[string]part            // keyspaces and tables by their full names: empty since that file
	added    map[string]map[string]part // columns that a table got since it has been written
	gone     map[string]bool            // tables and keyspaces that are dropped
}

// full is the full name of a table.
func (l *losses) full(n cql.QualifiedName) string {
	if n.Keyspace.Given() {
		return n.Keyspace.Text + "." + n.Name.Text
	}
	return l.keyspace + "." + n.Name.Text
}

// empty reports whether nobody loses anything by the end of a keyspace or a table.
func (l *losses) empty(name string) bool {
	file, fresh := l.fresh[name]
	return l.gone[name] || fresh && file == l.at
}

// makes notes that a keyspace or a table is there and empty.
func (l *losses) makes(name string) {
	l.fresh[name] = l.at
	delete(l.gone, name)
	delete(l.added, name)
}

// fills notes that a table holds rows.
func (l *losses) fills(p *plan.Access) {
	if p == nil || p.Table == nil {
		return
	}
	name := p.Table.Keyspace + "." + p.Table.Name
	delete(l.fresh, p.Table.Keyspace)
	delete(l.fresh, name)
	delete(l.added, name)
}

func (l *losses) statement(at place, s *Statement) {
	switch st := s.Stmt.(type) {
	case *cql.Use:
		l.keyspace = st.Keyspace.Text
	case *cql.CreateKeyspace:
		l.makes(st.Name.Text)
	case *cql.CreateTable:
		l.makes(l.full(st.Name))
	case *cql.Insert, *cql.Update:
		l.fills(s.Plan)
	case *cql.Batch:
		for i := range st.Stmts {
			if _, deletes := st.Stmts[i].(*cql.Delete); !deletes && s.Plan != nil && i < len(s.Plan.Members) {
				l.fills(s.Plan.Members[i])
			}
		}
	case *cql.Truncate:
		if name := l.full(st.Table); !l.empty(name) {
			l.say(at, st.Table.Place(), "all rows of "+st.Table.Name.Text+" are gone", "")
			l.makes(name)
		}
	case *cql.DropTable:
		name := l.full(st.Name)
		if !l.empty(name) {
			l.say(at, st.Name.Place(), "all rows of "+st.Name.Name.Text+" are gone with it", "")
		}
		l.gone[name] = true
	case *cql.DropKeyspace:
		if !l.empty(st.Name.Text) {
			l.say(at, st.Name.Span, "all tables of "+st.Name.Text+" are gone with their rows", "")
		}
		l.gone[st.Name.Text] = true
	case *cql.AlterTable:
		l.alters(at, st)
	}
}

// alters looks at the columns of a table.
func (l *losses) alters(at place, st *cql.AlterTable) {
	name := l.full(st.Name)
	for i := range st.Add {
		if l.added[name] == nil {
			l.added[name] = map[string]part{}
		}
		l.added[name][st.Add[i].Name.Text] = l.at
	}
	var lost []string
	place := st.Name.Place()
	for _, c := range st.Drop {
		if file, fresh := l.added[name][c.Text]; fresh && file == l.at || l.empty(name) {
			continue
		}
		if lost = append(lost, "`"+c.Text+"`"); len(lost) == 1 {
			place = c.Span
		}
	}
	if lost != nil {
		l.say(at, place, "all values of "+strings.Join(lost, ", ")+" in "+st.Name.Name.Text+" are gone", noCopy)
	}
}
