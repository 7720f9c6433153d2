package exercise_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
	"partitionlab/wasm/exercise/exercisebook"
)

// files reads the schemas and data sets of the chapters.
func files(name string) (string, error) {
	if !strings.Contains(name, "/") {
		name = "schemas/" + name
	}
	b, err := os.ReadFile(filepath.Join("..", "..", "content", name+".cql"))
	return string(b), err
}

func parse(t testing.TB, text string) *exercisebook.Exercise {
	t.Helper()
	e, diags := exercisebook.Parse(text, files)
	if len(diags) > 0 {
		t.Fatal(diag.Render(diag.NewSource("", text), diags))
	}
	return e
}

var loaded sync.Map

// load reads an exercise of the book as a page has it.
func load(t testing.TB, name string) *exercise.Exercise {
	t.Helper()
	if e, ok := loaded.Load(name); ok {
		return e.(*exercise.Exercise)
	}
	text, err := os.ReadFile(filepath.Join("../../content/exercises", name+".exercise"))
	if err != nil {
		t.Fatal(err)
	}
	e, ok := exercise.Unpack(exercisebook.Pack(&parse(t, string(text)).Exercise))
	if !ok {
		t.Fatalf("%s cannot be unpacked", name)
	}
	loaded.Store(name, e)
	return e
}

// speaks is what the first finding that does not hold has to say, "" where the answer passes.
func speaks(r *exercise.Judgement) string {
	if r.First < 0 {
		return r.Note
	}
	f := r.Findings[r.First]
	text := f.Predicate.Rule + ": "
	if f.Diag != nil {
		text += f.Diag.Message + " | "
	}
	return strings.ReplaceAll(text+f.Consequence+" | "+f.Ask, "\u00a0", " ")
}

