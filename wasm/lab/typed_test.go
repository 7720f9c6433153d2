package lab

import (
	"strings"
	"testing"
)

// TestTypedNumbers: a field takes numbers as people write them, and says of others what
// it wants, in its own words.
func TestTypedNumbers(t *testing.T) {
	s, diags := Parse("size", "id = s1\ntitle = x\nrows = rooms * days\nrooms = 100 | slider 1..1000 | label Rooms | unit rooms\ndays = 10 | label Nights kept | unit nights\n"+
		"occupancy = 60% | label Occupancy\nlen.a = 5\ncql:\nCREATE TABLE t (a text, b int, c text, PRIMARY KEY (a, b));\n", nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	for _, test := range []struct{ key, text, rows string }{
		{"rooms", "100 rooms", "1000"}, {"rooms", "1 room", "10"}, {"rooms", "2 000", "20000"}, {"rooms", "2\u202f000", "20000"}, {"rooms", "2,000", "20000"},
		{"rooms", "2'000", "20000"}, {"rooms", "1e6", "10000000"}, {"rooms", "2k", "20000"}, {"rooms", "10 * 3 rooms", "300"}, {"rooms", "5 × 4", "200"},
		{"rooms", "1,234,567", "12345670"}, {"rooms", "20..40 rooms", "400"}, {"rooms", "1,000..2,000", "20000"}, {"rooms", "2,000 * 3", "60000"}, {"rooms", "80 120 95 400", "4000"}, {"rooms", "1 500.5", "15005"},
		{"rooms", "12.5 * 8", "1000"}, {"days", "2 years", "73000"}, {"days", "3 weeks", "2100"}, {"days", "30 nights", "3000"}, {"days", "30 days", "3000"},
	} {
		out := Run(s, Inputs{test.key: test.text})
		if len(out.Problems) > 0 || out.Values["rows"] != test.rows {
			t.Errorf("%s = %q gives %s rows, want %s; %v", test.key, test.text, out.Values["rows"], test.rows, out.Problems)
		}
	}
	for _, test := range []struct{ key, text, says string }{
		{"rooms", "many", "`many` is no number. Write how many rooms, such as 100"},
		{"rooms", "5 MB", "`5 MB` is a number of bytes. Write how many rooms"},
		{"rooms", "3 days", "`3 days` is a time. Write how many rooms"},
		{"rooms", "3 nights", "Write how many rooms"},
		{"days", "soon", "Write how many nights, such as 10"},
		{"occupancy", "full", "Write a number such as 60%"},
		{"rooms", "2 00", "Write how many rooms"},
		{"rooms", "50.000", "`50.000` can be read in two ways. Write 50000 or 50."},
		{"len.a", "1.440", "Write 1440 or 1.44."},
		{"days", "1.234.567", "Write 1234567."},
	} {
		problem := Run(s, Inputs{test.key: test.text}).Problems.Of(test.key)
		if !strings.Contains(problem, test.says) || strings.Contains(problem, "add a line") {
			t.Errorf("%s = %q says %q, want %q", test.key, test.text, problem, test.says)
		}
	}
}
