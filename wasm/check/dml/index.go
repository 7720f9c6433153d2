package dml

// This file knows which index serves which restriction.

import (
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
)

// servedBy reports whether an index answers some of a restriction.
func (r *restriction) servedBy(ix *schema.Index) bool {
	if r.token {
		return false
	}
	for _, c := range r.cols {
		if r.servedOn(ix, c) {
			return true
		}
	}
	return false
}

func (r *restriction) servedOn(ix *schema.Index, c *schema.Column) bool {
	op := func(op cql.Op) bool { return ix.Answers(c, op) }
	switch r.kind {
	case equals:
		return op(cql.Eq)
	case oneOf:
		return op(cql.In)
	case ranges:
		return r.start != nil && op(startOp(r.start)) || r.end != nil && op(endOp(r.end))
	case contains:
		return len(r.values) > 0 && op(cql.Contains) || len(r.keys) > 0 && op(cql.ContainsKey) || len(r.entryKeys) > 0 && op(cql.Eq)
	case like:
		return op(cql.Like)
	case annOf:
		return ix.Nearest(c)
	}
	return false
}

// besideIndex adds to the refusal of a read that nothing finds what an index answers that is on the column.
func (q *query) besideIndex(d *diag.Diagnostic) *diag.Diagnostic {
	switch rule.ID(d.Rule) {
	case rule.W10, rule.W11, rule.W12, rule.W16:
	default:
		return d
	}
	for _, rel := range q.stmt.Where {
		op := rel.Op
		if op == cql.In && len(rel.Values) == 1 {
			op = cql.Eq
		}
		for _, ix := range q.table.Indexes {
			c := q.table.Column(ix.Column)
			if rel.Kind != cql.OneColumn || rel.Columns[0].Text != ix.Column || d.About != nil && d.About != any(rel) || ix.Answers(c, op) && op != cql.Like {
				continue
			}
			var answers []string
			for op := cql.Eq; op < cql.Like; op++ {
				if (op.Range() || op == cql.Eq || c.Type.MultiCell()) && ix.Answers(c, op) {
					answers = append(answers, op.String())
				}
			}
			for kind, name := range likeNames {
				if ix.Answers(c, cql.Like) && supportsLike(ix, c, plan.LikeKind(kind)) {
					answers = append(answers, name)
				}
			}
			more := ""
			if ix.Class == schema.SASI {
				if op == cql.Like {
					d.Instead = "Ask with what the index answers. With {'mode': 'CONTAINS'} it answers LIKE '%<term>%', too."
				}
				if ix.Tokenizes(c) {
					more = " It keeps words, not whole texts."
				}
			}
			reason, _ := rule.Find(d.Rule)
			d.Why = rule.None.Invalid(d.Span, "The index % on % answers %, and not this %.% %", ix.Name, c.Name, strings.Join(answers, ", "), op.String(), more, reason.Why).Message
			return d
		}
	}
	return d
}

func startOp(b *boundTerm) cql.Op {
	if b.inclusive {
		return cql.Ge
	}
	return cql.Gt
}

func endOp(b *boundTerm) cql.Op {
	if b.inclusive {
		return cql.Le
	}
	return cql.Lt
}

// indexed reports whether some index of the table answers some of a restriction.
func indexed(indexes []*schema.Index, r *restriction) bool {
	for _, ix := range indexes {
		if r.servedBy(ix) {
			return true
		}
	}
	return false
}

// indexGroups are the sets of indexes that answer a query together: all SAI
// indexes of a table, and each other index alone.
func indexGroups(indexes []*schema.Index) [][]*schema.Index {
	var out [][]*schema.Index
	var sai []*schema.Index
	for _, ix := range indexes {
		if ix.Class == schema.SAI {
			sai = append(sai, ix)
		} else {
			out = append(out, []*schema.Index{ix})
		}
	}
	if sai != nil {
		out = append(out, sai)
	}
	return out
}

// leftOver reports whether a group of indexes leaves some of a restriction for
// filtering.
func (r *restriction) leftOver(group []*schema.Index) bool {
	if r.multi {
		for _, c := range r.cols {
			served := false
			for _, ix := range group {
				served = served || r.servedOn(ix, c)
			}
			if !served {
				return true
			}
		}
		return false
	}
	several := r.kind == contains && len(r.values)+len(r.keys)+len(r.entryKeys) > 1
	for _, ix := range group {
		// A SAI index intersects several CONTAINS; the others take one.
		if r.servedBy(ix) && !(several && ix.Class != schema.SAI) {
			return false
		}
	}
	return true
}
