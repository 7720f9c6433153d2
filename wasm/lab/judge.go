package lab

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/version"
	"partitionlab/wasm/work"
)

// judged is what a session says of a script.
type judged struct {
	noCQL  bool           // the text is of another language
	server version.Server // that is asked
	src    *diag.Source
	items  []judgedItem
	tables []*schema.Table // that the script made and kept, in its order
	// catalogue is what the session has in the end.
	catalogue *schema.Catalogue
	nodes     func(center string) int64 // how many a data center has, "" for all; nil where nobody says it
	untold    []string                  // keyspaces that the text does not make
	keyspace  string                    // in use before the script
	stopped   bool                      // before its end
	cut       bool                      // in the last item, which is not judged
	told      *tally                    // of the items, once somebody asks
	notes     bool                      // of the advice are listed, behind all that is advice
	beside    int                       // so many remarks are made by numbers, and stand in no item
	// foreseen are the tables that are proposed, by the names of the repairs.
	foreseen map[string]*foreknown
	// sizes say how large a row of a proposed table is, by its statement.
	sizes map[string]string
}

type judgedItem struct {
	what      string        // what the statement does, in a word or two: "makes table videos"
	stmt      cql.Statement // nil where it does not parse
	begun     cql.Statement // what was understood of it then, or nil
	keyspace  string        // in use when it came
	plan      *plan.Access
	diags     []diag.Diagnostic
	span      diag.Span // of the statement; empty for what is about none
	notJudged bool
	command   bool // of cqlsh, and no statement
	follows   bool // refused only because of a statement above
}

// advice reports whether the item is the advice on the design, which is about no one statement.
func (i *judgedItem) advice() bool { return i.command && i.span.Len() == 0 }

// advice is the item with the design advice, nil where there is none.
func (j *judged) advice() *judgedItem {
	if last := len(j.items) - 1; last >= 0 && j.items[last].advice() {
		return &j.items[last]
	}
	return nil
}

// judge runs a script in a new session with the settings that a release ships, in which a schema
// is there already. The meter may be nil.
func judge(m *work.Meter, server version.Server, before, text string) *judged {
	conn, _ := prepared(server, before)
	j, _ := judgeOn(m, conn, text)
	return j
}

// advised runs a script as judge does, and gives design advice besides. Where a text names
// keyspaces of its own, none is in use until it says USE, as for cqlsh: a table without a
// keyspace in it would have been made nowhere. It also returns what became of the schema.
func advised(m *work.Meter, server version.Server, before, text string) (*judged, []session.Outcome) {
	conn, schema := prepared(server, before)
	j, results := judgeOn(m, conn, text)
	if before == "" && !m.Stopped() && j.mixes(m) {
		conn = session.New(session.Settings{Check: shippedBy(server)})
		j, results = judgeOn(m, conn, text)
	}
	if !m.Stopped() {
		j.advise(results, conn)
	}
	return j, schema
}

// mixes reports whether a script names keyspaces of its own, and has statements about what
// is in none of them.
func (j *judged) mixes(m *work.Meter) bool {
	names, bare := false, false
	for i := range j.items {
		if names && bare {
			break
		}
		m.Breathe(1)
		item := &j.items[i]
		stmt := item.stmt
		if stmt == nil {
			stmt = item.begun
		}
		if stmt == nil {
			continue
		}
		name := stmt.Target()
		if ks := j.catalogue.Keyspaces[name.Keyspace.Text]; name.Keyspace.Given() {
			names = names || name.Keyspace.Text != j.keyspace && (ks == nil || !ks.System)
		} else {
			bare = bare || name.Name.Given() && item.keyspace == j.keyspace
		}
	}
	return names && bare
}

// judgeTables runs a schema of which only the tables matter: a keyspace that it names and
// does not make is there, and so is a data center, with as many nodes as its replicas need.
func judgeTables(m *work.Meter, text string) *judged {
	settings := check.NewSettings()
	judged := func() *judged {
		conn := session.New(session.Settings{Keyspace: "lab", Check: settings})
		conn.MakesKeyspaces = true
		j, _ := judgeOn(m, conn, text)
		return j
	}
	j := judged()
	if !j.strays() {
		return j
	}
	settings.Datacenters = nil // only those that the text names
	if nodes, _ := j.centers(settings); settings.SetNodes(nodes) != nil {
		return j
	}
	return judged()
}

// strays reports whether a keyspace keeps replicas in a data center that the cluster lacks.
func (j *judged) strays() bool {
	for i := range j.items {
		for k := range j.items[i].diags {
			if _, stray := strayIn(&j.items[i].diags[k]); stray {
				return true
			}
		}
	}
	return false
}

