package model

import (
	"math"
	"slices"
	"testing"
)

// TestWhatIsKeptExpiresWhicheverMakesTheRow: a row of what is kept for some days goes with it, also where
// another entity makes the row, and the table has as many as are there.
func TestWhatIsKeptExpiresWhicheverMakesTheRow(t *testing.T) {
	const text = "horizon 5 years\nentity Clinic 60\n  clinic_id uuid key\nentity Owner 1000\n  owner_id uuid key\n  phone text 15\nentity Reminder kept 90 days\n  reminder_id timeuuid key\n  due_on date\n" +
		"relate Clinic sends Reminder 1 : 0..20..300 per day\nrelate Owner gets Reminder 1..1.2..3 : 0..n\n" +
		"question Q1 A\n  given clinic_id, due_on\n  want Reminder: reminder_id\nquestion Q2 B\n  given clinic_id, due_on\n  want Owner: phone, Reminder.reminder_id\n"
	_, d := found(t, text, "")
	for i, rows := range [...]float64{20, 24} {
		table := d.Tables[i]
		if table.TTL != 90*86400 || table.Size.Partitions != 60*90 || math.Abs(table.Size.Rows.Typ-rows) > 0.5 {
			t.Errorf("%s: %d s, %d partitions of %v rows, want %v", table.Name, table.TTL, table.Size.Partitions, table.Size.Rows.Typ, rows)
		}
	}
}

// TestRowsExpireOnce: a time to live takes partitions away where each is written while its thing is new,
// and nothing from those that are left; a row that a given thing makes together with another goes with it.
func TestRowsExpireOnce(t *testing.T) {
	const text = "horizon 3 years\nentity Visit 7200/day kept 2 years\n  visit_id timeuuid key\nentity Medicine 2000\n  pzn text 8 key\n  name text 40\n" +
		"relate Visit gives Medicine n : 3 as Dose\n  dose text 10\nquestion Q1 A\n  given visit_id\n  want Medicine: name, dose\n"
	for choice, want := range map[string]struct{ days, partitions, copies int64 }{
		"": {730, 7200 * 730, 7884},
		"table medicines_by_visit for Q1\n  ttl 30 days\n": {30, 7200 * 30, 324},
		"table medicines_by_visit for Q1\n  ttl 9 years\n": {9 * 365, 7200 * 3 * 365, 11826},
	} {
		_, d := found(t, text+choice, "")
		table := d.Tables[0]
		if table.TTL != want.days*86400 || table.Size.Partitions != want.partitions || table.Size.Rows.Typ != 3 {
			t.Errorf("%q: %d days, %d partitions of %v rows, want %v of 3", choice, table.TTL/86400, table.Size.Partitions, table.Size.Rows.Typ, want)
		}
		name := table.Columns[slices.IndexFunc(table.Columns, func(c *Column) bool { return c.Name == "name" })]
		if got := table.copies(d.Model, name); count(got) != want.copies {
			t.Errorf("%q: one name is in %v rows, want %d", choice, got, want.copies)
		}
	}
}

// TestNoPartitionGrowsLongerThanItsRowsAreThere: after that as many expire as come.
func TestNoPartitionGrowsLongerThanItsRowsAreThere(t *testing.T) {
	for _, c := range []struct {
		kept, horizon string
		passes        bool
	}{{"2 years", "1 year", false}, {"2 years", "3 years", false}, {"20 years", "1 year", true}, {"20 years", "2 years", true}} {
		_, d := found(t, "horizon "+c.horizon+"\nentity Nurse 600\n  nurse_id uuid key\nentity Visit kept "+c.kept+"\n  visit_id timeuuid key\n  note text 100\nrelate Nurse does Visit 1 : 240 per day\nquestion Q1 A\n  given nurse_id\n  want Visit: note\n", "")
		day, ok := d.Tables[0].Crossing(100e6)
		if ok != c.passes {
			t.Errorf("kept %s, seen for %s: passes 100 MB %v (day %d), want %v", c.kept, c.horizon, ok, day, c.passes)
		}
	}
}

// TestNoPartitionIsLargerThanItsTable: however many the busiest one may have, it has no more rows than
// there are, also of what comes at a rate and is kept for a time.
func TestNoPartitionIsLargerThanItsTable(t *testing.T) {
	for _, c := range []struct{ of, each string }{{"30/day", "0..0.75..6 per day"}, {"30/day kept 1 year", "0..0.75..6 per day"}, {"10k", "0..250..9000 per day"}} {
		_, d := found(t, "horizon 2 years\nentity Base 14\n  base_id uuid key\nentity Heli 40\n  tail text 6 key\nentity Mission "+c.of+"\n  mission_id timeuuid key\n  place text 60\nrelate Base owns Heli 1 : 1..3..6\nrelate Heli flies Mission 1 : "+c.each+"\nquestion Q1 A\n  given base_id\n  want Mission: place\n", "")
		z := d.Tables[0].Size
		all := d.Model.there(d.Model.Entity("Mission"), d.Model.Entity("Mission").Count, d.Model.horizon()).Hi
		if z.Rows.Hi > all || z.Rows.Hi < z.Rows.Typ || z.Rows.Typ*float64(z.Partitions) > all*1.01 {
			t.Errorf("%v: %v rows of %v, in %d partitions", c, z.Rows, all, z.Partitions)
		}
	}
}
