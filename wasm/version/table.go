package version

// The features.
const (
	_ Feature = iota
	// Syntax.
	Vectors
	Masks
	Identities
	CIDRs
	MaxWritetime
	WritetimeOfParts
	HashedPasswords
	AlterIfExists
	ContainsInConditions
	GroupByFunctions
	SeveralPermissions
	TablesOfKeyspace
	NameBeforeAccess
	EarlyBuiltins
	CastInTerms
	// Schema.
	SAI
	ClassWithoutCustom
	Memtables
	ShippedMemtables
	TableBackups
	AutoRepair
	PluralDefinitions
	UnifiedCompaction
	DateTieredCompaction
	LevelBounds
	FanoutInWords
	CompressionNames
	EarlyOptions
	UntypedColumns
	AddedAnew
	CustomCollections
	DefaultFactor
	FieldOfType
	OneNameRule
	ScriptedFunctions
	EnabledBehind
	ViewsOfTable
	VirtualIsLocal
	VirtualWrites
	VirtualFiltering
	NewTables41
	NewTables50
	// Values.
	Arrays
	TypedTexts
	TypedConstants
	LegacyTimeuuid
	FarExpiry
	// Settings.
	YamlNames
	CountWarnings
	Guardrails
	LaterGuardrails
	FilteringWords
	// Functions.
	SnakeCase
	AnyType
	MathFunctions
	CollectionFunctions
	DateOf
	Floor
	TextSums
	NumberSteps
	ToJSONInTerms
	// Reads and writes.
	CollectionTimes
	FilteringIn
	FilteringInKeys
	FilteringInPartitions
	FilteringByGroups
	IndexBehindRange
	LongMoments
	RowsInBatches
	ReadsAsCQL
	QuotedLiterals
	OrderBeforeWhere
	FilterBeforeKeys
	KeyBesideIndex
	NearestOrder
)

