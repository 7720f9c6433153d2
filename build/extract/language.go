package extract

import (
	"path/filepath"
	"strings"
)

// A language is what must be known of one to find its strings and what is done
// with them.
type language struct {
	name        string
	line        []string // what starts a comment to the end of the line
	blocks      bool     // /* */
	nested      bool     // … within each other
	characters  bool     // 'c' is no string
	regexps     bool
	annotations bool
	adjacent    bool // strings side by side are one
	formats     bool // an expression in a string has a format behind a colon
	percent     bool // "…" % x fills in; %s in a statement for a driver is a bind marker
	literal     func(*lexer) ([]chunk, bool)

	drivers []string // one of these in a file: it talks to Cassandra
	rivals  []string // … to another database
	calls   string   // functions of drivers that take CQL, separated by spaces
	fields  string   // fields that hold CQL
}

var languages = map[string]*language{
	".go": {
		name: "Go", line: []string{"//"}, blocks: true, characters: true, literal: goString,
		drivers: []string{"gocql", "scylladb/", "cassandra"},
		rivals:  []string{`"database/sql"`, "jackc/pgx", "gorm.io", "jmoiron/sqlx"},
		calls:   "Query Bind ExecStmt ContextQuery", fields: "Stmt",
	},
	".java": java,
	".kt":   kotlin,
	".kts":  kotlin,
	".py": {
		name: "Python", line: []string{"#"}, adjacent: true, formats: true, percent: true, annotations: true, literal: pythonString,
		drivers: []string{"cassandra", "cqlengine", "scylla", "acsylla"},
		rivals:  []string{"sqlite3", "psycopg", "pymysql", "MySQLdb", "sqlalchemy", "asyncpg", "django.db", "snowflake", "bigquery", "clickhouse"},
		calls:   "execute execute_async prepare SimpleStatement execute_concurrent execute_concurrent_with_args bind_execute",
	},
	".js":  javaScript,
	".mjs": javaScript,
	".cjs": javaScript,
	".jsx": javaScript,
	".ts":  javaScript,
	".mts": javaScript,
	".cts": javaScript,
	".tsx": javaScript,
	".cs": {
		name: "C#", line: []string{"//"}, blocks: true, characters: true, formats: true, literal: csharpString,
		drivers: []string{"Cassandra", "Scylla"},
		rivals:  []string{"System.Data", "Npgsql", "SqlClient", "EntityFramework", "Dapper", "MySql", "SQLite"},
		calls:   "Execute ExecuteAsync Prepare PrepareAsync SimpleStatement Cql.New",
	},
}

var java = &language{
	name: "Java", line: []string{"//"}, blocks: true, characters: true, annotations: true, literal: javaString,
	drivers: []string{"com.datastax", "data.cassandra", "org.apache.cassandra", "com.scylladb", "info.archinnov", "cassandra"},
	rivals:  []string{"java.sql", "javax.sql", "javax.persistence", "jakarta.persistence", "org.hibernate", "org.jooq", "springframework.jdbc", "data.jpa", "r2dbc"},
	calls:   "execute executeAsync executeReactive prepare prepareAsync SimpleStatement SimpleStatement.newInstance SimpleStatement.builder @Query @CountQuery @ExistsQuery",
}

var kotlin = &language{
	name: "Kotlin", line: []string{"//"}, blocks: true, nested: true, characters: true, annotations: true, literal: kotlinString,
	drivers: java.drivers, rivals: append([]string{"jetbrains.exposed", "androidx.room", "sqldelight"}, java.rivals...),
	calls: java.calls + " executeSuspending prepareSuspending",
}

var javaScript = &language{
	name: "JavaScript", line: []string{"//"}, blocks: true, regexps: true, annotations: true, literal: javaScriptString,
	drivers: []string{"cassandra", "scylla", "astra-db"},
	rivals:  []string{"'pg'", `"pg"`, "mysql", "knex", "sequelize", "typeorm", "sqlite", "mssql", "prisma", "bigquery", "clickhouse", "snowflake"},
	calls:   "execute eachRow stream batch executeConcurrent cql", fields: "query cql",
}

// languageOf is the language of a file by its name; nil for none that is known.
func languageOf(name string) *language { return languages[strings.ToLower(filepath.Ext(name))] }

func (l *lexer) skip(n int) *lexer { l.pos += n; return l }

