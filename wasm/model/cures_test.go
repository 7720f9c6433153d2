package model

import (
	"os"
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
)

// TestCuresKeepWhatIsMeant: a slip in the model of the clinic is said in the words below,
// and one of its fixes makes what was meant.
func TestCuresKeepWhatIsMeant(t *testing.T) {
	text := clinic(t).Source.Text + "\nscreen Desk\n  asks Q4, Q5\n"
	for _, c := range []struct{ line, slip, message, instead, want string }{
		{"Patient 200k", "Patient 200,000", "`200,000` is written with a comma", "write 200000, or 200k", "Patient 200000"},
		{"Appointment 10M", "Appointment 10,000,000", "`10,000,000` is written with a comma", "write 10000000, or 10M", "Appointment 10000000"},
		{"0..50..400", "0..50..1,400", "`1,400` is written with a comma", "write 1400", "0..50..1400"},
		{"asks Q4, Q5", "asks Q4 Q5", "a comma is missing before Q5", "write Q4, Q5", "asks Q4, Q5"},
		{"given  patient_id, kind", "given  patient_id kind", "`kind` says nothing about an attribute here", "write a comma, or take it out", "given  patient_id, kind"},
		{"relate Doctor works", "relates Doctor works", "no block begins with `relates`", "write relate", "relate Doctor works"},
		{"given  patient_id, kind", "given  patient_id knd", "`knd` says nothing about an attribute here", "write a comma and kind", "given  patient_id, kind"},
		{"given  patient_id, kind", "given  patient_id whoever", "`whoever` says nothing about an attribute here", "write a comma, or take it out", ""},
		{"given  patient_id, kind", "given  patient_id, kind contains typed", "a question compares nothing: `contains`", "ask a search engine for what contains a text, or make its words an entity", ""},
		{"given  patient_id, kind", "given  patient_id, kind like '%x%'", "a question compares nothing: `like '%x%'`", "ask a search engine for what contains a text, or make its words an entity", ""},
		{"want   Patient: patient_id, name, born", "want   Patient: name, count(Patient)", "a question computes nothing: `count(Patient)`", "write below an entity of its own, as in: visits counter", ""},
		{"given  patient_id, kind", "given  kind, patient_id typd", "`typd` says nothing about an attribute here", "write typed", "given  kind, patient_id typed"},
		{"0..50..400", "0..500..400", "the range falls from 500 to 400", "write least..most, or least..usual..most", ""},
		{"issued desc", "issued descending", "`descending` is written desc", "write desc", "issued desc"},
		{"status          text 8", "status          string 8", "there is no type string", "write text", "status          text 8"},
		{"status          text 8", "status          varchar(8)", "types of CQL have no length: varchar(8)", "write varchar 8 where values are that long", "status          varchar 8"},
		{"status          text 8", "status          decimal(8, 2)", "types of CQL have no length: decimal(8, 2)", "take it out", "status          decimal"},
		{"given  patient_id, kind", "given  patient_id, kind\n  limit  0", "this limit asks for no row", "write how many rows the screen shows, or take the line out", "given  patient_id, kind"},
		{"given  patient_id, kind", "given  patient_id, kind\n  limit  -5", "a limit counts rows, and this is below 0", "write how many rows the screen shows, or take the line out", "given  patient_id, kind\n  limit  5"},
		{"given  patient_id, kind", "given  patient_id, kind\n  limit  1..9", "a limit is one number", "write how many rows the screen shows, or take the line out", "given  patient_id, kind"},
		{"given  patient_id, kind", "given  patient_id, kind\n  limit  n", "a limit is one number", "write how many rows the screen shows, or take the line out", ""},
		{"given  patient_id, kind", "given  patient_id, kind\n  range  starts_at thirty days", "`thirty days` is no length of a range", "write a length after the attribute, such as 30 days or 10%", ""},
		{"asks Q4, Q5", "asks Q4, Q55", "there is no question Q55", "add a block: question Q55", ""},
		{"question Q5", "question Q4", "there is a question Q4 already", "give it another name, or take it out", "question Q5"},
		{"want   Medicine: issued, name, dosage", "want   Prescription: issued, Medicine.name, dosage", "one Prescription has several Medicines, so a row cannot hold their name",
			"make each medicine a row: want Medicine: Prescription.issued, Medicine.name, dosage; or give Prescription an attribute that holds them: medicine_names set<text> 1..3..15 of 20", "want Medicine: Prescription.issued, Medicine.name, dosage"},
		{"want   Patient: patient_id, name, born", "want   Patient: price", "there is no attribute price", "use patient_id, name, email, born, doctor_id, specialty, clinic_id, appointment_id, starts_at, status, prescription_id or one of 8 more, or write it below its entity: price text", ""},
		{"want   Patient: patient_id, name, born", "want   count", "there is no entity count: a question reads what is stored", "write it below an entity of its own, as in: visits counter", ""},
	} {
		slipped := strings.Replace(text, c.line, c.slip, 1)
		_, list := Parse(diag.NewSource("", slipped))
		if slipped == text || len(list) < 1 || list[0].Message != c.message || list[0].Instead != c.instead {
			t.Errorf("%s: %v", c.slip, list)
			continue
		}
		if c.want == "" {
			continue
		}
		meant := strings.Replace(text, c.line, c.want, 1)
		found := false
		for _, f := range list[0].Fixes {
			found = found || f.Apply(slipped) == meant
		}
		if _, slips := Parse(diag.NewSource("", meant)); !found || len(slips) > 0 {
			t.Errorf("%s: no fix makes %s: %v", c.slip, c.want, list[0].Fixes)
		}
	}
}

// TestUniqueIsKept: what no table has as its whole key, nothing keeps unique, and the fix makes such
// a table; what no table stores is none's key, either.
func TestUniqueIsKept(t *testing.T) {
	const text = "entity Car 1200\n  car_id uuid key\n  plate text 8 unique\n\nquestion Q1 A car\n  given car_id typed\n  want Car\n"
	for _, c := range []struct {
		text string
		want int
	}{
		{text, 1},
		{text + "question Q2 Cars\n  given plate, car_id\n  want Car\n", 1},
		{text + "question Q2 By plate\n  given plate typed\n  want Car\n", 0},
		{strings.Replace(text, "want Car", "want Car: car_id", 1), 1},
		{"entity Car 1200\n  plate text 8 unique\n  car_id uuid key\n\nentity Owner 9\n  owner_id uuid key\n\nquestion Q1 Owners\n  given owner_id typed\n  want Owner\n", 1}, // nobody asks for it at all
		{strings.Replace(text, " unique", "", 1), 0},
	} {
		list, _ := found(t, c.text, "nothing keeps plate unique")
		if len(list) != c.want {
			t.Errorf("%s: %v", c.text, list)
		}
		if len(list) > 0 {
			if after, _ := found(t, list[0].Fixes[0].Apply(c.text), "nothing keeps plate unique"); len(after) > 0 {
				t.Errorf("after its fix: %v", after)
			}
		}
	}
}

// TestWordsBehindAnAttribute: a word that may be meant for another attribute, which stands below,
// or for one of the words that follow one, is offered as both.
func TestWordsBehindAnAttribute(t *testing.T) {
	const text = "question Q1 Of a type\n  given city typd\n  want Site: site_id\n\nentity Site 20\n  site_id uuid key\n  city text 9\n  Type text 9\n"
	_, list := Parse(diag.NewSource("", text))
	var fixed []string
	for _, f := range list[0].Fixes {
		fixed = append(fixed, strings.Split(f.Apply(text), "\n")[1])
	}
	if got := strings.Join(fixed, "; "); len(list) != 1 || list[0].Instead != "write a comma and Type, or typed" || got != "  given city, Type;   given city typed" {
		t.Errorf("%v: %s", list, got)
	}
}

// TestAnAnswerIsBroughtBack: a column that was moved out of the key goes back by the fix.
func TestAnAnswerIsBroughtBack(t *testing.T) {
	d := clinic(t).Design()
	fix, _ := d.Move(d.Table("medicines_by_patient"), "prescription_issued", Partition, 0)
	m, _ := Parse(diag.NewSource("", fix.Apply(d.Model.Source.Text)))
	moved := m.Design()
	for _, f := range moved.Findings {
		if !strings.Contains(f.Message, "does not answer Q7") {
			continue
		}
		if want := "take back what was moved: key (patient_id), prescription_issued desc, prescription_id, code"; f.Instead != want {
			t.Errorf("it says %s, want %s", f.Instead, want)
		}
		m, list := Parse(diag.NewSource("", f.Fixes[0].Apply(m.Source.Text)))
		if a := m.Design().Access(m.Question("Q7")); len(list) > 0 || !a.Served {
			t.Errorf("it is not answered after the fix: %s", a)
		}
		return
	}
	t.Error("nobody says that Q7 has no answer")
}

