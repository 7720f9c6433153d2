package exercise_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"partitionlab/wasm/exercise"
)

// frontDesk is the model answer of the hotel's capstone, by what each table answers.
var frontDesk = map[string]string{
	"C1": "CREATE TABLE arrivals_by_hotel_date (hotel_id text, start_date date, guest_last_name text, confirm_number text, guest_id uuid, room_number smallint, PRIMARY KEY ((hotel_id, start_date), guest_last_name, confirm_number));",
	"C2": "CREATE TABLE stays_by_hotel_night (hotel_id text, night date, room_number smallint, guest_id uuid, guest_last_name text, PRIMARY KEY ((hotel_id, night), room_number));",
	"C3": "CREATE TABLE stays_by_guest (guest_id uuid, start_date date, confirm_number text, hotel_id text, room_number smallint, PRIMARY KEY ((guest_id), start_date, confirm_number)) WITH CLUSTERING ORDER BY (start_date DESC, confirm_number ASC);",
	"C4": "CREATE TABLE rooms_by_hotel_amenity (hotel_id text, amenity_name text, room_number smallint, PRIMARY KEY ((hotel_id, amenity_name), room_number));",
	"C5": "CREATE TABLE rates_by_hotel_month (hotel_id text, month int, date date, room_number smallint, currency text STATIC, rate decimal, PRIMARY KEY ((hotel_id, month), date, room_number));",
}

// desk is the whole schema with some of its tables made otherwise: "C1: CREATE TABLE …".
func desk(changes []string) string {
	return changed(frontDesk, []string{"keyspace", "C1", "C2", "C3", "C4", "C5", "more"}, changes)
}

// changed is a model answer with some of its tables made otherwise, or left out.
func changed(model map[string]string, order, changes []string) string {
	tables := maps.Clone(model)
	for _, c := range changes {
		name, text, _ := strings.Cut(c, ": ")
		tables[name] = text
	}
	var b strings.Builder
	for _, name := range order {
		b.WriteString(tables[name] + "\n")
	}
	return b.String()
}

// takesEach: each good design passes.
func takesEach(t *testing.T, e *exercise.Exercise, answer func([]string) string, designs map[string][]string) {
	t.Helper()
	for name, changes := range designs {
		if r := e.Judge(answer(changes)); !r.Passed {
			t.Errorf("%s: %s", name, speaks(r))
		}
	}
}

// bad is a change of a model answer with what speaks then: want is the beginning of the
// core's words, says that of the author's.
type bad struct{ change, want, says string }

// refusesEach: each bad design fails, for a reason that no other has.
func refusesEach(t *testing.T, e *exercise.Exercise, answer func([]string) string, designs map[string]bad) {
	t.Helper()
	reasons := map[string]string{}
	for name, c := range designs {
		r := e.Judge(answer([]string{c.change}))
		got, says := speaks(r), strings.Join(r.Says, " ")
		if r.Passed || !strings.HasPrefix(got, c.want) || (says == "") != (c.says == "") || !strings.HasPrefix(says, c.says) {
			t.Errorf("%s: %s\n   says %q", name, got, says)
		}
		if other := reasons[got+says]; other != "" {
			t.Errorf("%s and %s fail for one reason: %s", name, other, got)
		}
		reasons[got+says] = name
	}
}

