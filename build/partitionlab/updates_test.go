package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/workload"
)

// Rows that INSERT wrote and UPDATE wrote again: the closed form is what a flush of
// the statements writes.
func TestSizeOfUpdates(t *testing.T) {
	const cql = `CREATE TABLE plain (k int, c int, a int, b text, PRIMARY KEY (k, c));
CREATE TABLE sets (k int, c int, a set<int>, b text, PRIMARY KEY (k, c));
CREATE TABLE statics (k int, s set<int> static, n int static, c int, a map<int, int>, b int, PRIMARY KEY (k, c));
CREATE TABLE one (k int PRIMARY KEY, a int, b text);`
	for _, table := range []string{"plain", "sets", "statics", "one"} {
		for _, more := range []string{"", "\nttl = 90d", "\ndeleted = 10%\ndeleted_after = 1h", "\nnull.b = 40%", "\nttl = 20s\nwritten = loaded 7 every 1h"} {
			for _, updated := range []string{"0", "1%", "35%", "1"} {
				for _, after := range []string{"1ms", "400d"} {
					text := "table = lab." + table + "\nrows = 200\nupdated = " + updated + "\nupdated_after = " + after + more
					if !strings.Contains(more, "written") {
						text += "\nwritten = loaded over 60d"
					}
					if table == "one" {
						text = strings.Replace(text, "rows = 200", "rows = 1", 1)
						if strings.Contains(more, "deleted") || strings.Contains(more, "null") {
							continue
						}
					}
					checkUpdates(t, cql, text)
				}
			}
		}
	}
}

func checkUpdates(t *testing.T, cql, text string) {
	t.Helper()
	conn := session.New(session.Settings{Keyspace: "lab", Now: 1_767_225_600})
	for _, r := range conn.Script(diag.NewSource("", cql)) {
		if r.Diag != nil {
			t.Fatal(r.Diag.Message)
		}
	}
	w, problems := workload.Parse(diag.NewSource("", text), nil)
	if len(problems) > 0 {
		t.Fatal(text, problems)
	}
	var table *schema.Table
	_, name := w.TableName()
	table = conn.Catalogue().Table("lab", name)
	s, problems := sizing.New(table, w, sstable.NB)
	if len(problems) > 0 {
		t.Fatal(text, problems)
	}
	sample, problems := s.Sample(1<<30, 1_700_000_000_000_000)
	if len(problems) > 0 {
		t.Fatal(text, problems)
	}
	var script strings.Builder
	script.WriteString("USE lab;\n" + cql + "\n")
	for statement := range sample.Statements {
		script.WriteString(statement + "\n")
	}
	dir := t.TempDir()
	var out, errs bytes.Buffer
	if code := run([]string{"sstable", "-keyspace", "lab", "-now", "1767225600", "-out", dir}, stdio{strings.NewReader(script.String()), &out, &errs}); code != 0 {
		t.Fatal(errs.String())
	}
	data, err := os.ReadFile(filepath.Join(dir, "lab", name, "nb-1-big-Data.db"))
	if err != nil {
		t.Fatal(err)
	}
	if int64(len(data)) != sample.Bytes {
		t.Errorf("%s\ncomputed %d, flushed %d", text, sample.Bytes, len(data))
	}
}

// A preset chooses what the server writes, and Amazon Keyspaces counts rows its own
// way.
func TestSizePresets(t *testing.T) {
	const text = "table = hotels\nrows = 1000\nlen.hotel_id = 5\nttl = 90d\nwritten = at once\npartitions = 10\n"
	for preset, want := range map[string]string{
		"5.0":        "format nb",
		"5.0-latest": "format da",
		"4.1":        "format nb",
		"3.11":       "Format me; Data.db has the same layout",
		"keyspaces":  "write units a row: 1; read units: 1",
	} {
		code, out, stderr := runSize(t, text, "-preset", preset)
		if code != 0 || !strings.Contains(strings.ToLower(out), strings.ToLower(want)) {
			t.Errorf("%s: %d %s%s", preset, code, out, stderr)
		}
		if preset != "keyspaces" && !strings.Contains(out, "counts at most 1,000 tombstones") {
			t.Errorf("%s says nothing about tombstones: %s", preset, out)
		}
	}
	if code, _, stderr := runSize(t, text, "-preset", "7.0"); code != 2 || !strings.Contains(stderr, "5.0-latest") {
		t.Errorf("an unknown preset: %d %s", code, stderr)
	}
}

// One workload may speak of several tables; each has its own rows and partitions.
func TestSizeSeveralTables(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	schema := write("s.cql", "CREATE TABLE a (k int, c int, v text, PRIMARY KEY (k, c));\nCREATE TABLE b (k int, c int, w text, PRIMARY KEY (k, c));\nCREATE TABLE one (k int PRIMARY KEY, w text);")
	work := func(more string) (int, string, string) {
		var out, errs bytes.Buffer
		size := write("w.size", "table = a\nrows = 1000\nlen.v = 7\nlen.w = 9\npartitions = 10\nrows.b = 5\npartitions.b = 20\npartitions.one = 30\n"+more)
		code := run([]string{"size", schema, size}, stdio{strings.NewReader(""), &out, &errs})
		return code, out.String(), errs.String()
	}
	code, out, errs := work("")
	for _, want := range []string{"lab.a, one partition", "lab.b, one partition", "lab.one, one partition", "lab.b    20 partitions", "lab.one  30 partitions"} {
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("%d: no %q in %s%s", code, want, out, errs)
		}
	}
	if code, _, errs := work("partitions.zzz = 3\n"); code != 1 || !strings.Contains(errs, "no table") {
		t.Errorf("an unknown table: %d %s", code, errs)
	}
	if code, _, errs := work("len.zzz = 3\n"); code != 1 || !strings.Contains(errs, "no column of a") {
		t.Errorf("an unknown column: %d %s", code, errs)
	}
	if code, _, errs := work("writes.b = x\n"); code != 1 || !strings.Contains(errs, "x") {
		t.Errorf("an unknown quantity: %d %s", code, errs)
	}
}
