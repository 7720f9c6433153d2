package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/model"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sstable"
)

// sstableRun runs the command and returns what it wrote.
func sstableRun(t *testing.T, in string, args ...string) (code int, out, errs, dir string) {
	t.Helper()
	dir = t.TempDir()
	var o, e bytes.Buffer
	code = run(append([]string{"sstable", "-out", dir, "-now", "1700000000"}, args...), stdio{strings.NewReader(in), &o, &e})
	return code, o.String(), e.String(), dir
}

func TestSSTableWritesWhatAFlushWrites(t *testing.T) {
	script := `CREATE TABLE t (p int PRIMARY KEY, v int); INSERT INTO t (p, v) VALUES (1, 2) USING TIMESTAMP 10; -- done`
	for format, want := range map[string]string{
		"nb": "nb-1-big-Data.db 0004000000017fffffff800000000000000024071200" + "080000000201",
		"oa": "oa-1-big-Data.db 00040000000180" + "24070700080000000201",
		"da": "da-1-bti-Data.db 00040000000180" + "24070700080000000201",
	} {
		code, _, errs, dir := sstableRun(t, script, "-format", format)
		name, bytes, _ := strings.Cut(want, " ")
		data, err := os.ReadFile(filepath.Join(dir, "lab", "t", name))
		if code != 0 || err != nil || hex.EncodeToString(data) != bytes {
			t.Errorf("%s: exit %d, %v, %s\ngot  %x\nwant %s", format, code, err, errs, data, bytes)
		}
	}
}

func TestSSTableRefusals(t *testing.T) {
	lines := `"CREATE TABLE t (p int PRIMARY KEY)"
"INSERT INTO t (p) VALUES ('x')"
"INSERT INTO t (p) VALUES (1)"
`
	code, _, errs, dir := sstableRun(t, lines, "-jsonl", "-keyspace", "z1")
	if code != 1 || !strings.Contains(errs, "Invalid STRING constant (x)") {
		t.Errorf("exit %d, %s", code, errs)
	}
	if _, err := os.Stat(filepath.Join(dir, "z1", "t", "nb-1-big-Data.db")); err != nil {
		t.Error("the accepted rows are not written:", err)
	}
}

// TestSSTableFoldsAsCheckDoes: what is refused is told in the words of check, folded and cut as there.
func TestSSTableFoldsAsCheckDoes(t *testing.T) {
	views := strings.Repeat("CREATE MATERIALIZED VIEW v AS SELECT * FROM t WHERE a IS NOT NULL PRIMARY KEY (a);\n", 1500)
	for name, text := range map[string]string{"repeats": views, "a long name": "SELECT * FROM " + strings.Repeat("b", 1_000_000) + ";"} {
		for _, args := range [][]string{nil, {"-all"}} {
			code, out, errs, _ := sstableRun(t, text, args...)
			_, want, _ := call(t, text, append([]string{"check"}, args...)...)
			if code != found || out != "" || errs != want {
				t.Errorf("%s %v: exit %d, %d bytes %.300s\ncheck says %d bytes %.300s", name, args, code, len(errs), errs, len(want), want)
			}
			if len(args) == 0 && len(errs) > 5000 {
				t.Errorf("%s: %d bytes", name, len(errs))
			}
		}
	}
}

func TestSSTableWritesNoEmptyFiles(t *testing.T) {
	code, _, errs, dir := sstableRun(t, `CREATE TABLE a (p int PRIMARY KEY, s set<int>); UPDATE a SET s = s + {} WHERE p = 1;
		CREATE TABLE b (p int PRIMARY KEY); INSERT INTO b (p) VALUES (1); TRUNCATE b;
		CREATE TABLE c (p int PRIMARY KEY); INSERT INTO c (p) VALUES (1); DROP TABLE c;
		CREATE TABLE d (p int PRIMARY KEY);`)
	if code != 0 {
		t.Errorf("exit %d, %s", code, errs)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*", "*", "*")); len(files) > 0 {
		t.Errorf("wrote %v", files)
	}
}