func TestAnswersThatNobodyListed(t *testing.T) {
	const kept = "CREATE TABLE p (user_id uuid, post_id timeuuid, body text, PRIMARY KEY (user_id, post_id)) WITH CLUSTERING ORDER BY (post_id DESC)"
	const smith = "(guest_last_name text, hotel_id text, guest_id uuid, start_date date, end_date date, room_number smallint, confirm_number text, PRIMARY KEY "
	const posts = "CREATE TABLE p (user_id uuid, posted_at timestamp, post_id timeuuid, body text, PRIMARY KEY (user_id, posted_at, post_id)) WITH CLUSTERING ORDER BY (posted_at DESC)"
	const market = "CREATE TABLE s (market_id text, market_name text STATIC, dealer_id text, dealer_name text, "
	const nights = "CREATE TABLE n (hotel_id text, date date, room_number smallint, is_available boolean, "
	const uploads = "CREATE TABLE u (h timestamp, shard int, added_date timestamp, videoid uuid, userid uuid, name text, preview text, PRIMARY KEY ((h, shard), added_date, videoid)) WITH CLUSTERING ORDER BY (added_date DESC)"
	const confirmed = "UPDATE nights SET is_available = false, held_by = null, confirm_number = 'RS4D2M' WHERE hotel_id = 'AZ123' AND date = '2026-03-01' AND room_number = 205 IF held_by = 'RS4D2M';\n" +
		"UPDATE nights SET is_available = false, held_by = null, confirm_number = 'RS1K3V' WHERE hotel_id = 'AZ123' AND date = '2026-03-01' AND room_number = 206 IF held_by = 'RS1K3V';\n"
	const held = "UPDATE nights USING TTL 600 SET held_by = 'RS9D4T' WHERE hotel_id = 'CH100' AND date = '2026-06-01' AND room_number = 305 IF is_available = true AND held_by = null;\n" +
		"UPDATE nights USING TTL 600 SET held_by = 'RS9D4T' WHERE hotel_id = 'CH100' AND date = '2026-06-02' AND room_number = 305 IF is_available = true AND held_by = null;\n"
	const stays = "CREATE TABLE s (hotel_id text, start_date date, room_number smallint, guest_last_name text, PRIMARY KEY ((hotel_id, start_date), room_number));\n"
	const tour = "CREATE TABLE t (tour text, s text, p text, g text STATIC, f text, PRIMARY KEY (tour, s, p));\n"
	const users = "CREATE TABLE u (uid uuid, "
	const departures = "CREATE TABLE d (hotel_id text, start_date date, end_date date, room_number smallint, confirm_number text, PRIMARY KEY "
	for _, c := range []struct{ exercise, answer, want string }{
		// Other names, other types, another order: all of them right.
		{"foundations/keys-e2", "CREATE TABLE r (last_name text, hotel text, guest uuid, start date, until date, room int, confirmation text, PRIMARY KEY (last_name, hotel, start, confirmation))", ""},
		{"foundations/keys-e2", `CREATE TABLE "Bookings" ("guestLastName" varchar, "hotelId" text, guest_id uuid, "startDate" date, room_number int, "confirmNumber" text, PRIMARY KEY (("guestLastName"), "hotelId", "startDate", "confirmNumber"))`, ""},
		{"foundations/keys-e2", "CREATE TABLE r (guest_last_name text, booking_id timeuuid, hotel_id text, start_date text, room_number text, confirm_number text, PRIMARY KEY (guest_last_name, booking_id))", ""},
		{"foundations/keys-e2", "CREATE TABLE r " + smith + "((guest_last_name), guest_id, start_date, room_number)); CREATE TABLE bookings " + smith + "((confirm_number)));", ""},
		{"foundations/keys-e2", "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; USE k; -- mine\nCREATE TABLE IF NOT EXISTS r " + smith + "((guest_last_name), confirm_number)) WITH gc_grace_seconds = 3600 AND comment = 'a';", ""},
		{"foundations/keys-e2", "CREATE TABLE r (guest_last_name text, code text, hotel_id text, start_date date, room_number int, PRIMARY KEY (guest_last_name, code));\n-- code = confirm_number", ""},
		{"foundations/keys-e2", "CREATE TABLE r (guest_last_name text, code text, hotel_id text, start_date date, room_number int, confirm_number text, PRIMARY KEY (guest_last_name, code))", "serves: The check cannot test r yet. | What does your application write into code? Say so in a comment of your answer: `-- code = …`, with the part of a time that it holds, or with its values, as in 0..N."},
		{"foundations/keys-e2", "CREATE TABLE r " + smith + "((guest_last_name), hotel_id)); ALTER TABLE r ADD note text;", "keeps: The second booking replaces the first: both have guest_last_name Smith and hotel_id AZ123. Of 4 bookings one row is left. | What tells"},
		{"foundations/keys-e2", "CREATE TABLE r (guest_last_name int, hotel_id text, start_date date, room_number int, confirm_number text, PRIMARY KEY (guest_last_name, confirm_number))", "serves: guest_last_name is declared as int, which cannot hold the guest_last_name that the screen knows. | Which type could?"},
		{"foundations/keys-e2", "CREATE TABLE r (guest_last_name text, hotel_id text, room_number int, confirm_number text, PRIMARY KEY (guest_last_name, confirm_number))", "covers: The screen shows start_date, and no column of r holds it. | Where would"},
		{"foundations/keys-e2", "CREATE TABLE r (hotel_id text, start_date date, room_number int, confirm_number text, PRIMARY KEY (hotel_id, confirm_number))", "serves: The screen knows guest_last_name, and no column of r holds it. |"},
		{"foundations/keys-e2", "CREATE TABLE r " + smith + "((confirm_number))); CREATE INDEX ON r (guest_last_name);", "serves: An index answers the question: without the whole partition key it is asked on every node. | How many nodes"},
		{"foundations/keys-e2", "CREATE TABLE r (guest_last_name text", "valid: expected"},
		{"foundations/keys-e2", "SELECT * FROM r", "valid: table r does not exist |  | "},
		// A collection is changed by its elements, and all that is missing is named.
		{"hotel/tables-e2", "CREATE TYPE addr (country text, street text, city text); " + offices("frozen<addr>"), ""},
		{"hotel/tables-e2", "CREATE TYPE addr (street text, city text); " + offices("frozen<addr>"), "has: offices is declared as map<text, frozen<addr>>, which is map<text, frozen<{city text, street text}>>. | Each office"},
		{"hotel/tables-e2", offices("frozen<tuple<text, text, text>>"), "has: offices is declared as map<text, frozen<tuple<text, text, text>>>. |"},
		{"hotel/tables-e2", offices("text"), "has: offices is declared as map<text, text>. |"},
		{"foundations/why-e7", "UPDATE people SET phones = {'0171 440 99'} WHERE user_id = 'vera'", "leaves: Afterwards people holds the row `vera, {'home': {street: '5 Oak St', city: 'Lund'}, 'work': {street: '1 Quay', city: 'Ystad'}}, {'0171 440 99'}`. It should hold `vera, {'home': {street: '7 Elm St', city: 'Lund'}, 'work': {street: '1 Quay', city: 'Ystad'}}, {'0171 440 12', '0171 440 99'}`. What your statement gives to phones replaces all that was there. | How do you write one element"},
		{"killrvideo/types-e2", "INSERT INTO videos (videoid, tags) VALUES (00000000-0000-0000-0000-0000000000a1, {'bakery', 'bread', 'morning'})", "elements: The whole of tags is replaced"},
		{"killrvideo/types-e2", "UPDATE videos SET tags = tags - {'bakery', 'brad', 'morning'} WHERE videoid = 00000000-0000-0000-0000-0000000000a1; UPDATE videos SET tags = tags + {'bakery', 'bread', 'morning'} WHERE videoid = 00000000-0000-0000-0000-0000000000a1", "elements: An element of tags is taken out and put in again"},
		{"killrvideo/types-e2", "UPDATE videos SET tags = tags - {'brad'}, tags = tags + {'bread'} WHERE videoid = 00000000-0000-0000-0000-0000000000a1", ""},
		{"killrvideo/types-e1", "CREATE TABLE videos (videoid uuid PRIMARY KEY, name text, location text); CREATE TABLE views_by_film (videoid uuid, name text, views counter, PRIMARY KEY ((videoid), name))", "keeps: All are kept, as long as no name changes: name is in the key, after all that tells films apart."},
		{"killrvideo/keys-e3", "SELECT comment FROM comments_by_user WHERE userid = 00000000-0000-0000-0000-000000000009", "returns: No rows come back, and 3 are missing: "},
		{"killrvideo/keys-e3", "SELECT comment FROM comments_by_user WHERE userid = 00000000-0000-0000-0000-000000000001 AND commentid > max_timeuuid('2026-03-01') AND commentid < max_timeuuid('2026-03-31')", "returns: One row comes back, and 2 are missing: `Good night`, `Spring at last`."},
		// The state of a like is changed last, and under a condition.
		{"shop/likes-e3", unlike + unlikeState, "conditional: The DELETE has no IF"},
		{"shop/likes-e3", unlikeState + " IF EXISTS;" + unlike, "ends: The last to write is a DELETE, and likes_by_product_and_customer is changed before it. | What can the next attempt"},
		{"shop/likes-e3", unlikeState + " IF EXISTS;" + unlike + "CREATE KEYSPACE other WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; CREATE TABLE other.likes_by_product_and_customer (liked_prdt_id text PRIMARY KEY); DELETE FROM other.likes_by_product_and_customer WHERE liked_prdt_id = 'p-101' IF EXISTS", "ends: The last to write is a DELETE, and likes_by_product_and_customer is changed before it."},
		// The new row is there before the old one goes, and a batch may say it in any order.
		{"shop/orders-e3", loseEmail + addEmail + profile, "moves: The old row leaves users_by_email before the new one is there. If the program stops in between, there is neither."},
		{"shop/orders-e3", "BEGIN BATCH " + loseEmail + addEmail + profile + " APPLY BATCH", ""},
		{"shop/orders-e3", addEmail + loseEmail + profile, ""},
		{"shop/orders-e3", "BEGIN UNLOGGED BATCH " + profile + addEmail + loseEmail + " APPLY BATCH", "moves: No log stands behind an UNLOGGED BATCH. It writes to several partitions, one by one in any order, and whoever stops in between has only some of it: the old row may leave users_by_email before the new one is there, or without it. | If the program stops"},
		{"shop/orders-e3", addEmail + "BEGIN UNLOGGED BATCH " + profile + loseEmail + " APPLY BATCH", ""},
		{"shop/orders-e3", "BEGIN BATCH " + loseEmail + "APPLY BATCH; " + addEmail + profile, "moves: The old row leaves users_by_email before the new one is there."},
		{"foundations/conditions-e2", "BEGIN UNLOGGED BATCH " + takeC1 + " IF NOT EXISTS; DELETE FROM seats_by_show WHERE show_id = 'hamlet' AND seat = 'B7' IF buyer = 'Vera'; APPLY BATCH", ""}, // of one partition
		// What begins so does not end at z.
		{"shop/tables-e3", "SELECT name FROM products_by_name_prefix WHERE prefix = 'la' AND name_lower >= 'lam' AND name_lower <= 'lamz' LIMIT 10", "returns: 3 rows come back, and one is missing: `Lamé scarf`"},
		// What takes other values as well gives no order.
		{"foundations/keys-e3", strings.Replace(posts, "at timestamp", "at text", 1), "order: posted_at is declared as text. Its rows come by time only as long as every value is written in one form, such as `2026-01-15T10:30:00.000Z`, and the server takes any other text as well. | Which type takes a time and nothing else?"},
		{"foundations/keys-e3", strings.Replace(posts, "at timestamp", "at bigint", 1), ""},
		{"foundations/keys-e3", posts, ""},
		{"foundations/keys-e3", strings.Replace(kept, "timeuuid", "uuid", 1), "order: post_id is declared as uuid."},
		{"foundations/partition-e1", "CREATE TABLE r (hotel_id text, date text, room_number smallint, is_available boolean, PRIMARY KEY (hotel_id, date, room_number))", ""},
		// An id at the end of a key loses nothing.
		{"killrvideo/tradeoffs-e2", "CREATE TABLE p (playlistid uuid, title text STATIC, position int, videoid uuid, name text, picture text, PRIMARY KEY ((playlistid), position, videoid))", ""},
		{"killrvideo/tradeoffs-e2", "CREATE TABLE p (playlistid uuid, title text STATIC, position int, videoid uuid, name text, picture text, PRIMARY KEY ((playlistid), position, name))", "keeps: All are kept, as long as no name changes"},
		// What the page shows speaks before what may change.
		{"killrvideo/tables-e1", "CREATE TABLE v (tag text, videoid uuid, added_date timestamp, name text, preview_image_location text, PRIMARY KEY ((tag), videoid, added_date))", "order: The rows come sorted by videoid, then added_date. The server does not sort them anew, and the screen shows them by added_date descending."},
		// A part of what the key holds already is no part.
		{"shop/likes-e4", "CREATE TABLE l (liked_prdt_id text, part int, cust_id text, liked_on timestamp, PRIMARY KEY ((liked_prdt_id, part), cust_id));\n-- part = hash(liked_prdt_id) % 16", "size: The largest partition of l takes 86.6 MB: 3,000,000 rows of 29 bytes. It should stay below 10 MB. part divides nothing: it is computed from liked_prdt_id"},
		// What is drawn gives one thing several rows, and what may change as well.
		{"shop/likes-e4", "CREATE TABLE l (liked_prdt_id text, part int, cust_id text, tap int, liked_on timestamp, PRIMARY KEY ((liked_prdt_id, part), cust_id, tap));\n-- part = hash(cust_id) % 64\n-- tap = 0..1", "keeps: Nothing that tells two likes apart decides which of its 2 values tap has"},
		{"shop/likes-e4", "CREATE TABLE l (liked_prdt_id text, part int, cust_id text, h int, liked_on timestamp, PRIMARY KEY ((liked_prdt_id, part), cust_id, h));\n-- part = hash(cust_id) % 64\n-- h = hash(liked_on) % 2", "keeps: All are kept, as long as no liked_on changes: h is in the key"},
		{"shop/tables-e5", "CREATE TABLE cart_items_by_user (user_id uuid, product_id uuid, line int, name text, unit_price decimal, quantity int, added_at timestamp, PRIMARY KEY ((user_id), product_id, line)) WITH default_time_to_live = 2592000; -- line = 0..1", "keeps: Nothing that tells two items apart decides which of its 2 values line has"},
		{"shop/tables-e5", "CREATE TABLE cart_items_by_user (user_id uuid, product_id uuid, line uuid, name text, unit_price decimal, quantity int, added_at timestamp, PRIMARY KEY ((user_id), product_id, line)) WITH default_time_to_live = 2592000", "keeps: Nothing that tells two items apart decides the id that line holds: what is written again may lie beside the first, and one of them has a row for each id. | Could the key do without line?"},
		// The type is the fault of a column that has the name of what is asked for.
		{"shop/tables-e5", "CREATE TABLE cart_items_by_user (user_id uuid, product_id int, name text, unit_price decimal, quantity int, added_at timestamp, PRIMARY KEY ((user_id), product_id)) WITH default_time_to_live = 2592000", "serves: The check cannot test cart_items_by_user yet. | product_id is declared as int, and its values in this task are of the type uuid. Which type can hold them?"},
		{"shop/tables-e5", "CREATE TABLE cart_items_by_user (user_id uuid, product_id uuid, name text, unit_price boolean, quantity int, added_at timestamp, PRIMARY KEY ((user_id), product_id)) WITH default_time_to_live = 2592000", "covers: unit_price is declared as boolean, and its values in this task are of the type decimal. | Which type can hold them?"},
		// Who has divided the rows is asked into how many parts.
		{"shop/likes-e4", "CREATE TABLE l (liked_prdt_id text, part int, cust_id text, liked_on timestamp, PRIMARY KEY ((liked_prdt_id, part), cust_id));\n-- part = hash(cust_id) % 2", "size: The largest partition of l takes"},
		{"foundations/keys-e2", "-- nothing", "valid: Your answer has no statement. | What would you send to the server?"},
		{"foundations/keys-e2", "  ", "There is no answer yet."},
		{"foundations/keys-e2", "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}", "serves: Your answer creates no table that could be tested. | Which statement creates a table?"},

		{"foundations/why-e5", market + "stall int, PRIMARY KEY (market_id, stall)) WITH CLUSTERING ORDER BY (stall DESC)", "order: The rows are stored in the opposite order"},
		{"foundations/why-e5", market + "stall text, PRIMARY KEY (market_id, stall))", "order: stall is declared as text. Sorted so, `2` does not come before `10`. | Which type sorts values of stall as the screen does?"},
		{"foundations/why-e5", market + "stall int, PRIMARY KEY (market_id, stall, dealer_name))", "keeps: All are kept, as long as no dealer_name changes: dealer_name is in the key, after all that tells stalls apart. When it does, s gets a second row for one stall, and the old row stays. | Which columns tell stalls apart without dealer_name?"},
		{"foundations/why-e5", market + "stall int, PRIMARY KEY (market_id, stall, dealer_id))", ""}, // an id at the end: a remark
		{"foundations/why-e6", "CREATE TABLE t (tour_id text, guide text STATIC, traveler_id text, last_name text, first_name text, PRIMARY KEY (tour_id, last_name, traveler_id, first_name))", "keeps: All are kept, as long as no first_name changes"},
		{"foundations/partition-e1", nights + "PRIMARY KEY (hotel_id, date, room_number, is_available))", "keeps: All are kept, as long as no is_available changes"},
		// A static column has one value for a partition: what was written does not come back.
		{"foundations/partition-e1", "CREATE TABLE n (hotel_id text, date date, room_number smallint, is_available boolean STATIC, PRIMARY KEY (hotel_id, date, room_number))", "keeps: The room with hotel_id AZ123, date 2026-03-01 and room_number 102 comes back with is_available `true`; it was written with `false`. A static column has one value for the whole partition. | Which rows share one is_available?"},
		{"foundations/keys-e2", "CREATE TABLE r (guest_last_name text, hotel_id text, start_date date, end_date date STATIC, room_number smallint, confirm_number text, PRIMARY KEY (guest_last_name, confirm_number))", "keeps: The booking with guest_last_name Smith"},
		{"foundations/keys-e2", "CREATE TABLE r (guest_last_name text, hotel_id text, start_date date, room_number smallint STATIC, confirm_number text, PRIMARY KEY (guest_last_name, confirm_number))", "keeps: The booking with guest_last_name Smith"},
		{"foundations/keys-e3", "CREATE TABLE p (user_id uuid, post_id timeuuid, body text STATIC, PRIMARY KEY (user_id, post_id)) WITH CLUSTERING ORDER BY (post_id DESC)", "keeps: The post with user_id …01"},
		{"foundations/queries-e3", "CREATE TABLE n (hotel_id text, date date, room_number smallint, is_available boolean STATIC, PRIMARY KEY (hotel_id, room_number, date))", "keeps: The night with hotel_id AZ123"},
		{"foundations/why-e5", "CREATE TABLE s (market_id text, market_name text STATIC, stall int, dealer_id text, dealer_name text STATIC, PRIMARY KEY (market_id, stall))", "keeps: The stall with market_id m1"},
		{"foundations/why-e6", "CREATE TABLE t (tour_id text, guide text STATIC, traveler_id text, last_name text, first_name text STATIC, PRIMARY KEY (tour_id, last_name, traveler_id))", "keeps: The traveler with tour_id t7"},
		{"foundations/ring-e3", "CREATE TABLE u (country text, city text, user_id uuid, name text STATIC, email text, PRIMARY KEY ((country, city), user_id))", "keeps: The user with country US"},
		// A type that cannot hold a value, or makes one of two.
		{"foundations/keys-e3", "CREATE TABLE p (user_id uuid, post_id timeuuid, body int, PRIMARY KEY (user_id, post_id)) WITH CLUSTERING ORDER BY (post_id DESC)", "keeps: body is declared as int, which cannot hold the body `Hello`. | Which type could?"},
		{"foundations/queries-e3", "CREATE TABLE n (hotel_id text, room_number smallint, date date, is_available boolean, PRIMARY KEY (hotel_id, room_number))", "serves: Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING | The screen knows hotel_id, room_number and a range of date, and date is not in the key of n: no row can be found by it. |"},
		{"foundations/ring-e3", "CREATE TABLE u (country text, city text, bucket int, user_id uuid, name text, email text, PRIMARY KEY ((country, bucket), city, user_id)); -- bucket = 0..9", ""},

		// An id that never changes and belongs to one thing tells two apart by itself.
		{"hotel/queries-e3", "CREATE TABLE d (hotel_id text, end_date date, room_number smallint, confirm_number text, PRIMARY KEY ((hotel_id, end_date), room_number, confirm_number))", ""},
		{"hotel/queries-e3", "CREATE TABLE d (hotel_id text, end_date date, room_number smallint, confirm_number text, PRIMARY KEY ((hotel_id, end_date), confirm_number))", "order: "},

		// Another may have taken the seat.
		{"foundations/conditions-e2", "INSERT INTO seats_by_show (show_id, seat, buyer, ticket) VALUES ('hamlet', 'C1', 'Vera', 'T81'); DELETE FROM seats_by_show WHERE show_id = 'hamlet' AND seat = 'B7' IF EXISTS", "yields: Say somebody else was faster, and seats_by_show holds the row `hamlet, C1, Nora, T95` when your INSERT arrives. It writes all the same, and that row is lost. | Which condition on `C1`"},
		{"foundations/conditions-e2", "INSERT INTO seats_by_show (show_id, seat, buyer, ticket) VALUES ('hamlet', 'C1', 'Vera', 'T81') IF NOT EXISTS; DELETE FROM seats_by_show WHERE show_id = 'hamlet' AND seat = 'B7'", "yields: Say somebody else was faster, and seats_by_show holds the row `hamlet, B7, Nora, T95` when your DELETE arrives. It writes all the same, and that row is lost. | `B7` was sold again."},
		// Whether a condition protects is seen where somebody was faster.
		{"foundations/conditions-e2", "UPDATE seats_by_show SET buyer = 'Vera', ticket = 'T81' WHERE show_id = 'hamlet' AND seat = 'C1' IF buyer != 'Vera'; DELETE FROM seats_by_show WHERE show_id = 'hamlet' AND seat = 'B7' IF EXISTS", "yields: Say somebody else was faster, and seats_by_show holds the row `hamlet, C1, Nora, T95` when your UPDATE arrives."},
		{"foundations/conditions-e2", "UPDATE seats_by_show SET buyer = 'Vera', ticket = 'T81' WHERE show_id = 'hamlet' AND seat = 'C1' IF buyer = null; DELETE FROM seats_by_show WHERE show_id = 'hamlet' AND seat = 'B7' IF ticket = 'T81'", ""},
		{"foundations/conditions-e2", takeC1 + " IF NOT EXISTS; DELETE FROM seats_by_show WHERE show_id = 'hamlet' AND seat = 'B7' IF ticket != 'T99'", "yields: Say somebody else was faster, and seats_by_show holds the row `hamlet, B7, Nora, T95` when your DELETE arrives."},
		{"foundations/conditions-e2", "BEGIN BATCH " + takeC1 + "; DELETE FROM seats_by_show WHERE show_id = 'hamlet' AND seat = 'B7' IF buyer = 'Vera'; APPLY BATCH", "yields: Say somebody else was faster, and seats_by_show holds the row `hamlet, C1, Nora, T95` when your BATCH arrives."},
		{"foundations/conditions-e2", "DELETE FROM seats_by_show WHERE show_id = 'hamlet' AND seat = 'B7' IF buyer = 'Vera'; INSERT INTO seats_by_show (show_id, seat, buyer, ticket) VALUES ('hamlet', 'C1', 'Vera', 'T81') IF NOT EXISTS", "moves: The old row leaves seats_by_show before the new one is there. If the program stops in between, there is neither."},
		{"foundations/why-e5", "CREATE TABLE p (market_id text PRIMARY KEY, market_name text); CREATE TABLE s (market_id text, stall int, dealer_id text, dealer_name text, PRIMARY KEY (market_id, stall))", "covers: The screen shows market_name, and no column of s holds it. |"},
		{"foundations/why-e5", market + "stall int, PRIMARY KEY (market_id, dealer_id))", "keeps: The third stall replaces the first: both have market_id m1 and dealer_id d1. Of 3 stalls 2 rows are left."},
		{"foundations/why-e5", "CREATE TABLE s (market_id text, market_name text, stall int, dealer_id text, dealer_name text, PRIMARY KEY ((market_id, market_name), stall))", "serves: Cannot execute this query as it might involve data filtering"},
		{"foundations/why-e6", "CREATE TABLE t (tour_id text, guide text STATIC, last_name text, first_name text, PRIMARY KEY (tour_id, last_name, first_name))", "keeps: The third traveler replaces the first"},
		// A uuid holds more than times: whoever sorts by it has no promise.
		{"foundations/keys-e3", "CREATE TABLE p (user_id uuid, post_id uuid, body text, PRIMARY KEY (user_id, post_id)) WITH CLUSTERING ORDER BY (post_id DESC)", "order: post_id is declared as uuid. Its rows come by time only as long as every value is a timeuuid, and the server takes any other uuid as well. | Which type takes nothing else?"},
		{"shop/tables-e1", "CREATE TABLE p (user_id uuid, post_id text, content text, PRIMARY KEY (user_id, post_id)) WITH CLUSTERING ORDER BY (post_id DESC)", "order: post_id is declared as text. Sorted so,"},
		// What a type or a key loses shows on values that are not among the rows.
		{"foundations/partition-e1", "CREATE TABLE n (hotel_id text, date date, room text, is_available boolean, PRIMARY KEY ((hotel_id, date), room))", "order: room is declared as text. Sorted so, `2` does not come before `10`. |"},
		{"foundations/ring-e3", "CREATE TABLE u (country text, city text, user_id uuid, name text, email text, PRIMARY KEY ((country, city), name))", "keeps: These 4 users are kept. But two users may agree in all but user_id, and in u one of them replaces the other. | Is user_id in the key?"},
		{"foundations/ring-e3", "CREATE TABLE u (country text, city text, user_id uuid, name text, email text, PRIMARY KEY ((country, city), email))", "keeps: These 4 users are kept. But two users may agree in all but user_id,"},
		{"foundations/ring-e3", "CREATE TABLE u (country text, city text, id timeuuid, name text, email text, PRIMARY KEY ((country, city), id))", ""},

		{"foundations/keys-e3", "CREATE TABLE p (user_id uuid, created timeuuid, body text, PRIMARY KEY (user_id, created)) WITH CLUSTERING ORDER BY (created DESC)", ""},
		{"foundations/keys-e3", "CREATE TABLE p (user_id uuid, posted_at timestamp, id uuid, body text, PRIMARY KEY (user_id, posted_at, id)) WITH CLUSTERING ORDER BY (posted_at DESC, id ASC)", ""},
		{"foundations/keys-e3", "CREATE TABLE p (user_id uuid, posted_at timestamp, body text, PRIMARY KEY (user_id, posted_at, body)) WITH CLUSTERING ORDER BY (posted_at DESC, body ASC)", "keeps: The second post replaces the first: both have user_id …01, posted_at 2026-01-15 10:30:00.000+0000 and body Hello. Of 3 posts 2 rows are left. | What tells"},

		{"foundations/queries-e2", "SELECT room_number, is_available, date FROM rooms_by_hotel WHERE date > '2026-02-28' AND date <= '2026-03-07' AND hotel_id IN ('AZ123')", ""},
		{"foundations/queries-e2", "SELECT * FROM rooms_by_hotel WHERE hotel_id = 'AZ123' AND date IN ('2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07')", ""},
		{"foundations/queries-e2", "SELECT * FROM rooms_by_hotel WHERE hotel_id = 'AZ123' AND (date) >= ('2026-03-01') AND date < '2026-03-08' ORDER BY date DESC", ""},
		{"foundations/queries-e2", "SELECT date FROM rooms_by_hotel WHERE hotel_id = 'AZ123' AND date >= '2026-03-01' AND date < '2026-03-08'", "returns: What comes back has no column room_number. | Which rows"},
		{"foundations/queries-e2", "SELECT * FROM rooms_by_hotel WHERE hotel_id = 'AZ123' AND date >= '2026-03-01' AND date < '2026-03-08' LIMIT 3", "returns: 3 rows come back, and 6 are missing: `2026-03-03, 101, false`, `2026-03-04, 101, true`, `2026-03-05, 102, true` … |"},
		{"foundations/queries-e2", "SELECT * FROM rooms_by_hotel WHERE hotel_id = 'NY229' AND date = '2026-03-03'", "returns: `2026-03-03, 201, true` comes back and does not belong on the screen; `2026-03-01, 101, true` is missing. |"},
		{"foundations/queries-e2", "INSERT INTO rooms_by_hotel (hotel_id, date, room_number) VALUES ('AZ123', '2026-03-01', 7)", "returns: Your answer does not read: no row comes back. | Which statement reads rows?"},

		{"foundations/partition-e3", "UPDATE groups SET group_description = 'Weekend rides' WHERE groupid = 'cyclists'", ""},
		{"foundations/partition-e3", "INSERT INTO groups (groupid, group_description) VALUES ('cyclist', 'Weekend rides')", "leaves: Afterwards groups holds the row `cyclist, null, Weekend rides, null`. It should hold `cyclists, null, Weekend rides, null`. | What would"},
		{"foundations/partition-e3", "INSERT INTO groups (groupid, group_description) VALUES ('Cyclists', 'Weekend rides')", "leaves: Afterwards groups holds the row `Cyclists, null, Weekend rides, null`. It should hold `cyclists, null, Weekend rides, null`. | The two differ only in small and capital letters."},
		{"foundations/partition-e3", "SELECT * FROM groups", "leaves: groups holds the same rows as before. | What would"},

		{"foundations/writes-e2", "DELETE FROM rooms_by_hotel WHERE hotel_id = 'AZ123' AND (date) < ('2026-01-01')", ""},
		{"foundations/writes-e2", "DELETE FROM rooms_by_hotel WHERE hotel_id = 'AZ123' AND date >= '2000-01-01' AND date <= '2025-12-31'", ""},
		{"foundations/writes-e2", "DELETE FROM rooms_by_hotel WHERE hotel_id = 'AZ123' AND date >= '2025-01-01' AND date <= '2025-12-31'", "leaves: Afterwards rooms_by_hotel holds one row too many: `AZ123, 2024-11-30, 101, true`."},
		{"hotel/capstone-e1", holdNights + " IF is_available = true AND held_by = null; " + strings.Replace(holdNights[12:], "-01", "-02", 1) + " IF held_by = null; APPLY BATCH", "yields: Say somebody else was faster, and nights holds the row `CH100, 2026-06-02, 305, null, null, false` when your BATCH arrives. It writes all the same, and that row is lost. | That night is sold."},
		{"foundations/writes-e2", "DELETE FROM rooms_by_hotel WHERE hotel_id = 'AZ123' AND date IN ('2024-11-30', '2025-12-30', '2025-12-31')", "tombstones: Your answer writes 3 tombstones; the task allows 1. |"},

		{"foundations/queries-e3", nights + "PRIMARY KEY (hotel_id, room_number, date)) WITH CLUSTERING ORDER BY (room_number ASC, date DESC)", ""},
		{"foundations/queries-e3", nights + "PRIMARY KEY (hotel_id, date, room_number)); CREATE TABLE m (hotel_id text, room_number smallint, date date, is_available boolean, PRIMARY KEY (hotel_id, room_number, date))", ""},
		{"foundations/queries-e3", "CREATE TABLE n (hotel_id text, month int, room_number smallint, date date, is_available boolean, PRIMARY KEY ((hotel_id, month), room_number, date))", ""},
		{"foundations/queries-e3", "CREATE TABLE n (hotel_id text, week int, room_number smallint, date date, is_available boolean, PRIMARY KEY ((hotel_id, week), room_number, date))", "serves: "},

		{"hotel/refine-e1", "CREATE TABLE n (hotel_id text, month int, date date, room_number int, is_available boolean, PRIMARY KEY ((hotel_id, month), date, room_number)) WITH CLUSTERING ORDER BY (date DESC, room_number ASC)", "order: The rows come sorted by date descending, then room_number. The server does not sort them anew, and the screen shows them by date, then room_number. | Which columns run in which direction?"},
		{"hotel/refine-e1", "CREATE TABLE n (hotel_id text, month date, date date, room_number int, is_available boolean, PRIMARY KEY ((hotel_id, month), date, room_number))", ""},
		{"hotel/refine-e1", "CREATE TABLE n (hotel_id text, month text, date date, room_number int, is_available boolean, PRIMARY KEY ((hotel_id, month), date, room_number))", ""},
		{"hotel/refine-e1", "CREATE TABLE n (hotel_id text, b int, date date, room_number int, is_available boolean, PRIMARY KEY ((hotel_id, b), date, room_number)); -- b = yyyymm", ""},
		{"hotel/refine-e1", "CREATE TABLE n (hotel_id text, week int, date date, room_number int, is_available boolean, PRIMARY KEY ((hotel_id, week), date, room_number))", "serves: The question reads 2 partitions (week has 2 values); the task allows 1. | Which column could you take out"},
		{"hotel/refine-e1", "CREATE TABLE n (hotel_id text, quarter int, date date, room_number int, is_available boolean, PRIMARY KEY ((hotel_id, quarter), date, room_number))", ""},
		{"hotel/refine-e1", "CREATE TABLE n (hotel_id text, year smallint, date date, room_number int, is_available boolean, PRIMARY KEY ((hotel_id, year), date, room_number))", "size: On day 1,825 the largest partition of n takes 3.20 MB: 146,400 rows"},
		{"hotel/refine-e1", "CREATE TABLE n (hotel_id text, b int, date date, room_number int, is_available boolean, PRIMARY KEY ((hotel_id, b), date, room_number)); -- b = month_of_year(date)", "size: On day 1,825 the largest partition of n takes 1.3"},
		{"hotel/refine-e1", "CREATE TABLE n (hotel_id text, shard int, date date, room_number int, is_available boolean, PRIMARY KEY ((hotel_id, shard), date, room_number))", "serves: The check cannot test n yet. | Into how many parts does shard split the rows? Say so in a comment of your answer, as `-- shard = 0..N`, or `-- shard = hash(…) % N` with the column that it is computed from, or, where"},
		{"hotel/refine-e1", "CREATE TABLE n (hotel_id text, shard int, date date, room_number int, is_available boolean, PRIMARY KEY ((hotel_id, shard), date, room_number)); -- shard = room_number % 100", "serves: The question reads 100 partitions (shard has 100 values); the task allows 1. |"},

		{"hotel/evaluate-e2", "UPDATE nights SET is_available = false, held_by = null, confirm_number = 'RS4D2M' WHERE hotel_id = 'AZ123' AND date = '2026-03-01' AND room_number = 205 IF held_by = 'RS4D2M' -- 206", "tries: No statement of yours that writes names `206`. | The program does not know"},
		{"hotel/size-e5", "CREATE TABLE r (guest_last_name text, month int, start_date date, end_date date, confirm_number text, hotel_id text, PRIMARY KEY ((guest_last_name, month), end_date, confirm_number))", "serves: "},
		// What was decided must not end by itself, nor what was there before.
		{"hotel/evaluate-e2", strings.ReplaceAll(confirmed, "nights SET", "nights USING TTL 86400 SET"), "leaves: It is there now, but not for long: after 1 day nights holds the row"},
		{"hotel/evaluate-e2", strings.ReplaceAll(confirmed, "nights SET", "nights USING TTL 0 SET"), ""},
		{"hotel/capstone-e1", "BEGIN BATCH\n" + strings.ReplaceAll(held, "SET", "SET is_available = true,") + "APPLY BATCH", "leaves: When what you wrote has ended, nights holds the row `CH100, 2026-06-01, 305, null, null, null"},
		// Nor may rows go that a task has to keep, however an answer takes them out.
		{"foundations/keys-e3", kept + " AND default_time_to_live = 1", "keeps: A row of p is gone after 1 s; the task keeps it for ever. | Who asks for it later, and what does the screen show?"},
		{"foundations/keys-e3", kept + " AND default_time_to_live = 0", ""},
		{"foundations/keys-e3", kept + "; TRUNCATE p", "keeps: Your answer takes rows out of p."},
		{"foundations/keys-e3", kept + "; DELETE FROM p WHERE user_id = 00000000-0000-1000-8000-000000000000", "keeps: Your answer takes rows out of p."},
		{"foundations/keys-e3", kept + "; BEGIN BATCH DELETE FROM p WHERE user_id = 00000000-0000-1000-8000-000000000000; APPLY BATCH", "keeps: Your answer takes rows out of p."},
		{"foundations/keys-e3", kept + "; CREATE TABLE other (a int PRIMARY KEY); TRUNCATE other", ""},
		// Both or none: whatever decides for one night alone may hold half of them.
		{"hotel/capstone-e1", "BEGIN UNLOGGED BATCH\n" + held + "APPLY BATCH", ""},
		{"hotel/capstone-e1", "BEGIN BATCH\n" + strings.Replace(held, ";\n", ";\nAPPLY BATCH;\nBEGIN BATCH\n", 1) + "APPLY BATCH", "none: Say somebody else was faster: `UPDATE nights SET held_by = 'RS2B8N' WHERE hotel_id = 'CH100' AND date = '2026-06-01' AND room_number = 305`. Afterwards nights holds your row `CH100, 2026-06-02, 305, null, RS9D4T, true`"},
		// Of a collection nothing is said that could be untrue.
		{"hotel/logical-e3", "CREATE TABLE a (hotel_id text, room_number smallint, rate decimal, amenities map<text, text>, PRIMARY KEY ((hotel_id, room_number)))", "serves: a may be right, but the check cannot test it: amenities is a map<text, text>, and the check writes one value into each column of a row."},
		{"hotel/logical-e3", "CREATE TABLE a (hotel_id text, room_number smallint, rate decimal, amenity_name text, description text, tags set<text>, PRIMARY KEY ((hotel_id, room_number)))", "keeps: The second amenity replaces the first"},
		// What a comment calls an attribute in words.
		{"foundations/why-e6", tour + "-- s = last name of the traveler\n-- p = id of the traveler\n-- g = guide", ""},
		{"foundations/why-e6", tour + "-- s = surname\n-- p = the traveler's id\n-- f = first name of the traveler\n-- g = name of the guide", ""},
		{"foundations/why-e6", tour + "-- s = name of the traveler\n-- p = traveler_id", "serves: The check cannot test t yet. | The check does not understand `-- s = name of the traveler`. What does your application write into s?"},
		{"foundations/why-e6", tour + "-- s = first letter of the last name\n-- p = traveler_id", "serves: The check cannot test t yet. | The check does not understand"},
		{"foundations/why-e6", tour + "-- s = not the last name\n-- p = traveler_id", "serves: The check cannot test t yet. | The check does not understand"},
		{"foundations/why-e6", tour + "-- s = id of the traveler\n-- p = last name", "keeps: All are kept, as long as no last_name changes: p is in the key"},
		{"foundations/keys-e2", "CREATE TABLE r (guest_last_name text, code text, hotel_id text, start_date date, room_number int, PRIMARY KEY (guest_last_name, code));\n-- code = number of bookings", "serves: The check cannot test r yet. | The check does not understand"},
		{"foundations/keys-e2", "CREATE TABLE r (guest_last_name text, code text, hotel_id text, start_date date, room_number int, PRIMARY KEY (guest_last_name, code));\n-- code = number of the confirmation", ""},
		// Each column that nobody explains is asked for, and none is called absent.
		{"foundations/why-e6", tour, "serves: The check cannot test t yet. | What does your application write into s and p? Say so in comments of your answer, one for each: `-- s = …`"},
		{"foundations/why-e6", tour + "-- s = last_name", "serves: The check cannot test t yet. | What does your application write into p? Say so"},
		{"foundations/ring-e3", users + "land text, town text, name text, email text, PRIMARY KEY ((land, town), uid))", "serves: The check cannot test u yet. | What does your application write into land and town?"},
		{"foundations/ring-e3", users + "country text, city text, called text, mail text, PRIMARY KEY ((country, city), uid))", "covers: The screen shows name and email, and nothing says which column of u holds them. | What does your application write into called and mail? Say so in a comment of your answer, such as `-- called = name` where that is so. If no column holds name, where would a screen get it from?"},
		{"foundations/ring-e3", users + "country text, city text, name text, age int, PRIMARY KEY ((country, city), uid))", "covers: The screen shows email, and no column of u holds it. | Where would"},
		// The question is about this table: which column is in the way, and where one belongs.
		{"foundations/queries-e3", nights + "PRIMARY KEY ((hotel_id), date, room_number))", "serves: Clustering column \"room_number\" cannot be restricted (preceding column \"date\" is restricted by a non-EQ relation) | The screen knows hotel_id, room_number and a range of date, and n is sorted by date, then room_number: these rows do not lie side by side. | Could room_number come before date in the key?"},
		{"hotel/evaluate-e1", "CREATE TABLE h (country text, city text, name text, hotel_id text, phone text, PRIMARY KEY ((country, city, name), hotel_id))", "serves: Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING | To find the partition the question has to know name. The screen knows only country and city. | What changes if name is not in the inner parentheses?"},
		{"hotel/evaluate-e1", "CREATE TABLE h (country text, city text, name text, hotel_id text, phone text, PRIMARY KEY ((city), name, hotel_id))", "serves: Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING | The screen knows country and city, and country is not in the key of h: no row can be found by it. | Where in the key does country belong?"},
		{"hotel/reservations-e2", "CREATE TABLE s (hotel_id text, night date, room_number smallint, guest_last_name text, PRIMARY KEY ((night), hotel_id, room_number))", "spread: The partition key of s has only 365 different values after 365 days, and the task wants 5,000. All rows with one night lie in one partition. | No partition"},
		// The name of a bucket may say that the year is in it, and a comment what it is the month of.
		{"hotel/refine-e1", "CREATE TABLE n (hotel_id text, ym text, night date, r int, f boolean, PRIMARY KEY ((hotel_id, ym), night, r));\n-- ym = month of the night\n-- night = the night\n-- r = number of the room", ""},
		{"hotel/refine-e1", "CREATE TABLE n (hotel_id text, m int, date date, room_number int, is_available boolean, PRIMARY KEY ((hotel_id, m), date, room_number));\n-- m = month of the night", "serves: The check cannot test n yet. | Does m begin anew with each year"},
		{"foundations/why-e6", "CREATE TABLE r (tour_id text, b text, c text, first_name text, guide text static, PRIMARY KEY (tour_id, b, c)); -- b = the last name\n-- c = a traveler", ""},
		// A day that begins or ends something is no other day.
		{"hotel/queries-e3", departures + "((hotel_id, start_date), room_number))", "serves: By its name, start_date says when something begins. The screen asks by end_date, which is something else. | Does the screen know start_date? If start_date holds something else than its name says, say so in a comment: `-- start_date = …`."},
		{"hotel/queries-e3", "CREATE TABLE d (hotel_id text, arrival date, room_number smallint, confirm_number text, PRIMARY KEY ((hotel_id, arrival), room_number))", "serves: By its name, arrival says when something begins."},
		{"hotel/queries-e3", "CREATE TABLE d (hotel_id text, departure_date date, room_number smallint, confirm_number text, PRIMARY KEY ((hotel_id, departure_date), room_number))", ""},
		{"hotel/queries-e3", "CREATE TABLE d (hotel_id text, day date, room_number smallint, confirm_number text, PRIMARY KEY ((hotel_id, day), room_number))", ""},
		{"hotel/reservations-e2", "CREATE TABLE s (hotel_id text, start_date date, end_date date, room_number smallint, guest_last_name text, PRIMARY KEY ((hotel_id, start_date), room_number))", "serves: By its name, start_date says when something begins. The screen asks by night, and so it does not find what began earlier and has not ended. | Does your table have a row for each night?"},
		{"hotel/reservations-e2", "CREATE TABLE s (hotel_id text, check_in date, room_number smallint, guest_last_name text, PRIMARY KEY ((hotel_id, check_in), room_number))", "serves: By its name, check_in says"},
		{"hotel/reservations-e2", stays + "-- start_date = day of arrival", "serves: By your comment, start_date says when something begins. The screen asks by night, and so it does not find what began earlier and has not ended. | Does your table have a row for each night?"},
		{"hotel/reservations-e2", stays + "-- start_date = the day on which the guest arrives", "serves: By your comment, start_date says when something begins."},
		{"hotel/reservations-e2", stays + "-- start_date = first night of the stay", "serves: By your comment, start_date says when something begins."},
		{"hotel/reservations-e2", stays + "-- start_date = the date", "serves: By its name, start_date says when something begins."},
		{"hotel/reservations-e2", stays + "-- start_date = each night of the stay", ""},
		{"hotel/reservations-e2", stays + "-- start_date = every night from arrival to departure", ""},
		{"hotel/reservations-e2", stays + "-- start_date = night", ""},
		{"hotel/queries-e3", "CREATE TABLE d (hotel_id text, d date, room_number smallint, confirm_number text, PRIMARY KEY ((hotel_id, d), room_number)); -- d = day of departure", ""},
		{"hotel/queries-e3", "CREATE TABLE d (hotel_id text, d date, room_number smallint, confirm_number text, PRIMARY KEY ((hotel_id, d), room_number)); -- d = day of arrival", "serves: By your comment, d says when something begins. The screen asks by end_date, which is something else. | Does the screen know d?"},
		{"hotel/reservations-e2", "CREATE TABLE s (hotel_id text, start_date date, end_date date, room_number smallint, guest_last_name text, PRIMARY KEY ((hotel_id), start_date, end_date, room_number))", "serves: "},
		{"hotel/reservations-e2", "CREATE TABLE s (hotel_id text, day date, room_number smallint, guest_last_name text, PRIMARY KEY ((hotel_id, day), room_number))", ""},
		{"hotel/refine-e1", "CREATE TABLE n (hotel_id text, month_start date, date date, room_number int, is_available boolean, PRIMARY KEY ((hotel_id, month_start), date, room_number))", ""},

		{"killrvideo/keys-e1", uploads + "; -- h = hour(added_date)\n-- shard = videoid % 7", ""},
		{"killrvideo/keys-e1", uploads + "; -- h = day(added_date)\n-- shard = 0..7", "size: On day 365 the largest partition of u takes 18"},
		{"killrvideo/keys-e1", uploads + "; -- h = minute(added_date)\n-- shard = 0..7", "serves: The question reads 480 partitions (h has 60 values) (shard has 8 values); the task allows 8. |"},

		{"foundations/keys-e1", "CREATE TABLE t (id2 int, id1 int, c1 text, c2 text, k int, v text, extra text, PRIMARY KEY ((id2, id1), c1, c2))", ""},
		{"foundations/keys-e1", "CREATE TABLE t (id1 int, id2 int, c1 text, c2 text, k bigint, v text, PRIMARY KEY ((id1, id2), c1, c2))", "has: k is declared as bigint. | Which of its values"},
		{"foundations/keys-e1", "CREATE TABLE t (id1 int, id2 int, c1 text, c2 text, k int, v text, PRIMARY KEY ((id1, id2), c2, c1))", "key: The partition key of t is id1 and id2; its rows are sorted by c2 and c1. | Which columns"},
	} {
		r := load(t, c.exercise).Judge(c.answer)
		if got := speaks(r); r.Passed != (c.want == "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s\n   passed %v: %s\n   want       %s", c.exercise, c.answer, r.Passed, got, c.want)
		}
	}
}

