package lab

// This file says in plain words what a read or a write asks of storage.

import (
	"strconv"
	"strings"

	"partitionlab/wasm/number"
	"partitionlab/wasm/plan"
	"partitionlab/wasm/schema"
	"partitionlab/wasm/session"
)

// planSentence says what an accepted read or write costs.
func planSentence(p *plan.Access) string {
	switch {
	case p.Batch != "":
		return batchSentence(p)
	case p.Write:
		return writeSentence(p)
	}
	return readSentence(p)
}

// howMany is a number of things, −1 for as many as a bind marker holds.
func howMany(n int, one, many string) string {
	switch n {
	case 1:
		return "one " + one
	case -1:
		return "a list of " + many
	}
	return strconv.Itoa(n) + " " + many
}

// rowsText says which rows of a partition are touched: "one row".
func rowsText(p *plan.Access) string {
	switch p.Rows {
	case plan.OneRow:
		return "one row"
	case plan.SomeRows:
		return howMany(p.RowCount, "row", "rows")
	case plan.RowSlice:
		if p.Slices != 1 {
			return howMany(p.Slices, "slice", "slices") + " of rows"
		}
		return "a slice of neighboring rows"
	case plan.StaticRow:
		return "the static row"
	}
	return "all rows"
}

func indexNames(list []*schema.Index) string {
	names := make([]string, len(list))
	for i, ix := range list {
		names[i] = ix.Name
	}
	word := "index "
	if len(list) > 1 {
		word = "indexes "
	}
	return word + strings.Join(names, " and ")
}

// asked is the coordinator: readers meet these sentences before they meet the word.
const asked = "the node that takes the request"

func readSentence(p *plan.Access) string {
	var b strings.Builder
	each, asker := "", asked
	switch p.Partitions {
	case plan.NoPartition:
		if p.Excluded {
			return "Returns nothing without reading: no row can match."
		}
		return "Returns nothing without reading: the list of keys is empty."
	case plan.OnePartition:
		b.WriteString("Reads one partition")
	case plan.SomePartitions:
		b.WriteString("Reads " + howMany(p.Count, "partition", "partitions") + ": " + asked + " asks nodes that hold each of them")
		each, asker = " of each", "it"
	case plan.TokenRangeOfTable:
		b.WriteString("Scans a part of the ring, partition after partition")
	case plan.AllPartitions:
		b.WriteString("Scans every partition of the table, on all nodes")
	case plan.IndexedPartitions:
		b.WriteString("Asks the " + indexNames(p.Indexes) + " on all nodes, range after range of the ring, until enough rows are found")
	case plan.OneIndexedPartition:
		b.WriteString("Searches one partition with the " + indexNames(p.Indexes) + " on its replicas")
	}
	limited := p.Limit > 0 && !p.Aggregated && p.Rows == plan.WholePartition // not all of them, then
	if p.Partitions <= plan.SomePartitions && len(p.Table.Clustering) > 0 && !limited {
		b.WriteString(", " + rowsText(p) + each)
	}
	if p.Partitions <= plan.SomePartitions && p.Rows != plan.OneRow && len(p.Table.Clustering) > 0 && !p.Sorted {
		if p.Reversed {
			b.WriteString(", from its end (against the stored order)")
		} else {
			b.WriteString(", in the stored order")
		}
	}
	if p.Filtered {
		b.WriteString("; reads rows that it then throws away")
	}
	if p.Sorted && p.Nearest {
		b.WriteString("; the nearest vectors come first")
	} else if p.Sorted {
		b.WriteString("; " + asker + " sorts the rows of all of them")
	}
	switch {
	case p.Aggregated:
		b.WriteString("; " + asker + " reads page after page and returns only the result")
	case p.Limit > 0:
		b.WriteString("; stops after " + howMany(p.Limit, "row", "rows"))
	case p.Paged:
		b.WriteString("; more than " + number.Count(session.PageSize) + " rows come in several answers")
	}
	b.WriteByte('.')
	return b.String()
}

func writeSentence(p *plan.Access) string {
	var b strings.Builder
	partition := "one partition"
	switch p.Partitions {
	case plan.NoPartition:
		return "Writes nothing: the list of keys is empty."
	case plan.SomePartitions:
		partition = howMany(p.Count, "partition", "partitions")
	}
	switch {
	case p.Tombstone && p.Rows == plan.WholePartition:
		b.WriteString("Writes one tombstone for " + partition + " as a whole")
	case p.Tombstone && p.Rows == plan.RowSlice:
		b.WriteString("Writes a range tombstone over " + rowsText(p) + " of " + partition)
	case p.Tombstone:
		b.WriteString("Writes a tombstone for " + rowsText(p) + " of " + partition)
	case p.Columns:
		b.WriteString("Writes tombstones for columns of " + rowsText(p) + " of " + partition)
	default:
		b.WriteString("Writes " + rowsText(p) + " of " + partition + " to its replicas")
	}
	switch {
	case p.Conditional:
		b.WriteString("; a lightweight transaction: the replicas agree first, in four rounds of messages, as Cassandra is shipped")
	case p.Table.Counter:
		b.WriteString("; a replica reads the count and adds to it")
	case p.ReadsFirst:
		b.WriteString("; " + asked + " reads the list first")
	default:
		b.WriteString(", without reading first")
	}
	b.WriteByte('.')
	return b.String()
}

func batchSentence(p *plan.Access) string {
	switch {
	case len(p.Members) == 0:
		return "Writes nothing: the batch is empty."
	case p.Conditional:
		return "Changes one partition as one lightweight transaction: all conditions hold, or nothing is written."
	case p.Count == 1:
		return "Writes one partition at once: its replicas see all statements or none, and it costs as much as one write."
	case p.Batch == "logged":
		return "Writes " + howMany(p.Count, "partition", "partitions") + ": " + asked + " first stores the batch on two other nodes, then writes each partition to its replicas, then deletes what it stored."
	case p.Batch == "counter":
		return "Counts in " + howMany(p.Count, "partition", "partitions") + ", each on its own: after an error you cannot know which of them were counted."
	}
	return "Writes " + howMany(p.Count, "partition", "partitions") + ", each on its own through one node: separate asynchronous writes are faster."
}
