// Package session is one connection to a cluster: a keyspace, settings, a clock,
// the catalogue and the rows that statements have made. The command line, the
// widgets, the builder and the exercises all run CQL through it.
package session

import (
	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/schema"
)

// Settings say what a session starts with. The zero value is an empty cluster of
// one node with shipped settings and no keyspace in use.
type Settings struct {
	// Keyspace is in use from the start; it is made when a statement first needs
	// it, so that a script may create it itself.
	Keyspace string
	// Now is the clock, in seconds since 1970. It stands still.
	Now int64
	// Check holds the settings of cassandra.yaml; nil means as shipped.
	Check *check.Settings
}

// A Session runs statements one after the other.
type Session struct {
	ctx     check.Context
	implied string // the keyspace that is made when it is first needed
	stores  map[string]*memtable.Store
}

// New returns a session on a cluster without keyspaces of users.
func New(s Settings) *Session {
	if s.Check == nil {
		s.Check = check.NewSettings()
	}
	out := &Session{implied: s.Keyspace, stores: map[string]*memtable.Store{}}
	out.ctx = check.Context{
		Catalogue: schema.New(),
		Settings:  s.Check,
		Keyspace:  s.Keyspace,
		Clock:     check.Clock{Now: s.Now},
		IDs:       &check.ElementIDs{},
		Rows:      out.rows,
	}
	return out
}

// A Result is what the server says of one statement.
type Result struct {
	Span     diag.Span     // of the statement in the script
	Stmt     cql.Statement // nil where it does not parse
	Command  string        // the name of a cqlsh command, which is no CQL and is skipped
	Diag     *diag.Diagnostic
	Notes    []diag.Diagnostic // what else there is to say
	Warnings []string          // that the server sends to the client
	// NotJudged says that nobody has worked out a verdict yet: neither accepted
	// nor refused.
	NotJudged bool
	Verdict   check.Verdict
}

// Accepted reports whether the server accepts the statement.
func (r *Result) Accepted() bool { return r.Diag == nil && !r.NotJudged && r.Command == "" }

// Catalogue is the catalogue as it stands.
func (s *Session) Catalogue() *schema.Catalogue { return s.ctx.Catalogue }

// Keyspace is the keyspace in use, or "".
func (s *Session) Keyspace() string { return s.ctx.Keyspace }

// Now is the session's clock in seconds since 1970.
func (s *Session) Now() int64 { return s.ctx.Clock.Now }

// Store returns the rows of a table, or nil where nothing was written.
func (s *Session) Store(t *schema.Table) *memtable.Store { return s.stores[key(t)] }

func key(t *schema.Table) string { return t.Keyspace + "." + t.Name }

// Exec runs one statement exactly as a driver sends it.
func (s *Session) Exec(text string) Result {
	stmt, markers, err := cql.ParseStatement(text)
	return s.run(cql.Item{Span: diag.Span{End: len(text)}, Stmt: stmt, Markers: markers, Err: err})
}

// Script runs the statements of a script. Each is judged on what the accepted
// ones before it have made.
func (s *Session) Script(src *diag.Source) []Result {
	items := cql.Parse(src).Items
	out := make([]Result, 0, len(items))
	for _, item := range items {
		out = append(out, s.run(item))
	}
	return out
}

// Item runs one item of a parsed script.
func (s *Session) Item(item cql.Item) Result { return s.run(item) }

func (s *Session) run(item cql.Item) Result {
	r := Result{Span: item.Span, Stmt: item.Stmt, Command: item.Command, Diag: item.Err}
	if item.Err != nil || item.Stmt == nil {
		return r
	}
	s.makeImplied(item.Stmt)
	s.ctx.Prepare = len(item.Markers) > 0
	v := check.Judge(&s.ctx, item.Stmt)
	r.Verdict, r.NotJudged, r.Warnings = v, v.NotJudged, v.Warnings
	for i := range v.Diags {
		if d := &v.Diags[i]; d.Severity == diag.Refused && r.Diag == nil {
			r.Diag = d
		} else {
			r.Notes = append(r.Notes, *d)
		}
	}
	if r.Diag == nil && !v.NotJudged && !s.ctx.Prepare {
		if err := s.apply(&v); err != nil {
			r.Diag = &diag.Diagnostic{Severity: diag.Refused, Kind: diag.Server, Message: err.Error(), Span: item.Span}
		}
	}
	return r
}

// apply carries out what an accepted statement does.
func (s *Session) apply(v *check.Verdict) error {
	if v.Apply != nil {
		v.Apply()
		s.followCatalogue()
	}
	for _, t := range v.Drop {
		delete(s.stores, key(t))
	}
	if v.Use != "" {
		s.ctx.Keyspace = v.Use
	}
	for i := range v.Mutations {
		m := &v.Mutations[i]
		store := s.stores[key(m.Table)]
		if store == nil {
			store = memtable.NewStore(m.Table)
			s.stores[key(m.Table)] = store
		}
		if err := store.Apply(m); err != nil {
			return err
		}
	}
	return nil
}

// followCatalogue tells the stores of altered tables what they are now, and
// forgets those of dropped ones.
func (s *Session) followCatalogue() {
	for k, store := range s.stores {
		old := store.Table()
		switch t := s.ctx.Catalogue.Table(old.Keyspace, old.Name); {
		case t == nil:
			delete(s.stores, k)
		default:
			store.SetTable(t)
		}
	}
}

// makeImplied makes the session's own keyspace as soon as a statement needs it.
func (s *Session) makeImplied(stmt cql.Statement) {
	name := s.implied
	if name == "" {
		return
	}
	if s.ctx.Catalogue.Keyspaces[name] != nil {
		s.implied = ""
		return
	}
	switch x := stmt.(type) {
	case *cql.CreateKeyspace:
		if x.Name.Text == name {
			s.implied = "" // the script makes it; if it may not, it is made with the next statement
			if check.Judge(&s.ctx, stmt).Refusal() != nil {
				s.implied = name
			}
		}
		return
	case *cql.AlterKeyspace:
		if x.Name.Text != name {
			return
		}
	case *cql.DropKeyspace:
		if x.Name.Text != name {
			return
		}
	case *cql.Use:
		if x.Keyspace.Text != name {
			return
		}
	}
	ks := schema.NewKeyspace(name, schema.Replication{Class: "SimpleStrategy", Options: []schema.Option{{Name: "replication_factor", Value: "1"}}})
	ks.DurableWrites = true
	s.ctx.Catalogue.Keyspaces[name] = ks
	s.implied = ""
}

// rows gives the verdicts the rows of a table.
func (s *Session) rows(t *schema.Table) check.Rows {
	if store := s.stores[key(t)]; store != nil {
		return tableRows{store}
	}
	return nil
}

type tableRows struct{ *memtable.Store }

func (r tableRows) Row(key []byte, clustering [][]byte, static bool, now int64) *memtable.Row {
	p := r.Partition(key)
	row := p.Row(clustering)
	if static {
		row = p.StaticRow()
	}
	if row == nil {
		return nil
	}
	return row.Live(now)
}
