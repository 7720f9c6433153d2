package exercisebook

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/exercise"
)

// whole is an exercise that lacks nothing.
const whole = `id = e1
title = Two guests
kind = cql
minutes = 5

prompt:
Repair the key.

rows bookings:
name text | hotel_id text | guest_id uuid | day date
Smith | AZ123 | 1 | 2026-03-01
Smith | AZ123 | 2 | 2026-03-01

question desk:
given name = Smith
want hotel_id
order day

workload:
each guest_id = 5000
each day = 1 every 1d

must:
valid
serves desk in 1 partition
keeps bookings

model:
CREATE TABLE t (name text, hotel_id text, guest_id uuid, day date, PRIMARY KEY (name, day, guest_id));

wrong PRIMARY KEY (name, day):
Both arrive on one day. What tells them apart?

teach:
What if two nights are booked?

hint:
a
hint:
b
hint:
___
`

// Each mistake gets one message, at its place, with a cure.
func TestMistakes(t *testing.T) {
	if e, diags := Parse(whole, nil); len(diags) > 0 || len(e.Prove()) > 0 {
		t.Fatal(diag.Render(e.Source, append(diags, e.Prove()...)))
	}
	for _, c := range []struct{ old, new, at, message, instead string }{
		{"id = e1", "id = E 1", "E 1", "this is no id", "write small letters, digits and -, beginning with a letter: e1"},
		{"id = e1\n", "", "t", "the exercise has no id", "write id = e1: links and progress carry it, so it is never changed and never reused"},
		{"kind = cql", "kind = sql", "sql", "there is no kind sql", "write cql, number, choice, match, order"},
		{"minutes = 5", "minutes = five", "five", "these are no minutes", "write a whole number from 1 to 120"},
		{"minutes = 5", "minuts = 5", "minuts", "there is no line minuts", "did you mean minutes?"},
		{"kind = cql", "kind = cql\nkind = cql", "kind", "kind is written twice", "take one of the lines out"},
		{"minutes = 5", "minutes = 5\nschema = hotels", "hotels", "the schema hotels cannot be read: there is no hotels", "write the name of a file in content/schemas, without .cql"},
		{"minutes = 5", "minutes = 5\nset = tables_fail = 3", "tables_fail = 3", `"tables_fail" is no key of cassandra.yaml that changes a verdict`, "write set = key=value"},
		{"minutes = 5", "minutes 5", "minutes 5", "this line has no =", "write name = value, or prompt: before the question"},
		{"prompt:", "promt:", "promt:", "there is no section promt:", "did you mean prompt?"},
		{"hint:\na\n", "hint:\n", "hint:", "the section hint: is empty", "write something below it, or take it out"},
		{"hint:\na", "prompt:\nMore\nhint:\na", "prompt:", "a second section prompt:", "put the two together"},
		{"name text |", "name txt |", "name txt", "there is no type txt", "write a type of CQL, such as text, int or timestamp"},
		{"name text |", "name |", "name", "the type of name is missing", "write it after the name: name text"},
		{"name text |", "na me text |", "na me text", "there is no type me text", "write a type of CQL, such as text, int or timestamp"},
		{"Smith | AZ123 | 1 |", "Smith | AZ123 |", "Smith | AZ123 | 2026-03-01", "this row has 3 values, and there are 4 columns", "put | between the values, and leave a place empty where there is none"},
		{"| 1 | 2026-03-01", "| 1 | 2026-3-1", "2026-3-1", "this is no date: Unable to coerce '2026-3-1' to a formatted date (long)", "write a value of the type of day"},
		{"rows bookings:", "rows book.ings:", "rows book.ings:", "the rows need a name of their own", "write rows bookings: or rows smith4 of bookings:"},
		{"given name = Smith", "given nam = Smith", "nam", "the rows bookings have no column nam", "did you mean name?"},
		{"want hotel_id", "want stays: hotel_id", "stays", "there are no rows stays", "write `rows stays:` and some rows"},
		{"order day", "sorted day", "sorted day", "a question has no such clause", "begin with given, range, want, order, limit or shown"},
		{"order day", "limit few", "few", "this is no limit", "write limit 20"},
		{"order day", "range day", "day", "the range has no ends", "write range date from 2026-03-01 to 2026-03-31; both ends belong to it"},
		{"order day", "range day from 2026-13-01 to 2026-03-02", "2026-13-01", "this is no date", ""},
		{"each guest_id = 5000", "each hotel = 5000", "hotel", "the rows have no column hotel", "write a name that stands above the rows"},
		{"each guest_id = 5000", "each hotel_id = 50 *", "", "the expression ends", "write a number"},
		{"each guest_id = 5000", "each hotel_id = t * t", "t * t", "this does not grow evenly", "write a + b * t"},
		{"each guest_id = 5000", "rooms = 20..many\neach hotel_id = rooms", "many", "", ""},
		{"each day = 1 every 1d", "each day = 1 every never", "never", "", ""},
		{"keeps bookings", "keep bookings", "keep", "there is no predicate keep", "did you mean keeps?"},
		{"keeps bookings", "keeps", "keeps", "keeps does not say which rows", "write keeps ROWS, or keeps ROWS 4 for QUESTION"},
		{"keeps bookings", "keeps booking", "booking", "keeps cannot use booking", "write keeps ROWS, or keeps ROWS 4 for QUESTION"},
		{"keeps bookings", "size < ten MB", "M", "an operator is missing here", ""},
		{"keeps bookings", "key (a, b", "key (a, b", "key cannot be read", "write key ((a, b), c)"},
		{"keeps bookings", "yields UPDATE x SET a = 1 WHERE b = 2", "UPDATE x", "the server refuses what somebody else writes: table x does not exist", "write statements that it accepts"},
		{"keeps bookings", "yields SELECT * FROM system.local", "SELECT", "what somebody else writes changes no row: SELECT", "write a statement whose row or value is new"},
		{"each guest_id = 5000\neach day = 1 every 1d\n\nmust:\nvalid", "a = 1\n\nmust:\nvalid\nsize < 10 MB for desk", "", "", ""},
		{"workload:\neach guest_id = 5000\neach day = 1 every 1d\n\nmust:", "must:\nsize < 10 MB", "size < 10 MB", "size needs a workload", "write the section workload: with a line such as each hotel_id = 5000"},
		{"model:\nCREATE TABLE", "model:\nCREATE TABEL", "TABEL", "", ""},
		{"wrong PRIMARY KEY (name, day):", "wrong PRIMARY KY (name, day):", "PRIMARY KY (name, day)", "this is neither CQL nor a change of the model answer", "write a statement"},
		{"wrong PRIMARY KEY (name, day):\nBoth arrive on one day. What tells them apart?", "wrong:\nSELECT * FROM t", "wrong:", "this answer has nothing said about it", "write `says:` on a line of its own after the answer, then the feedback"},
		{"wrong PRIMARY KEY (name, day):\n", "wrong PRIMARY KEY (name, day):\n- day\n", "wrong PRIMARY KEY (name, day):", "a part of this answer would be said as its feedback", "write `wrong:` or `also:` alone, the whole answer below it, and `says:` before the feedback"},
		{"wrong PRIMARY KEY (name, day):\n", "wrong PRIMARY KEY (name, day):\nday int\nsays:\n", "wrong PRIMARY KEY (name, day):", "a part of this answer would be said as its feedback", "write `wrong:` or `also:` alone, the whole answer below it, and `says:` before the feedback"},
	} {
		text := strings.Replace(whole, c.old, c.new, 1)
		if text == whole {
			t.Errorf("%q changes nothing", c.old)
			continue
		}
		e, diags := Parse(text, nil)
		if len(diags) == 0 {
			diags = e.Prove()
		}
		if c.message == "" && c.at == "" {
			continue // whatever it says
		}
		if len(diags) == 0 {
			t.Errorf("%q: no message", c.new)
			continue
		}
		d := diags[0]
		at := ""
		if d.Start >= 0 && d.End <= len(text) && d.Start <= d.End {
			at = text[d.Start:d.End]
		}
		if !strings.HasPrefix(at, c.at) || !strings.HasPrefix(d.Message, c.message) || !strings.HasPrefix(d.Instead, c.instead) {
			t.Errorf("%q\n  at %q: %s (%s)\nwant %q: %s (%s)", c.new, at, d.Message, d.Instead, c.at, c.message, c.instead)
		}
	}
}

