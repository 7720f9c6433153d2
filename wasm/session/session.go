// Package session is one connection to a cluster of one node per data center: a
// keyspace in use, settings, a clock that stands still, a catalogue and rows. It
// runs statements and scripts and tells what the server would answer.
package session

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/judge"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/number"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/query"
	"partitionlab/wasm/repair"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
	"partitionlab/wasm/work"
)

// Settings are what a session starts with.
type Settings struct {
	// Keyspace is in use from the start and made when first needed, so that a
	// script may create it itself; "" for none.
	Keyspace string
	// Now is the server's clock in seconds since 1970. It stands still; the n-th
	// write without a timestamp gets Now·10⁶ + n µs.
	Now int64
	// Check are the settings of the server; nil for the shipped ones.
	Check *check.Settings
}

// A Session runs statements one after another.
type Session struct {
	ctx      check.Context
	implicit string                            // keyspace that is made when first needed; "" once it is there
	rows     map[*schema.Table]*stored         // of tables that were written to
	made     map[*schema.Table]*memtable.Store // rows of Cassandra's own tables, until the catalogue changes: see [Session.system]
	answered map[*schema.Table]*plan.ResultSet // columns of the last answer to *, without rows: see [Session.shared]
	number   int32                             // of results so far: mutations carry the number of theirs, from 0
	ask      bool                              // nothing is changed: see [Session.Ask]
	scripts  int                               // that were begun
	written  func(string) bool                 // whether the script that runs has a name: see repair.Add
	unmade   map[object][]refused              // refused indexes, by their columns
	broken   map[object]refused                // what refused CREATEs would have made, and keyspaces that a statement has missed
	unused   *refused                          // why the last USE is refused; nil where it is not
	repeat   int                               // how often the next write is done: see [Operation]
	memory   *Memory                           // of runs before; nil for none
	state    state                             // what the verdicts that it keeps hang on
	// Words are commands besides those of cqlsh. Whole says that the last statement of
	// a script is not run where its semicolon is missing, as in cqlsh.
	Words []string
	Whole bool
	// Bare says that a refusal is what the server says, without reason and repairs.
	Bare bool
	// MakesKeyspaces says that every keyspace which a statement misses is made, as the one
	// is that the session starts with: for schemas of which only the tables matter.
	MakesKeyspaces bool
	// Serves tells of an accepted read or write why too few nodes answer, "" where
	// enough do; nil always serves.
	Serves func(*plan.Access) string
}

// An Outcome is the answer to one statement, or what a script has in its place.
type Outcome struct {
	Span      diag.Span         // of the statement in its text
	Stmt      cql.Statement     // nil where it does not parse, and for a command
	Begun     cql.Statement     // what was understood of one that does not parse, or nil
	Server    version.Server    // whose verdict it is
	Keyspace  string            // in use when it came; "" for none
	Command   string            // a command of cqlsh, such as SOURCE: skipped
	Open      bool              // the script ends before the statement's semicolon: cqlsh does not run it
	Diag      *diag.Diagnostic  // why the statement is refused; nil where it is accepted
	Warnings  []string          // what the server warns of, in its words
	Notes     []diag.Diagnostic // the same with rule and place, and what no server says
	Follows   bool              // refused only because what an earlier statement makes or misses is not there: that one is refused
	NotJudged bool              // nobody has worked out a verdict yet: neither accepted nor refused
	Prepared  bool              // judged as PREPARE does, because of its bind markers; nothing was changed
	Verdict   check.Verdict
	Rows      *plan.ResultSet // what comes back, or nil
	Cost      *query.Cost     // what a read touched; nil for other statements
	Stopped   bool            // the read was stopped: Rows are not all
	Ended     *work.End       // why the meter ended the statement, which is not judged then
	Failed    string          // too few nodes answer: nothing is read or written
}

// note adds what is said of an accepted statement.
func (r *Outcome) note(d diag.Diagnostic) {
	if r.Notes = append(r.Notes, d); d.Severity == diag.Warning {
		r.Warnings = append(r.Warnings, d.Message)
	}
}