// What comes last does not come last in a batch over several partitions that no log stands behind.
func TestNothingIsLastInALooseBatch(t *testing.T) {
	text, err := os.ReadFile("../../content/exercises/shop/likes-e3.exercise")
	if err != nil {
		t.Fatal(err)
	}
	plain := strings.Replace(string(text), "conditional likes_by_product_and_customer\n", "", 1)
	begin, end := strings.Index(plain, "yields "), strings.Index(plain, "model:")
	e := parse(t, plain[:begin]+"\n"+plain[end:])
	for batch, want := range map[string]string{
		"BEGIN UNLOGGED BATCH ": "ends: The last to write is a batch without a log. It writes to several partitions, one by one in any order, and whoever stops in between has only some of it: likes_by_product_and_customer may be changed before the rest is. |",
		"BEGIN BATCH ":          "",
	} {
		r := e.Judge(batch + unlike + unlikeState + "; APPLY BATCH")
		if got := speaks(r); r.Passed != (want == "") || !strings.HasPrefix(got, want) {
			t.Errorf("%s: passed %v: %s", batch, r.Passed, got)
		}
	}
}

// What success says is true of the learner's own table: it is bound to a predicate.
func TestPraiseIsTrue(t *testing.T) {
	const seat = takeC1 + " IF NOT EXISTS; "
	const free = "DELETE FROM seats_by_show WHERE show_id = 'hamlet' AND seat = 'B7' IF ticket = 'T81'; "
	const posts = "CREATE TABLE p (user_id uuid, posted_at timestamp, post_id %, body text, PRIMARY KEY (user_id, posted_at, post_id)) WITH CLUSTERING ORDER BY (posted_at DESC)"
	for _, c := range []struct{ exercise, answer, after, remark string }{
		{"foundations/keys-e3", strings.ReplaceAll(posts, "%", "timeuuid"), "Your timeuuid holds a time and an id", ""},
		{"foundations/keys-e3", strings.ReplaceAll(posts, "%", "text"), "", ""},
		{"foundations/conditions-e2", seat + free, "The new row comes first.", ""},
		{"foundations/conditions-e2", "BEGIN BATCH " + seat + free + "APPLY BATCH", "", ""},
		{"foundations/partition-e1", "CREATE TABLE r (hotel_id text, date date, room_number smallint, is_available boolean, PRIMARY KEY (hotel_id, date, room_number))", "Without the inner parentheses", ""},
		{"foundations/partition-e1", "CREATE TABLE r (hotel_id text, date date, room_number smallint, is_available boolean, PRIMARY KEY ((date), hotel_id, room_number))", "", ""},
		{"foundations/keys-e2", "CREATE TABLE r (guest_last_name text, hotel_id text, start_date date, room_number smallint, confirm_number text, PRIMARY KEY (guest_last_name, hotel_id, start_date, room_number))", "No id is in your key.", "Not stored: guest_id and end_date. This screen does not show them"},
		{"foundations/keys-e2", "CREATE TABLE r (guest_last_name text, hotel_id text, guest_id uuid, start_date date, end_date date, room_number smallint, confirm_number text, PRIMARY KEY (guest_last_name, guest_id, start_date, room_number))", "No id is in your key.", ""},
		{"foundations/why-e5", "CREATE TABLE s (market_id text, market_name text STATIC, stall int, dealer_name text, PRIMARY KEY (market_id, stall))", "", "Not stored: dealer_id. This screen does not show it"},
		{"foundations/why-e5", "CREATE TABLE s (market_id text, market_name text STATIC, stall int, dealer_name text, d text, PRIMARY KEY (market_id, stall))", "", "Nothing says which column of s holds dealer_id."},
		{"foundations/ring-e3", "CREATE TABLE u (country text, city text, uid uuid, name text, email text, PRIMARY KEY ((country, city), uid))", "The screen always knows the city.", ""},
		{"killrvideo/types-e3", "CREATE TABLE v (videoid uuid, day date, views counter, total counter, PRIMARY KEY (videoid, day)) WITH CLUSTERING ORDER BY (day DESC)", "", "total is a counter that no question asks for"},
	} {
		r := load(t, c.exercise).Judge(c.answer)
		after := strings.Join(r.After, " ")
		if !r.Passed || (after == "") != (c.after == "") || !strings.Contains(after, c.after) {
			t.Errorf("%s: %s\n   passed %t, and is told %q; want %q", c.exercise, c.answer, r.Passed, after, c.after)
		}
		remark := ""
		for _, f := range r.Findings {
			if f.State == exercise.Remark {
				remark += f.Consequence
			}
		}
		if (remark == "") != (c.remark == "") || strings.Contains(remark, "%") || !strings.HasPrefix(remark, c.remark) {
			t.Errorf("%s: %s\n   remark %q; want %q", c.exercise, c.answer, remark, c.remark)
		}
	}
}

