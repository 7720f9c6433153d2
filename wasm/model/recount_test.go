package model

import (
	"math"
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
)

// TestCounted: where two numbers of a text come to different counts of the rows of one table,
// its size says from which it is worked out, and what it is by the other; where they agree, or
// one of them is only a most, it says nothing. No model of the site has two that differ.
func TestCounted(t *testing.T) {
	const app = "entity A 1000\n  a_id uuid key\nentity B 600\n  b_id uuid key\n  title text 20\nrelate A has B 0..10..40 : 1..2..50\nquestion Q1 Bs\n  given a_id\n  want B: b_id, title\nquestion Q2 As\n  given b_id\n  want A: a_id\n"
	for _, c := range []struct {
		from, to string // of the text above
		table    string
		want     string
	}{
		{"", "", "bs_by_a", "there are 2,000 pairs. By the other one, 600 Bs with 10 As each make 6,000, and the table has about 369 kB"},
		{"", "", "as_by_b", "there are 2,000 pairs. By the other one, 600 Bs with 10 As each make 6,000, and"},
		{"0..10..40", "0..3..40", "bs_by_a", ""},
		{"0..10..40", "0..4.8..40", "bs_by_a", ""}, // 1.44 times
		{"0..10..40", "0..40", "bs_by_a", ""},      // nobody said what is usual
		{"0..10..40", "n", "bs_by_a", ""},          // nor how many
		{"0..10..40", "1", "bs_by_a", "there are 600 Bs"},
		{"0..10..40", "0..1", "bs_by_a", "there are 600 Bs"}, // and no more belong to any A
		{"0..10..40 : 1..2..50", "0..1 : 0..0.1..50", "bs_by_a", ""},
		{"entity B 600", "entity B 600 + 600/day", "bs_by_a", "By the other one"},
		{"A has B 0..10..40 : 1..2..50", "A has B 1 : 0..2..9 + 1/day", "bs_by_a", "there are 600 Bs. By the other one, 1,000 As with 1,827 Bs each make 1,830,000, and"},
	} {
		m, slips := Parse(diag.NewSource("", strings.Replace(app, c.from, c.to, 1)))
		if len(slips) > 0 {
			t.Fatal(diag.Render(m.Source, slips))
		}
		got := strings.ReplaceAll(m.Design().Table(c.table).Counted(m), "\u00a0", " ")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s → %s: %s says %q, want %q", c.from, c.to, c.table, got, c.want)
		}
	}
	for name, text := range shipped(t) {
		m, _ := Parse(diag.NewSource("", text))
		d := m.Design()
		for _, table := range d.Tables {
			if got := table.Counted(m); got != "" {
				t.Errorf("%s: %s: %s", name, table, got)
			}
		}
	}
}

// TestCountedByTheOtherNumber: what the other number comes to is worked out anew. Where the rows of a
// table follow from something else, as where each Medicine is in so many Visits, nothing is said.
func TestCountedByTheOtherNumber(t *testing.T) {
	const text = "horizon 3 years\nentity Nurse 600\n  nurse_id uuid key\nentity Patient 9000\n  patient_id uuid key\nentity Visit\n  visit_id uuid key\nentity Medicine 2000\n  pzn text 8 key\n" +
		"relate Nurse does Visit 1 : 0..12..20 per day\nrelate Patient gets Visit 1 : 0..2..5 per day\nrelate Visit gives Medicine PAIRS as Dose\n" +
		"question Q1 Visits\n  given nurse_id\n  want Visit\nquestion Q2 Medicines of a visit\n  given visit_id\n  want Medicine\nquestion Q3 Visits with a medicine\n  given pzn\n  want Visit: visit_id\n"
	for pairs, depends := range map[string]bool{
		"0..3..10 : n":      false,
		"0..3..10 : 0..0.5": false, // half a Medicine is what lies between, until it is worked out
		"n : 0..3..10":      true,
		"0..90k : 0..3..10": true,
	} {
		m, slips := Parse(diag.NewSource("", strings.Replace(text, "PAIRS", pairs, 1)))
		if len(slips) > 0 {
			t.Fatal(diag.Render(m.Source, slips))
		}
		d := m.Design()
		before := m.Relationships[2].Left.Words() + m.Relationships[2].Right.Words()
		for i, table := range d.Tables {
			rows := table.inRows(m)
			got := strings.ReplaceAll(table.Counted(m), "\u00a0", " ")
			if want := depends || i == 0; want != strings.Contains(got, "By the other one, 9,000 Patients with 2 Visits a day each make 19,700,000") || !want && got != "" {
				t.Errorf("%s: %s says %q", pairs, table.Name, got)
			}
			if is := table.inRows(m); is != rows {
				t.Errorf("%s: %s has %v rows after it was asked, %v before", pairs, table.Name, is, rows)
			}
		}
		if after := m.Relationships[2].Left.Words() + m.Relationships[2].Right.Words(); after != before {
			t.Errorf("%s: asking makes %s of %s", pairs, after, before)
		}
	}
}

