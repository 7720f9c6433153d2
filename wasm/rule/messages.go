package rule

// Made from rulebook/*.txtar by go test ./wasm/rule/rulebook -update.

// messages holds a line a message of the server: its template, and the rules that it
// belongs to.
const messages = "" +
	"%s cannot be cast to %s\tLIT-13\n" +
	"%s cannot be restricted by more than one relation if it includes a %s\tW-24\n" +
	"%s cannot be restricted by more than one relation if it includes a IN\tW-22\n" +
	"%s cannot be restricted by more than one relation if it includes an Equal\tW-21 W-26\n" +
	"%s doesn't support %s\tRO-01\n" +
	"%s has a vector of %s dimensions, this exceeds the failure threshold of %s.\tGR-01\n" +
	"%s is not a parsable int (base10) for %s\tOPT-19\n" +
	"%s is not allowed\tGR-01\n" +
	"%s is not valid for %s\tOPT-19\n" +
	"%s is only supported on properly indexed columns\tW-16\n" +
	"%s is requested but not allowed, restart cassandra with -D%s=true to allow it\tOPT-19\n" +
	"%s keyspace is not user-modifiable.\tSYS-01\n" +
	"%s must be greater than 1 for %s\tOPT-19\n" +
	"%s must be greater than 1 for compaction_window_size\tOPT-19\n" +
	"%s must be greater than or equal to %s (%s) (got %s)\tOPT-10\n" +
	"%s must be greater than or equal to 0 (got %s)\tOPT-09 OPT-11\n" +
	"%s must be greater than or equal to 1 (got %s)\tOPT-10\n" +
	"%s must be larger than %s and less than or equal to 1.0 (got %s)\tOPT-06\n" +
	"%s must be larger than 0, but was %s\tOPT-19\n" +
	"%s must be larger than or equal to 0 and smaller than or equal to 1.0 (got %s)\tOPT-07\n" +
	"%s must be less than or equal to %s (got %s)\tOPT-08\n" +
	"%s of type %s has no field %s\tSE-04\n" +
	"%s selection is only allowed on sets and maps, but %s is a list\tSE-03\n" +
	"%s() cannot be used in the selection clause of a SELECT statement\tLIT-11\n" +
	"%s: Cannot have a counter column (\"%s\") in a non counter table\tAL-05\n" +
	"%s: Cannot have a non counter column (\"%s\") in a counter table\tAL-05\n" +
	"%s: Table name must not be empty or not contain non-alphanumeric-underscore characters (got \"%s\")\tCT-14\n" +
	"(TimeType) Unable to coerce '%s' to a formatted time (long)\tLIT-02\n" +
	"A TTL must be greater or equal to 0, but was %s\tTTL-01\n" +
	"A storage-attached index cannot be created over multiple columns: %s\tSAI-01\n" +
	"A user type cannot contain counters\tUT-03\n" +
	"A user type cannot contain non-frozen UDTs\tUT-03\n" +
	"A user type with name '%s' already exists\tUT-01\n" +
	"ANN ordering by vector requires all restricted column(s) to be indexed\tVE-03\n" +
	"ANN ordering by vector requires the column to be indexed\tVE-02\n" +
	"ANN ordering does not support any other ordering\tVE-04\n" +
	"ANN ordering is only supported on float vector indexes\tVE-01\n" +
	"Aggregate '%s' already exists\tFN-03\n" +
	"Aggregate '%s' cannot replace a function\tFN-03\n" +
	"Aggregate '%s' doesn't exist\tFN-04\n" +
	"Aggregate function %s cannot be used for masking table columns\tMA-01\n" +
	"Aggregate functions are not supported within the GROUP BY clause, got: %s\tGB-04\n" +
	"Aggregation function are not supported in the where clause\tLIT-11\n" +
	"All arguments must have the same vector dimensions\tVE-07\n" +
	"Altering column types is no longer supported\tAL-02\n" +
	"Altering field types is no longer supported\tUT-04\n" +
	"Ambiguous '%s' operation with args %s and %s: use type hint to disambiguate, example '(int) ?'\tLIT-12\n" +
	"Ambiguous call to function %s (can be matched by following signatures: %s): use type casts to disambiguate\tLIT-11\n" +
	"Ambiguous negation: use type casts to disambiguate\tLIT-12\n" +
	"Analysis options are not supported on primary key columns, but found %s\tSAI-04\n" +
	"Argument '%s' cannot be frozen; remove frozen<> modifier from '%s'\tFN-02\n" +
	"Attempted to delete an element from a list which is null\tUP-08\n" +
	"Attempted to set an element on a list which is null\tUP-08\n" +
	"Base table '%s' doesn't exist\tMV-03\n" +
	"Batch too large\tBA-10\n" +
	"Batch with conditions cannot span multiple partitions\tBA-07\n" +
	"Batch with conditions cannot span multiple partitions (you cannot use IN on the partition key)\tBA-07\n" +
	"Batch with conditions cannot span multiple tables\tBA-06\n" +
	"Bind variables are not allowed in CREATE MATERIALIZED VIEW statements\tMV-02\n" +
	"Bind variables cannot be used for keyspace names\tSYN-A1\n" +
	"CDC cannot work if writes skip the commit log. Check your memtable configuration.\tOPT-15\n" +
	"COMPACT STORAGE tables are not allowed starting with version 4.0\tSYN-A8\n" +
	"COMPACT STORAGE with composite PRIMARY KEY allows no more than one column not part of the PRIMARY KEY (got: %s)\tCT-16\n" +
	"COMPACT STORAGE%s\tSYN-A8\n" +
	"CQL type %s\tSAI-04\n" +
	"CQL type %s cannot be analyzed.\tSAI-04\n" +
	"CQL type %s cannot have vector options\tSAI-05\n" +
	"Can only select columns by name when defining a materialized view (got %s)\tMV-06\n" +
	"Can't rename column %s because it has dependent secondary indexes (%s)\tAL-07\n" +
	"Cannot %s <%s system%s>\tSYS-01\n" +
	"Cannot CREATE TRIGGER for a materialized view\tTR-01\n" +
	"Cannot DROP COMPACT STORAGE on table without COMPACT STORAGE\tAL-10\n" +
	"Cannot TRUNCATE materialized view directly; must truncate base table instead\tAL-09\n" +
	"Cannot add a column '%s' of type %s, incompatible with previously dropped column '%s' of type %s\tAL-04\n" +
	"Cannot add already existing table \"%s\" to keyspace \"%s\"\tCT-02\n" +
	"Cannot add existing keyspace \"%s\"\tKS-08\n" +
	"Cannot add field %s to type %s: a field with name %s already exists\tUT-04\n" +
	"Cannot add new column to a COMPACT STORAGE table\tAL-05\n" +
	"Cannot add new field %s of type %s to user type %s as it would create a circular reference\tUT-04\n" +
	"Cannot add new field %s of type %s to user type %s as the type is being used in partition key by the following tables: %s\tUT-04\n" +
	"Cannot alter table id.\tOPT-22\n" +
	"Cannot alter user type %s as it is still used in INITCOND by aggregates %s\tUT-04\n" +
	"Cannot assign value %s to %s of type %s\tLIT-10\n" +
	"Cannot cast value %s to type %s\tLIT-10\n" +
	"Cannot create %s() index on %s. Non-collection columns only support simple indexes\tIX-13\n" +
	"Cannot create %s() index on frozen column %s. Frozen collections are immutable and must be fully indexed by using the 'full(%s)' modifier\tIX-11\n" +
	"Cannot create a materialized view on a table in a different keyspace\tMV-02\n" +
	"Cannot create aggregate '%s' without INITCOND because state function %s does not accept 'null' arguments\tFN-03\n" +
	"Cannot create index on %s of column %s with non-map type\tIX-14\n" +
	"Cannot create index on non-frozen UDT column %s\tIX-15\n" +
	"Cannot create materialized view '%s' - a table with the same name already exists\tMV-03\n" +
	"Cannot create materialized view '%s' for base table '%s' with gc_grace_seconds of 0, since this value is used to TTL undelivered updates. Setting gc_grace_seconds too low might cause undelivered updates to expire before being replayed.\tMV-04\n" +
	"Cannot create materialized view '%s' without primary key columns %s from base table '%s'\tMV-07\n" +
	"Cannot create more than one storage-attached index on the same column: %s\tSAI-02\n" +
	"Cannot create secondary index on the only partition key column %s\tIX-10\n" +
	"Cannot directly modify a materialized view\tAL-09\n" +
	"Cannot drop PRIMARY KEY column %s\tAL-06\n" +
	"Cannot drop a table when materialized views still depend on it (%s)\tAL-09\n" +
	"Cannot drop column %s because it has dependent secondary indexes (%s)\tAL-06\n" +
	"Cannot drop column %s on base table %s with materialized views\tAL-06\n" +
	"Cannot drop non-frozen column %s of user type %s\tAL-06\n" +
	"Cannot drop user type '%s.%s' as it is still used by functions %s\tUT-05\n" +
	"Cannot drop user type '%s.%s' as it is still used by tables %s\tUT-05\n" +
	"Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING\tW-10 W-11 W-12 W-20\n" +
	"Cannot have a counter column (\"%s\") in a non counter table\tAL-05\n" +
	"Cannot include a counter statement in a logged batch\tBA-05\n" +
	"Cannot include a virtual table statement in a logged batch\tBA-09\n" +
	"Cannot include more than one non-primary key column in materialized view primary key (got %s)\tMV-07\n" +
	"Cannot include non-counter statement in a counter batch\tBA-03\n" +
	"Cannot include static column '%s' in materialized view '%s'\tMV-06\n" +
	"Cannot index value of size %s for index %s on %s(%s) (maximum allowed size=65535)\tSAI-07\n" +
	"Cannot infer type for term %s in selection clause (try using a cast to force a type)\tSE-01\n" +
	"Cannot mask columns because dynamic data masking is not enabled. You can enable it with the dynamic_data_masking_enabled property on cassandra.yaml\tMA-01\n" +
	"Cannot mix IF EXISTS and IF NOT EXISTS conditions for the same row\tBA-08\n" +
	"Cannot mix IF conditions and IF EXISTS for the same row\tBA-08\n" +
	"Cannot mix IF conditions and IF NOT EXISTS for the same row\tBA-08\n" +
	"Cannot mix counter and non counter columns in the same table\tCT-12\n" +
	"Cannot page queries with both ORDER BY and a IN restriction on the partition key; you must either remove the ORDER BY or the IN and sort client side, or disable paging for this query\tOB-06\n" +
	"Cannot parse type %s: %s\tSYN-A7\n" +
	"Cannot provide custom TTL for counter updates\tCNT-02\n" +
	"Cannot provide custom timestamp for a BATCH containing counters\tBA-02\n" +
	"Cannot provide custom timestamp for conditional BATCH\tBA-02\n" +
	"Cannot provide custom timestamp for conditional updates\tLWT-01\n" +
	"Cannot provide custom timestamp for counter BATCH\tBA-02\n" +
	"Cannot provide custom timestamp for counter updates\tCNT-02\n" +
	"Cannot re-add previously dropped column '%s' of type %s, incompatible with previous type %s\tAL-04\n" +
	"Cannot re-add previously dropped counter column %s\tAL-04\n" +
	"Cannot rename column %s to %s in table '%s'; another column with that name already exists\tAL-07\n" +
	"Cannot rename non PRIMARY KEY column %s\tAL-07\n" +
	"Cannot replace function '%s', the new return type %s is not compatible with the return type %s of existing function\tFN-02\n" +
	"Cannot restrict clustering columns when selecting only static columns\tW-07\n" +
	"Cannot set default_time_to_live for a materialized view. Data in a materialized view always expire at the same time than the corresponding data in the parent table.\tMV-10\n" +
	"Cannot set default_time_to_live on a table with counters\tAL-08 CT-12\n" +
	"Cannot set the value of counter column %s (counters can only be incremented/decremented, not set)\tUP-03\n" +
	"Cannot specify %s as a CUSTOM option\tIX-01\n" +
	"Cannot specify more than one ANN ordering\tVE-04\n" +
	"Cannot specify options for a non-CUSTOM index\tIX-01\n" +
	"Cannot use %s with %s\tW-17\n" +
	"Cannot use ALTER TABLE on a materialized view; use ALTER MATERIALIZED VIEW instead\tAL-09\n" +
	"Cannot use CONTAINS KEY on non-map column %s\tLWT-04 W-18\n" +
	"Cannot use CONTAINS on non-collection column %s\tLWT-04 W-18\n" +
	"Cannot use DROP TABLE on a materialized view. Please use DROP MATERIALIZED VIEW instead.\tAL-09\n" +
	"Cannot use aliases when defining a materialized view (got %s)\tMV-06\n" +
	"Cannot use both 'OR REPLACE' and 'IF NOT EXISTS' directives\tFN-02 FN-03\n" +
	"Cannot use selection function %s on PRIMARY KEY part %s\tSE-02\n" +
	"Cannot use token relation when defining a materialized view\tMV-09\n" +
	"Clustering column \"%s\" cannot be restricted (preceding column \"%s\" is restricted by a non-EQ relation)\tW-06\n" +
	"Clustering columns can only be restricted with CONTAINS with a secondary index or filtering\tW-19\n" +
	"Clustering columns must appear in the PRIMARY KEY order in multi-column relations: %s\tW-29\n" +
	"Clustering key columns must exactly match columns in CLUSTERING ORDER BY directive\tMV-08\n" +
	"Collection column %s can only be restricted by CONTAINS, CONTAINS KEY, or map-entry equality\tW-24\n" +
	"Collection column '%s' (%s) cannot be restricted by a '%s' relation\tW-18\n" +
	"Column \"%s\" appeared twice in a relation: %s\tW-29\n" +
	"Column \"%s\" cannot be restricted by both an equality and an inequality relation\tW-23\n" +
	"Column \"%s\" cannot be restricted by two inequalities not starting with the same column\tW-30\n" +
	"Column %s cannot be used as a map\tW-18\n" +
	"Column %s is mandatory for this COMPACT STORAGE table\tCT-16\n" +
	"Column %s was not found in table '%s'\tAL-06\n" +
	"Column '%s' contains non-alphanumeric-underscore characters\tIX-07\n" +
	"Column '%s' is longer than the permissible name length of 48 characters or contains non-alphanumeric-underscore characters\tIX-07\n" +
	"Column with name '%s' already exists\tAL-03\n" +
	"Column with name '%s' doesn't exist on table '%s'\tMA-01\n" +
	"Columns \"%s\" cannot be restricted by both an equality and an inequality relation\tW-26\n" +
	"Compaction strategy class %s is not derived from AbstractReplicationStrategy\tOPT-17\n" +
	"Conditional BATCH statements cannot include mutations for virtual tables\tBA-09\n" +
	"Conditional updates are not supported on counter tables\tCNT-01\n" +
	"Conditions on counters are not supported\tCNT-01\n" +
	"Configuration for at least one datacenter must be present\tKS-06 KS-07\n" +
	"Cosine similarity is not supported for single-dimension vectors\tSAI-05\n" +
	"Could not create Compression for type %s\tOPT-20\n" +
	"Could not decode JSON string as a map: %s. (String was: %s)\tJS-01\n" +
	"Counter and non-counter mutations cannot exist in the same batch\tBA-04\n" +
	"Counters are not allowed inside collections: %s\tTY-02\n" +
	"Counters are not allowed inside tuples\tTY-02\n" +
	"Currently only Java UDFs are available in Cassandra. For more information - CASSANDRA-18252 and CASSANDRA-17281\tFN-01\n" +
	"Custom index expressions cannot be used in WHERE clauses for UPDATE or DELETE statements\tW-32\n" +
	"DELETE statements must restrict all PRIMARY KEY columns with equality relations in order to delete non static columns\tDE-03\n" +
	"DELETE statements must restrict all PRIMARY KEY columns with equality relations in order to use IF condition on non static columns\tDE-03\n" +
	"DROP COMPACT STORAGE is disabled. Enable in cassandra.yaml to use.\tAL-10\n" +
	"Descending ANN ordering is not supported\tVE-04\n" +
	"Detected collection %s with %s items, this exceeds the failure threshold of %s.\tGR-01\n" +
	"Disabling compaction by setting compaction thresholds to 0 has been removed, set the compaction option 'enabled' to false instead.\tOPT-19\n" +
	"Duplicate argument names for given function %s with argument names %s\tFN-02\n" +
	"Duplicate column '%s' declaration for table '%s'\tCT-01 SYN-A11\n" +
	"Duplicate column '%s' in CLUSTERING ORDER BY clause for table '%s'\tCT-07 SYN-A11\n" +
	"Duplicate column '%s' in PRIMARY KEY clause for materialized view '%s'\tMV-07\n" +
	"Duplicate column '%s' in PRIMARY KEY clause for table '%s'\tCT-06\n" +
	"Duplicate column '%s' in index target list\tIX-06\n" +
	"Duplicate field name %s in type %s\tUT-04\n" +
	"Duplicate field name '%s' in type '%s'\tUT-02\n" +
	"Durations are not allowed as map keys: %s\tTY-03\n" +
	"Durations are not allowed inside sets: %s\tTY-03\n" +
	"Element selection is only allowed on sets and maps, but %s is a list\tSE-03\n" +
	"Empty value for boolean option '%s\tSAI-04\n" +
	"Error decoding JSON value for %s: %s\tJS-03\n" +
	"Error decoding JSON value for k: Expected an int value, but got a Boolean: true\tJS-03\n" +
	"Error setting type %s: %s\tSYN-A7\n" +
	"Error setting type NoSuchType: Unable to find abstract-type class 'org.apache.cassandra.db.marshal.NoSuchType'\tSYN-A7\n" +
	"Expected %s elements in value tuple, but got %s: %s\tW-29\n" +
	"Failed to retrieve target column for:\tSAI-01\n" +
	"Failed to validate custom indexer options: %s\tSASI\n" +
	"Final function %s doesn't exist\tFN-03\n" +
	"For input string: \"%s\"\tKS-07\n" +
	"For input string: \"abc\"\tKS-07\n" +
	"Frozen UDT column %s does not support field deletions\tDE-02\n" +
	"Function %s requires a float vector argument, but found argument %s of type %s\tVE-07\n" +
	"Function '%s' already exists\tFN-02\n" +
	"Function '%s' cannot replace an aggregate\tFN-02\n" +
	"Function '%s' doesn't exist\tFN-04\n" +
	"Function '%s' is still referenced by aggregates %s\tFN-04\n" +
	"Function '%s' must have %s directive\tFN-02\n" +
	"Function name '%s' is invalid\tFN-02\n" +
	"Function system.similarity_cosine doesn't support all-zero vectors.\tVE-07\n" +
	"Functions are only supported on the last element of the GROUP BY clause\tGB-04\n" +
	"GROUP BY functions accept only one clustering column as parameter, got: %s\tGB-04\n" +
	"GROUP BY functions must have one clustering column name as parameter\tGB-04\n" +
	"Global TTL on the BATCH statement is not supported.\tBA-01\n" +
	"Got null for INSERT JSON values\tJS-01\n" +
	"Group by currently only support groups of columns following their declared order in the PRIMARY KEY\tGB-02\n" +
	"Group by functions are only supported on clustering columns, got %s\tGB-04\n" +
	"Group by is currently only supported on the columns of the PRIMARY KEY, got %s\tGB-01\n" +
	"Group by is not supported on only a part of the partition key\tGB-03\n" +
	"Grouping on clustering columns is not allowed for SELECT DISTINCT queries\tDI-04\n" +
	"Guardrail %s violated: %s\tGR-01\n" +
	"Guardrail sai_string_term_size violated: Value of column '%s' has size %s, this exceeds the failure threshold of %s.\tSAI-07\n" +
	"IN on the clustering key columns is not supported with conditional %s\tLWT-03\n" +
	"IN on the partition key is not supported with conditional %s\tLWT-03\n" +
	"INITCOND must not be empty for all types except TEXT, ASCII, BLOB\tFN-03\n" +
	"INSERT statements are not allowed on counter tables, use UPDATE instead\tIN-01\n" +
	"If the 'enabled' option is set to false no other options must be specified\tOPT-20\n" +
	"Illegal index name %s\tIX-17\n" +
	"Illegal value for boolean option '%s\tSAI-04\n" +
	"In call to function %s, value %s is not a valid binary representation for type %s\tRD-02\n" +
	"Incorrect index mode: %s\tSASI\n" +
	"Index %s does not support custom expressions\tW-32\n" +
	"Index %s is a duplicate of existing index %s\tIX-16\n" +
	"Index '%s' already exists\tIX-04\n" +
	"Index '%s.%s' doesn't exist'\tIX-20\n" +
	"Index expression values may not be larger than 64K\tIX-21\n" +
	"Indexes on list entries (%s[index] = value) are not currently supported.\tW-18\n" +
	"Input date %s is less than min supported date %s\tLIT-02\n" +
	"Invalid %s constant (%s) for \"%s\" of type %s\tCNT-03 LIT-01\n" +
	"Invalid (reserved) user type name %s\tSYN-A6\n" +
	"Invalid (reserved) user type name enum\tSYN-A6\n" +
	"Invalid ASCII character in string literal: %s\tLIT-02\n" +
	"Invalid amount of bind variables\tBIND-02\n" +
	"Invalid analyzer class option specified [%s]\tSASI\n" +
	"Invalid boolean value %s for '%s'. Positive values can be '1', 'true' or 'yes'. Negative values can be '0', 'false' or 'no'.\tKS-09 OPT-05\n" +
	"Invalid boolean value %s for 'durable_writes'. Positive values can be '1', 'true' or 'yes'. Negative values can be '0', 'false' or 'no'.\tKS-09\n" +
	"Invalid caching sub-options %s: only '%s' and '%s' are allowed\tOPT-16\n" +
	"Invalid caching sub-options %s: only 'keys' and 'rows_per_partition' are allowed\tOPT-16\n" +
	"Invalid call to function %s, none of its type signatures match (known type signatures: %s)\tLIT-11\n" +
	"Invalid comparison with an empty %s for operator \"%s\"\tLWT-05\n" +
	"Invalid comparison with null for operator \"%s\"\tLWT-05\n" +
	"Invalid comparison with null for operator \">\"\tLWT-05\n" +
	"Invalid compressor type '%s' specified for LZ4 parameter 'lz4_compressor_type'. Valid options are %s.\tOPT-21\n" +
	"Invalid deletion operation for frozen collection column %s\tDE-02\n" +
	"Invalid deletion operation for non collection column %s\tDE-02\n" +
	"Invalid double value %s for '%s'\tOPT-04\n" +
	"Invalid duration. The %s are specified multiple times\tLIT-07\n" +
	"Invalid duration. The %s should be after %s\tLIT-07\n" +
	"Invalid duration. The minutes should be after hours\tLIT-07\n" +
	"Invalid duration. The years are specified multiple times\tLIT-07\n" +
	"Invalid element access syntax for non-collection column %s\tLWT-04\n" +
	"Invalid element access syntax for non-collection column v\tLWT-04\n" +
	"Invalid element access syntax for set column %s\tLWT-04\n" +
	"Invalid element selection: %s is of type %s is not a collection\tSE-03\n" +
	"Invalid empty or null value for column %s\tCT-16\n" +
	"Invalid field deletion operation for non-UDT column %s\tDE-02\n" +
	"Invalid field selection: %s of type %s is not a user type\tSE-04\n" +
	"Invalid identifier %s for deletion (should not be a PRIMARY KEY part)\tDE-01\n" +
	"Invalid index expression, index %s not found for %s\tW-32\n" +
	"Invalid integer value %s for '%s'\tOPT-03\n" +
	"Invalid list literal for %s of type %s\tLIT-03\n" +
	"Invalid list literal for %s: bind variables are not supported inside collection literals\tLIT-08\n" +
	"Invalid list literal for %s: value %s is not of type %s\tLIT-03\n" +
	"Invalid list literal for l: bind variables are not supported inside collection literals\tLIT-08\n" +
	"Invalid list literal for l: value 'a' is not of type int\tLIT-03\n" +
	"Invalid map literal for %s of type %s\tLIT-03\n" +
	"Invalid map literal for %s: key %s is not of type %s\tLIT-03\n" +
	"Invalid map literal for %s: value %s is not of type %s\tLIT-03\n" +
	"Invalid negative list index %s\tLWT-05\n" +
	"Invalid negative or null chunk_length_in_kb\tOPT-20 OPT-21\n" +
	"Invalid non-frozen collection type %s for PRIMARY KEY column '%s'\tCT-09\n" +
	"Invalid non-frozen collection type '%s' for PRIMARY KEY column '%s'\tCT-09\n" +
	"Invalid non-frozen user-defined type %s for PRIMARY KEY column '%s'\tCT-09\n" +
	"Invalid null token value\tW-26\n" +
	"Invalid null value for %s element access\tLWT-05\n" +
	"Invalid null value for column %s\tNUL-01\n" +
	"Invalid null value for counter increment/decrement\tUP-03\n" +
	"Invalid null value in condition for column %s\tJS-04 NUL-01\n" +
	"Invalid null value in condition for columns: %s\tNUL-01\n" +
	"Invalid null value of limit\tLI-01\n" +
	"Invalid null value of timestamp\tTTL-03\n" +
	"Invalid number of arguments in call to function %s: %s required but %s provided\tLIT-11\n" +
	"Invalid operation (%s = %s + %s) for frozen collection column %s\tUP-02\n" +
	"Invalid operation (%s = %s + %s) for non counter column %s\tUP-02\n" +
	"Invalid operation (%s = %s + %s) for non-numeric and non-text type %s\tUP-02\n" +
	"Invalid operation (%s = %s + %s) for tuple column %s\tUP-02\n" +
	"Invalid operation (%s = %s - %s) for non list column %s\tUP-06\n" +
	"Invalid operation (%s) for frozen UDT column %s\tUP-05\n" +
	"Invalid operation (%s) for frozen collection column %s\tUP-02 UP-04\n" +
	"Invalid operation (%s) for non collection column %s\tUP-04\n" +
	"Invalid operation (%s) for non counter column %s\tUP-02\n" +
	"Invalid operation (%s) for non list column %s\tUP-06\n" +
	"Invalid operation (%s) for non-UDT column %s\tUP-05\n" +
	"Invalid operation (%s) for set column %s\tUP-04\n" +
	"Invalid operation (%s.%s = %s) for frozen UDT column %s\tUP-05\n" +
	"Invalid operation (%s.%s = %s) for non-UDT column %s\tUP-05\n" +
	"Invalid operation (%s[%s] = %s) for frozen collection column %s\tUP-04\n" +
	"Invalid operation (%s[%s] = %s) for non collection column %s\tUP-04\n" +
	"Invalid operation (%s[%s] = %s) for set column %s\tUP-04\n" +
	"Invalid property name: %s\tSYN-A4\n" +
	"Invalid property value: %s for property: %s\tSYN-A4\n" +
	"Invalid restrictions on clustering columns since the %s statement modifies only static columns\tW-07\n" +
	"Invalid set literal for %s of type %s\tLIT-03\n" +
	"Invalid set literal for %s: value %s is not of type %s\tLIT-03\n" +
	"Invalid slice selection: %s of type %s is not a collection\tSE-03\n" +
	"Invalid table id\tCT-15\n" +
	"Invalid tuple literal for %s: component %s is not of type %s\tLIT-04\n" +
	"Invalid tuple literal for %s: too many elements. Type %s expects %s but got %s\tLIT-04\n" +
	"Invalid tuple type literal for %s of type %s\tLIT-04\n" +
	"Invalid unset value for column %s\tNUL-01\n" +
	"Invalid user type literal for %s of type %s\tLIT-05\n" +
	"Invalid user type literal for %s: field %s is not of type %s\tLIT-05\n" +
	"Invalid value %s for '%s' compaction sub-option - must be an integer\tOPT-19\n" +
	"Invalid value %s for PERCENTILE option '%s': must be between (0.0 and 100.0)\tOPT-12\n" +
	"Invalid value %s for PERCENTILE option 'speculative_retry': must be between (0.0 and 100.0)\tOPT-12\n" +
	"Invalid value %s for option '%s'\tOPT-12\n" +
	"Invalid value %s for option '%s': MIN()/MAX() arguments should be of different types, but both are of type %s\tOPT-12\n" +
	"Invalid value %s for option 'speculative_retry'\tOPT-12\n" +
	"Invalid value %s for option 'speculative_retry': MIN()/MAX() arguments should be of different types, but both are of type %s\tOPT-12\n" +
	"Invalid value '%s' for caching sub-option '%s': only '%s' and '%s' are allowed\tOPT-16\n" +
	"Invalid value '%s' for caching sub-option '%s': only '%s', '%s', and integer values are allowed\tOPT-16\n" +
	"Invalid value '%s' for caching sub-option 'keys': only 'ALL' and 'NONE' are allowed\tOPT-16\n" +
	"Invalid value '%s' for caching sub-option 'rows_per_partition': only 'ALL', 'NONE', and integer values are allowed\tOPT-16\n" +
	"Invalid value for INITCOND of type %s\tFN-03\n" +
	"Invalid value for chunk_length_in_kb\tOPT-20 OPT-21\n" +
	"Invalid value for property '%s'. It should be a map.\tIX-01 KS-09 OPT-02\n" +
	"Invalid value for property '%s'. It should be a string\tOPT-02\n" +
	"Invalid value for property 'replication'. It should be a map.\tKS-09\n" +
	"Invalid vector literal for %s of type %s; expected %s elements, but given %s\tLIT-09\n" +
	"Invalid vector literal for %s: value %s is not of type %s\tLIT-09\n" +
	"JSON values map contains unrecognized column: %s\tJS-02\n" +
	"JSON values map contains unrecognized column: nope\tJS-02\n" +
	"Key length of %s is longer than maximum of 65535\tNUL-01\n" +
	"Key may not be empty\tNUL-01\n" +
	"Keyspace '%s\tRES-05\n" +
	"Keyspace '%s' does not exist\tRES-05\n" +
	"Keyspace '%s' doesn't exist\tCT-02 FN-02 IX-03 KS-08 MV-03 UT-01\n" +
	"Keyspace name must not be empty and must contain alphanumeric or underscore characters only (got \"%s\")\tDDL-01\n" +
	"Keyspace name must not be empty, more than %s characters long, or contain non-alphanumeric-underscore characters (got '%s')\tDDL-01\n" +
	"Keyspace name must not be more than %s characters long (got %s characters for \"%s\")\tDDL-01\n" +
	"LIKE restriction is only supported on properly indexed columns. %s is not valid.\tW-16\n" +
	"LIKE value can't be empty.\tW-16\n" +
	"LIMIT must be strictly positive\tLI-01\n" +
	"List index %s out of bound, list has size %s\tUP-08\n" +
	"Map-entry equality predicates on frozen map column %s are not supported\tW-18\n" +
	"Materialized view '%s.%s' doesn't exist\tMV-10\n" +
	"Materialized views are disabled. Enable in cassandra.yaml to use.\tMV-01\n" +
	"Materialized views are not supported on counter tables\tMV-05\n" +
	"Materialized views cannot be created against other materialized views\tMV-05\n" +
	"Memtable configuration \"%s\tOPT-14\n" +
	"Memtable configuration \"%s\" not found.\tOPT-14\n" +
	"Min compaction threshold (got %s) cannot be greater than max compaction threshold (got %s)\tOPT-19\n" +
	"Min compaction threshold cannot be less than 2 (got %s)\tOPT-19\n" +
	"Missing CLUSTERING ORDER for column %s\tCT-08\n" +
	"Missing mandatory option '%s'\tKS-02\n" +
	"Missing mandatory option 'replication'\tKS-02\n" +
	"Missing replication strategy class\tKS-03 KS-10\n" +
	"Missing sub-option '%s' for the '%s' option\tOPT-17\n" +
	"Missing sub-option '%s' for the 'compression' option.\tOPT-20\n" +
	"Missing sub-option 'class' for the 'compaction' option\tOPT-17\n" +
	"Missing sub-option 'class' for the 'compression' option.\tOPT-20\n" +
	"More than one restriction was found for the end bound on %s\tW-24\n" +
	"More than one restriction was found for the start bound on %s\tW-24 W-26\n" +
	"Multi-column relations can only be applied to clustering columns but was applied to: %s\tW-28\n" +
	"Multi-column slice restrictions cannot be used for filtering.\tW-30\n" +
	"Multicolumn IN filters are not supported\tW-30\n" +
	"Multiple PRIMARY KEY specified for table '%s' (exactly one required)\tCT-03 SYN-A11\n" +
	"Multiple custom index expressions in a single query are not supported\tW-32\n" +
	"Multiple definition for property %s\tSYN-A4\n" +
	"Multiple definitions for property '%s'\tSYN-A4\n" +
	"Multiple incompatible setting of column %s\tSYN-A2\n" +
	"Multiple incompatible setting of column v\tSYN-A2\n" +
	"Mutations for virtual and regular tables cannot exist in the same batch\tBA-09\n" +
	"Negative durations are not supported by the floor function\tGB-04\n" +
	"No PRIMARY KEY specifed for table '%s' (exactly one required)\tCT-04\n" +
	"No definition found that is not part of the PRIMARY KEY\tCT-16\n" +
	"No keyspace has been specified. USE a keyspace, or explicitly specify keyspace.tablename\tRES-01\n" +
	"Non PRIMARY KEY columns found in where clause: %s\tW-08\n" +
	"Non-frozen UDT column '%s' (%s) cannot be restricted by any relation\tW-18\n" +
	"Non-frozen UDTs are not allowed inside collections: %s\tTY-01\n" +
	"Non-frozen UDTs with nested non-frozen collections are not supported\tCT-13\n" +
	"Non-frozen collections and UDTs are not supported with COMPACT STORAGE\tCT-16\n" +
	"Non-frozen collections are not allowed inside collections: %s\tTY-01\n" +
	"Non-primary key columns can only be restricted with 'IS NOT NULL' (got: %s restricted illegally)\tMV-09\n" +
	"Not-masking function %s cannot be used for masking table columns\tMA-01\n" +
	"ORDER BY is only supported when the partition key is restricted by an EQ or an IN.\tOB-02\n" +
	"ORDER BY with 2ndary indexes is not supported, except for ANN queries.\tOB-05\n" +
	"Only CUSTOM indexes can be created without specifying a target column\tIX-06\n" +
	"Only CUSTOM indexes may be used in custom index expressions, %s is not valid\tW-32\n" +
	"Only CUSTOM indexes support multiple columns\tIX-06\n" +
	"Only EQ and IN relation are supported on the partition key (unless you use the token() function) for %s statements\tW-02\n" +
	"Only EQ relations are supported on map entries\tW-18\n" +
	"Only clustering key columns can be defined in CLUSTERING ORDER directive: %s\tCT-08\n" +
	"Only clustering key columns can be defined in CLUSTERING ORDER directive: %s are not clustering columns\tCT-08\n" +
	"Only column names and monotonic scalar functions are supported in the GROUP BY clause.\tGB-04\n" +
	"Only expressions of the form X = <value> + X are supported.\tSYN-A3\n" +
	"Only expressions of the form X = X +<value> are supported.\tSYN-A3\n" +
	"Only monotonic functions are supported in the GROUP BY clause. Got: %s\tGB-04\n" +
	"Operation failed - received 0 responses and 1 failures: READ_TOO_MANY_TOMBSTONES from %s\tRD-01\n" +
	"Order by currently only supports the ordering of columns following their declared order in the PRIMARY KEY\tOB-03\n" +
	"Order by is currently only supported on the clustered columns of the PRIMARY KEY, got %s\tOB-01\n" +
	"PER PARTITION LIMIT is not allowed with SELECT DISTINCT queries\tDI-04\n" +
	"PER PARTITION LIMIT is not allowed with aggregate queries.\tLI-02\n" +
	"PRIMARY KEY column \"%s\" cannot be restricted (preceding column \"%s\" is restricted by a non-EQ relation)\tW-06\n" +
	"PRIMARY KEY column \"%s\" cannot be restricted as preceding column \"%s\" is not restricted\tW-05\n" +
	"PRIMARY KEY column '%s' cannot have IF conditions\tLWT-02\n" +
	"PRIMARY KEY part %s found in SET part\tUP-01\n" +
	"Primary key columns %s must be restricted with 'IS NOT NULL' or otherwise\tMV-09\n" +
	"Properties specified %s are not understood by %s\tIX-19 OPT-18\n" +
	"Provided values %s are not allowed for Table Properties (disallowed values are: %s)\tGR-01\n" +
	"Quoted strings are are not supported for user names and USER is deprecated, please use ROLE\tSYN-A9\n" +
	"Range deletions are not supported for specific columns\tW-09\n" +
	"Replication factor must be non-negative, found %s\tKS-07\n" +
	"Request on table %s.%s with %sttl of %s seconds exceeds maximum supported expiration date of %s. In order to avoid this use a lower TTL, change the expiration date overflow policy or upgrade to a version where this limitation is fixed. See CASSANDRA-14092 and CASSANDRA-14227 for more details.\tTTL-02\n" +
	"Resource type %s does not support any of the requested permissions\tSYN-A10\n" +
	"Resource type DataResource does not support any of the requested permissions\tSYN-A10\n" +
	"Return type '%s' cannot be frozen; remove frozen<> modifier from '%s'\tFN-02\n" +
	"SAI ANN indexes are not allowed on multiple data directories\tSAI-05\n" +
	"SAI ANN indexes are only allowed on vector columns with float elements\tSAI-05\n" +
	"SASI indexes are disabled. Enable in cassandra.yaml to use.\tIX-02\n" +
	"SASI only supports Murmur3Partitioner.\tSASI\n" +
	"SELECT DISTINCT queries must only request partition key columns and/or static columns (not %s)\tDI-01\n" +
	"SELECT DISTINCT queries must request all the partition key columns (missing %s)\tDI-02\n" +
	"SELECT DISTINCT with WHERE clause only supports restriction by partition key and/or static columns.\tDI-03\n" +
	"SPARSE mode doesn't support analyzers.\tSASI\n" +
	"SPARSE mode is only supported on non-literal columns.\tSASI\n" +
	"SYSTEM keyspace is not user-modifiable.\tSYS-01\n" +
	"Secondary indexes are not supported on PRIMARY KEY columns in COMPACT STORAGE tables\tIX-09\n" +
	"Secondary indexes are not supported on UDTs containing durations\tIX-08\n" +
	"Secondary indexes are not supported on collections containing durations\tIX-08\n" +
	"Secondary indexes are not supported on compact value column of COMPACT STORAGE tables\tIX-09\n" +
	"Secondary indexes are not supported on duration columns\tIX-08\n" +
	"Secondary indexes are not supported on tuples containing durations\tIX-08\n" +
	"Secondary indexes on counter tables aren't supported\tIX-05\n" +
	"Secondary indexes on materialized views aren't supported\tIX-05\n" +
	"Select on indexed columns and with IN clause for the PRIMARY KEY are not supported\tW-13\n" +
	"Similarity function %s was not recognized for index %s. Valid values are: %s\tSAI-05\n" +
	"Slice conditions ( %s ) are not supported on durations\tLWT-04\n" +
	"Slice conditions ( > ) are not supported on durations\tLWT-04\n" +
	"Slice conditions are not supported on collections containing durations\tLWT-04\n" +
	"Slice restrictions are not supported on UDTs containing durations\tW-18\n" +
	"Slice restrictions are not supported on collections containing durations\tW-18\n" +
	"Slice restrictions are not supported on duration columns\tW-18\n" +
	"Slice restrictions are not supported on the clustering columns in %s statements\tW-04\n" +
	"Slice restrictions are not supported on tuples containing durations\tW-18\n" +
	"Slice selection is only allowed on sets and maps, but %s is a list\tSE-03\n" +
	"Some clustering keys are missing: %s\tLWT-06 W-03\n" +
	"Some partition key parts are missing: %s\tW-01\n" +
	"Specified Indexer class (%s) does not implement the Indexer interface\tIX-18\n" +
	"Specified replication strategy class (%s) is not derived from AbstractReplicationStrategy\tKS-04\n" +
	"State function %s doesn't exist\tFN-03\n" +
	"State function %s isn't a scalar function\tFN-03\n" +
	"State function %s return type must be the same as the first argument type - check STYPE, argument and return types\tFN-03\n" +
	"State type '%s' cannot be frozen; remove frozen<> modifier from '%s'\tFN-02\n" +
	"Statement on keyspace %s cannot refer to a user type in keyspace %s; user types can only be used in the keyspace they are defined in\tRES-07\n" +
	"Static column '%s' cannot be part of the PRIMARY KEY\tCT-11\n" +
	"Static columns are not supported in COMPACT STORAGE tables\tCT-16\n" +
	"Static columns are only useful (and thus allowed) if the table has at least one clustering column\tCT-10\n" +
	"Storage-attached index does not support the following IPartitioner implementations: %s\tSAI-06\n" +
	"System keyspace '%s' is not user-modifiable\tSYS-01\n" +
	"Table '%s' doesn't exist\tIX-03 TR-01\n" +
	"Table '%s' not found in keyspace '%s'\tDESC-01\n" +
	"Table '%s.%s' doesn't exist\tAL-01\n" +
	"Tables cannot have more than %s columns, but %s provided for table %s\tGR-01\n" +
	"Target index %s cannot be used to query %s\tW-32\n" +
	"The '%s' option must not be empty. To disable compression use 'enabled' : false\tOPT-20\n" +
	"The 'class' option must not be empty. To disable compression use 'enabled' : false\tOPT-20\n" +
	"The column names contains duplicates\tIN-03\n" +
	"The floor cannot be computed for the %s duration as precision is below 1 millisecond\tGB-04\n" +
	"The order of columns in the CLUSTERING ORDER directive must match that of the clustering columns (%s must appear before %s)\tCT-08\n" +
	"The token function arguments must be in the partition key order: %s\tW-25\n" +
	"The token function cannot be used in WHERE clauses for %s statements\tW-27\n" +
	"The token() function contains duplicate partition key components\tW-25\n" +
	"The token() function must be applied to all partition key components or none of them\tW-25\n" +
	"The token() function must contains only partition key components\tW-25\n" +
	"Timestamp must be set either on BATCH or individual statements\tBA-02\n" +
	"Too many markers(?). %s markers exceed the allowed maximum of %s\tBIND-01\n" +
	"Top-K queries can not be run with aggregation\tVE-05\n" +
	"Top-K queries can only be run with consistency level ONE/LOCAL_ONE. Consistency level %s was used.\tVE-05\n" +
	"Top-K queries do not support per-partition limits\tVE-05\n" +
	"Top-K queries must have a limit specified and the limit must be less than the query page size\tVE-05\n" +
	"Transient replication is not enabled on this node\tKS-07\n" +
	"Trigger '%s' already exists\tTR-01\n" +
	"Trigger '%s' on '%s.%s' doesn't exist\tTR-01\n" +
	"Trigger class '%s' couldn't be loaded\tTR-01\n" +
	"Type %s.%s doesn't exist\tUT-04\n" +
	"Type '%s.%s' doesn't exist\tUT-05\n" +
	"Type error: %s cannot be passed as argument %s of function %s of type %s\tLIT-11\n" +
	"Type error: cannot assign result of function %s (type %s) to %s (type %s)\tLIT-11\n" +
	"Type error: cannot assign result of operation %s (type %s) to %s (type %s)\tLIT-12\n" +
	"UDT column %s does not have a field named %s\tUP-05\n" +
	"USE statements prohibited. (see use_statements_enabled in cassandra.yaml)\tRES-05\n" +
	"Unable to coerce '%s' to a formatted date (long)\tLIT-02\n" +
	"Unable to convert '%s' to a duration\tLIT-07\n" +
	"Unable to find %s class '%s'\tIX-18 KS-04 OPT-17\n" +
	"Unable to find compaction strategy class '%s'\tOPT-17\n" +
	"Unable to find custom indexer class '%s'\tIX-18\n" +
	"Unable to find masking function for %s, no declared function matches the signature %s\tMA-01\n" +
	"Unable to find replication strategy class '%s'\tKS-04\n" +
	"Unable to make double from '%s'\tLIT-02\n" +
	"Unable to make float from '%s'\tLIT-02\n" +
	"Unable to make inet address from '%s'\tLIT-02\n" +
	"Unable to make int from '%s'\tLIT-02\n" +
	"Unable to parse a date/time from '%s'\tLIT-02\n" +
	"Unable to use given strategy class: LocalStrategy is reserved for internal use.\tKS-04\n" +
	"Undefined column name %s in table %s\tRES-04\n" +
	"Unexpected receiver type '%s'; only list and vector are expected\tLIT-03\n" +
	"Unknown column '%s' referenced in PRIMARY KEY for materialized view '%s'\tMV-07\n" +
	"Unknown column '%s' referenced in PRIMARY KEY for table '%s'\tCT-05\n" +
	"Unknown compression options %s\tOPT-21\n" +
	"Unknown field %s for column %s\tLWT-04\n" +
	"Unknown field '%s' in value of user defined type %s\tLIT-05\n" +
	"Unknown field nope for column u\tLWT-04\n" +
	"Unknown function %s called\tRES-08\n" +
	"Unknown function '%s'\tRES-08\n" +
	"Unknown property '%s'\tIX-01 KS-01 OPT-01 OPT-23\n" +
	"Unknown type %s\tRES-06\n" +
	"Unkown field %s in user type %s\tUT-04\n" +
	"Unmatched column names/values\tIN-02\n" +
	"Unrecognized strategy option {%s} passed to %s for keyspace %s\tKS-05 KS-06\n" +
	"Unrecognized strategy option {%s} passed to NetworkTopologyStrategy for keyspace %s\tKS-06\n" +
	"Unrecognized strategy option {%s} passed to SimpleStrategy for keyspace %s\tKS-05\n" +
	"Unsupported \"!=\" relation: %s\tW-15\n" +
	"Unsupported null map key for column %s\tNUL-01\n" +
	"Unsupported null map value for column %s\tNUL-01\n" +
	"Unsupported null value for column %s\tNUL-01\n" +
	"Unsupported null value for column v\tNUL-01\n" +
	"Unsupported order by relation\tOB-04\n" +
	"Unsupported restriction: %s\tW-31\n" +
	"Unsupported type: %s\tSAI-03\n" +
	"Unsupported unset value for column %s\tNUL-01\n" +
	"Use of ANN OF in an ORDER BY clause requires a LIMIT that is not greater than %s. LIMIT was %s\tVE-05\n" +
	"User defined type '%s' not found in '%s'\tDESC-01\n" +
	"User types cannot have more than %s columns, but %s provided for user type %s.\tGR-01\n" +
	"User-defined functions are disabled in cassandra.yaml - set user_defined_functions_enabled=true to enable\tFN-01\n" +
	"Value for a map addition has to be a map, but was: '%s'\tUP-07\n" +
	"Value for a map substraction has to be a set, but was: '%s'\tUP-07\n" +
	"Value of %s is too large (%s)\tOPT-20\n" +
	"Vector indexes only support ANN queries\tVE-06\n" +
	"Virtual keyspace '%s' is not user-modifiable\tSYS-01\n" +
	"WHERE clause for materialized view '%s' cannot contain custom index expressions\tMV-09\n" +
	"You have to be logged in and not anonymous to perform this request\tRO-01\n" +
	"aggregate functions cannot be used as arguments of aggregate functions\tSE-05\n" +
	"auto_repair option is not supported unless auto-repair is enabled with -Dcassandra.autorepair.enable=true\tOPT-23\n" +
	"bloom_filter_fp_chance must be larger than 6.71E-5 and less than or equal to 1.0 (got %s)\tOPT-06\n" +
	"cannot parse '%s' as hex bytes\tLIT-06\n" +
	"case_sensitive option cannot be specified together with either normalize_lowercase or normalize_uppercase\tSASI\n" +
	"chunk_length_in_kb must be a power of 2\tOPT-20 OPT-21\n" +
	"complex columns are not yet supported by SASI\tSASI\n" +
	"counter type is not supported for PRIMARY KEY column '%s'\tCT-09\n" +
	"crc_check_chance must be larger than or equal to 0 and smaller than or equal to 1.0 (got %s)\tOPT-07\n" +
	"default_time_to_live must be greater than or equal to 0 (got %s)\tOPT-08\n" +
	"default_time_to_live must be less than or equal to %s (got %s)\tOPT-08\n" +
	"duration type is not supported for PRIMARY KEY column '%s'\tCT-09\n" +
	"expired_sstable_check_frequency_seconds%s\tOPT-19\n" +
	"failed to retrieve target column for:\tSASI\n" +
	"failed to retrieve target column for: %s\tSASI\n" +
	"frozen<> is only allowed on collections, tuples, and user-defined types (got %s)\tSYN-A5 TY-05\n" +
	"full() indexes can only be created on frozen collections\tIX-12\n" +
	"gc_grace_seconds must be greater than or equal to 0 (got %s)\tOPT-09\n" +
	"isn't a scalar function\tFN-03\n" +
	"java.lang.%s\tRD-02\n" +
	"java.lang.ArrayIndexOutOfBoundsException: Index %s out of bounds for length %s\tOB-07\n" +
	"java.lang.IllegalArgumentException: No enum constant org.apache.cassandra.service.reads.repair.ReadRepairStrategy.%s\tOPT-13\n" +
	"java.lang.IllegalArgumentException: No enum constant org.apache.cassandra.service.reads.repair.ReadRepairStrategy.X\tOPT-13\n" +
	"java.lang.NumberFormatException: For input string: \"99999999999\"\tOPT-16\n" +
	"java.lang.NumberFormatException: For input string: \"x\"\tOPT-21\n" +
	"java.lang.NumberFormatException: empty String\tOPT-21\n" +
	"keyspace %s does not exist\tRES-02\n" +
	"ks.%s: Table name must not be empty, more than 48 characters long, or contain non-alphanumeric-underscore characters (got \"%s\")\tCT-14\n" +
	"ks.my table: Table name must not be empty or not contain non-alphanumeric-underscore characters (got \"my table\")\tCT-14\n" +
	"ks.t: Cannot have a non counter column (\"%s\") in a counter table\tAL-05\n" +
	"line %s:%s mismatched character '%s' expecting %s\tSYN-05 SYN-33\n" +
	"line %s:%s mismatched input '%s' expecting %s (%s)\tSYN-01 SYN-02 SYN-03 SYN-04 SYN-05 SYN-06 SYN-07 SYN-08 SYN-09 SYN-10 SYN-11 SYN-12 SYN-13 SYN-14 SYN-15 SYN-16 SYN-17 SYN-18 SYN-19 SYN-20 SYN-21 SYN-22 SYN-23 SYN-24 SYN-25 SYN-26 SYN-27 SYN-28 SYN-29 SYN-30 SYN-31 SYN-32 SYN-33 SYN-34\n" +
	"line %s:%s no viable alternative at character '%s'\tSYN-05 SYN-33\n" +
	"line %s:%s no viable alternative at input '%s' (%s)\tSYN-01 SYN-02 SYN-03 SYN-04 SYN-05 SYN-06 SYN-07 SYN-08 SYN-09 SYN-10 SYN-11 SYN-12 SYN-13 SYN-14 SYN-15 SYN-16 SYN-17 SYN-18 SYN-19 SYN-20 SYN-21 SYN-22 SYN-23 SYN-24 SYN-25 SYN-26 SYN-27 SYN-28 SYN-29 SYN-30 SYN-31 SYN-32 SYN-33 SYN-34\n" +
	"max_index_interval must be greater than or equal to min_index_interval (%s) (got %s)\tOPT-10\n" +
	"memtable_flush_period_in_ms must be greater than or equal to 0 (got %s)\tOPT-11\n" +
	"min_compress_ratio can either be 0 or greater than or equal to 1\tOPT-21\n" +
	"min_index_interval must be greater than or equal to 1 (got %s)\tOPT-10\n" +
	"null is not supported inside collections\tLIT-08\n" +
	"null is not supported inside vectors\tLIT-08\n" +
	"optimize_for '%s' was not recognized for index %s. Valid values are: %s\tSAI-05\n" +
	"partition key columns are not yet supported by SASI\tSASI\n" +
	"read_repair must be set to 'NONE' for transiently replicated keyspaces\tOPT-13\n" +
	"system keyspace is not user-modifiable.\tSYS-01\n" +
	"system_views%s\tSYS-01\n" +
	"table %s does not exist\tRES-03\n" +
	"the '%s' operation is not supported between %s and %s\tLIT-12\n" +
	"the operation '%s' failed: %s\tRD-02\n" +
	"there were %s markers(?) in CQL but %s bound variables\tBIND-02\n" +
	"ttl is too large. requested (%s) maximum (%s)\tTTL-01\n" +
	"ttl is too large. requested (%s) maximum (630720000)\tTTL-01\n" +
	"unable to make BigDecimal from '%s'\tLIT-02\n" +
	"unable to make int from '%s'\tLIT-02\n" +
	"unsafe_aggressive_sstable_expiration%s\tOPT-19\n" +
	"user types %s\tUT-05\n" +
	"vectors may only have positive dimensions; given %s\tTY-04\n"
