package model

import (
	"os"
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/check"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

// TestSlips shows what is said of everything that can go wrong in a text: the place,
// the reason, the cure. Each slip has a line; each line with one gets an answer.
func TestSlips(t *testing.T) {
	b, err := os.ReadFile("testdata/slips.model")
	if err != nil {
		t.Fatal(err)
	}
	src := diag.NewSource("slips.model", string(b))
	m, list := Parse(src)
	list = append(list, m.Design().Findings...)
	for _, d := range list {
		if d.Severity == diag.Refused && d.Instead == "" && len(d.Fixes) == 0 && d.Kind == diag.NoKind {
			t.Errorf("no cure: %s", d.Message)
		}
	}
	golden(t, "slips.golden", diag.Render(src, list))
}

// TestFixesMend: a fix of a slip makes that slip go away, and brings no new one.
func TestFixesMend(t *testing.T) {
	b, err := os.ReadFile("testdata/slips.model")
	if err != nil {
		t.Fatal(err)
	}
	count := func(text, message string) (all, same int) {
		_, list := Parse(diag.NewSource("", text))
		for _, d := range list {
			if d.Message == message {
				same++
			}
		}
		return len(list), same
	}
	_, list := Parse(diag.NewSource("", string(b)))
	n := 0
	for _, d := range list {
		for _, fix := range d.Fixes {
			n++
			_, before := count(string(b), d.Message)
			if _, after := count(fix.Apply(string(b)), d.Message); after >= before {
				t.Errorf("%q does not mend %q", fix.Title, d.Message)
			}
		}
	}
	if n < 8 {
		t.Errorf("only %d fixes", n)
	}
}

// TestSlipsHaveOneAnswer: of a slip its cause is told, with what is meant, and nothing that
// follows from it; the first fix leaves no slip.
func TestSlipsHaveOneAnswer(t *testing.T) {
	const text = `entity Driver 500k
  driver_id  uuid    key
  name       text    20

entity Charger 900
  code       text 8  key
  temp_c     float

entity Session 5M
  session_id  timeuuid  key
  started_at  timestamp

relate Driver starts Session  1 : 0..10..500
relate Charger serves Session  1 : 0..5k..9k
relate Driver favours Charger  0..5..90 : 0..2..9
relate Driver blocks Charger  0..1..9 : 0..1..9

screen Sessions
  asks Q1, Q2

question Q1 Sessions of a driver
  given  driver_id typed
  order  started_at desc
  want   Session: started_at, Charger.temp_c

question Q2 A charger
  given  code typed
  want   Charger: temp_c
`
	for _, c := range []struct{ from, to, want string }{
		{"relate Charger serves", "relate Chager serves", "there is no entity Chager: write Charger"},
		{"relate Charger serves", "relate Depot serves", "there is no entity Depot: add a block: entity Depot"}, // no way by another relationship is asked for
		{"entity Charger 900", "entity Chager 900", "there is no entity Charger: write Chager; there is no entity Charger: write Chager; there is no entity Charger: write Chager; there is no entity Charger: write Chager; there is no entity Charger: write Chager"},
		{"want   Charger:", "want   Chargers:", "there is no entity Chargers: write Charger"},
		{"Charger: temp_c", "Charger: temp", "there is no attribute temp: write temp_c"},
		{"Charger: temp_c", "Charger: temp_d", "there is no attribute temp_d: write temp_c"},
		{"question Q2", "question Q1", "there is a question Q1 already: give it another name, or take it out"}, // not that there is no Q2
		{"Charger 900", "Charger ca. 900", "`ca. 900` has something before the number: write 900"},
		{"Charger 900", "Charger ~900", "`~900` has something before the number: write 900"},
		{"Charger 900", "Charger 400.000", "`400.000` is written with a point: write 400000, or 400"},
		{"Charger 900", "Charger 1.400.000", "`1.400.000` is written with a point: write 1400000"},
		{"Charger 900", "Charger 900 + 1.250/day", "`1.250` is written with a point: write 1250, or 1.25"},
		{"Charger 900", "Charger 0.125", ""},
		{"Charger 900", "Charger 1.4M + 2.50/day", ""},
		{"0..5k..9k", "0..2.500..9.000", "`2.500` is written with a point: write 0..2500..9000, or 0..2.5..9"},
		{"entity Session 5M", "entity Log withn Charger\n  no int key\n\nrelate Charger has Log 1 : 0..5..9\n\nentity Session 5M", "`withn` says nothing about an entity: write within"},
		{"entity Session 5M", "entity Log Within Charger\n  no int key\n\nrelate Charger has Log 1 : 0..5..9\n\nentity Session 5M", "`Within` says nothing about an entity: write within"},
		{"entity Session 5M", "entity Log 40 plurl logs, kpt 3 days\n  no int key\n\nentity Session 5M", "`plurl` says nothing about an entity: write plural; `kpt` says nothing about an entity: write kept"},
		{"entity Session 5M", "entity Log within Charger, kpt 3 days\n  no int key\n\nrelate Charger has Log 1 : 0..5..9\n\nentity Session 5M", "`kpt` says nothing about an entity: write kept"},
		{"text    20", "string 20", "there is no type string: write text"},
		{"text    20", "strng 20", "there is no type strng: write text"},
		{"code       text 8", "charger code text 8", "the name of the attribute is two words: charger code: write charger_code; there is no attribute code: write charger_code"},
		{"relate Driver blocks", "relationship Driver blocks", "no block begins with `relationship`: write relate"},
		{"relate Driver blocks", "relate Driver", "a relationship has a verb and two entities: write a verb, as in relate Driver has Charger 1 : n"},
		{"order  started_at", "sort   started_at", "no line of a question begins with `sort`: write order"},
		{"want   Charger:", "show   Charger:", "no line of a question begins with `show`: write want"},
		{"screen Sessions", "scre Sessions", "no block begins with `scre`: write screen"},
		{"screen Sessions", "foo text 9\nscreen Sessions", "no block begins with `foo`: begin it with model, horizon, keyspace, type, entity, relate, screen, question or table; or write two spaces before it"},
		{"0..5..90 : 0..2..9", "many : many\n  since date", "many is written n: write n : n"},
		{"0..5..90 : 0..2..9", "one : Many", "one is written 1, and Many is written n: write 1 : n"},
		{"0..5..90 : 0..2..9", "1 : many", "many is written n: write n"},
		{"0..5..90 : 0..2..9", "one..many : 1..3", "one is written 1: write 1..n"},
		{"0..5..90 : 0..2..9", "* : *", ""},
		{"text    20", "text    20 as driver_name", "`as` belongs into a question: take it out, and write in the question: name as driver_name"},
		{"text    20", "text    as driver_name", "`as` belongs into a question: take it out, and write in the question: name as driver_name"},
		{"text    20", "text    20 distinct 5 as driver_name unique", "`as` belongs into a question: take it out, and write in the question: name as driver_name"},
		{"given  code typed", "given  code typed\n  range  temp_c 4..5", "`4..5` says from where to where, and a range says how long it is: write 2, as it covers that many values"},
		{"given  code typed", "given  code typed\n  range  temp_c 10%..20%", "`10%..20%` says from where to where, and a range says how long it is: write how long it is, such as 10%"},
		{"given  code typed", "given  code typed\n  range  temp_c 2", ""},
		// What people write who know SQL.
		{"order  started_at desc", "order  by started_at DESC", "`order` stands without `by`: take it out"},
		{"order  started_at", "order  BY started_at", "`order` stands without `BY`: take it out"},
		{"given  code typed", "given  code like 'A%, B' typed", "a question compares nothing: `like 'A%, B'`: take it out, and name the attribute on a line range where a stretch is meant"},
		{"given  code typed", "where  code = ? typed", "no line of a question begins with `where`: write given; a question compares nothing: `= ?`: take it out"},
		{"given  code typed", "given  code IN ('A', 'B'), temp_c between 1 and 2 and session_id = 5", "a question compares nothing: `IN ('A', 'B')`: take it out; a question compares nothing: `between 1 and 2`: take it out, and name the attribute on a line range where a stretch is meant; attributes are divided by commas: write a comma; a question compares nothing: `= 5`: take it out"},
		{"given  code typed", "given  code typed\n  range  temp_c >= 5", "a question compares nothing: `>= 5`: write its length, such as 10%"},
		{"order  started_at desc", "range  started_at < today", "a question compares nothing: `< today`: write its length, such as 30 days"},
		{"order  started_at desc", "order  started_at newest first", "`newest first` is written desc: write desc"},
		{"order  started_at desc", "order  started_at Oldest", "`Oldest` is written asc: write asc"},
		{"asks Q1, Q2", "asks Q1 and Q2", "names are divided by commas: write a comma"},
		{"screen Sessions", "screen Home\n  asks Q2\nscreen Sessions after Home", "`after Home` is a line of its own: write it below"},
		{"screen Sessions\n  asks Q1, Q2", "screen Sessions asks Q1, Q2", "`asks Q1, Q2` is a line of its own: write it below"},
		{"screen Sessions\n  asks Q1, Q2", "screen Home\n  asks Q2\nscreen Sessions after work", ""},
		{"want   Charger: temp_c", "select Charger: temp_c", "no line of a question begins with `select`: write want"},
		{"want   Charger: temp_c", "want   Charger: temp_c\n  group by code", "no line of a question begins with `group`: take the line out, or write below an entity: visits counter"},
		{"want   Charger: temp_c", "join Session on code = code\n  want   Charger: temp_c", "no line of a question begins with `join`: take the line out, and name what is shown after want, such as Patient.name"},
		{"want   Charger: temp_c", "want   Charger: temp_c\n  SELECT count(*) FROM chargers WHERE code = ?", "no line of a question begins with `SELECT`: write what is known after given, and what is shown after want, in lines of their own; what is counted is an attribute of the type counter"},
		{"name       text    20", "name       text    20\n  depot_id uuid references Depot(id)", "an attribute refers to nothing: take the line out, and write a block: relate Depot has Driver 1 : n"},
		{"name       text    20", "name       text    20 NOT NULL", "`NOT NULL` of SQL says nothing about an attribute: take it out"},
		{"name       text    20", "name       text    20 unique not null default 'a b'", "`not null` of SQL says nothing about an attribute: take it out; `default 'a b'` of SQL says nothing about an attribute: take it out"},
		{"text 8  key", "text 8  primary key", "`primary key` is written key: write key"},
		{"text 8  key", "text 8  PK", "`PK` is written key: write key"},
		// And who know Prisma, Mermaid, UML.
		{"want   Charger: temp_c", "want   Charger.*", "`Charger.*` is written Charger: write Charger"},
		{"want   Charger: temp_c", "want   Charger: *", "`Charger: *` is written Charger: write Charger"},
		{"want   Charger: temp_c", "want   Charger: temp_c\n  limit  10 offset 20", "`offset 20` does not belong here: take it out"},
		{"want   Charger: temp_c", "want   Charger: temp_c\n  limit  10 rows", "`rows` does not belong here: take it out"},
		{"want   Charger: temp_c", "want   Charger: temp_c\n  limit  2 k", ""},
		{"want   Charger: temp_c", "want   Charger: temp_c\n  limit  none", "a limit is one number: write how many rows the screen shows, or take the line out"},
		{"want   Charger: temp_c", "want   Charger: temp_c\n  limit  All", "a limit is one number: write how many rows the screen shows, or take the line out"},
		{"want   Charger: temp_c", "want   Charger: temp_c\n  limit  many", "a limit is one number: write how many rows the screen shows, or take the line out"},
		{"want   Charger: temp_c", "want   Charger: temp_c\n  limit  one", "one is written 1: write 1"},
		{"want   Charger: temp_c", "want   Charger: temp_c\n  limit  0", "this limit asks for no row: write how many rows the screen shows, or take the line out"},
		{"want   Charger: temp_c", "want   *", "nobody said all of which entity Q2 wants: write want Charger"},
		{"want   Charger: temp_c", "want   all", "nobody said all of which entity Q2 wants: write want Charger"},
		{"want   Session: started_at, Charger.temp_c", "want   *", "nobody said all of which entity Q1 wants: write want Session"},
		{"A charger\n  given  code typed\n  want   Charger: temp_c", "What it is\n  given  code typed\n  want   Everything", "nobody said all of which entity Q2 wants: write want Charger"},
		{"want   Charger: temp_c", "want   Charger: all", "`Charger: all` is written Charger: write Charger"},
		{"want   Charger: temp_c", "want   Charger: Everything", "`Charger: Everything` is written Charger: write Charger"},
		{"temp_c     float\n", "temp_c     float\n  all int\nquestion Q3 All\n  given code\n  want   Charger: all\n", ""},
		{"want   Charger: temp_c", "want   Charger: temp_c\n  often  daily", "daily is written per day: write 1 per day"},
		{"want   Charger: temp_c", "want   Charger: temp_c\n  often  Twice weekly", "Twice is written 2: write 2 per week"},
		{"temp_c     float", "temp_c     float changes once", "once is written 1: write 1"},
		{"1 : 0..10..500", "1 : 1..15..200 daily", "daily is written per day: write 1..15..200 per day"},
		{"want   Charger: temp_c", "want   Charger: temp_c\n  every  50/s", "no line of a question begins with `every`: write often"},
		{"want   Charger: temp_c", "want   Charger: temp_c\n  top    10", "no line of a question begins with `top`: write limit"},
		{"temp_c     float", "temp_c     float\n  photos text[] 1..3", "`text[]` is written list<text>: write list<text>"},
		{"temp_c     float", "temp_c     float\n  state enum('a', 'b') changes", "`enum('a', 'b')` is written text: write text"},
		{"temp_c     float", "temp_c     float\n  driver_id uuid -> Driver", "an attribute refers to nothing: take the line out, and write a block: relate Driver has Charger 1 : n"},
		{"temp_c     float", "temp_c     float\n  driver_id uuid FK", "an attribute refers to nothing: take the line out, and write a block: relate Driver has Charger 1 : n"},
		{"temp_c     float", "temp_c     float\n  owner Driver", "an attribute refers to nothing: take the line out, and write a block: relate Driver has Charger 1 : n"},
		{"temp_c     float", "temp_c     float required", "`required` of SQL says nothing about an attribute: take it out"},
		{"code       text 8  key", "code: text 8 @id;", "`:` means nothing here: take it out; `id` is written key: write key"},
		{"temp_c     float", "temp_c     float // Celsius, or", "`//` means nothing here: write #"},
		{"entity Charger 900", "/* all of them */\nentity Charger 900", "`/*` means nothing here: write #"},
		{"temp_c     float\n", "- temp_c     float\n}\n", "`-` means nothing here: take it out"},
		{"screen Sessions", "screen Sessions {", "`{` means nothing here: take it out"},
		{"screen Sessions", "screen Sessions; \"all\" // of them", ""},
		{"given  code typed", "given  [code] typed", "`[` means nothing here: take it out"},
		{"given  code typed", "given  \"code\" typed", "`\"` means nothing here: take it out"},
		{"entity Charger 900", "class Charger 900", "no block begins with `class`: write entity"},
		{"relate Driver starts Session  1 : 0..10..500", "relate Driver Session  1 : 0..10..500", "a relationship has a verb and two entities: write a verb, as in relate Driver has Session 1 : n"},
		{"relate Driver starts Session  1 : 0..10..500", "relate Driver 1--* Session", "`relate Driver 1--* Session` is written relate Driver has Session 1 : *: write relate Driver has Session 1 : *"},
		{"relate Driver starts Session  1 : 0..10..500", "Driver ||--o{ Session : starts", "`Driver ||--o{ Session : starts` is written relate Driver starts Session 1 : n: write relate Driver starts Session 1 : n"},
		{"relate Driver starts Session  1 : 0..10..500", "relate Driver starts Session one-to-many", "`relate Driver starts Session one-to-many` is written relate Driver starts Session 1 : n: write relate Driver starts Session 1 : n"},
		{"relate Driver starts Session  1 : 0..10..500", "relate Driver -> Session 1 : 0..9", "`relate Driver -> Session 1 : 0..9` is written relate Driver has Session 1 : 0..9: write relate Driver has Session 1 : 0..9"},
		{"relate Driver starts Session  1 : 0..10..500", "Driver starts Session 1 : n", "`Driver starts Session 1 : n` is written relate Driver starts Session 1 : n: write relate Driver starts Session 1 : n"},
		{"relate Driver blocks Charger  0..1..9 : 0..1..9", "relate Driver many-to-many Charger", "`relate Driver many-to-many Charger` is written relate Driver has Charger n : n: write relate Driver has Charger n : n"},
		{"screen Sessions", "screen Sessions\n  after Login", "there is no screen Login: add the screen Login"},
		{"favours Charger  0..5..90 : 0..2..9", "favours Charger as Favourite 0..5..90 : 0..2..9", "the name of the pairs stands at the end of the line: write as Favourite behind the numbers"},
		{"entity Session 5M", "entity Depot Gate 50\n  no int key\n\nentity Session 5M", "the name of an entity is one word: write DepotGate"},
		{"given  code typed", "givn   code typed", "no line of a question begins with `givn`: write given"},
		{"temp_c     float", "temp_c  address 9\n\ntype address\n  street text", "the size of temp_c is given by its type address: take the size out"},
	} {
		src := diag.NewSource("", strings.Replace(text, c.from, c.to, 1))
		_, list := Parse(src)
		var said []string
		for _, d := range list {
			said = append(said, d.Message+": "+d.Instead)
		}
		if got := strings.Join(said, "; "); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.to, got, c.want)
			continue
		}
		mended := src.Text
		for range list {
			if _, list := Parse(diag.NewSource("", mended)); len(list) > 0 && len(list[0].Fixes) > 0 {
				mended = list[0].Fixes[0].Apply(mended)
			}
		}
		if _, list := Parse(diag.NewSource("", mended)); len(list) > 0 && !strings.Contains(c.to, "Depot") {
			t.Errorf("%s: after its fix: %s", c.to, list[0].Message)
		}
	}
}