// TestOneCountOfTwo: where a rate of one relationship and a number of another one count the same
// things and contradict each other, that is said, and each table has as many rows as the first one says.
func TestOneCountOfTwo(t *testing.T) {
	const text = "entity Vet 400\n  vet_id uuid key\nentity Animal 500k\n  animal_id uuid key\nentity Visit\n  visit_id uuid key\nentity Treatment\n  treatment_id uuid key\n" +
		"relate Vet holds Visit 1 : 0..14..30 per day\nrelate Animal has Visit 1 : EACH\nrelate Visit includes Treatment 1 : 0..2..10\n" +
		"question Q1 Of a vet\n  given vet_id\n  want Visit\nquestion Q2 Of an animal\n  given animal_id\n  want Visit\nquestion Q3 Treatments\n  given animal_id\n  want Treatment\n"
	for each, c := range map[string]struct {
		said string
		rows [3]float64 // of the tables, in all
	}{
		"0..12..200": {"400 Vets with 14 Visits a day each make 10,200,000, 500,000 Animals with 12 Visits each make 6,000,000", [...]float64{10_220_000, 10_220_000, 20_440_000}},
		"0..18..200": {"differ a little: after 5 years, 400 Vets with 14 Visits a day each make 10,200,000, 500,000 Animals with 18 Visits each make 9,000,000", [...]float64{10_220_000, 10_220_000, 20_440_000}},
		"0..20..200": {"", [...]float64{10_220_000, 10_220_000, 20_440_000}}, // rounded
	} {
		list, d := found(t, strings.Replace(text, "EACH", each, 1), "two numbers of Visits")
		if (c.said != "") != (len(list) == 1) || c.said != "" && !strings.Contains(list[0].Message, c.said) {
			t.Errorf("%s: %v", each, list)
		}
		for i, table := range d.Tables {
			if got := table.Size.Rows.Typ * float64(table.Size.Partitions); got < c.rows[i]*0.999 || got > c.rows[i]*1.001 {
				t.Errorf("%s: %s has %.0f rows, want %.0f", each, table, got, c.rows[i])
			}
		}
	}
}

// TestKeptAtOnce: what each of many has at once is that many, however soon one expires; only
// what comes with things that pass is no more there than these.
func TestKeptAtOnce(t *testing.T) {
	const shop = "horizon 5 years\nentity User 3M + 2k/day\n  user_id uuid key\nentity Cart kept 30 days\n  cart_id uuid key\n  at timestamp\nrelate User fills Cart 1 : 0..2..100\nquestion Q1 A cart\n  given cart_id\n  want Cart\nquestion Q2 Carts\n  given user_id\n  want Cart: cart_id, at\n"
	for _, c := range []struct {
		from, to string
		want     int64 // partitions of the table by the key of a cart
	}{
		{"", "", 13_300_000},
		{"User 3M + 2k/day", "User 0 + 2k/day", 120_000}, // the carts of those of 30 days
		{"0..2..100", "0..2..100/day", 399_000_000},
	} {
		m, slips := Parse(diag.NewSource("", strings.Replace(shop, c.from, c.to, 1)))
		if len(slips) > 0 {
			t.Fatal(diag.Render(m.Source, slips))
		}
		d := m.Design()
		if got := d.Table("carts").Size.Partitions; got < c.want*9/10 || got > c.want*11/10 {
			t.Errorf("%s: %d partitions, want %d", c.to, got, c.want)
		}
		for _, table := range d.Tables {
			if got := table.Counted(m); got != "" {
				t.Errorf("%s: %s: %s", c.to, table, got)
			}
		}
	}
}