// A listed answer's words are said to that answer, and to none that is like it but for a
// bucket or for the order of the statements.
func TestWordsOfTheirOwn(t *testing.T) {
	const night = "CREATE TABLE n (hotel_id text, room_number smallint, month int, date date, is_available boolean, PRIMARY KEY ((hotel_id, "
	const seat = takeC1 + " IF NOT EXISTS; "
	const free = "DELETE FROM seats_by_show WHERE show_id = 'hamlet' AND seat = 'B7' IF ticket = 'T81'; "
	for _, c := range []struct{ exercise, answer, says string }{
		{"foundations/queries-e3", night + "room_number, month), date))", "March is one partition."},
		{"foundations/queries-e3", night + "month), room_number, date))", "March is one partition."},
		{"foundations/queries-e3", night + "room_number), date))", "Right, too: each room"},
		{"foundations/conditions-e2", seat + free, ""},
		{"foundations/conditions-e2", "BEGIN BATCH " + seat + free + "APPLY BATCH", "Both rows are in one partition"},
	} {
		r := load(t, c.exercise).Judge(c.answer)
		got := strings.Join(r.Says, " ")
		if !r.Passed || (got == "") != (c.says == "") || !strings.HasPrefix(got, c.says) {
			t.Errorf("%s: %s\n   passed %t, and is told %q; want %q", c.exercise, c.answer, r.Passed, got, c.says)
		}
	}
}

