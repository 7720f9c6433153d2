package ddl

import "slices"

// This file tells those who write a statement what the maps of options may hold: what
// the judges of these maps know, asked the other way round.

// EntryKeys are the keys that the map of an option takes, given the class that it names,
// if it names one already; nil for an option that is no map. Data centers, which the map
// of replication takes too, are not among them.
func EntryKeys(option, class string) []string {
	switch option {
	case "replication":
		return []string{"class", "replication_factor"}
	case "caching":
		return []string{"keys", "rows_per_partition"}
	case "compaction":
		return slices.Concat([]string{"class"}, strategies[class], everyStrategy)
	case "compression":
		return slices.Concat([]string{"class", "chunk_length_in_kb", "min_compress_ratio", "enabled"}, compressors[class])
	case "options":
		return slices.Clone(saiOptions[:5])
	}
	return nil
}

// EntryValues are the values that an entry of such a map takes; nil where there are more
// than can be listed.
func EntryValues(option, key string) []string {
	switch option + "." + key {
	case "replication.class":
		return replicationNames
	case "compaction.class":
		return strategyNames
	case "compression.class":
		return compressorNames
	case "caching.keys", "caching.rows_per_partition":
		return []string{"ALL", "NONE"}
	case "compaction.compaction_window_unit":
		return []string{"DAYS", "HOURS", "MINUTES"}
	case "compaction.timestamp_resolution":
		return []string{"MICROSECONDS", "MILLISECONDS", "SECONDS", "NANOSECONDS"}
	case "compaction.overlap_inclusion_method":
		return []string{"NONE", "SINGLE", "TRANSITIVE"}
	case "compaction.provide_overlapping_tombstones":
		return []string{"NONE", "ROW", "CELL"}
	case "compression.lz4_compressor_type":
		return []string{"fast", "high"}
	case "options.similarity_function":
		return []string{"cosine", "dot_product", "euclidean"}
	case "options.optimize_for":
		return []string{"latency", "recall"}
	case "compaction.enabled", "compaction.log_all", "compaction.unchecked_tombstone_compaction", "compaction.only_purge_repaired_tombstones",
		"compaction.single_sstable_uplevel", "compression.enabled", "options.case_sensitive", "options.normalize", "options.ascii":
		return []string{"true", "false"}
	}
	return nil
}