// TestARateThatIsKept: of what comes at a rate and expires, as many are there as of what is counted
// so: its relationships speak of these, in sizes, in what is said, and where both sides are compared.
func TestARateThatIsKept(t *testing.T) {
	const text = "entity Title 380000\n  isbn text 13 key\nentity Member 150000\n  member_id uuid key\nentity Copy 9\n  copy_id uuid key\nentity Reservation 4k/day kept 90 days\n  reservation_id uuid key\n  at timestamp\n" +
		"relate Title is reserved by Reservation 1 : 0..500\nrelate Member places Reservation 1 : 0..3..20\nrelate Copy waits for Reservation 1 : n\n" +
		"question Q1 Of a title\n  given isbn\n  want Reservation\nquestion Q2 Of a member\n  given member_id\n  want Reservation\nquestion Q3 Of a copy\n  given copy_id\n  want Reservation\n"
	of := func(text string) (said []string) {
		m, slips := Parse(diag.NewSource("", text))
		if len(slips) > 0 {
			t.Fatal(diag.Render(m.Source, slips))
		}
		d := m.Design()
		for _, r := range m.Relationships {
			one, other := r.Sides()
			said = append(said, one+", "+other)
		}
		for _, f := range d.Findings {
			said = append(said, f.Message)
		}
		for _, a := range d.Accesses {
			said = append(said, a.Table.Name, a.String(), number.Bytes(a.Table.Size.Max), number.Bytes(a.Table.Size.Total))
		}
		return said
	}
	rate, counted := of(text), of(strings.Replace(text, "4k/day", "360k", 1))
	if !slices.Equal(rate, counted) {
		t.Errorf("%q\n%q", rate, counted)
	}
	all := strings.Join(rate, "\n")
	if strings.Contains(all, "contradict") || !strings.Contains(all, "0 to 500 Reservations, usually 0.95") {
		t.Error(all)
	}
	m, _ := Parse(diag.NewSource("", text))
	if got := m.HowMany(m.Entity("Reservation")); got != "4k/day, 360k of them at once, as they are kept 90 days" {
		t.Error(got)
	}
	if all := strings.Join(of(strings.Replace(text, "0..3..20", "0..30..200", 1)), "\n"); !strings.Contains(all, "360,000 Reservations with 1 Member each are 360,000") {
		t.Error(all)
	}
}

// TestCopiesOfTwoWays: a row that holds the name of one player and of another is written again
// when either changes; what is a row by itself is one in each table, whatever sizes come from.
func TestCopiesOfTwoWays(t *testing.T) {
	const chess = "entity Player 400\n  fide_id int key\n  name text 25\nentity Game 8400\n  game_id uuid key\n  played date\n" +
		"relate Player plays white in Game 1 : 0..21..3000\nrelate Player plays black in Game 1 : 0..21..3000\n" +
		"question Q1 Games of a day\n  given played typed\n  want Game: game_id, Player.name via plays white in as white, Player.name via plays black in as black\n" +
		"question Q2 Games of a player\n  given fide_id typed via plays white in\n  order played\n  want Game: Player.name via plays black in as opponent\n" +
		"question Q3 A player\n  given fide_id\n  want Player\n"
	for _, c := range []struct{ from, to, name, played string }{
		{"", "", "64 rows", "2 rows"}, // 21 twice, 21 and 1
		{", Player.name via plays black in as black", "", "43 rows", "2 rows"},
		{"0..21..3000", "0..90..3000", "64 rows", "2 rows"}, // there are no more games
	} {
		m, slips := Parse(diag.NewSource("", strings.Replace(chess, c.from, c.to, 1)))
		if len(slips) > 0 {
			t.Fatal(diag.Render(m.Source, slips))
		}
		d := m.Design()
		for _, f := range d.Facts {
			if want := map[string]string{"name": c.name, "played": c.played}[f.Attr.Name.Text]; number.Of(f.Writes, "row") != want {
				t.Errorf("%q → %q: %s: %s, want %s", c.from, c.to, f.Attr.Name.Text, number.Of(f.Writes, "row"), want)
			}
		}
	}
}