// TestALostOrderIsARisk: where the key that an author writes takes the order, the slice or the
// limit of an answer away, which the question's own table would give, it is a risk that says what
// is read instead, and the fix brings it back. Turning the order loses nothing, and what no table
// gives is advice.
func TestALostOrderIsARisk(t *testing.T) {
	const things = "horizon 2 years\n\nentity Driver 300k\n  driver_id uuid key\n\nentity Session 30M\n  session_id timeuuid key\n  started timestamp\n  energy int\n\nrelate Driver begins Session 1 : 0..100..2000\n\n"
	const newest = "question Q1 Newest\n  given driver_id\n  order started desc\n  limit 10\n  want Session: energy\n\n"
	const week = "question Q2 Of a week\n  given driver_id\n  range started 7 days\n  want Session: energy\n\n"
	for _, c := range []struct{ text, risk, fix string }{
		{newest + "table s for Q1\n  key (driver_id), session_id\n", "Q1 has lost its order and its LIMIT in s: for each answer about 100 rows, up to 2,000, are read, and the application sorts them by started and keeps 10", "the key that follows from Q1"},
		{newest + "table s for Q1\n  key (driver_id), energy, started desc, session_id\n", "Q1 has lost its order and its LIMIT in s: for each answer about 100 rows, up to 2,000, are read, and the application sorts them by started and keeps 10", "the key that follows from Q1"},
		{week + "table s for Q2\n  key (driver_id), session_id, started\n", "Q2 has lost its slice in s: for each answer about 100 rows, up to 2,000, are read, and the application compares started", "the key that follows from Q2"},
		{newest + week + "table s for Q1, Q2\n  key (driver_id), session_id\n", "Q2 has lost its slice in s: for each answer about 100 rows, up to 2,000, are read, and the application compares started", "give Q2 a table of its own"},
		{newest + "table s for Q1\n  key (driver_id), started, session_id\n", "", ""},
		{strings.Replace(newest, "order started desc\n  limit 10", "range started 7 days\n  order energy", 1), "", ""},
		{strings.Replace(newest, "order started desc\n  limit 10", "range started 7 days\n  order energy", 1) + "table s for Q1\n  plain energy\n", "", ""},
	} {
		risks := func(text string) (out []diag.Diagnostic) {
			m, slips := Parse(diag.NewSource("", text))
			for _, f := range append(slips, m.Design().Findings...) {
				if f.Severity <= diag.Warning {
					out = append(out, f)
				}
			}
			return out
		}
		text := things + c.text
		list := risks(text)
		i := slices.IndexFunc(list, func(f diag.Diagnostic) bool { return f.Message == c.risk })
		if c.risk == "" && len(list) > 0 || c.risk != "" && (i < 0 || list[i].Severity != diag.Warning || len(list[i].Fixes) != 1 || list[i].Fixes[0].Title != c.fix) {
			t.Errorf("%s\nis said %v, want %s, with the fix %s", c.text, list, c.risk, c.fix)
			continue
		}
		if c.risk == "" {
			continue
		}
		if of, _, _ := strings.Cut(c.risk, " "); slices.ContainsFunc(risks(list[i].Fixes[0].Apply(text)), func(f diag.Diagnostic) bool { return strings.HasPrefix(f.Message, of) }) {
			t.Errorf("%s\nits fix does not mend it", c.text)
		}
	}
}

// TestOptionalBehindWhatIsNotFixed: a value that a question may have or not is looked up where it stands
// behind columns that are fixed. Where it does not, that is a risk, the fix ends it, and every choice that
// leads there says so. The CQL has the question with that value and without.
func TestOptionalBehindWhatIsNotFixed(t *testing.T) {
	const text = "entity Title 380k\n  isbn text 13 key\n  author text 20 distinct 10k\n  language text 2 distinct 30\n  title text 40\n  published date\n\nquestion Q3 Titles\n  given author typed, language optional\n  order published desc\n  limit 50\n  want Title: isbn, title, published\n"
	const risk = "where Q3 is given language, the server refuses it in "
	_, d := found(t, text, risk)
	if q := d.Queries(""); !strings.Contains(q, "WHERE author = ?;\n-- Where it knows language:\nSELECT language, published, isbn, title FROM app.titles_by_author_language WHERE author = ? AND language = ? LIMIT 50;") {
		t.Error(q)
	}
	moved := 0
	for _, o := range d.Alternatives(d.Tables[0]) {
		after := o.Fix.Apply(text)
		list, d := found(t, after, risk)
		if said := strings.HasSuffix(o.Then.String(), "; the server refuses language where it is given"); said != (len(list) > 0) {
			t.Errorf("%s: %s, and then %v", o.Fix.Title, o.Then, list)
		}
		if len(list) == 0 {
			continue
		}
		moved++
		if r := d.session.Exec(strings.Replace(d.Accesses[0].Statement, " LIMIT", " AND language = ? LIMIT", 1)); r.Diag == nil || !strings.Contains(r.Diag.Message, `"language" cannot be restricted`) {
			t.Errorf("%s: the server takes it: %v", o.Fix.Title, r.Diag)
		}
		if q := d.Queries(""); !strings.Contains(q, "LIMIT 50;\n-- Where it knows language, the application compares language:\n") {
			t.Error(q)
		}
		if list[0].Severity != diag.Warning || len(list[0].Fixes) != 1 {
			t.Fatal(list)
		}
		if still, _ := found(t, list[0].Fixes[0].Apply(after), risk); len(still) > 0 {
			t.Error(still)
		}
	}
	if moved == 0 {
		t.Error("no choice puts published first")
	}
}

