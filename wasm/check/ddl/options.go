package ddl

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/cqltype"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/java"
	"partitionlab/wasm/rule"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/version"
)

// This file reads WITH clauses: properties of keyspaces, options of tables and
// views. Sources: PropertyDefinitions, TableAttributes, TableParams and the
// params of caching, compaction and compression.

// properties are those of one WITH clause.
type properties []cql.Property

func (p properties) get(name string) *cql.Property {
	for i := range p {
		if p[i].Name.Text == name {
			return &p[i]
		}
	}
	return nil
}

// unknown refuses the first property that is not in the list, in the server's
// order.
func (p properties) unknown(server *version.Switches, id rule.ID, valid ...string) *diag.Diagnostic {
	m := java.NewHashMap(16)
	for _, x := range p {
		m.Put(x.Name.Text)
	}
	for _, name := range m.Order() {
		if !slices.Contains(valid, name) || optionSince[name] != 0 && !server.On(optionSince[name]) {
			return id.Refuse(diag.Syntax, p.get(name).Name.Span, "Unknown property '%'", name).On(&check.UnknownOption{With: p, Name: name, Valid: valid})
		}
	}
	return nil
}

// text is the value of a property that is no map; d is set where it is one.
func text(p *cql.Property, id rule.ID) (string, *diag.Diagnostic) {
	if p.Value.IsMap {
		d := id.Refuse(diag.Syntax, p.Value.Span, "Invalid value for property '%'. It should be a string", p.Name.Text)
		d.About = p
		return "", d
	}
	return p.Value.Text, nil
}

// options is the value of a property that is a map.
func options(p *cql.Property, id rule.ID) ([]cql.PropertyEntry, *diag.Diagnostic) {
	if !p.Value.IsMap {
		return nil, id.Refuse(diag.Syntax, p.Value.Span, "Invalid value for property '%'. It should be a map.", p.Name.Text).On(p)
	}
	return p.Value.Map, nil
}

// entry finds a key of a map property.
func findEntry(entries []cql.PropertyEntry, key string) *cql.PropertyEntry {
	for i := range entries {
		if entries[i].Key == key {
			return &entries[i]
		}
	}
	return nil
}

// mapOf is the HashMap that the server's parser makes of a map property.
func mapOf(entries []cql.PropertyEntry) *java.HashMap {
	m := java.NewHashMap(len(entries))
	for _, e := range entries {
		m.Put(e.Key)
	}
	return m
}

func boolean(p *cql.Property, id rule.ID) (bool, *diag.Diagnostic) {
	s, d := text(p, id)
	if d != nil {
		return false, d
	}
	switch strings.ToLower(s) {
	case "1", "true", "yes":
		return true, nil
	case "0", "false", "no":
		return false, nil
	}
	return false, id.Refuse(diag.Syntax, p.Value.Span, "Invalid boolean value % for '%'. Positive values can be '1', 'true' or 'yes'. Negative values can be '0', 'false' or 'no'.", s, p.Name.Text)
}

func integer(p *cql.Property) (int, *diag.Diagnostic) {
	s, d := text(p, rule.OPT02)
	if d != nil {
		return 0, d
	}
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil {
		return 0, rule.OPT03.Refuse(diag.Syntax, p.Value.Span, "Invalid integer value % for '%'", s, p.Name.Text)
	}
	return int(n), nil
}

func double(p *cql.Property) (float64, *diag.Diagnostic) {
	s, d := text(p, rule.OPT02)
	if d != nil {
		return 0, d
	}
	f, ok := javaDouble(s)
	if !ok {
		return 0, rule.OPT04.Refuse(diag.Syntax, p.Value.Span, "Invalid double value % for '%'", s, p.Name.Text)
	}
	return f, nil
}

