package check

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/version"
)

// A Setting is a key of cassandra.yaml that changes a verdict.
type Setting uint8

// The settings, in the order of cassandra.yaml's chapters. Thresholds stand in
// pairs: the one that warns, then the one that fails.
const (
	Authenticator Setting = iota
	Authorizer
	MaterializedViewsEnabled
	SASIIndexesEnabled
	UserDefinedFunctionsEnabled
	DropCompactStorageEnabled
	TransientReplicationEnabled
	DynamicDataMaskingEnabled
	UseStatementsEnabled
	DefaultSecondaryIndex
	DefaultSecondaryIndexEnabled
	DefaultCompaction
	StorageCompatibilityMode
	DefaultKeyspaceRF
	CDCEnabled
	MemtableConfigurations // names, separated by commas
	MaxMutationSize
	BatchSizeWarn
	BatchSizeFail
	UnloggedBatchAcrossPartitionsWarn
	TombstoneWarn
	TombstoneFail
	KeyspacesWarn
	KeyspacesFail
	TablesWarn
	TablesFail
	ColumnsPerTableWarn
	ColumnsPerTableFail
	SecondaryIndexesPerTableWarn
	SecondaryIndexesPerTableFail
	MaterializedViewsPerTableWarn
	MaterializedViewsPerTableFail
	PageSizeWarn
	PageSizeFail
	PartitionKeysInSelectWarn
	PartitionKeysInSelectFail
	InSelectCartesianProductWarn
	InSelectCartesianProductFail
	TablePropertiesWarned
	TablePropertiesIgnored
	TablePropertiesDisallowed
	ReadConsistencyLevelsWarned
	ReadConsistencyLevelsDisallowed
	WriteConsistencyLevelsWarned
	WriteConsistencyLevelsDisallowed
	UserTimestampsEnabled
	AlterTableEnabled
	GroupByEnabled
	DropTruncateTableEnabled
	DropKeyspaceEnabled
	SecondaryIndexesEnabled
	UncompressedTablesEnabled
	CompactTablesEnabled
	ReadBeforeWriteListOperationsEnabled
	AllowFilteringEnabled
	SimpleStrategyEnabled
	ColumnValueSizeWarn
	ColumnValueSizeFail
	CollectionSizeWarn
	CollectionSizeFail
	ItemsPerCollectionWarn
	ItemsPerCollectionFail
	FieldsPerUDTWarn
	FieldsPerUDTFail
	VectorTypeEnabled
	VectorDimensionsWarn
	VectorDimensionsFail
	MinimumReplicationFactorWarn
	MinimumReplicationFactorFail
	MaximumReplicationFactorWarn
	MaximumReplicationFactorFail
	ZeroTTLOnTWCSWarned
	ZeroTTLOnTWCSEnabled
	NonPartitionRestrictedIndexQueryEnabled
	IntersectFilteringQueryWarned
	IntersectFilteringQueryEnabled
	SAISSTableIndexesPerQueryWarn
	SAISSTableIndexesPerQueryFail
	SAIStringTermSizeWarn
	SAIStringTermSizeFail
	SAIFrozenTermSizeWarn
	SAIFrozenTermSizeFail
	SAIVectorTermSizeWarn
	SAIVectorTermSizeFail
	MaximumTimestampWarn
	MaximumTimestampFail
	MinimumTimestampWarn
	MinimumTimestampFail
	settingCount
)

