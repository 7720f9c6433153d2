package lab

import (
	"strings"
	"testing"

	"partitionlab/wasm/view"
)

// TestQueries: each query is in the table with what serves it; a refused one gets
// the table that would.
func TestQueries(t *testing.T) {
	s, diags := Parse("query", `id = q
title = Which queries are served?
schema = s
cql:
SELECT * FROM rooms WHERE hotel = 'a' AND day > '2026-01-01';
SELECT * FROM rooms WHERE hotel IN ('a', 'b');
SELECT * FROM rooms WHERE free = true;
SELECT * FROM rooms WHERE hotel = 'a' AND free = true;
SELECT * FROM rooms WHERE hotel = 'a' AND room = 1 ALLOW FILTERING;
SELECT * FROM rooms;
SELECT day FROM rooms WHERE room = 1;
UPDATE rooms SET free = true WHERE hotel = 'a' AND day = '2026-01-01' AND room = 1;
`, func(string) (string, error) {
		return "CREATE TABLE rooms (hotel text, day date, room int, free boolean, PRIMARY KEY ((hotel), day, room)); CREATE INDEX ON rooms (free) USING 'sai';", nil
	})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	out := Run(s, nil)
	if !strings.Contains(out.Sentence, " queries read more the larger the table is.") {
		t.Errorf("it says: %s", out.Sentence)
	}
	var got []string
	figures, proposals := 0, ""
	out.View.Find(func(n *view.Node) bool {
		if key, _ := n.Attr("data-key"); n.Tag == "li" && strings.HasPrefix(key, "Q") {
			class, _ := n.Attr("class")
			line := n.Find(func(n *view.Node) bool { class, _ := n.Attr("class"); return class == "statement-line" })
			got = append(got, key+" "+class+" "+line.Children[0].PlainText()+" "+line.Children[len(line.Children)-1].PlainText())
		}
		switch class, _ := n.Attr("class"); class {
		case "plan":
			figures++
		case "proposal":
			proposals += n.PlainText()
		}
		return false
	})
	want := []string{
		"Q1 statement accepted ✓ one partition",
		"Q2 statement accepted ✓ several partitions",
		"Q3 statement warning ! an index on all nodes",
		"Q4 statement accepted ✓ an index in one partition",
		"Q5 statement warning ! one partition, filtered",
		"Q6 statement warning ! the whole table",
		"Q7 statement refused ✕ refused · W-05",
		"Q8 statement accepted ✓ one partition",
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
	if figures != 7 {
		t.Errorf("%d figures", figures)
	}
	if !strings.HasPrefix(proposals, "This table would answer it.") || !strings.Contains(proposals, "PRIMARY KEY (room, hotel, day)") {
		t.Errorf("proposed: %s", proposals)
	}
	if out.Values["served"] != "7" || out.Values["refused"] != "1" {
		t.Errorf("served %s, refused %s", out.Values["served"], out.Values["refused"])
	}
}
