// Slips in conditions.

package cql

import (
	"strings"

	"partitionlab/wasm/diag"
	"partitionlab/wasm/rule"
)

const noOffset = "let the driver page, or go on after the last key you have seen"

var slipsOfConditions = []slip{
	{clause: "WHERE|IF|SET", looks: func(x *explainer) bool { return x.operator() != "" }, rule: rule.SYN06, why: "CQL compares with =, <, <=, >, >= and !=.",
		otherwise: "write one of these", try: (*explainer).writeOperator},

	{see: "^OR", rule: rule.SYN06, why: "All conditions must hold: a read goes to rows that lie together, and OR names several places.",
		instead: "for values of one column write IN; otherwise run one query for each side", try: (*explainer).orToIn},
	{see: "^BETWEEN", rule: rule.SYN06, why: "Cassandra 5.0 has no BETWEEN.", otherwise: "write column >= a AND column <= b", try: (*explainer).twoBounds},
	{see: "WHERE|AND ^NOT", rule: rule.SYN06, why: "CQL has no NOT: what is not there cannot be looked up.", instead: "read the rows and filter them in the application"},
	{see: "^NOT IN|LIKE|CONTAINS", rule: rule.SYN06, why: "CQL has no NOT {BEHIND}: what is not there cannot be looked up.", instead: "read the rows and filter them in the application"},
	{see: "IS ^NULL", rule: rule.SYN06, why: "A column that is not set takes no space and is in no index, so there is nothing to look up. IS NOT NULL exists, for materialized views only.",
		instead: "store a value that stands for missing, or keep such rows in a table of their own"},
	{see: "^JOIN or ^any JOIN or ^any any JOIN", rule: rule.SYN06, message: "CQL has no JOIN", why: "The rows of two tables lie on different nodes; a query reads one table.",
		instead: "make a table that already holds what this query needs, or read twice"},
	{see: "( ^SELECT", rule: rule.SYN06, message: "CQL has no subqueries", why: "A query reads one table by its key.", instead: "read the values first, then ask with IN"},
	{see: "^EXISTS|ANY|ALL (", rule: rule.SYN06, why: "CQL has no subqueries.", otherwise: "read the rows first, then ask with their values"},
	{see: "^HAVING", rule: rule.SYN06, why: "CQL has no HAVING.", instead: "filter the groups in the application"},
	{see: "^UNION|INTERSECT|EXCEPT", rule: rule.SYN06, why: "CQL has no {HERE}.", instead: "run the queries one by one"},
	{see: "^OFFSET|FETCH", rule: rule.SYN13, why: "CQL has no OFFSET: to skip rows the server would have to read them.", instead: noOffset,
		try: func(x *explainer) []offer { return x.endBefore(x.fill("leave out {HERE}")) }},
	{see: "LIMIT any ^,", rule: rule.SYN13, why: "LIMIT takes one number; there is no OFFSET, for the server would have to read what it skips.", instead: noOffset},
	{see: "^NULLS", looks: func(x *explainer) bool { return x.p.err.context != "FROM" }, rule: rule.SYN06, why: "There is no order for missing values: clustering columns are never missing.",
		try: func(x *explainer) []offer {
			return offers(x.fill("leave out NULLS {BEHIND}"), remove(x.tok(-1).End, x.tok(1).End))
		}},
	{clause: "WHERE", see: "^AND", must: true, rule: rule.SYN07, why: "Parentheses go around one condition only.", try: (*explainer).withoutParentheses},
	{clause: "WHERE", see: "WHERE|AND ^value", rule: rule.SYN06, why: "The column stands on the left.", otherwise: "write the column, the operator, the value", try: (*explainer).turnAround},
	{see: "IN ^[", rule: rule.SYN30, why: "The values of IN stand in parentheses.", try: (*explainer).roundBrackets},
	{see: "IN ^value", rule: rule.SYN30, why: "The values of IN stand in parentheses.", try: func(x *explainer) []offer {
		last := x.at
		for x.sees("^any , value", last) {
			last += 2
		}
		return offers("put the values in parentheses", x.parenthesize(x.at, last)...)
	}},
	{clause: "WHERE", see: ")|] ^IN", rule: rule.SYN30, why: "token(…) and an element of a map cannot be compared with IN."},
	{clause: "WHERE", see: ") =|<|<=|>|>=|!= ^value", rule: rule.SYN32, why: "What several columns are compared with is a tuple.",
		try: func(x *explainer) []offer {
			return offers("put the value in parentheses", x.parenthesize(x.at, x.at)...)
		}},
}

