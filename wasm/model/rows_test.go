package model

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
)

// TestNamesTellThingsApart: of what things are called, two are taken to be alike, as there are so
// many things; of anything else, and of things that nobody counted, a hundred values.
func TestNamesTellThingsApart(t *testing.T) {
	for _, c := range []struct {
		count, name string
		values      int64
		guesses     int
	}{
		{"380k", "title", 190_000, 1},
		{"380k", "email", 190_000, 1},
		{"380k", "book_name", 190_000, 1}, // of the entity Book
		{"380k", "book", 190_000, 1},
		{"380k", "author", 100, 1},
		{"380k", "last_name", 100, 1},
		{"150", "title", 100, 1},
		{"40", "title", 40, 1}, // not more than there are
		{"", "title", 100, 2},
	} {
		m, slips := Parse(diag.NewSource("", "entity Book "+c.count+"\n  book_id uuid key\n  "+c.name+" text 20\n\nquestion Q1 Books\n  given "+c.name+" typed\n  want Book\n"))
		if len(slips) > 0 {
			t.Fatal(slips)
		}
		d := m.Design()
		guesses := d.Guesses()
		if got := d.Tables[0].Size.Partitions; got != c.values || len(guesses) != c.guesses || !strings.HasPrefix(guesses[len(guesses)-1].What, "how many different values "+c.name) {
			t.Errorf("%s Books by %s: %d partitions, want %d; %v", c.count, c.name, got, c.values, guesses)
		}
	}
}

// TestADayOfADateIsTheDate: partitions of a date are cut by years, months or weeks, or by the date
// itself, and never by its day, which is the same value twice; of a time each length is offered.
func TestADayOfADateIsTheDate(t *testing.T) {
	const text = "entity Branch 24\n  branch_id uuid key\n\nentity Loan COUNT\n  loan_id uuid key\n  due TYPE\n\nrelate Branch lends Loan 1 : n\n\nquestion Q1 Due\n  given branch_id\nASKED\n  want Loan: loan_id, due\n"
	for _, c := range []struct{ typ, count, asked, key, titles string }{
		{"date", "30k/day", "  range due 14 days", "branch_id, week", "month"},
		{"date", "6k/day", "  range due 14 days", "branch_id, month", "year, week"},
		{"date", "2M/day", "  range due 14 days", "branch_id, due", ""}, // a week would be too large
		{"date", "2M/day", "  order due desc\n  limit 20", "branch_id, day", "week, month"},
		{"timestamp", "30k/day", "  range due 14 days", "branch_id, day", "week, month"},
		{"timestamp", "6k/day", "  range due 14 days", "branch_id, month", "year, week, day"},
		{"timestamp", "10/day", "  range due 14 days", "branch_id", ""},
		{"timestamp", "300/day", "  range due 14 days", "branch_id", "month, week, day"},
	} {
		m, slips := Parse(diag.NewSource("", strings.NewReplacer("COUNT", c.count, "TYPE", c.typ, "ASKED", c.asked).Replace(text)))
		if len(slips) > 0 {
			t.Fatal(slips)
		}
		d := m.Design()
		var key, titles []string
		for _, col := range d.Tables[0].PartitionKey() {
			key = append(key, col.Name)
		}
		for _, o := range d.Alternatives(d.Tables[0]) {
			if unit, is := strings.CutPrefix(o.Fix.Title, "one partition a "); is {
				titles = append(titles, unit)
				again, slips := Parse(diag.NewSource("", o.Fix.Apply(m.Source.Text)))
				if len(slips) > 0 || again.Design().Tables[0].Column(unit) == nil {
					t.Errorf("%+v: %s writes no %s: %v", c, o.Fix.Title, unit, slips)
				}
			}
		}
		if got, is := strings.Join(key, ", "), strings.Join(titles, ", "); got != c.key || is != c.titles || !d.Accesses[0].Served {
			t.Errorf("%+v: the key is %s, offered are %s", c, got, is)
		}
		if says := strings.Contains(d.CQL, "week is its Monday"); says != strings.Contains(c.key, "week") {
			t.Errorf("%s: it says what a week is: %v", c.key, says)
		}
	}
}

// TestIndexesAreNotInAll: the bytes of all tables are those without indexes, which is said.
func TestIndexesAreNotInAll(t *testing.T) {
	for lines, want := range map[string]string{"": "before compression.", "\n  index paid": "before compression. Not in them: the index fines_paid.", "\n  index paid, kind": "before compression. Not in them: the indexes fines_paid and fines_kind."} {
		_, d := found(t, "entity Fine 1000\n  fine_id uuid key\n  member_id uuid\n  paid boolean\n  kind text 5\n\nquestion Q1 Fines\n  given member_id\n  want Fine: fine_id, paid, kind\n\ntable fines for Q1"+lines+"\n", "")
		if got := d.InAll(); !strings.HasSuffix(got, want) {
			t.Errorf("%q: %s", lines, got)
		}
	}
}