// Whatever serves the front desk within its numbers passes, however it is made.
func TestCapstoneTakesAnyGoodDesign(t *testing.T) {
	takesEach(t, load(t, "hotel/capstone"), desk, map[string][]string{
		"the model": {},
		"months of arrivals and of nights": {
			"C1: CREATE TABLE arrivals_by_hotel_month (hotel_id text, month int, start_date date, guest_last_name text, confirm_number text, room_number smallint, PRIMARY KEY ((hotel_id, month), start_date, guest_last_name, confirm_number));",
			"C2: CREATE TABLE nights_by_hotel_month (hotel_id text, month int, night date, room_number smallint, guest_last_name text, PRIMARY KEY ((hotel_id, month), night, room_number));",
		},
		"prices by day": {
			"C5: CREATE TABLE rates_by_hotel_month (hotel_id text, month int, day date, room_number smallint, currency text STATIC, rate decimal, PRIMARY KEY ((hotel_id, month), day, room_number));",
		},
		"prices by a day that a comment explains": {
			"C5: CREATE TABLE rates_by_hotel_month (hotel_id text, month int, start_date date, room_number smallint, currency text STATIC, rate decimal, PRIMARY KEY ((hotel_id, month), start_date, room_number)); -- start_date = night",
		},
		"oldest first, read backwards": {
			"C3: CREATE TABLE stays_by_guest (guest_id uuid, start_date date, confirm_number text, hotel_id text, room_number smallint, PRIMARY KEY (guest_id, start_date, confirm_number));",
		},
		"all amenities of a hotel in one partition": {
			"C4: CREATE TABLE amenities_by_hotel (hotel_id text, amenity text, room smallint, PRIMARY KEY (hotel_id, amenity, room));",
		},
		"year and month as two columns, currency in each row": {
			"C5: CREATE TABLE rates_by_hotel (hotel_id text, year smallint, month tinyint, date date, room_number smallint, currency text, rate decimal, PRIMARY KEY ((hotel_id, year, month), date, room_number));",
		},
		"the month as its first day": {
			"C5: CREATE TABLE rates_by_hotel_month (hotel_id text, month date, date date, room_number smallint, currency text STATIC, rate decimal, PRIMARY KEY ((month, hotel_id), date, room_number));",
		},
		"newest first everywhere, the room tells bookings apart": {
			"C1: CREATE TABLE arrivals_by_hotel_date (hotel_id text, start_date date, guest_last_name text, guest_id uuid, room_number int, confirm_number text, PRIMARY KEY ((start_date, hotel_id), guest_last_name, guest_id, room_number));",
			"C5: CREATE TABLE rates_by_hotel_month (hotel_id text, month int, date date, room_number int, currency text STATIC, rate decimal, PRIMARY KEY ((hotel_id, month), date, room_number)) WITH CLUSTERING ORDER BY (date DESC, room_number ASC);",
		},
		"another look-up beside them, and a keyspace": {
			"keyspace: CREATE KEYSPACE desk WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 3}; USE desk;",
			"more: CREATE TABLE stays_by_confirmation (confirm_number text, hotel_id text, guest_id uuid, start_date date, end_date date, room_number smallint, PRIMARY KEY (confirm_number));",
		},
		"names in capitals, other types": {
			`C1: CREATE TABLE "Arrivals" ("hotelId" varchar, "arrivalDate" date, "guestLastName" varchar, "confirmNumber" ascii, "roomNumber" int, PRIMARY KEY (("hotelId", "arrivalDate"), "guestLastName", "confirmNumber"));`,
			`C3: CREATE TABLE "Stays" ("guestId" uuid, "startDate" date, "confirmNumber" text, "hotelId" text, PRIMARY KEY (("guestId"), "startDate", "confirmNumber")) WITH CLUSTERING ORDER BY ("startDate" DESC, "confirmNumber" DESC);`,
		},
		"a code in every table, and its own names of tables": {
			"C1: CREATE TABLE c1_by_arrival (hotel_id text, arrival date, last_name text, code text, room int, PRIMARY KEY ((hotel_id, arrival), last_name, code));",
			"C3: CREATE TABLE c3 (guest_id uuid, arrival date, code text, hotel_id text, note text, PRIMARY KEY ((guest_id), arrival, code)) WITH CLUSTERING ORDER BY (arrival DESC);",
		},
		"other words for the same": {
			"C1: CREATE TABLE arrivals_by_hotel_date (hotel_id text, date date, last_name text, confirmation text, room int, PRIMARY KEY ((hotel_id, date), last_name, confirmation));",
			"C2: CREATE TABLE guests_by_hotel_date (hotel_id text, date date, room_number smallint, guest_last_name text, PRIMARY KEY ((hotel_id, date), room_number));",
			"C3: CREATE TABLE stays_by_guest (guest_id uuid, check_in date, hotel_id text, confirmation_number text, check_out date, PRIMARY KEY ((guest_id), check_in, confirmation_number)) WITH CLUSTERING ORDER BY (check_in DESC);",
			"C5: CREATE TABLE prices_by_hotel_month (hotel_id text, year_month text, night date, room_number int, price decimal, currency text, PRIMARY KEY ((hotel_id, year_month), night, room_number));",
		},
		"rows that leave after five years": {
			"C1: CREATE TABLE arrivals_by_hotel_date (hotel_id text, start_date date, guest_last_name text, confirm_number text, room_number smallint, hotel_name text STATIC, PRIMARY KEY ((hotel_id, start_date), guest_last_name, confirm_number)) WITH default_time_to_live = 157680000 AND compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'DAYS', 'compaction_window_size': '60'};",
			"C2: CREATE TABLE stays_by_hotel_night (hotel_id text, night date, room_number smallint, guest_last_name text, guest_id uuid, confirm_number text, PRIMARY KEY ((hotel_id, night), room_number, confirm_number)) WITH default_time_to_live = 157680000;",
		},
		"arrivals by day, one booking a row whatever its room": {
			"C1: CREATE TABLE arrivals_by_hotel_date (hotel_id text, start_date date, guest_last_name text, guest_id uuid, confirm_number text, room_number smallint, PRIMARY KEY ((hotel_id, start_date), guest_last_name, guest_id, confirm_number));",
			"C3: CREATE TABLE stays_by_guest (guest_id uuid, start_date date, hotel_id text, confirm_number text, room_number smallint, guest_last_name text STATIC, PRIMARY KEY (guest_id, start_date, hotel_id, confirm_number)) WITH CLUSTERING ORDER BY (start_date DESC, hotel_id ASC, confirm_number ASC);",
		},
	})
}

