package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
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
		// The line that was written, not the one that follows from it.
		{"table = hotels\nrows = 10\nttl = 999999999999d\n", nil, 1, "ttl is too large: 86,399,999,999,913,600\n --> w.size:3:7\n"},
		{"table = hotels\nrows = 10\nttl = 999999999999d\nwritten = over ttl\n", nil, 1, "ttl is too large: 86,399,999,999,913,600\n --> w.size:3:7\n"},
		// A quantity that is not there is said whatever else is wrong; one whose line is wrong is there.
		{"table = hotel\nrows = 1", []string{"-var", "zz=1"}, 2, "no workload has a quantity zz"},
		{"table = hotels\nrows = 1 +\nzz = 2 *", []string{"-var", "zz=1", "-var", "rows=1"}, 1, "w.size:3:9\n"},
	} {
		code, out, stderr := runSize(t, c.work, c.args...)
		if code != c.code || out != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%q %v: exit %d, %s%s", c.work, c.args, code, out, stderr)
		}
	}
	if code, _, stderr := runSize(t, hotelWork+"expect = rows 11\n", "-var", "zz=1"); code != wrongUse || !strings.Contains(stderr, "no workload has a quantity zz") {
		t.Errorf("an expectation fails, and there is no zz: exit %d, %s", code, stderr)
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
	if _, out, _ = runSize(t, hotelWork+"grow = rooms*min(t, 730) in t\n"); !strings.Contains(out, "from day 730 on") {
		t.Errorf("nothing says that it stays:\n%s", out)
	}
}

