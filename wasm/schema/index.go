package schema

// This file knows which index answers which question on a column.
// Source: CassandraIndex, StorageAttachedIndex (IndexTermType.supports) and
// SASIIndex (ColumnIndex.supports) of Cassandra 5.0.

import (
	"slices"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
)

// The full names of the classes of indexes, and the package of SASI's analyzers.
const (
	SAIClass      = "org.apache.cassandra.index.sai.StorageAttachedIndex"
	SASIClass     = "org.apache.cassandra.index.sasi.SASIIndex"
	SASIAnalyzers = "org.apache.cassandra.index.sasi.analyzer."
)

// ClassOf resolves the name of an index class.
func ClassOf(name string) IndexClass {
	switch {
	case name == SAIClass || strings.EqualFold(name, "sai") || strings.EqualFold(name, "storageattachedindex"):
		return SAI
	case name == SASIClass:
		return SASI
	}
	return OtherIndex
}

// Answers reports whether the index answers an operator on a column.
func (ix *Index) Answers(c *Column, op cql.Op) bool {
	if ix.Column != c.Name {
		return false
	}
	switch ix.Class {
	case Legacy:
		return ix.legacyAnswers(c.Type, op)
	case SAI:
		return ix.saiAnswers(c.Type, op)
	case SASI:
		return ix.sasiAnswers(c, op)
	}
	return false
}

// Nearest reports whether the index answers ORDER BY … ANN OF on a column.
func (ix *Index) Nearest(c *Column) bool {
	return ix.Column == c.Name && ix.Class == SAI && c.Type.Kind == cqltype.Vector
}

func (ix *Index) legacyAnswers(t *cqltype.Type, op cql.Op) bool {
	switch {
	case !t.MultiCell() || !t.IsCollection():
		return op == cql.Eq
	case t.Kind == cqltype.List:
		return op == cql.Contains
	case t.Kind == cqltype.Set:
		return op == cql.ContainsKey || op == cql.Contains
	}
	return ix.elementAnswers(op)
}

// elementAnswers is what an index on the elements of a collection answers.
func (ix *Index) elementAnswers(op cql.Op) bool {
	switch ix.Target {
	case "keys":
		return op == cql.ContainsKey
	case "entries":
		return op == cql.Eq
	}
	return op == cql.Contains
}

func (ix *Index) saiAnswers(t *cqltype.Type, op cql.Op) bool {
	switch {
	case t.Kind == cqltype.Vector:
		return op == cql.Eq // it takes =, and cannot answer it then
	case op == cql.Like || op == cql.In || op == cql.IsNotNull:
		return false
	case t.MultiCell() && t.IsCollection():
		return ix.elementAnswers(op)
	case ix.Target == "full" || saiLiteral(t):
		return op == cql.Eq
	}
	return true
}

// saiLiteral reports whether a SAI index keeps values of the type as they are,
// without an order that ranges could use.
func saiLiteral(t *cqltype.Type) bool {
	switch t.Kind {
	case cqltype.Text, cqltype.Ascii, cqltype.Boolean, cqltype.UUID:
		return true
	}
	return t.FrozenComposite()
}

// SAIWouldAnswer reports whether a SAI index can be made on a column of the type, and
// would answer the operator.
func SAIWouldAnswer(t *cqltype.Type, op cql.Op) bool {
	switch op {
	case cql.Eq, cql.Contains, cql.ContainsKey:
		return saiTakes(t)
	}
	return op.Range() && saiTakes(t) && !saiLiteral(t)
}

func saiTakes(t *cqltype.Type) bool {
	switch t.Kind {
	case cqltype.Blob, cqltype.Counter, cqltype.Duration, cqltype.Vector, cqltype.Custom, cqltype.Empty:
		return false
	case cqltype.List, cqltype.Set, cqltype.Map:
		return !t.MultiCell() || saiTakes(t.Elems[len(t.Elems)-1])
	case cqltype.UDT:
		return !t.MultiCell()
	}
	return true
}

// sasiAnswers takes a text in descending order for no text, as the server does.
func (ix *Index) sasiAnswers(c *Column, op cql.Op) bool {
	text := sasiText(c)
	if v := Get(ix.Options, "is_literal"); v != "" {
		text = strings.EqualFold(v, "true")
	}
	switch {
	case op == cql.Like:
		return text
	case op == cql.Eq:
		return !ix.Tokenizes(c)
	case op.Range():
		return !text && !strings.EqualFold(Get(ix.Options, "mode"), "CONTAINS")
	}
	return false
}

func sasiText(c *Column) bool { return c.Type.Textual() && !c.Desc }

// Tokenizes reports whether a SASI index splits the values of a column into words.
func (ix *Index) Tokenizes(c *Column) bool {
	a := ix.analyzer(c)
	return a == standard || a == delimiter
}

const standard, delimiter = "StandardAnalyzer", "DelimiterAnalyzer"

// analyzer is the name of what makes the terms of a SASI index; empty where values are kept as they are.
// Source: IndexMode.getAnalyzer.
func (ix *Index) analyzer(c *Column) string {
	class, analyzed := Get(ix.Options, "analyzer_class"), Get(ix.Options, "analyzed")
	switch {
	case analyzed != "" && !strings.EqualFold(analyzed, "true"):
		return ""
	case class == "" && analyzed != "" && sasiText(c):
		return standard
	}
	return strings.TrimPrefix(class, SASIAnalyzers)
}

// Terms are what a SASI index keeps of a value of a column, and compares with the terms of what is
// asked for; false where only the server knows: StandardAnalyzer splits by the rules of languages.
func (ix *Index) Terms(c *Column, v string) ([]string, bool) {
	on := func(name string) bool { return strings.EqualFold(Get(ix.Options, name), "true") }
	switch ix.analyzer(c) {
	case standard:
		return nil, false
	case delimiter:
		by := Get(ix.Options, "delimiter")
		if by == "" {
			by = ","
		}
		return slices.DeleteFunc(strings.Split(v, by), func(s string) bool { return s == "" }), true
	case "NonTokenizingAnalyzer":
		if on("normalize_uppercase") {
			v = strings.ToUpper(v)
		} else if on("normalize_lowercase") || Get(ix.Options, "case_sensitive") != "" && !on("case_sensitive") {
			v = strings.ToLower(v)
		}
	}
	return []string{v}, true
}