// TestCuresOfADesign: what is found in a small model is said in these words, and its fix
// ends it, with the key or the rows that were meant.
func TestCuresOfADesign(t *testing.T) {
	const two = "entity Player 1000\n  player_id uuid key\n\nentity Game 50k\n  game_id uuid key\n  played_at timestamp\n  result text 3\n  views counter\n  tags set<text>\n\n"
	const plays = "relate Player plays Game  1 : 0..50..500\n\n"
	for _, c := range []struct{ text, message, want string }{
		{two + "question Q1 Games\n  given player_id\n  want Game: result\n", "no relationship leads from Game to Player", "games_by_player: K player_id C game_id  result, 50 rows"},
		{two + plays + "question Q1 Games\n  given player_id\n  want Game: views, result\n", "games_by_player would hold views, which count, beside result", "games_by_player: K player_id C game_id  result, 50 rows; game_views_by_player: K player_id C game_id  views, 50 rows"},
		{two + "question Q1 A game\n  given game_id\n  want Game: result, Player.player_id\n", "no relationship leads from Game to Player", "games: K game_id  result  player_id, 1 rows"},
		{two + plays + "question Q1 A game\n  given game_id\n  order played_at\n  want Game: result\n", "Q1 sorts by played_at, which is the same in all rows of its answer", "games: K game_id  result, 1 rows"},
		{two + plays + "question Q1 A game\n  given game_id\n  want Game: tags\n", "nobody said how many elements tags has: 5 elements of tags are taken, for games", "games: K game_id  tags, 1 rows"},
		{strings.Replace(two, "  player_id uuid key\n", "  player_id uuid key\n  land text 2 distinct 50\n", 1) + plays + "question Q1 Players of a land\n  given land\n  want Player: player_id\n  often 100k/s\n", "Q1 reads one partition of players_by_land about 2,000 times a second", ""},
		{strings.Replace(two, "result text 3", "result text 3 distinct 4", 1) + plays + "question Q1 Games with a result\n  given result\n  want Game: played_at\n  often 100/s\n", "Q1 reads about 1.3\u00a0million rows a second: about 12,500 rows each time, from a table of 4 partitions", ""},
		{strings.Replace(two, "result text 3", "result text 3 distinct 4", 1) + plays + "question Q1 Games with a result\n  given result\n  want Game: played_at\n  often 10/s\n", "games_by_result has 4 partitions only, of which about 130,000 rows a second are read", ""},
		{two + plays + "question Q1 Games of a time\n  given player_id\n  range played_at 90%, result\n  order played_at\n  want Game: result\n", "Q1 must compare result in the client: about 45 rows come back", ""},
		{strings.Replace(two, "50k", "50k + 10/day", 1) + "entity Move within Game\n  made_at timestamp key\n\nrelate Game has Move  1 : 1..40..900\n\nquestion Q1 Moves of an hour\n  given game_id\n  range made_at 1 hour\n  want Move: made_at\n",
			"nobody said over which time the values of made_at of one Game lie: all values of made_at at once are taken, for moves_by_game_made_at", "moves_by_game_made_at: K game_id C made_at, 20 rows"}, // of 40, in the 2 hours of the fix
		{strings.Replace(strings.Replace(two, "text 3", "text 3 distinct 4 changes", 1), "50k", "5M/day", 1) + "question Q1 Waiting\n  given result\n  order played_at\n  want Game: game_id\n  limit 10\n", "Q1 reads up to 175,200 partitions of games_by_result where few of the oldest rows match: it is a queue", ""}, // not the oldest hour alone
		{two + plays + "question Q1 Newest\n  order played_at desc\n  want Game: result\n  limit 10\n", "", "latest_games: K day C played_at C game_id  result, 10 rows"},
		{two + plays + "entity Club 50\n  club_id uuid key\n\nrelate Club hosts Game  1 : 0..1k..9k\nentity Team 50\n  team_id uuid key\n\nrelate Team enters Game  1 : 0..1k..9k\nentity Land 50\n  land_id uuid key\n\nrelate Land has Club  1 : 1\nrelate Land sends Team  1 : 1\n\nquestion Q1 Games of a land\n  given land_id\n  want Game: result\n",
			"2 ways of equal length lead from Game to Land: by hosts and has, or by enters and sends", "games_by_land: K land_id C game_id  result, 1000 rows"},
		{two + plays + "question Q1 Games\n  given player_id via plays left\n  want Game: result\n", "plays joins different entities, so its ends have names of their own", "games_by_player: K player_id C game_id  result, 50 rows"},
		{two + "entity Club 50\n  club_id uuid key\n\nrelate Club hosts Game  1 : 0..1k..9k\nrelate Club has Player  1 : 0..20..90\n\n" + plays + "question Q1 Games of a club\n  given club_id\n  want Game: result\n",
			"", "games_by_club: K club_id C game_id  result, 1000 rows"}, // one step is what is meant
		{two + plays + "entity Club 50\n  club_id uuid key\n\nrelate Club has Player  1 : 0..20..90\n\nentity Hall 50\n  hall_id uuid key\n\nrelate Hall sees Game  1 : 0..1k..9k\n\nentity Town 10\n  town_id uuid key\n\nrelate Town has Hall  1 : 1..5..20\n\nrelate Town is home of Club 1 : 1..5..20\n\nquestion Q1 Games of a town\n  given town_id\n  want Game: result\n",
			"Q1 takes the way to town_id by sees and has Hall; another one leads there by plays, has Player and is home of", "games_by_town: K town_id C game_id  result, 5000 rows"},
		{two + "entity Club 50\n  club_id uuid key\n\nentity Union 5\n  union_id uuid key\n\nentity Team 500\n  team_id uuid key\n\nrelate Union has Club 1 : 1..10..40\nrelate Union has Team 1 : 1..100..400\nrelate Club has Game 1 : 0..1k..9k\nrelate Team has Game 1 : 0..100..900\n\nquestion Q1 Games of a union\n  given union_id via has\n  want Game: result\n",
			"2 ways of equal length lead from Game to Union: by Club has and has Club, or by Team has and has Team", "games_by_union: K union_id C game_id  result, 10000 rows"},
		{two + plays + "question Q1 A game\n  given game_id\n  order played_at desc, player_id\n  want Game: result\n\nquestion Q2 Games\n given player_id\n  order player_id, played_at desc\n  want Game: result\n", "Q1 sorts by played_at, which is the same in all rows of its answer", ""},
		{two + plays + "question Q1 Games\n  given player_id\n  order player_id, played_at desc\n  want Game: result\n", "Q1 sorts by player_id, which is the same in all rows of its answer", "games_by_player: K player_id C played_at C game_id  result, 50 rows"},
		{strings.Replace(two, "50k", "5M/day", 1) + "relate Player plays Game  1 : 0..9M..20M\n\nquestion Q1 Oldest\n  given player_id\n  order played_at\n  want Game: result\n  limit 10\n", "", "games_by_player: K player_id K day C played_at C game_id  result, 10 rows"},
		{strings.Replace(two, "50k", "500k/day", 1) + plays + "question Q1 Newest\n  order played_at desc\n  want Game: result\n  limit 10\n", "", "latest_games: K day K shard C played_at C game_id  result, 40 rows"},
		{strings.Replace(two, "50k", "5k/day", 1) + plays + "question Q1 Newest\n  order played_at desc\n  want Game: result\n  limit 10\n  often 200/s\n", "", "latest_games: K day K shard C played_at C game_id  result, 40 rows"},
		{strings.Replace(two, "50k", "5k/day", 1) + plays + "question Q1 Newest\n  order played_at desc\n  want Game: result\n  limit 10\n", "", "latest_games: K day C played_at C game_id  result, 10 rows"}, // a write in 17 seconds
		{strings.Replace(two, "text 3", "text 3 distinct 5 changes", 1) + plays + "question Q1 Of a result\n  given result\n  order played_at desc\n  want Game: game_id\n", "Q1 reads 5 partitions of games_by_result: its statement is sent once for each year", ""},
	} {
		m, slips := Parse(diag.NewSource("", c.text))
		// What no table of these texts stores is a matter of TestWhatIsStored, and what moves of TestMovesAreTold.
		list := slices.DeleteFunc(append(slips, m.Design().Findings...), func(f diag.Diagnostic) bool {
			return strings.HasPrefix(f.Message, "no table stores ") || strings.Contains(f.Message, " that gets another ")
		})
		if c.message != "" && (len(list) == 0 || list[0].Message != c.message) || c.message == "" && slices.ContainsFunc(list, func(f diag.Diagnostic) bool { return strings.Contains(f.Message, " takes the way ") }) {
			t.Errorf("%v is said, want %s", list, c.message)
			continue
		}
		if c.want == "" {
			continue
		}
		if c.message != "" {
			m, slips = Parse(diag.NewSource("", list[0].Fixes[0].Apply(c.text)))
		}
		d := m.Design()
		for _, f := range append(slips, d.Findings...) {
			if f.Severity == diag.Refused || f.Message == c.message {
				t.Errorf("after the fix: %s\n%s", f.Message, m.Source.Text)
			}
		}
		var got []string
		for _, table := range d.Tables {
			s := table.Name + ":"
			for _, col := range table.Columns {
				s += " " + col.Role.Mark() + " " + col.Name
			}
			got = append(got, s+", "+digits(count(table.Accesses[0].Rows.Typ))+" rows")
		}
		if got := strings.Join(got, "; "); got != c.want {
			t.Errorf("%s: %s, want %s", c.message, got, c.want)
		}
	}
}

// TestKnownOnTheSameScreen: what a question finds is known to those after it on its screen and to later screens,
// as the arrows between tables say, and not to those before it.
func TestKnownOnTheSameScreen(t *testing.T) {
	const text = "entity Player 500\n  player_id uuid key\n\nentity Game 500\n  game_id uuid key\n  land text 2 distinct 50\n\nscreen First\n  asks Q1\n\nscreen Games\n  after First\n  asks Q2, Q3\n\nquestion Q1 A player\n  given player_id typed\n  want Player\n\nquestion Q2 Games of a land\n  given land typed\n  want Game: game_id\n\nquestion Q3 A game\n  given game_id\n  want Game: land\n"
	for _, c := range []struct{ from, to, lacks, way string }{
		{"", "", "", "-players -games_by_land games_by_land-games"},
		{"asks Q2, Q3", "asks Q3, Q2", "Q3 needs game_id, which no screen before Games has found", "-players -games_by_land -games"},
		{"given player_id typed", "given player_id", "Q1 needs player_id, which is not known to whoever begins with First", "-players -games_by_land games_by_land-games"},
		{"given land typed", "given land, player_id via plays", "Q2 needs land, which no screen before Games has found", "-players -games_by_land_player games_by_land_player-games"}, // one of two is not enough
		{"given land typed", "given land typed, player_id via plays", "", "-players players-games_by_land_player games_by_land_player-games"},
		{"given game_id", "given game_id, player_id via plays", "", "-players -games_by_land games_by_land-games players-games"}, // one value from each
		// What a screen was opened with, the question beside it does not tell.
		{"given land typed\n  want Game: game_id\n\nquestion Q3 A game\n  given game_id", "given player_id via plays\n  want Game: game_id\n\nquestion Q3 Won\n  given player_id via plays, land typed", "", "-players players-games_by_player players-games_by_player_land"},
		{"given land typed\n  want Game: game_id\n\nquestion Q3 A game\n  given game_id", "given land\n  want Game: game_id\n\nquestion Q3 Won\n  given land, player_id via plays", "Q2 needs land, which no screen before Games has found", "-players -games_by_land players-games_by_land_player"},
	} {
		m, slips := Parse(diag.NewSource("", strings.Replace(text, c.from, c.to, 1)+"\nrelate Player plays Game 1 : 2..5..9\n"))
		d := m.Design()
		var lacks, way []string
		for _, f := range d.Findings {
			if strings.Contains(f.Message, " needs ") {
				lacks = append(lacks, f.Message)
			}
		}
		for _, s := range d.Steps() {
			from := ""
			if s.From != nil {
				from = s.From.Name
			}
			way = append(way, from+"-"+s.To.Name)
		}
		if strings.Join(lacks, "; ") != c.lacks || strings.Join(way, " ") != c.way || len(slips) > 0 {
			t.Errorf("%s: %q, want %q; %q, want %q; %v", c.to, lacks, c.lacks, way, c.way, slips)
		}
	}
}