// settings holds name and shipped default of each key; the default's form tells
// how a value is read: true/false, a number, a size ("8KiB" or "null"), a
// duration ("@null", in microseconds), or any text (a leading =).
// Source: config/Config.java and conf/cassandra.yaml of Cassandra 5.0.
var settings = [settingCount][2]string{
	{"authenticator", "=AllowAllAuthenticator"},
	{"authorizer", "=AllowAllAuthorizer"},
	{"materialized_views_enabled", "false"},
	{"sasi_indexes_enabled", "false"},
	{"user_defined_functions_enabled", "false"},
	{"drop_compact_storage_enabled", "false"},
	{"transient_replication_enabled", "false"},
	{"dynamic_data_masking_enabled", "false"},
	{"use_statements_enabled", "true"},
	{"default_secondary_index", "=legacy_local_table"},
	{"default_secondary_index_enabled", "true"},
	{"default_compaction", "=SizeTieredCompactionStrategy"},
	{"storage_compatibility_mode", "=CASSANDRA_4"},
	{"default_keyspace_rf", "1"},
	{"cdc_enabled", "false"},
	{"memtable.configurations", "=skiplist,trie,default"},
	{"max_mutation_size", "16MiB"},
	{"batch_size_warn_threshold", "5KiB"},
	{"batch_size_fail_threshold", "50KiB"},
	{"unlogged_batch_across_partitions_warn_threshold", "10"},
	{"tombstone_warn_threshold", "1000"},
	{"tombstone_failure_threshold", "100000"},
	{"keyspaces_warn_threshold", "-1"},
	{"keyspaces_fail_threshold", "-1"},
	{"tables_warn_threshold", "-1"},
	{"tables_fail_threshold", "-1"},
	{"columns_per_table_warn_threshold", "-1"},
	{"columns_per_table_fail_threshold", "-1"},
	{"secondary_indexes_per_table_warn_threshold", "-1"},
	{"secondary_indexes_per_table_fail_threshold", "-1"},
	{"materialized_views_per_table_warn_threshold", "-1"},
	{"materialized_views_per_table_fail_threshold", "-1"},
	{"page_size_warn_threshold", "-1"},
	{"page_size_fail_threshold", "-1"},
	{"partition_keys_in_select_warn_threshold", "-1"},
	{"partition_keys_in_select_fail_threshold", "-1"},
	{"in_select_cartesian_product_warn_threshold", "-1"},
	{"in_select_cartesian_product_fail_threshold", "-1"},
	{"table_properties_warned", "="},
	{"table_properties_ignored", "="},
	{"table_properties_disallowed", "="},
	{"read_consistency_levels_warned", "="},
	{"read_consistency_levels_disallowed", "="},
	{"write_consistency_levels_warned", "="},
	{"write_consistency_levels_disallowed", "="},
	{"user_timestamps_enabled", "true"},
	{"alter_table_enabled", "true"},
	{"group_by_enabled", "true"},
	{"drop_truncate_table_enabled", "true"},
	{"drop_keyspace_enabled", "true"},
	{"secondary_indexes_enabled", "true"},
	{"uncompressed_tables_enabled", "true"},
	{"compact_tables_enabled", "true"},
	{"read_before_write_list_operations_enabled", "true"},
	{"allow_filtering_enabled", "true"},
	{"simplestrategy_enabled", "true"},
	{"column_value_size_warn_threshold", "null"},
	{"column_value_size_fail_threshold", "null"},
	{"collection_size_warn_threshold", "null"},
	{"collection_size_fail_threshold", "null"},
	{"items_per_collection_warn_threshold", "-1"},
	{"items_per_collection_fail_threshold", "-1"},
	{"fields_per_udt_warn_threshold", "-1"},
	{"fields_per_udt_fail_threshold", "-1"},
	{"vector_type_enabled", "true"},
	{"vector_dimensions_warn_threshold", "-1"},
	{"vector_dimensions_fail_threshold", "-1"},
	{"minimum_replication_factor_warn_threshold", "-1"},
	{"minimum_replication_factor_fail_threshold", "-1"},
	{"maximum_replication_factor_warn_threshold", "-1"},
	{"maximum_replication_factor_fail_threshold", "-1"},
	{"zero_ttl_on_twcs_warned", "true"},
	{"zero_ttl_on_twcs_enabled", "true"},
	{"non_partition_restricted_index_query_enabled", "true"},
	{"intersect_filtering_query_warned", "true"},
	{"intersect_filtering_query_enabled", "true"},
	{"sai_sstable_indexes_per_query_warn_threshold", "32"},
	{"sai_sstable_indexes_per_query_fail_threshold", "-1"},
	{"sai_string_term_size_warn_threshold", "1KiB"},
	{"sai_string_term_size_fail_threshold", "8KiB"},
	{"sai_frozen_term_size_warn_threshold", "1KiB"},
	{"sai_frozen_term_size_fail_threshold", "8KiB"},
	{"sai_vector_term_size_warn_threshold", "16KiB"},
	{"sai_vector_term_size_fail_threshold", "32KiB"},
	{"maximum_timestamp_warn_threshold", "@null"},
	{"maximum_timestamp_fail_threshold", "@null"},
	{"minimum_timestamp_warn_threshold", "@null"},
	{"minimum_timestamp_fail_threshold", "@null"},
}

