package repair

// This file puts fixes to the judge before they are offered: a fix is what then runs.

import (
	"maps"
	"slices"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/judge"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
)

// longest is how long a statement may be whose fixes are rehearsed, in bytes, as in the parser,
// and most how many of its fixes are.
const (
	longest = 20_000
	most    = 8
)

// Rehearse leaves of the fixes of a refused statement those that run, where one does. Where none
// does, for the statement has another mistake as well, those stay after which the judge refuses
// something else, which the author wrote, with what that is; and where only what makes something else runs,
// the reason says that. stmt is nil where it does not parse; where it does, no
// fix stays after which it does not any more.
func Rehearse(ctx *check.Context, stmt cql.Statement, d *diag.Diagnostic, around Around) {
	if len(d.Fixes) == 0 || len(d.Fixes) > most || around.Len() > longest {
		return
	}
	r := repairer{ctx: ctx, stmt: stmt, d: d, Around: around}
	var run, stay []diag.Fix
	var left *diag.Diagnostic // what is refused where the first fault is mended
	how, mended := "", false  // mended by what, and whether anything does that makes nothing
	for _, f := range d.Fixes {
		after, own := r.rehearse(f.Edits)
		if after == nil {
			run = append(run, f)
			mended = mended || f.Makes == ""
		} else if !own && (stmt == nil || after.Kind != diag.Syntax) && (after.Rule != d.Rule || after.Message != d.Message || after == d) {
			if after != d {
				left, how = after, "after \""+f.Title+"\""
				f.Costs = strings.TrimSpace(f.Costs + " A" + still(how, after)[1:])
			}
			stay = append(stay, f)
		}
	}
	if d.Fixes = run; run == nil {
		d.Fixes = stay
	}
	rule.Complete(d) // where nothing is left to show
	if run != nil && !mended && left != nil {
		next(d, how, left)
	}
}

// still says what is refused when a fault is mended somehow.
func still(how string, left *diag.Diagnostic) string {
	return how + ", Cassandra refuses it still: " + left.Message
}

// next adds that to the reason, once.
func next(d *diag.Diagnostic, how string, left *diag.Diagnostic) {
	const then = " And then: "
	if d.Why == "" {
		r, _ := rule.Find(d.Rule)
		d.Why = r.Why
	}
	if left.Rule != d.Rule && !strings.Contains(d.Why, then) {
		d.Why += then + still(how, left)
	}
}

// rehearse judges a statement as it is with edits. It returns why it is refused then, nil where it
// runs, and whether what the edits wrote is refused; the refusal that there is where it cannot tell.
func (r *repairer) rehearse(edits []diag.Edit) (refused *diag.Diagnostic, own bool) {
	shifted := make([]diag.Edit, len(edits))
	for i, e := range edits {
		e.Start, e.End = e.Start-r.Start, e.End-r.Start
		shifted[i] = e
	}
	statement, fix := r.Text[r.Start:r.End], diag.Fix{Edits: shifted}
	fix.KeepApart(statement)
	text := fix.Apply(statement)

	ctx := r.aside()
	defer func() {
		if ctx.Catalogue != r.ctx.Catalogue {
			ctx.Catalogue.Restore()
		}
	}()
	var items []cql.Item
	next := cql.Items(diag.NewSource("", text), ctx.Server, ctx.Work)
	for item, more := next(); more; item, more = next() {
		items = append(items, item)
	}
	for i, item := range items {
		d := item.Err
		if item.Ended != nil {
			return r.d, false
		}
		if d == nil && item.Stmt != nil {
			ctx.Prepare = len(item.Markers) > 0
			v := judge.Statement(&ctx, item.Stmt)
			if name := check.MissedKeyspace(v.Refusal()); name != "" && r.Makes != nil && r.Makes(name) {
				r.stage(&ctx)
				ctx.Catalogue.AddKeyspace(schema.AssumedKeyspace(name))
				v = judge.Statement(&ctx, item.Stmt)
			}
			if d = v.Refusal(); d == nil && i+1 < len(items) { // what follows is judged on what this one makes
				if _, keyspace := item.Stmt.(*cql.CreateKeyspace); !keyspace && r.table() == nil {
					return r.d, false
				}
				r.stage(&ctx)
				if v = judge.Statement(&ctx, item.Stmt); v.Refusal() == nil && v.Apply != nil {
					v.Apply()
				}
			}
		}
		if d != nil {
			return d, wrote(shifted, statement, text, d.Span)
		}
	}
	return nil, false
}

// aside is the context for a verdict of which nothing stays.
func (r *repairer) aside() check.Context {
	ctx := *r.ctx
	if ctx.Server != nil {
		switches := *ctx.Server
		ctx.Server = &switches
	}
	if ctx.IDs != nil {
		ids := *ctx.IDs
		ctx.IDs = &ids
	}
	ctx.Notes = nil
	return ctx
}

// stage gives a context a catalogue that is to be restored, in which keyspaces may be made, and the keyspace
// of the statement's table has no other table.
func (r *repairer) stage(ctx *check.Context) {
	if ctx.Catalogue != r.ctx.Catalogue {
		return
	}
	ctx.Catalogue, ctx.Rows = ctx.Catalogue.Aside(), nil
	if t := r.table(); t != nil {
		old := ctx.Catalogue.Keyspaces[t.Keyspace]
		ks := schema.NewKeyspace(old.Name, old.Replication)
		ks.Types, ks.Functions, ks.Aggregates, ks.Tables[t.Name] = maps.Clone(old.Types), slices.Clip(old.Functions), slices.Clip(old.Aggregates), t.Copy()
		ctx.Catalogue.AddKeyspace(ks)
	}
}

// wrote reports whether edits wrote the whole of a place of the changed text, and not the author,
// whose words an edit that does several things at once writes again.
func wrote(edits []diag.Edit, before, after string, at diag.Span) bool {
	moved := 0
	for _, e := range edits {
		start := e.Start + moved
		moved += len(e.Text) - e.Len()
		if at.Len() > 0 && at.Start >= start && at.End <= start+len(e.Text) {
			return !strings.Contains(before[e.Start:e.End], after[at.Start:at.End])
		}
	}
	return false
}

// refusalOf judges a read as it is, and returns why it is refused, or nil.
func (r *repairer) refusalOf(s *cql.Select) *diag.Diagnostic {
	ctx := r.aside()
	v := judge.Statement(&ctx, s)
	return v.Refusal()
}

// way adds a fix that is another way to ask, if it runs.
func (r *repairer) way(title string, edits ...diag.Edit) bool {
	refused, _ := r.rehearse(edits)
	if refused == nil {
		r.edit(title, edits...)
	}
	return refused == nil
}