// operatorOf is the operator of CQL for one of SQL or of other languages.
var operatorOf = map[string]string{"<>": "!=", "==": "=", "=<": "<=", "=>": ">=", "=<=": "<=", "=>=": ">=", "!==": "!="}

// operator returns the operator of another language that ends in the way, or "".
func (x *explainer) operator() string {
	if x.at == 0 || !x.touchesLast() {
		return ""
	}
	if word := x.text[x.tok(-1).Start:x.tok(0).End]; operatorOf[word] != "" {
		return word
	}
	return ""
}

func (x *explainer) writeOperator() []offer {
	right := operatorOf[x.operator()]
	if right == "!=" {
		x.d.Why += " Even != is understood only in IF: WHERE has to lead to rows that lie together."
		x.d.Instead = "In WHERE, ask for the values that you want, or skip the others in the program; in IF write !=."
	}
	return offers("write "+right, replace(x.tok(-1).to(x.tok(0)), right))
}

// orToIn turns c = 1 OR c = 2 into c IN (1, 2).
func (x *explainer) orToIn() []offer {
	i := x.at - 3
	if !x.sees("^name =", i) {
		return nil
	}
	column := fold(x.textAt(i))
	values := []string{x.word(-1)}
	j := x.at
	for ; x.sees("^OR any =", j) && j+3 < len(x.toks) && fold(x.textAt(j+1)) == column; j += 4 {
		values = append(values, x.textAt(j+3))
	}
	if len(values) == 1 || x.fits(j, "OR") {
		return nil
	}
	return offers("write IN", replace(diag.Span{Start: x.tokAt(i).End, End: x.tokAt(j - 1).End}, " IN ("+strings.Join(values, ", ")+")"))
}

// twoBounds turns c BETWEEN a AND b into c >= a AND c <= b.
func (x *explainer) twoBounds() []offer {
	and := x.indexOf(kAnd, x.at)
	if and < 0 || !x.tok(-1).ident() {
		return nil
	}
	return offers("write >= and <=", replace(x.tok(0).Span, ">="), insert(x.tokAt(and).End, " "+x.word(-1)+" <="))
}

// withoutParentheses takes the parentheses off several conditions.
func (x *explainer) withoutParentheses() []offer {
	var list []offer
	for i := x.at - 1; i > 0; i-- {
		if end := x.closing(i); x.sees("WHERE|AND ^(", i) && end > x.at {
			list = append(list, x.unparenthesize("leave out the parentheses", i)...)
		}
	}
	return list
}

// turnAround turns 1 = c into c = 1.
func (x *explainer) turnAround() []offer {
	turned := map[string]string{"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}[x.word(1)]
	if turned == "" || !x.tok(2).ident() {
		return nil
	}
	return offers("turn the condition around", replace(x.tok(0).to(x.tok(2)), x.word(2)+" "+turned+" "+x.word(0)))
}

// roundBrackets writes parentheses in place of the brackets that open in the way.
func (x *explainer) roundBrackets() []offer {
	end := x.closing(x.at)
	if end < 0 {
		return nil
	}
	return offers("write parentheses", replace(x.tok(0).Span, "("), replace(x.tokAt(end).Span, ")"))
}
