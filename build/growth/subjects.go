package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"partitionlab/build/finding"
	"partitionlab/wasm/advice"
	"partitionlab/wasm/check"
	"partitionlab/wasm/cql"
	"partitionlab/wasm/diag"
	"partitionlab/wasm/diagram"
	"partitionlab/wasm/figure"
	"partitionlab/wasm/lab"
	"partitionlab/wasm/lab/place"
	"partitionlab/wasm/model"
	"partitionlab/wasm/session"
	"partitionlab/wasm/sizing"
	"partitionlab/wasm/sstable"
	"partitionlab/wasm/view"
	"partitionlab/wasm/workload"
)

// A subject is something of which a reader can have more and more.
type subject struct {
	name string
	few  int // where the constant part of the work no longer counts
	// begin makes n of it, and returns what is to be measured.
	begin func(n int) (run func())
}

var subjects = []subject{
	{"statements", 1000, script(func(n int) string { return keyed + lines(n, "INSERT INTO t (k, c, v) VALUES (%d, 1, 2);") })},
	{"refused statements", 250, refused(func(n int) string { return keyed + lines(n, "SELECT * FROM t WHERE v = %d;") })},
	{"statements that do not parse", 1000, refused(func(n int) string { return lines(n, "SELEC * FORM t WHERE v = %d;") })},
	{"tables", 250, script(func(n int) string {
		return lines(n, "CREATE TABLE t%d (k int, c int, v text, PRIMARY KEY (k, c));")
	})},
	{"keyspaces", 250, script(func(n int) string {
		return lines(n, "CREATE KEYSPACE k%[1]d WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; CREATE TABLE k%[1]d.t (k int PRIMARY KEY);")
	})},
	{"refused statements in as many keyspaces", 100, refused(func(n int) string {
		return lines(n, "CREATE KEYSPACE k%[1]d WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; CREATE TABLE k%[1]d.t%[1]d (k int PRIMARY KEY, v int); SELECT * FROM k%[1]d.t%[1]d WHERE v = 1;")
	})},
	{"columns", 500, script(func(n int) string {
		return "CREATE TABLE t (k int PRIMARY KEY, v int" + lines(n, ", c%d int") + ");" +
			"INSERT INTO t (k" + lines(n, ", c%d") + ") VALUES (1" + lines(n, ", %d") + "); SELECT * FROM t; UPDATE t SET v = 1" + lines(n, ", c%d = 1") + " WHERE k = 1;"
	})},
	{"clustering columns", 250, script(func(n int) string {
		key := "k" + lines(n, ", c%d")
		return "CREATE TABLE t (k int" + lines(n, ", c%d int") + ", PRIMARY KEY (" + key + ")) WITH CLUSTERING ORDER BY (c0 ASC" + strings.TrimPrefix(lines(n, ", c%d DESC"), ", c0 DESC") + ");"
	})},
	{"clustering columns in another order", 250, refused(func(n int) string {
		return "CREATE TABLE t (k int" + lines(n, ", c%d int") + ", PRIMARY KEY (k" + lines(n, ", c%d") + ")) WITH CLUSTERING ORDER BY (c1 ASC, c0 ASC" + strings.TrimPrefix(lines(n, ", c%d DESC"), ", c0 DESC, c1 DESC") + ");"
	})},
	{"columns and wrong names", 350, refused(func(n int) string {
		return "CREATE TABLE t (k int PRIMARY KEY" + lines(n, ", column_%d int") + ");" + lines(n, "SELECT colunm_%d FROM t;")
	})},
	{"options given again", 500, refused(func(n int) string {
		return "CREATE TABLE t (k int PRIMARY KEY) WITH gc_grace_seconds = 1" + lines(n, " AND gc_grace_seconds = %d") + ";"
	})},
	{"columns added", 250, script(func(n int) string { return keyed + lines(n, "ALTER TABLE t ADD c%d int;") })},
	{"columns added between writes", 250, script(func(n int) string {
		return "CREATE TABLE t (k int PRIMARY KEY);" + lines(n, "ALTER TABLE t ADD c%[1]d int; INSERT INTO t (k, c%[1]d) VALUES (%[1]d, 1);")
	})},
	{"types", 250, script(func(n int) string {
		return lines(n, "CREATE TYPE t%d (a int, b text);") + "CREATE TABLE t (k int PRIMARY KEY" + lines(n, ", c%[1]d t%[1]d") + "); ALTER TYPE t0 ADD z int;"
	})},
	{"fields", 500, script(func(n int) string {
		return "CREATE TYPE u (a int" + lines(n, ", f%d int") + "); CREATE TABLE t (k int PRIMARY KEY, v u); INSERT INTO t (k, v) VALUES (1, {a: 1" + lines(n, ", f%d: 1") + "});"
	})},
	{"indexes", 250, script(func(n int) string {
		return "CREATE TABLE t (k int PRIMARY KEY" + lines(n, ", c%d int") + ");" + lines(n, "CREATE INDEX ON t (c%d);")
	})},
	{"elements of a list", 1000, script(func(n int) string {
		return "CREATE TABLE t (k int PRIMARY KEY, v list<int>); INSERT INTO t (k, v) VALUES (1, [0" + lines(n, ", %d") + "]);"
	})},
	{"elements of a set", 1000, script(func(n int) string {
		return "CREATE TABLE t (k int PRIMARY KEY, v set<int>); INSERT INTO t (k, v) VALUES (1, {0" + lines(n, ", %d") + "});"
	})},
	{"elements of a map", 1000, script(func(n int) string {
		return "CREATE TABLE t (k int PRIMARY KEY, v map<int, int>); INSERT INTO t (k, v) VALUES (1, {0: 0" + lines(n, ", %[1]d: %[1]d") + "});"
	})},
	{"terms of a sum", 200, script(func(n int) string { return keyed + "INSERT INTO t (k, c, v) VALUES (1, 1, 1" + lines(n, "+%d") + ");" })},
	{"terms of a selected sum", 200, script(func(n int) string { return keyed + "SELECT v" + lines(n, "+%d") + " FROM t;" })},
	{"nested parentheses", 200, script(func(n int) string {
		return keyed + "INSERT INTO t (k, c, v) VALUES (1, 1, " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) + ");"
	})},
	{"nested types", 100, script(func(n int) string {
		return "CREATE TABLE t (k int PRIMARY KEY, v " + strings.Repeat("frozen<list<", n) + "int" + strings.Repeat(">>", n) + ");"
	})},
	{"fields of a type of as many fields", 500, script(func(n int) string {
		return "CREATE TYPE y (a int" + lines(n, ", f%d int") + "); CREATE TYPE x (a int" + lines(n, ", f%d frozen<y>") + ");" +
			"CREATE TABLE t (k int PRIMARY KEY, v frozen<x>); ALTER TYPE y ADD z int;"
	})},
	{"members of a batch", 1000, script(func(n int) string {
		return keyed + "BEGIN BATCH" + lines(n, " INSERT INTO t (k, c, v) VALUES (%d, 1, 2);") + " APPLY BATCH;"
	})},
	{"members of a batch for one row", 1000, script(func(n int) string {
		return keyed + "BEGIN BATCH" + strings.Repeat(" INSERT INTO t (k, c, v) VALUES (1, 1, 2);", n) + " APPLY BATCH;"
	})},
	{"conditional members of a batch", 1000, script(func(n int) string {
		return keyed + "BEGIN BATCH" + lines(n, " INSERT INTO t (k, c, v) VALUES (1, %d, 2) IF NOT EXISTS;") + " APPLY BATCH;"
	})},
	{"conditions of a batch that do not hold", 500, script(func(n int) string {
		return "CREATE TABLE t (k int, c int, v int, s int STATIC, PRIMARY KEY (k, c));" + lines(n, "INSERT INTO t (k, c, v, s) VALUES (1, %d, 1, 1);") +
			"BEGIN BATCH" + lines(n, " UPDATE t SET v = 2 WHERE k = 1 AND c = %d IF v = 1;") + " UPDATE t SET v = 2 WHERE k = 1 AND c = -1 IF v = 2; APPLY BATCH;"
	})},
	{"elements of IN that are read", 1000, script(func(n int) string { return keyed + "SELECT * FROM t WHERE k IN (0" + lines(n, ", %d") + ");" })},
	{"elements of IN that are written", 1000, script(func(n int) string {
		return keyed + "UPDATE t SET v = 1 WHERE k IN (0" + lines(n, ", %d") + ") AND c = 1;"
	})},
	{"rows", 1000, script(func(n int) string {
		return keyed + "-- lab:repeat " + strconv.Itoa(n) + "\nINSERT INTO t (k, c, v) VALUES (1, 1, 2); SELECT * FROM t WHERE k = 1;"
	})},
	{"rows of one partition, backwards", 1000, script(func(n int) string {
		return keyed + lines(n, "INSERT INTO t (k, c, v) VALUES (1, -%d, 2);") + "SELECT * FROM t WHERE k = 1;"
	})},
	{"deletes of rows", 1000, script(func(n int) string { return keyed + lines(n, "DELETE FROM t WHERE k = 1 AND c = %d;") })},
	{"deletes of ranges, each in the one before", 1000, script(func(n int) string {
		return keyed + lines(n, "DELETE FROM t WHERE k = 1 AND c > %[1]d AND c < 100000;")
	})},
	{"appends to one list", 1000, script(func(n int) string {
		return collected + lines(n, "UPDATE t SET l = l + [%d] WHERE k = 1;") + "SELECT l FROM t;"
	})},
	{"elements put before one list", 1000, script(func(n int) string {
		return collected + lines(n, "UPDATE t SET l = [%d] + l WHERE k = 1;")
	})},
	{"additions to one static set", 1000, script(func(n int) string {
		return "CREATE TABLE t (k int, c int, s set<int> STATIC, PRIMARY KEY (k, c));" + lines(n, "UPDATE t SET s = s + {-%d} WHERE k = 1;")
	})},
	{"entries of one map, put and deleted", 1000, script(func(n int) string {
		return collected + lines(n, "UPDATE t SET m[%[1]d] = 1 WHERE k = 1; DELETE m[%[1]d] FROM t WHERE k = 1;")
	})},
	{"appends to a list between deletes in the past", 1000, script(func(n int) string {
		return collected + lines(n, "UPDATE t SET l = l + [%d] WHERE k = 1; DELETE l FROM t USING TIMESTAMP 1 WHERE k = 1;")
	})},
	{"columns written one by one", 500, script(func(n int) string {
		return "CREATE TABLE t (k int PRIMARY KEY" + lines(n, ", c%d int") + ");" + lines(n, "UPDATE t SET c%d = 1 WHERE k = 1;")
	})},
	{"rows in a file", 1000, flushed},
	{"letters of a text", 10000, script(func(n int) string {
		return "CREATE TABLE t (k int PRIMARY KEY, v text); INSERT INTO t (k, v) VALUES (1, '" + strings.Repeat("x", n) + "');"
	})},
	{"garbage", 10000, refused(func(n int) string { return strings.Repeat("}¿'x(;$", n/8) })},
	{"garbage of one statement", 10000, refused(func(n int) string { return strings.Repeat("}a( ", n/4) })},
	{"comments", 1000, script(func(n int) string { return lines(n, "/* %d */ -- this\n") + keyed })},
	{"findings in one line", 250, reported(func(n int) string {
		return strings.ReplaceAll(keyed, "\n", " ") + lines(n, "SELECT * FROM t WHERE v = %d;")
	})},
	{"findings before spaces", 250, reported(func(n int) string {
		return keyed + lines(n, "SELECT * FROM t WHERE v = %d;") + strings.Repeat(" ", 500*n)
	})},
	{"fields renamed", 500, script(func(n int) string {
		return "CREATE TYPE u (a int" + lines(n, ", f%d int") + "); ALTER TYPE u RENAME a TO b" + lines(n, " AND f%[1]d TO g%[1]d") + ";"
	})},
	{"columns renamed under a view", 100, script(func(n int) string {
		key := "k" + lines(n, ", c%d")
		view := " AS SELECT * FROM t WHERE k IS NOT NULL" + lines(n, " AND c%d IS NOT NULL") + " PRIMARY KEY (" + key + ");"
		return "CREATE TABLE t (k int" + lines(n, ", c%d int") + ", PRIMARY KEY (" + key + "));" +
			"CREATE MATERIALIZED VIEW v" + view + "ALTER TABLE t RENAME k TO l" + lines(n, " AND c%[1]d TO d%[1]d") + ";"
	})},
	{"quantities that nothing uses", 1000, sized(func(n int) string { return "rows = q0\n" + lines(n, "q%d = 1..2..3\n") })},
	{"lines of tables that are not there", 1000, sized(func(n int) string { return "rows = 3\n" + lines(n, "reads.x%[1]d = 5\nunused_%[1]d = 1\n") })},
	{"further tables that are not there", 500, sizedWrong(func(n int) string { return "rows = 3\n" + lines(n, "partitions.x%d = 5\n") })},
	{"lines of columns that are not there", 1000, sizedWrong(func(n int) string { return "rows = 3\n" + lines(n, "len.x%[1]d = 5\nreads.x%[1]d = 5\n") })},
	{"names in an expression", 1000, sized(func(n int) string {
		return lines(n, "z%[1]d = 5\nunused_%[1]d = 5\n") + "rows = min(z0" + lines(n, ", z%d") + ")\n"
	})},
	{"circles of quantities", 500, sizedWrong(func(n int) string { return "rows = z0\n" + circles(n) })},
	{"quantities that only such use", 500, sized(func(n int) string { return "rows = 3\n" + lines(n, "used_%[1]d = 5\nunuse_%[1]d = used_%[1]d\n") })},
	{"workloads of a file", 100, func(n int) func() {
		c := play(diag.NewSource("", lines(n, "CREATE TABLE t%d (k int, c int, v int, PRIMARY KEY (k, c));")), false).Catalogue()
		src := diag.NewSource("", "a = 5\n"+lines(n, "table = t%[1]d\nrows = a + %[1]d\n"))
		return func() {
			list, problems, _ := sizing.All(c, []*diag.Source{src}, nil, sstable.NB)
			if len(list) != n || len(problems) > 0 {
				panic(fmt.Sprint(len(list), problems))
			}
		}
	}},
	{"columns and queries on which there is advice", 250, advised(func(n int) string {
		return "CREATE TABLE t (k int PRIMARY KEY" + lines(n, ", c%d int") + ");" + lines(n, "SELECT * FROM t WHERE c%d = 1 ALLOW FILTERING;")
	})},
	{"tables and queries on which there is advice", 250, advised(func(n int) string {
		return lines(n, "CREATE TABLE t%d (k int, at timestamp, v text, PRIMARY KEY (k, at));") + lines(n, "SELECT k FROM t%d WHERE k = 1 LIMIT 1;")
	})},
	{"tables and writes on which there is advice", 1500, advised(func(n int) string {
		return lines(n, "CREATE TABLE t%d (k int, at timestamp, v text, PRIMARY KEY (k, at));") + lines(n, "DELETE FROM t%d WHERE k = 1 AND at = 0;")
	})},
	{"columns on which there is advice", 1000, advised(func(n int) string { return "CREATE TABLE t (k int PRIMARY KEY" + lines(n, ", c%d_date text") + ");" })},
	{"batches on which there is advice", 1000, advised(func(n int) string {
		return keyed + lines(n, "UPDATE t SET v = 1 WHERE k = %[1]d AND c = 1 IF v = 2; BEGIN BATCH DELETE FROM t WHERE k = %[1]d; APPLY BATCH;")
	})},
	{"advice that is ignored", 1000, advised(func(n int) string {
		return lines(n, "-- lab:ignore R61 it is so\nCREATE TABLE t%d (k int PRIMARY KEY, phone int);\n")
	})},
	{"entities of a model", 30, designed(func(n int) string {
		return entities(n) + lines(n, "question Q%[1]d what\n  given e%[1]d_id\n  want E%[1]d: v%[1]d\n")
	})},
	{"attributes of a model", 400, func(n int) func() {
		src := diag.NewSource("", "entity E 10\n  e_id uuid key\n"+lines(n, "  v%d text\n")+"question Q1 what\n  given e_id\n  want E\n")
		return func() {
			m, slips := model.Parse(src)
			if d := m.Design(); len(slips) > 0 || len(d.Tables[0].Columns) <= n {
				panic(fmt.Sprint(len(d.Tables[0].Columns), slips))
			}
		}
	}},
	{"relationships of a model", 30, designed(func(n int) string {
		return "entity Hub 10\n  hub_id uuid key\n" + entities(n) + lines(n, "relate Hub has E%d 1 : 10\n") +
			lines(n, "question Q%[1]d what\n  given hub_id\n  want E%[1]d: v%[1]d, e%[1]d_id\n")
	})},
	{"refused indexes, and reads that miss them", 200, func(n int) func() {
		src := diag.NewSource("", "CREATE TABLE t (k int PRIMARY KEY, a text, b text);"+lines(n, "CREATE CUSTOM INDEX i%d ON t (a) USING 'org.apache.cassandra.index.sasi.SASIIndex';")+lines(n, "SELECT * FROM t WHERE b = '%d';"))
		return func() { play(src, true) }
	}},
	{"numbers of a model that contradict others", 30, designed(func(n int) string {
		return "entity Hub 10\n  hub_id uuid key\n" + entities(n) + lines(n, "relate Hub has E%d 1 : 30\n") +
			lines(n, "question Q%[1]d what\n  given hub_id\n  want E%[1]d: v%[1]d, e%[1]d_id\n")
	})},
	{"types of a model, each twice in the next", 30, func(n int) func() {
		src := diag.NewSource("", doubled(n))
		return func() {
			m, slips := model.Parse(src)
			if d := m.Design(); len(slips) > 0 || len(d.Statements) < n || !d.NotJudged() {
				panic(fmt.Sprint(len(d.Statements), slips))
			}
		}
	}},
	{"columns of a figure", 250, func(n int) func() {
		r := model.Read(diag.NewSource("", "CREATE TABLE t (k int PRIMARY KEY"+lines(n, ", c%d int")+")"), nil)
		return func() {
			d := diagram.Schema(r, diagram.Look{ID: "f"}, true).Draw(figure.Layout{Name: "wide", Width: 960, Smallest: 960, Size: 14})
			view.XML(d.SVG("f", "", ""))
		}
	}},
	{"statements in the workbench", 3000, shown("bench", func(n int) string { return keyed + lines(n, "INSERT INTO t (k, c, v) VALUES (%d, 1, 2);") })},
	{"refused statements in the workbench", 2000, shown("bench", func(n int) string { return keyed + lines(n, "SELECT * FROM t WHERE v = %d;") })},
	{"tables in the workbench", 3000, shown("bench", tables)},
	{"tables and queries in the workbench", 3000, shown("bench", func(n int) string { return tables(n) + lines(n, "SELECT v FROM t%d WHERE k = 1;\n") })},
	{"files in the workbench", 1000, shown("bench", func(n int) string { return lines(n, "-- file: f%[1]d\nCREATE TABLE t%[1]d (k int PRIMARY KEY);\n") })},
	{"tables in the page that checks", 3000, shown("check", tables)},
	{"printing", 1000, func(n int) func() {
		src := diag.NewSource("", keyed+lines(n, "INSERT INTO t (k, c, v) VALUES (%d, 1, 2);"))
		return func() { cql.Format(src.Text) }
	}},
	{"printing columns", 1000, func(n int) func() {
		src := diag.NewSource("", "CREATE TABLE t (k int PRIMARY KEY"+lines(n, ", c%d map<int, int>")+")")
		return func() { cql.Format(src.Text) }
	}},
	{"keys of a link", 1000, func(n int) func() {
		query := "?v=1" + lines(n, "&k%d=1")
		return func() { place.ParseLink(query, "") }
	}},
}

