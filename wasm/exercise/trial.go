package exercise

import (
	"partitionlab/wasm/diag"
	"partitionlab/wasm/memtable"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/work"
)

// Bounds of what is tried for one answer.
const (
	maxTables  = 16
	maxColumns = 100     // of a table
	mostUnits  = 100_000 // of work for a statement, and for all of them: a page may wait for it
	allUnits   = 500_000 // (an answer of the book takes 6,000 at most)
)

// A trial is an answer in CQL being tried: run after what is given, then its tables
// filled with rows and asked.
type trial struct {
	e      *Exercise
	text   string
	conn   *session.Session
	ran    []*Ran
	given  []*schema.Table // tables that were there before
	before []Left          // their rows, as SELECT shows them
	after  []Left          // and after the answer
	tables []*schema.Table // those of the answer first
	own    int             // how many of them are the answer's
	more   bool            // there are more tables or columns than are tried
	said   map[string]string
	needed words
	fits   []*Fit
	sent   []string // statements that the judge made
	unseen string   // what is written over of those who were faster, and by which statement
	asked  []*Asked // one for each question; nil where there is no table
}

// Ran is a statement of an answer, and what the server said; offsets count in the
// answer.
type Ran struct {
	*session.Outcome
	Plan      *plan.Access
	Cols      []string
	Values    [][]string // what comes back, as text
	Deletions Deletions  // that it writes
}

// Deletions are the tombstones of a statement by their kinds.
type Deletions struct{ Partitions, Ranges, Rows, Cells int }

// Sum is the number of tombstones.
func (d Deletions) Sum() int { return d.Partitions + d.Ranges + d.Rows + d.Cells }

// try runs an answer. The meter, which may be nil, counts besides what that takes, and may
// end it.
func (e *Exercise) try(m *work.Meter, text string) *trial {
	t := &trial{e: e, text: text, conn: e.Session(), said: Comments(text), needed: e.Needed, asked: make([]*Asked, len(e.Questions))}
	t.given = t.userTables()
	t.before = t.visible()
	t.conn.Meter(&work.Meter{Most: mostUnits, All: allUnits, Pause: func() bool { return m.Ask(work.Slice) }})
	t.run()
	t.conn.Bare = true // what the judge sends is not for the reader to repair
	t.after = t.visible()
	t.wait()
	for own := range 2 { // the answer's first
		for _, table := range t.userTables() {
			if (place(t.given, table) >= 0) != (own == 1) {
				continue
			}
			if t.more = t.more || len(t.tables) == maxTables || len(columns(table)) > maxColumns; t.more {
				break
			}
			t.tables = append(t.tables, table)
			t.own += 1 - own
		}
	}
	t.askAll()
	return t
}

// run runs the answer.
func (t *trial) run() {
	results := t.conn.Script(diag.NewSource("", t.text))
	for i := range results {
		r := &Ran{Outcome: &results[i], Plan: results[i].Verdict.Plan}
		if r.Command != "" {
			continue
		}
		for j := range r.Verdict.Mutations {
			r.Deletions.Add(&r.Verdict.Mutations[j])
		}
		if r.Outcome.Rows != nil {
			r.Cols, r.Values = r.Outcome.Rows.Cols, texts(r.Outcome.Rows)
		}
		t.ran = append(t.ran, r)
	}
}

// exec sends a statement that the judge made.
func (t *trial) exec(statement string) *session.Outcome {
	(*words)(&t.sent).add(statement)
	r := t.conn.Exec(statement)
	return &r
}

// Statements are those that judging an answer sends after what is given and the answer
// itself: rows for its tables, and the questions put to them.
func (e *Exercise) Statements(answer string) []string {
	t := e.try(nil, answer)
	t.findings()
	return t.sent
}

// place is where a thing stands in a list, or -1.
func place[T comparable](l []T, x T) int {
	for i := range l {
		if l[i] == x {
			return i
		}
	}
	return -1
}

