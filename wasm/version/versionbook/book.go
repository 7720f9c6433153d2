// Package versionbook is what readers are told of the differences between servers, besides what
// whoever judges needs to know: for builders and tests, and in no browser program.
package versionbook

import (
	"strings"

	"partitionlab/wasm/version"
)

// A Difference is a row of the table with what it decides on.
type Difference struct {
	version.Feature
	version.Row
	Rules []string // that it decides on
}

// All are the differences that there are.
func All() []Difference {
	out := make([]Difference, len(version.All()))
	for i, row := range version.All() {
		d := &out[i]
		d.Feature, d.Row = version.Feature(i+1), row
		if told := book[d.Feature]; told.says != "" {
			d.Says = told.says
		}
		d.Rules = strings.Fields(book[d.Feature].rules)
	}
	return out
}

// book holds the rules that a difference decides on, and what a server without it says, or what is
// said of it, where the table does not hold that for the judge; nothing for a syntax error.
var book = map[version.Feature]struct{ rules, says string }{
	version.NameBeforeAccess:      {"RO-01", "Invalid value(s) for DATACENTERS '%',All values must be valid datacenters"},
	version.EarlyBuiltins:         {"SYN-A10", "You have to be logged in and not anonymous to perform this request"},
	version.SAI:                   {"IX-18", "Unable to find custom indexer class '%'"},
	version.ClassWithoutCustom:    {"IX-18", ""},
	version.Memtables:             {"OPT-01", "Unknown property '%'"},
	version.ShippedMemtables:      {"OPT-14", `Memtable configuration "%" not found.`},
	version.TableBackups:          {"OPT-01", "Unknown property '%'"},
	version.AutoRepair:            {"OPT-01", "Unknown property '%'"},
	version.PluralDefinitions:     {"SYN-A4", ""},
	version.UnifiedCompaction:     {"OPT-17", "Unable to find compaction strategy class '%'"},
	version.DateTieredCompaction:  {"OPT-17", "Unable to find compaction strategy class '%'"},
	version.LevelBounds:           {"OPT-19", "it is taken"},
	version.FanoutInWords:         {"OPT-19", "1 is not a parsable int (base10) for fanout_size"},
	version.CompressionNames:      {"OPT-20 OPT-21", "Missing sub-option 'class' for the 'compression' option."},
	version.EarlyOptions:          {"", "Table '%' doesn't exist"},
	version.UntypedColumns:        {"CT-01", "Duplicate column '%' declaration for table '%'"},
	version.AddedAnew:             {"AL-04", ""},
	version.CustomCollections:     {"CT-09", "Invalid non-frozen user-defined type '%' for PRIMARY KEY column '%'"},
	version.DefaultFactor:         {"KS-05", ""},
	version.FieldOfType:           {"UT-04", "Unkown field % in user type %"},
	version.OneNameRule:           {"DDL-01 CT-14", ""},
	version.ScriptedFunctions:     {"FN-01", ""},
	version.EnabledBehind:         {"FN-01", "User-defined functions are disabled in cassandra.yaml - set enable_user_defined_functions=true to enable"},
	version.ViewsOfTable:          {"DESC-01", "the table and its indexes"},
	version.VirtualIsLocal:        {"SYS-01", ""},
	version.VirtualWrites:         {"SYS-01 BA-09", ""},
	version.VirtualFiltering:      {"W-10 W-11 W-12", "Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING"},
	version.NewTables41:           {"RES-03 RES-04", "table % does not exist"},
	version.NewTables50:           {"RES-03 RES-04", "table % does not exist"},
	version.TypedTexts:            {"LIT-11", "Ambiguous call to function % (can be matched by following signatures: %): use type casts to disambiguate"},
	version.TypedConstants:        {"LIT-03 LIT-11", "Invalid HEX constant (%) for % of type tinyint"},
	version.LegacyTimeuuid:        {"", "a timeuuid, where later servers send bytes"},
	version.Arrays:                {"LIT-03", ""},
	version.FarExpiry:             {"TTL-02", "Request on table % exceeds maximum supported expiration date of 2038-01-19T03:14:06+00:00. In order to avoid this use a lower TTL, change the expiration date overflow policy or upgrade to a version where this limitation is fixed. See CASSANDRA-14092 for more details."},
	version.YamlNames:             {"", "Invalid yaml. Please remove properties [%] from your cassandra.yaml"},
	version.CountWarnings:         {"GR-01", "Cluster already contains % tables in % keyspaces. Having a large number of tables will significantly slow down schema dependent cluster operations."},
	version.Guardrails:            {"GR-01", "Guardrail % violated"},
	version.LaterGuardrails:       {"GR-01", "Guardrail % violated"},
	version.FilteringWords:        {"GR-01 W-10 W-11", "Guardrail allow_filtering violated: Querying with ALLOW FILTERING is not allowed"},
	version.SnakeCase:             {"RES-08", "Unknown function '%'"},
	version.AnyType:               {"LIT-11", "Ambiguous call to function % (can be matched by following signatures: %): use type casts to disambiguate"},
	version.MathFunctions:         {"RES-08", "Unknown function '%'"},
	version.CollectionFunctions:   {"RES-08", "Unknown function '%'"},
	version.DateOf:                {"RES-08", "Unknown function '%'"},
	version.Floor:                 {"RES-08", "Unknown function '%'"},
	version.TextSums:              {"LIT-12", "the '+' operation is not supported between % and %"},
	version.NumberSteps:           {"UP-02", "Invalid operation (%) for non counter column %"},
	version.ToJSONInTerms:         {"LIT-11", ""},
	version.CollectionTimes:       {"SE-02", ""},
	version.FilteringIn:           {"W-15", ""},
	version.FilteringInKeys:       {"W-29", ""},
	version.FilteringInPartitions: {"W-29", ""},
	version.FilteringByGroups:     {"W-12", "Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING"},
	version.IndexBehindRange:      {"W-06", "Clustering column \"%\" cannot be restricted (preceding column \"%\" is restricted by a non-EQ relation)"},
	version.KeyBesideIndex:        {"", "Key may not be empty"},
	version.FilterBeforeKeys:      {"", "Invalid null value in condition for column %"},
	version.LongMoments:           {"BA-10", "Batch for [%] is of size %, exceeding specified threshold of % by %."},
	version.RowsInBatches:         {"BA-10", "Batch for [%] is of size %, exceeding specified threshold of % by %."},
	version.ReadsAsCQL:            {"RD-01", "Read % live rows and % tombstone cells for query SELECT * FROM % WHERE k = 1 AND  ORDER BY (c DESC) LIMIT 5000; token % (see tombstone_warn_threshold)"},
	version.QuotedLiterals:        {"", "INITCOND 2024-01-01T00:00:00.000Z"},
	version.OrderBeforeWhere:      {"", "Undefined column name % in table %"},
	version.NearestOrder:          {"OB-05", ""},
}
