package model

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
)

// TestCuresKeepWhatIsMeant: a slip in the model of the clinic is said in the words below,
// and one of its fixes makes what was meant.
func TestCuresKeepWhatIsMeant(t *testing.T) {
	text := clinic(t).Source.Text + "\nscreen Desk\n  asks Q4, Q5\n"
	for _, c := range []struct{ line, slip, message, instead, want string }{
		{"Patient 200k", "Patient 200,000", "`200,000` is written with a comma", "write 200000, or 200k", "Patient 200000"},
		{"Appointment 10M", "Appointment 10,000,000", "`10,000,000` is written with a comma", "write 10000000, or 10M", "Appointment 10000000"},
		{"0..50..400", "0..50..1,400", "`1,400` is written with a comma", "write 1400", "0..50..1400"},
		{"asks Q4, Q5", "asks Q4 Q5", "a comma is missing before Q5", "write Q4, Q5", "asks Q4, Q5"},
		{"given  patient_id, kind", "given  patient_id kind", "`kind` says nothing about an attribute here", "write a comma, or take it out", "given  patient_id, kind"},
		{"status          text 8", "status          string 8", "there is no type string", "write text", "status          text 8"},
		{"want   Medicine: issued, name, dosage", "want   Prescription: issued, Medicine.name, dosage", "one Prescription has several Medicines, so a row cannot hold their name",
			"make each medicine a row: want Medicine: Prescription.issued, Medicine.name, dosage; or give Prescription an attribute that holds them: names set<text>", "want Medicine: Prescription.issued, Medicine.name, dosage"},
		{"want   Patient: patient_id, name, born", "want   count", "there is no entity count: a question reads what is stored", "write it below an entity of its own, as in: visits counter", ""},
	} {
		slipped := strings.Replace(text, c.line, c.slip, 1)
		_, list := Parse(diag.NewSource("", slipped))
		if slipped == text || len(list) < 1 || list[0].Message != c.message || list[0].Instead != c.instead {
			t.Errorf("%s: %v", c.slip, list)
			continue
		}
		if c.want == "" {
			continue
		}
		meant := strings.Replace(text, c.line, c.want, 1)
		found := false
		for _, f := range list[0].Fixes {
			found = found || f.Apply(slipped) == meant
		}
		if _, slips := Parse(diag.NewSource("", meant)); !found || len(slips) > 0 {
			t.Errorf("%s: no fix makes %s: %v", c.slip, c.want, list[0].Fixes)
		}
	}
}

// TestAnAnswerIsBroughtBack: a column that was moved out of the key goes back by the fix.
func TestAnAnswerIsBroughtBack(t *testing.T) {
	d := clinic(t).Design()
	fix, _ := d.Move(d.Table("medicines_by_patient"), "prescription_issued", Partition, 0)
	m, _ := Parse(diag.NewSource("", fix.Apply(d.Model.Source.Text)))
	moved := m.Design()
	for _, f := range moved.Findings {
		if !strings.Contains(f.Message, "does not answer Q7") {
			continue
		}
		if want := "take back what was moved: key (patient_id), prescription_issued desc, prescription_id, code"; f.Instead != want {
			t.Errorf("it says %s, want %s", f.Instead, want)
		}
		m, list := Parse(diag.NewSource("", f.Fixes[0].Apply(m.Source.Text)))
		if a := m.Design().Access(m.Question("Q7")); len(list) > 0 || !a.Served {
			t.Errorf("it is not answered after the fix: %s", a)
		}
		return
	}
	t.Error("nobody says that Q7 has no answer")
}