const (
	keyed     = "CREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c));\n"
	collected = "CREATE TABLE t (k int PRIMARY KEY, l list<int>, m map<int, int>);\n"
)

// lines repeats a pattern n times, each with its number from 0.
func lines(n int, pattern string) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, pattern, i)
	}
	return s.String()
}

// script runs a text in a session of its own, in which it is accepted.
func script(text func(n int) string) func(int) func() {
	return func(n int) func() {
		src := diag.NewSource("", text(n))
		return func() { play(src, false) }
	}
}

// advised gives advice on a text, some of which is ignored.
func advised(text func(n int) string) func(int) func() {
	return func(n int) func() {
		src := diag.NewSource("", text(n))
		s := session.New(session.Settings{Keyspace: "lab"})
		script := advice.Script{Source: src}
		for _, r := range s.Script(src) {
			script.Statements = append(script.Statements, advice.Statement{Span: r.Span, Stmt: r.Stmt, Accepted: r.Accepted(), Plan: r.Verdict.Plan})
		}
		return func() {
			advice.Run(advice.Design{Scripts: []advice.Script{script}, Catalogue: s.Catalogue(), Keyspace: "lab"}, advice.NewOptions())
		}
	}
}

// designed maps a model to tables.
func designed(text func(n int) string) func(int) func() {
	return func(n int) func() {
		src := diag.NewSource("", text(n))
		return func() {
			m, slips := model.Parse(src)
			if d := m.Design(); len(slips) > 0 || len(d.Tables) < n {
				panic(fmt.Sprint(len(d.Tables), slips))
			}
		}
	}
}

