package lab

import (
	"strconv"
	"strings"
	"testing"

	"partitionlab/wasm/view"
)

func runSpec(t *testing.T, text string) *Spec {
	t.Helper()
	s, diags := Parse("run", "id = r\ntitle = Readings\nschema = sensors\ncql:\n"+text, schemaFile)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	return s
}

const manyReadings = `-- lab:repeat 20000
INSERT INTO sensors.sensor_readings (sensor_id, day, reading_time, temperature) VALUES ('s', '2026-01-15', '2026-01-15 00:00:00+0000', 1);
SELECT sensor_id, day, count(*) FROM sensors.sensor_readings GROUP BY sensor_id, day;
SELECT reading_time FROM sensors.sensor_readings WHERE sensor_id = 's' AND day = '2026-01-15' AND reading_time >= '2026-01-15 00:00:10+0000' LIMIT 1;`

// A script that runs in steps gives the answer of one that runs at once.
func TestScriptInSteps(t *testing.T) {
	want := view.HTML(Run(runSpec(t, manyReadings), nil).View)
	run := runSpec(t, manyReadings).Start()
	defer run.Close()
	run.Begin()
	n := 0
	for more := 0; !run.Step(func() bool { more++; return more%3 != 0 }); n++ {
	}
	if n < 10 {
		t.Errorf("%d steps", n)
	}
	if got := view.HTML(run.Answer().View); got != want {
		t.Error("in steps the answer is another")
	}
	if !strings.Contains(want, ">20000<") || !strings.Contains(want, "2026-01-15T00:00:10.000Z") {
		t.Error("the repeated write did not make 20,000 rows, a millisecond apart")
	}
}

// A script that is stopped shows what it has done so far.
func TestScriptIsStopped(t *testing.T) {
	run := runSpec(t, strings.Replace(manyReadings, "20000", "1000000", 1)).Start()
	defer run.Close()
	run.Begin()
	once := func() func() bool {
		left := 2
		return func() bool { left--; return left > 0 }
	}
	for range 5 {
		if run.Step(once()) {
			t.Fatal("a million writes are done at once")
		}
	}
	run.Do("stop", "")
	if !run.Step(func() bool { return true }) {
		t.Fatal("the script goes on")
	}
	if got := view.HTML(run.Answer().View); !strings.Contains(got, "Stopped here.") || strings.Contains(got, ">1000000<") {
		t.Error("the answer does not say that the script was stopped")
	}
	// Another script, begun while one is at work, ends that one; and so does Close.
	for range 3 {
		run.Begin()
		run.Step(once())
	}
}

// The buttons of the widget write into the script, and take back.
func TestOperate(t *testing.T) {
	s, _ := Parse("run", "id = r\ntitle = Readings\nschema = sensors\noperations = yes\ncql:\nSELECT * FROM sensors.sensor_readings;", schemaFile)
	for _, tt := range [][3]string{
		{"SELECT 1;", "flush", "SELECT 1;\n-- lab:flush\n"},
		{"SELECT 1;\n-- lab:flush", "wait 1d", "SELECT 1;\n-- lab:flush\n-- lab:wait 1d\n"},
		{"SELECT 1;\n-- lab:flush\n", "flush", "SELECT 1;\n-- lab:flush\n-- lab:flush\n"},
		{"SELECT 1;\n-- lab:flush\n-- lab:wait 1d\n", "undo", "SELECT 1;\n-- lab:flush\n"},
		{"SELECT 1;\n-- lab:flush\n-- lab:wait 1d", "undo", "SELECT 1;\n-- lab:flush\n"},
		{"SELECT 1;\n-- lab:flush\n\n", "undo", "SELECT 1;\n"},
		{"INSERT INTO t (a) VALUES (1);\nSELECT 1;", "undo", ""}, // what is no step stays
		{"SELECT 1;\n-- lab:flush\nSELECT 2;", "undo", ""},
		{"SELECT 1;\n-- lab:repeat 9\n", "undo", ""},
		{"SELECT 1;\n-- a remark", "undo", ""},
		{"", "undo", ""},
	} {
		run := s.Start()
		run.Set(codeKey, tt[0])
		run.Begin()
		what, with := "operate", tt[1]
		if with == "undo" {
			what, with = "undo", ""
		}
		e, html := run.Do(what, with), view.HTML(run.Run().View)
		if what == "undo" {
			if none := strings.Contains(html, "Undo the last step: no step is left"); none != (tt[2] == "") {
				t.Errorf("%q: that there is nothing to undo is said: %v", tt[0], none)
			}
			if tt[2] == "" {
				if e.Put != nil {
					t.Errorf("%q: what is no step is undone: %q", tt[0], e.Put.Text)
				}
				run.Close()
				continue
			}
		}
		if e.Put == nil || e.Put.Name != codeKey || e.Put.Text != tt[2] {
			t.Errorf("%q, %s: %+v, want %q", tt[0], tt[1], e.Put, tt[2])
		}
		if e := run.Do("file", ""); e.Save == nil || e.Save.Name != "r.cql" || e.Save.Text != tt[0] {
			t.Errorf("saved as %+v", e.Save)
		}
		run.Close()
	}
}

