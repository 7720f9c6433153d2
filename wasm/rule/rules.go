package rule

// Made from rulebook/*.txtar by go test ./wasm/rule/rulebook -update.

// The ids of all rules.
const (
	AL01   ID = "AL-01"
	AL02   ID = "AL-02"
	AL03   ID = "AL-03"
	AL04   ID = "AL-04"
	AL05   ID = "AL-05"
	AL06   ID = "AL-06"
	AL07   ID = "AL-07"
	AL08   ID = "AL-08"
	AL09   ID = "AL-09"
	AL10   ID = "AL-10"
	BA01   ID = "BA-01"
	BA02   ID = "BA-02"
	BA03   ID = "BA-03"
	BA04   ID = "BA-04"
	BA05   ID = "BA-05"
	BA06   ID = "BA-06"
	BA07   ID = "BA-07"
	BA08   ID = "BA-08"
	BA09   ID = "BA-09"
	BA10   ID = "BA-10"
	BIND01 ID = "BIND-01"
	BIND02 ID = "BIND-02"
	CNT01  ID = "CNT-01"
	CNT02  ID = "CNT-02"
	CNT03  ID = "CNT-03"
	CT01   ID = "CT-01"
	CT02   ID = "CT-02"
	CT03   ID = "CT-03"
	CT04   ID = "CT-04"
	CT05   ID = "CT-05"
	CT06   ID = "CT-06"
	CT07   ID = "CT-07"
	CT08   ID = "CT-08"
	CT09   ID = "CT-09"
	CT10   ID = "CT-10"
	CT11   ID = "CT-11"
	CT12   ID = "CT-12"
	CT13   ID = "CT-13"
	CT14   ID = "CT-14"
	CT15   ID = "CT-15"
	CT16   ID = "CT-16"
	DDL01  ID = "DDL-01"
	DE01   ID = "DE-01"
	DE02   ID = "DE-02"
	DE03   ID = "DE-03"
	DESC01 ID = "DESC-01"
	DI01   ID = "DI-01"
	DI02   ID = "DI-02"
	DI03   ID = "DI-03"
	DI04   ID = "DI-04"
	FN01   ID = "FN-01"
	FN02   ID = "FN-02"
	FN03   ID = "FN-03"
	FN04   ID = "FN-04"
	GB01   ID = "GB-01"
	GB02   ID = "GB-02"
	GB03   ID = "GB-03"
	GB04   ID = "GB-04"
	GR01   ID = "GR-01"
	IN01   ID = "IN-01"
	IN02   ID = "IN-02"
	IN03   ID = "IN-03"
	IX01   ID = "IX-01"
	IX02   ID = "IX-02"
	IX03   ID = "IX-03"
	IX04   ID = "IX-04"
	IX05   ID = "IX-05"
	IX06   ID = "IX-06"
	IX07   ID = "IX-07"
	IX08   ID = "IX-08"
	IX09   ID = "IX-09"
	IX10   ID = "IX-10"
	IX11   ID = "IX-11"
	IX12   ID = "IX-12"
	IX13   ID = "IX-13"
	IX14   ID = "IX-14"
	IX15   ID = "IX-15"
	IX16   ID = "IX-16"
	IX17   ID = "IX-17"
	IX18   ID = "IX-18"
	IX19   ID = "IX-19"
	IX20   ID = "IX-20"
	IX21   ID = "IX-21"
	JS01   ID = "JS-01"
	JS02   ID = "JS-02"
	JS03   ID = "JS-03"
	JS04   ID = "JS-04"
	KS01   ID = "KS-01"
	KS02   ID = "KS-02"
	KS03   ID = "KS-03"
	KS04   ID = "KS-04"
	KS05   ID = "KS-05"
	KS06   ID = "KS-06"
	KS07   ID = "KS-07"
	KS08   ID = "KS-08"
	KS09   ID = "KS-09"
	KS10   ID = "KS-10"
	LI01   ID = "LI-01"
	LI02   ID = "LI-02"
	LIT01  ID = "LIT-01"
	LIT02  ID = "LIT-02"
	LIT03  ID = "LIT-03"
	LIT04  ID = "LIT-04"
	LIT05  ID = "LIT-05"
	LIT06  ID = "LIT-06"
	LIT07  ID = "LIT-07"
	LIT08  ID = "LIT-08"
	LIT09  ID = "LIT-09"
	LIT10  ID = "LIT-10"
	LIT11  ID = "LIT-11"
	LIT12  ID = "LIT-12"
	LIT13  ID = "LIT-13"
	LWT01  ID = "LWT-01"
	LWT02  ID = "LWT-02"
	LWT03  ID = "LWT-03"
	LWT04  ID = "LWT-04"
	LWT05  ID = "LWT-05"
	LWT06  ID = "LWT-06"
	MA01   ID = "MA-01"
	MV01   ID = "MV-01"
	MV02   ID = "MV-02"
	MV03   ID = "MV-03"
	MV04   ID = "MV-04"
	MV05   ID = "MV-05"
	MV06   ID = "MV-06"
	MV07   ID = "MV-07"
	MV08   ID = "MV-08"
	MV09   ID = "MV-09"
	MV10   ID = "MV-10"
	NUL01  ID = "NUL-01"
	OB01   ID = "OB-01"
	OB02   ID = "OB-02"
	OB03   ID = "OB-03"
	OB04   ID = "OB-04"
	OB05   ID = "OB-05"
	OB06   ID = "OB-06"
	OB07   ID = "OB-07"
	OPT01  ID = "OPT-01"
	OPT02  ID = "OPT-02"
	OPT03  ID = "OPT-03"
	OPT04  ID = "OPT-04"
	OPT05  ID = "OPT-05"
	OPT06  ID = "OPT-06"
	OPT07  ID = "OPT-07"
	OPT08  ID = "OPT-08"
	OPT09  ID = "OPT-09"
	OPT10  ID = "OPT-10"
	OPT11  ID = "OPT-11"
	OPT12  ID = "OPT-12"
	OPT13  ID = "OPT-13"
	OPT14  ID = "OPT-14"
	OPT15  ID = "OPT-15"
	OPT16  ID = "OPT-16"
	OPT17  ID = "OPT-17"
	OPT18  ID = "OPT-18"
	OPT19  ID = "OPT-19"
	OPT20  ID = "OPT-20"
	OPT21  ID = "OPT-21"
	OPT22  ID = "OPT-22"
	OPT23  ID = "OPT-23"
	RD01   ID = "RD-01"
	RD02   ID = "RD-02"
	RES01  ID = "RES-01"
	RES02  ID = "RES-02"
	RES03  ID = "RES-03"
	RES04  ID = "RES-04"
	RES05  ID = "RES-05"
	RES06  ID = "RES-06"
	RES07  ID = "RES-07"
	RES08  ID = "RES-08"
	RO01   ID = "RO-01"
	SAI01  ID = "SAI-01"
	SAI02  ID = "SAI-02"
	SAI03  ID = "SAI-03"
	SAI04  ID = "SAI-04"
	SAI05  ID = "SAI-05"
	SAI06  ID = "SAI-06"
	SAI07  ID = "SAI-07"
	SASI   ID = "SASI"
	SE01   ID = "SE-01"
	SE02   ID = "SE-02"
	SE03   ID = "SE-03"
	SE04   ID = "SE-04"
	SE05   ID = "SE-05"
	SYN01  ID = "SYN-01"
	SYN02  ID = "SYN-02"
	SYN03  ID = "SYN-03"
	SYN04  ID = "SYN-04"
	SYN05  ID = "SYN-05"
	SYN06  ID = "SYN-06"
	SYN07  ID = "SYN-07"
	SYN08  ID = "SYN-08"
	SYN09  ID = "SYN-09"
	SYN10  ID = "SYN-10"
	SYN11  ID = "SYN-11"
	SYN12  ID = "SYN-12"
	SYN13  ID = "SYN-13"
	SYN14  ID = "SYN-14"
	SYN15  ID = "SYN-15"
	SYN16  ID = "SYN-16"
	SYN17  ID = "SYN-17"
	SYN18  ID = "SYN-18"
	SYN19  ID = "SYN-19"
	SYN20  ID = "SYN-20"
	SYN21  ID = "SYN-21"
	SYN22  ID = "SYN-22"
	SYN23  ID = "SYN-23"
	SYN24  ID = "SYN-24"
	SYN25  ID = "SYN-25"
	SYN26  ID = "SYN-26"
	SYN27  ID = "SYN-27"
	SYN28  ID = "SYN-28"
	SYN29  ID = "SYN-29"
	SYN30  ID = "SYN-30"
	SYN31  ID = "SYN-31"
	SYN32  ID = "SYN-32"
	SYN33  ID = "SYN-33"
	SYN34  ID = "SYN-34"
	SYNA1  ID = "SYN-A1"
	SYNA10 ID = "SYN-A10"
	SYNA11 ID = "SYN-A11"
	SYNA2  ID = "SYN-A2"
	SYNA3  ID = "SYN-A3"
	SYNA4  ID = "SYN-A4"
	SYNA5  ID = "SYN-A5"
	SYNA6  ID = "SYN-A6"
	SYNA7  ID = "SYN-A7"
	SYNA8  ID = "SYN-A8"
	SYNA9  ID = "SYN-A9"
	SYS01  ID = "SYS-01"
	TR01   ID = "TR-01"
	TTL01  ID = "TTL-01"
	TTL02  ID = "TTL-02"
	TTL03  ID = "TTL-03"
	TY01   ID = "TY-01"
	TY02   ID = "TY-02"
	TY03   ID = "TY-03"
	TY04   ID = "TY-04"
	TY05   ID = "TY-05"
	UP01   ID = "UP-01"
	UP02   ID = "UP-02"
	UP03   ID = "UP-03"
	UP04   ID = "UP-04"
	UP05   ID = "UP-05"
	UP06   ID = "UP-06"
	UP07   ID = "UP-07"
	UP08   ID = "UP-08"
	UT01   ID = "UT-01"
	UT02   ID = "UT-02"
	UT03   ID = "UT-03"
	UT04   ID = "UT-04"
	UT05   ID = "UT-05"
	VE01   ID = "VE-01"
	VE02   ID = "VE-02"
	VE03   ID = "VE-03"
	VE04   ID = "VE-04"
	VE05   ID = "VE-05"
	VE06   ID = "VE-06"
	VE07   ID = "VE-07"
	W01    ID = "W-01"
	W02    ID = "W-02"
	W03    ID = "W-03"
	W04    ID = "W-04"
	W05    ID = "W-05"
	W06    ID = "W-06"
	W07    ID = "W-07"
	W08    ID = "W-08"
	W09    ID = "W-09"
	W10    ID = "W-10"
	W11    ID = "W-11"
	W12    ID = "W-12"
	W13    ID = "W-13"
	W15    ID = "W-15"
	W16    ID = "W-16"
	W17    ID = "W-17"
	W18    ID = "W-18"
	W19    ID = "W-19"
	W20    ID = "W-20"
	W21    ID = "W-21"
	W22    ID = "W-22"
	W23    ID = "W-23"
	W24    ID = "W-24"
	W25    ID = "W-25"
	W26    ID = "W-26"
	W27    ID = "W-27"
	W28    ID = "W-28"
	W29    ID = "W-29"
	W30    ID = "W-30"
	W31    ID = "W-31"
	W32    ID = "W-32"
)

