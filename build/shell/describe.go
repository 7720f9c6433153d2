// DESCRIBE as cqlsh prints what the server answers.

package shell

import (
	"fmt"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/session"
)

func (sh *Shell) describe(s *cql.Describe, r *session.Outcome) {
	if s.What == "CLUSTER" {
		sh.describeCluster()
		return
	}
	set := r.Rows
	column := func(row [][]byte, i int) string { return text(set.Types[i], row[i]) }
	switch s.What {
	case "KEYSPACES":
		var names []string
		for _, row := range set.Rows {
			names = append(names, column(row, 2))
		}
		fmt.Fprintln(sh.Out)
		columnize(sh.Out, names)
		fmt.Fprintln(sh.Out)
	case "TABLES", "TYPES", "FUNCTIONS", "AGGREGATES":
		for at := 0; at < len(set.Rows); {
			keyspace := column(set.Rows[at], 0)
			var names []string
			for ; at < len(set.Rows) && column(set.Rows[at], 0) == keyspace; at++ {
				names = append(names, column(set.Rows[at], 2))
			}
			fmt.Fprintln(sh.Out)
			if sh.Keyspace() == "" {
				fmt.Fprintf(sh.Out, "Keyspace %s\n---------%s\n", keyspace, dashes(keyspace))
			}
			columnize(sh.Out, names)
		}
		if len(set.Rows) > 0 {
			fmt.Fprintln(sh.Out)
		}
	default:
		for _, row := range set.Rows {
			fmt.Fprintln(sh.Out)
			fmt.Fprintln(sh.out(), column(row, 3))
		}
	}
}

func dashes(text string) string {
	out := make([]byte, len([]rune(text)))
	for i := range out {
		out[i] = '-'
	}
	return string(out)
}

func (sh *Shell) describeCluster() {
	fmt.Fprintf(sh.Out, "\nCluster: %s\nPartitioner: Murmur3Partitioner\nSnitch: DynamicEndpointSnitch\n\n", clusterName)
	ks := sh.conn.Catalogue().Keyspaces[sh.Keyspace()]
	if ks == nil || ks.System {
		return
	}
	fmt.Fprintln(sh.Out, "Range ownership:")
	for _, n := range sh.nodes.all {
		fmt.Fprintf(sh.Out, " %39d  [%s]\n", n.token, joinNodes(sh.nodes.replicas(&ks.Replication, n.token)))
	}
	fmt.Fprintln(sh.Out)
}

// clusterName is the name of a cluster in the shipped cassandra.yaml.
const clusterName = "Test Cluster"
