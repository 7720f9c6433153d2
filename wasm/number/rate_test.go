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

// Each rate counts where it stands.
func TestInDays(t *testing.T) {
	for text, want := range map[string]string{
		"2000/s * 0.2": "2000 * 1d / 1s * 0.2", "0.2 * (2000/ s + 5/min)": "0.2 * (2000 * 1d / 1s + 5 * 1d / 1min)", "7/week": "7 * 1d / 1week",
		"300/512": "", "30d / 15min": "", "5/rooms": "", "5/m": "", "a/": "", "": "",
	} {
		got, n := InDays(text)
		if want == "" && (n != 0 || got != text) || want != "" && (got != want || n == 0) {
			t.Errorf("%s: %q, %d; want %q", text, got, n, want)
		}
	}
}