// rows is the table. Each was asked of the servers that names lists. Sources: Parser.g and Lexer.g,
// NEWS.txt, and the classes that the rules name, of 4.0.19, 4.1.10 and 5.0.8.
var rows = [...]Row{
	{},
	Vectors:               {V50, ever, "the vector type", "", ""},
	Masks:                 {V50, ever, "dynamic data masking", "", ""},
	Identities:            {V50, ever, "identities of roles", "", ""},
	CIDRs:                 {V50, ever, "access from CIDR groups", "", ""},
	MaxWritetime:          {V50, ever, "maxwritetime", "", ""},
	WritetimeOfParts:      {V50, ever, "WRITETIME and TTL of a part of a column", "", ""},
	HashedPasswords:       {V41, ever, "HASHED PASSWORD", "", ""},
	AlterIfExists:         {V41, ever, "IF EXISTS in ALTER", "", ""},
	ContainsInConditions:  {V41, ever, "CONTAINS in an IF condition", "", ""},
	GroupByFunctions:      {V41, ever, "a function in GROUP BY", "", ""},
	SeveralPermissions:    {V41, ever, "a list of permissions", "", ""},
	TablesOfKeyspace:      {V41, ever, "ALL TABLES IN KEYSPACE", "", ""},
	NameBeforeAccess:      {V50, ever, "a look at the name of a role before what it may reach", "RO-01", "Invalid value(s) for DATACENTERS '%',All values must be valid datacenters"},
	EarlyBuiltins:         {V50, ever, "a refusal of permissions on built-in functions before a look who asks", "SYN-A10", "You have to be logged in and not anonymous to perform this request"},
	CastInTerms:           {V41, ever, "CAST of a value", "", ""},
	SAI:                   {V50, ever, "SAI", "IX-18", "Unable to find custom indexer class '%'"},
	ClassWithoutCustom:    {V50, ever, "USING without CUSTOM", "IX-18", "Cannot specify index class for a non-CUSTOM index"},
	Memtables:             {V41, ever, "the option memtable", "OPT-01", "Unknown property '%'"},
	ShippedMemtables:      {V50, ever, "skiplist and trie in the shipped cassandra.yaml", "OPT-14", `Memtable configuration "%" not found.`},
	TableBackups:          {V50, ever, "a table's own setting for snapshots and backups", "OPT-01", "Unknown property '%'"},
	AutoRepair:            {V50, ever, "auto_repair", "OPT-01", "Unknown property '%'"},
	PluralDefinitions:     {V50, ever, "the plural in this message", "SYN-A4", "Multiple definition for property '%'"},
	UnifiedCompaction:     {V50, ever, "UnifiedCompactionStrategy", "OPT-17", "Unable to find compaction strategy class '%'"},
	DateTieredCompaction:  {V40, V50, "DateTieredCompactionStrategy", "OPT-17", "Unable to find compaction strategy class '%'"},
	LevelBounds:           {V50, ever, "a look whether a level may hold so much", "OPT-19", "it is taken"},
	FanoutInWords:         {V50, ever, "the value of fanout_size in this message", "OPT-19", "1 is not a parsable int (base10) for fanout_size"},
	CompressionNames:      {V40, V50, "sstable_compression, chunk_length_kb and crc_check_chance as compression options", "OPT-20 OPT-21", "Missing sub-option 'class' for the 'compression' option."},
	EarlyOptions:          {V50, ever, "a look at the values of options before the table", "", "Table '%' doesn't exist"},
	UntypedColumns:        {V50, ever, "a column twice, the first without a type that can be read,", "CT-01", "Duplicate column '%' declaration for table '%'"},
	AddedAnew:             {V50, ever, "both names in this message", "AL-04", "Cannot re-add previously dropped column '%' of type %, incompatible with previous type %"},
	CustomCollections:     {V50, ever, "a collection by its class, as one,", "CT-09", "Invalid non-frozen user-defined type '%' for PRIMARY KEY column '%'"},
	DefaultFactor:         {V41, ever, "a replication factor of its own", "KS-05", "SimpleStrategy requires a replication_factor strategy option."},
	FieldOfType:           {V41, ever, "the name of the type in this message", "UT-04", "Unkown field % in user type %"},
	OneNameRule:           {V41, V50, "one sentence on the names of keyspaces and tables", "DDL-01 CT-14", "Keyspace name must not be empty, more than 48 characters long, or contain non-alphanumeric-underscore characters (got '%')"},
	ScriptedFunctions:     {V40, V50, "functions in other languages, which a setting has to allow", "FN-01", "Scripted user-defined functions are disabled in cassandra.yaml - set %=true to enable if you are aware of the security risks"},
	EnabledBehind:         {V41, ever, "the name user_defined_functions_enabled", "FN-01", "User-defined functions are disabled in cassandra.yaml - set enable_user_defined_functions=true to enable"},
	ViewsOfTable:          {V50, ever, "the views of a table in DESCRIBE TABLE", "DESC-01", "the table and its indexes"},
	VirtualIsLocal:        {V41, ever, "the same refusal for virtual keyspaces as for others of Cassandra's own", "SYS-01", "Virtual keyspace '%' is not user-modifiable"},
	VirtualWrites:         {V41, ever, "a virtual table that may be written", "SYS-01 BA-09", "Cannot truncate virtual tables"},
	VirtualFiltering:      {V50, ever, "a virtual table that is filtered without ALLOW FILTERING", "W-10 W-11 W-12", "Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING"},
	NewTables41:           {V41, ever, "a table of Cassandra's own on repairs, caches, streams and gossip, or a column of one,", "RES-03 RES-04", "table % does not exist"},
	NewTables50:           {V50, ever, "a table of Cassandra's own on masks, identities, SAI, snapshots and logs, or a column of one,", "RES-03 RES-04", "table % does not exist"},
	TypedTexts:            {V41, ever, "a type that a text prefers", "LIT-11", "Ambiguous call to function % (can be matched by following signatures: %): use type casts to disambiguate"},
	TypedConstants:        {V50, ever, "a type that a UUID, true, a duration and 0x… prefer", "LIT-03 LIT-11", "Invalid HEX constant (%) for % of type tinyint"},
	LegacyTimeuuid:        {V41, ever, "the older class of timeuuid, which min, max and blobAsTimeuuid return,", "", "a timeuuid, where later servers send bytes"},
	Arrays:                {V50, ever, "[…] for a vector", "LIT-03", "Invalid list literal for % of type %"},
	FarExpiry:             {V50, ever, "an expiry after 2038, where storage_compatibility_mode allows it,", "TTL-02", "Request on table % exceeds maximum supported expiration date of 2038-01-19T03:14:06+00:00. In order to avoid this use a lower TTL, change the expiration date overflow policy or upgrade to a version where this limitation is fixed. See CASSANDRA-14092 for more details."},
	YamlNames:             {V41, ever, "names such as materialized_views_enabled and units in cassandra.yaml", "", "Invalid yaml. Please remove properties [%] from your cassandra.yaml"},
	CountWarnings:         {V40, V50, "a warning of many tables and keyspaces without being told to", "GR-01", "Cluster already contains % tables in % keyspaces. Having a large number of tables will significantly slow down schema dependent cluster operations."},
	Guardrails:            {V41, ever, "guardrails", "GR-01", "Guardrail % violated"},
	LaterGuardrails:       {V50, ever, "guardrails on vectors, sizes of values, timestamps and indexes that filter", "GR-01", "Guardrail % violated"},
	FilteringWords:        {V50, ever, "the reason in this message", "GR-01 W-10 W-11", "Guardrail allow_filtering violated: Querying with ALLOW FILTERING is not allowed"},
	SnakeCase:             {V50, ever, "the name of this function", "RES-08", "Unknown function '%'"},
	AnyType:               {V50, ever, "a function for any type", "LIT-11", "Ambiguous call to function % (can be matched by following signatures: %): use type casts to disambiguate"},
	MathFunctions:         {V50, ever, "a function for numbers", "RES-08", "Unknown function '%'"},
	CollectionFunctions:   {V50, ever, "a function for collections", "RES-08", "Unknown function '%'"},
	DateOf:                {V40, V50, "dateOf and unixTimestampOf", "RES-08", "Unknown function '%'"},
	Floor:                 {V41, ever, "floor", "RES-08", "Unknown function '%'"},
	TextSums:              {V41, ever, "+ between texts", "LIT-12", "the '+' operation is not supported between % and %"},
	NumberSteps:           {V41, ever, "a step of a number or text under IF", "UP-02", "Invalid operation (%) for non counter column %"},
	ToJSONInTerms:         {V50, ever, "toJson outside of a select list", "LIT-11", "toJson() may only be used within the selection clause of SELECT statements"},
	CollectionTimes:       {V50, ever, "WRITETIME and TTL of a collection", "SE-02", "Cannot use selection function % on non-frozen % %"},
	FilteringIn:           {V41, ever, "IN on a column that is filtered", "W-15", "IN predicates on non-primary-key columns (%) is not yet supported"},
	FilteringInKeys:       {V41, ever, "IN on a clustering column that is filtered", "W-29", "IN restrictions are not supported on indexed columns"},
	FilteringInPartitions: {V41, ever, "IN on a column of the partition key that is filtered", "W-29", "IN restrictions are not supported when the query involves filtering"},
	FilteringByGroups:     {V50, ever, "an index that answers one of several restrictions", "W-12", "Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING"},
	IndexBehindRange:      {V50, ever, "a column with an index behind a range", "W-06", "Clustering column \"%\" cannot be restricted (preceding column \"%\" is restricted by a non-EQ relation)"},
	KeyBesideIndex:        {V50, ever, "a look at the key where an index is read, too", "", "Key may not be empty"},
	FilterBeforeKeys:      {V50, ever, "a look at the values that filter before those of the key", "", "Invalid null value in condition for column %"},
	LongMoments:           {V50, ever, "eight bytes for a moment in the size of a batch", "BA-10", "Batch for [%] is of size %, exceeding specified threshold of % by %."},
	RowsInBatches:         {V41, ever, "rows and partitions in the size of a batch", "BA-10", "Batch for [%] is of size %, exceeding specified threshold of % by %."},
	ReadsAsCQL:            {V41, ever, "a read as CQL in this warning", "RD-01", "Read % live rows and % tombstone cells for query SELECT * FROM % WHERE k = 1 AND  ORDER BY (c DESC) LIMIT 5000; token % (see tombstone_warn_threshold)"},
	QuotedLiterals:        {V50, ever, "quotes around times and addresses in what the server writes as CQL", "", "INITCOND 2024-01-01T00:00:00.000Z"},
	OrderBeforeWhere:      {V50, ever, "a look at ORDER BY before WHERE", "", "Undefined column name % in table %"},
	NearestOrder:          {V50, ever, "ORDER BY … ANN OF", "OB-05", "ORDER BY with 2ndary indexes is not supported."},
}
