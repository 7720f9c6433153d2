package session_test

import (
	"strings"
	"testing"

	"partitionlab/wasm/check"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

// indexed runs a script where SASI is allowed, or not.
func indexed(t *testing.T, allowed bool, text string) []session.Outcome {
	t.Helper()
	settings := check.NewSettings()
	if allowed {
		if err := settings.Set("sasi_indexes_enabled", "true"); err != nil {
			t.Fatal(err)
		}
	}
	s := session.New(session.Settings{Keyspace: "lab", Now: 1795248000, Check: settings})
	return s.Script(diag.NewSource("", text))
}

const sasi = "USING 'org.apache.cassandra.index.sasi.SASIIndex' WITH OPTIONS = "

// TestRefusalsNameTheIndex: a read that no index serves is told what the one answers that is on the column.
// What is refused, and what is taken, was asked of 5.0.8.
func TestRefusalsNameTheIndex(t *testing.T) {
	const words = "{'mode': 'PREFIX', 'analyzed': 'true', 'analyzer_class': 'org.apache.cassandra.index.sasi.analyzer.DelimiterAnalyzer', 'delimiter': ','}"
	for _, c := range []struct{ index, where, why, instead string }{
		{"CREATE CUSTOM INDEX ix ON t (a) " + sasi + words, "a = 'x'", "The index ix on a answers LIKE '<term>%', LIKE '<term>', and not this =. It keeps words, not whole texts. ", ""},
		{"CREATE CUSTOM INDEX ix ON t (a) " + sasi + words, "a LIKE '%x%'", "The index ix on a answers LIKE '<term>%', LIKE '<term>', and not this LIKE. It keeps words, not whole texts. ", "Ask with what the index answers. With {'mode': 'CONTAINS'} it answers LIKE '%<term>%', too."},
		{"CREATE CUSTOM INDEX ix ON t (a) " + sasi + words, "a LIKE 'x'", "", ""},
		{"CREATE CUSTOM INDEX ix ON t (a) " + sasi + "{'mode': 'PREFIX'}", "a >= 'a' AND a < 'b'", "The index ix on a answers =, LIKE '<term>%', LIKE '<term>', and not this >=. ", ""},
		{"CREATE CUSTOM INDEX ix ON t (a) " + sasi + strings.Replace(words, "PREFIX", "CONTAINS", 1), "a LIKE 'x%'", "The index ix on a answers LIKE '%<term>', LIKE '%<term>%', LIKE '<term>', and not this LIKE. It keeps words, not whole texts. ", ""},
		{"CREATE INDEX ix ON t (a) USING 'sai'", "a > 'x'", "The index ix on a answers =, and not this >. ", ""},
		{"CREATE INDEX ix ON t (a) USING 'sai'", "a IN ('x', 'y')", "The index ix on a answers =, and not this IN. ", ""},
		{"CREATE INDEX ix ON t (a) USING 'sai'", "a LIKE 'x'", "The index ix on a answers =, and not this LIKE. ", ""},
		{"CREATE INDEX ix ON t (n) USING 'sai'", "n IN (1, 2)", "The index ix on n answers =, <, <=, >, >=, and not this IN. ", ""},
		{"CREATE INDEX ix ON t (keys(m))", "m CONTAINS 1", "The index ix on m answers CONTAINS KEY, and not this CONTAINS. ", ""},
		{"CREATE INDEX ix ON t (a)", "n = 1", "Rows are found by their key. ", ""}, // another column's
	} {
		rs := indexed(t, true, "CREATE TABLE t (k int PRIMARY KEY, a text, n int, m map<int, int>); "+c.index+"; SELECT * FROM t WHERE "+c.where)
		r := &rs[2]
		if !rs[1].Accepted() || r.Accepted() != (c.why == "") {
			t.Fatalf("%s, %s: %v, %v", c.index, c.where, rs[1].Diag, r.Diag)
		}
		if d := r.Diag; d != nil && (!strings.HasPrefix(d.Why, c.why) || c.instead != "" && d.Instead != c.instead) {
			t.Errorf("%s, %s\n  why %s\n  instead %s", c.index, c.where, d.Why, d.Instead)
		}
	}
}

// TestRefusedIndexIsNamed: a read that only the refusal of an index keeps from being taken says so, with the
// place of that index; one that would be refused all the same does not. What each read is answered with the index
// was asked of 5.0.8, of the last one with an index that is mended.
func TestRefusedIndexIsNamed(t *testing.T) {
	const tables = "CREATE TABLE t (k int, c int, a text, n int, PRIMARY KEY (k, c)); CREATE TABLE u (k int PRIMARY KEY, n int); "
	for _, c := range []struct {
		index, read string
		follows     bool
	}{
		{"CREATE CUSTOM INDEX ON t (n) " + sasi + "{'mode': 'SPARSE'}", "SELECT * FROM t WHERE n >= 1", true},
		{"CREATE CUSTOM INDEX ON t (n) " + sasi + "{'mode': 'SPARSE'}", "SELECT * FROM t WHERE n >= ?", true},
		{"CREATE CUSTOM INDEX ON t (a) " + sasi + "{'mode': 'PREFIX'}", "SELECT * FROM lab.t WHERE a LIKE 'x%'", true},
		{"CREATE CUSTOM INDEX ON t (a) " + sasi + "{'mode': 'PREFIX'}", "SELECT * FROM t WHERE a LIKE '%x%'", false},
		{"CREATE CUSTOM INDEX ON t (a) " + sasi + "{'mode': 'PREFIX'}", "SELECT * FROM t WHERE a > 'x'", false},
		{"CREATE CUSTOM INDEX ON t (n) " + sasi + "{'mode': 'PREFIX'}", "SELECT * FROM u WHERE n = 1", false},
		{"CREATE CUSTOM INDEX ON t (a) USING 'sai' WITH OPTIONS = {'mode': 'PREFIX'}", "SELECT * FROM t WHERE a = 'x'", true},
	} {
		text := tables + c.index + "; "
		rs := indexed(t, false, text+c.read)
		at, r := &rs[2], &rs[3]
		if at.Accepted() || r.Accepted() {
			t.Fatalf("%s, %s: accepted", c.index, c.read)
		}
		if r.Follows != c.follows {
			t.Errorf("%s, %s: follows %v", c.index, c.read, r.Follows)
		}
		named := len(r.Diag.Related) == 1 && r.Diag.Related[0].Span == at.Span && strings.Contains(r.Diag.Instead, "mend its statement first") && r.Diag.Fixes == nil
		if named != c.follows {
			t.Errorf("%s, %s: %+v", c.index, c.read, r.Diag)
		}
	}
	// One that is made after all, and a table that lost none.
	rs := indexed(t, false, tables+"CREATE CUSTOM INDEX ON t (n) "+sasi+"{'mode': 'PREFIX'}; CREATE INDEX ON t (n); SELECT * FROM t WHERE n = 1; SELECT * FROM t WHERE a = 'x'")
	if r := rs[4]; !r.Accepted() {
		t.Error(r.Diag)
	}
	if r := rs[5]; r.Follows {
		t.Error("follows an index on another column")
	}
}

// TestSASIBecomesSAI: the button makes of an index of SASI one of SAI that is taken, with the options that SAI
// has, too, and says that LIKE is refused from then on.
func TestSASIBecomesSAI(t *testing.T) {
	text := "CREATE TABLE t (k int PRIMARY KEY, a text, b text, n int); " +
		"CREATE CUSTOM INDEX ON t (a) " + sasi + "{'mode': 'PREFIX'}; " +
		"CREATE CUSTOM INDEX ON t (b) " + sasi + "{'mode': 'CONTAINS', 'analyzer_class': 'org.apache.cassandra.index.sasi.analyzer.NonTokenizingAnalyzer', 'case_sensitive': 'false'}; " +
		"CREATE CUSTOM INDEX ON t (n) USING 'org.apache.cassandra.index.sasi.SASIIndex'; " +
		"SELECT * FROM t WHERE a = 'x'; SELECT * FROM t WHERE b = 'x'; SELECT * FROM t WHERE n > 1; " +
		"SELECT * FROM t WHERE b LIKE 'x%'; SELECT k FROM t WHERE b LIKE ?; SELECT * FROM t WHERE a LIKE 'x%'"
	rs := indexed(t, false, text)
	var all diag.Fix
	for i := range 3 {
		d := rs[1+i].Diag
		if d == nil || len(d.Fixes) != 1 || d.Fixes[0].Title != "use SAI" || d.Fixes[0].Costs != "SAI compares whole values: LIKE is refused from then on." {
			t.Fatalf("%d: %+v", i, d)
		}
		all.Edits = append(all.Edits, d.Fixes[0].Edits...)
	}
	again := all.Apply(text)
	if !strings.Contains(again, "ON t (b) USING 'sai' WITH OPTIONS = {'case_sensitive': 'false'};") || strings.Contains(again, "mode") {
		t.Error(again)
	}
	for i, r := range indexed(t, false, again) {
		if like := i > 6; r.Accepted() == like {
			t.Errorf("%s: accepted %v", again[r.Span.Start:r.Span.End], r.Accepted())
		}
	}
}