// What an exercise claims and does not hold is found.
func TestClaimsThatDoNotHold(t *testing.T) {
	for _, c := range []struct{ old, new, at, message string }{
		{"PRIMARY KEY (name, day, guest_id));", "PRIMARY KEY (name, day));", "CREATE TABLE", "the model answer does not pass: keeps bookings: The second booking replaces the first: both have name Smith and day 2026-03-01. Of 2 bookings one row is left."},
		{"wrong PRIMARY KEY (name, day):", "wrong PRIMARY KEY (name, guest_id, day):", "wrong PRIMARY KEY (name, guest_id, day):", "this answer passes: nothing is wrong with it"},
		{"wrong PRIMARY KEY (name, day):", "wrong note text:", "wrong note text:", "this answer passes: nothing is wrong with it"},
		{"hint:\na", "wrong PRIMARY KEY ((name), day):\nAgain?\nhint:\na", "wrong PRIMARY KEY ((name), day):", "this answer gets the feedback of another: Both arrive"},
		{"hint:\na", "also PRIMARY KEY (name):\nTrue.\nhint:\na", "also PRIMARY KEY (name):", "this answer does not pass: keeps bookings"},
		{"hint:\na", "also PRIMARY KEY ((name), day, guest_id):\nTrue.\nhint:\na", "also PRIMARY KEY ((name), day, guest_id):", "this answer does not get its comment"},
		{"hint:\na", "start:\nCREATE TABLE t (name text, hotel_id text, guest_id uuid, day date, PRIMARY KEY (name, guest_id, day));\nhint:\na", "CREATE TABLE", "what the field holds at first passes"},
		{"hint:\na\n", "", "i", "there are 2 hints"},
		{"teach:\nWhat if two nights are booked?\n", "", "i", "there is no question for a class"},
		{"hint:\na", "hint:\nPut name, then day and guest_id into it.", "Put name", "this hint gives the answer away"},
		{"hint:\na", "hint:\nThe rows are sorted by `day, guest_id`.", "The rows", "this hint gives the answer away"},
		{"hint:\n___", "hint:\nThink.", "Think.", "the last hint has no blank"},
		{"What tells them apart?", "That is wrong. Is it?", "Both", "feedback says wrong"},
		{"What tells them apart?", "", "Both", "this feedback asks nothing"},
		{"Both arrive on one day.", strings.Repeat("Both arrive on one day. ", 10), "Both", "this feedback has 54 words"},
		{"must:\nvalid", "must:\nvalid\nhas Name text", "", ""},
		{"keeps bookings", "keeps bookings\nkey ((name), day, guest_id)\ncovers desk", "", ""},
		{"given name = Smith\nwant hotel_id\norder day", "given name = Smith\nwant hotel_id", "", ""},
		{"keeps bookings", "bounded", "wrong PRIMARY KEY (name, day):", ""},
		{"hint:\na", "proof:\nSELECT * FROM system.local; -- rows 2\nhint:\na", "SELECT", "this is not so: the statement"},
		{"hint:\na", "proof:\nCREATE TABLE x (x int PRIMARY KEY); -- refused\nhint:\na", "CREATE TABLE x", "this is not so: the statement is accepted"},
		{"hint:\na", "proof:\nCREATE TABLE x (x int); -- refused W-05\nhint:\na", "CREATE TABLE x", "this is not so: the statement is refused by "},
		{"hint:\na", "proof:\nCREATE TABLE x (x int PRIMARY KEY); -- 3 rows\nhint:\na", "CREATE TABLE x", "this is not so: the statement has a comment that says nothing"},
	} {
		text := strings.Replace(whole, c.old, c.new, 1)
		e, diags := Parse(text, nil)
		if len(diags) > 0 {
			t.Errorf("%q\n%s", c.new, diag.Render(e.Source, diags))
			continue
		}
		diags = e.Prove()
		if c.message == "" {
			continue
		}
		if len(diags) == 0 {
			t.Errorf("%q: no message", c.new)
			continue
		}
		if at := text[diags[0].Start:diags[0].End]; !strings.HasPrefix(at, c.at) || !strings.HasPrefix(diags[0].Message, c.message) {
			t.Errorf("%q\n  at %q: %s\nwant %q: %s", c.new, at, diags[0].Message, c.at, c.message)
		}
	}
}