// The closed form is what a real server flushed, byte for byte: the workloads expect
// it, and an expectation that is not met fails.
func TestSizeIsWhatTheServerFlushed(t *testing.T) {
	code, out, stderr := call(t, "", "size", "-json", "testdata/flushed.cql", "testdata/flushed.size")
	var answers []struct{ Table string }
	if err := json.Unmarshal([]byte(out), &answers); err != nil || code != 0 || stderr != "" {
		t.Fatal(err, code, stderr)
	}
	text, err := os.ReadFile("testdata/flushed.size")
	if err != nil {
		t.Fatal(err)
	}
	expected := strings.Count(string(text), "\nexpect = disk.bytes ")
	if expected < 39 || expected != len(answers) {
		t.Fatalf("%d expectations, %d tables", expected, len(answers))
	}
	other := regexp.MustCompile(`(disk|index).bytes (\d+)`).ReplaceAllString(string(text), "$1.bytes 1$2")
	file := write(t, filepath.Join(t.TempDir(), "other.size"), other)
	code, _, stderr = call(t, "", "size", "-all", "testdata/flushed.cql", file)
	if n := strings.Count(stderr, ", expected is "); code != found || n != 2*expected {
		t.Errorf("exit %d; %d of %d wrong sizes are named", code, n, 2*expected)
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

// TestSizeMeasuredNothing: values that are no numbers are told with their lines, and
// what is compared with nothing is not done.
func TestSizeMeasuredNothing(t *testing.T) {
	const head = "Keyspace : lab\n\tTable: hotels\n"
	const garbled = head + "\tSpace used (live): 99999999999999999999999999999\n\tCompacted partition maximum bytes: -1\n\tNumber of partitions (estimate): NaN\n\tCompacted partition mean bytes: 1e999\n"
	const good = head + "\tCompacted partition maximum bytes: 1629722\n"
	file := filepath.Join(t.TempDir(), "stats.txt")
	for name, c := range map[string]struct {
		text      string
		code      int
		out, errs []string
	}{
		"no number": {garbled, notDone, nil, []string{
			"stats.txt:3: Space used (live) of lab.hotels cannot be read: 99999999999999999999999999999\n", "stats.txt:4: Compacted partition maximum bytes of lab.hotels cannot be read: -1\n",
			"stats.txt:5: Number of partitions (estimate) of lab.hotels cannot be read: NaN\n", "stats.txt:6: Compacted partition mean bytes of lab.hotels cannot be read: 1e999\n",
			"partitionlab size: lab.hotels, nodetool tablestats: nothing is compared: no value could be read that"}},
		"again and again":   {strings.Repeat(garbled, 2000), notDone, nil, []string{"stats.txt:4: ", "lab.hotels, nodetool tablestats (and 1,999 more like this): nothing is compared"}},
		"no partition":      {head + "\tCompacted partition maximum bytes: 0\n", notDone, nil, []string{"nothing is compared: it tells the size of no partition"}},
		"how it compresses": {head + "\tSSTable Compression Ratio: 0.34\n\tCompacted partition maximum bytes: x\n", notDone, []string{"compression = 0.34"}, []string{"stats.txt:4: ", "nothing is compared"}},
		"one of two":        {garbled + good, clean, []string{"They agree"}, []string{"stats.txt:3: ", "nothing is compared"}},
		"twice":             {good + good, clean, []string{"lab.hotels, nodetool tablestats (and 1 more like this)\n"}, nil},
		"with a unit":       {head + "\tSpace used (live): 12 bytes\n\tCompacted partition maximum bytes: 1629722 bytes\n", clean, []string{"They agree"}, nil},
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		code, out, errs := runSize(t, hotelWork, "-measured", file)
		if code != c.code || c.out == nil && out != "" || c.errs == nil && errs != "" || strings.Count(out+errs, "\n") > 7 {
			t.Errorf("%s: exit %d\n%s%s", name, code, out, errs)
		}
		for _, want := range c.out {
			if !strings.Contains(out, want) {
				t.Errorf("%s: no %q in %s", name, want, out)
			}
		}
		for _, want := range c.errs {
			if !strings.Contains(errs, want) {
				t.Errorf("%s: no %q in %s", name, want, errs)
			}
		}
	}
}

// TestSizeHolds: limits, expectations and names that nothing uses fail a pipeline,
// and what else is wrong keeps no table from being sized.
func TestSizeHolds(t *testing.T) {
	dir := t.TempDir()
	schema := write(t, filepath.Join(dir, "s.cql"), `CREATE TABLE shop.orders (customer uuid, at timestamp, note text, tags set<text>, a text, b text, PRIMARY KEY (customer, at)) WITH comment = 'x' AND dclocal_read_repair_chance = 0.1;
CREATE TABLE nope (a int);
CREATE TABLE shop.old (k int PRIMARY KEY) WITH read_repair_chance = 0.1;
CREATE TABLE shop.carts (id uuid PRIMARY KEY, items text);
`)
	size := func(work string, args ...string) (int, string, string) {
		t.Helper()
		code, out, errs := call(t, "", append([]string{"size", "-preset", "3.11", schema, write(t, filepath.Join(dir, "w.size"), work)}, args...)...)
		return code, out, strings.ReplaceAll(errs, dir+string(filepath.Separator), "")
	}
	code, out, errs := size("table = shop.orders\nrows = 1000\ntable = shop.old\ntable = shop.carts\nlen.items = 20")
	if code != found || strings.Count(out, ", one partition,") != 3 || strings.Count(errs, "refused") != 1 || !strings.Contains(errs, "s.cql:2:14") {
		t.Errorf("a refused statement: exit %d, %s%s", code, out, errs)
	}
	if !strings.Contains(out, "assumed count.tags = 5: nobody said how many elements there are (47.4") || !strings.Contains(out, "assumed besides: 2 more of less effect; -all shows them") {
		t.Errorf("assumptions: %s", out)
	}
	if _, out, _ := size("table = shop.orders\nrows = 1000", "-all"); strings.Count(out, "assumed ") != 5 {
		t.Errorf("-all: %s", out)
	}
	if code, _, errs := call(t, "", "size", schema, filepath.Join(dir, "w.size")); code != found || !strings.Contains(errs, "Unknown property 'dclocal_read_repair_chance'") {
		t.Errorf("5.0 has no such option: exit %d, %s", code, errs)
	}
	good := write(t, filepath.Join(dir, "good.cql"), "CREATE TABLE t (k text, c int, v text, PRIMARY KEY (k, c));\n")
	for _, c := range []struct {
		work string
		args []string
		want string // of standard error; "" for exit code 0
	}{
		{"rows = 10", []string{"-max", "rows=10", "-max", "disk=1MB"}, ""},
		{"table = t\nrows = 11", []string{"-max", "rows=10"}, "a partition of lab.t has up to 11 rows, the limit is 10 rows\n --> w.size:1:9\n"},
		{"rows = 5..2000", []string{"-max", "disk=10 kB"}, "the limit is 10,000\u00a0B"},
		{"rows = 10\nexpect = rows 10; values 10; disk.bytes < 1 kB; rows >= 10", nil, ""},
		{"rows = 5..10\nexpect = rows.min 5; rows.max 10; rows 5..10; rows <= 10; rows >= 5", nil, ""},
		{"rows = 10\nexpect = rows 11", nil, "rows is 10, expected is 11\n --> w.size:2:10\n"},
		{"rows = 5..10\nexpect = rows 10", nil, "rows is 5..10, expected is 10"},
		{"rows = 5..10\nexpect = rows < 10", nil, "rows is 10, expected is < 10"},
		{"rows = 5..10\nexpect = rows > 5", nil, "rows is 5, expected is > 5"},
		{"rows = 10\nexpect = disk.bytes <= 1 kib", nil, "`1 kib` is no number"},
		{"rows = 10\nexpect = disc.bytes 1", nil, "`disc.bytes` is no number that comes out here"},
		{"rows = 10\ntll = 30d", nil, "nothing works with `tll`\n --> w.size:2:1\n"},
		{"rows = 10\ncompresion = 0.5", nil, "write compression, or take the line out"},
		{"rows = n\nn = 10\nm = n", nil, "nothing works with `m`"},
		{"rows = n\nn = m\nm = 10\npartitions = 5\ntarget = 5 MB", nil, ""},
		{"n = 3\ntable = t\nrows = n\nrows.t = 2 * q\nq = 4", nil, ""},
		{"id = size1\ntitle = How big?\nschema = hotel\nrows = 10 | slider 1..1000 | label Rows\nlen.k = 5\nexpect = rows 10", nil, ""},
	} {
		file := write(t, filepath.Join(dir, "w.size"), c.work)
		code, out, errs := call(t, "", append([]string{"size", good, file}, c.args...)...)
		errs = strings.ReplaceAll(errs, dir+string(filepath.Separator), "")
		want := found
		if c.want == "" {
			want = clean
		}
		if code != want || !strings.Contains(errs, c.want) || c.want == "" && errs != "" || !strings.Contains(out, "lab.t, one partition") || strings.Count(errs, "refused") > 1 {
			t.Errorf("%q %v: exit %d, %s\nwant %s", c.work, c.args, code, errs, c.want)
		}
	}
	for _, args := range [][]string{{"-max", "disc=1"}, {"-max", "disk=many"}, {"-max", "disk"}, {"-json", "-report", "json"}} {
		if code, _, errs := call(t, "", append([]string{"size", good, filepath.Join(dir, "w.size")}, args...)...); code != wrongUse || errs == "" {
			t.Errorf("%v: exit %d, %s", args, code, errs)
		}
	}
}

// TestReadmeFence: the fence that README shows works as a file.
func TestReadmeFence(t *testing.T) {
	text, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, fence, ok := strings.Cut(string(text), "```size\n")
	fence, _, end := strings.Cut(fence, "```")
	if !ok || !end {
		t.Fatal("no fence")
	}
	file := write(t, filepath.Join(t.TempDir(), "fence.size"), fence)
	if code, out, errs := call(t, "", "size", "../../content/schemas/hotel.cql", file); code != clean || errs != "" || !strings.Contains(out, "1,527,420\u00a0B") {
		t.Errorf("exit %d, %s%s", code, out, errs)
	}
}
