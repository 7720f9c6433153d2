// Slips in what makes a table, a type, a function: columns, keys, options.

package cql

import (
	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

// Clauses as the parser calls them.
const (
	inColumns = "the columns|ADD|the fields|ALTER"
	inOptions = "WITH|after CREATE TABLE|after ALTER TABLE|after the statement|CREATE KEYSPACE|CREATE|CREATE INDEX|after CREATE MATERIALIZED VIEW"
	inOrder   = "CLUSTERING ORDER BY"
	inKey     = "PRIMARY KEY"
)

const (
	noForeignKeys  = "There are no foreign keys: the rows of another table lie on other nodes."
	noConstraints  = "Cassandra 5.0 has no constraints."
	noCounting     = "No node can count for all the others; use a uuid or a timeuuid."
	joinedByAnd    = "Options are joined by AND."
	constantOption = "The value of an option is a constant or a map."
	orderIsOption  = "The order of the rows is an option of the table: it is fixed when the table is made."
	withOrder      = "write WITH CLUSTERING ORDER BY (column DESC)"
	aWholeKey      = "write PRIMARY KEY ((partition key), clustering columns)"
)

var slipsOfFunctions = []slip{
	{clause: "CREATE AGGREGATE", see: "^.", rule: rule.SYN34, why: "The functions of an aggregate are in its own keyspace.", try: (*explainer).withoutKeyspace},
	{clause: "CREATE FUNCTION", see: "RETURNS ^~NULL", rule: rule.SYN34, why: "A function says first what it does with null.", every: true,
		try: func(x *explainer) []offer {
			at := x.tok(-1).Start
			return append(offers("call it with null, too", insert(at, "CALLED ON NULL INPUT ")), offers("return null for null", insert(at, "RETURNS NULL ON NULL INPUT "))...)
		}},
	{clause: "CREATE FUNCTION", see: "LANGUAGE ^string", try: func(x *explainer) []offer {
		return offers("write the language without quotes", replace(x.tok(0).Span, stringText(x.word(0))))
	}},
	{see: "AS ^any", looks: func(x *explainer) bool { return x.p.err.want == "a native type" }, rule: rule.SYN31, why: "CAST makes native types only."},
}

var slipsOfTables = []slip{
	{clause: inColumns, see: "PRIMARY KEY ^(", must: true, often: true, rule: rule.SYN20, why: "Commas separate the columns from each other and from the primary key.",
		try: func(x *explainer) []offer {
			return offers("put a comma before PRIMARY KEY", insert(x.tok(-3).End, ","))
		}},
	// What SQL allows behind a column's type.
	{clause: inColumns, often: true, see: "name ^( int", looks: func(x *explainer) bool { return x.closing(x.at) > 0 }, rule: rule.SYN20, why: "A type has no length: a value takes the space it needs.", try: (*explainer).withoutLength},
	{clause: inColumns, often: true, see: "^NOT", rule: rule.SYN20, why: "NOT NULL does not exist: only the columns of the primary key are required.", try: (*explainer).withoutOption},
	{clause: inColumns, often: true, see: "^NULL", rule: rule.SYN20, why: "Every column but those of the key may be missing.", try: (*explainer).withoutOption},
	{clause: inColumns, often: true, see: "^DEFAULT", rule: rule.SYN20, why: "There are no default values: a column that is not written is not there.", try: (*explainer).withoutOption},
	{clause: inColumns, often: true, see: "^UNIQUE", rule: rule.SYN20, why: "Nothing but the primary key is unique.", try: (*explainer).withoutOption},
	{clause: inColumns, often: true, see: "^CHECK|CONSTRAINT", rule: rule.SYN20, why: noConstraints, try: (*explainer).withoutOption},
	{clause: inColumns, often: true, see: "^REFERENCES|FOREIGN", rule: rule.SYN20, why: noForeignKeys, try: (*explainer).withoutOption},
	{clause: inColumns, often: true, see: "^AUTO_INCREMENT|AUTOINCREMENT|IDENTITY", rule: rule.SYN20, why: noCounting, try: (*explainer).withoutOption},
	{clause: inColumns, often: true, see: "^UNSIGNED", rule: rule.SYN20, why: "Numbers have a sign.", try: (*explainer).withoutOption},
	{clause: inColumns, often: true, see: "^COLLATE", rule: rule.SYN20, why: "Text is compared byte by byte.", try: (*explainer).withoutOption},
	{clause: inColumns, often: true, see: "^COMMENT", rule: rule.SYN20, why: "Only the whole table has a comment.", try: (*explainer).withoutOption},
	{clause: inColumns, often: true, see: "^INDEX", rule: rule.SYN20, why: "An index is made by CREATE INDEX.", try: (*explainer).withoutOption},
	{clause: inColumns, often: true, see: "^GENERATED", rule: rule.SYN20, why: "There are no computed columns.", try: (*explainer).withoutOption},

	{clause: inColumns, see: "name ^,|)|PRIMARY", looks: func(x *explainer) bool { return x.wants("a type") }, rule: rule.SYN20,
		message: "the column {before} has no type", instead: "write a type behind the name", append: " text", title: "make it text"},
	{clause: inColumns, see: "KEY ^STATIC", rule: rule.SYN20, why: "STATIC stands before PRIMARY KEY, and a column of the key is never static.", drop: true},
	{clause: "the fields", see: "( ^)", why: "A type has at least one field."},
	{clause: inColumns, see: "( ^)", why: "A table has at least one column."},

	// Collections without what they hold.
	{clause: inColumns, see: "SET ^,|)|PRIMARY", rule: rule.SYN27, why: "A set says what it holds.", append: "<text>", title: "make it a set of text"},
	{clause: inColumns, see: "^>", looks: func(x *explainer) bool { return x.fits(x.generic(), "MAP") }, rule: rule.SYN27, why: "A map has two types, one for keys and one for values."},
	{clause: inColumns, see: "^>", looks: func(x *explainer) bool { return x.fits(x.generic(), "VECTOR") }, rule: rule.SYN27, why: "A vector says how many dimensions it has.", instead: "write vector<float, 3>"},
	{clause: inColumns, see: "^>", looks: func(x *explainer) bool { return x.generic() >= 0 }, rule: rule.SYN27, why: "A type in angle brackets says what it holds."},

	// Options in WITH.
	{clause: inOptions, see: "^,", looks: func(x *explainer) bool { return x.behind(kWith) }, rule: rule.SYN23, why: joinedByAnd, otherwise: "write AND between them", write: " AND"},
	{clause: inOptions, see: "^WITH", looks: func(x *explainer) bool { return x.behind(kWith) }, rule: rule.SYN24, why: joinedByAnd, otherwise: "write AND between them", write: "AND"},
	{in: "CREATE", clause: inOptions, see: "^CLUSTERING ORDER BY", looks: func(x *explainer) bool { return x.behind(kWith) }, rule: rule.SYN23, why: joinedByAnd, insert: "AND "},
	{in: "CREATE", clause: inOptions, see: "^CLUSTERING ORDER BY", rule: rule.SYN23, why: orderIsOption, instead: withOrder, insert: "WITH "},
	{in: "CREATE", clause: inOptions, see: "WITH|AND ^ORDER BY", rule: rule.SYN23, why: orderIsOption, instead: withOrder, insert: "CLUSTERING "},
	{in: "CREATE", clause: inOptions, see: "^ORDER BY", rule: rule.SYN23, why: orderIsOption, instead: withOrder, insert: "WITH CLUSTERING "},
	{see: "CLUSTERING ORDER ^(", rule: rule.SYN23, why: "The option is CLUSTERING ORDER BY, all three words.", insert: "BY "},
	{clause: inOptions, see: "CLUSTERING ^ORDER", rule: rule.SYN23, why: "The order of the rows is fixed when the table is made.", instead: "make a new table with the order you need"},
	{clause: inOptions, see: "= ^word", rule: rule.SYN24, why: constantOption, try: (*explainer).asString},
	{clause: inOptions, see: "= int ^word", looks: (*explainer).touchesLast, rule: rule.SYN24, why: constantOption, try: func(x *explainer) []offer { return x.stringOf(-1, 0) }},
	{clause: inOptions, see: "name ^:", rule: rule.SYN24, why: "The keys and values in an option's map are constants.", try: func(x *explainer) []offer { return x.stringOf(-1, -1) }},
	{clause: "WITH", see: "{|,|: name ^any", rule: rule.SYN24, why: "The keys and values in an option's map are constants.", try: func(x *explainer) []offer { return x.stringOf(-1, -1) }},
	{clause: "WITH", see: ": ^name", try: (*explainer).asString},
	{in: "CREATE KEYSPACE", clause: inOptions, see: "^end|;", looks: func(x *explainer) bool { return x.fits(x.at, "end") || !x.behind(kWith) }, rule: rule.SYN03,
		why: "A keyspace says how many nodes hold each row.", append: " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}", title: "keep one copy of each row"},

	// Keys in another shape.
	{clause: inKey, see: "KEY ^name", rule: rule.SYN22, why: "The columns of the key stand in parentheses.", try: func(x *explainer) []offer {
		last := x.at
		for x.sees("^any , name ~name", last) {
			last += 2
		}
		return offers("put the key in parentheses", x.parenthesize(x.at, last)...)
	}},
	{clause: inKey, see: ", ^(", rule: rule.SYN22, why: "Only the partition key, which comes first, has parentheses of its own.", try: func(x *explainer) []offer {
		return x.unparenthesize("leave out the inner parentheses", x.at)
	}},
	{clause: inKey, see: "( ^)", rule: rule.SYN22, why: "A key has at least one column."},
	{clause: inKey, see: "^ASC|DESC", rule: rule.SYN23, why: "The order of clustering columns stands after the table, in WITH CLUSTERING ORDER BY.", drop: true},
	{clause: inOrder, see: "name ^,|)", rule: rule.SYN23, why: "Here each column needs ASC or DESC.", append: " ASC"},
	{clause: inOrder, see: "BY ^name", rule: rule.SYN23, why: "The columns stand in parentheses, each with ASC or DESC.", try: func(x *explainer) []offer {
		last := x.at
		for x.fits(last+1, "name|,|ASC|DESC") {
			last++
		}
		return offers("put the columns in parentheses", x.parenthesize(x.at, last)...)
	}},
	{see: "^CLUSTERING KEY", rule: rule.SYN22, why: "Clustering columns follow the partition key inside PRIMARY KEY.", instead: aWholeKey},
	{see: "^PARTITION KEY or PARTITION ^KEY", rule: rule.SYN22, why: "The partition key is the first part of PRIMARY KEY.", instead: aWholeKey},
}

// withoutKeyspace leaves out the name and the dot of a keyspace.
func (x *explainer) withoutKeyspace() []offer {
	return offers("leave out the keyspace", remove(x.tok(-1).Start, x.tok(0).End))
}

// withoutLength leaves out the length that opens in the way.
func (x *explainer) withoutLength() []offer {
	from, _ := x.cut(x.tok(0))
	end := x.tokAt(x.closing(x.at)).End
	list := offers("leave out the length", remove(from, end))
	if x.fits(x.at-1, "CHAR") {
		list = append(list, offers("write text", replace(diag.Span{Start: x.tok(-1).Start, End: end}, "text"))...)
	}
	return list
}

// withoutOption leaves out what SQL allows behind a column's type, or as an item of
// its own.
func (x *explainer) withoutOption() []offer {
	end, depth := x.at, 0
	for ; end < len(x.toks) && (depth > 0 || !x.fits(end, ",|)|PRIMARY|STATIC")); end++ {
		switch x.tokAt(end).kind {
		case tLParen:
			depth++
		case tRParen:
			depth--
		}
	}
	from := x.tok(-1).End
	if x.has(-1, tComma) { // a whole item
		from = x.tok(-1).Start
	}
	last := x.tokAt(end - 1)
	words, at := "leave out ", x.tok(0).Start
	for _, t := range x.toks[x.at:end] {
		word := x.text[t.Start:t.End]
		if !t.constant() && t.kind != tQuoted {
			word = upper(fold(word))
		}
		if t.Start > at {
			words += " "
		}
		words, at = words+word, t.End
	}
	return offers(words, remove(from, last.End))
}

// generic returns the index of the word whose angle brackets close in the way,
// or -1.
func (x *explainer) generic() int {
	for i, depth := x.at-1, 0; i > 0; i-- {
		switch x.tokAt(i).kind {
		case tGt:
			depth++
		case tLt:
			if depth--; depth < 0 {
				return i - 1
			}
		}
	}
	return -1
}
