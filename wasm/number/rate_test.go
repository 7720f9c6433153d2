package number

import "testing"

// The last sign of a rate is that of the whole.
func TestLastRate(t *testing.T) {
	for text, want := range map[string][2]string{
		"300/512 per s": {"300/512", "s"}, "300/512/s": {"300/512", "s"}, "20 + 10/day": {"20 + 10", "day"},
		"1 every 15 min": {"1", "15 min"}, "3 a day": {"3", "day"}, "300/512": {}, "12": {},
	} {
		var got [2]string
		if at, from, to := LastRate(text); at >= 0 {
			got = [2]string{text[:at], text[from:to]}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
