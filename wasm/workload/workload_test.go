package workload

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
)

func TestExpr(t *testing.T) {
	vars := map[string]Interval{"rooms": Point(number.Int(100)), "days": {number.Int(365), number.Int(730), number.Int(1095)}, "size1.disk.bytes": Point(number.Int(1095020)), "x": {number.Int(-2), number.Int(1), number.Int(3)}}
	lookup := func(n string) (Interval, bool) { v, ok := vars[n]; return v, ok }
	for _, c := range []struct{ in, want string }{
		{"1 + 2 * 3", "7"},
		{"(1 + 2) * 3", "9"},
		{"2 ^ 10 - 24", "1000"},
		{"-2 ^ 2", "-4"},
		{"7 % 3", "1"},
		{"-7 % 3", "2"},
		{"30% * 10", "3"},
		{"10 * 30%", "3"},
		{"10 MB", "10000000"},
		{"10MiB", "10485760"},
		{"2k", "2000"},
		{"1e6", "1000000"},
		{"1.5e-3", "0.0015"},
		{"1_000_000", "1000000"},
		{"90d", "7776000"},
		{"365d / 1e6", "31.536"},
		{"5 000", "ERR 2 an operator is missing here"},
		{"100µs", "0.0001"},
		{"rooms*(730+1)", "73100"},
		{"5000*rooms*0.6/2*0.008", "1200"},
		{"0.1 + 0.2", "0.3"},
		{"1/3 + 1/3 + 1/3", "1"},
		{"rooms*days", "36500..73000..109500"},
		{"rooms/days", "0.091324..0.136986..0.273973"},
		{"x*x", "-6..1..9"}, // interval arithmetic does not know that both are one
		{"x^2", "0..1..9"},
		{"days % 7", "0..2..7"},
		{"min(rooms, 7, 9)", "7"},
		{"max(days, 800)", "800..800..1095"},
		{"ceil(7/2) + floor(7/2) + round(7/2)", "11"},
		{"size1.disk.bytes * 3", "3285060"},
		{"10 × 4 − 1", "39"},
		{"9223372036854775807", "9223372036854775807"},
		{"4611686018427387904 + 4611686018427387904", "ERR 0 the result is too large"},
		{"10^30", "ERR 0 the result is too large"},
		{"1e30", "ERR 0 this number is too large"},
		{"1e400", "ERR 0 this number is too large"},
		{"1000000000000000000000000000000", "ERR 0 this number is too large"},
		{"1 / 0", "ERR 4 division by zero"},
		{"1 / (rooms - 100)", "ERR 4 division by zero"},
		{"1 / x", "ERR 4 the divisor can be zero: it goes from −2 to 3"},
		{"2 ^ 0.5", "ERR 4 the exponent is 0.5"},
		{"nights * 2", "ERR 0 unknown variable `nights`"},
		{"1 +", "ERR 3 the expression ends where a number or a name should stand"},
		{"1,000", "ERR 1 a comma stands where none can"},
		{"40 / s", "ERR 5 `s` is a unit without a number"},
		{"40 * 1d / 1s", "3456000"},
		{"5 apples", "ERR 2 `apples` is no unit"},
		{"sqrt(2)", "ERR 0 there is no function `sqrt`"},
		{"ceil(1, 2)", "ERR 0 ceil takes one argument"},
		{"(1", "ERR 0 this parenthesis is not closed"},
		{"1)", "ERR 1 this parenthesis closes nothing"},
		{"1 ? 2", "ERR 2 `?` cannot stand here"},
		{strings.Repeat("(", 1000), "ERR 200 the expression is nested too deeply"},
		{strings.Repeat("1+", 1000) + "1", "1001"},
		{strings.Repeat("1+", 1001) + "1", "ERR 2001 this expression is too long"},
		{strings.Repeat("2*", 30000) + "1", "ERR 2001 this expression is too long"},
	} {
		var got string
		e, err := ParseExpr(c.in)
		if err == nil {
			var v Interval
			if v, err = e.Eval(lookup); err == nil {
				got = v.Lo.String()
				if !v.Exact() {
					got += ".." + v.Typ.String() + ".." + v.Hi.String()
				}
			}
		}
		if err != nil {
			got = "ERR " + number.Int(int64(err.Start)).String() + " " + err.Message
		}
		if got != c.want {
			t.Errorf("%s = %s, want %s", c.in, got, c.want)
		}
	}
}

