// Package versionbook is what readers are told of the differences between servers, besides what
// whoever judges needs to know: for builders and tests, and in no browser program.
package versionbook

import (
	"cmp"
	"strings"

	"partitionlab/wasm/version"
)

// A Difference is a row of the table with what it decides on.
type Difference struct {
	version.Feature
	version.Row
	In    string   // the releases that have it, as in "4.1 and 5.0"
	Else  string   // the others
	Rules []string // that it decides on
	Own   bool     // Says is what a server with it says
	Does  string   // what a server without it does, where it says nothing
}

// All are the differences that there are.
func All() []Difference {
	out := make([]Difference, len(version.All()))
	for i, row := range version.All() {
		d := &out[i]
		d.Feature, d.Row = version.Feature(i+1), row
		told := book[d.Feature]
		d.What, d.Says, d.Rules = cmp.Or(d.What, told.what), cmp.Or(d.Says, told.says), strings.Fields(told.rules)
		var with, without []string
		for _, name := range version.Names() {
			if server, err := version.Parse(name); err == nil && server.Has(d.Feature) {
				with = append(with, name)
			} else {
				without = append(without, name)
			}
		}
		d.In, d.Else = strings.Join(with, " and "), strings.Join(without, " and ")
		d.Own, d.Does = own[d.Feature], does[d.Feature]
	}
	return out
}