// Settings of a fence switch on what the shipped ones do not have.
func TestRunWithSettings(t *testing.T) {
	const text = `CREATE TABLE t (k int PRIMARY KEY, v int);
CREATE MATERIALIZED VIEW m AS SELECT * FROM t WHERE k IS NOT NULL AND v IS NOT NULL PRIMARY KEY (v, k);
INSERT INTO t (k, v) VALUES (1, 7);
SELECT * FROM m WHERE v = 7;`
	for set, want := range map[string]string{"": "0", "set = materialized_views_enabled = true\n": "1"} {
		s, diags := Parse("run", "id = r\ntitle = A view\n"+set+"cql:\n"+text, schemaFile)
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		if got := Run(s, nil).Values["rows"]; got != want {
			t.Errorf("%q: %s rows", set, got)
		}
	}
	for _, line := range []string{"set = no_such_key = 1", "rows = 0", "ring = ring7", "dataset = none", "nodes = 3"} {
		if _, diags := Parse("run", "id = r\ntitle = x\n"+line+"\ncql:\nSELECT 1;", schemaFile); len(diags) == 0 {
			t.Errorf("%s is taken", line)
		}
	}
}

// A conditional write needs a quorum whatever the level is.
func TestConditionalWriteNeedsQuorum(t *testing.T) {
	const head = "id = r\ntitle = x\nschema = hotel\nring = ring6\nlevel = ONE\ndown = N2, N3\ncql:\n"
	for text, want := range map[string]string{
		"INSERT INTO hotel.hotels (hotel_id, name) VALUES ('AZ123', 'x');":               "0",
		"INSERT INTO hotel.hotels (hotel_id, name) VALUES ('AZ123', 'x') IF NOT EXISTS;": "1",
	} {
		s, diags := Parse("run", head+text, schemaFile)
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		if got := Run(s, nil).Values["failed"]; got != want {
			t.Errorf("%s: %s failed, want %s", text, got, want)
		}
	}
}

// A key that loses rows is never green, whatever the widget asks.
func TestLostRowsAreNotFine(t *testing.T) {
	const one, other = "INSERT INTO lab.likes (post, at, who) VALUES (1, 5, 'ada');\n", "INSERT INTO lab.likes (post, at, who) VALUES (1, 5, 'bob');\n"
	const table = "CREATE TABLE lab.likes (post int, at int, who text, PRIMARY KEY (post, at));\n"
	const read = "SELECT * FROM lab.likes WHERE post = 1;"
	for _, ask := range runAsks {
		if ask == "value" {
			ask += " | column who"
		}
		for text, lost := range map[string]bool{one + other + read: true, one + one + read: false, one + read: false, one + other + "DELETE FROM lab.likes WHERE post = 1;\n" + read: true} {
			s, diags := Parse("run", "id = r\ntitle = Likes\nask = "+ask+"\ncql:\n"+table+text, schemaFile)
			if len(diags) > 0 {
				t.Fatal(ask, diags)
			}
			out := Run(s, nil)
			if strings.Contains(view.HTML(out.View), `class="answer fine"`) == lost {
				t.Errorf("%s, rows lost: %v\n%s", ask, lost, text)
			}
		}
	}
}

