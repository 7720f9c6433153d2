package repair

// This file knows the options that people paste from elsewhere: older versions
// of Cassandra, DataStax Enterprise, ScyllaDB. The verdict is the server's; the
// explanation says where the option comes from, and an edit takes it away.

import (
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

// option repairs whatever can be wrong with an option of a keyspace, a table, a view or
// an index: About says what it is.
func (r *repairer) option() {
	if r.managed() {
		return
	}
	switch about := r.d.About.(type) {
	case *check.UnknownOption:
		r.unknownOption(about)
	case *check.Superfluous:
		r.withoutOptions(about.With, about.Names)
	case *check.SuperfluousEntries:
		r.withoutEntries(about.Option, about.Keys)
	case *check.UnknownClass:
		r.unknownClass(about)
	case *check.StrayDatacenter:
		r.datacenter(about)
	case *cql.Property:
		r.value(about)
	}
}

// managed takes what Amazon Keyspaces writes about settings that it keeps to itself out of a
// table, with the other options that Cassandra lacks.
func (r *repairer) managed() bool {
	s, ok := r.stmt.(*cql.CreateTable)
	if !ok {
		return false
	}
	var own, all []string
	for _, p := range s.With {
		if slices.ContainsFunc(p.Value.Map, func(e cql.PropertyEntry) bool { return strings.HasPrefix(e.Value, "com.amazonaws.") }) {
			own = append(own, p.Name.Text)
		} else if foreignOptions[p.Name.Text] == "" {
			continue
		}
		all = append(all, p.Name.Text)
	}
	if own == nil {
		return false
	}
	r.d.Why = "This is what Amazon Keyspaces prints for " + strings.Join(own, ", ") + ": it keeps these settings to itself."
	r.d.Instead = "Leave them out, and Cassandra takes its own."
	r.withoutOptions(s.With, all)
	return true
}

// value repairs the value of an option that should be a map, or a map that lacks its
// class.
func (r *repairer) value(p *cql.Property) {
	switch {
	case !p.Value.IsMap && (p.Name.Text == "compaction" || p.Name.Text == "compression" || p.Name.Text == "replication"):
		r.write("write a map", p.Value.Span, "{'class': '"+p.Value.Text+"'}")
	case !p.Value.IsMap && p.Name.Text == "caching":
		r.write("write a map", p.Value.Span, "{'keys': 'ALL', 'rows_per_partition': 'NONE'}")
	case p.Value.IsMap && p.Name.Text == "replication":
		class := "NetworkTopologyStrategy"
		if slices.ContainsFunc(p.Value.Map, func(e cql.PropertyEntry) bool { return e.Key == "replication_factor" }) {
			class = "SimpleStrategy"
		}
		r.write("name the class", diag.Span{Start: p.Value.Start, End: p.Value.Start + 1}, "{'class': '"+class+"', ")
	case p.Value.IsMap && p.Name.Text == "cdc":
		on := slices.ContainsFunc(p.Value.Map, func(e cql.PropertyEntry) bool { return e.Key == "enabled" && e.Value == "true" })
		r.d.Why = "A map of cdc belongs to ScyllaDB, which keeps changes in a table. Cassandra's cdc is true or false, and keeps its commit log."
		r.write("write "+strconv.FormatBool(on), p.Value.Span, strconv.FormatBool(on))
	case p.Value.IsMap && p.Name.Text == "compression":
		r.oldCompression(p)
	}
}

// foreignClasses are classes of elsewhere: what became of them, what to write, and
// whether the other keys of the map go with it.
var foreignClasses = map[string]struct {
	why, class string
	alone      bool
}{
	"DateTieredCompactionStrategy":  {"DateTieredCompactionStrategy was removed in Cassandra 5.0. TimeWindowCompactionStrategy took its place.", "TimeWindowCompactionStrategy", false},
	"IncrementalCompactionStrategy": {"IncrementalCompactionStrategy belongs to ScyllaDB. Cassandra's nearest is UnifiedCompactionStrategy.", "UnifiedCompactionStrategy", true},
	"SingleRegionStrategy":          {"SingleRegionStrategy belongs to Amazon Keyspaces.", "NetworkTopologyStrategy", false},
	"EverywhereStrategy":            {"EverywhereStrategy belongs to DataStax Enterprise and ScyllaDB.", "NetworkTopologyStrategy", false},
}

// unknownClass writes the class that was meant.
func (r *repairer) unknownClass(c *check.UnknownClass) {
	near := diag.Nearest(c.Name, c.Known)
	replication := rule.ID(r.d.Rule) == rule.KS04
	if f, ok := foreignClasses[c.Name]; ok && contains(c.Known, f.class) {
		if r.d.Why = f.why; !replication {
			place, text := c.Entry.ValueSpan, "'"+f.class+"'"
			if f.alone {
				place, text = c.Option.Value.Span, "{'class': '"+f.class+"'}"
			}
			r.write("use "+f.class, place, text)
			return
		}
		near = f.class
	}
	switch {
	case near == "":
		return
	case replication:
		r.d.Say("In class names capital letters matter: SimpleStrategy or NetworkTopologyStrategy.")
	default:
		r.d.Say("Did you mean " + near + "? In class names capital letters matter.")
	}
	r.write("write "+near, c.Entry.ValueSpan, "'"+near+"'")
}

// datacenter repairs a key of replication that names no data center.
func (r *repairer) datacenter(s *check.StrayDatacenter) {
	known := r.ctx.Settings.Datacenters
	switch simple := rule.ID(r.d.Rule) == rule.KS05; {
	case s.Entry == nil:
	case simple && (s.Entry.Key == "datacenter1" || contains(known, s.Entry.Key)):
		r.write("use NetworkTopologyStrategy", s.Class.ValueSpan, "'NetworkTopologyStrategy'")
	case !simple && len(known) == 1:
		r.write("write "+known[0], s.Entry.KeySpan, "'"+known[0]+"'")
	}
}

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
	"nodesync":                     "an option of DataStax Enterprise and Astra",
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
	"custom_properties":            "an option of Amazon Keyspaces",
	"tags":                         "an option of Amazon Keyspaces",
	"autoscaling_settings":         "an option of Amazon Keyspaces",
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

// unknownOption says where an option comes from, or writes the name that was meant.
// The fix takes all unknown options out at once.
func (r *repairer) unknownOption(o *check.UnknownOption) {
	var unknown []string
	given := func(name string) bool {
		return slices.ContainsFunc(o.With, func(p cql.Property) bool { return p.Name.Text == name })
	}
	for _, p := range o.With {
		if !contains(o.Valid, p.Name.Text) {
			unknown = append(unknown, p.Name.Text)
		}
	}
	what := foreignOptions[o.Name]
	if what == "" {
		if near := diag.Nearest(o.Name, o.Valid); near != "" && !given(near) {
			r.d.Say("Did you mean " + near + "?")
			r.write("write "+near, r.d.Span, near)
			return
		}
		r.d.Say("Known options: " + strings.Join(o.Valid, ", ") + ".")
		r.withoutOptions(o.With, unknown)
		return
	}
	r.d.Why = o.Name + " is " + what + "."
	for _, other := range unknown {
		if more := foreignOptions[other]; other != o.Name && more != "" && more != what {
			r.d.Why += " " + other + " is " + more + "."
		} else if other != o.Name && more != "" {
			r.d.Why += " So is " + other + "."
		}
	}
	r.withoutOptions(o.With, unknown)
}

// withoutOptions takes options out of their WITH clause.
// There is none where no other property is left: WITH would stand alone.
func (r *repairer) withoutOptions(p []cql.Property, names []string) {
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
		r.edit("remove "+strings.Join(names, ", "), edits...)
	}
}

