package check

import (
	"slices"
	"strings"
	"testing"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/schema"
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

// TestNodes: a replication factor is compared with the nodes that are declared.
func TestNodes(t *testing.T) {
	for _, c := range []struct{ nodes, replication, warning string }{
		{"", "{'class': 'NetworkTopologyStrategy', 'datacenter1': 3}", "Your replication factor 3 for keyspace k is higher than the number of nodes 1 for datacenter datacenter1"},
		{"3", "{'class': 'NetworkTopologyStrategy', 'datacenter1': 3}", ""},
		{"dc1=3, dc2=2", "{'class': 'NetworkTopologyStrategy', 'dc1': 3, 'dc2': 2}", ""},
		{"dc1=3,dc2=2", "{'class': 'NetworkTopologyStrategy', 'dc1': 3, 'dc2': 3}", "Your replication factor 3 for keyspace k is higher than the number of nodes 2 for datacenter dc2"},
		{"dc1=3,dc2=2", "{'class': 'SimpleStrategy', 'replication_factor': 5}", ""},
		{"dc1=3,dc2=2", "{'class': 'SimpleStrategy', 'replication_factor': 6}", "Your replication factor 6 for keyspace k is higher than the number of nodes 5"},
	} {
		s := NewSettings()
		if c.nodes != "" {
			if err := s.SetNodes(c.nodes); err != nil {
				t.Fatal(err)
			}
		}
		stmt, _, err := cql.ParseStatement("CREATE KEYSPACE k WITH replication = " + c.replication)
		if err != nil {
			t.Fatal(err.Message)
		}
		v := Judge(&Context{Catalogue: schema.NewCluster(), Settings: s, IDs: &ElementIDs{}}, stmt)
		if d := v.Refusal(); d != nil {
			t.Errorf("%s, %s: %s", c.nodes, c.replication, d.Message)
		}
		if got := strings.Join(v.Warnings, "; "); got != c.warning {
			t.Errorf("%s, %s: %q, want %q", c.nodes, c.replication, got, c.warning)
		}
	}
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

// TestHashMap: the orders were printed by java.util.HashMap of Java 17.
func TestHashMap(t *testing.T) {
	for _, c := range []struct {
		capacity int
		keys     string
		want     string
		copied   string
	}{
		{16, "a b c d e f g h i j k l m n o p", "a b c d e f g h i j k l m n o p", "a b c d e f g h i j k l m n o p"},
		{16, "class foo bar baz qux min_threshold enabled max_threshold", "min_threshold max_threshold bar qux foo baz class enabled", "min_threshold max_threshold bar qux foo baz class enabled"},
		{1, "class replication_factor", "class replication_factor", "class replication_factor"},
		{3, "dc1 dc2 dc3", "dc3 dc2 dc1", "dc2 dc1 dc3"},
		{5, "class chunk_length_in_kb enabled min_compress_ratio crc_check_chance", "min_compress_ratio class crc_check_chance chunk_length_in_kb enabled", "min_compress_ratio class crc_check_chance chunk_length_in_kb enabled"},
		{2, "mode analyzer zz case_sensitive", "mode zz analyzer case_sensitive", "mode zz analyzer case_sensitive"},
		{16, "read_repair_chance dclocal_read_repair_chance nodesync in_memory comment caching é 𝄞 ключ", "𝄞 nodesync ключ é comment dclocal_read_repair_chance caching read_repair_chance in_memory", "𝄞 nodesync ключ é comment dclocal_read_repair_chance caching read_repair_chance in_memory"},
	} {
		m := newHashMap(c.capacity)
		for _, k := range strings.Fields(c.keys) {
			m.put(k)
		}
		if got := strings.Join(m.order(), " "); got != c.want {
			t.Errorf("HashMap(%d) of %s walks %s, want %s", c.capacity, c.keys, got, c.want)
		}
		if got := strings.Join(m.copy().order(), " "); got != c.copied {
			t.Errorf("a copy of %s walks %s, want %s", c.keys, got, c.copied)
		}
	}
}
