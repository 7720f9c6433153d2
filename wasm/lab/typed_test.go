package lab

import (
	"strings"
	"testing"

	"partitionlab/wasm/lab/place"
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
		{"days", "365d", "36500"}, {"days", "1y", "36500"}, {"days", "52w", "36400"}, {"days", "1d..2d", "200"}, {"days", "1y + 5", "37000"}, {"days", "12 months", "36500"},
		{"days", "24h * 3", "300"}, {"days", "36 h", "150"}, {"days", "normal(10d, 1d)", "1309"}, {"days", "1y / 1w", "5214"}, {"days", "2k", "200000"}, {"days", "min(1y, 30)", "3000"},
		{"rooms", "300 guests", "3000"}, {"rooms", "300 check-ins", "3000"}, {"rooms", "30 double rooms", "300"}, {"rooms", "~300", "3000"}, {"rooms", "about 300", "3000"}, {"rooms", "3 thousand", "30000"},
		{"rooms", "100 guests * 4 rooms", "4000"}, {"rooms", "2..3 guests * 4", "120"}, {"rooms", "2k rooms", "20000"}, {"rooms", "(2 + 3) guests", "50"}, {"rooms", "2 guests + days", "120"},
		{"rooms", "20-40", "400"}, {"rooms", "20 to 40 rooms", "400"}, {"rooms", "1,000 - 2,000", "20000"}, {"rooms", "40-20", "200"}, {"rooms", "40-20*2", ""}, {"rooms", "1-2k", "20000"}, {"days", "1-2 weeks", "1400"},
		{"rooms", "1M", "10000000"}, {"rooms", "30d / 1h", "7200"}, {"rooms", "10 MB / 1 kB", "100000"}, {"rooms", "days * 2", "200"},
	} {
		out := Run(s, Inputs{test.key: test.text})
		if test.rows == "" {
			test.rows = "0" // a difference
		}
		if len(out.Problems) > 0 || out.Values["rows"] != test.rows {
			t.Errorf("%s = %q gives %s rows, want %s; %v", test.key, test.text, out.Values["rows"], test.rows, out.Problems)
		}
	}
	for _, test := range []struct{ key, text, says string }{
		{"rooms", "many", "`many` is no number. Write how many rooms, such as 100"},
		{"rooms", "a few", "`a few` is no number. Write how many rooms"}, {"rooms", "3 hundred", "`hundred` is no unit"}, {"rooms", "3 thousnad", "`thousnad` is no unit"}, {"rooms", "3 mill", "`mill` is no unit"},
		{"days", "3 guests", "`guests` is no unit"}, {"len.a", "20 chars", "This field counts bytes. An English letter takes 1 byte"}, {"occupancy", "60 guests", "`guests` is no unit"},
		{"rooms", "5 MB", "`5 MB` is a number of bytes. Write how many rooms"},
		{"rooms", "3 days", "`3 days` is a time. Write how many rooms"},
		{"rooms", "3 nights", "Write how many rooms"},
		{"rooms", "5MB", "`5MB` is a number of bytes. Write how many rooms"},
		{"rooms", "1d", "`1d` is a time. Write how many rooms"},
		{"rooms", "1h..2h", "is a time. Write how many rooms"},
		{"rooms", "2 * 3d + 1", "is a time. Write how many rooms"},
		{"rooms", "1m", "`1m` is a time: m stands for minutes, M for a million. Write how many rooms"},
		{"rooms", "max(1, 10 MB) rooms", "is a number of bytes"},
		{"rooms", "10 MB / 1 s", "is a"},
		{"len.a", "5s", "`5s` is a time. Write how many bytes"},
		{"days", "10 kB", "is a number of bytes. Write how many nights"},
		{"days", "24m", "`24m` can be read in two ways. Write 24 months or 24 min."},
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

// TestKinds: what a table's own numbers measure follows from their names, and from the units
// that the page's own numbers have. No field tells the reader of a name that only we use.
func TestKinds(t *testing.T) {
	s, diags := Parse("size", "id = s1\ntitle = x\ntable = lab.t\nrows = n\nn = 5 | slider 1..9\nstep = 15 min\nstep2 = 15 min * n\nbatch = 10 kB\nshow = cluster, expiry\ncql:\nCREATE TABLE t (a text, b int, c text, PRIMARY KEY (a, b));\n", nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	own := Inputs{codeKey: "CREATE TABLE o (a int, b int, m map<int, text>, PRIMARY KEY (a, b));"}
	page := Inputs{}
	for _, test := range []struct {
		in        Inputs
		key, text string
		says      string // "" where the field takes it
	}{
		{own, "rows", "1h", "`1h` is a time. Write how many rows"},
		{own, "rows", "3m/day", "is a time: m stands for minutes, M for a million. Write how many rows"},
		{own, "rows", "3M/day", ""}, {own, "rows", "1 every 15 min", ""}, {own, "rows", "30d / 15 min", ""},
		{own, "kept", "365d", ""}, {own, "kept", "-3", "Write a number of days above 0."},
		{own, "count.m", "10 MB", "`10 MB` is a number of bytes. Write a number"},
		{own, "count.m", "5s", "`5s` is a time. Write a number"},
		{own, "count.m", "-1", "This is negative: −1. A number of elements is 0 or more."},
		{own, "count.m", "3e9", "This is too large: 3,000,000,000. A number of elements is at most 2,147,483,647."},
		{own, "len.m.value", "1d", "is a time. Write how many bytes"},
		{own, "rows", "-5", "The number of rows is negative: −5"},
		{own, "rows", "-5/day", "negative"},
		{page, "ttl", "90d", ""}, {page, "ttl", "5 MB", "is a number of bytes"},
		{page, "gc_grace", "10d", ""}, {page, "disk", "1d", "is a time"}, {page, "partitions", "1y", "is a time"}, {page, "partitions", "5 MB", "is a number of bytes"},
		{page, "partitions", "-7", "This is negative: −7"},
		{page, "rf", "3d", "is a time"}, {page, "stream", "30 MiB", ""},
		{page, "step", "1 h", ""}, {page, "step", "10 MB", "is a number of bytes"}, {page, "step2", "1 h", ""}, {page, "batch", "1h", "is a time"}, {page, "batch", "20", ""},
	} {
		in := Inputs{test.key: test.text}
		for k, v := range test.in {
			in[k] = v
		}
		o := Run(s, in)
		problem := o.Problems.Of(test.key)
		if test.says == "" && len(o.Problems) > 0 || !strings.Contains(problem, test.says) || strings.HasPrefix(strings.ToLower(problem), test.key+" is") {
			t.Errorf("%s = %q says %q, want %q; %v", test.key, test.text, problem, test.says, o.Problems)
		}
	}
}

// TestWhereTextIsKept: a page of tools says of a reader's own text that only its tab keeps it,
// and nothing of the kind of numbers, which the address has, or in an embed, which keeps nothing.
func TestWhereTextIsKept(t *testing.T) {
	const cql = "cql:\nCREATE TABLE t (a int, b int, PRIMARY KEY (a, b));\n"
	for _, x := range []struct {
		kind, id string
		embed    bool
		in       Inputs
		want     bool
	}{
		{"size", place.Own, false, Inputs{codeKey: "CREATE TABLE u (a int PRIMARY KEY);"}, true},
		{"check", place.Own, false, Inputs{codeKey: "SELECT a FROM t;"}, true},
		{"size", place.Own, false, Inputs{"n": "7"}, false},
		{"size", place.Own, false, nil, false},
		{"size", place.Own, true, Inputs{codeKey: "CREATE TABLE u (a int PRIMARY KEY);"}, false},
		{"size", "s1", false, Inputs{codeKey: "CREATE TABLE u (a int PRIMARY KEY);"}, false},
	} {
		body := "id = " + x.id + "\ntitle = x\n"
		if x.kind == "size" {
			body += "table = lab.t\nrows = n\nn = 5 | slider 1..9\n"
		}
		s, diags := Parse(x.kind, body+cql, nil)
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		s.Embed = x.embed
		if said := Run(s, x.in).View.PlainText(); strings.Contains(said, "in this tab alone, until you close it. Link makes an address that brings it back.") != x.want {
			t.Errorf("%s %s, embed %v, %v: %s", x.kind, x.id, x.embed, x.in, said)
		}
	}
}
