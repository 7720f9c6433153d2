package repair_test

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

// TestFirstFix: what is offered first for a schema statement, and that the script is
// accepted with it; "" where nothing may be offered.
func TestFirstFix(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		// A column of the key whose near name is declared.
		{"CREATE TABLE o (customer_id uuid, at timestamp, PRIMARY KEY ((customer), at))", "write customer_id"},
		{"CREATE TABLE o (hotel_id text, hotel_name text, PRIMARY KEY (hotel))", "write hotel_id"},
		{"CREATE TABLE o (order_id uuid, PRIMARY KEY (orderid))", "write order_id"},
		{"CREATE TABLE o (id uuid, day date, PRIMARY KEY (day_of_order))", "write day"},
		{"CREATE TABLE o (customer_id uuid, v int, PRIMARY KEY (customer_id, customer))", "declare customer as text"}, // it is in the key already
		{"CREATE TABLE o (name_first text, name_last text, PRIMARY KEY (name))", "declare name as text"},              // two can be meant
		// Types.
		{"CREATE TABLE o (k strng PRIMARY KEY)", "write text"},
		{"CREATE TABLE o (k nummeric PRIMARY KEY)", "write decimal"},
		{"CREATE TABLE o (k txt PRIMARY KEY)", "write text"},
		{"CREATE TYPE money (a int); CREATE TABLE o (k int PRIMARY KEY, m frozen<mony>)", "write money"},
		{"CREATE TABLE o (k customer PRIMARY KEY)", ""},
		{"CREATE TABLE o (k int PRIMARY KEY, s set<string>)", "write text"},
		{"CREATE TABLE o (k int PRIMARY KEY, m map<int, integr>)", "write int"},
		{"CREATE TYPE address (a int); CREATE TABLE o (k int PRIMARY KEY, s set<adress>)", "write frozen<address>"},
		{"CREATE TYPE address (a int); CREATE TABLE o (k int PRIMARY KEY, s set<address>)", "freeze it"},
		// What is written anew together with a repair is the author's all the same.
		{"CREATE TABLE o (k int PRIMARY KEY, a date b datetime, c varchar(80))", "put a comma here; leave out the length"},
		// CLUSTERING ORDER BY.
		{"CREATE TABLE o (k int, d date, PRIMARY KEY (k, d)) WITH CLUSTERING ORDER BY (dd DESC)", "write d"},
		{"CREATE TABLE o (k int, d date, total int, PRIMARY KEY (k, d)) WITH CLUSTERING ORDER BY (total DESC)", "sort by total: put it into the key"},
		{"CREATE TABLE o (k int, d date, id uuid, PRIMARY KEY (k, d)) WITH CLUSTERING ORDER BY (d DESC, id ASC)", "add id to the primary key"},
		{"CREATE TABLE o (k int, d date, e int, id uuid, PRIMARY KEY (k, d, e)) WITH CLUSTERING ORDER BY (d DESC, id ASC, e ASC)", "add id to the primary key"},
		{"CREATE TABLE o (k int, d date, tags set<text>, PRIMARY KEY (k, d)) WITH CLUSTERING ORDER BY (d DESC, tags ASC)", "leave tags out"},
		{"CREATE TABLE o (k int, d date, PRIMARY KEY (k, d)) WITH CLUSTERING ORDER BY (d DESC, k ASC)", "leave k out"},
		{"CREATE TABLE o (k int, total int, PRIMARY KEY (k)) WITH CLUSTERING ORDER BY (total DESC)", "sort by total: put it into the key"},
		{"CREATE TABLE o (k int PRIMARY KEY, name text, total int) WITH CLUSTERING ORDER BY (total DESC)", "sort by total: put it into the key"},
		{"CREATE TABLE o (\n  \"K\" int  PRIMARY KEY, -- the key\n  total int -- of all\n) WITH comment = 'x' AND CLUSTERING ORDER BY (total DESC)", "sort by total: put it into the key"},
		{"CREATE TABLE o (total int, k int PRIMARY KEY) WITH CLUSTERING ORDER BY (total DESC)", "sort by total: put it into the key"},
		{"CREATE TABLE o (k int, d date, e int, PRIMARY KEY (k, d, e)) WITH CLUSTERING ORDER BY (e ASC, d DESC)", "write them in the order of the key"},
		{"CREATE TABLE o (k int, d date, PRIMARY KEY (k, d)) WITH CLUSTERING ORDER BY (k ASC, d DESC)", "leave k out"},
		{"CREATE TABLE o (k int, d date, PRIMARY KEY (k, d)) WITH CLUSTERING ORDER BY (d DESC, k ASC)", "leave k out"},
		// What is there already.
		{"CREATE TABLE o (k int PRIMARY KEY); CREATE TABLE o (k int PRIMARY KEY)", "add IF NOT EXISTS"},
		{"CREATE TABLE o (k int PRIMARY KEY); CREATE TABLE o (k int, PRIMARY KEY (k)) WITH comment = ''", "add IF NOT EXISTS"},
		{"CREATE TABLE o (k int PRIMARY KEY); CREATE TABLE o (k bigint PRIMARY KEY)", ""},
		{"CREATE TABLE o (k int, c int, PRIMARY KEY (k)); CREATE TABLE o (k int, c int, PRIMARY KEY (k, c))", ""},
		{"CREATE TABLE o (k int PRIMARY KEY); CREATE TABLE o (k int PRIMARY KEY) WITH gc_grace_seconds = 1", ""},
		{"CREATE TYPE a (x int); CREATE TYPE a (x int)", "add IF NOT EXISTS"},
		{"CREATE TYPE a (x int); CREATE TYPE a (x text)", ""},
		{"CREATE KEYSPACE s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; CREATE KEYSPACE s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}", "add IF NOT EXISTS"},
		{"CREATE KEYSPACE s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; CREATE KEYSPACE s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 2}", ""},
	} {
		run := func(text string) (refused *diag.Diagnostic) {
			for _, r := range session.New(session.Settings{Keyspace: "ks"}).Script(diag.NewSource("", text)) {
				if r.Diag != nil && refused == nil {
					refused = r.Diag
				}
			}
			return refused
		}
		d := run(c.script)
		if d == nil {
			t.Errorf("%s: accepted", c.script)
			continue
		}
		got := ""
		if len(d.Fixes) > 0 {
			got = d.Fixes[0].Title
		}
		if got != c.want {
			t.Errorf("%s\n  %s\n  first fix %q, want %q", c.script, d.Message, got, c.want)
		}
		if got == "" && (d.Instead == "" || strings.Contains(d.Instead, "IF NOT EXISTS, or")) {
			t.Errorf("%s: instead %q", c.script, d.Instead)
		}
		for _, f := range d.Fixes {
			if again := run(f.Apply(c.script)); again != nil && !strings.Contains(again.Message, "datetime") {
				t.Errorf("%s\n  refused with %q: %s", f.Apply(c.script), f.Title, again.Message)
			}
		}
	}
}
