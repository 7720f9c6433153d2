package check

// This file is the entrance for reads and writes, and holds what they share: the
// table a statement is about, terms and columns of a statement, and the words of
// a refusal.

import (
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
)

// judgeDML judges SELECT, INSERT, UPDATE, DELETE and BATCH; false for any other
// statement. A statement with bind markers is judged as PREPARE judges it.
func judgeDML(ctx *Context, stmt cql.Statement) (Verdict, bool) {
	var v Verdict
	switch s := stmt.(type) {
	case *cql.Select:
		v = judgeSelect(ctx, s)
	case *cql.Insert, *cql.Update, *cql.Delete:
		v = judgeWrite(ctx, s)
	case *cql.Batch:
		v = judgeBatch(ctx, s)
	default:
		return Verdict{}, false
	}
	if d := v.Refusal(); d != nil {
		if d.Span.End == 0 {
			d.Span = stmt.Place()
		}
	}
	return v, true
}

// A preparer works on one statement about one table.
type preparer struct {
	ctx     *Context
	table   *schema.Table
	place   diag.Span // of the statement
	keyAt   diag.Span // where missing key columns are missed
	markers bool      // some term is a bind marker
	virtual bool      // the table is made up by the node when it is read
	env     cqltype.Env
	binding cqltype.Binding
	said    Verdict // warnings of guardrails on the way
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
	return c.Kind == schema.Static || c.Kind == schema.Regular && staticCompact(p.table)
}

func staticCompact(t *schema.Table) bool { return t.Compact && len(t.Clustering) == 0 }

// receiver is a column as the receiver of a term; without a column it only names
// the table.
func (p *preparer) receiver(c *schema.Column) receiver {
	r := receiver{Keyspace: p.table.Keyspace, Table: p.table.Name}
	if c != nil {
		r.Name, r.Type, r.Reversed = c.Name, c.Type, c.Desc
	}
	return r
}

// part is a receiver inside another.
func part(r receiver, name string, t *cqltype.Type) receiver {
	return receiver{Name: name, Type: t, Keyspace: r.Keyspace, Table: r.Table}
}

// term prepares a term for a receiver.
func (p *preparer) term(x cql.Expr, r receiver) (*term, *diag.Diagnostic) {
	t, err := p.env.Prepare(x, r)
	if err != nil {
		return nil, err
	}
	p.markers = p.markers || t.HasMarker()
	return t, nil
}

// reversedType is the server's wrapper around the type of a column in descending
// order, which some of its code takes for the type itself.
var reversedType = &cqltype.Type{Kind: cqltype.Custom, Class: "org.apache.cassandra.db.marshal.ReversedType"}

// castFailed is the exception of a type that the server takes for one of another
// class.
func castFailed(t *cqltype.Type, class string, at diag.Span) *diag.Diagnostic {
	err := cqltype.ClassCast(t, class)
	err.Span = at
	return err
}

// newPreparer finds the table of a statement.
func newPreparer(ctx *Context, name cql.QualifiedName, place diag.Span) (*preparer, *diag.Diagnostic) {
	ks, t, err := ctx.find(name)
	if err != nil {
		return nil, err
	}
	p := &preparer{ctx: ctx, table: t, place: place, keyAt: place, virtual: ks.Virtual}
	p.env = newEnv(ctx, p)
	p.binding = ctx.binding()
	return p, nil
}

// binding is what the values of a statement are worked out with: the clock, and
// identifiers that differ within a session.
func (ctx *Context) binding() cqltype.Binding {
	if ctx.IDs == nil {
		ctx.IDs = &ElementIDs{}
	}
	if ctx.timeUUID == nil {
		ctx.timeUUID = func() []byte { return ctx.IDs.Next(ctx.Clock.Now * 1_000_000) }
		ctx.uuid = func() []byte { return ctx.IDs.Random() }
	}
	return cqltype.Binding{Millis: ctx.Clock.Now * 1000, TimeUUID: ctx.timeUUID, UUID: ctx.uuid}
}

// column finds a column of the table.
func (p *preparer) column(n cql.Name) (*schema.Column, *diag.Diagnostic) { return column(p.table, n) }
