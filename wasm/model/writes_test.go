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
		"about 50 a day: UPDATE library.book_reads SET reads = reads + ? WHERE isbn = ?;",
	}
	if said := "\n-- Desk stores each Reader, about 10 a day\n--   INSERT INTO "; !strings.Contains(d.Comments(), said) {
		t.Errorf("%s, want %q", d.Comments(), said)
	}
	if said := "\n-- Desk counts each Loan in Book, about 50 a day\n--   UPDATE "; !strings.Contains(d.Comments(), said) { // however many books come
		t.Errorf("%s, want %q", d.Comments(), said)
	}
	if m, _ := Parse(diag.NewSource("", strings.Replace(text, "writes Loan, Reader, Book", "writes Book", 1))); m.Design().Writes()[0].String() != "Desk adds to Book" {
		t.Error(m.Design().Writes()[0])
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

// TestNumbersSayHowOften: what a model says of how often things come, change, are counted and asked
// for stands in the numbers of its tables, a second: each row that comes, each copy that changes, twice
// where it moves.
func TestNumbersSayHowOften(t *testing.T) {
	const text = "horizon 3 years\nentity Station 150\n  station_id uuid key\n  name text 20\nentity Car 864\n  car_id uuid key\n  status text 10 changes 100/day\nentity Position within Car kept 90 days\n  seen_at timestamp key\nentity Trip 432 per min\n  trip_id uuid key\nentity Usage within Station\n  month date key\n  trips counter\n" +
		"relate Station holds Car 0..1 : 0..8..30\nrelate Car sends Position 1 : 1 per min\nrelate Station counts Usage 1 : 1 per month\nrelate Station sees Trip 1 : 0..n\nrelate Car visits Station 0..n : 3 per day as Visit\n  at timestamp key\n" +
		"screen Ride\n  asks Q1, Q2, Q3, Q4, Q5, Q6\n  writes Trip, Usage\n" +
		"question Q1 Cars\n  given station_id typed, status optional\n  want Car\n  often 50/s\nquestion Q2 Positions\n  given car_id typed\n  want Position\nquestion Q3 Trips\n  given trip_id typed\n  want Trip\n  often 1/min\n" +
		"question Q4 Use\n  given station_id typed\n  want Usage: trips\nquestion Q5 Visits\n  given station_id typed\n  want Visit\nquestion Q6 A car\n  given car_id typed\n  want Car: status\n"
	_, d := found(t, text, "")
	want := map[string][2]string{
		"cars_by_station_status": {"2", "50"},
		"positions_by_car":       {"14.4", ""},
		"trips":                  {"7.2", "0.0167"},
		"usage_trips_by_station": {"7.2", ""},
		"visits_by_station":      {"0.03", ""},
		"cars":                   {"1", ""},
	}
	for _, part := range strings.Split(d.Numbers(), "\n\n") {
		got, name := [2]string{}, ""
		for _, line := range strings.Split(part, "\n") {
			switch key, n, _ := strings.Cut(line, " = "); key {
			case "table":
				name = n[strings.IndexByte(n, '.')+1:]
			case "writes":
				got[0] = n
			case "reads":
				got[1] = n
			}
		}
		if w, ok := want[name]; !ok || got != w {
			t.Errorf("%s is written and read %q, want %q", name, got, w)
		}
		delete(want, name)
	}
	if len(want) > 0 {
		t.Error(want)
	}
}

// TestALoanIsOneRow: pairs with a time of their own come one by one, whatever the numbers of their sides;
// others are made with one of these.
func TestALoanIsOneRow(t *testing.T) {
	const text = "entity Artist 800\n  artist_id uuid key\nentity Costume 6000\n  costume_id uuid key\nrelate Artist borrows Costume 0..40..200 : 0..300..3000\nFACT\nquestion Q1 Lent\n  given artist_id\n  want Costume\nquestion Q2 To whom\n  given costume_id\n  want Artist\n"
	for fact, rows := range map[string]int64{"  due date": 1, "  lent_at timestamp\n  note text 9": 1, "  note text 9": 40, "": 40} {
		_, d := found(t, strings.Replace(text, "FACT", fact, 1), "")
		for _, table := range d.Tables {
			if got := table.Writes(d.Model); got != rows {
				t.Errorf("%q: %s writes %d rows, want %d", fact, table.Name, got, rows)
			}
		}
	}
}

// TestMovesAreTold: where a thing gets another owner, the rows that hold the owner in their key move, those of
// what belongs to it with them: a check counts them, where they are many or the text says that it
// changes, and how many a day where it says how often; a fix keeps old rows where they are. Where none can
// change, the word is refused.
func TestMovesAreTold(t *testing.T) {
	const text = "entity Clinic 60\n  clinic_id uuid key\n  city text 20\nentity Vet 400WITHIN\n  vet_id uuid key\nentity Sample\n  sample_id timeuuid key\n  kind text 9\nrelate Clinic employs Vet EMPLOYS\nrelate Vet takes Sample 1 : 0..50..900\n" +
		"question Q1 Samples\n  given GIVEN\n  want Sample: kind\n"
	for _, c := range []struct {
		within, employs, given string
		severity               diag.Severity
		said                   string
	}{
		{"", "1 : 2..7..30", "clinic_id", diag.Note, "one Vet that gets another Clinic moves about 50 rows of samples_by_clinic, whose key has clinic_id"},
		{"", "1 : 2..7..30 changes", "clinic_id", diag.Advice, "one Vet that gets another Clinic moves about 50 rows of samples_by_clinic, whose key has clinic_id"},
		{"", "1 : 2..7..30 changes 1/year", "clinic_id", diag.Advice, "one Vet that gets another Clinic moves about 50 rows of samples_by_clinic, whose key has clinic_id: in all 55 rows a day"},
		{"", "1 : 2..7..30\n  changes 1/year", "clinic_id", diag.Advice, "one Vet that gets another Clinic moves about 50 rows of samples_by_clinic, whose key has clinic_id: in all 55 rows a day"},
		{"", "1 : 2..7..30", "vet_id", 0, ""}, // they stay with their vet
		{"", "1 : 2..7..30 changes", "vet_id", 0, ""},
		{"", "1 : 2..7..30 changes", "sample_id\n  want Sample: kind, Clinic.city", diag.Advice, "one Vet that gets another Clinic writes about 50 rows of samples again"},
		{"", "1 : 2..7..30", "sample_id\n  want Sample: kind, Clinic.city", 0, ""},
		{" within Clinic", "1 : 2..7..30", "clinic_id", 0, ""},
		{" within Clinic", "1 : 2..7..30 changes", "clinic_id", 0, "`changes` does not belong here"},
		{"", "0..2..3 : 2..7..30 changes 1/day as Job", "vet_id", 0, "`changes` does not belong here"},
	} {
		app := strings.NewReplacer("WITHIN", c.within, "EMPLOYS", c.employs, "GIVEN", c.given).Replace(text)
		if strings.Contains(c.given, "want") {
			app = strings.TrimSuffix(app, "  want Sample: kind\n")
		}
		if c.severity == 0 && c.said != "" {
			_, slips := Parse(diag.NewSource("", app))
			if len(slips) != 1 || slips[0].Message != c.said {
				t.Errorf("%+v: %v", c, slips)
			} else if _, slips := Parse(diag.NewSource("", slips[0].Fixes[0].Apply(app))); len(slips) > 0 {
				t.Errorf("%+v: %v stays", c, slips)
			}
			continue
		}
		list, _ := found(t, app, " that gets another ")
		if c.said == "" && len(list) == 0 {
			continue
		}
		if len(list) != 1 || strings.ReplaceAll(list[0].Message, "\u00a0", " ") != c.said || list[0].Severity != c.severity {
			t.Errorf("%+v: %v", c, list)
			continue
		}
		for _, f := range list[0].Fixes {
			if left, d := found(t, f.Apply(app), " that gets another Clinic moves"); len(left) > 0 || !d.Accesses[0].Served {
				t.Errorf("%+v: after %s: %v", c, f.Title, left)
			}
		}
		if again := Format(app); Format(again) != again {
			t.Errorf("%s", again)
		} else if list, _ := found(t, again, c.said[:20]); len(list) != 1 {
			t.Errorf("%s: %v", again, list)
		}
	}
	for name, text := range shipped(t) {
		if list, _ := found(t, text, " that gets another "); len(list) > 0 {
			t.Errorf("%s: %v", name, list)
		}
	}
}
