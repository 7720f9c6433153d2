package lab

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/lab/input"
	"partitionlab/wasm/number"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/version"
	"partitionlab/wasm/view"
	"partitionlab/wasm/workload"
)

// What a size widget offers to copy is a table that the server accepts.
func TestSplitsAreAccepted(t *testing.T) {
	for _, schema := range []string{
		"CREATE TABLE t (a text, b date, c smallint, v text, w set<int>, s int static, PRIMARY KEY (a, b, c)) WITH CLUSTERING ORDER BY (b DESC, c ASC) AND comment = 'x';",
		"CREATE TABLE t (a int, day date, b timestamp, n counter, PRIMARY KEY ((a, day), b)) WITH gc_grace_seconds = 3600;",
		`CREATE TYPE "Place" (x int, y text);
CREATE TABLE "T" (a text, month int, b timeuuid, p frozen<"Place">, m map<text, frozen<"Place">>, PRIMARY KEY (a, b)) WITH default_time_to_live = 7776000
  AND compaction = {'class': 'SizeTieredCompactionStrategy', 'bucket_high': '1.7'} AND compression = {'class': 'ZstdCompressor', 'compression_level': '3'};`,
		"CREATE TABLE t (a text, b int, v text, PRIMARY KEY (a, b)) WITH compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'DAYS', 'compaction_window_size': '3'} AND compression = {'enabled': false};",
	} {
		s, diags := Parse("size", "id = s1\ntitle = x\nrows = 3e6\nwritten = 1000 every 1h\ndistinct.b = 1000\ncql:\n"+schema+"\n", nil)
		for _, d := range diags {
			t.Fatal(d.Message)
		}
		found := 0
		var visit func(n *view.Node)
		visit = func(n *view.Node) {
			if class, _ := n.Attr("class"); class == "proposal-cql" {
				found++
				if d := judge(nil, version.V50, schema, n.PlainText()).refusal(); d != nil {
					t.Errorf("refused: %s\n%s", d.Message, n.PlainText())
				}
			}
			for _, c := range n.Kids() {
				visit(c)
			}
		}
		visit(Run(s, nil).View)
		if found < 3 {
			t.Errorf("%d splits of %s", found, schema)
		}
	}
}

// However long a sample or a text is, there is an answer, and soon.
func TestLongInputs(t *testing.T) {
	s, _ := Parse("size", "id = s1\ntitle = x\nrows = n\nn = 5\ncql:\nCREATE TABLE t (a int, b int, PRIMARY KEY (a, b));\n", nil)
	sample := ""
	for range 9000 {
		sample += "120 7 "
	}
	for _, in := range []Inputs{{"n": sample}, {"n": sample[:25_000]}, {"partitions.t": sample}, {"centers": sample}, {"compare": sample}} {
		if o := Run(s, in); o.Sentence == "" || o.View == nil {
			t.Errorf("no answer for %.20v", in)
		}
	}
	if o := Run(s, Inputs{"n": sample[:25_000]}); o.Values["p50.bytes"] == "" {
		t.Error("a long sample is no distribution")
	}
}

// Whatever is typed into a widget with all sections, or into one that compares,
// there is an answer, ids are unique, and the next view can be reached by patches.
func TestAnyInputGivesSections(t *testing.T) {
	const lines = "id = s1\ntitle = x\ntable = lab.t\nn = 5 | label N\nrows = n * 20\ngrow = n * t in t\nwritten = n every 1d\nttl = 30d\npartitions = 70\nrows.u = n\npartitions.u = 9\ncompare = lab.u\n"
	const tables = "CREATE TABLE t (a int, b int, c text, PRIMARY KEY (a, b));\nCREATE TABLE u (a int, b int, PRIMARY KEY (a, b));\n"
	for kind, body := range map[string]string{
		"size":     lines + "cql:\n" + tables,
		"measured": "id = s1\ntitle = x\ntable = lab.t\nrows = n\nn = 5\nschema:\n" + tables + "cql:\nnothing\n",
	} {
		s, diags := Parse(kind, body, nil)
		for _, d := range diags {
			t.Fatal(d.Message)
		}
		r := s.Start()
		before := view.Normal(r.Run().View)
		for i, in := range variations(s) {
			if i%11 != 0 { // each takes some milliseconds
				continue
			}
			r.State.Values = in
			o := r.Run()
			if o.Sentence == "" {
				t.Fatalf("%s %.60q: no answer", kind, in)
			}
			now := view.Normal(o.View)
			if got := view.Apply(before, view.Diff(before, now)); view.HTML(view.Normal(got)) != view.HTML(now) {
				t.Fatalf("%s %.60q: patches lead elsewhere", kind, in)
			}
			before = now
			seen := map[string]bool{}
			var visit func(n *view.Node)
			visit = func(n *view.Node) {
				if id, ok := n.Attr("id"); ok {
					if seen[id] {
						t.Fatalf("%s %.60q: the id %s stands twice", kind, in, id)
					}
					seen[id] = true
				}
				for _, c := range n.Kids() {
					visit(c)
				}
			}
			visit(now)
		}
	}
}

