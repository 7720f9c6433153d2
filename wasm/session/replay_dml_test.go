package session_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// overload is one signature of a list of them, which the server prints in the
// order of a hash set.
var overload = regexp.MustCompile(`[\w.]+ : \([^)]*\) -> \w+(?:<[^:]*>)?`)

// sameMessage compares texts, and lists of overloads without their order.
func sameMessage(a, b string) bool {
	if a == b {
		return true
	}
	parts := func(s string) []string {
		list := overload.FindAllString(s, -1)
		slices.Sort(list)
		return append(list, overload.ReplaceAllString(s, "overload"))
	}
	return slices.Equal(parts(a), parts(b))
}

// TestReplayDML holds the verdicts, messages and warnings of SELECT, INSERT,
// UPDATE, DELETE and BATCH against the recordings: for each verb at least 99.8 %
// of the verdicts and 98 % of the messages, word for word.
func TestReplayDML(t *testing.T) {
	type tally struct{ all, right, messages, same, warned, warnedSame int }
	verbs := map[string]*tally{}
	for _, r := range recordings(t, "../../build/conformance/testdata/verdicts.jsonl.gz") {
		s := recorder(t, "g")
		for _, st := range r.Statements {
			got := s.Exec(st.Q)
			word, _, _ := strings.Cut(strings.TrimSpace(st.Q), " ")
			verb := strings.ToUpper(word)
			if !slices.Contains([]string{"SELECT", "INSERT", "UPDATE", "DELETE", "BEGIN"}, verb) {
				continue
			}
			n := verbs[verb]
			if n == nil {
				n = new(tally)
				verbs[verb] = n
			}
			kind := ""
			if got.Diag != nil {
				kind = got.Diag.Kind.String()
			}
			n.all++
			if got.Accepted() != st.OK || kind != st.Kind {
				t.Logf("seed %d: %s\n  server: %v %s %s\n  core:   %v %s", r.Seed, st.Q, st.OK, st.Kind, st.Msg, got.Accepted(), message(got))
				continue
			}
			n.right++
			if st.OK {
				n.warned++
				if slices.Equal(st.Warnings, got.Warnings) {
					n.warnedSame++
				} else {
					t.Logf("seed %d: %s\n  server warns: %q\n  core warns:   %q", r.Seed, st.Q, st.Warnings, got.Warnings)
				}
				continue
			}
			if kind == "syntax" { // our own words
				continue
			}
			n.messages++
			said := got.Diag.Message
			if sameMessage(said, st.Msg) || slices.ContainsFunc(st.Also, func(also string) bool { return sameMessage(said, also) }) {
				n.same++
			} else {
				t.Logf("seed %d: %s\n  server: %s\n  core:   %s", r.Seed, st.Q, st.Msg, said)
			}
			if got.Diag.Rule == "" || got.Diag.Why == "" || got.Diag.Instead == "" {
				t.Errorf("seed %d: %s: %s: rule %q, why %q, instead %q", r.Seed, st.Q, said, got.Diag.Rule, got.Diag.Why, got.Diag.Instead)
			}
		}
	}
	for verb, n := range verbs {
		t.Logf("%s: %d of %d verdicts, %d of %d messages, %d of %d warnings", verb, n.right, n.all, n.same, n.messages, n.warnedSame, n.warned)
		if n.right*1000 < n.all*998 || n.same*100 < n.messages*98 || n.warnedSame*1000 < n.warned*998 {
			t.Errorf("%s: less than 99.8 %% of the verdicts and warnings or 98 %% of the messages are the server's", verb)
		}
	}
	if len(verbs) != 5 {
		t.Errorf("%d verbs", len(verbs))
	}
}
