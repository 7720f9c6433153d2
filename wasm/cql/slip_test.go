package cql

import (
	"strings"
	"testing"
)

// A pattern that names a class of tokens that there is not would never match.
func TestPatternsOfSlipsNameWhatThereIs(t *testing.T) {
	classes := map[string]bool{}
	for _, c := range []string{"any", "end", "name", "word", "quoted", "value", "string", "int", "float", "keyword", "number"} {
		classes[c] = true
	}
	n := 0
	for _, table := range slips {
		for _, s := range table {
			n++
			if s.see == "" && s.looks == nil && s.try == nil {
				t.Errorf("the slip %+v is met anywhere", s)
			}
			for _, element := range strings.Fields(strings.ReplaceAll(s.in+" "+s.see, " or ", " ")) {
				for _, one := range strings.Split(strings.TrimPrefix(strings.TrimPrefix(element, "^"), "~"), "|") {
					if one == "" || 'a' <= one[0] && one[0] <= 'z' && !classes[one] {
						t.Errorf("%q in %q names no class of tokens", one, s.in+" "+s.see)
					}
				}
			}
		}
	}
	if n < 100 {
		t.Errorf("%d slips: the tables are not complete", n)
	}
}

// TestTwoSlipsAreOneEdit: what mends a misspelled word and a slip behind it begins and ends
// between words, so that nothing of it is kept apart from the rest of its word.
func TestTwoSlipsAreOneEdit(t *testing.T) {
	for text, want := range map[string]string{
		"CREATE TABEL s (k uuid, at timestamp status text, PRIMARY KEY (k))": "CREATE TABLE s (k uuid, at timestamp, status text, PRIMARY KEY (k))",
		"CREATE TABEL s (k int PRIMRY KEY)":                                  "CREATE TABLE s (k int PRIMARY KEY)",
		"CRATE TABLE s (k int b int PRIMARY KEY)":                            "CREATE TABLE s (k int, b int PRIMARY KEY)",
	} {
		_, _, d := ParseStatement(text)
		if d == nil || len(d.Fixes) == 0 {
			t.Errorf("%s: %v", text, d)
			continue
		}
		fix := d.Fixes[0]
		fix.KeepApart(text)
		if got := fix.Apply(text); got != want {
			t.Errorf("%s\nbecomes %s\nwant %s", text, got, want)
		}
	}
}

// TestMissingCommas leaves out each comma of statements with lists of every kind, and then
// all of a statement at once: the reader is told why, and gets them back.
func TestMissingCommas(t *testing.T) {
	bare := func(s string) string { return strings.Join(strings.Fields(strings.ReplaceAll(s, ",", " , ")), " ") }
	for _, text := range []string{
		"CREATE TABLE x (k int, c map<int, text>, d int static, e text, PRIMARY KEY ((k, e), c, d)) WITH CLUSTERING ORDER BY (c DESC, d ASC)",
		"CREATE TABLE x (k int PRIMARY KEY, v frozen<tuple<int, text, int>>) WITH compaction = {'class': 'a', 'b': '1', 'c': 'd'} AND comment = 'a, b'",
		"CREATE KEYSPACE x WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3, 'dc2': 3}",
		"CREATE TYPE t (a int, b list<int>, c text)",
		"CREATE FUNCTION f (a int, b int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS 'x'",
		"ALTER TABLE x ADD (a int, b text)",
		"ALTER TABLE x DROP (a, b, c)",
		"INSERT INTO x (a, b, c) VALUES (1, 'b', now())",
		"INSERT INTO x (a, b, c) VALUES ([1, 2, 3], {'a', 'b'}, {'k': 1, 'l': 2})",
		"INSERT INTO x (a, b) VALUES ((1, 'x'), {street: 'y', zip: 3})",
		"UPDATE x SET a = 1, b = b + {'c'}, c['k'] = 'v', d.e = 5 WHERE k = 1",
		"SELECT a, count(*), min(b) FROM x WHERE k IN (1, 2, 3) AND (c, d) > (4, 5)",
		"SELECT * FROM x WHERE k = 1 ORDER BY a DESC, b DESC",
		"SELECT a FROM x GROUP BY a, b",
		"DELETE a, b FROM x WHERE k = 1",
	} {
		broken := []string{strings.ReplaceAll(text, ",", "")}
		for i := range text {
			if text[i] == ',' {
				broken = append(broken, text[:i]+text[i+1:])
			}
		}
		for _, b := range broken {
			_, _, d := ParseStatement(b)
			if d == nil {
				continue // a comma in a string
			}
			found := false
			for _, f := range d.Fixes {
				found = found || bare(f.Apply(b)) == bare(text) || strings.Contains(text, "'a, b'") && bare(f.Apply(b)) == bare(strings.ReplaceAll(text, "'a, b'", "'a b'"))
			}
			if !found || d.Why == "" {
				t.Errorf("%s\n%s\nwhy %q, fixes %+v", b, d.Message, d.Why, d.Fixes)
			}
		}
	}
}