const cinema = `model cinema

entity Film 3k
  film_id  uuid  key
  title    text 30

entity Cinema 400
  cinema_id  text 6  key

entity Show within Film, Cinema
  starts_at  timestamp  key
  seats      int

relate Film runs as Show 1 : 0..50..9k
relate Cinema gives Show 1 : 0..30..90k + 40/day

screen Programme
  asks Q1

question Q1 Shows of a cinema
  given  cinema_id typed
  order  starts_at
  want   Show: title, seats
`

// TestEdits: what a hand does in a figure becomes a text that means it.
func TestEdits(t *testing.T) {
	type step struct {
		what string
		do   func(*Design) (diag.Fix, bool)
		want string // of the table, without types
	}
	table := func(d *Design) *Table { return d.Tables[0] }
	text := cinema
	for _, s := range []step{
		{"as it is", nil, "cinema_id K; starts_at C↑; film_id C↑; film_title; seats"},
		{"newest first", func(d *Design) (diag.Fix, bool) { return d.Turn(table(d), "starts_at") }, "cinema_id K; starts_at C↓; film_id C↑; film_title; seats"},
		{"the film first", func(d *Design) (diag.Fix, bool) { return d.Move(table(d), "film_id", Clustering, 0) }, "cinema_id K; film_id C↑; starts_at C↓; film_title; seats"},
		{"and back", func(d *Design) (diag.Fix, bool) { return d.Move(table(d), "film_id", Clustering, 1) }, "cinema_id K; starts_at C↓; film_id C↑; film_title; seats"},
		{"into the partition key", func(d *Design) (diag.Fix, bool) { return d.Move(table(d), "film_id", Partition, 1) }, "cinema_id K; film_id K; starts_at C↓; film_title S; seats"},
		{"stored in each row", func(d *Design) (diag.Fix, bool) { return d.Move(table(d), "film_title", Regular, 0) }, "cinema_id K; film_id K; starts_at C↓; film_title; seats"},
		{"once again", func(d *Design) (diag.Fix, bool) { return d.Move(table(d), "film_title", Static, 0) }, "cinema_id K; film_id K; starts_at C↓; film_title S; seats"},
		{"out of the key", func(d *Design) (diag.Fix, bool) { return d.Move(table(d), "film_id", Regular, 0) }, "cinema_id K; starts_at C↓; film_title S; film_id; seats"},
		{"a month at a time", func(d *Design) (diag.Fix, bool) { return d.Bucket(table(d), "month", "starts_at") }, "cinema_id K; month K; starts_at C↓; film_title S; film_id; seats"},
		{"a day at a time", func(d *Design) (diag.Fix, bool) { return d.Bucket(table(d), "day", "starts_at") }, "cinema_id K; day K; starts_at C↓; film_title S; film_id; seats"},
		{"spread", func(d *Design) (diag.Fix, bool) { return d.Spread(table(d), 3) }, "cinema_id K; day K; shard K; starts_at C↓; film_title S; film_id; seats"},
		{"no bucket", func(d *Design) (diag.Fix, bool) { return d.Bucket(table(d), "none", "") }, "cinema_id K; shard K; starts_at C↓; film_title S; film_id; seats"},
		{"no spread", func(d *Design) (diag.Fix, bool) { return d.Spread(table(d), 0) }, "cinema_id K; starts_at C↓; film_title S; film_id; seats"},
		{"the title into the key", func(d *Design) (diag.Fix, bool) { return d.Move(table(d), "film_title", Clustering, 1) }, "cinema_id K; starts_at C↓; film_title C↑; film_id; seats"}, // and no static column any more
		{"out of it", func(d *Design) (diag.Fix, bool) { return d.Move(table(d), "film_title", Regular, 0) }, "cinema_id K; starts_at C↓; film_id; film_title; seats"},
		{"static, with another", func(d *Design) (diag.Fix, bool) { return d.Move(table(d), "film_title", Static, 0) }, "cinema_id K; starts_at C↓; film_title S; film_id; seats"},
		{"which it stays", func(d *Design) (diag.Fix, bool) { return d.Move(table(d), "seats", Static, 0) }, "cinema_id K; starts_at C↓; film_title S; seats S; film_id"},
		{"first into the partition key", func(d *Design) (diag.Fix, bool) { return d.Move(table(d), "seats", Partition, 1) }, "cinema_id K; seats K; starts_at C↓; film_title S; film_id"},
		{"then out", func(d *Design) (diag.Fix, bool) { return d.Move(table(d), "seats", Regular, 0) }, "cinema_id K; starts_at C↓; film_title S; film_id; seats"},
		{"another name", func(d *Design) (diag.Fix, bool) { return d.Rename(table(d), "programme") }, "cinema_id K; starts_at C↓; film_title S; film_id; seats"},
	} {
		m, list := Parse(diag.NewSource("", text))
		if len(list) > 0 {
			t.Fatalf("%s: %s", s.what, diag.Render(m.Source, list))
		}
		d := m.Design()
		if s.do != nil {
			fix, ok := s.do(d)
			if !ok || fix.Title == "" {
				t.Fatalf("%s: not done", s.what)
			}
			text = fix.Apply(text)
			m, list = Parse(diag.NewSource("", text))
			if len(list) > 0 {
				t.Fatalf("%s: %s\n%s", s.what, diag.Render(m.Source, list), text)
			}
			d = m.Design()
		}
		if got := notation(d.Tables[0], false); got != s.want {
			t.Fatalf("%s:\n got %s\nwant %s\n%s", s.what, got, s.want, text)
		}
	}
	golden(t, "edits.golden", Format(text))
	m, _ := Parse(diag.NewSource("", text))
	d := m.Design()
	for name, refused := range map[string]func() (diag.Fix, bool){
		"no such column":          func() (diag.Fix, bool) { return d.Move(table(d), "nothing", Clustering, 0) },
		"the last partition key":  func() (diag.Fix, bool) { return d.Move(table(d), "cinema_id", Regular, 0) },
		"turning a partition key": func() (diag.Fix, bool) { return d.Turn(table(d), "cinema_id") },
		"a bucket of no time":     func() (diag.Fix, bool) { return d.Bucket(table(d), "month", "seats") },
		"a name too long":         func() (diag.Fix, bool) { return d.Rename(table(d), strings.Repeat("x", 49)) },
	} {
		if _, ok := refused(); ok {
			t.Errorf("%s is done", name)
		}
	}
}

