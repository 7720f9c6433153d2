// Package check is what every verdict stands on: what a statement meets (catalogue,
// settings, clock), how names and types in it are found, guardrails, and what a verdict
// says. Its rooms judge, check/ddl schema statements and check/dml reads and writes;
// package judge is the entrance to both.
package check

import (
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
	"partitionlab/wasm/work"
)

// A Context is what a statement meets: the catalogue, the settings and the
// session it arrives in.
type Context struct {
	Catalogue *schema.Catalogue
	Settings  *Settings
	Keyspace  string // of the session (USE); "" for none
	Clock     Clock
	Prepare   bool // judge as PREPARE does: bind markers allowed, nothing is executed
	// Notes are worth knowing of the statement that is judged, where it is accepted.
	Notes []diag.Diagnostic
	// Rows gives the rows of a table, for statements whose outcome depends on
	// them (IF …, list positions, reads); nil where a table has none.
	Rows func(*schema.Table) Rows
	// IDs numbers the elements of lists; one for a whole session.
	IDs *ElementIDs
	// Server is the release that judges; nil for the newest.
	Server *version.Switches
	// Work counts what statements take, and ends those that take too much; may be nil.
	Work *work.Meter

	timeUUID, uuid func() []byte // of binding
}

// Rows are the rows of one table.
type Rows interface {
	// Row returns the row that is visible at the second now, or nil; static asks
	// for the static row of the partition.
	Row(key []byte, clustering [][]byte, static bool, now int64) *memtable.Row
	// First returns the first visible row of a partition, or nil; bare asks for one that
	// is visible whatever its columns hold.
	First(key []byte, now int64, bare bool) *memtable.Row
}

// A Clock is the server's clock. It stands still at Now; each write without a
// timestamp of its own takes the next microsecond.
type Clock struct {
	Now   int64 // seconds since 1970
	Write int64 // number of timestamps given out so far
}

// Timestamp returns the timestamp of the next write, in microseconds since 1970:
// the n-th gets Now·10⁶ + n, counted from 1.
func (c *Clock) Timestamp() int64 {
	c.Write++
	return c.Now*1_000_000 + c.Write
}

// A Verdict is what the server says of a statement.
type Verdict struct {
	// Diags holds the refusal first, if there is one; then what the server warns of,
	// and notes.
	Diags []diag.Diagnostic
	// Of is the member of a batch that is refused; nil where it is all of the
	// statement.
	Of cql.Statement
	// NotJudged says that nobody has worked out a verdict yet.
	NotJudged bool
	// Mutations are what an accepted write gives the storage engine.
	Mutations []memtable.Mutation
	// Plan says what an accepted read or write costs, nil for other statements.
	Plan *plan.Access
	// Read is what an accepted SELECT asks of the storage engine, nil for other
	// statements and for one with bind markers.
	Read *plan.Read
	// Apply changes the catalogue as an accepted schema statement does; nil where
	// it changes nothing. Changed says what it changes, and what happens to rows.
	Apply   func()
	Changed *Changed // nil where nothing is changed
	// Index is what CREATE INDEX makes, or would make if it were not refused, as far as it is known.
	Index *schema.Index
	// Use is the keyspace that an accepted USE changes to.
	Use string
	// Result is what comes back at once, without a read: the answer of a
	// conditional write.
	Result *plan.ResultSet
}

// Changed is what an accepted schema statement makes, alters and drops.
type Changed struct {
	Made, Altered, Dropped []Object
	// Flushed are tables whose rows the server writes to files because the table
	// changes: in memory they are held as the table was.
	Flushed []*schema.Table
	// Emptied are tables that stay, though their rows are gone.
	Emptied []*schema.Table
}

// An Object is a thing of the catalogue.
type Object struct {
	Kind     Kind
	Keyspace string
	Name     string        // "" of a keyspace
	Table    *schema.Table // of a table or a view; of an index or a trigger the table that it is on
}

// Kind is what a name stands for.
type Kind uint8

// The kinds of names.
const (
	Keyspace Kind = iota
	Table
	View
	Type
	Index
	Function
	Aggregate
	Trigger
	Column
)

// Refusal returns the diagnostic that refuses the statement, or nil.
func (v Verdict) Refusal() *diag.Diagnostic {
	if len(v.Diags) > 0 && v.Diags[0].Severity == diag.Refused {
		return &v.Diags[0]
	}
	return nil
}

// Refused is the verdict of one diagnostic.
func Refused(d *diag.Diagnostic) Verdict { return Verdict{Diags: []diag.Diagnostic{*d}} }

// RefusedIn is the verdict of one diagnostic about a member of a batch.
func RefusedIn(member cql.Statement, d *diag.Diagnostic) Verdict {
	v := Refused(d)
	v.Of = member
	return v
}
