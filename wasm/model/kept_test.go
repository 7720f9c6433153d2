package model

import (
	"math"
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
