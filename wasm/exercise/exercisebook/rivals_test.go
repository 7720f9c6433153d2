package exercisebook

import (
	"strings"
	"testing"

	"partitionlab/wasm/exercise"
)

// TestRivals: answers that leave alone the rows which the author's rivals have written, and would not leave others.
func TestRivals(t *testing.T) {
	const vera = "INSERT INTO seats_by_show (show_id, seat, buyer, ticket) VALUES ('hamlet', 'B7', 'Vera', 'T81') IF NOT EXISTS;"
	const omar = "INSERT INTO seats_by_show (show_id, seat, buyer, ticket) VALUES ('othello', 'B7', 'Omar', 'T90');"
	const lose = "DELETE FROM seats_by_show WHERE show_id = 'othello' AND seat = 'B7';"
	const move = "INSERT INTO seats_by_show (show_id, seat, buyer, ticket) VALUES ('hamlet', 'C1', 'Vera', 'T81') IF NOT EXISTS; DELETE FROM seats_by_show WHERE show_id = 'hamlet' AND seat = 'B7' IF "
	const unlike = "DELETE FROM customers_by_liked_product WHERE liked_prdt_id = 'p-101' AND liked_on = '2026-03-02 08:14:02.120+0000' AND cust_id = 'c-000001'; DELETE FROM products_liked_by_customer WHERE cust_id = 'c-000001' AND liked_on = '2026-03-02 08:14:02.120+0000' AND liked_prdt_id = 'p-101'; DELETE FROM likes_by_product_and_customer WHERE liked_prdt_id = 'p-101' AND cust_id = 'c-000001' IF liked_on "
	const whose = "Whose row is that, and what does the task want of it?"
	book := load(t)
	for _, c := range []struct{ exercise, answer, says, remark string }{
		{"foundations/conditions-e1", vera, "", ""},
		{"foundations/conditions-e1", lose + omar + vera, "holds the row `othello, B7, Omara, T90a` when your DELETE arrives. It writes all the same, and that row is lost." + whose, ""},
		{"foundations/conditions-e1", vera + omar, "when your INSERT arrives", ""},
		{"foundations/conditions-e1", "CREATE TABLE junk (a int PRIMARY KEY);" + vera, "", "The task needs no new table, and your answer leaves one: junk."},
		{"foundations/conditions-e1", "CREATE TABLE junk (a int PRIMARY KEY);" + vera + "DROP TABLE junk", "", ""},
		{"foundations/conditions-e2", move + "buyer = 'Vera'", "", ""},
		{"foundations/conditions-e2", move + "ticket = 'T81'", "", ""},
		{"foundations/conditions-e2", move + "buyer = 'Vera' AND ticket = 'T81'", "", ""},
		{"foundations/conditions-e2", move + "ticket IN ('T81')", "", ""},
		{"foundations/conditions-e2", move + "buyer < 'W' AND buyer > 'O'", "holds the row `hamlet, B7, Ver, T8` when your DELETE arrives", ""},
		{"foundations/conditions-e2", move + "ticket > 'T80' AND ticket < 'T90'", "holds the row `hamlet, B7, Veraa, T81a` when your DELETE arrives", ""},
		{"foundations/conditions-e2", move + "buyer >= 'Vera' AND buyer < 'Z'", "holds the row `hamlet, B7, Veraa, T81a`", ""},
		{"shop/likes-e3", unlike + "= '2026-03-02 08:14:02.120+0000'", "", ""},
		{"shop/likes-e3", unlike + "< '2026-03-02 09:00:00.000+0000'", "08:14:02.119", ""},
	} {
		r := book[c.exercise].page.Judge(c.answer)
		says, remark := "", ""
		for _, f := range r.Findings {
			if f.Consequence != "" && f.State == exercise.Remark {
				remark += f.Consequence
			}
		}
		if r.First >= 0 {
			says = r.Findings[r.First].Consequence + r.Findings[r.First].Ask
		}
		if r.Passed != (c.says == "") || !strings.Contains(says, c.says) || remark != c.remark {
			t.Errorf("%s: %s\n   passed %t: %s; remark %s", c.exercise, c.answer, r.Passed, says, remark)
		}
	}
}