func TestSSTableLayout(t *testing.T) {
	code, out, errs, _ := sstableRun(t, `CREATE TABLE t (p int PRIMARY KEY, v int); INSERT INTO t (p, v) VALUES (1, 2);`, "-json")
	var got struct {
		Statements []string
		Tables     []layoutJSON
	}
	if err := json.Unmarshal([]byte(out), &got); code != 0 || err != nil || len(got.Tables) != 1 {
		t.Fatalf("exit %d, %v, %s", code, err, errs)
	}
	end := 0
	for _, f := range got.Tables[0].Fields {
		if f.Offset != end {
			t.Errorf("%q stands at %d instead of %d", f.Name, f.Offset, end)
		}
		end = f.Offset + f.Length
		if f.Name == "value" && (f.Statement == nil || got.Statements[*f.Statement] != "INSERT INTO t (p, v) VALUES (1, 2)") {
			t.Errorf("the value does not know its statement: %+v", f)
		}
	}
	if end != got.Tables[0].Bytes {
		t.Errorf("%d of %d bytes are explained", end, got.Tables[0].Bytes)
	}
}

func TestSSTableWrongUse(t *testing.T) {
	for _, args := range [][]string{
		{"-format", "mc"}, {"-set", "nonsense=1"}, {"-set", "nonsense"}, {"-jsonl"}, {"-nonsense"},
	} {
		if code, _, errs, _ := sstableRun(t, "no JSON", args...); code != 2 || errs == "" {
			t.Errorf("%v: exit %d, %q", args, code, errs)
		}
	}
}

// A change of a table makes the server flush it: the bytes are those of a real
// server's two files.
func TestSSTableAlter(t *testing.T) {
	dir := t.TempDir()
	script := `CREATE TYPE u (a int, b text);
CREATE TABLE t (k int, c int, v u, w frozen<u>, PRIMARY KEY (k, c));
INSERT INTO t (k, c, v, w) VALUES (1, 1, {a: 1, b: 'x'}, {a: 2, b: 'y'}) USING TIMESTAMP 1000;
ALTER TYPE u ADD d int;
INSERT INTO t (k, c, v, w) VALUES (1, 2, {a: 1, d: 3}, {a: 2, d: 4}) USING TIMESTAMP 1000;
CREATE TABLE s (k int, c int, v text, w int, PRIMARY KEY (k, c));
INSERT INTO s (k, c, w) VALUES (1, 1, 5) USING TIMESTAMP 1000;
ALTER TABLE s DROP w;
ALTER TABLE s ADD w int;
INSERT INTO s (k, c, w) VALUES (1, 3, 7) USING TIMESTAMP 2000;
ALTER TABLE s ADD x int;
TRUNCATE s;
INSERT INTO s (k, c, w) VALUES (1, 3, 7) USING TIMESTAMP 2000;
ALTER TABLE s WITH comment = 'x';
INSERT INTO s (k, c, w) VALUES (1, 4, 7) USING TIMESTAMP 2000;
`
	var out, stderr bytes.Buffer
	if code := run([]string{"sstable", "-now", "1700000000", "-out", dir}, stdio{strings.NewReader(script), &out, &stderr}); code != 0 {
		t.Fatal(code, stderr.String())
	}
	for name, want := range map[string]string{
		"t/nb-1": "0004000000017fffffff8000000000000000640000000001231201080d0000000400000002000000017900000208020000040000000108020001017801",
		"t/nb-2": "0004000000017fffffff80000000000000006400000000022d120108140000000400000002ffffffff000000040000000400000208020000040000000108020002040000000301",
		"s/nb-1": "0004000000017fffffff80000000000000000400000000030312000101",
		"s/nb-2": "0004000000017fffffff80000000000000000400000000040312000101",
	} {
		got, err := os.ReadFile(filepath.Join(dir, "lab", name+"-big-Data.db"))
		if err != nil || hex.EncodeToString(got) != want {
			t.Errorf("%s: %x %v, a server writes %s", name, got, err, want)
		}
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "lab", "*", "*")); len(files) != 4 {
		t.Errorf("%s", files)
	}
}

