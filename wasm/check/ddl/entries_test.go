package ddl_test

import (
	"regexp"
	"strings"
	"testing"

	"partitionlab/wasm/check/ddl"
	"partitionlab/wasm/session"
)

// TestEntries: what is said of the maps of options is what the judges take: they know each
// key that goes with a class, and no other, and accept each value that is listed.
func TestEntries(t *testing.T) {
	unknown := regexp.MustCompile("not understood by|Unknown compression options|Invalid caching sub-options|Unrecognized strategy option")
	for option, statement := range map[string]string{
		"replication": "CREATE KEYSPACE k WITH replication = {}",
		"caching":     "CREATE TABLE k (a int PRIMARY KEY) WITH caching = {}",
		"compaction":  "CREATE TABLE k (a int PRIMARY KEY) WITH compaction = {}",
		"compression": "CREATE TABLE k (a int PRIMARY KEY) WITH compression = {}",
		"options":     "CREATE INDEX ON t (v) USING 'sai' WITH OPTIONS = {}",
	} {
		answer := func(entries ...string) string {
			text := strings.Trim(strings.Join(entries, ", "), ", ")
			value := "text"
			if strings.Contains(text, "similarity") || strings.Contains(text, "optimize") {
				value = "vector<float, 3>"
			}
			s := session.New(session.Settings{Keyspace: "lab"})
			s.Exec("CREATE TABLE t (a int PRIMARY KEY, v " + value + ")")
			if r := s.Exec(strings.Replace(statement, "{}", "{"+text+"}", 1)); !r.Accepted() {
				return r.Diag.Message
			}
			return ""
		}
		classes := ddl.EntryValues(option, "class")
		if classes == nil {
			classes = []string{""}
		}
		for _, class := range classes {
			start := ""
			if class != "" {
				start = "'class': '" + class + "'"
			}
			for _, key := range ddl.EntryKeys(option, class)[len(strings.Fields(start))/2:] {
				if got := answer(start, "'"+key+"': '1'"); unknown.MatchString(got) && !strings.Contains(got, "should not appear") {
					t.Errorf("%s of %s: %s: %s", option, class, key, got)
				}
				for _, value := range ddl.EntryValues(option, key) {
					start := start
					if option == "compression" && value == "false" {
						start = "" // what is off has no class
					}
					if got := answer(start, "'"+key+"': '"+value+"'"); got != "" {
						t.Errorf("%s of %s: %s = %s: %s", option, class, key, value, got)
					}
				}
			}
			if got := answer(start, "'replication_factor': 1", "'nope': '1'"); !unknown.MatchString(got) {
				t.Errorf("%s of %s: nope: %q", option, class, got)
			}
		}
	}
	if ddl.EntryKeys("comment", "") != nil || ddl.EntryValues("compaction", "min_threshold") != nil {
		t.Error("a list of what cannot be listed")
	}
}
