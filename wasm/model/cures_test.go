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
	} {
		slipped := strings.Replace(text, c.line, c.slip, 1)
		_, list := Parse(diag.NewSource("", slipped))
		if slipped == text || len(list) != 1 || list[0].Message != c.message || list[0].Instead != c.instead {
			t.Errorf("%s: %v", c.slip, list)
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
	fix, _ := d.Move(d.Table("appointments_by_doctor_starts_at"), "starts_at", Partition, 0)
	m, _ := Parse(diag.NewSource("", fix.Apply(d.Model.Source.Text)))
	moved := m.Design()
	for _, f := range moved.Findings {
		if !strings.Contains(f.Message, "does not answer Q3") {
			continue
		}
		if want := "take back what was moved: key (doctor_id), starts_at, appointment_id"; f.Instead != want {
			t.Errorf("it says %s, want %s", f.Instead, want)
		}
		m, list := Parse(diag.NewSource("", f.Fixes[0].Apply(m.Source.Text)))
		if a := m.Design().Access(m.Question("Q3")); len(list) > 0 || !a.Served {
			t.Errorf("it is not answered after the fix: %s", a)
		}
		return
	}
	t.Error("nobody says that Q3 has no answer")
}