// strayIn is the data center that a refusal is about.
func strayIn(d *diag.Diagnostic) (*check.StrayDatacenter, bool) {
	s, stray := d.About.(*check.StrayDatacenter)
	return s, stray && d.Rule == string(rule.KS06)
}

// centers are the data centers of a cluster and those that the text names besides, with as
// many nodes as their replicas need; fresh are the latter.
func (j *judged) centers(s *check.Settings) (nodes string, fresh []string) {
	var parts []string
	need := map[string]int{}
	for i := range j.items {
		for _, e := range cql.Datacenters(j.items[i].stmt) {
			if !slices.Contains(s.Datacenters, e.Key) && !slices.Contains(fresh, e.Key) {
				fresh = append(fresh, e.Key)
			}
			replicas, _, _ := strings.Cut(e.Value, "/")
			n, _ := strconv.Atoi(strings.TrimSpace(replicas))
			need[e.Key] = max(need[e.Key], n, 1)
		}
	}
	for _, name := range s.Datacenters {
		parts = append(parts, name+"="+strconv.Itoa(s.NodesOf(name)))
	}
	for _, name := range fresh {
		parts = append(parts, name+"="+strconv.Itoa(need[name]))
	}
	return strings.Join(parts, ","), fresh
}

// prepared is a new session in which a schema has run, and what became of that.
func prepared(server version.Server, before string) (conn *session.Session, schema []session.Outcome) {
	conn = session.New(session.Settings{Keyspace: "lab", Check: shippedBy(server)})
	if before != "" {
		schema = conn.Verdicts(diag.NewSource("", before))
	}
	return conn, schema
}

func judgeOn(m *work.Meter, conn *session.Session, text string) (*judged, []session.Outcome) {
	conn.Meter(m)
	src, keyspace := diag.NewSource("", text), conn.Keyspace()
	results := conn.Verdicts(src)
	j := judgedOf(src, results, conn, m)
	j.keyspace = keyspace
	return j, results
}

// itemUnits is what it takes to sort out a result, and to say something of it.
const itemUnits = 10

// judgedOf sorts out what a session said of a script.
func judgedOf(src *diag.Source, results []session.Outcome, conn *session.Session, m *work.Meter) *judged {
	j := &judged{src: src, server: conn.Settings().Server, catalogue: conn.Catalogue(), stopped: m.Stopped(), items: make([]judgedItem, 0, len(results)+1), told: &tally{}}
	if n := len(results); n > 0 {
		ended := results[n-1].Ended
		j.cut = j.stopped && ended != nil && ended.What == ""
	}
	made := map[string]bool{}
	for _, r := range results {
		m.Ask(itemUnits)
		item := judgedItem{stmt: r.Stmt, begun: r.Begun, keyspace: r.Keyspace, span: r.Span, notJudged: r.NotJudged, command: r.Command != "", follows: r.Follows}
		switch {
		case r.Command != "":
			item.what = r.Command + " is a command of cqlsh and not CQL; it is skipped"
		case r.Diag != nil:
			item.diags = append(item.diags, r.Diag.Brief())
		case r.Ended != nil: // its notes say why
		case r.NotJudged:
			item.diags = append(item.diags, diag.Diagnostic{Severity: diag.NotJudged, Span: r.Span, Why: "This site can read this kind of statement, but it cannot say yet whether Cassandra accepts it."})
		default:
			item.what, item.plan = does(r.Stmt, r.Verdict.Plan, r.Verdict.Changed != nil), r.Verdict.Plan
		}
		for _, n := range r.Notes {
			switch {
			case n.Rule == string(rule.MoreReplicas):
				continue // than the judge's cluster of one node; a reader's has enough
			case n.Severity == diag.Warning && n.Span.Len() == 0:
				n.Span = r.Span
			}
			item.diags = append(item.diags, n.Brief())
		}
		j.told.add(len(j.items), &item)
		j.items = append(j.items, item)
		if st, ok := r.Stmt.(*cql.CreateTable); ok && r.Accepted() {
			if t := j.table(&item, st); t != nil && !made[fullName(t)] {
				made[fullName(t)] = true
				j.tables = append(j.tables, t)
			}
		}
	}
	// A later statement may have changed or dropped what an earlier one made.
	kept := j.tables[:0]
	for _, t := range j.tables {
		if t = conn.Catalogue().Table(t.Keyspace, t.Name); t != nil {
			kept = append(kept, t)
		}
	}
	j.tables = kept
	return j
}

// table is the table that a statement is about, as it is in the end; nil where there is none.
func (j *judged) table(i *judgedItem, s cql.Statement) *schema.Table {
	if j.catalogue == nil || s == nil {
		return nil
	}
	name := s.Target()
	ks := name.Keyspace.Text
	if !name.Keyspace.Given() {
		ks = i.keyspace
	}
	return j.catalogue.Table(ks, name.Name.Text)
}