// javaDouble is Double.parseDouble.
func javaDouble(s string) (float64, bool) {
	s = strings.TrimFunc(s, func(r rune) bool { return r <= ' ' })
	switch strings.TrimLeft(s, "+-") {
	case "NaN", "Infinity":
		f, err := strconv.ParseFloat(s, 64)
		return f, err == nil || strings.TrimLeft(s, "+-") == "NaN"
	}
	if !strings.HasPrefix(strings.ToLower(strings.TrimLeft(s, "+-")), "0x") {
		s = strings.TrimSuffix(s, strings.TrimLeft(s[max(0, len(s)-1):], "0123456789.eE+-_ xX"))
		if strings.ContainsAny(s, "_xXpPiInN") {
			return 0, false
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil || math.IsInf(f, 0)
}

// tableOptions are the names that WITH of a table or view understands.
var tableOptions = []string{"additional_write_policy", "allow_auto_snapshot", "auto_repair", "bloom_filter_fp_chance", "caching", "cdc", "comment", "compaction",
	"compression", "crc_check_chance", "default_time_to_live", "extensions", "gc_grace_seconds", "id", "incremental_backups", "max_index_interval", "memtable",
	"memtable_flush_period_in_ms", "min_index_interval", "read_repair", "speculative_retry"}

// optionSince says of options that not every server has what they came with.
var optionSince = map[string]version.Feature{"memtable": version.Memtables, "allow_auto_snapshot": version.TableBackups, "incremental_backups": version.TableBackups, "auto_repair": version.AutoRepair}

// params reads the values of a table's options on top of others: what the server
// does in TableAttributes.build. Ranges are checked later, by validParams.
func (j *ddl) params(with properties, base schema.Params, create bool) (schema.Params, *diag.Diagnostic) {
	out := base
	if j.Server != nil {
		out.Server = j.Server.Server
	}
	if create && j.Settings.Text(check.DefaultCompaction) != "" {
		out.Compaction = compactionDefaults(j.Settings.Text(check.DefaultCompaction), nil)
	}
	var d *diag.Diagnostic
	set := func(name string, read func(p *cql.Property)) {
		if p := with.get(name); p != nil && d == nil {
			read(p)
		}
	}
	bloom := -1.0
	if !create {
		bloom = base.BloomFilterFPChance
	}
	set("allow_auto_snapshot", func(p *cql.Property) { out.AllowAutoSnapshot, d = boolean(p, rule.OPT05) })
	set("bloom_filter_fp_chance", func(p *cql.Property) { bloom, d = double(p) })
	set("caching", func(p *cql.Property) { out.Caching, d = caching(p) })
	set("comment", func(p *cql.Property) { out.Comment, d = text(p, rule.OPT02) })
	set("compaction", func(p *cql.Property) { out.Compaction, d = j.compaction(p) })
	set("compression", func(p *cql.Property) {
		if e := findEntry(p.Value.Map, "crc_check_chance"); e != nil && j.Server.Has(version.CompressionNames) {
			ok := false
			if out.CRCCheckChance, ok = javaDouble(e.Value); !ok {
				d = rule.OPT04.Refuse(diag.Syntax, e.ValueSpan, "Invalid double value % for crc_check_chance.'", e.Value)
				return
			}
		}
		out.Compression, d = j.compression(p)
	})
	set("memtable", func(p *cql.Property) {
		if out.Memtable, d = text(p, rule.OPT02); d == nil && !slices.Contains(j.Settings.List(check.MemtableConfigurations), out.Memtable) {
			d = rule.OPT14.Refuse(diag.Config, p.Value.Span, `Memtable configuration "%" not found.`, out.Memtable)
			d.Say("cassandra.yaml names the configurations; it has " + strings.Join(j.Settings.List(check.MemtableConfigurations), ", ") + ".")
		}
	})
	set("default_time_to_live", func(p *cql.Property) { out.DefaultTTL, d = integer(p) })
	set("gc_grace_seconds", func(p *cql.Property) { out.GCGrace, d = integer(p) })
	set("incremental_backups", func(p *cql.Property) { out.IncrementalBackups, d = boolean(p, rule.OPT05) })
	set("max_index_interval", func(p *cql.Property) { out.MaxIndexInterval, d = integer(p) })
	set("memtable_flush_period_in_ms", func(p *cql.Property) { out.MemtableFlushPeriod, d = integer(p) })
	set("min_index_interval", func(p *cql.Property) { out.MinIndexInterval, d = integer(p) })
	set("speculative_retry", func(p *cql.Property) { out.SpeculativeRetry, d = retryPolicy(p) })
	set("additional_write_policy", func(p *cql.Property) { out.AdditionalWritePolicy, d = retryPolicy(p) })
	set("crc_check_chance", func(p *cql.Property) { out.CRCCheckChance, d = double(p) })
	set("cdc", func(p *cql.Property) { out.CDC, d = boolean(p, rule.OPT05) })
	set("read_repair", func(p *cql.Property) {
		if out.ReadRepair, d = text(p, rule.OPT02); d != nil {
			return
		}
		if out.ReadRepair = strings.ToUpper(out.ReadRepair); out.ReadRepair != "NONE" && out.ReadRepair != "BLOCKING" {
			d = rule.OPT13.Server(p.Value.Span, "java.lang.IllegalArgumentException: No enum constant org.apache.cassandra.service.reads.repair.ReadRepairStrategy.%", out.ReadRepair)
			d.Say("Write 'BLOCKING' or 'NONE'.")
		}
	})
	set("auto_repair", func(p *cql.Property) {
		var entries []cql.PropertyEntry
		if entries, d = options(p, rule.OPT02); d != nil {
			return
		}
		for _, key := range mapOf(entries).Order() {
			if !slices.Contains([]string{"full_enabled", "incremental_enabled", "preview_repaired_enabled", "priority"}, strings.ToLower(key)) {
				d = rule.OPT23.Refuse(diag.Config, findEntry(entries, key).KeySpan, "Unknown property '%'", key)
				return
			}
		}
	})
	if bloom == -1 {
		bloom = 0.01
		if schema.Get(out.Compaction, "class") == "LeveledCompactionStrategy" {
			bloom = 0.1
		}
	}
	out.BloomFilterFPChance = bloom
	return out, d
}

// optionRanges checks what TableParams.validate does; with holds the properties
// of the statement, for the places.
func optionRanges(with properties, p schema.Params) *diag.Diagnostic {
	at := func(name string) diag.Span {
		if x := with.get(name); x != nil {
			return x.Value.Span
		}
		if len(with) > 0 {
			return with[0].Span
		}
		return diag.Span{}
	}
	fail := func(id rule.ID, name, text string) *diag.Diagnostic {
		return id.Refuse(diag.Config, at(name), "%%", name, text)
	}
	got := func(n int) string { return " (got " + strconv.Itoa(n) + ")" }
	if x := with.get("compaction"); x != nil {
		if d := compactionValues(x, p.Compaction, p.Server); d != nil {
			return d
		}
	}
	switch {
	case p.BloomFilterFPChance <= 6.71e-5 || p.BloomFilterFPChance > 1:
		return fail(rule.OPT06, "bloom_filter_fp_chance", " must be larger than 6.71E-5 and less than or equal to 1.0 (got "+cqltype.JavaDouble(p.BloomFilterFPChance)+")")
	case p.CRCCheckChance < 0 || p.CRCCheckChance > 1:
		return fail(rule.OPT07, "crc_check_chance", " must be larger than or equal to 0 and smaller than or equal to 1.0 (got "+cqltype.JavaDouble(p.CRCCheckChance)+")")
	case p.DefaultTTL < 0:
		return fail(rule.OPT08, "default_time_to_live", " must be greater than or equal to 0"+got(p.DefaultTTL))
	case p.DefaultTTL > 630720000:
		return fail(rule.OPT08, "default_time_to_live", " must be less than or equal to 630720000"+got(p.DefaultTTL))
	case p.GCGrace < 0:
		return fail(rule.OPT09, "gc_grace_seconds", " must be greater than or equal to 0"+got(p.GCGrace))
	case p.MinIndexInterval < 1:
		return fail(rule.OPT10, "min_index_interval", " must be greater than or equal to 1"+got(p.MinIndexInterval))
	case p.MaxIndexInterval < p.MinIndexInterval:
		return fail(rule.OPT10, "max_index_interval", " must be greater than or equal to min_index_interval ("+strconv.Itoa(p.MinIndexInterval)+")"+got(p.MaxIndexInterval))
	case p.MemtableFlushPeriod < 0:
		return fail(rule.OPT11, "memtable_flush_period_in_ms", " must be greater than or equal to 0"+got(p.MemtableFlushPeriod))
	}
	return nil
}

// earlyOptions reads the values of options where the server looks for a table that is to
// expire by windows without a TTL: before it looks for the table. Source: validateDefaultTimeToLive.
func (j *ddl) earlyOptions(with properties, place diag.Span) *diag.Diagnostic {
	if !j.Server.Has(version.EarlyOptions) {
		return nil
	}
	p, d := j.params(with, schema.DefaultParams(), true)
	if d == nil {
		d = j.windowTTL(p, place)
	}
	return d
}

// validOptions is TableAttributes.validate: names, then values, then ranges.
func (j *ddl) validOptions(with properties) *diag.Diagnostic {
	if d := with.unknown(j.Server, rule.OPT01, tableOptions...); d != nil {
		return d
	}
	if p := with.get("auto_repair"); p != nil {
		return rule.OPT23.Refuse(diag.Config, p.Span, "auto_repair option is not supported unless auto-repair is enabled with -Dcassandra.autorepair.enable=true")
	}
	p, d := j.params(with, schema.DefaultParams(), true)
	if d == nil {
		d = optionRanges(with, p)
	}
	return d
}

// caching reads caching = {'keys': …, 'rows_per_partition': …}.
func caching(p *cql.Property) ([]schema.Option, *diag.Diagnostic) {
	entries, d := options(p, rule.OPT02)
	if d != nil {
		return nil, d
	}
	keys, rows := "NONE", "NONE"
	bad := func(e *cql.PropertyEntry, allowed string) *diag.Diagnostic {
		return rule.OPT16.Refuse(diag.Config, e.ValueSpan, "Invalid value '%' for caching sub-option '%': only % are allowed", e.Value, e.Key, allowed)
	}
	if e := findEntry(entries, "keys"); e != nil {
		if keys = strings.ToUpper(e.Value); keys != "ALL" && keys != "NONE" {
			return nil, bad(e, "'ALL' and 'NONE'")
		}
	}
	if e := findEntry(entries, "rows_per_partition"); e != nil {
		switch rows = strings.ToUpper(e.Value); {
		case rows == "ALL" || rows == "NONE":
		case allDigits(rows):
			n, err := strconv.ParseInt(rows, 10, 32)
			if err != nil {
				return nil, rule.OPT16.Server(e.ValueSpan, "%", numberFormat(rows))
			}
			rows = strconv.FormatInt(n, 10)
			if n == 0 {
				rows = "NONE"
			}
		default:
			return nil, bad(e, "'ALL', 'NONE', and integer values")
		}
	}
	m := mapOf(entries).Copy()
	m.Remove("keys")
	m.Remove("rows_per_partition")
	if len(m.Keys) > 0 {
		return nil, rule.OPT16.Refuse(diag.Config, findEntry(entries, m.Order()[0]).Span, "Invalid caching sub-options %: only 'keys' and 'rows_per_partition' are allowed", java.List(m.Order()))
	}
	return []schema.Option{{Name: "keys", Value: keys}, {Name: "rows_per_partition", Value: rows}}, nil
}

// numberFormat is the server error of a Java number that cannot be read.
func numberFormat(s string) string {
	return "java.lang.NumberFormatException: " + forInput(s)
}

// forInput is the message of Java's NumberFormatException.
func forInput(s string) string {
	return "For input string: \"" + s + "\""
}

// numeric is StringUtils.isNumeric for ASCII: digits only, at least one.
func allDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// strategies are Cassandra's compaction strategies with the sub-options that
// each understands on top of the common ones.
var strategies = map[string][]string{
	"SizeTieredCompactionStrategy": {"min_threshold", "max_threshold", "min_sstable_size", "bucket_low", "bucket_high"},
	"LeveledCompactionStrategy": {"min_threshold", "max_threshold", "min_sstable_size", "bucket_low", "bucket_high",
		"sstable_size_in_mb", "fanout_size", "single_sstable_uplevel"},
	"TimeWindowCompactionStrategy": {"min_threshold", "max_threshold", "min_sstable_size", "bucket_low", "bucket_high",
		"compaction_window_size", "compaction_window_unit", "timestamp_resolution", "expired_sstable_check_frequency_seconds", "unsafe_aggressive_sstable_expiration"},
	"UnifiedCompactionStrategy": {"scaling_parameters", "base_shard_count", "target_sstable_size", "flush_size_override", "max_sstables_to_compact",
		"expired_sstable_check_frequency_seconds", "unsafe_aggressive_sstable_expiration", "overlap_inclusion_method", "min_sstable_size", "sstable_growth"},
	"DateTieredCompactionStrategy": {"min_threshold", "max_threshold", "min_sstable_size", "bucket_low", "bucket_high",
		"timestamp_resolution", "max_sstable_age_days", "base_time_seconds", "expired_sstable_check_frequency_seconds", "max_window_size_seconds"},
}

// strategySince says of strategies that not every server has what they came, or went, with.
var strategySince = map[string]version.Feature{"UnifiedCompactionStrategy": version.UnifiedCompaction, "DateTieredCompactionStrategy": version.DateTieredCompaction}

// strategyNames are the strategies in the order in which they are proposed, and
// everyStrategy the sub-options that all of them understand.
var (
	strategyNames = []string{"SizeTieredCompactionStrategy", "LeveledCompactionStrategy", "TimeWindowCompactionStrategy", "UnifiedCompactionStrategy"}
	everyStrategy = []string{"tombstone_threshold", "tombstone_compaction_interval", "unchecked_tombstone_compaction", "log_all", "enabled",
		"only_purge_repaired_tombstones", "provide_overlapping_tombstones"}
)

const compactionPackage = "org.apache.cassandra.db.compaction."

// compactionDefaults are the options of a strategy as they are in force: the
// thresholds are always there where the strategy knows them.
func compactionDefaults(class string, given []schema.Option) []schema.Option {
	out := append(make([]schema.Option, 0, len(given)+3), schema.Option{Name: "class", Value: class})
	out = append(out, given...)
	if slices.Contains(strategies[class], "min_threshold") {
		for _, o := range [...]schema.Option{{Name: "max_threshold", Value: "32"}, {Name: "min_threshold", Value: "4"}} {
			if schema.Get(out, o.Name) == "" {
				out = append(out, o)
			}
		}
	}
	return out
}

// compaction reads the class and the options of compaction = {…}.
func (j *ddl) compaction(p *cql.Property) ([]schema.Option, *diag.Diagnostic) {
	entries, d := options(p, rule.OPT02)
	if d != nil {
		return nil, d
	}
	e := findEntry(entries, "class")
	if e == nil {
		return nil, rule.OPT17.Refuse(diag.Config, p.Value.Span, "Missing sub-option 'class' for the 'compaction' option")
	}
	full := e.Value
	if !strings.Contains(full, ".") {
		full = compactionPackage + full
	}
	class := strings.TrimPrefix(full, compactionPackage)
	if strategies[class] == nil || strategySince[class] != 0 && !j.Server.On(strategySince[class]) {
		if slices.Contains([]string{"CompactionManager", "CompactionTask", "CompactionController", "CompactionInfo", "LeveledManifest", "OperationType", "CompactionLogger"}, class) {
			return nil, rule.OPT17.Refuse(diag.Config, e.ValueSpan, "Compaction strategy class % is not derived from AbstractReplicationStrategy", full)
		}
		return nil, rule.OPT17.Refuse(diag.Config, e.ValueSpan, "Unable to find compaction strategy class '%'", full).
			On(&check.UnknownClass{Option: p, Entry: e, Name: class, Known: strategyNames})
	}
	if o := findEntry(entries, "provide_overlapping_tombstones"); o != nil {
		if v := strings.ToUpper(o.Value); v != "NONE" && v != "ROW" && v != "CELL" {
			return nil, rule.OPT19.Refuse(diag.Config, o.ValueSpan, "Invalid value % for 'provide_overlapping_tombstones' compaction sub-option - must be one of the following [NONE, ROW, CELL].", v)
		}
	}
	var given []schema.Option
	for _, o := range entries {
		if o.Key != "class" {
			given = append(given, schema.Option{Name: o.Key, Value: o.Value})
		}
	}
	return compactionDefaults(class, given), nil
}

// compactionValues is CompactionParams.validate with each strategy's
// validateOptions.
func compactionValues(p *cql.Property, all []schema.Option, server version.Server) *diag.Diagnostic {
	class := schema.Get(all, "class")
	at := func(name string) diag.Span {
		if e := findEntry(p.Value.Map, name); e != nil {
			return e.ValueSpan
		}
		return p.Value.Span
	}
	bad := refuser(func(name, template string, args ...string) *diag.Diagnostic {
		return rule.OPT19.Refuse(diag.Config, at(name), template, args...)
	})
	get := func(name string) (string, bool) {
		i := slices.IndexFunc(all, func(o schema.Option) bool { return o.Name == name })
		if i < 0 {
			return "", false
		}
		return all[i].Value, true
	}

	// AbstractCompactionStrategy
	if s, ok := get("tombstone_threshold"); ok {
		if f, ok := javaDouble(s); !ok {
			return bad.notInt("tombstone_threshold", s)
		} else if f < 0 {
			return bad("tombstone_threshold", "tombstone_threshold must be greater than 0, but was %", strconv.FormatFloat(float64(float32(f)), 'f', 6, 64))
		}
	}
	if s, ok := get("tombstone_compaction_interval"); ok {
		if n, err := strconv.ParseInt(s, 10, 64); err != nil {
			return bad.notInt("tombstone_compaction_interval", s)
		} else if n < 0 {
			return bad("tombstone_compaction_interval", "tombstone_compaction_interval must be greater than 0, but was %", strconv.FormatInt(n, 10))
		}
	}
	isBool := func(s string) bool { return strings.EqualFold(s, "true") || strings.EqualFold(s, "false") }
	if s, ok := get("unchecked_tombstone_compaction"); ok && !isBool(s) {
		return bad("unchecked_tombstone_compaction", "'unchecked_tombstone_compaction' should be either 'true' or 'false', not '%'", s)
	}
	if s, ok := get("log_all"); ok && !isBool(s) {
		return bad("log_all", "'log_all' should either be 'true' or 'false', not %", s)
	}
	if s, ok := get("enabled"); ok && !isBool(s) {
		return bad("enabled", "enabled should either be 'true' or 'false', not %", s)
	}
	switch class {
	case "LeveledCompactionStrategy":
		if d := leveledValues(get, bad, server); d != nil {
			return d
		}
	case "TimeWindowCompactionStrategy":
		if d := windowValues(get, bad); d != nil {
			return d
		}
	case "UnifiedCompactionStrategy":
		if d := unifiedValues(get, bad); d != nil {
			return d
		}
	case "DateTieredCompactionStrategy":
		if d := tieredByDate(get, bad); d != nil {
			return d
		}
	}
	if class != "UnifiedCompactionStrategy" {
		if s, ok := get("min_sstable_size"); ok {
			if n, err := strconv.ParseInt(s, 10, 64); err != nil {
				return bad.notInt("min_sstable_size", s)
			} else if n < 0 {
				return bad("min_sstable_size", "min_sstable_size must be non negative: %", strconv.FormatInt(n, 10))
			}
		}
		bucket := [2]float64{0.5, 1.5}
		for i, name := range [...]string{"bucket_low", "bucket_high"} {
			if s, ok := get(name); ok {
				if bucket[i], ok = javaDouble(s); !ok {
					return bad(name, "% is not a parsable float for %", s, name)
				}
			}
		}
		if bucket[1] <= bucket[0] {
			return bad("bucket_high", "bucket_high value (%) is less than or equal to the bucket_low value (%)", cqltype.JavaDouble(bucket[1]), cqltype.JavaDouble(bucket[0]))
		}
	}

	// what is left over is unknown
	m := java.NewHashMap(16)
	for _, k := range mapOf(p.Value.Map).Copy().Order() {
		if k != "class" {
			m.Put(k)
		}
	}
	for _, o := range all {
		if o.Name != "class" {
			m.Put(o.Name)
		}
	}
	m = m.Copy()
	for _, name := range everyStrategy {
		m.Remove(name)
	}
	if class == "UnifiedCompactionStrategy" {
		m = m.Copy()
	}
	for _, name := range strategies[class] {
		m.Remove(name)
	}
	if len(m.Keys) > 0 {
		names := m.Order()
		d := rule.OPT18.Refuse(diag.Config, diag.Span{}, "Properties specified % are not understood by %", java.List(names), class)
		if e := findEntry(p.Value.Map, names[0]); e != nil {
			d.Span = e.Span
		}
		return d.On(&check.SuperfluousEntries{Option: p, Keys: names})
	}

	for _, name := range [...]string{"min_threshold", "max_threshold"} {
		if s, ok := get(name); ok && !allDigits(s) {
			return bad(name, "Invalid value % for '%' compaction sub-option - must be an integer", s, name)
		}
	}
	low, high := 4, 32
	for _, x := range [...]struct {
		name string
		to   *int
	}{{"min_threshold", &low}, {"max_threshold", &high}} {
		if s, ok := get(x.name); ok {
			n, err := strconv.ParseInt(s, 10, 32)
			if err != nil {
				return rule.OPT19.Server(at(x.name), "%", numberFormat(s))
			}
			*x.to = int(n)
		}
	}
	switch {
	case low <= 0 || high <= 0:
		return bad("min_threshold", "Disabling compaction by setting compaction thresholds to 0 has been removed, set the compaction option 'enabled' to false instead.")
	case low <= 1:
		return bad("min_threshold", "Min compaction threshold cannot be less than 2 (got %)", strconv.Itoa(low))
	case low > high:
		return bad("min_threshold", "Min compaction threshold (got %) cannot be greater than max compaction threshold (got %)", strconv.Itoa(low), strconv.Itoa(high))
	}
	return nil
}

type (
	getter  = func(name string) (string, bool)
	refuser func(name, template string, args ...string) *diag.Diagnostic
)

// notInt refuses the value of an option that is no number.
func (bad refuser) notInt(name, value string) *diag.Diagnostic {
	return bad(name, "% is not a parsable int (base10) for %", value, name)
}

func leveledValues(get getter, bad refuser, server version.Server) *diag.Diagnostic {
	size, fanout := int64(1), int64(10)
	for _, x := range [...]struct {
		name string
		to   *int64
	}{{"sstable_size_in_mb", &size}, {"fanout_size", &fanout}} {
		if s, ok := get(x.name); ok {
			n, err := strconv.ParseInt(s, 10, 32)
			if err != nil {
				if x.to == &fanout && !server.Has(version.FanoutInWords) {
					if s, ok = get("sstable_size_in_mb"); !ok {
						s = "1"
					}
				}
				return bad.notInt(x.name, s)
			}
			if n < 1 {
				return bad(x.name, "% must be larger than 0, but was %", x.name, strconv.FormatInt(n, 10))
			}
			*x.to = n
		}
	}
	// A level holds at most 2^63-1 bytes: size · 2^20 · fanout^8.
	if math.Log2(float64(size))+20+8*math.Log2(float64(fanout)) >= 63 && server.Has(version.LevelBounds) {
		power := powProduct(fanout, 8, size<<20)
		return bad("fanout_size", "At most 9223372036854775807 bytes may be in a compaction level; your maxSSTableSize must be absurdly high to compute %", power)
	}
	return nil
}

func windowValues(get getter, bad refuser) *diag.Diagnostic {
	if s, ok := get("timestamp_resolution"); ok && !slices.Contains([]string{"SECONDS", "MILLISECONDS", "MICROSECONDS", "NANOSECONDS"}, s) {
		return bad("timestamp_resolution", "% is not valid for timestamp_resolution", s)
	}
	if s, ok := get("compaction_window_unit"); ok && !slices.Contains([]string{"MINUTES", "HOURS", "DAYS"}, s) {
		return bad("compaction_window_unit", "% is not valid for compaction_window_unit", s)
	}
	if s, ok := get("compaction_window_size"); ok {
		n, err := strconv.ParseInt(s, 10, 32)
		if err != nil {
			return bad.notInt("compaction_window_size", s)
		}
		if n < 1 {
			return bad("compaction_window_size", "% must be greater than 1 for compaction_window_size", strconv.FormatInt(n, 10))
		}
	}
	const frequency, unsafe = "expired_sstable_check_frequency_seconds", "unsafe_aggressive_sstable_expiration"
	if s, ok := get(frequency); ok {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return bad.notInt(frequency, s)
		}
		if n < 0 {
			return bad(frequency, "% must not be negative, but was %", frequency, strconv.FormatInt(n, 10))
		}
	}
	if s, ok := get(unsafe); ok {
		switch strings.ToLower(s) {
		case "false":
		case "true":
			return bad(unsafe, "% is requested but not allowed, restart cassandra with -Dcassandra.allow_unsafe_aggressive_sstable_expiration=true to allow it", unsafe)
		default:
			return bad(unsafe, "% is not 'true' or 'false' (%)", unsafe, s)
		}
	}
	return nil
}

// tieredByDate is DateTieredCompactionStrategyOptions.validateOptions.
func tieredByDate(get getter, bad refuser) *diag.Diagnostic {
	const age = "max_sstable_age_days"
	if s, ok := get("timestamp_resolution"); ok && !slices.Contains([]string{"NANOSECONDS", "MICROSECONDS", "MILLISECONDS", "SECONDS", "MINUTES", "HOURS", "DAYS"}, s) {
		return bad("timestamp_resolution", "timestamp_resolution % is not valid", s)
	}
	if s, ok := get(age); ok {
		if f, ok := javaDouble(s); !ok {
			return bad.notInt(age, s)
		} else if f < 0 {
			return bad(age, "% must be non-negative: %", age, strconv.FormatFloat(f, 'f', 2, 64))
		}
	}
	for i, name := range [...]string{"base_time_seconds", "expired_sstable_check_frequency_seconds", "max_window_size_seconds"} {
		if s, ok := get(name); ok {
			n, err := strconv.ParseInt(s, 10, 64)
			switch {
			case err != nil:
				return bad.notInt(name, s)
			case i == 0 && n <= 0:
				return bad(name, "% must be greater than 0, but was %", name, strconv.FormatInt(n, 10))
			case n < 0:
				return bad(name, "% must not be negative, but was %", name, strconv.FormatInt(n, 10))
			}
		}
	}
	return nil
}

func unifiedValues(get getter, bad refuser) *diag.Diagnostic {
	if s, ok := get("scaling_parameters"); ok {
		for _, part := range strings.Split(strings.TrimRight(s, ","), ",") {
			if message := scalingParameter(strings.TrimSpace(part)); message != "" {
				return bad("scaling_parameters", "%", message)
			}
		}
	}
	if s, ok := get("base_shard_count"); ok {
		n, err := strconv.ParseInt(s, 10, 32)
		if err != nil {
			return bad.notInt("base_shard_count", s)
		}
		if n <= 0 {
			return bad("base_shard_count", "Invalid configuration, base_shard_count should be positive: %", strconv.FormatInt(n, 10))
		}
	}
	target := float64(1 << 30)
	if s, ok := get("target_sstable_size"); ok {
		n, why := humanBytes(s)
		switch {
		case why != "":
			return bad("target_sstable_size", "target_sstable_size % is not a valid size in bytes: %", s, why)
		case n >= 9.223372036854776e18:
			return bad("target_sstable_size", "target_sstable_size % is out of range of Long.", s)
		case n < 1<<20:
			return bad("target_sstable_size", "target_sstable_size % is not acceptable, size must be at least 1.000MiB", s)
		}
		target = math.Ceil(n)
	}
	if s, ok := get("flush_size_override"); ok {
		n, why := humanBytes(s)
		switch {
		case why != "":
			return bad("flush_size_override", "flush_size_override % is not a valid size in bytes: %", s, why)
		case n < 1<<20:
			return bad("flush_size_override", "flush_size_override % is not acceptable, size must be at least 1.000MiB", s)
		}
	}
	if s, ok := get("max_sstables_to_compact"); ok {
		if _, err := strconv.ParseInt(s, 10, 32); err != nil {
			return bad.notInt("max_sstables_to_compact", s)
		}
	}
	const frequency, unsafe, overlap = "expired_sstable_check_frequency_seconds", "unsafe_aggressive_sstable_expiration", "overlap_inclusion_method"
	if s, ok := get(frequency); ok {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return bad(frequency, "% is not a parsable long (base10) for %", s, frequency)
		}
		if n <= 0 {
			return bad(frequency, "Invalid configuration, % should be positive: %", frequency, strconv.FormatInt(n, 10))
		}
	}
	if s, ok := get(unsafe); ok && !strings.EqualFold(s, "true") && !strings.EqualFold(s, "false") {
		return bad(unsafe, "% should either be 'true' or 'false', not %", unsafe, s)
	}
	if s, ok := get(overlap); ok && !slices.Contains([]string{"NONE", "SINGLE", "TRANSITIVE"}, strings.ToUpper(s)) {
		return bad(overlap, "Invalid overlap inclusion method %. The valid options are [NONE, SINGLE, TRANSITIVE].", s)
	}
	if s, ok := get("min_sstable_size"); ok {
		n, why := humanBytes(s)
		switch {
		case why != "":
			return bad("min_sstable_size", "% is not a valid size in bytes for min_sstable_size", s)
		case math.Trunc(n) < 0:
			return bad("min_sstable_size", "Invalid configuration, min_sstable_size should be greater than or equal to 0 (zero)")
		case math.Trunc(n) >= math.Ceil(target*math.Sqrt(0.5)):
			return bad("min_sstable_size", "Invalid configuration, min_sstable_size (%) should be less than % of the targetSSTableSize (%)", prettyMemory(n), "70%", prettyMemory(target))
		}
	}
	if s, ok := get("sstable_growth"); ok {
		v, part := strings.TrimSpace(s), 1.0
		if rest, percent := strings.CutSuffix(v, "%"); percent {
			v, part = strings.TrimSpace(rest), 100
		}
		f, ok := javaDouble(v)
		if !ok {
			return bad("sstable_growth", "sstable_growth is not a valid number between 0 and 1: %", forInput(v))
		}
		if f/part < 0 || f/part > 1 {
			return bad("sstable_growth", "sstable_growth % must be between 0 and 1", s)
		}
	}
	return nil
}