func FuzzExpr(f *testing.F) {
	for _, s := range []string{"rooms * (730 + t)", "10 MB / 2k % 3 ^ 2", "min(1, 2)..5", "30%", "1e9 µs", "((((", "−1 × 2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		e, err := ParseExpr(s)
		if err == nil {
			_, err = e.Eval(func(string) (Interval, bool) { return Interval{number.Int(-1), number.Int(2), number.Int(5)}, true })
		}
		if err != nil && (err.Start < 0 || err.End < err.Start || err.End > len(s) || err.Message == "") {
			t.Fatalf("%q: bad place %v", s, err)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("table = t\nrows = a * b\na = 1..2..3 | slider 1..9\nb = 7\nwritten = a every 1d\ngrow = a*(7+t) in t\nlen.\"X y\" = 3\n# note\n")
	f.Add("a = b\nb = a\n")
	f.Add("a = 80 120;95\nrows.t = a * 2\nwritten.t = over 3d\nrows.\"T\" = 1 | label x\npartitions.t = b\n")
	f.Fuzz(func(t *testing.T, s string) {
		src := diag.NewSource("", s)
		w, problems := Parse(src, nil)
		if len(problems) == 0 {
			v, p := w.Eval()
			problems = p
			if len(p) == 0 && w.Growth() != nil {
				v.RowsAt(number.Int(10))
			}
		}
		for _, p := range problems {
			if p.Start < 0 || p.End < p.Start || p.End > len(s) {
				t.Fatalf("%q: bad place %v", s, p)
			}
		}
		for _, own := range w.Own() {
			w.For(own.Table, func(name string) bool { return name == "b" })
			w.Set(own.Name, "3")
		}
		w.Set("rows", "7 * 2")
		ParseAll(src)
	})
}

const hotel = `# two years of inventory
table = available_rooms_by_hotel_date
rooms = 20..100..400 | slider 1..1000 | label Rooms | unit rooms
days = 730
rows = rooms * days
len.hotel_id = 5
written = rooms every 1d
grow = rooms*(730+t) in t
`

func TestParse(t *testing.T) {
	w, problems := Parse(diag.NewSource("", "id = size1\n"+hotel), func(name string) bool { return name == "id" })
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	v, problems := w.Eval()
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	get := func(name string) string {
		x, ok := v.Get(name)
		if !ok {
			return "?"
		}
		return x.Lo.String() + " " + x.Typ.String() + " " + x.Hi.String()
	}
	for name, want := range map[string]string{"rows": "14600 73000 292000", "written.rows": "20 100 400", "written.every": "86400 86400 86400", "len.hotel_id": "5 5 5"} {
		if got := get(name); got != want {
			t.Errorf("%s = %s, want %s", name, got, want)
		}
	}
	if w.Mode != Every || w.Table != "available_rooms_by_hotel_date" {
		t.Error(w.Mode, w.Table)
	}
	if q := w.Quantity("rooms"); q.Attr("slider") != "1..1000" || q.Attr("label") != "Rooms" || q.Text != "20..100..400" {
		t.Errorf("%+v", q)
	}
	if got := strings.Join(w.Inputs(), " "); got != "rooms days len.hotel_id written.every" {
		t.Errorf("inputs: %s", got)
	}
	if r, p := v.RowsAt(number.Int(270)); p != nil || r.Typ != number.Int(100000) {
		t.Errorf("grow: %v %v", r, p)
	}
	if p := w.Set("rooms", " 240"); p != nil {
		t.Fatal(p)
	}
	v, _ = w.Eval()
	if got := get("rows"); got != "175200 175200 175200" {
		t.Errorf("after Set: %s", got)
	}
	if w.Quantities()[0].Name != "rooms" {
		t.Error("Set moved the quantity")
	}
	if p := w.Set("rooms", "rows"); len(p) != 1 || !strings.Contains(p[0].Message, "from itself") {
		t.Errorf("cycle by Set: %v", p)
	}
	if v, p := w.EvalWith("days", number.Int(10)); p != nil || v.vals[2].Lo != number.Int(2400) {
		t.Errorf("EvalWith: %v %v", v, p)
	}
	if p := w.Set("written", "at once"); p != nil || w.Mode != AtOnce || w.Quantity(WrittenEvery) != nil {
		t.Errorf("at once: %v", p)
	}
}

func TestParseProblems(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"rows = nights * 2", "7 unknown variable `nights`"},
		{"a = b + 1\nb = 2 * a", "18 `a` is worked out from itself"},
		{"rows = 1\nrows = 2", "9 `rows` has a value already"},
		{"rows", "0 this line has no `=`"},
		{"rows =", "0 `rows` has no value"},
		{"9x = 2", "0 `9x` is no name of a quantity"},
		{"rows = 1..2..3..4", "7 a range has two or three parts"},
		{"rows = 5..2", "7 the range does not rise"},
		{"written = daily", "10 `written` does not say when"},
		{"grow = 100 * 2", "7 `grow` does not say what the time is called"},
		{"rows = 10 / (3 - 3)", "12 division by zero"},
		{"rooms = 1e30\nrows = rooms * 2", "8 this number is too large"},
		{"rows = 10^30", "7 the result is too large"},
		{"rows = 5 * (3 + ", "15 the expression ends where a number or a name should stand"},
		{"grow = x * t in t", "7 unknown variable `x`"},
	} {
		w, problems := Parse(diag.NewSource("", c.in), nil)
		if len(problems) == 0 {
			_, problems = w.Eval()
		}
		got := "none"
		if len(problems) > 0 {
			got = number.Int(int64(problems[0].Start)).String() + " " + problems[0].Message
		}
		if got != c.want || len(problems) != 1 {
			t.Errorf("%q: %s, want %s alone", c.in, got, c.want)
		}
	}
}

