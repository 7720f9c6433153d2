package exercisebook

import (
	"slices"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/exercise"
)

// losses are variations that cannot be right: what they lose is worked out from the
// exercise's rows and questions alone, not by the judge.
func (v *varier) losses() {
	for i, s := range v.items() {
		if c, ok := s.(*cql.CreateTable); ok {
			v.collide(i, c)
			v.forget(i, c)
			v.turn(i, c)
			v.scatter(i, c)
		}
	}
}

// altered is the model with one of its tables changed.
func (v *varier) altered(i int, f func(*cql.CreateTable)) string {
	list := v.items()
	c := list[i].(*cql.CreateTable)
	f(c)
	reorder(c)
	return v.print(list, same)
}

// about are the rows and the question of predicates of a rule that only this table can
// satisfy: where the model makes several tables, it is not known which one answers.
func (v *varier) about(rule string) (out []*exercise.Predicate) {
	if v.tables() > 1 {
		return nil
	}
	for _, p := range v.e.Exercise.Must {
		if p.Rule == rule {
			out = append(out, p)
		}
	}
	return out
}

// collide leaves out clustering columns without which two rows have one key.
func (v *varier) collide(i int, c *cql.CreateTable) {
	for j, n := range c.Clustering {
		for _, p := range v.about("keeps") {
			if p.Limited {
				continue
			}
			for _, rows := range p.Rows {
				key := append(c.PartitionKey[:len(c.PartitionKey):len(c.PartitionKey)], c.Clustering[:j]...)
				key = append(key, c.Clustering[j+1:]...)
				if !oneKey(rows, key) {
					continue
				}
				v.add(false, "without "+n.Text+" in its key", v.altered(i, func(c *cql.CreateTable) {
					c.Clustering = append(c.Clustering[:j:j], c.Clustering[j+1:]...)
					if len(c.Clustering) == 0 {
						unstatic(c)
					}
				}))
			}
		}
	}
}

// unstatic makes plain columns of static ones.
func unstatic(c *cql.CreateTable) {
	for k := range c.Columns {
		c.Columns[k].Static = false
	}
}

// oneKey reports whether two rows agree in all columns of a key, as far as these are
// attributes.
func oneKey(rows *exercise.Rows, key []cql.Name) bool {
	seen := map[string]bool{}
	for _, row := range rows.Rows {
		text := ""
		for _, n := range key {
			for k, a := range rows.Attrs {
				if a.Name == n.Text {
					text += row[k].Literal + "\x00"
				}
			}
		}
		if seen[text] {
			return true
		}
		seen[text] = true
	}
	return false
}

// forget leaves out columns that a question wants, and makes static ones plain.
func (v *varier) forget(i int, c *cql.CreateTable) {
	key := append(c.PartitionKey[:len(c.PartitionKey):len(c.PartitionKey)], c.Clustering...)
	inKey := func(name string) bool {
		return slices.ContainsFunc(key, func(n cql.Name) bool { return n.Text == name })
	}
	for _, p := range v.about("covers") {
		want := p.Attrs
		if len(want) == 0 {
			want = p.Question.Want
		}
		for j, col := range c.Columns {
			if inKey(col.Name.Text) || !slices.Contains(want, col.Name.Text) {
				continue
			}
			v.add(false, "without the column "+col.Name.Text, v.altered(i, func(c *cql.CreateTable) {
				c.Columns = append(c.Columns[:j:j], c.Columns[j+1:]...)
			}))
		}
	}
	for _, p := range v.about("static") {
		for j, col := range c.Columns {
			if col.Static && slices.Contains(p.Attrs, col.Name.Text) {
				v.add(false, "with a plain "+col.Name.Text, v.altered(i, func(c *cql.CreateTable) { c.Columns[j].Static = false }))
			}
		}
	}
}

// turn sorts the table by something else, or the other way round.
func (v *varier) turn(i int, c *cql.CreateTable) {
	for _, p := range v.about("order") {
		q := p.Question
		if len(q.Order) == 0 || len(c.Clustering) == 0 {
			continue
		}
		if p.Flag && c.Clustering[0].Text == q.Order[0].Attr.Name {
			v.add(false, "sorted the other way round", v.altered(i, func(c *cql.CreateTable) {
				var all []cql.ClusteringOrder
				for _, n := range c.Clustering {
					desc := slices.ContainsFunc(c.Order, func(o cql.ClusteringOrder) bool { return o.Column.Text == n.Text && o.Desc })
					all = append(all, cql.ClusteringOrder{Column: n, Desc: !desc})
				}
				c.Order = all
			}))
		}
		if len(c.Clustering) > 1 && c.Clustering[0].Text == q.Order[0].Attr.Name && !known(q, c.Clustering[0].Text) && !known(q, c.Clustering[1].Text) &&
			(len(q.Order) < 2 || q.Order[1].Attr.Name != c.Clustering[1].Text || true) {
			v.add(false, "sorted by "+c.Clustering[1].Text+" first", v.altered(i, func(c *cql.CreateTable) {
				c.Clustering[0], c.Clustering[1] = c.Clustering[1], c.Clustering[0]
			}))
		}
	}
}

// known reports whether a question gives an attribute.
func known(q *exercise.Question, name string) bool {
	return slices.ContainsFunc(q.Given, func(k exercise.Known) bool { return k.Attr.Name == name }) || q.Range != nil && q.Range.Attr.Name == name
}

// scatter moves a clustering column that a question does not know into the partition
// key, and the partition key away.
func (v *varier) scatter(i int, c *cql.CreateTable) {
	for _, p := range append(v.about("serves"), v.about("serves+")...) {
		for j, n := range c.Clustering {
			if known(p.Question, n.Text) || p.Question.Of.Attr(n.Text) == nil {
				continue
			}
			v.add(false, "with "+n.Text+" in its partition key", v.altered(i, func(c *cql.CreateTable) {
				c.PartitionKey = append(c.PartitionKey, c.Clustering[j])
				if c.Clustering = append(c.Clustering[:j:j], c.Clustering[j+1:]...); len(c.Clustering) == 0 {
					unstatic(c)
				}
			}))
		}
		if slices.ContainsFunc(c.PartitionKey, func(n cql.Name) bool { return known(p.Question, n.Text) }) && len(c.Clustering) > 0 && !known(p.Question, c.Clustering[0].Text) {
			v.add(false, "with its key the other way round: "+strings.ToLower(c.Clustering[0].Text)+" first", v.altered(i, func(c *cql.CreateTable) {
				first := c.Clustering[0]
				c.Clustering = append(c.PartitionKey[:len(c.PartitionKey):len(c.PartitionKey)], c.Clustering[1:]...)
				c.PartitionKey = []cql.Name{first}
			}))
		}
	}
}