// Accepted reports whether the server takes the statement.
func (r *Outcome) Accepted() bool { return r.Diag == nil && !r.NotJudged && r.Command == "" }

// New starts a session on a cluster without keyspaces of its own.
func New(s Settings) *Session {
	settings := s.Check
	if settings == nil {
		settings = check.NewSettings()
	}
	c := &Session{implicit: s.Keyspace, rows: map[*schema.Table]*stored{}}
	c.ctx = check.Context{
		Catalogue: schema.NewCluster(settings.Server),
		Settings:  settings,
		Server:    &version.Switches{Server: settings.Server},
		Keyspace:  s.Keyspace,
		Clock:     check.Clock{Now: s.Now},
		IDs:       &check.ElementIDs{},
		Rows: func(t *schema.Table) check.Rows {
			if store := c.Store(t); store != nil {
				return store
			}
			return nil
		},
	}
	return c
}

// Meter has a meter count what statements take from now on: it may end one, or all. Nil
// counts nothing.
func (s *Session) Meter(m *work.Meter) { s.ctx.Work = m }

// Work is the meter that counts, or nil.
func (s *Session) Work() *work.Meter { return s.ctx.Work }

// Catalogue is what the cluster holds now.
func (s *Session) Catalogue() *schema.Catalogue { return s.ctx.Catalogue }

// Settings are those of its server.
func (s *Session) Settings() *check.Settings { return s.ctx.Settings }

// Keyspace is the one in use; "" for none.
func (s *Session) Keyspace() string { return s.ctx.Keyspace }

// Exec runs one statement as a driver sends it: nothing but spaces, comments and
// semicolons may stand around it. Offsets count the bytes of text. A statement
// with bind markers is judged as PREPARE judges it, and refused ([diag.Diagnostic.Late]) where no
// values could make it run; it changes nothing.
func (s *Session) Exec(text string) Outcome {
	s.number++
	var stmt cql.Statement
	var markers []cql.Marker
	r := Outcome{Span: diag.Span{End: len(text)}, Keyspace: s.ctx.Keyspace}
	r.Ended = s.ctx.Work.Try(func() { stmt, markers, r.Diag = cql.ParseUnder(s.ctx.Work, s.ctx.Server, text) })
	if r.Ended == nil {
		if r.Diag == nil {
			r.Stmt = stmt
		}
		s.parsed(&r, text, stmt, len(markers))
	}
	if r.Ended != nil {
		return ended(&r)
	}
	if r.Diag != nil {
		_, r.Follows = s.missing(r.Diag)
	}
	return r
}

// Ask judges one statement as Exec does, and changes nothing.
func (s *Session) Ask(text string) Outcome {
	s.ask = true
	defer func() { s.ask = false }()
	return s.Exec(text)
}

// AskOf judges a read as if it named another table, as that one is now, and changes nothing.
// How a refused one can be repaired is not said.
func (s *Session) AskOf(t *schema.Table, read *cql.Select, prepare bool) (v check.Verdict) {
	ctx := s.ctx
	ctx.Prepare, ctx.Notes = prepare, nil
	if s.ctx.Work.Try(func() { v = repair.Ask(&ctx, read, t) }) != nil {
		return check.Verdict{NotJudged: true}
	}
	return v
}

// Use takes another keyspace into use; "" for none. It need not be there.
func (s *Session) Use(keyspace string) { s.ctx.Keyspace = keyspace }

// parsed goes on with a statement that is parsed, or with what was understood of one
// that is not. Places count in text.
func (s *Session) parsed(r *Outcome, text string, begun cql.Statement, markers int) {
	r.Ended = s.ctx.Work.Try(func() { s.judged(r, text, begun, markers) })
}

func (s *Session) judged(r *Outcome, text string, begun cql.Statement, markers int) {
	r.Server = s.ctx.Server.Server
	if r.Diag == nil {
		s.ctx.Server.Miss()
		if s.memory != nil {
			s.remembered(r, text, markers)
			return
		}
	}
	s.judgedAnew(r, text, begun, markers)
}