// What does not serve it fails, each for its own reason: want is what speaks, says the author's words to it.
func TestCapstoneRefusesEachBadDesignForItsReason(t *testing.T) {
	refusesEach(t, load(t, "hotel/capstone"), desk, map[string]bad{
		"no table of nights": {"C2: ",
			"serves: None of your tables is for the question C2. Its screen knows hotel_id and night and shows room_number and guest_last_name. | With which columns", "Who arrived two days ago sleeps here tonight, too."},
		"one row a night": {"C2: CREATE TABLE stays_by_hotel_night (hotel_id text, night date, room_number smallint, guest_last_name text, PRIMARY KEY ((hotel_id, night)));",
			"order: The rows come sorted by nothing.", ""},
		"all nights of a hotel": {"C2: CREATE TABLE stays_by_hotel_night (hotel_id text, night date, room_number smallint, guest_last_name text, PRIMARY KEY ((hotel_id), night, room_number));",
			"size: On day 1,825 the largest partition of stays_by_hotel_night takes 22.6 MB: 730,000 rows of 31 bytes.", "Every night of the hotel"},
		"a row for each bed": {"C2: CREATE TABLE stays_by_hotel_night (hotel_id text, night date, room_number smallint, bed int, guest_last_name text, PRIMARY KEY ((hotel_id, night), room_number, bed)); -- bed = 0..1",
			"keeps: Nothing that tells two nights apart decides which of its 2 values bed has", ""},
		"rooms as text": {"C2: CREATE TABLE stays_by_hotel_night (hotel_id text, night date, room_number text, guest_last_name text, PRIMARY KEY ((hotel_id, night), room_number));",
			"order: room_number is declared as text. Sorted so, `2` does not come before `10`.", ""},
		"by the day of arrival": {"C2: CREATE TABLE stays_by_hotel_date (hotel_id text, start_date date, end_date date, room_number smallint, guest_last_name text, PRIMARY KEY ((hotel_id, start_date), room_number)); -- start_date = day of arrival",
			"serves: By your comment, start_date says when something begins. The screen asks by night, and so it does not find what began earlier", "A row says when a stay begins."},
		"by last name": {"C3: CREATE TABLE stays_by_guest (guest_last_name text, start_date date, confirm_number text, hotel_id text, room_number smallint, PRIMARY KEY ((guest_last_name), start_date, confirm_number)) WITH CLUSTERING ORDER BY (start_date DESC, confirm_number ASC);",
			"serves: The screen knows guest_id, and no column of stays_by_guest holds it.", "Many people are called Smith"},
		"years of a guest": {"C3: CREATE TABLE stays_by_guest (guest_id uuid, year int, start_date date, confirm_number text, hotel_id text, PRIMARY KEY ((guest_id, year), start_date, confirm_number));",
			"serves: Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING | To find the partition the question has to know year. The screen knows only guest_id.", ""},
		"an index": {"C3: CREATE TABLE stays (confirm_number text PRIMARY KEY, guest_id uuid, start_date date, hotel_id text); CREATE INDEX ON stays (guest_id);",
			"serves: An index answers the question: without the whole partition key it is asked on every node.", ""},
		"by code": {"C1: CREATE TABLE arrivals_by_hotel_date (hotel_id text, start_date date, guest_last_name text, confirm_number text, room_number smallint, PRIMARY KEY ((hotel_id, start_date), confirm_number));",
			"order: The rows come sorted by confirm_number.", ""},
		"two of one name": {"C1: CREATE TABLE arrivals_by_hotel_date (hotel_id text, start_date date, guest_last_name text, confirm_number text, room_number smallint, PRIMARY KEY ((hotel_id, start_date), guest_last_name));",
			"keeps: The third booking replaces the first: both have hotel_id AZ123, start_date 2026-03-01 and guest_last_name Smith. Of 4 bookings 2 rows are left.", "Two guests of one name"},
		"a day of all hotels": {"C1: CREATE TABLE arrivals_by_date (hotel_id text, start_date date, guest_last_name text, confirm_number text, room_number smallint, PRIMARY KEY ((start_date), hotel_id, guest_last_name, confirm_number));",
			"spread: One partition of arrivals_by_date takes 100 % of all writes at any moment; the task allows 1 %. | Which column of the key would give each hotel", ""},
		"a set of amenities": {"C4: CREATE TABLE rooms (hotel_id text, room_number smallint, amenities set<text>, PRIMARY KEY (hotel_id, room_number));",
			"serves: The screen knows amenity_name, and no column of rooms holds it.", ""},
		"room before amenity": {"C4: CREATE TABLE rooms_by_hotel_amenity (hotel_id text, room_number smallint, amenity_name text, PRIMARY KEY ((hotel_id), room_number, amenity_name));",
			"serves: PRIMARY KEY column \"amenity_name\" cannot be restricted as preceding column \"room_number\" is not restricted |", "The rows are sorted by room first"},
		"all rates of a hotel": {"C5: CREATE TABLE rates_by_hotel (hotel_id text, date date, room_number smallint, currency text STATIC, rate decimal, PRIMARY KEY ((hotel_id), date, room_number));",
			"size: On day 1,825 the largest partition of rates_by_hotel takes 19.7 MB: 730,000 rows of 27 bytes.", "In five years a hotel of 400 rooms"},
		"a month of any year": {"C5: CREATE TABLE rates_by_hotel_month (hotel_id text, month tinyint, date date, room_number smallint, currency text STATIC, rate decimal, PRIMARY KEY ((hotel_id, month), date, room_number));",
			"size: On day 1,825 the largest partition of rates_by_hotel_month takes 1.62 MB: 60,834 rows of 27 bytes.", "A month from 1 to 12 comes back every year"},
		"years of rates": {"C5: CREATE TABLE rates_by_hotel_year (hotel_id text, year int, date date, room_number smallint, currency text STATIC, rate decimal, PRIMARY KEY ((hotel_id, year), date, room_number));",
			"size: On day 1,825 the largest partition of rates_by_hotel_year takes 3.93 MB: 146,400 rows of 27 bytes.", "A year of a hotel of 400 rooms"},
		"a partition a night": {"C5: CREATE TABLE rates_by_hotel_date (hotel_id text, date date, room_number smallint, currency text, rate decimal, PRIMARY KEY ((hotel_id, date), room_number));",
			"serves: The question reads 14 partitions (date has 14 values); the task allows 2.", "Each night is a partition of its own"},
		"room before night": {"C5: CREATE TABLE rates_by_hotel_month (hotel_id text, month int, date date, room_number smallint, currency text STATIC, rate decimal, PRIMARY KEY ((hotel_id, month), room_number, date));",
			"serves: PRIMARY KEY column \"date\" cannot be restricted as preceding column \"room_number\" is not restricted |", ""},
		"stays that leave": {"C3: " + strings.Replace(frontDesk["C3"], ";", " AND default_time_to_live = 86400;", 1),
			"keeps: A row of stays_by_guest is gone after 1 day; the task keeps it for 1,825 days.", ""},
		"no currency": {"C5: CREATE TABLE rates_by_hotel_month (hotel_id text, month int, date date, room_number smallint, rate decimal, PRIMARY KEY ((hotel_id, month), date, room_number));",
			"covers: The screen shows currency, and no column of rates_by_hotel_month holds it.", ""},
	})
}

