package ddl_test

import (
	"strings"
	"testing"

	"partitionlab/wasm/check"
	"partitionlab/wasm/check/ddl"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
)

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
		s := check.NewSettings()
		if c.nodes != "" {
			if err := s.SetNodes(c.nodes); err != nil {
				t.Fatal(err)
			}
		}
		stmt, _, err := cql.ParseStatement("CREATE KEYSPACE k WITH replication = " + c.replication)
		if err != nil {
			t.Fatal(err.Message)
		}
		v, _ := ddl.Judge(&check.Context{Catalogue: schema.NewCluster(version.V50), Settings: s, IDs: &check.ElementIDs{}}, stmt)
		if d := v.Refusal(); d != nil {
			t.Errorf("%s, %s: %s", c.nodes, c.replication, d.Message)
		}
		var warned []string
		for _, d := range v.Diags {
			warned = append(warned, d.Message)
		}
		if got := strings.Join(warned, "; "); got != c.warning {
			t.Errorf("%s, %s: %q, want %q", c.nodes, c.replication, got, c.warning)
		}
	}
}