func (s *Session) judgedAnew(r *Outcome, text string, begun cql.Statement, markers int) {
	if r.Diag == nil && r.Stmt != nil {
		s.run(r, text, markers > 0)
		if most := math.MaxUint16; markers > most && r.Accepted() {
			r.Diag = rule.BIND01.Invalid(r.Span, "Too many markers(?). % markers exceed the allowed maximum of %", strconv.Itoa(markers), strconv.Itoa(most))
		}
	} else if d := judge.Unparsed(&s.ctx, begun); d != nil {
		r.Diag = d
	}
	if r.Diag == nil {
		return
	}
	missed := s.ctx.Server.Miss()
	if s.Bare {
		return
	}
	rule.Complete(r.Diag)
	if r.Diag.Late {
		r.Diag.Why = "It can be prepared, and is refused when it runs, whatever stands for its variables. " + r.Diag.Why
	}
	if s.ctx.Work.Try(func() { s.mended(r, text, begun, missed) }) != nil { // it stays refused
		r.Diag.Fixes = nil // not all were tried
	}
	s.ctx.Work.Ask(r.Diag.Size() / lettersAtOnce)
}

// mended adds to a refusal what another release says, and what to write instead.
func (s *Session) mended(r *Outcome, text string, begun cql.Statement, missed version.Feature) {
	if missed != 0 {
		s.elsewhere(r, text, missed)
	}
	around := repair.Around{Text: text, Span: r.Span, Written: s.written, Makes: func(name string) bool { return name == s.implicit || s.MakesKeyspaces }}
	of := r.Verdict.Of
	if of == nil {
		of = r.Stmt
	}
	if of == nil {
		of = begun
	}
	repair.Add(&s.ctx, of, r.Diag, around)
	repair.Rehearse(&s.ctx, of, r.Diag, around)
	for _, f := range r.Diag.Fixes {
		f.KeepApart(text)
	}
}

// elsewhere says of a refused statement what a server says that has what this one misses.
func (s *Session) elsewhere(r *Outcome, text string, missed version.Feature) {
	other := missed.Other(s.ctx.Server.Server)
	ctx := s.ctx
	ctx.Server, ctx.Catalogue, ctx.Notes = &version.Switches{Server: other}, ctx.Catalogue.Under(other), nil
	stmt, markers, d := cql.ParseUnder(ctx.Work, ctx.Server, text[r.Span.Start:r.Span.End])
	if d == nil {
		ctx.Prepare = len(markers) > 0
		v := judge.Statement(&ctx, stmt)
		if name := check.MissedKeyspace(v.Refusal()); name != "" && (name == s.implicit || s.MakesKeyspaces) {
			ctx.Catalogue.AddKeyspace(schema.AssumedKeyspace(name))
			v = judge.Statement(&ctx, stmt)
		}
		d = v.Refusal()
	}
	why := missed.Why(s.ctx.Server.Server)
	switch {
	case d == nil:
	case d.Message == r.Diag.Message:
		return
	case d.Kind == diag.Syntax:
		why += " " + other.String() + " does not take it either."
	default:
		why += " " + other.String() + " refuses it with other words: " + d.Message + "."
	}
	if r.Diag.Why != "" {
		why += " " + r.Diag.Why
	}
	r.Diag.Why = why
}

// lettersAtOnce is how much of what is said of a statement takes one unit of work: it may be
// far longer than the statement, for a name may have 60,000 letters.
const lettersAtOnce = 64

// Script runs a script: statements between semicolons, each on what the ones
// before it left. Those that are refused change nothing. Commands of cqlsh are
// named and skipped. Offsets count the bytes of the source. What is kept of all answers counts as
// memory: [Session.Verdicts] is for those who need none.
func (s *Session) Script(src *diag.Source) []Outcome {
	return s.all(src, func(r *Outcome) { s.ctx.Work.Keep(r.Size()) })
}

// all runs a script, and does something with each outcome before it is kept.
func (s *Session) all(src *diag.Source, keep func(*Outcome)) []Outcome {
	results := make([]Outcome, 0, min(strings.Count(src.Text, ";")+1, 256))
	for next := s.Steps(src); ; {
		r, ok := next()
		if !ok {
			return results
		}
		keep(&r)
		results = append(results, r)
	}
}

