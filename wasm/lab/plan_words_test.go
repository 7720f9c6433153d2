package lab

import (
	"strings"
	"testing"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/session"
)

const planTables = `
CREATE TABLE kv  (k int PRIMARY KEY, v int, txt text);
CREATE TABLE t   (k int, c1 int, c2 int, v int, s int static, PRIMARY KEY (k, c1, c2));
CREATE TABLE p2  (k1 int, k2 int, v int, PRIMARY KEY ((k1, k2)));
CREATE TYPE addr (street text, zip int);
CREATE TABLE col (k int PRIMARY KEY, l list<int>, st set<text>, m map<text,int>, fl frozen<list<int>>, fm frozen<map<text,int>>, u addr, fu frozen<addr>, tp tuple<int,text>, d duration);
CREATE TABLE cnt (k int PRIMARY KEY, c counter);
CREATE TABLE vec (k int PRIMARY KEY, cat text, e vector<float,3>);
CREATE INDEX ve ON vec (e) USING 'sai';
CREATE TABLE ki  (k int PRIMARY KEY, v int, txt text);
CREATE INDEX kiv ON ki (v);
CREATE TABLE ks2 (k int, c int, v int, txt text, PRIMARY KEY (k, c)) WITH CLUSTERING ORDER BY (c DESC);
CREATE INDEX ksv ON ks2 (v) USING 'sai';
CREATE INDEX kst ON ks2 (txt) USING 'sai';
`

// TestPlanSentences: what an accepted read or write costs, in words.
func TestPlanSentences(t *testing.T) {
	s := session.New(session.Settings{Keyspace: "ks", Now: 1_700_000_000})
	for _, r := range s.Script(diag.NewSource("", planTables)) {
		if !r.Accepted() {
			t.Fatal(r.Diag)
		}
	}
	for _, c := range []struct{ cql, want string }{
		{"SELECT * FROM kv WHERE k = 1", "Reads one partition."},
		{"SELECT * FROM t WHERE k = 1", "Reads one partition, all rows, in the stored order; more than 5,000 rows come in several answers."},
		{"SELECT * FROM t WHERE k = 1 ORDER BY c1 DESC LIMIT 3", "Reads one partition, from its end (against the stored order); stops after 3 rows."},
		{"SELECT * FROM t WHERE k = 1 AND c1 = 1 AND c2 = 2", "Reads one partition, one row."},
		{"SELECT * FROM t WHERE k = 1 AND c1 = 1 AND c2 IN (2, 3)", "Reads one partition, 2 rows, in the stored order."},
		{"SELECT * FROM t WHERE k = 1 AND c1 > 1", "Reads one partition, a slice of neighboring rows, in the stored order; more than 5,000 rows come in several answers."},
		{"SELECT * FROM t WHERE k IN (1, 2, 2) AND c1 IN (1, 2)", "Reads 2 partitions: the node that takes the request asks nodes that hold each of them, 2 slices of rows of each, in the stored order; more than 5,000 rows come in several answers."},
		{"SELECT * FROM t WHERE k IN ?", "Reads a list of partitions: the node that takes the request asks nodes that hold each of them, all rows of each, in the stored order; more than 5,000 rows come in several answers."},
		{"SELECT * FROM t WHERE k IN ()", "Returns nothing without reading: no row can match."},
		{"SELECT * FROM t WHERE k = 1 AND c1 > 5 AND c1 < 5", "Returns nothing without reading: no row can match."},
		{"SELECT * FROM kv", "Scans every partition of the table, on all nodes; more than 5,000 rows come in several answers."},
		{"SELECT count(*) FROM kv", "Scans every partition of the table, on all nodes; the node that takes the request reads page after page and returns only the result."},
		{"SELECT * FROM kv WHERE token(k) > 0", "Scans a part of the ring, partition after partition; more than 5,000 rows come in several answers."},
		{"SELECT * FROM kv WHERE v = 1 ALLOW FILTERING", "Scans every partition of the table, on all nodes; reads rows that it then throws away; more than 5,000 rows come in several answers."},
		{"SELECT * FROM ki WHERE v = 1", "Asks the index kiv on all nodes, range after range of the ring, until enough rows are found; more than 5,000 rows come in several answers."},
		{"SELECT * FROM ki WHERE k = 1 AND v = 1", "Searches one partition with the index kiv on its replicas; more than 5,000 rows come in several answers."},
		{"SELECT * FROM ks2 WHERE v = 1 AND txt = 'a'", "Asks the indexes kst and ksv on all nodes, range after range of the ring, until enough rows are found; more than 5,000 rows come in several answers."},
		{"SELECT * FROM ki WHERE v = 1 AND txt = 'a' ALLOW FILTERING", "Asks the index kiv on all nodes, range after range of the ring, until enough rows are found; reads rows that it then throws away; more than 5,000 rows come in several answers."},
		{"SELECT k FROM vec ORDER BY e ANN OF [1, 2, 3] LIMIT 3", "Asks the index ve on all nodes, range after range of the ring, until enough rows are found; the nearest vectors come first; stops after 3 rows."},
		{"INSERT INTO kv (k, v) VALUES (1, 2)", "Writes one row of one partition to its replicas, without reading first."},
		{"INSERT INTO t (k, s) VALUES (1, 2)", "Writes the static row of one partition to its replicas, without reading first."},
		{"INSERT INTO kv (k) VALUES (1) IF NOT EXISTS", "Writes one row of one partition to its replicas; a lightweight transaction: the replicas agree first, in four rounds of messages, as Cassandra is shipped."},
		{"UPDATE kv SET v = 1 WHERE k IN (1, 2)", "Writes one row of 2 partitions to its replicas, without reading first."},
		{"UPDATE col SET l = l - [1] WHERE k = 1", "Writes one row of one partition to its replicas; the node that takes the request reads the list first."},
		{"UPDATE cnt SET c = c + 1 WHERE k = 1", "Writes one row of one partition to its replicas; a replica reads the count and adds to it."},
		{"DELETE FROM t WHERE k = 1", "Writes one tombstone for one partition as a whole, without reading first."},
		{"DELETE FROM t WHERE k = 1 AND c1 > 2", "Writes a range tombstone over a slice of neighboring rows of one partition, without reading first."},
		{"DELETE v FROM kv WHERE k = 1", "Writes tombstones for columns of one row of one partition, without reading first."},
		{"BEGIN BATCH INSERT INTO kv (k) VALUES (1) INSERT INTO kv (k) VALUES (1) APPLY BATCH", "Writes one partition at once: its replicas see all statements or none, and it costs as much as one write."},
		{"BEGIN BATCH INSERT INTO kv (k) VALUES (1) INSERT INTO kv (k) VALUES (2) APPLY BATCH", "Writes 2 partitions: the node that takes the request first stores the batch on two other nodes, then writes each partition to its replicas, then deletes what it stored."},
		{"BEGIN UNLOGGED BATCH INSERT INTO kv (k) VALUES (1) INSERT INTO kv (k) VALUES (2) APPLY BATCH", "Writes 2 partitions, each on its own through one node: separate asynchronous writes are faster."},
	} {
		r := s.Exec(c.cql)
		if !r.Accepted() || r.Verdict.Plan == nil {
			t.Errorf("%s\n  refused: %+v", c.cql, r.Diag)
			continue
		}
		if got := planSentence(r.Verdict.Plan); got != c.want {
			t.Errorf("%s\n  got  %s\n  want %s", c.cql, got, c.want)
		}
	}
}

