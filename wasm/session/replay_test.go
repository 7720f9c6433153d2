package session_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/check"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/session"
)

// A recorded script is what a real Cassandra 5.0.8 answered, statement by
// statement, in an empty keyspace g.
type recorded struct {
	Seed       int
	Settings   map[string]string
	Server     string // "" for 5.0
	Statements []struct {
		Q        string
		OK       bool
		Kind     string
		Msg      string
		Also     []string
		Warnings []string
		Rows     *[]json.RawMessage // only of DESCRIBE
	}
}

func recordings(t testing.TB, file string) (out []recorded) {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var r recorded
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	return out
}

// recorder is a session with the settings of the server that recorded.
func recorder(t *testing.T, keyspace string) *session.Session {
	s := check.NewSettings()
	for _, key := range []string{"materialized_views_enabled", "sasi_indexes_enabled", "user_defined_functions_enabled"} {
		if err := s.Set(key, "true"); err != nil {
			t.Fatal(err)
		}
	}
	return session.New(session.Settings{Keyspace: keyspace, Now: 1795248000, Check: s})
}

func isDDL(q string) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(q), " ")
	return slices.Contains([]string{"CREATE", "ALTER", "DROP", "TRUNCATE", "USE", "DESCRIBE", "GRANT", "LIST"}, strings.ToUpper(word))
}

// acceptedDifferences are statements whose answer the core gives otherwise, each
// with its reason.
var acceptedDifferences = map[string]string{
	"ALTER TABLE b1 DROP d": "the server lists the indexes of a column in the order of a hash set, which changes from start to start",
	"ALTER TABLE d1 WITH compression = {'class': 'org.apache.cassandra.io.compress.ICompressor'}":               "the core knows the compressors, not all other classes of Cassandra",
	"CREATE TABLE IF NOT EXISTS mv (k int PRIMARY KEY)":                                                         "the server has half made a table of the view's name by a failed CREATE TABLE",
	"CREATE MATERIALIZED VIEW mv2 AS SELECT * FROM mv WHERE k IS NOT NULL AND v IS NOT NULL PRIMARY KEY (v, k)": "the same",
	"DESCRIBE TABLE system.local": "comments of system tables are not kept",
	"DESC KEYSPACE system_views":  "comments of virtual tables are not kept",
}

// TestReplay holds the verdicts on schema statements against the recordings: at
// least 99.8 % of the verdicts and 98 % of the messages, word for word.
func TestReplay(t *testing.T) {
	var all, right, messages, same, others, othersRight, warned, warnedSame int
	for _, r := range recordings(t, "../../build/conformance/testdata/verdicts.jsonl.gz") {
		s := recorder(t, "g")
		for _, st := range r.Statements {
			got := s.Exec(st.Q)
			kind := ""
			if got.Diag != nil {
				kind = got.Diag.Kind.String()
			}
			ok := got.Accepted() == st.OK && kind == st.Kind
			if !isDDL(st.Q) {
				others++
				if ok {
					othersRight++
				}
				continue
			}
			all++
			if acceptedDifferences[st.Q] != "" {
				continue
			}
			if !ok {
				t.Logf("seed %d: %s\n  server: %v %s %s\n  core:   %v %s", r.Seed, st.Q, st.OK, st.Kind, st.Msg, got.Accepted(), message(got))
				continue
			}
			right++
			if st.OK {
				warned++
				if slices.Equal(st.Warnings, got.Warnings) {
					warnedSame++
				} else {
					t.Logf("seed %d: %s\n  server warns: %q\n  core warns:   %q", r.Seed, st.Q, st.Warnings, got.Warnings)
				}
				continue
			}
			if kind == "syntax" || kind == "exists" { // our own words, and the driver's
				continue
			}
			messages++
			if got.Diag.Message == st.Msg || slices.Contains(st.Also, got.Diag.Message) {
				same++
			} else {
				t.Logf("seed %d: %s\n  server: %s\n  core:   %s", r.Seed, st.Q, st.Msg, got.Diag.Message)
			}
		}
	}
	t.Logf("schema: %d of %d verdicts, %d of %d messages, %d of %d warnings; others: %d of %d verdicts", right, all, same, messages, warnedSame, warned, othersRight, others)
	if right*1000 < all*998 {
		t.Errorf("%d of %d verdicts on schema statements are right: less than 99.8 %%", right, all)
	}
	if same*100 < messages*98 {
		t.Errorf("%d of %d messages are the server's: less than 98 %%", same, messages)
	}
}