// Whoever has made one table is told which question has none yet.
func TestCapstoneTellsWhatIsMissing(t *testing.T) {
	e := load(t, "hotel/capstone")
	answer := ""
	for _, c := range []struct{ table, want string }{
		{"C1", "serves: None of your tables is for the question C2."},
		{"C2", "serves: Cannot execute this query"}, // bookings have a table, with another key
		{"C3", "serves: None of your tables is for the question C4."},
		{"C4", "serves: None of your tables is for the question C5."},
		{"C5", ""},
	} {
		answer += frontDesk[c.table]
		if got := speaks(e.Judge(answer)); !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("with the tables up to %s: %s", c.table, got)
		}
	}
}

// Of a question that no table serves the first line speaks, and others were not tried; what else is not right says so.
func TestCapstoneTriesWhatItCan(t *testing.T) {
	e := load(t, "hotel/capstone")
	r := e.Judge(desk([]string{"C3: ", "C5: CREATE TABLE rates_by_hotel_month (hotel_id text, month tinyint, date date, room_number smallint, rate decimal, PRIMARY KEY ((hotel_id, month), date, room_number));"}))
	var got []string
	for _, f := range r.Findings {
		if f.State >= exercise.Fails || f.State == exercise.Untried {
			of := " "
			if q := f.Predicate.Question; q != nil {
				of = " " + q.Name + " "
			}
			got = append(got, fmt.Sprint(f.Predicate.Rule, of, f.State))
		}
	}
	want := []string{"serves C3 3", "order C3 0", "keeps C3 0", "size 3", "rows C3 0", "covers C3 0", "covers C5 3", "bounded C5 3"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// A table that no question reads is remarked on, and a schema with one passes, as long as
// a booking writes no more rows than the task allows: those of such tables count.
func TestCapstoneRemarksOnACopyForNobody(t *testing.T) {
	more := "more: "
	for n, name := range []string{"nights_by_room", "nights_again", "nights_once_more"} {
		more += "CREATE TABLE " + name + " (hotel_id text, night date, room_number smallint, guest_id uuid, guest_last_name text, PRIMARY KEY ((hotel_id, room_number), night));\n"
		got, want := speaks(load(t, "hotel/capstone").Judge(desk([]string{more}))), ""
		if n == 2 {
			want = "writes: One booking writes 22 rows: 1 in arrivals_by_hotel_date, 5 in "
		}
		if !strings.HasPrefix(got, want) || (got == "") != (want == "") {
			t.Errorf("with %d copies of the nights for nobody: %s", n+1, got)
		}
	}
	r := load(t, "hotel/capstone").Judge(desk([]string{"more: CREATE TABLE stays_by_confirmation (confirm_number text, hotel_id text, guest_id uuid, start_date date, room_number smallint, PRIMARY KEY (confirm_number));"}))
	for _, f := range r.Findings {
		if f.Predicate.Rule == "used" && (f.State != exercise.Remark || f.Consequence != "No question of the task reads stays_by_confirmation, and the program has to write it all the same.") || !r.Passed {
			t.Errorf("passed %v, %v: %s", r.Passed, f.State, f.Consequence)
		}
	}
}

// What a comment says of a bucket is read as people write it.
func TestCapstoneReadsComments(t *testing.T) {
	e := load(t, "hotel/capstone")
	const table = "CREATE TABLE rates_by_hotel (hotel_id text, %s int, date date, room_number smallint, currency text STATIC, rate decimal, PRIMARY KEY ((hotel_id, %s), date, room_number));%s"
	for _, c := range []struct{ column, comment, want string }{
		{"bucket", " -- bucket = 202603 for March 2026", ""},
		{"bucket", " -- bucket = yyyymm of date", ""},
		{"bucket", " -- bucket = month(date)", "serves: The check cannot test rates_by_hotel yet. | Does bucket begin anew with each year, as MONTH does in SQL? Then write `-- bucket = month_of_year(date)`. If each month of each year has a number of its own, write `-- bucket = yyyymm of date`."},
		{"bucket", " -- bucket = month", "serves: The check cannot test rates_by_hotel yet. | Does bucket begin anew"},
		{"bucket", " -- bucket = '2026-03'", ""},
		{"bucket", " -- bucket = yyyymm", ""},
		{"bucket", " -- bucket = month of date", "serves: The check cannot test rates_by_hotel yet. | Does bucket begin anew"},
		{"bucket", " -- bucket = the year and month of date, such as 202603", ""},
		{"month", " -- month = 202603", ""},
		{"month", " -- month = 1..12", "size: On day 1,825 the largest partition of rates_by_hotel takes 1.62 MB"},
		{"month", " -- month = 1..12, the month of the date", "size: On day 1,825 the largest partition of rates_by_hotel takes 1.62 MB"},
		{"month", " -- month = 1..12 for the month", "size: On day 1,825 the largest partition of rates_by_hotel takes 1.62 MB"},
		{"bucket", " -- bucket = the month of the year", "size: On day 1,825 the largest partition of rates_by_hotel takes 1.62 MB"},
		{"bucket", "", "serves: The check cannot test rates_by_hotel yet. | "},
		{"bucket", " -- bucket = whatever", "serves: The check cannot test rates_by_hotel yet. | "},
		{"bucket", " -- bucket = 0..N", "serves: The check cannot test rates_by_hotel yet. | "},
		{"bucket", " -- bucket = hash(…) % N", "serves: The check cannot test rates_by_hotel yet. | "},
		{"half", " -- half = …", "serves: The check cannot test rates_by_hotel yet. | The check does not understand `-- half = …`. What does your application write into half? Say so in a comment of your answer: `-- half = …`, with the part of a time that it holds, or with its values, as in 0..N."},
	} {
		r := e.Judge(desk([]string{"C5: " + fmt.Sprintf(table, c.column, c.column, c.comment)}))
		if got := speaks(r); r.Passed != (c.want == "") || c.want != "" && !strings.HasPrefix(got, c.want) {
			t.Errorf("%s%s: passed %t: %s", c.column, c.comment, r.Passed, got)
		}
	}
}

// Two kinds of things in one table pass, with a remark; and of a question without a table nothing
// is said but that.
func TestCapstoneSaysWhatATableHolds(t *testing.T) {
	e := load(t, "hotel/capstone")
	r := e.Judge(desk([]string{"C2: CREATE TABLE nights_by_hotel_month (hotel_id text, month int, night date, room_number smallint, guest_last_name text, rate decimal, currency text, PRIMARY KEY ((hotel_id, month), night, room_number));", "C5: "}))
	told := ""
	for _, f := range r.Findings {
		if f.Predicate.Rule == "used" {
			told = f.Consequence
		}
	}
	if !r.Passed || !strings.HasPrefix(told, "nights_by_hotel_month answers C2 and C5, which ask for different things") {
		t.Errorf("passed %v, and is told %q", r.Passed, told)
	}
	r = e.Judge(desk([]string{"C2: ", "C3: ", "C4: ", "C5: "}))
	for _, f := range r.Findings {
		if q := f.Predicate.Question; q != nil && q.Name == "C3" && f.State != exercise.Untried && f.Predicate.Rule != "serves" {
			t.Errorf("there is no table for C3, and %s says %v: %s", f.Predicate.Rule, f.State, f.Measured)
		}
	}
}
