package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
		{"-format", "mc"}, {"-set", "nonsense=1"}, {"-set", "nonsense"}, {"missing.cql"}, {"-jsonl"}, {"-nonsense"},
	} {
		if code, _, errs, _ := sstableRun(t, "no JSON", args...); code != 2 || errs == "" {
			t.Errorf("%v: exit %d, %q", args, code, errs)
		}
	}
}
