package main

import (
	"fmt"
	"strings"
)

// heavy are texts that take a page long, each in another way: as long as it works out
// by itself, and just below what is too much. Where another widget than that which checks
// CQL gets one, its kind stands in front.
func heavy() map[string]string {
	in := func(n int) string { return " IN (0" + lines(n-1, ", %d") + ")" }
	product := func(n int, columns string) string {
		var all []string
		for _, c := range columns {
			all = append(all, string(c)+in(n))
		}
		return strings.Join(all, " AND ")
	}
	nested := func(n int) string { return strings.Repeat("(", n) + "1" + strings.Repeat(")", n) }
	const (
		key    = "CREATE TABLE t (a int, b int, c int, d int, e int, v int, PRIMARY KEY ((a, b, c, d, e)));"
		rows   = "CREATE TABLE t (k int, a int, b int, c int, d int, e int, v int, PRIMARY KEY (k, a, b, c, d, e));"
		simple = "CREATE TABLE t (k int PRIMARY KEY, v int);"
	)
	return map[string]string{
		"five IN lists of 40":                  key + "SELECT * FROM t WHERE " + product(40, "abcde"),
		"59,049 keys that are read":            key + "SELECT * FROM t WHERE " + product(9, "abcde"),
		"59,049 keys that are written":         key + "UPDATE t SET v = 1 WHERE " + product(9, "abcde"),
		"59,049 keys that are deleted":         key + "DELETE FROM t WHERE " + product(9, "abcde"),
		"59,049 rows that are read":            rows + "SELECT * FROM t WHERE k = 1 AND " + product(9, "abcde"),
		"59,049 rows that are written":         rows + "UPDATE t SET v = 1 WHERE k = 1 AND " + product(9, "abcde"),
		"6,561 ranges":                         rows + "SELECT * FROM t WHERE k = 1 AND " + product(9, "abcd") + " AND e > 3",
		"100,000 keys":                         key + "UPDATE t SET v = 1 WHERE " + product(10, "abcde"),
		"30,000 elements of IN":                simple + "SELECT * FROM t WHERE k" + in(30000),
		"a list of 30,000":                     "CREATE TABLE t (k int PRIMARY KEY, v list<int>); INSERT INTO t (k, v) VALUES (1, [0" + lines(30000, ", %d") + "])",
		"a sum of 1,900 terms":                 simple + "INSERT INTO t (k) VALUES (1" + strings.Repeat("+1", 1900) + ")",
		"a selected sum of 1,900 terms":        simple + "SELECT v" + strings.Repeat("+1", 1900) + " FROM t",
		"1,990 nested parentheses":             simple + "INSERT INTO t (k) VALUES (" + nested(1990) + ")",
		"1,990 nested parentheses, selected":   simple + "SELECT " + nested(1990) + " FROM t",
		"990 nested types":                     "CREATE TABLE t (k int PRIMARY KEY, v " + strings.Repeat("frozen<list<", 990) + "int" + strings.Repeat(">>", 990) + ")",
		"sixteen nested types and ALTER TYPE":  "CREATE TYPE t0 (a int);" + types(16) + "ALTER TYPE t0 ADD z int",
		"5,000 columns":                        "CREATE TABLE t (k int PRIMARY KEY" + lines(5000, ", c%d int") + ")",
		"3,500 members of a batch":             simple + "BEGIN BATCH" + lines(3500, " INSERT INTO t (k, v) VALUES (%d, 1);") + " APPLY BATCH",
		"3,000 members of a batch for one row": simple + "BEGIN BATCH" + strings.Repeat("\nINSERT INTO t (k, v) VALUES (1, 2);", 3000) + "\nAPPLY BATCH",
		"6,500 refused reads in one line":      simple + strings.Repeat("SELECT * FROM t WHERE v = 1;", 6500),
		"3,000 writes of one row in one line":  simple + strings.Repeat("INSERT INTO t (k, v) VALUES (1, 2);", 3000),
		"a name of 190,000 letters":            simple + "SELECT " + strings.Repeat("b", 190_000) + " FROM t",
		"a text of 190 kB":                     "CREATE TABLE t (k int PRIMARY KEY, v text); INSERT INTO t (k, v) VALUES (1, '" + strings.Repeat("x", 190_000) + "')",
		"a number of 190,000 digits":           "CREATE TABLE t (k int PRIMARY KEY, v varint); INSERT INTO t (k, v) VALUES (1, " + strings.Repeat("9", 190_000) + ")",
		"12,000 comments":                      strings.Repeat("/* x */ -- this\n", 12000) + simple,
		"4,500 writes":                         simple + lines(4500, "INSERT INTO t (k, v) VALUES (%d, 2);\n"),
		"6,000 reads":                          simple + lines(6000, "SELECT * FROM t WHERE k = %d;\n"),
		"6,000 refused reads":                  simple + lines(6000, "SELECT * FROM t WHERE v = %d;\n"),
		"4,000 ALTER … ADD":                    simple + lines(4000, "ALTER TABLE t ADD c%d int;\n"),
		"layout: a file of 59,049 partitions":  key + "UPDATE t SET v = 1 WHERE " + product(9, "abcde"),
		"layout: a partition of 59,049 rows":   rows + "UPDATE t SET v = 1 WHERE k = 1 AND " + product(9, "abcde"),
		"model: 1,500 entities":                lines(1500, "entity E%d\n  id uuid key\n"),
		"model: 4,000 entities in a word each": lines(4000, "entity E%d\n"),
		"model: a star of 59 entities":         "entity Hub 10\n  hub_id uuid key\n" + entities(59) + lines(59, "relate Hub has E%d 1 : 10\n"),
		"model: 60 screens behind all others":  "entity E 10\n  e_id uuid key\n" + screens(60),
		"model: 160 entities and questions":    entities(160) + lines(160, "question Q%[1]d what\n  given e%[1]d_id\n  want E%[1]d: v%[1]d\n"),
		"model: 118 questions on one entity":   "entity E 100\n  e_id uuid key\n" + lines(472, "  v%d int\n") + lines(118, "question Q%[1]d what\n  given v%[1]d\n  want E: e_id, v1, v2\n"),
		"model: types, each twice in the next": doubled(11),
		"model: 59,049 keys that are read":     key + "SELECT * FROM t WHERE " + product(9, "abcde"),
		"model: 740 tables with questions":     lines(370, "CREATE TABLE a%[1]d (k int PRIMARY KEY, v int); CREATE TABLE b%[1]d (v int, k int, PRIMARY KEY (v, k));\n") + lines(370, "SELECT * FROM a%[1]d WHERE k=1; SELECT * FROM b%[1]d WHERE v=1;"),
		"model: 700 tables":                    lines(700, "CREATE TABLE t%d (k int PRIMARY KEY);\n"),
		"300 columns and 290 queries":          "CREATE TABLE w (k int PRIMARY KEY" + lines(300, ", c%d int") + ");" + lines(290, "SELECT * FROM w WHERE c%d = 1 ALLOW FILTERING;"),
		"4,000 columns and 490 queries":        "CREATE TABLE w (k int PRIMARY KEY" + lines(4000, ", c%d int") + ");" + lines(490, "SELECT * FROM w WHERE c%d = 1 ALLOW FILTERING;"),
		"exercise: 16 tables of 90 columns":    lines(16, "CREATE TABLE t%d (a int, b int"+lines(90, ", c%d int")+", PRIMARY KEY (a, b));\n"),
		"exercise: 1,500 writes":               rows + lines(1500, "INSERT INTO t (k, a, b, c, d, e, v) VALUES (1, 1, 1, 1, 1, %d, 1);"),
		"exercise: 30,000 keys":                key + "UPDATE t SET v = 1 WHERE " + product(8, "abcde"),
		"exercise: garbage":                    strings.Repeat("}¿'x(;$", 6500),
		"link: 60,000 keys":                    lines(60_000, "&k%d=1"),
		"link: one key of 190 kB":              "q=" + strings.Repeat("x", 190_000),
		"link: escapes":                        "q=" + strings.Repeat("%2B", 60_000),
		"garbage of 2 MB":                      strings.Repeat("}¿'x(;$", 300_000),
		"a statement of a million words":       strings.Repeat("a ", 1_000_000),
		"10,000 tables":                        tables(10_000),
		"bench: 10,000 tables":                 tables(10_000),
		"bench: 10,000 tables and reads":       tables(5_000) + lines(5_000, "SELECT v FROM t%d WHERE k = 1;\n"),
		"bench: 10,000 reads of one table":     simple + lines(10_000, "SELECT * FROM t WHERE k = %d;\n"),
		"bench: 10,000 refused reads":          simple + lines(10_000, "SELECT * FROM t WHERE v = %d;\n"),
		"bench: 10,000 statements of nothing":  lines(10_000, "SELEC * FORM t WHERE v = %d;\n"),
		"bench: 10,000 writes and steps":       simple + lines(5_000, "INSERT INTO t (k, v) VALUES (%d, 2);\n-- lab:flush\n"),
		"bench: 10,000 steps of nothing":       lines(10_000, "-- lab:nothing %d\n"),
		"bench: 1,000 rows read 200 times":     "CREATE TABLE t (k int, c int, PRIMARY KEY (k, c)); -- lab:repeat 1000\nINSERT INTO t (k, c) VALUES (1, 1);" + strings.Repeat("SELECT * FROM t;", 200),
		"bench: 2,000 reads of 2,000 columns":  "CREATE TABLE t (k int PRIMARY KEY" + lines(2000, ", c%d int") + ");" + strings.Repeat("SELECT * FROM t;", 2000),
		"bench: 3,000 files":                   lines(3_000, "-- file: f%[1]d\nCREATE TABLE t%[1]d (k int PRIMARY KEY);\n"),
		"bench: 300 workloads of 300 tables":   tables(300) + "-- file: a.size\n" + lines(300, "table = t%d\nrows = 10\n"),
		"bench: two files of 400 tables":       "-- file: a\n" + tables(400) + "-- file: b\n" + strings.ReplaceAll(tables(400), "v text", "v text, w int"),
		"garbage":                              strings.Repeat("}¿'x(;$", 25000),
		"garbage of one statement":             strings.Repeat("}a( ", 49000),
	}
}

