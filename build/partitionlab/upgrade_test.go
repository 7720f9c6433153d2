package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"partitionlab/build/finding"
	"partitionlab/build/review"
)

// TestUpgradeKeepsLittle: what is held of each read does not grow with the columns of its table.
func TestUpgradeKeepsLittle(t *testing.T) {
	file := filepath.Join(t.TempDir(), "q.cql")
	text := "CREATE TABLE t (k int PRIMARY KEY, a int, b int, c int);\nCREATE TABLE u (k int PRIMARY KEY, a int);\n" + strings.Repeat("SELECT * FROM t;\nSELECT * FROM u;\nSELECT a FROM t;\nINSERT INTO t (k) VALUES (1);\n", 3)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	in := &review.Inputs{Config: "none"}
	reading, err := in.Read([]string{file}, review.Judgeable)
	if err != nil {
		t.Fatal(err)
	}
	u := &upgrading{batch: reading.Batches[0], in: in, report: &finding.Report{Room: 1000}}
	_, all, _ := u.judge(&review.Cluster{Server: "4.1", Budget: 1}, false)
	if len(all) != 14 {
		t.Fatalf("%d statements are judged, want 14", len(all))
	}
	names := map[string]*string{}
	quiet := 0
	for _, p := range all {
		if p.Outcome == nil {
			if quiet++; !strings.HasPrefix(p.text, "INSERT") {
				t.Errorf("%s: nothing is kept", p.text)
			}
			continue
		}
		if v := p.Verdict; v.Read != nil || v.Mutations != nil || p.Cost != nil {
			t.Errorf("%s: its plan is kept", p.text)
		}
		if p.Rows == nil {
			continue
		}
		if p.Rows.Rows != nil || p.Rows.Types != nil {
			t.Errorf("%s: its answer is kept", p.text)
		}
		first := names[p.text]
		if first == nil {
			names[p.text] = &p.Rows.Cols[0]
		} else if strings.Contains(p.text, "*") && first != &p.Rows.Cols[0] {
			t.Errorf("%s: the names of its columns are kept once more", p.text)
		}
	}
	if quiet != 3 {
		t.Errorf("of %d writes nothing is kept, want 3", quiet)
	}
	if len(names) != 3 {
		t.Errorf("reads of %d kinds have an answer, want 3", len(names))
	}
}
