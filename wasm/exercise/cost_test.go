package exercise_test

import (
	"strings"
	"testing"

	"partitionlab/wasm/exercise"
)

// design is an exercise with rows, a question and a workload, and one predicate that
// every answer holds.
func design(t *testing.T, rows, question, workload, must string) *exercise.Exercise {
	t.Helper()
	return &parse(t, "id = e\ntitle = t\nkind = cql\nminutes = 1\nprompt:\nDesign.\nrows things:\n"+rows+"\nquestion q:\n"+question+"\nworkload:\n"+workload+
		"\nmust:\n"+must+"\nmodel:\nCREATE TABLE t (x int PRIMARY KEY)\n").Exercise
}

// The sizes are those that the core gives for the same partition where somebody has
// worked out its rows: the tables of the book, and files of a real server.
func TestSizesFollowFromTheKey(t *testing.T) {
	hotel := design(t, "hotel_id text | date date | room_number smallint | is_available boolean\nAZ123 | 2026-03-01 | 101 | true", "given hotel_id = AZ123; want room_number",
		"each hotel_id = 5000\neach room_number = 20..100\neach date = 1 every 1d\nlen.hotel_id = 5", "size < 1 TB on day 730")
	users := design(t, "user_id uuid | country text | city text\n1 | US | Boston", "given country = US; want user_id", "each user_id = 1e6\nsome country = 100 largest 60%\nsome city = 1000", "size < 1 TB")
	stays := design(t, "guest_id uuid | start_date date | confirm_number text | name text\n1 | 2026-03-01 | R1 | Smith", "given guest_id = 1; want start_date",
		"each start_date = 1000 every 1d\nper guest_id = 60*t/365\nper confirm_number = 1\nsome name = 1e5 largest 0.8%\nlen.confirm_number = 6", "size < 1 TB on day 1825")
	likes := design(t, "product text | liked_at timestamp | customer text\np | 2026-01-15 10:30:00.000+0000 | c", "given product = p; want customer",
		"each product = 10\neach liked_at = 1e6 every 365d\nlen.product = 5\nlen.customer = 8", "size < 1 TB on day 365")
	for _, c := range []struct {
		e     *exercise.Exercise
		table string
		rows  int64
		bytes int64 // 0: not looked at
	}{
		{hotel, "PRIMARY KEY (hotel_id, date, room_number)", 73000, 1527420},
		{hotel, "PRIMARY KEY (hotel_id, room_number, date)", 73000, 1527420},
		{hotel, "PRIMARY KEY ((hotel_id, date), room_number)", 100, 1030},
		{hotel, "PRIMARY KEY ((hotel_id, room_number), date)", 730, 0},
		{hotel, "PRIMARY KEY ((hotel_id, date, room_number))", 1, 0},
		{hotel, "PRIMARY KEY (date, hotel_id, room_number)", 500000, 0},
		{hotel, "PRIMARY KEY (room_number, hotel_id, date)", 3650000, 0},
		{hotel, "month int, PRIMARY KEY ((hotel_id, month), date, room_number)", 3100, 61530},
		{hotel, "month tinyint, PRIMARY KEY ((hotel_id, month), date, room_number)", 6084, 0},
		{hotel, "week int, PRIMARY KEY ((hotel_id, week), date, room_number)", 700, 0},
		{hotel, "month int, PRIMARY KEY (month, hotel_id, date, room_number)", 15500000, 0},
		{hotel, "PRIMARY KEY (hotel_id, date)", 730, 0}, // the rooms of a night are one row
		{hotel, "id uuid, PRIMARY KEY (hotel_id, id)", 73000, 0},
		{users, "PRIMARY KEY (country, user_id)", 600000, 0},
		{users, "PRIMARY KEY (city, user_id)", 1000, 0},
		{users, "PRIMARY KEY ((country, city), user_id)", 1000, 0},
		{users, "bucket int, PRIMARY KEY ((country, bucket), user_id)) -- bucket = 0..9\n; CREATE TABLE x (x int PRIMARY KEY", 60000, 0},
		{users, "PRIMARY KEY (country, city)", 600, 0},
		{users, "try int, PRIMARY KEY (city, user_id, try)) -- try = 0..1\n; CREATE TABLE x (x int PRIMARY KEY", 2000, 0}, // each may be there twice
		{users, "try int, PRIMARY KEY (country, city, try)) -- try = 0..1\n; CREATE TABLE x (x int PRIMARY KEY", 1200, 0},
		{users, "PRIMARY KEY (user_id)", 1, 0},
		{stays, "PRIMARY KEY (guest_id, start_date, confirm_number)", 300, 0},
		{stays, "PRIMARY KEY (confirm_number)", 1, 0},
		{stays, "PRIMARY KEY (name, confirm_number)", 14600, 0},
		{stays, "PRIMARY KEY (name, guest_id, confirm_number)", 14600, 0},
		{stays, "PRIMARY KEY ((name, guest_id), confirm_number)", 300, 0},
		{likes, "PRIMARY KEY (product, liked_at, customer)", 1000000, 0},
		{likes, "PRIMARY KEY (product, liked_at, customer)) WITH default_time_to_live = 864000; CREATE TABLE x (x int PRIMARY KEY", 27398, 0},
	} {
		columns := ""
		for _, a := range c.e.Rows[0].Attrs {
			columns += a.Name + " " + a.Type.String() + ", "
		}
		r := c.e.Judge("CREATE TABLE t (" + columns + c.table + ")")
		if len(r.Sizes) != 1 || r.Sizes[0].Rows != c.rows || c.bytes > 0 && r.Sizes[0].Bytes != c.bytes {
			t.Errorf("%s: %+v, want %d rows, %d bytes (%s)", c.table, r.Sizes, c.rows, c.bytes, speaks(r))
		}
	}
}

