package model

import (
	"strings"
	"testing"
	"unicode/utf8"

	"partitionlab/wasm/diag"
)

// FuzzModel: whatever the text, reading and mapping it ends without a panic, places
// lie in the text, laying it out twice is laying it out once and changes nothing that
// the model says, and every edit that is offered can be made.
func FuzzModel(f *testing.F) {
	for _, text := range shipped(f) {
		f.Add(text)
		for _, part := range strings.Split(text, "\n\n") {
			f.Add(part)
		}
	}
	f.Add("entity A\n  a int key\nrelate A likes A n : n as B\nquestion Q1\n  given a via likes left\n  order a via likes right\n  want B")
	f.Add("entity A\n  a int key\nrelate A likes A n : n as B\nquestion Q1\n  given a via likes\n  want A")
	f.Add("entity A 9\n  a int key\nquestion Q1 one\n  given a\n  want A\ntable té for Q1\n")
	f.Add("tYpe A\nA b 0\nB b 0\nC b 0\nX b 0\nA0 a00)")
	f.Add("entity A within B\nentity B within A\nquestion Q1 x\n want A")
	f.Add("type t\n a list<t>\nentity A 1..2..n + 3/2h kept 3 d\n k frozen<t> key\n b boolean changes\nquestion q\n given b\n want A\ntable x for q\n key (b), k desc\n bucket day of k\n spread 3\n static b")
	for _, of := range []string{"text", "boolean", "int", "uuid", "inet", "blob", "list<int>", "frozen<set<text>>", "tuple<int, text>", "duration", "vector<float, 2>", "decimal changes", "text changes"} {
		f.Add("entity A 9\n  a int key\n  b timestamp\n  c " + of + "\nentity B 9\n  x int key\nrelate B has A 1 : 0..9\nquestion Q1 one\n  given x\n  range b 1 day, c\n  want A\nquestion Q2 two\n  given x, c\n  order b\n  want A\nquestion Q3 three\n  given x\n  range c\n  order b\n  want A\nquestion Q4 four\n  given x, c optional\n  order b\n  want A\n  limit 4\ntable t for Q1\n  index c")
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4000 {
			return
		}
		src := diag.NewSource("", text)
		m, list := Parse(src)
		inside := func(list []diag.Diagnostic) {
			for _, d := range list {
				if d.Start < 0 || d.End < d.Start || d.End > len(text) || d.Message == "" {
					t.Fatalf("%q: %+v", text, d)
				}
				for _, fix := range d.Fixes {
					for _, e := range fix.Edits {
						if e.Start < 0 || e.End < e.Start || e.End > len(text) {
							t.Fatalf("%q: %+v", text, fix)
						}
					}
					fix.Apply(text)
				}
			}
		}
		inside(list)
		d := m.Design()
		inside(d.Findings)
		for _, found := range d.Findings {
			if len(list) == 0 && strings.HasPrefix(found.Message, "the server refuses the statement of ") {
				t.Fatalf("%q: %s", text, found.Message)
			}
		}
		for _, table := range d.Tables {
			if len(table.Columns) > 40 {
				continue
			}
			for _, a := range d.Alternatives(table) {
				a.Fix.Apply(text)
			}
		}
		if !utf8.ValidString(text) {
			return
		}
		once := Format(text)
		if twice := Format(once); twice != once {
			t.Fatalf("%q\n once  %q\n twice %q", text, once, twice)
		}
		if len(list) == 0 {
			again, more := Parse(diag.NewSource("", once))
			if len(more) > 0 {
				t.Fatalf("%q\n laid out as %q: %s", text, once, more[0].Message)
			}
			if got := again.Design().CQL; got != d.CQL {
				t.Fatalf("%q\n laid out as %q\n says %s\n not %s", text, once, got, d.CQL)
			}
		}
	})
}