// A line that is wrong stays so until it gets a new value.
func TestFailedLine(t *testing.T) {
	w, problems := Parse(diag.NewSource("", "rooms = 5 *\nrows = rooms * 2"), nil)
	if len(problems) != 1 {
		t.Fatal(problems)
	}
	if v, problems := w.Eval(); v != nil || len(problems) != 1 {
		t.Fatal(v, problems)
	}
	if problems := w.Set("rooms", "7"); len(problems) > 0 {
		t.Fatal(problems)
	}
	v, problems := w.Eval()
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if x, _ := v.Get(Rows); x.Lo != number.Int(14) {
		t.Error(x)
	}
}

func TestFixes(t *testing.T) {
	src := diag.NewSource("", "rooms = 5\nrows = 7 * roms\n")
	_, problems := Parse(src, nil)
	if len(problems) != 1 || len(problems[0].Fixes) != 1 || problems[0].Fixes[0].Apply(src.Text) != "rooms = 5\nrows = 7 * rooms\n" {
		t.Errorf("%+v", problems)
	}
	for _, c := range [][2]string{{"hotelid", "hotel_id"}, {"x", ""}, {"hotel_id", ""}, {"dat", "date"}} {
		if got := Nearest(c[0], []string{"hotel_id", "date", "free"}); got != c[1] {
			t.Errorf("%s: %q", c[0], got)
		}
	}
}

