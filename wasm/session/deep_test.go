package session

import (
	"runtime"
	"strings"
	"testing"

	"partitionlab/wasm/diag"
)

// deep are statements that nest n levels deep, each in another way.
var deep = []struct {
	name string
	text func(n int) string
}{
	{"a sum", func(n int) string { return "INSERT INTO t (a) VALUES (1" + strings.Repeat("+1", n) + ")" }},
	{"a difference", func(n int) string { return "INSERT INTO t (a) VALUES (1" + strings.Repeat("-1", n) + ")" }},
	{"a sum of two types", func(n int) string { return "INSERT INTO t (a) VALUES (1" + strings.Repeat("+1.5", n) + ")" }},
	{"a sum of texts", func(n int) string { return "INSERT INTO t (a, x) VALUES (1, 'a'" + strings.Repeat("+'b'", n) + ")" }},
	{"a sum of markers", func(n int) string { return "INSERT INTO t (a) VALUES (1" + strings.Repeat("+?", n) + ")" }},
	{"a sum of casts", func(n int) string { return "INSERT INTO t (a) VALUES (1" + strings.Repeat("+(int)1", n) + ")" }},
	{"a selected sum", func(n int) string { return "SELECT a" + strings.Repeat("+1", n) + " FROM t" }},
	{"a selected sum of texts", func(n int) string { return "SELECT a" + strings.Repeat("+x", n) + " FROM t" }},
	{"a selected sum of columns", func(n int) string { return "SELECT a" + strings.Repeat("+b", n) + " FROM t" }},
	{"a selected sum of unknown columns", func(n int) string { return "SELECT a" + strings.Repeat("+zz", n) + " FROM t" }},
	{"a sum in WHERE", func(n int) string { return "SELECT a FROM t WHERE a = 1" + strings.Repeat("+1", n) + "" }},
	{"a sum in LIMIT", func(n int) string { return "SELECT a FROM t LIMIT 1" + strings.Repeat("+1", n) + "" }},
	{"a sum in TTL", func(n int) string { return "UPDATE t USING TTL 1" + strings.Repeat("+1", n) + " SET b = 1 WHERE a = 1" }},
	{"a sum in SET", func(n int) string { return "UPDATE t SET b = 1" + strings.Repeat("+1", n) + " WHERE a = 1" }},
	{"a sum with the column", func(n int) string { return "UPDATE t SET b = b" + strings.Repeat("+1", n) + " WHERE a = 1" }},
	{"a sum of lists", func(n int) string { return "UPDATE t SET l = l" + strings.Repeat("+[1]", n) + " WHERE a = 1" }},
	{"a sum in IF", func(n int) string { return "UPDATE t SET b = 1 WHERE a = 1 IF b = 1" + strings.Repeat("+1", n) }},
	{"calls", func(n int) string {
		return "SELECT " + strings.Repeat("abs(", n) + "a" + strings.Repeat(")", n) + " FROM t"
	}},
	{"calls of a wrong type", func(n int) string {
		return "SELECT " + strings.Repeat("abs(", n) + "x" + strings.Repeat(")", n) + " FROM t"
	}},
	{"unknown calls", func(n int) string {
		return "SELECT " + strings.Repeat("foo(", n) + "x" + strings.Repeat(")", n) + " FROM t"
	}},
	{"calls in VALUES", func(n int) string {
		return "INSERT INTO t (a) VALUES (" + strings.Repeat("abs(", n) + "1" + strings.Repeat(")", n) + ")"
	}},
	{"unknown calls in VALUES", func(n int) string {
		return "INSERT INTO t (a) VALUES (" + strings.Repeat("foo(", n) + "1" + strings.Repeat(")", n) + ")"
	}},
	{"calls of a wrong type in VALUES", func(n int) string {
		return "INSERT INTO t (a) VALUES (" + strings.Repeat("round(", n) + "'a'" + strings.Repeat(")", n) + ")"
	}},
	{"casts", func(n int) string { return "INSERT INTO t (a) VALUES (" + strings.Repeat("(int)", n) + "1)" }},
	{"casts of a wrong value", func(n int) string { return "INSERT INTO t (a) VALUES (" + strings.Repeat("(int)", n) + "'x')" }},
	{"casts of a wrong constant", func(n int) string { return "INSERT INTO t (a) VALUES (" + strings.Repeat("(text)", n) + "1)" }},
	{"casts to an unknown type", func(n int) string { return "INSERT INTO t (a) VALUES (" + strings.Repeat("(foo)", n) + "1)" }},
	{"selected casts", func(n int) string { return "SELECT " + strings.Repeat("(int)", n) + "1 FROM t" }},
	{"CAST", func(n int) string {
		return "SELECT " + strings.Repeat("CAST(", n) + "a" + strings.Repeat(" AS int)", n) + " FROM t"
	}},
	{"signs", func(n int) string { return "INSERT INTO t (a) VALUES (" + strings.Repeat("- ", n) + "(int)1)" }},
	{"selected signs", func(n int) string { return "SELECT " + strings.Repeat("- ", n) + "a FROM t" }},
	{"parentheses", func(n int) string {
		return "INSERT INTO t (a) VALUES (" + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) + ")"
	}},
	{"selected parentheses", func(n int) string {
		return "SELECT " + strings.Repeat("(", n) + "a" + strings.Repeat(")", n) + " FROM t"
	}},
	{"sums in parentheses", func(n int) string {
		return "INSERT INTO t (a) VALUES (" + strings.Repeat("(1+", n/2) + "1" + strings.Repeat(")", n/2) + ")"
	}},
	{"lists", func(n int) string {
		return "INSERT INTO t (a, l) VALUES (1, " + strings.Repeat("[", n) + "1" + strings.Repeat("]", n) + ")"
	}},
	{"lists for a number", func(n int) string {
		return "INSERT INTO t (a) VALUES (" + strings.Repeat("[", n) + "1" + strings.Repeat("]", n) + ")"
	}},
	{"sets", func(n int) string {
		return "INSERT INTO t (a, s) VALUES (1, " + strings.Repeat("{", n) + "1" + strings.Repeat("}", n) + ")"
	}},
	{"maps", func(n int) string {
		return "INSERT INTO t (a, m) VALUES (1, " + strings.Repeat("{1:", n) + "1" + strings.Repeat("}", n) + ")"
	}},
	{"user types", func(n int) string {
		return "INSERT INTO t (a, m) VALUES (1, " + strings.Repeat("{a:", n) + "1" + strings.Repeat("}", n) + ")"
	}},
	{"selected lists", func(n int) string {
		return "SELECT " + strings.Repeat("[", n) + "a" + strings.Repeat("]", n) + " FROM t"
	}},
	{"selected maps", func(n int) string {
		return "SELECT " + strings.Repeat("{1:", n) + "a" + strings.Repeat("}", n) + " FROM t"
	}},
	{"selected user types", func(n int) string {
		return "SELECT " + strings.Repeat("{a:", n) + "a" + strings.Repeat("}", n) + " FROM t"
	}},
	{"elements", func(n int) string { return "SELECT m" + strings.Repeat("[1]", n) + " FROM t" }},
	{"slices", func(n int) string { return "SELECT m" + strings.Repeat("[1..2]", n) + " FROM t" }},
	{"elements in elements", func(n int) string {
		return "SELECT " + strings.Repeat("m[", n) + "1" + strings.Repeat("]", n) + " FROM t"
	}},
	{"fields", func(n int) string { return "SELECT m" + strings.Repeat(".f", n) + " FROM t" }},
	{"types", func(n int) string {
		return "CREATE TABLE u (a int PRIMARY KEY, l " + strings.Repeat("frozen<list<", n/2) + "int" + strings.Repeat(">>", n/2) + ")"
	}},
	{"types that are not frozen", func(n int) string {
		return "CREATE TABLE u (a int PRIMARY KEY, l " + strings.Repeat("list<", n) + "int" + strings.Repeat(">", n) + ")"
	}},
	{"tuple types", func(n int) string {
		return "CREATE TABLE u (a int PRIMARY KEY, l " + strings.Repeat("tuple<int, ", n) + "int" + strings.Repeat(">", n) + ")"
	}},
	{"tuples", func(n int) string {
		return "CREATE TABLE u (a int PRIMARY KEY, l " + strings.Repeat("tuple<int, ", n) + "int" + strings.Repeat(">", n) + "); INSERT INTO u (a, l) VALUES (1, " + strings.Repeat("(1,", n) + "1" + strings.Repeat(")", n) + "); SELECT * FROM u"
	}},
	{"lists of lists", func(n int) string {
		return "CREATE TABLE u (a int PRIMARY KEY, l frozen<" + strings.Repeat("list<", n-1) + "int" + strings.Repeat(">", n-1) + ">); INSERT INTO u (a, l) VALUES (1, " + strings.Repeat("[", n-1) + "1" + strings.Repeat("]", n-1) + "); SELECT * FROM u; SELECT JSON * FROM u"
	}},
	{"lists in JSON", func(n int) string {
		return "CREATE TABLE u (a int PRIMARY KEY, l frozen<" + strings.Repeat("list<", n-1) + "int" + strings.Repeat(">", n-1) + ">); INSERT INTO u JSON '{\"a\":1,\"l\":" + strings.Repeat("[", n-1) + "1" + strings.Repeat("]", n-1) + "}'; SELECT * FROM u;"
	}},
	{"brackets in JSON", func(n int) string {
		return "INSERT INTO t JSON '{\"a\":1,\"l\":" + strings.Repeat("[", n) + "1" + strings.Repeat("]", n) + "}'"
	}},
	{"objects in JSON", func(n int) string {
		return "INSERT INTO t JSON '{\"a\":1,\"l\":" + strings.Repeat("{\"a\":", n) + "1" + strings.Repeat("}", n) + "}'"
	}},
	{"custom types", func(n int) string {
		return "CREATE TABLE u (a int PRIMARY KEY, l '" + strings.Repeat("ListType(", n) + "Int32Type" + strings.Repeat(")", n) + "')"
	}},
	{"relations in parentheses", func(n int) string {
		return "SELECT * FROM t WHERE " + strings.Repeat("(", n) + "a = 1" + strings.Repeat(")", n)
	}},
	{"columns in parentheses", func(n int) string {
		return "SELECT * FROM t WHERE " + strings.Repeat("(", n) + "a" + strings.Repeat(")", n) + " = (1)"
	}},
	{"tuples in IN", func(n int) string {
		return "SELECT * FROM t WHERE (a) IN (" + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) + ")"
	}},
	{"token()", func(n int) string {
		return "SELECT * FROM t WHERE token(a) > " + strings.Repeat("token(", n) + "1" + strings.Repeat(")", n)
	}},
	{"vectors", func(n int) string {
		return "CREATE TABLE u (a int PRIMARY KEY, l " + strings.Repeat("vector<", n) + "int" + strings.Repeat(", 2>", n) + ")"
	}},
	{"a sum on the left", func(n int) string { return "SELECT * FROM t WHERE a" + strings.Repeat("+1", n) + " = 1" }},
	{"a sum in ORDER BY", func(n int) string { return "SELECT * FROM t WHERE a = 1 ORDER BY a" + strings.Repeat("+1", n) }},
	{"calls in GROUP BY", func(n int) string {
		return "SELECT a FROM t GROUP BY " + strings.Repeat("floor(", n) + "a" + strings.Repeat(", 1)", n)
	}},
	{"casts in a mask", func(n int) string {
		return "ALTER TABLE t ALTER b MASKED WITH mask_replace(" + strings.Repeat("(int)", n) + "1)"
	}},
	{"INITCOND", func(n int) string {
		return "CREATE AGGREGATE ag(int) SFUNC f STYPE int INITCOND " + strings.Repeat("[", n) + "1" + strings.Repeat("]", n)
	}},
	{"casts of lists", func(n int) string {
		return "INSERT INTO t (a, l) VALUES (1, " + strings.Repeat("(list<int>)[", n/2) + "1" + strings.Repeat("]", n/2) + ")"
	}},
	{"casts of tuples", func(n int) string {
		return "INSERT INTO t (a, tu) VALUES (1, " + strings.Repeat("(tuple<int,int>)(1,", n/2) + "1" + strings.Repeat(")", n/2) + ")"
	}},
	{"selected casts of tuples", func(n int) string {
		return "SELECT " + strings.Repeat("(tuple<int,int>)(1,", n/2) + "1" + strings.Repeat(")", n/2) + " FROM t"
	}},
	{"selected calls of lists", func(n int) string {
		return "SELECT " + strings.Repeat("abs([", n/2) + "1" + strings.Repeat("])", n/2) + " FROM t"
	}},
	{"calls of lists", func(n int) string {
		return "INSERT INTO t (a) VALUES (" + strings.Repeat("abs([", n/2) + "1" + strings.Repeat("])", n/2) + ")"
	}},
	{"calls of tuples", func(n int) string {
		return "INSERT INTO t (a) VALUES (" + strings.Repeat("abs((1,", n/2) + "1" + strings.Repeat("))", n/2) + ")"
	}},
	{"calls of maps", func(n int) string {
		return "INSERT INTO t (a, m) VALUES (1, " + strings.Repeat("map_keys({1:", n/2) + "1" + strings.Repeat("})", n/2) + ")"
	}},
}

// TestDeep: what nests as deep as is allowed has an answer, and costs about the square
// of its depth at most: the words of each level hold those of the levels inside it.
func TestDeep(t *testing.T) {
	const levels, most = 990, 64 << 20
	const before = "CREATE TABLE t (a int PRIMARY KEY, b int, l list<int>, m map<int, int>, s set<int>, tu tuple<int, int>, x text); "
	for _, c := range deep {
		t.Run(c.name, func(t *testing.T) {
			s := New(Settings{Keyspace: "lab", Now: 1767225600})
			var begin, end runtime.MemStats
			runtime.ReadMemStats(&begin)
			all := s.Script(diag.NewSource("", before+c.text(levels)+";"))
			runtime.ReadMemStats(&end)
			if took := end.TotalAlloc - begin.TotalAlloc; took > most {
				t.Errorf("%d levels take %d MB", levels, took>>20)
			}
			for _, r := range all {
				if r.Diag != nil && strings.Contains(r.Diag.Message, "StackOverflowError") {
					t.Errorf("%d levels are too many", levels)
				}
			}
		})
	}
}
