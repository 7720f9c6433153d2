package check

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

// This file knows the options that people paste from elsewhere: older versions
// of Cassandra, DataStax Enterprise, ScyllaDB. The verdict is the server's; the
// explanation says where the option comes from, and an edit takes it away.

// foreignOptions says where an option of a table comes from and what became of it.
var foreignOptions = map[string]string{
	"read_repair_chance":           "an option of Cassandra 3.11; 4.0 removed probabilistic read repair",
	"dclocal_read_repair_chance":   "an option of Cassandra 3.11; 4.0 removed probabilistic read repair",
	"replicate_on_write":           "an option of Cassandra 2.0; counters always replicate on write since 2.1",
	"populate_io_cache_on_flush":   "an option of Cassandra 2.0, removed in 2.1",
	"index_interval":               "an option of Cassandra 2.0; 2.1 split it into min_index_interval and max_index_interval",
	"default_validation":           "an option of the Thrift interface, removed in Cassandra 4.0",
	"compaction_strategy_class":    "an option of Cassandra 1.1; it is compaction = {'class': …} now",
	"compression_parameters":       "an option of Cassandra 1.1; it is compression = {…} now",
	"nodesync":                     "an option of DataStax Enterprise",
	"in_memory":                    "an option of DataStax Enterprise",
	"dse_vertex_label_property":    "an option of DataStax Enterprise",
	"dse_edge_label_property":      "an option of DataStax Enterprise",
	"vertex_label":                 "an option of DataStax Enterprise",
	"edge_label":                   "an option of DataStax Enterprise",
	"scylla_encryption_options":    "an option of ScyllaDB",
	"in_memory_only":               "an option of ScyllaDB",
	"paxos_grace_seconds":          "an option of ScyllaDB",
	"tombstone_gc":                 "an option of ScyllaDB",
	"synchronous_updates":          "an option of ScyllaDB's views",
	"per_partition_rate_limit":     "an option of ScyllaDB",
	"tablets":                      "an option of ScyllaDB's keyspaces",
	"storage":                      "an option of ScyllaDB's keyspaces",
	"consistency":                  "an option of ScyllaDB's keyspaces",
	"graph_engine":                 "an option of DataStax Enterprise's keyspaces",
	"transactional_mode":           "an option of later versions of Cassandra (Accord)",
	"transactional_migration_from": "an option of later versions of Cassandra (Accord)",
	"fast_path":                    "an option of later versions of Cassandra (Accord)",
	"clustering_order":             "not an option: write CLUSTERING ORDER BY (column DESC)",
	"strategy_class":               "an option of Cassandra 1.1; it is replication = {'class': …} now",
	"strategy_options":             "an option of Cassandra 1.1; it is replication = {…} now",
	"replication_factor":           "not an option of its own: it stands in replication = {'class': …, 'replication_factor': …}",
	"default_time_to_live_seconds": "not an option: it is called default_time_to_live",
	"ttl":                          "not an option: it is called default_time_to_live",
}

// explainOption adds to the refusal of an unknown option where it comes from, or
// the name that was meant. The fix takes all unknown options out at once.
func explainOption(p properties, name string, d *diag.Diagnostic, valid []string) *diag.Diagnostic {
	var unknown []string
	for _, x := range p {
		if !slices.Contains(valid, x.Name.Text) {
			unknown = append(unknown, x.Name.Text)
		}
	}
	what := foreignOptions[name]
	if what == "" {
		if near := nearest(name, valid); near != "" && p.get(near) == nil {
			return fix(instead(d, "Did you mean "+near+"?"), "write "+near, d.Span, near)
		}
		return withoutProperties(instead(d, "Known options: "+strings.Join(valid, ", ")+"."), p, unknown)
	}
	d.Why = name + " is " + what + "."
	for _, other := range unknown {
		if more := foreignOptions[other]; other != name && more != "" && more != what {
			d.Why += " " + other + " is " + more + "."
		} else if other != name && more != "" {
			d.Why += " So is " + other + "."
		}
	}
	return withoutProperties(d, p, unknown)
}

func withoutProperty(d *diag.Diagnostic, p properties, name string) *diag.Diagnostic {
	return withoutProperties(d, p, []string{name})
}

// withoutProperties adds a fix that takes properties out of their WITH clause.
// There is none where no other property is left: WITH would stand alone.
func withoutProperties(d *diag.Diagnostic, p properties, names []string) *diag.Diagnostic {
	var edits []diag.Edit
	cut := func(start, end int) {
		if start < end {
			edits = append(edits, diag.Edit{Span: diag.Span{Start: start, End: end}})
		}
	}
	kept := -1 // the last property that stays
	for i, x := range p {
		switch {
		case slices.Contains(names, x.Name.Text):
		case kept < 0:
			cut(p[0].Start, x.Start)
			kept = i
		default:
			cut(p[kept].End, p[i-1].End)
			kept = i
		}
	}
	if kept >= 0 {
		cut(p[kept].End, p[len(p)-1].End)
		rule.Complete(d)
		d.Fixes = append(d.Fixes, diag.Fix{Title: "remove " + strings.Join(names, ", "), Edits: edits})
	}
	return d
}

// withoutEntries adds an edit that takes keys out of a map property.
func withoutEntries(d *diag.Diagnostic, p *cql.Property, keys []string) *diag.Diagnostic {
	var left []string
	for _, e := range p.Value.Map {
		if !slices.Contains(keys, e.Key) {
			left = append(left, "'"+e.Key+"': '"+e.Value+"'")
		}
	}
	return fix(d, "remove "+strings.Join(keys, ", "), p.Value.Span, "{"+strings.Join(left, ", ")+"}")
}

// oldCompression explains the names that compression's sub-options had before
// Cassandra 5.0, and renames them.
func oldCompression(d *diag.Diagnostic, p *cql.Property) *diag.Diagnostic {
	var parts []string
	old, foreign := false, ""
	for _, e := range p.Value.Map {
		key, value := e.Key, e.Value
		switch key {
		case "sstable_compression":
			key, old = "class", true
			value = value[strings.LastIndexByte(value, '.')+1:]
			if value == "" {
				key, value = "enabled", "false"
			}
		case "chunk_length_kb":
			key, old = "chunk_length_in_kb", true
		case "crc_check_chance":
			old = true
			continue
		}
		if v, ok := strings.CutSuffix(value, "WithDictsCompressor"); ok {
			value, foreign = v+"Compressor", "ScyllaDB"
		}
		parts = append(parts, "'"+key+"': '"+value+"'")
	}
	if !old && foreign == "" {
		return d
	}
	d.Why = "sstable_compression, chunk_length_kb and crc_check_chance are names of Cassandra 3 and 4 (and of ScyllaDB); 5.0 no longer takes them."
	return fix(d, "use the names of 5.0", p.Value.Span, "{"+strings.Join(parts, ", ")+"}")
}

// powProduct prints base^power · factor.
func powProduct(base int64, power int, factor int64) string {
	digits := []int64{1} // least significant first, in base 10^6
	const chunk = 1_000_000
	times := func(n int64) {
		carry := int64(0)
		for i := range digits {
			carry += digits[i] * n
			digits[i], carry = carry%chunk, carry/chunk
		}
		for ; carry > 0; carry /= chunk {
			digits = append(digits, carry%chunk)
		}
	}
	for range power {
		times(base)
	}
	times(factor >> 20)
	times(1 << 20)
	out := strconv.FormatInt(digits[len(digits)-1], 10)
	for i := len(digits) - 2; i >= 0; i-- {
		part := strconv.FormatInt(digits[i]+chunk, 10)
		out += part[1:]
	}
	return out
}