// TestHabitsOfSQL: what SQL writes behind a type is refused; the reader is told why, and one
// repair takes all of it away, however much there is.
func TestHabitsOfSQL(t *testing.T) {
	const want = "CREATE TABLE x (id int, a varchar, b text, n int, PRIMARY KEY (id))"
	for _, habits := range [][4]string{
		{"(11)", "(100)", "", ""},
		{" NOT NULL", "(255) NOT NULL", " NOT NULL", " DEFAULT 0"},
		{"(11) NOT NULL AUTO_INCREMENT", "(255) NOT NULL DEFAULT 'x'", " UNIQUE", "(4) UNSIGNED DEFAULT -1"},
		{" AUTO_INCREMENT", "(20) COMMENT 'A b'", " COLLATE utf8", " CHECK (n > 0)"},
		{"", "", "", " REFERENCES y (n)"},
	} {
		h := habits
		text := "CREATE TABLE x (id int" + h[0] + ", a varchar" + h[1] + ", b text" + h[2] + ", n int" + h[3] + ", PRIMARY KEY (id))"
		_, _, d := ParseStatement(text)
		if d == nil {
			t.Fatalf("%s is accepted", text)
		}
		if d.Why == "" || len(d.Fixes) == 0 || d.Fixes[0].Apply(text) != want {
			t.Errorf("%s\nwhy %q, fixes %+v", text, d.Why, d.Fixes)
		}
	}
}

// TestMisspelled: a misspelled word is named where it stands, whatever stands in the way behind it,
// also where the statement has more mistakes than can be mended at once.
func TestMisspelled(t *testing.T) {
	for _, c := range []struct{ text, title, fixed string }{
		{"CREATE TABLE t (a int, c lst<text>, PRIMARY KEY (a))", "write list", "CREATE TABLE t (a int, c list<text>, PRIMARY KEY (a))"},
		{"CREATE TYPE t (c tupel<int, text>)", "write tuple", "CREATE TYPE t (c tuple<int, text>)"},
		{"ALTER TABLE t ADD c list<mpa<int, int>>", "write map", "ALTER TABLE t ADD c list<map<int, int>>"},
		{"CREATE TABLE t (a int, b int, PRIMARY KEY (a, b)) WITH CLUSTRING ORDER BY (b DESC)", "write CLUSTERING", "CREATE TABLE t (a int, b int, PRIMARY KEY (a, b)) WITH CLUSTERING ORDER BY (b DESC)"},
		{"CREATE TABLE t (a int, b int, PRIMERY KEY (a, b))", "write PRIMARY", "CREATE TABLE t (a int, b int, PRIMARY KEY (a, b))"},
		{"CREATE TABLE t (a int, b int, PRIMARY KEY (a, b)) WHIT CLUSTERING ORDER BY (b DESC)", "write WITH", "CREATE TABLE t (a int, b int, PRIMARY KEY (a, b)) WITH CLUSTERING ORDER BY (b DESC)"},
		{"CREAT TABLE m (p uuid, at timestamp, tags map<text>, note text PRIMERY KEY (p, at)) WITH CLUSTERING ORDER BY (note DESC", "write CREATE", "CREATE TABLE m (p uuid, at timestamp, tags map<text>, note text PRIMERY KEY (p, at)) WITH CLUSTERING ORDER BY (note DESC"},
		// No keyword is meant here, and no type.
		{"CREATE TABLE t (a int, at timestamp status text, PRIMARY KEY (a))", "put a comma here", "CREATE TABLE t (a int, at timestamp, status text, PRIMARY KEY (a))"},
		{"BEGIN LOGGED BATCH APPLY BATCH", "leave out LOGGED", "BEGIN BATCH APPLY BATCH"},
		{"CREATE TABLE t (a int, c <text>, PRIMARY KEY (a))", "write a name there", "CREATE TABLE t (a int, c text, PRIMARY KEY (a))"},
	} {
		_, _, d := ParseStatement(c.text)
		if d == nil || len(d.Fixes) == 0 {
			t.Errorf("%s: %+v", c.text, d)
		} else if f := d.Fixes[0]; f.Title != c.title || f.Apply(c.text) != c.fixed {
			t.Errorf("%s\n  %s: %s\n  want %s: %s", c.text, f.Title, f.Apply(c.text), c.title, c.fixed)
		}
	}
}