// olderNames are names of keys in older releases, which 5.0 still reads.
// Source: the @Replaces annotations in config/Config.java.
var olderNames = map[string]string{
	"enable_materialized_views":     "materialized_views_enabled",
	"enable_sasi_indexes":           "sasi_indexes_enabled",
	"enable_user_defined_functions": "user_defined_functions_enabled",
	"enable_drop_compact_storage":   "drop_compact_storage_enabled",
	"enable_transient_replication":  "transient_replication_enabled",
	"keyspace_count_warn_threshold": "keyspaces_warn_threshold",
	"table_count_warn_threshold":    "tables_warn_threshold",
}

// Settings are what a verdict depends on besides the statement and the
// catalogue. The zero value is not usable; NewSettings gives the shipped ones.
type Settings struct {
	// Datacenters are the names of the live data centers.
	Datacenters []string
	// Nodes says how many live nodes a data center has, where it is not one.
	Nodes map[string]int
	// Superuser says that the client is one, whom no guardrail stops. Without
	// authentication every client is.
	Superuser bool
	// PageSize is how many rows the driver asks for at a time; 0 for all at once.
	PageSize int
	// Server is the release whose verdicts are asked for.
	Server  version.Server
	numbers [settingCount]int64
	texts   [settingCount]string
}

// DefaultPage is how many rows drivers ask for at a time.
const DefaultPage = 5000

// NewSettings returns the shipped settings: one node in datacenter1, and a
// client that did not log in.
func NewSettings() *Settings {
	s := &Settings{Datacenters: []string{"datacenter1"}, PageSize: DefaultPage}
	for k, def := range settings {
		s.set(Setting(k), strings.TrimLeft(def[1], "=@"))
	}
	return s
}

// SetServer says whose verdicts are asked for.
func (s *Settings) SetServer(name string) error {
	before := s.memtables()
	server, err := version.Parse(name)
	if s.Server = server; s.texts[MemtableConfigurations] == before {
		s.texts[MemtableConfigurations] = s.memtables()
	}
	for k, def := range settings {
		if !s.has(Setting(k)) {
			s.set(Setting(k), strings.TrimLeft(def[1], "=@"))
		}
	}
	return err
}

// has reports whether the server has a key, by this name or an older one.
func (s *Settings) has(k Setting) bool {
	name := settings[k][0]
	switch {
	case strings.HasPrefix(name, "default_") || k >= KeyspacesWarn && strings.Contains(laterGuardrails, " "+strings.TrimSuffix(name, "_threshold")+" "):
		return s.Server.Has(version.LaterGuardrails) || k == DefaultKeyspaceRF && s.Server.Has(version.DefaultFactor)
	case k >= KeyspacesWarn || k == UseStatementsEnabled:
		return s.Server.Has(version.Guardrails)
	}
	return true
}

// laterGuardrails are those that came behind the others.
// Source: Config.java of the three releases.
const laterGuardrails = " alter_table_enabled drop_keyspace_enabled simplestrategy_enabled column_value_size_warn column_value_size_fail" +
	" vector_type_enabled vector_dimensions_warn vector_dimensions_fail maximum_replication_factor_warn maximum_replication_factor_fail" +
	" zero_ttl_on_twcs_warned zero_ttl_on_twcs_enabled non_partition_restricted_index_query_enabled intersect_filtering_query_warned intersect_filtering_query_enabled" +
	" maximum_timestamp_warn maximum_timestamp_fail minimum_timestamp_warn minimum_timestamp_fail "