// refused runs a text whose last statement is refused.
func refused(text func(n int) string) func(int) func() {
	return func(n int) func() {
		src := diag.NewSource("", text(n))
		return func() { play(src, true) }
	}
}

// shown is what a page shows for a text, with one tab open, and then the others.
func shown(kind string, text func(n int) string) func(int) func() {
	return func(n int) func() {
		spec, _ := lab.Parse(kind, "id = long\ncql:\nSELECT key FROM system.local;\n", nil)
		r := spec.Start()
		r.State.Values, r.State.Asked = lab.Inputs{r.Typed()[0]: text(n)}, true
		if kind == "bench" {
			r.Fold(lab.BenchTabs[1:])
		}
		return func() {
			r.Run()
			if kind == "bench" {
				for _, name := range lab.BenchTabs[1:] {
					if r.Open(name) {
						r.Step(func() bool { return true })
					}
				}
			}
		}
	}
}

// sized sizes a table with a workload, some of whose quantities are of no use.
func sized(text func(n int) string) func(int) func() {
	return func(n int) func() {
		c := play(diag.NewSource("", keyed), false).Catalogue()
		src := diag.NewSource("", "table = t\n"+text(n))
		return func() {
			works, _ := workload.ParseAll(src)
			list, problems, _ := sizing.All(c, []*diag.Source{src}, nil, sstable.NB)
			if len(list) != 1 || len(problems) > 0 || len(sizing.Unused(works)) < n-1 {
				panic(fmt.Sprint(len(list), problems))
			}
		}
	}
}

