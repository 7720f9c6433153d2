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
	Vectors:               {V50, ever, "the vector type", ""},
	Masks:                 {V50, ever, "dynamic data masking", ""},
	Identities:            {V50, ever, "identities of roles", ""},
	CIDRs:                 {V50, ever, "access from CIDR groups", ""},
	MaxWritetime:          {V50, ever, "maxwritetime", ""},
	WritetimeOfParts:      {V50, ever, "WRITETIME and TTL of a part of a column", ""},
	HashedPasswords:       {V41, ever, "HASHED PASSWORD", ""},
	AlterIfExists:         {V41, ever, "IF EXISTS in ALTER", ""},
	ContainsInConditions:  {V41, ever, "CONTAINS in an IF condition", ""},
	GroupByFunctions:      {V41, ever, "a function in GROUP BY", ""},
	SeveralPermissions:    {V41, ever, "a list of permissions", ""},
	TablesOfKeyspace:      {V41, ever, "ALL TABLES IN KEYSPACE", ""},
	NameBeforeAccess:      {V50, ever, "a look at the name of a role before what it may reach", ""},
	EarlyBuiltins:         {V50, ever, "a refusal of permissions on built-in functions before a look who asks", ""},
	CastInTerms:           {V41, ever, "CAST of a value", ""},
	SAI:                   {V50, ever, "SAI", ""},
	ClassWithoutCustom:    {V50, ever, "USING without CUSTOM", "Cannot specify index class for a non-CUSTOM index"},
	Memtables:             {V41, ever, "the option memtable", ""},
	ShippedMemtables:      {V50, ever, "skiplist and trie in the shipped cassandra.yaml", ""},
	TableBackups:          {V50, ever, "a table's own setting for snapshots and backups", ""},
	AutoRepair:            {V50, ever, "auto_repair", ""},
	PluralDefinitions:     {V50, ever, "the plural in this message", "Multiple definition for property '%'"},
	UnifiedCompaction:     {V50, ever, "UnifiedCompactionStrategy", ""},
	DateTieredCompaction:  {V40, V50, "DateTieredCompactionStrategy", ""},
	LevelBounds:           {V50, ever, "a look whether a level may hold so much", ""},
	FanoutInWords:         {V50, ever, "the value of fanout_size in this message", ""},
	CompressionNames:      {V40, V50, "sstable_compression, chunk_length_kb and crc_check_chance as compression options", ""},
	EarlyOptions:          {V50, ever, "a look at the values of options before the table", ""},
	UntypedColumns:        {V50, ever, "a column twice, the first without a type that can be read,", ""},
	AddedAnew:             {V50, ever, "both names in this message", "Cannot re-add previously dropped column '%' of type %, incompatible with previous type %"},
	CustomCollections:     {V50, ever, "a collection by its class, as one,", ""},
	DefaultFactor:         {V41, ever, "a replication factor of its own", "SimpleStrategy requires a replication_factor strategy option."},
	FieldOfType:           {V41, ever, "the name of the type in this message", ""},
	OneNameRule:           {V41, V50, "one sentence on the names of keyspaces and tables", "Keyspace name must not be empty, more than 48 characters long, or contain non-alphanumeric-underscore characters (got '%')"},
	ScriptedFunctions:     {V40, V50, "functions in other languages, which a setting has to allow", "Scripted user-defined functions are disabled in cassandra.yaml - set %=true to enable if you are aware of the security risks"},
	EnabledBehind:         {V41, ever, "the name user_defined_functions_enabled", ""},
	ViewsOfTable:          {V50, ever, "the views of a table in DESCRIBE TABLE", ""},
	VirtualIsLocal:        {V41, ever, "the same refusal for virtual keyspaces as for others of Cassandra's own", "Virtual keyspace '%' is not user-modifiable"},
	VirtualWrites:         {V41, ever, "a virtual table that may be written", "Cannot truncate virtual tables"},
	VirtualFiltering:      {V50, ever, "a virtual table that is filtered without ALLOW FILTERING", ""},
	NewTables41:           {V41, ever, "a table of Cassandra's own on repairs, caches, streams and gossip, or a column of one,", ""},
	NewTables50:           {V50, ever, "a table of Cassandra's own on masks, identities, SAI, snapshots and logs, or a column of one,", ""},
	TypedTexts:            {V41, ever, "a type that a text prefers", ""},
	TypedConstants:        {V50, ever, "a type that a UUID, true, a duration and 0x… prefer", ""},
	LegacyTimeuuid:        {V41, ever, "the older class of timeuuid, which min, max and blobAsTimeuuid return,", ""},
	Arrays:                {V50, ever, "[…] for a vector", "Invalid list literal for % of type %"},
	FarExpiry:             {V50, ever, "an expiry after 2038, where storage_compatibility_mode allows it,", ""},
	YamlNames:             {V41, ever, "names such as materialized_views_enabled and units in cassandra.yaml", ""},
	CountWarnings:         {V40, V50, "a warning of many tables and keyspaces without being told to", ""},
	Guardrails:            {V41, ever, "guardrails", ""},
	LaterGuardrails:       {V50, ever, "guardrails on vectors, sizes of values, timestamps and indexes that filter", ""},
	FilteringWords:        {V50, ever, "the reason in this message", ""},
	SnakeCase:             {V50, ever, "the name of this function", ""},
	AnyType:               {V50, ever, "a function for any type", ""},
	MathFunctions:         {V50, ever, "a function for numbers", ""},
	CollectionFunctions:   {V50, ever, "a function for collections", ""},
	DateOf:                {V40, V50, "dateOf and unixTimestampOf", ""},
	Floor:                 {V41, ever, "floor", ""},
	TextSums:              {V41, ever, "+ between texts", ""},
	NumberSteps:           {V41, ever, "a step of a number or text under IF", ""},
	ToJSONInTerms:         {V50, ever, "toJson outside of a select list", "toJson() may only be used within the selection clause of SELECT statements"},
	CollectionTimes:       {V50, ever, "WRITETIME and TTL of a collection", "Cannot use selection function % on non-frozen % %"},
	FilteringIn:           {V41, ever, "IN on a column that is filtered", "IN predicates on non-primary-key columns (%) is not yet supported"},
	FilteringInKeys:       {V41, ever, "IN on a clustering column that is filtered", "IN restrictions are not supported on indexed columns"},
	FilteringInPartitions: {V41, ever, "IN on a column of the partition key that is filtered", "IN restrictions are not supported when the query involves filtering"},
	FilteringByGroups:     {V50, ever, "an index that answers one of several restrictions", ""},
	IndexBehindRange:      {V50, ever, "a column with an index behind a range", ""},
	KeyBesideIndex:        {V50, ever, "a look at the key where an index is read, too", ""},
	FilterBeforeKeys:      {V50, ever, "a look at the values that filter before those of the key", ""},
	LongMoments:           {V50, ever, "eight bytes for a moment in the size of a batch", ""},
	RowsInBatches:         {V41, ever, "rows and partitions in the size of a batch", ""},
	ReadsAsCQL:            {V41, ever, "a read as CQL in this warning", ""},
	QuotedLiterals:        {V50, ever, "quotes around times and addresses in what the server writes as CQL", ""},
	OrderBeforeWhere:      {V50, ever, "a look at ORDER BY before WHERE", ""},
	NearestOrder:          {V50, ever, "ORDER BY … ANN OF", "ORDER BY with 2ndary indexes is not supported."},
}
