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
	CastInTerms
	// Schema.
	SAI
	ClassWithoutCustom
	Memtables
	TableBackups
	AutoRepair
	PluralDefinitions
	// Functions.
	SnakeCase
	MathFunctions
	CollectionFunctions
	DateOf
	ToJSONInTerms
	// Reads and writes.
	CollectionTimes
	FilteringIn
	NearestOrder
)

// rows is the table. Each was asked of the servers that names lists. Sources: Parser.g and Lexer.g,
// NEWS.txt, and the classes that the rules name, of 4.0.19, 4.1.10 and 5.0.8.
var rows = [...]Row{
	{},
	Vectors:              {V50, ever, "the vector type", "", ""},
	Masks:                {V50, ever, "dynamic data masking", "", ""},
	Identities:           {V50, ever, "identities of roles", "", ""},
	CIDRs:                {V50, ever, "access from CIDR groups", "", ""},
	MaxWritetime:         {V50, ever, "maxwritetime", "", ""},
	WritetimeOfParts:     {V50, ever, "WRITETIME and TTL of a part of a column", "", ""},
	HashedPasswords:      {V41, ever, "HASHED PASSWORD", "", ""},
	AlterIfExists:        {V41, ever, "IF EXISTS in ALTER", "", ""},
	ContainsInConditions: {V41, ever, "CONTAINS in an IF condition", "", ""},
	GroupByFunctions:     {V41, ever, "a function in GROUP BY", "", ""},
	SeveralPermissions:   {V41, ever, "a list of permissions", "", ""},
	TablesOfKeyspace:     {V41, ever, "ALL TABLES IN KEYSPACE", "", ""},
	CastInTerms:          {V41, ever, "CAST of a value", "", ""},
	SAI:                  {V50, ever, "SAI", "IX-18", "Unable to find custom indexer class '%'"},
	ClassWithoutCustom:   {V50, ever, "USING without CUSTOM", "IX-18", "Cannot specify index class for a non-CUSTOM index"},
	Memtables:            {V41, ever, "the option memtable", "OPT-01", "Unknown property '%'"},
	TableBackups:         {V50, ever, "a table's own setting for snapshots and backups", "OPT-01", "Unknown property '%'"},
	AutoRepair:           {V50, ever, "auto_repair", "OPT-01", "Unknown property '%'"},
	PluralDefinitions:    {V50, ever, "the plural in this message", "SYN-A4", "Multiple definition for property '%'"},
	SnakeCase:            {V50, ever, "the name of this function", "RES-08", "Unknown function '%'"},
	MathFunctions:        {V50, ever, "a function for numbers", "RES-08", "Unknown function '%'"},
	CollectionFunctions:  {V50, ever, "a function for collections", "RES-08", "Unknown function '%'"},
	DateOf:               {V40, V50, "dateOf and unixTimestampOf", "RES-08", "Unknown function '%'"},
	ToJSONInTerms:        {V50, ever, "toJson outside of a select list", "LIT-11", "toJson() may only be used within the selection clause of SELECT statements"},
	CollectionTimes:      {V50, ever, "WRITETIME and TTL of a collection", "SE-02", "Cannot use selection function % on non-frozen % %"},
	FilteringIn:          {V41, ever, "IN on a column that is filtered", "W-15", "IN predicates on non-primary-key columns (%) is not yet supported"},
	NearestOrder:         {V50, ever, "ORDER BY … ANN OF", "OB-05", "ORDER BY with 2ndary indexes is not supported."},
}