// notCompact leaves COMPACT STORAGE out of a table.
func (r *repairer) notCompact() {
	if s, ok := r.stmt.(*cql.CreateTable); ok && s.CompactStorage {
		r.withoutClause("leave COMPACT STORAGE out", s, s.CompactSpan)
	}
}

// withoutClause takes a clause out of what stands behind WITH, and WITH where nothing is
// left there.
func (r *repairer) withoutClause(title string, s *cql.CreateTable, clause diag.Span) {
	others := []diag.Span{s.BodySpan, s.CompactSpan, s.OrderSpan}
	for _, p := range s.With {
		others = append(others, p.Span)
	}
	before, next := 0, clause.End
	for _, o := range others {
		if o.End <= clause.Start {
			before = max(before, o.End)
		} else if o.Start > clause.Start && (next == clause.End || o.Start < next) {
			next = o.Start
		}
	}
	if before == s.BodySpan.End && next > clause.End { // the first of several
		r.write(title, diag.Span{Start: clause.Start, End: next}, "")
		return
	}
	r.write(title, diag.Span{Start: before, End: clause.End}, "")
}

// withoutEntries takes keys out of a map.
func (r *repairer) withoutEntries(p *cql.Property, keys []string) {
	var left []string
	for _, e := range p.Value.Map {
		if !slices.Contains(keys, e.Key) {
			left = append(left, "'"+e.Key+"': '"+e.Value+"'")
		}
	}
	r.write("remove "+strings.Join(keys, ", "), p.Value.Span, "{"+strings.Join(left, ", ")+"}")
}

// oldCompression explains the names that compression's sub-options had before
// Cassandra 5.0, and renames them.
func (r *repairer) oldCompression(p *cql.Property) {
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
		return
	}
	r.d.Why = "sstable_compression, chunk_length_kb and crc_check_chance are names of Cassandra 3 and 4 (and of ScyllaDB); 5.0 no longer takes them."
	r.write("use the names of 5.0", p.Value.Span, "{"+strings.Join(parts, ", ")+"}")
}
