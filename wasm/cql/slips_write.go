// Slips in writes, batches and changes of the schema.

package cql

import (
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

var slipsOfWrites = []slip{
	{in: "INSERT", see: "^VALUES", looks: func(x *explainer) bool { return x.at >= 3 && x.indexOf(tLParen, 0) > x.at }, rule: rule.SYN14, message: "INSERT names its columns before VALUES",
		why: "A row has only the columns that were written, so the server needs to know which.", instead: "write INSERT INTO table (column, …) VALUES (value, …)"},
	{in: "INSERT", see: ") ^, (", rule: rule.SYN14, message: "INSERT writes one row", why: "Rows may belong to different nodes.",
		instead: "write one INSERT for each row; a batch only for rows of one partition"},
	{in: "INSERT", see: "^SELECT", rule: rule.SYN14, why: "A row is written from values, not from a query.", instead: "read first, then write"},
	{in: "INSERT", see: "IF ^EXISTS", rule: rule.SYN16, why: "INSERT only knows IF NOT EXISTS.", insert: "NOT ", title: "write IF NOT EXISTS"},
	{in: "INSERT", see: "^SET", rule: rule.SYN14, why: "INSERT takes columns and values; SET belongs to UPDATE, which writes a missing row as well."},
	{in: "INSERT", see: "^ON CONFLICT|DUPLICATE", rule: rule.SYN14, why: "INSERT overwrites what is there.", try: func(x *explainer) []offer { return x.endBefore("leave it out") }},
	{in: "INSERT", see: "^RETURNING", rule: rule.SYN14, why: "A write returns nothing.", try: func(x *explainer) []offer { return x.endBefore("leave it out") }},

	{in: "UPDATE|DELETE", see: "IF ^NOT", rule: rule.SYN16, why: "UPDATE and DELETE know IF EXISTS and conditions; IF NOT EXISTS belongs to INSERT."},
	{in: "DELETE", see: "^*", rule: rule.SYN11, why: "DELETE without columns deletes whole rows.", drop: true},
	{in: "DELETE", see: "USING ^TTL", rule: rule.SYN15, why: "What is deleted cannot expire; DELETE takes TIMESTAMP only."},
	{clause: "DELETE", see: "$ DELETE any ^any", looks: func(x *explainer) bool { return x.indexOf(kFrom, 0) < 0 },
		try: func(x *explainer) []offer { return offers("write FROM", insert(x.tok(-1).Start, "FROM ")) }},
	{in: "UPDATE|DELETE", clause: "SET", see: "^+=|-=", rule: rule.SYN17, why: "An element or a field is set, not added to.", otherwise: "write the new value of the element"},
	{in: "UPDATE|DELETE", clause: "SET", see: "^.", rule: rule.SYN17, why: "An element or a field is one value: no part of it is set alone.", otherwise: "write the new value of the element"},
	{in: "UPDATE|DELETE", see: "^AND", looks: func(x *explainer) bool { return x.p.err.context == "SET" || x.wants("WHERE") }, rule: rule.SYN17,
		why: "Assignments are separated by commas.", otherwise: "write SET a = 1, b = 2", try: func(x *explainer) []offer {
			from, end := x.cut(x.tok(0))
			return offers("write a comma", replace(diag.Span{Start: from, End: end}, ","))
		}},

	{see: "JSON ^{|quoted", rule: rule.SYN29, why: "The JSON text is one string.", try: func(x *explainer) []offer {
		end := x.at
		if x.has(0, tLBrace) {
			end = x.closing(x.at)
		}
		if end < 0 {
			return nil
		}
		return offers("put the JSON text in quotes", x.quote(x.tok(0).to(x.tokAt(end))))
	}},

	{in: "BEGIN", see: "^LOGGED", rule: rule.SYN19, why: "A batch is logged unless it is UNLOGGED.", drop: true},
	{in: "BEGIN", see: "^TRANSACTION|TRAN|WORK", rule: rule.SYN19, why: "CQL has no transactions; a batch is applied as a whole, and isolated only within a partition."},
	{in: "BEGIN", see: "^END|COMMIT BATCH", rule: rule.SYN19, why: "A batch ends with APPLY BATCH.", write: "APPLY", title: "write APPLY BATCH"},
	{in: "BEGIN", see: "^END|COMMIT", rule: rule.SYN19, why: "A batch ends with APPLY BATCH.", write: "APPLY BATCH"},
	{in: "BEGIN", see: "^;", rule: rule.SYN19, why: "At most one semicolon stands after each statement of a batch.", drop: true, title: "leave out the second semicolon"},
	{in: "BEGIN", see: "^SELECT", rule: rule.SYN19, why: "A batch holds INSERT, UPDATE and DELETE only."},
	{in: "BEGIN", see: "^end", rule: rule.SYN19, message: "the batch is not closed", why: "A batch ends with APPLY BATCH.", append: " APPLY BATCH"},
	{in: "BEGIN", see: "APPLY ^any", append: " BATCH", title: "write APPLY BATCH"},
}

const (
	noColumnWord = "ALTER TABLE has no word COLUMN."
	oneField     = "ALTER TYPE adds one field at a time."
)

var slipsOfChanges = []slip{
	{in: "ALTER", see: "ADD|DROP|ALTER|RENAME COLUMN ^any", rule: rule.SYN25, why: noColumnWord, try: func(x *explainer) []offer { return offers("leave out COLUMN", x.removeTok(x.tok(-1))) }},
	{in: "ALTER", see: "ADD|DROP|ALTER|RENAME COLUMN any ^any", rule: rule.SYN25, why: noColumnWord, try: func(x *explainer) []offer { return offers("leave out COLUMN", x.removeTok(x.tok(-2))) }},
	{in: "ALTER TABLE", see: "^,", looks: func(x *explainer) bool { return x.change() > 0 }, rule: rule.SYN25, why: "Several columns stand in parentheses.", try: (*explainer).columnsInParentheses},
	{in: "ALTER TABLE", see: "^name", looks: func(x *explainer) bool { return x.change() > 0 }, must: true, rule: rule.SYN25, why: "Several columns stand in parentheses, with commas between them.", try: (*explainer).columnsInParentheses},
	{in: "ALTER TYPE", see: "^,", looks: func(x *explainer) bool { return x.change() > 0 }, rule: rule.SYN26, why: oneField, instead: "write one ALTER TYPE for each field"},
	{in: "ALTER TYPE", see: "^(", rule: rule.SYN26, why: oneField, instead: "write one ALTER TYPE for each field"},
	{in: "ALTER TYPE", see: "^DROP", rule: rule.SYN26, why: "A field cannot be taken off a type: stored values hold it.", instead: "rename it, or make a new type"},
	{in: "ALTER", see: "RENAME ^TO", rule: rule.SYN25, why: "A table keeps its name.", instead: "make a new table and copy the rows"},
	{in: "ALTER", see: "^MODIFY|CHANGE", rule: rule.SYN25, why: "The type of a column is fixed.", instead: "add a column of the type you need"},

	{in: "CREATE INDEX or ^CREATE any INDEX", see: "USING ^word", rule: rule.SYN28, why: "The class of an index is a string.", try: (*explainer).asString},
	{in: "CREATE INDEX or ^CREATE any INDEX", see: "^.", looks: func(x *explainer) bool { return x.wants("ON") }, rule: rule.SYN28,
		why: "An index is made in the keyspace of its table and takes no keyspace of its own.", try: (*explainer).withoutKeyspace},
	{in: "CREATE INDEX or ^CREATE any INDEX", clause: "the indexed columns", see: "^( name", must: true, rule: rule.SYN28, why: "An index with the partition key in front is a local index of ScyllaDB. Every node of Cassandra indexes its own rows.", instead: "name the column alone", try: func(x *explainer) []offer {
		if end := x.closing(x.at); end > 0 && x.tokAt(end+1).kind == tComma {
			return offers("name the column alone", remove(x.tok(0).Start, x.tokAt(end+2).Start))
		}
		return nil
	}},
	{in: "CREATE INDEX or ^CREATE any INDEX", clause: "the indexed columns", see: "^(", rule: rule.SYN28, why: "An index covers a column, or keys, values, entries or full of a collection."},
	{in: "CREATE INDEX or ^CREATE any INDEX", see: "^ASC|DESC", rule: rule.SYN28, why: "An index has no order.", drop: true},
}

// change returns the index of the ADD or DROP of an ALTER, or -1.
func (x *explainer) change() int {
	for i := 2; i < len(x.toks); i++ {
		if x.fits(i, "ADD|DROP") {
			return i
		}
	}
	return -1
}

// columnsInParentheses turns ADD a int, ADD b int into ADD (a int, b int).
func (x *explainer) columnsInParentheses() []offer {
	change, last := x.change(), len(x.toks)-1
	for x.fits(last, ";") {
		last--
	}
	edits := []diag.Edit{insert(x.tokAt(change+1).Start, "(")}
	for i := change + 1; i < len(x.toks); i++ {
		switch {
		case i == x.at && !x.fits(i, ","):
			edits = append(edits, insert(x.tok(-1).End, ","))
		case x.tokAt(i).kind == x.tokAt(change).kind && x.fits(i-1, ","):
			edits = append(edits, remove(x.tokAt(i).Start, x.tokAt(i+1).Start))
		}
	}
	return offers("put the columns in parentheses", append(edits, insert(x.tokAt(last).End, ")"))...)
}