// The fields of a reader's own table stay where they are, whatever is typed into one of
// them: a field that leaves takes the focus along, and what is still to be typed is lost.
func TestFieldsStay(t *testing.T) {
	s, diags := Parse("size", "id = s1\ntitle = x\nrows = n\nn = 5 | slider 1..9\nshow = n\ncql:\nCREATE TABLE t (a int, b int, PRIMARY KEY (a, b));\n", nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	var fields func(n *view.Node, out []string) []string
	fields = func(n *view.Node, out []string) []string {
		if key, ok := n.Attr("data-input"); ok {
			out = append(out, key)
		}
		for _, c := range n.Kids() {
			out = fields(c, out)
		}
		return out
	}
	for _, text := range []string{
		"CREATE TYPE address (street text, city text); CREATE TABLE c (region text, id uuid, name text, home frozen<address>, tags map<text, text>, note text, PRIMARY KEY ((region), id));",
		"CREATE TABLE shop.d (k text PRIMARY KEY, v text, l list<text>);",
		"CREATE TYPE s.p (x text); CREATE TABLE s.d (k text, c text, s text static, v set<frozen<p>>, PRIMARY KEY (k, c)); CREATE TABLE s.e (k int PRIMARY KEY);",
	} {
		before := fields(Run(s, Inputs{"q": text}).View, nil)
		typed := 0
		for _, key := range before {
			if f := s.field(key); f == nil || f.Type != input.Quantity || key == "written" { // which is a choice, of one more
				continue
			}
			typed++
			for _, value := range []string{"2", "20", "", "x", "1.", "1000000000000"} {
				after := slices.DeleteFunc(fields(Run(s, Inputs{"q": text, key: value}).View, nil), func(one string) bool { return !slices.Contains(before, one) })
				if !slices.Equal(before, after) {
					t.Errorf("%s = %q:\n%q, before\n%q", key, value, after, before)
				}
			}
		}
		if typed < 3 {
			t.Errorf("only %d fields of %s: %q", typed, text, before)
		}
	}
}

// The many fields of a cluster stand in groups that say what they are about.
func TestClusterFieldsAreGrouped(t *testing.T) {
	s, _ := Parse("size", "id = size1\ntitle = How big?\nschema = hotel\ntable = hotel.available_rooms_by_hotel_date\nrows = rooms\nrooms = 5\nlen.hotel_id = 5\n", schemaFile)
	s.Alone = true
	tab := Run(s, Inputs{"centers": "berlin, oslo"}).View.Find(func(n *view.Node) bool { v, _ := n.Attr("data-key"); return v == "cluster" })
	got := map[string][]string{}
	var walk func(n *view.Node, group string)
	walk = func(n *view.Node, group string) {
		if n.Tag == "fieldset" {
			group = n.Children[0].PlainText()
		}
		if key, ok := n.Attr("data-input"); ok {
			got[group] = append(got[group], key)
		}
		for _, c := range n.Children {
			walk(c, group)
		}
	}
	walk(tab, "")
	want := map[string][]string{
		"Data":             {"partitions", "compression", "versions", "yearly"},
		"Copies":           {"rf", "racks", "rf.berlin", "racks.berlin", "rf.oslo", "racks.oslo", "centers"},
		"Reads and writes": {"writes", "reads", "nodeops"},
		"Disks":            {"disk", "fill", "snapshots", "stream", "compaction"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What was measured is judged by itself first: a partition above the guideline is too big,
// whether it was computed so or not.
func TestMeasuredIsJudgedFirst(t *testing.T) {
	for _, c := range []struct{ ask, bytes, headline, word, then string }{
		{"largest", "130000000", "The largest takes 130 MB to 155 MB", "too big", "That is 1.6 times the guideline of 100 MB. Measured and computed differ."},
		{"agreement", "130000000", "The largest takes 130 MB to 155 MB", "too big", "That is 1.6 times the guideline of 100 MB. Measured and computed differ."},
		{"largest", "1131752", "The largest takes 943 kB to 1.13 MB", "comfortable", "Measured and computed agree."},
		{"agreement", "1131752", "Measured and computed agree", "", "The largest takes 943 kB to 1.13 MB: comfortable."},
	} {
		s, _ := Parse("measured", "id = m1\ntitle = x\nask = "+c.ask+"\nschema = hotel\ntable = hotel.available_rooms_by_hotel_date\nrows = rooms * 730\nrooms = 100\nlen.hotel_id = 5\n", schemaFile)
		answer := Run(s, Inputs{"paste": "hotel/available_rooms_by_hotel_date histograms\nPercentile Read Latency Write Latency SSTables Partition Size Cell Count\nMax 0 0 0 " + c.bytes + " 73000\n"}).View.Find(func(n *view.Node) bool { v, _ := n.Attr("class"); return strings.HasPrefix(v, "answer") }).PlainText()
		answer = strings.ReplaceAll(answer, number.Space, " ")
		if !strings.HasPrefix(answer, c.headline) || !strings.Contains(answer, c.word) || !strings.Contains(answer, c.then) {
			t.Errorf("%s, %s B: %s", c.ask, c.bytes, answer)
		}
	}
}

// What a section asks for, sizes work with: a file that says it is not told that nothing does.
func TestSectionsAskForWhatIsUsed(t *testing.T) {
	text := "table = t\nrows = 1\n"
	for _, s := range sections {
		for _, f := range s.knobs {
			text += f.Key + " = 1\n"
		}
	}
	works, problems := workload.ParseAll(diag.NewSource("", text))
	for _, p := range append(problems, sizing.Unused(works)...) {
		t.Errorf("%s: %s", p.Name, p.Message)
	}
}
