package check

import (
	"slices"
	"strings"
	"testing"
)

func TestSettings(t *testing.T) {
	s := NewSettings()
	if s.On(MaterializedViewsEnabled) || !s.On(AllowFilteringEnabled) || s.Number(SAIStringTermSizeFail) != 8<<10 || s.Number(ColumnValueSizeFail) != -1 ||
		s.Text(StorageCompatibilityMode) != "CASSANDRA_4" || !slices.Equal(s.List(MemtableConfigurations), []string{"skiplist", "trie", "default"}) {
		t.Error("the defaults are not those that ship")
	}
	for _, c := range []struct{ key, value, err string }{
		{"materialized_views_enabled", "true", ""},
		{"enable_materialized_views", "TRUE", ""},
		{"tables_fail_threshold", "100", ""},
		{"column_value_size_fail_threshold", "10MiB", ""},
		{"maximum_timestamp_fail_threshold", "5d", ""},
		{"table_properties_disallowed", "[read_repair, comment]", ""},
		{"materialized_view_enabled", "true", "did you mean materialized_views_enabled?"},
		{"nonsense", "1", "is no key of cassandra.yaml"},
		{"sasi_indexes_enabled", "maybe", "must be true or false"},
		{"tables_fail_threshold", "many", "must be a whole number"},
		{"column_value_size_fail_threshold", "10 parsecs", "must be a size"},
		{"column_value_size_fail_threshold", "99999999999999999999GiB", "must be a size"},
		{"maximum_timestamp_fail_threshold", "soon", "must be a duration"},
	} {
		err := s.Set(c.key, c.value)
		switch {
		case c.err == "" && err != nil:
			t.Errorf("%s=%s: %v", c.key, c.value, err)
		case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%s=%s: %v, want %s", c.key, c.value, err, c.err)
		}
	}
	if s.Number(ColumnValueSizeFail) != 10<<20 || s.Number(MaximumTimestampFail) != 5*86400e6 || !slices.Equal(s.List(TablePropertiesDisallowed), []string{"read_repair", "comment"}) {
		t.Error("a value was not kept")
	}
	for old, now := range olderNames {
		if !slices.Contains(SettingNames(), now) {
			t.Errorf("%s stands for %s, which is not known", old, now)
		}
	}
}

// TestNodesRefused: what does not say how many nodes there are.
func TestNodesRefused(t *testing.T) {
	for text, part := range map[string]string{"": "no name or no number", "dc1": "is no number", "dc1=": "no number", "=3": "no name", "dc1=0": "is no number of nodes", "dc1=three": "is no number of nodes", "a=1,a=2": "twice", "a=1,": "no name"} {
		if err := NewSettings().SetNodes(text); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%q: %v, want %s", text, err, part)
		}
	}
}

// TestOrdinary: without authentication every client is a superuser.
func TestOrdinary(t *testing.T) {
	s := NewSettings()
	if s.Ordinary() {
		t.Error("guardrails stop a client that did not log in")
	}
	if err := s.Set("authenticator", "org.apache.cassandra.auth.PasswordAuthenticator"); err != nil {
		t.Fatal(err)
	}
	if !s.Ordinary() {
		t.Error("guardrails do not stop an ordinary user")
	}
	if s.Superuser = true; s.Ordinary() {
		t.Error("guardrails stop a superuser")
	}
}
