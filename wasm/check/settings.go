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
	KeyspaceCountWarn // before the guardrails
	TableCountWarn
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

// settings holds for each key its name, its shipped default, whose form tells
// how a value is read: true/false, a number, a size ("8KiB" or "null"), a
// duration ("@null", in microseconds), or any text (a leading =), and its name before 4.1, which
// later servers still read, where it had another: of one that ends in _in_kb the value is a number of KiB;
// and what a server has that has the key, 0 where each does. The texts are one, because a
// browser downloads each with its place.
// Source: config/Config.java of the three releases, its @Replaces, and conf/cassandra.yaml.
var settings = [settingCount]struct {
	text  string
	since version.Feature
}{
	{"authenticator =AllowAllAuthenticator", 0},
	{"authorizer =AllowAllAuthorizer", 0},
	{"materialized_views_enabled false enable_materialized_views", 0},
	{"sasi_indexes_enabled false enable_sasi_indexes", 0},
	{"user_defined_functions_enabled false enable_user_defined_functions", 0},
	{"drop_compact_storage_enabled false enable_drop_compact_storage", 0},
	{"transient_replication_enabled false enable_transient_replication", 0},
	{"dynamic_data_masking_enabled false", version.Masks},
	{"use_statements_enabled true", version.Guardrails},
	{"default_secondary_index =legacy_local_table", version.LaterGuardrails},
	{"default_secondary_index_enabled true", version.LaterGuardrails},
	{"default_compaction =SizeTieredCompactionStrategy", version.LaterGuardrails},
	{"storage_compatibility_mode =CASSANDRA_4", version.FarExpiry},
	{"default_keyspace_rf 1", version.DefaultFactor},
	{"cdc_enabled false", 0},
	{"memtable.configurations =skiplist,trie,default", version.Memtables},
	{"max_mutation_size 16MiB max_mutation_size_in_kb", 0},
	{"batch_size_warn_threshold 5KiB batch_size_warn_threshold_in_kb", 0},
	{"batch_size_fail_threshold 50KiB batch_size_fail_threshold_in_kb", 0},
	{"unlogged_batch_across_partitions_warn_threshold 10", 0},
	{"tombstone_warn_threshold 1000", 0},
	{"tombstone_failure_threshold 100000", 0},
	{"keyspace_count_warn_threshold 40", version.CountWarnings},
	{"table_count_warn_threshold 150", version.CountWarnings},
	{"keyspaces_warn_threshold -1", version.Guardrails},
	{"keyspaces_fail_threshold -1", version.Guardrails},
	{"tables_warn_threshold -1", version.Guardrails},
	{"tables_fail_threshold -1", version.Guardrails},
	{"columns_per_table_warn_threshold -1", version.Guardrails},
	{"columns_per_table_fail_threshold -1", version.Guardrails},
	{"secondary_indexes_per_table_warn_threshold -1", version.Guardrails},
	{"secondary_indexes_per_table_fail_threshold -1", version.Guardrails},
	{"materialized_views_per_table_warn_threshold -1", version.Guardrails},
	{"materialized_views_per_table_fail_threshold -1", version.Guardrails},
	{"page_size_warn_threshold -1", version.Guardrails},
	{"page_size_fail_threshold -1", version.Guardrails},
	{"partition_keys_in_select_warn_threshold -1", version.Guardrails},
	{"partition_keys_in_select_fail_threshold -1", version.Guardrails},
	{"in_select_cartesian_product_warn_threshold -1", version.Guardrails},
	{"in_select_cartesian_product_fail_threshold -1", version.Guardrails},
	{"table_properties_warned =", version.Guardrails},
	{"table_properties_ignored =", version.Guardrails},
	{"table_properties_disallowed =", version.Guardrails},
	{"read_consistency_levels_warned =", version.Guardrails},
	{"read_consistency_levels_disallowed =", version.Guardrails},
	{"write_consistency_levels_warned =", version.Guardrails},
	{"write_consistency_levels_disallowed =", version.Guardrails},
	{"user_timestamps_enabled true", version.Guardrails},
	{"alter_table_enabled true", version.LaterGuardrails},
	{"group_by_enabled true", version.Guardrails},
	{"drop_truncate_table_enabled true", version.Guardrails},
	{"drop_keyspace_enabled true", version.LaterGuardrails},
	{"secondary_indexes_enabled true", version.Guardrails},
	{"uncompressed_tables_enabled true", version.Guardrails},
	{"compact_tables_enabled true", version.Guardrails},
	{"read_before_write_list_operations_enabled true", version.Guardrails},
	{"allow_filtering_enabled true", version.Guardrails},
	{"simplestrategy_enabled true", version.LaterGuardrails},
	{"column_value_size_warn_threshold null", version.LaterGuardrails},
	{"column_value_size_fail_threshold null", version.LaterGuardrails},
	{"collection_size_warn_threshold null", version.Guardrails},
	{"collection_size_fail_threshold null", version.Guardrails},
	{"items_per_collection_warn_threshold -1", version.Guardrails},
	{"items_per_collection_fail_threshold -1", version.Guardrails},
	{"fields_per_udt_warn_threshold -1", version.Guardrails},
	{"fields_per_udt_fail_threshold -1", version.Guardrails},
	{"vector_type_enabled true", version.LaterGuardrails},
	{"vector_dimensions_warn_threshold -1", version.LaterGuardrails},
	{"vector_dimensions_fail_threshold -1", version.LaterGuardrails},
	{"minimum_replication_factor_warn_threshold -1", version.Guardrails},
	{"minimum_replication_factor_fail_threshold -1", version.Guardrails},
	{"maximum_replication_factor_warn_threshold -1", version.LaterGuardrails},
	{"maximum_replication_factor_fail_threshold -1", version.LaterGuardrails},
	{"zero_ttl_on_twcs_warned true", version.LaterGuardrails},
	{"zero_ttl_on_twcs_enabled true", version.LaterGuardrails},
	{"non_partition_restricted_index_query_enabled true", version.LaterGuardrails},
	{"intersect_filtering_query_warned true", version.LaterGuardrails},
	{"intersect_filtering_query_enabled true", version.LaterGuardrails},
	{"sai_sstable_indexes_per_query_warn_threshold 32", version.SAI},
	{"sai_sstable_indexes_per_query_fail_threshold -1", version.SAI},
	{"sai_string_term_size_warn_threshold 1KiB", version.SAI},
	{"sai_string_term_size_fail_threshold 8KiB", version.SAI},
	{"sai_frozen_term_size_warn_threshold 1KiB", version.SAI},
	{"sai_frozen_term_size_fail_threshold 8KiB", version.SAI},
	{"sai_vector_term_size_warn_threshold 16KiB", version.SAI},
	{"sai_vector_term_size_fail_threshold 32KiB", version.SAI},
	{"maximum_timestamp_warn_threshold @null", version.LaterGuardrails},
	{"maximum_timestamp_fail_threshold @null", version.LaterGuardrails},
	{"minimum_timestamp_warn_threshold @null", version.LaterGuardrails},
	{"minimum_timestamp_fail_threshold @null", version.LaterGuardrails},
}