// TestAScreenOfSeveralWays: where a screen opens from several that tell what it needs, its first
// question has an arrow from each, and the one beside it a single one, from the first.
func TestAScreenOfSeveralWays(t *testing.T) {
	const text = "entity Player 500\n  player_id uuid key\n  name text 20\n\nentity Game 500\n  game_id uuid key\n\nrelate Player plays Game 1 : 2..5..9\n\nscreen One\n  asks Q1\n\nscreen Two\n  asks Q2\n\nscreen Player\n  after FROM\n  asks Q3, Q4\n\n" +
		"question Q1 A name\n  given name typed\n  want Player: player_id\n\nquestion Q2 A game\n  given game_id typed\n  want Game: player_id\n\nquestion Q3 A player\n  given player_id\n  want Player: name\n\nquestion Q4 Games\n  given player_id\n  want Game: game_id\n"
	for from, want := range map[string]string{
		"One":      "players_by_name-players players_by_name-games_by_player",
		"One, Two": "players_by_name-players games-players players-games_by_player",
	} {
		m, slips := Parse(diag.NewSource("", strings.Replace(text, "FROM", from, 1)))
		var way []string
		for _, s := range m.Design().Steps() {
			if s.From != nil {
				way = append(way, s.From.Name+"-"+s.To.Name)
			}
		}
		if got := strings.Join(way, " "); got != want || len(slips) > 0 {
			t.Errorf("%s: %s, want %s; %v", from, got, want, slips)
		}
	}
}

// TestWhatIsStored: what no table stores is said, with a question that stores it; and where the
// copies of a fact are that changes, by the key of what it is about and nothing else.
func TestWhatIsStored(t *testing.T) {
	const text = "entity Repo 100\n  repo_id uuid key\n  place text 9\n  mark text 9\nentity Build 10k\n  build_id uuid key\n  status text 9 changes\n  began_at timestamp\nentity Runner 9\n  runner_id uuid key\n  host text 9\n  boots counter\nrelate Repo runs Build 1 : 0..100..900\n" +
		"question Q1 Builds\n  given repo_id\n  order began_at\n  want Build: status\nquestion Q2 Running\n  given status\n  want Build: build_id\n"
	const build = "question Q3 A build\n  given build_id\n  want Build: status, repo_id"
	for _, c := range []struct{ text, want string }{
		{text, "no table stores place and mark of Repo: no question asks for them|a change of status writes about 2 rows in 2 tables: builds_by_repo and builds_by_status; no table tells by build_id alone where those of builds_by_repo are|no table stores Runner: no question asks for it"},
		{text + build + "\n", "no table stores place and mark of Repo: no question asks for them|a change of status writes about 3 rows in 3 tables: builds_by_repo, builds_by_status and builds; no table tells by build_id alone where those of builds_by_repo are|no table stores Runner: no question asks for it"},
		{text + build + ", began_at\n", "no table stores place and mark of Repo: no question asks for them|a change of status writes about 3 rows in 3 tables: builds_by_repo, builds_by_status and builds; builds tells where those of builds_by_repo are|no table stores Runner: no question asks for it"},
		{strings.Split(text, "question")[0], ""}, // there is no table yet
	} {
		m, slips := Parse(diag.NewSource("", c.text))
		var said []string
		for _, f := range append(slips, m.Design().Findings...) {
			if strings.HasPrefix(f.Message, "no table stores ") || strings.HasPrefix(f.Message, "a change of ") {
				said = append(said, f.Message)
			}
		}
		if got := strings.Join(said, "|"); got != c.want {
			t.Errorf("is said:\n%s\nwant:\n%s", got, c.want)
		}
		// Each is cured by its question; what counts gets one of its own.
		cured, left := m.Source.Text, ""
		for range 9 {
			again, _ := Parse(diag.NewSource("", cured))
			left = ""
			for _, f := range again.Design().Findings {
				if f.Severity == diag.Refused || strings.HasPrefix(f.Message, "no table stores ") {
					left, cured = f.Message, f.Fixes[0].Apply(cured)
					break
				}
			}
		}
		if left != "" {
			t.Errorf("after its questions are asked: %s", left)
		}
	}
}

// TestWholeKey: where an entity stands for an attribute, and where a part of a key stands for a
// thing, all of the key is offered, and names one thing afterwards.
func TestWholeKey(t *testing.T) {
	port, err := os.ReadFile("testdata/port.model")
	if err != nil {
		t.Fatal(err)
	}
	const given, want = "given terminal_id via has Crane, crane_no", "want Move: kind, crane_no, block_no"
	for _, c := range []struct{ from, to, message, instead, fixed string }{
		{given, "given Crane", "Crane is an entity; its key is terminal_id, crane_no", "write terminal_id via has Crane, crane_no", given},
		{given, "given crane typed", "crane is an entity; its key is terminal_id, crane_no", "write terminal_id via has Crane typed, crane_no", "given terminal_id via has Crane typed, crane_no typed"},
		{given, "given crane_no", "crane_no alone does not tell one Crane in Q5: its key is terminal_id, crane_no", "write terminal_id via has Crane, crane_no; or leave it where all of that value are meant", given},
		{"given terminal_id\n  want Crane: model", "given crane_no\n  want Crane: model", "crane_no alone does not tell one Crane in Q15: its key is terminal_id, crane_no", "write terminal_id, crane_no; or leave it where all of that value are meant", "given terminal_id, crane_no\n  want Crane: model"},
		{want, "want Move: kind, Crane", "Crane is an entity; its key is terminal_id, crane_no", "write terminal_id via has Crane, crane_no", "want Move: kind, terminal_id via has Crane, crane_no"},
		{want, "want Move: kind, crane_no", "crane_no alone does not tell one Crane in Q4: its key is terminal_id, crane_no", "write terminal_id via has Crane, crane_no; or leave it where all of that value are meant", "want Move: kind, terminal_id via has Crane, crane_no"},
		{"given container_no typed", "given Container typed", "Container is an entity; its key is container_no", "write container_no", "given container_no typed"},
	} {
		text := strings.Replace(string(port), c.from, c.to, 1)
		said := func(text string) []diag.Diagnostic {
			m, list := Parse(diag.NewSource("", text))
			return append(list, m.Design().Findings...)
		}
		list := said(text)
		i := slices.IndexFunc(list, func(d diag.Diagnostic) bool { return d.Message == c.message })
		if i < 0 || list[i].Instead != c.instead {
			t.Errorf("%s: %v", c.to, list[:min(len(list), 5)])
			continue
		}
		fixed := list[i].Fixes[0].Apply(text)
		if !strings.Contains(fixed, c.fixed+"\n") {
			t.Errorf("%s: its fix does not write %s", c.to, c.fixed)
		}
		if slices.ContainsFunc(said(fixed), func(d diag.Diagnostic) bool { return d.Message == c.message || d.Severity == diag.Refused }) {
			t.Errorf("%s: its fix does not mend it", c.to)
		}
	}
}

