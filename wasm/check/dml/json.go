package dml

// This file judges INSERT … JSON.
// Source: cql3.Json and UpdateStatement.ParsedInsertJson of Cassandra 5.0.

import (
	"slices"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
)

// insertJSON prepares the values of INSERT … JSON: a column that the text does not
// name is null, or not set with DEFAULT UNSET.
func (m *modification) insertJSON(s *cql.Insert) *diag.Diagnostic {
	m.json = true
	columns := check.ColumnsByHash(m.table)
	// The server gives every column a value, and does not find the one that it hides.
	hidden := func() *diag.Diagnostic {
		if !m.table.StaticCompact() {
			return nil
		}
		return rule.RES04.Invalid(m.place, "Undefined column name column1 in table %", m.table.String()).Say("Name the columns: INSERT INTO table (column, …) VALUES (value, …).")
	}
	var values map[*schema.Column][]byte
	var err *diag.Diagnostic
	text, known := s.JSON.(*cql.Constant)
	if known {
		values, err = m.jsonValues(text, columns)
	}
	if err == nil {
		err = hidden()
	}
	if err != nil {
		return err
	}
	m.where = &where{verb: inserts, table: m.table, all: m.place}
	m.where.partition.key = m.table.PartitionKey
	m.keyAt = s.JSON.Place()
	for _, c := range columns {
		v, named := values[c]
		t := cqltype.KnownTerm(c.Type, v)
		if !known {
			named = true
			t, _ = m.term(s.JSON, m.receiver(c))
		}
		if c.Kind > schema.Clustering {
			if named || !s.DefaultUnset {
				m.changes = append(m.changes, change{column: c, kind: opSet, value: t, at: s.JSON.Place()})
			}
			continue
		}
		rel := cql.NewRelation(s.JSON.Place(), cql.Name{Span: s.JSON.Place(), Text: c.Name})
		r := &restriction{kind: equals, cols: []*schema.Column{c}, value: operand{t}, rels: []*cql.Relation{rel}, unset: !named && s.DefaultUnset}
		if c.Kind == schema.PartitionKey {
			err = m.where.partition.add(r)
		} else {
			err = m.where.clustering.add(r)
		}
		if err != nil {
			return err
		}
	}
	return m.finish()
}

// jsonValues parses the text and makes values of its members.
func (m *modification) jsonValues(x *cql.Constant, columns []*schema.Column) (map[*schema.Column][]byte, *diag.Diagnostic) {
	at := x.Span
	object, problem := cqltype.DecodeJSON(x.Text, true)
	switch {
	case problem != "":
		return nil, rule.JS01.Invalid(at, "Could not decode JSON string as a map: %. (String was: %)", problem, x.Text)
	case object.IsNull():
		return nil, rule.JS01.Invalid(at, "Got null for INSERT JSON values")
	}
	object.FoldNames()
	values := map[*schema.Column][]byte{}
	for _, c := range columns {
		v := object.Get(c.Name)
		if v == nil {
			continue
		}
		values[c] = nil
		if v.IsNull() {
			continue
		}
		bytes, err := c.Type.FromJSON(v)
		if err != nil {
			if cqltype.MarshalException(err) {
				return nil, rule.JS03.Invalid(at, "Error decoding JSON value for %: %", c.Name, err.Message)
			}
			err.Span = at
			return nil, err
		}
		values[c] = bytes
	}
	for _, member := range object.Members {
		if !slices.ContainsFunc(columns, func(c *schema.Column) bool { return c.Name == member.Name }) {
			return nil, rule.JS02.Invalid(at, "JSON values map contains unrecognized column: %", member.Name).Say(
				"Name a column of the table: JSON names are folded to lower case, one in capitals stands in quotes of its own (\"\\\"Name\\\"\").")
		}
	}
	return values, nil
}
