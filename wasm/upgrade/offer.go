// What could be written on the newer server. Each proposal is tried on both.

package upgrade

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
)

// offer says what the statement in turn could be.
func (r *run) offer(p *Pair) {
	switch s := p.To.Stmt.(type) {
	case *cql.CreateIndex:
		r.otherIndex(p, s)
	case *cql.Select:
		if !p.To.Follows && p.To.Keyspace == p.From.Keyspace {
			r.filtered(p, s)
		}
	}
}

// table is what a name stands for on the newer server, nil where both do not have it.
func (r *run) table(p *Pair, name cql.QualifiedName) *schema.Table {
	keyspace := name.Keyspace.Text
	if !name.Keyspace.Given() {
		keyspace = p.To.Keyspace
	}
	if k := r.to.Catalogue().Keyspaces[keyspace]; k == nil || k.System || r.from.Catalogue().Table(keyspace, name.Name.Text) == nil {
		return nil
	}
	return r.to.Catalogue().Table(keyspace, name.Name.Text)
}

// sai is a statement that makes an index of the newest kind.
func sai(t *schema.Table, name, target string) string {
	return "CREATE INDEX " + name + "ON " + t.String() + " (" + target + ") USING 'sai'"
}

// otherIndex proposes another kind of index.
func (r *run) otherIndex(p *Pair, s *cql.CreateIndex) {
	t := r.table(p, s.Table)
	if t == nil || !p.From.Accepted() || !p.To.Accepted() || len(s.Targets) != 1 {
		return
	}
	begin, end := s.Targets[0].Start-p.To.Span.Start, s.Targets[0].End-p.To.Span.Start
	if begin < 0 || end > len(p.Text) {
		return
	}
	if text := sai(t, "", p.Text[begin:end]); r.both(text) {
		why := "A query may use several SAI indexes at once, and those of numbers and times find ranges, but none answers LIKE. Both indexes may stand beside each other until the old one is dropped."
		c := r.say(Possible, s.Targets[0].Span, "in "+release(r.to)+" this can be an SAI index", why)
		c.Try = text
	}
}

// mostTried is how many indexes are made to see what they are good for.
const mostTried = 1000

// filtered proposes indexes for a read that has to filter.
func (r *run) filtered(p *Pair, s *cql.Select) {
	t := r.table(p, s.From)
	if t == nil || t.View != nil || !filters(p, s) || r.tried >= mostTried {
		return
	}
	text := p.Text
	if begin, end := s.FilteringSpan.Start-p.To.Span.Start, s.FilteringSpan.End-p.To.Span.Start; s.AllowFiltering && begin >= 0 && end <= len(text) && begin < end {
		text = text[:begin] + text[end:]
	}
	var all []string // indexes that could be made
	for _, rel := range s.Where {
		if len(rel.Columns) != 1 || rel.Kind != cql.OneColumn && rel.Kind != cql.MapElement {
			continue
		}
		c := t.Column(rel.Columns[0].Text)
		if c == nil {
			continue
		}
		target := cql.QuoteName(c.Name)
		switch {
		case rel.Kind == cql.MapElement:
			target = "entries(" + target + ")"
		case rel.Op == cql.ContainsKey:
			target = "keys(" + target + ")"
		case c.Type.IsCollection() && !c.Type.MultiCell():
			target = "full(" + target + ")"
		}
		if index := sai(t, "", target); !slices.Contains(all, index) && r.both(index) {
			all = append(all, index)
		}
	}
	if r.taken(p, text) {
		return // it need not filter there
	}
	for _, list := range append(alone(all), all) {
		if len(list) > 0 && r.serve(p, t, list, text) {
			list = r.needed(p, t, list, text)
			what := "an SAI index"
			if len(list) > 1 {
				what = number.Of(len(list), "SAI index") + " together"
			}
			why := "With an index, the server reads only the rows that match."
			if !knowsPartition(t, s) {
				why += " Without the partition key it still asks every node."
			}
			c := r.say(Possible, s.Span, "in "+release(r.to)+" "+what+" can answer this without ALLOW FILTERING", why)
			c.Try = strings.Join(list, "; ")
			return
		}
	}
}

// knowsPartition reports whether a read gives a value for each column of the partition key.
func knowsPartition(t *schema.Table, s *cql.Select) bool {
	return !slices.ContainsFunc(t.PartitionKey, func(c *schema.Column) bool {
		return !slices.ContainsFunc(s.Where, func(rel *cql.Relation) bool {
			return rel.Kind == cql.OneColumn && (rel.Op == cql.Eq || rel.Op == cql.In) && rel.Columns[0].Text == c.Name
		})
	})
}

// filters reports whether a read throws rows away, or may be refused because it would.
func filters(p *Pair, s *cql.Select) bool {
	if p.To.Accepted() {
		return s.AllowFiltering && p.To.Verdict.Plan != nil && p.To.Verdict.Plan.Filtered
	}
	return p.From.Diag != nil && p.To.Diag != nil && p.To.Diag.Kind == diag.Invalid
}

// alone is each index by itself.
func alone(all []string) (out [][]string) {
	if len(all) > 1 {
		for _, one := range all {
			out = append(out, []string{one})
		}
	}
	return out
}

// needed are those of several indexes without which a read is not taken: a clustering column behind those
// that are given needs none.
func (r *run) needed(p *Pair, t *schema.Table, list []string, text string) []string {
	for i := 0; i < len(list) && len(list) > 1; {
		if rest := slices.Concat(list[:i], list[i+1:]); r.serve(p, t, rest, text) {
			list = rest
		} else {
			i++
		}
	}
	return list
}

// serve makes indexes on the newer server, and reports whether the read is then taken as it is.
func (r *run) serve(p *Pair, t *schema.Table, list []string, text string) (ok bool) {
	var made []string
	r.to.Use(p.To.Keyspace)
	for _, index := range list {
		r.tried++
		name := "upgrade_try_" + strconv.Itoa(r.tried)
		o := r.to.Exec(strings.Replace(index, "CREATE INDEX ", "CREATE INDEX "+name+" ", 1))
		if r.over = r.over || o.Ended != nil; o.Accepted() {
			made = append(made, name)
		}
	}
	ok = len(made) == len(list) && r.taken(p, text)
	for _, name := range made {
		r.to.Exec("DROP INDEX " + cql.QuoteName(t.Keyspace) + "." + name)
	}
	return ok
}
