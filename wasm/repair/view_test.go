package repair_test

import (
	"strings"
	"testing"

	"partitionlab/wasm/check"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

const devices = `CREATE TABLE device (id timeuuid, tenant_id timeuuid, type text, name text, search text, at timestamp, tags set<text>,
  PRIMARY KEY (id, tenant_id, type)) WITH default_time_to_live = 864000 AND CLUSTERING ORDER BY (tenant_id DESC, type ASC);
`

// TestRefusedViews: of a view that is refused because views are switched off, what is refused where they are on is
// said, too; and any refused view can become a table of its name, with its key and columns, that serves its reads.
func TestRefusedViews(t *testing.T) {
	for _, c := range []struct{ name, view, read, then, table, costs string }{
		{"nothing else is wrong", "CREATE MATERIALIZED VIEW IF NOT EXISTS v AS SELECT * FROM device WHERE tenant_id IS NOT NULL AND type IS NOT NULL AND name IS NOT NULL AND id IS NOT NULL\nPRIMARY KEY (tenant_id, name, id, type) WITH CLUSTERING ORDER BY (name DESC, id ASC, type ASC) AND comment = 'by name'",
			"SELECT tags FROM v WHERE tenant_id = ? ORDER BY name DESC", "",
			"CREATE TABLE IF NOT EXISTS v (\n  tenant_id timeuuid,\n  name text,\n  id timeuuid,\n  type text,\n  at timestamp,\n  search text,\n  tags set<text>,\n  PRIMARY KEY (tenant_id, name, id, type)\n) WITH CLUSTERING ORDER BY (name DESC, id ASC, type ASC)\n  AND default_time_to_live = 864000\n  AND comment = 'by name'",
			"The table v holds a second copy of each row of device that has a value of name, with all its columns."},
		{"a key without IS NOT NULL", "CREATE MATERIALIZED VIEW v AS SELECT id, tenant_id, type, at FROM device WHERE tenant_id IS NOT NULL AND type > 'b' PRIMARY KEY ((tenant_id, type), id)",
			"SELECT at FROM v WHERE tenant_id = ? AND type = ?", "Primary key columns id must be restricted with 'IS NOT NULL' or otherwise",
			"CREATE TABLE v (\n  tenant_id timeuuid,\n  type text,\n  id timeuuid,\n  at timestamp,\n  PRIMARY KEY ((tenant_id, type), id)\n) WITH default_time_to_live = 864000", "Whoever writes it leaves out what the WHERE of the view leaves out."},
		{"two new columns", "CREATE MATERIALIZED VIEW v AS SELECT * FROM device WHERE tenant_id IS NOT NULL PRIMARY KEY (tenant_id, name, search, id, type)",
			"SELECT * FROM v WHERE tenant_id = ? AND name = ? AND search > ?", "Cannot include more than one non-primary key column in materialized view primary key (got name, search)",
			"PRIMARY KEY (tenant_id, name, search, id, type)", "has a value of name and search"},
		{"a key that lacks columns", "CREATE MATERIALIZED VIEW v AS SELECT * FROM device WHERE name IS NOT NULL PRIMARY KEY (name)",
			"SELECT * FROM v WHERE name = ?", "Cannot create materialized view 'v' without primary key columns id, tenant_id, type from base table 'device'",
			"PRIMARY KEY (name, id, tenant_id, type)\n) WITH CLUSTERING ORDER BY (id ASC, tenant_id DESC, type ASC)", "Its key ends with id, tenant_id, type, so that rows stay apart."},
	} {
		text := devices + c.view + ";\n" + c.read + ";"
		run := func(settings *check.Settings, text string) []session.Outcome {
			return session.New(session.Settings{Keyspace: "lab", Check: settings}).Script(diag.NewSource("", text))
		}
		all := run(nil, text)
		view, read := all[1].Diag, all[2].Diag
		if view == nil || read == nil {
			t.Fatalf("%s: accepted", c.name)
		}
		_, then, _ := strings.Cut(view.Why, "with materialized_views_enabled: true, Cassandra refuses it still: ")
		if then != c.then {
			t.Errorf("%s: then %q, want %q", c.name, then, c.then)
		}
		for _, d := range []*diag.Diagnostic{view, read} {
			if len(d.Fixes) != 1 || !strings.Contains(d.Fixes[0].Makes, c.table) || !strings.Contains(d.Fixes[0].Costs, c.costs) {
				t.Errorf("%s: %q has the fixes %v, want %s\n%s", c.name, d.Message, d.Fixes, c.table, c.costs)
				continue
			}
			for i, r := range run(nil, d.Fixes[0].Apply(text)) {
				if r.Diag != nil {
					t.Errorf("%s: statement %d is refused after the repair: %s", c.name, i, r.Diag.Message)
				}
			}
		}
		if c.then == "" {
			continue
		}
		// Where views are on, what is wrong is said first, and the table is offered behind what mends the view.
		on := check.NewSettings()
		if err := on.Set("materialized_views_enabled", "true"); err != nil {
			t.Fatal(err)
		}
		d := run(on, text)[1].Diag
		if d == nil || d.Message != c.then || len(d.Fixes) == 0 || !strings.HasPrefix(d.Fixes[len(d.Fixes)-1].Makes, "CREATE TABLE v (") {
			t.Errorf("%s: %+v, want %s and a table", c.name, d, c.then)
		}
	}
	// No table is offered where none could be: of counters in a key, of columns that are not there, of a read that it would not serve.
	for _, text := range []string{
		"CREATE TABLE t (k int PRIMARY KEY, n counter);\nCREATE MATERIALIZED VIEW v AS SELECT * FROM t WHERE k IS NOT NULL AND n IS NOT NULL PRIMARY KEY (n, k);",
		"CREATE TABLE t (k int PRIMARY KEY, n int);\nCREATE MATERIALIZED VIEW v AS SELECT * FROM t WHERE k IS NOT NULL AND x IS NOT NULL PRIMARY KEY (x, k);",
		"CREATE MATERIALIZED VIEW v AS SELECT * FROM t WHERE k IS NOT NULL AND x IS NOT NULL PRIMARY KEY (x, k);",
		devices + "CREATE MATERIALIZED VIEW v AS SELECT * FROM device WHERE name IS NOT NULL PRIMARY KEY (name, id, tenant_id, type);\nSELECT * FROM v WHERE at > 0;",
	} {
		all := session.New(session.Settings{Keyspace: "lab"}).Script(diag.NewSource("", text))
		if last := all[len(all)-1]; last.Diag == nil || len(last.Diag.Fixes) > 0 {
			t.Errorf("%s: %+v", text, last.Diag)
		}
	}
}