// Steps runs a script like Script, one statement at each call of the function
// that comes back, so that a page can do something else in between.
func (s *Session) Steps(src *diag.Source) func() (Outcome, bool) {
	next := cql.Items(src, s.ctx.Server, s.ctx.Work, s.Words...)
	s.ctx.Work.Given(len(src.Text))
	s.scripts++
	script := s.scripts
	s.written = namesIn(s.ctx.Work, src.Text)
	m, counts := s.ctx.Work, s.ctx.Work != nil && len(src.Text) > longText // somebody waits, and wants to know for how long
	counted := false
	over := false // what follows is not judged, and that was said
	return func() (Outcome, bool) {
		if over || s.ctx.Work.Stopped() && !s.ctx.Work.Over() {
			return Outcome{}, false
		}
		if counts && !counted {
			counted, m.Done, m.Of = true, 0, cql.Count(m, src, s.Words...)
		}
		item, more := next()
		if !more {
			return Outcome{}, false
		}
		if counts {
			m.Done = min(m.Done+1, m.Of)
		}
		s.number++
		r := Outcome{Span: item.Span, Stmt: item.Stmt, Begun: item.Begun, Keyspace: s.ctx.Keyspace, Command: item.Command, Open: item.Open, Diag: item.Err, Ended: item.Ended}
		if item.Open && s.Whole {
			return r, true
		}
		if r.Ended == nil {
			s.parsed(&r, src.Text, item.Begun, len(item.Markers))
		}
		if r.Ended != nil {
			r, over = ended(&r), r.Ended.Run
		}
		s.explain(&r, script, item.Begun, s.ctx.Keyspace)
		return r, true
	}
}

// longText is how many bytes of a script take so long that its statements are counted first.
const longText = 50_000

// namesIn tells which names a text has, wherever they stand. It takes the text apart when
// it is asked for the first time.
func namesIn(m *work.Meter, text string) func(string) bool {
	var names map[string]bool
	return func(name string) bool {
		if names == nil {
			names = map[string]bool{}
			for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
				m.Breathe(1)
				names[strings.ToLower(word)] = true
			}
		}
		return names[strings.ToLower(name)]
	}
}

// ended is what there is to say of a statement that the meter has ended.
func ended(r *Outcome) Outcome {
	why := "The work on this statement was stopped: neither accepted nor refused."
	switch {
	case r.Ended.Full:
		why = "The run has taken all the memory that it may: this statement, and what follows, is neither accepted nor refused."
	case r.Ended.Run:
		why = "The run has taken all the work that it may: this statement, and what follows, is neither accepted nor refused."
	case r.Ended.What != "":
		many := "too many "
		if n := r.Ended.Count; n == math.MaxInt {
			many = "a number without end of "
		} else if n > 2 { // a few are large
			many = number.Count(n) + " "
		}
		why = "This would take " + many + r.Ended.What + ", more than is worked out here: neither accepted nor refused."
	}
	return unjudged(r, why)
}

// unjudged is what is left of a statement that is not judged.
func unjudged(r *Outcome, why string) Outcome {
	return Outcome{Span: r.Span, Stmt: r.Stmt, Keyspace: r.Keyspace, NotJudged: true, Ended: r.Ended,
		Notes: []diag.Diagnostic{{Severity: diag.NotJudged, Span: r.Span, Why: why}}}
}

// keyBytes is how many bytes the key of a partition takes in what is known of a statement.
const keyBytes = 90