// memtables are the configurations of the file that the server ships.
func (s *Settings) memtables() string {
	if s.Server.Has(version.ShippedMemtables) {
		return strings.TrimPrefix(settings[MemtableConfigurations][1], "=")
	}
	return "default"
}

// SetNodes declares the cluster: how many nodes each data center has, as in
// "dc1=3,dc2=3". A number alone is about the only data center.
func (s *Settings) SetNodes(text string) error {
	const form = "write the nodes of each data center as dc1=3,dc2=3"
	var names []string
	nodes := map[string]int{}
	for _, part := range strings.Split(text, ",") {
		name, number, named := strings.Cut(part, "=")
		name, number = strings.TrimSpace(name), strings.TrimSpace(number)
		if !named && len(s.Datacenters) == 1 && !strings.Contains(text, ",") {
			name, number = s.Datacenters[0], name
		}
		n, err := strconv.Atoi(number)
		switch {
		case name == "" || number == "":
			return errors.New(strconv.Quote(part) + " has no name or no number: " + form)
		case err != nil || n < 1 || n > 100_000:
			return errors.New(strconv.Quote(number) + " is no number of nodes from 1 to 100,000: " + form)
		case nodes[name] != 0:
			return errors.New("data center " + name + " is there twice: " + form)
		}
		names = append(names, name)
		nodes[name] = n
	}
	s.Datacenters, s.Nodes = names, nodes
	return nil
}

// NodesOf is how many nodes a data center has.
func (s *Settings) NodesOf(dc string) int { return max(s.Nodes[dc], 1) }

// AllNodes is how many nodes the cluster has.
func (s *Settings) AllNodes() (n int) {
	for _, dc := range s.Datacenters {
		n += s.NodesOf(dc)
	}
	return n
}

// SettingNames lists the known keys.
func SettingNames() []string {
	var out []string
	for _, s := range settings {
		out = append(out, s[0])
	}
	return out
}

// Shipped returns what a key of cassandra.yaml is set to as shipped, as Set takes it;
// ok is false where there is no such key.
func Shipped(key string) (value string, ok bool) {
	for _, s := range settings {
		if s[0] == key {
			return strings.TrimLeft(s[1], "=@"), true
		}
	}
	return "", false
}

// Set gives a cassandra.yaml key a value; one that the server does not have changes nothing.
// The error says what is wrong and what to write instead.
func (s *Settings) Set(key, value string) error {
	key = strings.TrimSpace(key)
	if now := olderNames[key]; now != "" {
		key = now
	}
	i := slices.IndexFunc(settings[:], func(d [2]string) bool { return d[0] == key })
	if i < 0 {
		text := strconv.Quote(key) + " is no key of cassandra.yaml that changes a verdict"
		if near := diag.Nearest(key, SettingNames()); near != "" {
			text += "; did you mean " + near + "?"
		}
		return errors.New(text)
	}
	if want := s.set(Setting(i), strings.TrimSpace(value)); want != "" {
		return errors.New(key + " must be " + want + ", not " + strconv.Quote(value))
	}
	if !s.has(Setting(i)) {
		s.set(Setting(i), strings.TrimLeft(settings[i][1], "=@"))
	}
	return nil
}

// set returns what kind of value the key needs where the one given is not.
func (s *Settings) set(k Setting, value string) string {
	switch def := settings[k][1]; {
	case def == "true" || def == "false":
		switch strings.ToLower(value) {
		case "true", "yes", "on":
			s.numbers[k] = 1
		case "false", "no", "off":
			s.numbers[k] = 0
		default:
			return "true or false"
		}
	case def == "null" || strings.HasSuffix(def, "iB"):
		n, ok := parseUnit(value, sizes)
		switch {
		case k < KeyspacesWarn && (!ok || n < 0): // a server without it fails at the first batch
			return "a size such as 8KiB"
		case !ok || n == 0 || value == "":
			return "a size such as 8KiB, or null"
		}
		s.numbers[k] = n
	case def[0] == '@':
		n, ok := parseUnit(value, durations)
		ok = ok && value != ""
		if !ok {
			return "a duration such as 5d, or null"
		}
		s.numbers[k] = n
	case def[0] == '=':
		text := strings.Trim(value, "[]")
		items := []string{text}
		if def == "=" { // a list, which may be empty
			items = strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ' ' })
		}
		for _, item := range items {
			if k <= Authorizer && strings.Contains(item, ".") && !strings.HasPrefix(item, authPackage) {
				continue // a class of one's own
			}
			if names := namesOf(k); names != nil && !slices.Contains(names, strings.TrimPrefix(item, authPackage)) {
				return "one of " + strings.Join(names, ", ")
			}
		}
		s.texts[k] = text
	default:
		n, err := strconv.ParseInt(value, 10, 32)
		switch {
		case err != nil:
			return "a whole number"
		case k >= KeyspacesWarn && (n < -1 || n == 0):
			return "a number from 1, or -1 for none"
		case k == DefaultKeyspaceRF && n < 1:
			return "a number from 1"
		}
		s.numbers[k] = n
	}
	return ""
}

