package workload

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
)

// One workload speaks of several tables; lines of one take the place of the shared
// ones.
func TestFor(t *testing.T) {
	w, problems := Parse(diag.NewSource("", `
days = 730
rows = 100 * days
grow = 100 * (days + t) in t
written = 100 every 1d
rows.orders = 40 * days
partitions.orders = 20000
written.orders = over 90d
rows."Big" = 7
`), nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	rows := func(w *Workload) string {
		v, problems := w.Eval()
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		n, _ := v.Get(Rows)
		return n.Typ.String()
	}
	if got := rows(w); got != "73000" || w.Mode != Every || w.Growth() == nil {
		t.Errorf("the shared workload has %s rows", got)
	}
	orders, problems := w.For("orders", nil)
	if got := rows(orders); len(problems) > 0 || got != "29200" || orders.Mode != Over || orders.Growth() != nil || orders.Quantity("partitions") == nil {
		t.Errorf("orders: %s rows, %v", got, problems)
	}
	if big, _ := w.For("Big", nil); rows(big) != "7" {
		t.Error("a quoted table has no rows of its own")
	}
	if same, _ := w.For("other", nil); same != w {
		t.Error("a table without lines of its own has another workload")
	}
	if w.Quantity("partitions") != nil {
		t.Error("a line of one table is a line of all")
	}
	// Changing a line keeps the order, and a bad one is told at its name.
	if problems := w.Set("rows.orders", "41 * days"); len(problems) > 0 {
		t.Fatal(problems)
	}
	orders, _ = w.For("orders", nil)
	if got := rows(orders); got != "29930" {
		t.Errorf("after Set: %s", got)
	}
	if own := w.Own(); len(own) != 4 || own[0].Name != "rows.orders" || own[0].Text != "41 * days" {
		t.Errorf("own lines: %+v", own)
	}
	if problems := w.Set("rows.orders", "41 * dais"); len(problems) != 1 || problems[0].Name != "rows.orders" {
		t.Errorf("a bad line of a table: %+v", problems)
	}
	if orders, _ = w.For("orders", nil); rows(orders) != "29930" {
		t.Error("a refused line changes something")
	}
	if _, problems := Parse(diag.NewSource("", "rows.a = 1\nrows.a = 2"), nil); len(problems) != 1 {
		t.Errorf("written twice: %v", problems)
	}
}

// Numbers side by side are a sample; a number with separators is none.
func TestPasted(t *testing.T) {
	for text, want := range map[string]string{
		"80 120 95":                       "80 to 120",
		"80, 120, 95":                     "80 to 120",
		"80\t120;95":                      "80 to 120",
		"3,5,8,13":                        "3 to 13",
		"0.5 1.5":                         "0.5 to 1.5",
		"1,095,020":                       "comma",
		"1,000":                           "comma",
		"5":                               "5 to 5",
		"80 x":                            "unit",
		strings.Repeat("7 ", maxSample+1): "at most",
	} {
		w, problems := Parse(diag.NewSource("", "n = "+text), nil)
		got := ""
		if len(problems) > 0 {
			got = problems[0].Message
		} else if v, problems := w.Eval(); len(problems) == 0 {
			n, _ := v.Get("n")
			got = n.Lo.String() + " to " + n.Hi.String()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%.20s: %s, want %s", text, got, want)
		}
	}
}
