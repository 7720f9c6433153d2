package main

import (
	"fmt"
	"strings"

	"partitionlab/build/extract"
	"partitionlab/wasm/diag"
)

// programs are files of which CQL is looked for: what a reader nests, leaves open, adds up
// or gives a name.
var programs = []subject{
	{"strings within strings in Python", 2000, found("a.py", func(n int) string { return "print('x=f\"SELECT '+('" + strings.Repeat("{f'", n) }, 0)},
	{"templates within templates", 2000, found("a.js", func(n int) string {
		return "cql(" + strings.Repeat("`a${", n) + "1" + strings.Repeat("}`", n) + ")"
	}, 0)},
	{"templates within templates that nothing ends", 2000, found("a.js", func(n int) string { return strings.Repeat("`${", n) }, 0)},
	{"templates in Kotlin", 2000, found("a.kt", func(n int) string { return strings.Repeat(`"${`, n) + strings.Repeat(`}"`, n) }, 0)},
	{"templates in C#", 2000, found("a.cs", func(n int) string { return strings.Repeat(`$"{`, n) + strings.Repeat(`}"`, n) }, 0)},
	{"quotes in C#", 2000, found("a.cs", func(n int) string { return strings.Repeat(`"`, n) + strings.Repeat(strings.Repeat(`"`, n/2)+"x", 2) }, 0)},
	{"dollars in C#", 2000, found("a.cs", func(n int) string { return strings.Repeat("$", n) }, 0)},
	{"quotes that nothing ends", 10000, found("a.java", func(n int) string { return `x = ` + strings.Repeat(`\"`, n) }, 0)},
	{"characters that nothing ends", 2000, found("a.java", func(n int) string { return `x = ` + strings.Repeat(`\'`, n) }, 0)},
	{"expressions that nothing ends", 2000, found("a.js", func(n int) string { return strings.Repeat("=/[", n) }, 0)},
	{"escapes that nothing ends", 2000, found("a.js", func(n int) string { return `"` + strings.Repeat(`\u{`, n) + `"` }, 0)},
	{"strings added up", 2000, found("a.java", java(func(n int) string { return `"SELECT * FROM t"` + strings.Repeat(`+" "`, n) }), 1)},
	{"strings side by side", 2000, found("a.py", func(n int) string {
		return "import cassandra\nsession.execute('SELECT * FROM t'" + strings.Repeat(" ' '", n) + ")\n"
	}, 1)},
	{"strings in parentheses to the left", 2000, found("a.java", java(func(n int) string {
		return strings.Repeat("(", n) + `"SELECT * FROM t"` + strings.Repeat(`+" ")`, n)
	}), 0)},
	{"strings in parentheses to the right", 2000, found("a.java", java(func(n int) string {
		return strings.Repeat(`("SELECT * FROM t"+`, n) + `" "` + strings.Repeat(")", n)
	}), 0)},
	{"strings in formats", 1000, found("a.java", java(func(n int) string {
		return strings.Repeat(`String.format("%s", `, n) + `"SELECT * FROM t"` + strings.Repeat(")", n)
	}), 0)},
	{"calls of calls", 1000, found("a.java", java(func(n int) string { return `"SELECT * FROM t"); x` + strings.Repeat(`.format("a")`, n) + ".b(" }), 1)},
	{"names that a name is given", 2000, found("a.py", func(n int) string { return strings.Repeat("a = ", n) + "'SELECT * FROM t'" }, 0)},
	{"names that stand for names", 500, found("a.py", func(n int) string {
		var s strings.Builder
		s.WriteString("import cassandra\na0 = 'SELECT * FROM t '\n")
		for i := 1; i < 8; i++ {
			fmt.Fprintf(&s, "a%d = ''%s\n", i, strings.Repeat(fmt.Sprintf(" + a%d", i-1), n))
		}
		return s.String() + "session.execute(a7)\n"
	}, -1)},
	{"placeholders", 2000, found("a.py", func(n int) string {
		return "import cassandra\nsession.execute('SELECT * FROM t WHERE a IN (" + strings.Repeat("{0}", n) + "'.format('' " + strings.Repeat(" + ' '", n) + "))\n"
	}, -1)},
	{"pieces of a program", 500, found("a.java", java(func(n int) string {
		return lines(n, `"SELECT * FROM t WHERE k = %d"); session.execute(`) + `"SELECT * FROM t"`
	}), -1)},
	{"fields of a profile in one line", 1000, found("a.yaml", func(n int) string { return "blocks: {a: x" + lines(n, ", s%[1]d: 'SELECT * FROM t%[1]d'") + "}" }, -1)},
}

func init() { subjects = append(subjects, programs...) }

// java is a program that hands an expression to a driver.
func java(expr func(n int) string) func(n int) string {
	return func(n int) string {
		return "import com.datastax;\nclass A { void a() { session.execute(" + expr(n) + "); } }\n"
	}
}

// found looks for the CQL in a file, of which there are so many pieces; -1 for one at
// least, 0 for any number.
func found(name string, text func(n int) string, pieces int) func(n int) func() {
	return func(n int) func() {
		src := diag.NewSource(name, text(n))
		return func() {
			f := &extract.File{Source: src}
			extract.Find([]*extract.File{f}, extract.Options{})
			if pieces > 0 && len(f.Pieces) != pieces || pieces < 0 && len(f.Pieces) == 0 {
				panic(fmt.Sprint(len(f.Pieces), " pieces"))
			}
		}
	}
}