// TestQuestionsComeAndGo: a question that is added is answered, and one that is taken
// out leaves nothing behind.
func TestQuestionsComeAndGo(t *testing.T) {
	m, _ := Parse(diag.NewSource("", cinema))
	text := m.AddQuestion("Shows of a film", m.Entity("Show"), []string{"film_id typed"}, []string{"seats"}, m.Screens[0]).Apply(cinema)
	m, list := Parse(diag.NewSource("", text))
	if len(list) > 0 {
		t.Fatal(diag.Render(m.Source, list))
	}
	d := m.Design()
	if got := notation(d.Table("shows_by_film"), false); got != "film_id K; cinema_id C↑; starts_at C↑; seats" || len(m.Screens[0].Asked) != 2 {
		t.Errorf("%s\n%s", got, text)
	}
	fix, ok := d.Together(d.Table("shows_by_film"), m.Question("Q1"))
	if !ok {
		t.Fatal("not together")
	}
	if m, list := Parse(diag.NewSource("", fix.Apply(text))); len(list) > 0 || len(m.Design().Tables) != 1 {
		t.Errorf("%s", fix.Apply(text))
	}
	text = m.RemoveQuestion(m.Question("Q2")).Apply(text)
	m, list = Parse(diag.NewSource("", text))
	if len(list) > 0 || text != cinema {
		t.Errorf("%s\n%s", diag.Render(m.Source, list), text)
	}
	text = m.RemoveQuestion(m.Question("Q1")).Apply(text)
	if m, list = Parse(diag.NewSource("", text)); len(list) > 0 || strings.Contains(text, "asks") {
		t.Errorf("%s\n%s", diag.Render(m.Source, list), text)
	}
}