// run judges a statement and, if it is accepted, does what it says.
func (s *Session) run(r *Outcome, text string, prepare bool) {
	s.ctx.Prepare = prepare
	again := s.repeat
	s.repeat = 0
	s.ctx.Notes = nil
	ids := *s.ctx.IDs
	v := s.judge(r.Stmt)
	drawn := ids != *s.ctx.IDs
	r.Verdict, r.NotJudged, r.Prepared, r.Rows = v, v.NotJudged, prepare, v.Result
	for i := range v.Diags {
		if d := v.Diags[i]; d.Severity == diag.Refused && r.Diag == nil {
			r.Diag = &d
		} else {
			if d.Late {
				d.Why = "The server says it each time the statement runs, whatever stands for its variables, and not when it is prepared."
			}
			r.note(d)
		}
	}
	if r.Diag == nil {
		r.Notes = append(r.Notes, s.ctx.Notes...)
	}
	if r.Diag != nil || v.NotJudged || prepare || s.ask {
		return
	}
	if s.Serves != nil && v.Plan != nil {
		if r.Failed = s.Serves(v.Plan); r.Failed != "" {
			r.Rows = nil
			return
		}
	}
	if v.Plan != nil && len(v.Plan.Keys) > 1 { // whoever asks keeps the answer, and with it the keys
		s.ctx.Work.Keep(len(v.Plan.Keys) * keyBytes)
	}
	if v.Apply != nil {
		v.Apply()
		r.Verdict.Apply = nil // whoever keeps the outcome keeps no copies of types
		s.changes(r.Stmt, r.Keyspace, text[r.Span.Start:r.Span.End])
	}
	if v.Changed != nil {
		s.follow(v.Changed)
	}
	if v.Use != "" {
		s.ctx.Keyspace = v.Use
	}
	ms, n := v.Mutations, 0
	for ; n == 0 || n < again && ms != nil && s.ctx.Work.Ask(rowUnits*len(ms)); n++ {
		if n > 0 && drawn { // each time its elements and identifiers are others
			next := s.judge(r.Stmt)
			if r.Diag = next.Refusal(); r.Diag != nil {
				return
			}
			ms = next.Mutations
		}
		if err := s.write(ms, n); err != nil {
			r.Diag = rule.None.Refuse(diag.WriteFail, r.Span, "%", err.Error())
			return
		}
	}
	if n < again && ms != nil {
		s.ctx.Work.Spend(0, 0, "rows") // says why it was not done as often as it should
	}
	if v.Read != nil {
		s.read(r, v.Read)
	}
}

// rowUnits is what writing a row takes once more, writeUnits what a mutation takes.
const rowUnits, writeUnits = 4, 10

// write writes mutations, so many steps further: see [shifted].
func (s *Session) write(ms []memtable.Mutation, steps int) error {
	for i := range ms {
		if steps == 0 {
			s.ctx.Work.Ask(writeUnits)
		}
		m := &ms[i]
		m.Write = s.number - 1
		r := s.rows[m.Table]
		if r == nil {
			r = &stored{all: memtable.NewStore(m.Table)}
			s.rows[m.Table] = r
		}
		if steps > 0 {
			m = shifted(m, steps)
		}
		if err := r.write(m, s.ctx.Work); err != nil {
			return err
		}
	}
	return nil
}

// answerBytes is how many bytes of an answer take a unit of work to write out.
const answerBytes = 4

// read answers an accepted SELECT.
func (s *Session) read(r *Outcome, read *plan.Read) {
	out, err := s.pages(read)
	if k := s.ctx.Catalogue.Keyspaces[read.Table.Keyspace]; k != nil && k.System && s.made[read.Table] == nil {
		r.Notes = append(r.Notes, diag.Diagnostic{Severity: diag.Note, Span: r.Span, Why: "What this table holds depends on a running server: it has no rows here."})
	}
	switch {
	case err == nil:
		if !out.Stopped { // what is known of a read that was stopped is shown as it is
			s.ctx.Work.Spend(out.Size()/answerBytes, 1, "bytes in the answer")
		}
		s.shared(read, &out.ResultSet)
		r.Rows, r.Cost, r.Stopped = &out.ResultSet, &out.Cost, out.Stopped
		for _, w := range out.Warnings {
			r.note(rule.ManyTombstones.Warn(diag.Span{Start: r.Span.Start, End: r.Span.Start}, w))
		}
	case err.Severity == diag.NotJudged: // a function of the user's would have to be run
		err.Span = r.Span
		r.Notes = append(r.Notes, *err)
	default:
		if err.Span.Len() == 0 {
			err.Span = r.Span
		}
		r.Diag = err
	}
}

// PageSize is the number of rows of a page that a driver asks for at once, where
// nobody says otherwise.
const PageSize = check.DefaultPage

