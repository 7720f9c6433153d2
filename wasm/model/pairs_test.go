package model

import (
	"math"
	"strings"
	"testing"
)

// TestPairsAreCountedOnce: the tables of either side of a relationship hold the same pairs, whatever
// the two numbers are: a rate, any number, two ends without what is usual, numbers that contradict
// each other; whether two meet once or again and again. Numbers that do not go together are named.
func TestPairsAreCountedOnce(t *testing.T) {
	const text = "horizon 3 years\nentity Member 80k\n  member_id uuid key\nentity Car 1200\n  car_id uuid key\nrelate Member books Car NUMBERS\n" +
		"question Q1 Of a member\n  given member_id\n  want ROW1\nquestion Q2 Of a car\n  given car_id\n  want ROW2\n"
	for _, c := range []struct {
		numbers, cars string
		rows          float64
		said          string
	}{
		{"0..n : 0..2 per day", "", 80_000 * 1095, ""},
		{"0..n : 0..2 per day", "200 + 1000/3years", 80_000 * 1095, ""},
		{"0..n : 0..2 per day", "0 + 1200/3years", 80_000 * 1095, ""},
		{"n : 1 per month", "", 80_000 * 36, ""},
		{"0..1 per hour : n", "", 1200 * 12 * 1095, ""},
		{"0..n : 0..1000", "", 40e6, ""},
		{"0..n : 0..1000", "200 + 1000/3years", 40e6, ""},
		{"0..n : 0..3..10", "", 240_000, ""},
		{"0..50..500 : 0..2 per day", "", 60_000, "fit only where nearly all have far less than the most: there are 60,000"},
		{"0..50..500 : 0..20", "", 60_000, ""},
		{"0..8k : 0..100..300", "", 8e6, ""},
		{"0..9k : 0..3..10", "", 240_000, ""},
		{"0..90k : 0..90", "", 3_600_000, ""}, // nobody said what is usual of either
		{"0..50..500 : 0..500..3000", "", 40e6, "contradict each other"},
		{"0..50..500 : 1..2..3 per day", "", 2 * 80_000 * 1095, "contradict each other"},
	} {
		for _, again := range []bool{false, true} {
			rows := []string{"Car", "Member"}
			numbers := c.numbers
			if again {
				rows, numbers = []string{"Booking", "Booking"}, numbers+" as Booking\n  at timestamp key"
			}
			app := strings.NewReplacer("NUMBERS", numbers, "ROW1", rows[0], "ROW2", rows[1]).Replace(text)
			if c.cars != "" {
				app = strings.Replace(app, "Car 1200", "Car "+c.cars, 1)
			}
			list, d := found(t, app, "the two numbers of Member books Car")
			if (c.said != "") != (len(list) == 1) || c.said != "" && !strings.Contains(list[0].Message, c.said) {
				t.Errorf("%s: %v, want %q", numbers, list, c.said)
			}
			for _, table := range d.Tables {
				if rows := table.Size.Rows.Typ * float64(table.Size.Partitions); math.Abs(rows/c.rows-1) > 0.01 {
					t.Errorf("%s, %s Cars: %s has %.0f rows, want %.0f", numbers, c.cars, table.Name, rows, c.rows)
				}
			}
		}
	}
}

// TestKeysWithinOwnersAreCounted: of what an owner has one each month, asked for by the month alone,
// there are as many months as its rate and its time to live make, as if the text said distinct; of
// what each has at days of its own, there are all days. What is taken is said.
func TestKeysWithinOwnersAreCounted(t *testing.T) {
	const text = "horizon 3 years\nentity Member 80k\n  member_id uuid key\nentity Invoice within Member KEPT\n  month TYPE key\n  total decimal 5\nrelate Member gets Invoice 1 : EACH\n" +
		"question Q1 Of a month\n  given month typed\n  order total desc\n  want Invoice: member_id, total\n  limit 100\n"
	for _, c := range []struct {
		kept, typ, each string
		values          int64
	}{
		{"kept 2 years", "date", "1 per month", 24},
		{"kept 2 years", "int", "1 per month", 24},
		{"kept 2 years", "date", "24", 24},
		{"", "date", "1 per month", 36},
		{"", "date", "0..2..4 per month", 1095},
		{"", "date", "0..12..40", 1095},
		{"", "int", "0..12..40", 12},
	} {
		app := strings.NewReplacer("KEPT", c.kept, "TYPE", c.typ, "EACH", c.each).Replace(text)
		_, d := found(t, app, "")
		_, as := found(t, strings.Replace(app, " key\n  total", " key distinct "+digits(c.values)+"\n  total", 1), "")
		for _, d := range []*Design{d, as} {
			z := d.Tables[0].Size
			if z.Partitions != c.values || d.Accesses[0].Partitions != 1 || !strings.Contains(z.IfEven(), digits(c.values)+" values of month") && c.values < 1000 {
				t.Errorf("%+v: %d partitions%s, %s", c, z.Partitions, z.IfEven(), d.Accesses[0])
			}
		}
		if a, b := d.Tables[0].Size.Max, as.Tables[0].Size.Max; a != b {
			t.Errorf("%+v: %d bytes, with distinct %d", c, a, b)
		}
	}
	// A range of months of one owner is as many partitions as months, if each is one.
	_, d := found(t, "horizon 3 years\nentity Station 150\n  station_id uuid key\nentity Usage within Station\n  month date key\n  trips counter\nrelate Station counts Usage 1 : 1 per month\n"+
		"question Q1 Of a station\n  given station_id\n  range month 12 months\n  want Usage: trips\n", "")
	for _, o := range d.Alternatives(d.Tables[0]) {
		if o.Then.Partitions != 12 || o.Then.Rows != 12 {
			t.Errorf("%s: %s", o.Fix.Title, o.Then)
		}
	}
}