// TestReading goes backwards: from the schema of the book to its questions and arrows.
// TestBeginFromNothing: block after block, what the buttons write is a model without slips
// whose questions are served.
func TestBeginFromNothing(t *testing.T) {
	text := ""
	do := func(what string, fix func(m *Model) diag.Fix) *Design {
		t.Helper()
		m, _ := Parse(diag.NewSource("", text))
		before := text
		if text = fix(m).Apply(text); text == before {
			t.Fatalf("%s writes nothing", what)
		}
		m, list := Parse(diag.NewSource("", text))
		if len(list) > 0 {
			t.Fatalf("%s: %s\n%s", what, diag.Render(m.Source, list), text)
		}
		if Format(text) != text {
			t.Errorf("%s is laid out anew:\n%s", what, text)
		}
		return m.Design()
	}
	empty, _ := Parse(diag.NewSource("", ""))
	if empty.CanBegin("question") || empty.CanBegin("relate") || !empty.CanBegin("entity") || !empty.CanBegin("screen") {
		t.Error("an empty text can begin with an entity and a screen alone")
	}
	for _, kind := range []string{"entity", "entity", "relate", "question", "screen", "screen"} {
		do(kind, func(m *Model) diag.Fix { return m.Begin(kind) })
	}
	m, _ := Parse(diag.NewSource("", text))
	if f := m.Begin("relate"); len(f.Edits) > 0 {
		t.Errorf("two entities are related a second time: %s", f.Apply(text))
	}
	do("ask by", func(m *Model) diag.Fix { return m.AskBy(m.Entities[1], []string{"name"}) })
	d := do("ask for", func(m *Model) diag.Fix { return m.AskFor(m.Entities[1], m.Entities[0]) })
	var said []string
	for _, a := range d.Accesses {
		said = append(said, a.Question.Title.Text+": "+a.Table.Name)
		if !a.Served || a.Partitions != 1 {
			t.Errorf("%s: %s", a.Question.Title.Text, a)
		}
	}
	if got, want := strings.Join(said, "; "), "One other: others; Others by name: others_by_name; Others of one thing: others_by_thing"; got != want {
		t.Errorf("the questions are\n%s, want\n%s", got, want)
	}
	// Each time another one, until nothing is left.
	for _, kind := range []string{"question", "entity", "relate", "relate", "question", "question", "question", "question", "question"} {
		d = do(kind, func(m *Model) diag.Fix { return m.Begin(kind) })
		for _, f := range d.Findings {
			if f.Severity <= diag.Advice {
				t.Errorf("after %s: %s\n%s", kind, f.Message, text)
			}
		}
	}
	said = nil
	for _, q := range d.Model.Questions[3:] {
		said = append(said, q.Title.Text)
	}
	if got, want := strings.Join(said, "; "), "One thing; One thing3; Thing3s of one thing; Thing3s of one other; Thing3s by name; Things by name"; got != want {
		t.Errorf("the further questions are\n%s, want\n%s", got, want)
	}
	m, _ = Parse(diag.NewSource("", text))
	if r, q := m.Begin("relate"), m.Begin("question"); len(r.Edits)+len(q.Edits) > 0 {
		t.Errorf("something is written twice: %s%s", r.Apply(""), q.Apply(""))
	}
	if len(d.Model.Screens) != 2 || len(d.Model.Screens[0].Asked) != 1 || len(d.Model.Screens[1].From) != 1 {
		t.Errorf("the screens do not follow each other:\n%s", text)
	}
}