// TestBytesOfCopiesAreTold: two tables with copies of the same things and other bytes say what
// makes the difference: columns that only one has, rows that only one is counted to have, or the
// partitions.
func TestBytesOfCopiesAreTold(t *testing.T) {
	const text = "entity Site 20\n  site_id uuid key\n\nentity Driver 300\n  driver_id uuid key\n\nentity Session 73k\n  session_id timeuuid key\n  price decimal 4\n\nrelate Site sees Session 1 : SITE\nrelate Driver begins Session 1 : 0..243..3000\n\n" +
		"question Q1 Of a site\n  given site_id\n  want Session: session_id\n\nquestion Q2 Of a driver\n  given driver_id\n  want Session: WANT\n"
	for _, c := range []struct{ site, want, said string }{
		{"0..3650..40k", "session_id", ""},
		{"0..3650..40k", "price", "sessions_by_site has copies of the same Sessions, 1.97\u00a0MB in all; only here: driver_id, price; only there: site_id; the same rows are in 300 partitions here, in 20 there"},
		{"0..1000..40k", "session_id, site_id", "sessions_by_site has copies of the same Sessions, 1.97\u00a0MB in all; only here: driver_id; the same rows are in 300 partitions here, in 20 there"},
	} {
		m, slips := Parse(diag.NewSource("", strings.NewReplacer("SITE", c.site, "WANT", c.want).Replace(text)))
		d := m.Design()
		if len(slips) > 0 || len(d.Tables) != 2 {
			t.Fatal(slips)
		}
		if got := d.Beside(d.Tables[1]); got != c.said || d.Beside(d.Tables[0]) != "" {
			t.Errorf("%s, %s:\n%s, want\n%s", c.site, c.want, got, c.said)
		}
	}
}

// TestSmallDifferencesAreOneNumberToo: however little the count of an entity or of pairs differs from
// what a relationship comes to, one of the two is counted with everywhere, and a check names both.
func TestSmallDifferencesAreOneNumberToo(t *testing.T) {
	const text = "horizon 5 years\nentity Theatre 12\n  theatre_id uuid key\nentity Hall 30 within Theatre\n  hall_no int key\nentity Performance 25k\n  performance_id uuid key\nentity Artist 800\n  artist_id uuid key\nentity Production 400\n  production_id uuid key\n" +
		"relate Theatre has Hall 1 : 1..3..5\nrelate Hall shows Performance 1 : n\nrelate Artist plays in Production 2..15..60 : 0..8..90\n" +
		"question Q1 Of a theatre\n  given theatre_id\n  want Performance\nquestion Q2 Cast\n  given production_id\n  want Artist\nquestion Q3 Roles\n  given artist_id\n  want Production\n"
	list, d := found(t, text, "differ a little")
	for i, want := range []string{"12 Theatres with 3 Halls each are 36 pairs, 30 Halls with 1 Theatre each are 30", "800 Artists with 8 Productions each are 6,400 pairs, 400 Productions with 15 Artists each are 6,000"} {
		if i >= len(list) || !strings.Contains(list[i].Message, want) || len(list[i].Fixes) == 0 || !strings.Contains(list[i].Why, "Everything is worked out from ") {
			t.Errorf("%v, want %s", list, want)
		}
	}
	for i, rows := range [...]float64{25000, 6400, 6400} {
		if got := d.Tables[i].Size.Rows.Typ * float64(d.Tables[i].Size.Partitions); math.Abs(got-rows) > 1 {
			t.Errorf("%s has %v rows, want %v", d.Tables[i].Name, got, rows)
		}
	}
}