// scalingParameter returns what is wrong with one scaling parameter: N, L<n>,
// T<n> or a number.
func scalingParameter(s string) string {
	switch {
	case s == "N":
		return ""
	case len(s) > 1 && (s[0] == 'L' || s[0] == 'T') && allDigits(s[1:]):
		if n, err := strconv.Atoi(s[1:]); err == nil && n < 2 {
			return "Fan factor cannot be lower than 2 in " + s
		}
		return ""
	case allDigits(strings.TrimPrefix(strings.TrimPrefix(s, "-"), "+")) && strings.Count(s, "-")+strings.Count(s, "+") <= 1:
		return ""
	}
	return "Scaling parameter " + s + " must match N|L[0-9]+|T[0-9]+|[+-]?[0-9]+"
}

// humanBytes is FBUtilities.parseHumanReadable with unit B: a number with an
// optional prefix such as Mi or k. why is what the server says of a bad one.
func humanBytes(s string) (n float64, why string) {
	body, ok := strings.CutSuffix(s, "B")
	if !ok {
		return 0, s + " does not end in unit B"
	}
	end := 0
	for end < len(body) && strings.IndexByte("0123456789.+-", body[end]) >= 0 {
		end++
	}
	n, ok = javaDouble(body[:end])
	if !ok {
		return 0, "null"
	}
	rest := strings.TrimLeft(body[end:], " \t")
	if rest != "" {
		const prefixes = "qryzafpnum KMGTPEZYRQ"
		if i := strings.IndexByte(prefixes, rest[0]); i >= 0 {
			power := i - strings.IndexByte(prefixes, ' ')
			if rest = rest[1:]; strings.HasPrefix(rest, "i") {
				rest, n = rest[1:], math.Ldexp(n, power*10)
			} else {
				n *= math.Exp(math.Log(1000) * float64(power))
			}
		}
	}
	if rest != "" {
		return 0, "Unexpected characters between pos " + strconv.Itoa(len(body)-len(rest)) + " and " + strconv.Itoa(len(body)) + " in " + s
	}
	return n, ""
}