func TestReading(t *testing.T) {
	b, err := os.ReadFile("../../content/schemas/hotel.cql")
	if err != nil {
		t.Fatal(err)
	}
	describe := func(text string) string {
		r := Read(diag.NewSource("", text), nil)
		var out strings.Builder
		for _, d := range r.Refused {
			out.WriteString("refused: " + d.Message + "\n")
		}
		for _, a := range r.Arrows {
			from := "outside"
			if a.From != nil {
				from = a.From.Name
			}
			out.WriteString(a.Query.ID + " " + from + " → " + a.To.Name)
			if a.Query.Access != nil {
				out.WriteString(" (" + a.Query.Access.Partitions.String() + ")")
			}
			out.WriteString("  " + a.Query.Title + "\n")
		}
		for _, table := range r.Tables {
			out.WriteString("\n" + table.String() + "\n")
			for _, a := range r.Answers(table) {
				sign := "can"
				if !a.Can {
					sign = "cannot"
				}
				out.WriteString("  " + sign + ": " + a.Words + ": " + a.Why + "\n      " + a.CQL + "\n")
			}
		}
		return out.String()
	}
	golden(t, "reading.golden", describe(string(b)))
	// A keyspace that the script only names is there; what an index answers is not refused.
	named := Read(diag.NewSource("", "CREATE TABLE iot.a (site int, status text, device int, name text, PRIMARY KEY (site, status, device));\nCREATE INDEX ON iot.a (device);\nSELECT * FROM iot.a WHERE site = ?;\n"), nil)
	if len(named.Refused) > 0 || len(named.Tables) != 1 || len(named.Queries) != 1 || !slices.Equal(named.Assumed, []string{"iot"}) {
		t.Errorf("of a keyspace that is only named: %v, %v, %v", named.Refused, named.Tables, named.Assumed)
	}
	// SELECTs in comments are those of a schema that is run, where it has no other; words are none.
	for script, want := range map[string]int{
		"-- Q1. One\n-- SELECT v FROM t WHERE k = ?;\n\n-- Q2 Two\n--   select v FROM t WHERE k = ? LIMIT 1\n": 2,
		"-- Q1. One\n-- SELECT v FROM t WHERE k = ?;\nSELECT v FROM t;":                                        1,
		"-- Q1 Select\n-- Select what you need.\n-- SELECT nothing FROM t;\n-- SELECT v FROM u;\n":             0,
		"-- SELECT v FROM t WHERE k = ?;\n":                                                                    0,
		"-- Q1\n-- DROP TABLE t;\n":                                                                            0,
	} {
		r := Read(diag.NewSource("", "CREATE TABLE t (k int PRIMARY KEY, v int);\n\n"+script), nil)
		if len(r.Queries) != want || len(r.Tables) != 1 || len(r.Refused) > 0 {
			t.Errorf("%q: %d queries, want %d", script, len(r.Queries), want)
		}
		for _, q := range r.Queries {
			if q.Access == nil || q.ID == "" || !strings.HasPrefix(strings.ToUpper(q.CQL), "SELECT V") {
				t.Errorf("%q: %+v", script, q)
			}
		}
	}
	// The data centers of its keyspaces are there, too; a keyspace that would be refused on any cluster is.
	far := Read(diag.NewSource("", "CREATE KEYSPACE bank WITH replication = {'class': 'NetworkTopologyStrategy', 'fra1-prod': 3, 'muc1': 2};\nCREATE TABLE bank.a (k int PRIMARY KEY);\nCREATE KEYSPACE b WITH replication = {'class': 'SimpleStrategy', 'muc1': 2};\n"), nil)
	if len(far.Refused) != 1 || far.Refused[0].Rule != "KS-05" || len(far.Tables) != 1 || far.Keyspaces[0].Name != "bank" || len(far.Assumed) > 0 {
		t.Errorf("of data centers: %v, %v, %v", far.Refused, far.Tables, far.Assumed)
	}
	asked := map[string]bool{}
	for _, a := range named.Answers(named.Tables[0]) {
		if asked[a.CQL] {
			t.Errorf("%s is asked twice", a.CQL)
		}
		asked[a.CQL] = true
	}
	// A script that names no keyspace reads of none; one that names that of all others reads it.
	for script, want := range map[string]string{
		"CREATE TABLE a (k int PRIMARY KEY, v int);":                               "SELECT * FROM a WHERE k = ?",
		"CREATE TABLE \"A\" (k int PRIMARY KEY, v int);":                           "SELECT * FROM \"A\" WHERE k = ?",
		"CREATE TABLE lab.a (k int PRIMARY KEY, v int);":                           "SELECT * FROM lab.a WHERE k = ?",
		"USE lab; CREATE TABLE a (k int PRIMARY KEY, v int);":                      "SELECT * FROM lab.a WHERE k = ?",
		"USE shop; CREATE TABLE a (k int PRIMARY KEY, v int);":                     "SELECT * FROM shop.a WHERE k = ?",
		"CREATE TABLE a (k int PRIMARY KEY); CREATE TABLE b.c (k int PRIMARY KEY)": "SELECT * FROM a WHERE k = ?",
	} {
		r := Read(diag.NewSource("", script), nil)
		if len(r.Tables) == 0 || r.Answers(r.Tables[0])[0].CQL != want {
			t.Errorf("%s: %v, want %s", script, r.Answers(r.Tables[0]), want)
		}
	}
	golden(t, "reading-queries.golden", describe(`CREATE TABLE users (userid uuid PRIMARY KEY, name text, email text);
CREATE INDEX ON users (email);
CREATE TABLE posts (userid uuid, posted timeuuid, title text, motto text STATIC, PRIMARY KEY (userid, posted)) WITH CLUSTERING ORDER BY (posted DESC);
CREATE TABLE gone (k int PRIMARY KEY);
SELECT * FROM gone WHERE k = 1;
DROP TABLE gone;
-- Q7. The profile
SELECT name FROM users WHERE userid = ?;
-- newest first
-- Q2: The newest posts
SELECT title FROM posts WHERE userid = ? LIMIT 10;
SELECT * FROM users WHERE email = ?;
SELECT * FROM nothing;
SELECT * FROM system.local;
`))
}

