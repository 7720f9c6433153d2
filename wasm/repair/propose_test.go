package repair_test

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

const orders = "CREATE TABLE orders_by_customer (customer_id uuid, ordered_at timestamp, order_id uuid, status text, total decimal, PRIMARY KEY ((customer_id), ordered_at, order_id));\n"

// proposed are the titles of the proposed tables of a script, each taken at once: the
// text is judged again after each. It returns the text with all.
func proposed(t *testing.T, text string) (names []string, out string) {
	t.Helper()
next:
	for range 10 {
		for _, r := range session.New(session.Settings{Keyspace: "lab"}).Script(diag.NewSource("", text)) {
			if r.Diag == nil {
				continue
			}
			for _, f := range r.Diag.Fixes {
				if _, name, ok := strings.Cut(f.Title, "made for this query: "); ok {
					names = append(names, name)
					text = f.Apply(text)
					continue next
				}
			}
			t.Errorf("%s: refused without a table: %s", text, r.Diag.Message)
		}
		break
	}
	return names, text
}

// TestNamesOfProposals: a table is named after what it holds and its own key, and its name
// is free in the text; who takes all of them has a script that is accepted.
func TestNamesOfProposals(t *testing.T) {
	long := "a_column_with_a_long_name"
	for _, c := range []struct{ script, want string }{
		{orders + "SELECT * FROM orders_by_customer WHERE status = 'new'", "orders_by_status"},
		{orders + "SELECT * FROM orders_by_customer WHERE customer_id = ? ORDER BY total DESC", "orders_by_customer_total"},
		{orders + "SELECT * FROM orders_by_customer WHERE customer_id = ? AND status = ?", "orders_by_customer_status"},
		// Two with the same partition key.
		{orders + "SELECT * FROM orders_by_customer WHERE status = ? AND ordered_at > ?;\nSELECT * FROM orders_by_customer WHERE status = ? ORDER BY total", "orders_by_status, orders_by_status_total"},
		// The same once more: one table serves both.
		{orders + "SELECT * FROM orders_by_customer WHERE status = ?;\nSELECT * FROM orders_by_customer WHERE status = 'new'", "orders_by_status, orders_by_status"},
		// A table of that name comes only later in the text.
		{orders + "SELECT * FROM orders_by_customer WHERE status = ?;\nCREATE TABLE orders_by_status (k int PRIMARY KEY)", "orders_by_status_2"},
		{"CREATE TABLE " + long + " (k int PRIMARY KEY, " + long + "_1 int, " + long + "_2 int);\nSELECT * FROM " + long + " WHERE " + long + "_1 = 1 AND " + long + "_2 = 2", long + "_by_" + long + "_1"},
	} {
		names, text := proposed(t, c.script)
		if got := strings.Join(names, ", "); got != c.want {
			t.Errorf("%s\n  tables %s, want %s", c.script, got, c.want)
		}
		if strings.Contains(text, "lab.") {
			t.Errorf("nobody wrote a keyspace:\n%s", text)
		}
	}
	_, text := proposed(t, strings.ReplaceAll(orders, "orders_by", "lab.orders_by")+"SELECT * FROM lab.orders_by_customer WHERE status = 'new' ORDER BY total DESC")
	want := `CREATE TABLE lab.orders_by_status (
  status text,
  total decimal,
  customer_id uuid,
  ordered_at timestamp,
  order_id uuid,
  PRIMARY KEY (status, total, customer_id, ordered_at, order_id)
) WITH CLUSTERING ORDER BY (total DESC, customer_id ASC, ordered_at ASC, order_id ASC);

SELECT * FROM lab.orders_by_status WHERE status = 'new' ORDER BY total DESC`
	if !strings.HasSuffix(text, want) {
		t.Errorf("got\n%s\nwant at its end\n%s", text, want)
	}
	// What keeps rows apart stays in the order that it had: nobody has asked for another one.
	_, text = proposed(t, "CREATE TABLE readings (location text, device int, at timestamp, PRIMARY KEY (location, device, at));\nSELECT * FROM readings WHERE device = 7")
	if want := "PRIMARY KEY (device, location, at)"; !strings.Contains(text, want) {
		t.Errorf("got\n%s\nwant %s", text, want)
	}
}

// TestBucketIsOffered: where the partitions of a proposed table would get new rows without end,
// one with a partition for each day is offered, too, and the query is accepted with it.
func TestBucketIsOffered(t *testing.T) {
	const stops = "CREATE TABLE stops (driver uuid, stop_at timestamp, status text, no int, PRIMARY KEY (driver, stop_at))"
	for _, c := range []struct{ table, query, want string }{
		{stops, "SELECT * FROM stops WHERE status = 'late' ORDER BY stop_at DESC", `CREATE TABLE stops_by_status_day (
  status text,
  day date,
  stop_at timestamp,
  driver uuid,
  no int,
  PRIMARY KEY ((status, day), stop_at, driver)
) WITH CLUSTERING ORDER BY (stop_at DESC, driver ASC);

SELECT * FROM stops_by_status_day WHERE status = 'late' AND day = ? ORDER BY stop_at DESC`},
		{stops, "SELECT no FROM lab.stops WHERE status = ? LIMIT 3", "FROM lab.stops_by_status_day WHERE status = ? AND day = ? LIMIT 3"},
		{stops + " WITH default_time_to_live = 3600", "SELECT * FROM stops WHERE status = 'late'", ""}, // rows end by themselves
		{stops, "SELECT * FROM stops WHERE stop_at = ?", ""},                                           // one moment
		{stops, "SELECT * FROM stops WHERE no = 2026", ""},                                             // may be a bucket
		{strings.ReplaceAll(stops, "no int", "day int"), "SELECT * FROM stops WHERE status = 'late'", ""},
		{strings.ReplaceAll(stops, "timestamp", "int"), "SELECT * FROM stops WHERE status = 'late'", ""},
		{stops, "SELECT * FROM stops WHERE driver = ? AND status = 'late'", ""}, // part of a partition
		// The table is there already.
		{stops + ";\nCREATE TABLE stops_by_status_day (status text, day date, stop_at timestamp, driver uuid, no int, PRIMARY KEY ((status, day), driver, stop_at))",
			"SELECT * FROM stops WHERE status = 'late'", "no int, PRIMARY KEY ((status, day), driver, stop_at));\nSELECT * FROM stops_by_status_day WHERE status = 'late' AND day = ?"},
	} {
		text, got, costs := c.table+";\n"+c.query, "", ""
		for _, r := range session.New(session.Settings{Keyspace: "lab"}).Script(diag.NewSource("", text)) {
			if r.Diag == nil {
				continue
			}
			for _, f := range r.Diag.Fixes {
				if strings.Contains(f.Title, "one day at a time") {
					got, costs = f.Apply(text), f.Costs
				}
			}
		}
		if got == "" != (c.want == "") || !strings.HasSuffix(got, c.want) {
			t.Errorf("%s\ngives\n%s\nwant at its end\n%s", text, got, c.want)
		}
		if made := costs != ""; strings.Contains(costs, "time zone") != made || strings.Contains(costs, "LIMIT then counts") != (made && strings.Contains(c.query, "LIMIT")) {
			t.Errorf("%s\nis said to cost: %s", text, costs)
		}
		for _, r := range session.New(session.Settings{Keyspace: "lab"}).Script(diag.NewSource("", got)) {
			if got != "" && r.Diag != nil {
				t.Errorf("%s\n%s", got, r.Diag.Message)
			}
		}
	}
}