// A variation that the judge takes for another answer is told: here because a predicate
// names columns, and the variation renames them.
func TestVariationsAreTried(t *testing.T) {
	text := strings.Replace(whole, "keeps bookings", "keeps bookings\ncovers desk", 1)
	e, _ := Parse(text, nil)
	right, wrong := map[string]bool{}, map[string]bool{}
	for _, v := range e.Variations() {
		if r := e.Judge(v.Answer); r.Passed != v.Right {
			t.Errorf("%s: passed %v\n%s", v.What, r.Passed, v.Answer)
		}
		if v.Right {
			right[v.What] = true
		} else {
			wrong[v.What] = true
		}
	}
	for _, what := range []string{"formatted", "in lower case", "with IF NOT EXISTS", "in a keyspace of its own", "with names written likeThis", "with PRIMARY KEY ((a), b)", "with more columns"} {
		if !right[what] {
			t.Errorf("no variation %s", what)
		}
	}
	for _, what := range []string{"without guest_id in its key", "without the column hotel_id", "with day in its partition key", "with guest_id in its partition key"} {
		if !wrong[what] {
			t.Errorf("no variation %s: %v", what, wrong)
		}
	}
	// A judge that takes everything for right is found out.
	e.Exercise.Must = e.Exercise.Must[:1]
	found := false
	for _, d := range e.Prove() {
		found = found || strings.HasPrefix(d.Message, "this answer passes")
	}
	if !found {
		t.Error("without its predicates the exercise still holds")
	}
}

func TestGuessesAreProved(t *testing.T) {
	line := func(name, value string) exercise.GuessLine { return exercise.GuessLine{Name: name, Value: value} }
	for _, c := range []struct {
		lines []exercise.GuessLine
		want  string
	}{
		{[]exercise.GuessLine{line("guess", "1 row"), line("guess.4", "Sent."), line("guess.right", "Yes.")}, ""},
		{[]exercise.GuessLine{line("guess", "yes"), line("guess.no", "It does.")}, ""},
		{[]exercise.GuessLine{line("guess", "4"), line("guess.4", "Sent.")}, "a guess of 4 does not get this feedback"},
		{[]exercise.GuessLine{line("guess", "10 ± 2"), line("guess.11", "Near.")}, "a guess of 11 does not get this feedback"},
		{[]exercise.GuessLine{line("guess", "1"), line("guess.4", "a"), line("guess.4.0", "b")}, "a guess of 4.0 does not get this feedback"},
	} {
		got := ""
		if diags := ProveGuess(c.lines); len(diags) > 0 {
			got = diags[0].Message
		}
		if got != c.want {
			t.Errorf("%v: %q, want %q", c.lines, got, c.want)
		}
	}
}
