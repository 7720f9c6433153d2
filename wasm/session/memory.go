package session

import (
	"maps"
	"slices"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
)

// A Memory keeps from one run of a script to the next what reads came to: whoever types into
// one statement waits for no verdict on another one. It is for sessions of the same settings, one
// after the other. What is kept has stood in the last run that came to its end.
//
// A verdict on a read hangs on its text, the keyspace in use, and all that has changed the
// catalogue, of which tables count only where it reads them. One that is refused proposes new
// tables: there it counts how many there are, if that has a limit, and which names of tables that were asked for the
// text and the catalogue have. Where the read has no table, it names other ones: all count.
type Memory struct {
	Judged int // reads that were judged because nothing was known, so far

	run   int // that is at work, or was last
	last  int // place that was given a number
	steps map[step]*place
	known map[asked]*known
}

// A step is a change of a catalogue on which others have been made, as what it is made on says.
type step struct {
	on             int
	keyspace, text string
}

// A place is where a step leads, by a number that no other one has.
type place struct{ at, run int }

// asked is a read with all that its verdict hangs on.
type asked struct {
	around, table int    // table is -1 where all count
	many          int    // tables that there are, where it is refused and that is limited; -1 where it is not refused
	keyspace      string // in use
	unmade        string // made when first needed
	text          string
	prepared      bool
	now           int64
}

// known is what became of a read.
type known struct {
	run   int
	of    Outcome
	names []name
}

// A name is one that a proposed table may not get if the text has it, or another table.
type name struct {
	text  string
	is    bool
	table int // what has made the table of that name, or 0
}

// A state is what the catalogue of a session is made of.
type state struct {
	around, all int // by every change but of CREATE TABLE; by all
	tables      map[object]int
}

// Begin begins a run: what it meets from now on is kept when it ends.
func (m *Memory) Begin() {
	if m.steps == nil {
		m.steps, m.known = map[step]*place{}, map[asked]*known{}
	}
	m.run++
}

// End forgets what a run that has come to its end has not met.
func (m *Memory) End() {
	maps.DeleteFunc(m.steps, func(_ step, p *place) bool { return p.run < m.run })
	maps.DeleteFunc(m.known, func(_ asked, x *known) bool { return x.run < m.run })
}

// Recall lets a session that has done nothing yet take from a memory what it can, and keep there what
// it comes to.
func (s *Session) Recall(m *Memory) { s.memory, s.state = m, state{tables: map[object]int{}} }

// to is the place to which a change leads.
func (m *Memory) to(on int, keyspace, text string) int {
	k := step{on, keyspace, text}
	p := m.steps[k]
	if p == nil {
		k.text = strings.Clone(text) // not to keep the whole script
		m.last++
		p = &place{at: m.last}
		m.steps[k] = p
	}
	p.run = m.run
	return p.at
}

// changes notes that a statement has changed the catalogue; keyspace was in use.
func (s *Session) changes(stmt cql.Statement, keyspace, text string) {
	if s.memory == nil {
		return
	}
	x := &s.state
	x.all = s.memory.to(x.all, keyspace, text)
	create, ok := stmt.(*cql.CreateTable)
	if !ok {
		x.around = s.memory.to(x.around, keyspace, text)
		return
	}
	if o, ok := made(create, keyspace); ok {
		x.tables[o] = s.memory.to(x.around, keyspace, text)
	}
}

// remembered judges a statement that parses, a read as it was judged before where that is known.
func (s *Session) remembered(r *Outcome, text string, markers int) {
	prepared := markers > 0
	if s.recalled(r, text, prepared) {
		s.ctx.Work.Spend(1, recallUnits, "statements")
		return
	}
	var names []name
	written, ids := s.written, *s.ctx.IDs
	s.written = func(text string) bool {
		names = append(names, name{text: text, is: written(text)})
		return names[len(names)-1].is
	}
	defer func() { s.written = written }()
	if s.judgedAnew(r, text, nil, markers); ids == *s.ctx.IDs {
		s.keep(r, text, prepared, names)
	}
}

// recallUnits is what a verdict takes that is known.
const recallUnits = 5

