// Slips in reads: select lists, tables, and the order of clauses.

package cql

import (
	"sort"
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

const readTwice = "make a table that already holds what this query needs, or read twice"

var slipsOfReads = []slip{
	{see: "$ SELECT * ^,", rule: rule.SYN08, why: "* already means all columns; nothing can stand beside it."},
	{in: "SELECT", see: "( DISTINCT ^any or ( DISTINCT any ^any", rule: rule.SYN08, why: "DISTINCT counts nothing in CQL: it stands after SELECT and names the whole partition key."},
	{in: "SELECT", see: "DISTINCT ^JSON", rule: rule.SYN09, try: func(x *explainer) []offer {
		return offers("write JSON DISTINCT", replace(x.tok(-1).to(x.tok(0)), "JSON DISTINCT"))
	}},
	{in: "SELECT", see: "^TOP or TOP ^any", rule: rule.SYN06, why: "CQL has no TOP.", instead: "write LIMIT at the end"},
	{in: "SELECT", see: "name|) ^name", looks: func(x *explainer) bool { return !x.has(0, kAs) && x.indexOf(kFrom, 0) > x.at }, rule: rule.SYN06,
		why: "Another name for a column is given with AS.", otherwise: "write column AS name", every: true, often: true, try: func(x *explainer) []offer {
			comma := offers("put a comma between the columns", insert(x.tok(-1).End, ","))
			if x.has(1, tLParen) { // no other name
				return comma
			}
			return append(offers("write AS", insert(x.tok(0).Start, "AS ")), comma...)
		}},

	// Tables in FROM that are more than one name.
	{in: "SELECT|DELETE", clause: "FROM", see: "^,", looks: func(x *explainer) bool { return x.behind(kFrom) }, rule: rule.SYN06, message: "a query reads one table",
		why: "The rows of two tables lie on different nodes, so there are no joins.", instead: readTwice},
	{in: "SELECT|DELETE", looks: (*explainer).alias, rule: rule.SYN06, why: "A table has no other name in a query: there is only one.",
		otherwise: "leave the other name out", try: (*explainer).withoutAlias},
	{in: "SELECT|DELETE", see: ". any ^.", looks: func(x *explainer) bool { return x.behind(kFrom) }, why: "A name has at most two parts: keyspace.table."},
}

// alias reports whether another name for a table stands in the way.
func (x *explainer) alias() bool {
	from := x.indexOf(kFrom, 0)
	return from >= 0 && from < x.at && x.at <= from+4 &&
		(x.has(0, kAs) || x.at > from+1 && x.sees("name ^word", x.at) && nearKeyword(x.word(0)) == "")
}

// withoutAlias leaves out another name for a table, also before columns: u.id is
// the column id.
func (x *explainer) withoutAlias() []offer {
	alias := x.at
	if x.has(0, kAs) {
		alias++
	}
	edits := []diag.Edit{remove(x.tok(-1).End, x.tokAt(alias).End)}
	for i, owner := range x.toks {
		if x.sees("^any .", i) && strings.EqualFold(x.textAt(i), x.textAt(alias)) {
			edits = append(edits, remove(owner.Start, x.tokAt(i+1).End))
		}
	}
	sort.Slice(edits, func(i, j int) bool { return edits[i].Start < edits[j].Start })
	return offers("leave out the other name", edits...)
}

// ---- the order of clauses

var slipsOfOrder = []slip{
	{in: "SELECT", must: true, rule: rule.SYN12, why: "The clauses come in one order: WHERE, GROUP BY, ORDER BY, PER PARTITION LIMIT, LIMIT, ALLOW FILTERING.",
		try: inThisOrder("WHERE", "^GROUP BY", "^ORDER BY", "^PER PARTITION", "~PARTITION ^LIMIT", "ALLOW")},
	{in: "INSERT", must: true, rule: rule.SYN15, why: "IF NOT EXISTS comes before USING.", try: inThisOrder("IF", "USING")},
	{in: "UPDATE", must: true, rule: rule.SYN15, why: "USING comes before SET, IF comes last.", try: inThisOrder("USING", "~< ^SET", "WHERE", "IF")},
	{in: "DELETE", must: true, rule: rule.SYN15, why: "USING comes before WHERE, IF comes last.", try: inThisOrder("USING", "WHERE", "IF")},
	{in: "CREATE INDEX|CUSTOM", must: true, rule: rule.SYN28, why: "USING comes before WITH.", try: inThisOrder("USING", "WITH")},
}

// inThisOrder brings the clauses of a statement into an order; each is a pattern of
// how it begins.
func inThisOrder(order ...string) func(*explainer) []offer {
	return func(x *explainer) []offer {
		rank := func(i int) int {
			for r, begins := range order {
				if x.sees(begins, i) {
					return r
				}
			}
			return -1
		}
		var starts []int
		depth := 0
		for i, t := range x.toks {
			switch t.kind {
			case tLParen, tLBracket, tLBrace, tExpr:
				depth++
			case tRParen, tRBracket, tRBrace:
				depth--
			}
			if depth == 0 && i > 0 && rank(i) >= 0 {
				starts = append(starts, i)
			}
		}
		if len(starts) < 2 {
			return nil
		}
		end := len(x.toks)
		for end > 1 && x.tokAt(end-1).kind == tSemi {
			end--
		}
		clauses := make([]struct {
			rank int
			text string
		}, len(starts))
		for n, i := range starts {
			stop := end
			if n+1 < len(starts) {
				stop = starts[n+1]
			}
			clauses[n].rank, clauses[n].text = rank(i), x.text[x.tokAt(i).Start:x.tokAt(stop-1).End]
		}
		less := func(i, j int) bool { return clauses[i].rank < clauses[j].rank }
		if sort.SliceIsSorted(clauses, less) {
			return nil
		}
		sort.SliceStable(clauses, less)
		parts := make([]string, len(clauses))
		for i, c := range clauses {
			parts[i] = c.text
		}
		return offers("bring the clauses into order", replace(x.tokAt(starts[0]).to(x.tokAt(end-1)), strings.Join(parts, " ")))
	}
}
