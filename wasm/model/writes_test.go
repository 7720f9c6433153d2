package model

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

// TestWrites: what a screen writes goes to each table that holds it, in one batch where these
// are several, as often as such things come; the server takes the statements.
func TestWrites(t *testing.T) {
	const text = "horizon 1 year\nentity Reader 3650\n  reader_id uuid key\n  name text 20\nentity Book 500 + 2500/day\n  isbn text 13 key\n  title text 40\n  reads counter\nrelate Reader borrows Book 0..20..200 : 0..5..40 as Loan\n  since date\n" +
		"screen Desk\n  writes Loan, Reader, Book\n  asks Q1, Q2, Q3\n" +
		"question Q1 Books of a reader\n  given reader_id typed\n  order since desc\n  want Loan: isbn, Reader.name, Book.title\nquestion Q2 Loans of a book\n  given isbn\n  want Loan: reader_id, since\nquestion Q3 How often\n  given isbn\n  want Book: reads\n"
	m, slips := Parse(diag.NewSource("", text))
	if len(slips) > 0 {
		t.Fatal(slips)
	}
	d := m.Design()
	s := session.New(session.Settings{Now: now})
	s.Script(diag.NewSource("", d.CQL))
	want := []string{
		"about 50 a day: BEGIN BATCH INSERT INTO library.loans_by_reader (reader_id, since, isbn, reader_name, book_title) VALUES (?, ?, ?, ?, ?); INSERT INTO library.loans_by_book (isbn, reader_id, since) VALUES (?, ?, ?); APPLY BATCH;",
		"about 10 a day: INSERT INTO library.loans_by_reader (reader_id, reader_name) VALUES (?, ?);",
		"2,500 a day: UPDATE library.book_reads SET reads = reads + ? WHERE isbn = ?;",
	}
	if said := "\n-- Desk stores each Reader, about 10 a day\n--   INSERT INTO "; !strings.Contains(d.Comments(), said) {
		t.Errorf("%s, want %q", d.Comments(), said)
	}
	for i, w := range d.Writes() {
		if got := w.Often + ": " + strings.ReplaceAll(w.Statement, "\n", " "); i >= len(want) || got != strings.ReplaceAll(want[i], "library.", d.Tables[0].Keyspace+".") {
			t.Errorf("%s of %s: %s", w.Entity.Name.Text, w.Screen.Name.Text, got)
		}
	}
	for name := range shipped(t) {
		d := design(t, name)
		s := session.New(session.Settings{Now: now})
		s.Script(diag.NewSource("", d.CQL))
		for _, w := range d.Writes() {
			for _, r := range s.Script(diag.NewSource("", w.Statement)) {
				if !r.Accepted() {
					t.Errorf("%s: %s is refused: %s", name, w.Statement, r.Diag.Message)
				}
			}
		}
	}
}