// Page answers a page of an accepted SELECT: the first, or the one behind a
// position. Size is its number of rows.
func (s *Session) Page(read *plan.Read, size int, after *query.Position) (*query.Page, *diag.Diagnostic) {
	settings := s.ctx.Settings
	env := &query.Env{
		Store:         s.store(read.Table),
		Now:           s.ctx.Clock.Now,
		Binding:       cqltype.Binding{Millis: s.ctx.Clock.Now * 1000},
		Server:        settings.Server,
		Page:          size,
		After:         after,
		TombstoneWarn: settings.Number(check.TombstoneWarn),
		TombstoneFail: settings.Number(check.TombstoneFail),
		Work:          s.ctx.Work,
	}
	if r := s.rows[read.Table]; r != nil {
		env.Files, env.Fresh = s.Files(read.Table), r.fresh
	}
	return query.Run(read, env)
}

// store holds the rows that a read sees: those of a view follow from its table.
func (s *Session) store(t *schema.Table) *memtable.Store {
	if t.View == nil {
		if store := s.Store(t); store != nil {
			return store
		}
		return s.system(t)
	}
	base := s.ctx.Catalogue.Table(t.Keyspace, t.View.Base)
	all := &cql.Select{Star: true, AllowFiltering: true, From: cql.QualifiedName{Keyspace: cql.Name{Text: t.Keyspace, Quoted: true}, Name: cql.Name{Text: base.Name, Quoted: true}}}
	for _, r := range t.View.Where {
		if r.Op != cql.IsNotNull {
			all.Where = append(all.Where, r)
		}
	}
	ctx := s.ctx
	ctx.Settings, ctx.Prepare = check.NewSettings(), false
	v := judge.Statement(&ctx, all)
	if v.Read == nil || s.Store(base) == nil {
		return nil
	}
	return query.View(t, v.Read, &query.Env{Store: s.Store(base), Now: s.ctx.Clock.Now})
}

// pages answers a read page after page, as a driver does that wants all rows.
func (s *Session) pages(read *plan.Read) (*query.Page, *diag.Diagnostic) {
	size := s.ctx.Settings.PageSize
	all, err := s.Page(read, size, nil)
	for err == nil && all.Next != nil && !all.Stopped {
		var more *query.Page
		if more, err = s.Page(read, size, all.Next); err != nil {
			return nil, err
		}
		all.Rows, all.Next, all.Stopped = append(all.Rows, more.Rows...), more.Next, more.Stopped
		all.Warnings = append(all.Warnings, more.Warnings...)
		all.Cost.Add(&more.Cost)
	}
	return all, err
}

// judge gives the verdict. The keyspace that a session starts with is made when a
// statement misses it, or takes it away: from then on it is gone.
func (s *Session) judge(stmt cql.Statement) check.Verdict {
	if drop, ok := stmt.(*cql.DropKeyspace); ok && drop.Name.Text == s.implicit {
		s.makeImplicit()
	}
	clock := s.ctx.Clock
	v := judge.Statement(&s.ctx, stmt)
	switch name := check.MissedKeyspace(v.Refusal()); {
	case name == "":
		return v
	case name == s.implicit:
		s.makeImplicit()
	case s.MakesKeyspaces && s.ctx.Catalogue.Keyspaces[name] == nil:
		s.makeKeyspace(name)
	default:
		return v
	}
	s.ctx.Clock = clock
	return judge.Statement(&s.ctx, stmt)
}

// Assume takes a keyspace for granted that is not there, as a session does of the one that it began with.
func (s *Session) Assume(name string) {
	if name == s.implicit {
		s.implicit = ""
	}
	if s.ctx.Catalogue.Keyspaces[name] == nil {
		s.makeKeyspace(name)
	}
}

func (s *Session) makeImplicit() {
	if s.implicit == "" {
		return
	}
	s.makeKeyspace(s.implicit)
	s.implicit = ""
}

func (s *Session) makeKeyspace(name string) {
	s.ctx.Catalogue.AddKeyspace(schema.AssumedKeyspace(name))
	s.made = nil
	s.changes(nil, name, "")
}