// prettyMemory is FBUtilities.prettyPrintMemory.
func prettyMemory(n float64) string {
	power := 0
	for n >= 1024 && power < 6 {
		n, power = n/1024, power+1
	}
	if power == 0 {
		return strconv.FormatFloat(n, 'f', 0, 64) + "B"
	}
	return strconv.FormatFloat(n, 'f', 3, 64) + string(" KMGTPE"[power]) + "iB"
}

// compressors are Cassandra's compressors with the options of each.
var compressors = map[string][]string{
	"LZ4Compressor": {"lz4_high_compressor_level", "lz4_compressor_type"}, "ZstdCompressor": {"compression_level"},
	"DeflateCompressor": {}, "SnappyCompressor": {}, "NoopCompressor": {},
}

var compressorNames = []string{"LZ4Compressor", "ZstdCompressor", "DeflateCompressor", "SnappyCompressor", "NoopCompressor"}

const compressPackage = "org.apache.cassandra.io.compress."

// compression reads compression = {…}; an empty list says that it is off.
// Source: CompressionParams.fromMap.
func (j *ddl) compression(p *cql.Property) ([]schema.Option, *diag.Diagnostic) {
	entries, d := options(p, rule.OPT02)
	if d != nil {
		return nil, d
	}
	bad := func(at diag.Span, template string, args ...string) ([]schema.Option, *diag.Diagnostic) {
		return nil, rule.OPT20.Refuse(diag.Config, at, template, args...)
	}
	value := func(name string) diag.Span {
		if e := findEntry(entries, name); e != nil {
			return e.ValueSpan
		}
		return p.Value.Span
	}
	class, flag, length := findEntry(entries, "class"), findEntry(entries, "enabled"), findEntry(entries, "chunk_length_in_kb")
	// Two names of before 3.0, which servers understood until 5.0.
	oldClass, oldLength := findEntry(entries, "sstable_compression"), findEntry(entries, "chunk_length_kb")
	if (oldClass != nil || oldLength != nil) && !j.Server.On(version.CompressionNames) {
		oldClass, oldLength = nil, nil
	}
	written := class
	if class == nil {
		class = oldClass
	}
	enabled := flag == nil || strings.EqualFold(flag.Value, "true")
	if len(entries) > 0 && enabled && class == nil {
		return nil, rule.OPT20.Refuse(diag.Config, p.Value.Span, "Missing sub-option 'class' for the 'compression' option.").On(p)
	}
	rest := java.NewHashMap(16)
	for _, k := range mapOf(entries).Order() {
		rest.Put(k)
	}
	rest.Remove("enabled")
	if !enabled && len(rest.Keys) > 0 {
		return bad(p.Value.Span, "If the 'enabled' option is set to false no other options must be specified")
	}
	full := ""
	if class != nil {
		if rest.Remove(class.Key); written != nil && oldClass != nil {
			return bad(oldClass.Span, "The 'sstable_compression' option must not be used if the compression algorithm is already specified by the 'class' option")
		}
		if class.Value == "" && written != nil {
			return bad(class.ValueSpan, "The 'class' option must not be empty. To disable compression use 'enabled' : false")
		}
		if full = class.Value; full != "" && !strings.Contains(full, ".") {
			full = compressPackage + full
		}
	}
	chunk, ratio := int64(16), 0.0
	if length != nil && oldLength != nil {
		return bad(oldLength.Span, "The 'chunk_length_kb' option must not be used if the chunk length is already specified by the 'chunk_length_in_kb' option")
	} else if length == nil {
		length = oldLength
	}
	if e := length; e != nil {
		rest.Remove(e.Key)
		n, err := strconv.ParseInt(e.Value, 10, 32)
		if err != nil {
			return bad(e.ValueSpan, "Invalid value for chunk_length_in_kb")
		}
		if n > 0x1FFFFF {
			return bad(e.ValueSpan, "Value of chunk_length_in_kb is too large (%)", strconv.FormatInt(n, 10))
		}
		chunk = n
	}
	if e := findEntry(entries, "min_compress_ratio"); e != nil {
		rest.Remove(e.Key)
		f, ok := javaDouble(e.Value)
		if !ok {
			message := numberFormat(e.Value)
			if strings.TrimSpace(e.Value) == "" {
				message = "java.lang.NumberFormatException: empty String"
			}
			return nil, rule.OPT21.Server(e.ValueSpan, "%", message)
		}
		ratio = f
	}
	if j.Server.Has(version.CompressionNames) {
		rest.Remove("crc_check_chance")
	}
	if full == "" {
		return nil, nil
	}
	name := strings.TrimPrefix(full, compressPackage)
	known := compressors[name]
	if known == nil {
		return nil, rule.OPT20.Refuse(diag.Config, class.ValueSpan, "Could not create Compression for type %", full).
			On(&check.UnknownClass{Option: p, Entry: class, Name: name, Known: compressorNames})
	}
	switch name {
	case "LZ4Compressor":
		if e := findEntry(entries, "lz4_compressor_type"); e != nil && e.Value != "fast" && e.Value != "high" {
			return bad(e.ValueSpan, "Invalid compressor type '%' specified for LZ4 parameter 'lz4_compressor_type'. Valid options are [high, fast].", e.Value)
		}
		if e := findEntry(entries, "lz4_high_compressor_level"); e != nil {
			if n, err := strconv.ParseInt(e.Value, 10, 32); err != nil || n < 1 || n > 17 {
				return bad(e.ValueSpan, "Invalid value [%] for parameter 'lz4_high_compressor_level'. Value must be between 1 and 17.", e.Value)
			}
		}
	case "ZstdCompressor":
		if e := findEntry(entries, "compression_level"); e != nil {
			n, err := strconv.ParseInt(e.Value, 10, 32)
			if err != nil {
				return bad(e.ValueSpan, "ZstdCompressor.create() threw an error: java.lang.NumberFormatException %", forInput(e.Value))
			}
			if n < -131072 || n > 22 {
				return bad(e.ValueSpan, "ZstdCompressor.create() threw an error: java.lang.IllegalArgumentException compression_level=% is invalid", strconv.FormatInt(n, 10))
			}
		}
	}
	for _, k := range rest.Order() {
		if !slices.Contains(known, k) {
			return nil, rule.OPT21.Refuse(diag.Config, findEntry(entries, k).Span, "Unknown compression options %", k).On(p)
		}
	}
	switch {
	case chunk <= 0:
		return bad(value("chunk_length_in_kb"), "Invalid negative or null chunk_length_in_kb")
	case chunk&(chunk-1) != 0:
		return bad(value("chunk_length_in_kb"), "chunk_length_in_kb must be a power of 2")
	}
	most := math.Ceil(math.Min(float64(chunk)*1024/ratio, math.MaxInt32))
	switch {
	case most < 0:
		return bad(value("min_compress_ratio"), "Invalid negative min_compress_ratio")
	case most > float64(chunk)*1024 && most < math.MaxInt32:
		return bad(value("min_compress_ratio"), "min_compress_ratio can either be 0 or greater than or equal to 1")
	}
	out := []schema.Option{{Name: "chunk_length_in_kb", Value: strconv.FormatInt(chunk, 10)}, {Name: "class", Value: name}}
	if ratio != 0 {
		out = append(out, schema.Option{Name: "min_compress_ratio", Value: cqltype.JavaDouble(ratio)})
	}
	for _, k := range rest.Order() {
		out = append(out, schema.Option{Name: k, Value: findEntry(entries, k).Value})
	}
	return out, nil
}