// authPackage is where a class is looked for that is named without its package.
const authPackage = "org.apache.cassandra.auth."

// namesOf are the values that a text may have, or nil where it may be any: the server does
// not start with another. Source: GuardrailsOptions, DatabaseDescriptor, auth.
func namesOf(k Setting) []string {
	switch k {
	case Authenticator:
		return []string{"AllowAllAuthenticator", "PasswordAuthenticator", "MutualTlsAuthenticator", "MutualTlsWithPasswordFallbackAuthenticator"}
	case Authorizer:
		return []string{"AllowAllAuthorizer", "CassandraAuthorizer"}
	case StorageCompatibilityMode:
		return []string{"NONE", "UPGRADING", "CASSANDRA_4"}
	case ReadConsistencyLevelsWarned, ReadConsistencyLevelsDisallowed, WriteConsistencyLevelsWarned, WriteConsistencyLevelsDisallowed:
		return []string{"ANY", "ONE", "TWO", "THREE", "QUORUM", "ALL", "LOCAL_QUORUM", "EACH_QUORUM", "SERIAL", "LOCAL_SERIAL", "LOCAL_ONE", "NODE_LOCAL"}
	}
	return nil
}

// A unit is a name for so many bytes or microseconds.
type unit struct {
	name   string
	factor int64
}

var (
	sizes     = []unit{{"B", 1}, {"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}}
	durations = []unit{{"us", 1}, {"µs", 1}, {"ms", 1e3}, {"s", 1e6}, {"m", 60e6}, {"h", 3600e6}, {"d", 86400e6}}
)

// parseUnit reads a number with one of the units; null is -1.
func parseUnit(text string, units []unit) (int64, bool) {
	if text == "null" || text == "" {
		return -1, true
	}
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	n, err := strconv.ParseInt(text[:digits], 10, 64)
	for _, u := range units {
		if strings.TrimSpace(text[digits:]) == u.name {
			return n * u.factor, err == nil && n <= 1<<62/u.factor
		}
	}
	return 0, false
}

// On reports whether a true/false key is true.
func (s *Settings) On(k Setting) bool { return s.numbers[k] != 0 }

// Number is the value of a number, a size in bytes or a duration in
// microseconds; -1 where it is off.
func (s *Settings) Number(k Setting) int64 { return s.numbers[k] }

// Text is the value of a key that is a text.
func (s *Settings) Text(k Setting) string { return s.texts[k] }

// List is the value of a key that is a list, each item trimmed.
func (s *Settings) List(k Setting) []string {
	var out []string
	for _, item := range strings.Split(s.texts[k], ",") {
		if item = strings.TrimSpace(item); item != "" {
			out = append(out, item)
		}
	}
	return out
}

// Ordinary reports whether guardrails apply: the client logged in and is no
// superuser. Source: ClientState.isOrdinaryUser.
func (s *Settings) Ordinary() bool {
	return !s.Superuser && s.LoggedIn()
}

// LoggedIn reports whether the client had to give a name and a password.
func (s *Settings) LoggedIn() bool {
	name := s.texts[Authenticator]
	return name[strings.LastIndexByte(name, '.')+1:] != "AllowAllAuthenticator"
}
