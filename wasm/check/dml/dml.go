// Package dml judges reads and writes, in the order in which the server does: names are
// looked up (select.go, write.go), the WHERE clause becomes restrictions (where.go) that
// must be answerable together (restrict.go), values are worked out (bind.go), and what
// is accepted becomes a plan (access.go) or mutations (execute.go, contest.go, mutate.go).
package dml

// This file is the entrance for reads and writes, and holds what they share: the
// table a statement is about, terms and columns of a statement, and the words of
// a refusal.

import (
	"strconv"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
)

// Judge judges SELECT, INSERT, UPDATE, DELETE and BATCH; false for any other
// statement. A statement with bind markers is judged as PREPARE judges it, and refused where no
// values could make it run.
func Judge(ctx *check.Context, stmt cql.Statement) (check.Verdict, bool) {
	var v check.Verdict
	switch s := stmt.(type) {
	case *cql.Select:
		v = judgeSelect(ctx, s)
	case *cql.Insert, *cql.Update, *cql.Delete:
		v = judgeWrite(ctx, s)
	case *cql.Batch:
		v = judgeBatch(ctx, s)
	default:
		return check.Verdict{}, false
	}
	if len(v.Diags) > 0 {
		d := &v.Diags[0]
		if d.Span.End == 0 {
			d.Span = stmt.Place()
		}
		if d.Severity == diag.NotJudged { // a user-defined function stands in the way: the server runs it, and accepts
			d.Severity = diag.Note
		}
	}
	return v, true
}

// A preparer works on one statement about one table.
type preparer struct {
	ctx     *check.Context
	table   *schema.Table
	place   diag.Span // of the statement
	keyAt   diag.Span // where missing key columns are missed
	markers bool      // some term is a bind marker
	virtual bool      // the table is made up by the node when it is read
	env     cqltype.Env
	binding cqltype.Binding
	said    check.Verdict // warnings of guardrails on the way
}

type (
	// A receiver is what a term must fit: a type, and the name that messages give
	// the place it goes to.
	receiver = cqltype.Receiver
	// A term is a prepared value.
	term = cqltype.Term
)

// isStatic reports whether a column belongs to the partition. The columns of a
// COMPACT STORAGE table without clustering columns do, for the server.
func (p *preparer) isStatic(c *schema.Column) bool {
	return c.Kind == schema.Static || c.Kind == schema.Regular && p.table.StaticCompact()
}

// receiver is a column as the receiver of a term; without a column it only names
// the table.
func (p *preparer) receiver(c *schema.Column) receiver {
	r := receiver{Keyspace: p.table.Keyspace, Table: p.table.Name}
	if c != nil {
		r.Name, r.Type, r.Reversed = c.Name, c.Type, c.Desc
	}
	return r
}

// sample has the statement try how it would run, with some value in the place of each marker, and
// without rows: what is refused then is refused whatever they are, and what is warned of, too.
func (p *preparer) sample(ctx *check.Context) { p.ctx, p.binding.Sample = ctx, true }

// late is the verdict on a statement that can be prepared, by what became of the sample.
func late(sampled check.Verdict, access *plan.Access) check.Verdict {
	if d := sampled.Refusal(); d != nil {
		d.Late = true
		return sampled
	}
	v := check.Verdict{Plan: access}
	for _, d := range sampled.Diags {
		if d.Severity == diag.Warning {
			d.Late = true
			v.Diags = append(v.Diags, d)
		}
	}
	return v
}

// unless is where to put warnings that hang on some values: nowhere, where these are samples.
func unless(samples bool, v *check.Verdict) *check.Verdict {
	if samples {
		return &check.Verdict{}
	}
	return v
}

// term prepares a term for a receiver.
func (p *preparer) term(x cql.Expr, r receiver) (*term, *diag.Diagnostic) {
	t, err := p.env.Prepare(x, r)
	if err != nil {
		return nil, err
	}
	p.markers = p.markers || t.HasMarker()
	if n := operators(x); n > fewOperators {
		p.ctx.Notes = append(p.ctx.Notes, diag.Diagnostic{Severity: diag.Note, Span: x.Place(),
			Why: "The server may not answer in time, and then nothing is done: for each of the " + strconv.Itoa(n) + " operators it works out all before it anew, so that each takes at least twice as long as the one before. Write the result."})
	}
	return t, nil
}

// fewOperators is how many a term may have one after the other: with seven 5.0.8 takes a
// quarter of a minute for a double, and with eighteen more than its two seconds for an
// int. A selected sum takes no longer than others.
const fewOperators = 6

// operators counts those of a sum, as in 1 + 2 + 3.
func operators(x cql.Expr) (n int) {
	for {
		b, ok := x.(*cql.Binary)
		if !ok {
			return n
		}
		x, n = b.X, n+1
	}
}

// castFailed is the exception of a type that the server takes for one of another
// class.
func castFailed(t *cqltype.Type, class string, at diag.Span) *diag.Diagnostic {
	return cqltype.ClassCast(t, class).In(at)
}

// newPreparer finds the table of a statement.
func newPreparer(ctx *check.Context, name cql.QualifiedName, place diag.Span) (*preparer, *diag.Diagnostic) {
	ks, t, err := ctx.Find(name)
	if err != nil {
		return nil, err
	}
	p := &preparer{ctx: ctx, table: t, place: place, keyAt: place, virtual: ks.Virtual}
	p.env = ctx.Env(t.Keyspace)
	p.binding = ctx.Binding()
	return p, nil
}

// filtersFreely says that the table is one of no files, which servers filter without being told.
func (p *preparer) filtersFreely() bool {
	return p.virtual && p.ctx.Server.On(version.VirtualFiltering)
}

// column finds a column of the table.
func (p *preparer) column(n cql.Name) (*schema.Column, *diag.Diagnostic) {
	c, d := check.ColumnOf(p.table, n)
	if d != nil {
		if f := schema.Since(p.table.Keyspace, p.table.Name, n.Text); f != 0 {
			p.ctx.Server.On(f)
		}
	}
	return c, d
}