// retryPolicy reads speculative_retry and additional_write_policy and returns
// the policy as it is printed. The message names speculative_retry either way.
func retryPolicy(p *cql.Property) (string, *diag.Diagnostic) {
	s, d := text(p, rule.OPT02)
	if d != nil {
		return "", d
	}
	policy, _, message := parseRetry(s)
	if message != "" {
		return "", rule.OPT12.Refuse(diag.Config, p.Value.Span, "%", message)
	}
	return policy, nil
}

// parseRetry returns a policy as the server prints it and its kind, or the
// message of its refusal.
func parseRetry(s string) (policy, kind, message string) {
	invalid := "Invalid value " + s + " for option 'speculative_retry'"
	number := func(digits string) bool { return digits != "" && strings.Trim(digits, "0123456789.") == "" }
	upper := strings.ToUpper(s)
	switch upper {
	case "ALWAYS":
		return "ALWAYS", "ALWAYS", ""
	case "NEVER", "NONE":
		return "NEVER", "NEVER", ""
	}
	digits, percentile := strings.CutSuffix(strings.TrimSuffix(upper, "ERCENTILE"), "P")
	if percentile && number(digits) {
		f, ok := javaDouble(digits)
		if !ok {
			return "", "", invalid
		}
		if f <= 0 || f >= 100 {
			return "", "", "Invalid value " + s + " for PERCENTILE option 'speculative_retry': must be between (0.0 and 100.0)"
		}
		text := strings.TrimRight(strings.TrimRight(strconv.FormatFloat(f, 'f', 4, 64), "0"), ".")
		return strings.TrimPrefix(text, "0") + "p", "PERCENTILE", ""
	}
	if digits, fixed := strings.CutSuffix(upper, "MS"); fixed && number(digits) {
		f, ok := javaDouble(digits)
		if !ok {
			return "", "", invalid
		}
		return strconv.FormatInt(int64(math.Min(f, math.MaxInt32)), 10) + "ms", "FIXED", ""
	}
	if (strings.HasPrefix(upper, "MIN(") || strings.HasPrefix(upper, "MAX(")) && strings.HasSuffix(s, ")") {
		a, b, two := strings.Cut(s[4:len(s)-1], ",")
		a, b = strings.TrimRight(a, " \t\n\r\f\v"), strings.TrimLeft(b, " \t\n\r\f\v")
		value := func(s string) bool {
			rest := strings.TrimLeft(s, "0123456789.")
			return rest != "" && rest != s && strings.Trim(strings.ToLower(rest), "abcdefghijklmnopqrstuvwxyz") == ""
		}
		if two && value(a) && value(b) {
			p1, k1, m1 := parseRetry(a)
			p2, k2, m2 := parseRetry(b)
			if m1 != "" || m2 != "" {
				return "", "", invalid
			}
			if k1 == k2 {
				return "", "", invalid + ": MIN()/MAX() arguments should be of different types, but both are of type " + k1
			}
			if k1 == "FIXED" {
				p1, p2 = p2, p1
			}
			return upper[:3] + "(" + p1 + "," + p2 + ")", "HYBRID", ""
		}
	}
	return "", "", invalid
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