// words are the name of a key, its default and its older name.
func (k Setting) words() (name, def, older string) {
	name, def, _ = strings.Cut(settings[k].text, " ")
	def, older, _ = strings.Cut(def, " ")
	return name, def, older
}

func (k Setting) shipped() string {
	_, def, _ := k.words()
	return def
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
	for k := range settingCount {
		s.reset(k)
	}
	return s
}

// reset gives a key the value that ships.
func (s *Settings) reset(k Setting) { s.set(k, strings.TrimLeft(k.shipped(), "=@")) }

// SetServer says whose verdicts are asked for.
func (s *Settings) SetServer(name string) error {
	before := s.memtables()
	server, err := version.Parse(name)
	if s.Server = server; s.texts[MemtableConfigurations] == before {
		s.texts[MemtableConfigurations] = s.memtables()
	}
	for k := range settingCount {
		if !s.Has(k) {
			s.reset(k)
		}
	}
	return err
}

// Has reports whether the server has a key, by this name or an older one.
func (s *Settings) Has(k Setting) bool {
	f := settings[k].since
	return f == 0 || s.Server.Has(f)
}

// Name is the name that a key has on the server.
func (s *Settings) Name(k Setting) string {
	name, _, older := k.words()
	if older != "" && !s.Server.Has(version.YamlNames) {
		return older
	}
	return name
}

// NameOf is the name on the server of a key, which is given by this name or an older one; "" where
// it has none.
func (s *Settings) NameOf(key string) string {
	for k := range settingCount {
		if name, _, older := k.words(); key != "" && (key == name || key == older) && s.Has(k) {
			return s.Name(k)
		}
	}
	return ""
}

// memtables are the configurations of the file that the server ships.
func (s *Settings) memtables() string {
	if s.Server.Has(version.ShippedMemtables) {
		return strings.TrimPrefix(MemtableConfigurations.shipped(), "=")
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

// SettingNames lists the keys that the newest server knows.
func SettingNames() []string { return new(Settings).names() }

// names lists the keys that the server knows, by their names there.
func (s *Settings) names() (out []string) {
	for k := range settingCount {
		if s.Has(k) {
			out = append(out, s.Name(k))
		}
	}
	return out
}

// Shipped returns what a key of cassandra.yaml is set to as shipped, as Set takes it;
// ok is false where there is no such key.
func Shipped(key string) (value string, ok bool) {
	for k := range settingCount {
		if name, def, _ := k.words(); name == key {
			return strings.TrimLeft(def, "=@"), true
		}
	}
	return "", false
}

// Set gives a cassandra.yaml key a value. The error says what is wrong and what to write instead;
// that the server has no key of this name, too: what it means is set all the same where the
// server has it by another name.
func (s *Settings) Set(key, value string) error {
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	k, older := Setting(0), ""
	for ; k < settingCount; k++ {
		var name string
		if name, _, older = k.words(); key != "" && (name == key || older == key) {
			break
		}
	}
	if k == settingCount {
		text := strconv.Quote(key) + " is no key of cassandra.yaml that changes a verdict"
		if near := diag.Nearest(key, s.names()); near != "" {
			text += "; did you mean " + near + "?"
		}
		return errors.New(text)
	}
	if key == older && strings.HasSuffix(key, "_in_kb") {
		if _, err := strconv.ParseUint(value, 10, 31); err != nil {
			return errors.New(key + " must be a whole number, not " + strconv.Quote(value))
		}
		value += "KiB"
	}
	if want := s.set(k, value); want != "" {
		return errors.New(key + " must be " + want + ", not " + strconv.Quote(value))
	}
	switch name := s.Name(k); {
	case k == KeyspaceCountWarn && !s.Has(k):
		// It counts Cassandra's own five as well.
		s.set(KeyspacesWarn, strconv.FormatInt(s.numbers[k]-5, 10))
	case !s.Has(k):
		s.reset(k)
		return errors.New("Cassandra " + s.Server.String() + " does not start with " + key + ": it is there " + settings[k].since.When())
	case key != name && key != older:
		return errors.New("Cassandra " + s.Server.String() + " does not start with " + key + ": there it is " + name)
	}
	return nil
}

// set returns what kind of value the key needs where the one given is not.
func (s *Settings) set(k Setting, value string) string {
	switch def := k.shipped(); {
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
