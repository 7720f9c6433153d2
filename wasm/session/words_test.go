package session_test

import (
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

// TestRefusalsSayWhy: whatever is refused by a rule, syntax too, comes with the
// reason and with what to write instead, in words or as an edit.
func TestRefusalsSayWhy(t *testing.T) {
	n := 0
	for _, r := range recordings(t, "../../build/conformance/testdata/verdicts.jsonl.gz") {
		s := recorder(t, "g")
		for _, st := range r.Statements {
			d := s.Exec(st.Q).Diag
			if d == nil || d.Rule == "" {
				continue
			}
			n++
			if d.Why == "" || d.Instead == "" && len(d.Fixes) == 0 {
				t.Errorf("%s: %s: rule %s, why %q, instead %q", st.Q, d.Message, d.Rule, d.Why, d.Instead)
			}
		}
	}
	if n < 2000 {
		t.Errorf("only %d refusals", n)
	}
}

// TestSyntaxSaysWhy: a clause that is not complete has the words of its rule.
func TestSyntaxSaysWhy(t *testing.T) {
	results := session.New(session.Settings{Keyspace: "lab"}).Script(diag.NewSource("", "SELECT * FROM t ORDER BY;"))
	if d := results[0].Diag; d == nil || d.Rule != "SYN-12" || d.Why == "" || d.Instead == "" {
		t.Errorf("%+v", d)
	}
}

// Who adds to a collection and takes out of it in one sum is not sent to numbers.
func TestSumsOfCollectionsSayWhatToWrite(t *testing.T) {
	results := session.New(session.Settings{Keyspace: "lab"}).Script(diag.NewSource("", "CREATE TABLE v (id int PRIMARY KEY, tags set<text>); UPDATE v SET tags = tags + {'bread'} - {'brad'} WHERE id = 1;"))
	d := results[1].Diag
	if d == nil || d.Rule != "LIT-12" || d.Message != "the '-' operation is not supported between {'bread'} and {'brad'}" || !strings.HasPrefix(d.Instead, "Write one change of a collection after the other, each with the column") {
		t.Errorf("%+v", d)
	}
}

// Whoever writes a value of a type as a map is told how its fields are named, at any depth.
func TestMapsInPlaceOfTypesSayHowFieldsAreNamed(t *testing.T) {
	s := session.New(session.Settings{Keyspace: "lab"})
	s.Script(diag.NewSource("", "CREATE TYPE address (street text, city text); CREATE TABLE p (id int PRIMARY KEY, m map<text, frozen<address>>, a address)"))
	for _, set := range []string{"m['home'] = {'street': 'a'}", "m = {'home': {'street': 'a'}}", "a = {'street': 'a'}"} {
		if d := s.Exec("UPDATE p SET " + set + " WHERE id = 1").Diag; d == nil || d.Rule != "LIT-03" || !strings.Contains(d.Instead, "without quotes: {street: …}") {
			t.Errorf("%s: %+v", set, d)
		}
	}
}

// TestSameRepairEverywhere: a name that is misspelled in a cast has the same
// repair in a select list, in WHERE and in a value.
func TestSameRepairEverywhere(t *testing.T) {
	s := session.New(session.Settings{Keyspace: "lab"})
	for _, q := range []string{"CREATE TYPE addr (zip int)", "CREATE TABLE t (k int PRIMARY KEY, v frozen<addr>)"} {
		if r := s.Exec(q); !r.Accepted() {
			t.Fatal(q, r.Diag)
		}
	}
	for _, q := range []string{
		"SELECT (adr) {zip: 1} FROM t",
		"SELECT * FROM t WHERE v = (adr) {zip: 1}",
		"SELECT * FROM t WHERE k = 1 AND v IN ((adr) {zip: 1}) ALLOW FILTERING",
		"INSERT INTO t (k, v) VALUES (1, (adr) {zip: 1})",
		"UPDATE t SET v = (adr) {zip: 1} WHERE k = 1 IF v = (adr) {zip: 1}",
		"DELETE FROM t WHERE k = 1 IF v = (adr) {zip: 1}",
	} {
		d := s.Exec(q).Diag
		if d == nil || !slices.ContainsFunc(d.Fixes, func(f diag.Fix) bool { return f.Title == "write addr" }) {
			t.Errorf("%s: %+v", q, d)
		}
	}
}

// A column that is there with another type is not to be added where it is not there yet: it would
// keep its type, and nobody would hear of it.
func TestColumnOfAnotherTypeKeepsItsType(t *testing.T) {
	s := session.New(session.Settings{Keyspace: "lab"})
	s.Script(diag.NewSource("", "CREATE TABLE p (id int PRIMARY KEY, duration bigint)"))
	for q, want := range map[string]string{
		"ALTER TABLE p ADD duration int":    "Choose another name: duration has the type bigint",
		"ALTER TABLE p ADD duration bigint": "Write ADD IF NOT EXISTS",
		"ALTER TABLE p ADD (a int, a text)": "Write ADD IF NOT EXISTS",
	} {
		if d := s.Exec(q).Diag; d == nil || d.Rule != "AL-03" || !strings.HasPrefix(d.Instead, want) {
			t.Errorf("%s: %+v", q, d)
		}
	}
}