func TestCosts(t *testing.T) {
	const nights = "hotel_id text | date date | room_number smallint | is_available boolean\nAZ123 | 2026-03-01 | 101 | true\nAZ123 | 2026-03-01 | 102 | true"
	const week = "given hotel_id = AZ123\nrange date from 2026-03-29 to 2026-04-04\nwant room_number\norder date"
	const hotels = "each hotel_id = 5000\neach room_number = 100\neach date = 1 every 1d\nlen.hotel_id = 5"
	const table = "CREATE TABLE t (hotel_id text, date date, room_number smallint, is_available boolean, "
	const inbox = "user_id uuid | sent timestamp | id timeuuid | text text\n1 | 2026-01-15 10:30:00.000+0000 | 2026-01-15 10:30:00.000+0000 #1 | Hello"
	const messages = "each user_id = 1000000\neach sent = 100 every 1d\nper user_id = 500\nremoved user_id = 50 every 1d"
	for _, c := range []struct{ rows, question, workload, must, answer, want string }{
		{nights, week, hotels, "rows q <= 700 on day 730", table + "PRIMARY KEY (hotel_id, date, room_number))", ""},
		{nights, week, hotels, "rows q <= 699 on day 730", table + "PRIMARY KEY (hotel_id, date, room_number))", "rows: The question reads 700 rows for one screen; the task allows 699. |"},
		{nights, week, hotels, "rows q <= 700 on day 730", table + "month int, PRIMARY KEY ((hotel_id, month), date, room_number))", ""},
		{nights, week, hotels, "rows q <= 700 on day 730", table + "PRIMARY KEY ((hotel_id, date), room_number))", ""},
		{nights, week, hotels, "rows q <= 700 on day 730", table + "PRIMARY KEY (hotel_id, room_number, date))", "rows: The question reads 73,000 rows for one screen"},
		{nights, week + "\nlimit 10", hotels, "rows q <= 10 on day 730", table + "PRIMARY KEY (hotel_id, date, room_number))", ""},
		{nights, week, hotels, "serves q in 2 partitions", table + "month int, PRIMARY KEY ((hotel_id, month), date, room_number))", ""},
		{nights, week, hotels, "serves q in exactly 2 partitions", table + "PRIMARY KEY (hotel_id, date, room_number))", "serves: The question reads 1 partition instead of 2. |"},
		{nights, week, hotels, "serves q in 7 partitions", table + "PRIMARY KEY ((hotel_id, date), room_number))", ""},
		{nights, week, hotels, "bounded", table + "PRIMARY KEY (hotel_id, date, room_number))", "bounded: The largest partition of t grows with every day: 100 MB on day "},
		{nights, week, hotels, "bounded q", table + "PRIMARY KEY (hotel_id, date, room_number))", "bounded: The largest partition of t grows with every day: 100 MB on day "},
		{nights, week, hotels, "lives 10min", table + "PRIMARY KEY (hotel_id, date, room_number)); INSERT INTO t (hotel_id, date, room_number, is_available) VALUES ('a', '2026-03-01', 1, true) USING TTL 600; DELETE is_available FROM t WHERE hotel_id = 'b' AND date = '2026-03-01' AND room_number = 1", ""},
		{nights, week, hotels, "lives 10min", table + "PRIMARY KEY (hotel_id, date, room_number)); INSERT INTO t (hotel_id, date, room_number, is_available) VALUES ('a', '2026-03-01', 1, true)", "lives: What you write stays until somebody writes something else. | What is still there"},
		{nights, week, hotels, "lives 10min", table + "PRIMARY KEY (hotel_id, date, room_number)); UPDATE t USING TTL 10 SET is_available = true WHERE hotel_id = 'a' AND date = '2026-03-01' AND room_number = 1", "lives: What you write ends after 10 s, and should end after 10 min. |"},
		{nights, week, hotels, "bounded", table + "month int, PRIMARY KEY ((hotel_id, month), date, room_number))", ""},
		{nights, week, hotels, "bounded", table + "month tinyint, PRIMARY KEY ((hotel_id, month), date, room_number))", "bounded: The largest partition of t grows with every day. | The values of month come back."},
		{nights, week, hotels, "bounded", table + "PRIMARY KEY (hotel_id, date, room_number)) WITH default_time_to_live = 86400", ""},
		{nights, week, hotels, "spread 5000 keys share 1%", table + "PRIMARY KEY (hotel_id, date, room_number))", ""},
		{nights, week, hotels, "spread 5001 keys", table + "PRIMARY KEY (hotel_id, date, room_number))", "spread: The partition key of t has only 5,000 different values, and the task wants 5,001. All rows with one hotel_id lie in one partition. | Which machines"},
		{nights, week, "each hotel_id = 5000 largest 3%\neach room_number = 100\neach date = 1 every 1d", "spread share 2%", table + "PRIMARY KEY (hotel_id, date, room_number))", "spread: One partition of t takes 3 % of all writes at any moment; the task allows 2 %. |"},
		{nights, week, "each hotel_id = 5000 largest 3%\neach room_number = 100\neach date = 1 every 1d", "spread share 2%", table + "part int, PRIMARY KEY ((hotel_id, part), date, room_number)); -- part = 0..1", ""},
		{nights, week, "each hotel_id = 5000 largest 3%\neach room_number = 100\neach date = 1 every 1d", "spread share 2%", table + "PRIMARY KEY ((hotel_id, room_number), date))", ""},
		{nights, week, hotels, "spread share 1%", table + "PRIMARY KEY (date, hotel_id, room_number))", "spread: One partition of t takes 100 % of all writes at any moment; the task allows 1 %. |"},
		{nights, week, hotels, "writes things <= 2 rows", table + "PRIMARY KEY (hotel_id, date, room_number))", ""},
		{nights, week, hotels, "writes things <= 1 rows", table + "PRIMARY KEY (hotel_id, date, room_number))", "writes: One thing writes 2 rows: 2 in t. The task allows 1. |"},
		{nights, week, hotels, "keeps things 1", table + "PRIMARY KEY (hotel_id, date))", ""},
		{nights, week, hotels, "keeps things 1", table + "PRIMARY KEY (hotel_id, date, room_number))", "keeps: There are 2 rows for what should be 1. |"},
		{nights, week, hotels, "expires q 30d", table + "PRIMARY KEY (hotel_id, date, room_number)) WITH default_time_to_live = 2592000", ""},
		{nights, week, hotels, "expires q 30d", table + "PRIMARY KEY (hotel_id, date, room_number))", "expires: Nothing in t ever expires. |"},
		{nights, week, hotels, "expires q 0", table + "PRIMARY KEY (hotel_id, date, room_number)) WITH default_time_to_live = 3600", "expires: The rows of t expire after 1 h. |"},
		{nights, week, hotels, "expires q 30d", table + "PRIMARY KEY (hotel_id, date, room_number)) WITH default_time_to_live = 3600", "expires: The rows of t live for 1 h and not for 30 days. |"},
		{inbox, "given user_id; want text; order sent desc", messages, "countable q <= 500 tombstones on day 100", "CREATE TABLE t (user_id uuid, id timeuuid, text text, PRIMARY KEY (user_id, id))", ""},
		{inbox, "given user_id; want text; order sent desc", messages, "countable q <= 499 tombstones on day 100", "CREATE TABLE t (user_id uuid, id timeuuid, text text, PRIMARY KEY (user_id, id))", "countable: A read of the partition passes 500 tombstones that are younger than gc_grace_seconds"},
		{inbox, "given user_id; want text; order sent desc", messages, "countable q <= 51 tombstones on day 100", "CREATE TABLE t (user_id uuid, id timeuuid, text text, PRIMARY KEY (user_id, id)) WITH gc_grace_seconds = 86400", ""},
		{nights, week, hotels, "serves+ q", table + "PRIMARY KEY (hotel_id, room_number)); CREATE INDEX ON t (date) USING 'sai'", ""},
	} {
		r := design(t, c.rows, c.question, c.workload, c.must).Judge(c.answer)
		if got := speaks(r); r.Passed != (c.want == "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s on %s\n   passed %v: %s\n   want       %s", c.must, c.answer, r.Passed, got, c.want)
		}
	}
}