// TestPartOfAWeakKey: who asks for what lies within an owner by its own part of the key is told
// that several owners have one; not where the owner is known otherwise, nor of a time, which is
// the same for all.
func TestPartOfAWeakKey(t *testing.T) {
	const things = "entity Site 20\n  site_id uuid key\n  code text 4 unique\n\nentity Charger within Site\n  no int key\n  kind text 4\n\nentity State within Charger\n  day date key\n  load int\n\nrelate Site has Charger 1 : 6\n\nrelate Charger shows State 1 : 1/day\n\nquestion Q1\n  "
	for asked, want := range map[string]string{
		"given no\n  want Charger: kind":                    "given site_id, no",
		"given kind, no\n  want Charger: kind":              "given site_id, no",
		"given no\n  want State: load":                      "given site_id, no",
		"given site_id, no\n  want Charger: kind":           "",
		"given code, no\n  want Charger: kind":              "",
		"given site_id\n  want Charger: kind":               "",
		"given day\n  want State: load":                     "",
		"given kind, no optional\n  want Charger: kind":     "",
		"given kind, no optional\n  want Charger: no, kind": "",
	} {
		m, slips := Parse(diag.NewSource("", things+asked+"\n"))
		got := ""
		for _, f := range append(slips, m.Design().Findings...) {
			if f.Severity == diag.Refused {
				t.Errorf("%s: %s", asked, f.Message)
			}
			if strings.Contains(f.Message, " alone does not tell one Charger in Q1: its key is site_id, no") {
				got = f.Fixes[0].Title
				if why := "Several Sites may have one with that no, and the answer has what belongs to all of these."; f.Why != why {
					t.Errorf("%s: %s, want %s", asked, f.Why, why)
				}
			}
		}
		if got != want {
			t.Errorf("%s: it offers %q, want %q", asked, got, want)
		}
	}
}

// TestALookupHoldsItsKey: who finds a thing by a unique value, or by what it is the only one of,
// gets its key, too, for the next question asks by that; not beside what counts.
func TestALookupHoldsItsKey(t *testing.T) {
	const things = "entity Driver 300\n  driver_id uuid key\n  email text 20 unique\n  name text 20\n  rides counter\n\nentity Card 300\n  card_no text 9 key\n\nrelate Driver carries Card 1 : 1\n\nquestion Q1\n  "
	for asked, want := range map[string]string{
		"given email\n  want Driver: name":            "K email name driver_id: SELECT name, driver_id FROM app.drivers_by_email WHERE email = ?",
		"given email\n  want Driver: driver_id, name": "K email driver_id name: SELECT driver_id, name FROM app.drivers_by_email WHERE email = ?",
		"given card_no\n  want Driver: name":          "K card_no name driver_id: SELECT name, driver_id FROM app.drivers_by_card WHERE card_no = ?",
		"given driver_id\n  want Driver: name":        "K driver_id name: SELECT name FROM app.drivers WHERE driver_id = ?",
		"given email\n  want Driver: rides":           "K email rides: SELECT rides FROM app.driver_rides_by_email WHERE email = ?",
	} {
		m, slips := Parse(diag.NewSource("", things+asked+"\n"))
		d := m.Design()
		var got []string
		for _, c := range d.Tables[0].Columns {
			got = append(got, strings.TrimSpace(c.Role.Mark()+" "+c.Name))
		}
		if s := strings.Join(got, " ") + ": " + d.Accesses[0].Statement; s != want || len(slips) > 0 {
			t.Errorf("%s: %s, want %s %v", asked, s, want, slips)
		}
	}
}

// TestRowsForEach: where a question is turned so that each of several makes a row, it is said
// whose row is lost, in the cure and of the column; the other cure keeps all.
func TestRowsForEach(t *testing.T) {
	const text = `entity Apiary 40
  apiary_id  text 6  key

entity Hive within Apiary
  number  int  key
  colour  text 8

entity Queen 500
  queen_id  uuid  key
  race      text 12

relate Apiary keeps Hive  1 : 0..20..60
relate Hive houses Queen  1 : 0..2..8

question Q1 Hives of an apiary
  given  apiary_id
  want   Hive: number, colour, Queen.race
`
	_, slips := Parse(diag.NewSource("", text))
	if len(slips) != 1 || len(slips[0].Fixes) != 2 {
		t.Fatal(slips)
	}
	const lost = "Hives without Queens have no row"
	each, set := slips[0].Fixes[0], slips[0].Fixes[1]
	if each.Title != "a row for each Queen: "+lost || set.Title != "each Hive holds a set: queen_races set<text> 0..2..8 of 12" {
		t.Errorf("%q, %q", each.Title, set.Title)
	}
	why := func(text, column string) string {
		m, slips := Parse(diag.NewSource("", text))
		if len(slips) > 0 {
			t.Fatal(diag.Render(m.Source, slips))
		}
		d := m.Design()
		if len(d.Tables) != 1 {
			t.Fatal(len(d.Tables))
		}
		return d.Tables[0].Column(column).Why
	}
	if got := why(each.Apply(text), "queen_id"); !strings.HasSuffix(got, "; "+lost) {
		t.Errorf("of queen_id: %s", got)
	}
	if got := why(set.Apply(text), "number"); strings.Contains(got, "no row") {
		t.Errorf("of number: %s", got)
	}
	all := strings.Replace(text, "1 : 0..2..8", "1 : 1..2..8", 1)
	_, slips = Parse(diag.NewSource("", all))
	if got := slips[0].Fixes[0]; got.Title != "a row for each Queen" || strings.Contains(why(got.Apply(all), "queen_id"), "no row") {
		t.Errorf("each hive has one: %s", got.Title)
	}
}

// TestAQueueIsTold: a table that is asked for what has one of few values that change, in the order of
// time, is a queue: a risk where each that is done is deleted from the key; not where a range of time
// leaves out what is done, where the newest are wanted, or where no time tells what waits.
func TestAQueueIsTold(t *testing.T) {
	const text = "entity Clinic 60\n  clinic_id uuid key\nentity Mail\n  mail_id uuid key\n  due_on date\n  no int\n  KIND\nrelate Clinic sends Mail 1 : MANY\nquestion Q1 To be sent\n  given clinic_id, sent\n  LINES\n  want Mail: mail_id\nTABLE"
	const key = "table t for Q1\n  key (clinic_id), sent, due_on, mail_id\n"
	for _, c := range []struct {
		kind, many, lines, table string
		severity                 diag.Severity
	}{
		{"sent boolean changes", "0..4k..9k", "order due_on", "", diag.Advice},
		{"sent boolean changes", "0..4k..9k", "order due_on", key, diag.Warning},
		{"sent text 8 changes distinct 4", "0..4k..9k", "range no 5", "", diag.Advice},
		{"sent boolean changes", "0..4k..9k", "range due_on 1 day", "", 0},
		{"sent boolean changes", "0..4k..9k", "range due_on 1 day", key, diag.Warning},
		{"sent boolean changes", "0..4k..9k", "order due_on desc", "", 0},
		{"sent boolean changes", "0..4k..9k", "order no", "", 0},
		{"sent boolean changes", "0..4..9", "order due_on", "", 0},
		{"sent boolean", "0..4k..9k", "order due_on", "", 0},
		{"sent text 8 changes distinct 4000", "0..4k..9k", "order due_on", "", 0},
	} {
		list, _ := found(t, strings.NewReplacer("KIND", c.kind, "MANY", c.many, "LINES", c.lines, "TABLE", c.table).Replace(text), " is a queue")
		if (c.severity != 0) != (len(list) == 1) || c.severity != 0 && list[0].Severity != c.severity {
			t.Errorf("%+v: %v", c, list)
		}
	}
}

// TestTakingFromANumberIsTold: a whole number that changes many times a day is said to lose changes;
// one that is measured, that seldom changes, that counts or that no table stores is not. A mark that
// no table stores, of what a question asks for, may be what is still to be done.
func TestTakingFromANumberIsTold(t *testing.T) {
	const text = "entity Batch 400\n  batch_no text 9 key\n  SAID\n  sent boolean changes\nquestion Q1 One\n  given batch_no\n  want Batch: stock\n"
	for said, want := range map[string]int{
		"stock int changes 20/day": 1, "stock bigint changes 20/day": 1, "stock int changes 1/week": 0, "stock int changes": 0, "stock float changes 20/day": 0, "stock counter": 0,
	} {
		list, d := found(t, strings.Replace(text, "SAID", said, 1), "many changes a day of stock of one Batch")
		if len(list) != want || want > 0 && !strings.Contains(list[0].Instead, "IF stock = ?") {
			t.Errorf("%s: %v", said, list)
		}
		if !slices.ContainsFunc(d.Findings, func(f diag.Diagnostic) bool {
			return strings.HasSuffix(f.Instead, "; where Q1 asks for what is still to be done, write there: given sent")
		}) {
			t.Errorf("%s: nothing says what sent may be for", said)
		}
	}
}

