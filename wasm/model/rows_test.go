package model

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
)

// TestNamesTellThingsApart: of what things are called, two are taken to be alike, as there are so
// many things; of anything else, and of things that nobody counted, a hundred values.
func TestNamesTellThingsApart(t *testing.T) {
	for _, c := range []struct {
		count, name string
		values      int64
		guesses     int
	}{
		{"380k", "title", 190_000, 1},
		{"380k", "email", 190_000, 1},
		{"380k", "book_name", 190_000, 1}, // of the entity Book
		{"380k", "book", 190_000, 1},
		{"380k", "author", 100, 1},
		{"380k", "last_name", 100, 1},
		{"150", "title", 100, 1},
		{"40", "title", 40, 1}, // not more than there are
		{"", "title", 100, 2},
	} {
		m, slips := Parse(diag.NewSource("", "entity Book "+c.count+"\n  book_id uuid key\n  "+c.name+" text 20\n\nquestion Q1 Books\n  given "+c.name+" typed\n  want Book\n"))
		if len(slips) > 0 {
			t.Fatal(slips)
		}
		d := m.Design()
		guesses := d.Guesses()
		if got := d.Tables[0].Size.Partitions; got != c.values || len(guesses) != c.guesses || !strings.HasPrefix(guesses[len(guesses)-1].What, "how many different values "+c.name) {
			t.Errorf("%s Books by %s: %d partitions, want %d; %v", c.count, c.name, got, c.values, guesses)
		}
	}
}
