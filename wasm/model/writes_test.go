package model

import (
	"slices"
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

// TestWhatIsUniqueIsWrittenFirst: where the key of a table holds what is unique, and not what tells
// things apart, its INSERT has IF NOT EXISTS, before all others, and a check says what would replace
// what; so it is with an attribute that is unique and with a question that says so.
func TestWhatIsUniqueIsWrittenFirst(t *testing.T) {
	const text = "model app\nentity Show 100\n  show_id uuid key\nentity Guest 3k\n  guest_id uuid key\n  email text 30 unique\nentity Ticket 20k\n  ticket_id uuid key\n  row_no int\n  seat_no int\nrelate Show sells Ticket 1 : 0..200..400\nrelate Guest buys Ticket 1 : 0..6..90\n" +
		"screen Buy\n  writes Ticket, Guest\n  asks Q1, Q2, Q3\n" +
		"question Q1 Tickets\n  given show_id typed\n  want Ticket: row_no, seat_no\n  unique row_no, seat_no\nquestion Q2 Mine\n  given guest_id\n  want Ticket: row_no\nquestion Q3 Log in\n  given email typed\n  want Guest\n"
	list, d := found(t, text, " unique")
	var said []string
	for _, f := range list {
		said = append(said, f.Message+". "+f.Why)
	}
	want := []string{
		"nothing but tickets_by_show keeps show_id, row_no and seat_no unique. The key does not hold ticket_id: a second ticket with the same show_id, row_no and seat_no replaces the first, without an error.",
		"nothing but guests_by_email keeps email unique. The key does not hold guest_id: a second guest with the same email replaces the first, without an error.",
	}
	if !slices.Equal(said, want) {
		t.Errorf("%q, want %q", said, want)
	}
	var statements []string
	for _, w := range d.Writes() {
		statements = append(statements, w.Statement)
	}
	if want := []string{
		"INSERT INTO app.tickets_by_show (show_id, row_no, seat_no) VALUES (?, ?, ?) IF NOT EXISTS;\nINSERT INTO app.tickets_by_guest (guest_id, ticket_id, row_no) VALUES (?, ?, ?);",
		"INSERT INTO app.guests_by_email (email, guest_id) VALUES (?, ?) IF NOT EXISTS;",
	}; !slices.Equal(statements, want) {
		t.Errorf("%q, want %q", statements, want)
	}
	if w := d.Writes(); !w[0].Checked || w[1].Checked {
		t.Error("what follows is sent in any case")
	}
	if left, d := found(t, list[0].Fixes[0].Apply(text), " unique"); len(left) != 1 || d.Tables[0].replaces() {
		t.Error(left)
	}
}