// TestTheMissingColon: who wants an entity and something of another one means all of the first; a button
// writes it, and what else is wrong with the line is said in the same round, with cures that hold.
func TestTheMissingColon(t *testing.T) {
	const text = "question Q1 Chips\n  given chip_no\n  want WANT\n\nentity Owner 300\n  owner_id uuid key\n  name text 30\n\nentity Animal 500\n  animal_id uuid key\n  name text 12\n  chip_no text 15 unique\n\nrelate Owner owns Animal OWNS : 1..1.7..40\n"
	for _, c := range []struct{ want, owns, line string }{
		{"Animal, Owner.name", "1", "want Animal: animal_id, name, chip_no, Owner.name"},
		{"Animal, name, Owner.name", "1", "want Animal: animal_id, chip_no, name, Owner.name"},
		{"Animal, animal_id, name, chip_no", "1", "want Animal: animal_id, name, chip_no"},
		{"Animal, Owner.name", "1..1..2", "want Animal: animal_id, name, chip_no, Owner.name"},
	} {
		all := strings.NewReplacer("WANT", c.want, "OWNS", c.owns).Replace(text)
		_, slips := Parse(diag.NewSource("", all))
		several := c.owns != "1"
		if len(slips) == 0 || slips[0].Instead != "write "+c.line || (len(slips) == 2) != several || len(slips) > 2 {
			t.Errorf("%s: %v", c.want, slips)
			continue
		}
		if mended := slips[0].Fixes[0].Apply(all); !strings.Contains(mended, c.line+"\n") {
			t.Errorf("%s: %s", c.want, mended)
		} else if _, again := Parse(diag.NewSource("", mended)); (len(again) == 1) != several || len(again) > 1 {
			t.Errorf("%s: after its fix %v", c.want, again)
		}
		if several {
			if _, again := Parse(diag.NewSource("", slips[1].Fixes[0].Apply(all))); len(again) > 0 {
				t.Errorf("%s: after %s %v", c.want, slips[1].Fixes[0].Title, again)
			}
		}
	}
}

// TestASetIsNamedAfterWhatItHolds: a set of the names of several owners says whose they are, and how
// many are in it, however far the way leads to them.
func TestASetIsNamedAfterWhatItHolds(t *testing.T) {
	const text = "entity Owner 300\n  owner_id uuid key\n  name text 30\n\nentity Animal 500\n  animal_id uuid key\n  name text 12\n\nentity Visit 6k\n  visit_id uuid key\n\nrelate Owner owns Animal 1..1..2 : 1..1.7..40\nrelate Animal has Visit 1 : 0..12..200\n\nquestion Q1 Visits\n  given animal_id\n  want Visit: visit_id, Owner.name\n"
	_, slips := Parse(diag.NewSource("", text))
	if len(slips) != 1 || len(slips[0].Fixes) != 2 || slips[0].Fixes[1].Title != "each Visit holds a set: owner_names set<text> 1..1..2 of 30" {
		t.Fatal(slips)
	}
	m, slips := Parse(diag.NewSource("", slips[0].Fixes[1].Apply(text)))
	if guesses := m.Design().Guesses(); len(slips) > 0 || len(guesses) > 0 {
		t.Error(slips, guesses)
	}
}

// TestGuessesAreMarked: a number that a cure writes is a guess, which is named until somebody
// says that it is right.
func TestGuessesAreMarked(t *testing.T) {
	const text = `entity Crane 40
  crane_id  text 6  key

entity Move
  moved_at  timestamp  key
  kind      text 8
  tags      set<text>

relate Crane performs Move  1 : n

question Q1 Moves of a crane
  given  crane_id, kind
  want   Move
`
	guesses := func(text string) (all, marked int, first diag.Fix) {
		m, slips := Parse(diag.NewSource("", text))
		if len(slips) > 0 {
			t.Fatal(diag.Render(m.Source, slips))
		}
		d := m.Design()
		for _, g := range d.Guesses() {
			if all++; g.Marked {
				marked++
			}
		}
		for _, f := range d.Findings {
			if strings.HasPrefix(f.Message, "nobody said") && len(f.Fixes) > 0 && first.Title == "" {
				first = f.Fixes[len(f.Fixes)-1]
			}
		}
		return all, marked, first
	}
	now, n := text, 0
	for {
		all, marked, f := guesses(now)
		if f.Title == "" {
			if marked != n || n < 3 {
				t.Errorf("%d of %d are marked, %d are written:\n%s", marked, all, n, now)
			}
			break
		}
		if !strings.HasPrefix(f.Title, "a guess: ") || !strings.Contains(f.Edits[0].Text, guessMark) {
			t.Fatalf("%q writes %q", f.Title, f.Edits[0].Text)
		}
		if now = f.Apply(now); n > 9 {
			t.Fatal("it does not end:\n" + now)
		}
		n++
	}
	if Format(now) != Format(Format(now)) || strings.Count(Format(now), guessMark) != n {
		t.Errorf("laid out:\n%s", Format(now))
	}
	for range n {
		m, _ := Parse(diag.NewSource("", now))
		for _, f := range m.Design().Findings {
			if strings.Contains(f.Message, " is a guess: ") {
				now = f.Fixes[0].Apply(now)
				break
			}
		}
	}
	if all, _, _ := guesses(now); all != 0 || strings.Contains(now, guessMark) {
		t.Errorf("%d are left:\n%s", all, now)
	}
}

// TestRowsThatAKeyKeeps: where a key loses rows, no answer has more than it keeps.
func TestRowsThatAKeyKeeps(t *testing.T) {
	const text = `entity Club 100
  club_id  text 6  key

entity Player 1000
  player_id  uuid  key
  number     int   distinct 4

relate Club has Player  1 : 0..10..30

question Q1 Players of a club
  given  club_id
  order  number
  want   Player

table players for Q1
  key (club_id)`
	for _, c := range []struct {
		rest string
		want float64
	}{{"", 1}, {", number", 4}, {", number, player_id", 10}} {
		m, slips := Parse(diag.NewSource("", text+c.rest+"\n"))
		if len(slips) > 0 {
			t.Fatal(diag.Render(m.Source, slips))
		}
		if a := m.Design().Accesses[0]; a.Rows.Typ != c.want {
			t.Errorf("key (club_id)%s: %g rows, want %g", c.rest, a.Rows.Typ, c.want)
		}
	}
}

// found are the findings of a text without slips that say something.
func found(t *testing.T, text, part string) (out []diag.Diagnostic, d *Design) {
	t.Helper()
	m, slips := Parse(diag.NewSource("", text))
	if len(slips) > 0 {
		t.Fatal(diag.Render(m.Source, slips))
	}
	d = m.Design()
	for _, f := range d.Findings {
		if strings.Contains(f.Message, part) {
			out = append(out, f)
		}
	}
	return out, d
}

const teams = `entity Club 100
  club_id  text 6  key

entity Team within Club
  team_no  int  key
  name     text 20

relate Club has Team  1 : 1..6..30

question Q2 A team
  given  club_id, team_no
  want   Team: name

question Q3 The same team
  given  team_no, club_id
  want   Team: name, team_no
`

// TestOneTableForOneKey: whoever knows all of a partition key finds it in any order, so one
// table serves; what a choice is about is a table that there is, and no choice makes a second
// table of the same key.
func TestOneTableForOneKey(t *testing.T) {
	_, d := found(t, teams, "")
	if len(d.Tables) != 1 || len(d.Tables[0].Questions) != 2 {
		t.Errorf("%d tables", len(d.Tables))
	}
	_, d = found(t, strings.Replace(teams, "given  team_no, club_id", "given  club_id\n  order  name", 1), "")
	if len(d.Tables) != 2 {
		t.Errorf("%d tables, where one is in another order", len(d.Tables))
	}
	_, d = found(t, strings.Replace(teams, "given  team_no, club_id", "given  club_id", 1), "")
	for _, table := range d.Tables {
		for _, o := range d.Alternatives(table) {
			if o.Of != table {
				t.Errorf("%q is about %s, not %s", o.Fix.Title, o.Of.Name, table.Name)
			}
			for _, other := range d.Tables {
				if other != table && len(o.Table.Questions) == len(table.Questions) && sameKey(other, o.Table) {
					t.Errorf("%s: %q makes %s once more", table.Name, o.Fix.Title, other.Name)
				}
			}
		}
	}
}