// sizedWrong sizes a table with a workload in which something is wrong.
func sizedWrong(text func(n int) string) func(int) func() {
	return func(n int) func() {
		c := play(diag.NewSource("", keyed), false).Catalogue()
		src := diag.NewSource("", "table = t\n"+text(n))
		return func() {
			if _, problems, _ := sizing.All(c, []*diag.Source{src}, nil, sstable.NB); len(problems) < n {
				panic(fmt.Sprint(len(problems)))
			}
		}
	}
}

// circles are so many quantities that are worked out from the next one and from the first.
func circles(n int) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, "z%d = z0 + z%d\n", i, i+1)
	}
	return s.String() + "z" + strconv.Itoa(n) + " = z0\n"
}

// reported writes all that there is to say of a text, in each form that the command line
// has for it.
func reported(text func(n int) string) func(int) func() {
	return func(n int) func() {
		src := diag.NewSource("", text(n))
		return func() {
			src := diag.NewSource("", src.Text) // nothing is known of its lines
			r := finding.Report{All: true}
			for _, o := range session.New(session.Settings{Keyspace: "lab"}).Script(src) {
				if o.Diag != nil {
					r.Add(finding.Finding{Diagnostic: *o.Diag, Source: src})
				}
			}
			if len(r.Findings) == 0 {
				panic("nothing is refused")
			}
			for _, format := range finding.Formats {
				r.Write(io.Discard, format)
			}
		}
	}
}

func play(src *diag.Source, refused bool) *session.Session {
	settings := check.NewSettings()
	settings.Set("batch_size_fail_threshold", "1000MiB")
	settings.Set("materialized_views_enabled", "true")
	s := session.New(session.Settings{Keyspace: "lab", Now: 1767225600, Check: settings})
	var last *session.Outcome
	for step := range s.Play(src) {
		if r := step.Result; r != nil {
			if last = r; !r.Accepted() && !refused {
				panic(r.Diag.Message)
			}
		}
	}
	if refused && last.Accepted() {
		panic("the last statement is accepted")
	}
	return s
}

// flushed writes the file of a table that has n rows.
func flushed(n int) func() {
	s := play(diag.NewSource("", keyed+"-- lab:repeat "+strconv.Itoa(n)+"\nINSERT INTO t (k, c, v) VALUES (1, 1, 2);"), false)
	t := s.Catalogue().Table("lab", "t")
	return func() { sstable.Encode(s.Store(t), sstable.NB) }
}