// TestSchemaStatements holds every kind of schema statement against what a real
// Cassandra 5.0.8 answered, with every message and warning and what DESCRIBE
// shows.
func TestSchemaStatements(t *testing.T) {
	n := 0
	for _, r := range recordings(t, "testdata/ddl.jsonl.gz") {
		s := recorder(t, "ddlrec")
		if got := s.Exec("CREATE KEYSPACE ddlrec WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1} AND durable_writes = false"); !got.Accepted() {
			t.Fatal(got.Diag)
		}
		for _, st := range r.Statements {
			n++
			got := s.Exec(st.Q)
			if acceptedDifferences[st.Q] != "" {
				continue
			}
			kind, text := "", ""
			if got.Diag != nil {
				kind, text = got.Diag.Kind.String(), got.Diag.Message
			}
			switch {
			case got.Accepted() != st.OK || kind != st.Kind:
				t.Errorf("%s\n  server: %v %s %s\n  core:   %v %s", st.Q, st.OK, st.Kind, st.Msg, got.Accepted(), message(got))
			case kind == "exists", kind == "syntax" && strings.HasPrefix(st.Msg, "line "):
				// the driver's words and our own
			case !st.OK && text != st.Msg:
				t.Errorf("%s\n  server: %s\n  core:   %s", st.Q, st.Msg, text)
			case st.OK && !slices.Equal(st.Warnings, got.Warnings):
				t.Errorf("%s\n  server warns: %q\n  core warns:   %q", st.Q, st.Warnings, got.Warnings)
			case st.Rows != nil:
				if want, have := rowsText(*st.Rows), resultText(got.Rows); have != want {
					t.Errorf("%s\n  server: %s\n  core:   %s", st.Q, want, have)
				}
			}
		}
	}
	if n < 500 {
		t.Errorf("only %d statements are recorded", n)
	}
}

// TestGuardrails holds an ordinary user's statements against a real Cassandra, of 5.0 or of another
// release, with PasswordAuthenticator and guardrails set.
func TestGuardrails(t *testing.T) {
	for _, wrong := range unlikeGuarded(t) {
		t.Error(wrong)
	}
}

// unlikeGuarded tells what is not answered as those servers do.
func unlikeGuarded(t *testing.T) (wrong []string) {
	for _, r := range recordings(t, "testdata/guardrails.jsonl.gz") {
		settings := check.NewSettings()
		r.Settings["authenticator"] = "PasswordAuthenticator"
		for _, key := range []string{"materialized_views_enabled", "sasi_indexes_enabled", "user_defined_functions_enabled", "drop_compact_storage_enabled"} {
			r.Settings[key] = "true"
		}
		if r.Server == "" {
			r.Server, r.Settings["dynamic_data_masking_enabled"] = "5.0", "true"
		}
		if err := settings.SetServer(r.Server); err != nil {
			t.Fatal(err)
		}
		for key, value := range r.Settings {
			if err := settings.Set(key, value); err != nil {
				t.Fatal(err)
			}
		}
		s := session.New(session.Settings{Now: 1795248000, Check: settings})
		s.Exec("CREATE KEYSPACE gg WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}")
		for _, st := range r.Statements {
			got := s.Exec(st.Q)
			kind, text := "", ""
			if got.Diag != nil {
				kind, text = got.Diag.Kind.String(), got.Diag.Message
			}
			if got.Accepted() != st.OK || kind != st.Kind || kind != "exists" && text != st.Msg || st.OK && !slices.Equal(got.Warnings, st.Warnings) {
				wrong = append(wrong, fmt.Sprintf("%s\n  server: %v %s %s %q\n  core:   %v %s %q", st.Q, st.OK, st.Kind, st.Msg, st.Warnings, got.Accepted(), message(got), got.Warnings))
			}
		}
	}
	return wrong
}

func rowsText(rows []json.RawMessage) string {
	var b strings.Builder
	for _, row := range rows {
		var cells []string
		if err := json.Unmarshal(row, &cells); err != nil {
			return err.Error()
		}
		b.WriteString(strings.Join(cells, "\t") + "\n")
	}
	return b.String()
}

func resultText(r *plan.ResultSet) string {
	var b strings.Builder
	if r == nil {
		return ""
	}
	for _, row := range r.Rows {
		var cells []string
		for _, v := range row {
			cells = append(cells, string(v))
		}
		b.WriteString(strings.Join(cells, "\t") + "\n")
	}
	return b.String()
}

func message(r session.Outcome) string {
	if r.Diag != nil {
		return r.Diag.Kind.String() + " " + r.Diag.Message
	}
	if r.NotJudged {
		return "not judged"
	}
	return ""
}
