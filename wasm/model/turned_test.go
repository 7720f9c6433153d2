package model

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
)

// TestARowForEachKeepsTheWay: the button that makes a row of each of several keeps the relationships by
// which the question found them, what is given as what is wanted, though a shorter way leads there.
func TestARowForEachKeepsTheWay(t *testing.T) {
	const text = "entity Clinic 60\n  clinic_id uuid key\nentity Owner 100k\n  owner_id uuid key\n  phone text 15\nentity Pet 200k\n  pet_id uuid key\n  name text 9\nentity Reminder 2M\n  reminder_id timeuuid key\n  due_on date\n  reason text 20\nentity Invoice 1M\n  invoice_id uuid key\n" +
		"relate Owner owns Pet 1..1.2..3 : 1..2..9\nrelate Pet is due for Reminder 1 : 0..10..60\nrelate Clinic sends Reminder 1 : 0..33k..90k\nrelate Owner pays Invoice 1 : 0..10..90\nrelate Clinic bills Invoice 1 : 0..16k..60k\n" +
		"question Q1 Reminders of a day\n  given clinic_id, due_on\n  want Reminder: reason, Pet.name, Owner.phone\n"
	before, slips := Parse(diag.NewSource("", text))
	if len(slips) != 1 || len(slips[0].Fixes) == 0 {
		t.Fatal(diag.Render(before.Source, slips))
	}
	fixed := slips[0].Fixes[0].Apply(text)
	m, slips := Parse(diag.NewSource("", fixed))
	if len(slips) > 0 {
		t.Fatal(fixed, diag.Render(m.Source, slips))
	}
	for _, r := range append(m.Questions[0].Given, m.Questions[0].Want...) {
		if way := strings.Join(r.at.way(), ", "); strings.Contains(way, "pays") || strings.Contains(way, "bills") {
			t.Errorf("%s is found by %s: %s", r.Name.Text, way, fixed[strings.Index(fixed, "question"):])
		}
	}
	if got := m.Design().Tables[0].Size.Rows.Typ; got > 100 {
		t.Errorf("%v rows of a clinic and a day", got)
	}
}