// TestAnswersAreAccepted asks every question that a table is said to answer, and some
// that it is said not to, of the tables of all shipped models.
func TestAnswersAreAccepted(t *testing.T) {
	for name := range shipped(t) {
		d := design(t, name)
		for _, table := range d.Tables {
			for _, a := range new(Reading).Answers(d.session.Catalogue().Table(table.Keyspace, table.Name)) {
				if r := d.session.Exec(a.CQL); r.Accepted() != a.Can {
					t.Errorf("%s: %s: accepted %v", table, a.CQL, r.Accepted())
				}
			}
		}
	}
}

// TestAnswersOfIndexes asks the same of tables with indexes of all kinds, on columns of all kinds: what is
// said to be found by one is what the judge lets it find, and each index finds something.
func TestAnswersOfIndexes(t *testing.T) {
	settings := check.NewSettings()
	if err := settings.Set("sasi_indexes_enabled", "true"); err != nil {
		t.Fatal(err)
	}
	const sasi = "'org.apache.cassandra.index.sasi.SASIIndex' WITH OPTIONS = "
	for _, index := range []string{
		"(a)", "(a) USING 'sai'", "(k2)", "(c1)", "(c2) USING 'sai'", "(n) USING 'sai'",
		"(l)", "(s)", "(KEYS(m))", "(VALUES(m))", "(ENTRIES(m))", "(ENTRIES(m)) USING 'sai'", "(KEYS(m)) USING 'sai'", "(FULL(fm))", "(FULL(fm)) USING 'sai'", "(st)", "(e) USING 'sai'",
		"(a) USING " + sasi + "{'mode': 'PREFIX'}",
		"(a) USING " + sasi + "{'mode': 'CONTAINS', 'analyzed': 'true'}",
		"(a) USING " + sasi + "{'mode': 'PREFIX', 'analyzed': 'true', 'analyzer_class': 'org.apache.cassandra.index.sasi.analyzer.DelimiterAnalyzer'}",
		"(n) USING " + sasi + "{'mode': 'SPARSE'}",
		"(n) USING " + sasi + "{'mode': 'CONTAINS'}",
	} {
		for _, key := range []string{"(k, k2), c1, c2", "(k, k2, c1, c2)"} {
			s := session.New(session.Settings{Keyspace: "lab", Check: settings})
			table, static := "", " static"
			if strings.HasPrefix(key, "(k, k2, ") {
				static = ""
			}
			for _, text := range []string{
				"CREATE TABLE t (k int, k2 int, c1 int, c2 text, a text, n int, l list<int>, s set<int>, m map<int, int>, fm frozen<map<int, int>>, st int" + static + ", e vector<float, 3>, PRIMARY KEY (" + key + "))",
				"CREATE " + map[bool]string{true: "CUSTOM "}[strings.Contains(index, "SASI")] + "INDEX ON t " + index,
			} {
				if r := s.Exec(text); !r.Accepted() {
					t.Fatal(text, r.Diag)
				}
				table = text
			}
			found := false
			for _, a := range (&Reading{Unnamed: "lab"}).Answers(s.Catalogue().Table("lab", "t")) {
				found = found || strings.Contains(a.Why, "By the index")
				if r := s.Exec(a.CQL); r.Accepted() != a.Can {
					t.Errorf("%s, key (%s): %s: accepted %v, said %v", table, key, a.CQL, r.Accepted(), a.Can)
				}
			}
			if !found {
				t.Errorf("%s, key (%s): the index finds nothing", table, key)
			}
		}
	}
}

// TestCircles: screens of which each comes only after the others are told once, in their order,
// and the fix makes one of them the first. A circle with a way in is none.
func TestCircles(t *testing.T) {
	const base = "entity A 10\n  a int key\n\nquestion Q1 All\n  given a typed\n  want A\n\n"
	for _, c := range []struct{ screens, want string }{
		{"screen X\n  after Y\n  asks Q1\nscreen Y\n  after X\n", "X → Y → X"},
		{"screen Z\n  after Y\nscreen X\n  after W\n  asks Q1\nscreen Y\n  after X\nscreen W\n  after Y, X\n", "X → Y → W → X"},
		{"screen X\n  after Y, V\n  asks Q1\nscreen Y\n  after X\nscreen V\n", ""},
		{"screen X\n  after X\n  asks Q1\n", ""},
	} {
		m, slips := Parse(diag.NewSource("", base+c.screens))
		found := ""
		for _, f := range m.Design().Findings {
			if _, round, is := strings.Cut(f.Message, "these screens lead only to each other, so nobody can begin: "); is {
				found += round
				m, slips = Parse(diag.NewSource("", f.Fixes[0].Apply(m.Source.Text)))
				for _, f := range m.Design().Findings {
					if strings.HasPrefix(f.Message, "these screens") {
						t.Errorf("%s: after the fix %s", c.screens, f.Message)
					}
				}
			}
		}
		if found != c.want || len(slips) > 0 {
			t.Errorf("%s: %q, want %q; %v", c.screens, found, c.want, slips)
		}
	}
}

// TestOwnersInACircle: where two things lie within each other, the one that a relationship makes
// an owner is one, and the fix takes out the other.
func TestOwnersInACircle(t *testing.T) {
	const text = "entity Yard 9 within Hive\n  a int key\n\nentity Hive 90 within Yard\n  b int key\n\nrelate Yard holds Hive 1 : 1..10..20\n\nquestion Q1 Hives\n  given a\n  want Hive: b\n"
	_, list := Parse(diag.NewSource("", text))
	if len(list) != 1 || list[0].Message != "Yard lies within itself" {
		t.Fatal(list)
	}
	if got, want := list[0].Fixes[0].Apply(text), strings.Replace(text, " within Hive", "", 1); got != want {
		t.Errorf("the fix makes\n%s", got)
	}
}