// A partition key has at least one row: there are no more keys than things.
func TestNoMoreKeysThanThings(t *testing.T) {
	for answer, want := range map[string]string{
		"CREATE TABLE u (country text, city text, user_id uuid, name text, email text, PRIMARY KEY ((country, city, user_id)))": "10,000,000 keys",
		"CREATE TABLE u (country text, city text, user_id uuid, name text, email text, PRIMARY KEY ((user_id), country))":       "10,000,000 keys",
	} {
		for _, f := range load(t, "foundations/ring-e3").Judge(answer).Findings {
			if got := strings.ReplaceAll(f.Measured, "\u00a0", " "); f.Predicate.Rule == "spread" && got != want {
				t.Errorf("%s: %q, want %q", answer, got, want)
			}
		}
	}
}

// A question that the table refuses has no rows whose order could be tried.
func TestNoOrderWithoutAnswer(t *testing.T) {
	r := load(t, "foundations/partition-e1").Judge("CREATE TABLE r (hotel_id text, date date, room_number smallint, is_available boolean, PRIMARY KEY ((hotel_id), room_number, date))")
	for _, f := range r.Findings {
		if f.Predicate.Rule == "order" && f.State != exercise.Untried {
			t.Errorf("the list is refused, and its order was tried: %q", f.Consequence)
		}
	}
	if r.Passed || r.Findings[r.First].Predicate.Rule != "serves" {
		t.Error("the refusal does not speak")
	}
}

