package session_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/check"
	"partitionlab/wasm/session"
)

// A recorded script is what a real Cassandra 5.0.8 answered, statement by
// statement, in an empty keyspace g.
type recorded struct {
	Seed       int
	Statements []struct {
		Q        string
		OK       bool
		Kind     string
		Msg      string
		Also     []string
		Warnings []string
	}
}

func recordings(t *testing.T) (out []recorded) {
	f, err := os.Open("../../build/conformance/testdata/verdicts.jsonl.gz")
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
func recorder(t *testing.T) *session.Session {
	s := check.NewSettings()
	for _, key := range []string{"materialized_views_enabled", "sasi_indexes_enabled", "user_defined_functions_enabled"} {
		if err := s.Set(key, "true"); err != nil {
			t.Fatal(err)
		}
	}
	return session.New(session.Settings{Keyspace: "g", Now: 1795248000, Check: s})
}

func isDDL(q string) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(q), " ")
	return slices.Contains([]string{"CREATE", "ALTER", "DROP", "TRUNCATE", "USE", "DESCRIBE", "GRANT", "LIST"}, strings.ToUpper(word))
}

// accepted differences in the replay, each with its reason.
var acceptedDifferences = map[string]string{}

// TestReplay holds the verdicts on schema statements against the recordings: at
// least 99.8 % of the verdicts and 98 % of the messages, word for word.
func TestReplay(t *testing.T) {
	var all, right, messages, same, others, othersRight, warned, warnedSame int
	for _, r := range recordings(t) {
		s := recorder(t)
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

func message(r session.Result) string {
	if r.Diag != nil {
		return r.Diag.Kind.String() + " " + r.Diag.Message
	}
	if r.NotJudged {
		return "not judged"
	}
	return ""
}
