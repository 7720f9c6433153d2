package check

// This file knows which index serves which restriction.
// Source: CassandraIndex, StorageAttachedIndex (IndexTermType.supports) and
// SASIIndex (ColumnIndex.supports) of Cassandra 5.0.

import (
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/schema"
)

// supports reports whether an index answers an operator on a column. ann asks
// for ANN OF instead.
func supports(ix *schema.Index, c *schema.Column, op cql.Op, ann bool) bool {
	if ix.Column != c.Name {
		return false
	}
	t := c.Type
	switch ix.Class {
	case schema.Legacy:
		if ann {
			return false
		}
		if !t.MultiCell() || !t.IsCollection() {
			return op == cql.Eq
		}
		switch {
		case t.Kind == cqltype.List:
			return op == cql.Contains
		case t.Kind == cqltype.Set:
			return op == cql.ContainsKey || op == cql.Contains
		case ix.Target == "keys":
			return op == cql.ContainsKey
		case ix.Target == "entries":
			return op == cql.Eq
		}
		return op == cql.Contains
	case schema.SAI:
		if ann || t.Kind == cqltype.Vector {
			// It also takes =, and cannot answer it then.
			return t.Kind == cqltype.Vector && (ann || op == cql.Eq)
		}
		if op == cql.Like || op == cql.In || op == cql.IsNotNull {
			return false
		}
		if t.MultiCell() && t.IsCollection() {
			switch ix.Target {
			case "keys":
				return op == cql.ContainsKey
			case "entries":
				return op == cql.Eq
			}
			return op == cql.Contains
		}
		if ix.Target == "full" || saiLiteral(t) {
			return op == cql.Eq
		}
		return true
	case schema.SASI:
		if ann {
			return false
		}
		text := sasiLiteral(ix, t)
		mode := strings.ToUpper(option(ix, "mode"))
		switch op {
		case cql.Like:
			return text
		case cql.Eq:
			return !sasiTokenizes(ix)
		case cql.Lt, cql.Le, cql.Gt, cql.Ge:
			return !text && mode != "CONTAINS"
		}
		return false
	}
	return false
}

// saiLiteral reports whether a SAI index keeps values of the type as they are,
// without an order that ranges could use.
func saiLiteral(t *cqltype.Type) bool {
	switch t.Kind {
	case cqltype.Text, cqltype.Ascii, cqltype.Boolean, cqltype.UUID:
		return true
	}
	return frozenComposite(t)
}

func frozenComposite(t *cqltype.Type) bool {
	return !t.MultiCell() && (t.IsCollection() || t.Kind == cqltype.Tuple || t.Kind == cqltype.UDT)
}

func sasiLiteral(ix *schema.Index, t *cqltype.Type) bool {
	if v := option(ix, "is_literal"); v != "" {
		return strings.EqualFold(v, "true")
	}
	return t.Kind == cqltype.Text || t.Kind == cqltype.Ascii
}

// sasiTokenizes reports whether the index splits values into words.
func sasiTokenizes(ix *schema.Index) bool {
	class := option(ix, "analyzer_class")
	return strings.HasSuffix(class, ".StandardAnalyzer") || strings.HasSuffix(class, ".DelimiterAnalyzer")
}

func option(ix *schema.Index, name string) string { return schema.Get(ix.Options, name) }

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
	op := func(op cql.Op) bool { return supports(ix, c, op, false) }
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
		return supports(ix, c, 0, true)
	}
	return false
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