// TestStepsOfTheLab: sstable carries out what comments say between statements; check carries
// out none, and both tell what is wrong with one.
func TestStepsOfTheLab(t *testing.T) {
	const table = "CREATE TABLE t (k int, c int, PRIMARY KEY (k, c)); "
	const row = "INSERT INTO t (k, c) VALUES (1, 1);\n"
	for text, want := range map[string]string{
		table + row:                          "nb-1-big-Data.db",
		table + row + "-- lab:flush\n" + row: "nb-1-big-Data.db nb-2-big-Data.db",
		table + row + "-- lab:flush\n-- lab:flush\n" + row:        "nb-1-big-Data.db nb-2-big-Data.db",
		table + row + "-- lab:flush\n" + row + "-- lab:compact\n": "nb-1-big-Data.db",
	} {
		code, _, errs, dir := sstableRun(t, text)
		names, _ := filepath.Glob(filepath.Join(dir, "lab", "t", "*"))
		for i, name := range names {
			names[i] = filepath.Base(name)
		}
		if got := strings.Join(names, " "); code != clean || got != want {
			t.Errorf("%q: exit %d, %s; there are %s, want %s", text, code, errs, got, want)
		}
	}
	_, _, _, dir := sstableRun(t, table+row)
	one, _ := os.ReadFile(filepath.Join(dir, "lab", "t", "nb-1-big-Data.db"))
	_, _, _, dir = sstableRun(t, table+"-- lab:repeat 100\n"+row)
	if many, _ := os.ReadFile(filepath.Join(dir, "lab", "t", "nb-1-big-Data.db")); len(one) == 0 || len(many) < 10*len(one) {
		t.Errorf("one row has %d bytes, a hundred have %d", len(one), len(many))
	}
	for _, bad := range []string{"lab:repeat 1000000000000", "lab:repeat x", "lab:wiat 10d"} {
		text := table + "\n-- " + bad + "\n" + row
		code, _, errs, _ := sstableRun(t, text)
		if code != found || !strings.Contains(errs, "standard input:2:1\n") || !strings.Contains(errs, "lab:repeat 1000") {
			t.Errorf("sstable, %s: exit %d, %s", bad, code, errs)
		}
		code, out, errs := call(t, text, "check", "-fail-on", "warning")
		if code != found || !strings.Contains(out+errs, "FILE-06") || !strings.Contains(out+errs, "lab:repeat 1000") {
			t.Errorf("check, %s: exit %d, %s%s", bad, code, out, errs)
		}
	}
	if code, out, errs := call(t, table+"-- lab:repeat 1000\n"+row, "check", "-fail-on", "warning"); code != clean {
		t.Errorf("check of a good one: exit %d, %s%s", code, out, errs)
	}
}