// What a text says of the rows that come back is in view: the value that is asked for,
// and the rows of the last read where they are few.
func TestAnswersInView(t *testing.T) {
	const table = "CREATE TABLE lab.shows (k int, id int, left_seats int, PRIMARY KEY (k, id));\nINSERT INTO lab.shows (k, id, left_seats) VALUES (1, 1, 5);\n"
	const read = "SELECT left_seats FROM lab.shows WHERE k = 1 AND id < 11;"
	for _, c := range []struct{ ask, text, headline, value string }{
		{"value | column left_seats", table + read, "left_seats: 5", "5"},
		{"value | column left_seats", table + "INSERT INTO lab.shows (k, id) VALUES (1, 0);\n" + read, "left_seats: null, 5", "null"},
		{"value | column seats", table + read, "The last read returns no column seats.", ""},
		{"value | column left_seats", table + "SELECT left_seats FROM lab.shows WHERE k = 2;", "No row came back.", ""},
		{"value | column left_seats", table, "Nothing is read yet.", ""},
		{"rows", table + "UPDATE lab.shows SET left_seats = 4 WHERE k = 1 AND id = 1 IF left_seats = 5;\nUPDATE lab.shows SET left_seats = 4 WHERE k = 1 AND id = 1 IF left_seats = 5;", "1 of 2 conditional writes applied", ""},
		{"rows", table + "UPDATE lab.shows SET left_seats = 4 WHERE k = 1 AND id = 1 IF left_seats = 5;\n" + read, "2 rows came back", ""},
	} {
		s, diags := Parse("run", "id = r\ntitle = x\nask = "+c.ask+"\ncql:\n"+c.text, schemaFile)
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		if out := Run(s, nil); !strings.HasPrefix(out.Sentence, c.headline) || out.Values["value"] != c.value {
			t.Errorf("%s: %q, value %q; want %q, %q", c.text, out.Sentence, out.Values["value"], c.headline, c.value)
		}
	}
	if _, diags := Parse("run", "id = r\ntitle = x\nask = value\ncql:\n"+table, schemaFile); len(diags) != 1 || !strings.Contains(diags[0].Message, "which column") {
		t.Errorf("a value of no column: %v", diags)
	}
	for n, open := range map[int]bool{0: false, 1: true, fewRows: true, fewRows + 1: false} {
		text := table[:strings.Index(table, "\n")+1]
		for i := range n {
			text += "INSERT INTO lab.shows (k, id) VALUES (1, " + strconv.Itoa(i) + ");\n"
		}
		s, _ := Parse("run", "id = r\ntitle = x\ncql:\n"+text+"SELECT * FROM lab.shows WHERE k = 1;", schemaFile)
		html := view.HTML(Run(s, nil).View)
		if got := strings.Contains(html, "<details open><summary class=\"statement-line\""); got != open {
			t.Errorf("%d rows are open: %t, want %t", n, got, open)
		}
		s, _ = Parse("run", "id = r\ntitle = x\ncql:\n"+text+strings.Repeat("SELECT * FROM lab.shows WHERE k = 1;\n", 3), schemaFile)
		want := 0 // of three reads the last two, where both can be seen at a glance
		if n > 0 && n <= fewRows {
			want = min(fewRows/n, 2)
		}
		if got := strings.Count(view.HTML(Run(s, nil).View), "<details open><summary class=\"statement-line\""); got != want {
			t.Errorf("three reads of %d rows: %d are open, want %d", n, got, want)
		}
	}
}