const sensors = `entity Sensor 40
  sensor_id  text 6  key

entity Reading
  read_at  timestamp  key
  value    float

relate Sensor gives Reading  1 : 10/s

question Q1 What a sensor has measured
  given  sensor_id
  range  read_at 3 years
  want   Reading: value
`

// TestManyPartitionsAreARisk: a question that reads very many of them is one, and says how
// many rows these are; of rows that come in the order of a time a limit gives the oldest.
func TestManyPartitionsAreARisk(t *testing.T) {
	list, d := found(t, sensors, "Q1 reads ")
	many := false
	for _, f := range list {
		many = many || f.Severity == diag.Warning && strings.Contains(f.Message, " partitions of ") && strings.Contains(f.Message, "million rows")
	}
	if a := d.Accesses[0]; a.Fewest <= tooManyPartitions || !many {
		t.Errorf("%d partitions: %v", a.Fewest, list)
	}
	for text, want := range map[string]string{
		sensors: "add a line: limit 50, which gives the oldest; for the newest, order read_at desc, too",
		strings.Replace(sensors, "3 years", "3 years\n  order read_at desc", 1): "add a line: limit 50",
	} {
		_, d := found(t, text, "")
		if got := d.Accesses[0].limited(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestKeysWithoutWhatCutsThem: a block that writes the key without the bucket or the spread that
// it names is told so, as is a static column of the key; each cure ends it.
func TestKeysWithoutWhatCutsThem(t *testing.T) {
	for lines, want := range map[string]string{
		"key (sensor_id), read_at\n  bucket week of read_at": "the key of t is written without week, so nothing cuts its partitions",
		"key (sensor_id), read_at\n  spread 4":               "the key of t is written without shard, so nothing spreads its rows",
		"key (sensor_id), read_at\n  static read_at":         "read_at is in the key of t, so it cannot be static",
		"key (sensor_id), read_at\n  static value, read_at":  "read_at is in the key of t, so it cannot be static",
	} {
		text := sensors + "\ntable t for Q1\n  " + lines + "\n"
		list, d := found(t, text, want)
		if len(list) != 1 || len(list[0].Fixes) == 0 {
			t.Errorf("%s: %v", lines, list)
			continue
		}
		if c := d.Tables[0].Column("week"); c != nil {
			t.Errorf("%s: there is a column week: %s", lines, c.Why)
		}
		for _, f := range list[0].Fixes {
			if rest, _ := found(t, f.Apply(text), want); len(rest) > 0 {
				t.Errorf("%s: after %q it says %s", lines, f.Title, rest[0].Message)
			}
		}
	}
}

// TestUnequalNumbersAreTold: numbers that differ by three times may be true, and are told, as some sizes
// follow from the one and some from the other; from twice on as a remark, which says why. Where one of
// them grows, they are compared when they come closest.
func TestUnequalNumbersAreTold(t *testing.T) {
	for _, c := range []struct {
		a, numbers string
		severity   diag.Severity
	}{
		{"1000", "0..10..40 : 1..2..50", diag.Advice}, // 3 times
		{"1000", "0..7..40 : 1..2..50", diag.Advice},  // 2.1 times
		{"1000", "0..6..40 : 1..2..50", diag.Note},    // 1.8 times
		{"1000", "0..5..40 : 1..2..50", diag.Note},
		{"1000", "0..3.4..40 : 1..2..50", 0},
		{"1000", "0..30..400 : 1..2..50", diag.Warning},          // 9 times
		{"1000 + 1/day", "0..10..40 : 1..2..50", diag.Note},      // 2,825 of them after 5 years
		{"1000 + 1/week", "0..10..40 : 1..2..50", diag.Advice},   // 1,260
		{"1000 + 100/week", "0..10..40 : 1..2..50", diag.Advice}, // 9 times in the end, 3 now
	} {
		list, _ := found(t, "entity A "+c.a+"\n  a_id uuid key\n\nentity B 600\n  b_id uuid key\n\nrelate A has B  "+c.numbers+"\n\nquestion Q1 Bs\n  given a_id\n  want B\n", "the two numbers of A has B")
		switch {
		case c.severity == 0 && len(list) == 0:
		case len(list) != 1 || list[0].Severity != c.severity:
			t.Errorf("%+v: %v", c, list)
		case strings.Contains(list[0].Why, "more than twice") != (c.severity == diag.Advice):
			t.Errorf("%+v: %s", c, list[0].Why)
		}
	}
}

// TestWhatIsSharedByManyIsTold: where a row and what is given have nothing but an owner in common,
// it is said that the answer has all of that owner, how often each row is stored, and both ways out
// end it; where a relationship joins them, nothing is said.
func TestWhatIsSharedByManyIsTold(t *testing.T) {
	const text = "horizon 1 year\nentity Branch 24\n  branch_id uuid key\n\nentity Copy\n  copy_id uuid key\n\nentity Event EVENTS\n  event_id uuid key\n\nrelate Branch holds Copy 1 : 0..20000..40000\nrelate Branch hosts Event 1 : n\nMORE\nquestion Q1 Copies\n  given GIVEN\n  want Copy\n"
	for _, c := range []struct {
		events, more, given string
		severity            diag.Severity
		said                string
	}{
		{"24/day", "", "event_id", diag.Warning, "Q1 is answered with all Copies of the Branch that the Event has, and copies_by_event holds each of them about 365 times, once for each Event of that Branch: "},
		{"240", "", "event_id", diag.Advice, "about 10 times"},
		{"24", "", "event_id", 0, ""}, // each branch has one
		{"24/day", "", "branch_id", 0, ""},
		{"24/day", "relate Event shows Copy 0..3..90 : 0..20..90\n", "event_id", 0, ""},
	} {
		all := strings.NewReplacer("EVENTS", c.events, "MORE", c.more, "GIVEN", c.given).Replace(text)
		list, _ := found(t, all, "is answered with all")
		if (c.said != "") != (len(list) == 1) || c.said != "" && (list[0].Severity != c.severity || !strings.Contains(list[0].Message, c.said) || len(list[0].Fixes) != 2) {
			t.Errorf("%s, given %s: %v, want %q", c.events, c.given, list, c.said)
			continue
		}
		for _, f := range list {
			for _, fix := range f.Fixes {
				if left, d := found(t, fix.Apply(all), "is answered with all"); len(left) > 0 || !d.Accesses[0].Served {
					t.Errorf("%s: %q leaves %v", c.events, fix.Title, left)
				}
			}
		}
	}
}

// TestAChangeInTheKeyIsTold: a value that changes and stands in a key is deleted and inserted anew, as
// checks and copies say; what they advise keeps no further copy of it, nor silently one of another
// value that changes.
func TestAChangeInTheKeyIsTold(t *testing.T) {
	const text = "entity Owner 300\n  owner_id uuid key\nentity Clinic 60\n  clinic_id uuid key\nentity Invoice\n  invoice_no text 12 key\n  issued_at timestamp\n  paid boolean changes\n  total decimal 8 changes\n" +
		"relate Owner receives Invoice 1 : 0..15..300\nrelate Clinic issues Invoice 1 : n\nquestion Q1 Of an owner\n  given owner_id\n  order issued_at\n  want Invoice\nquestion Q2 Unpaid\n  given clinic_id, paid\n  order issued_at\n  want Invoice\ntable t for Q2\n  key KEY\n"
	for _, c := range []struct{ key, change, other, total string }{
		{"(paid, clinic_id), issued_at, invoice_no", "2 rows, 1 of them by a delete and an insert", "paid has two values, and t", "issued_at, paid and clinic_id, and write it, too, when paid changes, or"},
		{"(clinic_id), paid, issued_at, invoice_no", "2 rows, 1 of them by a delete and an insert", "paid changes, and it is in the key of t", "issued_at, clinic_id and paid, and write it, too, when paid changes, or"},
		{"(clinic_id), issued_at, invoice_no", "2 rows", "", "issued_at and clinic_id, or"},
	} {
		all := strings.Replace(text, "KEY", c.key, 1)
		list, d := found(t, all, "a change of ")
		if len(list) != 2 || !strings.Contains(list[1].Instead, c.total) || strings.Contains(list[0].Instead, "paid and") || strings.Contains(list[0].Instead, "and paid") {
			t.Errorf("%s: %v", c.key, list)
			continue
		}
		moved := c.other != ""
		if strings.Contains(list[0].Message, "in t, where it is in the key, by a delete and an insert") != moved || strings.Contains(list[0].Why, "tombstone") != moved || strings.Contains(list[1].Message, "by a delete") {
			t.Errorf("%s: %v", c.key, list)
		}
		for _, f := range d.Facts {
			if f.Attr.Name.Text == "paid" && f.Change() != c.change {
				t.Errorf("%s: %s, want %s", c.key, f.Change(), c.change)
			}
		}
		changes, _ := found(t, all, "paid changes, and it is in the ")
		other, _ := found(t, all, c.other)
		if (len(changes) == 1) != moved || moved && len(other) != 1 {
			t.Errorf("%s: %v, %v", c.key, changes, other)
		}
		if moved && c.key[1] == 'p' && (len(changes[0].Fixes) != 1 || !strings.Contains(changes[0].Why, "tombstone")) {
			t.Errorf("%s: %v", c.key, changes[0])
		}
	}
}

// TestAWayByWayOfOwnersIsTold: where what is given is reached over the owner of a row and what else
// that owner has, this is said, with how many rows each is then and the relationship to write; not where
// the text names the way, or where each step leads to one.
func TestAWayByWayOfOwnersIsTold(t *testing.T) {
	const text = "entity Clinic 60\n  clinic_id uuid key\n\nentity Owner 300k\n  owner_id uuid key\n\nentity Animal 500k\n  animal_id uuid key\n\nentity Visit\n  visit_id uuid key\n\nentity Invoice\n  invoice_no text 12 key\n\n" +
		"relate Owner owns Animal OWNS\nrelate Animal has Visit 1 : 0..12..200\nrelate Clinic hosts Visit 1 : n\nrelate Owner receives Invoice 1 : 0..15..300\n\nquestion Q1 Invoices\n  given GIVEN\n  want Invoice\n"
	for _, c := range []struct{ owns, given, said string }{
		{"1..1..2 : 1..1.7..40", "clinic_id", "Q1 takes the way from Invoice to Clinic by receives, owns, has and hosts: one Invoice is 17 rows of invoices_by_clinic, "},
		{"1 : 1..1.7..40", "clinic_id", "one Invoice is 17 rows"},
		{"1 : 1..1.7..40", "clinic_id via hosts", ""},
		{"1 : 1", "owner_id", ""},
	} {
		all := strings.NewReplacer("OWNS", c.owns, "GIVEN", c.given).Replace(text)
		list, _ := found(t, all, " is 17 rows of ")
		if (c.said != "") != (len(list) == 1) || c.said != "" && !strings.Contains(list[0].Message, c.said) {
			t.Errorf("%s, given %s: %v", c.owns, c.given, list)
		}
		for _, f := range list {
			if want := "add a line: relate Clinic has Invoice 1 : 0..75000..750000?; if this way is meant, say so: clinic_id via hosts"; f.Instead != want || len(f.Fixes) != 1 {
				t.Errorf("%q, want %q", f.Instead, want)
			}
			if left, d := found(t, f.Fixes[0].Apply(all), " takes the way from "); len(left) > 0 || d.Tables[0].Writes(d.Model) != 1 {
				t.Errorf("after the cure %v", left)
			}
		}
	}
}

// TestARangeOfTimeLacksItsAttribute: what a range covers for a length of time is a date or a moment,
// and its fix leaves nothing to say. A share covers values of any type, and a slip is a name.
func TestARangeOfTimeLacksItsAttribute(t *testing.T) {
	const text = "entity Player 1000\n  player_id uuid key\n\nentity Game 50k # of chess\n  game_id uuid key\n  result text 3\n  played_at timestamp\n\nrelate Player plays Game  1 : 0..50..500\n\nquestion Q1 Games due\n  given player_id\n  range R\n  want Game: result\n"
	for _, c := range []struct{ slice, instead, attribute string }{
		{"due_on 1 day", "write below Game: due_on date", "date"},
		{"Game.month 1 year", "write below Game: month date", "date"},
		{"ended 12 hours", "write below Game: ended timestamp", "timestamp"},
		{"ended_at 30 days", "write below Game: ended_at timestamp", "timestamp"},
		{"plaid_at 30 days", "write played_at", ""},
		{"score 10%", "use game_id, result, played_at or player_id, or write it below its entity: score text", ""},
	} {
		written := strings.Replace(text, "range R", "range "+c.slice, 1)
		_, list := Parse(diag.NewSource("", written))
		if len(list) != 1 || list[0].Instead != c.instead {
			t.Errorf("%s: %v", c.slice, list)
			continue
		}
		if c.attribute == "" {
			continue
		}
		m, list := Parse(diag.NewSource("", list[0].Fixes[0].Apply(written)))
		if len(list) > 0 || len(m.Questions) != 1 || m.Questions[0].Ranges[0].Attr.Type != c.attribute {
			t.Errorf("%s: after its fix: %v", c.slice, list)
		}
	}
}

// TestRelateCountsAlike: the relationship that a button writes comes to as many as the model has
// already, however the two are counted, so nothing is said against its numbers.
func TestRelateCountsAlike(t *testing.T) {
	for _, one := range [...]string{"12", "5000", "12 + 1/month", "3/day"} {
		for _, kept := range [...]string{"", " kept 1 year"} {
			for _, many := range [...]string{" 60", " 100k", " 600 + 7/day", " 2/month", "", " 90 per month"} {
				if kept != "" && many != "" && !strings.ContainsAny(many, "/p") {
					continue // of a number alone, nothing expires
				}
				text := "horizon 3 years\n\nentity One " + one + "\n  one_id uuid key\n\nentity Many" + many + kept + "\n  many_id uuid key\n\nentity Patient 9000\n  patient_id uuid key\n\n" +
					"relate Patient billed Many 1 : 1 per month\n\nquestion Q1 Many of a patient\n  given patient_id\n  want Many\n"
				if many != "" {
					text = strings.Replace(text, "1 : 1 per month", "1 : n", 1)
				}
				m, slips := Parse(diag.NewSource("", text))
				if len(slips) > 0 {
					t.Fatal(diag.Render(m.Source, slips))
				}
				was := m.inAll(m.Entity("Many"))
				m, slips = Parse(diag.NewSource("", m.Relate(m.Entity("One"), m.Entity("Many")).Apply(text)))
				if len(slips) > 0 {
					t.Fatal(diag.Render(m.Source, slips))
				}
				line := m.Relationships[1].Head
				if is := m.inAll(m.Entity("Many")); is != was {
					t.Errorf("%s, %s%s: %s, before: %s", one, many, kept, is, was)
				}
				for _, f := range m.Design().Findings {
					if f.Severity < diag.Note && f.Start >= line.Start && f.Start < line.End {
						t.Errorf("%s, %s%s: %s scolds %s", one, many, kept, f.Message, m.Source.Text[line.Start:line.End])
					}
				}
			}
		}
	}
}

// TestKeptBehindARelationship: a time after `kept` in the line of a relationship is one slip, wherever
// in the line it stands, that says where it belongs; what it offers makes what was there without it.
func TestKeptBehindARelationship(t *testing.T) {
	const text = "entity Visit 9k\n  visit_id uuid key\nentity Medicine 2000\n  pzn text 8 key\nrelate Visit gives Medicine "
	for _, c := range []struct{ numbers, time string }{
		{"n : 0..3..10 as DoseKEPT", " kept 2 years"},
		{"n : 0..3..10KEPT as Dose", " kept 2 years"},
		{"0..3..10KEPT : n", " kept 30 days"},
		{"1 : 0..8 per dayKEPT", " kept 2 years"},
		{"1 : nKEPT changes 1/year", " kept 2 years"},
		{"1 : n changesKEPT", " kept 2 years"},
		{"1 : n changes 1/yearKEPT", " kept 2 years"},
		{"1 : nKEPT", " kept"},
		{"1 : nKEPT", " kept for ever"},
	} {
		slipped := text + strings.Replace(c.numbers, "KEPT", c.time, 1) + "\n"
		_, list := Parse(diag.NewSource("", slipped))
		said := strings.TrimPrefix(c.time, " kept ")
		if !strings.Contains(said, "s") {
			said = "2 years"
		}
		if len(list) != 1 || list[0].Instead != "take it out, and write entity Medicine kept "+said+", or ttl "+said+" below the table" {
			t.Errorf("%s: %v", slipped, list)
			continue
		}
		m, slips := Parse(diag.NewSource("", list[0].Fixes[0].Apply(slipped)))
		want, _ := Parse(diag.NewSource("", text+strings.Replace(c.numbers, "KEPT", "", 1)+"\n"))
		if len(slips) > 0 || Format(m.Source.Text) != Format(want.Source.Text) {
			t.Errorf("%s: %v", m.Source.Text, slips)
		}
	}
}
