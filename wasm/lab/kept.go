package lab

import (
	"strconv"

	"partitionlab/wasm/memtable"
	"partitionlab/wasm/number"
	"partitionlab/wasm/session"
)

// kept counts the facts that a script inserts, and the rows that are left of them. An
// INSERT over a row that another INSERT has made takes that one's place; where it says
// the same, it is the same fact written twice.
func kept(results []session.Outcome) (written, left int) {
	rows, facts := map[string]bool{}, map[string]bool{}
	for i := range results {
		for k := range results[i].Verdict.Mutations {
			m := &results[i].Verdict.Mutations[k]
			for r := range m.Rows {
				row := &m.Rows[r]
				if row.Static || row.Liveness == nil {
					continue
				}
				key := rowKey(m, row)
				rows[key] = true
				for c := range row.Cells {
					cell := &row.Cells[c]
					key += "\x00" + cell.Column.Name + "\x00" + string(cell.Path) + "\x00" + string(cell.Value)
				}
				facts[key] = true
			}
		}
	}
	return len(facts), len(rows)
}

func rowKey(m *memtable.Mutation, row *memtable.Row) string {
	key := m.Table.Keyspace + "." + m.Table.Name + "\x00" + string(m.Key)
	for _, c := range row.Clustering {
		key += "\x00" + strconv.Itoa(len(c)) + "\x00" + string(c)
	}
	return key
}

// keptVerdict says how many of the facts are lost. Whoever loses one has no reason to be
// content, whatever the server accepts.
func keptVerdict(results []session.Outcome, noun string) verdict {
	if noun == "" {
		noun = "row"
	}
	written, left := kept(results)
	switch lost := written - left; {
	case written == 0:
		return verdictOf("Nothing is inserted yet.", "watch")
	case lost == 0:
		return verdict{headline: number.Begin(left, noun) + " written, " + number.Within(left, "row") + " kept", mood: "fine"}
	case lost == 1 && written == 2:
		return verdict{headline: "One " + noun + " is lost", mood: "bad", more: "Two were written, one row is left: the second took the place of the first, and the server says nothing."}
	default:
		return verdict{headline: number.Count(lost) + " of " + number.Of(written, noun) + " " + isAre(lost) + " lost", mood: "bad",
			more: number.Begin(left, "row") + " " + isAre(left) + " left: later rows took the place of earlier ones, and the server says nothing."}
	}
}

// notContent is a with what a script lost besides what it was asked: a key under which a
// fact takes the place of another is nothing to be content with.
func notContent(a verdict, results []session.Outcome) verdict {
	written, left := kept(results)
	if lost := written - left; lost > 0 {
		a.mood = "watch"
		a.more = also(a.more, number.Begin(lost, "row")+" took the place of "+otherRows(lost)+" with the same key.")
	}
	return a
}

func otherRows(n int) string {
	if n == 1 {
		return "another one"
	}
	return "others"
}
