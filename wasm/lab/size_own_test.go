package lab

import (
	"strings"
	"testing"

	"partitionlab/wasm/number"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/view"
)

// TestByWeight: what each row stores comes before what a partition stores once, numbers of
// elements before lengths, and then all stands as in the text of the table.
func TestByWeight(t *testing.T) {
	const text = "CREATE TABLE shop.orders (customer text, id int, street text static, zip text static, note text, city text, items map<int, int>, PRIMARY KEY (customer, id));"
	s := func(names ...string) (out []sizing.Assumption) {
		for _, n := range names {
			out = append(out, sizing.Assumption{Name: n})
		}
		return out
	}
	column := func(name string, kind schema.ColumnKind) *schema.Column {
		return &schema.Column{Name: name, Kind: kind}
	}
	table := &schema.Table{Name: "orders", PartitionKey: []*schema.Column{column("customer", schema.PartitionKey)},
		Statics:  []*schema.Column{column("street", schema.Static), column("zip", schema.Static)},
		Regulars: []*schema.Column{column("city", schema.Regular), column("note", schema.Regular), column("items", schema.Regular)}}
	var got []string
	for _, a := range byWeight(s("len.customer", "len.street", "len.zip", "len.city", "len.note", "count.items"), table, text) {
		got = append(got, a.Name)
	}
	if got, want := strings.Join(got, " "), "count.items len.note len.city len.customer len.street len.zip"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestRates: who types a rate learns what to write.
func TestRates(t *testing.T) {
	for text, want := range map[string]string{"60 per year * 10 years": "60 * 10", "60 every 365d": "60", "60 * 10": "", "super": "", "12..40 rooms": ""} {
		if got := withoutRates(text); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestProvisional: the answer for a reader's own schema is a firm one when all that
// matters for it was entered, and names what was not until then.
func TestProvisional(t *testing.T) {
	const fence = "id = s1\ntitle = x\ntable = lab.t\nrows = n\nn = 5 | slider 1..9\nlen.note = 20\n%cql:\nCREATE TABLE t (a int, b int, note text, PRIMARY KEY (a, b));\n"
	const orders = "CREATE TABLE o (shop uuid, id int, note text, city text, zip text, items map<int, text>, total bigint, flag ascii, PRIMARY KEY (shop, id));"
	const addressed = "CREATE TYPE address (street text, zip text, no int); CREATE TABLE o (shop uuid, id int, dest frozen<address>, attrs map<text, text>, PRIMARY KEY (shop, id));"
	for _, x := range []struct {
		ask, schema string
		in          Inputs
		want        string // said of it; "" where the answer is firm
	}{
		{"", "", nil, ""},
		{"", orders, nil, "1,000 rows are assumed. 85 % of the bytes are assumed: those of items, city, flag and 2 more columns."},
		{"", orders, Inputs{"rows": "400"}, "85 % of the bytes are assumed: those of items, city, flag and 2 more columns."},
		{"ask = values\n", orders, nil, "1,000 rows are assumed."},
		{"ask = values\n", orders, Inputs{"rows": "400"}, ""},
		{"", orders, Inputs{"rows": "400", "count.items": "50", "len.items.value": "10", "len.note": "500", "len.city": "12"}, ""},
		{"", orders, Inputs{"rows": "400", "count.items": "50", "len.items.value": "10", "len.note": "20", "len.city": "12", "len.zip": "5", "len.flag": "1"}, ""},
		{"", "CREATE TABLE o (id uuid PRIMARY KEY, total bigint);", nil, ""},
		{"", "CREATE TABLE o (id uuid PRIMARY KEY, name text);", nil, "those of name."},
		// Of a column that is known in part, only the other part is assumed.
		{"", addressed, Inputs{"rows": "400"}, "87 % of the bytes are assumed: those of attrs and dest."},
		{"", addressed, Inputs{"rows": "400", "count.attrs": "6", "len.dest.street": "500"}, "of the bytes are assumed: those of attrs and dest."},
		{"", addressed, Inputs{"rows": "400", "count.attrs": "6", "len.attrs.key": "8", "len.attrs.value": "12", "len.dest.street": "500"}, ""},
		// A column more in the table of the fence, which has rows.
		{"", "CREATE TABLE t (a int, b int, note text, tags set<text>, PRIMARY KEY (a, b));", nil, "those of tags."},
	} {
		s, diags := Parse("size", strings.Replace(fence, "%", x.ask, 1), nil)
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		in := Inputs{}
		for k, v := range x.in {
			in[k] = v
		}
		if x.schema != "" {
			in[codeKey] = x.schema
		}
		said := Run(s, in).Sentence
		if provisional := strings.Contains(said, "assumed"); provisional != (x.want != "") || !strings.Contains(strings.ReplaceAll(said, number.Space, " "), x.want) {
			t.Errorf("%s%s %v: %s\nwant %q", x.ask, x.schema, x.in, said, x.want)
		}
		if sent, _, _ := strings.Cut(s.Address("https://example.org/", in), "#"); strings.Contains(sent, "city") || strings.Contains(sent, "items") {
			t.Errorf("%v: a server gets to see names of the reader's: %s", x.in, sent)
		}
	}
}

// TestWrongNumber: a number that cannot be read leaves the answer to the last whole one, and
// to none that was there only while somebody typed.
func TestWrongNumber(t *testing.T) {
	s, diags := Parse("size", "id = s1\ntitle = x\ntable = lab.m\nrows = n\nn = 150 | slider 1..9000\ncql:\nCREATE TABLE m (a int, b int, PRIMARY KEY (a, b));\n", nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	for _, x := range []struct{ typed, want string }{
		{"150 2,000 1 1. 1.5 1.5x", "2,000"}, // all of it replaced
		{"150 2,000 1.5x", "2,000"},
		{"150 2,000  1.5x", "2,000"}, // emptied first
		{"150 1 15 15x", "150"},      // 15 was on the way
		{"150 15 1 1x", "150"},
	} {
		r := s.Start()
		for _, text := range strings.Split(x.typed, " ") {
			r.Set("n", text)
			r.Run()
		}
		if said := strings.ReplaceAll(r.Answer().Sentence, number.Space, " "); !strings.Contains(said, " "+x.want+" rows") {
			t.Errorf("%s: the answer is %q, want that for %s rows", x.typed, said, x.want)
		}
	}
}

// TestWrongBehindALink: where a link brings a number that cannot be read, nobody has seen an answer
// before: it is that of the reader's own table without the number.
func TestWrongBehindALink(t *testing.T) {
	s, diags := Parse("size", "id = s1\ntitle = x\ntable = lab.m\nrows = n\nn = 150 | slider 1..9000\ncql:\nCREATE TABLE m (a int, b int, PRIMARY KEY (a, b));\n", nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	const own = "CREATE TABLE o (a int, b timestamp, v text, PRIMARY KEY (a, b));"
	want := Run(s, Inputs{codeKey: own, "len.v": "40"})
	o := Run(s, Inputs{codeKey: own, "len.v": "40", "rows": "20 apples per tree"})
	if o.Problems.Of("rows") == "" || o.Values["disk.bytes"] != want.Values["disk.bytes"] || !strings.Contains(o.Sentence, "The answer still belongs to") || strings.Contains(o.Sentence, "earlier schema") {
		t.Errorf("%s %v, want %s", o.Sentence, o.Problems, want.Sentence)
	}
	if o := Run(s, Inputs{codeKey: "CREATE TABLE o (a int,", "rows": "20"}); !strings.Contains(o.Sentence, "earlier schema") {
		t.Errorf("no table: %s", o.Sentence)
	}
}

// TestOwnRate: rows of a reader's own table may be a rate, and are kept for so many days:
// then there are growth and a day, as in a sample.
func TestOwnRate(t *testing.T) {
	s, diags := Parse("size", "id = s1\ntitle = x\ntable = lab.m\nrows = n * days\nn = 200 | slider 1..900 | label Messages a day | unit messages\ndays = 365 | unit days\nwritten = n every 1d\ngrow = n * min(t, days) in t\ncql:\nCREATE TABLE m (a int, b timeuuid, PRIMARY KEY (a, b));\n", nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	const own = "CREATE TABLE o (a int, b timestamp, v double, PRIMARY KEY (a, b));"
	for _, x := range []struct {
		rows, kept, written string
		want                string // rows, day of 10 MB, last day of growth
		said                string
	}{
		{"", "", "", "1000  ", "1,000 rows are assumed"},
		{"1000", "", "", "1000  ", "1,000 rows."},
		{"24/day", "", "", "8760  365", "Kept for 365 days, it never passes 10 MB: it stays at 244 kB from day 365 on. You have not entered for how many days rows are kept: 365 are assumed."},
		{"24/day", "365", "", "8760  365", "it stays at 244 kB from day 365 on."},
		{"24 a day", "10", "", "240  10", ""},
		{"24 rows per day", "10", "", "240  10", ""},
		{"1/h", "10", "", "240  10", ""},
		{"1 every 15 min", "10", "", "960  10", ""},
		{"24/day", "forever", "", "8760 14595 ", "It passes 10 MB on day 14,595 (40 years) and 100 MB on day 143,905 (394 years). Kept for ever, it grows without end: these are its rows after 365 days."},
		{"24/day", "For ever", "", "8760 14595 ", "grows without end"},
		{"1000", "forever", "", "1000  ", "1,000 rows."},
		{"", "forever", "", "1000  ", "1,000 rows are assumed"},
		{"1/week", "700", "", "100  697", ""},
		{"1/s", "90", "", "7776000 5 90", "It passes 10 MB on day 5 and 100 MB on day 43"},
		{"10..30/day", "10", "", "300  10", "Below the target of 10 MB: up to 37,092/day; or up to 11,720 days."},
		{"0/day", "10", "", "0  0", ""},
		{"1000", "20", "", "1000  20", ""},
		{"7776000", "90", "", "7776000 5 90", "Below the target of 10 MB: up to 364,564 rows"},
		{"1000", "", "over 10y", "1000  ", ""},
		{"24/day", "0", "", "", "Write a number of days above 0."},
		{"24/apple", "", "", "", "is no number"},
	} {
		in := Inputs{codeKey: own}
		for key, text := range map[string]string{"rows": x.rows, "kept": x.kept, "written": x.written} {
			if text != "" {
				in[key] = text
			}
		}
		r := s.Start()
		r.State.Values = in
		o := r.Run()
		got := ""
		if v := o.Values; len(o.Problems) == 0 {
			got = v["rows"] + " " + v["day.10MB"] + " " + v["ends"]
		}
		if said := o.Sentence + o.View.PlainText(); got != x.want || !strings.Contains(strings.ReplaceAll(said, number.Space, " "), x.said) {
			t.Errorf("%s, %s days %s: %q, want %q %q: %s %v", x.rows, x.kept, x.written, got, x.want, x.said, o.Sentence, o.Problems)
		}
	}
	// What a TTL ends does not hang on days that nobody has entered.
	o := Run(s, Inputs{codeKey: strings.Replace(own, ";", " WITH default_time_to_live = 2592000;", 1), "rows": "24/day"})
	if said := o.Sentence + o.View.PlainText(); o.Values["rows"] != "984" || o.Values["ends"] != "41" || strings.Contains(said, "are assumed") || !strings.Contains(said, "= 8,760. They expire: at most 984 at a time") {
		t.Errorf("with a TTL: %s", o.Sentence)
	}
	if o := Run(s, Inputs{codeKey: strings.Replace(own, ";", " WITH default_time_to_live = 2592000;", 1)}); !strings.Contains(o.View.PlainText(), "at most 30, the time to live") {
		t.Error("a table with a TTL says for how long its rows are kept in other words")
	}
	// A counter has no elements.
	if o := Run(s, Inputs{codeKey: "CREATE TABLE o (a int PRIMARY KEY, n counter);"}); strings.Contains(o.View.PlainText(), "Elements of n") || !strings.Contains(o.View.PlainText(), "Replicas that lead updates of n (assumed)") {
		t.Errorf("a counter: %s", o.View.PlainText())
	}
	// So few a minute are told by no whole number.
	if o := Run(s, Inputs{codeKey: own, "rows": "1/min", "kept": "365"}); strings.Contains(strings.ReplaceAll(o.View.PlainText(), number.Space, " "), "up to 1/min") || !strings.Contains(o.View.PlainText(), "Below the guideline") {
		t.Errorf("a rate of few: %s", o.View.PlainText())
	}
	// A bucket of time in the key ends a partition, if rows are kept for longer.
	for _, x := range []struct{ bucket, rows, kept, want, said string }{
		{"month", "24/day", "", "744  31", "month in the partition key ends a partition after one month: these are its rows of 31 days."},
		{"month", "24/day", "forever", "744  31", "these are its rows of 31 days."},
		{"month", "24/day", "7", "168  7", ""},
		{"hour", "60/h", "", "60  1", "hour in the partition key ends a partition after one hour: these are its rows of that time."},
		{"date", "24/day", "18 months", "24  1", "date in the partition key ends a partition after one day: these are its rows of that time."},
		{"six_hours", "60/h", "", "360  1", "six_hours in the partition key ends a partition after six hours: these are its rows of that time."},
		{"month", "500", "18 months", "500  547", ""},
		{"bucket", "24/day", "10", "240  10", ""},
	} {
		own := "CREATE TABLE o (a int, " + x.bucket + " int, b timestamp, v double, PRIMARY KEY ((a, " + x.bucket + "), b));"
		in := Inputs{codeKey: own, "rows": x.rows, "kept": x.kept}
		o := Run(s, in)
		if got := o.Values["rows"] + " " + o.Values["day.10MB"] + " " + o.Values["ends"]; got != x.want || !strings.Contains(o.Sentence, x.said) || x.said == "" && strings.Contains(o.Sentence, "ends a partition") || strings.Contains(o.Sentence, "are assumed") {
			t.Errorf("%v: %q, want %q: %s %v", x, got, x.want, o.Sentence, o.Problems)
		}
	}
	// Where so many a day are asked for, a rate of any time will do.
	if o := Run(s, Inputs{"n": "2/h"}); o.Values["rows"] != "17520" || len(o.Problems) > 0 {
		t.Errorf("2/h: %s rows, %v", o.Values["rows"], o.Problems)
	}
}

// TestDayOfKept: headline, figure and limits tell of one partition, which begins empty and
// keeps rows for so many days.
func TestDayOfKept(t *testing.T) {
	const fence = "id = s1\ntitle = x\ntable = lab.t\nrows = n * days\nn = 200 | slider 1..900\ndays = 365 | label Days kept | unit days\nlen.note = 120\nwritten = n every 1d\ngrow = n * min(t, days) in t\ncql:\nCREATE TABLE t (a int, b timeuuid, note text, PRIMARY KEY (a, b));\n"
	s, diags := Parse("size", fence, nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	more, diags := Parse("size", strings.Replace(fence, "n * days", "n * days * 100", 1), nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	if o := Run(more, nil); !strings.Contains(strings.ReplaceAll(o.Sentence, number.Space, " "), "Its growth ends at 73,000 rows, below these") {
		t.Errorf("more rows than growth ever gives: %s", o.Sentence)
	}
	for days, want := range map[string][]string{
		"30":   {"comfortable. 6,000 rows. It never passes 10 MB: it stays at 899 kB from day 30 on.", "It never reaches 10 MB: it stays at 899 kB from day 30 on", "up to 331 days"},
		"365":  {"It passes 10 MB on day 332, and never 100 MB: it stays at 11.0 MB from day 365 on.", "up to 331 days"},
		"4000": {"It passes 10 MB on day 332 and 100 MB on day 3,312 (9.1 years). It stays at 121 MB from day 4,000 (11 years) on.", "up to 3,311 days"},
	} {
		o := Run(s, Inputs{"days": days})
		said := strings.ReplaceAll(o.Sentence+o.View.PlainText(), number.Space, " ")
		for _, w := range want {
			if !strings.Contains(said, w) {
				t.Errorf("%s days: no %q in %s", days, w, o.Sentence)
			}
		}
	}
}

// TestChangedIsShown: a tab that holds an input which is not at its default is open, instead
// of the one that the fence opens.
func TestChangedIsShown(t *testing.T) {
	const schema = "cql:\nCREATE TABLE t (a int, b int, note text, PRIMARY KEY (a, b));\n"
	for _, x := range []struct {
		kind, fence string
		in          Inputs
		want        string
	}{
		{"size", "rows = n\nn = 5 | slider 1..9\nopen = models\n" + schema, nil, "models"},
		{"size", "rows = n\nn = 5 | slider 1..9\nopen = models\n" + schema, Inputs{"n": "7"}, "models"},
		{"size", "rows = n\nn = 5 | slider 1..9\nopen = models\n" + schema, Inputs{"len.note": "70"}, "inputs"},
		{"size", "rows = n\nn = 5 | slider 1..9\n" + schema, Inputs{"written": "live"}, "inputs"},
		{"size", "rows = n\nn = 5 | slider 1..9\n" + schema, Inputs{"preset": "4.0"}, "inputs"},
		{"size", "rows = n\nn = 5 | slider 1..9\npartitions = 70\nnodes = 3\nreads = 9\n" + schema, Inputs{"reads": "70"}, "cluster"},
		{"ring", "nodes = 6\nrf = 3\nshow = nodes\nkeys = AZ1\n", Inputs{"nodes": "7"}, ""},
		{"ring", "nodes = 6\nrf = 3\nshow = nodes\nkeys = AZ1\n", Inputs{"rf": "2"}, "more"},
		{"layout", schema + "INSERT INTO t (a, b) VALUES (1, 2);\n", Inputs{"format": "oa"}, "inputs"},
	} {
		s, diags := Parse(x.kind, "id = s1\ntitle = x\n"+x.fence, nil)
		for _, d := range diags {
			t.Fatal(x.kind, x.fence, d.Message)
		}
		var open []string
		var visit func(n *view.Node)
		visit = func(n *view.Node) {
			name, _ := n.Attr("data-key")
			if class, _ := n.Attr("class"); strings.HasPrefix(class, "tab ") {
				if _, is := n.Attr("open"); is {
					open = append(open, name)
				}
			}
			for _, c := range n.Kids() {
				visit(c)
			}
		}
		visit(Run(s, x.in).View)
		if got := strings.Join(open, " "); got != x.want {
			t.Errorf("%s %s%v: open is %q, want %q", x.kind, x.fence, x.in, got, x.want)
		}
	}
}

// TestShareWithoutPercent: 80 where a share is asked for is 8,000 %, and the field says so.
func TestShareWithoutPercent(t *testing.T) {
	s, diags := Parse("size", "id = s1\ntitle = x\ntable = lab.t\nrows = n * full\nn = 500\nfull = 60% | label Full\ncql:\nCREATE TABLE t (a int, b int, PRIMARY KEY (a, b));\n", nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	const offer = "For a share of one hundred, write 80%."
	for text, want := range map[string]bool{"80": true, "80%": false, "0.8": false, "1": false} {
		said := Run(s, Inputs{"full": text}).View.PlainText()
		if got := strings.Contains(said, offer); got != want || want && !strings.Contains(said, "This is "+number.Percent(80)+". "+offer) {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// TestDefaultOfThePage: what the page says of its own table is typed for a column of the
// reader's that has the same name: it counts, in the address, too.
func TestDefaultOfThePage(t *testing.T) {
	s, diags := Parse("size", "id = s1\ntitle = x\ntable = lab.t\nrows = n\nn = 5 | slider 1..9\nlen.note = 20\ncql:\nCREATE TABLE t (a int, b int, note text, PRIMARY KEY (a, b));\n", nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	r := s.Start()
	r.Set("len.note", "20")
	if n := len(r.Kept(false).Changes); n != 0 || len(r.State.Values) != 0 {
		t.Errorf("the default of the table of the page: %d changes, %v", n, r.State.Values)
	}
	r.Set(codeKey, "CREATE TABLE o (a int, b int, note text, PRIMARY KEY (a, b));")
	if before := r.Run().Sentence; !strings.Contains(before, "those of note") {
		t.Errorf("before: %s", before)
	}
	r.Set("rows", "400")
	r.Set("len.note", "20")
	if said := r.Run().Sentence; strings.Contains(said, "assumed") {
		t.Errorf("after: %s", said)
	}
	if n := len(r.Kept(false).Changes); n != 3 {
		t.Errorf("%d changes in the address, want the text, rows and the length", n)
	}
}

// TestOwnFieldsStay: while the reader's own text has an error, or has no table yet, the fields
// are those of the table before, with what was typed into them, and nothing is said of a
// number that was right.
func TestOwnFieldsStay(t *testing.T) {
	s, diags := Parse("size", "id = s1\ntitle = x\ntable = lab.m\nrows = n * days\nn = 200 | slider 1..900 | label Messages a day | unit messages\ndays = 365 | unit days\nlen.body = 80 | label Length of body\nwritten = n every 1d\ngrow = n * min(t, days) in t\ncql:\nCREATE TABLE m (a int, b timeuuid, body text, PRIMARY KEY (a, b));\n", nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	const own = "CREATE TABLE o (a int, b timestamp, v text, PRIMARY KEY (a, b));"
	const two = "CREATE TABLE first (k int, c int, w text, PRIMARY KEY (k, c)); " + own
	fields := func(o *Output) (shown, wrong []string) {
		var visit func(n *view.Node)
		visit = func(n *view.Node) {
			if key, _ := n.Attr("data-input"); key == "n" || key == "rows" || key == "kept" || strings.HasPrefix(key, "len.") {
				value, _ := n.Attr("value")
				shown = append(shown, key+"="+value)
			}
			if class, _ := n.Attr("class"); class == "error" {
				wrong = append(wrong, n.PlainText())
			}
			for _, c := range n.Kids() {
				visit(c)
			}
		}
		visit(o.View)
		return shown, wrong
	}
	for _, x := range []struct{ before, text, table, want string }{
		{own, own[:len(own)-2], "", "rows=400/day kept=90 len.v=10"},
		{own, "", "", "rows=400/day kept=90 len.v=10"},
		{own, "CREATE TYPE x (y wrong);" + own, "", "rows=400/day kept=90 len.v=10"},
		{two, strings.Replace(two, "w text", "w txt", 1), "lab.first", "rows=400/day kept=90 len.w=10"},
		{two, strings.Replace(two, "v text", "v txt", 1), "lab.o", "rows=400/day kept=90 len.v=10"},
		// Who begins with an error has the fields of the page, and of the tables that are whole.
		{"", own[:len(own)-2], "", "n=200 len.body=80 rows=400/day"},
		{"", strings.Replace(two, "w text", "w txt", 1), "", "rows=400/day kept=90"},
	} {
		r := s.Start()
		if x.before != "" {
			r.Set(codeKey, x.before)
			r.Set("table", x.table)
			r.Run()
		}
		r.Set("rows", "400/day")
		r.Set("kept", "90")
		before := r.Run().Sentence
		r.Set(codeKey, x.text)
		o := r.Run()
		shown, wrong := fields(o)
		if got := strings.Join(shown, " "); got != x.want {
			t.Errorf("%s: the fields are %s, want %s", x.text, got, x.want)
		}
		for _, p := range o.Problems {
			if p.Field != codeKey {
				t.Errorf("%s: said of %s: %s", x.text, p.Field, p.Text)
			}
		}
		if x.before != "" && !strings.HasSuffix(o.Sentence, before) {
			t.Errorf("%s: the answer is %s, want that from before: %s; %v", x.text, o.Sentence, before, wrong)
		}
		r.Set(codeKey, own)
		r.Set("table", "")
		if o := r.Run(); o.Values["rows"] != "36000" {
			t.Errorf("%s, then mended: %s rows, %v", x.text, o.Values["rows"], o.Problems)
		}
	}
}

// A data center that a schema names is there: which ones there are decides no size.
func TestOwnSchemaNamesDatacenters(t *testing.T) {
	spec, _ := Parse("size", "id = s1\ntitle = x\ntable = lab.m\nrows = 9\ncql:\nCREATE TABLE m (a int, b timeuuid, PRIMARY KEY (a, b));\n", nil)
	for _, test := range []struct{ replication, wrong string }{
		{"{'class': 'NetworkTopologyStrategy', 'dc1': 2}", ""},
		{"{'class': 'NetworkTopologyStrategy', 'dc1': 2, 'dc2': 3}", ""},
		{"{'class': 'NetworkTopologyStrategy', 'a,b': 2}", "Unrecognized strategy option {a,b}"},
		{"{'class': 'SimpleStrategy', 'dc1': 2}", "Unrecognized strategy option {dc1}"},
	} {
		r := spec.Start()
		r.State.Values = Inputs{codeKey: "CREATE KEYSPACE s WITH replication = " + test.replication + ";\nCREATE TABLE s.t (k int, c int, v int, PRIMARY KEY (k, c));\n"}
		o := r.Run()
		said := ""
		for _, p := range o.Problems {
			said += p.Text
		}
		if test.wrong == "" && (said != "" || o.Values["disk.bytes"] == "") || !strings.Contains(said, test.wrong) {
			t.Errorf("%s: %q, %s", test.replication, said, o.Sentence)
		}
		r.Close()
	}
}

// TestProvisionalAbove: what is above a line although much of it is assumed says both, and a
// column that decides next to nothing is not named for it.
func TestProvisionalAbove(t *testing.T) {
	s, diags := Parse("size", "id = s1\ntitle = x\ntable = lab.t\nrows = n\nn = 5 | slider 1..9\ncql:\nCREATE TABLE t (a int, b int, PRIMARY KEY (a, b));\n", nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	const own = "CREATE TABLE o (shop text, id int, note text, city text, PRIMARY KEY (shop, id));"
	for _, x := range []struct{ rows, mood, word, more, without string }{
		{"100", "watch", "provisional", "those of city and note.", "shop"},
		{"700000", "watch", "above the target, provisional", "times the target of 10 MB, below the guideline of 100 MB", "shop"},
		{"9M", "bad", "too big, provisional", "times the guideline of 100 MB. ", "up to"},
		{"1..9M", "bad", "too big, provisional", "up to 3.5 times the guideline of 100 MB. ", "shop"},
		{"0", "fine", "comfortable", "0 rows.", "assumed"},
	} {
		r := s.Start()
		r.State.Values = Inputs{codeKey: own, "rows": x.rows}
		o := r.Run()
		a := o.View.Find(func(n *view.Node) bool { return n.Tag == "output" })
		class, _ := a.Attr("class")
		said := strings.ReplaceAll(a.PlainText(), number.Space, " ")
		if class != "answer "+x.mood || !strings.Contains(said, ": "+x.word+".") || !strings.Contains(said, x.more) || strings.Contains(said, x.without) {
			t.Errorf("%s rows: %s %s\nwant %s %s, %s", x.rows, class, said, x.mood, x.word, x.more)
		}
	}
}

// TestSeveralTables: where the reader's text has several tables, the one that is sized is
// chosen beside the answer, once.
func TestSeveralTables(t *testing.T) {
	s, diags := Parse("size", "id = s1\ntitle = x\ntable = lab.t\nrows = n\nn = 5 | slider 1..9\ncql:\nCREATE TABLE t (a int, b int, PRIMARY KEY (a, b));\n", nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	const one = "CREATE TABLE first (a int, b int, PRIMARY KEY (a, b));"
	for text, want := range map[string]string{"": "", one: "", one + " CREATE TABLE second (k int, c int, t text, PRIMARY KEY (k, c));": "Table that is sized, of 2firstsecond"} {
		r := s.Start()
		r.Set(codeKey, text)
		v := r.Run().View
		fields := v.Find(func(n *view.Node) bool {
			key, _ := n.Attr("data-key")
			return key == "field-table" || key == "field-n" || key == "field-rows"
		})
		count := strings.Count(view.HTML(v), `data-input="table"`)
		if got := fields.PlainText(); (want == "") != !strings.Contains(got, "Table that is sized") || !strings.HasPrefix(got, want) || want != "" && count != 1 {
			t.Errorf("%s: %q, %d times, want %q", text, got, count, want)
		}
		if want == "" {
			continue
		}
		r.Set("table", "lab.second")
		if o := r.Run(); !strings.Contains(view.HTML(o.View), `data-input="len.t"`) || len(o.Problems) > 0 {
			t.Errorf("the other is not sized: %v", o.Problems)
		}
	}
}