// book holds what a difference is, and what a server without it says, or what is said of it, where
// the table does not hold them for the judge, and the rules that it decides on. A server that
// stumbles over the syntax says nothing of its own.
var book = map[version.Feature]struct{ what, rules, says string }{
	version.NameBeforeAccess:      {"a look at the name of a role before what it may reach", "RO-01", "Invalid value(s) for DATACENTERS '%',All values must be valid datacenters"},
	version.EarlyBuiltins:         {"a refusal of permissions on built-in functions before a look who asks", "SYN-A10", "You have to be logged in and not anonymous to perform this request"},
	version.SAI:                   {"", "IX-18", "Unable to find custom indexer class '%'"},
	version.ClassWithoutCustom:    {"", "IX-18", ""},
	version.Memtables:             {"", "OPT-01", "Unknown property '%'"},
	version.ShippedMemtables:      {"skiplist and trie in the shipped cassandra.yaml", "OPT-14", `Memtable configuration "%" not found.`},
	version.TableBackups:          {"", "OPT-01", "Unknown property '%'"},
	version.AutoRepair:            {"", "OPT-01", "Unknown property '%'"},
	version.PluralDefinitions:     {"the plural in this message", "SYN-A4", ""},
	version.UnifiedCompaction:     {"", "OPT-17", "Unable to find compaction strategy class '%'"},
	version.DateTieredCompaction:  {"", "OPT-17", "Unable to find compaction strategy class '%'"},
	version.LevelBounds:           {"a look whether a level may hold so much", "OPT-19", ""},
	version.FanoutInWords:         {"the value of fanout_size in this message", "OPT-19", "1 is not a parsable int (base10) for fanout_size"},
	version.CompressionNames:      {"", "OPT-20 OPT-21", "Missing sub-option 'class' for the 'compression' option."},
	version.EarlyOptions:          {"a look at the values of options before the table", "", "Table '%' doesn't exist"},
	version.UntypedColumns:        {"a column twice, the first without a type that can be read,", "CT-01", "Duplicate column '%' declaration for table '%'"},
	version.AddedAnew:             {"both names in this message", "AL-04", ""},
	version.CustomCollections:     {"a collection by its class, as one,", "CT-09", "Invalid non-frozen user-defined type '%' for PRIMARY KEY column '%'"},
	version.DefaultFactor:         {"", "KS-05", ""},
	version.FieldOfType:           {"the name of the type in this message", "UT-04", "Unkown field % in user type %"},
	version.OneNameRule:           {"one sentence on the names of keyspaces and tables", "DDL-01 CT-14", ""},
	version.ScriptedFunctions:     {"functions in other languages, which a setting has to allow", "FN-01", ""},
	version.EnabledBehind:         {"the name user_defined_functions_enabled", "FN-01", "User-defined functions are disabled in cassandra.yaml - set enable_user_defined_functions=true to enable"},
	version.ViewsOfTable:          {"the views of a table in DESCRIBE TABLE", "DESC-01", ""},
	version.VirtualIsLocal:        {"the same refusal for virtual keyspaces as for others of Cassandra's own", "SYS-01", ""},
	version.VirtualWrites:         {"a virtual table that may be written", "SYS-01 BA-09", ""},
	version.VirtualFiltering:      {"", "W-10 W-11 W-12", "Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING"},
	version.NewTables41:           {"", "RES-03 RES-04", "table % does not exist"},
	version.NewTables50:           {"", "RES-03 RES-04", "table % does not exist"},
	version.TypedTexts:            {"a type that a text prefers", "LIT-11", "Ambiguous call to function % (can be matched by following signatures: %): use type casts to disambiguate"},
	version.TypedConstants:        {"a type that a UUID, true, a duration and 0x… prefer", "LIT-03 LIT-11", "Invalid HEX constant (%) for % of type tinyint"},
	version.LegacyTimeuuid:        {"the older class of timeuuid, which min, max and blobAsTimeuuid return,", "", ""},
	version.Arrays:                {"", "LIT-03", ""},
	version.FarExpiry:             {"an expiry after 2038, where storage_compatibility_mode allows it,", "TTL-02", "Request on table % exceeds maximum supported expiration date of 2038-01-19T03:14:06+00:00. In order to avoid this use a lower TTL, change the expiration date overflow policy or upgrade to a version where this limitation is fixed. See CASSANDRA-14092 for more details."},
	version.YamlNames:             {"names such as materialized_views_enabled and units in cassandra.yaml", "", "Invalid yaml. Please remove properties [%] from your cassandra.yaml"},
	version.CountWarnings:         {"a warning of many tables and keyspaces without being told to", "GR-01", "Cluster already contains % tables in % keyspaces. Having a large number of tables will significantly slow down schema dependent cluster operations."},
	version.Guardrails:            {"guardrails", "GR-01", "Guardrail % violated"},
	version.LaterGuardrails:       {"guardrails on vectors, sizes of values, timestamps and indexes that filter", "GR-01", "Guardrail % violated"},
	version.FilteringWords:        {"the reason in this message", "GR-01 W-10 W-11", "Guardrail allow_filtering violated: Querying with ALLOW FILTERING is not allowed"},
	version.SnakeCase:             {"", "RES-08", "Unknown function '%'"},
	version.AnyType:               {"", "LIT-11", "Ambiguous call to function % (can be matched by following signatures: %): use type casts to disambiguate"},
	version.MathFunctions:         {"", "RES-08", "Unknown function '%'"},
	version.CollectionFunctions:   {"", "RES-08", "Unknown function '%'"},
	version.DateOf:                {"", "RES-08", "Unknown function '%'"},
	version.Floor:                 {"", "RES-08", "Unknown function '%'"},
	version.TextSums:              {"", "LIT-12", "the '+' operation is not supported between % and %"},
	version.NumberSteps:           {"", "UP-02", "Invalid operation (%) for non counter column %"},
	version.ToJSONInTerms:         {"", "LIT-11", ""},
	version.CollectionTimes:       {"", "SE-02", ""},
	version.FilteringIn:           {"", "W-15", ""},
	version.FilteringInKeys:       {"", "W-29", ""},
	version.FilteringInPartitions: {"", "W-29", ""},
	version.FilteringByGroups:     {"", "W-12", "Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING"},
	version.IndexBehindRange:      {"", "W-06", "Clustering column \"%\" cannot be restricted (preceding column \"%\" is restricted by a non-EQ relation)"},
	version.KeyBesideIndex:        {"a look at the key where an index is read, too", "", "Key may not be empty"},
	version.FilterBeforeKeys:      {"a look at the values that filter before those of the key", "", "Invalid null value in condition for column %"},
	version.LongMoments:           {"eight bytes for a moment in the size of a batch", "BA-10", "Batch for [%] is of size %, exceeding specified threshold of % by %."},
	version.RowsInBatches:         {"rows and partitions in the size of a batch", "BA-10", "Batch for [%] is of size %, exceeding specified threshold of % by %."},
	version.ReadsAsCQL:            {"a read as CQL in this warning", "RD-01", "Read % live rows and % tombstone cells for query SELECT * FROM % WHERE k = 1 AND  ORDER BY (c DESC) LIMIT 5000; token % (see tombstone_warn_threshold)"},
	version.QuotedLiterals:        {"quotes around times and addresses in what the server writes as CQL", "", ""},
	version.OrderBeforeWhere:      {"a look at ORDER BY before WHERE", "", "Undefined column name % in table %"},
	version.NearestOrder:          {"", "OB-05", ""},
}

// does holds what a server without a difference does, where it refuses nothing.
var does = map[version.Feature]string{
	version.LevelBounds:    "take it",
	version.ViewsOfTable:   "show the table and its indexes",
	version.LegacyTimeuuid: "return a timeuuid",
	version.QuotedLiterals: "write INITCOND 2024-01-01T00:00:00.000Z",
}

// own are those whose words are of servers that have them.
var own = map[version.Feature]bool{version.OneNameRule: true, version.ScriptedFunctions: true, version.CountWarnings: true}
