package model

import (
	"math"
	"slices"
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
		{"0..50..500 : 0..2 per day", "", 60_000, "one Member has 0.25 Cars a year, and at most 2 Cars a day: nearly all have far less than the most"},
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
			seldom, _ := found(t, app, "far less than the most")
			list = append(list, seldom...)
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

// TestFewLargeRows: no bucket makes more partitions than rows that are asked for: of few large rows the
// usual partition decides how it is cut, if at all. That one row is large is said first, before how
// large partitions get; and what is taken of these, as tables and choices say it.
func TestFewLargeRows(t *testing.T) {
	const text = "horizon 5 years\nentity Car 1200\n  car_id uuid key\nentity Damage\n  damage_id uuid key\n  found_at timestamp\n  photos PHOTOS\nrelate Car has Damage 1 : EACH\n" +
		"question Q1 Damages\n  given car_id\n  order found_at desc\n  want Damage\nMORE"
	for _, c := range []struct {
		photos, each, more string
		bucket             string // "" for none
		taken              string
	}{
		{"blob 900kB", "0..27..9k", "", "year", " if rows are spread evenly over the years of found_at"},
		{"list<blob> 0..3..10 of 300kB", "0..20..100", "  limit 20\n", "year", " if rows are spread evenly over the years of found_at, and the one with the most rows has the most photos in each"},
		{"blob 900kB", "0..3..900", "", "", ""},
		{"blob 20MB", "0..27..900", "", "year", " if rows are spread evenly over the years of found_at"},
		{"list<blob> 0..3..10 of 300kB", "0..3..900", "", "", " if the one with the most rows has the most photos in each"},
		{"blob 900kB", "0..900..9k", "", "month", " if rows are spread evenly over the months of found_at"},
		{"blob 1kB", "0..60k..300k", "", "month", " if rows are spread evenly over the months of found_at"},
	} {
		_, d := found(t, strings.NewReplacer("PHOTOS", c.photos, "EACH", c.each, "MORE", c.more).Replace(text), "")
		table, bucket := d.Tables[0], ""
		for _, c := range table.PartitionKey() {
			if c.Bucket != nil {
				bucket = c.Bucket.Unit
			}
		}
		a := d.Accesses[0]
		if bucket != c.bucket || table.Size.IfEven() != c.taken || a.sparse() {
			t.Errorf("%+v: cut by %q%s, %s", c, bucket, table.Size.IfEven(), a)
		}
		large, first := 0, ""
		for _, f := range d.Findings {
			row := strings.HasPrefix(f.Message, "one row of damages_by_car is large: photos alone has about ")
			if row || strings.HasPrefix(f.Message, "the largest partition of damages_by_car has ") {
				if large++; first == "" {
					first = f.Message
				}
			}
			if strings.HasPrefix(f.Message, "the largest partition") && !strings.HasSuffix(f.Message, " after 5 years"+c.taken) {
				t.Errorf("%+v: %s", c, f.Message)
			}
		}
		if heavy := c.photos != "blob 1kB"; heavy && !strings.HasPrefix(first, "one row ") {
			t.Errorf("%+v: %d said, first %q", c, large, first)
		}
		for _, o := range d.Alternatives(table) {
			if o.Now.Even != strings.Contains(c.taken, "evenly") || o.Then.Fewest > max(o.Now.Fewest, o.Then.Rows) {
				t.Errorf("%+v: %s: %s, then %s", c, o.Fix.Title, o.Now, o.Then)
			}
		}
	}
	for name, text := range shipped(t) {
		_, d := found(t, text, "")
		for _, a := range d.Accesses {
			if a.sparse() && a.Table.Choice == nil && slices.ContainsFunc(a.Table.PartitionKey(), func(c *Column) bool { return c.Bucket != nil }) {
				t.Errorf("%s: %s: %s", name, a.Question.ID.Text, a)
			}
		}
	}
}
