// What could be written on the newer server. Each proposal is tried on both.

package upgrade

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
)

// offer says what the statement in turn could be.
func (r *run) offer(p *Pair) {
	switch s := p.To.Stmt.(type) {
	case *cql.CreateIndex:
		r.otherIndex(p, s)
	case *cql.CreateTable:
		r.columns(p, s)
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
		c := r.say(Possible, s.Targets[0].Span, "in "+release(r.to)+" this can be an SAI index", "A query may use several SAI indexes at once, and those of numbers and times find ranges. Both indexes may stand beside each other until the old one is dropped.")
		c.Try = text
	}
}

// personal are names of columns that may hold what not everybody is to read.
var personal = strings.Fields("email e_mail mail phone phone_number mobile ssn passport iban card_number credit_card birth_date birthday date_of_birth")

// columns proposes what columns of a new table could be.
func (r *run) columns(p *Pair, s *cql.CreateTable) {
	t := r.table(p, s.Name)
	if t == nil || !p.From.Accepted() || !p.To.Accepted() {
		return
	}
	for _, d := range s.Columns {
		c := t.Column(d.Name.Text)
		if c == nil {
			continue
		}
		if e := c.Type.Elems; c.Type.Kind == cqltype.List && (e[0].Kind == cqltype.Float || e[0].Kind == cqltype.Double) {
			if text := "ALTER TABLE " + t.String() + " ADD " + cql.QuoteName(c.Name+"_vector") + " vector<float, 3>"; r.both(text) {
				r.say(Possible, d.Name.Span, "in "+release(r.to)+" `"+c.Name+"` can be a vector", "Where all lists have the same number of elements, a vector<float, n> takes fewer bytes, and an SAI index on it finds the nearest ones (ORDER BY … ANN OF).").
					Try = text
			}
		}
		if slices.Contains(personal, c.Name) {
			r.mask(d.Name, t, c)
		}
	}
}

// mask proposes to hide a column. The setting that this needs may be off.
func (r *run) mask(at cql.Name, t *schema.Table, c *schema.Column) {
	text := "ALTER TABLE " + t.String() + " ALTER " + cql.QuoteName(c.Name) + " MASKED WITH DEFAULT"
	why := "Whoever has not the permission UNMASK reads **** or 0 in its place."
	possible := r.both(text)
	if key := check.DynamicDataMaskingEnabled; !possible && r.to.Settings().Number(key) == 0 {
		name := r.to.Settings().Name(key)
		if r.to.Settings().Set(name, "true") == nil {
			possible = r.both(text)
			r.to.Settings().Set(name, "false")
			why += " Set " + name + ": true in cassandra.yaml first."
		}
	}
	if possible {
		r.say(Possible, at.Span, "in "+release(r.to)+" `"+c.Name+"` can be masked", why).Try = text
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
