package upgrade_test

import (
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/check"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/number"
	"partitionlab/wasm/session"
	"partitionlab/wasm/upgrade"
	"partitionlab/wasm/version"
	"partitionlab/wasm/work"
)

var ask = flag.Bool("ask", false, "write into testdata/RELEASE.ask what a server is to be asked: see TestServersSayTheSame")

// judged are the statements of testdata/shop.cql as a server judges them.
func judged(t *testing.T, server string) (*session.Session, []session.Outcome, string) {
	t.Helper()
	text, err := os.ReadFile("testdata/shop.cql")
	if err != nil {
		t.Fatal(err)
	}
	settings := check.NewSettings()
	if err := settings.SetServer(server); err != nil {
		t.Fatal(err)
	}
	s := session.New(session.Settings{Keyspace: "shop", Now: 1_700_000_000, Check: settings})
	return s, s.Script(diag.NewSource("shop.cql", string(text))), string(text)
}

// compared are the changes from one server to another.
func compared(t *testing.T, from, to string) (changes []upgrade.Change, pairs []upgrade.Pair) {
	t.Helper()
	older, was, text := judged(t, from)
	newer, is, _ := judged(t, to)
	if len(was) != len(is) {
		t.Fatal("the servers see other statements")
	}
	for i := range was {
		pairs = append(pairs, upgrade.Pair{Text: text[is[i].Span.Start:is[i].Span.End], From: &was[i], To: &is[i]})
	}
	sizes, problems := upgrade.Sizes(older, newer, pairs, nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	changes, over := upgrade.Run(older, newer, pairs)
	if over {
		t.Fatal("not all is known")
	}
	return append(changes, sizes...), pairs
}

// TestServersSayTheSame: what a release refuses, warns of and answers, and that it refuses or takes
// what is proposed, was asked of it. RELEASE.jsonl has its answers, in order:
//
//	go test ./wasm/upgrade -run SayTheSame -ask
//	go run ./build/cassandra/ask -serve -server 5.0 -yaml 'dynamic_data_masking_enabled: true'
//	while read -r line; do echo "$line" | go run ./build/cassandra/ask -addr ADDRESS -k shop -jsonl; done < 5.0.ask > 5.0.jsonl
//
// line by line, with some seconds behind each index, which has to be built before it answers; without
// -yaml for an older server, which does not start with it.
func TestServersSayTheSame(t *testing.T) {
	for _, server := range version.Names() {
		t.Run(server, func(t *testing.T) {
			_, outcomes, text := judged(t, server)
			var questions []string
			accepted := map[string]bool{} // whether a proposal is
			for _, o := range outcomes {
				questions = append(questions, text[o.Span.Start:o.Span.End])
			}
			for _, pair := range [][2]string{{"4.0", "4.1"}, {"4.0", "5.0"}, {"4.1", "5.0"}} {
				if pair[0] != server && pair[1] != server {
					continue
				}
				changes, pairs := compared(t, pair[0], pair[1])
				for _, c := range changes {
					var try []string
					if c.Try != "" {
						try = strings.Split(c.Try, "; ")
					}
					if c.Kind == upgrade.Named {
						p := pairs[c.Pair]
						e := c.Fixes[0].Edits[0]
						try = append(try, p.Text[:e.Start-p.To.Span.Start]+e.Text+p.Text[e.End-p.To.Span.Start:])
					}
					if p := pairs[c.Pair].Text; strings.HasPrefix(c.Try, "CREATE INDEX") && strings.HasPrefix(p, "SELECT") && pair[1] == server {
						try = append(try, strings.TrimSuffix(p, " ALLOW FILTERING")+" LIMIT 9")
					}
					for _, q := range try {
						if !slices.Contains(questions, q) {
							questions, accepted[q] = append(questions, q), pair[1] == server
						}
					}
				}
			}
			var b strings.Builder
			for _, q := range questions {
				line, _ := json.Marshal(q)
				b.Write(append(line, '\n'))
			}
			if *ask {
				if err := os.WriteFile("testdata/"+server+".ask", []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if asked, err := os.ReadFile("testdata/" + server + ".ask"); err != nil || string(asked) != b.String() {
				t.Fatalf("the server was not asked all of this, or something else (%v): ask anew\n%s", err, b.String())
			}
			answers, err := os.ReadFile("testdata/" + server + ".jsonl")
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(string(answers)), "\n")
			if len(lines) != len(questions) {
				t.Fatalf("%d answers to %d questions: ask anew", len(lines), len(questions))
			}
			for n, line := range lines {
				var said struct {
					Kind, Msg      string
					OK             bool
					Warnings, Cols []string
				}
				if err := json.Unmarshal([]byte(line), &said); err != nil {
					t.Fatal(err)
				}
				cql := questions[n]
				if n >= len(outcomes) {
					if said.OK != accepted[cql] {
						t.Errorf("%s\nthe server says: %t %s", cql, said.OK, said.Msg)
					}
					continue
				}
				o := outcomes[n]
				switch {
				case o.Accepted() != said.OK:
					t.Errorf("%s\nthe server says: %t %s", cql, said.OK, said.Msg)
				case !said.OK && (o.Diag.Kind.String() != said.Kind || said.Kind != "syntax" && o.Diag.Message != said.Msg):
					t.Errorf("%s\ngot  %s %s\nwant %s %s", cql, o.Diag.Kind, o.Diag.Message, said.Kind, said.Msg)
				case !slices.Equal(o.Warnings, said.Warnings):
					t.Errorf("%s\ngot  %q\nwant %q", cql, o.Warnings, said.Warnings)
				case o.Rows != nil && !slices.Equal(o.Rows.Cols, said.Cols):
					t.Errorf("%s\ngot  %q\nwant %q", cql, o.Rows.Cols, said.Cols)
				}
			}
		})
	}
}

// What was too much for one of the servers is neither accepted nor refused by it: nothing is proposed
// for that, and it is said that not all is known.
func TestTooMuchProposesNothing(t *testing.T) {
	for _, ends := range []string{"", "older", "newer"} {
		older, was, text := judged(t, "4.1")
		newer, is, _ := judged(t, "5.0")
		var pairs []upgrade.Pair
		for i := range was {
			pairs = append(pairs, upgrade.Pair{Text: text[is[i].Span.Start:is[i].Span.End], From: &was[i], To: &is[i]})
		}
		switch ends {
		case "older":
			older.Meter(&work.Meter{Most: 1})
		case "newer":
			newer.Meter(&work.Meter{Most: 1})
		}
		changes, over := upgrade.Run(older, newer, pairs)
		proposed := slices.ContainsFunc(changes, func(c upgrade.Change) bool { return c.Kind == upgrade.Possible || c.Kind == upgrade.Named })
		if proposed != (ends == "") || over != (ends != "") {
			t.Errorf("too much for %q: proposed: %t, over: %t", ends, proposed, over)
		}
		if _, over := upgrade.Run(older, newer, append(pairs, upgrade.Pair{From: &session.Outcome{NotJudged: true, Ended: &work.End{}}, To: &is[0]})); !over {
			t.Error("a statement that was too much for the older server is not told")
		}
	}
}

// TestProposesWhatIsMissed: of a read that both servers answer by its key, nothing is proposed: what else could
// be asked of it, nobody has missed.
func TestProposesWhatIsMissed(t *testing.T) {
	reads := 0
	changes, pairs := compared(t, "4.1", "5.0")
	for _, c := range changes {
		p := pairs[c.Pair]
		if c.Kind != upgrade.Possible || !strings.HasPrefix(p.Text, "SELECT ") {
			continue
		}
		if reads++; p.From.Accepted() && !strings.Contains(p.Text, "ALLOW FILTERING") {
			t.Errorf("%s: %s", p.Text, c.Message)
		}
	}
	if reads == 0 {
		t.Error("nothing is proposed for a read")
	}
}

// TestSASIToSAI: what proposes an SAI index says what none of them answers.
func TestSASIToSAI(t *testing.T) {
	const text = "CREATE TABLE t (k int PRIMARY KEY, a text, b text); CREATE CUSTOM INDEX ON t (a) USING 'org.apache.cassandra.index.sasi.SASIIndex'; CREATE INDEX ON t (b)"
	var on [2]*session.Session
	var became [2][]session.Outcome
	for i, server := range []string{"4.1", "5.0"} {
		settings := check.NewSettings()
		if err := settings.SetServer(server); err != nil {
			t.Fatal(err)
		}
		if err := settings.Set("sasi_indexes_enabled", "true"); err != nil {
			t.Fatal(err)
		}
		on[i] = session.New(session.Settings{Keyspace: "shop", Now: 1_700_000_000, Check: settings})
		became[i] = on[i].Script(diag.NewSource("", text))
	}
	var pairs []upgrade.Pair
	for i := range became[0] {
		pairs = append(pairs, upgrade.Pair{Text: text[became[1][i].Span.Start:became[1][i].Span.End], From: &became[0][i], To: &became[1][i]})
	}
	changes, _ := upgrade.Run(on[0], on[1], pairs)
	var lost []bool
	for _, c := range changes {
		if c.Kind == upgrade.Possible {
			lost = append(lost, strings.Contains(c.Why, "none answers LIKE"))
		}
	}
	if !slices.Equal(lost, []bool{true, true}) {
		t.Errorf("says so: %v", lost)
	}
}

// between are the changes of a text from 4.0 to 5.0, with those of sizes.
func between(t *testing.T, text string, loads ...*diag.Source) []upgrade.Change {
	t.Helper()
	var on [2]*session.Session
	var became [2][]session.Outcome
	for i, server := range []string{"4.0", "5.0"} {
		settings := check.NewSettings()
		if err := settings.SetServer(server); err != nil {
			t.Fatal(err)
		}
		on[i] = session.New(session.Settings{Keyspace: "shop", Now: 1_700_000_000, Check: settings})
		became[i] = on[i].Script(diag.NewSource("", text))
	}
	var pairs []upgrade.Pair
	for i := range became[0] {
		pairs = append(pairs, upgrade.Pair{Text: text[became[1][i].Span.Start:became[1][i].Span.End], From: &became[0][i], To: &became[1][i]})
	}
	sizes, problems := upgrade.Sizes(on[0], on[1], pairs, loads)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	changes, _ := upgrade.Run(on[0], on[1], pairs)
	return append(changes, sizes...)
}

// TestEachTableIsSized: also one of which nobody says anything, whatever its key is. The formats from oa on have
// a smaller header of the partition.
func TestEachTableIsSized(t *testing.T) {
	for _, table := range []string{
		"CREATE TABLE t (a int PRIMARY KEY, b text)",
		"CREATE TABLE t (a int PRIMARY KEY)",
		"CREATE TABLE t (a int, b int, v text, PRIMARY KEY (a, b))",
		"CREATE TABLE t (a int, b int, s text static, PRIMARY KEY (a, b))",
		"CREATE TABLE t (a int PRIMARY KEY, n counter)",
		"CREATE TABLE t (a int PRIMARY KEY, m map<text, int>)",
	} {
		var sized []upgrade.Change
		for _, c := range between(t, table) {
			if c.Kind == upgrade.Size {
				sized = append(sized, c)
			}
		}
		if len(sized) != 1 || sized[0].Of.Table != "shop.t" || !strings.Contains(strings.ReplaceAll(sized[0].Message, number.Space, " "), "(11 B less)") {
			t.Errorf("%s: %+v", table, sized)
		}
	}
}

// TestNeededIndexes: among several indexes is none without which the read is taken as well.
func TestNeededIndexes(t *testing.T) {
	const table = "CREATE TABLE t (k int, role int, id int, at int, port int, PRIMARY KEY (k, role, id)); "
	for where, want := range map[string]string{
		"k = ? AND role = ? AND at > ? AND port = ?": "2 SAI indexes together: CREATE INDEX ON shop.t (at) USING 'sai'; CREATE INDEX ON shop.t (port) USING 'sai'",
		"role = ? AND at > ? AND port = ?":           "3 SAI indexes together: CREATE INDEX ON shop.t (role) USING 'sai'; CREATE INDEX ON shop.t (at) USING 'sai'; CREATE INDEX ON shop.t (port) USING 'sai'",
		"k = ? AND role = ? AND port = ?":            "an SAI index: CREATE INDEX ON shop.t (port) USING 'sai'",
	} {
		got := ""
		for _, c := range between(t, table+"SELECT * FROM t WHERE "+where+" ALLOW FILTERING") {
			if c.Kind == upgrade.Possible {
				_, what, _ := strings.Cut(c.Message, "in 5.0 ")
				what, _, _ = strings.Cut(what, " can answer this")
				got += what + ": " + c.Try
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", where, got, want)
		}
	}
}

// TestOncePerPartition: what the newer formats leave out of the header of a partition is the same for any number of rows.
func TestOncePerPartition(t *testing.T) {
	for _, rows := range []string{"1", "2", "5000"} {
		n := 0
		for _, c := range between(t, "CREATE TABLE t (k int, c int, v text, PRIMARY KEY (k, c))", diag.NewSource("t.size", "table = t\nrows = "+rows+"\nlen.v = 7\n")) {
			if c.Kind != upgrade.Size {
				continue
			}
			n++
			if !strings.Contains(c.Why, "11 B smaller") || c.Of.Formats[0].Data-c.Of.Formats[1].Data != 11 {
				t.Errorf("%s rows: %s %s", rows, c.Message, c.Why)
			}
		}
		if n != 1 {
			t.Errorf("%s rows: %d sizes", rows, n)
		}
	}
	for _, c := range between(t, "CREATE TABLE t (k int, c int, v text, PRIMARY KEY (k, c))") {
		if c.Kind == upgrade.Size && !strings.HasPrefix(c.Message, "a partition of one row, ") {
			t.Error(c.Message)
		}
	}
}
