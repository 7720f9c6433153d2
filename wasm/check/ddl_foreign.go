package check

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
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
// the name that was meant.
func explainOption(p properties, name string, d *diag.Diagnostic, valid []string) *diag.Diagnostic {
	what := foreignOptions[name]
	if what == "" {
		if near := nearest(name, valid); near != "" {
			return fix(instead(d, "Did you mean "+near+"?"), "write "+near, d.Span, near)
		}
		return withoutProperty(instead(d, "Known options: "+strings.Join(valid, ", ")+"."), p, name)
	}
	d.Why = name + " is " + what + "."
	return withoutProperty(d, p, name)
}

// withoutProperty adds an edit that takes a property out of its WITH clause. Of
// the only one it takes WITH and the property.
func withoutProperty(d *diag.Diagnostic, p properties, name string) *diag.Diagnostic {
	i := slices.IndexFunc(p, func(x cql.Property) bool { return x.Name.Text == name })
	if i < 0 {
		return d
	}
	switch {
	case i+1 < len(p): // up to the next one: its AND goes, too
		return fix(d, "remove "+name, diag.Span{Start: p[i].Start, End: p[i+1].Start}, "")
	case i > 0:
		return fix(d, "remove "+name, diag.Span{Start: p[i-1].End, End: p[i].End}, "")
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

// doubleText prints a double as Java does: 2.0, 6.71E-5.
func doubleText(f float64) string {
	switch a := max(f, -f); {
	case f != f:
		return "NaN"
	case a > 1.7976931348623157e308 && f > 0:
		return "Infinity"
	case a > 1.7976931348623157e308:
		return "-Infinity"
	case a != 0 && (a < 1e-3 || a >= 1e7):
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'E', -1, 64), "E")
		if !strings.Contains(mantissa, ".") {
			mantissa += ".0"
		}
		n, _ := strconv.Atoi(exponent)
		return mantissa + "E" + strconv.Itoa(n)
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
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
