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
	NameBeforeAccess:      {V50, ever, "", ""},
	EarlyBuiltins:         {V50, ever, "", ""},
	CastInTerms:           {V41, ever, "CAST of a value", ""},
	SAI:                   {V50, ever, "SAI", ""},
	ClassWithoutCustom:    {V50, ever, "USING without CUSTOM", "Cannot specify index class for a non-CUSTOM index"},
	Memtables:             {V41, ever, "the option memtable", ""},
	ShippedMemtables:      {V50, ever, "", ""},
	TableBackups:          {V50, ever, "a table's own setting for snapshots and backups", ""},
	AutoRepair:            {V50, ever, "auto_repair", ""},
	PluralDefinitions:     {V50, ever, "", "Multiple definition for property '%'"},
	UnifiedCompaction:     {V50, ever, "UnifiedCompactionStrategy", ""},
	DateTieredCompaction:  {V40, V50, "DateTieredCompactionStrategy", ""},
	LevelBounds:           {V50, ever, "", ""},
	FanoutInWords:         {V50, ever, "", ""},
	CompressionNames:      {V40, V50, "sstable_compression, chunk_length_kb and crc_check_chance as compression options", ""},
	EarlyOptions:          {V50, ever, "", ""},
	UntypedColumns:        {V50, ever, "", ""},
	AddedAnew:             {V50, ever, "", "Cannot re-add previously dropped column '%' of type %, incompatible with previous type %"},
	CustomCollections:     {V50, ever, "", ""},
	DefaultFactor:         {V41, ever, "a replication factor of its own", "SimpleStrategy requires a replication_factor strategy option."},
	FieldOfType:           {V41, ever, "", ""},
	OneNameRule:           {V41, V50, "", "Keyspace name must not be empty, more than 48 characters long, or contain non-alphanumeric-underscore characters (got '%')"},
	ScriptedFunctions:     {V40, V50, "", "Scripted user-defined functions are disabled in cassandra.yaml - set %=true to enable if you are aware of the security risks"},
	EnabledBehind:         {V41, ever, "", ""},
	ViewsOfTable:          {V50, ever, "", ""},
	VirtualIsLocal:        {V41, ever, "", "Virtual keyspace '%' is not user-modifiable"},
	VirtualWrites:         {V41, ever, "", "Cannot truncate virtual tables"},
	VirtualFiltering:      {V50, ever, "a virtual table that is filtered without ALLOW FILTERING", ""},
	NewTables41:           {V41, ever, "a table of Cassandra's own on repairs, caches, streams and gossip, or a column of one,", ""},
	NewTables50:           {V50, ever, "a table of Cassandra's own on masks, identities, SAI, snapshots and logs, or a column of one,", ""},
	TypedTexts:            {V41, ever, "", ""},
	TypedConstants:        {V50, ever, "", ""},
	LegacyTimeuuid:        {V41, ever, "", ""},
	Arrays:                {V50, ever, "[…] for a vector", "Invalid list literal for % of type %"},
	FarExpiry:             {V50, ever, "", ""},
	YamlNames:             {V41, ever, "", ""},
	CountWarnings:         {V40, V50, "", ""},
	Guardrails:            {V41, ever, "", ""},
	LaterGuardrails:       {V50, ever, "", ""},
	FilteringWords:        {V50, ever, "", ""},
	SnakeCase:             {V50, ever, "the name of this function", ""},
	AnyType:               {V50, ever, "a function for any type", ""},
	MathFunctions:         {V50, ever, "a function for numbers", ""},
	CollectionFunctions:   {V50, ever, "a function for collections", ""},
	DateOf:                {V40, V50, "dateOf and unixTimestampOf functions", ""},
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
	KeyBesideIndex:        {V50, ever, "", ""},
	FilterBeforeKeys:      {V50, ever, "", ""},
	LongMoments:           {V50, ever, "", ""},
	RowsInBatches:         {V41, ever, "", ""},
	ReadsAsCQL:            {V41, ever, "", ""},
	QuotedLiterals:        {V50, ever, "", ""},
	OrderBeforeWhere:      {V50, ever, "", ""},
	NearestOrder:          {V50, ever, "ORDER BY … ANN OF", "ORDER BY with 2ndary indexes is not supported."},
}