func TestNames(t *testing.T) {
	for in, want := range map[string]string{"POI": "poi", "PointOfInterest": "point_of_interest", "hotel_id": "hotel_id", "HTTPServer": "http_server", "publicationFrequency": "publication_frequency", "Q1": "q1", "A": "a", "": ""} {
		if got := snake(in); got != want {
			t.Errorf("snake(%s) = %s, want %s", in, got, want)
		}
	}
	for in, want := range map[string]string{"hotel": "hotels", "category": "categories", "address": "addresses", "box": "boxes", "day": "days", "person": "people", "branch": "branches", "woman": "women", "human": "humans", "apiary": "apiaries",
		"orders": "orders", "stop_times": "stop_times", "series": "series", "news": "news", "cameras": "cameras", "bus": "buses", "class": "classes", "canvas": "canvases", "analysis": "analyses", "quiz": "quizzes", "book_shelf": "book_shelves", "photo": "photos"} {
		if got := plural(in); got != want {
			t.Errorf("plural(%s) = %s, want %s", in, got, want)
		}
	}
}

func TestAmounts(t *testing.T) {
	for _, c := range []struct {
		text        string
		lo, typ, hi float64
		rate        float64
		words       string
	}{
		{"5000", 5000, 5000, 5000, 0, "5k"}, {"20..400", 20, 210, 400, 0, "20..400"}, {"20..100..400", 20, 100, 400, 0, "20..100..400"},
		{"2M + 10k/day", 2e6, 2e6, 2e6, 1e4, "2M + 10k/day"}, {"1/10min", 0, 0, 0, 144, "144/day"}, {"n", guess, guess, guess, 0, "n"}, {"1..n", 1, 50.5, 50.5 * openEnd, 0, "1..n"},
		{"0..5..30 per day", 0, 0, 0, 5, "0..5..30/day"}, {"3 per hour", 0, 0, 0, 72, "72/day"}, {"1", 1, 1, 1, 0, "1"}, {"0..1", 0, 0.5, 1, 0, "0..1"}, {"12 * 30", 360, 360, 360, 0, "360"},
		{"0..2/day", 0, 0, 0, 1, "0..2/day"}, {"0..n", 0, 50, 50 * openEnd, 0, "0..n"}, {"5 + 0..2/week", 5, 5, 5, 1.0 / 7, "5 + 0..2/week"},
	} {
		a, d := readAmount(c.text, 0)
		if d != nil || a.Lo != c.lo || a.Typ != c.typ || a.Hi != c.hi || a.Rate != c.rate || a.Words() != c.words {
			t.Errorf("%s: %+v %v, %s", c.text, a, d, a.Words())
		}
	}
	for _, text := range []string{"", "x", "5..1", "1..2..3..4", "-3", "5/fortnight", "5/0 days", "..", "9e400"} {
		if a, d := readAmount(text, 0); d == nil || d.Message == "" {
			t.Errorf("%q is read as %+v", text, a)
		}
	}
}

// TestSizeOfElements: the number behind a collection of values that all have one size counts
// them, and is not lost.
func TestSizeOfElements(t *testing.T) {
	for typ, want := range map[string]string{
		"map<int,int> 30":       "count.a = 30",
		"list<uuid> 1..5..9":    "count.a = 1..5..9",
		"set<text> 4":           "len.a = 4",
		"set<text> 4 of 20":     "count.a = 4\nlen.a = 20",
		"map<int,text> 30":      "len.a.value = 30",
		"frozen<set<bigint>> 7": "count.a = 7",
		"inet 16":               "len.a = 16",
	} {
		m, list := Parse(diag.NewSource("", "model x\nentity Thing 100\n  thing_id uuid key\n  a "+typ+"\nquestion Q1 A thing\n  given thing_id\n  want Thing: a\n"))
		d := m.Design()
		if len(d.Tables) != 1 {
			t.Fatalf("%s: %v, %v", typ, list, d.Findings)
		}
		if got := d.Tables[0].Size.Workload; !strings.Contains(got, want+"\n") {
			t.Errorf("%s:\n%s\nwant %s", typ, got, want)
		}
	}
}

// TestManyIsDrawnAsMany: what the text leaves without a bound is drawn without one, also where
// the usual rate follows from the other side.
func TestManyIsDrawnAsMany(t *testing.T) {
	m, slips := Parse(diag.NewSource("", "entity Hive 100\n  hive_id uuid key\nentity Product 60\n  product_id uuid key\nentity Treatment\n  treatment_id uuid key\nrelate Hive gets Treatment 1 : 0..3/year\nrelate Product helps Treatment 1 : n\n"))
	if len(slips) > 0 {
		t.Fatal(slips)
	}
	for i, want := range []string{"0..3/year", "n"} {
		if got := m.Relationships[i].Right.Words(); got != want {
			t.Errorf("relationship %d is drawn %s, want %s", i, got, want)
		}
	}
}

// TestKeyNotMarkedYet: where what names an entity is written and not marked as its key yet, no
// second attribute of the name stands beside it.
func TestKeyNotMarkedYet(t *testing.T) {
	const rest = "  name text\nquestion Q1 A keeper\n  given keeper_id\n  want Keeper\n"
	for _, line := range []string{"keeper_id uuid", "keeper_id uu", "keeper_id uuid ke", "keeper_id"} {
		m, slips := Parse(diag.NewSource("", "entity Keeper 500\n  "+line+"\n"+rest))
		var names []string
		for _, c := range m.Design().Tables[0].Columns {
			names = append(names, c.Name)
		}
		if got := strings.Join(names, " "); got != "keeper_id name" || len(slips) == 0 {
			t.Errorf("%s: %s, %d slips", line, got, len(slips))
		}
	}
	const text = "entity Keeper 500\n  keeper_id uuid # who\n" + rest
	_, slips := Parse(diag.NewSource("", text))
	if want := strings.Replace(text, "uuid #", "uuid key #", 1); len(slips) != 1 || len(slips[0].Fixes) != 1 || slips[0].Fixes[0].Apply(text) != want {
		t.Errorf("%v", slips)
	}
}

// TestNamelessKeys: a key that says nothing by itself has its entity before it in tables of
// others; a table's block may name it without.
func TestNamelessKeys(t *testing.T) {
	for line, want := range map[string]string{
		"number int key": "apiary_id, hive_number, inspected_at",
		"isbn int key":   "apiary_id, isbn, inspected_at",
	} {
		name, _, _ := strings.Cut(line, " ")
		m, slips := Parse(diag.NewSource("", "entity Apiary 10\n  apiary_id uuid key\nentity Hive within Apiary\n  "+line+"\nentity Inspection within Hive\n  inspected_at timestamp key\nrelate Apiary has Hive 1 : 5\nrelate Hive gets Inspection 1 : 9\nquestion Q1 Inspections\n  given apiary_id\n  want Inspection: inspected_at\ntable t for Q1\n  key (apiary_id), "+name+" desc, inspected_at\n"))
		d := m.Design()
		for _, f := range append(slips, d.Findings...) {
			if f.Severity == diag.Refused {
				t.Error(f.Message)
			}
		}
		var key []string
		for _, c := range append(d.Tables[0].PartitionKey(), d.Tables[0].ClusteringKey()...) {
			if key = append(key, c.Name); len(key) == 2 && !c.Desc {
				t.Errorf("%s ascends", c.Name)
			}
		}
		if got := strings.Join(key, ", "); got != want {
			t.Errorf("%s: key %s, want %s", line, got, want)
		}
	}
}