// TestNumbersAreRoundedAlike: what one has is the same whole number in Copies and where it is said what
// was taken; of copies of which few have one, all together are rounded.
func TestNumbersAreRoundedAlike(t *testing.T) {
	const text = "entity Hall 36\n  hall_id uuid key\n  name text 20\nentity Show 25k\n  show_id uuid key\n  starts_at timestamp\nentity Guest 300k\n  email text 30 key\n  nick text 10\nentity Review\n  review_id uuid key\n" +
		"relate Hall has Show 1 : n\nrelate Guest writes Review 1 : 0..0.034..60\n" +
		"question Q1 Shows\n  range starts_at 1 day\n  want Show: starts_at, Hall.name\nquestion Q2 A review\n  given review_id\n  want Review: nick\nquestion Q3 A guest\n  given email\n  want Guest: nick\n"
	_, d := found(t, text, "")
	for _, f := range d.Facts {
		if want := map[string]int64{"name": 694, "nick": 1}[f.Attr.Name.Text]; want > 0 && f.Writes != want {
			t.Errorf("%s: %d rows, want %d", f.Attr.Name.Text, f.Writes, want)
		}
	}
	if len(d.Facts) < 2 {
		t.Error("no copies are counted")
	}
}

// TestWhatIsStillThereIsCounted: of what expires and comes at a rate there is the rate times the time
// for which it is kept, in what is said of it and in tables whose rows only pass it.
func TestWhatIsStillThereIsCounted(t *testing.T) {
	const text = "horizon 5 years\nentity Show 25k\n  show_id uuid key\nentity Guest 300k\n  guest_id uuid key\nentity Place 100k\n  place_id uuid key\nentity Hold kept 10 min\n  hold_id uuid key\n  at timestamp\n" +
		"relate Show blocks Hold 1 : 50 per hour\nrelate Guest places Hold 1 : 0..1..8\nrelate Hold is for Place 0..n : 1..2..4\n" +
		"question Q1 Holds\n  given show_id\n  want Hold\nquestion Q2 Who holds\n  given show_id\n  want Guest\nquestion Q3 Places of a show\n  given show_id\n  want Place\nquestion Q4 Places of a guest\n  given guest_id\n  want Place\n"
	_, d := found(t, text, "")
	if got := d.Model.HowMany(d.Model.Entity("Hold")); got != "208k, as follows from the relationships" {
		t.Error(got)
	}
	const holds = 25000.0 * 50 / 6
	for i, rows := range [...]float64{holds, holds, 2 * holds, 2 * holds} {
		if got := d.Tables[i].Size.Rows.Typ * float64(d.Tables[i].Size.Partitions); math.Abs(got-rows) > rows/50 {
			t.Errorf("%s has %v rows, want %v", d.Tables[i].Name, got, rows)
		}
	}
}

// TestQuestionsAndCopiesSayTheCount: where two numbers of the text differ by more than a little, the rows
// of a question and of a change say which of them was taken, as tables do; a single row needs none.
func TestQuestionsAndCopiesSayTheCount(t *testing.T) {
	const text = "entity Show 25k\n  show_id uuid key\n  starts_at timestamp\nentity Guest 300k\n  guest_id uuid key\nentity Ticket\n  ticket_id uuid key\n  price decimal 4\n" +
		"relate Guest buys Ticket 1 : 0..8..500\nrelate Show sells Ticket 1 : 0..300..1200\n" +
		"question Q1 Tickets of a show\n  given show_id\n  want Ticket: price\nquestion Q2 Mine\n  given guest_id\n  want Ticket: price, starts_at\nquestion Q3 One\n  given ticket_id\n  want Ticket: price\n"
	_, d := found(t, text, "")
	const said = ", as there are 2.4 million Tickets; by the other number of the text, 25,000 Shows with 300 Tickets each make 7,500,000"
	for i, want := range []string{"1 partition, about 96 rows" + said, "1 partition, about 8 rows" + said, "1 partition, about 1 row"} {
		if got := strings.ReplaceAll(d.Accesses[i].String(), "\u00a0", " "); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for _, f := range d.Facts {
		if want := map[string]string{"starts_at": "96 rows" + said, "price": "3 rows"}[f.Attr.Name.Text]; strings.ReplaceAll(f.Change()+f.From, "\u00a0", " ") != want {
			t.Errorf("%s: %s%s, want %s", f.Attr.Name.Text, f.Change(), f.From, want)
		}
	}
	if len(d.Facts) != 2 {
		t.Error(len(d.Facts))
	}
}
