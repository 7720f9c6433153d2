package model

import (
	"strings"
	"testing"
)

// TestEachTableSaysTheOtherNumber: a table is worked out from one of two numbers that differ also where
// the thing that they count is one that makes its rows, or decides how many partitions it has.
func TestEachTableSaysTheOtherNumber(t *testing.T) {
	const text = "entity Pet 200k\n  pet_id uuid key\nentity Vet 400\n  vet_id uuid key\nentity Sample\n  sample_id uuid key\n  taken_at timestamp\nentity Parameter 600\n  code text 8 key\n  unit text 8\n" +
		"relate Pet gives Sample 1 : 0..6..200\nrelate Vet takes Sample 1 : 0..50..90 per day\nrelate Sample results in Parameter 0..n : 1..14..60 as Result\n  value double\n" +
		"question Q1 Results\n  given sample_id\n  want Result: value, unit\nquestion Q2 Samples\n  given pet_id\n  want Sample: taken_at\n"
	_, d := found(t, text, "")
	if len(d.Tables) != 2 {
		t.Fatal(len(d.Tables))
	}
	for _, table := range d.Tables {
		if got := table.Counted(d.Model); !strings.Contains(got, "By the other one") {
			t.Errorf("%s: %q", table.Name, got)
		}
	}
	var said bool
	for _, f := range d.Facts {
		said = said || f.Attr.Name.Text == "unit" && strings.Contains(f.From, "by the other number")
	}
	if !said {
		t.Error("the copies of unit say nothing")
	}
}

// TestAssumedValuesStaySaid: how many values an attribute is taken to have is said of a question whose rows it
// divides, and among all that is assumed, wherever the attribute stands: beside the key, first in its
// order, or in the partition key; with a number of the text, nothing is assumed.
func TestAssumedValuesStaySaid(t *testing.T) {
	const text = "entity Clinic 60\n  clinic_id uuid key\nentity Sample\n  sample_id timeuuid key\n  state text 10 changes 3\nrelate Clinic takes Sample 1 : 500..2000..9000\nquestion Q1 Samples\n  given clinic_id, state\n  want Sample\n"
	const taken = "100 different values of state"
	for _, key := range []string{"", "(clinic_id), state, sample_id", "(clinic_id, state), sample_id"} {
		app := text
		if key != "" {
			app += "table samples for Q1\n  key " + key + "\n"
		}
		_, d := found(t, app, "")
		if a := d.Accesses[0]; !a.Served || count(a.Rows.Typ) != 20 || !strings.HasSuffix(a.String(), ", taking "+taken) {
			t.Errorf("%s: %s", key, a)
		}
		if g := d.Guesses(); len(g) != 1 || g[0].Taken != taken {
			t.Errorf("%s: %v", key, g)
		}
		if list, _ := found(t, app, "nobody said how many different values state has: "+taken+" are taken, for "+d.Tables[0].Name); len(list) != 1 || strings.Contains(list[0].Message, " and ") {
			t.Errorf("%s: %v", key, list)
		}
		if _, d := found(t, strings.Replace(app, "changes 3", "changes 3 distinct 100", 1), ""); len(d.Guesses()) > 0 || count(d.Accesses[0].Rows.Typ) != 20 || strings.Contains(d.Accesses[0].String(), "taking") {
			t.Errorf("%s: with a number: %v", key, d.Guesses())
		}
	}
}

// TestDatesAreSharedOutEvenly: where a date in the partition key shares out what belongs together, the largest
// partition is an average, and that is said, in choices, too; a date that what is named has alone
// is none of these, nor a time, which each row has for itself.
func TestDatesAreSharedOutEvenly(t *testing.T) {
	const text = "entity Drug 3000\n  drug_id uuid key\nentity Batch 6000\n  batch_id uuid key\n  expires TYPE\n  note text 40\nrelate Drug has Batch 1 : 0..2..9\nquestion Q1 Batches\n  given GIVEN\n  want Batch: note\n"
	const evenly = "1,825 values of expires"
	for _, c := range []struct{ typ, given, evenly string }{
		{"date", "expires", evenly},
		{"date", "drug_id, expires", evenly},
		{"timestamp", "expires", ""},
		{"date", "batch_id", ""},
	} {
		_, d := found(t, strings.NewReplacer("TYPE", c.typ, "GIVEN", c.given).Replace(text), "")
		if got := strings.Join(d.Tables[0].Size.Evenly, "; "); got != c.evenly || d.Tables[0].Size.Even != nil {
			t.Errorf("%+v: %q", c, got)
		}
	}
	_, d := found(t, strings.NewReplacer("TYPE", "date", "GIVEN", "drug_id\n  order expires").Replace(strings.Replace(text, "0..2..9", "0..2..900", 1)), "")
	said := false
	for _, o := range d.Alternatives(d.Tables[0]) {
		if o.Fix.Title == "put expires into the partition key" {
			said = strings.Contains(o.Then.String(), " if evenly")
		}
	}
	if list := d.Alternatives(d.Tables[0]); !said && len(list) > 0 {
		for _, o := range list {
			t.Log(o.Fix.Title, o.Then)
		}
		t.Error("the choice does not say if evenly")
	}
}
