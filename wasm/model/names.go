package model

import (
	"strings"

	"partitionlab/wasm/number"
)

// maxName is how long the name of a table may be. Source: SchemaConstants.NAME_LENGTH
// of Cassandra 5.0.
const maxName = 48

// snake is a name as tables and columns bear it: PointOfInterest is
// point_of_interest, POI is poi.
func snake(s string) string {
	var b strings.Builder
	rs := []rune(s)
	upper := func(i int) bool { return i >= 0 && i < len(rs) && 'A' <= rs[i] && rs[i] <= 'Z' }
	for i, r := range rs {
		if upper(i) {
			if i > 0 && rs[i-1] != '_' && (!upper(i-1) || i+1 < len(rs) && !upper(i+1) && rs[i+1] != '_' && (rs[i+1] < '0' || rs[i+1] > '9')) {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// plural is the usual plural of a word in snake case.
func plural(s string) string {
	end := func(suffix string) bool { return strings.HasSuffix(s, suffix) }
	switch {
	case end("person"):
		return s[:len(s)-6] + "people"
	case end("child"):
		return s + "ren"
	case end("man"):
		return s[:len(s)-2] + "en"
	}
	return number.Plural(2, s)
}

// spaced is a name as people say it: point of interest, POI.
func spaced(s string) string {
	if strings.ToUpper(s) == s {
		return s
	}
	return strings.ReplaceAll(snake(s), "_", " ")
}

// columnName is the name of an attribute's column in a table whose rows are of an
// entity: its own where it belongs there or identifies its entity, else with the
// entity before it: guest_last_name.
func (m *Model) columnName(a *Attribute, rows *Entity) string {
	name := snake(a.Name.Text)
	if a.Of == nil || a.Of == rows || a.Of.Relation != nil {
		return name
	}
	prefix := snake(a.Of.Name.Text)
	if strings.HasPrefix(name, prefix+"_") || name == prefix {
		return name
	}
	if a.Key || a.Unique {
		// A key stands for its entity everywhere, unless others call theirs the same.
		for _, e := range m.Entities {
			if e == a.Of {
				continue
			}
			for _, other := range e.Attributes {
				if strings.EqualFold(other.Name.Text, a.Name.Text) {
					return prefix + "_" + name
				}
			}
		}
		return name
	}
	return prefix + "_" + name
}

// FileName is the name of a file that holds the model, without an ending: its own, or
// another where it has none.
func (m *Model) FileName(other string) string {
	if name := snake(m.Name.Text); name != "" {
		return name
	}
	return other
}
