package exercisebook

import (
	"strings"
	"testing"
)

// TestOtherRows: SELECTs that return the right ones of the rows that a reader sees, and would not of others.
func TestOtherRows(t *testing.T) {
	const user = "SELECT comment FROM comments_by_user WHERE userid = 00000000-0000-0000-0000-000000000001 AND "
	const rooms = "SELECT date, room_number, is_available FROM rooms_by_hotel WHERE hotel_id = 'AZ123' AND date >= '2026-03-01' AND date < '2026-03-08'"
	const months = "SELECT date, room_number, is_available FROM rooms_by_hotel_month WHERE hotel_id = 'AZ123' AND month = "
	const names = "SELECT name FROM products_by_name_prefix WHERE prefix = 'la' AND "
	book := load(t)
	for _, c := range []struct {
		exercise, answer string
		right            bool
	}{
		{"shop/tables-e3", names + "name_lower >= 'lam' AND name_lower < 'lan' LIMIT 10", true},
		{"shop/tables-e3", names + "name_lower > 'lam' AND name_lower < 'lan' LIMIT 10", false},
		{"shop/tables-e3", names + "name_lower >= 'lam' AND name_lower <= 'lan' LIMIT 10", false},
		{"shop/tables-e3", names + "name_lower >= 'lam' AND name_lower < 'lan'", false},
		{"shop/tables-e3", names + "name_lower >= 'lam' AND name_lower < 'lan' LIMIT 11", false},
		{"shop/tables-e3", names + "name_lower >= 'lam' AND name_lower < 'lan' LIMIT 5", false},
		{"shop/tables-e3", names + "name_lower >= 'lam' LIMIT 4", false},
		{"killrvideo/keys-e3", user + "commentid >= min_timeuuid('2026-03-01 00:00:00+0000') AND commentid < min_timeuuid('2026-04-01')", true},
		{"killrvideo/keys-e3", user + "commentid >= min_timeuuid('2026-03-01 00:00:00+0000') AND commentid <= max_timeuuid('2026-03-31 23:59:59.999+0000')", true},
		{"killrvideo/keys-e3", user + "commentid >= min_timeuuid('2026-02-28 00:00:00+0000') AND commentid < min_timeuuid('2026-04-01 00:00:00+0000')", false},
		{"killrvideo/keys-e3", user + "commentid > max_timeuuid('2026-03-01 00:00:00+0000') AND commentid < min_timeuuid('2026-04-01 00:00:00+0000')", false},
		{"killrvideo/keys-e3", user + "commentid >= min_timeuuid('2026-03-01 00:00:00+0000') AND commentid < min_timeuuid('2026-04-01 00:00:00+0000') LIMIT 3", false},
		{"foundations/queries-e2", rooms, true},
		{"foundations/queries-e2", strings.Replace(rooms, "< '2026-03-08'", "<= '2026-03-07'", 1), true},
		{"foundations/queries-e2", rooms + " PER PARTITION LIMIT 20", false},
		{"foundations/queries-e2", rooms + " LIMIT 100", false},
		{"foundations/queries-e2", rooms + " AND room_number < 1000 ALLOW FILTERING", false},
		{"foundations/queries-e2", strings.Replace(rooms, ">= '2026-03-01'", "> '2026-02-28'", 1), true},
		{"hotel/refine-e2", months + "202603 AND date >= '2026-03-29'; " + months + "202604 AND date <= '2026-04-04'", true},
		{"hotel/refine-e2", months + "202603 AND date > '2026-03-28' AND date < '2026-04-01'; " + months + "202604 AND date >= '2026-04-01' AND date < '2026-04-05'", true},
		{"hotel/refine-e2", months + "202603 AND date >= '2026-03-29'; " + months + "202604 AND date <= '2026-04-04' LIMIT 10", false},
	} {
		e := book[c.exercise]
		r := e.Judge(c.answer)
		if r.Passed != c.right {
			t.Errorf("%s: passed %t: %s", c.exercise, r.Passed, c.answer)
		}
		if !r.Passed && r.First >= 0 {
			t.Log(c.exercise, r.Findings[r.First].Consequence)
		}
		if len(e.Others) < 5 {
			t.Errorf("%s: only %d other rows", c.exercise, len(e.Others))
		}
	}
}