// TestNumbersAreSaidInOneWay: a number of the text is drawn as it is written, where it has no more
// than three digits, and of one there is one.
func TestNumbersAreSaidInOneWay(t *testing.T) {
	m, _ := Parse(diag.NewSource("", "entity Site 155M\n  site_id uuid key\nentity Usage within Site\n  month date key\nrelate Site counts Usage 1 : 1 per month\n"))
	if got := m.HowMany(m.Entities[0]); got != "155M" {
		t.Errorf("there are %s Sites", got)
	}
	if one, _ := m.Relationships[0].Sides(); one != "one Site counts 1 Usage a month" {
		t.Errorf("%s", one)
	}
}

// TestCQLIsNoModel: CQL among the lines of a model is said once to be that, with where a schema is
// drawn, and what stands behind it is read; an attribute may be called like its words.
func TestCQLIsNoModel(t *testing.T) {
	const schema = "CREATE TABLE k.t (\n  id uuid,\n  type text,\n  PRIMARY KEY (id)\n) WITH comment = 'x'\n  AND default_time_to_live = 9;\n\nINSERT INTO k.t (id) VALUES (?);\n"
	const site = "entity Site 20\n  site_id uuid key\n  begin timestamp\n  update text 9\n"
	for text, said := range map[string]bool{
		schema:                               true,
		"  " + schema:                        true,
		schema + site:                        true,
		site + "\n" + schema:                 true,
		schema + "\n" + site + "\n" + schema: true,
		site:                                 false,
		strings.ReplaceAll(site, "  ", ""):   false,
	} {
		m, list := Parse(diag.NewSource("", text))
		if said && (len(list) != 1 || list[0].Message != "this is CQL, which no model has in it" || !strings.Contains(list[0].Instead, "the tab Diagram of the workbench")) || !said && len(list) > 0 {
			t.Errorf("%q: %v", text, list)
		}
		if e := m.Entity("Site"); strings.Contains(text, "entity") && (e == nil || len(e.Attributes) != 3) {
			t.Errorf("%q: Site is not read", text)
		}
	}
}

// TestASetIsLookedUpAsThings: whoever looks something up by one of several values that it has is
// told to make them things of their own, and the fix writes that: then the question is answered.
func TestASetIsLookedUpAsThings(t *testing.T) {
	const text = "entity Title 380000\n  isbn text 13 key\n  title text 40\n  subjects SET\n\nquestion Q1 Of a subject\n  given GIVEN typed\n  want Title: isbn, title\n"
	for _, c := range []struct{ set, given, key, relate string }{
		{"set<text>", "subjects", "subject text key", "relate Title has Subject  n : 0..5..50?"},
		{"set<text> 1..3..8 of 20", "Title.subjects", "subject text 20 key", "relate Title has Subject  n : 1..3..8"},
		{"list<int>", "subjects", "subject int key", "relate Title has Subject  n : 0..5..50?"},
		{"map<text, int>", "subjects", "", ""},
		{"set<counter>", "subjects", "", ""},
	} {
		all := strings.NewReplacer("SET", c.set, "GIVEN", c.given).Replace(text)
		_, slips := Parse(diag.NewSource("", all))
		i := slices.IndexFunc(slips, func(d diag.Diagnostic) bool { return strings.Contains(d.Message, "subjects cannot be looked up") })
		if i < 0 || len(slips[i].Fixes) > 0 != (c.key != "") || c.key != "" && !strings.Contains(slips[i].Instead, "make Subject an entity, with `"+c.key+"`, and relate it: `"+strings.ReplaceAll(c.relate, "  ", " ")+"`") {
			t.Errorf("%s: %v", c.set, slips)
			continue
		}
		if c.key == "" {
			continue
		}
		after := slips[i].Fixes[0].Apply(all)
		m, slips := Parse(diag.NewSource("", after))
		if d := m.Design(); len(slips) > 0 || len(d.Tables) != 1 || d.Tables[0].Name != "titles_by_subject" || !d.Accesses[0].Served || !strings.Contains(after, c.relate) {
			t.Errorf("%s: %v\n%s", c.set, slips, after)
		}
	}
}

// TestNothingHangsOnWhatIsNotRead: as long as the numbers of a relationship cannot be read, no table says
// what follows from them, and no message but the one about its line, and that the question waits for
// it; what does not hang on it stays, and the question comes back with its numbers.
func TestNothingHangsOnWhatIsNotRead(t *testing.T) {
	const text = "entity Owner 9000\n  owner_id uuid key\n  phone text 12\nentity Reminder 20k\n  reminder_id timeuuid key\n  due_on date\nentity Clinic 60\n  clinic_id uuid key\n" +
		"relate Clinic sends Reminder 1 : n\nrelate Owner gets Reminder NUMBERS\n" +
		"screen S\n  asks Q1, Q2\nquestion Q1 Reminders of a day\n  given clinic_id, due_on\n  want Reminder: reminder_id\nquestion Q2 Whom to call\n  given clinic_id, due_on\n  want Reminder: reminder_id, Owner.phone\ntable calls for Q2\n  spread 4\n"
	const waits = "Q2 has no table yet: its rows hang on Owner gets Reminder, whose numbers cannot be read"
	for numbers, read := range map[string]bool{"1 : 0..2..9": true, "1 : daily": true, "one : many": true, "": false, "1": false, "1 : 0..2..9 dayly": false, "n : 0..2..9 dayly changes 1/year": false, "1 : ?": false, "1..3 per : 2": false} {
		m, list := Parse(diag.NewSource("", strings.Replace(text, "NUMBERS", numbers, 1)))
		d := m.Design()
		said := slices.ContainsFunc(d.Findings, func(f diag.Diagnostic) bool { return f.Message == waits })
		if read {
			if said || len(d.Tables) != 2 || d.Access(m.Question("Q2")) == nil {
				t.Errorf("%q: %v", numbers, d.Findings)
			}
			continue
		}
		if !said || len(list) != 1 || m.Question("Q2") != nil {
			t.Errorf("%q: %v %v", numbers, list, d.Findings)
		}
		if len(d.Tables) != 1 || !d.Accesses[0].Served || d.Tables[0].Column("phone") != nil {
			t.Errorf("%q: %v", numbers, d.Tables)
		}
		if one, other := m.Relationships[1].Sides(); !strings.Contains(one+other, "an unknown number of") && numbers != "" {
			t.Errorf("%q: %s, %s", numbers, one, other)
		}
	}
}