// TestRowsOfAModelAmongOthers: a table of a model whose partitions have one row takes as many bytes
// as the model says, alone in its file, and as many more as it says beside a row of another time.
func TestRowsOfAModelAmongOthers(t *testing.T) {
	const text = "horizon 1 year\n\nentity Plain 900\n  id int key\n  v text 4\n\nentity Kept 900 kept 365 days\n  id int key\n  v text 4\n\nentity Tagged 900\n  id int key\n  tags set<text> 2 of 1\n  more map<int, int> 1\n\n" +
		"question Q1\n  given Plain.id\n  want Plain: v\n\nquestion Q2\n  given Kept.id\n  want Kept: v\n\nquestion Q3\n  given Tagged.id\n  want Tagged: tags, more\n"
	m, slips := model.Parse(diag.NewSource("", text))
	d := m.Design()
	if len(slips) > 0 || len(d.Tables) != 3 {
		t.Fatal(slips)
	}
	write := func(id int) string {
		return strings.ReplaceAll("INSERT INTO app.plains (id, v) VALUES (ID, 'aaaa');\nINSERT INTO app.kepts (id, v) VALUES (ID, 'aaaa');\nINSERT INTO app.taggeds (id, tags, more) VALUES (ID, {'x', 'y'}, {1: 1});\n", "ID", strconv.Itoa(id))
	}
	flushed := func(cql string) (sizes map[string]int64) {
		dir := filepath.Join(t.TempDir(), "files")
		if code, _, errs := call(t, d.CQL+cql, "sstable", "-out", dir); code != clean {
			t.Fatal(errs)
		}
		sizes = map[string]int64{}
		for _, table := range d.Tables {
			f, err := os.Stat(filepath.Join(dir, table.Keyspace, table.Name, "nb-1-big-Data.db"))
			if err != nil {
				t.Fatal(err)
			}
			sizes[table.Name] = f.Size()
		}
		return sizes
	}
	alone, both := flushed(write(1)), flushed(write(1)+"-- lab:wait 182d\n"+write(2))
	for i, table := range d.Tables {
		z := table.Size
		if more := both[table.Name] - 2*alone[table.Name]; alone[table.Name] != z.Max || more != int64(z.Among) || more != [...]int64{6, 9, 24}[i] {
			t.Errorf("%s: %d B, and %d B more; the model says %d and %d", table.Name, alone[table.Name], more, z.Max, z.Among)
		}
		if want := fmt.Sprintf("it takes about %d\u00a0B more, for its times", z.Among); !strings.Contains(z.AmongOthers(), want) {
			t.Errorf("%s: %q", table.Name, z.AmongOthers())
		}
	}
}

// TestLongTextsAreFields: what -json prints of few fields may be very much, for each tells the key
// of its partition, which may have very many letters. Then nothing is written.
func TestLongTextsAreFields(t *testing.T) {
	for letters, want := range map[int]int{1: clean, 40_000: notDone} {
		script := "CREATE TABLE t (k text PRIMARY KEY, v int);\n" + strings.Repeat("INSERT INTO t (k, v) VALUES ('"+strings.Repeat("x", letters)+"', 1);\n-- lab:flush\n", 4)
		code, _, errs, dir := sstableRun(t, script, "-json", "-budget", "0.003") // 600 fields, of which there are 44
		left, err := os.ReadDir(dir)
		if code != want || err != nil || (len(left) > 0) != (want == clean) || (want == notDone) != strings.Contains(errs, "fields to say something of") {
			t.Errorf("exit code %d, want %d; in the folder are %d files, %v\n%.300s", code, want, len(left), err, errs)
		}
	}
}

// TestTooManyFieldsAreNotNoted: of a file that has too many fields by its partitions alone nothing
// is noted, and it has so many in every format.
func TestTooManyFieldsAreNotNoted(t *testing.T) {
	s := session.New(session.Settings{Keyspace: "lab"})
	s.Exec("CREATE TABLE t (k int PRIMARY KEY)")
	const n = 10
	for i := range n {
		s.Exec(fmt.Sprintf("DELETE FROM t WHERE k = %d", i))
	}
	rows := s.Store(s.Catalogue().Table("lab", "t"))
	for f := sstable.NB; f <= sstable.DA; f++ {
		if l, fields, err := annotated(rows, f, fewestFields*n-1); l != nil || fields != fewestFields*n || err != nil {
			t.Errorf("%s: %v, %d fields, %v", f, l, fields, err)
		}
		if l, _, err := annotated(rows, f, 1000); l == nil || l.Fields < fewestFields*n || err != nil {
			t.Errorf("%s: %v, %v", f, l, err)
		}
	}
}