func goString(l *lexer) ([]chunk, bool) {
	switch l.src[l.pos] {
	case '"':
		return l.skip(1).quoted(quoting{end: `"`, form: doubleQuoted, escapes: true})
	case '`':
		return l.skip(1).quoted(quoting{end: "`", form: without("`"), lines: true})
	}
	return nil, false
}

func javaString(l *lexer) ([]chunk, bool) {
	switch {
	case l.has(`"""`):
		return l.skip(3).quoted(quoting{end: `"""`, form: tripleDouble, lines: true, escapes: true, margin: true})
	case l.has(`"`):
		return l.skip(1).quoted(quoting{end: `"`, form: doubleQuoted, escapes: true})
	}
	return nil, false
}

func kotlinString(l *lexer) ([]chunk, bool) {
	switch {
	case l.has(`"""`):
		return l.skip(3).quoted(quoting{end: `"""`, form: without(`"$`), lines: true, gap: "${", name: true})
	case l.has(`"`):
		return l.skip(1).quoted(quoting{end: `"`, form: dollars, escapes: true, gap: "${", name: true})
	}
	return nil, false
}

func pythonString(l *lexer) ([]chunk, bool) {
	prefix := l.pos
	for prefix < len(l.src) && prefix-l.pos < 2 && strings.IndexByte("rRbBuUfFtT", l.src[prefix]) >= 0 {
		prefix++
	}
	mode := strings.ToLower(l.src[l.pos:prefix])
	if prefix == len(l.src) || l.src[prefix] != '"' && l.src[prefix] != '\'' {
		return nil, false
	}
	l.pos = prefix
	q := quoting{end: l.src[prefix : prefix+1], escapes: true, keep: true, form: doubleQuoted}
	triple := l.has(`"""`) || l.has("'''")
	switch {
	case triple && q.end == `"`:
		q.form = tripleDouble
	case triple:
		q.form = tripleSingle
	case q.end == "'":
		q.form = singleQuoted
	}
	if triple {
		q.end, q.lines = strings.Repeat(q.end, 3), true
	}
	if strings.Contains(mode, "r") {
		q.raw, q.form = true, without(`"'\`)
	}
	if strings.ContainsAny(mode, "ft") {
		q.gap, q.braces, q.form = "{", true, without(`"'\{}`)
	}
	chunks, ok := l.skip(len(q.end)).quoted(q)
	if strings.Contains(mode, "b") {
		chunks = nil
	}
	return chunks, ok
}

func javaScriptString(l *lexer) ([]chunk, bool) {
	switch l.src[l.pos] {
	case '"':
		return l.skip(1).quoted(quoting{end: `"`, form: doubleQuoted, escapes: true})
	case '\'':
		return l.skip(1).quoted(quoting{end: `'`, form: singleQuoted, escapes: true})
	case '`':
		return l.skip(1).quoted(quoting{end: "`", form: templated, lines: true, escapes: true, gap: "${"})
	}
	return nil, false
}

// csharpString reads "…", @"…", $"…", """…""" and their mixtures.
func csharpString(l *lexer) ([]chunk, bool) {
	start := l.pos
	at, dollar := false, 0
	for l.pos < len(l.src) && (l.src[l.pos] == '@' || l.src[l.pos] == '$') {
		at = at || l.src[l.pos] == '@'
		if l.src[l.pos] == '$' {
			dollar++
		}
		l.pos++
	}
	quotes := 0
	for l.pos+quotes < len(l.src) && l.src[l.pos+quotes] == '"' {
		quotes++
	}
	if quotes == 0 || start > 0 && l.pos > start && isWord(l.src[start-1]) {
		return nil, false
	}
	q := quoting{end: `"`}
	switch {
	case quotes > maxQuotes || dollar > maxQuotes:
		l.pos += quotes
		return nil, false
	case quotes >= 3 && !at:
		q.end, q.lines, q.margin, q.form = strings.Repeat(`"`, quotes), true, true, without(`"{}`)
		if dollar > 0 {
			q.gap = strings.Repeat("{", dollar)
		}
		return l.skip(quotes).quoted(q)
	case at:
		q.lines, q.double, q.form = true, true, doubled
	default:
		q.escapes, q.form = true, doubleQuoted
	}
	if dollar > 0 {
		q.gap, q.braces = "{", true
		q.form = without(`"\{}`)
	}
	l.pos++
	return l.quoted(q)
}