const takeC1 = "INSERT INTO seats_by_show (show_id, seat, buyer, ticket) VALUES ('hamlet', 'C1', 'Vera', 'T81')"

// offices is the table of hotels with addresses of that type.
func offices(address string) string {
	return "CREATE TABLE h (poi_name text, hotel_id text, name text, phones list<text>, offices map<text, " + address + ">, PRIMARY KEY ((poi_name), hotel_id));"
}

// holdNights begins a batch.
const holdNights = "BEGIN BATCH UPDATE nights USING TTL 600 SET held_by = 'RS9D4T' WHERE hotel_id = 'CH100' AND date = '2026-06-01' AND room_number = 305"

// What moves an address to its new key, and changes it in the profile.
const (
	loseEmail = "DELETE FROM users_by_email WHERE email = 'nadia@old.example';"
	addEmail  = "INSERT INTO users_by_email (email, user_id, name) VALUES ('nadia@new.example', 'u-1', 'Nadia');"
	profile   = "UPDATE users SET email = 'nadia@new.example' WHERE user_id = 'u-1';"
)

// What takes a like back from both lists, and from the state.
const (
	unlike      = "DELETE FROM customers_by_liked_product WHERE liked_prdt_id = 'p-101' AND liked_on = '2026-03-02 08:14:02.120+0000' AND cust_id = 'c-000001'; DELETE FROM products_liked_by_customer WHERE cust_id = 'c-000001' AND liked_on = '2026-03-02 08:14:02.120+0000' AND liked_prdt_id = 'p-101';"
	unlikeState = "DELETE FROM likes_by_product_and_customer WHERE liked_prdt_id = 'p-101' AND cust_id = 'c-000001'"
)