func TestNames(t *testing.T) {
	w, problems := Parse(diag.NewSource("", "table = Shop.\"My Orders\"\nlen.Name = 5\nlen.\"Big.Name\".Street = 7\n"), nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if ks, table := w.TableName(); ks != "shop" || table != "My Orders" {
		t.Error(ks, table)
	}
	if w.Quantity("len.name") == nil || w.Quantity("len.Big.Name.street") == nil {
		t.Error(w.Quantities()[0].Name, w.Quantities()[1].Name)
	}
	if p := w.Set("len.NAME", "6"); p != nil || len(w.Quantities()) != 2 {
		t.Error(p)
	}
	if p := w.Set("len.Big.Name.street", "8"); p != nil || len(w.Quantities()) != 2 {
		t.Error(p, len(w.Quantities()))
	}
}

func TestParseAll(t *testing.T) {
	all, problems := ParseAll(diag.NewSource("", "n = 5\ntable = a\nrows = n\ntable = b\nrows = n * 2\n"))
	if len(problems) > 0 || len(all) != 2 || all[0].Table != "a" || all[1].Table != "b" {
		t.Fatal(all, problems)
	}
	v, _ := all[1].Eval()
	if x, _ := v.Get(Rows); x.Lo != number.Int(10) {
		t.Error(x)
	}
}

// TestForms: a form of a number that means nothing here is named once, with what
// to write instead.
func TestForms(t *testing.T) {
	for text, want := range map[string]string{
		"1.440":                   "`1.440` is no whole number; write 1440 or 1_440, if the point is to group digits; else a whole number",
		"1.5":                     "`1.5` is no whole number; write a whole number",
		"1,440":                   "a comma stands where none can; write 1440 or 1_440",
		"1,5":                     "`1,5` may be one number or several; write 1.5 for one number, sample(1, 5) for several",
		"1 440":                   "`1 440` may be one number or several; write 1440 for one number, sample(1, 440) for several",
		"1 000":                   "`1 000` may be one number or several; write 1000 for one number, sample(1, 000) for several",
		"1e30":                    "this number is too large; use a smaller number",
		"5 apples":                "`apples` is no unit; write an operator between the number and the name, or take the word out",
		"60 per minute * 31 days": "", "1/s * 90d": "", "s": "`s` is a unit without a number; write 1s, or a rate such as 40/s", "5/m": "`m` is a unit without a number; write min or month",
		"60 per guest":    "`guest` is no unit of time; write such as 60 per min, or / to divide by a quantity",
		"60 every minute": "`every` is no operator; write 60/min, or 60 per min",
		"60 * 31d / 1min": "",
		"1/s":             "`1/s` is a rate; write for how long it goes on: 1/s * 31d in 31 days; a line written = 1/s says how they come",
		"5 -- x":          "`--` begins no comment here; write # before the comment",
		"5 --x":           "`--` begins no comment here; write # before the comment",
		"5 # x":           "", "1_440": "", "1.5k": "", "3 * 1.5": "", "80 120 95": "", "-5 + 10": "",
		"20..100..1.5": "`1.5` is no whole number; write a whole number",
	} {
		_, problems := ParseAll(diag.NewSource("w", "rows = "+text+"\n"))
		var said []string
		for _, p := range problems {
			said = append(said, p.Message+"; "+p.Instead)
		}
		if got := strings.Join(said, "\n"); got != want {
			t.Errorf("%s: %s\nwant %s", text, got, want)
		}
	}
}

// TestRates: a rate is so many a second wherever it stands, and is refused where how many there are is asked
// for, also by its name. A quantity that is called like a unit counts first.
func TestRates(t *testing.T) {
	for _, test := range []struct{ text, name, want string }{
		{"writes = 1/s", "writes", "1"}, {"writes = 5/min", "writes", "0.083333"}, {"writes = 100/h", "writes", "0.027778"}, {"writes = 2/day", "writes", "0.000023"}, {"writes = 1/second", "writes", "1"},
		{"writes = 90 / min", "writes", "1.5"}, {"writes = 30 per 15 min", "writes", "0.033333"}, {"writes = 60/min..120/min", "writes", "1 to 2"}, {"reads = 1/s + 60 per minute", "reads", "2"},
		{"stream = 24 MB/s", "stream", "24000000"}, {"rows = 100/h * 90d", Rows, "216000"}, {"rate = 5/min\nrows = rate * 1d", Rows, "7200"}, {"day = 5\nrows = 20/day", Rows, "4"},
		{"written = 5/min", WrittenEvery, "12"}, {"written = 5/min", WrittenRows, "1"}, {"n = 4\nwritten = n * 2 per day", WrittenEvery, "10800"}, {"written = 5 every 1min", WrittenEvery, "60"},
		{"rows = 5/min", "", "`5/min` is a rate; write for how long it goes on: 5/min * 31d in 31 days; a line written = 5/min says how they come"},
		{"rate = 5/min\nrows = 2 * rate", "", "`2 * rate` is a rate; write for how long"}, {"partitions = 10 + 2/day", "", "`10 + 2/day` is a rate; write for how long"},
		{"ttl = 1/s", "", "`1/s` is a rate; write a number without a time"}, {"len.v = 2/day", "", "`2/day` is a rate; write a number without"}, {"yearly = 20%/y", "", "`20%/y` is a rate; write a number without"},
		{"fill = 1/s", "", "`1/s` is a rate"}, {"written = over 5/day", "", "`5/day` is a rate"}, {"written = 5/day every 1d", "", "`5/day` is a rate"}, {"written = 0/s", "", "division by zero"}, {"written = 1..2/s", "", "`written` does not say when"},
		{"grow = 100/day * t in t", "", "`100/day * t` is a rate; write * 1d behind the rate: 100/day * 1d * t, which is 100 * t"}, {"r = 1/s\ngrow = 5 + r * t in t", "", "`5 + r * t` is a rate"}, {"rows = 5\ngrow = 100/day * 1d * t in t", Rows, "5"},
	} {
		w, problems := Parse(diag.NewSource("", test.text), nil)
		var v *Values
		if len(problems) == 0 {
			v, problems = w.Eval()
		}
		if len(problems) > 0 {
			if got := problems[0].Message + "; " + problems[0].Instead; test.name != "" || !strings.HasPrefix(got, test.want) {
				t.Errorf("%s: %s, want %s", test.text, got, test.want)
			}
			continue
		}
		x, _ := v.Get(test.name)
		got := x.Lo.String()
		if !x.Exact() {
			got += " to " + x.Hi.String()
		}
		if got != test.want {
			t.Errorf("%s: %s is %s, want %s", test.text, test.name, got, test.want)
		}
	}
	w, _ := Parse(diag.NewSource("", "rows = 5\ngrow = 100/day * 1d * t in t"), nil)
	v, _ := w.Eval()
	if rows, _ := v.RowsAt(number.Int(3)); rows.Hi != number.Int(300) {
		t.Errorf("after 3 days there are %v rows", rows.Hi)
	}
}