// asks is a read with all that its verdict hangs on, if it is accepted and if it is refused, and the
// table that it reads; false where that may be more.
func (s *Session) asks(r *Outcome, text string, prepared bool) (accepted, refused asked, t *schema.Table, ok bool) {
	read, is := r.Stmt.(*cql.Select)
	if s.memory == nil || !is || s.MakesKeyspaces || s.Bare || s.ask || s.repeat != 0 || s.Serves != nil {
		return
	}
	o, name := object{kind: check.Table, keyspace: s.ctx.Keyspace, name: ""}, read.Target()
	if o.name = name.Name.Text; name.Keyspace.Given() {
		o.keyspace = name.Keyspace.Text
	}
	if s.implicit != "" && o.keyspace == s.implicit { // the read makes it
		return
	}
	t = s.ctx.Catalogue.Table(o.keyspace, o.name)
	accepted = asked{s.state.all, -1, -1, s.ctx.Keyspace, s.implicit, text[r.Span.Start:r.Span.End], prepared, s.ctx.Clock.Now}
	if t != nil && t.View == nil {
		accepted.around, accepted.table = s.state.around, s.state.tables[o]
	}
	refused = accepted
	if refused.many = 0; s.ctx.Settings.Ordinary() && s.ctx.Settings.Number(check.TablesFail) > 0 {
		refused.many = len(s.state.tables)
	}
	return accepted, refused, t, true
}

// maker is what has made the table of a name in the keyspace of another one, or 0.
func (s *Session) maker(t *schema.Table, name string) int {
	if t == nil {
		return 0
	}
	return s.state.tables[object{kind: check.Table, keyspace: t.Keyspace, name: name}]
}

// recalled judges a read as it was judged before, where that is known.
func (s *Session) recalled(r *Outcome, text string, prepared bool) bool {
	accepted, refused, t, ok := s.asks(r, text, prepared)
	if !ok {
		return false
	}
	m := s.memory
	x := m.known[accepted]
	if x == nil {
		x = m.known[refused]
	}
	if x == nil || x.of.Verdict.Plan != nil && t == nil || slices.ContainsFunc(x.names, func(n name) bool { return s.written(n.text) != n.is || s.maker(t, n.text) != n.table }) {
		m.Judged++
		return false
	}
	x.run = m.run
	by := r.Span.Start - x.of.Span.Start
	r.Prepared, r.Warnings, r.Notes = prepared, slices.Clip(x.of.Warnings), moved(x.of.Notes, by)
	r.Verdict = check.Verdict{Diags: moved(x.of.Verdict.Diags, by)}
	if p := x.of.Verdict.Plan; p != nil {
		now := *p
		now.Table, now.Indexes = t, slices.Clone(p.Indexes)
		for i, ix := range now.Indexes {
			now.Indexes[i] = t.Indexes[slices.IndexFunc(t.Indexes, func(o *schema.Index) bool { return o.Name == ix.Name })]
		}
		r.Verdict.Plan = &now
	}
	if x.of.Diag != nil {
		d := x.of.Diag.Moved(by)
		r.Diag = &d
	}
	return true
}

// keep keeps what a read came to; names are those that were asked for.
func (s *Session) keep(r *Outcome, text string, prepared bool, names []name) {
	accepted, refused, t, ok := s.asks(r, text, prepared)
	v := &r.Verdict
	if !ok || r.NotJudged || r.Ended != nil || v.Read != nil || v.Plan != nil && v.Plan.Table != t || r.Diag == nil && !prepared {
		return
	}
	k := accepted
	if r.Diag != nil {
		k = refused
	}
	for i := range names {
		names[i].table = s.maker(t, names[i].text)
	}
	k.text = strings.Clone(k.text) // not to keep the whole script
	x := &known{run: s.memory.run, of: *r, names: names}
	x.of.Stmt, x.of.Notes, x.of.Verdict.Diags = nil, moved(r.Notes, 0), moved(v.Diags, 0) // those of the answer may be changed
	if r.Diag != nil {
		d := r.Diag.Moved(0)
		x.of.Diag = &d
		if _, is := d.About.(*check.Unknown); !is {
			d.About = nil // a part of the syntax tree: it was for whoever has repaired it
		}
	}
	s.memory.known[k] = x
}

// moved are diagnostics of a statement that stands so many bytes further on.
func moved(list []diag.Diagnostic, by int) []diag.Diagnostic {
	out := slices.Clone(list)
	for i := range out {
		out[i] = out[i].Moved(by)
	}
	return out
}