func tables(n int) string {
	return lines(n, "CREATE TABLE t%d (k int, c int, v text, PRIMARY KEY (k, c));\n")
}

func entities(n int) string {
	return lines(n, "entity E%[1]d 100\n  e%[1]d_id uuid key\n  v%[1]d int\n")
}

// doubled is a model of so many types, of which each holds the one before twice, and a
// question for the last.
func doubled(n int) string {
	var s strings.Builder
	s.WriteString("type t0\n  a int\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&s, "type t%d\n  a frozen<t%[2]d>\n  b frozen<t%[2]d>\n", i, i-1)
	}
	fmt.Fprintf(&s, "entity E 5\n  id uuid key\n  x t%d\nquestion Q1 x\n  given id\n  want E: x\n", n)
	return s.String()
}

// screens are those of a model, each after all before it.
func screens(n int) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, "screen S%d\n", i)
		if i > 0 {
			s.WriteString("  after S0" + strings.TrimPrefix(lines(i, ", S%d"), ", S0") + "\n")
		}
	}
	return s.String()
}

// types are user types, each with four fields of the one before.
func types(n int) string {
	var s strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&s, "CREATE TYPE t%d (a frozen<t%[2]d>, b frozen<t%[2]d>, c frozen<t%[2]d>, d frozen<t%[2]d>);", i, i-1)
	}
	return s.String()
}
