package advice

// Made from advicebook/*.txtar by go test ./wasm/advice/advicebook -update.

// whys holds a line a rule: id, why.
const whys = "" +
	"R03\tEach table costs writes and disk. A table that no query reads costs them for nothing.\n" +
	"R04\tWithout the whole partition key Cassandra cannot tell which nodes hold the rows: it reads one part of the ring after the other until the page or the LIMIT is full. To find a few rows it reads the whole table. That gets slower with every row, and ends in timeouts.\n" +
	"R05\tEach further partition may be on other nodes. If the answer comes in pages, as with most drivers, one node reads the partitions one after the other, so the times add up.\n" +
	"R06\tALLOW FILTERING reads rows and throws them away. The cost grows with what is read, not with what comes back.\n" +
	"R11\tThe start of a partition is the cheapest place to read. In ascending order the oldest rows are there: a LIMIT without ORDER BY returns them, and ORDER BY … DESC reads the partition backwards.\n" +
	"R12\tRows with equal primary keys are one row. Without the identifier in the key, the second of two things with equal key values overwrites the first, without an error.\n" +
	"R13\tTwo rows of a partition with the same time, such as one millisecond, are one row: the later write overwrites the earlier one, without an error.\n" +
	"R14\tRows with equal keys are one row: of two guests named Smith only the second remains.\n" +
	"R15\tCassandra spreads partitions over the nodes, not rows. A hundred partitions on a cluster of fifty nodes leave some nodes with nothing to do and others with too much.\n" +
	"R16\tThere are as many partitions as values: a few very large ones, on a few nodes. More nodes do not help.\n" +
	"R17\tAll rows of a partition lie on the same replicas. A partition that is ten times as large takes ten times as much disk, and mostly ten times as much work.\n" +
	"R18\tRows that come with time and share one partition make it grow, and the server sets no limit. Repair sends a partition as a whole, and the same few nodes do all of its work. From some hundred MB on this causes problems.\n" +
	"R19\tThe guideline of 100,000 values comes from the storage engine before 3.0. The bytes of the partition and the rows of a read are more important.\n" +
	"R20\tRepair compares and sends a partition as a whole, a read of all its rows takes long, and all its reads and writes go to the same replicas. No server refuses it: below 100 MB is a guideline.\n" +
	"R21\tUp to a few hundred thousand rows are fine, if each read takes a page of them or has a LIMIT.\n" +
	"R22\tThe documentation gives 2 billion cells as the limit of a partition. No server counts them when it writes, and nothing stops a partition that is much too large.\n" +
	"R26\tEach bucket is a partition of its own. A query over a month of hourly buckets asks for 720 partitions, to get a few rows from each.\n" +
	"R27\tA bucket is a part of the partition key. A query that cannot compute it has to read every bucket, and with ALLOW FILTERING it reads all partitions of the table.\n" +
	"R28\tA month from 1 to 12 puts the same month of every year into one partition. It grows for ever, and the rows of different years are mixed.\n" +
	"R30\tEach copy of a value is written again with every change, and may be out of date. It is useful only if a query reads it.\n" +
	"R31\tEvery table that holds a copy multiplies the writes, and every replica does so again. A batch keeps the copies equal, and makes the writes slower.\n" +
	"R33\tA batch does not make writes faster. The node that takes it stores it on two others, writes to the replicas of all partitions, and waits for all.\n" +
	"R34\tWithin one partition an unlogged batch is one quick write. Over several partitions it guarantees nothing, and one node does the work of many.\n" +
	"R36\tWith IF the replicas agree before they write: in four rounds of messages with paxos_variant v1, as shipped, and in two with v2. That is several times slower than a plain write, and it gets worse when many write to the same partition.\n" +
	"R38\tAn index is local to each node. Without the partition key the node that takes the request asks range after range of the ring, in the end almost all nodes.\n" +
	"R39\tA legacy index keeps one hidden partition for each value on each node. With few values these hold a large part of the table.\n" +
	"R40\tOne row is wanted, and almost every node is asked for it.\n" +
	"R41\tViews are experimental and off as shipped: the rows of view and table can become different, and only a rebuild makes them equal again.\n" +
	"R43\tA view has partitions, like any table. With few values they grow without end.\n" +
	"R44\tRows that are taken out leave tombstones at the beginning. Each read of the next row first passes all of them, until reads fail.\n" +
	"R45\tEvery such delete is one more write, and some program has to send it in time. A deleted range is one tombstone. Rows that are deleted one by one, or that expire, leave a tombstone each until a compaction removes it.\n" +
	"R46\tRows that nobody deletes stay. With a TTL they disappear by themselves.\n" +
	"R47\tA read that selects a collection takes all of its elements: they do not come in pages, and all of them lie in one row.\n" +
	"R48\tCollections are made for few elements: they all lie in one row, a read that selects them takes them all, and nothing limits how many there are.\n" +
	"R52\tA regular column is stored in every row. A value that depends only on the partition key is the same in each of them. It takes more bytes, and a change has to be written to many rows.\n" +
	"R55\tBinary fractions cannot hold ten cents exactly, so sums become wrong.\n" +
	"R56\tFor a running number, one place has to count. Any client can make a uuid, and no two are equal; as text it takes 36 B instead of 16 B.\n" +
	"R57\tA code with a meaning, such as a state and a number, runs out of numbers, changes when the thing moves, and may exist twice when two companies merge. A key can never change.\n" +
	"R59\tA date takes 4 B and a timestamp 8 B; both are checked when written and sort by time. A text is not checked, takes more, and sorts by time only in one exact form.\n" +
	"R60\tA value is held in memory whole, several times for one request. From 1 MB on this causes problems; a request of more than 16 MiB is refused as shipped.\n" +
	"R61\tPhone numbers and postal codes have leading zeros, signs and letters in some countries. Nobody computes with them.\n" +
	"R62\tPRIMARY KEY (a, b) and PRIMARY KEY ((a, b)) are very different. The inner parentheses show which of the two you mean.\n" +
	"R63\tA table is made for a query. Whoever reads the schema should see for which.\n" +
	"R64\tMost tables are named entity_by_attributes, after the columns that their queries give. A name that says something else is misleading.\n" +
	"R74\tA balance that is read, computed and written back needs a condition, and a condition needs several rounds of messages between the replicas. All writers of the same row wait for each other. Events are only added, so nobody waits.\n" +
	"R77\tThe rows come partition after partition, sorted by the keys' values: neither in the order of the list nor by time. A LIMIT takes the first partitions.\n" +
	"R79\tTimeWindowCompactionStrategy drops whole files when all their rows have expired. One row without a TTL, or a late change, keeps its file, and every newer file has to wait for it.\n" +
	"R80\tWith more than 50 windows a read opens many files; with fewer than 10 expired data waits long for its window to close.\n" +
	"R81\tA plain write takes its time from a clock, a lightweight transaction from Paxos. The two times do not fit together: values get lost, or old values come back.\n" +
	"R82\tAfter a timeout nobody knows whether a write took place. If this write is done twice, it has another effect: a second element, a second row, or a number that was added twice.\n" +
	"R83\tA value is sent and held in memory as a whole, several times for each request. From 1 MB on this takes much memory and time; a write of 16 MiB is refused.\n" +
	"R84\tA row that lacks a value lists the columns that it has, and each client handles all of them.\n" +
	"R85\tEach table takes memory and has metrics on every node, even when nobody uses it.\n" +
	"R86\tWith two copies a quorum needs both: one node down stops reads and writes. SimpleStrategy knows neither racks nor data centers.\n" +
	"R87\tA replica that missed a delete must learn of it before the tombstone is removed. Otherwise it brings the row back.\n" +
	"R88\tUntil that moment every later write and delete of the same cells loses, without an error.\n" +
	"R89\tTo write a whole collection, the server first deletes what was there. So each such write leaves a tombstone on disk, even if nothing was there before.\n" +
	"R90\tSAI warns about texts from 1 KiB on, and refuses texts from 8 KiB and vectors from 32 KiB on. A superuser may still write them: then they are stored, not indexed, and no query finds them.\n" +
	"R91\tTo return this one row, the server reads all partitions that the query names, or the whole table. It only warns.\n" +
	"R92\tExpired rows stay until gc_grace_seconds is over and a compaction removes them. A query without a lower bound passes all of them.\n" +
	"R93\tIf each row is written once and disappears only by its TTL, no replica can miss a delete. With a day of gc_grace_seconds the disk space is free sooner. With less than three hours, hints would be too old to be replayed.\n" +
	"R94\tEach of the two steps can fail. If the program stops between the condition and the batch, the row stays taken, and nobody knows for whom. With a TTL it is free again, but then a booking that nobody confirmed in time stays, and the row is sold twice.\n" +
	"R95\tA legacy index answers = only, and each row has a millisecond of its own: nearly as many hidden partitions as rows, for a question that nobody asks. A range over the time filters all the same.\n" +
	"R97\tA second table for another question has the same rows. Where its partition key is coarser, each partition holds the rows of many partitions of the first table, and gets as large as all of them together: with a TTL, too.\n" +
	"R98\tWith durable_writes = false a write is kept in memory alone until its table is flushed. A node that crashes before then loses it, and where all replicas do, such as in a power failure, it is lost for good.\n" +
	"R99\tA script of changes runs where the data are, and no other statement brings back what it takes away.\n"
