package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"partitionlab/build/finding"
	"partitionlab/build/review"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
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
	u := &upgrading{batch: reading.Batches[0], in: in, report: &finding.Report{Room: 1 << 20}}
	var all []*pairable
	was := heard{}
	u.judge(&review.Cluster{Server: "4.1", Budget: 1}, false, func(p *pairable) {
		all = append(all, p)
		was.add(p)
	})
	if len(all) != 14 {
		t.Fatalf("%d statements are judged, want 14", len(all))
	}
	names := map[string]*string{}
	silent := 0
	for _, p := range all {
		if p.Outcome == nil {
			if silent++; !strings.HasPrefix(p.text, "INSERT") {
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
	if silent != 3 {
		t.Errorf("of %d writes nothing is kept, want 3", silent)
	}
	alone := 0
	for _, list := range was {
		if &list[0] == &quiet[0] && len(list) == 1 {
			alone++
		}
	}
	if alone != 3 || len(was) != 14 {
		t.Errorf("%d of %d spots hold nothing of their own, want 3 of 14", alone, len(was))
	}
	if len(names) != 3 {
		t.Errorf("reads of %d kinds have an answer, want 3", len(names))
	}
}

// TestUpgradeHearsInTurn: of several statements at one spot each meets the one of the other server
// that is as far, whether or not something is kept of it.
func TestUpgradeHearsInTurn(t *testing.T) {
	src := diag.NewSource("a.cql", "")
	asIs := func(d diag.Diagnostic) diag.Diagnostic { return d }
	h := heard{}
	loud := &pairable{source: src, place: asIs, Outcome: &session.Outcome{}}
	silent := &pairable{source: src, place: asIs}
	for _, p := range []*pairable{silent, loud, silent} {
		h.add(p)
	}
	h.add(&pairable{source: src, place: asIs, span: diag.Span{Start: 1}})
	for i, want := range []*pairable{nil, loud, nil} {
		if got, ok := h.next(silent.spot()); got != want || !ok {
			t.Errorf("statement %d: %v, %t", i, got, ok)
		}
	}
	if _, ok := h.next(silent.spot()); ok {
		t.Error("there is a fourth one")
	}
	for _, want := range []bool{true, false} {
		if _, ok := h.next(spot{"a.cql", 1}); ok != want {
			t.Error("the statement at the next spot is", ok)
		}
	}
}

// TestUpgradeKeepsNoWrites: advice is asked for on reads alone, and a comment that silences it
// belongs to the statement behind it all the same.
func TestUpgradeKeepsNoWrites(t *testing.T) {
	for _, ignored := range []string{"-- lab:ignore R06 small\nINSERT INTO t (a, b) VALUES (1, 1);\n", "INSERT INTO t (a, b) VALUES (1, 1);\n-- lab:ignore R06 small\n"} {
		file := filepath.Join(t.TempDir(), "q.cql")
		text := "CREATE TABLE t (a int PRIMARY KEY, b int);\n" + ignored + "SELECT * FROM t WHERE b = 1 ALLOW FILTERING;\n"
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		var out, errs strings.Builder
		run([]string{"upgrade", "-from", "4.1", "-config", "none", file}, stdio{strings.NewReader(""), &out, &errs})
		if fits, want := strings.Contains(out.String(), "The advice R06 fits here"), strings.HasPrefix(ignored, "--"); fits != want {
			t.Errorf("%s\nthe advice is given: %t\n%s%s", text, fits, &out, &errs)
		}
	}
	for text, want := range map[string]bool{"INSERT INTO t (a) VALUES (1)": true, "BEGIN BATCH APPLY BATCH": true, "DELETE FROM t WHERE a = 1": true, "UPDATE t SET b = 1 WHERE a = 1": true, "SELECT * FROM t": false, "CREATE TABLE t (a int PRIMARY KEY)": false} {
		if stmt := cql.Parse(diag.NewSource("", text)).Items[0].Stmt; stmt == nil || writes(stmt) != want {
			t.Errorf("%s is a write: %t", text, !want)
		}
	}
}
