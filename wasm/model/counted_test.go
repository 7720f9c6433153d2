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
