package advice

// Made from advicebook/*.txtar by go test ./wasm/advice/advicebook -update.

// whys holds a line a rule: id, why.
const whys = "" +
	"R03\tEach table costs writes and disk. One that serves no query costs them for nothing.\n" +
	"R04\tWithout the whole partition key nobody can tell which nodes hold the rows: every node reads all it has. That gets slower with every row, and ends in timeouts.\n" +
	"R05\tEach further partition may be on other nodes. The node that takes the request waits for all of them; the slowest decides.\n" +
	"R06\tALLOW FILTERING reads rows and throws them away. The cost grows with what is read, not with what comes back.\n" +
	"R11\tThe start of a partition is the cheapest place to read. In ascending order the oldest rows stand there: a LIMIT without ORDER BY returns them, and ORDER BY … DESC reads the partition backwards.\n" +
	"R12\tWhat has an equal primary key is one row. Without the identifier in the key, the second of two things with equal key values silently overwrites the first.\n" +
	"R13\tTwo rows of a partition with the same millisecond are one row: the later write overwrites the earlier one, without an error.\n" +
	"R14\tRows with equal keys are one row: of two guests named Smith only the second remains.\n" +
	"R15\tPartitions are what is spread over the nodes. A hundred of them on a cluster of fifty nodes leave some nodes with nothing to do and others with too much.\n" +
	"R16\tAs many partitions as values: a few giant ones, on a few nodes. More nodes do not help.\n" +
	"R17\tAll rows of a partition lie on the same replicas. The one that is ten times as large takes ten times their disk, and mostly ten times their load.\n" +
	"R18\tRows that come with time and share one partition make it grow without a bound. A partition of more than 100 MB makes nodes unstable.\n" +
	"R19\tThe guideline of 100,000 values comes from the storage engine before 3.0. Bytes and rows of a read decide; this is a remark.\n" +
	"R20\tCompaction, repair and reads handle a partition as one thing: large ones take heap and time, and all their load goes to the same replicas.\n" +
	"R21\tUp to a few hundred thousand rows are fine, if each read takes a page of them or has a LIMIT.\n" +
	"R22\tA partition holds at most 2 billion cells. No setting changes that.\n" +
	"R26\tEach bucket is a partition of its own. A query over a month of hourly buckets asks for 720 partitions, to get a few rows from each.\n" +
	"R27\tA bucket is a part of the partition key. A query that cannot compute it has to read every bucket, and filtering reads all partitions of the table besides.\n" +
	"R28\tA month from 1 to 12 puts the same month of every year into one partition. It grows for ever, and the years are mixed.\n" +
	"R30\tEach copy of a value is written again with every change, and may be stale. It pays only where a query reads it.\n" +
	"R31\tEvery table that holds a copy multiplies the writes, and every replica does so again. A batch keeps the copies together, and makes them slower.\n" +
	"R33\tA batch does not make writes faster. The node that takes it stores it on two others, writes to the replicas of all partitions, and waits for all.\n" +
	"R34\tWithin one partition an unlogged batch is one quick write. Over several it promises nothing, and one node does the work of many.\n" +
	"R36\tWith IF the replicas agree in four rounds before they write: several times slower than a plain write, and worse when many want the same partition.\n" +
	"R38\tAn index is local to each node. Without the partition key the node that takes the request asks range after range of the ring, in the end almost all nodes.\n" +
	"R39\tA legacy index keeps one hidden partition a value on each node. With few values these hold a large part of the table.\n" +
	"R40\tOne row is wanted, and almost every node is asked for it.\n" +
	"R41\tViews are experimental and off as shipped: view and table can drift apart, and nothing but a rebuild brings them together.\n" +
	"R43\tA view has partitions as any table: with few values they grow without end.\n" +
	"R44\tWhat is taken out leaves tombstones at the head. Each look for the next row first passes all of them, until reads fail.\n" +
	"R45\tEvery delete is one more write, and its tombstone is read until gc_grace_seconds is over. More than 1,000 of them in one read bring a warning.\n" +
	"R46\tWhat nobody deletes stays. A TTL bounds the table by itself.\n" +
	"R47\tA collection is read as a whole, with the row, at every read.\n" +
	"R48\tCollections are made for about 100 elements: each read of the row reads all of them.\n" +
	"R52\tA regular column is stored in every row. What depends on the partition key alone is the same in each of them: more bytes, and many rows to change when it changes.\n" +
	"R55\tBinary fractions cannot hold ten cents exactly. Sums drift.\n" +
	"R56\tA running number needs one place that counts. A uuid is made anywhere, without collisions; as text it takes 36 B instead of 16 B.\n" +
	"R57\tA code with a meaning, such as a state and a number, runs out of numbers, changes when the thing moves, and collides when two companies merge. A key can never change.\n" +
	"R59\tA date takes 4 B and a timestamp 8 B; both are checked when written and sort by time. Text does neither.\n" +
	"R60\tA value is held in memory whole, several times for one request. From 1 MB on that hurts; 16 MiB is the end.\n" +
	"R61\tPhone numbers and postal codes have leading zeros, signs and letters in some countries. Nobody computes with them.\n" +
	"R62\tPRIMARY KEY (a, b) and PRIMARY KEY ((a, b)) differ much. Inner parentheses show that the choice was made.\n" +
	"R63\tA table is made for a query. Whoever reads the schema should see for which.\n" +
	"R64\tBy custom a table is named entity_by_attributes, after what its queries know. A name that says something else misleads.\n" +
	"R74\tA balance that is read, computed and written back needs a condition, and a condition needs four rounds among the replicas. All who change the same row wait for each other. Events are only added.\n" +
	"R77\tThe rows come partition after partition, sorted by the keys' values: neither in the order of the list nor by time. A LIMIT takes the first partitions.\n" +
	"R79\tTimeWindowCompactionStrategy drops whole files when all their rows have expired. One row without a TTL, or a late change, keeps its file, and every newer file that has to wait for it.\n" +
	"R80\tWith more than 50 windows a read opens many files; with fewer than 10 expired data waits long for its window to close.\n" +
	"R81\tA plain write takes its time from a clock, a lightweight transaction from Paxos. The two do not know each other: values get lost, or come back.\n" +
	"R82\tAfter a timeout nobody knows whether a write took place. Done twice, this one has another effect: a second element, a second row.\n" +
	"R83\tA value travels and lies in memory as a whole, several times for each request. From 1 MB on that costs heap and latency; a mutation of 16 MiB is refused.\n" +
	"R84\tEach row says which columns it has, and each client handles all of them.\n" +
	"R85\tEach table takes memory and metrics on every node, also when nobody uses it.\n" +
	"R86\tWith two copies a quorum needs both: one node down stops reads and writes. SimpleStrategy knows neither racks nor data centers.\n" +
	"R87\tA replica that missed a delete must hear of it before the tombstone goes. Else it brings the row back.\n" +
	"R88\tUntil that moment every later write and delete of the same cells loses, without an error.\n" +
	"R89\tA whole value first deletes what was there: each such write leaves a deletion on disk, also where nothing was there before.\n" +
	"R90\tSAI refuses texts from 8 KiB and vectors from 32 KiB on. A superuser may still write them: then they are stored, not indexed, and no query finds them.\n" +
	"R91\tBehind the one row that comes back stands a scan of all partitions. The server only warns.\n" +
	"R92\tExpired rows stay until gc_grace_seconds is over and compaction takes them. A query without a lower bound passes all of them.\n" +
	"R93\tWhere only TTL removes rows, no delete can be missed: a day of gc_grace_seconds frees the disk sooner. Below three hours a hint would be too old to be replayed.\n" +
	"R94\tTwo steps are two chances to fail. If the program dies between the condition and the batch, the row stays taken, and nobody knows for whom.\n"