func TestRemarksNeverFail(t *testing.T) {
	const rows = "hotel_id text | date date | room_number smallint | is_available boolean\nAZ123 | 2026-03-01 | 101 | true"
	for must, want := range map[string]string{
		"values on day 100000": "The largest partition of t holds 40,000,000 values. The guideline of 100,000 is older than version 3.0: more important are the bytes and the rows per read. ",
		"order q either way":   "The question has to say ORDER BY: the partition is read from its end. ",
	} {
		e := design(t, rows, "given hotel_id = AZ123; want room_number; order date desc", "each hotel_id = 50\neach room_number = 400\neach date = 1 every 1d", must)
		r := e.Judge("CREATE TABLE t (hotel_id text, date date, room_number smallint, PRIMARY KEY (hotel_id, date, room_number))")
		if must == "values on day 100000" {
			r = e.Judge("CREATE TABLE t (hotel_id text, date date, room_number smallint, is_available boolean, PRIMARY KEY (hotel_id, date, room_number))")
		}
		f := r.Findings[0]
		if got := f.Consequence + " " + f.Ask; !r.Passed || f.State != exercise.Remark || got != want {
			t.Errorf("%s: passed %v, %v %q; want %q", must, r.Passed, f.State, got, want)
		}
	}
}

func TestCompare(t *testing.T) {
	e := load(t, "hotel/refine-e1")
	r := e.Judge("CREATE TABLE n (hotel_id text, date date, room_number int, is_available boolean, PRIMARY KEY ((hotel_id, date), room_number))")
	var got []string
	for _, c := range e.Compare(r) {
		got = append(got, c.What+": "+strings.ReplaceAll(c.Yours+" / "+c.Model, "\u00a0", " "))
	}
	want := `partitions read for the screen: 7 / 1
rows read for the screen: 2,800 / 2,800
bytes read for the screen: 31.0 kB / 55.6 kB
bytes of a row that the screen reads: 11 B / 20 B
largest partition that the screen reads, on day 1,825: 4.43 kB / 246 kB
rows written for one night: 1 / 1`
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	// What is cheap because rows are missing is said to be so.
	got = nil
	for _, c := range e.Compare(e.Judge("CREATE TABLE n (hotel_id text, month int, date date, is_available boolean, room_number int, PRIMARY KEY ((hotel_id, month), date))")) {
		if strings.HasSuffix(c.Yours, "the key loses rows: this is for those that are left") && !c.Same {
			got = append(got, c.What)
		}
	}
	if want := "rows read for the screen, bytes read for the screen, bytes of a row that the screen reads, largest partition that the screen reads, on day 1,825"; strings.Join(got, ", ") != want {
		t.Errorf("told of %q, want %q", got, want)
	}
}