// table holds a line a rule: id, why, instead. It is one text, because a browser
// loads that faster than a list of small ones.
const table = "" +
	"AL-01\tThere is no table of that name in the keyspace.\tCorrect the name. If the table may be missing, write IF EXISTS.\n" +
	"AL-02\tFiles that are already written hold values in the bytes of the old type, and the server does not rewrite them.\tAdd a column of the new type, copy the values, then drop the old column.\n" +
	"AL-03\tEach name belongs to one column, because a row has each column once.\tWrite ADD IF NOT EXISTS, or choose another name.\n" +
	"AL-04\tOld files may still hold cells of the dropped column. They would be read as values of the new type.\tUse another name, or add the column with its old type. A dropped counter never comes back.\n" +
	"AL-05\tA new column must fit the table: counters with counters, statics only where there are clustering columns. Nothing can be added to the primary key.\tCreate another table.\n" +
	"AL-06\tA key column is part of every row's place on disk. A column that an index or a view reads is still in use.\tDrop the index or the view first.\n" +
	"AL-07\tKey columns are stored by their position, so their names can change. Every other column is known in the files by its name.\tAdd a column with the new name and copy the values.\n" +
	"AL-08\tCounters cannot expire, and a view's base table needs its tombstones.\tLeave the option as it is.\n" +
	"AL-09\tA view follows its base table by itself, write by write. Changing one without the other would break that.\tChange the base table, or use ALTER or DROP MATERIALIZED VIEW.\n" +
	"AL-10\tOld files may have to be rewritten first, so operators switch it on knowingly.\tSet drop_compact_storage_enabled: true.\n" +
	"BA-01\tA TTL belongs to the cells that one statement writes.\tGive each statement its own USING TTL.\n" +
	"BA-02\tOne write has one timestamp: that of the batch or its own. A conditional write takes its timestamp from Paxos, and a counter has a clock of its own.\tGive the timestamp in one place, and none with conditions or counters.\n" +
	"BA-03\tCounters are written in another way: one replica reads the counter, adds to it and sends the result to the others.\tPut plain writes into a batch of their own.\n" +
	"BA-04\tThe two kinds of writes are carried out in different ways and cannot be applied together.\tSend two batches.\n" +
	"BA-05\tA logged batch is stored and, after a failure, applied again. A counter would then count twice.\tWrite BEGIN COUNTER BATCH or BEGIN UNLOGGED BATCH.\n" +
	"BA-06\tThe replicas agree on a condition for one partition of one table. Of a batch over two tables they could not say with one answer whether it is carried out.\tTake the statement with the condition out of the batch, and send it by itself; the batch writes the other tables.\n" +
	"BA-07\tPaxos runs among the replicas of one partition. Two partitions may have no replica in common.\tWrite to one partition only in the batch.\n" +
	"BA-08\tAll conditions of the batch are checked on the same state of the row. It cannot exist and not exist.\tUse one kind of condition for each row.\n" +
	"BA-09\tA virtual table is in the memory of one node. It has no log from which a batch could be applied later.\tWrite to virtual tables with single statements.\n" +
	"BA-10\tThe node that takes a batch holds it in memory as a whole, and a logged batch is first written to two more nodes.\tWrite fewer rows per batch, all of one partition; a batch does not make single writes faster.\n" +
	"BIND-01\tA statement can have at most 65535 bind markers: the protocol sends their number in two bytes.\tWrite several statements, each with fewer markers.\n" +
	"BIND-02\tA statement with markers is prepared first and then executed with values.\tPrepare the statement, or write constants.\n" +
	"CNT-01\tA counter is written in its own way: one replica reads its part, adds to it and sends the result to the others. Paxos needs a value that is given, and an addition is not one.\tUpdate without a condition. If the number must be exact, keep it in an int column and use IF.\n" +
	"CNT-02\tCounters merge by a clock of their own. With a timestamp of your own, changes would be lost. If a part of the sum expired, the sum would be wrong.\tLeave USING out.\n" +
	"CNT-03\tA counter is stored as 64-bit whole numbers, one for each replica.\tCount in the smallest unit, such as cents.\n" +
	"CT-01\tA row has each column once, so two columns cannot have the same name. Names without quotes are folded to lower case first.\tGive one of them another name.\n" +
	"CT-02\tSchema changes spread to all nodes, and a table's name must mean the same table on each of them.\tWrite CREATE TABLE IF NOT EXISTS, or choose another name.\n" +
	"CT-03\tThe primary key says where a row lies and in which order. A row has exactly one place.\tKeep one PRIMARY KEY clause that names all key columns.\n" +
	"CT-04\tThe partition key decides which node keeps a row, and rows are found by it. Without one the server does not know where to put a row.\tAdd PRIMARY KEY ((partition key), clustering columns).\n" +
	"CT-05\tOnly declared columns have a type, and the key's bytes are made by their types.\tDeclare the column, or correct its name.\n" +
	"CT-06\tA column has one place in the key. A second place would store the same value again, and it would not tell any rows apart.\tName each key column once.\n" +
	"CT-07\tA column is sorted one way, ascending or descending.\tName each clustering column once.\n" +
	"CT-08\tRows are sorted on disk by the clustering columns in the order of the key, so the directions must follow that order.\tList the clustering columns from the first on, in the order of the primary key.\n" +
	"CT-09\tA key is one value that can be compared. A collection or user-defined type that is not frozen is many cells, a counter is a sum of several numbers, and a duration has no order.\tFreeze collections and user-defined types; use bigint or timestamp instead of counters and durations.\n" +
	"CT-10\tA static column is shared by all rows of a partition. A partition of this table has only one row.\tLeave STATIC out, or add a clustering column.\n" +
	"CT-11\tA static column has one value for the whole partition, so it cannot tell partitions or rows apart.\tLeave STATIC out.\n" +
	"CT-12\tCounters are written and repaired in another way than other columns. A table holds one kind or the other.\tPut the counters into a table of their own with the same primary key.\n" +
	"CT-13\tA field of an unfrozen type is one cell. A collection inside it would need cells within a cell.\tFreeze the column's type, or the collection in the type.\n" +
	"CT-14\tThe name becomes the name of a folder on disk.\tUse letters, digits and underscores, at most 222.\n" +
	"CT-15\tEach table has a unique id, a UUID, that names its folder.\tLeave WITH id out: the server makes one.\n" +
	"CT-16\tCompact storage keeps the layout of the old Thrift interface: with clustering columns, a row has one value.\tLeave WITH COMPACT STORAGE out: new tables do not need it.\n" +
	"DDL-01\tThe name becomes the name of a folder on disk.\tUse letters, digits and underscores, at most 48.\n" +
	"DE-01\tThe key is the place of the row. A row cannot be without its key.\tDelete the row: DELETE FROM t WHERE ….\n" +
	"DE-02\tA tombstone covers a cell. Elements and fields have cells of their own only if the column is not frozen.\tDelete the whole column, or write the value without the element.\n" +
	"DE-03\tA condition is checked on one row, and a conditional delete removes that row.\tGive the whole primary key with =. Conditions on static columns alone need only the partition key.\n" +
	"DESC-01\tDESCRIBE shows what has been made: in the keyspace that is in use, or in the one that is named.\tMake it first, or name its keyspace. Servers before 4.0 leave DESCRIBE to cqlsh.\n" +
	"DI-01\tDISTINCT goes from partition to partition and reads only what a partition has once: its key and static columns.\tSelect partition key and static columns. For distinct values of another column, make it the partition key of a table.\n" +
	"DI-02\tEach row of the result is one partition, and only the whole partition key names it.\tSelect all partition key columns.\n" +
	"DI-03\tDISTINCT reads only the beginning of each partition, not its rows.\tRestrict partition key or static columns only.\n" +
	"DI-04\tEach partition appears once in the result, so there are no rows in it to limit or to group.\tLeave PER PARTITION LIMIT and clustering columns in GROUP BY out; LIMIT counts partitions.\n" +
	"FN-01\tFunctions run foreign code on every node, so the shipped cassandra.yaml switches them off. The only language is Java.\tCompute in the application, or set user_defined_functions_enabled: true.\n" +
	"FN-02\tA function is known by its name and the types of its arguments.\tWrite OR REPLACE or IF NOT EXISTS, and types without frozen<>.\n" +
	"FN-03\tAn aggregate folds rows into a state with one function, (state, arguments) → state.\tCreate the state function first, with matching types.\n" +
	"FN-04\tThere may be several functions of a name, and aggregates may still call them.\tName the argument types, and drop what uses it first.\n" +
	"GB-01\tGroups are built while rows are read: a group ends when the next row has another key. That works only for columns that rows are sorted by.\tGroup by primary key columns, or count in a table made for it.\n" +
	"GB-02\tRows are sorted by the key columns from the left. If a column is skipped, the rows of a group do not lie side by side.\tGroup by the key columns from the left; columns that WHERE gives with = may be skipped.\n" +
	"GB-03\tPartitions are placed by the hash of the whole key. Partitions that share a part lie far from each other.\tGroup by the whole partition key.\n" +
	"GB-04\tThe rows of a group lie side by side. So the function must keep the order of the clustering column, and it must be the last column of GROUP BY.\tUse floor() on the last grouped clustering column.\n" +
	"GR-01\tThe operator of the cluster has set a limit for ordinary users, so that one application cannot harm the others. Superusers are not stopped.\tStay within the limit, or ask the operator to change it. As shipped nearly all limits are off.\n" +
	"IN-01\tA counter is a sum of changes. It has no first value that could be inserted.\tWrite UPDATE t SET c = c + 1 WHERE …: it also makes the row.\n" +
	"IN-02\tThe first value belongs to the first column, the second to the second, and so on.\tWrite one value for each column, or leave the column out.\n" +
	"IN-03\tBoth values would go into one cell with the same timestamp.\tName each column once.\n" +
	"IX-01\tA legacy index is a hidden table without options. Other indexes read WITH OPTIONS = {…}.\tUse SAI for options, and write WITH OPTIONS = {…}.\n" +
	"IX-02\tSASI is experimental, and the shipped cassandra.yaml switches it off.\tUse SAI, or set sasi_indexes_enabled: true.\n" +
	"IX-03\tAn index is built from the rows of an existing table.\tCorrect the table's name, or create the table first.\n" +
	"IX-04\tThe name of an index must be unique in the keyspace, not only in its table.\tUse another name, or IF NOT EXISTS.\n" +
	"IX-05\tThe value of a counter is a sum that each replica works out by itself, so an index could not follow it. A view is made from another table.\tIndex the base table, or make another table.\n" +
	"IX-06\tA legacy index covers one column; several equal conditions need several indexes.\tMake one index for each column.\n" +
	"IX-07\tThe column's name is part of file names of the index.\tGive the column a name of letters, digits and underscores.\n" +
	"IX-08\tAn index is sorted by its values, and durations have no order.\tStore a number of seconds as bigint and index that.\n" +
	"IX-09\tThe layout of compact tables does not allow it.\tMake a table without COMPACT STORAGE.\n" +
	"IX-10\tThe server already finds rows by the partition key.\tLeave the index out.\n" +
	"IX-11\tA frozen collection is one value: the index cannot see its elements.\tWrite full(column).\n" +
	"IX-12\tfull() indexes the one value of a frozen collection. This column has many cells, or is no collection.\tLeave full() out.\n" +
	"IX-13\tOnly collections have keys, values and entries.\tLeave the function out.\n" +
	"IX-14\tOnly maps have keys.\tIndex the values.\n" +
	"IX-15\tIts fields are cells of their own, and there is no single value to index.\tFreeze the column's type.\n" +
	"IX-16\tA second index would cost one more write for each row, and it would not answer any other query.\tLeave it out, or drop the other one first.\n" +
	"IX-17\tThe name becomes a part of file names.\tUse letters, digits and underscores.\n" +
	"IX-18\tAn index is kept by a Java class, and there is no class of this name.\tWrite USING 'sai', or leave USING out for a legacy index.\n" +
	"IX-19\tEach kind of index has options of its own.\tTake the option out.\n" +
	"IX-20\tAn index has a name of its own in the keyspace. If CREATE INDEX gives no name, it is table_column_idx.\tDESCRIBE TABLE shows the names of a table's indexes.\n" +
	"IX-21\tThe length of an index entry is stored in two bytes.\tAsk with a shorter value.\n" +
	"JS-01\tA row is a JSON object: one member for each column.\tWrite one JSON object, such as '{\"k\": 1}'.\n" +
	"JS-02\tMembers are matched with columns by name, in lower case unless the name has quotes inside.\tUse the table's column names; write \"\\\"Abc\\\"\" for a case-sensitive one.\n" +
	"JS-03\tEach member is read as the type of its column.\tWrite a value of that type; numbers may also be given as texts.\n" +
	"JS-04\tA column that is missing counts as null, and a key cannot be null.\tGive all primary key columns. DEFAULT UNSET leaves only other columns untouched.\n" +
	"KS-01\tA keyspace has two properties, replication and durable_writes.\tWrite WITH replication = {…} AND durable_writes = true.\n" +
	"KS-02\tCassandra must know how many copies of the data to keep, and where.\tAdd replication = {'class': …, 'replication_factor': …}.\n" +
	"KS-03\tThe class decides how replicas are spread: SimpleStrategy ignores data centers, NetworkTopologyStrategy counts in each.\tAdd 'class': 'NetworkTopologyStrategy' or 'SimpleStrategy'.\n" +
	"KS-04\tThe class places the replicas of each token. It is a Java class, and capital letters in its name matter.\tWrite NetworkTopologyStrategy or SimpleStrategy.\n" +
	"KS-05\tSimpleStrategy knows one number of replicas for the whole cluster and no data centers.\tUse NetworkTopologyStrategy to count per data center.\n" +
	"KS-06\tReplicas are placed only in data centers that have nodes.\tUse the names that nodetool status shows. With the configuration as shipped, the only data center is datacenter1.\n" +
	"KS-07\tThe factor is the number of copies: a whole number, not negative.\tWrite a number such as 3.\n" +
	"KS-08\tA name means the same keyspace on all nodes of the cluster.\tIf it does not matter whether the keyspace exists, write IF NOT EXISTS or IF EXISTS.\n" +
	"KS-09\treplication is a map, durable_writes is true or false.\tWrite replication = {'class': …} and durable_writes = true.\n" +
	"KS-10\tThe map replaces the old one, so it must name the class again.\tRepeat the class: {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}. After raising a factor, run a repair.\n" +
	"LI-01\tLIMIT says after how many rows reading stops. Zero rows need no query.\tWrite a number that is 1 or greater, or leave LIMIT out.\n" +
	"LI-02\tThe aggregate makes one row from all partitions, so the result has no rows of a partition to limit.\tAdd GROUP BY with the partition key, or leave the limit out.\n" +
	"LIT-01\tEach column has a type, and the type decides which bytes are stored. CQL does not turn texts into numbers or numbers into texts.\tWrite the constant in the form of the type: 1 for int, 'a' for text, uuids without quotes.\n" +
	"LIT-02\tA value is stored in the bytes of its type: an int has four, a date counts days, an inet address is four or sixteen bytes.\tWrite a value in the range and form of the type, or use a larger type.\n" +
	"LIT-03\tLists are written in brackets, sets and maps in braces. Each element must fit the element type, because each becomes a cell of that type.\tWrite [1, 2] for a list, {'a'} for a set, {'a': 1} for a map.\n" +
	"LIT-04\tA tuple is stored as its parts one after the other, each with its own type.\tWrite the parts in the order of the type. Parts at the end may be left out.\n" +
	"LIT-05\tA value is stored as the fields of its type in their order. Field names are written without quotes. With quotes the literal is a map.\tWrite {street: 'a', zip: 1} with fields of the type. Fields that are left out are null.\n" +
	"LIT-06\tTwo hexadecimal digits make one byte.\tWrite an even number of digits, with a leading 0 if needed.\n" +
	"LIT-07\tA duration is stored as months, days and nanoseconds. Its units are written from the largest to the smallest, each once.\tWrite 1h1m, 2d12h or P1Y2M.\n" +
	"LIT-08\tEvery element of a collection is a cell, and null is the absence of a cell.\tLeave the element out. Bind the whole collection with one marker.\n" +
	"LIT-09\tA vector is stored as exactly as many numbers as its type says, one after the other, without a count.\tWrite as many numbers as the type has dimensions.\n" +
	"LIT-10\t(int) x does not convert a value. It only says as which type a literal or a marker is read.\tCast to a type that the literal can have. To convert a stored value, select CAST(column AS type).\n" +
	"LIT-11\tA function is chosen by its name and the types of its arguments, and its result must be of the column's type.\tCheck the number and the types of the arguments, and convert the result, for example with to_date(now()).\n" +
	"LIT-12\tArithmetic is defined for numbers, for texts with +, and for dates and timestamps with a duration. To choose the operation, the server must know the type of each marker.\tUse numbers of suitable types, and write (int) ? for markers.\n" +
	"LIT-13\tCAST knows a fixed list of conversions, mostly from numbers to numbers and from anything to text.\tSelect the column as it is and convert in the program.\n" +
	"LWT-01\tA lightweight transaction gets its timestamp from Paxos, so that its order is the order of all such writes.\tLeave USING TIMESTAMP out. TTL is fine.\n" +
	"LWT-02\tWHERE has already chosen the row by this column.\tPut the key columns into WHERE, and test others with IF.\n" +
	"LWT-03\tA conditional statement is decided by Paxos for one row of one partition. IN names several.\tSend one conditional statement for each row, or a conditional batch in one partition.\n" +
	"LWT-04\tThe condition is compared with the stored value, so the operator must fit the type.\tUse an operator and an element or field that the type has.\n" +
	"LWT-05\tNull means that no value is stored. You can test for it with = and !=, but it is neither smaller nor greater than a value.\tUse = null or != null.\n" +
	"LWT-06\tWithout clustering columns only static columns can be written, and only they can be tested: they belong to the partition.\tGive the whole primary key, or test static columns.\n" +
	"MA-01\tA mask is a function from the column's type to the same type, and masking has to be switched on.\tSet dynamic_data_masking_enabled: true and use a masking function.\n" +
	"MV-01\tThe rows of a view can become different from those of its table, so the shipped cassandra.yaml switches views off.\tWrite a second table with the other key, and write to both.\n" +
	"MV-02\tA view's rows lie beside those of its table, and its definition is fixed.\tPut the view into the table's keyspace, with constants.\n" +
	"MV-03\tA view is made from the rows of a table.\tCreate the table first, or use another name.\n" +
	"MV-04\tA change that the view does not have yet is kept only for gc_grace_seconds of the base table.\tSet gc_grace_seconds of the base table above 0.\n" +
	"MV-05\tThe key of a view is made of values in a row, and the value of a counter is a sum that each replica works out by itself. A view of a view is not possible.\tMake the view on a plain table.\n" +
	"MV-06\tA view has the same rows under another key. It computes nothing, and a static column does not belong to a row.\tName plain columns, without aliases.\n" +
	"MV-07\tEach row of the table must be one row of the view. So all key columns are in the view's key, and at most one other.\tName all key columns of the table and at most one more column.\n" +
	"MV-08\tFor a view, CLUSTERING ORDER BY names all clustering columns, or it is left out.\tName all clustering columns of the view in their order.\n" +
	"MV-09\tA row with a null in its key cannot be stored, so the view must leave it out. The view cannot have conditions on other columns.\tAdd column IS NOT NULL for every key column of the view.\n" +
	"MV-10\tRows of a view expire with the rows of its table.\tSet the option on the base table.\n" +
	"NUL-01\tA key is the place of a row, so it must have a value. Null is not stored anywhere, so nothing can be found by it.\tGive a value. To delete a column's value, set it to null outside the key.\n" +
	"OB-01\tThe server returns rows in the order in which they lie on disk, forwards or backwards. It does not sort.\tOrder by clustering columns. For another order, make a table that has this column as a clustering column.\n" +
	"OB-02\tRows are sorted inside a partition only. Partitions come in the order of the hash of their key, which is not a useful order.\tGive the partition key with =, or put what you want to sort together into one partition.\n" +
	"OB-03\tRows are sorted by the first clustering column, then the second. They are not sorted by the second one alone.\tOrder by the clustering columns from the left, or give the skipped ones with =.\n" +
	"OB-04\tA partition is read forwards or backwards as a whole. It cannot be read with one column forwards and the next backwards.\tReverse all directions or none. For mixed directions, declare them in CLUSTERING ORDER BY.\n" +
	"OB-05\tAn index finds rows in its own order, SAI and legacy alike, and the server does not sort them again.\tLeave ORDER BY out, or use a table whose clustering columns give both condition and order.\n" +
	"OB-06\tRows of several partitions would have to be merged in memory before the first page is known.\tAsk for each partition on its own and merge in the program, or switch paging off for a small result.\n" +
	"OB-07\tThe server compares the list with the clustering columns position by position and runs past their end.\tName the columns in the order of the key.\n" +
	"OPT-01\tOptions are read by name. The server refuses a wrong name, because nobody would notice that it does nothing.\tCorrect the name, or take the option out. Older releases have some that are gone now, such as read_repair_chance.\n" +
	"OPT-02\tcaching, compaction and compression are maps; all others are single values.\tWrite a map in braces, or a single value.\n" +
	"OPT-03\tThe option counts seconds, milliseconds or entries, and is stored as a whole number of 32 bits.\tWrite a whole number without a unit.\n" +
	"OPT-04\tThe option is a share: a number from 0 to 1.\tWrite a number such as 0.01.\n" +
	"OPT-05\tThe option switches something on or off.\tWrite true or false.\n" +
	"OPT-06\tThe chance decides how many bits a key takes in the Bloom filter. No filter can promise less than 0.0000671.\tWrite a number above 0.0000671, up to 1.\n" +
	"OPT-07\tIt is the chance that a block's checksum is checked when it is read.\tWrite a number from 0 to 1.\n" +
	"OPT-08\tA time to live is stored in seconds, and 20 years is the most.\tWrite 0 for no time to live, or at most 630720000.\n" +
	"OPT-09\tTombstones are kept for this time, so that a replica that was down can still learn of a deletion.\tWrite 0 or more seconds; the default is 864000, ten days. Repair more often than that.\n" +
	"OPT-10\tThe index summary keeps one entry for every so many partitions, between the two bounds.\tWrite min_index_interval of 1 or more, and max_index_interval not below it.\n" +
	"OPT-11\tIt is the time between two flushes, in milliseconds.\tWrite 0 to switch it off, or a greater number.\n" +
	"OPT-12\tThe node that takes a read asks another replica after that time: a percentile of recent reads, or milliseconds.\tWrite '99p', '50ms', 'MIN(99p,50ms)', 'ALWAYS' or 'NEVER'.\n" +
	"OPT-13\tWith BLOCKING, a later read never returns an older value than an earlier read. With NONE, a read never sees only a part of a write.\tWrite 'BLOCKING' or 'NONE'.\n" +
	"OPT-14\tcassandra.yaml names the configurations of memtables.\tUse a name from cassandra.yaml: default, skiplist or trie.\n" +
	"OPT-15\tChange data capture reads the commit log. A memtable that skips the log leaves nothing to read.\tChoose another memtable, or leave cdc off.\n" +
	"OPT-16\tThe key cache and the row cache are set apart: 'keys' is ALL or NONE, 'rows_per_partition' ALL, NONE or a number.\tWrite {'keys': 'ALL', 'rows_per_partition': 'NONE'}.\n" +
	"OPT-17\tThe class is a Java class that picks files to merge. Capital letters in its name matter. DateTieredCompactionStrategy was removed in 5.0.\tWrite SizeTiered-, Leveled-, TimeWindow- or UnifiedCompactionStrategy.\n" +
	"OPT-18\tEach strategy picks the files to merge in its own way and has options of its own.\tTake the option out, or use the strategy that knows it.\n" +
	"OPT-19\tThe option decides which files are merged and when; with a value outside its range, the server would merge nothing, or never stop merging.\tWrite a value in the range that the message names.\n" +
	"OPT-20\tA block is compressed by a Java class, or not at all.\tWrite {'class': 'LZ4Compressor'} or {'enabled': false}.\n" +
	"OPT-21\tBlocks are powers of two, so that a position is found by shifting bits. Some options of older versions have other names now.\tWrite 'chunk_length_in_kb': 16 and options of the compressor.\n" +
	"OPT-22\tThe id names the table's folder on every node. With another id the server would not find the table's data.\tTake id out.\n" +
	"OPT-23\tRepairs on a schedule need a switch on the node's command line.\tTake auto_repair out.\n" +
	"RD-01\tThe server must read every tombstone between the rows and keep it in memory, because it may hide older data. Above tombstone_failure_threshold the replica stops the read.\tRead a smaller part of the partition, or put rows that will be deleted into other partitions.\n" +
	"RD-02\tThe statement is right, but a function in it gets a stored value that it cannot use. The server sees that only when it reads the rows.\tRead the column as it is, or give the function a column of the type that it expects.\n" +
	"RES-01\tA table's name is complete only with its keyspace. Without USE the server cannot know which one is meant.\tWrite USE keyspace; before it, or keyspace.table.\n" +
	"RES-02\tTables live in keyspaces, and the server looks the keyspace up first.\tCreate the keyspace, or correct its name.\n" +
	"RES-03\tA statement is checked against the table's columns and key, so the table must be there first.\tCreate the table, or correct its name. Names without double quotes are folded to lower case.\n" +
	"RES-04\tCassandra has a fixed set of columns for each table. An alias of the select list is not a column: it is only a name in the result.\tUse one of the table's columns, or add the column with ALTER TABLE.\n" +
	"RES-05\tThe keyspace is used for all later statements of the session, so it must exist.\tCreate the keyspace first.\n" +
	"RES-06\tThe server takes any name that is not a built-in type for a user-defined type of the keyspace. There is no type of this name.\tUse a CQL type (text, int, bigint, timestamp, …), or create the type first.\n" +
	"RES-07\tA keyspace can be dropped or copied as a whole, so its tables can use only its own types.\tCreate the type in the table's keyspace as well.\n" +
	"RES-08\tFunctions are found by name and by the types of their arguments. There is none of this name.\tCheck the spelling: names are like to_timestamp in 5.0, and dateOf and unixTimestampOf were removed. If it is a function of your own, create it first.\n" +
	"RO-01\tRoles and permissions have an effect only when clients log in. The shipped authenticator lets every client in without a name.\tSet authenticator: PasswordAuthenticator and authorizer: CassandraAuthorizer.\n" +
	"SAI-01\tA SAI index covers one column. A query may use several of them together.\tMake one index for each column.\n" +
	"SAI-02\tThe first index answers every query that a second one could answer.\tDrop the first one to change its options.\n" +
	"SAI-03\tSAI sorts numbers and looks up texts; it has no order or equality for blobs and counters.\tUse a legacy index, or another type.\n" +
	"SAI-04\tcase_sensitive, normalize and ascii change how text is compared. Keys are always compared byte by byte.\tUse them on text columns outside of the primary key.\n" +
	"SAI-05\tThe index is a graph of neighbors by distance. It needs float elements, and the cosine of two numbers is only their sign.\tUse vector<float, n>, with 'similarity_function': 'euclidean' for one dimension.\n" +
	"SAI-06\tSAI keeps its entries in the order of tokens, as the usual partitioner makes them.\tUse the default partitioner, Murmur3Partitioner.\n" +
	"SAI-07\tIndex entries are kept small so that searches stay quick.\tIndex a shorter value, such as a hash.\n" +
	"SASI\tSASI keeps one sorted file of plain values for each data file.\tUse a plain column outside of the partition key, or SAI.\n" +
	"SE-01\tEvery column of a result has a type. A bare constant or marker could have several.\tCast it: (int) 1.\n" +
	"SE-02\tTimestamp and TTL are stored with each cell. A key column has no cell: it is the place of the row.\tAsk for them on a regular or static column.\n" +
	"SE-03\tElements of sets and maps are found by their value or key. List elements are found by counting, which SELECT does not do.\tSelect the whole list, or use a map.\n" +
	"SE-04\tOnly user-defined types have fields. A table's name in front of a column is read as a column.\tWrite the column alone, or a field of the type.\n" +
	"SE-05\tThe server reads the rows once and finishes the aggregates at the end. It cannot aggregate their results again.\tUse one aggregate on the server, and compute the rest in the program.\n" +
	"SYN-01\tA driver sends one statement in one message. The parser reads it to its end and expects nothing more after it.\tSend two statements one after the other, or group writes with BEGIN BATCH. cqlsh splits a script at its semicolons before it sends anything.\n" +
	"SYN-02\tUp to release 3.11 SCHEMA was a second word for KEYSPACE. Since 4.0 only DESCRIBE SCHEMA knows the word.\tWrite KEYSPACE.\n" +
	"SYN-03\tThere is no default for the number of copies and their data centers that suits everybody. So the statement must say it.\tWrite CREATE KEYSPACE name WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 3}.\n" +
	"SYN-04\t57 words always have their meaning in CQL, so they cannot be names without quotes.\tPut the name into double quotes, in every statement, or choose another name, such as order_id.\n" +
	"SYN-05\tA name without quotes begins with a letter A–Z. After it come letters, digits and underscores, and no other characters.\tUse only those characters, or put the name into double quotes.\n" +
	"SYN-06\tA CQL query reads one stretch of rows in a partition, or a few. For OR, NOT, joins and subqueries the server would have to read whole tables and bring rows of many nodes together.\tUse IN for several values of one column, read each partition with a query of its own, or make a table that answers the question.\n" +
	"SYN-07\tParentheses would only matter together with OR, and there is none. The grammar allows them only around a single relation.\tLeave the parentheses out: all relations are joined with AND.\n" +
	"SYN-08\t* means all columns in the order of the schema. It cannot be combined with other columns.\tList the columns that you want. For distinct values of a column, make it the partition key of a table, or count in the program.\n" +
	"SYN-09\tThe words of SELECT have a fixed order: JSON first, then DISTINCT.\tWrite SELECT JSON DISTINCT.\n" +
	"SYN-10\t'x' is a text and \"x\" is a name. Only the quotes tell them apart.\tPut values into single quotes; write '' for a single quote inside. Double quotes are for names with capitals or special characters.\n" +
	"SYN-11\tUPDATE and DELETE change the rows whose key is given. Without WHERE there is no key, and Cassandra does not change all rows of a table.\tAdd WHERE with the primary key. To empty a table use TRUNCATE.\n" +
	"SYN-12\tThe grammar has one order: WHERE, GROUP BY, ORDER BY, PER PARTITION LIMIT, LIMIT, ALLOW FILTERING.\tMove the clauses into that order.\n" +
	"SYN-13\tLIMIT says when to stop reading. There is no OFFSET, because the server would have to read the rows that it skips.\tWrite LIMIT 10, and ask for the next page with the paging of the driver or with a range that starts after the last key.\n" +
	"SYN-14\tThe first value belongs to the first column of the list, and so on, so the columns must be listed. One statement writes one row, because each row may lie on other nodes.\tWrite INSERT INTO t (a, b) VALUES (1, 2), and one statement for each row. Texts are written in single quotes.\n" +
	"SYN-15\tEach statement has one place for USING: INSERT at its end after IF NOT EXISTS, UPDATE before SET, DELETE before WHERE. A deletion has no TTL, since a tombstone is purged by gc_grace_seconds.\tMove USING to its place; in DELETE use TIMESTAMP only.\n" +
	"SYN-16\tINSERT can only ask whether the row is absent. UPDATE and DELETE can ask whether it exists, or compare columns joined with AND.\tWrite IF NOT EXISTS with INSERT, IF EXISTS or IF column = value with UPDATE and DELETE. IF column = null is true where the column has no value.\n" +
	"SYN-17\tA write is sent without reading the row first. Only counters and collections can take a change. Every other cell takes only a new value.\tCompute the value in the program and write it. If others write at the same time, add a condition with IF.\n" +
	"SYN-18\tThe server reads -2 as one number. So 5-2 is the number 5 followed by the number -2, with no operator between them.\tPut a space on both sides of the minus: v - 1.\n" +
	"SYN-19\tA batch is a list of INSERT, UPDATE and DELETE that is applied together. It is not a transaction: it cannot read, and nothing can be rolled back.\tKeep SELECT outside. Write BEGIN BATCH, BEGIN UNLOGGED BATCH or BEGIN COUNTER BATCH, and APPLY BATCH at the end.\n" +
	"SYN-20\tA column is a name and a type. Checks such as NOT NULL, UNIQUE, DEFAULT or a length would need a read before each write.\tWrite name and type, and check values in the program.\n" +
	"SYN-21\tOnly the column lists of CREATE TABLE and CREATE TYPE may have an extra comma.\tTake the extra comma out.\n" +
	"SYN-22\tThe clause has first the partition key, and then the clustering columns. Only the partition key may have parentheses of its own.\tWrite PRIMARY KEY (a), PRIMARY KEY (a, b) or PRIMARY KEY ((a, b), c).\n" +
	"SYN-23\tThe order in which rows lie on disk is fixed when the table is created: each clustering column with its direction, in parentheses.\tWrite WITH CLUSTERING ORDER BY (c DESC) AND comment = '…' in CREATE TABLE. To change the order later, create a new table and copy the rows.\n" +
	"SYN-24\tAn option takes a constant or a map of constants. A word without quotes is neither.\tPut texts into single quotes: comment = 'hello', {'class': 'SimpleStrategy'}.\n" +
	"SYN-25\tALTER TABLE has no word COLUMN, several columns are written in parentheses, and one statement makes one kind of change. The primary key and the table's name are part of where data lies, so they do not change.\tWrite ALTER TABLE t ADD (a int, b int), and one statement for each kind of change.\n" +
	"SYN-26\tA value is stored as its fields one after the other, in the order of the type. So fields are only added at the end, one at a time, and never dropped.\tWrite ALTER TYPE t ADD field type. Leave an unwanted field null.\n" +
	"SYN-27\tA collection must say what it holds and a vector how long it is, because each element is written and compared by its type.\tWrite list<int>, set<text>, map<text, int>, tuple<int, text> or vector<float, 3>.\n" +
	"SYN-28\tThe parts have one order: name, table, target, USING with a text, WITH. An index is in the keyspace of its table, so its name has no keyspace.\tWrite CREATE INDEX name ON ks.t (column) USING 'sai' WITH OPTIONS = {…}.\n" +
	"SYN-29\tFor CQL the JSON document is one text value; it is taken apart later.\tPut the document into single quotes, or bind it.\n" +
	"SYN-30\tBefore IN there is one column or a tuple of columns. After it there is a list in parentheses, or a marker.\tWrite IN (1, 2). For tokens use ranges, for map entries one relation each.\n" +
	"SYN-31\tCAST turns one plain value into another. Collections have no such conversion.\tCast to a native type such as text or double.\n" +
	"SYN-32\tA tuple of columns is compared with a tuple of as many values.\tWrite (c1) > (1), or c1 > 1 for one column.\n" +
	"SYN-33\tThe server looks for the closing quote up to the end of the text. A comment that starts with -- ends with its line, so at the very end it needs a line break.\tClose the quote or the comment; add a line break after a last -- comment.\n" +
	"SYN-34\tThe clauses have one order, and what happens with null must be said. State and final functions are in the keyspace of their aggregate, so their names have no keyspace.\tFollow the order: arguments, CALLED or RETURNS NULL ON NULL INPUT, RETURNS, LANGUAGE, AS.\n" +
	"SYN-A1\tA statement is prepared before its values arrive. Without the table's name there is nothing to check it against.\tWrite the name of the object; markers are for values.\n" +
	"SYN-A10\tEach kind of resource has its own permissions: tables can be read, functions executed.\tGrant a permission that fits, such as SELECT or MODIFY on a table.\n" +
	"SYN-A11\tA column that is declared twice, a second primary key and a repeated clustering order are noticed while the text is read. The server checks this before everything else.\tRepair the definition; the message names the column.\n" +
	"SYN-A2\tAll cells of one statement get the same timestamp, so neither value would be the newer one.\tSet each column once. Several elements or fields of one column are fine.\n" +
	"SYN-A3\tSET c = c + x does not compute a sum: it sends the change x to the column c. So both names must be the same column.\tName the same column on both sides, or read the other column first and write the result.\n" +
	"SYN-A4\tThe server does not know which of the two values is meant.\tGive each option once, with constants.\n" +
	"SYN-A5\tA plain value is a single cell already. Freezing is for values that would otherwise be spread over several cells.\tLeave frozen<> out.\n" +
	"SYN-A6\tThese names are kept free for native types of later releases.\tChoose another name.\n" +
	"SYN-A7\tA type in single quotes is the name of a Java class that every node must be able to load.\tUse a CQL type.\n" +
	"SYN-A8\tThe old compact layout exists only so that tables of old clusters can still be read. Views are newer.\tLeave COMPACT STORAGE out.\n" +
	"SYN-A9\tCREATE USER is the older form of CREATE ROLE and takes bare names and strings only.\tWrite CREATE ROLE \"u\" WITH LOGIN = true AND PASSWORD = '…'.\n" +
	"SYS-01\tCassandra keeps its own state in these keyspaces. Only the replication of the shared ones may be changed.\tMake a keyspace of your own.\n" +
	"TR-01\tA trigger is Java code in a jar that every node must have.\tPut the jar into the triggers folder of every node.\n" +
	"TTL-01\tA TTL is stored in seconds with each cell. At most twenty years are allowed, zero means for ever.\tWrite a number of seconds between 0 and 630720000.\n" +
	"TTL-02\tIn the storage mode of the shipped configuration, the moment of expiry is stored in 31 bits of seconds, which end in January 2038.\tUse a shorter TTL. Once all nodes run 5.0 and none goes back to 4.x, set storage_compatibility_mode to UPGRADING, restart node by node, then to NONE and restart again; then it ends in 2106.\n" +
	"TTL-03\tA cell is stored with its timestamp; without one it could not be compared with other versions of the cell.\tBind a number, or leave USING out: the node that takes the write then uses its own clock.\n" +
	"TY-01\tEach element of a collection is one cell, and a cell holds one value. Freezing makes the inner collection one value.\tWrite frozen<…> around the inner type.\n" +
	"TY-02\tA counter is a cell of its own that sums what its replicas have counted. It cannot be a part of another value.\tGive the counter a column, or a table of its own.\n" +
	"TY-03\tSets and maps are sorted by their elements and keys, and durations have no order: a month has no fixed length.\tUse bigint, or put the durations into a list or into the values of a map.\n" +
	"TY-04\tA vector is stored as that many values, one after the other.\tWrite the number of dimensions that your model produces.\n" +
	"TY-05\tA plain value is one cell already; there is nothing to freeze.\tLeave frozen<> out; around tuples, vectors and collections it is allowed.\n" +
	"UP-01\tThe key is the place of the row: on which nodes, and where in the partition. With another key it is another row.\tInsert the row with the new key and delete the old one.\n" +
	"UP-02\tA write does not read. Only counters keep changes instead of values, and only collections take single elements.\tRead the value and write the sum, with a condition (IF) if others write at the same time; or use a counter table.\n" +
	"UP-03\tEach replica adds up changes. A fixed value could not be merged with changes that are still on their way.\tWrite c = c + 5 or c += 5. There is no reset: use a new row, or delete and never use the row again.\n" +
	"UP-04\tOnly in a list or a map that is not frozen is each element a cell of its own, which can be written alone. A set has no positions.\tSet the whole value; add to a set with st = st + {'a'}.\n" +
	"UP-05\tOnly in a user-defined type that is not frozen is each field a cell of its own.\tSet the whole value, or name a field that the type has.\n" +
	"UP-06\tOnly a list has a first element. Its cells are sorted by a time-based id, and a smaller id puts an element first.\tWrite c = c + x for sets and maps.\n" +
	"UP-07\tTo add to a map, write entries. To remove, write keys only, because an entry is found by its key.\tWrite m = m + {'a': 1} and m = m - {'a'}.\n" +
	"UP-08\tA list element is found by counting cells, so the server reads the list first. Nothing is at that position.\tAppend with l = l + [x], or use a map with the position as its key. To set an element by its position, the server also has to read before it writes.\n" +
	"UT-01\tA type's name means one list of fields in its keyspace: values are read by it.\tWrite IF NOT EXISTS, or choose another name.\n" +
	"UT-02\tA field is found by its name. Names without quotes are folded to lower case first.\tGive one of them another name.\n" +
	"UT-03\tA value of the type is stored as one value or field by field. Each field is one cell, and a cell holds one value.\tFreeze the inner type; keep counters in tables of their own.\n" +
	"UT-04\tValues of the type lie in files field by field, in the order of the type. New fields can follow at the end, and names can change, because the stored bytes stay the same.\tAdd a field with another name, or make a new type and column.\n" +
	"UT-05\tWithout the type, nobody could read the columns that are made of it.\tDrop or change the tables, types and functions that the message names first.\n" +
	"VE-01\tNearest neighbors are found by distances between vectors of 4-byte floats.\tDeclare the column as vector<float, n>.\n" +
	"VE-02\tThe server finds neighbors in a graph of similar vectors. The index holds that graph.\tCreate an index: CREATE INDEX ON t (column) USING 'sai'.\n" +
	"VE-03\tThe search goes through the graph and must know at once whether a row fits. Only another SAI index of the table can tell it.\tCreate an SAI index on the column, or give the whole partition key.\n" +
	"VE-04\tThe result is sorted by distance, the nearest first. Another order would need all vectors.\tOrder by one ANN OF only, ascending.\n" +
	"VE-05\tThe nearest rows are collected in memory on every node and then merged, so their number must be known and small.\tAdd LIMIT with at most 1000.\n" +
	"VE-06\tA vector index finds near vectors, not equal values.\tUse ORDER BY column ANN OF [...] LIMIT n.\n" +
	"VE-07\tSimilarity is computed dimension by dimension. Both sides need the same number, and for the cosine a direction.\tGive two float vectors of the same dimension, not all zero for similarity_cosine.\n" +
	"W-01\tThe hash of the whole partition key tells which nodes keep the row. If a part of it is missing, the server does not know where to write.\tGive every partition key column a value: with = or IN in WHERE, or in the column list of INSERT.\n" +
	"W-02\tPartitions are placed by the hash of their key, so keys that follow each other lie on different nodes. A range of keys is no stretch of storage.\tName the keys with = or IN, one deletion for each if there are many.\n" +
	"W-03\tWithin its partition a row is stored at the place that its whole clustering key gives. A part of the key names many rows, and a write names one.\tGive every clustering column. Only when all written columns are static, leave all of them out.\n" +
	"W-04\tUPDATE writes cells without reading, even if the row does not exist yet. For a range it would first have to read which rows exist.\tName each row with = or IN. DELETE does take a range, because one range tombstone covers it.\n" +
	"W-05\tRows are sorted by the first clustering column, then by the second. Without the first, the wanted rows are scattered over the whole partition.\tRestrict the clustering columns from the left. If the query does not know the column before it, use a table whose clustering columns are in the order of the query.\n" +
	"W-06\tA range takes one stretch of sorted rows. Inside this stretch, the rows with one value of the next clustering column are scattered.\tMake the range the last restricted clustering column, and put = columns before it; or compare both columns as a tuple.\n" +
	"W-07\tA static value is stored once for the partition, in front of its rows. A clustering column names a row, but this statement concerns no row.\tLeave the clustering columns out, or ask for a regular column as well.\n" +
	"W-08\tA write finds its rows by their key alone; it does not read what they hold.\tName the rows by their primary key. To write only if a column has a value, use IF: then the replicas agree first, in several rounds of messages.\n" +
	"W-09\tA range is deleted by one tombstone that covers whole rows. For single columns there is no such tombstone.\tGive the whole primary key, or delete the rows as a whole.\n" +
	"W-10\tOnly the hash of the whole partition key tells which nodes hold the rows. Without it, every node would read everything that it has.\tGive the whole partition key with = or IN, or make a table whose partition key is what you know.\n" +
	"W-11\tRows are found by their key. Any other column can only be compared after its row was read, so most of what is read is thrown away.\tMake a second table with this column in its key, or create an index. Inside one small partition, ALLOW FILTERING is acceptable.\n" +
	"W-12\tEach index is for one column. A condition that neither an index nor the beginning of the key covers must be compared row by row.\tGive the partition key, use SAI for all conditions (its indexes are searched together), or make a table for this query.\n" +
	"W-13\tAn index, SAI or legacy, can be searched for one partition or for all of them, but not for a list of partitions.\tAsk for each partition with a query of its own, at the same time if you like.\n" +
	"W-15\t\"All values but one\" is not one stretch of sorted rows, and no index has an entry for it.\tAsk for the values that you want, or skip the value in the program. Only IF takes !=.\n" +
	"W-16\tTexts are sorted by their beginning, and a pattern may match anywhere. Only a SASI index keeps what LIKE needs.\tFor a prefix use a clustering column and a range: name >= 'a' AND name < 'b'. For words, store each word as a clustering key of its own table.\n" +
	"W-17\tA write names rows by their key and does not look into them.\tRead the keys with a query first, then write by key.\n" +
	"W-18\tA collection that is not frozen is stored as many cells, so it cannot be compared as one value. Durations have no order: a month has no fixed length.\tUse CONTAINS or an element for collections, frozen<> for comparison as a whole, and = for durations.\n" +
	"W-19\tRows are sorted by the whole frozen collection. They are not sorted by its elements.\tStore one row for each element, or add ALLOW FILTERING inside one partition.\n" +
	"W-20\tNo index can answer IN: it finds the rows of one value. So the condition would be a filter.\tAsk once for each value, or make a table with this column in its key.\n" +
	"W-21\tAn equality already picks the only value. A second condition can only repeat or contradict it.\tKeep the equality.\n" +
	"W-22\tThe list already says which values are wanted.\tIn the program, make one list of the values that meet both conditions.\n" +
	"W-23\tThe rows to read are one stretch of sorted rows, with a start and an end. An equality is already a single place.\tKeep the equality or the range.\n" +
	"W-24\tA stretch of sorted rows has one start and one end.\tKeep the narrower of the two bounds.\n" +
	"W-25\tA token is the hash of all partition key columns together, in their order. A part of them has no token.\tWrite token() over exactly the partition key columns, in the order of the key.\n" +
	"W-26\tThe rows to read are one stretch of the ring: it has one start and one end, and both are numbers (bigint).\tKeep one lower and one upper bound.\n" +
	"W-27\tA range of tokens holds many partition keys, but a write must name its partition exactly.\tName the partition by its key.\n" +
	"W-28\tA tuple is compared with the sorted rows inside a partition. Only clustering columns are sorted there.\tGive the partition key by relations of its own, and compare only clustering columns as a tuple.\n" +
	"W-29\tRows are sorted by the clustering columns one after the other. A tuple is one place in that order. So its columns follow each other in the key, each once, with one value for each.\tList the clustering columns in the order of the key, without repeats, and as many values.\n" +
	"W-30\tBoth bounds are places in the same sorted list of rows, so both must start at the same clustering column.\tLet both bounds start at the same column: (c1, c2) > (1, 1) AND (c1) < (9).\n" +
	"W-31\tNull means that no cell is stored, and the server cannot search for what is not stored. Only a view uses IS NOT NULL, to leave such rows out.\tLeave it out and skip such rows in the program.\n" +
	"W-32\texpr() hands a text to a custom index class. The index classes that come with Cassandra do not use it.\tUse conditions with =, IN or a range.\n"