// does says in a few words what an accepted statement does; changed is false where a schema stays as
// it is, as it may with IF NOT EXISTS or IF EXISTS.
func does(stmt cql.Statement, access *plan.Access, changed bool) string {
	if access != nil {
		return lowerFirst(strings.TrimSuffix(planSentence(access), "."))
	}
	what, more, lost := "", "", ""
	makes, drops, adds, may := false, false, false, false // may: IF EXISTS of the whole
	switch st := stmt.(type) {
	case *cql.Use:
		return "uses the keyspace " + st.Keyspace.Text
	case *cql.CreateKeyspace:
		what, makes = "keyspace ", true
	case *cql.AlterKeyspace:
		what = "keyspace "
	case *cql.DropKeyspace:
		what, drops = "keyspace ", true
	case *cql.CreateTable:
		what, makes, more = "table ", true, ", whose partition key is "+nameList(st.PartitionKey)+orderWords(st.Clustering)
	case *cql.AlterTable:
		what, adds, may = "table ", st.Action == cql.AddColumns, st.IfExists
		if st.Action == cql.DropColumns {
			lost = ": nobody can read the values of " + nameList(st.Drop) + " any more, and a column that gets such a name later begins "
			if st.DropTimestamp == nil {
				lost += "empty"
			} else {
				lost += "with what was written after the timestamp"
			}
		}
	case *cql.DropTable:
		what, drops = "table ", true
	case *cql.CreateType:
		what, makes = "type ", true
	case *cql.AlterType:
		what, adds, may = "type ", st.Action == cql.AddField, st.IfExists
	case *cql.DropType:
		what, drops = "type ", true
	case *cql.CreateIndex:
		what, makes = "index on ", true
	case *cql.DropIndex:
		what, drops = "index ", true
	case *cql.CreateView:
		what, makes = "view ", true
	case *cql.AlterView:
		what = "view "
	case *cql.DropView:
		what, drops = "view ", true
	default:
		return ""
	}
	of := stmt.Target()
	what += strings.Trim(of.Keyspace.Text+"."+of.Name.Text, ".") // as it is written
	switch {
	case makes && changed:
		return "creates the " + what + more
	case makes:
		return "makes nothing: the " + what + " is there already, and stays as it is"
	case drops && changed:
		return "drops the " + what
	case drops:
		return "drops nothing: there is no " + what
	case changed:
		return "changes the " + what + lost
	case adds && may:
		return "changes nothing: there is no " + what + ", or it has this already"
	case adds:
		return "changes nothing: the " + what + " has this already, and stays as it is"
	}
	return "changes nothing: what it would change is not there"
}

func nameList(ns []cql.Name) string {
	s := ""
	for i, n := range ns {
		switch {
		case i == 0:
		case i == len(ns)-1:
			s += " and "
		default:
			s += ", "
		}
		s += n.Text
	}
	return s
}

func orderWords(clustering []cql.Name) string {
	if len(clustering) == 0 {
		return ", with one row each"
	}
	return " and whose rows are sorted by " + nameList(clustering)
}

// all are the diagnostics in the order of the text, so many at most of statements, and of
// advice.
func (j *judged) all(most int) (out []*diag.Diagnostic) {
	t := j.tally()
	n := 0
	for _, c := range t.counts {
		n += c
	}
	out = make([]*diag.Diagnostic, 0, min(n, 2*most))
	take := func(item *judgedItem, most int) {
		for k := range item.diags {
			if len(out) == most {
				return
			}
			out = append(out, &item.diags[k])
		}
	}
	for i := range j.items {
		if take(&j.items[i], most); len(out) == most || len(out) == n {
			break
		}
	}
	if advice := j.advice(); len(out) == most && advice != nil {
		take(advice, 2*most)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Start < out[j].Start })
	return out
}

// A tally is what there is of each kind among the items: an answer asks for it again and
// again, and there may be a million of them.
type tally struct {
	counts     [len(severities)]int // of diagnostics
	statements int                  // what is no command of cqlsh
	accepted   int                  // statements that the server takes
	following  int                  // statements that are refused only because of one above
	refusal    *diag.Diagnostic     // the first, or nil
	unfit      *diag.Diagnostic     // the first refusal of a schema, or what nobody has judged, or nil
	cards      int                  // items that are not advice
	first      [len(weights)][]int  // of these, by their class: as many as a page lists
}

// tally counts the items, where nobody has done so while they came.
func (j *judged) tally() *tally {
	if j.told == nil {
		j.count(nil)
	}
	return j.told
}

// count counts the items anew.
func (j *judged) count(m *work.Meter) {
	j.told = &tally{}
	for i := range j.items {
		m.Ask(1)
		j.told.add(i, &j.items[i])
	}
}