// Add counts those of a mutation.
func (d *Deletions) Add(m *memtable.Mutation) {
	if m.Deletion != nil {
		d.Partitions++
	}
	d.Ranges += len(m.Ranges)
	for i := range m.Rows {
		row := &m.Rows[i]
		if row.Deletion != nil {
			d.Rows++
		}
		d.Cells += len(row.Complex)
		for j := range row.Cells {
			if row.Cells[j].Tombstone() {
				d.Cells++
			}
		}
	}
}

// userTables are all tables but the server's own, in the order of their making.
func (t *trial) userTables() (out []*schema.Table) {
	for _, ks := range t.conn.Catalogue().InOrder() {
		if ks.System {
			continue
		}
		for _, table := range ks.InOrder() {
			if table.View == nil {
				out = append(out, table)
			}
		}
	}
	return out
}

// refused is the first statement that the server refuses, or nil.
func (t *trial) refused() *Ran {
	for _, r := range t.ran {
		if r.Diag != nil || r.NotJudged {
			return r
		}
	}
	return nil
}

// fit says how a table holds rows.
func (t *trial) fit(table *schema.Table, rows *Rows) *Fit {
	for _, f := range t.fits {
		if f.Table == table && f.Rows == rows {
			return f
		}
	}
	f := t.fitTo(table, rows)
	t.fits = append(t.fits, f)
	return f
}

// askAll puts every question to every table, and keeps for each the table that answers
// it best.
func (t *trial) askAll() {
	best, most := make([]int, len(t.asked)), make([]int, len(t.asked))
	whole := make([]*Asked, len(t.asked)) // of the tables that hold all that is wanted
	for _, table := range t.tables {
		for _, rows := range t.e.Rows {
			f := t.fit(table, rows)
			filled := false
			for i, q := range t.e.Questions {
				if q.Of != rows {
					continue
				}
				if !filled && f.Ask == "" {
					f.Kept, filled = t.fill(f), true
				}
				a := t.ask(f, q)
				if n := a.rank(); t.asked[i] == nil || n > best[i] {
					t.asked[i], best[i] = a, n
				}
				if n := a.rank(); f.Ask == "" && len(a.Missing) == 0 && (whole[i] == nil || n > most[i]) {
					whole[i], most[i] = a, n
				}
			}
		}
	}
	for i, a := range t.asked {
		if a != nil && whole[i] != nil && t.borrowed(a) {
			t.asked[i] = whole[i]
		}
	}
}

// rank says how well a table answers a question: the more the better.
func (a *Asked) rank() int {
	n := 0
	k := a.Fit.Kept
	for i, ok := range [...]bool{
		k != nil && k.Kept == k.Written, a.Partitions == 1, len(a.Missing) == 0, a.InOrder, a.Served(), a.Fit.Ask == "" || a.Served(),
	} {
		n += position(ok) << (4 + i)
	}
	return n - min(7, len(a.Lost)+len(a.Unknown)) - min(8, len(a.Missing))
}

// held is what is left of rows in a table.
func (t *trial) held(f *Fit) *Kept {
	if f.Kept == nil {
		f.Kept = t.fill(f)
	}
	return f.Kept
}

// answer is the question put to the table that answers it, or nil.
func (t *trial) answer(q *Question) *Asked { return t.asked[place(t.e.Questions, q)] }

// of is the table that answers a question; where none is named, the first question of these
// rows, or of rows of such things, or any.
func (t *trial) of(q *Question, rows *Rows) *schema.Table {
	for i := 0; q == nil && i < 3; i++ {
		for _, o := range t.e.Questions {
			if rows == nil || i == 0 && o.Of == rows || i == 1 && o.Of.Noun == rows.Noun || i == 2 {
				q = o
				break
			}
		}
	}
	switch {
	case q != nil && t.answer(q) != nil:
		return t.answer(q).Fit.Table
	case q == nil && len(t.tables) > 0:
		return t.tables[0]
	}
	return nil
}
