package lab

import (
	"strconv"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/version"
	"partitionlab/wasm/view"
)

// TestAdvised shows advice behind the verdicts, without changing them.
// adviceFor is a text with the advice on it.
func adviceFor(text string) *judged {
	j, _ := advised(nil, version.V50, "", text)
	return j
}

func TestAdvised(t *testing.T) {
	const text = `CREATE TABLE readings (sensor uuid, at timestamp, price double, PRIMARY KEY ((sensor), at));
SELECT * FROM readings;
SELECT nothing FROM readings;`
	plain, j := judge(nil, version.V50, "", text), adviceFor(text)
	if !strings.HasPrefix(j.summary(), plain.summary()) || j.accepted() != plain.accepted() || j.statements() != 3 || len(j.items) != len(plain.items)+1 {
		t.Errorf("%q, want %q", j.summary(), plain.summary())
	}
	var rules []string
	for _, d := range j.items[len(j.items)-1].diags {
		rules = append(rules, d.Rule)
	}
	if got := strings.Join(rules, " "); got != "R18 R55 R04" {
		t.Errorf("got %s", got)
	}
	for all, i := j.all(100), 1; i < len(all); i++ {
		if all[i].Start < all[i-1].Start {
			t.Error("the marks are not in the order of the text")
		}
	}
	if got := adviceFor("-- lab:ignore R18 sensors live a day\n" + text).counts()[diag.Advice]; got != 2 {
		t.Errorf("%d findings beside the one that is silenced", got)
	}
	if got := adviceFor("CREATE TABLE users (id int PRIMARY KEY);"); len(got.items) != 1 {
		t.Error("a note is listed")
	}
	s, diags := Parse("check", "id = a\ntitle = a\ncql:\n"+text, nil)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	page := Run(s, nil).View
	if page.Find(func(n *view.Node) bool { href, _ := n.Attr("href"); return href == "advice/r18/" }) == nil {
		t.Error("the finding does not lead to its page")
	}
	if page.Find(func(n *view.Node) bool { return n.Tag == "code" && n.PlainText() == "at" }) == nil || strings.Contains(page.PlainText(), "`") {
		t.Error("a column's name is no code in advice")
	}
	if page.Find(func(n *view.Node) bool { c, _ := n.Attr("class"); return c == "why" }) == nil {
		t.Error("advice without a reason")
	}
	r := s.Start()
	r.Run()
	if e := r.Do("fix", "3.1.0"); e.Put == nil || e.Put.Text != strings.Replace(text, "price double", "price decimal", 1) {
		t.Errorf("the repair of R55 gives %+v", e)
	}
}

// TestTablesNeedTheirKeyspace: a text that names keyspaces has none in use until it says USE,
// and one that names none has.
func TestTablesNeedTheirKeyspace(t *testing.T) {
	const b = "CREATE KEYSPACE b WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\nCREATE TABLE b.t (k int PRIMARY KEY);\n"
	const bare = "CREATE TABLE owners (k int PRIMARY KEY);\n"
	for text, want := range map[string]string{
		bare:                                   "",
		b:                                      "",
		b + bare:                               "RES-01",
		bare + b:                               "RES-01",
		b + "USE b;\n" + bare:                  "",
		bare + b + "USE b;\n":                  "RES-01",
		b + "SELECT * FROM t;":                 "RES-01",
		bare + "SELECT key FROM system.local;": "",
		bare + "SELECT * FROM lab.owners;":     "",
		"CREATE TABLE b.t (k int PRIMARY KEY v int);\n" + bare: "SYN-20 RES-01",
		bare + "SELECT * FROM c.owners;":                       "RES-01 RES-02",
		"CREATE TABLE b.t (k int PRIMARY KEY);":                "KS-08",
	} {
		var got []string
		for _, d := range adviceFor(text).all(100) {
			if d.Severity == diag.Refused {
				got = append(got, d.Rule)
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestToRefused: after some accepted statements a keyboard gets to what is refused at once.
func TestToRefused(t *testing.T) {
	for before, want := range map[int]bool{0: false, 2: false, 3: true, 30: true} {
		text := ""
		for i := range before {
			text += "CREATE TABLE t" + strconv.Itoa(i) + " (k int PRIMARY KEY);\n"
		}
		s, _ := Parse("check", "id = c1\ntitle = x\ncql:\n"+text+"SELECT * FROM nope;\n", nil)
		r := s.Start()
		page := r.Run().View
		button := page.Find(func(n *view.Node) bool { do, _ := n.Attr("data-do"); return do == "to" })
		if (button != nil) != want {
			t.Errorf("after %d: %v", before, button)
		}
		if button == nil {
			continue
		}
		with, _ := button.Attr("data-with")
		at := r.Do("to", with).To
		if to := page.Find(func(n *view.Node) bool { id, _ := n.Attr("id"); return id == at }); to == nil || !strings.Contains(to.PlainText(), "nope") {
			t.Errorf("after %d it leads to %q: %v", before, at, to)
		}
	}
}

// TestForeseen: the advice on a proposed table stands beside its button, before anybody
// takes it.
func TestForeseen(t *testing.T) {
	for query, want := range map[string]bool{
		"SELECT * FROM orders WHERE paid = true":     true,
		"SELECT * FROM orders WHERE shop_id = 'zrh'": false,
	} {
		text := "CREATE TYPE addr (a text);\nCREATE TABLE orders (id uuid PRIMARY KEY, paid boolean, shop_id text, at frozen<addr>);\n" + query
		j := adviceFor(text)
		if len(j.items[2].diags[0].Fixes) == 0 {
			t.Fatalf("%s: no table is proposed", query)
		}
		if got := len(j.foreseen["2.0.0"].advice()) > 0; got != want {
			t.Errorf("%s: foreseen %v, want %v", query, j.foreseen, want)
		}
		// What is foreseen is what is said once the table is there.
		fixed, _ := j.fixed("2.0.0")
		after := adviceFor(fixed).counts()[diag.Advice]
		if before := j.counts()[diag.Advice]; (after > before) != want {
			t.Errorf("%s: advice before %d, after %d", query, before, after)
		}
	}
}

// TestProposedIsWeighed: how large a row of a proposed table is, is said before its button,
// with what that takes for granted.
func TestProposedIsWeighed(t *testing.T) {
	for create, want := range map[string]string{
		"CREATE TABLE o (id uuid PRIMARY KEY, shop int, total bigint);\n": "takes about 36 B.",
		"CREATE TABLE o (id uuid PRIMARY KEY, shop int, note text);\n":    "takes about 39 B, with lengths that are assumed for note.",
	} {
		s, _ := Parse("check", "id = c1\ntitle = x\ncql:\n"+create+"SELECT * FROM o WHERE shop = 7;\n", nil)
		page := strings.ReplaceAll(Run(s, nil).View.PlainText(), number.Space, " ")
		before, _, _ := strings.Cut(page, "read a table that is made for this query")
		if !strings.Contains(before, "A table for this query, o_by_shop, holds a second copy of each row of o that has a value of shop,") || !strings.Contains(before, want) {
			t.Errorf("%swant %s: %s", create, want, page)
		}
	}
}

// TestRowOfProposal: what a partition stores once is no part of a row, and its length nothing
// that the size of a row takes for granted.
func TestRowOfProposal(t *testing.T) {
	j := judge(nil, version.V50, "", "CREATE TABLE lab.t (note text, s text static, c int, body text, PRIMARY KEY (note, c));")
	if got := rowSize(j.tables[0], nil, 0, nil); !strings.HasSuffix(got, ", with lengths that are assumed for body.") {
		t.Error(got)
	}
}