// add counts the item i.
func (t *tally) add(i int, item *judgedItem) {
	refused := false
	for k := range item.diags {
		d := &item.diags[k]
		t.counts[d.Severity]++
		if d.Severity == diag.Refused {
			refused = true
			if t.refusal == nil {
				t.refusal = d
			}
		}
		if t.unfit == nil && (d.Severity == diag.Refused || d.Severity == diag.NotJudged) {
			t.unfit = d
		}
	}
	if !item.command {
		if t.statements++; !item.notJudged && !refused {
			t.accepted++
		}
	}
	if item.follows {
		t.following++
	}
	if !item.advice() {
		t.cards++
		if w := weightOf(item.class()); len(t.first[w]) < maxCards {
			t.first[w] = append(t.first[w], i)
		}
	}
}

// refusal is the first refusal, or nil.
func (j *judged) refusal() *diag.Diagnostic { return j.tally().refusal }

// unfit is the first refusal of a schema, or what nobody has judged, or nil.
func (j *judged) unfit() *diag.Diagnostic { return j.tally().unfit }

func (j *judged) counts() [len(severities)]int {
	c := j.tally().counts
	c[diag.Advice] += j.beside
	return c
}

// accepted counts the statements that the server takes.
func (j *judged) accepted() int { return j.tally().accepted }

// statements counts what is no command of cqlsh.
func (j *judged) statements() int { return j.tally().statements }

// rest reports whether something of the text is not judged because the work was stopped.
// Nobody has counted its statements.
func (j *judged) rest() bool {
	end := 0
	if n := len(j.items); n > 0 {
		end = j.items[n-1].span.End
	}
	return j.cut || j.stopped && strings.Trim(j.src.Text[end:], "; \t\r\n") != ""
}

// cassandra is the name of the server in a sentence.
func (j *judged) cassandra() string { return cassandra(j.server) }

// summary is the answer in a line, the worst first.
func (j *judged) summary() string {
	rest := j.rest()
	if len(j.items) == 0 && !rest {
		return "There is no statement in this text."
	}
	c := j.counts()
	all := j.statements()
	if j.cut {
		all--
		c[diag.NotJudged]--
	}
	this, these, them := "this statement", "all "+number.Count(all)+" statements", number.Count(all)+" statements"
	if rest {
		this, these, them = "the first statement", "the first "+them, "the first "+them
	}
	some := func(n int, one, many string) string {
		if n == 1 {
			return one
		}
		return number.Count(n) + " " + many
	}
	s := ""
	switch refused := c[diag.Refused]; {
	case refused > 0 && all == 1:
		s = j.cassandra() + " refuses " + this + "."
	case refused > 0:
		n := number.Count(refused)
		if refused == 1 {
			n = "one"
		}
		s = j.cassandra() + " refuses " + n + " of " + them
		if follow := j.tally().following; follow > 0 {
			s += ", " + number.Count(follow) + " of them only because an earlier statement is refused"
		}
		s += "."
	case c[diag.NotJudged] > 0:
		s = some(c[diag.NotJudged], "One statement is", "statements are") + " not judged yet."
	case all == 0 && rest:
		return "No statement is judged yet."
	case all == 0:
		s = "There is nothing here that " + j.cassandra() + " would judge."
	case all == 1:
		s = j.cassandra() + " accepts " + this + "."
	case all == 2 && !rest:
		s = j.cassandra() + " accepts both statements."
	default:
		s = j.cassandra() + " accepts " + these + "."
	}
	if c[diag.Refused] > 0 && c[diag.NotJudged] > 0 {
		s += " " + some(c[diag.NotJudged], "One is", "are") + " not judged yet."
	}
	if c[diag.Warning] > 0 {
		s += " It sends " + some(c[diag.Warning], "a warning", "warnings") + "."
	}
	switch n := c[diag.Advice]; {
	case n > 0 && j.accepted() == all && c[diag.Warning] == 0: // the reason why the headline is no praise is in it
		s = strings.TrimSuffix(s, ".") + ", with " + some(n, "one remark", "remarks") + " on the design."
	case n > 0:
		s += " " + number.Begin(n, "remark") + " on the design."
	}
	if rest {
		s += " The rest is not judged yet."
	}
	return s
}

// verdict is the summary, and how good it is. What the server takes and the design
// advice does not is nothing to be content with.
func (j *judged) verdict() verdict {
	c := j.counts()
	mood := "fine"
	switch {
	case c[diag.Refused] > 0:
		mood = "refused"
	case c[diag.Warning]+c[diag.NotJudged]+c[diag.Advice] > 0 || j.statements() == 0:
		mood = "watch"
	}
	return verdictOf(j.summary(), mood)
}
