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
		{"tables_warn_threshold", "-1", ""},
		{"tables_warn_threshold", "-2", "must be a number from 1, or -1 for none"},
		{"tables_fail_threshold", "0", "must be a number from 1, or -1 for none"},
		{"sai_sstable_indexes_per_query_warn_threshold", "0", "must be a number from 1"},
		{"tombstone_warn_threshold", "0", ""},
		{"tombstone_warn_threshold", "3000000000", "must be a whole number"},
		{"default_keyspace_rf", "0", "must be a number from 1"},
		{"batch_size_warn_threshold", "", "must be a size such as 8KiB, not"},
		{"batch_size_fail_threshold", "null", "must be a size such as 8KiB, not"},
		{"collection_size_warn_threshold", "null", ""},
		{"collection_size_warn_threshold", "0B", "must be a size such as 8KiB, or null"},
		{"collection_size_warn_threshold", "", "must be a size such as 8KiB, or null"},
		{"minimum_timestamp_warn_threshold", "", "must be a duration"},
		{"authenticator", "Nonsense", "must be one of AllowAllAuthenticator, PasswordAuthenticator"},
		{"authenticator", "org.apache.cassandra.auth.Nonsense", "must be one of"},
		{"authenticator", "com.example.Kerberos", ""},
		{"authorizer", "", "must be one of AllowAllAuthorizer"},
		{"storage_compatibility_mode", "CASSANDRA_9", "must be one of NONE"},
		{"read_consistency_levels_warned", "[ONE, LOCAL_ONE]", ""},
		{"read_consistency_levels_warned", "", ""},
		{"read_consistency_levels_warned", "ONE, MANY", "must be one of ANY, ONE"},
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

// TestSettingsOfServers: a setting that a server does not have changes nothing there, whichever
// was said first, the server or the setting.
func TestSettingsOfServers(t *testing.T) {
	for server, want := range map[string][3]bool{"5.0": {false, false, false}, "4.1": {false, true, true}, "4.0": {true, true, true}} {
		for first := range 2 {
			s := NewSettings()
			for at := range 2 {
				if at == first {
					s.SetServer(server)
					continue
				}
				for _, key := range []string{"group_by_enabled", "simplestrategy_enabled", "vector_type_enabled"} {
					s.Set(key, "false")
				}
				s.Set("default_keyspace_rf", "3")
				s.Set("keyspaces_fail_threshold", "7")
				s.Set("materialized_views_enabled", "true")
			}
			if got := [3]bool{s.On(GroupByEnabled), s.On(SimpleStrategyEnabled), s.On(VectorTypeEnabled)}; got != want {
				t.Errorf("%s, said %d: %v, want %v", server, first, got, want)
			}
			if old := server == "4.0"; (s.Number(DefaultKeyspaceRF) == 3) == old || (s.Number(KeyspacesFail) == 7) == old || !s.On(MaterializedViewsEnabled) {
				t.Errorf("%s, said %d: numbers", server, first)
			}
		}
	}
	for _, c := range []struct{ server, key, value, wrong string }{
		{"4.0", "enable_materialized_views", "true", ""},
		{"4.0", "materialized_views_enabled", "true", "Cassandra 4.0 does not start with materialized_views_enabled: there it is enable_materialized_views"},
		{"4.1", "enable_materialized_views", "true", ""},
		{"4.0", "batch_size_warn_threshold_in_kb", "7", ""},
		{"4.0", "batch_size_warn_threshold_in_kb", "7KiB", `batch_size_warn_threshold_in_kb must be a whole number, not "7KiB"`},
		{"4.0", "batch_size_warn_threshold", "7KiB", "Cassandra 4.0 does not start with batch_size_warn_threshold: there it is batch_size_warn_threshold_in_kb"},
		{"5.0", "batch_size_warn_threshold", "7KiB", ""},
		{"4.1", "vector_type_enabled", "false", "Cassandra 4.1 does not start with vector_type_enabled: it is there since 5.0"},
		{"4.0", "vector_type", "false", `"vector_type" is no key of cassandra.yaml that changes a verdict`},
	} {
		s := NewSettings()
		s.SetServer(c.server)
		wrong := ""
		if err := s.Set(c.key, c.value); err != nil {
			wrong = err.Error()
		}
		if wrong != c.wrong {
			t.Errorf("%s, %s=%s: %s, want %s", c.server, c.key, c.value, wrong, c.wrong)
		}
		if strings.HasPrefix(c.key, "batch") && s.Number(BatchSizeWarn) != 7<<10 && !strings.Contains(wrong, "whole") {
			t.Errorf("%s, %s: %d", c.server, c.key, s.Number(BatchSizeWarn))
		}
	}
	s := NewSettings()
	if s.SetServer("4.1"); !slices.Equal(s.List(MemtableConfigurations), []string{"default"}) {
		t.Error("4.1 ships one memtable configuration")
	}
	if s.SetServer("5.0"); !slices.Equal(s.List(MemtableConfigurations), []string{"skiplist", "trie", "default"}) {
		t.Error("5.0 ships three memtable configurations")
	}
}
