package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/workload"
)

const sizeSchema = `CREATE TABLE readings (sensor text, day date, at timestamp, v double, w double, PRIMARY KEY ((sensor, day), at));
CREATE TABLE hotels (hotel_id text, date date, room smallint, free boolean, PRIMARY KEY (hotel_id, date, room));
`

func runSize(t *testing.T, workload string, args ...string) (code int, out, err string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"s.cql": sizeSchema, "w.size": workload} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	code = run(append(append([]string{"size"}, args...), filepath.Join(dir, "s.cql"), filepath.Join(dir, "w.size")), stdio{strings.NewReader(""), &stdout, &stderr})
	return code, stdout.String(), strings.ReplaceAll(stderr.String(), dir+string(filepath.Separator), "")
}

const hotelWork = "table = hotels\nrooms = 100\nrows = rooms * 730\nlen.hotel_id = 5\nwritten = rooms every 1d\n"

func TestSizeJSON(t *testing.T) {
	type answer struct {
		Keyspace, Table                 string
		Rows, Values, Docs, Thumb, Disk json.RawMessage
	}
	ask := func(work string, args ...string) []answer {
		t.Helper()
		code, out, stderr := runSize(t, work, append(args, "-json")...)
		var a []answer
		if err := json.Unmarshal([]byte(out), &a); err != nil || code != 0 {
			t.Fatalf("%v %d %s%s", err, code, out, stderr)
		}
		return a
	}
	a := ask(hotelWork)
	if len(a) != 1 || a[0].Keyspace != "lab" || a[0].Table != "hotels" || string(a[0].Rows) != "73000" || string(a[0].Docs) != "1095005" || string(a[0].Thumb) != "5548000" || string(a[0].Disk) != "1527420" {
		t.Errorf("%s", a)
	}
	if a := ask(hotelWork, "-format", "da"); string(a[0].Disk) != "1527409" {
		t.Errorf("da: %s", a)
	}
	a = ask(hotelWork+"table = lab.readings\nrows = 10\nlen.sensor = 10\n", "-var", "rooms=20..400", "-var", "written=at once")
	var disk struct{ Min, Max int64 }
	if err := json.Unmarshal(a[0].Disk, &disk); err != nil || disk.Min != 219020 || disk.Max != 4380020 || len(a) != 2 || string(a[1].Rows) != "10" {
		t.Errorf("ranges: %v %s", err, a)
	}
}

func TestSizeProblems(t *testing.T) {
	for _, c := range []struct {
		work string
		args []string
		code int
		want string
	}{
		{hotelWork, []string{"-format", "md"}, 2, "the formats are nb, oa and da"},
		{hotelWork, []string{"-var", "beds=2"}, 2, "no workload has a quantity beds"},
		{hotelWork, []string{"-var", "rooms=1/0"}, 1, "division by zero\n --> rooms:1:3\n  |\n1 | 1/0\n  |   ^\n"},
		{hotelWork + "len.hotelid = 7\n", nil, 1, "`hotelid` is no column of hotels\n --> w.size:6:1\n  |\n6 | len.hotelid = 7\n  | ^^^^^^^^^^^\n  = instead: use one of hotel_id, date, room, free\n  = fix: write len.hotel_id\n"},
		{"table = hotel\nrows = 1", nil, 1, "the schema has no table hotel\n --> w.size:1:9\n"},
		{"rows = 1", nil, 1, "the workload does not name its table"},
		{"table = hotels\nrows = beds\nnull.date = 2", nil, 1, "date is a primary key column and is never null"},
		{"", nil, 1, "says nothing"},
	} {
		code, out, stderr := runSize(t, c.work, c.args...)
		if code != c.code || out != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%q %v: exit %d, %s%s", c.work, c.args, code, out, stderr)
		}
	}
	var stderr bytes.Buffer
	if code := run([]string{"size"}, stdio{strings.NewReader(""), &stderr, &stderr}); code != 2 || !strings.Contains(stderr.String(), "usage:") {
		t.Errorf("no files: %d %s", code, stderr.String())
	}
}

func TestSizeText(t *testing.T) {
	code, out, stderr := runSize(t, hotelWork+"grow = rooms*(730+t) in t\n")
	for _, want := range []string{"1,527,420\u00a0B", "1.53\u00a0MB", "up to rooms 136", "crossed on day 4,035", "with one timestamp"} {
		if code != 0 || !strings.Contains(out, want) {
			t.Fatalf("no %q in exit %d:\n%s%s", want, code, out, stderr)
		}
	}
}

// The closed form is what a real server flushed, byte for byte.
func TestSizeIsWhatTheServerFlushed(t *testing.T) {
	var stdout, stderr bytes.Buffer
	code := run([]string{"size", "-json", "testdata/flushed.cql", "testdata/flushed.size"}, stdio{strings.NewReader(""), &stdout, &stderr})
	var answers []struct {
		Table       string
		Disk, Index int64
	}
	if err := json.Unmarshal(stdout.Bytes(), &answers); err != nil || code != 0 {
		t.Fatal(err, code, stderr.String())
	}
	text, err := os.ReadFile("testdata/flushed.size")
	if err != nil {
		t.Fatal(err)
	}
	works, problems := workload.ParseAll(diag.NewSource("", string(text)))
	if len(problems) > 0 || len(works) != len(answers) || len(works) < 39 {
		t.Fatal(problems, len(works))
	}
	for i, w := range works {
		v, _ := w.Eval()
		data, _ := v.Get("data")
		index, _ := v.Get("index")
		if a := answers[i]; a.Disk != data.Hi.Round() || a.Index != index.Hi.Round() {
			t.Errorf("%s: computed %d and %d, flushed %v and %v", a.Table, a.Disk, a.Index, data.Hi, index.Hi)
		}
	}
}

func TestSizeCluster(t *testing.T) {
	code, out, stderr := runSize(t, "table = hotels\nrooms = 1000\nrows = rooms * 730\nlen.hotel_id = 5\nwritten = rooms every 1d\nwindow = 7d\npartitions = 5000\nrf = 3\n")
	for _, want := range []string{"1 or 2 (19.7\u00a0% of queries)", "CREATE TABLE lab.hotels_by_year", "PRIMARY KEY ((hotel_id, year), date, room)", "replicas 3", "assumed compression = 0.5"} {
		if code != 0 || !strings.Contains(out, want) {
			t.Fatalf("no %q in exit %d:\n%s%s", want, code, out, stderr)
		}
	}
}

func TestSizeMeasured(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "stats.txt")
	write := func(max string) {
		text := "Keyspace : lab\n\tTable: hotels\n\tSSTable count: 1\n\tSSTable Compression Ratio: 0.34\n\tCompacted partition minimum bytes: 943128\n\tCompacted partition maximum bytes: " + max + "\n"
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("1629722")
	if code, out, stderr := runSize(t, hotelWork, "-measured", file); code != 0 || !strings.Contains(out, "They agree") || !strings.Contains(out, "compression = 0.34") {
		t.Errorf("live: exit %d\n%s%s", code, out, stderr)
	}
	write("1131752")
	if code, out, _ := runSize(t, hotelWork, "-measured", file); code != 1 || !strings.Contains(out, "loaded at once") {
		t.Errorf("once: exit %d\n%s", code, out)
	}
	if err := os.WriteFile(file, []byte("hello"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := runSize(t, hotelWork, "-measured", file); code != 2 || !strings.Contains(stderr, "nodetool tablestats") {
		t.Errorf("no output of a tool: exit %d %s", code, stderr)
	}
}