// TestBatchLabels: the label of a batch says of its partitions what its sentence says,
// whatever its kind, and with markers what can be known without their values.
func TestBatchLabels(t *testing.T) {
	s := session.New(session.Settings{Keyspace: "ks", Now: 1_700_000_000})
	s.Script(diag.NewSource("", planTables))
	kinds := []struct{ begin, write string }{
		{"BEGIN BATCH ", "UPDATE t SET v = % WHERE k = # AND c1 = 1 AND c2 = @;"},
		{"BEGIN UNLOGGED BATCH ", "UPDATE t SET v = % WHERE k = # AND c1 = 1 AND c2 = @;"},
		{"BEGIN COUNTER BATCH ", "UPDATE cnt SET c = c + % WHERE k = #;"},
		{"BEGIN BATCH ", "UPDATE t SET v = % WHERE k = # AND c1 = 1 AND c2 = @ IF v = 7;"},
	}
	for _, c := range []struct{ value, first, second, label, more string }{
		{"8", "1", "1", "one partition", " one partition"},
		{"?", "1", "1", "one partition", " one partition"},
		{"8", "1", "2", "several partitions", " 2 partitions"},
		{"?", "1", "2", "several partitions", " 2 partitions"},
		{"8", "?", "?", "several partitions", " 2 partitions"},
	} {
		for _, kind := range kinds {
			fill := func(key, row string) string {
				return strings.NewReplacer("%", c.value, "#", key, "@", row).Replace(kind.write)
			}
			text := kind.begin + fill(c.first, "1") + fill(c.second, "2") + " APPLY BATCH"
			label, says := c.label, c.more
			if strings.Contains(kind.write, "IF") {
				if c.first != c.second {
					continue // refused
				}
				label, says = "one partition", " one partition"
			}
			r := s.Exec(text)
			if !r.Accepted() || r.Verdict.Plan == nil {
				t.Errorf("%s\n  refused: %+v", text, r.Diag)
				continue
			}
			if got, _ := service(r.Verdict.Plan); got != label {
				t.Errorf("%s\n  is labelled %s, want %s", text, got, label)
			}
			if got := planSentence(r.Verdict.Plan); !strings.Contains(got, says) {
				t.Errorf("%s\n  got  %s\n  want%s", text, got, says)
			}
		}
	}
}
