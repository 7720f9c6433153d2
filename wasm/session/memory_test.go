package session

import (
	"encoding/json"
	"strings"
	"testing"

	"partitionlab/wasm/check"
	"partitionlab/wasm/diag"
)

// TestMemory: what is recalled is what is judged, whatever has changed since, and of what has not
// changed nothing is judged again.
func TestMemory(t *testing.T) {
	const (
		kind   = "CREATE TYPE a (x int);\n"
		first  = "CREATE TABLE t (k int, c int, v text, u frozen<a>, PRIMARY KEY (k, c));\n"
		second = "CREATE TABLE s (k int PRIMARY KEY, v text);\n"
		there  = "CREATE TABLE t_by_v (k int, c int, v text, u frozen<a>, PRIMARY KEY (v, k, c));\n"
		view   = "CREATE MATERIALIZED VIEW by_c AS SELECT * FROM t WHERE k IS NOT NULL AND c IS NOT NULL PRIMARY KEY (c, k);\n"
		reads  = "SELECT v FROM t WHERE k = ?;\nSELECT v FROM t WHERE v = ?;\nSELECT nope FROM t;\nSELECT v FROM s WHERE k = ?;\nSELECT v FROM s WHERE v = ? ALLOW FILTERING;\nSELECT * FROM none WHERE k = ?;\nSELECT * FROM by_c WHERE c = ?;\nSELECT v FROM s WHERE k = 1;\nSELECT v FROM s WHERE v = 'x';\n"
	)
	all := kind + first + second + view + reads
	memory := Memory{}
	settings := Settings{Keyspace: "lab"}
	play := func(text string) (judged int) {
		t.Helper()
		before := memory.Judged
		is, want := New(settings), New(settings)
		memory.Begin()
		is.Recall(&memory)
		got, anew := is.Script(diag.NewSource("", text)), want.Script(diag.NewSource("", text))
		memory.End()
		for i := range got {
			g, w := &got[i], &anew[i]
			if p := g.Verdict.Plan; p != nil {
				if p.Table != is.Catalogue().Table(p.Table.Keyspace, p.Table.Name) {
					t.Errorf("%s: another table", text[g.Span.Start:g.Span.End])
				}
				for _, ix := range p.Indexes {
					if of, _ := is.Catalogue().Keyspaces["lab"].Index(ix.Name); of != ix {
						t.Errorf("%s: another index", text[g.Span.Start:g.Span.End])
					}
				}
			}
			said := func(r *Outcome) string {
				where := ""
				if p := r.Verdict.Plan; p != nil {
					where = p.Table.Name + p.Partitions.String() + p.Rows.String()
				}
				if r.Diag != nil {
					if _, is := r.Diag.About.(*check.Unknown); !is {
						r.Diag.About = nil // that is for whoever repairs it
					}
				}
				for i := range r.Verdict.Diags {
					r.Verdict.Diags[i].About = nil
				}
				out, err := json.Marshal([]any{r.Span, r.Keyspace, r.Diag, r.Notes, r.Warnings, r.Verdict.Diags, r.NotJudged, r.Prepared, r.Follows, where})
				if err != nil {
					t.Fatal(err)
				}
				return string(out)
			}
			if said(g) != said(w) {
				t.Errorf("%s\nis   %s\nwant %s", text[g.Span.Start:g.Span.End], said(g), said(w))
			}
		}
		return memory.Judged - before
	}
	play(all)
	accepted := 1 // with values: it is carried out each time
	for _, c := range []struct {
		what, text string
		judged     int // at most
	}{
		{"nothing", all, accepted},
		{"a comment before", "-- longer\n" + all, accepted},
		{"another query", strings.Replace(all, "SELECT nope", "SELECT nop", 1), accepted + 1},
		{"another table", strings.Replace(all, second, "CREATE TABLE s (k int PRIMARY KEY, v int);\n", 1), 9 - 2}, // those of t that the text before had
		{"another key", strings.Replace(all, second, "CREATE TABLE s (v text PRIMARY KEY, k int);\n", 1), 9 - 3},
		{"it is taken back", all, 9 - 3},
		{"a proposed name is taken", all + "-- t_by_v\n", accepted + 1},
		{"another table gets it", strings.Replace(all, second, there, 1) + "-- t_by_v\n", 9 - 2},
		{"that table is another one", strings.Replace(all, second, strings.Replace(there, "(v, k, c)", "(k, v)", 1), 1) + "-- t_by_v\n", 9 - 2},
		{"a table less", strings.Replace(all, second, "", 1), 9 - 2},
		{"a table more", all, 9 - 3},
		{"a table with that name", first + "CREATE TABLE t_by_v (v text PRIMARY KEY);\n" + all, 9},
		{"another type", strings.Replace(all, "(x int)", "(x text)", 1), 9},
		{"an index", strings.Replace(all, reads, "CREATE INDEX ON s (v);\n"+reads, 1), 9},
		{"the same index", strings.Replace(all, reads, "CREATE INDEX ON s (v);\n\n"+reads, 1), accepted + 1},
		{"a table that is dropped", strings.Replace(all, reads, "DROP TABLE s;\n"+reads, 1), 9},
		{"another keyspace", "CREATE KEYSPACE x WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nUSE x;\n" + all, 9},
		{"a keyspace that is made late", all + "CREATE KEYSPACE lab WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n", 9},
		{"what makes a table is refused", strings.Replace(all, "CREATE TABLE s", "CREATE TABEL s", 1), 9},
		{"nothing but reads", reads, 9},
	} {
		if n := play(c.text); n > c.judged {
			t.Errorf("%s: %d reads are judged, want %d at most", c.what, n, c.judged)
		}
	}
	if n := play(all); len(memory.known) > 9 || len(memory.steps) > 9 {
		t.Errorf("%d reads and %d changes are kept, and %d judged", len(memory.known), len(memory.steps), n)
	}
	// A keyspace of the text's own, and none that is made when first needed.
	memory = Memory{}
	const full = "CREATE KEYSPACE x WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nCREATE TABLE x.t (k int PRIMARY KEY, v text);\nCREATE TABLE x.s (k int PRIMARY KEY, v text);\nSELECT v FROM x.t WHERE v = ?;\nSELECT v FROM x.t WHERE k = ?;\nSELECT v FROM x.none WHERE k = ?;\nSELECT v FROM t WHERE k = ?;\n"
	play(full)
	for text, most := range map[string]int{full + "-- more\n": 1, strings.Replace(full, "x.s (k int", "x.s (k text", 1): 2, "CREATE TABLE t (k int PRIMARY KEY, v text);\n" + full: 4} {
		play(full)
		if len(memory.known) < 3 {
			t.Errorf("%d reads are kept", len(memory.known))
		}
		if n := play(text); n > most {
			t.Errorf("%s: %d reads are judged, want %d at most", text, n, most)
		}
	}
	// Where their number has a limit, a table more may leave no room for the proposed one.
	limited := check.NewSettings()
	for key, value := range map[string]string{"authenticator": "PasswordAuthenticator", "tables_fail_threshold": "3"} {
		if err := limited.Set(key, value); err != nil {
			t.Fatal(err)
		}
	}
	memory, settings.Check = Memory{}, limited
	for _, more := range []string{"", "CREATE TABLE u (k int PRIMARY KEY);\n", ""} {
		play(kind + first + second + more + reads)
	}
}
