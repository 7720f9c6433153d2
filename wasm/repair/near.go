package repair

import (
	"slices"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/schema"
)

// Near names a table of the schema that answers a question near to the one that is refused, "" for
// none: it has what is asked for in its key, and all that is read, or the key by which the table is then read; what
// of its partition key the query does not know is missing. The one that misses least, of those that the judge takes.
func Near(s *cql.Select, t *schema.Table, all []*schema.Table) string {
	if len(s.Where) == 0 {
		return ""
	}
	restricts := func(c *schema.Column) bool { return restricted(s.Where, c) }
	said, least := "", mostMissing+1
	for _, u := range all {
		if u == t || u.View != nil || slices.ContainsFunc(s.Where, func(rel *cql.Relation) bool {
			c, own := u.Column(nameOf(rel)), t.Column(nameOf(rel))
			return c == nil || own == nil || c.Kind != schema.PartitionKey && c.Kind != schema.Clustering || u.Lacks(own)
		}) || len(u.Indexes) == 0 && gap(u.Clustering, restricts) { // of most tables no judge has to be asked
			continue
		}
		missing := without(u.PartitionKey, restricts)
		if len(missing) >= least {
			continue
		}
		unknown := without(t.PartitionKey, func(c *schema.Column) bool { return restricts(c) || has(missing, c.Name) })
		again := *s
		again.Where = slices.Clone(again.Where)
		for _, c := range missing {
			again.Where = append(again.Where, &cql.Relation{Kind: cql.OneColumn, Columns: []cql.Name{{Text: c.Name}}, Op: cql.Eq, Value: &cql.Marker{}})
		}
		reads := (len(s.Selectors) > 0 || !slices.ContainsFunc(slices.Concat(t.PartitionKey, t.Clustering, t.Statics, t.Regulars), u.Lacks)) && answers(&again, u)
		if again.Selectors, again.GroupBy, again.OrderBy = nil, nil, nil; !reads && (len(unknown) == 0 || slices.ContainsFunc(t.PartitionKey, u.Lacks) || !answers(&again, u)) {
			continue
		}
		least, said = len(missing), u.Name+" answers this."
		if !reads {
			said = u.Name + " finds " + quoted(unknown) + ", by which " + t.Name + " is then read."
		}
		if len(missing) > 0 {
			said = "with values for " + quoted(missing) + ", " + said
		}
		said = "Of the tables that there are: " + said
	}
	return said
}

// gap reports whether a column behind one that is not restricted is: only an index makes up for it.
func gap(cols []*schema.Column, restricts func(*schema.Column) bool) bool {
	first := slices.IndexFunc(cols, func(c *schema.Column) bool { return !restricts(c) })
	return first >= 0 && slices.ContainsFunc(cols[first:], restricts)
}

// mostMissing is how many columns a query may lack of another table's key.
const mostMissing = 2

func has(cols []*schema.Column, name string) bool {
	return slices.ContainsFunc(cols, func(c *schema.Column) bool { return c.Name == name })
}
