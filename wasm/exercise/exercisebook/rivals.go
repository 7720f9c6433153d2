package exercisebook

import (
	"slices"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
)

// This file makes more of the statements of those who are faster than an answer. They follow from the rows:
// where the author's rival changes a row, others do so with values just below and just above what was there, which
// a condition such as > 'O' takes for the old one; and each row that the model leaves as it was is changed
// by somebody, so that nobody rewrites what is not theirs.

// A stored row of a given table.
type stored struct {
	table *schema.Table
	names []string
	row   [][]byte
}

// is reports whether two are the same row, by their keys.
func (s *stored) is(o *stored) bool {
	if s.table.Name != o.table.Name || s.table.Keyspace != o.table.Keyspace {
		return false
	}
	for i, name := range s.names {
		if s.table.Column(name).Kind <= schema.Clustering && string(s.row[i]) != string(o.row[i]) {
			return false
		}
	}
	return true
}

// storedRows are all rows of the tables in use.
func storedRows(conn *session.Session) (out []*stored) {
	for _, ks := range conn.Catalogue().InOrder() {
		if ks.System || ks.Name != conn.Keyspace() {
			continue
		}
		for _, t := range ks.InOrder() {
			if t.View != nil {
				continue
			}
			r := conn.Exec("SELECT * FROM " + cql.QuoteName(t.Name)).Rows
			if r == nil {
				continue
			}
			for _, row := range r.Rows {
				out = append(out, &stored{t, r.Cols, row})
			}
		}
	}
	return out
}

// after are the rows once a statement has run.
func (e *Exercise) after(statements string) []*stored {
	conn := e.Session()
	conn.Script(diag.NewSource("", statements))
	return storedRows(conn)
}

// rivals adds them to the predicates that say who was faster.
func (e *Exercise) rivals() {
	first := true
	var before, left []*stored
	for _, p := range e.Exercise.Must {
		if p.Rule != "yields" {
			continue
		}
		if first {
			before, left = e.after(""), e.after(e.Model.Text)
			for _, s := range before {
				i := slices.IndexFunc(left, s.is)
				if i < 0 || !slices.EqualFunc(s.row, left[i].row, equal) {
					continue
				}
				if r := e.agreed(s.changed(above, nil)); r != "" {
					p.Attrs = append(p.Attrs, r)
				}
			}
			first = false
		}
		for _, rival := range strings.Split(p.Rest, ";") {
			now := e.after(rival)
			for _, s := range before {
				i := slices.IndexFunc(now, s.is)
				if i < 0 || slices.EqualFunc(s.row, now[i].row, equal) {
					continue
				}
				for _, to := range []func(*cqltype.Type, []byte) []byte{below, above} {
					if r := e.agreed(s.changed(to, now[i].row)); r != "" && !strings.Contains(p.Rest, r) {
						p.Rest += "; " + r
					}
				}
			}
		}
	}
}

func equal(a, b []byte) bool { return string(a) == string(b) && (a == nil) == (b == nil) }

// changed is the statement that writes the row with other values: in those columns that another row has
// otherwise, or in all; "" where there is nothing to change.
func (s *stored) changed(to func(*cqltype.Type, []byte) []byte, other [][]byte) string {
	row, changes := slices.Clone(s.row), false
	for i, name := range s.names {
		c := s.table.Column(name)
		if c.Kind != schema.Regular || s.row[i] == nil || other != nil && equal(s.row[i], other[i]) {
			continue
		}
		if v := to(c.Type, s.row[i]); v != nil {
			row[i], changes = v, true
		}
	}
	if !changes {
		return ""
	}
	return strings.TrimSuffix((&beside{table: s.table, names: s.names}).insert(row), ";")
}

// below is a value just below another one, nil where the type has none.
func below(t *cqltype.Type, v []byte) []byte {
	if t.Textual() {
		if len(v) > 1 && v[len(v)-1] < 0x80 {
			return v[:len(v)-1]
		}
		return nil
	}
	return next(t, v, around(t, v))
}

// above is a value just above another one, nil where the type has none.
func above(t *cqltype.Type, v []byte) []byte {
	list := around(t, v)
	slices.Reverse(list)
	return next(t, v, list)
}

// next is the first of a list that is another value.
func next(t *cqltype.Type, v []byte, list [][]byte) []byte {
	for _, w := range list {
		if t.Compare(v, w) != 0 {
			return w
		}
	}
	return nil
}

// agreed is a statement after which the model and every other right answer leave alone what it has written;
// else "", for then it is none of the world that the exercise speaks of.
func (e *Exercise) agreed(rival string) string {
	if rival == "" || strings.Contains(rival, ";") {
		return ""
	}
	own := &exercise.Exercise{Kind: exercise.CQL, Setup: e.Setup, Settings: e.Settings, Must: []*exercise.Predicate{{Rule: "yields", Rest: rival}}}
	right := []string{e.Model.Text}
	for _, c := range e.Also {
		right = append(right, c.CQL)
	}
	if slices.ContainsFunc(right, func(text string) bool { return !own.Judge(text).Passed }) {
		return ""
	}
	return rival
}
